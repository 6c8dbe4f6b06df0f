"""Texts of random functions that fill tables, cell by cell or by parts of rows."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

from tests.properties._plain import Text

_TERMS = [
    "np.sin({a})",
    "0.3 * {a} * {b}",
    "np.maximum({a}, {b}) * 0.5",
    "{a} * 0.5 - {b} * 0.25",
    "np.exp(-({a} ** 2)) * {b}",
    "np.where({a} > {b}, {a} * 0.3, {b})",
    "{a} * x[{i}] + a",
    "np.tanh({a} + c[{j}] * {b})",
]
_MANY = 7  # rows and columns, at most


class PlainTable(Text):
    """A function of a vector and a number that fills one or two tables."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        rows, columns = draw.randint(3, _MANY), draw.randint(3, _MANY)
        self._names = ["r", "s"][: draw.choice([1, 1, 2])]
        self._end = min(rows, columns)
        self._shape = draw.choice([["i", "j"], ["j", "i"], ["k", "i", "j"]])
        sizes = {"i": rows + 2, "j": columns + 2, "k": 3}
        shape = ", ".join(str(sizes[axis]) for axis in self._shape)
        lines = [
            "import numpy as np",
            "def program(x, a):",
            f"    c = np.linspace(0.1, 0.9, {_MANY + 3})",
        ]
        for name in self._names:
            first = draw.choice(["0.0", "0.0", "1.5", "a", "-0.0"])
            lines.append(f"    {name} = np.zeros(({shape})) + {first}")
            if draw.random() < 0.5:
                lines.append(f"    {name}[0] = np.resize(x, {name}[0].shape)")
            if draw.random() < 0.3:
                lines.append(f"    {name}[..., {draw.choice([0, -1])}] = x[1]")
        if "k" in self._shape:
            lines += self._loop("k", 1, "2", self._cells)
        else:
            lines += draw.choice([self._cells, self._cells, self._parts])(1)
        total = " + ".join(f"np.sum({name} * np.cos({name}))" for name in self._names)
        self.text = "\n".join([*lines, f"    return {total}"])
        self.name = f"table {hashlib.sha256(self.text.encode()).hexdigest()[:16]}"

    def _loop(
        self, index: str, depth: int, end: str, body: Callable[[int], list[str]]
    ) -> list[str]:
        draw = self._draw
        begin = draw.choice(["0", "1", "1"])
        over = f"range({begin}, {end})"
        if draw.random() < 0.25:
            over = f"reversed({over})"
        return [f"{'    ' * depth}for {index} in {over}:", *body(depth + 1)]

    def _cells(self, depth: int) -> list[str]:
        """Loops over rows, and in them over columns; or the other way round."""
        draw = self._draw
        outer, inner = draw.choice([("i", "j"), ("i", "j"), ("j", "i")])
        end = str(draw.randint(3, self._end))
        last = draw.choice([end, end, end, f"{outer} + 1"])

        def cells(depth: int) -> list[str]:
            return [
                line for _ in range(draw.randint(1, 2)) for line in self._cell(depth)
            ]

        def inside(depth: int) -> list[str]:
            found = self._loop(inner, depth, last, cells)
            if draw.random() < 0.2:
                found.append(f"{'    ' * depth}{self._names[0]}[0] *= 0.9")
            return found

        return self._loop(outer, depth, end, inside)

    def _cell(self, depth: int) -> list[str]:
        draw = self._draw
        name = draw.choice(self._names)
        sign = draw.choice(["=", "=", "=", "+=", "*="])
        return [f"{'    ' * depth}{self._place(name, [0])} {sign} {self._value()}"]

    def _value(self) -> str:
        draw = self._draw
        names = {"i": "i", "j": "j", "a": self._read(), "b": self._read()}
        return draw.choice(_TERMS).format(**names)

    def _read(self) -> str:
        draw = self._draw
        if draw.random() < 0.15:
            return draw.choice(["x[i]", "c[j]", "a", "x[i + j]"])
        return self._place(draw.choice(self._names), [-1, -1, 0, 0, 1, -2])

    def _place(self, name: str, offsets: list[int]) -> str:
        """An element near that of the round; of which some numbers do not change."""
        draw = self._draw
        entries = []
        for axis in self._shape:
            offset = draw.choice(offsets)
            fixed = axis == "k" or draw.random() < 0.05
            if fixed and draw.random() < 0.3:
                entries.append(draw.choice(["0", "1", "-1"]))
            else:
                entries.append(axis + (f" {offset:+d}" if offset else ""))
        return f"{name}[{', '.join(entries)}]"

    def _parts(self, depth: int) -> list[str]:
        """A loop over rows of which each round writes the middle, or what is left of it."""
        draw, columns = self._draw, self._shape[-1] == "j"
        indent = "    " * (depth + 1)
        name = self._names[0]
        begin, end = draw.choice([(1, 1), (1, 1), (2, 1), (1, 0), (0, 1)])

        def part(row: str, shift: int) -> str:
            low, high = begin + shift, shift - end
            entry = f"{low if low > 0 else ''}:{high if high < 0 else ''}"
            return f"{name}[{row}, {entry}]" if columns else f"{name}[{entry}, {row}]"

        shifts = [s for s in (-1, 0, 0, 1) if begin + s >= 0 and s - end <= 0]
        lines = []
        for _ in range(draw.randint(1, 2)):
            a, b = (
                part(draw.choice(["i", "i", "i - 1"]), draw.choice(shifts))
                for _ in "ab"
            )
            form = draw.choice([t for t in _TERMS if "{j}" not in t])
            value = form.format(i="i", a=a, b=b)
            sign = draw.choice(["=", "=", "=", "+="])
            lines.append(f"{indent}{part('i + 1', 0)} {sign} {value}")
        if draw.random() < 0.3:
            lines.append(
                f"{indent}{name}[i + 1, {draw.choice([0, -1])}] = {name}[i, 1]"
            )
        end_row = str(draw.randint(3, self._end))
        return self._loop("i", depth, end_row, lambda _: lines)
