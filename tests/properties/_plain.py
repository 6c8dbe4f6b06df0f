"""Texts of random functions with branches, loops and early ends, as users write them."""

from __future__ import annotations

import linecache
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace import FunctraceError


class Forms(NamedTuple):
    """What lines of a program are made of: how it begins, expressions, writes, its result."""

    head: str
    scalars: Sequence[str]
    vectors: Sequence[str]
    conditions: Sequence[str]
    writes: Sequence[str]
    total: str


FLOATS = Forms(
    head="""\
import numpy as np

class Thing:
    def __init__(self, s):
        self.s = s
        self.n = 0
    def move(self, y):
        if y > self.s:
            self.s = 0.5 * self.s + np.sin(y)
            self.n += 1
            return y
        self.s = self.s * 0.9
        return self.s - y

def helper(y, z):
    if y > z:
        return np.tanh(y) * z
    while y < z and y > -2:
        y = y + 0.7
        if z * y > 1.3:
            break
    else:
        z = z * 0.5
    return y * 0.3 - z

def program(x, a):
    s, t, r, m = a, x[0], 0.3, 1
    v, q = x[:3] * 0.7, np.ones(3)
    u, z = np.zeros(5), np.zeros(())
    b, d = u[2:], np.zeros((5, 2, 3))[:, 1]
    w = [x[1], 0.5, a * a]
    o = Thing(a)
""",
    scalars=(
        "np.sin({s}) + 0.2 * {r}",
        "{s} * {r} * 0.4 - 0.1",
        "np.cos({s} + {i})",
        "u[{i}] - {s}",
        "d[{i}, {j}] - 0.3 * {s}",
        "b[{j}] * 0.7 + z * {r}",
        "w[{j}] * 0.8 + {r}",
        "np.sum(v * q) * 0.2 + {s}",
        "v[{j}] + 0.1",
        "helper({s}, {r})",
        "o.s * 0.7 + {s}",
        "o.move({s})",
        "{s} if {c} else {r}",
        "np.tanh({s}) if {c} else 0",
        "max({s}, {r}) * 0.9",
        "min({s}, 0.4, {r})",
        "m * 0.1 + {s}",
        "1",
    ),
    vectors=(
        "np.tanh(v + {s} * q)",
        "q * {s}",
        "np.array([{s}, {r}, 0.1])",
        "u[1:4] + 0.1 * v",
        "np.where(v > {s}, v, q)",
    ),
    conditions=(
        "{s} > {r}",
        "{s} < 0.17",
        "not {s} > -0.23",
        "-0.4 < {s} < 0.6",
        "{s} > 0.11 and {r} < 0.52",
        "{s} < 0.01 or u[{i}] > {r}",
        "np.sum(v) > 0.31",
        "m > 2",
        "any(y > 0.45 for y in w)",
        "{i} > 1",
    ),
    writes=(
        "u[{i}] = {e}",
        "u[1:4] = v",
        "u[{i}], u[{j}] = u[{j}], u[{i}]",
        "b[{j}] = {e}",
        "d[{i}] = [{s}, {r}, 0.2]",
        "d[{i}] = d[{j}] * 0.9 + v",
        "d[{i}][{j}] = {e}",
        "z[()] += 0.1 * {s}",
        "u[{i}] += {s}",
        "v[{j}] = {e}",
        "w[{j}] = {e}",
        "s, t = t, s * 0.9",
        "o.s = {e}",
        "m += 1",
        "t += 0.1 * {s}",
        "v *= 0.8",
    ),
    total="s + t * 0.5 + np.sum(v * q) + np.sum(u) + w[0] * w[1] - w[2] + o.s + m + r + o.n"
    " + np.sum(d * v) + b[1] * z",
)


_RARE = ("{s} > 1.7", "not -1.5 < {r} < 2.5", "abs({s} * {r}) > 3")


def outcome(function: Any, point: Sequence[Any]) -> tuple[Any, Any]:
    """The kind of an error, and its text; or None, and the values.

    The function may write to its arguments.
    """
    own = [np.copy(x) if isinstance(x, np.ndarray) else x for x in point]
    try:
        return None, function(*own)
    except FunctraceError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the program raises
        return type(error), str(error)


def check_outcome(found: Any, wanted: Any, tolerance: float) -> None:
    """The same error, or the same values."""
    assert found[0] is wanted[0], f"{found} for {wanted}"
    if wanted[0] is not None:
        assert found[1] == wanted[1]
        return
    found, wanted = (np.hstack([*map(np.ravel, listed(x[1]))]) for x in (found, wanted))
    np.testing.assert_allclose(found, wanted, tolerance, 0.1 * tolerance)


def listed(values: Any) -> list[Any]:
    """The arrays and numbers in tuples."""
    if not isinstance(values, tuple):
        return [values]
    return [leaf for each in values for leaf in listed(each)]


