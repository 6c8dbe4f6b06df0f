"""Samples of Bessel functions."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples

_WHOLE = "the order is an integer"


def complex_points(rng, *size):
    return rng.uniform(0.5, 2, size) + 1j * rng.uniform(0.3, 1, size)


def samples_of_integer_order(name):
    @samples(name, alone=_WHOLE)
    def _(rng):
        x = rng.uniform(0.5, 3, (2, 3))
        yield Sample((np.array([0, 1, 4]), x))
        yield Sample((np.array([[2], [3]]), x[0]))
        yield Sample((1, x))
        yield Sample((np.int64(2), np.float64(0.7)))


for integer_order in ("kn", "yn"):
    samples_of_integer_order(integer_order)


def samples_of_complex_arguments(name):
    @samples(name)
    def _(rng):
        yield Sample((rng.uniform(-2, 2, 3), complex_points(rng, 2, 3)))
        yield Sample((1, complex_points(rng, 3)))
        yield Sample((np.array([[0.0], [2.5]]), -complex_points(rng, 2)))
        yield Sample((np.float64(0.3), np.complex128(0.4 - 0.7j)))


for of_complex in ("jv", "yv", "iv", "kv", "jve", "yve", "ive", "kve"):
    samples_of_complex_arguments(of_complex)


def samples_on_the_real_line(name):
    @samples(name)
    def _(rng):
        yield Sample((np.array([-3.0, -0.4, 0.4, 3.0, 120.0]),))


for on_the_line in ("j1", "i0e", "i1e"):
    samples_on_the_real_line(on_the_line)


def samples_far_out(name, sign):
    @samples(name)
    def _(rng):
        yield Sample((sign * np.array([0.2, 90.0, 150.0, 4000.0]),))


for far_out in ("k0e", "k1e"):
    samples_far_out(far_out, 1)


def samples_of_spherical(name, low):
    @samples(name)
    def _(rng):
        x = rng.uniform(low, 3, (2, 3))
        yield Sample((np.array([0, 1, 4]), x))
        yield Sample((0, x))
        yield Sample((np.array([0, 2]), complex_points(rng, 3, 2)))


for letter in "jyik":
    samples_of_spherical(f"_spherical_{letter}n", 0.5)
    samples_of_spherical(f"_spherical_{letter}n_d", 0.5)


@samples("airye")
def _(rng):
    yield Sample((np.array([0.3, 2.0, 25.0, 40.0, 300.0]),))
    yield Sample((complex_points(rng, 2, 3),))
    yield Sample((-complex_points(rng, 3),))


@samples("it2struve0")
def _(rng):
    yield Sample((np.array([-5.0, -1.0, 0.0, 1.0, 5.0]),))


@samples("struve")
def _(rng):
    yield Sample((np.array([-1, 0, 1, 2]), np.array([[-3.0], [4.0]])))


@samples("itairy", alone="they need a tolerance")
def _(rng):
    inexact = {"tolerance": 1e-5, "reason": "SciPy's integrals have an error of 1e-7"}
    yield Sample((rng.uniform(-2, 2, (2, 3)),), **inexact)
    yield Sample((np.float64(0.7),), **inexact)
