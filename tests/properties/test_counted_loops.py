"""Random loops with tests in them, and counters: of one round as of all, written out."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from functrace.transforms._rolling import worth
from tests.properties._plain import Text, check_outcome, outcome

_HEAD = """\
import numpy as np

c = np.array([0.3, -0.2, 0.9, 0.4, -0.7, 0.1, 0.5, 0.2])
halves = [0.5, -0.25, 0.125]
mask = [True, False, False, True, True, False, True, False]
flags, odd, parts = np.array(mask[::-1]), {1, 3, 4}, dict(enumerate(c.tolist()))

class Thing:
    def __init__(self, s):
        self.s = s
        self.n = 0
    def move(self, y):
        if y > self.s:
            self.s = 0.5 * self.s + y
        self.n += 1
        return self.s

def helper(y, z):
    if y > z:
        return np.tanh(y) * z
    return 0.3 * y - z

def program(x, a):
    n = len(x)
    s, t, m, k, h, q = a, x[0], 0.0, 0, 0.0, 0.1
    u, d, v = np.zeros(n + 2), np.ones((n + 1, 3)), 0.5 * x[:3]
    o, p, g, w = Thing(a), [0.1, x[1]], [0], np.zeros(3)
"""
_SCALARS = (
    "x[{i}] * 0.7 + {s}",
    "u[{i}] - 0.2 * {s}",
    "u[{i} + 1] * 0.5 + 0.1",
    "x[{i} - 1] + 0.3 * {s}",
    "x[n - 1 - {i}] * {s}",
    "d[{i}, {j}] * 0.4 + {s}",
    "np.sum(d[{i}] * v)",
    "h * 0.1 + {s}",
    "k * 0.05 + {s}",
    "0.1 * {i} - {s}",
    "{s} / ({i} + 1)",
    "x[{i} // 2] - {s}",
    "x[{i} % 3] * {s}",
    "halves[{i} % 3] * {s}",
    "{i} * {i} * 0.01 + {s}",
    "np.sin(0.3 * {i}) * {s}",
    "c[{i}] * {s}",
    "helper({s}, {r})",
    "o.move({s}) * 0.5",
    "{s} if {c} else {r}",
    "max({s}, {r}) * 0.9",
    "np.cos({s}) - 0.1 * {r}",
    "q * 0.5 + {s}",
    "p[-1] * 0.3 + {s}",
    "p[-2] * {s}",
    "p[{j}] * 0.2",
    "w[{j}] * 0.3 + {s}",
    "g[-1] * 0.1 + {s}",
    "x[({i} + {o}) % n] * {s}",
    "x[{i} * {o} // n] - 0.1 * {s}",
    "c[k % 8] * 0.3 + {s}",
    "parts[{i}] * {s}",
    "(0.2 if {i} in odd else {s}) * 0.5",
    "1",
)
_CONDITIONS = (
    "{s} > {r}",
    "{s} < 0.17",
    "x[{i}] > 0.2 * {s}",
    "u[{i}] < {s}",
    "x[{i}] > {s} and {r} < 0.5",
    "not -0.4 < {s} < 0.6",
)
_KNOWN = ("{i} % 2", "h > 0.25", "k > 2", "{i} == 0", "{i} > 2 and {s} > 0.1")
_KNOWN += ("mask[{i}]", "flags[{i}]", "{i} in odd", "{i} > {o}", "k % 3 == 1")
_KNOWN += ("({i} + {o}) % 3 == 0", "mask[{i}] and {s} > 0.1", "{i} == {o}")
_WRITES = (
    "u[{i}] = {e}",
    "u[{i}] = {e}",
    "u[{i} + 1] += {e}",
    "u[n - {i}] = {e}",
    "u[{i}] *= 0.5",
    "u[{j}] += 0.1 * {s}",
    "d[{i}] = v * {s}",
    "d[{i}, {j}] = {e}",
    "d[{i}, :2] = {s}",
    "d[{i} + 1] = d[{i}] * 0.9",
    "u[{i}], u[{i} + 1] = u[{i} + 1], u[{i}]",
    "h += 0.1",
    "k += 1",
    "m = max(m, {e})",
    "q = {e}",
    "s, t = t, {s} * 0.9",
    "v = 0.5 * v + {s}",
    "o.s = {e}",
    "p.append({e})",
    "p.append({e})",
    "w = d[{i}]",
    "w[{j}] = {e}",
    "w, v = v, w",
    "g.append({i} + 2)",
    "g.append(k)",
)
_TAILS = (
    "",
    "    if k > 3:\n        s = s * 2\n",
    "    s = s + np.sum(np.zeros(k + 1) + t)\n",
    "    for _ in range(k):\n        s = s * 0.9\n",
    "    if h > 0.25 and s > 0.1:\n        s = s - h\n",
    "    s = s + {last}\n",
    "    s = s + u[{last}]\n",
    "    s = s + len(range(g[-1])) * 0.1\n",
    "    w[1] = s\n",
)
_TOTAL = (
    "    return s + 0.5 * t + m + 0.1 * k + h + q + np.sum(u * 0.3) + np.sum(d * v)"
    " + o.s + o.n + np.sum(np.array(p)) * 0.2 + len(p)"
    " + np.sum(w) + sum(g) * 0.1 + len(range(sum(g)))\n"
)


class CountedLoops(Text):
    """Text of a function, made of the random numbers of a seed."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._counters: list[str] = []
        self._is_in_branch = False
        lines: list[str] = []
        for _ in range(self._draw.randint(1, 2)):
            lines += self._loop("    ")
        tail = self._draw.choice(_TAILS).format(last=self._last)
        self.text = "\n".join([_HEAD.rstrip(), *lines, tail.rstrip(), _TOTAL])
        self.name = f"<ipython-input-{seed}-counted>"

    def _loop(self, indent: str) -> list[str]:
        draw = self._draw
        name = "ij"[len(self._counters)] if len(self._counters) < 2 else "l"
        kind = draw.randrange(12)
        heads = {
            0: f"for {name} in range(1, n):",
            1: f"for {name} in range(n - 1, -1, -1):",
            2: f"for {name} in range(0, n, 2):",
            3: f"for {name}, q in enumerate(x):",
            4: f"for {name}, (q, t) in enumerate(zip(c[:n], x)):",
            5: f"for {name}, h in enumerate([0.3, 0.1, -0.2, 0.5, 0.25, 0.7]):",
            6: f"for {name} in reversed(range(n)):",
        }
        if self._counters and draw.random() < 0.4:
            outer = self._counters[-1]
            heads = {
                0: f"for {name} in range({outer}):",
                1: f"for {name} in range({outer} + 1, n):",
                2: f"for {name} in range(n - 1 - {outer}):",
            }
            kind = draw.randrange(3)
        head = heads.get(kind, f"for {name} in range(n):")
        self._last = name
        self._counters.append(name)
        inner = indent + "    "
        body = self._block(inner, 5)
        if draw.random() < 0.9:  # what this is about
            body += self._branch(inner)
        if len(self._counters) < 3 and draw.random() < 0.4 / len(self._counters):
            body += self._loop(inner)
            if draw.random() < 0.3:
                body += self._branch(inner)
        self._counters.pop()
        if not self._counters:
            self._last = name
        return [indent + head, *body]

    def _block(self, indent: str, most: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self._draw.randint(1, most)):
            lines += self._statement(indent)
        return lines

    def _statement(self, indent: str) -> list[str]:
        draw = self._draw
        kind = draw.choice("sswwwwb" if len(indent) < 16 else "sw")
        if kind == "b":
            return self._branch(indent)
        if kind == "s":
            return [f"{indent}{draw.choice('stq')} = {self._expression(_SCALARS)}"]
        names = self._names() | {"e": self._expression(_SCALARS)}
        form = draw.choice(_WRITES)
        if self._is_in_branch and "append" in form and draw.random() < 0.9:
            form = "t = {e}"  # lists that grow in one branch are refused
        return [indent + form.format(**names)]

    def _branch(self, indent: str) -> list[str]:
        draw = self._draw
        known = draw.random() < 0.25
        test = self._expression(_KNOWN if known else _CONDITIONS)
        outer, self._is_in_branch = self._is_in_branch, True
        lines = [f"{indent}if {test}:", *self._block(indent + "    ", 2)]
        if draw.random() < 0.08:
            lines.append(f"{indent}    {draw.choice(['continue', 'break'])}")
        if draw.random() < 0.5:
            lines += [f"{indent}else:", *self._block(indent + "    ", 2)]
        self._is_in_branch = outer
        return lines

    def _names(self) -> dict[str, str]:
        draw = self._draw
        return {
            "s": draw.choice("sttq"),
            "r": draw.choice(["s", "t", "m", "a", "x[{i}]"]).format(
                i=draw.choice(self._counters)
            ),
            "i": draw.choice(self._counters),
            "o": draw.choice(self._counters),
            "j": draw.choice("012"),
        }

    def _expression(self, forms: Any) -> str:
        names = self._names()
        form = self._draw.choice(forms)
        if "{c}" in form:
            names["c"] = self._expression(_CONDITIONS)
        return form.format(**names)


POINTS = [
    (np.array([0.4, -0.6, 0.9, 0.2, -0.1, 0.7]), -0.35),
    (np.linspace(-1.0, 1.3, 6), 0.7),
]
REFUSED = (ft.ConcretizationError, ft.MutationError)


def check(seed: int) -> str:
    """Compare values and derivatives at all points; what came of it."""
    function = CountedLoops(seed).function
    gradient = ft.grad(function, argnums=(0, 1))

    def everything(x: Any, a: Any) -> Any:
        return function(x, a), *ft.jvp(gradient, (x, a), (np.cos(x), 0.5))

    compiled = ft.jit(everything)
    for point in POINTS:
        wanted = outcome(everything, point)
        try:
            found = outcome(compiled, point)
        except REFUSED:
            return "refused"
        check_outcome(found, wanted, 1e-7)
    return "same"


@pytest.fixture(scope="module", autouse=True)
def _all_is_worth_it():
    """Every loop becomes one, however short."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FEW", "_LONG", "_ROUNDS", "_INDEPENDENT"):
            patch.setattr(worth, name, 1)
        yield


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=25)
def test_compiled_as_un_jitted(seed: int) -> None:
    check(seed)
