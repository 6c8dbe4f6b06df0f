"""Explicit Runge-Kutta methods with SciPy's coefficients: one step, its error, its course.

Hairer, Norsett & Wanner, *Solving Ordinary Differential Equations I*, sections II.4 and II.6;
the names are SciPy's (`scipy.integrate.RK45`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.recording import current
from functrace.scipy.integrate._control import (
    Attempt,
    Field,
    SolverState,
    StepControl,
    rms,
)
from functrace.scipy.integrate._field import RecordedField, differentiated_where
from functrace.transforms.gradient import stop_gradient

_SAFETY, _SMALLEST, _LARGEST = 0.9, 0.2, 10.0  # of the factors between steps


class RungeKutta:
    """A method that estimates its error by one embedded formula.

    Attributes
    ----------
    A, B, C, E : ndarray
        The coefficients of stages, step, times and error.
    stages : int
        Number of rows of `K`, the slopes in one step: the last is the next one's first.
    evaluations : int
        Of the field, in one step; `more` of them for the course of the solution in it.
    exponent : float
        Of the error's norm, in the factor of the next step.
    """

    more, jacobians, implicit = 0, 0, False

    def __init__(self, solver: Any) -> None:
        self.A, self.B, self.C = solver.A, solver.B, solver.C
        self.order = solver.error_estimator_order
        self.evaluations = solver.n_stages
        self.stages = solver.n_stages + 1
        self.exponent = -1 / (self.order + 1)
        self._take(solver)

    def _take(self, solver: Any) -> None:
        self.E, self.P = solver.E, solver.P

    def step(self, field: Field, t: Any, y: Any, slope: Any, h: Any) -> tuple[Any, Any]:
        """The state after a step, and `K`."""
        K = [slope]
        for a, c in zip(self.A[1:], self.C[1:], strict=True):
            K.append(field(t + c * h, y + _combined(a, K) * h))
        y_new = y + h * _combined(self.B, K)
        return y_new, [*K, field(t + h, y_new)]

    def error_norm(self, K: Sequence[Any], h: Any, scale: Any) -> Any:
        """Of the error in units of `scale`; a step is taken where it is below 1."""
        return rms(_combined(self.E, K) * h / scale)

    def course(
        self, field: Field, t: Any, y: Any, h: Any, K: Sequence[Any]
    ) -> list[Any]:
        """Coefficients of `mean_slope` in a step from `t` and `y`."""
        return [_combined(p, K) for p in self.P.T]

    def begin(
        self, field: Field, control: StepControl, t: Any, y: Any, slope: Any
    ) -> Any:
        """The slopes of a step of no length."""
        return [slope] * self.stages

    def attempt(
        self,
        field: RecordedField,
        control: StepControl,
        state: SolverState,
        t_new: Any,
        possible: Any,
    ) -> Attempt:
        """See `Method`."""
        given = state.t, state.y, state.own[-1], t_new - state.t
        t, y, slope, h = stop_gradient(given)
        y_new, K = self.step(field.without_derivatives(), t, y, slope, h)
        scale = control.atol + np.maximum(np.abs(y), np.abs(y_new)) * control.rtol
        norm = self.error_norm(K, h, scale)
        taken = (norm < 1) & possible
        again = (differentiated_where(taken, x) for x in given)
        y_new, K = self.step(field.where(taken), *again)
        size = np.abs(h) * self._factor(norm, taken, state.again)
        pairs = zip(K, state.own, strict=True)
        own = [np.where(taken, new, old) for new, old in pairs]
        return Attempt(y_new, own, taken, size, self.evaluations)

    def _factor(self, norm: Any, taken: Any, again: Any) -> Any:
        """Between the lengths of this attempt and the next."""
        found = _SAFETY * np.where(norm == 0, 1.0, norm) ** self.exponent
        largest = np.where(again, 1.0, _LARGEST)
        grown = np.where(norm == 0, largest, np.minimum(largest, found))
        return np.where(taken, grown, np.where(found > _SMALLEST, found, _SMALLEST))

    def rows(self, state: SolverState) -> Sequence[Any]:
        """See `Method`."""
        return state.own

    def state_at(self, course: Sequence[Any], step: Any, times: Any) -> Any:
        """See `Method`."""
        t, t_new, y = step
        h = t_new - t
        x = (times - t) / np.where(h == 0, 1.0, h)
        return y + (times - t) * self.mean_slope(course, x)

    def note(self, solver: Any, order: Any) -> Any:
        """See `Method`."""
        return 0.0

    def begin_again(self, field: Field, t: Any, y: Any) -> Any:
        """What steps that were taken before are taken again from."""
        return y, field(t, y)

    def step_again(
        self, field: Field, state: Any, t: Any, t_new: Any, noted: Any
    ) -> tuple[Any, Any, Any]:
        """What the next step is taken from, the state, and `K`, stacked."""
        y, slope = state
        y_new, K = self.step(field, t, y, slope, t_new - t)
        return (y_new, K[-1]), y_new, np.stack(K)

    def mean_slope(self, course: Sequence[Any], x: Any) -> Any:
        """From the beginning of a step to the part `x` of it."""
        total = course[-1]
        for coefficient in course[-2::-1]:
            total = total * x + coefficient
        return total


class DormandPrince8(RungeKutta):
    """The method of order 8, with two estimates of its error and three more stages."""

    def _take(self, solver: Any) -> None:
        self.E3, self.E5, self.D = solver.E3, solver.E5, solver.D
        self.A_extra, self.C_extra = solver.A_EXTRA, solver.C_EXTRA
        self.more = len(self.C_extra)

    def error_norm(self, K: Sequence[Any], h: Any, scale: Any) -> Any:
        """See `RungeKutta`."""
        fifth, third = (rms(_combined(E, K) / scale) for E in (self.E5, self.E3))
        size = fifth**2 + 0.01 * third**2
        none = size == 0
        found = np.abs(h) * fifth**2 / np.sqrt(np.where(none, 1.0, size))
        return np.where(none, 0.0, found)

    def course(
        self, field: Field, t: Any, y: Any, h: Any, K: Sequence[Any]
    ) -> list[Any]:
        """See `RungeKutta`."""
        first, last, mean = K[0], K[-1], _combined(self.B, K)
        K = list(K)
        for a, c in zip(self.A_extra, self.C_extra, strict=True):
            K.append(field(t + c * h, y + _combined(a, K) * h))
        ends = [mean, first - mean, 2 * mean - (last + first)]
        return ends + [_combined(d, K) for d in self.D]

    def mean_slope(self, course: Sequence[Any], x: Any) -> Any:
        """See `RungeKutta`."""
        total = course[-1]
        factors = (x, 1 - x)
        for k, coefficient in enumerate(course[-2::-1]):
            total = total * factors[k % 2] + coefficient
        return total


def _combined(weights: Any, rows: Sequence[Any]) -> Any:
    """A linear combination: compiled, a sum is fused; on values, one product is less."""
    count = min(len(weights), len(rows))
    weights, rows = weights[:count], rows[:count]
    if not current().complete:
        return weights @ np.stack(rows)
    pairs = [(w, row) for w, row in zip(weights.tolist(), rows, strict=True) if w]
    return sum((w * row for w, row in pairs[1:]), pairs[0][0] * pairs[0][1])
