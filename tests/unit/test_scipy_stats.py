"""Distributions in their tails, outside of their support, and what is refused."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats

import functrace as ft
from functrace.scipy import stats
from functrace.scipy.stats._base import Distribution
from functrace.scipy.stats._continuous import Continuous
from functrace.testing import check_grads

SHAPES = {
    "bernoulli": [(0.3,), (0.0,), (1.0,)],
    "betabinom": [(7, 1.3, 2.4)],
    "betanbinom": [(7, 3.3, 2.4)],
    "binom": [(7, 0.3), (7, 0.0), (7, 1.0)],
    "boltzmann": [(0.7, 9)],
    "erlang": [(2,)],
    "f": [(3.1, 4.2)],
    "genextreme": [(0.3,), (-0.3,), (0.0,)],
    "gengamma": [(1.7, 1.3), (1.7, -1.3)],
    "genpareto": [(0.3,), (-0.3,), (0.0,), (1e-5,)],
    "geom": [(0.3,)],
    "logser": [(0.4,)],
    "loguniform": [(0.5, 3.0)],
    "nbinom": [(3.5, 0.3)],
    "ncf": [(2.1, 3.2, 1.4)],
    "nct": [(5.0, 1.0)],
    "norminvgauss": [(2.0, 0.5)],
    "poisson": [(2.3,), (0.0,)],
    "powerlaw": [(0.6,), (1.0,), (1.7,)],
    "reciprocal": [(0.5, 3.0)],
    "skewnorm": [(2.0,), (-1.0,)],
    "t": [(2.5,), (1e5,)],
    "truncexpon": [(1.0,), (2.0,)],
    "triang": [(0.3,), (0.0,), (1.0,)],
    "truncnorm": [(-1.0, 2.0), (0.5, np.inf), (-5.0, -4.0), (-np.inf, 1.0)],
    "vonmises": [(2.3,), (0.0,), (45.0,)],
    "zipf": [(2.5,)],
}
USUAL = [(1.7, 2.3), (1.0, 1.0), (1.4, 1.2)]
PROBABILITIES = [1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1 - 1e-6]
QUANTILES = np.array([0, 1e-3, 0.2, 0.5, 0.7, 0.99, 1, -0.1, 1.1, np.nan])
DISTRIBUTIONS = {
    name: found
    for name in dir(stats)
    if isinstance(found := getattr(stats, name), Distribution)
}
CASES = [
    (name, shapes)
    for name, found in DISTRIBUTIONS.items()
    for shapes in SHAPES.get(name, sorted({s[: found.numargs] for s in USUAL}))
]
each_case = pytest.mark.parametrize(("name", "shapes"), CASES)


def places(original, shapes, location):
    """Quantiles, the ends of the support and what lies beyond, infinity and NaN."""
    low, high = original.support(*shapes, *location)
    ends = [low, high, low - 1, high + 1, np.nan, np.inf, -np.inf]
    return np.concatenate([original.ppf(PROBABILITIES, *shapes, *location), ends])


def expected_of(original, method, x, shapes, location):
    """SciPy's; of an infinite value, where it computes with infinities, not NaN."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        values = np.array(getattr(original, method)(x, *shapes, *location))
    outside = {"pdf": 0, "logpdf": -np.inf, "pmf": 0, "logpmf": -np.inf}
    lost = {"cdf": 0, "logcdf": -np.inf, "sf": 1, "logsf": 0} | outside
    if method in lost:
        values[np.isneginf(x)] = lost[method]
    if method in outside:
        values[np.isposinf(x)] = outside[method]
    return values


def compare(name, shapes, location, method, x):
    """Value against SciPy's, gradients finite where it is, everything in silence."""
    ours, original = DISTRIBUTIONS[name], getattr(scipy.stats, name)
    if ours.formulas.get(method, True) is None:
        with pytest.raises(ft.MissingRuleError, match=method):
            ft.vjp(lambda x: getattr(ours, method)(x, *shapes), x)
        return
    expected = expected_of(original, method, x, shapes, location)
    parameters = [np.float64(p) for p in (*shapes, *location)]
    value, pull = ft.vjp(getattr(ours, method), x, *parameters)
    np.testing.assert_allclose(value, expected, rtol=1e-6, atol=1e-13)
    cotangent = np.where(np.isfinite(expected), 1.0, 0.0)
    if not np.isposinf(expected).any() or "pdf" not in method:
        infinite = name in {"dgamma", "dweibull"} and method in {"ppf", "isf"}
        for bar in pull(cotangent):
            assert np.isfinite(bar).all() or infinite


