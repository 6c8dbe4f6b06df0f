"""Functions of complex numbers against mpmath, in ulp of the magnitude, and NumPy."""

from __future__ import annotations

import functools
import math

import mpmath
import numpy as np
import pytest

from functrace.compiler.math import complexmath
from tests._kernel import MULTIPLE, compile_kernels, make_kernel

mp = mpmath.MPContext()
mp.prec = 200
NUMPY = {name: getattr(np, name, None) for name in complexmath.__all__} | {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
}
EXACT = {name: getattr(mp, name, None) for name in complexmath.__all__} | {
    "absolute": abs,
    "divide": lambda x, y: x / y,
    "exp2": lambda x: mp.power(2, x),
    "log1p": lambda x: mp.log(1 + x),
    "log2": lambda x: mp.log(x) / mp.log(2),
    "log10": lambda x: mp.log(x) / mp.log(10),
    "reciprocal": lambda x: 1 / x,
    "sign": lambda x: x / abs(x),
    "sinc": lambda x: mp.sin(mp.pi * x) / (mp.pi * x),
}
BINARY = ("divide", "power")
DTYPES = [np.complex128, np.complex64]
LIMIT = 4.0  # ulp


@functools.cache
def kernels(dtype, lanes):
    real = np.dtype(f"f{np.dtype(dtype).itemsize // 2}")
    found = [
        make_kernel(
            name,
            getattr(complexmath, name),
            [dtype] * (2 if name in BINARY else 1),
            [real if name == "absolute" else dtype],
            lanes,
        )
        for name in complexmath.__all__
    ]
    compile_kernels(found)
    return {kernel.name: kernel for kernel in found}


def evaluate(name, dtype, *arrays, lanes=8):
    arrays = np.broadcast_arrays(*(np.ravel(a).astype(dtype) for a in arrays))
    n = arrays[0].size
    padded = [np.concatenate([a, np.ones(-n % MULTIPLE, dtype)]) for a in arrays]
    return kernels(dtype, lanes)[name](*padded)[0][:n]


# -- accuracy --------------------------------------------------------------------------


def plane(rng, n, bits):
    """Numbers of all arguments, and magnitudes up to some power of two."""
    size = 2.0 ** rng.uniform(-bits, bits, n)
    x = size * np.exp(1j * rng.uniform(-np.pi, np.pi, n))
    return np.where(rng.random(n) < 0.2, x.real + 1e-9j * x.imag, x)


def around(rng, n, *centers):
    """Numbers closer and closer to some."""
    return rng.choice(centers, n) + plane(rng, n, 1) * 2.0 ** rng.uniform(-30, -1, n)


def points(name, dtype, rng):
    bits = 12 if dtype == np.complex64 else 60
    bits = {"expm1": 5, "sinh": 5, "cosh": 5, "sin": 5, "cos": 5, "sinc": 5}.get(
        name, bits
    )
    circle = np.exp(1j * rng.uniform(-np.pi, np.pi, 24)) * (1 + 1e-5 * rng.random(24))
    shift = -1 if name == "log1p" else 0
    bits = 6 if name in {"exp", "exp2"} else bits
    return np.concatenate(
        [plane(rng, 40, bits), circle + shift, around(rng, 40, 1, -1, 1j, -1j)]
    ).astype(dtype)


def ulps(got, exact, dtype):
    digits, least = (53, -1074) if dtype == np.complex128 else (24, -149)
    size = abs(exact)
    ulp = mp.ldexp(1, max(mp.frexp(size)[1] - digits, least) if size else least)
    return float(abs(mp.mpmathify(complex(got)) - exact) / ulp)


def worst(name, dtype, *arrays, lanes=8):
    got = evaluate(name, dtype, *arrays, lanes=lanes)
    rows = zip(*(a.tolist() for a in arrays), strict=True)
    exact = [EXACT[name](*map(mp.mpmathify, row)) for row in rows]
    found = [ulps(g, e, dtype) for g, e in zip(got, exact, strict=True)]
    place = int(np.argmax(found))
    return found[place], [a[place] for a in arrays]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", [n for n in complexmath.__all__ if n not in BINARY])
