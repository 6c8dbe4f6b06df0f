"""Plain arrays at traced places, and matches, in functions that do not branch otherwise."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

TABLE, SQUARE = np.array([1.0, 2.0, 4.0]), np.arange(9.0).reshape(3, 3)


class Table:
    def __init__(self):
        self.values = TABLE * 2

    def at(self, i):
        return self.values[i]


TABLES = Table()


@pytest.mark.parametrize(
    "function",
    [
        lambda i: TABLE[i] * 2,
        lambda i: SQUARE[i, 0] + SQUARE[0, i] + SQUARE[i][i],
        lambda i: TABLE[-i] * TABLE[i - 1],
        lambda i: TABLE[(i,)] * SQUARE[(i, 1)],
        lambda i: SQUARE[i] * 1.0,
        lambda i: TABLES.at(i) + TABLES.at(i + 1),
        lambda i: TABLES.at(i) if i > 0 else 2.0,
        lambda i: TABLE[int(i * 1.5)],
    ],
)
@pytest.mark.parametrize("kind", [int, np.int64])
def test_plain_arrays_are_read_at_traced_places(function, kind):
    np.testing.assert_array_equal(ft.jit(function)(kind(1)), function(1))


def test_traced_arrays_are_places_of_plain_ones_in_nested_transforms():
    plain, i = np.arange(5.0), np.array([3.0, 1.0])

    def mapped(table):
        taken = lambda i: table()[i.astype(int)]  # noqa: E731
        return ft.vmap(lambda x: x * ft.vjp(taken, i)[0])(np.ones(2))

    for table in (plain, ft.numpy.array(plain)):
        np.testing.assert_array_equal(mapped(lambda t=table: t), [[3.0, 1.0]] * 2)


def test_what_is_no_traced_place_is_numpys_error():
    with pytest.raises(IndexError, match="out of bounds"):
        ft.jit(lambda i: TABLE[i + 7])(1)
    with pytest.raises(IndexError, match="out of bounds"):
        ft.jit(lambda i: TABLE[7] * i)(1)
    with pytest.raises(ft.ConcretizationError, match="an index"):
        ft.jit(lambda i: [1.0, 2.0][i])(1)


def literals(n):
    match n:
        case 1:
            return 2.0
        case 2 | -3 if n < 5:
            x = 3.0
        case 4 | 5:
            x = 0.5
            x += n
        case _ if n > 8:
            x = -1.0
        case other:
            x = other * 1.5
    return x * 2


@pytest.mark.parametrize("n", [1, 2, -3, 4, 5, 9, 7])
def test_literals_are_matched(n):
    assert ft.jit(literals)(n) == literals(n)
    assert ft.jit(literals)(np.int64(n)) == literals(n)


@pytest.mark.parametrize("x", [0.7, -0.7, 1.6])
def test_truth_values_in_sequences_are_matched(x):
    def f(x):
        match x > 0, [x > 1, 3, x]:
            case (True, ((1,), _, _)) | (False, (_, [2], _)):
                return 1.0
            case (True, (False, 4 | 3, _)) | (False, [_, 5, _]):
                return 2 * x
            case (True, [_, k, y]) as whole:
                return y * k * len(whole)
            case _:
                return 5 * x

    assert ft.jit(f)(x) == f(x)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(x), ft.grad(f)(x))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_numbers_in_sequences_are_matched(n):
    def f(n):
        match n, 1, "ab":
            case (_, a):
                return a
            case (_, _, (a, "c")):
                return a
            case (1, k, "ab"):
                return k
            case (2, k, text) as whole:
                return k + len(text) + len(whole)
            case _:
                return 2

    assert ft.jit(f)(n) == f(n)


def of_a_dict(n):
    match {"key": n > 0}:
        case {"key": True}:
            return 1
        case _:
            return 2


def of_a_star(n):
    match n > 0, 1:
        case (True, *_):
            return 1
        case _:
            return 2


def of_a_number(n):
    match {"key": n}:
        case {"key": 1}:
            return 1
        case _:
            return 2


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (of_a_dict, "a pattern of `match`"),
        (of_a_star, "a pattern"),
        (of_a_number, "bool"),
    ],
)
def test_other_patterns_are_refused(function, words):
    assert function(1) == 1
    with pytest.raises(ft.ConcretizationError, match=words):
        ft.jit(function)(1)


def test_other_patterns_of_known_values():
    def f(x, options):
        match options:
            case {"twice": True, "by": by}:
                x = x * by
        return x if x > 0 else -x

    options = {"twice": True, "by": 3.0}
    assert ft.jit(lambda x: f(x, options))(-2.0) == 6.0


KNOTS = np.linspace(0.0, 5.0, 64)
GRID = np.arange(12.0).reshape(4, 3)


def interpolated(x):
    low, high = 0, len(KNOTS) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if KNOTS[middle] > x:
            high = middle
        else:
            low = middle
    weight = (x - KNOTS[low]) / (KNOTS[high] - KNOTS[low])
    return (1 - weight) * np.sin(KNOTS[low]) + weight * np.sin(KNOTS[high])


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


# -- code without a source -------------------------------------------------------------

TEXT = """
import numpy as np

table = np.array([10.0, 20.0, 30.0])


def by_integer(x):
    return table[np.argmax(x)] * np.sum(x)


def by_array(x):
    return np.sum(table[np.argsort(x)] * x)


def by_mask(x):
    return np.sum(table[x > 1.5])


def too_far(x):
    return x[5]
"""
WAYS = {
    "jit": lambda f: ft.jit(f)(np.ones(3)),
    "jit(grad)": lambda f: ft.jit(ft.grad(f))(np.ones(3)),
    "vmap": lambda f: ft.vmap(f)(np.ones((2, 3))),
    "sparsity": lambda f: ft.sparsity(f)(np.ones(3)),
    "make_graph": lambda f: ft.make_graph(f)(ft.Aval(3)),
    "checkpoint": lambda f: ft.grad(ft.checkpoint(f))(np.ones(3)),
    "to_source": lambda f: ft.to_source(f, np.ones(3)),
    "cond": lambda f: ft.jit(lambda x: ft.cond(x[0] > 0, f, f, x))(np.ones(3)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["by_integer", "by_array", "by_mask"])
def test_a_traced_index_in_code_without_a_source(name, way):
    scope = {}
    exec(TEXT, scope)
    with pytest.raises(ft.ConcretizationError, match="an index of a value") as caught:
        WAYS[way](scope[name])
    assert "functrace.numpy.array(table)[i]" in str(caught.value)
    assert f"{name!r} has no source that Python can read" in str(caught.value)


@pytest.mark.parametrize("way", WAYS)
def test_an_index_out_of_bounds_in_code_without_a_source(way):
    scope = {}
    exec(TEXT, scope)
    with pytest.raises(IndexError, match="index 5 is out of bounds"):
        WAYS[way](scope["too_far"])
