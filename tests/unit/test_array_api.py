"""The array API standard (2024.12): its names, its arguments, and SciPy's use of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.tracer import Tracer

V = np.array([0.3, 0.8, 0.5])
M = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 3.0]])
N = np.array([3, 1, 2])
B = np.array([True, False, True])

DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
)

# The standard's functions: each with its keyword arguments, on vectors, matrices,
# integers or booleans. NumPy has no `descending` of sorts, no `dtype` of frequencies.
CALLS = {
    # constants and dtypes
    "dtypes": lambda xp, v, m, n, b: [
        xp.dtype(getattr(xp, name)).name for name in DTYPES
    ],
    "constants": lambda xp, v, m, n, b: [xp.e, xp.inf, xp.newaxis, xp.pi, xp.nan],
    "info": lambda xp, v, m, n, b: [
        xp.__array_api_version__,
        xp.__array_namespace_info__().capabilities(),
        xp.__array_namespace_info__().default_device(),
        xp.__array_namespace_info__().default_dtypes(device="cpu"),
        xp.__array_namespace_info__().devices(),
        xp.__array_namespace_info__().dtypes(device="cpu", kind="integral"),
    ],
    # creation
    "arange": lambda xp, v, m, n, b: xp.arange(1, 7, 2, dtype=xp.float32, device="cpu"),
    "asarray": lambda xp, v, m, n, b: [
        xp.asarray(v, dtype=xp.float32, device="cpu", copy=True),
        xp.asarray([v[0], 1.0]),
        xp.asarray(v, copy=False),
    ],
    "empty": lambda xp, v, m, n, b: xp.empty((2, 3), dtype=xp.int8, device="cpu") * 0,
    "empty_like": lambda xp, v, m, n, b: (
        xp.empty_like(n, dtype=xp.int8, device="cpu") * 0
    ),
    "eye": lambda xp, v, m, n, b: xp.eye(3, 4, k=1, dtype=xp.float32, device="cpu"),
    "from_dlpack": lambda xp, v, m, n, b: xp.from_dlpack(v, device="cpu", copy=True),
    "full": lambda xp, v, m, n, b: xp.full(
        (2, 3), v[0], dtype=xp.float32, device="cpu"
    ),
    "full_like": lambda xp, v, m, n, b: xp.full_like(n, 2, dtype=float, device="cpu"),
    "linspace": lambda xp, v, m, n, b: xp.linspace(
        v[0], 2.0, 5, dtype=xp.float32, device="cpu", endpoint=False
    ),
    "meshgrid": lambda xp, v, m, n, b: xp.meshgrid(v, n, indexing="ij"),
    "ones": lambda xp, v, m, n, b: xp.ones((2, 3), dtype=xp.int8, device="cpu"),
    "ones_like": lambda xp, v, m, n, b: xp.ones_like(v, dtype=xp.int8, device="cpu"),
    "tril": lambda xp, v, m, n, b: xp.tril(m, k=-1),
    "triu": lambda xp, v, m, n, b: xp.triu(m, k=1),
    "zeros": lambda xp, v, m, n, b: xp.zeros((2, 3), dtype=xp.int8, device="cpu"),
    "zeros_like": lambda xp, v, m, n, b: xp.zeros_like(v, dtype=xp.int8, device="cpu"),
    # dtypes
    "astype": lambda xp, v, m, n, b: xp.astype(v, xp.float32, copy=False, device="cpu"),
    "can_cast": lambda xp, v, m, n, b: xp.can_cast(v, xp.float32),
    "finfo": lambda xp, v, m, n, b: xp.finfo(v.dtype).eps,
    "iinfo": lambda xp, v, m, n, b: xp.iinfo(n.dtype).max,
    "isdtype": lambda xp, v, m, n, b: xp.isdtype(v.dtype, "real floating"),
    "result_type": lambda xp, v, m, n, b: xp.result_type(v, n, 1.0, xp.complex64),
    # indexing
    "take": lambda xp, v, m, n, b: xp.take(m, n - 1, axis=1),
    "take_along_axis": lambda xp, v, m, n, b: xp.take_along_axis(
        m, xp.argsort(m, axis=1), axis=1
    ),
    # linear algebra
    "matmul": lambda xp, v, m, n, b: [xp.matmul(m, v), xp.linalg.matmul(m, m)],
    "matrix_transpose": lambda xp, v, m, n, b: [
        xp.matrix_transpose(m[:2]),
        xp.linalg.matrix_transpose(m[:2]),
    ],
    "tensordot": lambda xp, v, m, n, b: [
        xp.tensordot(m, m, axes=((0,), (1,))),
        xp.linalg.tensordot(m, v, axes=1),
    ],
    "vecdot": lambda xp, v, m, n, b: [
        xp.vecdot(m, v, axis=-1),
        xp.linalg.vecdot(m, m, axis=0),
    ],
    "linalg.cholesky": lambda xp, v, m, n, b: xp.linalg.cholesky(m, upper=True),
    "linalg.cross": lambda xp, v, m, n, b: xp.linalg.cross(m, m @ m, axis=0),
    "linalg.det": lambda xp, v, m, n, b: xp.linalg.det(m),
    "linalg.diagonal": lambda xp, v, m, n, b: xp.linalg.diagonal(m, offset=1),
    "linalg.eigh": lambda xp, v, m, n, b: xp.linalg.eigh(m).eigenvalues,
    "linalg.eigvalsh": lambda xp, v, m, n, b: xp.linalg.eigvalsh(m),
    "linalg.inv": lambda xp, v, m, n, b: xp.linalg.inv(m),
    "linalg.matrix_norm": lambda xp, v, m, n, b: xp.linalg.matrix_norm(
        m, keepdims=True, ord="nuc"
    ),
    "linalg.matrix_power": lambda xp, v, m, n, b: xp.linalg.matrix_power(m, 3),
    "linalg.matrix_rank": lambda xp, v, m, n, b: xp.linalg.matrix_rank(m, rtol=1e-3),
    "linalg.outer": lambda xp, v, m, n, b: xp.linalg.outer(v, v),
    "linalg.pinv": lambda xp, v, m, n, b: xp.linalg.pinv(m, rtol=1e-3),
    "linalg.qr": lambda xp, v, m, n, b: xp.linalg.qr(m, mode="reduced").R,
    "linalg.slogdet": lambda xp, v, m, n, b: xp.linalg.slogdet(m).logabsdet,
    "linalg.solve": lambda xp, v, m, n, b: xp.linalg.solve(m, v),
    "linalg.svd": lambda xp, v, m, n, b: xp.linalg.svd(m, full_matrices=False).S,
    "linalg.svdvals": lambda xp, v, m, n, b: xp.linalg.svdvals(m),
    "linalg.trace": lambda xp, v, m, n, b: xp.linalg.trace(m, offset=1, dtype=float),
    "linalg.vector_norm": lambda xp, v, m, n, b: xp.linalg.vector_norm(
        m, axis=0, keepdims=True, ord=3
    ),
    # manipulation
    "broadcast_arrays": lambda xp, v, m, n, b: xp.broadcast_arrays(v, m),
    "broadcast_to": lambda xp, v, m, n, b: xp.broadcast_to(v, (2, 3)),
    "concat": lambda xp, v, m, n, b: [
        xp.concat([m, v[None]], axis=0),
        xp.concat([m, m], axis=None),
    ],
    "expand_dims": lambda xp, v, m, n, b: xp.expand_dims(v, axis=1),
    "flip": lambda xp, v, m, n, b: xp.flip(m, axis=1),
    "moveaxis": lambda xp, v, m, n, b: xp.moveaxis(m[:2], 0, 1),
    "permute_dims": lambda xp, v, m, n, b: xp.permute_dims(m[:2], axes=(1, 0)),
    "repeat": lambda xp, v, m, n, b: xp.repeat(m, 2, axis=0),
    "reshape": lambda xp, v, m, n, b: xp.reshape(m, (9,), copy=True),
    "roll": lambda xp, v, m, n, b: xp.roll(m, (1, 2), axis=(0, 1)),
    "squeeze": lambda xp, v, m, n, b: xp.squeeze(m[:1], axis=0),
    "stack": lambda xp, v, m, n, b: xp.stack([v, v], axis=1),
    "tile": lambda xp, v, m, n, b: xp.tile(v, (2, 2)),
    "unstack": lambda xp, v, m, n, b: xp.unstack(m, axis=1),
    # searching
    "argmax": lambda xp, v, m, n, b: xp.argmax(m, axis=0, keepdims=True),
    "argmin": lambda xp, v, m, n, b: xp.argmin(m, axis=0, keepdims=True),
    "count_nonzero": lambda xp, v, m, n, b: xp.count_nonzero(m, axis=0, keepdims=True),
    "nonzero": lambda xp, v, m, n, b: xp.nonzero(v > 0.4),
    "searchsorted": lambda xp, v, m, n, b: xp.searchsorted(
        v, v, side="right", sorter=xp.argsort(v)
    ),
    "where": lambda xp, v, m, n, b: xp.where(b, v, 0.0),
    # sets
    "unique_all": lambda xp, v, m, n, b: xp.unique_all(m).inverse_indices,
    "unique_counts": lambda xp, v, m, n, b: xp.unique_counts(m).counts,
    "unique_inverse": lambda xp, v, m, n, b: xp.unique_inverse(m).values,
    "unique_values": lambda xp, v, m, n, b: xp.unique_values(m),
    # sorting
    "argsort": lambda xp, v, m, n, b: xp.argsort(m, axis=0, stable=True),
    "sort": lambda xp, v, m, n, b: xp.sort(m, axis=0, stable=True),
    # statistics
    "cumulative_prod": lambda xp, v, m, n, b: xp.cumulative_prod(
        m, axis=0, dtype=xp.float32, include_initial=True
    ),
    "cumulative_sum": lambda xp, v, m, n, b: xp.cumulative_sum(
        n, axis=0, dtype=xp.uint8, include_initial=True
    ),
    "max": lambda xp, v, m, n, b: xp.max(m, axis=0, keepdims=True),
    "mean": lambda xp, v, m, n, b: xp.mean(m, axis=0, keepdims=True),
    "min": lambda xp, v, m, n, b: xp.min(m, axis=0, keepdims=True),
    "prod": lambda xp, v, m, n, b: xp.prod(n, axis=0, dtype=xp.uint8, keepdims=True),
    "std": lambda xp, v, m, n, b: xp.std(m, axis=0, correction=1.5, keepdims=True),
    "sum": lambda xp, v, m, n, b: [
        xp.sum(n, axis=0, dtype=xp.uint8, keepdims=True),
        xp.sum(m, dtype=xp.float32),
    ],
    "var": lambda xp, v, m, n, b: xp.var(m, axis=0, correction=1.5, keepdims=True),
    # utilities
    "all": lambda xp, v, m, n, b: xp.all(m, axis=0, keepdims=True),
    "any": lambda xp, v, m, n, b: xp.any(m, axis=0, keepdims=True),
    "diff": lambda xp, v, m, n, b: xp.diff(v, axis=0, n=2, prepend=v[:1], append=v[1:]),
    # Fourier transforms
    "fft.fftfreq": lambda xp, v, m, n, b: xp.fft.fftfreq(4, d=2.0, device="cpu"),
    "fft.rfftfreq": lambda xp, v, m, n, b: xp.fft.rfftfreq(4, d=2.0, device="cpu"),
    "fft.fftshift": lambda xp, v, m, n, b: xp.fft.fftshift(m, axes=(0,)),
    "fft.ifftshift": lambda xp, v, m, n, b: xp.fft.ifftshift(m, axes=(0,)),
    # attributes and methods
    "attributes": lambda xp, v, m, n, b: [
        m.dtype,
        m.device,
        m.ndim,
        m.shape,
        m.size,
        m.T,
        m.mT,
        m.to_device("cpu", stream=None),
    ],
    "scalars": lambda xp, v, m, n, b: [bool(b[0]), int(n[0]), [7, 8, 9, 10][n[0]]],
    "operators": lambda xp, v, m, n, b: [
        *(abs(v), v + v, v / v, v // v, v % 0.3, v * 2, v**2, v - v, -v, +v, m @ v),
        *(v == v[0], v != v[0], v < v[0], v <= v[0], v > v[0], v >= v[0]),
        *(n & 1, n | 4, n ^ 1, ~n, n << 1, n >> 1, b & b, ~b),
        *(v[1], m[..., 0], m[b]),
    ],
}
REAL = """
    abs acos asin asinh atan atanh ceil conj cos cosh exp expm1 floor imag isfinite isinf
    isnan log log1p log2 log10 logical_not negative positive real reciprocal round sign
    signbit sin sinh square sqrt tan tanh trunc
