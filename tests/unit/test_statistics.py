"""Order statistics, spreads and covariances at their awkward points."""

import warnings

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp

X = np.array([3.0, 1.0, 2.0, 5.0])


def both(function):
    """The function as it is, and compiled."""
    return [function, ft.jit(function)]


# -- ties and kinks --------------------------------------------------------------------


def test_median_of_ties_goes_to_elements_of_the_stable_sort():
    x = np.array([2.0, 1.0, 2.0, 2.0, 3.0])
    np.testing.assert_array_equal(ft.grad(np.median)(x), [0, 0, 1, 0, 0])
    np.testing.assert_array_equal(ft.grad(np.median)(np.ones(4)), [0, 0.5, 0.5, 0])


@pytest.mark.parametrize("method", ["linear", "hazen", "weibull"])
def test_quantile_of_one_element(method):
    def at(x, q):
        return np.quantile(x, q, method=method)

    for function in both(at):
        x_bar, q_bar = ft.grad(function, argnums=(0, 1))(np.array([2.0]), 0.3)
        np.testing.assert_allclose(x_bar, [1.0])
        assert q_bar == 0


def test_slopes_in_q_are_one_sided_at_the_elements():
    q = np.array([0.0, 1 / 3, 0.5, 1.0])
    expected = 3 * np.array(
        [1.0, 1.0, 1.0, 2.0]
    )  # of 1, 2, 3, 5: to the right but last
    for function in both(lambda q: np.sum(np.quantile(X, q))):
        np.testing.assert_allclose(ft.grad(function)(q), expected)


def test_quantiles_at_the_ends_of_infinite_data():
    x = np.array([-np.inf, 5.0])
    assert ft.value_and_grad(lambda q: np.quantile(x, q))(1.0) == (5.0, 0.0)


def test_discontinuous_methods_have_no_slope_in_q():
    for method in ("lower", "nearest", "inverted_cdf", "midpoint"):
        slope = ft.grad(lambda q, m=method: 0 * q + np.quantile(X, q, method=m))(0.4)
        assert slope == 0


# -- NaN -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.median(x, 1),
        lambda x: np.quantile(x, 0.3, 1),
        lambda x: np.nanmedian(x[:, :1], 1),
        lambda x: np.nanquantile(x[:, :1], 0.3, 1),
        lambda x: np.nanmean(x[:, :1], 1),
        lambda x: np.nanvar(x[:, :1], 1),
        lambda x: np.nanstd(x[:, :1], 1),
    ],
)
@pytest.mark.filterwarnings("ignore:All-NaN:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:Degrees of freedom:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:Mean of empty:RuntimeWarning")
def test_rows_of_nan_do_not_spoil_the_others(function):
    x = np.array([[np.nan, 1.0, 2.0], [4.0, 3.0, 7.0]])

    def known(x):
        return np.sum(np.where([False, True], function(x), 0.0))

    for f in both(known):
        x_bar = ft.grad(f)(x)
        np.testing.assert_array_equal(x_bar[0], 0)
        assert np.isfinite(x_bar).all()
        assert np.isfinite(ft.jvp(f, (x,), (np.ones_like(x),))[1])


def test_slope_in_q_is_not_spoilt_by_rows_of_nan():
    x = np.array([[1.0, np.nan], [1.0, 3.0]])

    def known(q):
        return np.nansum(np.quantile(x, q, axis=1))

    assert ft.grad(known)(0.9) == 2.0


@pytest.mark.parametrize("name", ["nanmedian", "nanvar", "nanstd", "nanmean"])
def test_nan_functions_leave_nan_out_of_the_derivative(name):
    x = np.array([3.0, np.nan, 1.0, 2.0, np.nan, 7.0])
    for f in both(getattr(np, name)):
        x_bar = ft.grad(f)(x)
        rest = ft.grad(getattr(np, name))(x[~np.isnan(x)])
        np.testing.assert_array_equal(x_bar[np.isnan(x)], 0)
        np.testing.assert_allclose(x_bar[~np.isnan(x)], rest, rtol=1e-14)


