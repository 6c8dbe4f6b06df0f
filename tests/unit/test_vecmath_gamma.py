"""The gamma and normal families against mpmath, in ulps."""

import math

import numpy as np
import pytest
from scipy import special

from tests._vecmath import (
    EXACT,
    KINDS,
    TARGETS,
    assert_accurate,
    evaluate,
    everywhere,
    mp,
    near,
)

pytestmark = pytest.mark.share(12)

ROOT = 1.4616321449683622  # of digamma


def log_gamma(x):
    return mp.log(abs(mp.gamma(x))) if x < 1e3 else mp.loggamma(x)


def scaled_erfc(x):
    if x < 1e3:
        return mp.exp(x * x) * mp.erfc(x)
    return (1 - 1 / (2 * x * x) + 3 / (4 * x**4)) / (x * mp.sqrt(mp.pi))


def log_ndtr(x):
    if x > 0:
        return mp.log1p(-mp.ncdf(-x))
    tail = scaled_erfc(-x * mp.sqrt(0.5))
    return mp.log(tail / 2) - x * x / 2


def ndtri(p):
    """By Newton's iteration, from SciPy's value."""
    if p > 0.5:
        return -ndtri(1 - p)
    x = mp.mpf(special.ndtri(float(p)))
    for _ in range(3):
        x -= (mp.ncdf(x) - p) / mp.npdf(x)
    return x


EXACT |= {
    "ndtri": ndtri,
    "erfinv": lambda x: -ndtri((1 - x) / 2) * mp.sqrt(0.5),
    "erfcinv": lambda x: -ndtri(x / 2) * mp.sqrt(0.5),
    "gammaln": log_gamma,
    "erfcx": scaled_erfc,
    "ndtr": mp.ncdf,
    "log_ndtr": log_ndtr,
}


def positive(rng, kind, n):
    """Numbers of all sizes, and around the zeros of gammaln and digamma."""
    x = [everywhere(rng, kind, n), rng.uniform(0, 5, 2 * n), rng.uniform(0, 50, n)]
    x += [near(center, rng, n // 2) for center in (1, 2, ROOT, 1.4, 2.4)]
    return np.abs(np.concatenate(x))


@KINDS
@pytest.mark.parametrize("name", ["gammaln", "digamma"])
@pytest.mark.slow
def test_accuracy_of_positive_numbers(name, kind):
    x = positive(np.random.default_rng(1), kind, 250)
    assert_accurate(name, kind, 2, x)


def gammaln_terms(y, x):
    """``log(pi) - log(abs(sin(pi x))) - gammaln(1 - x)``, the greatest of them."""
    sine = mp.log(abs(mp.sin(mp.pi * x)))
    return max(abs(y), abs(mp.log(mp.pi) - sine), abs(mp.loggamma(1 - x)))


def digamma_terms(y, x):
    """``digamma(1 - x) + 1 / d + ...`` with the distance `d` from the nearest integer."""
    return max(abs(y), abs(mp.digamma(1 - x)), 1 / abs(x - mp.nint(x)))


@KINDS
@pytest.mark.parametrize(
    ("name", "terms"), [("gammaln", gammaln_terms), ("digamma", digamma_terms)]
)
@pytest.mark.slow
def test_accuracy_of_negative_numbers(name, terms, kind):
    rng = np.random.default_rng(2)
    whole = rng.integers(1, 20, 160)
    x = np.r_[rng.uniform(0, 4, 320), whole + 10 ** rng.uniform(-12, -1, 160)]
    x = np.r_[x, 10.0 ** rng.uniform(-30, 0, 160)].astype(f"f{int(kind[1:]) // 8}")
    x = np.where(np.rint(x) == x, x + 0.25, x)
    assert_accurate(name, kind, 2, -x, unit=terms)


def test_large_negative_numbers_have_fractions():
    """The last of them are multiples of a half."""
    k = np.arange(16)
    x = -np.r_[2.0**50 + k / 4, 2.0**51 + k[:8] / 2, 2.0**52 - k[8:] / 2]
    whole = x == np.floor(x)
    out = evaluate("gammaln", "f64", x, target=TARGETS[0])
    np.testing.assert_array_equal(np.isposinf(out), whole)
    exact = [float(mp.loggamma(mp.mpf(v)).real) for v in x[~whole]]
    np.testing.assert_allclose(out[~whole], exact, rtol=1e-15)
    out = evaluate("digamma", "f64", x, target=TARGETS[0])
    np.testing.assert_array_equal(np.isnan(out), whole)


def moderate(rng, kind, n):
    """Numbers that the density is not zero at, most of them."""
    x = [everywhere(rng, kind, n), rng.uniform(-5, 5, 2 * n), rng.uniform(-40, 9, n)]
    return np.concatenate([*x, near(0, rng, n), near(-1, rng, n)])


@KINDS
@pytest.mark.parametrize(
    ("name", "least", "greatest"),
    [
        ("erfcx", -27.0, math.inf),
        ("ndtr", -60.0, 60.0),
        ("log_ndtr", -1e150, 60.0),
    ],
)
@pytest.mark.slow
def test_accuracy_of_normal_tails(name, least, greatest, kind):
    x = moderate(np.random.default_rng(3), kind, 250).astype(np.float64)
    assert_accurate(name, kind, 2, np.clip(x, least, greatest))


@KINDS
@pytest.mark.parametrize("name", ["ndtri", "erfinv", "erfcinv"])
@pytest.mark.slow
def test_accuracy_of_inverses(name, kind):
    rng = np.random.default_rng(4)
    x = np.r_[rng.uniform(0, 1, 160), 10.0 ** rng.uniform(-16, 0, 160)]
    x = x.astype(f"f{int(kind[1:]) // 8}")
    assert_accurate(name, kind, 2, x[x < 1])
