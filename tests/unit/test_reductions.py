"""Reductions, running sums and sorting: kinks, masks, warnings, errors, logsumexp."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special

import functrace as ft
import functrace.numpy as fnp
from functrace.core.aval import Aval, aval_of
from functrace.core.node import Edge, Leaf
from functrace.core.tracer import Tracer
from functrace.scipy import special

NAN, INF = np.nan, np.inf
MASKED = np.array([1.0, NAN, 3.0, 2.0])
MASK = np.array([True, False, True, True])


def gradient(function, x):
    return ft.grad(function)(np.asarray(x, float))


def variable(array):
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), array)


def abstract(*shape):
    return Tracer(Edge(Leaf("variable", Aval(shape)), 0), None)


# -- kinks -----------------------------------------------------------------------------


@pytest.mark.parametrize("function", [np.max, np.min, lambda x: x.max()])
def test_tied_extrema_share_the_cotangent(function):
    np.testing.assert_array_equal(gradient(function, [2.0, 2.0]), [0.5, 0.5])


def test_initial_ties_with_the_maximum():
    x = [1.0, 3.0]
    np.testing.assert_array_equal(gradient(lambda x: x.max(initial=3.0), x), [0, 0.5])


def test_nan_maximum_is_shared_by_all():
    np.testing.assert_array_equal(gradient(np.max, [NAN, 1.0]), [0.5, 0.5])


@pytest.mark.parametrize("function", [np.std, np.nanstd, lambda x: x.std(ddof=1)])
def test_std_of_equal_elements_has_zero_derivative(function):
    np.testing.assert_array_equal(gradient(function, [2.0, 2.0, 2.0]), [0, 0, 0])
    np.testing.assert_array_equal(
        ft.hessian(function)(np.full(2, 3.0)), np.zeros((2, 2))
    )


def test_sort_gives_tied_elements_to_the_earlier_one():
    x = [1.0, 0.0, 1.0]
    first = gradient(lambda x: np.sort(x, kind="heapsort")[1], x)
    np.testing.assert_array_equal(first, [1, 0, 0])
    np.testing.assert_array_equal(gradient(lambda x: np.unique(x)[1], x), [1, 0, 0])


def test_product_with_zeros():
    np.testing.assert_array_equal(gradient(np.prod, [0.0, 2.0, 3.0]), [6, 0, 0])
    np.testing.assert_array_equal(gradient(np.prod, [0.0, 0.0, 3.0]), [0, 0, 0])
    hessian = ft.hessian(np.prod)(np.array([0.0, 0.0, 3.0]))
    np.testing.assert_array_equal(hessian, [[0, 3, 0], [3, 0, 0], [0, 0, 0]])


def test_product_that_underflows():
    x = np.full(4, 1e-100)
    np.testing.assert_allclose(gradient(np.prod, x), np.full(4, 1e-300), rtol=1e-12)


# -- masks -----------------------------------------------------------------------------

MASKED_REDUCTIONS = {
    "sum": np.sum,
    "prod": np.prod,
    "mean": np.mean,
    "var": np.var,
    "std": lambda x, **mask: np.std(x, ddof=1, **mask),
    "max": lambda x, **mask: np.max(x, initial=-1, **mask),
    "min": lambda x, **mask: np.min(x, initial=9, **mask),
}
WITHOUT_NAN = {
    "nansum": (np.nansum, np.sum),
    "nanprod": (np.nanprod, np.prod),
    "nanmean": (np.nanmean, np.mean),
    "nanvar": (np.nanvar, np.var),
    "nanstd": (np.nanstd, np.std),
    "nanmax": (np.nanmax, np.max),
    "nanmin": (np.nanmin, np.min),
    "nancumsum": (lambda x: np.nancumsum(x).sum(), lambda x: np.cumsum(x).sum()),
    "nancumprod": (lambda x: np.nancumprod(x)[-1], lambda x: np.cumprod(x)[-1]),
}


@pytest.mark.parametrize("name", MASKED_REDUCTIONS)
def test_masked_elements_get_no_derivative(name):
    function = MASKED_REDUCTIONS[name]
    got = gradient(lambda x: function(x, where=MASK), MASKED)
    np.testing.assert_array_equal(got[~MASK], 0)
    np.testing.assert_allclose(got[MASK], gradient(function, MASKED[MASK]), rtol=1e-13)


@pytest.mark.parametrize("name", WITHOUT_NAN)
def test_nan_gets_no_derivative(name):
    function, plain = WITHOUT_NAN[name]
    x = MASKED[[0, 2, 3, 1]]
    expected = [*gradient(plain, x[:3]), 0.0]
    if name == "nancumsum":
        expected = [4.0, 3.0, 2.0, 0.0]  # the place of NaN counts
    np.testing.assert_allclose(gradient(function, x), expected, rtol=1e-13)


def test_mask_of_floats_is_refused():
    with pytest.raises(
        TypeError, match="where must be an array of bool, not of float64"
    ):
        gradient(lambda x: np.sum(x, where=x), [1.0, 2.0])


def test_mask_must_not_broadcast_the_array():
    with pytest.raises(ValueError, match="more dimensions"):
        gradient(lambda x: np.sum(x, where=np.ones((2, 2), bool)), [1.0, 2.0])


# -- what NumPy warns of and refuses ---------------------------------------------------


def test_mean_of_nothing_warns():
    with pytest.warns(RuntimeWarning) as record:
        assert np.isnan(np.mean(variable(np.zeros(0))).value)
    assert "Mean of empty slice" in str(record[0].message)


def test_too_few_degrees_of_freedom_warn():
    with pytest.warns(RuntimeWarning) as record:
        assert np.isnan(np.var(variable(np.ones(1)), ddof=1).value)
    assert "Degrees of freedom <= 0 for slice" in str(record[0].message)


def test_all_nan_warns():
    x = np.array([[NAN, NAN], [1.0, NAN]])
    with pytest.warns(RuntimeWarning, match="All-NaN slice encountered"):
        out = np.nanmax(variable(x), axis=1)
    np.testing.assert_array_equal(out.value, [NAN, 1.0])
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        out = np.nanmean(variable(x), axis=1)
    np.testing.assert_array_equal(out.value, [NAN, 1.0])


REFUSED = {
    "axis": (lambda x: np.sum(x, axis=2), "axis 2 is out of bounds"),
    "repeated axis": (lambda x: np.sum(x, axis=(0, 0)), "repeated axis"),
    "empty": (lambda x: np.max(x[:0]), "no identity"),
    "mask": (
        lambda x: np.min(x, where=x > 0),
        "to use a where mask one has to specify 'initial'",
    ),
    "initial": (lambda x: np.sum(x, initial=np.ones(2)), "initial must be a scalar"),
    "ddof": (
        lambda x: np.var(x, ddof=1, correction=1),
        "ddof and correction can't be provided simultaneously",
    ),
    "weights": (
        lambda x: np.average(x, axis=0, weights=np.ones(5)),
        "Shape of weights must be consistent with shape of a along specified axis",
    ),
    "out": (
        lambda x: np.sum(x, 0, out=np.zeros_like(x)),
        r"out has shape \(3,\), the result has \(\)",
    ),
    "kind": (lambda x: np.sort(x, kind="stable", stable=True), "Use only one of them"),
    "kth": (lambda x: np.partition(x, 3), r"kth\(=3\) out of bounds \(3\)"),
    "bins": (
        lambda x: np.digitize(x, [0.0, 1.0, 0.0]),
        "bins must be monotonically increasing or decreasing",
    ),
    "order": (lambda x: np.diff(x, -1), "order must be non-negative but got -1"),
    "cumulative": (
        lambda x: np.cumulative_sum(x.reshape(1, -1)),
        "``axis`` argument is required",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refuses_what_numpy_refuses(name):
    function, text = REFUSED[name]
    with pytest.raises(ValueError, match=text):
        function(variable(np.array([3.0, 1.0, 2.0])))


def test_average_of_weights_without_sum():
    with pytest.raises(ZeroDivisionError, match="Weights sum to zero"):
        np.average(variable(np.ones(2)), weights=[1.0, -1.0])
    with pytest.raises(TypeError, match="Axis must be specified"):
        np.average(variable(np.ones((2, 2))), weights=[1.0, 2.0])


def test_out_of_plain_arrays_is_refused():
    x = variable(np.ones((2, 3)))
    with pytest.raises(TypeError, match="cannot be written into an ndarray"):
        np.sum(x, axis=0, out=np.zeros(3))
    out = np.zeros(3, int)
    assert np.argmax(x, axis=0, out=out) is out  # carries no derivative


def test_order_of_fields_is_unsupported():
    x = variable(np.ones(3))
    for function in (np.sort, np.argsort):
        with pytest.raises(ft.MissingRuleError, match=r"sort\(\.\.\., order=\.\.\.\)"):
            function(x, order="a")


def test_shape_that_depends_on_an_unknown_value():
    text = r"numpy\.trim_zeros needs values that are not known.*\n.*float64\[3\]"
    with pytest.raises(ft.ConcretizationError, match=text):
        np.trim_zeros(abstract(3))


def test_bins_must_be_known():
    with pytest.raises(ft.ConcretizationError, match=r"numpy\.digitize needs values"):
        np.digitize(np.zeros(2), abstract(3))
    assert np.digitize(abstract(2), np.arange(3.0)).aval == Aval(2, np.intp)


def test_indices_of_unknown_values():
    assert np.nanargmax(abstract(2, 3), axis=1).aval == Aval(2, np.intp)
    assert np.nanargmin(abstract(2, 3)).aval == Aval((), np.intp)


# -- what is recorded ------------------------------------------------------------------


def test_sum_is_one_node():
    x = variable(np.ones((2, 3)))
    for total in (np.sum(x), x.sum(axis=-1), np.sum(x, (0, 1), keepdims=True)):
        assert total.edge.node.inputs == (x.edge,)
        assert total.edge.node.saved == (None, None)


def test_integer_results_are_plain():
    x = variable(np.ones((2, 3)))
    results = [
        x.argmax(),
        x.argsort(),
        np.count_nonzero(x),
        x.any(),
        np.searchsorted(x[0], 1),
    ]
    assert not any(isinstance(result, Tracer) for result in results)


def test_reductions_of_lists_of_traced_values():
    def function(x, collect):
        parts = collect([x, x * x, 2.0])
        return fnp.sum(parts) + fnp.max(parts) + fnp.std(parts) + fnp.sort(parts)[0]

    assert ft.grad(function)(1.5, list) == ft.grad(function)(1.5, fnp.stack)


def test_sorting_in_place_leaves_the_argument_alone():
    x = np.array([3.0, 1.0, 2.0])

    def function(x):
        y = x + 0
        y.sort()
        return y @ np.array([1.0, 10.0, 100.0])

    np.testing.assert_array_equal(ft.grad(function)(x), [100, 1, 10])
    np.testing.assert_array_equal(x, [3, 1, 2])


# -- logsumexp -------------------------------------------------------------------------

EXPONENTS = np.array([[0.3, -1.2, 2.0], [1000.0, 1001.0, -5.0], [-INF, 0.5, -INF]])
WEIGHTS = np.array([[1.0, 2.0, -0.1], [-1.0, 1.0, 0.0], [0.0, 3.0, 1.0]])
OPTIONS = [{}, {"axis": 1}, {"axis": (0, 1), "keepdims": True}, {"axis": -1}]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("a", [EXPONENTS, EXPONENTS[0] + 2j, np.arange(3), [1.0, 2.0]])
def test_logsumexp_gives_what_scipy_gives(a, options):
    if np.ndim(a) == 1 and "axis" in options:
        options = {**options, "axis": 0}
    expected = scipy.special.logsumexp(a, **options)
    got = special.logsumexp(a, **options)
    np.testing.assert_allclose(got, expected, rtol=1e-14)
    assert np.shape(got) == np.shape(expected)
    assert got.dtype == expected.dtype


@pytest.mark.parametrize("options", OPTIONS)
def test_logsumexp_with_weights_gives_what_scipy_gives(options):
    for b in (WEIGHTS, WEIGHTS[0], np.abs(WEIGHTS)):
        expected = scipy.special.logsumexp(EXPONENTS, b=b, return_sign=True, **options)
        got = special.logsumexp(EXPONENTS, b=b, return_sign=True, **options)
        np.testing.assert_allclose(got, expected, rtol=1e-13)
        expected = scipy.special.logsumexp(EXPONENTS, b=b, **options)
        got = special.logsumexp(EXPONENTS, b=b, **options)
        np.testing.assert_allclose(got, expected, rtol=1e-13)


def test_logsumexp_with_sign():
    out, sign = special.logsumexp(EXPONENTS, axis=1, return_sign=True)
    expected = scipy.special.logsumexp(EXPONENTS, axis=1, return_sign=True)
    np.testing.assert_allclose((out, sign), expected, rtol=1e-14)
    z = EXPONENTS[0] + np.array([2j, 1j, -3j])
    out, sign = special.logsumexp(z, return_sign=True)
    expected = scipy.special.logsumexp(z, return_sign=True)
    np.testing.assert_allclose((out, sign), expected, rtol=1e-14)


def test_logsumexp_of_nothing():
    assert special.logsumexp(np.zeros(0)) == -INF


def test_derivative_of_logsumexp_is_softmax():
    for x in EXPONENTS:
        softmax = scipy.special.softmax(x)
        np.testing.assert_allclose(gradient(special.logsumexp, x), softmax, atol=1e-15)
        np.testing.assert_allclose(
            ft.hessian(special.logsumexp)(x),
            np.diag(softmax) - np.outer(softmax, softmax),
            atol=1e-15,
        )


def test_logsumexp_at_infinities():
    np.testing.assert_array_equal(gradient(special.logsumexp, [-INF, -INF]), [0, 0])
    np.testing.assert_array_equal(gradient(special.logsumexp, [INF, 800.0]), [1, 0])
    x = np.array([0.0, INF])
    weighted = gradient(lambda x: special.logsumexp(x, b=[1.0, 0.0]), x)
    np.testing.assert_array_equal(weighted, [1, 0])
    without = gradient(lambda x: special.logsumexp(x, b=[0.0, 0.0]), [1.0, 2.0])
    np.testing.assert_array_equal(without, [0, 0])


def test_derivative_with_respect_to_weights_at_zero():
    x = np.array([1.0, 2.0])
    slope = ft.grad(lambda b: special.logsumexp(x, b=b))(np.array([1.0, 0.0]))
    np.testing.assert_allclose(slope, [1.0, np.e], rtol=1e-15)


def test_complex_weights():
    x, b = np.array([1.0, 2.0]), np.array([1j, 0.0])
    out = special.logsumexp(x, b=b)
    np.testing.assert_allclose(out, scipy.special.logsumexp(x, b=b), rtol=1e-15)
    slope = ft.grad(lambda b: special.logsumexp(x, b=b).real)(b)
    np.testing.assert_allclose(slope, [-1j, -1j * np.e], rtol=1e-15)


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_softmax(axis):
    x = EXPONENTS[:2]
    for name in ("softmax", "log_softmax"):
        expected = getattr(scipy.special, name)(x, axis)
        np.testing.assert_allclose(
            getattr(special, name)(x, axis), expected, rtol=1e-12
        )
    rows = ft.jacobian(special.softmax)(x[0])
    softmax = scipy.special.softmax(x[0])
    expected = np.diag(softmax) - np.outer(softmax, softmax)
    np.testing.assert_allclose(rows, expected, atol=1e-15)


@pytest.mark.parametrize("function", [np.argmax, np.argmin])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_the_first_nan_is_the_largest_and_the_smallest(function, dtype):
    x = np.array([[1.0, np.nan, 3.0], [2.0, 0.0, np.nan], [4.0, 5.0, 6.0]], dtype)
    for axis in (None, 0, 1):
        got = ft.jit(lambda x, axis=axis: function(x, axis=axis))(x)
        np.testing.assert_array_equal(got, function(x, axis=axis))


@pytest.mark.parametrize("function", [np.nanargmax, np.nanargmin])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_nans_are_neither_the_largest_nor_the_smallest(function, dtype):
    x = np.array([[1.0, np.nan, 3.0], [np.nan, 2.0, 0.0]], dtype)
    for axis in (None, 0, 1):
        got = ft.jit(lambda x, axis=axis: function(x, axis=axis))(x)
        np.testing.assert_array_equal(got, function(x, axis=axis))


@pytest.mark.parametrize(
    "transform", [ft.jit, lambda f: lambda x: ft.jvp(f, (x,), (x,))]
)
@pytest.mark.parametrize("axis", [(0, 1), (0,), ()])
@pytest.mark.parametrize("function", [np.argmax, np.argmin, np.nanargmax, np.nanargmin])
def test_an_index_is_found_along_one_axis(function, axis, transform):
    def index(x):
        return function(x, axis=axis)

    for call in (index, transform(index)):
        with pytest.raises(TypeError):
            call(np.ones((2, 3)))


@pytest.mark.parametrize(
    "transform", [ft.jit, lambda f: lambda x: ft.jvp(f, (x,), (x,))]
)
@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("function", [np.mean, np.var, np.std])
def test_a_number_has_no_axis_to_average_over(function, axis, transform):
    with pytest.raises(np.exceptions.AxisError):
        transform(lambda x: function(x, axis=axis))(np.array(2.0))
