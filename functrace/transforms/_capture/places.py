"""Where values are that branches and loops may change: variables, elements, attributes."""

from __future__ import annotations

from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection


class _Nothing:
    """Stands for the value of a variable, or an attribute, that has none."""

    def __init__(self, word: str) -> None:
        self._word = word

    def __repr__(self) -> str:
        return self._word


UNBOUND = _Nothing("unbound")
UNREAD = _Nothing("unread")  # of a variable that nobody asks for any more


class Place(NamedTuple):
    """Where a value is: a variable, an element of a list or dict, an attribute, a handle.

    Attributes
    ----------
    holder
        The cell of a variable; a list; a dict, also of an object's attributes, or of a
        module's variables; an object with slots; the handle of an array.
    key
        Of an element or attribute.
    name : str
        For messages.
    """

    holder: Any
    key: Any
    name: str

    @property
    def identity(self) -> Any:
        """By which places are the same."""
        return id(self.holder), self.key

    def get(self) -> Any:
        """What is there."""
        holder = self.holder
        kind = type(holder)
        if kind is CellType:
            return content(holder)
        if kind is Tracer:
            return holder.twin()
        if isinstance(holder, list):
            return holder[self.key]
        if isinstance(holder, dict):
            return holder.get(self.key, UNBOUND)
        return getattr(holder, self.key, UNBOUND)

    def put(self, value: Any) -> None:
        """Let `value` be there; or nothing, if it is `UNBOUND`."""
        holder, unbound = self.holder, value is UNBOUND
        kind = type(holder)
        if kind is CellType:
            if unbound:
                if content(holder) is not UNBOUND:
                    del holder.cell_contents
            else:
                holder.cell_contents = value
        elif kind is Tracer:
            holder.stand_for(value.edge, value.value)
        elif isinstance(holder, dict):
            if unbound:
                holder.pop(self.key, None)
            else:
                holder[self.key] = value
        elif isinstance(holder, list):
            holder[self.key : self.key + 1] = () if unbound else (value,)
        elif unbound:
            if getattr(holder, self.key, UNBOUND) is not UNBOUND:
                object.__delattr__(holder, self.key)
        else:
            object.__setattr__(holder, self.key, value)

    @property
    def can_be_unbound(self) -> bool:
        """Whether there may be nothing, so that its use is an error: of variables."""
        return type(self.holder) is CellType


def content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return UNBOUND


def is_composed(value: Any) -> bool:
    """Whether it is an array's handle, a container or an object."""
    if type(value) is Tracer:
        return value.is_array
    if type(value) is Selection:
        return True
    if isinstance(value, (type, ModuleType, FunctionType)):
        return False
    return isinstance(value, (list, dict, tuple)) or hasattr(value, "__dict__")
