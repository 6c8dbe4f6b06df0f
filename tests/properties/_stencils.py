"""Texts of random functions whose arrays are made of neighbours in others."""

from __future__ import annotations

import hashlib
import random

import numpy as np

from tests.properties._plain import Text

_ROWS = [33, 70, 129, 300, 517, 640]
_ALONE = [
    "np.sin({a})",
    "0.3 * {a} * {b}",
    "{a} + 0.1 * {b} - 0.05 * {c}",
    "np.where({a} > {b}, {a}, {c} * 0.5)",
    "{a} * w",
]
_JOINED = ["[{b}[k:], {b}[:k]]", "[{b}[:k], {b}[:-k]]", "[{b}[k:], {c}[-k:] * 0.5]"]
_BUFFERS = ["np.zeros_like({a})", "{a}.copy()", "{a} * 0.9"]
_ENDS = ["d[0] = {a}[-1]", "d[-1] = {a}[0] * 0.5", "d[-1] = 0.25", "d[1] += {b}[2]"]
_COLUMNS = ["d[:, 0] = {a}[:, 1]", "d[:, -1] = 0.0", "d[:, 1] *= {b}[:, 0]"]


class Stencil(Text):
    """A function of an array, whose values are arrays of the same shape.

    Attributes
    ----------
    point : ndarray
        To call it with.
    """

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        rows = draw.choice(_ROWS)
        shapes = [(rows,), (rows,), (rows, 3), (rows // 4, 37), (rows // 4, 8)]
        shape = draw.choice(shapes)
        self._rank = len(shape)
        self._names = ["x", "y"]
        lines = [
            "import numpy as np",
            "def program(x):",
            "    y = np.cos(x) + 0.5",
            f"    w = np.linspace(0.5, 1.5, {shape[0]}){'[:, None]' * (self._rank - 1)}",
        ]
        for k in range(draw.randint(2, 7)):
            name = draw.choice(["x", "y", f"v{k}", f"v{k}"])
            lines += [f"    {line}" for line in self._lines(name)]
            if name not in self._names:
                self._names.append(name)
        self.text = "\n".join([*lines, f"    return {' + '.join(self._names)}"])
        self.name = f"stencil {hashlib.sha256(self.text.encode()).hexdigest()[:16]}"
        numbers = np.random.default_rng(draw.randrange(1 << 30))
        self.point = numbers.uniform(0.1, 1.0, shape)

    def _lines(self, name: str) -> list[str]:
        """Lines after which a name is another array."""
        draw = self._draw
        kind = draw.choice("rrrssssjjaaaatf")
        if kind == "s":
            return [*self._slices(), f"{name} = d"]
        text = draw.choice(_ALONE)
        if kind == "r":
            shift, axis = draw.choice([1, 1, -1, 2, -3]), draw.randrange(self._rank)
            turned = f"np.roll({{b}}, {shift}, {axis})"
            text = f"0.5 * {{a}} + 0.1 * ({turned} - {{c}}) * {turned}"
        elif kind == "j":
            joined = draw.choice(_JOINED).replace("k", draw.choice("112"))
            text = f"np.concatenate({joined}) * 0.7 + {{a}} * 0.1"
        elif kind == "t":  # waits for all of it
            text = "{a} / (1.0 + ({b} ** 2).mean())"
        elif kind == "f":
            text = "{a} * 0.5 + {b}[::-1] * 0.25"
        return [f"{name} = {self._given(text)}"]

    def _given(self, text: str) -> str:
        return text.format(**{k: self._draw.choice(self._names[-4:]) for k in "abc"})

    def _slices(self) -> list[str]:
        """A buffer whose inner part is made of neighbours, and what is at its ends."""
        draw = self._draw
        k, wide = draw.choice([1, 1, 2]), self._rank == 2
        column = ", 1:-1" if wide and draw.random() < 0.5 else ""
        inner = f"[{k}:-{k}{column}]"
        after, before = f"[{2 * k}:{column}]", f"[:-{2 * k}{column}]"
        sides = f"0.3 * {{b}}{after} - 0.2 * {{c}}{before} * {{b}}{inner}"
        lines = [
            f"d = {draw.choice(_BUFFERS)}",
            f"d{inner} {draw.choice(['=', '+=', '+='])} {sides}",
        ]
        ends = _ENDS + _COLUMNS * wide
        lines += [draw.choice(ends) for _ in range(draw.choice([0, 0, 1, 2]))]
        if draw.random() < 0.3:
            lines.append("d[1:] -= 0.1 * {a}[:-1]")
        return [self._given(line) for line in lines]
