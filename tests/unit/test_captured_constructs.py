"""Constructs of Python that ask for traced values: captured, or refused with the line."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import functrace as ft

X = np.array([0.7, -1.2, 2.5])


def walrus(x):
    rounds = 0
    while (y := x[0] * 0.5) > 0.01:
        x = x * 0.6
        rounds += 1
    return y + rounds if (z := x[1] * 2) < 0 else z


def while_else(x):
    y, n = x[2], 0
    while y < 40 and n < 9:
        y = y * 2
        n += 1
        if y == 20:
            break
    else:
        y = y + 100
    return y * n


def conditional_elements(x):
    squares = [y * y if y > 0 else -y for y in x]
    by_name = {k: (y if y > 1 else 0.0) for k, y in zip("abc", x, strict=True)}
    return sum(squares) + by_name["c"] + np.sum(np.array(squares) * x)


def sums_of_what_a_condition_leaves(x):
    above = sum(y * y for y in x if y > 0 if y < 2)
    below = sum([np.sin(y) for y in x if y < 0])
    return (
        above + below * any(y > 2 for y in x if y > 1) + all(y > 0 for y in x if y > 0)
    )


def another_sum(x):
    def sum(items):  # noqa: A001
        return 3.0 * len(list(items))

    known = sum(k for k in range(5) if k > 2)
    return known * x[0] if x[0] > 0 else x[1]


def in_try(x):
    try:
        y = x[0] * 2 if x[0] > 0 else x[1]
        if y > 1:
            y = y * y
    except ZeroDivisionError:
        y = 0.0
    else:
        y = y + 1 if x[2] > 2 else y
    finally:
        z = x[2]
    return y * z


def appends_in_both_branches(x):
    out, nested = [x[0]], [[]]
    for y in x:
        if y > 0:
            out.append(np.sin(y))
            nested[0].append(y * y)
        else:
            nested[0].append(y)
            out.append(0.0)
    return np.sum(np.array(out) ** 2) + np.sum(np.array(nested[0]) * x)


def appends_and_raises(x):
    out = []
    for y in x:
        if y > 100:
            raise ValueError(f"{y}")
        else:  # noqa: RET506
            out.append(y * y)
    return sum(out)


def calls_itself(x):
    return _halved(x[2], 6) * x[0]


def _halved(y, n):
    if n == 0:
        return y
    return _halved(y * 0.5 if y > 1 else y + 0.1, n - 1)


def over_a_generator(x):
    total = 0.0
    for y in (y * y for y in x):
        if y > 1:
            total += y
    return total


def leaves_blocks(x):
    y = x[2]
    for _ in range(50):
        with np.errstate(all="ignore"):
            y = y * 0.5
            if y < 0.1:
                break
    for _ in range(50):
        try:
            y = y * 1.5
            if y > 3:
                break
        finally:
            y = y + 0.01
    return y


def returns_in_a_loop_or_after_it(x):
    for y in x:
        if y > 2:
            return y * y
    else:  # noqa: PLW0120
        if x[0] < -1:
            return np.sin(x[0])
    return x[1] * 3


def returns_after_a_loop(x):
    y = x[0]
    while y < 3:
        y = y + 0.5
        if y * x[1] > 0.3:
            return y * x[2]
    else:  # noqa: PLW0120
        return y - x[1]


def returns_in_try_or_after_it(x):
    with np.errstate(all="ignore"):
        try:
            if x[0] > 0.8:
                return x[0] * 2
        except ZeroDivisionError:
            x = x + 1
        else:
            if x[1] > 0:
                return x[1] ** 2
        y = x[2] + 4
    return y * y


WORKING = [
    *(walrus, while_else, conditional_elements, sums_of_what_a_condition_leaves),
    *(another_sum, in_try, appends_in_both_branches, appends_and_raises, calls_itself),
    *(over_a_generator, leaves_blocks, returns_in_a_loop_or_after_it),
    *(returns_after_a_loop, returns_in_try_or_after_it),
]


@pytest.mark.parametrize("function", WORKING, ids=lambda f: f.__name__)
def test_works(function):
    compiled, slopes = ft.jit(function), ft.jit(ft.grad(function))
    for x in (X, -X, X[::-1] * 1.3):
        np.testing.assert_allclose(compiled(x), function(x), 1e-13)
        np.testing.assert_allclose(slopes(x), ft.grad(function)(x), 1e-12, 1e-14)
    xs = np.stack([X, -X])
    wanted = [function(x) for x in xs]
    np.testing.assert_allclose(ft.vmap(function)(xs), wanted, 1e-12)


def appends_in_one_branch(x):
    out = [x[0]]
    if x[0] > 0:
        out.append(x[1])
    return sum(out)


def appends_in_rounds(x):
    out, y = [], x[0]
    while y < 10:
        out.append(y)
        y = y * 2 + 1
    return sum(out)


def shortens(x):
    out = [x[0], x[1]]
    if x[0] > 0:
        out.pop()
    return out[0]


def filters(x):
    return max({y for y in x if y > 0})


def generates(x):
    def generated(n):
        for k in range(n):
            if x[0] > k:
                yield x[0] * k

    return sum(generated(3))


def ranges_in_a_comprehension(x):
    return sum([x[0] for _ in range(int(x[2]))])


def without_end(x):
    return x[0] if x[0] > 10 else _doubled(x[0])


def _doubled(y):
    if y > 10:
        return y
    return _doubled(2 * y)


class Thing:
    def __init__(self, n):
        self.n = n


def _are_equal(one, other):
    return one == other


def compares_objects(x):
    a, b = Thing(x[0]), Thing(x[1])
    return 1.0 if _are_equal(a if x[0] > 0 else b, a) else 2.0


REFUSED = [
    (appends_in_one_branch, ft.MutationError, "the list 'out', whose length changes"),
    (appends_in_rounds, ft.MutationError, "the list 'out', whose length changes"),
    (shortens, ft.MutationError, "the list 'out', whose length changes"),
    (filters, ft.ConcretizationError, "the condition of a set"),
    (generates, ft.ConcretizationError, "is a generator"),
    (ranges_in_a_comprehension, ft.ConcretizationError, "how long a range is"),
    (without_end, ft.ConcretizationError, "RecursionError"),
    (compares_objects, ft.ConcretizationError, "whether two values are one object"),
]


@pytest.mark.parametrize(
    ("function", "kind", "words"), REFUSED, ids=[f.__name__ for f, *_ in REFUSED]
)
def test_refused(function, kind, words):
    with pytest.raises(kind, match=words) as caught:
        ft.jit(function)(X)
    assert "test_captured_constructs.py:" in str(caught.value)


def test_warnings_are_pythons():
    def careful(x):
        if x < 0:
            warnings.warn(f"negative: {x:.1f}", stacklevel=1)
        return x * 2

    compiled = ft.jit(careful)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compiled(2.0) == 4.0
    for transformed in (compiled, compiled):
        with pytest.warns(UserWarning, match=r"negative: -2\.0"):
            assert transformed(-2.0) == -4.0
