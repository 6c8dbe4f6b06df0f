"""Tracing again, when the function that asked for an unknown value has been rewritten.

What the function had changed before it asked is put back first.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, NoReturn, TypeVar

from functrace.core.capture import Branches, LongTraceError
from functrace.core.errors import (
    ConcretizationError,
    MutationError,
    message,
)
from functrace.core.recording import ambient, recording
from functrace.core.refusals import dropped_ask, forget_asks
from functrace.core.source import user_line
from functrace.transforms._capture import functions
from functrace.transforms._capture.aliases import check_aliases, chosen
from functrace.transforms._capture.asking import rewrite_asking, rewrite_comparing
from functrace.transforms._capture.counters import Counters
from functrace.transforms._capture.functions import adoptions, exchanged
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.tracing import explain_unbound
from functrace.transforms._failing import leave_to_python

Result = TypeVar("Result")
_ASKING = (ConcretizationError, IndexError)


def captured(
    call: Callable[[], Result],
    roots: Any,
    before: ReachableState | None,
    error: Exception | LongTraceError | None,
) -> Result:
    """What `call` gives, with the code of functions exchanged until none asks any more.

    Parameters
    ----------
    call : callable
    roots
        What it runs.
    before : ReachableState or None
        Of what was where before it first ran.
    error : ConcretizationError, IndexError, LongTraceError or None
        That the first attempt ended with, if there was one.
    """
    again, counters, long = error is not None, Counters(), list[CodeType]()
    if isinstance(error, LongTraceError):
        long += error.codes
        _put_back(before)
    elif error is not None:
        _prepare(error, before, counters, -1)  # nothing was exchanged then
    while True:
        since = adoptions()
        memory = ReachableState([roots]) if again and before is None else None
        made = chosen.made
        try:
            with exchanged(), recording(branches=_branches(counters)):
                result = _explained(call)
        except LongTraceError as ended:
            long += ended.codes
            _put_back(before)
            again, counters = True, Counters()
            continue
        except Exception as raised:  # noqa: BLE001 - one round may not do for all
            counters = _prepare(raised, before, counters, since)
            again = True
            continue
        if compares(roots, before, objects=chosen.made != made):
            again, counters = True, Counters()
            continue
        if memory is not None:
            _check_unchanged(memory)
        if long and not counters.made:
            functions.withdraw(long)
        return result


def _branches(counters: Counters) -> Branches:
    return Branches({}, [], [], counters, inside=False)


def compares(
    roots: Any, before: ReachableState | None, *, objects: bool = False
) -> bool:
    """Whether a function asks which objects values are, and is now rewritten.

    `objects`: there are some that one may ask by ``==``.
    """
    if not rewrite_comparing(roots, objects=objects):
        return False
    _put_back(before)
    return True


def checked(call: Callable[[], Result]) -> Result:
    """What a function gives that is traced while another one is."""
    result = _in_order(call)
    check_aliases()
    return result


def _in_order(call: Callable[[], Result]) -> Result:
    """What `call` gives; some errors are Python's to raise."""
    try:
        return call()
    except Exception as error:
        explain_unbound(error)
        leave_to_python(error)
        raise


def _check_unchanged(memory: ReachableState) -> None:
    """Refuse effects of a function that ran twice, if what it did first is not known."""
    words = memory.broken()
    for place, _ in memory.changes().values():
        words = words or place.name
    if words is not None:
        _refuse(words)


def _explained(call: Callable[[], Result]) -> Result:
    forget_asks()
    result = _in_order(call)
    check_aliases()
    check_dropped()
    return result


def check_dropped() -> None:
    """Raise again what ``except Exception``, or the like, of the user's code has dropped."""
    branches = ambient.get().branches
    refusal = dropped_ask()
    found = [] if branches is None else branches.refused
    if refusal is not None:
        found = [*found, (ConcretizationError, refusal)]
    for kind, text in found:
        note = "an except clause of the function caught this error: narrow it."
        raise kind(f"{text}\n  note: {note}")


def _prepare(
    error: Exception, before: ReachableState | None, counters: Counters, since: int
) -> Counters:
    """Rewrite what asked, and put back what had been changed; or raise the error.

    It may be of a loop of which one round was traced: then all are, the next time.
    """
    found = False
    try:
        found = isinstance(error, _ASKING) and rewrite_asking(error, since)
    except ConcretizationError as reason:
        error = reason
    long = [] if found or before is None else functions.long_in(before.functions())
    if long:
        functions.withdraw(long)
        found = True
    if not (found or counters.tried):
        raise error
    _put_back(before)
    return Counters(are_used=found)


def _put_back(before: ReachableState | None) -> None:
    if before is not None:
        words = before.irreversible()
        if words is not None:
            _refuse(words)
        before.restore()


def _refuse(words: str) -> NoReturn:
    raise MutationError(
        message(
            "functrace: a function that branches on traced values was traced again, and "
            "changes what is outside it, which would happen twice.",
            got=words,
            source=user_line(),
            help="return what is new, instead.",
        )
    )
