"""Functions, methods and objects in which traced values are tested: under jit as without."""

# ruff: noqa: SIM210, B007 - as users write

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import math as m
from math import ceil, floor
from types import SimpleNamespace

import numpy as np
import pytest

from tests._captured import AsWithoutJit, Cases

CASES = Cases()


def _clipped(x, low=0.0, *, high=1.0):
    if x < low:
        return low
    if x > high:
        return high
    return x


@CASES.at(-0.5, 0.5, 1.5)
def helper(x):
    return _clipped(x) * x + _clipped(x, -0.2, high=0.7) ** 2


@CASES.at(0.5, 3.0)
def recursion(x):
    def power(y, n):
        return 1.0 if n == 0 else y * power(y, n - 1) if y > 1 else y

    return power(x, 3)


@CASES.at(0.5, -0.5)
def closure(x):
    scale = 2.0

    def inner(y):
        nonlocal scale
        if y > 0:
            scale = scale * y
            return y
        return -y

    first = inner(x)
    return first * scale


@CASES.at(0.5, -0.5)
def lambdas(x):
    f = lambda y: y**2 if y > 0 else -y  # noqa: E731
    g = lambda y: f(y) if y < 0.2 else 2 * y  # noqa: E731
    return f(x) + g(x)


@CASES.at(0.5, -0.5)
def comprehensions(x):
    parts = [y**2 if y > 0 else y for y in (x, -x, 2 * x)]
    return sum(parts) * sum(y if y < 0 else 0.5 * y for y in parts)


def _doubled(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return 2 * function(*args, **kwargs)

    return wrapper


@_doubled
def _decorated(x):
    if x > 0:
        return x**2
    return x


@CASES.at(0.5, -0.5)
def decorated(x):
    return _decorated(x) * x


class Base:
    def __init__(self, rate):
        self.rate = rate
        self.count = 0

    def step(self, x):
        self.count += 1
        return x * self.rate


class Stepper(Base):
    __limit = 3.0

    def step(self, x):
        if x > self.__limit:
            return super().step(x) * 0.5
        return super().step(x)

    def run(self, x):
        while self.rate * x < 4:
            x = self.step(x)
            self.rate = self.rate * 1.01
        return x * self.count

    @property
    def fast(self):
        return True if self.rate > 1.5 else False

    @classmethod
    def made(cls, x):
        return cls(1.5 if x > 1 else 2.0)

    @staticmethod
    def sign(x):
        return 1.0 if x > 0 else -1.0


@CASES.at(0.5, 1.2)
def methods(x):
    stepper = Stepper.made(x)
    y = stepper.run(x) * Stepper.sign(x)
    return y * (2.0 if stepper.fast else 1.0)


@dataclasses.dataclass
class Point:
    x: float
    y: float

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


@CASES.at(0.6, 1.2)
def objects_of_classes(x):
    p = Point(x, 1.0)
    while p.x < 3:
        p = p + Point(x, x**2) if p.y < 2 else p + Point(1.0, 0.0)
    return p.x * p.y


@CASES.at(0.5, -0.5)
def attributes(x):
    p = Point(x, 1.0)
    if x > 0:
        p.y = x**2
    p.x = p.x * p.y
    return p.x + p.y


@CASES.at(0.5, -0.5)
def with_and_try(x):
    with np.errstate(all="ignore"):
        if x > 0:
            return np.log(x)
    try:
        y = x if x > -1 else 2 * x
    finally:
        y = x * 3
    return y


@CASES.at(0.5, -0.5)
def view_by_a_traced_index(x):
    u, i = np.zeros((2, 3)), 0
    if x > 0:
        i = 1
    row = u[i]
    row[0] = x**2
    row += x
    u[i, 1] = 3 * x
    return u[1] @ np.array([1.0, 2.0, 3.0]) + row[1] * u[0, 0]


@CASES.at(2.5, 1.3)
def views_in_a_loop(x):
    u, i = np.zeros((4, 2)), 0
    while i < x:
        row = u[i]
        row[1] = x * (i + 1)
        u[i][0] += 1
        i += 1
    return np.sum(u**2)


@CASES.at(0.5, -0.5)
def attributes_of_functions_and_namespaces(x):
    def count():
        count.n += x

    count.n, space = 0.0, SimpleNamespace(y=x, n=0)
    if x > 0:
        count()
        space.y = x**2
    else:
        space.n += 10
    return count.n + space.y * (space.n + 1)


@CASES.at(0.5, 3.5)
def counted_without_end(x):
    for k in itertools.count(1, 2):
        x = 2 * x
        if x > 10:
            break
    return x * k


@CASES.at(0.5, -0.5, 1.5)
def chain_that_stops(x):
    calls = Calls()
    y = 5.0 if 0 < x < calls.next() else x
    return y + x * calls.n


class Calls:
    def __init__(self):
        self.n = 0

    def next(self):
        self.n += 1
        return 1.0


@CASES.at(0.5, -0.7, 1.4)
def after_a_function_that_it_makes(x):
    def energy(x):
        if x > 0:
            return x**2
        return 3 * x

    y = x + 0.3
    if energy(y) > energy(x) + 0.5:
        x = y
    return x * energy(x)


@CASES.at(0.5, -0.5)
def annotated(x):
    if x > 0:
        y: float = 2.0
    else:
        y = x
    z: float
    z = y
    return z * x


@CASES.at(1.3, 2.6)
def rounded(x):
    return math.floor(x) * x + round(x) * x**2 + math.ceil(2 * x)


@CASES.at(1.3, 2.6)
def rounded_by_other_names(x):
    return floor(2 * x) % 2 * x + m.trunc(x) * x**2 if ceil(x) > 1 else -x


@CASES.at(1.3, 2.6)
def methods_with_such_names(x):
    grid = Grid()
    return grid.floor(x) * x if grid.ceil(x) > 2 else -x


class Grid:
    __hash__ = None

    def floor(self, x):
        return x * 0.5

    def ceil(self, x):
        return x + 1


@CASES.at(0.5, -0.5)
def one_of_two_objects(x):
    a, b = SimpleBox(x), SimpleBox(2.0)
    c = a if x > 0 else b
    return c.value * x


class SimpleBox:
    def __init__(self, value):
        self.value = value


@pytest.mark.share(6)
@CASES.each
class TestAsWithoutJit(AsWithoutJit): ...
