"""LLVM text to machine code: all linkers, symbols, refusals."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import signal
import subprocess
import sys
import weakref

import llvmlite.binding as ll
import numpy as np
import pytest
from scipy import special

from functrace.compiler.machine import elf, native
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.elf import ElfLinker
from functrace.compiler.machine.linker import EngineLinker
from functrace.compiler.machine.symbols import (
    NativeError,
    add_symbol,
    cython_symbol,
    resolve,
)
from functrace.compiler.machine.target import Target, host
from tests._callers import at_once
from tests._native import EXP, call, unary

LINKERS = {
    "elf": ElfLinker,
    "engine": EngineLinker,
}
HERE = [name for name in LINKERS if name != "elf" or elf.is_supported()]


@pytest.fixture(params=HERE)
def linker(request):
    return LINKERS[request.param]()


# -- compiling ---------------------------------------------------------------------


@pytest.mark.parametrize("optimise", [False, True])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_function_of_this_process_is_called(linker, level, optimise):
    code = native.compile_text(
        EXP.format(name="f"), ["f"], level=level, optimise=optimise, linker=linker
    )
    assert call(code, "f", 1.5) == math.exp(1.5) + 0.25
    assert code.imports == ("exp",)


def test_same_names_in_many_programs_do_not_meet(linker):
    texts = [
        f"""
        @constant = private constant double {k}.0
        define internal double @part(double %x) {{
          %k = load double, ptr @constant
          %y = fadd double %x, %k
          ret double %y
        }}
        define double @f(double %x) {{
          %y = call double @part(double %x)
          ret double %y
        }}
        """
        for k in range(5)
    ]
    codes = [native.compile_text(text, ["f"], linker=linker) for text in texts]
    assert [call(code, "f", 0.5) for code in codes] == [k + 0.5 for k in range(5)]


def test_several_functions(linker):
    text = EXP.format(name="f") + EXP.format(name="g").replace("declare", ";")
    code = native.compile_text(text, ["f", "g"], linker=linker)
    assert call(code, "g", 0.0) == call(code, "f", 0.0) == 1.25
    assert set(code.addresses) == {"f", "g"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="for systems that fork")
def test_data_of_a_child_are_its_own(linker):
    text = """
    @calls = internal global i32 0
    define i32 @f() {
      %n = load i32, ptr @calls
      %m = add i32 %n, 1
      store i32 %m, ptr @calls
      ret i32 %m
    }"""
    code = native.compile_text(text, ["f"], linker=linker)
    count = ctypes.CFUNCTYPE(ctypes.c_int32)(code.address("f"))
    assert count() == 1
    child = os.fork()
    if not child:
        os._exit(count())
    _, status = os.waitpid(child, 0)
    assert (os.waitstatus_to_exitcode(status), count()) == (2, 2)


def test_quoted_names(linker):
    text = EXP.replace("@exp", '@"exp"').format(name='"one two"')
    code = native.compile_text(text, ["one two"], linker=linker)
    assert call(code, "one two", 0.0) == 1.25


def test_runtime_functions_that_llvm_calls_by_itself(linker):
    text = """
    define double @f(double %x) {
      %y = frem double %x, 2.0
      ret double %y
    }
    """
    code = native.compile_text(text, ["f"], linker=linker)
    assert call(code, "f", 5.5) == 1.5


def test_vectors_of_every_width(linker):
    text = """
    define i32 @f(ptr %x) {
      %v = load <32 x double>, ptr %x, align 8
      %w = fmul <32 x double> %v, %v
      store <32 x double> %w, ptr %x, align 8
      ret i32 0
    }
    """
    code = native.compile_text(text, ["f"], linker=linker)
    x = np.arange(33.0)
    ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(code.address("f"))(x.ctypes.data)
    np.testing.assert_array_equal(x[:32], np.arange(32.0) ** 2)
    assert x[32] == 32


def test_optimiser_removes_calls():
    text = """
    define internal double @part(double %x) {
      %y = fmul double %x, %x
      ret double %y
    }
    define double @f(double %x) {
      %y = call double @part(double %x)
      ret double %y
    }
    """
    plain = native.compile_text(text, ["f"])
    optimised = native.compile_text(text, ["f"], optimise=True)
    assert "part" in plain.assembly()
    assert "part" not in optimised.assembly()


def test_assembly_is_that_of_the_code(linker):
    code = native.compile_text(EXP.format(name="f"), ["f"], linker=linker)
    assert "exp" in code.assembly()
    assert code.llvm == EXP.format(name="f")


def test_memory_of_dropped_programs_is_used_again(linker):
    data = native.compile_text(EXP.format(name="f"), ["f"], level=0, linker=linker)
    imports = resolve(data.imports, {})
    places = set()
    for _ in range(50):
        addresses, library = linker.link(data.object_bytes, ["f"], imports)
        places.add(addresses["f"])
        del library
    assert len(places) < 25


def test_code_is_freed_with_a_cycle_that_it_is_in(linker):
    code = native.compile_text(EXP.format(name="f"), ["f"], level=0, linker=linker)
    alive = weakref.ref(code)
    cycle = [code]
    cycle.append(cycle)
    del code, cycle
    gc.collect()
    assert alive() is None


def test_threads():
    failures = []

    def work(k):
        for j in range(10):
            text = EXP.format(name=f"f{k}").replace("0.25", f"{j}.0")
            code = native.compile_text(text, [f"f{k}"], level=j % 2)
            if call(code, f"f{k}", 0.0) != 1.0 + j:
                failures.append((k, j))

    at_once(work, 4)
    assert not failures


# -- object files ------------------------------------------------------------------


def test_object_is_loaded():
    code = native.compile_text(EXP.format(name="f"), ["f"])
    again = native.load_object(code.object_bytes, ["f"], code.imports)
    assert call(again, "f", 1.0) == math.e + 0.25
    assert again.address("f") != code.address("f")


@pytest.mark.slow
def test_object_is_loaded_in_another_process(tmp_path):
    symbol = cython_symbol("scipy.special.cython_special", "psi", "double (double)")
    code = native.compile_text(unary(symbol, more=", i32 0"), ["f"])
    path = tmp_path / "code.o"
    path.write_bytes(code.object_bytes)
    script = f"""
