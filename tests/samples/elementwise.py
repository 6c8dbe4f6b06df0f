"""Samples of elementwise operations that cannot be made from a domain alone."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


def complex_normal(rng, *size):
    return rng.normal(size=size) + 1j * rng.normal(size=size)


@samples("where")
def _(rng):
    x, y = rng.normal(size=(2, 3)), rng.normal(size=3)
    yield Sample((x > 0, x, x[::-1]))
    yield Sample((y > 0, x, y))
    yield Sample((x > 0, y, 2.0))
    yield Sample((x > 0, 1, y))
    yield Sample((np.asarray(y > 0), np.array(0.5), np.array(-1.5)))
    yield Sample((True, x, np.zeros((1, 1, 1))))
    yield Sample((y > 0, y, complex_normal(rng, 2, 3)))
    yield Sample((np.arange(3), y, np.arange(3)))


@samples("mask")
def _(rng):
    x, y = rng.normal(size=(2, 3)), rng.normal(size=3)
    yield Sample((x > 0, x), {"keep": True})
    yield Sample((y > 0, x), {"keep": False})
    yield Sample((x > 0, y), {"keep": False})
    yield Sample((True, np.float64(0.5)), {"keep": True})
    yield Sample((x > 0, 2.0), {"keep": True})
    yield Sample((np.arange(3), y), {"keep": True})
    yield Sample((y > 0, complex_normal(rng, 2, 3)), {"keep": False})


def with_extrema(rng):
    x = rng.normal(size=(2, 3))
    yield Sample((x, x.max(axis=1, keepdims=True)))
    yield Sample((x, x.min()))
    yield Sample((x[0], np.full(3, np.nan)))
    yield Sample((np.arange(3), np.array(2)))
    yield Sample((x[0] > 0, np.array(True)))


samples("is_exceeded")(with_extrema)
samples("exceeds")(with_extrema)


@samples("convert")
def _(rng):
    x, z = rng.normal(size=(2, 3)), complex_normal(rng, 3)
    yield Sample((x,), {"dtype": np.dtype(complex)})
    yield Sample((z,), {"dtype": np.dtype(complex)})
    yield Sample((x,), {"dtype": np.dtype(np.longdouble)})
    yield Sample((x,), {"dtype": np.dtype(int)})
    yield Sample((x[0] > 0,), {"dtype": np.dtype(float)})
    yield Sample((np.float64(0.5),), {"dtype": np.dtype(complex)})


@samples("stop_gradient")
def _(rng):
    yield Sample((rng.normal(size=(2, 3)),))
    yield Sample((np.float64(0.5),))
    yield Sample((np.arange(3),))


@samples("complex_sign")
def _(rng):
    yield Sample((complex_normal(rng, 2, 3),))
    yield Sample((np.complex128(0.3 - 0.4j),))


@samples("real")
def _(rng):
    yield Sample((complex_normal(rng, 2, 3),))
    yield Sample((complex_normal(rng, 2, 3).T[::2],))
    yield Sample((np.complex128(0.3 - 0.4j),))


@samples("imag")
def _(rng):
    yield Sample((complex_normal(rng, 2, 3),))
    yield Sample((complex_normal(rng, 2, 3).T[::2],))
    yield Sample((np.complex128(0.3 - 0.4j),))


@samples("from_parts")
def _(rng):
    x = rng.normal(size=(2, 3))
    yield Sample((x, x[::-1]))
    yield Sample((x, x[0]))
    yield Sample((np.float64(0.5), x[0]))
    yield Sample((np.array(0.5), np.array(1.5)))


@samples("sinc")
def _(rng):
    yield Sample((rng.uniform(-3, 3, size=(2, 3)),))
    yield Sample((np.array([0.0, 1e-9, -1e-5, 1e-3, 0.2, 1.0]),))
    yield Sample((np.float64(0.7),))
    yield Sample((complex_normal(rng, 3),))


@samples("spherical_jn")
def _(rng):
    x = np.array([0.0, 1e-5, -0.3, 1.2, 4.0])
    for order in range(4):
        yield Sample((x,), {"order": order})
    yield Sample((complex_normal(rng, 3),), {"order": 1})


@samples("round")
def _(rng):
    x = 10 * rng.normal(size=(2, 3))
    yield Sample((x,), {"decimals": 0})
    yield Sample((x,), {"decimals": 1})
    yield Sample((x,), {"decimals": -1})
    yield Sample((complex_normal(rng, 3),), {"decimals": 1})
    yield Sample((np.arange(30),), {"decimals": -1})
    yield Sample((np.array([True]),), {"decimals": 0})
