"""Ufuncs on tracers: values and dtypes, edges of the domains, keywords, methods."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import aval_of
from functrace.core.dispatch import UFUNCS
from functrace.core.recording import recording
from functrace.core.tracer import Tracer
from tests.systematic._laws import abstract, pull, variable

ALL = sorted(
    {u for u in vars(np).values() if isinstance(u, np.ufunc)}, key=lambda u: u.__name__
)
PLAIN = [u for u in ALL if u in UFUNCS and u.signature is None]
OPERANDS = [
    np.array([0.3, 0.6, 0.9]),
    np.array([0.3, 0.6, 0.9], np.float32),
    np.array([0.3 + 0.1j, 0.6j, -0.9]),
    np.array([0.3 + 0.1j, 0.6j, -0.9], np.complex64),
    np.array([1, 2, 3]),
    np.array([1, 2, 3], np.uint8),
    np.array([True, False, True]),
    np.float64(0.4),
    2,
    0.5,
    0.5 + 0.25j,
    True,
]


def plain(value):
    return value.value if isinstance(value, Tracer) else value


def test_every_ufunc_of_numbers_is_traced():
    missing = [u.__name__ for u in ALL if u not in UFUNCS]
    assert missing == ["isnat"]


@pytest.mark.parametrize("ufunc", PLAIN, ids=lambda u: u.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_value_and_dtype(ufunc):
    """As NumPy's for every pair of dtypes, on concrete and on abstract tracers."""
    for x in OPERANDS:
        for y in OPERANDS if ufunc.nin == 2 else [x]:
            operands = (x, y)[: ufunc.nin]
            if not any(map(is_array, operands)):
                continue
            try:
                expected = ufunc(*operands)
            except TypeError:
                with pytest.raises((TypeError, AttributeError)):
                    ufunc(*(variable(o) if is_array(o) else o for o in operands))
                continue
            except (ValueError, OverflowError):
                continue
            assert_as(ufunc, operands, expected)


def is_array(value):
    return isinstance(value, (np.ndarray, np.generic))


def assert_as(ufunc, operands, expected):
    expected = expected if ufunc.nout > 1 else (expected,)
    for make in (variable, abstract):
        outs = ufunc(*(make(o) if is_array(o) else o for o in operands))
        outs = outs if ufunc.nout > 1 else (outs,)
        for out, value in zip(outs, expected, strict=True):
            assert aval_of(out) == aval_of(value), (ufunc, operands)
            if make is variable:  # operators may choose another kernel
                eps = np.finfo(value.dtype).eps if value.dtype.kind in "fc" else 0
                np.testing.assert_allclose(plain(out), value, rtol=eps, atol=eps)


# -- edges -----------------------------------------------------------------------------


def gradient(function, *args):
    """Gradient of the sum, without a warning on the way."""
    grad = ft.grad(lambda *args: np.sum(function(*args)), tuple(range(len(args))))
    return [np.asarray(g).tolist() for g in grad(*args)]


ZERO = np.zeros(1)
ONE = np.ones(1)


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (lambda x: x**0, (ZERO,), [[0.0]]),
        (lambda x: x**1, (ZERO,), [[1.0]]),
        (lambda x: x**2, (ZERO,), [[0.0]]),
        (lambda x: x**3.0, (ZERO,), [[0.0]]),
        (lambda x: x**-2, (-ONE,), [[2.0]]),
        (lambda x: x ** np.array([0, 2]), (np.zeros(2),), [[0.0, 0.0]]),
        (lambda x: x ** np.array([0, 2], np.uint8), (np.ones(2),), [[0.0, 2.0]]),
        (lambda x, y: x**y, (ZERO, ZERO), [[0.0], [0.0]]),
        (lambda x, y: x**y, (ZERO, ONE), [[1.0], [0.0]]),
        (lambda x, y: x**y, (ZERO, 2 * ONE), [[0.0], [0.0]]),
        (lambda x, y: x**y, (-ONE, 2 * ONE), None),
        (lambda y: 0**y, (ONE,), [[0.0]]),
        (lambda y: 0.0**y, (ZERO,), [[0.0]]),
        (np.float_power, (ZERO, 2 * ONE), [[0.0], [0.0]]),
        (np.hypot, (ZERO, ZERO), [[0.0], [0.0]]),
        (np.hypot, (1e-200 * ONE, ZERO), [[1.0], [0.0]]),
        (np.arctan2, (ZERO, ZERO), [[0.0], [0.0]]),
        (np.arctan2, (ZERO, 2.0**-600 * ONE), [[2.0**600], [0.0]]),
        (np.abs, (ZERO,), [[0.0]]),
        (np.fabs, (ZERO,), [[0.0]]),
        (lambda x: np.abs(x + 0j), (ZERO,), [[0.0]]),
        (np.logaddexp, (-np.inf * ONE, ONE), [[0.0], [1.0]]),
        (np.logaddexp, (-np.inf * ONE, -np.inf * ONE), [[0.0], [0.0]]),
        (np.logaddexp2, (-np.inf * ONE, ONE), [[0.0], [1.0]]),
        (np.logaddexp.reduce, (np.full(2, -np.inf),), [[0.0, 0.0]]),
        (np.logaddexp.reduce, (np.array([-np.inf, 1.0]),), [[0.0, 1.0]]),
        (np.sinc, (ZERO,), [[0.0]]),
        (np.copysign, (-2 * ONE, ONE), [[-1.0], [0.0]]),
        (np.heaviside, (ZERO, ONE), [[0.0], [1.0]]),
        (np.nan_to_num, (np.array([np.nan, np.inf, 2.0]),), [[0.0, 0.0, 1.0]]),
    ],
)
def test_finite_derivatives(function, args, expected):
    found = gradient(function, *args) if expected else None
    assert found == expected


