"""Exponentials, logarithms, hyperbolic functions and powers against mpmath, in ulps."""

import math

import numpy as np
import pytest

from tests._vecmath import (
    DTYPES,
    FORMATS,
    KINDS,
    assert_accurate,
    below_one,
    everywhere,
    near,
    points,
    reals,
)

pytestmark = pytest.mark.share(12)

LIMIT = 1.5
POW_LIMIT = 2


def exponents(rng, kind, n):
    """Arguments of exponential functions: where results are subnormal, or overflow.

    And where a reduced argument is largest: near multiples of log(2) / 2.
    """
    _, least, greatest = (log2 * math.log(2) for log2 in FORMATS[kind])
    edges = [rng.uniform(a - 3, a + 3, n // 4) for a in (greatest, least)]
    halves = rng.integers(-120, 120, n) * (math.log(2) / 2) + rng.normal(0, 0.02, n)
    wide = rng.uniform(least, greatest, n)
    return np.concatenate([reals(rng, kind, n), wide, halves, *edges])


def positive(rng, kind, n):
    x = [everywhere(rng, kind, n), near(1, rng, n), rng.uniform(0, 3, n)]
    return np.abs(np.concatenate(x))


def above_minus_one(rng, kind, n):
    x = [reals(rng, kind, n), near(-1, rng, n), near(0, rng, n)]
    x = np.concatenate(x).astype(DTYPES[kind])
    return np.where(x > -1, x, -x / 2)


def above_one(rng, kind, n):
    x = [np.abs(everywhere(rng, kind, n)), near(0, rng, n), rng.uniform(0, 3, n)]
    x = np.abs(np.concatenate(x))
    return np.where(x < 1, 1 + x, x)


DOMAINS = {
    **dict.fromkeys(["exp", "exp2", "expm1", "sinh", "cosh", "expit"], exponents),
    **dict.fromkeys(["log", "log2", "log10"], positive),
    **dict.fromkeys(["tanh", "asinh", "cbrt"], reals),
    "acosh": above_one,
    "atanh": below_one,
    "log1p": above_minus_one,
}


@KINDS
@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.slow
def test_accuracy(name, kind):
    rng = np.random.default_rng(len(name))
    assert_accurate(name, kind, LIMIT, DOMAINS[name](rng, kind, 400))


@KINDS
def test_accuracy_of_distances(kind):
    rng = np.random.default_rng(3)
    assert_accurate("hypot", kind, LIMIT, *points(rng, kind, 400))


@KINDS
def test_accuracy_of_powers(kind):
    rng = np.random.default_rng(4)
    bits, n = FORMATS[kind][2], 300
    x = np.abs(everywhere(rng, kind, n)).astype(np.float64)
    y = rng.uniform(-1.05, 1.05, n) * bits / np.log2(x)  # results of all sizes
    base = rng.uniform(0.5, 2, n).astype(DTYPES[kind]).astype(np.float64)
    exponent = rng.uniform(-1, 1, n) * bits / np.log2(base)
    whole = rng.integers(-40, 40, n)
    x = np.r_[x, base, rng.uniform(-9, 9, n)]
    assert_accurate("pow", kind, POW_LIMIT, x, np.r_[y, exponent, whole])


def summands(rng, kind, n, base):
    """Logarithms of pairs: one small, equal, far apart, or such that the sum is near 1."""
    x, y = rng.uniform(-40, 40, (2, n))
    small = rng.choice([-1, 1], n) * 2.0 ** rng.uniform(-60, 0, n)
    distance = rng.uniform(0, -FORMATS[kind][1], n)
    log = -(2.0 ** rng.uniform(-20, -0.6, n))
    complement = np.log(1 - base**log) / math.log(base)
    first = np.r_[x, small, small, np.zeros(n), x, log]
    second = np.r_[y, small - distance, small - distance / 20, -distance, x, complement]
    return first, second


@KINDS
@pytest.mark.parametrize(("name", "base"), [("logaddexp", math.e), ("logaddexp2", 2)])
@pytest.mark.slow
def test_accuracy_of_logarithms_of_sums(name, kind, base):
    """In ulps of the larger logarithm where that cancels: a sum near one."""
    x, y = summands(np.random.default_rng(5), kind, 200, base)

    def unit(exact, x, y):
        return max(abs(exact), abs(max(x, y)))

    assert_accurate(name, kind, LIMIT, x, y, unit=unit)