def test_errors(name, dtype, rng):
    x = points(name, dtype, rng)
    assert worst(name, dtype, x)[0] < (2.5 if name == "sinc" else LIMIT)


@pytest.mark.parametrize("lanes", [0, 8])
def test_errors_of_large_and_small_sinc(lanes, rng):
    heights = [1e-300, 1e-10, 3, 100, 225, 227]
    x = rng.uniform(-30, 30, 60) + 1j * rng.choice(heights, 60)
    x[::4] = np.rint(x[::4].real) + 1j * x[::4].imag
    with mp.workprec(2300):
        assert worst("sinc", np.complex128, x, lanes=lanes)[0] < 2.5


def test_scalars_are_as_accurate(rng):
    x = points("asin", np.complex128, rng)
    assert worst("asin", np.complex128, x, lanes=0)[0] < LIMIT


@pytest.mark.parametrize("dtype", DTYPES)
def test_errors_of_quotients(dtype, rng):
    bits = 60 if dtype == np.complex64 else 500
    x, y = (plane(rng, 100, bits).astype(dtype) for _ in range(2))
    assert worst("divide", dtype, x, y)[0] < LIMIT


@pytest.mark.parametrize(
    ("bits", "growth", "turns"), [(3, 20, 10), (800, 700, 30), (1, 300, 1e6)]
)
def test_errors_of_powers(bits, growth, turns, rng):
    x = plane(rng, 80, bits)
    exponent = rng.uniform(-growth, growth, 80) + 1j * rng.uniform(-turns, turns, 80)
    bound = 1 + np.max(np.abs(exponent)) / 100
    assert worst("power", np.complex128, x, exponent / np.log(x))[0] < bound


def test_errors_of_other_powers(rng):
    x, y = plane(rng, 60, 3), plane(rng, 60, 2)
    x, y = x.astype(np.complex64), y.astype(np.complex64)
    assert worst("power", np.complex64, x, y)[0] < 1
    whole = rng.integers(-9, 10, 60).astype(complex)
    assert worst("power", np.complex128, x, whole)[0] < 20


EXTREME = [1e308, 1e300, 1e155, 1e-155, 1e-300, 3e-310, 5e-324]


@pytest.mark.parametrize(
    "name",
    [
        *("acos", "acosh", "asin", "asinh", "atan", "atanh"),
        *("absolute", "log", "log1p", "log2", "log10", "reciprocal", "sign", "sqrt"),
    ],
)
def test_neither_overflow_nor_underflow(name):
    sizes = [*EXTREME, 1.0, 0.3]
    x = np.array([complex(a, b) for a in sizes for b in sizes])
    if name == "reciprocal":
        x = x[np.maximum(x.real, x.imag) > 1e-307]
    if name == "absolute":
        x = x / 2
    with mp.workprec(2300):
        assert worst(name, np.complex128, x)[0] < LIMIT


@pytest.mark.parametrize(
    ("name", "operands"),
    [
        ("divide", (1e308 + 1e308j, 1e308 + 1e308j)),
        ("divide", (1e-320 + 1e-320j, 1e-320 + 1e-320j)),
        ("divide", (1e300 + 1j, 1e-8 + 0j)),
        ("divide", (-1.6e299 + 1.5j, 1e-198 + 6e-309j)),
        ("divide", (1e-198 + 6e-309j, -1.6e299 + 1.5j)),
        ("exp", (720 + 1e-300j,)),
        ("exp", (1400 + 5e-324j,)),
        ("sin", (5e-309 + 1400j,)),
        ("sinh", (-1453 + 5e-324j,)),
        ("expm1", (800 + 1e-200j,)),
        ("exp2", (1030 + 1e-310j,)),
        ("sqrt", (1e200 + 1e-200j,)),
        ("power", (1e200 + 1e200j, -1.5 + 0j)),
        ("power", (1e-100 + 1e-100j, -3 + 0j)),
        ("power", (1e-110 + 1e-110j, 3 + 0j)),
    ],
)
def test_parts_overflow_alone(name, operands):
    with mp.workprec(2300):
        exact = EXACT[name](*map(mp.mpmathify, operands))
    got = evaluate(name, np.complex128, *operands)[0]
    for part, wanted in (got.real, exact.real), (got.imag, exact.imag):
        assert part == pytest.approx(float(wanted), rel=1e-12, abs=5e-324)


