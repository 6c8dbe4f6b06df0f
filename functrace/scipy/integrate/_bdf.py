"""Backward differentiation of orders 1 to 5, with SciPy's coefficients and choices.

Shampine & Reichelt, *The MATLAB ODE Suite*, SIAM J. Sci. Comput. 18(1), 1997.
The names are those of `scipy.integrate.BDF`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate._ivp import bdf

from functrace.scipy.integrate._control import (
    Attempt,
    Field,
    SolverState,
    StepControl,
    rms,
)
from functrace.scipy.integrate._field import RecordedField, differentiated_where
from functrace.scipy.integrate._newton import (
    SAME,
    FactoredMatrices,
    NewtonIteration,
    factored,
    jacobian_of,
    newton,
    refactored,
    renewed,
    solution,
    tolerance_of,
)
from functrace.transforms.gradient import stop_gradient

_MOST, _SMALLEST, _LARGEST = bdf.NEWTON_MAXITER, bdf.MIN_FACTOR, bdf.MAX_FACTOR
_HIGHEST = bdf.MAX_ORDER
_ORDERS = np.arange(_HIGHEST + 1)
_ROWS = np.arange(_HIGHEST + 3)
_KAPPA = np.array([0, -0.1850, -1 / 9, -0.0823, -0.0415, 0])
_GAMMA = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, _HIGHEST + 1))])
_ALPHA = (1 - _KAPPA) * _GAMMA
_ERROR = _KAPPA * _GAMMA + 1 / np.arange(1, _HIGHEST + 2)
_UNIT = bdf.compute_R(_HIGHEST, 1)


class BDFState(NamedTuple):
    """What the method knows.

    Attributes
    ----------
    D : array (8, n)
        Differences of the states at distances `h`, backward from the last step.
    h : float
    order : int
    equal : int
        Steps of this length, and order, so far.
    J : array
        The Jacobian at some point; `current`: at this step.
    matrix : FactoredMatrices
    """

    D: Any
    h: Any
    order: Any
    equal: Any
    J: Any
    current: Any
    matrix: FactoredMatrices


class BDF:
    """See `functrace.scipy.integrate._control.Method`."""

    order, more, jacobians, stages, implicit = 1, 0, 1, _HIGHEST + 1, True

    def begin(
        self, field: Field, control: StepControl, t: Any, y: Any, slope: Any
    ) -> BDFState:
        """See `Method`."""
        D, h = self.begin_again(field, t, y)
        zero = np.zeros_like(t, dtype=np.int64)
        J = jacobian_of(field, control)(t, y)
        h = h + 0.0 * stop_gradient(t)
        matrix = factored(_matrix(control, J), 0.0 * h).outdated_where(zero == 0)
        return BDFState(D, h, zero + 1, zero, J, zero > 0, matrix)

    def attempt(
        self,
        field: RecordedField,
        control: StepControl,
        state: SolverState,
        t_new: Any,
        possible: Any,
    ) -> Attempt:
        """See `Method`."""
        own, h = state.own, t_new - state.t
        order, length = own.order, np.abs(stop_gradient(h))
        current = own.current | control.jac_is_constant
        D = rescaled(own.D, order, h / own.h)
        start, psi, c = _predicted(D, order, h)
        guess = stop_gradient(start)
        still, fixed = field.without_derivatives(), (t_new, start, psi, c)
        matrix, nlu = refactored(own.matrix, _matrix(control, own.J), c)
        found = self._solved(still, control, matrix, stop_gradient(fixed))
        scale = control.atol + control.rtol * np.abs(guess + found.x)
        norm = rms(_at(_ERROR, order) * found.x / scale)
        safety = 0.9 * (2 * _MOST + 1) / (2 * _MOST + found.count)
        taken = found.converged & ~(norm > 1) & possible
        start, psi, c = (differentiated_where(taken, x) for x in (start, psi, c))
        now = differentiated_where(taken, t_new)
        d = _difference(field.where(taken), now, start, psi, c, found.x)
        y_new = start + d
        kept = np.abs(length - state.size) <= SAME * length
        moved = updated(D, order, d)
        equal = np.where(kept, own.equal, 0) + 1
        order_new, factor = _next_order(moved, order, norm, scale)
        full = equal >= order + 1
        stale = ~found.converged & ~current
        shrunk = np.maximum(_SMALLEST, safety * norm ** (-1 / (order + 1)))
        shorter = np.where(found.converged, shrunk, np.where(stale, 1.0, 0.5))
        longer = np.where(full, np.minimum(_LARGEST, safety * factor), 1.0)

        def chosen(new: Any, old: Any) -> Any:
            return np.where(taken, new, old)

        after = BDFState(
            chosen(moved, own.D),
            chosen(h, own.h),
            chosen(np.where(full, order_new, order), order),
            chosen(np.where(full, 0, equal), np.where(stale, equal - 1, 0)),
            renewed(stale, jacobian_of(field, control), t_new, guess, own.J),
            ~taken & (current | stale),
            matrix.outdated_where(stale),
        )
        size = length * np.where(taken, longer, shorter)
        counts = found.count, np.where(stale, 1, 0), nlu
        return Attempt(y_new, after, taken, size, *counts)

    def _solved(
        self,
        field: Field,
        control: StepControl,
        matrix: FactoredMatrices,
        given: tuple[Any, Any, Any, Any],
    ) -> NewtonIteration:
        t_new, start, psi, c = given
        scale = control.atol + control.rtol * np.abs(start)

        def step(d: Any) -> Any:
            right = c * field(t_new, start + d) - psi - d
            return control.systems.solve(matrix.factors[0], right)

        zero = np.zeros(start.shape[0]) * psi
        return newton(
            step, lambda d: rms(d / scale), zero, tolerance_of(control), _MOST
        )

    def course(
        self, field: Field, t: Any, y: Any, h: Any, K: Sequence[Any]
    ) -> list[Any]:
        """Coefficients for `state_at`: the differences."""
        return list(K)

    def state_at(self, course: Sequence[Any], step: Any, times: Any) -> Any:
        """The solution in a step, of its beginning and end and the state at the former."""
        t, t_new, _ = step
        h = t_new - t
        x = (times - t_new) / np.where(h == 0, 1.0, h)
        total, product = course[0], 1.0
        for k, difference in enumerate(course[1:]):
            product = product * (x + k) / (k + 1)
            total = total + difference * product
        return total

    def rows(self, state: SolverState) -> Sequence[Any]:
        """See `Method`."""
        return list(_of_order(state.own.D, state.own.order))

    def note(self, solver: Any, order: Any) -> Any:
        """Of SciPy's solver, after a step of some order."""
        return solver.y.copy(), order, solver.order

    def begin_again(self, field: Field, t: Any, y: Any) -> Any:
        """Differences at a distance of 1."""
        none = np.zeros_like(y)
        rows = [y, field(t, y)] + [none] * (_HIGHEST + 1)
        return np.stack(rows), np.ones_like(stop_gradient(t))

    def step_again(
        self, field: Field, state: Any, t: Any, t_new: Any, noted: Any
    ) -> tuple[Any, Any, Any]:
        """What the next step is taken from, the state, and the differences."""
        (D, h_old), (y, order, order_new) = state, noted
        h = t_new - t
        D = rescaled(D, order, h / h_old)
        start, psi, c = _predicted(D, order, h)
        d = _difference(field, t_new, start, psi, c, y - start)
        D = updated(D, order, d)
        return (D, h), D[0], _of_order(D, order_new)


