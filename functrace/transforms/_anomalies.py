"""Results of compiled functions that are not finite, under `detect_anomaly`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.errors import AnomalyError, message
from functrace.core.rule import operand_avals
from functrace.primitives._anomalies import Origin, first_nan, kind_of, origin_of
from functrace.transforms._entry import Entry

_WHERE = "functrace.detect_anomaly"


def checked(entry: Entry, leaves: Sequence[Any]) -> Any:
    """The result, or AnomalyError with the operation that made it not finite."""
    values = entry.values(leaves)
    outs = entry.compile()(*values)
    for number, out in enumerate(outs):
        if kind_of(out):
            _explain(entry, values, number, out)
    return entry.deliver(outs)


def _explain(entry: Entry, values: Sequence[Any], number: int, out: Any) -> NoReturn:
    pairs = zip(values, entry.graph.in_avals, strict=True)
    arrays = [np.asarray(value, aval.dtype) for value, aval in pairs]
    found = origin_of(entry.graph, arrays, number)
    if found is not None and found.is_meant:
        found = first_nan(entry.graph, arrays) or found
    if found is None:
        raise AnomalyError(
            message(
                f"{_WHERE}: the compiled program gave {_kind(out)}, but NumPy does not.",
                got=_elements(out),
                help="functrace.jit(fastmath=True) assumes that there are none.",
            )
        )
    if found.node is None:
        label = "a constant"
        if found.place >= 0:
            label = f"the argument {entry.graph.inputs[found.place].node.name!r}"
        raise AnomalyError(
            message(
                f"{_WHERE}: {label} has {_kind(found.value)}.",
                got=_elements(found.value),
            )
        )
    _raise(found)


def _raise(found: Origin) -> NoReturn:
    node = found.node
    assert node is not None
    source = node.source
    of_derivative = source is not None and source.of_derivative
    operation = f"{node.name}{', in a derivative,' if of_derivative else ''}"
    pairs = zip(operand_avals(node), found.operands, strict=True)
    operands = ", ".join(_operand(aval, x, found.value) for aval, x in pairs)
    where = "".join(f"; {words}" for words in found.where)
    batched = 0 if source is None else source.batched
    raise AnomalyError(
        message(
            f"{_WHERE}: {operation} made the first {_kind(found.value)}.",
            got=f"{_elements(found.value, batched)}; from {operands}{where}",
            source=source,
            help="look at the operands of that operation: functrace.debug.print.",
        )
    )


def _operand(aval: Aval, operand: Any, result: Any) -> str:
    """What the operation was given, and the number of which it made the first one."""
    if np.ndim(operand) and np.shape(operand) != np.shape(result):
        return str(aval)
    index = tuple(np.argwhere(~np.isfinite(result))[0]) if np.ndim(operand) else ()
    return f"{aval} ({np.asarray(operand)[index]:.6g})"


def _kind(value: Any) -> str:
    return "NaN" if np.isnan(value).any() else "infinity"


def _elements(value: Any, batched: int = 0) -> str:
    """How many of the elements are not finite, and which is the first."""
    bad = ~np.isfinite(value)
    words = f"{int(np.sum(bad))} of {np.size(value)} elements of {aval_of(value)}"
    if not np.ndim(value):
        return str(aval_of(value))
    first = tuple(int(i) for i in np.argwhere(bad)[0])
    if 0 < batched <= len(first):
        element, rest = first[:batched], first[batched:]
        words = f"{words}, the first in element {_index(element)} of the batch"
        return f"{words}, at {_index(rest)}" if rest else words
    return f"{words}, the first at {_index(first)}"


def _index(index: tuple[int, ...]) -> str:
    return str(index[0]) if len(index) == 1 else str(index)