"""
REAL_PAIRS = """
    add atan2 copysign divide equal floor_divide greater greater_equal hypot less less_equal
    logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter
    not_equal pow remainder subtract
"""
INTEGER_PAIRS = """
    bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor
"""
ONE_AXIS = "fft ifft rfft irfft hfft ihfft"
SEVERAL_AXES = "fftn ifftn rfftn irfftn"
CALLS |= {
    "acosh": lambda xp, v, m, n, b: xp.acosh(v + 1),
    "clip": lambda xp, v, m, n, b: [
        xp.clip(v, 0.4, 0.6),
        xp.clip(v, min=0.4, max=None),
    ],
    "bitwise_invert": lambda xp, v, m, n, b: xp.bitwise_invert(n),
}
for name in REAL.split():
    CALLS[name] = lambda xp, v, m, n, b, name=name: getattr(xp, name)(v)
for name in REAL_PAIRS.split():
    CALLS[name] = lambda xp, v, m, n, b, name=name: getattr(xp, name)(v, v[::-1])
for name in INTEGER_PAIRS.split():
    CALLS[name] = lambda xp, v, m, n, b, name=name: getattr(xp, name)(n, n)
for name in ONE_AXIS.split():
    CALLS[f"fft.{name}"] = lambda xp, v, m, n, b, name=name: getattr(xp.fft, name)(
        m, n=4, axis=0, norm="ortho"
    )
for name in SEVERAL_AXES.split():
    CALLS[f"fft.{name}"] = lambda xp, v, m, n, b, name=name: getattr(xp.fft, name)(
        m, s=(4, 2), axes=(0, 1), norm="ortho"
    )


def plain(value):
    """What a result is equal to, in ndarrays."""
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, Tracer):
        value.sync()
        return np.asarray(value.value)
    return np.asarray(value) if isinstance(value, np.generic) else value


def assert_equal(got, expected):
    if isinstance(expected, list):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            assert_equal(g, e)
    elif isinstance(expected, np.ndarray):
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        np.testing.assert_allclose(got, expected, rtol=1e-6)
    else:
        assert got == expected or got is expected


@pytest.mark.parametrize("name", CALLS)
def test_function_of_the_standard(name):
    seen = []

    def function(v, m):
        xp = v.__array_namespace__(api_version="2024.12")
        n, b = xp.asarray(N), xp.asarray(B)
        assert isinstance(n, Tracer)
        assert isinstance(b, Tracer)
        seen.append(plain(CALLS[name](xp, v, m, n, b)))
        return xp.sum(v) + xp.sum(m)

    ft.grad(function, (0, 1))(V, M)
    assert_equal(*seen, plain(CALLS[name](np, V, M, N, B)))


def test_conversions():
    np.testing.assert_array_equal(fnp.asarray_chkfinite([1, 2]), [1, 2])
    with pytest.raises(ValueError, match="must not contain infs or NaNs"):
        fnp.asarray_chkfinite([1.0, np.inf])
    for transform in (ft.grad, ft.jit):
        with pytest.raises(ValueError, match="must not contain infs or NaNs"):
            transform(lambda x: fnp.sum(fnp.asarray_chkfinite(x)))(V * np.nan)
    with pytest.raises(ValueError, match='both "C" and "F"'):
        ft.grad(lambda x: fnp.require(x, None, "CF"))(V)
    with pytest.raises(KeyError):
        ft.grad(lambda x: fnp.require(x, None, ["nonsense"]))(V)
    if hasattr(np, "row_stack"):  # until NumPy 2.5
        with pytest.warns(DeprecationWarning, match="row_stack"):
            np.testing.assert_array_equal(fnp.row_stack([V, V]), [V, V])


def test_kaiser():
    with pytest.raises(ValueError, match="scalar"):
        ft.grad(lambda x: fnp.sum(fnp.kaiser(4, x)))(V)
    for points in (0, 1, 2, 5):
        value, grad = ft.value_and_grad(lambda b, n=points: fnp.sum(fnp.kaiser(n, b)))(
            2.0
        )
        assert value == np.sum(np.kaiser(points, 2.0))
        if points < 2:
            assert grad == 0
    single = np.float32(1.5)
    got = ft.vjp(lambda b: fnp.kaiser(5, b), single)[0]
    np.testing.assert_array_equal(got, np.kaiser(5, single), strict=True)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.bool_])
def test_reductions_in_a_given_short_dtype(dtype):
    x = np.full((3, 4), 7, dtype)
    for name in ("sum", "prod", "cumsum", "cumprod", "cumulative_sum"):
        options = {"axis": 1, "dtype": dtype}
        got = getattr(fnp, name)(Tracer(None, x), **options)
        expected = getattr(np, name)(x, **options)
        assert got.dtype == expected.dtype
        np.testing.assert_array_equal(plain(got), expected)


def test_vecdot_does_not_broadcast_what_it_contracts():
    with pytest.raises(ValueError, match="mismatch in its core dimension"):
        ft.grad(lambda x: fnp.sum(fnp.linalg.vecdot(x, x[:1])))(V)


def test_advice_on_errors_of_scipys():
    linalg = pytest.importorskip("scipy.linalg")
    way_out = "use one of the functions that functrace.scipy has"

    def text(call, kind=ft.ConcretizationError):
        with pytest.raises(kind) as caught:
            call()
        return str(caught.value)

    assert way_out in text(lambda: ft.grad(lambda a: np.sum(linalg.schur(a)[0]))(M))
    nested = ft.grad(lambda a: np.sum(ft.grad(lambda a: linalg.schur(a)[0])(a)))
    assert text(lambda: nested(M)).count(way_out) == 1
    assert way_out in text(lambda: ft.jit(linalg.schur)(M))
    singular = text(
        lambda: ft.grad(lambda a: a * linalg.inv(M * 0)[0, 0])(1.0), linalg.LinAlgError
    )
    assert way_out not in singular
    unfit = text(lambda: ft.grad(lambda a: np.zeros(3) @ a)(np.zeros(4)), ValueError)
    assert way_out not in unfit


@pytest.mark.slow
def test_scipys_own_functions_on_traced_values():
    run = subprocess.run(
        [sys.executable, "-m", "tests._scipy_array_api"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    faults = json.loads(run.stdout.splitlines()[-1])
    assert len(faults) > 100
    assert {name: fault for name, fault in faults.items() if fault} == {}
