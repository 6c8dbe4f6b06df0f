"""`print` in functions that branch on values: when the program runs."""
# ruff: noqa: T201, UP031 - as users write

from __future__ import annotations

import sys

import numpy as np
import pytest

import functrace as ft


def newton(x):
    count = 0
    while abs(x * x - 2) > 1e-12:
        x = x - (x * x - 2) / (2 * x)
        count += 1
        print(f"{count:2d}: {x:.6f}", f"{x!r:>20}", sep=" | ")
    print("after", count, "rounds:", x, end=".\n")
    return x


def texts(x):
    if x > 1:
        print("%d rounds, %.2e, %s" % (3, x, "fine"))
        print("{} {:.1f} {name!r}".format(1, x, name="x"))
        print([1, x], {"a": (x, "b")}, {"no": None}, True)
        print()
    else:
        print("else", file=sys.stdout, flush=True)
    return x


class NotingHalver:
    """Prints in a method of its own."""

    def __init__(self):
        self.prefix = "log"

    def note(self, place, x):
        print(self.prefix, place, x)

    def halved(self, x):
        place = 0
        while x > 1:
            x = x / 2
            place += 1
            self.note(place, x)
        return x


def halved(x):
    return NotingHalver().halved(x)


def rounds(x):
    total = 0.0
    for i in range(3000):
        total = total + x * i
        if i % 1000 == 0:
            print(f"round {i}", total)
    if total < 0:
        print("negative")
    return total


def several(x):
    for value in x:
        if value > 0:
            print("positive", value)
        else:
            print("no", np.array([value, 1.0]))
    return np.sum(x)


class Holder:
    """Has a text of its own, of what it holds."""

    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Holder({self.x})"


def kinds(x):
    """What is printed as it is, and what is put together first."""
    found, growing = np.arange(3.0) * x, [1]
    if x > 1:
        print(10**30, np.array(["a", "b"]), np.str_("c"), np.datetime64("2020-01-01"))
        print(found[found > 2], [v for v in found if v > 2], Holder(x), [Holder(2)])
    print(np.array([None, 1], object), growing, f"{Holder(x)}")
    growing.append(x)
    print(growing, len, slice(1), 1j, np.zeros((0, 3)), True, float("inf"))
    return x


def printed(captured, call):
    captured.readouterr()
    call()
    return captured.readouterr().out


CASES = [
    (newton, (1.0, 3.0)),
    (texts, (2.0, 0.5)),
    (halved, (9.0, 0.5)),
    (rounds, (1.0, -1.0)),
    (kinds, (2.0, 0.5)),
    (several, (np.array([1.0, -2.0, 3.0]), np.zeros(3))),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_as_without_jit(function, arguments, capsys):
    fast = ft.jit(function)
    fast(arguments[0])  # which may print what is known of values, once
    for x in (*arguments, *arguments):
        expected = printed(capsys, lambda x=x: function(x))
        assert printed(capsys, lambda x=x: fast(x)) == expected


def test_gradients_print_once(capsys):
    slope = ft.jit(ft.grad(newton))
    slope(1.0)
    found = printed(capsys, lambda: slope(3.0))
    assert found == printed(capsys, lambda: newton(np.float64(3.0)))


def test_each_element_of_a_batch_prints(capsys):
    x = np.array([2.0, 0.5, 3.0])

    def large(x):
        if x > 1:
            print("large", x)
        return x

    batch = ft.jit(ft.vmap(large))
    batch(x)
    assert printed(capsys, lambda: batch(x)) == "large 2.0\nlarge 3.0\n"


def test_another_function_called_print():
    def function(x):
        def print(*texts):  # noqa: A001
            return len(texts)

        return x * print("a", f"{1}", "%d" % 2) if x > 0 else x

    fast = ft.jit(function)
    assert [fast(2.0), fast(-2.0)] == [6, -2]


def test_no_place():
    """In the condition of a loop nothing may happen."""

    def goes_on(x):
        if x > 5:
            print("large", x)
        return x < 10

    fast = ft.jit(lambda x: ft.while_loop(goes_on, lambda x: 2 * x, x))
    with pytest.raises(ft.MutationError, match="no place"):
        fast(1.0)
