"""lsqr, lsmr, expm_multiply, eigs, svds and lobpcg, of matrices that are traced."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse.linalg

import functrace as ft
from functrace.scipy import sparse as sp
from functrace.scipy.sparse import linalg

pytestmark = pytest.mark.share(4)

RNG = np.random.default_rng(3)
EXACT = {"atol": 1e-14, "btol": 1e-14, "conlim": 0.0}


def pattern(shape, density=0.6):
    made = scipy.sparse.random_array(shape, density=density, rng=RNG, format="csr")
    return (made + 2 * scipy.sparse.eye_array(*shape, format="csr")).tocsr()


def array(made, data):
    return sp.csr_array((data, made.indices, made.indptr), shape=made.shape)


def dense(made, data):
    places = np.repeat(np.arange(made.shape[0]), np.diff(made.indptr)), made.indices
    full = np.zeros(made.shape, np.asarray(data).dtype)
    full[places] = data
    return full


def check(f, reference, given, *, atol=1e-7):
    """Values and derivatives of both modes, compiled too, of second order, of batches."""
    np.testing.assert_allclose(ft.vjp(f, *given)[0], reference(*given), atol=atol)
    which = tuple(range(len(given)))
    found = ft.jacrev(f, which)(*given)
    forward = ft.jacfwd(f, which)(*given)
    compiled = ft.jit(ft.jacrev(f, which))(*given)
    for k, slope in enumerate(found):
        step = 1e-6 * np.eye(given[k].size).reshape(-1, *given[k].shape)
        ends = [
            [reference(*given[:k], given[k] + d, *given[k + 1 :]) for d in (s, -s)]
            for s in step
        ]
        expected = np.stack([(up - down) / 2e-6 for up, down in ends], -1)
        np.testing.assert_allclose(slope.reshape(expected.shape), expected, atol=1e-5)
        np.testing.assert_allclose(forward[k], slope, atol=1e-8)
        np.testing.assert_allclose(compiled[k], slope, atol=1e-8)

    def total(first):
        return np.sum(np.sin(f(first, *given[1:])))

    direction, h = np.cos(np.arange(given[0].size)), 1e-5
    second = ft.hvp(total)(given[0], direction)
    slopes = [ft.grad(total)(given[0] + s * h * direction) for s in (1, -1)]
    expected = (slopes[0] - slopes[1]) / (2 * h)
    np.testing.assert_allclose(second, expected, atol=1e-5)
    many = np.stack([given[0], 1.1 * given[0]])
    batch = ft.vmap(lambda first: f(first, *given[1:]))(many)
    np.testing.assert_allclose(batch[1], f(many[1], *given[1:]), atol=atol)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "damp"), [((7, 4), 0.0), ((7, 4), 0.7), ((4, 7), 0.0), ((5, 5), 0.7)]
)
@pytest.mark.parametrize("name", ["lsqr", "lsmr"])
def test_least_squares(name, shape, damp):
    made, b = pattern(shape), RNG.normal(size=shape[0])

    def f(data, b):
        return getattr(linalg, name)(array(made, data), b, damp, **EXACT)[0]

    def reference(data, b):
        full = dense(made, data)
        square = full @ full.T + damp**2 * np.eye(shape[0])
        if shape[0] < shape[1] or damp:
            return full.T @ np.linalg.solve(square, b)
        return np.linalg.lstsq(full, b)[0]

    check(f, reference, (made.data, b))


@pytest.mark.parametrize("name", ["lsqr", "lsmr"])
def test_what_else_least_squares_give(name):
    made, b = pattern((7, 4)), RNG.normal(size=7)
    ours, theirs = getattr(linalg, name), getattr(scipy.sparse.linalg, name)

    def residual(data):
        return ours(array(made, data), b, 0.3)[3]

    kept = []

    def noted(data):
        found = ours(array(made, data), b, 0.3)
        kept.append([ft.stop_gradient(part) for part in found[1:3]])
        return found[0]

    expected = theirs(made, b, 0.3)
    found = ft.vjp(noted, made.data)[0]
    np.testing.assert_allclose(found, expected[0], rtol=1e-12)
    np.testing.assert_array_equal(kept[0], expected[1:3])
    change = np.cos(np.arange(made.data.size))
    ends = [
        theirs(array_of(made, made.data + s * change), b, 0.3, **EXACT)[3]
        for s in (1e-6, -1e-6)
    ]
    slope = ft.grad(residual)(made.data) @ change
    np.testing.assert_allclose(slope, (ends[0] - ends[1]) / 2e-6, rtol=1e-4)


def array_of(made, data):
    return scipy.sparse.csr_array((data, made.indices, made.indptr), made.shape)


OPTIONS = [
    {},
    {"damp": 0.3},
    {"iter_lim": 2},
    {"x0": 1.0},
    {"atol": 1e-12, "btol": 1e-12},
    {"conlim": 2.0},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_lsqr_is_a_native_loop_with_scipys_iterates(options):
    for shape in ((30, 12), (12, 30)):
        made, b = pattern(shape, 0.3), RNG.normal(size=shape[0])
        given = dict(options)
        if "x0" in given:
            given["x0"] = RNG.normal(size=shape[1])
        expected, istop, *_ = scipy.sparse.linalg.lsqr(made, b, **given)
        fast = ft.jit(lambda b: linalg.lsqr(made, b, **given)[:2])  # noqa: B023
        found, known = fast(b)
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)
        assert (known == 2) == (istop in (1, 2))
        assert "all of it is native code" in str(fast.lower(b).explain())
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = scipy.sparse.linalg.lsqr(made, 0 * b, **given)[0]
        np.testing.assert_allclose(fast(0 * b)[0], expected, rtol=1e-9)


@pytest.mark.slow
def test_least_squares_that_stop_early_have_no_derivative():
    made, b = pattern((7, 4)), RNG.normal(size=7)

    def f(data):
        return np.sum(linalg.lsqr(array(made, data), b, iter_lim=1)[0])

    for wrap in (lambda f: f, ft.jit):
        assert np.isnan(wrap(ft.grad(f))(made.data)).all()


@pytest.mark.slow
def test_exponentials():
    made = pattern((6, 6))

    def f(data, b):
        return linalg.expm_multiply(array(made, data), b)

    check(
        f, lambda d, b: scipy.linalg.expm(dense(made, d)) @ b, (made.data, np.ones(6))
    )

    def at(data, ends):
        return linalg.expm_multiply(
            array(made, data), np.ones(6), ends[0], ends[1], num=3
        )

    def reference(data, ends):
        times = np.linspace(ends[0], ends[1], 3)
        return np.stack(
            [scipy.linalg.expm(t * dense(made, data)) @ np.ones(6) for t in times]
        )

    check(at, reference, (-made.data, np.array([0.3, 2.0])))


@pytest.mark.slow
def test_eigenvalues_of_matrices_that_are_not_symmetric():
    made = (pattern((9, 9), 0.3) + scipy.sparse.diags_array(np.arange(9.0))).tocsr()

    def f(data):
        w, v = linalg.eigs(array(made, data), k=2)
        order = np.argsort(np.real(w))  # ARPACK's depends on the machine
        w, v = w[order], v[:, order]
        return np.concatenate([np.real(w), np.imag(w), (np.abs(v) ** 2).ravel()])

    def reference(data):
        w, v = np.linalg.eig(dense(made, data).astype(complex))
        start = scipy.sparse.linalg.eigs(made, 2, v0=np.cos(np.arange(9)))[0]
        order = [np.argmin(abs(w - one)) for one in sorted(start, key=np.real)]
        w, v = w[order], v[:, order]
        return np.concatenate([w.real, w.imag, (np.abs(v) ** 2).ravel()])

    check(f, reference, (made.data,))


@pytest.mark.slow
def test_singular_values():
    made = pattern((9, 7))

    def f(data):
        u, s, vh = linalg.svds(array(made, data), k=2)
        return np.concatenate([s, (u**2).ravel(), (vh**2).ravel()])

    def reference(data):
        u, s, vh = np.linalg.svd(dense(made, data), full_matrices=False)
        order = (
            [1, 0] if scipy.sparse.linalg.svds(made, 2)[1][0] < s[0] * 0.999 else [0, 1]
        )
        return np.concatenate(
            [s[order], (u[:, order] ** 2).ravel(), (vh[order] ** 2).ravel()]
        )

    check(f, reference, (made.data,))


@pytest.mark.slow
def test_locally_optimal_eigenvalues():
    start = RNG.normal(size=(12, 2))

    def f(d):
        A = sp.diags_array([d, np.ones(11), np.ones(11)], offsets=[0, 1, -1]).tocsr()
        w, v = linalg.lobpcg(A, start, tol=1e-10, maxiter=300)
        return np.concatenate([w, (v**2).ravel()])

    def reference(d):
        w, v = np.linalg.eigh(np.diag(d) + np.eye(12, k=1) + np.eye(12, k=-1))
        return np.concatenate([w[:-3:-1], (v[:, :-3:-1] ** 2).ravel()])

    check(f, reference, (np.arange(12.0) + 1,))


def test_plain_values_are_scipys():
    made, b = pattern((7, 7)), RNG.normal(size=7)
    for name, args in {
        "lsqr": (b,),
        "lsmr": (b, 0.1),
        "expm_multiply": (b,),
        "eigs": (2,),
        "svds": (2,),
    }.items():
        options = {"v0": np.ones(7)} if name in ("eigs", "svds") else {}
        found = getattr(linalg, name)(made, *args, **options)
        expected = getattr(scipy.sparse.linalg, name)(made, *args, **options)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("damp", [0.0, 0.3])
@pytest.mark.parametrize(("name", "most"), [("lsqr", "iter_lim"), ("lsmr", "maxiter")])
@pytest.mark.slow
def test_loops_go_as_far_as_scipys(name, most, damp):
    """Of values that are not known: stopped anywhere, both are at the same place."""
    made, b = pattern((9, 5)), RNG.normal(size=9)
    ours, theirs = getattr(linalg, name), getattr(scipy.sparse.linalg, name)
    for count in (1, 3, 20):
        for start in (None, np.arange(5.0)):
            options = {most: count, "x0": start}

            def f(data, b, options=options):
                return ours(array(made, data), b, damp, **options)[0]

            found = ft.jit(f)(made.data, b)
            expected = theirs(made, b, damp, **options)[0]
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    assert np.all(ft.jit(f)(made.data, 0 * b) == 0) or start is not None
