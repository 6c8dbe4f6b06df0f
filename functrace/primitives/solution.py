"""Solutions of equations, differentiated by the implicit function theorem.

A solution ``x`` of ``F(θ, x) = 0`` is found elsewhere, and `solution` hands it on. With
``J = ∂F/∂x`` its tangent is ``ẋ = -J⁻¹ (∂F/∂θ) θ̇``, and a cotangent gives
``θ̄ = -(∂F/∂θ)ᵀ J⁻ᵀ x̄``. The rules take ``x`` from the output: where they are recorded, higher
derivatives go through it.

What is no solution has no such derivative. ``J⁻¹ F``, the step that Newton's method would go
on by, says how far off ``x`` is, in its own units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.errors import ConvergenceError, message
from functrace.core.recording import recording_all
from functrace.engine.batching import Mapped
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    pushforward_of,
)
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    LoopOutputs,
    batched_body,
    nonzero,
    zeros,
)
from functrace.primitives._make import primitive
from functrace.primitives._slope import Slope, SlopeSolver, dense, or_nan, pulled
from functrace.primitives._structured_slope import DIRECT
from functrace.primitives.checks import require
from functrace.primitives.scan import scan_of

_COUPLED = message(
    "{}: the equations of different elements depend on one another.",
    help="use functrace.scipy.optimize.root for systems of equations.",
)
_LEAST = 1e-12  # a solution is not known better than this, whatever its scale


class Check(NamedTuple):
    """When something is taken for a solution, and what is done otherwise.

    Attributes
    ----------
    tolerance : float
        Of a Newton step's length relative to that of the solution, or of the way to it
        from where it was sought.
    failure : {"raise", "nan"}
    where : str
        What the message begins with.
    apart : bool
        Whether lanes that are said to be independent are tried for it.
    """

    tolerance: float
    failure: Literal["raise", "nan"]
    where: str
    apart: bool = False


def solution_of(
    body: Body,
    operands: Sequence[Any],
    start: Sequence[Any],
    check: Check,
    solver: SlopeSolver | None = None,
    lanes: tuple[int, ...] = (),
) -> tuple[Any, ...]:
    """The solution, with its derivative.

    Parameters
    ----------
    body : Body
        Of the residual: takes constants and the solution, gives what is to be zero.
    operands : sequence
        The constants, and the solution.
    start : sequence
        Where the solution was sought from.
    check : Check
    solver : callable, optional
        Default: the matrix is formed.
    lanes : tuple of int
        Leading axes that the leaves of the solution have in common, and along which the
        residual of each depends on that one alone.
    """
    params = {**body.params, "check": check, "solver": solver, "lanes": lanes}
    return solution.apply((*operands, *start), params)


# -- the record ------------------------------------------------------------------------


class _Here:
    """An application of `solution`."""

    def __init__(self, xs: Sequence[Any], outs: Sequence[Any], params: Any) -> None:
        self.body = Body.of(params)
        self.check: Check = params["check"]
        self.solver: SlopeSolver = params["solver"] or dense
        consts, _, start = self.body.split(xs)
        self.consts, self.outs, self.start = consts, list(outs), start
        self.slope = Slope(
            self.body,
            [*consts, *outs],
            params["lanes"],
            or_nan=self.check.failure == "nan",
        )

    def solve(self, right: Sequence[Any], *, transposed: bool) -> list[Any]:
        """The system with the derivative; refused if it is not that at a solution."""
        found = self.solver(self.slope, right, transposed=transposed)
        ok = self._is_solution()
        if self.check.apart:
            one = require(
                found[0],
                self.slope.is_apart(),
                message=_COUPLED.format(self.check.where),
            )
            found = [one, *found[1:]]
        return [self._checked(leaf, ok) for leaf in found]

    def _is_solution(self) -> Any:
        """For each lane; everything is, if it may be as far off as it likes.

        A solver that knows no matrix is not asked again: the residual itself is compared.
        """
        if self.check.tolerance == np.inf:
            return np.True_
        off: Sequence[Any] = self.body.graph.evaluate([*self.consts, *self.outs])
        pairs = zip(self.outs, self.start, strict=True)
        scales = [self.outs, [x - start for x, start in pairs]]
        if self.solver in DIRECT:
            off = self.solver(self.slope, off, transposed=False)
        else:
            scales = list(map(self.slope.times, scales))
        ok: Any = True
        for leaf, *sizes in zip(off, *scales, strict=True):
            scale = np.maximum(*map(self._length, sizes))
            near = self._length(leaf) <= self.check.tolerance * scale + _LEAST
            ok = np.logical_and(ok, near)
        return ok

    def _length(self, leaf: Any) -> Any:
        axes = tuple(range(len(self.slope.lanes), np.ndim(leaf)))
        return np.max(np.abs(leaf), axis=axes, initial=0.0)

    def _checked(self, leaf: Any, ok: Any) -> Any:
        if self.check.failure == "nan":
            ok = np.reshape(ok, (*np.shape(ok), *[1] * (np.ndim(leaf) - np.ndim(ok))))
            return leaf * or_nan(ok, leaf.dtype)
        return require(leaf, ok, message=_refusal(self.check), error=ConvergenceError)


def _refusal(check: Check) -> str:
    way_out = "let the solver go on (more iterations, a smaller tolerance)"
    if check.where.startswith("functrace.custom"):
        way_out += (
            ", start it elsewhere, or take NaN for the derivative (failure='nan')."
        )
    else:
        way_out += ", or start it elsewhere."
    return message(
        f"{check.where}: what the solver gave is no solution, and has no derivative.",
        expected=f"a Newton step from there of at most {check.tolerance:g} of its length",
        help=way_out,
    )


def _impl(*xs: Any, **params: Any) -> tuple[Any, ...]:
    found = Body.of(params).split(xs).carry
    return tuple(x.copy() if isinstance(x, np.ndarray) else x for x in found)


def _abstract_eval(*avals: Aval, **params: Any) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in Body.of(params).split(avals).carry)


def _pull(g: Any, xs: Any, outs: Any, needed: Any, params: dict[str, Any]) -> list[Any]:
    here = _Here(xs, outs, params)
    wanted = here.body.inexact(i for i in here.body.places.consts if needed[i])
    bars = here.solve(_full(g, here), transposed=True)
    operands = [*here.consts, *here.outs]
    found = pulled(here.body, operands, [-bar for bar in bars], tuple(wanted))
    return [*found, *[None] * len(here.start)]


def _full(seeds: Sequence[Any], here: _Here) -> list[Any]:
    pairs = zip(seeds, here.slope.avals, strict=True)
    return [zeros(aval) if seed is None else seed for seed, aval in pairs]


def _push(ts: Any, xs: Any, outs: Any, params: dict[str, Any]) -> tuple[Any, ...]:
    here = _Here(xs, outs, params)
    given = tuple(here.body.inexact(nonzero(here.body.split(ts).consts)))
    if not given:
        return (None,) * len(here.outs)
    push = pushforward_of(here.body.graph, given)
    operands = [*here.consts, *here.outs, *(ts[i] for i in given)]
    moved = _full(push.spread(push.graph.evaluate(operands)), here)
    return tuple(here.solve([-dot for dot in moved], transposed=False))


def _batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    if params["solver"] is not None:
        return _in_turn(at, operands, params)
    body = Body.of(params)
    consts, carry, _ = body.split(at.mapped)
    mapped = [*consts, *[True] * len(carry)]
    made = batched_body(body, mapped, at.size).body
    spread_out = body.split(at.spread(operands))
    return solution_of(
        made,
        [*body.split(operands).consts, *spread_out.carry],
        spread_out.xs,
        params["check"],
        lanes=(at.size, *params["lanes"]),
    )


def _in_turn(
    at: Mapped, operands: Sequence[Any], params: dict[str, Any]
) -> tuple[Any, ...]:
    """A loop over the elements: a solver of the user's is for one at a time."""
    fixed = [x for x, m in zip(operands, at.mapped, strict=True) if not m]
    rows = [x for x, m in zip(operands, at.mapped, strict=True) if m]

    def make() -> Body:
        inputs = fresh("operand", at.avals)
        with recording_all():
            outs = solution.apply(tuple(handles(inputs)), params)
        ends = list(map(edge_of, outs))
        pairs = [*zip(inputs, at.mapped, strict=True)]
        consts, xs = [e for e, m in pairs if not m], [e for e, m in pairs if m]
        return Body.make(LoopInputs(consts, [], xs), LoopOutputs([], ends))

    key = ("in turn", params["check"], params["solver"], at.mapped)
    body = once(params["body"], key, make)
    return scan_of(body, [*fixed, *rows], length=at.size, reverse=False)


solution = primitive(
    "solution",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    multiple=True,
    batch=_batch,
    lower=Expanded(lambda *xs, **params: tuple(Body.of(params).split(xs).carry)),
    doc="A solution of an equation, with the derivative that it has as such.",
)
