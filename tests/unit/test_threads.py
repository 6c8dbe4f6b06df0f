"""Large loops shared by threads: the same bits always."""

from __future__ import annotations

import ctypes
import platform
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.compiler import runtime
from functrace.compiler.executable import NativePart
from functrace.compiler.machine import native
from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.target import Target
from functrace.compiler.program import compile_graph
from functrace.compiler.runtime import threads
from tests._callers import at_once

X = np.random.default_rng(0).standard_normal(60_007)
A = np.random.default_rng(1).standard_normal((403, 407))
WIDE = np.random.default_rng(2).standard_normal((3, 50_003))
TALL = np.random.default_rng(3).standard_normal((40_001, 5))
BIG = np.random.default_rng(4).standard_normal(1_000_003)
UNUSUAL = np.where(X > 2, np.nan, X)


@pytest.fixture(autouse=True)
def _usual_number() -> Iterator[None]:
    before = ft.get_num_threads()
    yield
    ft.set_num_threads(before)


def tanh_of(x: Any) -> Any:
    return np.tanh(np.sin(x) * np.exp(-x * x))


def laplacian(u: Any) -> Any:
    inner = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
    return inner - 4 * u[1:-1, 1:-1]


def energy(u: Any) -> Any:
    return np.sum(np.exp(laplacian(u)))


def steps(x: Any) -> Any:
    return np.sum(np.exp(np.abs(x[1:] - x[:-1]) * 0.01))


def softmax(a: Any) -> Any:
    return np.exp(a) / np.sum(np.exp(a), axis=1, keepdims=True)


def net(w: Any) -> Any:
    return np.sum(np.tanh(A @ w) ** 2)


def relaxed(u: Any) -> Any:
    def step(k: Any, u: Any) -> Any:
        del k
        return u + 0.1 * np.tanh(u) * np.exp(-u * u)

    return ft.fori_loop(0, 5, step, u)


CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "elementwise": (tanh_of, (X,)),
    "float32": (tanh_of, (X.astype(np.float32),)),
    "gradient": (ft.grad(lambda x: np.sum(tanh_of(x))), (X,)),
    "value_and_grad": (ft.value_and_grad(lambda x: np.sum(tanh_of(x))), (X,)),
    "where": (lambda x: np.where(x > 0, np.log1p(np.abs(x)), np.exp(x)), (X,)),
    "complex": (lambda x: np.exp(1j * x) * np.sum(np.exp(2j * x)), (X,)),
    "truth": (lambda x: np.tanh(x) > np.sin(x), (X,)),
    "sum": (lambda x: np.sum(np.tanh(x)), (X,)),
    "prod": (lambda x: np.prod(1 + 1e-5 * np.tanh(x)), (X,)),
    "max": (lambda x: np.max(np.tanh(x)), (X,)),
    "min_nan": (lambda x: np.min(np.exp(x)), (UNUSUAL,)),
    "any": (lambda x: np.any(np.tanh(x) > 0.999), (X,)),
    "sums": (lambda x: (np.mean(np.tanh(x)), np.std(x), np.max(np.exp(x))), (X,)),
    "rows": (lambda a: np.sum(np.exp(a), axis=1), (A,)),
    "columns": (lambda a: np.sum(np.exp(a), axis=0), (A,)),
    "both": (lambda a: (np.sum(np.exp(a), axis=0), np.sum(np.exp(a), axis=1)), (A,)),
    "wide_rows": (lambda a: np.sum(np.exp(a), axis=1), (WIDE,)),
    "wide_columns": (lambda a: np.max(np.exp(a), axis=0), (WIDE,)),
    "tall_rows": (lambda a: np.sum(np.exp(a), axis=1), (TALL,)),
    "tall_columns": (lambda a: np.sum(np.exp(a), axis=0), (TALL,)),
    "columns_kept": (lambda a: (np.exp(a), np.sum(np.exp(a), axis=0)), (TALL,)),
    "complex_columns": (lambda a: np.sum(np.exp(1j * a), axis=0), (A,)),
    "normalised": (lambda a: (a - np.mean(a, axis=0)) / np.std(a, axis=0), (A,)),
    "softmax": (ft.grad(lambda a: np.sum(softmax(a) ** 2)), (A,)),
    "transposed": (lambda a: np.exp(a.T) + np.tanh(a[:403, :403]).sum(), (A,)),
    "stencil": (laplacian, (A,)),
    "stencil_gradient": (ft.grad(energy), (A,)),
    "rolled": (lambda x: np.tanh(np.roll(x, 3)) * np.exp(x - np.roll(x, -1)), (X,)),
    "rolled_sums": (lambda a: np.sum(np.exp(np.roll(a, (1, 2), (0, 1)) - a), 0), (A,)),
    "steps_gradient": (ft.grad(steps), (X,)),
    "net_gradient": (ft.grad(net), (A.T.copy(),)),
    "joined": (lambda x: np.concatenate([np.tanh(x), np.exp(x)]), (X,)),
    "gathered": (lambda x, i: np.tanh(x[i]), (X, np.argsort(X))),
    "slice_gradient": (ft.grad(lambda x: np.sum(np.exp(x[3:9]))), (BIG,)),
    "picked_gradient": (ft.grad(lambda x: np.sum(np.exp(x[::3]))), (BIG,)),
    "gathered_gradient": (ft.grad(lambda x: np.sum(np.exp(x[[5, 7, 5]]))), (BIG,)),
    "loop": (relaxed, (X,)),
    "loop_gradient": (ft.grad(lambda x: np.sum(relaxed(x))), (X,)),
}


