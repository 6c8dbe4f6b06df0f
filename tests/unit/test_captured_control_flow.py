"""Plain Python branches and loops on traced values: under jit as without."""

# ruff: noqa: SIM108, SIM210, B007 - as users write

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest

import functrace as ft

CASES = []


def case(*points):
    """A function of one number, to be tried at these points."""

    def note(function):
        CASES.extend(
            pytest.param(function, x, id=f"{function.__name__}-{x}") for x in points
        )
        return function

    return note


# -- branches ----------------------------------------------------------------------------


@case(0.5, -0.5)
def is_true(x):
    found = False
    if x > 0:
        found = True
    return 2 * x if found is True else x


@case(0.5, -0.5)
def branch(x):
    if x > 0:
        y = np.sin(x)
    else:
        y = x**2
    return y * x


@case(0.5, -0.5)
def branch_without_else(x):
    y = 3.0 * x
    if x > 0:
        y = y * x
    return y


@case(-2.0, -0.5, 0.5, 2.0)
def elif_chain(x):
    if x < -1:
        y = x**2
    elif x < 0:
        y = 2 * x
    elif x < 1:
        y = np.exp(x)
    else:
        y = x
    return y * x


@case(-2.0, -0.5, 0.5, 2.0)
def nested(x):
    y = x
    if x > 0:
        z = y * 2
        if x > 1:
            y = z * x
        else:
            y = z - x**3
    elif not x > -1:
        y = -y * x
    return y


@case(-0.5, 0.5, 3.0, 7.0)
def early_return(x):
    if x < 0:
        return -(x**2)
    if x < 1:
        return x**3
    z = x if x < 5 else 2 * x
    return z * x + 1


@case(-0.5, 0.5, 1.5, 3.0)
def return_deep_inside(x):
    y = x**2
    if x > 0:
        if x > 1:
            y = y + 1
            if x > 2:
                return y * x
        y = y * 2
    return y - x


@case(0.5, -0.5)
def integer_gives_way_to_float(x):
    y = 1
    if x > 0:
        y = x * x
    return y * x


@case(0.5, -0.5)
def flag(x):
    positive = False
    if x > 0:
        positive = True
    return x**2 if positive else -x


@case(0.5, -0.5)
def several_values(x):
    if x > 0:
        a, (b, c) = x, (2 * x, 3.0)
    else:
        a, (b, c) = x**2, (x, 1.0)
    return a * b + c * x


@case(0.5, -0.5)
def tuple_value(x):
    pair = (x, x**2) if x > 0 else (2 * x, x)
    return pair[0] * pair[1]


@case(0.5, -0.5)
def dict_value(x):
    found = {"a": x, "b": [x, x**2]}
    if x > 0:
        found = {"a": x**2, "b": [x, 2 * x]}
    return found["a"] * found["b"][1]


@case(0.5, 1.5, -0.5)
def conditional_expressions(x):
    return (x**2 if x > 1 else x**3 if x > 0 else -x) * x


@case(0.5, 1.5, -0.5, 3.0)
def boolean_operators(x):
    y = 0.0
    if x > 0 and x < 1:
        y = x
    if x > 1 or x < 0:
        y = y + x**2
    if not (x > 2 or x < 0) and (x > 0.1 and not x > 1.2):
        y = y * 3
    return y


@case(0.5, 1.5, -0.5)
def short_circuit(x):
    if x > 0 and np.sqrt(x) < 1:
        return x**2
    return x if x < 0 or np.log(x) < 0.1 else 3 * x


@case(0.5, 1.5, -0.5)
def chained_comparison(x):
    if 0 < x < 1:
        return x**2
    return 2 * x if -1 < x <= 0 < x + 1 else x


@case(0.6, 2.0)
def values_of_boolean_operators(x):
    z = (x > 1 and 3.0) or 0.5 * x
    y = x - 0.5 or 0.3
    return z * y * x


@case(0.5, 2.0)
def membership(x):
    k = 1 if x > 1 else 2
    return x if k in (2, 3) else x**2


@case(0.5, 2.0)
def extremes(x):
    a = max(x, 1.0, x**2)
    b = min([x, 1.5])
    return a * b + max(0, x - 1) * x


