"""What a traced value is refused for: to be a plain one, to be written to, to outlive."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from threading import get_ident
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from functrace.core.aval import Aval
from functrace.core.errors import ConcretizationError, LeakedTracerError, message
from functrace.core.node import Edge, Leaf, is_ended, leaves_of
from functrace.core.recording import ambient
from functrace.core.source import (
    asking_frame,
    begin_of,
    callers,
    is_scipys,
    is_users,
    user_line,
)

_OTHERS = ("pandas", "polars", "xarray", "astropy")
_WAY_OUT_OF_OTHERS = "take plain arrays out of its objects first, as .to_numpy() does."
_WAY_OUT_OF_SCIPY = (
    "use one of the functions that functrace.scipy has, or call SciPy's by "
    "functrace.pure_callback, with a derivative of your own (functrace.custom_vjp)."
)

_INDEX = " A plain array takes such an index as functrace.numpy.array(table)[i]."
_HINTS = {
    "int()": _INDEX,
    "an index": _INDEX,
    "a text": " print(), loggers and errors take such texts; functrace.debug.print values.",
    "float()": " An array from outside the function cannot hold it: a copy made in it can.",
}


def refuse_abstract(edge: Edge, what: str) -> NoReturn:
    """Raise ConcretizationError for `what`, which asks for the value of an abstract one."""
    refuse_ended([edge])
    labels = [leaf.label for leaf in leaves_of([edge])]
    static = re.split(r"\W", labels[0])[0] if labels else "name"
    _refuse(
        edge,
        f"functrace: {what} of a value computed from "
        f"{', '.join(map(repr, labels))}, of which only shape and dtype are known.",
        "use functrace.cond or numpy.where in place of a branch, functrace."
        "while_loop in place of a loop, x.shape for sizes. In a function "
        "compiled by functrace.jit, an argument that decides what is done can be "
        f"static (static_argnames={static!r}); under functrace.vmap, the same for "
        "all (None in in_axes); elsewhere, trace with an array in place of the "
        f"Aval.{_HINTS.get(what, '')}",
    )


def refuse_differentiated(edge: Edge, what: str) -> None:
    """Raise for `what`, which gives a plain number, if `edge` depends on a leaf."""
    refuse_ended([edge])
    if leaves_of([edge]):
        _refuse(
            edge,
            f"functrace: {what} of a traced value would drop its gradient.",
            "use functrace.scipy's functions in place of scipy's, a copy that is made "
            "in the function (array.copy()) in place of an array from outside that "
            "traced values are written into, functrace.stop_gradient(x) where no "
            "gradient is wanted.",
        )


def refuse_array_index(edge: Edge) -> NoReturn:
    """Raise ConcretizationError for an array that is to be an index of a plain array."""
    _refuse(
        edge,
        "functrace: a plain array takes no traced array as an index.",
        "functrace.numpy.array(table)[i] takes one.",
    )


def refuse_length(mask: Edge, what: str) -> NoReturn:
    """Raise ConcretizationError for `what` of an array that is as long as a mask says."""
    _refuse(
        mask,
        f"functrace: {what} of an array whose length depends on a mask that is not known.",
        "x.size is how many elements there are; numpy.where(mask, x, 0) in place of "
        "x[mask] is an array whose length is known.",
    )


def refuse_writing_variable(aval: Aval) -> NoReturn:
    """Raise ValueError for a write to a variable of this abstract value."""
    raise ValueError(
        message(
            "functrace: a variable cannot be written to: derivatives with respect to "
            "it would be lost.",
            got=aval,
            source=user_line(),
            help="write into a copy (y = x.copy()), or make a new variable of the new "
            "value (x = functrace.variable(new)).",
        )
    )


def refuse_ended(operands: Sequence[Any]) -> None:
    """Raise LeakedTracerError if an edge among them is of a transform that has returned."""
    for edge in operands:
        if type(edge) is Edge and is_ended(edge):
            refuse_leaked("functrace", leaves_of([edge])[0])


def refuse_leaked(where: str, leaf: Leaf) -> NoReturn:
    """Raise LeakedTracerError for a value that depends on an ended `leaf`."""
    raise LeakedTracerError(
        message(
            f"{where}: a traced value was used after the transform that made it returned.",
            got=f"a value that depends on {leaf.label}: {leaf.avals[0]}",
            source=user_line(),
            help="return it from the function (has_aux=True) instead of storing it.",
        )
    )


def refuse_outliving(where: str, function: Callable[..., Any], handle: Any) -> NoReturn:
    """Raise LeakedTracerError for a traced value that `function` has left somewhere."""
    raise LeakedTracerError(
        message(
            f"{where}: the function stored a traced value outside it, or returned one in "
            "an object that is not a pytree. It is called once, to be recorded, so what "
            "it leaves behind is no value of any call or round.",
            got=handle.origin(),
            source=begin_of(function),
            help="return the value: as an array, or in tuples, lists (no generator), "
            "dicts, dataclasses or classes registered with optree; carry through a loop "
            "what changes in it.",
        )
    )


def way_out_of(frames: Sequence[FrameType]) -> str | None:
    """What to do in place of calling the library that these frames run, if one is known."""
    if any(map(is_scipys, frames)):
        return _WAY_OUT_OF_SCIPY
    homes = {str(f.f_globals.get("__name__")).partition(".")[0] for f in frames}
    return None if homes.isdisjoint(_OTHERS) else _WAY_OUT_OF_OTHERS


class Refusal(NamedTuple):
    """What a traced value was refused for last: the message, and which frame asked.

    `test`: it was the user's code that asked for its truth.
    """

    text: str
    frame: int
    line: int
    test: bool


def latest_refusal() -> Refusal | None:
    """The last refusal of this thread; the code that asked may have dropped the error."""
    return ambient.get().refused.get(get_ident())


def forget_asks() -> None:
    """Nothing has been refused yet, in this thread."""
    ambient.get().refused.pop(get_ident(), None)


def dropped_ask() -> str | None:
    """The message of the last refusal, if the user's code asked for a truth value.

    After a function has returned: its code has dropped the error, and has gone on.
    """
    refusal = latest_refusal()
    return refusal.text if refusal is not None and refusal.test else None


def _refuse(edge: Edge, what: str, way_out: str) -> NoReturn:
    frames = list(callers())
    asked_by = list(takewhile(lambda f: not is_users(f), frames))
    asking = asking_frame()
    text = message(
        what,
        got=edge.aval,
        source=user_line(),
        help=way_out_of(asked_by) or way_out,
    )
    test = bool(frames) and "bool()" in what and is_users(frames[0])
    line = 0 if asking is None else asking.f_lineno
    refusal = Refusal(text, id(asking), line, test)
    ambient.get().refused[get_ident()] = refusal
    raise ConcretizationError(text)