def test_power_of_a_negative_base_has_a_derivative_in_the_base():
    assert gradient(lambda x: x ** np.array([2.0, 3.0]), -np.ones(2)) == [[-2.0, 3.0]]


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 2.0, np.float64(2), np.int64(3)])
def test_second_derivative_of_a_power_at_zero(exponent):
    first = ft.grad(lambda x: x**exponent)
    assert ft.grad(first)(0.0) == {2: 2.0}.get(exponent, 0.0)


def test_mixed_derivative_of_a_power_at_exponent_zero():
    """With ``x != 0`` nothing is put in place of the exponent."""
    mixed = ft.grad(ft.grad(operator.pow), 1)
    assert mixed(2.0, 0.0) == pytest.approx(0.5)


@pytest.mark.parametrize("function", [np.hypot, np.arctan2])
def test_derivatives_at_the_origin_are_zero(function):
    gradient, hessian = (
        ft.grad(lambda v: function(*v)),
        ft.hessian(lambda v: function(*v)),
    )
    np.testing.assert_array_equal(gradient(np.zeros(2)), np.zeros(2))
    np.testing.assert_array_equal(hessian(np.zeros(2)), np.zeros((2, 2)))


def test_square_root_at_zero_is_infinite():
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        assert ft.grad(np.sqrt)(0.0) == np.inf


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (np.maximum, [0.5, 0.5]),
        (np.minimum, [0.5, 0.5]),
        (np.fmax, [0.5, 0.5]),
        (np.fmin, [0.5, 0.5]),
        (lambda x, y: np.clip(x, y, None), [0.5, 0.5]),
        (lambda x, y: np.clip(x, None, y), [0.5, 0.5]),
        (lambda x, y: np.clip(x, y, y), [0.25, 0.75]),
    ],
)
def test_ties_are_shared_as_in_jax(function, expected):
    assert list(ft.grad(function, (0, 1))(2.0, 2.0)) == expected


def test_fmax_passes_the_derivative_to_what_is_not_nan():
    assert ft.grad(np.fmax, (0, 1))(np.nan, 1.0) == (0.0, 1.0)
    assert ft.grad(np.fmin, (0, 1))(1.0, np.nan) == (1.0, 0.0)


@pytest.mark.parametrize("offset", [1e-9, 1e-5, 1e-3])
def test_sinc_is_accurate_near_zero(offset):
    second = ft.grad(ft.grad(np.sinc))(offset)
    exact = -(np.pi**2) / 3 + np.pi**4 * offset**2 / 10
    assert second == pytest.approx(exact, rel=1e-11)


CUTS = [
    (np.arcsin, 1),
    (np.arccos, 1),
    (np.arctanh, 1),
    (np.arccosh, 1),
    (np.arcsinh, 1j),
    (np.arctan, 1j),
    (np.sqrt, 1),
    (np.log, 1),
    (lambda z: z**0.3, 1),
]


