"""The error function and its complement against mpmath, in ulps."""

import numpy as np
import pytest

from tests._vecmath import KINDS, assert_accurate, reals

pytestmark = pytest.mark.share(12)


def error_arguments(rng, kind, n):
    x = np.concatenate([reals(rng, kind, n), rng.uniform(-2, 28, 2 * n)])
    return np.clip(x, -1e3, 1e3)  # as far as mpmath goes


@KINDS
@pytest.mark.parametrize(("name", "limit"), [("erf", 1.2), ("erfc", 1.8)])
@pytest.mark.slow
def test_accuracy(name, kind, limit):
    x = error_arguments(np.random.default_rng(4), kind, 400)
    assert_accurate(name, kind, limit, x)
