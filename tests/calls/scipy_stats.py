"""Calls of scipy.stats: distributions in their value and in every parameter."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

LOC, SCALE = np.float64(0.3), np.float64(1.4)
Q = np.array([0.04, 0.35, 0.81])

# Shape parameters, and standard values in order of size.
CONTINUOUS = {
    "norm": ((), (-1.3, 0.4, 2.2)),
    "uniform": ((), (0.1, 0.4, 0.9)),
    "expon": ((), (0.2, 0.9, 3.1)),
    "gamma ": ((1.7,), (0.2, 0.9, 3.1)),
    "erlang": ((2,), (0.2, 0.9, 3.1)),
    "chi2": ((2.6,), (0.2, 0.9, 3.1)),
    "chi": ((2.6,), (0.2, 0.9, 3.1)),
    "beta ": ((1.7, 2.3), (0.1, 0.4, 0.9)),
    "t": ((3.4,), (-1.3, 0.4, 2.2)),
    "f": ((3.1, 4.2), (0.2, 0.9, 3.1)),
    "cauchy": ((), (-1.3, 0.4, 2.2)),
    "laplace": ((), (-1.3, 0.4, 2.2)),
    "laplace_asymmetric": ((1.3,), (-1.3, 0.4, 2.2)),
    "logistic": ((), (-1.3, 0.4, 2.2)),
    "lognorm": ((0.8,), (0.2, 0.9, 3.1)),
    "pareto": ((2.2,), (1.2, 1.9, 3.1)),
    "lomax": ((2.2,), (0.2, 0.9, 3.1)),
    "weibull_min": ((1.6,), (0.2, 0.9, 2.1)),
    "weibull_max": ((1.6,), (-2.1, -0.9, -0.2)),
    "dweibull": ((1.6,), (-1.3, 0.4, 2.2)),
    "exponweib": ((1.4, 1.6), (0.2, 0.9, 2.1)),
    "gumbel_r": ((), (-1.3, 0.4, 2.2)),
    "gumbel_l": ((), (-1.3, 0.4, 1.2)),
    "genextreme": ((0.2,), (-1.3, 0.4, 2.2)),
    "genpareto": ((0.2,), (0.2, 0.9, 3.1)),
    "invgamma": ((2.3,), (0.2, 0.9, 3.1)),
    "invgauss": ((1.3,), (0.2, 0.9, 3.1)),
    "wald": ((), (0.2, 0.9, 3.1)),
    "rayleigh": ((), (0.2, 0.9, 3.1)),
    "maxwell": ((), (0.2, 0.9, 3.1)),
    "nakagami": ((1.7,), (0.2, 0.9, 2.1)),
    "loggamma": ((1.7,), (-2.1, 0.1, 1.3)),
    "gengamma": ((1.7, 1.3), (0.2, 0.9, 2.1)),
    "gennorm": ((1.6,), (-1.3, 0.4, 2.2)),
    "dgamma": ((1.6,), (-1.3, 0.4, 2.2)),
    "halfnorm": ((), (0.2, 0.9, 3.1)),
    "halfcauchy": ((), (0.2, 0.9, 3.1)),
    "halflogistic": ((), (0.2, 0.9, 3.1)),
    "truncnorm": ((-0.7, 2.6), (-0.3, 0.9, 2.1)),
    "truncexpon": ((3.6,), (0.2, 0.9, 3.1)),
    "vonmises": ((1.7,), (-1.3, 0.4, 2.2)),
    "skewnorm": ((1.3,), (-1.3, 0.4, 2.2)),
    "exponnorm": ((1.3,), (-1.3, 0.4, 2.2)),
    "powerlaw": ((1.7,), (0.1, 0.4, 0.9)),
    "triang": ((0.6,), (0.1, 0.4, 0.9)),
    "arcsine": ((), (0.1, 0.4, 0.9)),
    "betaprime": ((1.7, 2.3), (0.2, 0.9, 3.1)),
    "burr": ((1.7, 1.3), (0.2, 0.9, 3.1)),
    "burr12": ((1.7, 1.3), (0.2, 0.9, 3.1)),
    "fisk": ((1.7,), (0.2, 0.9, 3.1)),
    "levy": ((), (0.2, 0.9, 3.1)),
    "moyal": ((), (-1.3, 0.4, 2.2)),
    "hypsecant": ((), (-1.3, 0.4, 2.2)),
    "johnsonsu": ((0.4, 1.3), (-1.3, 0.4, 2.2)),
    "johnsonsb": ((0.4, 1.3), (0.1, 0.4, 0.9)),
    "loguniform": ((0.6, 3.2), (0.7, 1.4, 2.9)),
}
# Slopes of distribution functions, in shape parameters or at all, that are differences:
# compiled, they are not the same to a rounding error.
SHAPE_BY_DIFFERENCES = frozenset(
    ("gamma ", "chi2", "chi", "beta ", "t", "f", "nakagami", "invgamma", "loggamma")
) | {"gengamma", "gennorm", "dgamma", "betaprime"}
DENSITY_ONLY = {
    "rice": ((1.2,), (0.2, 0.9, 3.1)),
    "ncx2": ((2, 1.2), (0.4, 0.9, 3.1)),
}
K = np.array([0, 2, 5])
DISCRETE = {
    "bernoulli": ((0.3,), np.array([0, 1])),
    "binom": ((7, 0.3), K),
    "geom": ((0.3,), K + 1),
    "nbinom": ((3, 0.3), K),
    "poisson": ((2.3,), K),
    "planck": ((0.7,), K),
    "boltzmann": ((0.7, 9), K),
    "dlaplace": ((0.7,), K - 3),
    "zipf": ((2.5,), K + 1),
}
SUMS = {
    "skellam": ((1.7, 2.3), K - 3),
    "betabinom": ((7, 1.3, 2.4), K),
    "betanbinom": ((7, 3.3, 2.4), K),
    "logser": ((0.4,), K + 1),
}
MOMENTS = {
    name: shapes
    for name, (shapes, _) in {**CONTINUOUS, **DISCRETE}.items()
    if name
    in {"norm", "beta ", "t", "f", "lognorm", "truncnorm", "genpareto", "nbinom"}
}


def traced(shapes):
    """Floats become arrays that are differentiated, integers stay."""
    return tuple(np.float64(s) if isinstance(s, float) else s for s in shapes)


def continuous_calls(table, methods, tolerance):
    """Methods of values and, where there are quantiles, of probabilities."""
    for name, (shapes, values) in table.items():
        for method in methods:
            at = Q if method in {"ppf", "isf"} else 0.3 + 1.4 * np.array(values)
            fixed = name in SHAPE_BY_DIFFERENCES and method != "logpdf"
            given = shapes if fixed else traced(shapes)
            yield ScipyCall(
                lambda sp, x, loc, scale, *shapes, n=name, m=method: getattr(
                    getattr(sp.stats, n.strip()), m
                )(x, *shapes, loc=loc, scale=scale),
                (at, LOC, SCALE, *given),
                tolerance=tolerance,
            )


def discrete_calls(table, methods):
    """Methods of counts, in every parameter that is not a count."""
    for name, (shapes, counts) in table.items():
        for method in methods:
            yield ScipyCall(
                lambda sp, k, *shapes, n=name, m=method: getattr(
                    getattr(sp.stats, n), m
                )(k, *shapes),
                (counts, *traced(shapes)),
            )


def moment_calls():
    """The mean, standard deviation and entropy of a few distributions."""
    for name, shapes in MOMENTS.items():
        loc = (LOC,) if name == "nbinom" else (LOC, SCALE)
        for method in ("mean", "std"):
            yield ScipyCall(
                lambda sp, *parameters, n=name, m=method: getattr(
                    getattr(sp.stats, n.strip()), m
                )(*parameters),
                (*traced(shapes), *loc),
            )


X, Y, M, N3 = arrays((9,), (9,), (4, 6), (3, 3), seed=3)
POSITIVE, WEIGHTS = np.exp(M), np.exp(M[::-1] / 2)
MEAN, POINTS = np.array([0.3, -0.2, 0.5]), M[:3].T
SHARES = np.array([0.2, 0.3])
COUNTS = np.array([[1, 2, 0], [0, 3, 0], [1, 0, 2]])


def definite(a):
    """A positive definite matrix of any square one."""
    return a @ a.T + np.eye(a.shape[-1])


CALLS = [
    *continuous_calls(CONTINUOUS, ("logpdf", "cdf", "ppf"), 1e-6),
    *continuous_calls(DENSITY_ONLY, ("logpdf",), 1e-6),
    *discrete_calls(DISCRETE, ("logpmf", "cdf")),
    *discrete_calls(SUMS, ("logpmf",)),
    *moment_calls(),
    # Other methods, and ways to pass parameters.
    ScipyCall(lambda sp, x: sp.stats.norm.logpdf(x, 1.0, 2.0), (X,)),
    ScipyCall(
        lambda sp, x, s: sp.stats.gamma(1.3, scale=s).logsf(x),
        (POSITIVE, WEIGHTS[:, :1]),
        tolerance=1e-6,
    ),
    ScipyCall(lambda sp, x, b: sp.stats.beta.pdf(x, 2.0, b=b), (SHARES, 1 + SHARES)),
    ScipyCall(lambda sp, q, s: sp.stats.logistic.isf(q, scale=s), (Q, 1 + Q)),
    ScipyCall(
        lambda sp, c, s: sp.stats.cauchy(scale=s).interval(c),
        (np.float64(0.9), np.float64(1.5)),
    ),
    ScipyCall(lambda sp, s: sp.stats.gumbel_r.median(scale=s), (SCALE,)),
    ScipyCall(lambda sp, a: sp.stats.gamma.entropy(a), (np.float64(2.3),)),
    ScipyCall(lambda sp, s: sp.stats.norm.entropy(scale=s), (1 + Q,)),
    ScipyCall(lambda sp, a, s: sp.stats.pareto.support(a, 1, s)[0], (SCALE, SCALE)),
    ScipyCall(
        lambda sp, m, s: sp.stats.norm.rvs(m, s, size=(4,), random_state=3),
        (LOC, SCALE),
    ),
    ScipyCall(lambda sp, m, s: sp.stats.t(3.0, m, s).rvs(random_state=3), (LOC, SCALE)),
    ScipyCall(lambda sp, p: sp.stats.binom.pmf([0, 3], 7, p), (np.float64(0.3),)),
    ScipyCall(lambda sp, m: sp.stats.poisson(m).logsf([0, 3]), (np.float64(2.3),)),
    ScipyCall(
        lambda sp, q, m: sp.stats.poisson.ppf(q, m), (Q, SCALE), differentiable=False
    ),
    # Vectors and matrices.
    ScipyCall(
        lambda sp, x, m, a: sp.stats.multivariate_normal.logpdf(x, m, definite(a)),
        (POINTS, MEAN, N3),
    ),
    ScipyCall(lambda sp, x, v: sp.stats.multivariate_normal(cov=v).pdf(x), (X, SCALE)),
    ScipyCall(
        lambda sp, x, v: sp.stats.multivariate_normal.logpdf(x, [1, 2, 3], v),
        (MEAN, 1 + MEAN**2),
    ),
    ScipyCall(
        lambda sp, a: sp.stats.multivariate_normal.entropy(cov=definite(a)), (N3,)
    ),
    ScipyCall(
        lambda sp, x, m, a, v: sp.stats.multivariate_t.logpdf(x, m, definite(a), v),
        (POINTS, MEAN, N3, np.float64(3.4)),
    ),
    ScipyCall(
        lambda sp, x, m, a, b: sp.stats.matrix_normal.logpdf(
            x, m, definite(a), definite(b)
        ),
        (POINTS[:2], POINTS[2:4], POINTS[:2, :2], N3),
    ),
    ScipyCall(
        lambda sp, x, v, a: sp.stats.wishart.logpdf(definite(x), v, definite(a)),
        (N3, np.float64(5.5), M[:3, 2:5]),
    ),
    ScipyCall(
        lambda sp, x, v, a: sp.stats.invwishart.logpdf(definite(x), v, definite(a)),
        (N3, np.float64(5.5), M[:3, 2:5]),
    ),
    ScipyCall(lambda sp, x, a: sp.stats.dirichlet.logpdf(x, a), (SHARES, 1 + MEAN**2)),
    ScipyCall(lambda sp, a: sp.stats.dirichlet(a).mean(), (1 + MEAN**2,)),
    ScipyCall(lambda sp, a: sp.stats.dirichlet.var(a), (1 + MEAN**2,)),
    ScipyCall(lambda sp, a: sp.stats.dirichlet.entropy(a), (1 + MEAN**2,)),
    ScipyCall(
        lambda sp, p: sp.stats.multinomial.logpmf(COUNTS, 3, p / p.sum()),
        (np.array([0.2, 0.3, 0.5]),),
    ),
    # Statistics of samples.
    *(
        ScipyCall(lambda sp, x, f=f: f(sp.stats, x), (POSITIVE,))
        for f in (
            lambda st, x: st.zscore(x),
            lambda st, x: st.zscore(x, None, 1),
            lambda st, x: st.zmap(x[:2], x, axis=0),
            lambda st, x: st.gzscore(x, axis=1),
            lambda st, x: st.gmean(x),
            lambda st, x: st.gmean(x, axis=None, keepdims=True),
            lambda st, x: st.hmean(x, axis=-1),
            lambda st, x: st.pmean(x, 1.7, axis=1),
            lambda st, x: st.pmean(x, 0),
            lambda st, x: st.skew(x),
            lambda st, x: st.skew(x, axis=1, bias=False),
            lambda st, x: st.kurtosis(x, axis=1, keepdims=True),
            lambda st, x: st.kurtosis(x, None, fisher=False, bias=False),
            lambda st, x: st.moment(x, 3),
            lambda st, x: st.moment(x, [1, 2], axis=(0, 1)),
            lambda st, x: st.moment(x, 2, center=0.3),
            lambda st, x: st.sem(x, axis=1),
            lambda st, x: st.variation(x, axis=1, ddof=1),
            lambda st, x: st.iqr(x, axis=1),
            lambda st, x: st.trim_mean(x, 0.2, axis=1),
            lambda st, x: st.median_abs_deviation(x, axis=1, scale="normal"),
            lambda st, x: st.entropy(x),
            lambda st, x: st.entropy(x, base=2, axis=None),
            lambda st, x: st.boxcox(x[0], 0.7),
            lambda st, x: st.gaussian_kde(x[:2])(x[2:]),
            lambda st, x: st.gaussian_kde(x[0], 0.4, weights=x[1]).logpdf(x[2]),
            lambda st, x: st.gaussian_kde(x[0], "silverman").pdf(0.3),
            lambda st, x: st.gaussian_kde(POSITIVE[0]).logpdf(x[1]),
        )
    ),
    ScipyCall(lambda sp, x, w: sp.stats.gmean(x, weights=w), (POSITIVE, WEIGHTS)),
    ScipyCall(
        lambda sp, x, w: sp.stats.hmean(x, axis=1, weights=w), (POSITIVE, WEIGHTS)
    ),
    ScipyCall(lambda sp, p, q: sp.stats.entropy(p, q, axis=1), (POSITIVE, WEIGHTS)),
    ScipyCall(lambda sp, x, y: tuple(sp.stats.pearsonr(x, y)), (X, Y)),
    ScipyCall(
        lambda sp, x, y: sp.stats.pearsonr(x, y, alternative="less", axis=1).statistic,
        (M, M[::-1] ** 2),
    ),
    ScipyCall(
        lambda sp, x, y: (
            *sp.stats.linregress(x, y),
            sp.stats.linregress(x, y).intercept_stderr,
        ),
        (X, Y),
        tolerance=1e-6,
    ),
    ScipyCall(
        lambda sp, lmb, x: sp.stats.boxcox_llf(lmb, x), (np.float64(0.7), POSITIVE)
    ),
    ScipyCall(lambda sp, x: sp.stats.yeojohnson(x, 0.7), (X,)),
    ScipyCall(lambda sp, lmb, x: sp.stats.yeojohnson_llf(lmb, x), (SCALE, X)),
]
