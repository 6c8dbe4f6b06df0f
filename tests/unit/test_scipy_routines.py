"""Routines of BLAS and LAPACK that f2py made, called as they stand."""

import numpy as np
import pytest
import scipy.linalg
from scipy.linalg import blas, get_blas_funcs, get_lapack_funcs, lapack

import functrace as ft
from functrace.core.errors import MissingRuleError
from functrace.scipy.linalg import _routines
from functrace.testing import check_grads

RNG = np.random.default_rng(3)
N = 5


def drawn(prefix, *shape):
    """Numbers of a routine's dtype."""
    x = RNG.standard_normal(shape)
    if prefix in "cz":
        x = x + 1j * RNG.standard_normal(shape)
    return x.astype(_routines._DTYPES[prefix])


def dominant(prefix):
    return drawn(prefix, N, N) + N * np.eye(N, dtype=_routines._DTYPES[prefix])


def positive(prefix):
    a = drawn(prefix, N, N)
    return a @ a.conj().T + N * np.eye(N, dtype=a.dtype)


def positive_band(prefix, lower):
    """Half of a band of width 1: diagonals are real and large."""
    ab = drawn(prefix, 2, N)
    ab[0 if lower else 1] = N + np.arange(N)
    return ab


PAIRS = [{}, {"lower": 1}]
TRIANGLES = [
    {"lower": low, "trans": trans, "unitdiag": unit}
    for low in (0, 1)
    for trans in (0, 1, 2)
    for unit in (0, 1)
]


def renamed(options, **names):
    return {names.get(k, k): v for k, v in options.items()}


def products(p):
    """Of routines their operands, all their options, and which results are looked at."""
    m, v, w, rows = drawn(p, N, N), drawn(p, N), drawn(p, N), drawn(p, 3, N)
    yield "gemm", (1.5, rows, m), [{}, {"beta": 0.5, "c": drawn(p, 3, N)}], None
    yield "gemm", (1.5, m, rows), [{"trans_a": 1, "trans_b": 2}], None
    yield "gemv", (0.5, rows, v), [{}, {"beta": 2.0, "y": drawn(p, 3)}], None
    yield "gemv", (0.5, rows, v), [{"trans": 2, "incx": 2}], None
    yield "nrm2", (v,), [{}, {"n": 2, "offx": 1, "incx": 2}], None
    yield "asum", (v,), [{}], None
    yield "syrk", (0.5, rows), [{}, {"lower": 1, "trans": 1}], None
    yield "syrk", (0.5, m), [{"beta": 2.0, "c": drawn(p, N, N), "lower": 1}], None
    yield "symm", (0.5, m, drawn(p, N, N)), [{}, {"side": 1, "lower": 1}], None
    if p in "sd":
        yield "symv", (0.5, m, v), [{}, {"lower": 1, "beta": 1.0, "y": w}], None
        yield "dot", (v, w), [{}, {"n": 2, "incx": 2, "offy": 1}], None
        yield "ger", (0.5, v, w), [{}, {"a": drawn(p, N, N)}], None
        return
    hermitian = positive(p)
    yield "hemm", (0.5, hermitian, m), [{}, {"lower": 1, "side": 1}], None
    yield "hemv", (0.5, hermitian, v), [{}, {"lower": 1}], None
    yield "herk", (0.5, rows), [{}, {"trans": 2, "lower": 1}], None
    yield "dotu", (v, w), [{}], None
    yield "dotc", (v, w), [{}], None
    yield "geru", (0.5, v, w), [{}], None
    yield "gerc", (0.5, v, w), [{"a": drawn(p, N, N)}], None


def triangular(p):
    m, v, some, big = drawn(p, N, N), drawn(p, N), drawn(p, N, 2), dominant(p)
    units = [renamed(o, unitdiag="diag") for o in TRIANGLES]
    sides = [renamed(o, trans="trans_a") | {"side": k} for o in units for k in (0, 1)]
    yield "trmm", (0.5, big, m), sides, None
    yield "trsm", (0.5, big, m), sides, None
    yield "trmv", (big, v), units, None
    yield "trsv", (big, v), units, None
    yield "trtrs", (big, some), TRIANGLES, (0,)
    kept = [{k: o[k] for k in ("lower", "unitdiag")} for o in TRIANGLES]
    yield "trtri", (big,), kept, (0,)


