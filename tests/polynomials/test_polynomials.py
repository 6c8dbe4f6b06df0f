"""Every polynomial of the mathematical functions is as good as its degree allows."""

import importlib
import pkgutil

import pytest
from mpmath import mp, mpf

from functrace.compiler.math import vecmath
from tests.polynomials.remez import Point, grid, minimax
from tests.polynomials.table import DIGITS, ROWS

OTHERS = {"trigonometric._HALF_PI"}  # the sum of its parts
WIDE = 8  # degree from which on a problem takes its time


@pytest.fixture(autouse=True)
def _digits():
    with mp.workdps(DIGITS):
        yield


def cases():
    for row in ROWS:
        marks = [pytest.mark.slow] if row.degree >= WIDE else []
        yield pytest.param(row, id=row.name, marks=marks)


@pytest.mark.parametrize("row", [*cases()])
def test_the_error_is_the_least_possible(row):
    points = row.points()
    least, error = row.best(points).error, row.error(points)
    rounding = row.rounding(points)
    assert error <= row.excess * least + rounding
    if row.excess > 1.01:  # no more is granted than is needed
        assert error > row.excess * least / 1.03


def polynomials(value, name):
    """The tuples of three numbers or more in a constant, with names."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from polynomials(part, f"{name}[{key}]")
    elif hasattr(value, "_fields"):
        for field in value._fields:
            yield from polynomials(getattr(value, field), f"{name}.{field}")
    elif isinstance(value, tuple) and len(value) > 2 and {*map(type, value)} == {float}:
        yield name, value


def test_every_polynomial_has_a_row():
    named = {row.name: row.stored for row in ROWS}
    assert len(named) == len(ROWS)
    known = {id(stored) for stored in named.values()}
    for info in pkgutil.iter_modules(vecmath.__path__):
        module = importlib.import_module(f"{vecmath.__name__}.{info.name}")
        for constant, value in vars(module).items():
            for name, stored in polynomials(value, f"{info.name}.{constant}"):
                if name in named:
                    assert named.pop(name) is stored
                assert id(stored) in known or name in OTHERS
    assert not named


@pytest.mark.parametrize("degree", [1, 2, 4, 7])
def test_the_best_polynomial_below_a_power(degree):
    """Chebyshev: from ``x**n`` one of lower degree differs by ``2**(1 - n)`` at least."""
    points = [Point(x, x ** (degree + 1), mpf(1)) for x in grid(mpf(-1), mpf(1), 241)]
    found = minimax(points, degree)
    assert abs(found.error * 2**degree - 1) < 1e-3
    cheb = [mp.chebyt(degree + 1, p.t) / 2**degree for p in points]
    for p, c in zip(points, cheb, strict=True):
        assert abs(p.value - found.evaluate(p.t) - c) < 2e-3 * 2.0**-degree


def test_weights_and_coefficients():
    """Relative errors of a line for ``1 / x`` from 1 to 2: by hand."""
    points = [Point(x, 1 / x, x) for x in grid(mpf(1), mpf(2), 401)]
    found = minimax(points, 1)  # a x**2 + b x - 1 alternates: e, -e, e
    slope, constant = found.coefficients()
    assert abs(found.error - mpf(1) / 17) < 1e-4
    assert abs(slope + mpf(8) / 17) < 1e-3
    assert abs(constant - mpf(24) / 17) < 1e-3
