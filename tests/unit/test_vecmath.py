"""Routines' special values, those of C99, annex F; and that lanes do not matter."""

import itertools
import math

import numpy as np
import pytest
from scipy import special

from functrace.compiler.machine.native import compile_text
from functrace.compiler.math import vecmath
from functrace.compiler.notation.routine import Routine
from functrace.compiler.routine_cache import compile_missing
from tests._vecmath import (
    DTYPES,
    KINDS,
    TARGETS,
    WIDTH,
    caller,
    compiled,
    evaluate,
    everywhere,
    loop,
)

pytestmark = pytest.mark.share(12)

LANES = {"f64": (0, 2, 4, 8, 16, 32), "f32": (0, 2, 4, 8, 16, 32, 64)}
FEW_LANES = (0, 4, 8)  # of other machines than this one: compiling takes long
ON_TARGETS = pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.cpu)

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, 1e300, -1e300, 5e-324, -5e-324]
SPECIAL += [math.inf, -math.inf, math.nan, 2.0**200, 1e4]
NUMPY = {"pow": "power"}
ALONE = [name for name in vecmath.__all__ if getattr(vecmath, name).results == 1]


def gammaln(x):
    """As SciPy's, which gives infinity for subnormal numbers."""
    size = np.abs(x)
    return np.where(size < 1e-300, -np.log(size), special.gammaln(x))


def erfcinv(x):
    """As SciPy's, which gives infinity for the least number."""
    return np.where(x == 5e-324, 27.213293210812949, special.erfcinv(x))


ORACLES = {"gammaln": gammaln, "erfcinv": erfcinv}


def oracle(name):
    if name in ORACLES:
        return ORACLES[name]
    name = NUMPY.get(name, name)
    return getattr(np, name, None) or getattr(special, name)


@KINDS
@ON_TARGETS
@pytest.mark.parametrize("name", ALONE)
def test_special_values(name, kind, target):
    arity = getattr(vecmath, name).arity
    with np.errstate(all="ignore"):
        values = np.array(SPECIAL).astype(DTYPES[kind])
        points = np.array(list(itertools.product(values, repeat=arity)))
        padding = np.ones((-len(points) % WIDTH, arity))
        arrays = np.concatenate([points, padding]).astype(DTYPES[kind]).T
        expected = oracle(name)(*arrays.astype(np.float64)).astype(DTYPES[kind])
        exact = oracle(name)(*arrays)  # may overflow where `expected` does not
    out = evaluate(name, kind, *arrays, target=target)
    eps = np.finfo(out.dtype).eps
    np.testing.assert_allclose(out, expected, rtol=8 * eps, atol=0)
    zero = (expected == 0) | np.isinf(expected)
    np.testing.assert_array_equal(np.signbit(out[zero]), np.signbit(exact[zero]))


# -- compilation -----------------------------------------------------------------------


@KINDS
@ON_TARGETS
@pytest.mark.parametrize("name", ALONE)
def test_lanes_do_not_matter(name, kind, target):
    rng = np.random.default_rng(6)
    routine = getattr(vecmath, name)
    shape = (routine.arity, 128)
    x = rng.choice([*SPECIAL, 0.3, 1.7, 2e6, -4e5], shape) * rng.choice([1, 0.9], shape)
    with np.errstate(over="ignore", under="ignore"):
        x = x.astype(DTYPES[kind])
    x[:, ::4] = everywhere(rng, kind, routine.arity * 32).reshape(-1, 32)
    x[:, 1::4] = rng.normal(0, 3, (routine.arity, 32))
    lanes = LANES[kind] if target is TARGETS[0] else FEW_LANES
    calls = compiled(routine, kind, lanes, target)
    first, *others = (call(*x) for call in calls)
    number = ~np.isnan(first)
    for other in others:
        np.testing.assert_array_equal(first, other)
        np.testing.assert_array_equal(
            np.signbit(first)[number], np.signbit(other)[number]
        )


@KINDS
@ON_TARGETS
def test_several_results_are_those_of_their_routines(kind, target):
    """To the bit, of usual, large and special operands."""
    rng = np.random.default_rng(7)
    x = np.concatenate([rng.normal(0, 30, 96), SPECIAL, rng.normal(0, 1e7, 16)])
    with np.errstate(over="ignore", under="ignore"):
        x = x.astype(DTYPES[kind])
    lanes = (0, *LANES[kind][-1:]) if target is TARGETS[0] else FEW_LANES

    def part(k):
        return Routine(f"part_{k}", lambda b, x: vecmath.sin_cos(b, x)[k], cost=1)

    for k, routine in enumerate([vecmath.sin, vecmath.cos]):
        (alone,) = compiled(routine, kind, (0,), target)
        for call in compiled(part(k), kind, lanes, target):
            assert call(x).tobytes() == alone(x).tobytes()


def test_routines_call_routines_compiled_earlier_or_not():
    double = Routine("test_double", lambda b, x: x + x, cost=1)
    once = Routine("test_once", lambda b, x: double(b, x) + 1.0, cost=2)
    compile_missing([(once, "f64", 4)])
    again = Routine("test_again", lambda b, x: double(b, x) + once(b, x), cost=3)
    text, requests = loop(again, "f64", 4, "again")
    compile_missing(requests)
    declaration = "declare <4 x double> @ft_test_again_f64_v4(<4 x double>)"
    call = caller(
        compile_text(f"{text}\n{declaration}", ["again"]), "again", again, "f64"
    )
    x = np.arange(8.0)
    np.testing.assert_array_equal(call(x), 4 * x + 1)