def dense(p):
    v, some, spd, big = drawn(p, N), drawn(p, N, 2), positive(p), dominant(p)
    lu, piv, _ = getattr(lapack, p + "getrf")(big)
    upper, lower = scipy.linalg.cholesky(spd), scipy.linalg.cholesky(spd, lower=True)
    yield "gesv", (big, some), [{}], (2,)
    yield "gesv", (big, v), [{"overwrite_a": 0}], (2,)
    yield "getrf", (big,), [{}], (0, 1)
    yield "getrs", (lu, piv, some), [{}, {"trans": 1}, {"trans": 2}], (0,)
    yield "getri", (lu, piv), [{}], (0,)
    yield "posv", (spd, v), PAIRS, (0, 1)
    yield "potrf", (spd,), [*PAIRS, {"lower": 1, "clean": 0}], (0,)
    yield "potrs", (upper, some), [{}], (0,)
    yield "potrs", (lower, v), [{"lower": 1}], (0,)
    yield "potri", (upper,), [{}], (0,)
    yield "potri", (lower,), [{"lower": 1}], (0,)
    for name in ("syev", "syevd") if p in "sd" else ("heev", "heevd"):
        yield name, (spd,), [*PAIRS, {"compute_v": 0}], (0,)
    rows = drawn(p, 3, N)
    yield "gesdd", (rows,), [{"full_matrices": 0}, {"compute_uv": 0}], (1,)
    yield "gesvd", (rows,), [{}], (1,)


def banded(p):
    v, some = drawn(p, N), drawn(p, N, 2)
    yield "gtsv", (drawn(p, N - 1), v + 5, drawn(p, N - 1), some), [{}], (3,)
    if p in "sd":
        yield "ptsv", (abs(v) + 4, drawn(p, N - 1), some), [{}], (2,)
    band = drawn(p, 6, N)
    band[4] += 9
    yield "gbsv", (2, 1, band, some), [{}], (2,)
    for lower in (0, 1):
        half = positive_band(p, lower)
        factor = getattr(lapack, p + "pbtrf")(half, lower=lower)[0]
        yield "pbsv", (half, some), [{"lower": lower}], (1,)
        yield "pbtrf", (half,), [{"lower": lower}], (0,)
        yield "pbtrs", (factor, v), [{"lower": lower}], (0,)


FAMILIES = products, triangular, dense, banded


def found(p, name):
    mixed = {"c": "sc", "z": "dz"}.get(p, p)
    for module in (blas, lapack):
        for each in (p + name, mixed + name):
            if hasattr(module, each):
                return getattr(module, each)
    raise AttributeError(name)


def is_traced(x):
    return isinstance(x, np.ndarray) and x.dtype.kind in "fc"


@pytest.mark.parametrize("p", "sdcz")
@pytest.mark.parametrize("family", FAMILIES)
def test_values_are_those_of_the_routines(family, p):
    close = {"rtol": 2e-3, "atol": 2e-3} if p in "sc" else {"rtol": 1e-9, "atol": 1e-9}
    for name, operands, choices, looked_at in family(p):
        routine = found(p, name)
        arrays = [x for x in operands if is_traced(x)]
        for options in choices:

            def called(arrays):
                left = iter(arrays)
                given = [next(left) if is_traced(x) else x for x in operands]  # noqa: B023
                out = routine(*given, **options)  # noqa: B023
                return [out] if looked_at is None else [out[k] for k in looked_at]  # noqa: B023

            expected = called([x.copy() for x in arrays])
            for got in (ft.jit(called)(arrays), ft.vjp(called, arrays)[0]):
                for mine, theirs in zip(got, expected, strict=True):
                    np.testing.assert_allclose(mine, theirs, **close, err_msg=name)


@pytest.mark.parametrize("p", "sdcz")
def test_all_routines_are_tried(p):
    _routines.answers(blas, lapack)
    tried = {name for family in FAMILIES for name, *_ in family(p)}
    known = {name for name, each in _routines._ROUTINES.items() if p in each.prefixes}
    assert tried | {"axpy", "scal"} == known


