"""NumPy as it stands: arrays that it makes hold traced values, its functions take lists."""

import cmath
import importlib.util
import math
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse
from numpy import empty, full, zeros

import functrace as ft

_PATH = Path(__file__).parents[1] / "_elsewhere.py"
_SPEC = importlib.util.spec_from_file_location("elsewhere", _PATH)
elsewhere = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(elsewhere)

GRID = np.linspace(0.2, 1.0, 4)
WEIGHTS = np.array([1.0, -2.0, 0.5, 3.0])
MASK = np.array([True, False, True, True])
X = np.array([0.7, 1.3, -0.4, 0.9])


def differences(f, x):
    """Central differences of order 4."""
    steps = 1e-3 * np.eye(x.size)
    near = [(f(x + h) - f(x - h)) / 2e-3 for h in steps]
    far = [(f(x + 2 * h) - f(x - 2 * h)) / 4e-3 for h in steps]
    return (4 * np.array(near) - np.array(far)) / 3


def check(f, x=X):
    expected = differences(f, x)
    np.testing.assert_allclose(ft.grad(f)(x), expected, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(x), expected, rtol=1e-7, atol=1e-9)
    forward = ft.jacfwd(f)(x)
    np.testing.assert_allclose(forward, expected, rtol=1e-7, atol=1e-9)
    batch = ft.vmap(f)(np.stack([x, 0.5 * x]))
    np.testing.assert_allclose(batch, [f(x), f(0.5 * x)], rtol=1e-12)
    assert type(f(x)) in (float, np.float64)  # nothing stays behind


# -- arrays of every origin, written to in every way -----------------------------------

MAKE_FOUR, FULL_OF_FOUR = partial(np.zeros, 4), partial(np.full, 4)
MADE = {
    "zeros": lambda: np.zeros(4),
    "ones": lambda: np.ones(4),
    "full": lambda: np.full(4, 2.0),
    "zeros with names": lambda: np.zeros(shape=(4,), dtype=float),
    "eye": lambda: np.eye(4)[1],
    "identity": lambda: np.identity(4)[2],
    "tri": lambda: np.tri(4)[2],
    "arange": lambda: np.arange(4.0),
    "linspace": lambda: np.linspace(0, 1, 4),
    "logspace": lambda: np.logspace(0, 1, 4),
    "geomspace": lambda: np.geomspace(1, 2, 4),
    "zeros_like": lambda: np.zeros_like(GRID),
    "ones_like": lambda: np.ones_like(GRID),
    "full_like": lambda: np.full_like(GRID, 3.0),
    "array": lambda: np.array([1.0, 2.0, 3.0, 4.0]),
    "asarray": lambda: np.asarray([1.0, 2.0, 3.0, 4.0]),
    "array of an array": lambda: np.array(GRID),
    "copy": lambda: np.copy(GRID),
    "method copy": lambda: GRID.copy(),
    "astype": lambda: np.arange(4).astype(float),
    "arithmetic": lambda: GRID * 2.0,
    "division": lambda: 1.0 / GRID,
    "negation": lambda: -GRID,
    "ufunc": lambda: np.sin(GRID),
    "repeat": lambda: np.repeat(GRID[:2], 2),
    "tile": lambda: np.tile(GRID[:2], 2),
    "concatenate": lambda: np.concatenate([GRID[:2], GRID[:2]]),
    "where": lambda: np.where(MASK, GRID, 0.0),
    "outer": lambda: np.outer(GRID, GRID)[1],
    "meshgrid": lambda: np.meshgrid(GRID, GRID)[0][1],
    "random": lambda: np.random.default_rng(0).normal(size=4) * 1.0,
    "from import": lambda: zeros(4),
    "from import, full": lambda: full(4, 1.5),
    "another module": lambda: elsewhere.buffer(4),
    "another module, from import": lambda: elsewhere.imported_buffer(4),
    "a method": lambda: elsewhere.Grid(4).buffer(),
    "star arguments": lambda: np.zeros(*[4], dtype=float),
    "a local name": lambda make=np.zeros: make(4),
    "a partial application": lambda: MAKE_FOUR(),
    "a partial application, in Python": lambda: FULL_OF_FOUR(1.5),
    "map": lambda: list(map(np.array, [GRID, [1.0, 2.0, 3.0, 4.0]]))[1],
    "map of a function in Python": lambda: next(map(np.ones, [4])),
    "map of a ufunc": lambda: next(map(np.sin, [GRID])),
    "map of a method": lambda: next(map(np.ndarray.copy, [GRID])),
    "a condition among the arguments": lambda: np.zeros(4 if MASK[0] else 3),
    "a list": lambda: [np.zeros(4) for _ in range(2)][1],
}

