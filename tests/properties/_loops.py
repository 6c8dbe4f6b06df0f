"""Texts of random functions with Python's own loops over buffers, lists and carries."""

from __future__ import annotations

import hashlib
import random

from tests.properties._plain import Text

_SCALARS = [
    "np.sin({s}) * {r} + 0.1",
    "{s} * c[{i}] + {r}",
    "0.5 * {s} + 0.25 * {i}",
    "x[{i}] * {s}",
    "x[n - {i}] - {r} * h",
    "u[{i}, 1] * 0.5 + {s}",
    "np.sum({v} * {w})",
    "{v}[1] * {s}",
    "{s} if {i} % 2 else np.cos({r})",
    "out[-1] * 0.3 + {s}",
    "out[{j}] * {s}",
    "np.maximum({s}, {r}) * 0.9",
    "np.sum(u[{i}:{i} + 2, 1:-1]) * 0.3 - {s}",
    "{s} ** 2 * 0.1",
]
_VECTORS = [
    "np.tanh({v} + {s} * {w})",
    "u[{i}] * {s} + {v}",
    "{v}[::-1] * h - {w}",
    "x[{i}:{i} + 3] * 0.7 + {v}",
    "x[n - {i} + 3 : n - {i} : -1] * {s}",
    "np.where({v} > {w}, {v}, 0.2 * {w})",
    "np.stack([{s}, {r}, {v}[0]])",
    "np.array([{s}, 1.5, {r}])",
    "np.cumsum({v}) * 0.2",
    "m @ {v}",
    "d[{i} % 3] * {v}",
    "{v} * np.arange(3.0)",
]
_WRITES = [
    "u[{i} + 1] = np.sin({v})",
    "u[{i} + 1, 1:] = u[{i}, :-1] * {s}",
    "u[{i} + 1, 1] += {s}",
    "u[{i}:{i} + 2] *= 0.5",
    "u[:, {i} % 3] = {s}",
    "out.append({s})",
    "a, b = b, {s}",
    "b = {r}",
    "p = {v}",
    "q, p = p, {v} * 0.9",
    "h = h * 0.97",
    "p[1] = {s}",
]


class PlainLoop(Text):
    """A function of a vector and a number: loops, some in loops."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        rounds = draw.randint(4, 9)
        begin = draw.choice(["0.0", "a", "1"])
        lines = [
            "import numpy as np",
            "def program(x, a):",
            f"    n, h, b, out = {rounds + 2}, 0.5, {begin}, [a]",
            f"    c = np.linspace(0.1, 0.9, {rounds + 3})",
            "    d = np.arange(9.0).reshape(3, 3) / 9",
            "    m = np.array([[0.2, a, 0.1], [0.0, 0.4, 0.3], [0.5, 0.1, 0.2]])",
            "    p, q = np.ones(3), x[:3] * 0.3",
            f"    u = np.zeros(({rounds + 3}, 3))",
            "    u[0] = x[1:4]",
            f"    for i in range({rounds}):",
        ]
        lines += self._body("i", 2, draw.randint(1, 4))
        if draw.random() < 0.5:
            lines.append(f"        for k in range({draw.randint(2, 5)}):")
            lines += self._body(draw.choice("ki"), 3, 2)
            lines += self._body("i", 2, 1)
        lines += [
            "    total = a + b * 0.5 + np.sum(p * q) + np.sum(u[1:] * d[0]) + h",
            "    return total + np.sum(np.array(out) ** 2) + np.sum(u[n // 2])",
        ]
        self.text = "\n".join(lines)
        self.name = f"loop {hashlib.sha256(self.text.encode()).hexdigest()[:16]}"

    def _body(self, index: str, depth: int, count: int) -> list[str]:
        draw, indent = self._draw, "    " * depth
        lines: list[str] = []
        names: dict[str, str] = {}
        scalars, vectors = ["a", "b", "h", "a"], ["p", "q", "x[2:5]"]
        for number in range(count):
            names = {
                "i": index,
                "j": draw.choice(["0", "-1"]),
                "v": draw.choice(vectors),
                "w": draw.choice(vectors),
                "s": draw.choice(scalars),
                "r": draw.choice(scalars),
            }
            kind = draw.randint(0, 2)
            if kind == 2:
                lines.append(indent + draw.choice(_WRITES).format(**names))
                continue
            form = draw.choice((_SCALARS, _VECTORS)[kind])
            name = f"{'sv'[kind]}{depth}{number}"
            lines.append(f"{indent}{name} = {form.format(**names)}")
            (scalars, vectors)[kind].append(name)
        ends = {"a": f"np.sin({scalars[-1]})", "q": f"np.tanh({vectors[-1]}) * 0.8"}
        chosen = draw.choice([["a"], ["q"], ["a", "q"]])
        lines += [f"{indent}{name} = {ends[name]}" for name in chosen]
        return [*lines, indent + draw.choice(_WRITES).format(**names)]