# -- arguments -------------------------------------------------------------------------


@pytest.mark.parametrize("q", [-0.1, 1.5, np.nan])
def test_quantiles_outside_the_range(q):
    with pytest.raises(ValueError, match="Quantiles must be in the range"):
        ft.grad(lambda q: np.quantile(X, q))(q)
    with pytest.raises(ValueError, match="Percentiles must be in the range"):
        ft.grad(lambda x: np.percentile(x, 100 * q))(X)
    assert np.isnan(ft.jit(lambda q: np.quantile(X, q))(q))


def test_weights_that_numpy_refuses():
    def quantile(w):
        return np.quantile(X, 0.4, weights=w, method="inverted_cdf") + 0 * np.sum(w)

    for wrong, text in (
        (np.array([1.0, -1.0, 1.0, 1.0]), "non-negative"),
        (np.zeros(4), "all zero"),
        (np.array([1.0, np.nan, 1.0, 1.0]), "non-negative|NaN"),
    ):
        with pytest.raises(ValueError, match=text):
            ft.grad(quantile)(wrong)
        assert np.isnan(ft.jit(quantile)(wrong))
    with pytest.raises(ValueError, match="Only method 'inverted_cdf'"):
        ft.grad(lambda x: np.quantile(x, 0.4, weights=X))(X)


def test_weights_of_zero_and_quantile_zero():
    w = np.array([1.0, 0.0, 2.0, 1.0])

    def smallest(x):
        return np.quantile(x, 0.0, weights=w, method="inverted_cdf")

    for f in both(smallest):
        np.testing.assert_array_equal(ft.grad(f)(X), [0, 0, 1, 0])


def test_errors_are_those_of_numpy():
    with pytest.raises(TypeError, match="array of real numbers"):
        ft.grad(lambda x: np.quantile(x + 1j, 0.5).real)(X)
    with pytest.raises(ValueError, match="not a valid method"):
        ft.grad(lambda x: np.quantile(x, 0.5, method="best"))(X)
    with pytest.raises(ValueError, match="scalar or 1d"):
        ft.grad(lambda x: np.sum(np.quantile(x, np.full((1, 1, 1), 0.5))))(X)
    with pytest.raises(IndexError):
        ft.grad(lambda x: np.quantile(x[:0], 0.5))(X)


def test_empty_slices_are_as_in_numpy():
    empty = np.zeros((0, 3))
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        result = fnp.nanquantile(empty, 0.5, axis=0)
    np.testing.assert_array_equal(result, [np.nan] * 3)
    assert fnp.quantile(empty, [0.2, 0.5], axis=1).shape == (2, 0)


def test_second_derivatives_in_both_arguments():
    def f(x, q):
        return np.quantile(x, q) ** 2

    hessian = ft.hessian(f, argnums=(0, 1))(X, 0.4)
    value = np.quantile(X, 0.4)  # 2.2: a share of 0.2 between 2 and 3
    slope = np.array([0.2, 0, 0.8, 0])
    mixed = 2 * slope * 3 + 2 * value * np.array([3.0, 0, -3.0, 0])
    np.testing.assert_allclose(hessian[0][1], mixed, rtol=1e-12)


def test_vmap_over_data_and_quantiles():
    a = np.random.default_rng(0).normal(size=(5, 7))
    q = np.linspace(0.0, 1.0, 5)
    got = ft.vmap(np.quantile)(a, q)
    np.testing.assert_allclose(got, [np.quantile(*p) for p in zip(a, q, strict=True)])


