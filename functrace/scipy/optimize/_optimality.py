"""Minima, constrained or not, with the derivatives that their optimality gives them.

With multipliers ``λ``, a minimum of ``f`` where ``c(x)`` and ``x`` are within bounds solves

    ∇f(x) - ∇c(x)ᵀ λ = 0  for each x that is at no bound,  x = its bound for the others,
    c(x) = its bound  for each constraint that is active,  λ = 0  for the others,

which is differentiated as an equation (`implicit_solution`). What is active does not
change nearby where every multiplier of it is definitely not zero: elsewhere there is no
derivative, and DegenerateError is raised.

References
----------
Fiacco, *Introduction to Sensitivity and Stability Analysis in Nonlinear Programming*, 1983,
theorem 3.2.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import OptimizeResult

import functrace.scipy.optimize._results  # noqa: F401 - results are pytrees
from functrace.core.errors import DegenerateError, message
from functrace.primitives.checks import require
from functrace.primitives.solution import Check
from functrace.scipy._plain import any_traced
from functrace.scipy.optimize._functions import INTEGER, TRUTH
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed, implicit_solution
from functrace.transforms.gradient import grad
from functrace.transforms.jacobian import hessian, jacobian

Function = Callable[..., Any]

_TOLERANCE = 1e-3  # of `custom_root`
_ROUNDING = 1e-9  # multipliers are not known better, relative to the gradient


class Limits(NamedTuple):
    """What something must be between: arrays, infinite where there is no limit."""

    lower: Any
    upper: Any


class Region(NamedTuple):
    """Where a minimum is sought.

    Attributes
    ----------
    bounds : Limits, optional
        Of `x`.
    constraint : callable, optional
        ``x -> vector``.
    limits : Limits, optional
        Of that.
    near : float
        What is taken for active: so near to a limit, relative to its size and to one.
    """

    bounds: Limits | None = None
    constraint: Function | None = None
    limits: Limits | None = None
    near: float = 1e-6


class Minimum(NamedTuple):
    """A minimum, and the multipliers of the constraints: derivatives of its value."""

    x: Any
    multipliers: Any = None


COUNTS = {"success": TRUTH, "status": INTEGER, "nfev": INTEGER}
_KEPT = ("success", "status", "message", "nfev", "njev", "nit")


def traced_result(found: OptimizeResult, **traced: Any) -> OptimizeResult:
    """What is known of a result besides what has derivatives: no approximations."""
    kept = {name: found[name] for name in _KEPT if name in found}
    return OptimizeResult({**traced, **kept})


def depends(*values: Any) -> bool:
    """Whether what is found may have derivatives: something is traced, or unknown."""
    return is_recorded() or any_traced(*values)


def minimum_of(
    where: str,
    objective: Function,
    x: Any,
    start: Any,
    region: Region | None = None,
    multipliers: Any = None,
) -> Minimum:
    """A minimum that was found at `x`, with derivatives.

    Parameters
    ----------
    where : str
        What messages begin with.
    objective : callable
        ``x -> scalar``.
    x, start : array
        The minimum, and where it was sought from; plain, or without derivatives.
    region : Region, optional
    multipliers : array, optional
        Those of the region's constraint; without them they are computed.
    """
    if region is None:
        return Minimum(root_of(where, grad(objective), x, start))
    at = _Active(objective, region, x, multipliers)

    def residual(point: tuple[Any, Any]) -> tuple[Any, Any]:
        x, multipliers = point
        slope = grad(at.lagrangian)(x, multipliers)
        off = np.where(at.bounds.any, x - at.bounds.limit, slope)
        beyond = at.constraint(x) - at.limits.limit
        missed = np.where(at.limits.any, beyond, multipliers)
        off = require(
            off, at.is_strict(), message=_refusal(where), error=DegenerateError
        )
        return off, missed

    found = (x, at.multipliers)
    begin = (start, np.zeros_like(at.multipliers))
    return Minimum(*root_of(where, residual, found, begin))


def root_of(where: str, residual: Function, x: Any, start: Any) -> Any:
    """Where something is zero, as found at `x` from `start`, with derivatives."""
    return implicit_solution(residual, x, start, Check(_TOLERANCE, "raise", where))


class _Near(NamedTuple):
    """Which of several values are at a limit.

    Attributes
    ----------
    below, above, any : array of bool
    equal : array of bool
        Both limits are one: its multiplier may be of either sign.
    limit : array
        The limit, traced; the value itself where there is none.
    room : tuple
        How far it is to either.
    """

    below: Any
    above: Any
    any: Any
    equal: Any
    limit: Any
    room: tuple[Any, Any]

    @classmethod
    def of(cls, values: Any, limits: Limits, near: float) -> _Near:
        lower, upper = fixed(limits)
        room = values - lower, upper - values
        most = near * np.maximum(np.abs(values), 1.0)
        below, above = (np.asarray(gap) <= most for gap in room)
        either = np.logical_or(below, above)
        at_upper = above & (room[1] < room[0])
        limit = np.where(either, np.where(at_upper, limits.upper, limits.lower), values)
        return cls(below, above, either, lower == upper, limit, room)

    def is_strict(
        self, forces: Any, terms: Any, curvature: Any, values: Any, near: float
    ) -> Any:
        """Whether what is active stays so, and what is not: for each.

        ``force / curvature`` is how far a value would go if it were free to. `terms` are
        what the forces were computed of: they are not known better than these.
        """
        least = _ROUNDING * np.max(np.abs(terms), initial=0.0)
        width = near * np.maximum(np.abs(values), 1.0)
        pressed = np.where(self.below, forces, -forces) > curvature * width + least
        ok: Any = True
        for force, room in zip((forces, -forces), self.room, strict=True):
            finite = np.isfinite(room)
            gap = np.maximum(np.where(finite, room, 0.0), 0.0)
            ok = np.logical_and(ok, ~finite | (force <= curvature * gap + least))
        return np.where(self.any, pressed | self.equal, ok)


class _Active:
    """What is active at a minimum, with the multipliers."""

    def __init__(
        self, objective: Function, region: Region, x: Any, multipliers: Any
    ) -> None:
        self.objective, self.near, self.x = objective, region.near, x
        self.constraint = region.constraint or _nothing
        everywhere = Limits(np.full(x.shape, -np.inf), np.full(x.shape, np.inf))
        none = Limits(np.zeros(0), np.zeros(0))
        self.values = fixed(self.constraint(x))
        self.bounds = _Near.of(x, region.bounds or everywhere, self.near)
        self.limits = _Near.of(self.values, region.limits or none, self.near)
        self.slope = fixed(grad(objective)(x))
        self.normals = fixed(jacobian(self.constraint)(x))
        self.multipliers = self._solved() if multipliers is None else multipliers

    def lagrangian(self, x: Any, multipliers: Any) -> Any:
        """Of the multipliers that say by how much the minimum rises with its limits."""
        value = self.objective(x)
        return value - multipliers @ self.constraint(x) if multipliers.size else value

    def _solved(self) -> Any:
        """The multipliers by which the slope is best explained where `x` is free.

        What does not determine them is regularised: it is refused with the derivative.
        """
        if not self.values.size:
            return self.values
        normals = self._free_normals()
        gram = normals @ normals.T
        scale = 1e-14 * np.max(np.abs(gram))
        ridge = np.where(self.limits.any, np.where(scale > 0, scale, 1.0), 1.0)
        return np.linalg.solve(gram + np.diag(ridge), normals @ self.slope)

    def _free_normals(self) -> Any:
        """Of what is active, in the directions in which `x` is free."""
        rows = np.where(self.limits.any[:, None], self.normals, 0.0)
        return np.where(self.bounds.any, 0.0, rows)

    def is_strict(self) -> Any:
        """Whether the same would be active nearby, for all."""
        x, multipliers = self.x, self.multipliers
        bend = fixed(hessian(self.lagrangian)(x, multipliers))
        curvature = np.maximum(np.diagonal(bend), 0.0)
        forces = self.slope - self.normals.T @ multipliers
        ok = np.all(self.bounds.is_strict(forces, self.slope, curvature, x, self.near))
        if not self.values.size:
            return ok
        normals = np.where(self.bounds.any, 0.0, self.normals)
        along = np.maximum(np.sum(normals @ bend * normals, axis=-1), 0.0)
        squares = np.sum(normals**2, axis=-1)
        curvature = along / np.where(squares > 0, squares, 1.0) ** 2
        pressed = self.limits.is_strict(
            multipliers, multipliers, curvature, self.values, self.near
        )
        return ok & np.all(pressed)


def _nothing(x: Any) -> Any:
    return x[:0]


def _refusal(where: str) -> str:
    return message(
        f"{where}: a constraint is about to become active, or to stop being so: there is "
        "no derivative.",
        expected="multipliers that are not zero of all that is active (strict "
        "complementarity)",
        help="move or drop the constraint, or end the search with smaller tolerances.",
    )
