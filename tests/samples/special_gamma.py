"""Samples of special functions that cannot be made from a domain alone."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


def complex_points(rng):
    return rng.uniform(-0.6, 0.6, 3) + 1j * rng.uniform(0.1, 0.6, 3)


@samples("exponential_moment")
def _(rng):
    x = np.array([-30.0, -2.0, 0.0, 1e-9, 0.5, 20.0])
    for order in (0, 1, 3):
        yield Sample((x,), {"order": order})
    yield Sample((np.float64(0.3),), {"order": 1})


@samples("logarithmic_moment")
def _(rng):
    x = np.array([-0.8, -1e-9, 0.0, 0.3, 0.9])
    for order in (0, 1, 3):
        yield Sample((x,), {"order": order})
    yield Sample((complex_points(rng),), {"order": 1})


_ROUGH = "SciPy's value is good to 1e-6, so that differences of it are good to 1e-3"


def rough_inverse(name, args):
    """SciPy's inverse, by a search that ends at a difference of 1e-6 or so."""

    @samples(name, alone=_ROUGH)
    def _(_):
        arrays = tuple(map(np.atleast_1d, args))
        yield Sample(arrays, tolerance=1e-2, reason=_ROUGH)


rough_inverse("ncfdtridfd", (2.0, 0.6, 1.1, 3.0))
rough_inverse("ncfdtridfn", (0.45, 5.0, 0.5, 0.9))
rough_inverse("ncfdtrinc", (3.0, 2.5, 0.25, 1.4))
rough_inverse("nctdtridf", (0.8, 0.5, 2.5))
rough_inverse("nctdtrinc", (3.0, 0.4, 1.4))


def with_integers(name):
    """SciPy warns of a float as the number of trials, even if it is a whole one."""

    @samples(name, alone="SciPy warns of a float as the number of trials")
    def _(rng):
        count, trials = np.array([2, 3, 1]), np.array([7, 8, 9])
        yield Sample((count, trials, rng.uniform(0.2, 0.8, (2, 3))))
        yield Sample((2.0, np.array(7), np.float64(0.3)))


with_integers("bdtr")
with_integers("bdtrc")
with_integers("bdtri")