EMPTY = {
    "empty": lambda: np.empty(4),
    "empty_like": lambda: np.empty_like(GRID),
    "from import": lambda: empty((2, 4))[1],
}


def write_elements(u, x):
    u[0] = x[0] ** 2
    u[-1] = x[1] * u[0]
    return u


def write_slice(u, x):
    u[1:3] = x[:2] * x[2:]
    u[0] = u[1] ** 2
    return u


def write_mask(u, x):
    u[MASK] = x[MASK] ** 3
    return u


def write_places(u, x):
    u[[0, 2]] = x[1:3] * 2
    return u


def write_view(u, x):
    part = u[1:]
    part[:2] = x[:2] ** 2
    u[1] *= x[3]
    return part


def write_reshaped(u, x):
    square = u.reshape(2, 2)
    square[0, 1] = x[0] ** 2
    square.T[0, 1] = x[1]
    return u


def add_in_place(u, x):
    u += x**2
    u *= x[0]
    return u


def out_argument(u, x):
    np.multiply(x, x, out=u)
    np.add(u, x[0], u)
    return u


def copyto(u, x):
    np.copyto(u, x**2)
    return u


def fill(u, x):
    u.fill(x[0] ** 2)
    return u


def flat(u, x):
    u.flat[1] = x[0] ** 2
    return u


def swap(u, x):
    u[:] = x
    u[0], u[1] = u[1] ** 2, u[0]
    return u


WRITES = [
    *(write_elements, write_slice, write_mask, write_places, write_view),
    *(write_reshaped, add_in_place, out_argument, copyto, fill, flat, swap),
]


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_arrays_of_every_origin(make):
    def f(x):
        return np.sum(WEIGHTS * write_elements(make(), x))

    check(f)


@pytest.mark.parametrize("make", EMPTY.values(), ids=EMPTY)
def test_arrays_that_are_empty_at_first(make):
    def f(x):
        u = make()
        u[:] = 0.5
        return np.sum(WEIGHTS * write_elements(u, x))

    check(f)


@pytest.mark.parametrize("make", [np.zeros, np.ones], ids=["zeros", "ones"])
@pytest.mark.parametrize("write", WRITES)
def test_writes_of_every_kind(write, make):
    def f(x):
        u = make(4)
        written = write(u, x)
        return np.sum(WEIGHTS * u) + np.sum(written**2)

    check(f)


@pytest.mark.parametrize("dtype", ["f4", "c8", "c16", "i8"])
def test_dtypes_are_numpys(dtype):
    def f(x):
        u = np.zeros(4, dtype)
        u[1:] = x[1:].astype(dtype)
        return np.abs(u * u).sum().astype(float)

    at = X + 2
    assert ft.eval_shape(f, at).dtype == np.float64
    got, expected = ft.grad(f)(at), [0, *(2 * at[1:])] if dtype != "i8" else [0] * 4
    np.testing.assert_allclose(got, expected, rtol=1e-6)


def test_arrays_without_dimensions():
    def f(x):
        u, v = np.zeros(()), np.empty(())
        u[...] = x[0] ** 2
        u += x[1]
        np.multiply(u, x[2], out=v)
        return u * v

    check(f)


# -- lists and tuples of traced values -------------------------------------------------

