"""What a traced value is to Python: a truth value, a number, a text; where it may be one."""

from __future__ import annotations

import operator
import sys
from typing import Any, NoReturn

import numpy as np

from functrace.core.callsite import is_at_remainder
from functrace.core.dispatch import UFUNCS, lookup
from functrace.core.errors import message
from functrace.core.evaluation import constant_value
from functrace.core.node import leaves_of
from functrace.core.recording import ambient
from functrace.core.refusals import (
    refuse_abstract,
    refuse_array_index,
    refuse_differentiated,
    refuse_ended,
)
from functrace.core.texts import is_printed, is_shown


class Conversions:
    """The part of `Tracer` that Python's own functions call."""

    __slots__ = ()

    def __bool__(self: Any) -> bool:
        return bool(self._concrete("bool()"))

    def __int__(self: Any) -> int:
        return int(self._concrete("int()"))

    def __index__(self: Any) -> int:
        value = self._concrete("an index")
        return (
            operator.index(value) if value.ndim == 0 else refuse_array_index(self.edge)
        )

    def __float__(self: Any) -> float:
        if is_at_remainder(sys._getframe(1)):  # noqa: SLF001 - numbers' is not in C
            return float(self._concrete("a text"))
        return float(self._undifferentiated("float()"))

    def __complex__(self: Any) -> complex:
        return complex(self._undifferentiated("complex()"))

    def item(self: Any, *args: int) -> Any:
        """The element as a Python number, if nothing is differentiated through it."""
        return np.asarray(self._undifferentiated("item()")).item(*args)

    def tolist(self: Any) -> Any:
        """The elements as Python numbers, if nothing is differentiated through them."""
        return np.asarray(self._undifferentiated("tolist()")).tolist()

    def __round__(self: Any, ndigits: int | None = None) -> Any:
        if ndigits is None:
            return int(lookup(np.round)(self))
        return lookup(round)(self, ndigits)

    def __trunc__(self: Any) -> int:
        return int(self)

    def __floor__(self: Any) -> int:
        return int(UFUNCS[np.floor](self))

    def __ceil__(self: Any) -> int:
        return int(UFUNCS[np.ceil](self))

    def is_known(self: Any) -> bool:
        """Whether it has a value, or depends on constants alone."""
        self.sync()
        if self.value is None:
            self.value = constant_value(self.edge)
        return self.value is not None

    def _concrete(self: Any, what: str) -> Any:
        if not self.is_known():
            refuse_abstract(self.edge, what)
        if self.edge is not None and not ambient.get().tracing:
            refuse_ended([self.edge])
        return self.value

    def origin(self: Any) -> str:
        """Its abstract value, and the arguments that it was computed from; for messages."""
        labels = ", ".join(repr(leaf.label) for leaf in leaves_of([self.edge]))
        return f"{self.aval} computed from {labels}" if labels else str(self.aval)

    def _undifferentiated(self: Any, what: str) -> Any:
        value = self._concrete(what)
        if self.edge is not None and value.dtype.kind in "fc":
            refuse_differentiated(self.edge, what)
        return value

    def __repr__(self: Any) -> str:
        if not self._can_be_shown():
            refuse_abstract(self.edge, "a text")
        if self.value is None:
            return f"Tracer({self.aval})"
        text = np.array2string(np.asarray(self.value), separator=", ", prefix="Tracer(")
        return f"Tracer({text}, {self.aval})"

    def __str__(self: Any) -> str:
        """As of what it stands for, if that is known."""
        return repr(self) if self.value is None else str(self.value)

    def _can_be_shown(self: Any) -> bool:
        self.sync()
        state = ambient.get()
        if self.value is not None or not state.tracing:
            return True
        later = state.branches is not None and state.branches.inside and is_printed()
        return not later and is_shown()  # else it is printed when its value is known

    def __format__(self: Any, spec: str) -> str:
        if not spec or not (self.is_known() or not is_shown()):
            return str(self)
        return format(self._concrete("format()"), spec)

    def __copy__(self: Any) -> Any:
        self.sync()
        if self.value is None and isinstance(self.edge[0].dtype, type):
            return self  # as of any Python number
        return lookup(np.copy)(self)

    def __deepcopy__(self: Any, memo: dict[int, Any]) -> Any:
        return self.__copy__()

    def __reduce__(self: Any) -> NoReturn:
        raise TypeError(
            message(
                "functrace: a traced value cannot be pickled or sent to another process.",
                help="return it from the transformed function, which gives an ndarray.",
            )
        )