@each_case
@pytest.mark.parametrize(
    "method", ["density", "logdensity", "cdf", "logcdf", "sf", "logsf"]
)
def test_of_values(name, shapes, method):
    continuous = isinstance(DISTRIBUTIONS[name], Continuous)
    location = (0.5, 1.5) if continuous else (1,)
    method = method.replace("density", "pdf" if continuous else "pmf")
    original = getattr(scipy.stats, name)
    if continuous:
        x = places(original, shapes, location)
    else:
        x = np.concatenate([np.arange(-3.0, 12), [1.5, np.nan, np.inf]])
    compare(name, shapes, location, method, x)


@each_case
@pytest.mark.parametrize("method", ["ppf", "isf"])
def test_of_probabilities(name, shapes, method):
    location = (0.5, 1.5) if isinstance(DISTRIBUTIONS[name], Continuous) else (1,)
    compare(name, shapes, location, method, QUANTILES)


@each_case
@pytest.mark.parametrize("method", ["mean", "var", "entropy", "median"])
def test_of_parameters(name, shapes, method):
    ours, original = DISTRIBUTIONS[name], getattr(scipy.stats, name)
    if ours.formulas.get(method, True) is None or (
        method == "median" and ours.formulas.get("ppf", True) is None
    ):
        return
    location = (0.5, 1.5) if isinstance(ours, Continuous) else (1,)
    parameters = [np.float64(p) for p in (*shapes, *location)]
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = getattr(original, method)(*parameters)
        value = ft.jvp(getattr(ours, method), tuple(parameters), tuple(parameters))[0]
    np.testing.assert_allclose(value, expected, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("nct", (3.4, 1.2)),
        ("ncf", (3.1, 4.2, 1.2)),
        ("ncx2", (2.6, 1.2)),
        ("rice", (1.2,)),
        ("gamma", (1.7,)),
        ("beta", (1.7, 2.3)),
        ("t", (3.4,)),
        ("f", (3.1, 4.2)),
        ("gengamma", (1.7, 1.3)),
        ("gennorm", (1.6,)),
        ("betaprime", (1.7, 2.3)),
    ],
)
@pytest.mark.parametrize("method", ["cdf", "sf", "ppf", "isf"])
def test_slopes_by_differences(name, shapes, method):
    function = getattr(DISTRIBUTIONS[name], method)
    at = 0.4 if method in {"ppf", "isf"} else 1.1
    args = tuple(map(np.float64, (at, *shapes, 0.3, 1.4)))
    check_grads(function, args, order=1, rtol=1e-4)
    gradient = ft.grad(function, argnums=tuple(range(len(args))))
    np.testing.assert_allclose(ft.jit(gradient)(*args), gradient(*args), rtol=1e-9)


@pytest.mark.parametrize("shape", [np.nan, -1.0, 0.0])
def test_invalid_parameters_give_nan_and_no_gradient(shape):
    value, pull = ft.vjp(lambda a: stats.gamma.logpdf(2.0, a), np.float64(shape))
    assert np.isnan(value)
    assert pull(np.float64(1.0))[0] == 0


def test_negative_scale_gives_nan():
    scales = np.array([-1.0, 0.0, 2.0])
    value, pull = ft.vjp(lambda s: stats.norm.pdf(0.5, scale=s), scales)
    np.testing.assert_allclose(value, [np.nan, np.nan, scipy.stats.norm.pdf(0.25) / 2])
    assert pull(np.ones(3))[0].tolist()[:2] == [0, 0]


def test_parameters_are_broadcast():
    args = np.ones((3, 1)), np.full((2,), 1.5), np.float64(0.5), np.ones((4, 1, 1))
    value, pull = ft.vjp(stats.gamma.cdf, *args)
    np.testing.assert_allclose(value, scipy.stats.gamma.cdf(*args))
    bars = pull(np.ones(value.shape))
    assert [bar.shape for bar in bars] == [np.shape(arg) for arg in args]


def test_all_outside_keeps_the_shape():
    value, pull = ft.vjp(stats.gamma.pdf, np.array([-1.0, -2.0]), np.ones((2, 1)))
    np.testing.assert_array_equal(value, np.zeros((2, 2)))
    assert not np.any(pull(np.ones((2, 2)))[0])


def test_probability_at_the_end_of_its_range_has_a_derivative():
    assert ft.grad(lambda p: stats.binom.pmf(1, 7, p))(0.0) == pytest.approx(7)
    assert ft.grad(lambda m: stats.poisson.pmf(1, m))(0.0) == pytest.approx(1)
    assert ft.grad(lambda p: stats.bernoulli.pmf(1, p))(1.0) == 1
    assert ft.grad(lambda p: stats.geom.pmf(2, p))(1.0) == -1