def _bits(out: Any) -> list[bytes]:
    return [
        np.asarray(part).tobytes() for part in (out if type(out) is tuple else (out,))
    ]


@pytest.mark.parametrize("case", CASES)
def test_the_number_of_threads_changes_no_bit(case: str) -> None:
    function, args = CASES[case]
    compiled = ft.jit(function)
    results: list[list[bytes]] = []
    for count in (1, 2, 3, 7):
        ft.set_num_threads(count)
        results += [_bits(compiled(*args)) for _ in range(3)]
    assert all(result == results[0] for result in results)
    out, expected = compiled(*args), function(*args)
    parts = zip(
        *(p if type(p) is tuple else (p,) for p in (out, expected)), strict=True
    )
    for part, wanted in parts:
        error = 1e-6 if case == "float32" else 1e-11
        np.testing.assert_allclose(part, wanted, error, error)


@pytest.mark.parametrize("case", CASES)
def test_what_is_large_is_shared(case: str) -> None:
    function, args = CASES[case]
    assert threads.PARALLEL in ft.jit(function).lower(*args).llvm


@pytest.mark.parametrize("columns", [17, 20, 24, 34])
def test_sums_in_memory_of_two_chunks_share_no_line(columns: int) -> None:
    x = np.random.default_rng(0).standard_normal((400, 50, columns))
    compiled = ft.jit(lambda x, y: (x * y, np.sum(x * y * x, axis=1)))
    lowered = compiled.lower(x, y := x[:, :, :1].copy())
    (rows,) = map(
        int, re.findall(r"%passed = mul nuw nsw i64 %chunk, (\d+)", lowered.llvm)
    )
    assert "store output0" in lowered.plan
    assert rows * columns * x.itemsize % 64 == 0
    found = []
    for count in (1, 3):
        ft.set_num_threads(count)
        found.append(_bits(compiled(x, y)))
    assert found[0] == found[1]
    np.testing.assert_allclose(compiled(x, y)[1], np.sum(x * y * x, axis=1), rtol=1e-12)


def test_the_stages_tell_their_chunks() -> None:
    assert re.search(r", in \d+ chunks\n", ft.jit(tanh_of).lower(X).plan)


def test_the_lock_of_the_interpreter_is_released() -> None:
    """Also where there is more memory to read than there are operations."""
    compiled = ft.jit(lambda x: x + 1)
    part = compile_graph(ft.make_graph(lambda x: x + 1)(BIG)).executable.parts[0]
    assert isinstance(part, NativePart)
    assert part.release_gil
    assert threads.PARALLEL in compiled.lower(BIG).llvm


