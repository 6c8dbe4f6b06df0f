"""Samples of orthogonal polynomials, Mathieu and spheroidal functions."""

from __future__ import annotations

import numpy as np
import scipy.special

from tests.samples._base import Sample, samples

_WHOLE = "orders are integers"


def samples_of_polynomial(name, count, low, high, alone=""):
    @samples(f"eval_{name}", alone=alone)
    def _(rng):
        x = rng.uniform(low, high, (2, 3))
        parameters = rng.uniform(0.6, 2, (count, 2, 1))
        yield Sample((np.array([0, 1, 5]), *parameters, x))
        yield Sample((2, *parameters, x))
        yield Sample((3, *parameters, np.array([low, 0.25, high])))
        yield Sample((np.int64(4), *parameters[:, 0, 0], np.float64(0.3)))


for family in ("chebyt", "chebyu", "legendre"):
    samples_of_polynomial(family, 0, -1, 1)
for family in ("chebyc", "chebys"):
    samples_of_polynomial(family, 0, -2, 2)
for family in ("sh_chebyt", "sh_chebyu", "sh_legendre"):
    samples_of_polynomial(family, 0, 0, 1)
samples_of_polynomial("laguerre", 0, 0, 3)
samples_of_polynomial("genlaguerre", 1, 0, 3)
samples_of_polynomial("hermite", 0, -2, 2, "the degree is an integer")
samples_of_polynomial("hermitenorm", 0, -2, 2, "the degree is an integer")
samples_of_polynomial("gegenbauer", 1, -1, 1)
samples_of_polynomial("jacobi", 2, -1, 1)


@samples("eval_sh_jacobi")
def _(rng):
    x = rng.uniform(0, 1, (2, 3))
    q = rng.uniform(0.6, 1.2, (2, 1))
    yield Sample((np.array([0, 1, 5]), q + 0.5, q, x))
    yield Sample((3, q + 0.5, q, np.array([0.0, 0.25, 1.0])))


# -- Mathieu functions: SciPy's values have errors of 1e-13 to 1e-9 ----------------------

_INEXACT = {"tolerance": 1e-6, "reason": "SciPy's values have an error of up to 1e-9"}
ONE, TWO = np.int64(1), np.int64(2)  # in single precision SciPy gives NaN, or hangs
_SLOW = {"order": 1, "tolerance": 1e-6, "reason": "SciPy takes 0.1 ms for a value"}


def samples_of_characteristic_value(name):
    @samples(name, alone=_WHOLE)
    def _(rng):
        q = rng.uniform(0.5, 4, (2, 3))
        yield Sample((np.array([1, 2, 5]), q), **_INEXACT)
        yield Sample((2, -q), **_INEXACT)
        yield Sample((np.int64(3), np.float64(20.0)), **_INEXACT)


for characteristic in ("mathieu_a", "mathieu_b"):
    samples_of_characteristic_value(characteristic)


def samples_of_mathieu_function(name, high):
    @samples(name, alone=_WHOLE)
    def _(rng):
        q = rng.uniform(0.5, 4, (2, 1))
        x = rng.uniform(0.1, high, 3)
        yield Sample((np.array([1, 2, 5]), q, x), **_SLOW)
        yield Sample((TWO, np.float64(1.5), np.float64(0.3)), **_INEXACT)


for angular in ("mathieu_cem", "mathieu_sem"):
    samples_of_mathieu_function(angular, 80)
for modified in ("modcem1", "modcem2", "modsem1", "modsem2"):
    samples_of_mathieu_function(f"mathieu_{modified}", 1)

# -- spheroidal functions ----------------------------------------------------------------


def samples_of_spheroidal_value(name):
    @samples(name, alone=_WHOLE)
    def _(rng):
        yield Sample((np.array([0, 1]), 3, rng.uniform(0.5, 3, (2, 1))), **_SLOW)
        yield Sample((ONE, TWO, np.float64(1.7)), **_INEXACT)


for characteristic in ("pro_cv", "obl_cv"):
    samples_of_spheroidal_value(characteristic)


def samples_of_spheroidal_function(name, low, high):
    @samples(name, alone=_WHOLE)
    def _(rng):
        c, x = rng.uniform(0.8, 2, (2, 1)), rng.uniform(low, high, 2)
        yield Sample((np.array([0, 1]), 3, c, x), **_SLOW)
        yield Sample((ONE, TWO, np.float64(1.2), x[0]), **_INEXACT)

    @samples(f"{name}_cv", alone=_WHOLE)
    def _(rng):
        value = getattr(scipy.special, f"{name[:3]}_cv")
        yield Sample(
            (np.float64(1.2), rng.uniform(low, high, 2)),
            before=lambda c, x: (ONE, TWO, c, value(ONE, TWO, c), x),
            order=1,
            tolerance=1e-6,
            reason="one operand is a function of the others; SciPy is slow",
        )


for angular in ("pro_ang1", "obl_ang1"):
    samples_of_spheroidal_function(angular, -0.6, 0.6)
samples_of_spheroidal_function("pro_rad1", 1.5, 2.5)
samples_of_spheroidal_function("obl_rad1", 0.5, 1.5)
# Nearer, their Wronskians show that SciPy's values, or derivatives, are wrong.
samples_of_spheroidal_function("pro_rad2", 2.5, 3.5)
samples_of_spheroidal_function("obl_rad2", 4, 5)
