"""Code for other processors than the newest: it is run where this machine can."""

import math

import numpy as np
import pytest

from benchmarks.accuracy._functions import functions, loop_text
from benchmarks.accuracy._machines import MACHINES, program, reason_against
from functrace.compiler.machine.emit import emit_object
from functrace.compiler.machine.native import NativeError
from functrace.compiler.machine.target import host
from functrace.compiler.math import vecmath
from functrace.compiler.notation.routine import Routine, definitions

OTHERS = [name for name in MACHINES if name != "host"]
SHAPES = {  # bits of registers, fused multiply-add, conversions of 64-bit integers, lanes
    "avx512": (512, True, True, 32),
    "avx2": (256, True, False, 16),
    "sse2": (128, False, False, 8),
    "aarch64": (128, True, True, 8),
}
ELF_MACHINES = {"x86_64": 62, "aarch64": 183}


@pytest.mark.parametrize("isa", OTHERS)
def test_shapes(isa):
    target = MACHINES[isa]
    found = target.vector_bits, target.fused, target.has_dq, target.double_lanes
    assert found == SHAPES[isa]


def test_formulas_depend_on_the_machine():
    requests = [(vecmath.exp, "f64", 4)]
    texts = {isa: definitions(requests, MACHINES[isa])[0] for isa in ("avx2", "sse2")}
    assert "llvm.fma" in texts["avx2"]
    assert "llvm.fma" not in texts["sse2"]


def test_definitions_leave_out_what_is_known():
    twice = Routine("twice", lambda b, x: vecmath.exp(b, x) * 2.0, cost=21)
    requests = [(twice, "f64", 4)]
    text, defined = definitions(requests, host(), lambda r: r[0] is vecmath.exp)
    assert defined == requests
    assert "declare <4 x double> @ft_exp_f64_v4" in text


@pytest.mark.parametrize("isa", ["avx2", "aarch64"])
def test_objects_are_for_their_machine(isa):
    text = loop_text(functions("f64")["exp"], "f64", 8, MACHINES[isa])
    data = emit_object(text, ["loop"], MACHINES[isa])
    machine = MACHINES[isa].triple.split("-")[0]
    if data[:4] == b"\x7fELF":
        assert int.from_bytes(data[18:20], "little") == ELF_MACHINES[machine]


def test_objects_of_invalid_text_are_refused():
    with pytest.raises(NativeError, match="does not define"):
        emit_object("", ["loop"], MACHINES["aarch64"])


@pytest.mark.parametrize("isa", OTHERS)
@pytest.mark.parametrize("kind", ["f64", "f32"])
def test_values_are_those_of_numpy(isa, kind, rng):
    if reason := reason_against(isa):
        pytest.skip(reason)
    dtype, lanes = {"f64": np.float64, "f32": np.float32}[kind], 8
    x = rng.uniform(-5, 5, 64).astype(dtype)
    for name in ("exp", "sin", "erf") if kind == "f64" else ("exp", "sin"):
        function = functions(kind)[name]
        run = program(loop_text(function, kind, lanes, MACHINES[isa]), isa)
        (got,) = run([x], 1)
        wanted = np.vectorize(_DOUBLE[name])(x.astype(np.float64))
        np.testing.assert_allclose(got, wanted, rtol=4 * np.finfo(dtype).eps)


_DOUBLE = {"exp": np.exp, "sin": np.sin, "erf": math.erf}


@pytest.mark.parametrize("isa", OTHERS)
def test_complex_values_are_those_of_numpy(isa, rng):
    if reason := reason_against(isa):
        pytest.skip(reason)
    x, y = rng.normal(size=(2, 64))
    function = functions("c64")["asin"]
    run = program(loop_text(function, "c64", 4, MACHINES[isa]), isa)
    real, imag = run([x, y], 2)
    np.testing.assert_allclose(real + 1j * imag, np.arcsin(x + 1j * y), rtol=1e-14)