def _matrix(control: StepControl, J: Any) -> Callable[[Any], list[Any]]:
    """Of the equations of a step, of the number that the field is multiplied by."""
    return lambda c: [control.systems.shifted(J, 1.0, c)]


def _at(table: np.ndarray, order: Any) -> Any:
    """An entry of a table at a traced place, or zero beyond its ends."""
    return np.sum(np.where(np.arange(len(table)) == order, table, 0.0))


def _row(D: Any, k: Any) -> Any:
    return np.sum(np.where((k == _ROWS)[:, None], D, 0.0), axis=0)


def _of_order(D: Any, order: Any) -> Any:
    """The differences up to the order, zero beyond it."""
    return np.where((order >= _ORDERS)[:, None], D[: _HIGHEST + 1], 0.0)


def rescaled(D: Any, order: Any, factor: Any) -> Any:
    """Differences at distances that are `factor` times as long, of the same polynomial."""
    row = np.ones(_HIGHEST + 1)
    rows = [row + 0.0 * factor]
    first = (np.arange(_HIGHEST + 1) > 0).astype(np.float64)
    for i in range(1, _HIGHEST + 1):
        rows.append(rows[-1] * (i - 1 - factor * _ORDERS) / i * first)
    matrix = np.stack(rows) @ _UNIT
    new = matrix.T @ _of_order(D, order)
    whole = np.concatenate([new, D[_HIGHEST + 1 :]])
    return np.where((order >= _ROWS)[:, None], whole, D)


def updated(D: Any, order: Any, d: Any) -> Any:
    """Differences after a step, of which the highest is `d`."""
    used = np.where((order >= _ROWS)[:, None], D, 0.0)
    sums = np.flip(np.cumsum(np.flip(used, 0), axis=0), 0) + d
    changed = np.where((order >= _ROWS)[:, None], sums, D)
    changed = np.where((order + 1 == _ROWS)[:, None], d, changed)
    last = d - _row(D, order + 1)
    return np.where((order + 2 == _ROWS)[:, None], last, changed)


def _predicted(D: Any, order: Any, h: Any) -> tuple[Any, Any, Any]:
    """The state to start from, and what else the equation of a step is made of."""
    used, alpha = _of_order(D, order), _at(_ALPHA, order)
    return np.sum(used, axis=0), _GAMMA @ used / alpha, h / alpha


def _difference(
    field: Field, t_new: Any, start: Any, psi: Any, c: Any, found: Any
) -> Any:
    """How far the state is from what was predicted, with its derivatives."""
    return solution(lambda d: c * field(t_new, start + d) - psi - d, found)


def _next_order(D: Any, order: Any, norm: Any, scale: Any) -> tuple[Any, Any]:
    """The order with the longest steps, and how much longer these are."""
    D = stop_gradient(D)
    lower = rms(_at(_ERROR, order - 1) * _row(D, order) / scale)
    higher = rms(_at(_ERROR, order + 1) * _row(D, order + 2) / scale)
    lower = np.where(order > 1, lower, np.inf)
    higher = np.where(order < _HIGHEST, higher, np.inf)
    norms = np.stack([lower, norm, higher])
    factors = norms ** (-1.0 / (order + np.arange(3)))
    return order + np.argmax(factors) - 1, np.max(factors)
