"""Steps in a program of one step, with scratch memory and outputs of NaN."""

from __future__ import annotations

import ctypes
import functools
import itertools

import numpy as np

import functrace as ft
from functrace.compiler.machine.native import compile_text
from functrace.compiler.machine.target import host
from functrace.compiler.notation.step import StepBuilder
from functrace.core.aval import Aval

FLOATING = ["f4", "f8", "c8", "c16"]
DTYPES = [*FLOATING, "i8", "i4", "u2", "i1", "?"]
SIZES = [1, 2, 3, 5, 8, 13, 17, 33]
_names = (f"step{n}" for n in itertools.count())


# -- running a step --------------------------------------------------------------------


def address(array):
    return array.__array_interface__["data"][0]


def run(emit, operands, likes, *, bits=None, fused=None, **params):
    """Status and outputs of a step; `likes` are arrays like the outputs."""
    machine = host()
    step = StepBuilder(
        next(_names),
        [(Aval(x.shape, x.dtype), elements(x)) for x in operands],
        [Aval(like.shape, like.dtype) for like in likes],
        vector_bits=bits or machine.vector_bits,
        fused=machine.fused if fused is None else fused,
    )
    emit(step, step.operands, step.outputs, **params)
    scratch = junk((step.scratch_bytes + 64,), np.uint8)
    start = -address(scratch) % 64
    outputs = [junk(like.shape, like.dtype) for like in likes]
    arrays = [*operands, *outputs, scratch[start:]]
    code = compile_text(program(step, len(arrays)), ["program"])
    pointers = (ctypes.c_void_p * len(arrays))(*map(address, arrays))
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(
        code.address("program")
    )
    return function(pointers), outputs


def elements(x):
    return tuple(stride // x.itemsize for stride in x.strides)


def junk(shape, dtype):
    array = np.empty(shape, dtype)
    np.frombuffer(array, np.uint8)[...] = 0 if array.dtype == bool else 0xFF
    return array


def program(step, count):
    lines = []
    for i in range(count):
        lines.append(f"%a{i} = getelementptr ptr, ptr %buffers, i64 {i}")
        lines.append(f"%p{i} = load ptr, ptr %a{i}")
    given = ", ".join(f"ptr %p{i}" for i in range(count))
    main = [
        "define i32 @program(ptr %buffers) {",
        *lines,
        f"%status = call i32 @{step.name}({given})",
        "ret i32 %status",
        "}",
        '!0 = !{!"branch_weights", i32 1, i32 100000}',
    ]
    return "\n".join([*sorted(step.declarations), step.text(), *main])


# -- operands --------------------------------------------------------------------------


def sample(rng, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.3
    if dtype.kind in "iu":
        return rng.integers(0, 50, shape).astype(dtype)
    x = rng.standard_normal(shape)
    if dtype.kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def in_other_layout(rng, x):
    """An array in another layout: permuted, spaced, reversed or repeated."""
    layout = rng.integers(5)
    if layout == 0 or not x.size or not x.ndim:
        return x
    if layout == 1:
        order = rng.permutation(x.ndim)
        return np.ascontiguousarray(x.transpose(order)).transpose(np.argsort(order))
    if layout == 2:
        spaced = np.repeat(x, 2, axis=-1)
        return spaced[..., 1::2]
    if layout == 3:
        return x[..., ::-1]
    return np.broadcast_to(x.take([0], rng.integers(x.ndim)), x.shape)


def is_close(found, expected):
    """Equal up to rounding errors, of the largest element."""
    if found.dtype.kind not in "fc":
        return np.array_equal(found, expected)
    error = np.abs(found - expected).max(initial=0)
    tolerance = 3e-4 if found.dtype.char in "fF" else 1e-11
    return error <= tolerance * max(1, np.abs(expected).max(initial=0))


def has_formula(primitive, operands, params):
    """Whether other primitives stand for this one, of such operands, in compiled code."""
    found = []

    def function(*xs):
        found.append(primitive.lower.formula(*xs, **params) is not None)
        return xs

    ft.make_graph(function)(*[Aval(x.shape, x.dtype) for x in operands])
    return found[0]


def computed(primitive, emit, operands, likes, *, bits=None, fused=None, **params):
    """Status and outputs: of the formula if there is one for these operands, else a step."""
    if not has_formula(primitive, operands, params):
        return run(emit, operands, likes, bits=bits, fused=fused, **params)
    try:
        found = ft.jit(functools.partial(primitive, **params))(*operands)
    except np.linalg.LinAlgError:
        return 1, likes
    outputs = found if primitive.multiple else [found]
    assert [np.result_type(x) for x in outputs] == [np.result_type(x) for x in likes]
    return 0, outputs
