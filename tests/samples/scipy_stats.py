"""Samples of the record behind SciPy's distributions."""

from __future__ import annotations

import functrace.scipy.stats as _records  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples


@samples("distribution_method")
def quantiles(rng):
    params = {"family": "skewnorm", "method": "ppf"}
    yield Sample((rng.uniform(0.1, 0.9, (2, 3)), rng.uniform(1, 2, 3)), params)
    yield Sample((rng.uniform(0.1, 0.9), rng.uniform(1, 2)), params)
