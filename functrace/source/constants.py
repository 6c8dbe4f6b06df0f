"""Arrays that are a part of the program."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from functrace.source import text
from functrace.source.text import Text

_SHORT = 40  # characters of an array that is written where it is used
_LISTED = 512  # elements of an array that is written as numbers
_COLUMNS = 76


class Constants:
    """Those that stand at the head of the module.

    Attributes
    ----------
    lines : list of str
        The statements that make them.
    imports : set of str
        What these take.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.imports: set[str] = set()
        self._names: dict[bytes, str] = {}

    def text(self, array: np.ndarray) -> Text:
        """The array where it is used."""
        return made_text(array) or Text(self._name(array))

    def own(self, array: np.ndarray) -> Text:
        """An array of the caller's own."""
        found = made_text(array)
        return text.method(Text(self._name(array)), "copy") if found is None else found

    def _name(self, array: np.ndarray) -> str:
        key = repr((array.shape, array.dtype)).encode() + array.tobytes()
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"C{len(self._names) + 1}"
            self.lines += self._statement(name, array)
        return name

    def _statement(self, name: str, array: np.ndarray) -> list[str]:
        if array.size > _LISTED:
            return self._packed(name, array)
        dtype = _dtype_option(array)
        body = list(_rows(array))
        head = f"{name} = np.array("
        line = f"{head}{''.join(part.strip() + ' ' for part in body).rstrip(' ,')}"
        line = f"{line.replace('[ ', '[').replace(', ]', ']')}{dtype})"
        if len(line) <= text.WIDTH:
            return [line]
        return ["# fmt: off", f"{head}", *body, f"{dtype.lstrip(', ')})", "# fmt: on"]

    def _packed(self, name: str, array: np.ndarray) -> list[str]:
        """The bytes, compressed: numbers would be longer than the program."""
        self.imports |= {"import base64", "import zlib"}
        data = base64.b85encode(zlib.compress(array.tobytes(), 9)).decode()
        chunks = [data[i : i + _COLUMNS] for i in range(0, len(data), _COLUMNS)]
        lines = [f'    "{chunk}"' for chunk in chunks]
        dtype = text.dtype_text(array.dtype).code
        shape = text.literal(tuple(array.shape)).code
        return [
            "# fmt: off",
            f"{name} = np.frombuffer(zlib.decompress(base64.b85decode(",
            *lines,
            f")), {dtype}).reshape({shape})",
            "# fmt: on",
        ]


def _rows(array: np.ndarray) -> Iterator[str]:
    """The elements, as lists of lists, in lines."""
    numbers = [text.literal(x).code for x in array.reshape(-1).tolist()]
    lengths = array.shape
    if array.ndim == 1:
        yield "    ["
        yield from _filled(numbers, "        ")
        yield "    ],"
        return
    nested: list[Any] = numbers
    for length in reversed(lengths[1:]):
        nested = [nested[i : i + length] for i in range(0, len(nested), length)]
    yield "    ["
    for row in nested:
        code = _nested(row)
        if len(code) < _COLUMNS:
            yield f"        {code},"
        else:
            parts = code.split(", ")
            yield from _filled(parts, "        ")
    yield "    ],"


def _nested(row: Any) -> str:
    return row if isinstance(row, str) else f"[{', '.join(map(_nested, row))}]"


def _filled(parts: list[str], indent: str) -> Iterator[str]:
    line = indent
    for part in parts:
        if len(line) + len(part) > _COLUMNS + len(indent) and line.strip():
            yield line.rstrip()
            line = indent
        line += f"{part}, "
    if line.strip():
        yield line.rstrip()


def _dtype_option(array: np.ndarray) -> str:
    plain = array.dtype.char in "?ldD"
    return "" if plain else f", dtype={text.dtype_text(array.dtype).code}"


def made_text(array: Any) -> Text | None:
    """An array that NumPy makes, or that is short."""
    shape = array.shape[0] if array.ndim == 1 else tuple(array.shape)
    dtype = {} if array.dtype == np.float64 else {"dtype": array.dtype}
    size = text.literal(shape)
    if not array.size:
        return text.call("np.zeros", size, **dtype)
    first = array.flat[0]
    if bool((array == first).all()) and not (array.dtype.kind in "fc" and first == 0):
        if first == 1 and array.dtype.kind != "b":
            return text.call("np.ones", size, **dtype)
        value = array.flat[0].item()
        options = {} if array.dtype.char in "?ldD" else {"dtype": array.dtype}
        return text.call("np.full", size, text.literal(value), **options)
    if not np.any(array) and not (array.dtype.kind in "fc" and np.any(_signs(array))):
        return text.call("np.zeros", size, **dtype)
    return _range(array) or _identity(array) or _short(array)


def _signs(array: Any) -> Any:
    return np.signbit(array.real) | np.signbit(array.imag)


def _range(array: np.ndarray) -> Text | None:
    """Integers, or whole numbers, one step after the other."""
    if array.ndim != 1 or array.size < 3 or array.dtype.kind not in "if":
        return None
    if array.dtype.kind == "f" and not (array == np.rint(array)).all():
        return None
    start, step = int(array[0]), int(array[1]) - int(array[0])
    stop = start + step * array.size
    if not step or not np.array_equal(np.arange(start, stop, step), array):
        return None
    if array.dtype.kind == "f" and np.signbit(array[array == 0]).any():
        return None
    bounds = [start, stop, step] if step != 1 else [start, stop] if start else [stop]
    options = {} if array.dtype == np.int64 else {"dtype": array.dtype}
    return text.call("np.arange", *map(text.literal, bounds), **options)


def _identity(array: Any) -> Text | None:
    """Ones, or other numbers, on a diagonal."""
    if array.ndim != 2 or array.dtype != np.float64:
        return None
    rows, columns = np.nonzero(array)
    if not rows.size or np.ptp(columns - rows):
        return None
    k = int(columns[0] - rows[0])
    number = array[rows[0], columns[0]]
    if number > 0 and (number * np.eye(*array.shape, k=k)).tobytes() == array.tobytes():
        square = array.shape[0] == array.shape[1]
        shape = array.shape[:1] if square and not k else array.shape
        found = text.call("np.eye", *shape, *([k] if k else []))
        factor = text.literal(float(number))
        return found if number == 1 else text.binary("*", text.PRODUCT, factor, found)
    numbers = array.diagonal()
    if not k and np.diag(numbers).tobytes() == array.tobytes():
        found = text.call("np.diag", text.literal(numbers.tolist()))
        return found if len(found.code) <= _SHORT else None
    return None


def _short(array: np.ndarray) -> Text | None:
    if array.size > _SHORT // 2:
        return None
    code = text.literal(array.tolist()).code + _dtype_option(array)
    found = text.call("np.array", code)
    return found if len(found.code) <= _SHORT else None