LISTS = {
    "det": lambda x: np.linalg.det(np.array([[x[0], 1.0], [0.3, x[1]]])),
    "det of lists": lambda x: np.linalg.det([[x[0], 1.0], [0.3, x[1]]]),
    "solve": lambda x: np.linalg.solve([[x[0], 1.0], [0.3, x[1]]], [x[2], 1.0])[0],
    "inv": lambda x: np.linalg.inv(np.array([[x[0], 1.0], [0.3, x[1]]])).sum(),
    "eigvalsh": lambda x: np.linalg.eigvalsh(np.array([[x[0], 1.0], [1.0, x[1]]]))[1],
    "norm": lambda x: np.linalg.norm([x[0], x[1]]),
    "mean": lambda x: np.mean([x[0], x[1] ** 2]),
    "mean of arrays": lambda x: np.mean([x, x**2]),
    "dot": lambda x: np.dot([x[0], 2.0], [x[1], x[2]]),
    "max": lambda x: np.max([x[0], x[1]]),
    "ufunc": lambda x: np.sum(np.exp(np.array([x[0], 0.0]))),
    "ufunc of a list": lambda x: np.sum(np.exp([x[0], 0.0])),
    "sum": lambda x: np.sum([x[i] ** 2 for i in range(3)]),
    "stack": lambda x: np.vstack([[x[0], 1.0], [2.0, x[1]]]).sum(axis=0)[0],
    "hstack": lambda x: np.hstack([x[0], [1.0, x[1]]])[2] ** 2,
    "array of arrays": lambda x: np.array([x, np.sin(x)])[1, 2],
    "asarray": lambda x: np.asarray(x)[1] ** 2,
    "asarray as float": lambda x: np.asarray(x, float)[1] ** 2,
    "asarray of a number": lambda x: np.asarray(x[0]) ** 2 * 1.0,
    "atleast_1d": lambda x: np.atleast_1d(x[0])[0] ** 2,
    "float64": lambda x: np.float64(x[0]) ** 2,
    "float": lambda x: float(x[0]) ** 2,
    "complex": lambda x: (complex(x[0]) * (1 + 2j) * x[1]).imag,
    "a growing list": lambda x: np.array([x[0] ** k for k in range(4)])[3],
    "where of lists": lambda x: np.where([True, False], [x[0], 1.0], [x[1], x[2]])[1],
    "method of a plain array": lambda x: GRID.dot(x),
    "clip of a plain array": lambda x: GRID.clip(x[0] / 2, 2.0).sum(),
}


@pytest.mark.parametrize("f", LISTS.values(), ids=LISTS)
def test_lists_of_traced_values(f):
    check(lambda x: f(x) * 1.0)


# -- math and cmath --------------------------------------------------------------------

_UNIT = ("acos", "asin", "atanh")
_UNARY = [
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh"),
    *("degrees", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "gamma", "lgamma"),
    *("log", "log10", "log1p", "log2", "radians", "sin", "sinh", "sqrt", "tan", "tanh"),
]
SEVERAL = {
    "atan2": lambda x: math.atan2(x[0], x[1]),
    "copysign": lambda x: math.copysign(x[0], -2.0),
    "dist": lambda x: math.dist(x[:2], x[2:]),
    "dist of lists": lambda x: math.dist([x[0], 1.0], (0.0, x[1])),
    "fmod": lambda x: math.fmod(x[1], x[0]),
    "frexp": lambda x: math.frexp(x[0])[0],
    "fsum": lambda x: math.fsum([x[0], 1.0, x[1] ** 2]),
    "fsum of an array": lambda x: math.fsum(x),
    "hypot": lambda x: math.hypot(x[0], x[1], 2.0),
    "ldexp": lambda x: math.ldexp(x[0], 3),
    "log to a base": lambda x: math.log(x[0], x[1] + 1),
    "modf": lambda x: math.modf(x[1])[0],
    "pow": lambda x: math.pow(x[0], x[1]),
    "prod": lambda x: math.prod([x[0], x[1], 2.0], start=x[3]),
    "Python's sum": lambda x: sum([x[0], x[1]], 1.0) ** 2,
    "cmath.exp": lambda x: cmath.exp(1j * x[0]).imag,
    "cmath.sqrt": lambda x: cmath.sqrt(-x[0]).imag,
    "cmath.polar": lambda x: cmath.polar(x[0] + 1j * x[1])[1],
    "cmath.rect": lambda x: cmath.rect(x[0], x[1]).real,
    "cmath.phase": lambda x: cmath.phase(x[0] + 1j * x[1]),
    "cmath.log": lambda x: cmath.log(x[0] + 1j, 2.0).real,
}


