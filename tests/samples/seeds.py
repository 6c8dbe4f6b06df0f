"""What derivatives start from."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("eye")
def _(rng):
    for dtype in ("float64", "float32", "complex128", "int64", "bool"):
        yield Sample((), {"size": 5, "dtype": np.dtype(dtype)})
    yield Sample((), {"size": 0, "dtype": np.dtype(float)})
    yield Sample((), {"size": 1, "dtype": np.dtype(float)})
    yield Sample((), {"size": 70, "dtype": np.dtype(float)})


@samples("seed")
def _(rng):
    yield Sample((rng.normal(size=3),))
    yield Sample((rng.normal(size=()),))
    yield Sample((rng.normal(size=(2, 3)) * (1 + 1j),))
