"""Why a gradient is what it is: `explain_gradient`."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec

import numpy as np

from functrace.core.node import Node
from functrace.core.source import SourceLine
from functrace.debug._pass import Input, Pass, norm_of
from functrace.debug._reasons import no_derivative, zero

P = ParamSpec("P")
_ROWS = 10
_CANCELLED = "its contributions cancel, or are imaginary where it is real"


def explain_gradient(fun: Callable[P, Any]) -> Callable[P, GradientReport]:
    """Which arguments a gradient does not reach, and why; where it explodes or is NaN.

    Parameters
    ----------
    fun : callable
        The function itself, not its gradient; it may be compiled. If it returns several
        numbers, the gradient of their sum is explained.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns a `GradientReport`, which says at which line of
        yours each path ended. Cost: an evaluation and a derivative, un-jitted, with
        everything kept, some ten microseconds more for each operation.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def loss(weights, offset, x):
    ...     level = np.floor(offset)
    ...     return np.sum(np.maximum(weights * x, 0.0)) + level
    >>> report = ft.explain_gradient(loss)(-np.ones(2), 0.5, np.ones(2))
    >>> [(row.label, row.status) for row in report.inputs]
    [('weights', 'zero'), ('offset', 'disconnected'), ('x', 'zero')]
    >>> print(report.inputs[1].reasons[0].text)
    floor: it is constant between steps
    """

    def explained(*args: P.args, **kwargs: P.kwargs) -> GradientReport:
        return GradientReport(Pass(fun, args, kwargs))

    return explained


class Reason(NamedTuple):
    """Something that happened on a line of yours; None: no line is known."""

    line: SourceLine | None
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({_where(self.line)})"


class InputRow(NamedTuple):
    """A leaf of the arguments.

    Attributes
    ----------
    label : str
        ``params['w'][0]``.
    status : str
        ``"reached"``; ``"zero"``: there is a path to the output, but all derivatives are
        zero; ``"disconnected"``: all paths end; ``"unused"``: nothing that reaches the
        output depends on it; ``"not finite"``; ``"integer"``: it carries no derivative;
        ``"unknown"``: the function raised an error.
    norm : float
        Of the gradient.
    zeros : int
        How many of its elements are zero.
    size : int
    condition : float
        ``|x| |g| / |f|``: by which factor relative errors of the argument come out larger,
        at most. NaN if the output is zero.
    reasons : list of Reason
        Why it is not reached, or not finite; of an argument that is reached, where
        further paths from it end, but for comparisons.
    """

    label: str
    status: str
    norm: float
    zeros: int
    size: int
    condition: float
    reasons: list[Reason]


class GrowthRow(NamedTuple):
    """A line, and how much the derivative grows there.

    Attributes
    ----------
    line : SourceLine or None
    text : str
    gain : float
        The norm of what comes out of the line's operations in the reverse pass, over that
        of what goes in; the largest, if it runs several times.
    norm : float
        The largest norm that comes out.
    """

    line: SourceLine | None
    text: str
    gain: float
    norm: float


class GradientReport:
    """What there is to say of a gradient.

    Attributes
    ----------
    inputs : list of InputRow
        One per leaf of the arguments.
    growth : list of GrowthRow
        Lines in the order of what they do to the size of the gradient, growth first.
    anomalies : list of Reason
        Where the first value that is not finite came from, and the first derivative.
    condition : float
        Of all arguments together.
    error : FunctraceError or None
        What the function raised: then nothing else is known.
    """

    def __init__(self, found: Pass) -> None:
        self.error = found.error
        self.anomalies = _anomalies(found)
        size = norm_of(found.outputs)
        self.inputs = [
            _input_row(found, bit, x, size) for bit, x in enumerate(found.inputs)
        ]
        self.inputs += [
            InputRow(label, "integer", 0.0, 0, 0, 0.0, []) for label in found.others
        ]
        whole = norm_of([x.value for x in found.inputs]) * norm_of(found.gradients)
        self.condition = whole / size if size else float("nan")
        self.growth = _growth(found)

    def __str__(self) -> str:
        if self.error is not None:
            return f"functrace.explain_gradient: the function failed.\n{self.error}"
        lines = ["functrace.explain_gradient"]
        for row in self.inputs:
            lines += [
                f"  {_headline(row)}",
                *(f"    {reason}" for reason in row.reasons),
            ]
        lines += [f"  {reason}" for reason in self.anomalies]
        lines.append(f"  condition number: {self.condition:.3g}")
        shown = [row for row in self.growth if row.gain > 0][:_ROWS]
        if shown:
            lines.append("  size of the derivative, from the output backwards:")
        for row in shown:
            lines.append(
                f"    x {row.gain:<8.3g} to {row.norm:<8.3g} {_where(row.line)}  {row.text}"
            )
        return "\n".join(lines)

    __repr__ = __str__


def _input_row(found: Pass, bit: int, x: Input, size: float) -> InputRow:
    gradient = found.gradients[bit]
    norm = norm_of([gradient])
    zeros = int(np.size(gradient) - np.count_nonzero(gradient))
    ends = found.ends[x.edge]
    status = "reached"
    reasons = [Reason(n.source, f"{n.name}: {no_derivative(n, p)}") for n, p in ends]
    if found.error is not None:
        status = "unknown"
    elif not np.isfinite(norm):
        status = "not finite"
        reasons = [
            Reason(
                visit.node.source, f"the derivative of {visit.node.name} is not finite"
            )
            for visit in found.visits
            if visit.finite
            and not visit.results_finite
            and bit_of(found, visit.node, bit)
        ]
    elif zeros < np.size(gradient):  # that comparisons end paths is no news
        pairs = zip(reasons, ends, strict=True)
        reasons = [reason for reason, (n, _) in pairs if n.avals[0].dtype != np.bool_]
    elif np.size(gradient):
        reached = any(bit_of(found, visit.node, bit) for visit in found.visits)
        status = "zero" if reached else "disconnected" if ends else "unused"
        if status == "zero":
            reasons = _zero_reasons(found, bit) + reasons or [Reason(None, _CANCELLED)]
        elif status == "unused":
            reasons = _unused_reasons(found, x)
    condition = norm_of([x.value]) * norm / size if size else float("nan")
    unique = list(dict.fromkeys(reasons))
    return InputRow(x.label, status, norm, zeros, np.size(gradient), condition, unique)


def bit_of(found: Pass, node: Node, bit: int) -> bool:
    """Whether a differentiable path leads from an input to a node."""
    return bool(found.paths.get(node, 0) >> bit & 1)


def _zero_reasons(found: Pass, bit: int) -> list[Reason]:
    """Where the cotangent that was on its way to an input became zero."""
    return [
        Reason(visit.node.source, f"{visit.node.name}: {zero(visit.node, position)}")
        for visit in found.visits
        for position, norm in visit.norms.items()
        if visit.norm > 0
        and norm == 0
        and bit_of(found, visit.node.inputs[position].node, bit)
    ]


def _unused_reasons(found: Pass, x: Input) -> list[Reason]:
    """What was done with an input, without effect on the output."""
    uses = found.watcher.uses[id(x.value)]
    return [Reason(line, f"{name}: its result is not used") for name, line in uses] or [
        Reason(
            None, "no operation takes it; as int() or bool() of it, it is a constant"
        )
    ]


def _anomalies(found: Pass) -> list[Reason]:
    reasons: list[Reason] = []
    if found.watcher.first is not None:
        name, line, what = found.watcher.first
        reasons.append(
            Reason(line, f"first value that is not finite: {name} gave {what}")
        )
    for visit in found.visits:
        if visit.finite and not visit.results_finite:
            text = f"first derivative that is not finite: of {visit.node.name}"
            reasons.append(Reason(visit.node.source, text))
            break
    return reasons


def _growth(found: Pass) -> list[GrowthRow]:
    """By lines, the gain from what goes into a line's operations to what comes out."""
    rows: dict[SourceLine | None, GrowthRow] = {}
    for visit in found.visits:
        line = visit.node.source
        out = float(np.sqrt(sum(n**2 for n in visit.norms.values())))
        gain = out / visit.norm if visit.norm else 0.0
        row = rows.get(line)
        if row is None:
            text = linecache.getline(line.file, line.line).strip() if line else ""
            row = GrowthRow(line, text, 0.0, 0.0)
        rows[line] = row._replace(gain=max(row.gain, gain), norm=max(row.norm, out))
    return sorted(rows.values(), key=lambda row: -row.gain)


def _headline(row: InputRow) -> str:
    if row.status == "reached":
        some = f", {row.zeros} of {row.size} elements zero" if row.zeros else ""
        return f"{row.label}: |g| = {row.norm:.3g}{some}, condition {row.condition:.3g}"
    words = {
        "zero": "the gradient is zero",
        "disconnected": "no path to the output has a derivative",
        "unused": "the output does not depend on it",
        "not finite": "the gradient is not finite",
        "integer": "an integer, which has no gradient",
        "unknown": "not known",
    }
    return f"{row.label}: {words[row.status]}"


def _where(line: SourceLine | None) -> str:
    return "no line" if line is None else str(line)
