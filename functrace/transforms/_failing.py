"""Errors of the user's own: what raises them, and where a graph says that they are."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from functrace.core.advice import is_raised
from functrace.core.capture import NEVER, Failure, RaisingError
from functrace.core.errors import ConcretizationError, FunctraceError, message
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer


def is_own(error: BaseException) -> bool:
    """Whether a statement of the user's raised an error: no library, and no operation."""
    return isinstance(error, RaisingError) or is_raised(error.__traceback__)


def leave_to_python(error: Exception) -> None:
    """Raise RaisingError for what was raised in a trace, if Python is to raise it.

    That is what a statement of the user's raises, which may tell of values, and what comes
    after something that raises for some.
    """
    failure, own = ambient.get().failure, is_own(error)
    asks = isinstance(error, IndexError) and not own  # NumPy's, of a traced index
    if failure is None or asks or isinstance(error, FunctraceError):
        return
    if failure.holds is not NEVER:
        raise RaisingError from None
    if own:
        raise RaisingError(error) from None


def own_failure() -> Failure | None:
    """Of a part of what is traced, if that may raise an error for some values."""
    outer = ambient.get().failure
    return None if outer is None else Failure(outer)


def raise_where(holds: Any) -> None:
    """Raise RaisingError if a truth value holds; if it is not known, what is traced may."""
    anywhere: Any = np.any(holds)
    if type(anywhere) is not Tracer or anywhere.is_known():
        if anywhere:
            raise RaisingError
        return
    failure = ambient.get().failure
    assert failure is not None
    failure.note(anywhere)


def refuse_raising(where: str, raising: RaisingError) -> NoReturn:
    """Raise what a function raised, or ConcretizationError: it has no result."""
    for error in raising.args:
        raise error
    raise ConcretizationError(
        message(
            f"{where}: the function raises an error for all values.",
            help="call it without functrace, to see which.",
        )
    ) from None
