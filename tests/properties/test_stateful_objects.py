"""Random objects that compiled functions capture, and random changes of them."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft

X = np.array([0.5, 1.0, 2.0])
NUMBERS = st.integers(-3, 3) | st.floats(-2, 2).map(lambda v: round(v, 2))


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right


@dataclasses.dataclass
class Record:
    left: Any
    right: Any


class Private:
    def __init__(self, left, right):
        self._left, self._right = left, right

    @property
    def left(self):
        return self._left

    @property
    def right(self):
        return self._right


class Closure:
    """Two closure variables, of `read`."""

    def __init__(self, left, right):
        def write(place, value):
            nonlocal left, right
            left, right = (value, right) if place == "left" else (left, value)

        self.read = lambda x: total(left, x) - total(right, x)
        self.write = write

    def __call__(self, x):
        return self.read(x)


def default(left, right):
    """A function with two default values."""
    return lambda x, a=left, b=right: total(a, x) * 2 + total(b, x)


PAIRS = [SimpleNamespace, Slotted, Record, Private, Closure, default, list, dict]


def pair(kind, left, right):
    if kind is SimpleNamespace:
        return SimpleNamespace(left=left, right=right)
    if kind is list:
        return [left, right]
    if kind is dict:
        return {"left": left, "right": right}
    return kind(left, right)


def total(value, x):
    """What all tests compute: something to which every part contributes."""
    if callable(value):
        return value(x)
    if isinstance(value, list):
        return sum((total(v, x) * (i + 1) for i, v in enumerate(value)), x)
    if isinstance(value, dict):
        return sum((total(v, x) * len(k) for k, v in value.items()), -x)
    if isinstance(value, set):
        return x * sum(sorted(value))
    if isinstance(value, (SimpleNamespace, Slotted, Record, Private)):
        return total(value.left, x) * 2 - total(value.right, x)
    return x * value


def replace(parent, place, value):
    """Exchange one of the two parts."""
    if isinstance(parent, list):
        parent[0 if place == "left" else -1] = value
    elif isinstance(parent, dict):
        parent[place] = value
    elif isinstance(parent, Closure):
        parent.write(place, value)
    elif isinstance(parent, Private):
        setattr(parent, f"_{place}", value)
    elif callable(parent):
        a, b = parent.__defaults__
        parent.__defaults__ = (value, b) if place == "left" else (a, value)
    else:
        setattr(parent, place, value)


class Graphs:
    """Draws objects, and remembers what of them can be changed."""

    def __init__(self, data):
        self.data = data
        self.changes = []

    def leaf(self):
        kind = self.data.draw(st.sampled_from(["number", "array", "set", "ufunc"]))
        number = self.data.draw(NUMBERS)
        if kind == "array":
            array = np.full(3, float(number))
            self.changes.append(lambda v: array.__setitem__(1, v))
            return array
        if kind == "set":
            numbers = {number}
            self.changes.append(numbers.add)
            return numbers
        if kind == "ufunc":
            return self.data.draw(st.sampled_from([np.sin, np.tanh, np.negative]))
        return number

    def tree(self, depth):
        kind = self.data.draw(st.sampled_from([None, *PAIRS] if depth else [None]))
        if kind is None:
            return self.leaf()
        parent = pair(kind, self.tree(depth - 1), self.tree(depth - 1))
        for place in ("left", "right"):
            self.changes.append(lambda v, p=place: replace(parent, p, v))
        if kind is list:
            self.changes.append(parent.append)
        if kind is dict:
            self.changes.append(lambda v: parent.__setitem__("more", v))
        return parent


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
def test_compiled_functions_follow_what_they_capture(data):
    graphs = Graphs(data)
    state = pair(data.draw(st.sampled_from(PAIRS)), graphs.tree(3), graphs.tree(2))
    held = [state]
    graphs.changes.append(lambda v: held.__setitem__(0, v))

    def f(x):
        return total(held[0], x)

    fast = ft.jit(f)
    np.testing.assert_allclose(fast(X), f(X), rtol=1e-12, atol=1e-12)
    for _ in range(data.draw(st.integers(1, 4))):
        change = data.draw(st.sampled_from(graphs.changes))
        change(data.draw(NUMBERS))
        for _ in range(2):
            np.testing.assert_allclose(fast(X), f(X), rtol=1e-12, atol=1e-12)
