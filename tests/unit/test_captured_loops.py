"""Plain Python loops with traced tests: under jit as without."""

# ruff: noqa: SIM108, B007 - as users write

from __future__ import annotations

import numpy as np
import pytest

from tests._captured import AsWithoutJit, Cases

CASES = Cases()


@CASES.at(2.0, 3.0)
def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


@CASES.at(0.3, 0.9)
def counting_rounds(x):
    k, y = 0, x
    while y < 4:
        y = y * 1.7
        k += 1
    return y * k


@CASES.at(0.3, 0.9, 5.0)
def loop_that_may_not_run(x):
    y = x
    while y < 4:
        y = y * (1 + x)
    return y


@CASES.at(2.0, 3.0)
def endless_with_return(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        if abs(new - x) < 1e-13:
            return new
        x = new


@CASES.at(2.0, 3.0)
def endless_with_break(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        done = abs(new - x) < 1e-13
        x = new
        if done:
            break
    return x * a


@CASES.at(0.5, 1.4, 3.0)
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


@CASES.at(0.5, 1.5, 3.0)
def continue_in_while(x):
    s, k = x, 0
    while k < 8:
        k += 1
        if s > 2:
            s = s * 0.5
            continue
        s = s * 1.5
    return s


@CASES.at(0.001, 0.5, 1.5, 3.0, 5.0)
def return_from_a_loop(x):
    for i in range(20):
        x = x * 1.3
        if x > 4:
            return x * i
    return x


@CASES.at(0.01, 0.5, 1.5)
def for_else(x):
    y = x
    for _ in range(6):
        y = y * 1.5
        if y > 3:
            break
    else:
        y = y * 10
    return y


@CASES.at(0.01, 0.5, 1.5)
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


@CASES.at(2.2, 5.7)
def range_with_a_traced_bound(x):
    total = 0.0
    for i in range(int(x)):
        total += x**2 / (i + 1)
    return total


@CASES.at(2.2, 5.7)
def range_downwards(x):
    total = x
    for i in range(int(x), 0, -1):
        total = total * 0.9 + i
    return total * x


@CASES.at(2.2, 5.7)
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


@CASES.at(0.4, 1.2)
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


@CASES.at(0.4, 1.2)
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


@CASES.at(0.3, 0.9)
def walrus(x):
    y = x
    while (z := y * y) < 3:
        y = y * 1.5
    return z * x


@CASES.at(0.3, 0.9)
def loop_over_list_with_break(x):
    y = x
    for weight in [0.5, 1.5, 2.5, 3.5]:
        y = y + weight * x
        if y > 3:
            break
    return y * x


@CASES.at(0.3, 0.9)
def loop_with_branch(x):
    y = x
    for i in range(12):
        if y > 2:
            y = y * 0.6
        else:
            y = y + 0.3 * np.sin(y)
    return y


@CASES.at(0.5, -0.5)
def writes_in_a_branch(x):
    u = np.zeros(3)
    u[0] = x
    if x > 0:
        u[1] = x**2
        u[2] += u[1]
    else:
        u[:2] = 3 * x
    return np.sum(u * u)


@CASES.at(0.5, -0.5)
def writes_through_views(x):
    u = np.ones((2, 3)) * x
    row = u[1]
    if x > 0:
        row[1] = x**3
    u[1, 0] = 2 * x
    return np.sum(row) * u[1, 1]


@CASES.at(0.4, 0.9)
def fills_a_buffer(x):
    u = np.zeros(10)
    u[0] = x
    k = 0
    while k < 9 and u[k] < 3:
        u[k + 1] = u[k] * 1.5
        k += 1
    return np.sum(u) * u[k]


@CASES.at(0.4, 0.9)
def array_state(x):
    v = np.array([x, 1.0, 2 * x])
    while np.sum(v) < 9:
        v = v * 1.3
        v[0] = v[0] + x
    return v @ v


@CASES.at(0.4, 0.9)
def list_elements(x):
    state = [x, 1.0, 2]
    if x > 0.5:
        state[1] = x**2
    while state[0] < 3:
        state[0] = state[0] * 1.5
        state[2] += 1
    return state[0] * state[1] * state[2]


@pytest.mark.share(6)
@CASES.each
class TestAsWithoutJit(AsWithoutJit): ...
