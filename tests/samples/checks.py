"""Samples of conditions that are checked when a program runs."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("give_up")
def _(rng):
    for failed in (np.array(False), np.zeros((2, 3), bool), np.zeros(0, bool)):
        yield Sample((failed,), {"final": False})


@samples("require")
def _(rng):
    x = rng.normal(size=(2, 3))
    yield Sample((x, np.array([True, True])), {"message": "never"})
    yield Sample((x + 1j * x[::-1], np.array(True)), {"message": "never"})
    yield Sample((x[0, 0], np.zeros(0, bool)), {"message": "never"})
    yield Sample((x.T, x < 9), {"message": "never"})