# -- spreads ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["std", "nanstd"])
@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1), -1])
@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("number", [0.1, 3.0, 0.7 + 0.3j])
def test_deviation_of_equal_elements_has_no_slope(name, axis, ddof, number):
    x = np.full((3, 5), number)
    tangent = np.random.default_rng(0).normal(size=x.shape).astype(x.dtype)

    def deviation(x):
        return np.sum(getattr(np, name)(x, axis=axis, ddof=ddof))

    for f in both(deviation):
        np.testing.assert_allclose(ft.grad(f)(x), 0, atol=1e-13)
        np.testing.assert_allclose(ft.jvp(f, (x,), (tangent,))[1], 0, atol=1e-13)


def test_deviation_of_one_element_has_no_slope():
    for f in both(lambda x: np.sum(np.std(x, axis=0))):
        np.testing.assert_array_equal(ft.grad(f)(X[None]), 0)


def test_variance_of_too_few_elements():
    x = np.array([1.0, np.nan, 2.0])
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        assert np.isnan(fnp.nanvar(x, ddof=2))
    with pytest.raises(TypeError, match="dtype must be inexact"):
        fnp.nanvar(x, dtype=int)
    with pytest.raises(TypeError, match="out must be inexact"):
        fnp.nanmean(x, out=np.zeros((), int))


def test_initial_that_does_not_fit_the_dtype():
    with pytest.raises(OverflowError):
        fnp.max(np.ones(3, np.uint8), initial=-100)


# -- covariances -----------------------------------------------------------------------


def test_covariance_weights_that_numpy_refuses():
    x = np.random.default_rng(0).normal(size=(2, 4))
    wrong = np.array([1.0, -1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="aweights cannot be negative"):
        ft.grad(lambda w: np.sum(np.cov(x, aweights=w)))(wrong)
    assert np.isnan(ft.jit(lambda w: np.cov(x, aweights=w))(wrong)).all()
    with pytest.raises(TypeError, match="fweights must be integer"):
        ft.grad(lambda x: np.sum(np.cov(x, fweights=[0.5, 1, 1, 1])))(x)
    with pytest.raises(RuntimeError, match="multidimensional aweights"):
        ft.grad(lambda x: np.sum(np.cov(x, aweights=np.ones((2, 2)))))(x)
    with pytest.raises(RuntimeError, match="incompatible numbers"):
        ft.grad(lambda x: np.sum(np.cov(x, aweights=np.ones(3))))(x)
    with pytest.raises(ValueError, match="more than 2 dimensions"):
        ft.grad(lambda x: np.sum(np.cov(x[None])))(x)
    with pytest.raises(ValueError, match="ddof must be integer"):
        ft.grad(lambda x: np.sum(np.cov(x, ddof=0.5)))(x)


def test_covariance_of_one_observation():
    with (
        np.errstate(divide="ignore", invalid="ignore"),
        pytest.warns(RuntimeWarning, match="Degrees of freedom"),
    ):
        assert np.isnan(ft.vjp(np.cov, np.ones((2, 1)))[0]).all()


@pytest.mark.parametrize("factor", [2.0, -0.3])
@pytest.mark.slow
def test_perfect_correlation_has_the_right_second_derivative(factor):
    x = np.array([1.0, 2.0, 4.0, 8.0, 1.5])
    direction = np.array([1.0, -1.0, 0.5, 0.0, 2.0])

    def correlation(t):
        return np.corrcoef(x, factor * x + t * direction)[0, 1]

    def unbounded(t):
        c = np.cov(x, factor * x + t * direction)
        return c[0, 1] / np.sqrt(c[0, 0] * c[1, 1])

    for f in both(correlation):
        assert abs(ft.grad(f)(0.0)) < 1e-12
        expected = ft.grad(ft.grad(unbounded))(0.0)
        np.testing.assert_allclose(ft.grad(ft.grad(f))(0.0), expected, rtol=1e-9)


def test_nothing_warns_on_usual_data():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for f in (np.median, np.cov, np.nanmedian, lambda x: np.quantile(x, 0.2)):
            ft.grad(f)(X)
            ft.grad(ft.jit(f))(X)