@pytest.mark.parametrize("name", [n for n in _UNARY if hasattr(math, n)])
def test_math_of_one_number(name):
    function, shift = getattr(math, name), 0.0 if name in _UNIT else 1.2
    check(lambda x: function(x[0] + shift) * 1.0 + 0 * x[1])


@pytest.mark.parametrize("f", SEVERAL.values(), ids=SEVERAL)
def test_math_of_several_numbers(f):
    check(lambda x: f(x) * np.float64(1.0))


@pytest.mark.parametrize(
    "f",
    [
        lambda n: math.pow(n, -1),
        lambda n: math.pow(n, 2),
        lambda n: math.fmod(n, 2),
        lambda n: math.ldexp(n, 2),
        lambda n: math.ldexp(1.5, n),
        lambda n: math.fsum([n, 1]),
        lambda n: math.hypot(n, 4),
        lambda n: cmath.sqrt(-n).imag,
    ],
)
def test_math_makes_floats_of_integers(f):
    got = ft.jit(f)(3)
    assert type(got) is np.float64
    assert got == pytest.approx(f(3), rel=1e-15)


def test_math_refuses_what_it_refuses():
    with pytest.raises(ValueError, match=r"domain|negative|positive"):
        ft.grad(lambda x: math.sqrt(-x))(1.0)
    with pytest.raises(TypeError):
        ft.grad(lambda x: math.sin(np.stack([x, x])).sum())(1.0)
    with pytest.raises(TypeError):
        ft.grad(lambda x: math.sin(x + 1j).real)(1.0)
    assert ft.grad(lambda x: x * math.isfinite(x))(2.0) == 1.0


# -- what is still refused, and what is left alone -------------------------------------


def test_arrays_from_outside_are_refused():
    outside = np.zeros(4)

    def f(x):
        outside[0] = x[0]
        return outside.sum()

    for transform in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        with pytest.raises((TypeError, ValueError)):
            transform(f)(X)
    assert not outside.any()


def test_a_view_of_an_array_from_outside_is_written_through():
    outside = np.zeros((2, 2))

    def f(x):
        np.asarray(outside)[0, 0] = 5.0
        np.transpose(outside)[0, 1] = 7.0
        return x[0]

    ft.grad(f)(X)
    assert outside.tolist() == [[5.0, 0.0], [7.0, 0.0]]


def test_code_in_c_gets_arrays():
    """Cython casts what numpy.empty returns without a look at it."""

    def f(x):
        rng = np.random.default_rng(3)
        noise = np.empty(3) * 0 + rng.normal(size=3)
        mixed = rng.permutation(np.arange(4.0))
        matrix = scipy.sparse.csr_matrix(np.eye(4))
        factor = scipy.linalg.cholesky(np.eye(4) * 4.0)
        return noise.sum() * x[0] + matrix.sum() * factor[0, 0] * x[1] + mixed[0] * x[2]

    check(f)


def test_nested_transforms():
    def f(x):
        u = np.zeros(4)
        u[0] = x[0] ** 3
        return u.sum()

    def g(x):
        u = np.zeros(4)
        u[:2] = ft.grad(f)(x)[:2] ** 2
        return u.sum()

    check(g)
    np.testing.assert_allclose(ft.hessian(f)(X)[0, 0], 6 * X[0])
    jitted = ft.jit(f)
    np.testing.assert_allclose(ft.grad(lambda x: jitted(x) ** 2)(X)[0], 6 * X[0] ** 5)


def test_instances():
    def f(x):
        assert isinstance(x, np.ndarray)
        assert isinstance(x[0], float)
        assert isinstance(x[0], np.floating)
        assert isinstance(np.zeros(2), np.ndarray)
        assert not isinstance(x, float)
        return x[0]

    ft.grad(f)(X)
    ft.jit(f)(X)
