"""`associative_scan`, against a loop over the elements."""

import numpy as np
import pytest

import functrace as ft
from tests._ways import LAWS, assert_same

RNG = np.random.default_rng(13)
A = RNG.normal(size=(5, 2))
B = RNG.normal(size=(5, 2))
M = RNG.normal(size=(5, 2, 2))


def then(first, second):
    (a, b), (c, d) = first, second
    return c * a, c * b + d


def recurrence(a, b):
    return ft.associative_scan(then, (a, b))


def recurrence_reversed(a, b):
    return ft.associative_scan(then, (a, b), reverse=True)


def products(m):
    return ft.associative_scan(lambda a, b: b @ a, m)


def in_pytrees(a, b):
    def fn(p, q):
        return {
            "a": p["a"] * q["a"],
            "b": [np.logaddexp(p["b"][0], q["b"][0])],
            "n": None,
        }

    return ft.associative_scan(fn, {"a": a, "b": [b], "n": None}, axis=-2)


def along_the_last_axis(a, scale):
    return ft.associative_scan(lambda p, q: p * q * scale / scale, a * scale, axis=-1)


def last_ones(a):
    """What the function returns may be its argument."""
    return ft.associative_scan(lambda p, q: q, a)


def inside_scan(a, b):
    def step(h, x):
        return h * 0.5 + ft.associative_scan(np.multiply, x), np.sum(h)

    return ft.scan(step, b[0], a)


def of_four(a):
    return ft.associative_scan(np.multiply, a[:4], reverse=True)


PROBLEMS = {
    "recurrence": (recurrence, (A, B)),
    "recurrence_reversed": (recurrence_reversed, (A, B)),
    "products": (products, (M[:3],)),
    "in_pytrees": (in_pytrees, (A, B)),
    "along_the_last_axis": (along_the_last_axis, (A[:2], 0.7)),
    "last_ones": (last_ones, (A,)),
    "inside_scan": (inside_scan, (A[:3], B)),
    "of_four": (of_four, (A,)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("law", LAWS)
def test_it_is_what_it_computes_step_by_step(law, name):
    law(*PROBLEMS[name])


def looped(fn, rows):
    totals = [rows[0]]
    for row in rows[1:]:
        totals.append(fn(totals[-1], row))
    return np.stack(totals)


@pytest.mark.parametrize("length", range(1, 18))
@pytest.mark.parametrize("reverse", [False, True])
def test_it_is_a_loop_over_the_elements(length, reverse):
    m = np.random.default_rng(length).normal(size=(length, 2, 2))
    turn = (lambda x: x[::-1]) if reverse else (lambda x: x)
    expected = turn(looped(np.matmul, turn(m)))
    for axis in (0, 1, -1, -2):
        totals = ft.associative_scan(np.multiply, m[:, 0], reverse, 0)
        moved = ft.associative_scan(np.multiply, np.moveaxis(m, 0, axis), reverse, axis)
        turned = turn(looped(np.multiply, turn(m)))
        assert_same(np.moveaxis(moved, axis, 0), turned)
        assert_same(totals, turned[:, 0])
    for way in (lambda f: f, ft.jit):
        got = way(lambda m: ft.associative_scan(np.matmul, m, reverse=reverse))(m)
        assert_same(got, expected)


def test_gradients_of_a_recurrence_are_those_of_a_scan():
    def scanned(a, b):
        def step(h, row):
            h = row[0] * h + row[1]
            return h, h

        return np.sum(np.sin(ft.scan(step, np.zeros(2), (a, b))[1]))

    def associative(a, b):
        return np.sum(np.sin(recurrence(a, b)[1]))

    expected = ft.value_and_grad(scanned, (0, 1))(A, B)
    assert_same(ft.value_and_grad(associative, (0, 1))(A, B), expected)
    assert_same(ft.jit(ft.value_and_grad(associative, (0, 1)))(A, B), expected)


@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.complex64, bool])
def test_dtypes_stay(dtype):
    x = (np.arange(7) % 3).astype(dtype)
    for way in (lambda f: f, ft.jit):
        got = way(lambda x: ft.associative_scan(np.maximum, x))(x)
        assert_same(got, np.maximum.accumulate(x))


def test_the_function_is_called_logarithmically_often():
    calls = []

    def fn(a, b):
        calls.append(len(a))
        return a + b

    assert_same(ft.associative_scan(fn, np.ones(1000)), np.arange(1.0, 1001))
    assert len(calls) < 20
    assert sum(calls) < 2000


@pytest.mark.parametrize("length", [0, 1])
def test_nothing_to_add_up(length):
    x = np.arange(length * 2.0).reshape(length, 2)
    for way in (lambda f: f, ft.jit):
        got = way(lambda x: ft.associative_scan(lambda a, b: 1 / 0, x, reverse=True))(x)
        assert_same(got, x)
        got += 1
        assert_same(x, np.arange(length * 2.0).reshape(length, 2))


@pytest.mark.parametrize(
    ("fn", "elems", "axis", "error", "text"),
    [
        (np.add, {}, 0, ValueError, "no arrays"),
        (np.add, 1.0, 0, ft.ShapeError, r"no axis 0.*\n  got:      float64\[\]"),
        (np.add, A, 2, ft.ShapeError, "no axis 2"),
        (np.add, A, -3, ft.ShapeError, "no axis -3"),
        (
            then,
            (A, B[0]),
            1,
            ft.ShapeError,
            r"no axis 1.*\n.*\(float64\[5,2\], float64\[2\]",
        ),
        (
            then,
            (A, B[:4]),
            0,
            ft.ShapeError,
            r"expected: one length\n  got: .*float64\[4,2\]",
        ),
        (np.add, "text", 0, ft.DtypeError, "elems holds .*\n.*\n  got:      str"),
        (lambda a, b: (a, b), A, 0, ft.PytreeMismatchError, "what fn gives"),
        (
            lambda a, b: a[0],
            A,
            0,
            ft.ShapeError,
            r"expected: float64\[2,2\]\n  got:      float64\[2\]",
        ),
        (
            lambda a, b: a + 1j,
            A,
            0,
            ft.DtypeError,
            r"expected: float64\[2,2\]\n  got:      complex128\[2,2\]\n  help: convert",
        ),
    ],
)
def test_errors(fn, elems, axis, error, text):
    def fun():
        return ft.associative_scan(fn, elems, axis=axis)

    for way in (fun, ft.jit(fun)):
        with pytest.raises(error, match=text):
            way()
