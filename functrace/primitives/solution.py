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
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.errors import ConvergenceError, message
from functrace.core.recording import recording_all
from functrace.engine.batching import Mapped, evaluate_batched, spread
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    pullback_of,
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
from functrace.primitives.checks import require
from functrace.primitives.scan import scan_of
from functrace.primitives.seeds import eye

_COUPLED = message(
    "{}: the equations of different elements depend on one another.",
    help="use functrace.scipy.optimize.root for systems of equations.",
)
_LEAST = 1e-12  # a solution is not known better than this, whatever its scale


class Solver(Protocol):
    """How systems with the derivative of a residual are solved."""

    def __call__(
        self, slope: Slope, right: Sequence[Any], *, transposed: bool
    ) -> Sequence[Any]:
        """The leaves of ``J⁻¹ b``, or of ``J⁻ᵀ b``."""
        ...


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
    solver: Solver | None = None,
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


class Slope:
    """The derivative of a residual with respect to the solution, as a linear map."""

    def __init__(
        self, body: Body, operands: Sequence[Any], lanes: tuple[int, ...]
    ) -> None:
        self.body, self.operands, self.lanes = body, operands, lanes
        self.avals = [Aval(*a) for a in body.split(body.graph.in_avals).carry]
        self._places = tuple(body.places.carry)

    def times(self, dots: Sequence[Any]) -> list[Any]:
        """``J v``, by leaves."""
        push = pushforward_of(self.body.graph, self._places)
        return self._filled(push.spread(push.graph.evaluate([*self.operands, *dots])))

    def transposed_times(self, bars: Sequence[Any]) -> list[Any]:
        """``Jᵀ v``, by leaves."""
        found = pulled(self.body, self.operands, bars, self._places)
        return self._filled([found[i] for i in self._places])

    def matrix(self) -> Any:
        """``J`` for each lane, real: complex numbers are pairs."""
        push = pushforward_of(self.body.graph, self._places)
        size = sum(map(self._size, self.avals))
        basis = np.reshape(
            eye(size=size, dtype=self._dtype), (size, *[1] * len(self.lanes), size)
        )
        dots = self.split(np.broadcast_to(basis, (size, *self.lanes, size)))
        mapped = [False] * len(self.operands) + [True] * len(dots)
        outs, flags = evaluate_batched(
            push.graph, [*self.operands, *dots], mapped, size
        )
        columns = [spread(out, m, size) for out, m in zip(outs, flags, strict=True)]
        found = [
            np.zeros((size, *aval.shape), aval.dtype)
            if column is None
            else column
            if np.ndim(column) > aval.ndim
            else spread(column, False, size)
            for column, aval in zip(push.spread(columns), self.avals, strict=True)
        ]
        return np.moveaxis(self.joined(found), 0, -1)

    def is_apart(self) -> Any:
        """Whether lanes are independent: one step of all is as good as several."""
        count = int(np.prod(self.lanes))
        sizes = np.reshape(0.5 + 0.6180339887 * np.arange(count) % 1, self.lanes)
        ones = [np.ones(aval.shape, aval.dtype) for aval in self.avals]
        ranks = [aval.ndim - len(self.lanes) for aval in self.avals]
        factors = [np.reshape(sizes, (*self.lanes, *[1] * rank)) for rank in ranks]
        whole = self.times([one * s for one, s in zip(ones, factors, strict=True)])
        ok: Any = True
        for a, b, s in zip(whole, self.times(ones), factors, strict=True):
            far = np.abs(a - b * s) > 1e-6 * (np.abs(a) + np.abs(b))
            ok = np.logical_and(ok, np.logical_not(far))
        return ok

    def joined(self, leaves: Sequence[Any]) -> Any:
        """Leaves as a real vector for each lane, and for what axes they have before."""
        found: list[Any] = []
        for leaf, aval in zip(leaves, self.avals, strict=True):
            extra = np.ndim(leaf) - aval.ndim
            lead = np.shape(leaf)[: extra + len(self.lanes)]
            flat = np.reshape(leaf, (*lead, -1 if aval.size else 0))
            found += (
                [np.real(flat), np.imag(flat)] if aval.dtype.kind == "c" else [flat]
            )
        return np.concatenate(found, axis=-1) if len(found) > 1 else found[0]

    def split(self, vector: Any) -> list[Any]:
        """The leaves of which `joined` makes this."""
        found: list[Any] = []
        lead, begin = vector.shape[:-1], 0
        for aval in self.avals:
            count = self._size(aval)
            part = vector[..., begin : begin + count]
            begin += count
            if aval.dtype.kind == "c":
                half = count // 2
                part = part[..., :half] + 1j * part[..., half:]
            own = aval.shape[len(self.lanes) :]
            found.append(np.reshape(part, (*lead, *own)).astype(aval.dtype))
        return found

    @property
    def _dtype(self) -> np.dtype[Any]:
        dtype = np.result_type(*(aval.dtype for aval in self.avals))
        return np.real(np.zeros(0, dtype)).dtype

    def _size(self, aval: Aval) -> int:
        """How many real numbers there are of it in each lane."""
        count = int(np.prod(aval.shape[len(self.lanes) :], dtype=int))
        return 2 * count if aval.dtype.kind == "c" else count

    def _filled(self, leaves: Sequence[Any]) -> list[Any]:
        pairs = zip(leaves, self.avals, strict=True)
        return [zeros(aval) if leaf is None else leaf for leaf, aval in pairs]