SLOPES = [
    lambda a, b: blas.dgemm(1.5, a, b, beta=0.5, c=a, trans_b=1),
    lambda a, b: lapack.dgesv(a, b)[2],
    lambda a, b: lapack.dgetrs(*lapack.dgetrf(a)[:2], b[0])[0],
    lambda a, b: lapack.dpotrs(lapack.dpotrf(a @ a.T, lower=1)[0], b, lower=1)[0],
    lambda a, b: lapack.dpotri(lapack.dpotrf(a @ a.T)[0])[0],
    lambda a, b: lapack.dtrtrs(a, b[1], trans=1)[0],
    lambda a, b: blas.dtrsm(2.0, a, b, side=1, trans_a=1, diag=1),
    lambda a, b: lapack.dgtsv(a[0, 1:], a[1] + 5, a[2, 1:], b[2])[3],
    lambda a, b: lapack.dsyevd(a @ a.T)[0],
    lambda a, b: blas.dnrm2(b[0]) * blas.ddot(a[0], b[1]),
]


@pytest.mark.parametrize("number", range(len(SLOPES)))
def test_slopes_are_those_of_differences(number):
    a, b = dominant("d"), drawn("d", N, N)
    weights = drawn("d", N, N)

    def total(a, b):
        out = SLOPES[number](a, b)
        return np.sum(out * weights[tuple(slice(n) for n in np.shape(out))][...])

    check_grads(total, (a, b), order=2)


def test_vectors_are_changed_in_place():
    def f(x, a):
        y = np.copy(x)
        z = blas.daxpy(x, y, a=a)
        blas.dscal(2.0, y, n=2, offx=1)
        return y, z

    x = drawn("d", N)
    expected = f(x, 3.0)
    for got in (ft.jit(f)(x, 3.0), ft.vjp(f, x, 3.0)[0]):
        np.testing.assert_allclose(got, expected)
    with pytest.raises(TypeError, match="which cannot hold traced values"):
        ft.jit(lambda a: blas.daxpy(x, x, a=a))(2.0)


def test_functions_that_are_looked_up():
    def f(a, b):
        (gemm,) = get_blas_funcs(("gemm",), (a, b))
        (gesv,) = get_lapack_funcs(("gesv",), (a, b))
        return gemm(1.0, a, gesv(a, b)[2])

    a, b = dominant("d"), drawn("d", N, 2)
    np.testing.assert_allclose(ft.jit(f)(a, b), b, atol=1e-12)
    np.testing.assert_allclose(
        ft.jacobian(f, 1)(a, b).reshape(2 * N, 2 * N), np.eye(2 * N), atol=1e-12
    )


def test_what_is_not_there_says_so():
    a = dominant("d")
    with pytest.raises(MissingRuleError, match=r"dgeqrf.* is not supported"):
        ft.jit(lambda a: lapack.dgeqrf(a)[0])(a)
    with pytest.raises(MissingRuleError, match="factors of a tridiagonal matrix"):
        ft.jit(lambda d: np.sum(lapack.dgtsv(d[1:], d, d[1:], d)[0]))(a[0] + 5)
    with pytest.raises(MissingRuleError, match="complex values for a routine of real"):
        ft.jit(lambda a: lapack.dpotrf(a)[0])(a + 0j)
    with pytest.raises(np.linalg.LinAlgError):
        ft.jit(lambda a: lapack.dpotrf(a)[0])(-a)


def test_plain_values_are_lapacks():
    """Also while something else is traced, with what only LAPACK gives."""
    a = positive("d")

    def f(x):
        qr, tau, _, info = lapack.dgeqrf(a, lwork=64)
        c, failed = lapack.dpotrf(-a, lower=True)
        assert info == 0
        assert failed == 1
        return x * (np.abs(qr).sum() + tau.sum() + c[0, 1])

    qr, tau, *_ = lapack.dgeqrf(a, lwork=64)
    expected = np.abs(qr).sum() + tau.sum()
    np.testing.assert_allclose(ft.grad(f)(2.0), expected)
    np.testing.assert_allclose(ft.jit(f)(2.0), 2 * expected)


def test_ranks_are_those_of_the_routines():
    """f2py makes a column of a vector: an outer product here is no inner one."""
    x = drawn("d", N)
    assert blas.dgemm(1.0, x, x, trans_b=1).shape == (N, N)
    with pytest.raises(ValueError, match="expected a of 2 dimensions, got 1"):
        ft.jit(lambda x: blas.dgemm(1.0, x, x, trans_b=1))(x)
    with pytest.raises(ValueError, match="expected x of 1 dimensions, got 2"):
        ft.jit(lambda x: blas.ddot(x[:, None], x[:, None]))(x)
    with pytest.raises(ValueError, match="expected b of 1 or 2 dimensions, got 0"):
        ft.jit(lambda x: lapack.dgesv(np.eye(1), x[0])[2])(x)