import ctypes, pathlib
from functrace.compiler.machine import native
data = pathlib.Path({str(path)!r}).read_bytes()
code = native.load_object(data, ["f"], {code.imports!r})
f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("f"))
print(repr(f(2.5)))
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert float(run.stdout) == special.digamma(2.5)


def test_object_with_a_missing_symbol_is_refused():
    code = native.compile_text(EXP.format(name="f"), ["f"])
    with pytest.raises(NativeError, match="undefined symbols: no_such_function"):
        native.load_object(code.object_bytes, ["f"], ["no_such_function"])


# -- symbols -----------------------------------------------------------------------


def test_symbol_is_bound(linker):
    code = native.compile_text(EXP.format(name="f"), ["f"])
    symbol = f"ft_test_{linker.name}"
    add_symbol(symbol, code.address("f"), owner=code)
    add_symbol(symbol, code.address("f"))
    other = native.compile_text(unary(symbol), ["f"], linker=linker)
    assert call(other, "f", 0.0) == 1.25


def test_symbol_keeps_its_owner():
    code = native.compile_text(EXP.format(name="f"), ["f"], level=0)
    add_symbol("ft_test_owned", code.address("f"), owner=code)
    address = code.address("f")
    del code
    gc.collect()
    for _ in range(20):
        new = native.compile_text(EXP.format(name="f"), ["f"], level=0)
        assert new.address("f") != address
        del new


def test_symbol_is_never_bound_twice():
    add_symbol("ft_test_twice", 4096)
    with pytest.raises(
        NativeError, match="second meaning of the symbol 'ft_test_twice'"
    ):
        add_symbol("ft_test_twice", 8192)


def test_undefined_symbols_are_found_before_anything_runs(linker):
    text = unary("no_such_function") + "@no_such_variable = external global double\n"
    with pytest.raises(NativeError, match="no_such_function, no_such_variable"):
        native.compile_text(text, ["f"], linker=linker)


def test_undefined_function_asked_for(linker):
    with pytest.raises(NativeError, match="does not define 'g'"):
        native.compile_text(EXP.format(name="f"), ["g"], linker=linker)


def test_cython_function_with_pointers(linker):
    name = cython_symbol("scipy.linalg.cython_blas", "ddot")
    text = f"""
    @two = private constant i32 2
    @one = private constant i32 1
    declare double @{name}(ptr, ptr, ptr, ptr, ptr)
    define double @f(ptr %x) {{
      %y = call double @{name}(ptr @two, ptr %x, ptr @one, ptr %x, ptr @one)
      ret double %y
    }}
    """
    code = native.compile_text(text, ["f"], linker=linker)
    x = np.array([3.0, 4.0])
    dot = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(code.address("f"))
    assert dot(x.ctypes.data) == 25.0


@pytest.mark.parametrize("function", ["erf", "expit", "psi", "gammaln"])
def test_cython_function_by_signature(function):
    module = "scipy.special.cython_special"
    name = cython_symbol(module, function, "double (double)")
    code = native.compile_text(unary(name, more=", i32 0"), ["f"])
    expected = float(getattr(special, function)(0.75))
    assert math.isclose(call(code, "f", 0.75), expected, rel_tol=1e-15)


@pytest.mark.parametrize(
    ("function", "signature", "count"),
    [("erf", None, 2), ("erf", "float (float)", 0), ("no_such_function", None, 0)],
)
def test_cython_function_must_be_the_only_one(function, signature, count):
    with pytest.raises(NativeError, match=f"{count} functions match"):
        cython_symbol("scipy.special.cython_special", function, signature)


