"""The implicit method of Radau IIA, of order 5, with SciPy's coefficients and choices.

Hairer & Wanner, *Solving Ordinary Differential Equations II*, section IV.8.
The names are those of `scipy.integrate.Radau`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate._ivp import radau

from functrace.scipy.integrate._control import (
    Attempt,
    Field,
    SolverState,
    StepControl,
    curve_of,
    rms,
)
from functrace.scipy.integrate._field import RecordedField, differentiated_where
from functrace.scipy.integrate._newton import (
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
from functrace.transforms.branches import cond
from functrace.transforms.gradient import stop_gradient

_MOST, _SMALLEST, _LARGEST = (
    radau.NEWTON_MAXITER,
    radau.MIN_FACTOR,
    radau.MAX_FACTOR,
)
_REAL, _COMPLEX = radau.MU_REAL, radau.MU_COMPLEX
_EIGENVALUES = np.array(
    [
        [_REAL, 0.0, 0.0],
        [0.0, _COMPLEX.real, -_COMPLEX.imag],
        [0.0, _COMPLEX.imag, _COMPLEX.real],
    ]
)
_INVERSE = radau.T @ _EIGENVALUES @ radau.TI  # of the method's matrix A


class RadauState(NamedTuple):
    """What the method knows.

    Attributes
    ----------
    slope : array (n,)
    Z : array (3, n)
        The stages of the last step, less the state before it.
    J : array
        The Jacobian at some point; `current`: at this one.
    rejected : bool
        An attempt at this step was, for its error.
    proposed, before, error : float
        The lengths that were proposed for this step and the one before, and the latter's
        error; infinite if it is not to be taken into account.
    matrices : FactoredMatrices
        The real one and the complex one, as a real one of twice the size.
    """

    slope: Any
    Z: Any
    J: Any
    current: Any
    rejected: Any
    proposed: Any
    before: Any
    error: Any
    matrices: FactoredMatrices


class Radau:
    """See `functrace.scipy.integrate._control.Method`."""

    order, more, jacobians, stages, implicit = 3, 0, 1, 3, True

    def begin(
        self, field: Field, control: StepControl, t: Any, y: Any, slope: Any
    ) -> RadauState:
        """See `Method`."""
        J = jacobian_of(field, control)(t, y)
        none = np.zeros_like(stop_gradient(t))
        far = none + np.inf
        yes = none == 0
        Z = np.zeros((3, y.shape[0])) + 0.0 * stop_gradient(y)
        made = factored(_matrices(control, J), none + 1.0).outdated_where(yes)
        return RadauState(stop_gradient(slope), Z, J, yes, ~yes, none, far, far, made)

    def attempt(
        self,
        field: RecordedField,
        control: StepControl,
        state: SolverState,
        t_new: Any,
        possible: Any,
    ) -> Attempt:
        """See `Method`."""
        t, y, h = state.t, state.y, t_new - state.t
        length = np.abs(stop_gradient(h))
        own = self._proposed(control, state)
        still, fixed = field.without_derivatives(), stop_gradient(h)
        matrices, nlu = refactored(own.matrices, _matrices(control, own.J), fixed)
        own = own._replace(matrices=matrices)
        found = self._solved(still, control, state, fixed, matrices)
        norm, nfev = self._error(still, control, state, fixed, own, found)
        taken = found.converged & ~(norm > 1) & possible
        t, y, h = (differentiated_where(taken, x) for x in (t, y, h))
        Z = _solved_stages(field.where(taken), t, y, h, found.x)
        y_new = y + Z[-1]
        renew = (found.count > 2) & (found.rate > 1e-3) & (not control.jac_is_constant)
        stale = ~found.converged & ~own.current
        wanted = stale | (taken & renew)

        def chosen(new: Any, old: Any) -> Any:
            return np.where(taken, new, old)

        jacobian = jacobian_of(field, control)
        after = RadauState(
            chosen(still(*stop_gradient((t_new, y_new))), state.own.slope),
            chosen(Z, state.own.Z),
            renewed(wanted, jacobian, chosen(t_new, t), chosen(y_new, y), own.J),
            chosen(renew | control.jac_is_constant, own.current | stale),
            ~taken & (own.rejected | found.converged),
            own.proposed,
            chosen(own.proposed, own.before),
            chosen(norm, own.error),
            matrices.outdated_where(wanted),
        )
        size = length * self._factor(length, norm, own, found, (taken, renew))
        nfev = nfev + 3 * found.count + np.where(taken, 1, 0)
        return Attempt(y_new, after, taken, size, nfev, np.where(wanted, 1, 0), nlu)

    def _factor(
        self,
        length: Any,
        norm: Any,
        own: RadauState,
        found: NewtonIteration,
        chosen: tuple[Any, Any],
    ) -> Any:
        """Between the lengths of this attempt and the next."""
        taken, renew = chosen
        safety = 0.9 * (2 * _MOST + 1) / (2 * _MOST + found.count)
        factor = safety * _predicted(length, norm, own)
        same = ~renew & (factor < 1.2)  # the factors of the matrices can stay
        longer = np.where(same, 1.0, np.minimum(factor, _LARGEST))
        shorter = np.where(own.current, 0.5, 1.0)
        shorter = np.where(found.converged, np.maximum(factor, _SMALLEST), shorter)
        return np.where(taken, longer, shorter)

    def _proposed(self, control: StepControl, state: SolverState) -> RadauState:
        """With the length that was proposed for this step, if it is its first attempt."""
        own, size = state.own, state.size
        bounded = ~state.again & (size > control.max_step)
        return own._replace(
            proposed=np.where(state.again, own.proposed, size),
            before=np.where(bounded, np.inf, own.before),
            error=np.where(bounded, np.inf, own.error),
        )

    def _solved(
        self,
        field: Field,
        control: StepControl,
        state: SolverState,
        h: Any,
        matrices: FactoredMatrices,
    ) -> NewtonIteration:
        """The stages, from where the last step's solution would go on."""
        t, y = stop_gradient(state.t), stop_gradient(state.y)

        def step(W: Any) -> Any:
            F = _stages(field, t, y, h, radau.T @ W)
            right = radau.TI @ F - (_EIGENVALUES / h) @ W
            real, turned = matrices.factors
            first = control.systems.solve(real, right[0])
            rest = control.systems.solve_turned(turned, right[1:])
            return np.concatenate([first[None], rest])

        scale = control.atol + np.abs(y) * control.rtol
        Z = stop_gradient(self._continued(state, h)) - y
        found = newton(
            step, lambda dW: rms(dW / scale), radau.TI @ Z, tolerance_of(control), _MOST
        )
        return found._replace(x=radau.T @ found.x)

    def _continued(self, state: SolverState, h: Any) -> Any:
        curve = curve_of(self, lambda t, y: y, state)
        first = state.t == state.t_old
        places = [curve(state.t + c * h) for c in radau.C]
        return np.where(first, state.y, np.stack(places))

    def _error(
        self,
        field: Field,
        control: StepControl,
        state: SolverState,
        h: Any,
        own: RadauState,
        found: NewtonIteration,
    ) -> tuple[Any, Any]:
        """Its norm, by a second formula if the step was rejected before; evaluations."""
        t, y = stop_gradient((state.t, state.y))
        slope = own.slope
        rest = radau.E @ found.x / h
        largest = np.maximum(np.abs(y), np.abs(y + found.x[-1]))
        scale = control.atol + largest * control.rtol
        error = control.systems.solve(own.matrices.factors[0], slope + rest)
        norm = rms(error / scale)

        def second(error: Any) -> Any:
            slope = field(t, y + error)
            return rms(
                control.systems.solve(own.matrices.factors[0], slope + rest) / scale
            )

        wanted = own.rejected & (norm > 1) & found.converged
        return cond(wanted, second, lambda _: norm, error), np.where(wanted, 1, 0)

    def course(
        self, field: Field, t: Any, y: Any, h: Any, K: Sequence[Any]
    ) -> list[Any]:
        """Coefficients for `state_at`, of the stages."""
        Z, length = np.stack(list(K)), np.where(h == 0, 1.0, h)
        return [(p @ Z) / length for p in radau.P.T]

    def state_at(self, course: Sequence[Any], step: Any, times: Any) -> Any:
        """The solution in a step, of its beginning and end and the state at the former."""
        t, t_new, y = step
        h = t_new - t
        x = (times - t) / np.where(h == 0, 1.0, h)
        return y + (times - t) * (course[0] + x * (course[1] + x * course[2]))

    def rows(self, state: SolverState) -> Sequence[Any]:
        """See `Method`."""
        return list(state.own.Z)

    def note(self, solver: Any, order: Any) -> Any:
        """Of SciPy's solver, after a step."""
        none = np.zeros((3, solver.n))  # of an interval of no length
        return none if solver.Z is None else solver.Z.copy()

    def begin_again(self, field: Field, t: Any, y: Any) -> Any:
        """What steps that were taken before are taken again from."""
        return y

    def step_again(
        self, field: Field, state: Any, t: Any, t_new: Any, noted: Any
    ) -> tuple[Any, Any, Any]:
        """What the next step is taken from, the state, and the stages."""
        y, h = state, t_new - t
        Z = _solved_stages(field, t, y, h, noted)
        return y + Z[-1], y + Z[-1], Z


