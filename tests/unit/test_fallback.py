"""What is done where native code cannot be made as usual, or is not wanted."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import llvmlite.binding as ll
import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine import elf, native
from functrace.compiler.machine.elf import ElfLinker
from functrace.compiler.machine.linker import EngineLinker
from functrace.compiler.machine.symbols import NativeError
from functrace.compiler.program import in_numpy
from functrace.compiler.runtime import launcher
from functrace.primitives.call import program_of
from tests._callers import at_once


@pytest.fixture(autouse=True)
def _choose_anew(monkeypatch):
    monkeypatch.delenv("FUNCTRACE_NATIVE", raising=False)
    choices = native._usual_linker, launcher._body
    for choice in choices:
        choice.cache_clear()
    yield
    for choice in choices:
        choice.cache_clear()


def missing(*args, **kwargs):
    raise OSError("no such thing")


# -- the choice of a linker ----------------------------------------------------------


LINUX = pytest.mark.skipif(not elf.is_supported(), reason="for Linux on x86-64")


@pytest.fixture
def elsewhere(monkeypatch):
    """As on other platforms than Linux on x86-64."""
    monkeypatch.setattr(elf, "is_supported", lambda: False)


@LINUX
def test_own_linker_is_the_usual_one():
    assert type(native.usual_linker()) is ElfLinker


@pytest.mark.usefixtures("elsewhere")
def test_llvms_linker_is_the_usual_one_elsewhere():
    assert type(native.usual_linker()) is EngineLinker
    np.testing.assert_array_equal(ft.jit(lambda x: np.exp(x) + 1)(np.zeros(9)), 2)


@LINUX
def test_llvms_linker_where_no_memory_becomes_executable(monkeypatch):
    monkeypatch.setattr(elf, "_protect", missing)
    assert type(native.usual_linker()) is EngineLinker


@LINUX
def test_llvms_linker_where_ours_computes_something_else(monkeypatch):
    text = "define double @f(double %x) {\n  ret double 2.0\n}"
    code = native.compile_text(text, ["f"])
    native._usual_linker.cache_clear()

    def link(self, data, names, imports):
        return {name: code.address("f") for name in names}, code

    monkeypatch.setattr(ElfLinker, "link", link)
    assert type(native.usual_linker()) is EngineLinker


@pytest.mark.parametrize("noted", ["elf", "engine", "another", ""])
def test_what_an_earlier_process_found_is_noted(monkeypatch, noted):
    notes = {"key": noted.encode()}
    monkeypatch.setattr(native, "key_of", lambda name: "key")
    monkeypatch.setattr(native.disk, "load", notes.get)
    monkeypatch.setattr(native.disk, "store", notes.__setitem__)
    checked = []
    check = native._checked
    monkeypatch.setattr(native, "_checked", lambda x: checked.append(x) or check(x))
    linker = native.usual_linker()
    assert linker.name == notes["key"].decode()
    assert bool(checked) == (noted not in native._LINKERS)


@pytest.mark.usefixtures("elsewhere")
def test_one_warning_for_all_threads(monkeypatch):
    monkeypatch.setattr(ll, "create_mcjit_compiler", missing)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert at_once(lambda _: native.usual_linker(), 4) == [None] * 4
    assert [w.category for w in caught] == [RuntimeWarning]


@pytest.mark.usefixtures("elsewhere")
def test_interrupt_chooses_nothing(monkeypatch):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ll, "create_mcjit_compiler", interrupt)
        with pytest.raises(KeyboardInterrupt):
            native.usual_linker()
    assert type(native.usual_linker()) is EngineLinker


def test_llvms_linker_passes_the_check():
    linker = EngineLinker()
    assert native._checked(linker) is linker


def test_objects_differ_in_what_they_assume_of_memory():
    assert {ElfLinker.model, EngineLinker.model} == {"small", "jitdefault"}
    assert ElfLinker.name != EngineLinker.name


# -- without native code -------------------------------------------------------------


@pytest.fixture
def no_native_code(monkeypatch, elsewhere):
    monkeypatch.setattr(ll, "check_jit_execution", missing)
    with pytest.warns(
        RuntimeWarning, match="no native code can be made here; all runs"
    ):
        assert native.usual_linker() is None


def program(x, y):
    return {"sum": np.sum(np.exp(x) * y), "x": x, "two": 2.0, "sorted": np.sort(y)}


def scanned(x):
    def step(carry, row):
        carry = np.where(row > 0, carry * row, carry + row)
        return carry, ft.cond(row[0] > 0.5, np.sin, np.cos, carry)

    carry, rows = ft.scan(step, np.ones(3), x)
    return np.sum(carry) + np.sum(rows)


@pytest.mark.usefixtures("no_native_code")
class TestWithoutNativeCode:
    def test_jit_runs_in_numpy(self):
        x, y = np.linspace(0, 1, 5), np.linspace(1, -1, 5)
        fast = ft.jit(lambda x, y: program(x, y))
        for _ in range(2):
            out, expected = fast(x, y), program(x, y)
            assert out.keys() == expected.keys()
            for name, value in expected.items():
                np.testing.assert_array_equal(out[name], value)
            assert out["x"] is not x

    def test_derivatives_and_batches(self, rng):
        x = rng.normal(size=(4, 3))
        expected = ft.grad(scanned)(x)
        np.testing.assert_allclose(ft.jit(ft.grad(scanned))(x), expected)
        np.testing.assert_allclose(ft.grad(ft.jit(scanned))(x), expected)
        many = ft.jit(ft.vmap(ft.grad(scanned)))(np.stack([x, x]))
        np.testing.assert_allclose(many, np.stack([expected, expected]))

    def test_numbers_arrays_elsewhere_in_memory_and_keywords(self):
        fast = ft.jit(lambda x, k=2.0: k * x)
        x = np.arange(12.0).reshape(3, 4)
        np.testing.assert_array_equal(fast(x[:, ::2]), 2 * x[:, ::2])
        np.testing.assert_array_equal(fast(x.T, k=3), 3 * x.T)
        assert fast(1.5) == 3.0

    def test_identity_is_a_copy(self):
        x = np.arange(3.0)
        out = ft.jit(lambda x: x)(x)
        np.testing.assert_array_equal(out, x)
        assert not np.shares_memory(out, x)

    def test_program_says_so(self):
        graph = ft.make_graph(lambda x: np.sin(x) + 1)(np.ones(3))
        program = program_of(graph, fastmath=False)
        assert [line.split()[0] for line in program.plan.splitlines()] == 2 * ["numpy"]
        assert len(in_numpy(program.graph)) == 2
        assert program.llvm == program.asm == ""

    def test_text_is_refused(self):
        with pytest.raises(NativeError, match="no native code in this process"):
            native.compile_text("define void @f() {\n  ret void\n}", ["f"])


# -- the environment -----------------------------------------------------------------


def run(script, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


SCRIPT = """
import numpy as np
import functrace as ft
from functrace.compiler.machine import native
fast = ft.jit(ft.grad(lambda x: np.sum(np.sin(x))))
assert np.allclose(fast(np.zeros(3)), 1)
print(getattr(native.usual_linker(), "name", None), type(fast.lower(np.zeros(3)).llvm))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choice", "linker"),
    [
        ("", "elf" if elf.is_supported() else "engine"),
        ("portable", "engine"),
        ("off", "None"),
    ],
)
def test_environment_chooses(choice, linker):
    done = run(SCRIPT, FUNCTRACE_NATIVE=choice)
    assert done.stdout.split()[:1] == [linker], done.stderr


def test_unknown_choice_is_refused(monkeypatch):
    monkeypatch.setenv("FUNCTRACE_NATIVE", "fast")
    with pytest.raises(NativeError, match="FUNCTRACE_NATIVE is 'fast'; it may be"):
        ft.jit(lambda x: x + 1)(1.0)


def test_free_threaded_python_is_refused():
    done = run(
        "import sys\n"
        "sys.version = '3.13.0 experimental free-threading build (main) [GCC 12.2.0]'\n"
        "import functrace"
    )
    assert done.returncode == 1
    assert "ImportError: functrace: this is a free-threaded Python." in done.stderr
