"""What a variable is bound to, and whether it still is."""

from __future__ import annotations

from types import CellType, FunctionType
from typing import Any, NamedTuple


class Binding(NamedTuple):
    """A variable, and the very object that it is bound to.

    Attributes
    ----------
    holder : dict, cell or function
        Of which it is an item, the content, or the attribute of that name.
    name : str
    value : object
    """

    holder: Any
    name: str
    value: Any

    def holds(self) -> bool:
        """Whether it is bound to that object."""
        holder, name, value = self
        if isinstance(holder, dict):
            return holder.get(name, self) is value
        if type(holder) is CellType:
            return _content(holder, self) is value
        return getattr(holder, name) is value

    @property
    def text(self) -> str:
        """How it is read, where ``{0}`` is the holder."""
        if type(self.holder) is CellType:
            return "{0}.cell_contents"
        return (
            f"{{0}}.{self.name}"
            if type(self.holder) is FunctionType
            else f"{{0}}[{self.name!r}]"
        )


def _content(cell: CellType, default: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return default
