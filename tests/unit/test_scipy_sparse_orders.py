"""The order of eigenvalues that are asked for without vectors, and what is refused."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse import linalg as plain

import functrace as ft
from functrace.core.errors import MissingRuleError
from functrace.scipy import sparse
from functrace.scipy.sparse import linalg

SIZE = 12


def matrix(module, p, lower=1.0):
    """Symmetric, if `lower` is one."""
    sides = -np.ones(SIZE - 1) * p
    middle = (2.5 + np.arange(SIZE) / SIZE) * p**2
    return module.diags_array(
        [sides * lower, middle, sides], offsets=[-1, 0, 1]
    ).tocsc()


@pytest.mark.parametrize("vectors", [False, True])
@pytest.mark.parametrize(
    ("name", "which"),
    [("eigsh", w) for w in ("LM", "SM", "SA", "LA", "BE")]
    + [("eigs", w) for w in ("LM", "LR", "SR")],
)
def test_eigenvalues_are_in_scipys_order(name, which, vectors):
    lower = 1.0 if name == "eigsh" else 0.7
    start = np.linspace(1.0, 2.0, SIZE)  # else random: so is the order of some, then

    def values(module, of, p):
        made = matrix(of, p, lower)
        found = getattr(module, name)(
            made, k=3, which=which, v0=start, return_eigenvectors=vectors
        )
        return np.real(found[0] if vectors else found)

    expected = values(plain, sp, 1.1)
    value, slope = ft.jvp(lambda p: values(linalg, sparse, p), (1.1,), (1.0,))
    np.testing.assert_allclose(value, expected, rtol=1e-9)
    step = 1e-6
    sides = values(plain, sp, 1.1 + step), values(plain, sp, 1.1 - step)
    np.testing.assert_allclose(slope, (sides[0] - sides[1]) / (2 * step), rtol=1e-6)


@pytest.mark.parametrize("name", ["qmr", "tfqmr", "bicg"])
def test_a_solver_without_rule_is_refused_by_name(name):
    with pytest.raises(MissingRuleError, match=name):
        ft.grad(
            lambda p: getattr(linalg, name)(matrix(sparse, p), np.ones(SIZE))[0][0]
        )(1.1)