def test_counts_have_no_derivative():
    assert ft.grad(lambda k: stats.poisson.logpmf(k, 2.0))(3.0) == 0
    assert ft.grad(lambda p: stats.binom.ppf(0.4, 7, p))(0.3) == 0


def test_noncentrality_zero_has_the_limit():
    def logpdf(nc):
        return stats.ncx2.logpdf(2.0, 3.0, nc)

    assert logpdf(0.0) == pytest.approx(scipy.stats.chi2.logpdf(2.0, 3.0))
    near = [ft.grad(logpdf)(nc) for nc in (0.0, 1e-3)]
    assert near[1] - near[0] == pytest.approx(
        1e-3 * ft.grad(ft.grad(logpdf))(0.0), 0.01
    )


def test_slopes_at_the_middle_of_two_sided_distributions():
    for name, shapes in [("laplace", ()), ("gennorm", (1.6,)), ("dweibull", (1.0,))]:
        distribution = getattr(stats, name)
        slope = ft.grad(lambda x, d=distribution, s=shapes: d.cdf(x, *s))(0.0)
        assert slope == pytest.approx(0.5 if shapes != (1.6,) else 0.5577, rel=1e-3)


def test_samples_in_location_and_scale():
    def mean(loc, scale):
        sample = stats.gamma.rvs(2.0, loc, scale, size=50, random_state=7)
        return np.mean(sample)

    plain = scipy.stats.gamma.rvs(2.0, size=50, random_state=7)
    assert ft.grad(mean, argnums=(0, 1))(0.3, 1.4) == (
        pytest.approx(1),
        pytest.approx(plain.mean()),
    )
    with pytest.raises(ft.MissingRuleError, match="shape parameters"):
        ft.grad(lambda a: stats.gamma.rvs(a))(2.0)
    with pytest.raises(ft.MissingRuleError, match="rvs"):
        ft.grad(lambda m: stats.poisson.rvs(m))(2.0)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: stats.norm.fit(x),
        lambda x: stats.norm.moment(2, x),
        lambda x: stats.norm(x).moment(2),
        lambda x: stats.hypergeom.pmf(x, 20, 7, 12),
        lambda x: stats.vonmises_fisher([0, 1], x),
        lambda x: stats.boxcox(x),
        lambda x: stats.multivariate_normal.cdf(x),
        lambda x: stats.multivariate_normal(x).cdf(0.0),
        lambda x: stats.gaussian_kde(x).resample(),
    ],
)
def test_refuses(call):
    with pytest.raises(ft.MissingRuleError):
        ft.vjp(call, np.array([1.0, 2.0, 4.0]))


@pytest.mark.parametrize(
    "statistic",
    [stats.skew, stats.sem, stats.gmean, stats.entropy, stats.median_abs_deviation],
)
def test_nans_are_omitted_by_scipys_own_code(statistic):
    x = np.array([0.5, 1.5, np.nan, 0.25, 2.0])
    kept = np.array([0, 1, 3, 4])
    slope = ft.grad(lambda x: statistic(x, nan_policy="omit"))(x)
    np.testing.assert_allclose(slope[kept], ft.grad(statistic)(x[kept]), rtol=1e-12)
    assert slope[2] == 0
    with pytest.raises(ValueError, match="The input contains nan values"):
        ft.grad(lambda x: statistic(x, nan_policy="raise"))(x)


def test_plain_values_are_scipys():
    x = np.array([0.5, 1.5])
    frozen = stats.norm(loc=x, scale=2)
    np.testing.assert_array_equal(frozen.pdf(x), scipy.stats.norm(x, 2).pdf(x))
    assert frozen.moment(2)[0] == scipy.stats.norm(0.5, 2).moment(2)
    assert stats.norm.fit(x) == scipy.stats.norm.fit(x)
    assert stats.norm.name == "norm"
    assert stats.hypergeom(20, 7, 12).pmf(3) == scipy.stats.hypergeom.pmf(3, 20, 7, 12)
    kernel = stats.gaussian_kde([0.1, 0.4, 2.0])
    assert kernel.integrate_box_1d(-9, 9) == pytest.approx(1)
    np.testing.assert_array_equal(kernel(x), scipy.stats.gaussian_kde([0.1, 0.4, 2])(x))
    with pytest.raises(TypeError, match="argument"):
        stats.gamma(1.0, 2.0, 3.0, 4.0)