def test_arrays_belong_to_the_text(linker):
    text = """
    @data = external global i8
    define double @f(double %x) {
      %y = load double, ptr @data
      %z = fadd double %x, %y
      ret double %z
    }
    """
    codes = [
        native.compile_text(text, ["f"], arrays={"data": np.full(1, k)}, linker=linker)
        for k in (1.0, 2.0)
    ]
    gc.collect()
    assert [call(code, "f", 0.5) for code in codes] == [1.5, 2.5]
    with pytest.raises(NativeError, match="undefined symbols: data"):
        native.compile_text(text, ["f"], linker=linker)


def test_arrays_are_freed_with_the_code():
    text = "@data = external global i8\n" + EXP.format(name="f")
    array = np.zeros(3)
    alive = weakref.ref(array)
    code = native.compile_text(text, ["f"], arrays={"data": array})
    again = native.load_object(code.object_bytes, ["f"], code.imports, {"data": array})
    del array
    gc.collect()
    assert alive() is not None
    del code, again
    gc.collect()
    assert alive() is None


# -- refusals ----------------------------------------------------------------------


def test_grammar_error_shows_the_lines_around_it(linker):
    text = EXP.format(name="f").replace("double %y, 0.25", "double %nowhere, 0.25")
    with pytest.raises(NativeError) as caught:
        native.compile_text(text, ["f"], linker=linker)
    assert "undefined value '%nowhere'" in str(caught.value)
    assert "     3    %y = call double @exp(double %x)" in str(caught.value)


def test_text_that_is_no_llvm(linker):
    with pytest.raises(NativeError, match="expected top-level entity"):
        native.compile_text("no LLVM", ["f"], linker=linker)


INVALID = {
    "does not dominate": """
    define double @f(i1 %c, double %x) {
      br i1 %c, label %left, label %right
    left:
      %a = fadd double %x, %x
      br label %right
    right:
      ret double %a
    }
    """,
    "PHINode": """
    define double @f(i1 %c, double %x) {
    entry:
      br i1 %c, label %left, label %right
    left:
      br label %right
    right:
      %a = phi double [%x, %left]
      ret double %a
    }
    """,
    "incompatible signature": """
    define double @f(double %x) {
      %y = call double @llvm.exp.f64(double %x)
      ret double %y
    }
    declare double @llvm.exp.f64(float)
    """,
}


@pytest.mark.parametrize("match", INVALID)
def test_invalid_code_is_refused(linker, match):
    with pytest.raises(NativeError, match=match):
        native.compile_text(INVALID[match], ["f"], linker=linker)


def test_all_is_usable_after_a_refusal(linker):
    with pytest.raises(NativeError):
        native.compile_text("no LLVM", ["f"], linker=linker)
    code = native.compile_text(EXP.format(name="f"), ["f"], linker=linker)
    assert call(code, "f", 0.0) == 1.25


@pytest.mark.parametrize("step", ["parse_assembly", "create_mcjit_compiler"])
def test_all_is_usable_after_an_interrupt(monkeypatch, step):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    linker = EngineLinker()
    with monkeypatch.context() as patch:
        patch.setattr(ll, step, interrupt)
        with pytest.raises(KeyboardInterrupt):
            native.compile_text(EXP.format(name="f"), ["f"], linker=linker)
    code = native.compile_text(EXP.format(name="f"), ["f"], linker=linker)
    assert call(code, "f", 0.0) == 1.25


def test_interrupt_waits_for_the_end():
    steps = []

    def work():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            steps.append("goes on")
        steps.append("does not come here")

    usual = signal.default_int_handler
    before = signal.signal(
        signal.SIGINT, usual
    )  # ignored by what runs in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert steps == ["goes on"]
        assert signal.getsignal(signal.SIGINT) is usual
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_handlers_of_interrupts_are_left_alone():
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with uninterrupted():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)


# -- the target --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        ("+avx512f,+avx512dq,+avx512vl,+avx2,+fma", (512, 32, True, True)),
        ("+avx512f,-avx512dq,+avx2,+fma", (512, 32, True, False)),
        ("-avx512f,+avx2,+fma", (256, 16, True, False)),
        ("+avx,-avx2,-fma", (128, 8, False, False)),
        ("", (128, 8, False, False)),
    ],
)
def test_targets(features, expected):
    target = Target(triple="x86_64-unknown-linux-gnu", cpu="any", features=features)
    assert expected == (
        target.vector_bits,
        target.double_lanes,
        target.fused,
        target.has_dq,
    )


def test_other_processors_fuse_and_convert():
    target = Target(triple="aarch64-apple-darwin", cpu="apple-m1", features="+neon")
    assert (target.vector_bits, target.fused, target.has_dq) == (128, True, True)


def test_host_is_this_machine():
    assert host().cpu == ll.get_host_cpu_name()
    assert host() is host()
