"""Arrays that are a part of a program in C."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.source.c import text
from functrace.source.text import Text

_COLUMNS = 80


class Tables:
    """Those that stand before the function.

    Attributes
    ----------
    lines : list of str
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[bytes, str] = {}

    def value(self, operand: Any) -> Any:
        """A constant, as a `functrace.source.c.scope.CValue`."""
        from functrace.source.c.scope import CValue  # noqa: PLC0415 - which imports this

        array = np.asarray(operand)
        first = array.flat[0] if array.size else 0
        if array.size and array.tobytes() == np.full_like(array, first).tobytes():
            number = text.number(first, array.dtype)
            return CValue(lambda at: number, array.shape, array.dtype)
        step = _step(array)
        if step is not None:
            return CValue(lambda at: _ranged(array, step, at), array.shape, array.dtype)
        name = self._name(array)
        return CValue(lambda at: text.element(name, at), array.shape, array.dtype, name)

    def _name(self, array: np.ndarray) -> str:
        key = repr((array.shape, array.dtype)).encode() + array.tobytes()
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"C{len(self._names) + 1}"
            self.lines += _definition(name, array)
        return name


def _step(array: np.ndarray) -> int | None:
    """By how much integers rise; None if they do not."""
    if array.ndim != 1 or array.size < 3 or array.dtype.kind != "i":
        return None
    steps = np.diff(array)
    return int(steps[0]) if steps[0] and (steps == steps[0]).all() else None


def _ranged(array: np.ndarray, step: int, at: tuple[str, ...]) -> Text:
    code = text.offset(at[0], int(array[0]), step)
    return Text(code, text.ATOM if code.isidentifier() else text.SUM)


def _definition(name: str, array: np.ndarray) -> list[str]:
    kind = text.ctype(array.dtype)
    shape = "".join(f"[{n}]" for n in array.shape)
    head = f"static const {kind} {name}{shape} = "
    whole = f"{head}{_braced(array)};"
    if len(whole) <= _COLUMNS:
        return [whole]
    lines = [f"{head}{{"]
    rows = array if array.ndim > 1 else [array]
    for row in rows:
        parts = [_braced(x) for x in row]
        opening = "{" if array.ndim > 1 else ""
        line = f"    {opening}"
        for k, part in enumerate(parts):
            last = k == len(parts) - 1
            piece = part if last else f"{part}, "
            if len(line) + len(piece) > _COLUMNS:
                lines.append(line.rstrip())
                line = "     "
            line += piece
        lines.append(f"{line}}}," if opening else line)
    return [*lines, "};"]


def _braced(array: Any) -> str:
    if not np.ndim(array):
        return text.number(array, array.dtype).code
    return f"{{{', '.join(map(_braced, array))}}}"