class Text:
    """Text of a module with a function `program` in it; `name` is what its file is called."""

    text: str
    name: str

    @property
    def function(self) -> Any:
        """The function."""
        lines = self.text.splitlines(keepends=True)
        linecache.cache[self.name] = len(self.text), None, lines, self.name
        scope: dict[str, Any] = {"__name__": "programs"}
        exec(compile(self.text, self.name, "exec"), scope)
        return scope["program"]

    def __repr__(self) -> str:
        return f"\n{self.text}"


class Program(Text):
    """Made of the random numbers of a seed."""

    forms = FLOATS

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._loops: list[str] = []
        lines = self._block(1, 4)
        end = f"    return {self.forms.total}"
        self.text = "\n".join([self.forms.head.rstrip(), *lines, end])
        self.name = f"<ipython-input-{seed}-program>"

    def _names(self) -> dict[str, str]:
        draw = self._draw
        names = {
            "s": draw.choice("strs"),
            "r": draw.choice("rst"),
            "j": str(draw.randrange(3)),
        }
        names["i"] = draw.choice([*self._loops, "0", "2", "4"])
        if names["i"].startswith("k"):
            names["i"] += " % 5"
        return names

    def _expression(self, forms: Sequence[str]) -> str:
        names = self._names()
        form = self._draw.choice(forms)
        if "{c}" in form:
            names["c"] = self._expression(self.forms.conditions)
        return form.format(**names)

    def _block(self, depth: int, most: int) -> list[str]:
        indent = "    " * depth
        lines: list[str] = []
        for _ in range(self._draw.randint(1, most)):
            lines += [indent + line for line in self._statement(depth)]
        return lines

    def _statement(self, depth: int) -> list[str]:
        draw = self._draw
        kind = draw.choice("sssvwwifjwhlrex" if depth < 4 else "ssvwwx")
        if kind == "s":
            return [f"{draw.choice('str')} = {self._expression(self.forms.scalars)}"]
        if kind == "v":
            return [f"{draw.choice('vq')} = {self._expression(self.forms.vectors)}"]
        if kind == "w":
            names = self._names() | {
                "e": self._expression(self.forms.scalars),
                "c": self._expression(self.forms.conditions),
            }
            return [draw.choice(self.forms.writes).format(**names)]
        if kind in "ij":
            return self._branch()
        if kind == "x":
            return self._error()
        if kind == "r":
            return [
                f"if {self._expression(self.forms.conditions)}:",
                *self._inner(1),
                f"    return {self._expression(self.forms.scalars)} * 0.5",
            ]
        if kind == "e" and self._loops:
            test = f"if {self._expression(self.forms.conditions)}:"
            return [test, *self._inner(1), f"    {draw.choice(['break', 'continue'])}"]
        return self._loop()

    def _error(self) -> list[str]:
        """What raises an error, for some values; more often for few."""
        draw, names = self._draw, self._names()
        rare = draw.random() < 0.7
        test = draw.choice(_RARE) if rare else draw.choice(self.forms.conditions)
        test = test.format(**names)
        text = draw.choice(("{s:.6f}", "{r}, {t:.3e}"))
        kind = draw.randrange(5)
        if kind == 0:
            return [f"assert not ({test}), f'{text}'"]
        if kind == 1:
            raised = f"    raise IndexError(f'{text}')"
            return [f"if {test}:", *self._inner(1), raised, "else:", *self._inner(1)]
        if kind == 2:
            return [
                "try:",
                f"    if {test}:",
                f"        raise KeyError(f'{text}')",
                *self._inner(1),
                "except KeyError:",
                *self._inner(1),
            ]
        return [f"if {test}:", f"    raise ValueError(f'{text}')"]

    def _branch(self) -> list[str]:
        lines = [f"if {self._expression(self.forms.conditions)}:", *self._inner(2)]
        if self._draw.random() < 0.3:
            lines += [
                f"elif {self._expression(self.forms.conditions)}:",
                *self._inner(2),
            ]
        if self._draw.random() < 0.6:
            lines += ["else:", *self._inner(2)]
        return lines

    def _loop(self) -> list[str]:
        name = f"k{len(self._loops)}{self._draw.randrange(1000)}"
        count = self._draw.randint(2, 6)
        kind = self._draw.randrange(3)
        begin: list[str] = []
        if kind == 0:
            head = [f"for {name} in range({count}):"]
        elif kind == 1:
            head = [f"for {name} in range(int(abs(s) * 2) % 3 + 1):"]
        else:
            begin = [f"{name} = -1"]
            test = f"{name} < {count} and ({self._expression(self.forms.conditions)})"
            head = [f"while {test}:", f"    {name} += 1"]
        self._loops.append(name)
        body = self._inner(3)
        self._loops.pop()
        tail = ["else:", *self._inner(1)] if self._draw.random() < 0.15 else []
        return [*begin, *head, *body, *tail]

    def _inner(self, most: int) -> list[str]:
        self._depth = getattr(self, "_depth", 1) + 1
        try:
            lines = self._block(self._depth, most)
        finally:
            self._depth -= 1
        outer = "    " * self._depth
        return [line.removeprefix(outer) for line in lines]