def test_distributions_are_copied_and_pickled():
    for distribution in (stats.gamma, stats.poisson):
        assert copy.deepcopy(distribution).name == distribution.name
        assert pickle.loads(pickle.dumps(distribution)) is distribution


FACTOR = np.array([[1.0, 0.2], [0.5, 1.0], [0.3, -0.4], [0.0, 2.0]])
CENTRE = np.array([0.1, 0.2, 0.3, 0.4])
POINTS = np.random.default_rng(0).normal(size=(3, 2))


def singular_logpdf(library, parameters):
    """Of points, mean and covariance that stay in the range of the factor."""
    shift, inner = parameters[:2], parameters[2:].reshape(2, 2)
    mean = CENTRE + FACTOR @ shift
    cov = FACTOR @ inner @ inner.T @ FACTOR.T
    points = CENTRE + (POINTS * shift) @ FACTOR.T
    return library.multivariate_normal.logpdf(points, mean, cov, allow_singular=True)


@pytest.mark.slow
def test_singular_normal_distribution():
    at = np.array([0.4, -0.3, 1.3, 0.2, 0.1, 0.8])

    def ours(parameters):
        return np.sum(singular_logpdf(stats, parameters) * np.arange(1.0, 4.0))

    def scipys(parameters):
        return np.sum(singular_logpdf(scipy.stats, parameters) * np.arange(1.0, 4.0))

    def differences(function, step=1e-6):
        rows = step * np.eye(6)
        pairs = [function(at + r) - function(at - r) for r in rows]
        return np.array(pairs) / (2 * step)

    value = ft.vjp(lambda p: singular_logpdf(stats, p), at)[0]
    np.testing.assert_allclose(value, singular_logpdf(scipy.stats, at), rtol=1e-12)
    expected = differences(scipys)
    for grad in (ft.grad(ours), ft.jit(ft.grad(ours)), ft.jacfwd(ours)):
        np.testing.assert_allclose(grad(at), expected, rtol=1e-6, atol=1e-6)
    second = differences(ft.grad(ours))
    np.testing.assert_allclose(ft.hessian(ours)(at), second, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("x", "mean", "cov"),
    [
        (0.3, 0.1, 2.0),
        (np.array([0.3, 0.4]), 0.1, 2.0),
        (np.array([0.3, 0.1]), np.array([0.1, 0.1]), np.diag([2.0, 0.0])),
        (np.array([0.3, 0.2]), np.array([0.1, 0.1]), np.diag([2.0, 0.0])),
        (np.zeros((2, 3, 2)), None, np.diag([2.0, 0.0])),
        (np.ones((2, 3)), None, np.diag([2.0, 0.0, 0.0])),
        (np.ones((2, 2)), None, np.array([[2.0, 0.3], [0.3, 1.0]])),
    ],
)
def test_values_of_singular_normal_distributions(x, mean, cov):
    expected = scipy.stats.multivariate_normal.logpdf(x, mean, cov, allow_singular=True)
    for wrap in (lambda f: f, ft.jit):
        got = wrap(lambda x: stats.multivariate_normal(mean, cov, True).logpdf(x))
        value = ft.vjp(got, x)[0]
        np.testing.assert_allclose(value, expected, rtol=1e-13)
        assert np.shape(value) == np.shape(expected)
    with pytest.raises(ValueError, match="positive semidefinite"):
        ft.vjp(
            lambda x: stats.multivariate_normal.logpdf(
                x, cov=np.diag([1.0, -1.0]), allow_singular=True
            ),
            np.zeros(2),
        )


def test_matrices_that_are_not_positive_definite():
    with pytest.raises(np.linalg.LinAlgError):
        ft.vjp(
            lambda x: stats.multivariate_normal.logpdf(x, cov=-np.eye(2)), np.ones(2)
        )
    with pytest.raises(ValueError, match="sum to 1"):
        ft.vjp(lambda x: stats.dirichlet.logpdf(x, [1, 2]), np.ones(2) / 3)


@pytest.mark.parametrize("moment", ["var", "mean", "std"])
def test_moments_have_the_shape_of_the_parameters(moment):
    loc = np.array([0.0, 1.0, 2.0])
    expected = getattr(scipy.stats.gamma, moment)(2.5, loc=loc, scale=2.0)

    def of(a):
        return getattr(stats.gamma, moment)(a, loc=loc, scale=2.0)

    got = ft.vjp(of, 2.5)[0]
    assert got.shape == expected.shape
    np.testing.assert_allclose(got, expected, rtol=1e-15)