def pulled(
    body: Body, operands: Sequence[Any], bars: Sequence[Any], wanted: tuple[int, ...]
) -> list[Any]:
    """Cotangents of the residual's inputs at `wanted`, None for the others."""
    given = tuple(nonzero(bars))
    pull = pullback_of(body.graph, wanted, given)
    seeds = [bars[k] for k in given]
    found = pull.spread(pull.graph.evaluate([*operands, *seeds]))
    return [bar if i in wanted else None for i, bar in enumerate(found)]


def dense(slope: Slope, right: Sequence[Any], *, transposed: bool) -> list[Any]:
    """Solve with the matrix, formed by as many tangents as it has columns."""
    matrix = slope.matrix()
    if transposed:  # the pairing of complex numbers has no conjugate
        matrix, right = np.swapaxes(matrix, -1, -2), list(map(np.conj, right))
    vector = slope.joined(right)
    if matrix.shape[-1] == 1:
        found = vector / matrix[..., 0]
    else:
        found = np.linalg.solve(matrix, vector[..., None])[..., 0]
    leaves = slope.split(found)
    return list(map(np.conj, leaves)) if transposed else leaves


# -- the record ------------------------------------------------------------------------


class _Here:
    """An application of `solution`."""

    def __init__(self, xs: Sequence[Any], outs: Sequence[Any], params: Any) -> None:
        self.body = Body.of(params)
        self.check: Check = params["check"]
        self.solver: Solver = params["solver"] or dense
        consts, _, start = self.body.split(xs)
        self.consts, self.outs, self.start = consts, list(outs), start
        self.slope = Slope(self.body, [*consts, *outs], params["lanes"])

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
        """For each lane.

        A solver that knows no matrix is not asked again: the residual itself is compared.
        """
        off: Sequence[Any] = self.body.graph.evaluate([*self.consts, *self.outs])
        pairs = zip(self.outs, self.start, strict=True)
        scales = [self.outs, [x - start for x, start in pairs]]
        if self.solver is dense:
            off = dense(self.slope, off, transposed=False)
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
            return np.where(ok, leaf, np.nan)
        return require(leaf, ok, message=_refusal(self.check), error=ConvergenceError)


def _refusal(check: Check) -> str:
    return message(
        f"{check.where}: what the solver gave is no solution, and has no derivative.",
        expected=f"a Newton step from there of at most {check.tolerance:g} of its length",
        help="let the solver go on (more iterations, a smaller tolerance), start it "
        "elsewhere, or take NaN for the derivative (failure='nan').",
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
