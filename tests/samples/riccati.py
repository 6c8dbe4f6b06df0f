"""Samples of Riccati equations."""

from __future__ import annotations

import numpy as np

import functrace.primitives.riccati  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


def equations(rng):
    def definite(a, b, q, r, s):
        q, r = (x @ x.swapaxes(-1, -2).conj() for x in (q, r))
        return a, b, q + np.eye(2), r + np.eye(1), s / 10

    for stack, dtype in (((), float), ((), complex), ((2,), float)):
        args = normal(rng, (*stack, 2, 2), (2, 1), (2, 2), (1, 1), (2, 1), dtype=dtype)
        yield Sample(
            args,
            {"balanced": True},
            tolerance=1e-6,
            float32=False,
            before=definite,
            slow=True,
            reason="of Hermitian matrices, in double precision, by an unstable algorithm",
        )


samples("solve_continuous_are")(equations)
samples("solve_discrete_are")(equations)
