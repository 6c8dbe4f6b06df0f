"""Errors of other people's code that a traced value is the cause of.

Code that expects plain numbers and arrays may drop the error that asking a traced value
for its number raised, or say no more than that it expected another type. Ours, with the
user's line and the way out, is then raised from it.
"""

from __future__ import annotations

import dis
import os.path
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from types import FrameType, TracebackType
from typing import NamedTuple

from functrace.core.errors import (
    ConcretizationError,
    FunctraceError,
    MissingRuleError,
    message,
)
from functrace.core.primitive import has_tracers
from functrace.core.refusals import latest_refusal, way_out_of
from functrace.core.source import is_in_functrace, is_ours, is_users, line_of

_SIGNS = (  # of an array of objects, where an ndarray of numbers is due
    "'object'",
    "object array",
    "ObjectDType",
    "dtype=object",
    "real dtype",
    "real numbers",
    "'O'",
    "array element",
    "array type",
    "input type",
    "Python type",
    "Python object",
    "data type",
    "Multiple namespaces",
    "No matching signature",
    "no callable",
    "not JSON serializable",
)
_HANDING_ON = (
    os.path.join("functrace", "numpy", "asking.py"),
    os.path.join("functrace", "scipy", "_as_it_stands.py"),
    os.path.join("functrace", "scipy", "_namespace.py"),
)
_ONLY_PLAIN = (
    "functrace: a function that takes plain numbers and arrays only was given a traced "
    "value."
)
_UNHASHABLE = (
    "functrace: a traced value is no key of a dictionary, a set or functools.lru_cache."
)
_KEYS = (
    "take the cache off the function, or let what is traced not be among its arguments; "
    "elsewhere use plain keys, such as the positions of values in a list."
)
_WAY_OUT = (
    "use NumPy's functions in its place. What cannot be written with them is called by "
    "functrace.pure_callback, and has a derivative if functrace.custom_vjp gives one."
)


class _Place(NamedTuple):
    """A frame that an error came through, and the line that it was at."""

    frame: FrameType
    line: int


def explain(error: Exception) -> None:
    """Raise ours from an error that left a user's function, if it is about a tracer."""
    if isinstance(error, FunctraceError):
        return
    places = list(dropwhile(lambda at: is_ours(at.frame), _places(error.__traceback__)))
    called = list(takewhile(lambda at: not is_users(at.frame), reversed(places)))
    by_us = any(map(_is_in_ours, called))  # it may well mean what it says
    ours = _refusal_behind(error, places, by_us=by_us)
    meant = by_us or is_raised(error.__traceback__)
    if ours is None and not meant and _is_about_a_tracer(error, called or places[-1:]):
        ours = ConcretizationError(_explanation(error, places))
    try:
        if ours is not None:
            raise ours from error
    finally:
        del error, ours, places, called  # no cycle keeps the frames' arrays alive


def _is_in_ours(at: _Place) -> bool:
    """Whether a place is in code of ours that does more than hand on what it declines."""
    ours = is_in_functrace(at.frame)  # not Cython's: ``<stringsource>``
    return ours and not at.frame.f_code.co_filename.endswith(_HANDING_ON)


def is_of_traced_values(error: Exception) -> bool:
    """Whether an error says that something was given traced values, and takes none."""
    asked = isinstance(error, (ConcretizationError, MissingRuleError))
    return asked or any(sign in str(error) for sign in ("Tracer", *_SIGNS))


def is_of_a_library(error: Exception) -> bool:
    """Whether it left installed code that is neither ours nor the user's."""
    places = [at for at in _places(error.__traceback__) if not is_ours(at.frame)]
    return bool(places) and not is_users(places[-1].frame)


def _places(trace: TracebackType | None) -> Iterator[_Place]:
    """Where an error came through, the outermost place first."""
    while trace is not None:
        yield _Place(trace.tb_frame, trace.tb_lineno)
        trace = trace.tb_next


def _refusal_behind(
    error: Exception, places: Sequence[_Place], *, by_us: bool
) -> FunctraceError | None:
    """The refusal that an error was raised in place of, for its text to be said again."""
    cause = error.__cause__ or (None if by_us else error.__context__)
    seen: set[int] = set()
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, FunctraceError):
            return type(cause)(str(cause))
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    refusal = latest_refusal()
    if refusal is None or by_us:
        return None
    asked = refusal.frame, refusal.line
    dropped = any((id(at.frame), at.line) == asked for at in places)
    return ConcretizationError(refusal.text) if dropped else None


def is_raised(trace: TracebackType | None) -> bool:
    """Whether it comes from a ``raise`` statement of the user's."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not is_users(trace.tb_frame):
        return False
    code = trace.tb_frame.f_code.co_code
    return dis.opname[code[trace.tb_lasti]] == "RAISE_VARARGS"


def _is_about_a_tracer(error: Exception, places: Sequence[_Place]) -> bool:
    """Whether it names the type, or an array of objects where there are traced ones."""
    text = str(error)
    if "Tracer" in text:
        return not isinstance(error, (AttributeError, NameError))
    if not any(sign in text for sign in _SIGNS):
        return False
    return any(has_tracers(v) for at in places for v in at.frame.f_locals.values())


def _explanation(error: Exception, places: Sequence[_Place]) -> str:
    users = [line_of(*at) for at in places if is_users(at.frame)]
    unhashable = "unhashable type" in str(error)
    return message(
        _UNHASHABLE if unhashable else _ONLY_PLAIN,
        got=f"{type(error).__name__}: {str(error).splitlines()[0]}",
        source=users[-1] if users else None,
        help=_KEYS
        if unhashable
        else way_out_of([at.frame for at in places]) or _WAY_OUT,
    )