def _matrices(control: StepControl, J: Any) -> Callable[[Any], list[Any]]:
    """Of the equations of a step, of its length."""

    def make(h: Any) -> list[Any]:
        parts = _COMPLEX.real / h, _COMPLEX.imag / h
        systems = control.systems
        return [systems.shifted(J, _REAL / h, 1.0), systems.turned(J, *parts)]

    return make


def _stages(field: Field, t: Any, y: Any, h: Any, Z: Any) -> Any:
    return np.stack([field(t + c * h, y + Z[k]) for k, c in enumerate(radau.C)])


def _solved_stages(field: Field, t: Any, y: Any, h: Any, found: Any) -> Any:
    """The stages that were found, with the derivatives of the equations that they solve."""
    return solution(lambda Z: _INVERSE @ Z - h * _stages(field, t, y, h, Z), found)


def _predicted(length: Any, norm: Any, own: RadauState) -> Any:
    """The factor between steps by which the error becomes 1, of the last two errors."""
    none = norm == 0
    norm = np.where(none, 1.0, norm)
    ratio = length / own.before * _fourth_root(own.error / norm)
    known = np.isfinite(own.error) & ~none
    found = np.minimum(1.0, np.where(known, ratio, 1.0)) / _fourth_root(norm)
    return np.where(none, np.inf, found)


def _fourth_root(x: Any) -> Any:
    return np.sqrt(np.sqrt(x))