@case(0.5, 2.0)
def any_and_all(x):
    parts = [x, 2 * x, 3 * x]
    y = x if any(p > 4 for p in parts) else x**2
    return y if all(p > 1 for p in parts) else y * 3


@case(0.7, 2.3)
def integers(x):
    k = int(x) + math.floor(2 * x)
    return x * k


# -- loops -------------------------------------------------------------------------------


@case(2.0, 3.0)
def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


@case(0.3, 0.9)
def counting_rounds(x):
    k, y = 0, x
    while y < 4:
        y = y * 1.7
        k += 1
    return y * k


@case(0.3, 0.9, 5.0)
def loop_that_may_not_run(x):
    y = x
    while y < 4:
        y = y * (1 + x)
    return y


@case(2.0, 3.0)
def endless_with_return(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        if abs(new - x) < 1e-13:
            return new
        x = new


@case(2.0, 3.0)
def endless_with_break(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        done = abs(new - x) < 1e-13
        x = new
        if done:
            break
    return x * a


@case(0.5, 1.4, 3.0)
def break_and_continue(x):
    s = 0.0
    for i in range(50):
        s = s + x / (i + 1)
        if s > 2.0:
            break
        if i == 3:
            continue
        if s > 1.5:
            s = s * 1.01
            continue
        s = s * 1.02
    return s * x


@case(0.5, 1.5, 3.0)
def continue_in_while(x):
    s, k = x, 0
    while k < 8:
        k += 1
        if s > 2:
            s = s * 0.5
            continue
        s = s * 1.5
    return s


@case(0.001, 0.5, 1.5, 3.0, 5.0)
def return_from_a_loop(x):
    for i in range(20):
        x = x * 1.3
        if x > 4:
            return x * i
    return x


@case(0.01, 0.5, 1.5)
def for_else(x):
    y = x
    for _ in range(6):
        y = y * 1.5
        if y > 3:
            break
    else:
        y = y * 10
    return y


@case(0.01, 0.5, 1.5)
def while_else(x):
    y, k = x, 0
    while k < 6:
        y = y * 1.5
        k += 1
        if y > 3:
            break
    else:
        y = y * 10
    return y


@case(2.2, 5.7)
def range_with_a_traced_bound(x):
    total = 0.0
    for i in range(int(x)):
        total += x**2 / (i + 1)
    return total


@case(2.2, 5.7)
def range_downwards(x):
    total = x
    for i in range(int(x), 0, -1):
        total = total * 0.9 + i
    return total * x


@case(2.2, 5.7)
def loops_in_loops(x):
    total, j = 0.0, 0
    while j < x:
        k = 0
        while k < j:
            total += x * k
            k += 1
        for i in range(3):
            if total > 20:
                break
            total = total + i * x
        j += 1
    return total


@case(0.4, 1.2)
def break_out_of_nested_loops(x):
    total = 0.0
    for i in range(6):
        for j in range(6):
            total += x * j
            if total > 3 * x + 4:
                break
        if total > 25:
            break
    return total * x


@case(0.4, 1.2)
def return_out_of_nested_loops(x):
    total = x
    for i in range(6):
        k = 0
        while k < 5:
            total += x
            if total > 9:
                return total * (i + 1)
            k += 1
    return total


@case(0.3, 0.9)
def walrus(x):
    y = x
    while (z := y * y) < 3:
        y = y * 1.5
    return z * x


@case(0.3, 0.9)
def loop_over_list_with_break(x):
    y = x
    for weight in [0.5, 1.5, 2.5, 3.5]:
        y = y + weight * x
        if y > 3:
            break
    return y * x


@case(0.3, 0.9)
def loop_with_branch(x):
    y = x
    for i in range(12):
        if y > 2:
            y = y * 0.6
        else:
            y = y + 0.3 * np.sin(y)
    return y


# -- arrays ------------------------------------------------------------------------------


@case(0.5, -0.5)
def writes_in_a_branch(x):
    u = np.zeros(3)
    u[0] = x
    if x > 0:
        u[1] = x**2
        u[2] += u[1]
    else:
        u[:2] = 3 * x
    return np.sum(u * u)


@case(0.5, -0.5)
def writes_through_views(x):
    u = np.ones((2, 3)) * x
    row = u[1]
    if x > 0:
        row[1] = x**3
    u[1, 0] = 2 * x
    return np.sum(row) * u[1, 1]


@case(0.4, 0.9)
def fills_a_buffer(x):
    u = np.zeros(10)
    u[0] = x
    k = 0
    while k < 9 and u[k] < 3:
        u[k + 1] = u[k] * 1.5
        k += 1
    return np.sum(u) * u[k]


@case(0.4, 0.9)
def array_state(x):
    v = np.array([x, 1.0, 2 * x])
    while np.sum(v) < 9:
        v = v * 1.3
        v[0] = v[0] + x
    return v @ v


@case(0.4, 0.9)
def list_elements(x):
    state = [x, 1.0, 2]
    if x > 0.5:
        state[1] = x**2
    while state[0] < 3:
        state[0] = state[0] * 1.5
        state[2] += 1
    return state[0] * state[1] * state[2]


# -- functions, methods, closures ----------------------------------------------------------


def _clipped(x, low=0.0, *, high=1.0):
    if x < low:
        return low
    if x > high:
        return high
    return x


@case(-0.5, 0.5, 1.5)
def helper(x):
    return _clipped(x) * x + _clipped(x, -0.2, high=0.7) ** 2


@case(0.5, 3.0)
def recursion(x):
    def power(y, n):
        return 1.0 if n == 0 else y * power(y, n - 1) if y > 1 else y

    return power(x, 3)


@case(0.5, -0.5)
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


@case(0.5, -0.5)
def lambdas(x):
    f = lambda y: y**2 if y > 0 else -y  # noqa: E731
    g = lambda y: f(y) if y < 0.2 else 2 * y  # noqa: E731
    return f(x) + g(x)


@case(0.5, -0.5)
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


@case(0.5, -0.5)
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


@case(0.5, 1.2)
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


@case(0.6, 1.2)
def objects_of_classes(x):
    p = Point(x, 1.0)
    while p.x < 3:
        p = p + Point(x, x**2) if p.y < 2 else p + Point(1.0, 0.0)
    return p.x * p.y


@case(0.5, -0.5)
def attributes(x):
    p = Point(x, 1.0)
    if x > 0:
        p.y = x**2
    p.x = p.x * p.y
    return p.x + p.y


@case(0.5, -0.5)
def with_and_try(x):
    with np.errstate(all="ignore"):
        if x > 0:
            return np.log(x)
    try:
        y = x if x > -1 else 2 * x
    finally:
        y = x * 3
    return y


@case(0.5, -0.5)
def view_by_a_traced_index(x):
    u, i = np.zeros((2, 3)), 0
    if x > 0:
        i = 1
    row = u[i]
    row[0] = x**2
    row += x
    u[i, 1] = 3 * x
    return u[1] @ np.array([1.0, 2.0, 3.0]) + row[1] * u[0, 0]


@case(2.5, 1.3)
def views_in_a_loop(x):
    u, i = np.zeros((4, 2)), 0
    while i < x:
        row = u[i]
        row[1] = x * (i + 1)
        u[i][0] += 1
        i += 1
    return np.sum(u**2)


@case(0.5, -0.5)
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


@case(0.5, 3.5)
def counted_without_end(x):
    for k in itertools.count(1, 2):
        x = 2 * x
        if x > 10:
            break
    return x * k


@case(0.5, -0.5, 1.5)
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


@case(0.5, -0.7, 1.4)
def after_a_function_that_it_makes(x):
    def energy(x):
        if x > 0:
            return x**2
        return 3 * x

    y = x + 0.3
    if energy(y) > energy(x) + 0.5:
        x = y
    return x * energy(x)


@case(0.5, -0.5)
def annotated(x):
    if x > 0:
        y: float = 2.0
    else:
        y = x
    z: float
    z = y
    return z * x


@case(1.3, 2.6)
def rounded(x):
    return math.floor(x) * x + round(x) * x**2 + math.ceil(2 * x)


@case(0.5, -0.5)
def one_of_two_objects(x):
    a, b = SimpleBox(x), SimpleBox(2.0)
    c = a if x > 0 else b
    return c.value * x


class SimpleBox:
    def __init__(self, value):
        self.value = value


def second(function):
    return ft.grad(ft.grad(function))


@pytest.mark.share(14)
@pytest.mark.parametrize(("function", "x"), CASES)
class TestAsWithoutJit:
    def test_value(self, function, x):
        np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-13)

    def test_gradient(self, function, x):
        wanted = ft.grad(function)(x)
        np.testing.assert_allclose(ft.jit(ft.grad(function))(x), wanted, rtol=1e-12)
        np.testing.assert_allclose(ft.grad(ft.jit(function))(x), wanted, rtol=1e-12)
        step = 1e-6
        slope = (function(x + step) - function(x - step)) / (2 * step)
        np.testing.assert_allclose(wanted, slope, rtol=1e-6, atol=1e-8)

    def test_forward_mode(self, function, x):
        _, wanted = ft.jvp(function, (x,), (1.5,))
        _, found = ft.jit(lambda x: ft.jvp(function, (x,), (1.5,)))(x)
        np.testing.assert_allclose(found, wanted, rtol=1e-12)

    @pytest.mark.slow
    def test_second_order(self, function, x):
        wanted = second(function)(x)
        np.testing.assert_allclose(ft.jit(second(function))(x), wanted, 1e-10, 1e-12)
        forward = ft.jit(ft.jacfwd(ft.grad(function)))(x)
        np.testing.assert_allclose(forward, wanted, 1e-10, 1e-12)

    @pytest.mark.filterwarnings(
        "ignore:invalid value:RuntimeWarning"
    )  # of all branches
    def test_batch(self, function, x):
        xs = np.array([x, x * 1.07, x * 0.83])
        wanted = [function(each) for each in xs]
        np.testing.assert_allclose(ft.vmap(function)(xs), wanted, rtol=1e-12)
        np.testing.assert_allclose(ft.jit(ft.vmap(function))(xs), wanted, rtol=1e-12)

    @pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
    def test_gradient_of_a_batch(self, function, x):
        xs = np.array([x, x * 1.07, x * 0.83])
        wanted = [ft.grad(function)(each) for each in xs]
        found = ft.jit(ft.vmap(ft.grad(function)))(xs)
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-12)
        whole = ft.jit(ft.grad(lambda xs: np.sum(ft.vmap(function)(xs))))(xs)
        np.testing.assert_allclose(whole, wanted, rtol=1e-10, atol=1e-12)