@pytest.mark.parametrize(("function", "axis"), CUTS)
@pytest.mark.parametrize("zero", [0.0, -0.0])
@pytest.mark.parametrize("place", [-2.0, 2.0])
def test_derivatives_on_branch_cuts(function, axis, zero, place):
    """The sign of a zero part says on which side of the cut a number lies."""
    sides = (place, zero) if axis == 1 else (zero, place)
    along = [complex(*sides) for _ in range(2)]
    along = [
        complex(s.real + (axis == 1) * h, s.imag)
        if axis == 1
        else complex(s.real, s.imag + h)
        for s, h in zip(along, (-1e-5, 1e-5), strict=True)
    ]
    slope = (
        function(np.complex128(along[1])) - function(np.complex128(along[0]))
    ) / 2e-5
    (bar,) = pull(lambda z: (function(z),), [np.complex128(complex(*sides))], [1 + 0j])
    assert bar * axis == pytest.approx(slope, rel=1e-8)


def test_sign_is_recorded_for_complex_numbers_only():
    assert not isinstance(np.sign(variable(np.ones(2))), Tracer)
    assert isinstance(np.sign(variable(np.ones(2) + 0j)), Tracer)


def test_conjugate_of_a_real_array_records_nothing():
    x = variable(np.ones(2))
    y = np.conjugate(x)
    assert y.edge is x.edge
    assert y is not x


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul])
def test_python_complex_numbers_meet_scalars(operation):
    """Python itself answers ``1j * numpy.float64(2)``, with a number of its own."""
    x = variable(np.float64(2.0))
    for out in (operation(1j, x), operation(x, 1j)):
        assert out.dtype == complex
    assert type(x == 1j) is np.bool_
    assert type(np.equal(1j, x)) is np.bool_
    assert type(1j / x) is Tracer


# -- keywords --------------------------------------------------------------------------


def test_out_that_is_an_ndarray_is_refused():
    out = np.zeros(2)
    with pytest.raises(TypeError, match="cannot be written into an ndarray") as error:
        ft.grad(lambda x: np.sum(np.sin(x, out=out)))(np.ones(2))
    assert "array.copy()" in str(error.value)
    with pytest.raises(TypeError, match="cannot be written into an ndarray"):
        ft.grad(lambda x: np.sum(operator.iadd(out, x)))(np.ones(2))


def test_out_that_is_an_ndarray_takes_what_has_no_derivative():
    out = np.zeros(2, bool)
    assert np.less(variable(np.ones(2)), 2, out=out) is out
    assert out.all()


def test_out_returns_the_handle():
    x = variable(np.ones(2))
    out = np.zeros_like(x)
    assert np.exp(x, out=out) is out
    assert out.edge is not None


def test_out_of_a_smaller_kind_is_refused():
    x = variable(np.ones(2))
    with pytest.raises(TypeError, match="same_kind"):
        np.exp(x * 1j, out=np.zeros_like(x))


def test_where_without_out_is_refused():
    with pytest.raises(ValueError, match=r"numpy.sin\(..., where=...\).*numpy.where"):
        np.sin(variable(np.ones(2)), where=np.array([True, False]))


def test_where_keeps_infinite_derivatives_out():
    x = np.array([0.0, 2.0])

    def inverse(x):
        return np.sum(np.divide(1, x, out=np.zeros_like(x), where=x != 0))

    assert ft.grad(inverse)(x).tolist() == [0.0, -0.25]

    def root(x):
        return np.sum(np.sqrt(x, out=np.zeros_like(x), where=x > 0))

    assert ft.grad(root)(4 * x).tolist() == [0.0, 0.5 / np.sqrt(8.0)]


def test_casting_is_checked():
    with pytest.raises(TypeError, match="casting"):
        np.add(variable(np.ones(2)), 1j, dtype=float)
    with pytest.raises(TypeError, match="casting"):
        np.add(variable(np.ones(2)), variable(np.ones(2, np.float32)), casting="no")


def test_signature_is_refused():
    with pytest.raises(ft.MissingRuleError, match=r"numpy.add\(..., signature=...\)"):
        np.add(variable(np.ones(2)), 1, signature="dd->d")


# -- methods ---------------------------------------------------------------------------


def test_at_needs_a_traced_array():
    with pytest.raises(TypeError, match="cannot be written into an ndarray"):
        np.add.at(np.zeros(3), [0, 0], variable(np.ones(2)))


