"""NumPy's functions of arrays whose length depends on a mask that is not known."""

import numpy as np
import pytest

import functrace as ft

X = np.array([0.5, -1.0, 2.0, -0.25, 1.5])
pytestmark = pytest.mark.filterwarnings(
    "ignore::RuntimeWarning"
)  # NumPy's, of all elements

CALLS = {
    **{f.__name__: f for f in (np.sum, np.prod, np.mean, np.std, np.var, np.ptp)},
    **{f.__name__: f for f in (np.max, np.min, np.any, np.all, np.count_nonzero)},
    **{
        f.__name__: f for f in (np.nansum, np.nanprod, np.nanmean, np.nanstd, np.nanvar)
    },
    **{f.__name__: f for f in (np.nanmax, np.nanmin, np.argmax, np.argmin, np.median)},
    **{
        f.__name__: f for f in (np.cumsum, np.cumprod, np.sort, np.flatnonzero, np.sinc)
    },
    **{
        f.__name__: f for f in (np.ravel, np.copy, np.zeros_like, np.ones_like, np.real)
    },
    **{f.__name__: f for f in (np.nan_to_num, np.isneginf, np.fix, np.angle, np.abs)},
    **{f.__name__: f for f in (np.size, np.linalg.norm, np.i0, np.transpose)},
    "array": lambda s: np.array(s, dtype=np.float32),
    "asarray": lambda s: np.asarray(s) + np.asarray(s, np.float32),
    "array of rows": lambda s: np.array([s, s + 1]),
    "ddof": lambda s: np.std(s, ddof=1),
    "keepdims": lambda s: np.sum(s, keepdims=True),
    "initial": lambda s: np.max(s, initial=10),
    "average": lambda s: np.average(s, weights=np.abs(s)),
    "quantile": lambda s: np.quantile(s, 0.3),
    "percentile": lambda s: np.percentile(s, 71),
    "norm 1": lambda s: np.linalg.norm(s, 1),
    "norm inf": lambda s: np.linalg.norm(s, np.inf),
    "round": lambda s: np.round(s, 1),
    "clip": lambda s: (
        np.clip(s, None, 0.9) + s.clip(0.7, 1.2) + np.clip(s, a_min=1, a_max=2)
    ),
    "where": lambda s: np.where(s > 1, s, -1.0),
    "interp": lambda s: np.interp(s, [0.0, 1.0, 3.0], [1.0, 5.0, 2.0]),
    "interp between": lambda s: np.interp([0.1, 0.9, 2.0, 5.0], np.sort(s), s, left=-1),
    "digitize": lambda s: np.digitize(s, [0.0, 1.0, 3.0]),
    "searchsorted": lambda s: np.searchsorted([0.0, 1.0, 3.0], s),
    "polyval": lambda s: np.polyval([1.0, 2.0, 3.0], s),
    "isin": lambda s: np.isin(s, [0.5, 1.5]),
    "isclose": lambda s: np.isclose(s, 0.5),
    "full_like": lambda s: np.full_like(s, 3.0),
    "astype": lambda s: s.astype(np.float32),
    "modf": lambda s: np.modf(s)[0] + np.divmod(s, 0.4)[1],
    "power": lambda s: s**2 + 2**s + s**-1.5,
    "compare": lambda s: (s > 1) & ~(s == 2) | (s != 0.5),
    "compress": lambda s: np.compress(s > 1, s),
    "extract": lambda s: np.extract(s > 1, s),
    "reshape": lambda s: s.reshape(-1, 1) * s.reshape((1, -1)),
    "outer": lambda s: np.outer(s, s),
    "new axes": lambda s: np.expand_dims(s, (0, 2)) + s[None, :, None],
    "squeeze": lambda s: np.squeeze(s[:, None], axis=1),
    "swapaxes": lambda s: np.swapaxes(s[:, None] * np.ones(3), 0, 1),
    "dot": lambda s: np.dot(s, s) + s @ s + np.vdot(s, s) + np.inner(s, s),
    "matmul": lambda s: s @ (s[:, None] * np.array([1.0, 2.0])),
    "concatenate": lambda s: np.concatenate([s, np.ones(2), -s]),
    "append": lambda s: np.append(s, [1.0, 2.0]),
    "hstack": lambda s: np.hstack([s, s]),
    "vstack": lambda s: np.vstack([s, s]),
    "stack": lambda s: np.stack([s, -s], axis=1),
    "column_stack": lambda s: np.column_stack([s, -s]),
    "flipped": lambda s: s[::-1] * s[0] + s[::-1][-1],
    "slices": lambda s: (
        np.append(s[1:], s[:-1]) * s[-2:].sum() + s[:2].prod() + s[::2].sum()
    ),
    "diff": lambda s: np.append(
        np.diff(s, 2), np.diff(s[:, None] * np.ones(2)).ravel()
    ),
    "trapezoid": lambda s: np.trapezoid(s) + np.trapezoid(s, 2 * s),
    "argsort": lambda s: s[np.argsort(-s)],
    "roll": lambda s: np.roll(s, -1) + np.roll(s, 4),
    "flip": lambda s: np.flip(s),
    "repeat": lambda s: np.repeat(s, 2),
    "histogram": lambda s: np.histogram(s, [0.0, 1.0, 1.5, 3.0])[0],
    "histogram of range": lambda s: np.histogram(s, 3, (0.0, 3.0), weights=s)[0],
    "histogram of density": lambda s: np.histogram(s, 3, (0.0, 3.0), density=True)[0],
    "cov": lambda s: np.append(np.cov(s), np.cov(s, s**2, bias=True)),
    "corrcoef": lambda s: np.corrcoef(np.stack([s, s**2, 2 - s])),
    "quantiles": lambda s: np.quantile(s, [0.1, 0.5]),
    "ufunc methods": lambda s: np.add.reduce(s) + np.multiply.accumulate(s),
    "ufunc outer": lambda s: np.subtract.outer(s, s),
    "einsum": lambda s: np.einsum("i,j->ij", s, s),
    "by numbers": lambda s: s[np.array([0, -1])],
    "take": lambda s: np.take(np.array([5.0, 6.0, 7.0]), np.flatnonzero(s > 1)),
    "nested": lambda s: s[s > 0.7][s[s > 0.7] < 1.8],
    "shape": lambda s: s.shape[0] + s.ndim + s.size,
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("limit", [0.0, 1.9])
def test_functions(name, limit):
    def function(x):
        return CALLS[name](x[x > limit])

    found, expected = ft.jit(function)(X), function(X)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert found.dtype == np.asarray(expected).dtype
    assert found.shape == np.shape(expected)