# -- special values --------------------------------------------------------------------

PARTS = [0.0, -0.0, 1.0, -1.0, 2.0, -0.5, math.inf, -math.inf, math.nan]
SPECIAL = np.array([complex(x, y) for x in PARTS for y in PARTS])


def agree(got, want, other):
    """Whether parts are the same; beside NaN and infinity, C99 leaves signs open."""
    signed = np.isfinite(other) & (other != 0)
    near = np.isclose(got, want, rtol=1e-5, atol=1e-15) & (want != 0)
    same = (got == want) & ((np.signbit(got) == np.signbit(want)) | ~signed)
    open_sign = ~np.isfinite(other) & (np.abs(got) == np.abs(want))
    return near | same | open_sign | (np.isnan(got) & np.isnan(want))


def assert_as_numpy(name, dtype, *arrays):
    arrays = [a.astype(dtype) for a in arrays]
    with np.errstate(all="ignore"):
        want = NUMPY[name](*arrays)
        got = evaluate(name, dtype, *arrays)
        right = agree(got.real, want.real, want.imag)
        right &= agree(got.imag, want.imag, want.real)
    rows = [(*(a[i] for a in arrays), got[i], want[i]) for i in np.flatnonzero(~right)]
    assert not rows


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", sorted({*complexmath.__all__} - {*BINARY, "sinc"}))
def test_special_values_are_those_of_numpy(name, dtype):
    assert_as_numpy(name, dtype, SPECIAL)


def test_sinc_of_special_values():
    got = evaluate("sinc", np.complex128, SPECIAL)
    with np.errstate(all="ignore"):
        want = np.sinc(SPECIAL)
    np.testing.assert_array_equal(np.isfinite(got), np.isfinite(want))
    finite = np.isfinite(want)
    np.testing.assert_allclose(got[finite], want[finite], rtol=1e-14, atol=1e-15)


def test_quotients_of_special_values_are_those_of_numpy():
    x, y = np.meshgrid(SPECIAL, SPECIAL)
    assert_as_numpy("divide", np.complex128, x.ravel(), y.ravel())


@pytest.mark.slow
def test_powers_of_finite_numbers_are_those_of_numpy():
    finite = SPECIAL[np.isfinite(SPECIAL)]
    x, y = (a.ravel() for a in np.meshgrid(finite, finite))
    with np.errstate(all="ignore"):
        want = x**y
    np.testing.assert_allclose(evaluate("power", x.dtype, x, y), want, rtol=1e-14)


def test_signs_of_zeros_tell_the_sides_of_cuts_apart():
    x = np.array([2 + 0j, complex(2, -0.0), complex(-2, 0.0), complex(-2, -0.0)])
    for name in ("acos", "acosh", "asin", "atanh", "log", "sqrt"):
        got, want = evaluate(name, np.complex128, x), NUMPY[name](x)
        np.testing.assert_allclose(got.imag, want.imag, rtol=1e-15)
        np.testing.assert_array_equal(np.signbit(got.imag), np.signbit(want.imag))
    y = np.array([2j, complex(-0.0, 2), complex(0.0, -2), complex(-0.0, -2)])
    for name in ("asinh", "atan"):
        got, want = evaluate(name, np.complex128, y), NUMPY[name](y)
        np.testing.assert_allclose(got.real, want.real, rtol=1e-15)