def test_what_is_small_is_not_shared() -> None:
    compiled = ft.jit(tanh_of)
    assert threads.PARALLEL not in compiled.lower(X[:1000]).llvm


def test_indices_out_of_range_are_found() -> None:
    compiled = ft.jit(lambda x, i: np.tanh(x[i]))
    indices = np.arange(X.size)
    indices[-1] = X.size
    ft.set_num_threads(3)
    with pytest.raises(IndexError, match="out of bounds"):
        compiled(X, indices)


@pytest.mark.slow
def test_memory_is_that_of_each_call() -> None:
    """Several Python threads call at once; the results of each are its own."""
    ft.set_num_threads(3)
    compiled = ft.jit(ft.value_and_grad(lambda x: np.sum(tanh_of(x))))
    inputs = [X * (1 + k / 10) for k in range(8)]
    expected = [_bits(compiled(x)) for x in inputs]
    wrong: list[int] = []

    def call(k: int) -> None:
        outs = (_bits(compiled(inputs[k])) for _ in range(40))
        wrong.extend(k for out in outs if out != expected[k])

    at_once(call, 8)
    assert not wrong


def test_the_number_may_change_while_programs_run() -> None:
    compiled = ft.jit(tanh_of)
    expected = _bits(compiled(X))
    wrong: list[int] = []

    def call(count: int) -> None:
        for k in range(40):
            ft.set_num_threads(1 + (count + k) % 5)
            if _bits(compiled(X)) != expected:
                wrong.append(count)

    at_once(call, 4)
    assert not wrong


def test_programs_between_the_parts_of_a_program() -> None:
    inner = ft.jit(tanh_of)
    outer = ft.jit(
        lambda x: np.exp(np.partition(inner(np.partition(np.tanh(x), 9)), 9))
    )
    ft.set_num_threads(1)
    alone = _bits(outer(X))
    ft.set_num_threads(3)
    assert _bits(outer(X)) == alone


def test_all_threads_treat_denormal_numbers_alike() -> None:
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        pytest.skip("the mode is set by an instruction of another name")
    text = """
declare void @llvm.x86.sse.ldmxcsr(ptr)
define void @set_mode(i32 %mode) {
  %place = alloca i32
  store i32 %mode, ptr %place
  call void @llvm.x86.sse.ldmxcsr(ptr %place)
  ret void
}"""
    code = native.compile_text(text, ["set_mode"])
    set_mode = ctypes.CFUNCTYPE(None, ctypes.c_int32)(code.address("set_mode"))
    compiled = ft.jit(lambda x: np.tanh(x) * 1e-310)
    usual = _bits(compiled(X))
    set_mode(0x1F80 | 0x8040)  # denormal results, and operands, are zero
    try:
        found: list[list[bytes]] = []
        for count in (1, 3):
            ft.set_num_threads(count)
            found += [_bits(compiled(X)) for _ in range(20)]
    finally:
        set_mode(0x1F80)
    assert all(bits == found[0] for bits in found)
    assert found[0] != usual
    assert _bits(compiled(X)) == usual


def test_the_code_for_other_processors() -> None:
    for machine, cpu in (("aarch64", "generic"), ("riscv64", "generic-rv64")):
        target = Target(triple=f"{machine}-linux-gnu", cpu=cpu, features="")
        text = runtime.text("threads", runtime.processor(machine))
        assert emit_object(text, [threads.PARALLEL], target)


def test_without_threads() -> None:
    text = """
define internal void @add(ptr %sum, i64 %chunk) {
  %old = load i64, ptr %sum
  %shifted = mul i64 %old, 10
  %new = add i64 %shifted, %chunk
  store i64 %new, ptr %sum
  ret void
}
define void @digits(ptr %sum) {
  call void @ft_parallel(ptr @add, ptr %sum, i64 5)
  ret void
}"""
    code = native.compile_text(runtime.text("serial") + text, ["digits"])
    total = ctypes.c_int64(0)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("digits"))(
        ctypes.addressof(total)
    )
    assert total.value == 1234