def test_reduce_over_several_axes_of_what_is_not_reorderable():
    x = variable(np.ones((3, 3)))
    with pytest.raises(ValueError, match="not reorderable"):
        np.subtract.reduce(x, axis=(0, 1))
    with pytest.raises(ValueError, match="which has no identity"):
        np.subtract.reduce(variable(np.zeros((0, 2))))
    with pytest.raises(IndexError, match="out-of-bounds"):
        np.add.reduceat(x, [0, 3])


def test_reduce_writes_into_a_handle():
    x = variable(np.arange(6.0).reshape(2, 3))
    out = np.zeros_like(x[0])
    assert np.add.reduce(x, out=out) is out
    assert plain(out).tolist() == [3.0, 5.0, 7.0]
    assert np.logaddexp.reduce(x, out=out) is out


def test_ufuncs_that_are_not_traced_say_so():
    with pytest.raises(ft.MissingRuleError, match=r"numpy\.isnat is not supported"):
        np.isnat(variable(np.ones(2)))


# -- object arrays ---------------------------------------------------------------------


def test_ufuncs_of_object_arrays_of_tracers():
    def function(x):
        pair = np.array([x[0], 2 * x[1]], dtype=object)
        assert pair.dtype == object
        unary = np.sin(pair) + np.sqrt(pair) - np.abs(pair)
        binary = np.hypot(pair, pair[::-1]) * np.maximum(pair, 1.0)
        return np.sum(unary * x + binary)

    def expected(x):
        pair = np.stack([x[0], 2 * x[1]])
        unary = np.sin(pair) + np.sqrt(pair) - np.abs(pair)
        binary = np.hypot(pair, pair[::-1]) * np.maximum(pair, 1.0)
        return np.sum(unary * x + binary)

    x = np.array([0.7, 1.3])
    np.testing.assert_allclose(ft.grad(function)(x), ft.grad(expected)(x), rtol=1e-14)


# -- operators -------------------------------------------------------------------------


def test_in_place_operators_keep_the_dtype():
    x = variable(np.ones(2, np.float32)).copy()
    y = x
    y += np.ones(2)
    assert y is x
    assert y.dtype == np.float32


def test_in_place_operators_refuse_another_kind():
    with recording(tracing=True, complete=True):
        counts = variable(np.arange(3)).copy()
        with pytest.raises(TypeError, match="same_kind"):
            counts += 0.5
    values = variable(np.ones(2)).copy()
    with pytest.raises(TypeError, match="complex"):
        values *= 1j


def test_reflected_operators_of_arrays_scalars_and_lists():
    x = variable(np.array([1.0, 2.0]))
    for left in (np.array([3.0, 4.0]), np.float64(3), [3.0, 4.0], np.float32(3), 3):
        for operation in (operator.add, operator.sub, operator.truediv, operator.pow):
            out = operation(left, x)
            expected = operation(np.asarray(left, float), plain(x))
            assert isinstance(out, Tracer)
            np.testing.assert_array_equal(plain(out), expected)


def test_comparisons_give_plain_arrays():
    x = variable(np.array([1.0, 2.0]))
    for out in (x > 1, x <= x, x == 2, x != np.ones(2), ~(x > 1)):
        assert type(out) is np.ndarray
        assert out.dtype == bool


def test_comparison_with_what_is_not_a_number():
    x = variable(np.ones(2))
    assert (x == None).tolist() == [False, False]  # noqa: E711 - what is tested
    assert (x != "auto").tolist() == [True, True]
    assert not variable(np.float64(1.0)) == None  # noqa: E711, SIM201


def test_integers_stay_plain_unless_everything_is_recorded():
    x = variable(np.array([1.5, -2.5]))
    assert type(np.floor(x)) is np.ndarray
    assert type(x // 1) is np.ndarray
    with recording(tracing=True, complete=True):
        assert isinstance(np.floor(x), Tracer)
        assert isinstance(x > 0, Tracer)


# -- integers and booleans ---------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [lambda n: n << 2, lambda n: n >> 1, lambda n: 3 << n, lambda n: 99 >> n],
)
def test_shifts_by_operators(function):
    n = np.array([1, 2, 5])
    np.testing.assert_array_equal(ft.jit(function)(n), function(n))


def test_booleans_are_rounded_to_half_precision():
    x = np.array([True, False])
    assert ft.eval_shape(np.round, x) == ft.Aval((2,), np.round(x).dtype)
    np.testing.assert_array_equal(ft.jit(np.round)(x), np.round(x))
