"""Trigonometric functions and their inverses against mpmath, in ulps."""

import math

import numpy as np
import pytest

from tests._vecmath import KINDS, assert_accurate, below_one, points, reals

pytestmark = pytest.mark.share(12)

# The numbers next to multiples of pi / 2 (J.-M. Muller, Elementary Functions, 2006)
CLOSE = {"f64": 6381956970095103 * 2.0**797, "f32": 16367173 * 2.0**72}
LIMITS = {"asin": 1.4, "acos": 1.3, "atan": 1.2, "atan2": 1.5, "tan": 1.2}


def angles(rng, kind, n):
    """Small, large and huge ones, and multiples of pi / 4 with their neighbours."""
    k = np.concatenate([np.arange(n // 2), rng.integers(0, 1 << 17, n // 2)])
    multiples = k * (math.pi / 4)
    large = rng.uniform(-3e5, 3e5, n)
    close = CLOSE[kind] * np.array([1.0, -1.0])
    return np.concatenate(
        [reals(rng, kind, n), multiples, np.nextafter(multiples, 0), large, close]
    )


DOMAINS = {
    **dict.fromkeys(["sin", "cos", "tan"], angles),
    **dict.fromkeys(["asin", "acos"], below_one),
    "atan": reals,
}


@KINDS
@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.slow
def test_accuracy(name, kind):
    rng = np.random.default_rng(len(name))
    assert_accurate(name, kind, LIMITS.get(name, 1), DOMAINS[name](rng, kind, 400))


@KINDS
def test_accuracy_of_angles_of_points(kind):
    rng = np.random.default_rng(3)
    assert_accurate("atan2", kind, LIMITS["atan2"], *points(rng, kind, 400))
