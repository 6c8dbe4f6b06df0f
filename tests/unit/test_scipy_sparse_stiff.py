"""Stiff methods whose Jacobian has few entries, and is no band: SuperLU solves for them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
import scipy.sparse as sp

import functrace as ft
from functrace.scipy import integrate
from functrace.scipy.integrate import _systems
from functrace.scipy.integrate._field import recorded_field
from functrace.scipy.integrate._systems import Banded, Dense, Sparse, systems_of
from functrace.scipy.sparse import csc_array, csr_array
from functrace.scipy.sparse.linalg import spsolve

COUNT = 80
RANDOM = np.random.default_rng(0)
PLACES = np.arange(2 * COUNT)
FROM = RANDOM.integers(0, COUNT, 2 * COUNT)
TO = (FROM + RANDOM.integers(1, COUNT, 2 * COUNT)) % COUNT
RATES = 10.0 ** RANDOM.uniform(-1, 3, 2 * COUNT)
START = RANDOM.random(COUNT)
SIGNS = np.repeat([1.0, -1.0], 2 * COUNT)
ENDS = np.concatenate([FROM, TO]), np.tile(PLACES, 2)
FLOWS = sp.csr_array((SIGNS, ENDS), shape=(COUNT, 2 * COUNT))
ORDER = sp.csr_array((np.arange(1.0, 4 * COUNT + 1), ENDS[::-1]))
METHODS = pytest.mark.parametrize("method", ["BDF", "Radau"])


def field(t, y, k):
    """Reactions of substances with others, anywhere."""
    return FLOWS @ (k * RATES * (y[TO] - y[FROM] ** 2))


def slopes(t, y, k):
    return ft.jacfwd(field, 1)(t, y, k)


def sparse_slopes(t, y, k):
    """With traced entries."""
    entries = np.concatenate([-2 * k * RATES * y[FROM], k * RATES])
    entries = entries[ORDER.data.astype(int) - 1]
    return FLOWS @ csr_array((entries, ORDER.indices, ORDER.indptr), ORDER.shape)


def ended(k, method, jac=None, rtol=1e-5):
    span = 0.0, 0.1
    options = {"args": (k,), "jac": jac, "rtol": rtol, "atol": rtol * 1e-2}
    return integrate.solve_ivp(field, span, START, method, [0.1], **options).y[:, 0]


@pytest.fixture(autouse=True)
def small_ones(monkeypatch):
    monkeypatch.setattr(_systems, "_LARGE", 40)


def systems():
    recorded = recorded_field(lambda t, y: field(t, y, 1.0), START)
    return systems_of(recorded), recorded


def test_which_matrices_are_sparse(monkeypatch):
    found, _ = systems()
    assert isinstance(found, Sparse)
    monkeypatch.setattr(_systems, "_LARGE", 100)
    assert isinstance(systems()[0], Dense)  # of few unknowns

    def diffusion(t, y):
        y = np.pad(y.reshape(40, -1), 1)
        return (y[2:, 1:-1] + y[:-2, 1:-1] + y[1:-1, 2:] + y[1:-1, :-2]).reshape(-1)

    for width, kind in ((5, Banded), (40, Sparse)):  # a band of so many more rows
        recorded = recorded_field(diffusion, np.ones(40 * width))
        assert isinstance(systems_of(recorded), kind)


def test_systems_are_the_dense_ones():
    found, recorded = systems()
    right = RANDOM.normal(size=(2, COUNT))
    made = found.jacobian(recorded, 0.0, START)
    J = Dense().jacobian(recorded, 0.0, START)
    np.testing.assert_allclose(found.taken(J), made, rtol=1e-14)
    for shift in (1.0, 30.0):
        whole = np.eye(COUNT) * shift - 0.1 * J
        x = found.solve(found.shifted(made, shift, 0.1), right[0])
        np.testing.assert_allclose(whole @ x, right[0], atol=1e-10)
        x = found.solve_turned(found.turned(made, shift, 7.0), right)
        turned = np.eye(COUNT) * (shift + 7j) - J
        z = np.linalg.solve(turned, right[0] + 1j * right[1])
        np.testing.assert_allclose(x, [z.real, z.imag], atol=1e-10)


@METHODS
def test_compiled_solvers_take_scipys_steps_and_stay_native(method):
    run = ft.jit(lambda k: ended(k, method, slopes))
    jac = lambda t, y: slopes(t, y, 1.0)  # noqa: E731 - short
    options = {"rtol": 1e-5, "atol": 1e-7, "jac": jac}
    expected = scipy.integrate.solve_ivp(
        lambda t, y: field(t, y, 1.0), (0.0, 0.1), START, method, **options
    )
    np.testing.assert_allclose(run(1.0), expected.y[:, -1], rtol=1e-9)
    plan = str(run.lower(1.0).plan)
    assert "sparse_solve" in plan
    assert "numpy <Node" not in plan


@METHODS
def test_given_matrices_are_taken(method):
    expected = ft.jit(lambda k: ended(k, method))(1.0)
    fixed = sp.csr_matrix(slopes(0.0, START, 1.0))
    given = {
        "dense": slopes,
        "sparse": sparse_slopes,
        "SciPy's": lambda t, y, k: fixed,
        "constant": fixed,
    }
    for name, jac in given.items():
        found = ft.jit(lambda k, jac=jac: ended(k, method, jac))(1.0)
        exact = name in ("dense", "sparse")
        rtol = 1e-9 if exact else 1e-3  # others take other steps
        np.testing.assert_allclose(found, expected, rtol=rtol)


@pytest.mark.slow
@METHODS
def test_derivatives_are_those_of_differences(method):
    def loss(k):
        return np.sum(ended(k, method, rtol=1e-8) ** 2)

    step, run = 1e-4, ft.jit(loss)
    difference = (run(1.0 + step) - run(1.0 - step)) / (2 * step)
    slope = ft.jit(ft.grad(loss))(1.0)
    np.testing.assert_allclose(slope, difference, rtol=1e-4)
    forward = ft.jit(lambda k: ft.jvp(loss, (k,), (1.0,))[1])(1.0)
    np.testing.assert_allclose(forward, slope, rtol=1e-9)


def test_batches_have_their_own_steps():
    rates = np.array([0.5, 1.0, 2.0])
    found = ft.jit(ft.vmap(lambda k: ended(k, "BDF")))(rates)
    one = ft.jit(lambda k: ended(k, "BDF"))
    np.testing.assert_allclose(found, [one(k) for k in rates], rtol=1e-9)


# -- sparse systems in native loops ----------------------------------------------------

MATRIX = sp.csc_array(np.eye(30) * 4 + np.eye(30, k=1) - np.eye(30, k=-3))


def rounds(data, x):
    A = csc_array((data, MATRIX.indices, MATRIX.indptr), MATRIX.shape)
    return ft.fori_loop(0, 5, lambda i, y: spsolve(A * (1.0 + i), y) + x, x)


def test_loops_with_sparse_systems_are_native():
    data, x = MATRIX.data, np.linspace(-1, 1, 30)
    compiled = ft.jit(rounds)
    np.testing.assert_allclose(compiled(data, x), rounds(data, x), rtol=1e-14)
    assert "numpy <Node" not in str(compiled.lower(data, x).plan)
    gradient = ft.grad(lambda d, x: np.sum(rounds(d, x) ** 2), (0, 1))
    for new, old in zip(ft.jit(gradient)(data, x), gradient(data, x), strict=True):
        np.testing.assert_allclose(new, old, rtol=1e-12)


def test_a_singular_matrix_warns_within_a_loop():
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning):
        found = ft.jit(rounds)(0.0 * MATRIX.data, np.ones(30))
    assert np.all(np.isnan(found))


@pytest.mark.filterwarnings("error")
def test_what_is_raised_within_a_loop_is_raised():
    with pytest.raises(scipy.sparse.linalg.MatrixRankWarning):
        ft.jit(rounds)(0.0 * MATRIX.data, np.ones(30))
    np.testing.assert_allclose(
        ft.jit(rounds)(MATRIX.data, np.ones(30)), rounds(MATRIX.data, np.ones(30))
    )