TABLE = np.linspace(0.0, 5.0, 64)
GRID = np.arange(12.0).reshape(4, 3)


def interpolated(x):
    low, high = 0, len(TABLE) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if TABLE[middle] > x:
            high = middle
        else:
            low = middle
    weight = (x - TABLE[low]) / (TABLE[high] - TABLE[low])
    return (1 - weight) * np.sin(TABLE[low]) + weight * np.sin(TABLE[high])


def rows_of_plain_arrays(x, n):
    total = 0.0
    for i in range(n):
        total += np.sum(GRID[i] * x) + GRID[i, 1] * GRID[i, :][0] + GRID[1:3, i % 3][1]
    return total


@pytest.mark.slow
def test_plain_arrays_at_traced_places():
    for x in (0.3, 2.2, 4.9):
        found = ft.jit(ft.value_and_grad(interpolated))(x)
        np.testing.assert_allclose(
            found, ft.value_and_grad(interpolated)(x), rtol=1e-13
        )
    for n in (0, 1, 4):
        found = ft.jit(rows_of_plain_arrays)(1.5, n)
        np.testing.assert_allclose(found, rows_of_plain_arrays(1.5, n), rtol=1e-14)
    slope = ft.jit(ft.grad(rows_of_plain_arrays))(1.5, 3)
    assert slope == GRID[:3].sum()
    with pytest.raises(IndexError):
        ft.jit(rows_of_plain_arrays)(1.5, 5)


def test_rows_of_plain_arrays_are_not_written_to():
    def function(x, i):
        if i > 9:
            i = 0
        row = GRID[i]
        row += 1.0
        return np.sum(row) * x

    before = GRID.copy()
    with pytest.raises(ft.MutationError, match="one of several"):
        ft.jit(function)(1.0, 2)
    np.testing.assert_array_equal(GRID, before)
