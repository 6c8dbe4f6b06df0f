"""Newton's method with a Jacobian of some age, as SciPy's implicit solvers iterate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.core.errors import ShapeError, message
from functrace.primitives._structured_slope import LEAST, structured
from functrace.primitives.solution import Check
from functrace.scipy.integrate._control import Field, StepControl
from functrace.scipy.integrate._systems import matrix_of
from functrace.transforms._solutions import implicit_solution
from functrace.transforms.branches import cond
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.loops import while_loop

_EPS = np.finfo(np.float64).eps
SAME = 1e-9  # part by which lengths of steps that are the same differ, from rounding
# The equations of a step are solved to the tolerance of its error: the derivative is that
# of their solution nearby.
_CHECK = Check(np.inf, "nan", "functrace.scipy.integrate.solve_ivp")


class NewtonIteration(NamedTuple):
    """What came of an iteration.

    Attributes
    ----------
    x : array
    converged : bool
    count : int
        Of the steps.
    rate : float
        Of the last two steps' lengths; 0 if there was one.
    """

    x: Any
    converged: Any
    count: Any
    rate: Any


class _Round(NamedTuple):
    x: Any
    count: Any
    length: Any
    rate: Any
    converged: Any
    diverged: Any


def newton(
    step: Callable[[Any], Any],
    length: Callable[[Any], Any],
    start: Any,
    tolerance: Any,
    most: int,
) -> NewtonIteration:
    """Add steps until these are below `tolerance`, or it is seen that they will not be."""

    def goes_on(at: _Round) -> Any:
        return (at.count < most) & ~at.converged & ~at.diverged

    def go_on(at: _Round) -> _Round:
        dx = step(at.x)
        size = length(dx)
        known = at.count > 0
        rate = np.where(known, size / np.where(known, at.length, 1.0), 0.0)
        rest = most - at.count
        left = 1 - rate
        hopeless = (rate >= 1) | (_to_power(rate, rest) * size > tolerance * left)
        diverged = (known & hopeless) | ~np.isfinite(size)
        near = (size == 0) | (known & (rate * size < tolerance * left))
        x = np.where(diverged, at.x, at.x + dx)
        return _Round(x, at.count + 1, size, rate, near & ~diverged, diverged)

    no = np.zeros_like(length(start), dtype=bool)
    none = np.zeros_like(length(start))
    zero = np.zeros_like(none, dtype=np.int64)
    found = while_loop(goes_on, go_on, _Round(start, zero, none, none, no, no))
    return NewtonIteration(found.x, found.converged, found.count, found.rate)


def _to_power(x: Any, n: Any) -> Any:
    """``x**n`` for integers below 8, by products: it is asked for in each round."""
    square = x * x
    factors = [x, square, square * square]
    bits = [np.where(n & (1 << k), factor, 1.0) for k, factor in enumerate(factors)]
    return bits[0] * bits[1] * bits[2]


def tolerance_of(control: StepControl) -> Any:
    """Of the iteration, in units of what is tolerated of a step's error."""
    rtol = control.rtol
    return np.maximum(10 * _EPS / rtol, np.minimum(0.03, rtol**0.5))


def jacobian_of(field: Field, control: StepControl) -> Callable[[Any, Any], Any]:
    """The given Jacobian, or the field's, without derivatives."""
    given = control.jac

    def jacobian(t: Any, y: Any) -> Any:
        t, y = stop_gradient(t), stop_gradient(y)
        if given is not None:
            found: Any = given(t, y) if callable(given) else given
            found = matrix_of(found)
            if found.shape != 2 * y.shape:
                raise ShapeError(
                    message(
                        f"{_CHECK.where}: the Jacobian has not one row and one column for "
                        "each unknown.",
                        expected=2 * y.shape,
                        got=found.shape,
                    )
                )
            found = control.systems.taken(found)
        else:
            found = control.systems.jacobian(field, t, y)
        return stop_gradient(found)

    return jacobian


def renewed(
    wanted: Any, jacobian: Callable[[Any, Any], Any], t: Any, y: Any, old: Any
) -> Any:
    """The Jacobian at a point if it is wanted, else the old one."""
    return cond(
        wanted, jacobian, lambda _t, _y: old, stop_gradient(t), stop_gradient(y)
    )


class FactoredMatrices(NamedTuple):
    """Matrices of the iteration, factorised: they stay while steps are as long.

    Attributes
    ----------
    value : float
        What else than the Jacobian they are made of; NaN if they are not to be used again.
    factors : list
        Of each.
    """

    value: Any
    factors: list[Any]

    def outdated_where(self, condition: Any) -> FactoredMatrices:
        """Not to be used again where the condition holds: the Jacobian is another."""
        return self._replace(value=np.where(condition, np.nan, self.value))


def factored(make: Callable[[Any], list[Any]], value: Any) -> FactoredMatrices:
    """The matrices that are made of a number."""
    return FactoredMatrices(value, make(value))


def refactored(
    old: FactoredMatrices, make: Callable[[Any], list[Any]], value: Any
) -> tuple[FactoredMatrices, Any]:
    """Those of a number, and how many were made: the old ones if it is the same."""
    value = stop_gradient(value)
    is_same = np.abs(value - old.value) <= SAME * np.abs(old.value)
    found = cond(is_same, lambda _: old, lambda value: factored(make, value), value)
    return found, np.where(is_same, 0, len(old.factors))


def solution(residual: Callable[[Any], Any], found: Any) -> Any:
    """What was found, with the derivatives of the equations' solution."""
    found = stop_gradient(found)
    solver = (lambda _: structured) if found.size >= LEAST else None
    return implicit_solution(residual, found, found, _CHECK, solver)
