"""What loops refuse."""

import numpy as np
import pytest

import functrace as ft
from tests._ways import assert_same, recorded


def add(c, x):
    return c + x, x


PAIR = ft.PytreeMismatchError
MISMATCHES = [
    (
        lambda x: ft.scan(lambda c, y: ((c, c), y), x[0], x),
        ft.PytreeMismatchError,
        r"scan: the carry .*\n  expected: .*\(\*\)\n  got: .*\(\(\*, \*\)\)",
    ),
    (
        lambda x: ft.scan(lambda c, y: ({"b": c["a"]}, y), {"a": x[0]}, x),
        ft.PytreeMismatchError,
        r"'a'.*\n.*'b'",
    ),
    (
        lambda x: ft.scan(add, {"a": x[0].astype(np.float32)}["a"], x),
        ft.DtypeError,
        r"the carry has another dtype .*\n  expected: float32\[\]\n  got:      float64\[\]",
    ),
    (
        lambda x: ft.scan(lambda c, y: (0.5, y), np.int64(2), x),
        ft.DtypeError,
        r"expected: int64\[\]\n  got:      float64\[\]",
    ),
    (
        lambda x: ft.scan(lambda c, y: (np.int64(2), y), 0.5, x),
        ft.DtypeError,
        r"expected: float64\[\]\n  got:      int64\[\]",
    ),
    (
        lambda x: ft.scan(lambda c, y: ((c[0] + x, c[1]), y), (x[0], x), x),
        ft.ShapeError,
        r"expected: \(float64\[\], float64\[3\]\)\n  got:      \(float64\[3\], float64",
    ),
    (lambda x: ft.scan(lambda c, y: c + y, x[0], x), PAIR, "must return a pair"),
    (lambda x: ft.scan(lambda c, y: (c, y, y), x[0], x), PAIR, "a pair"),
    (lambda x: ft.scan(lambda c, y: [c, y], x[0], x), PAIR, "a pair"),
    (lambda x: ft.scan(lambda c, y: None, x[0], x), PAIR, "a pair"),
    (
        lambda x: ft.scan(add, x[0], x, length=4),
        ft.ShapeError,
        "expected: 4\n.*float64",
    ),
    (
        lambda x: ft.scan(lambda c, y: (c, None), x[0], (x, x[1:])),
        ft.ShapeError,
        r"differ in length.\n  expected: one length\n.*\(float64\[3\], float64\[2\]\)",
    ),
    (lambda x: ft.scan(add, x[0], length=-1), ValueError, "not -1"),
    (lambda x: ft.scan(add, x[0], length=2.0), ValueError, "not 2.0"),
    (lambda x: ft.scan(add, x[0]), ValueError, "give xs, or the length"),
    (
        lambda x: ft.scan(add, x[0], x[0]),
        ft.ShapeError,
        r"no axis.\n  got:      float64",
    ),
    (lambda x: ft.scan(add, ("a", x[0]), x), ft.DtypeError, "init holds.*\n.*\n.*str"),
    (lambda x: ft.scan(add, x[0], ["a"]), ft.DtypeError, "xs holds .*\n.*\n.*str"),
    (lambda x: ft.scan(lambda c, y: (c, "a"), x[0], x), ft.DtypeError, "str"),
    (lambda x: ft.scan(add, x[0], x, checkpoint=0), ValueError, "checkpoint .* not 0"),
    (lambda x: ft.scan(add, x[0], x, checkpoint="a"), ValueError, "checkpoint .* 'a'"),
    (
        lambda x: ft.while_loop(lambda c: c, lambda c: c, x[0]),
        ft.DtypeError,
        r"while_loop: the condition must be a truth value.\n  got:      float64\[\]",
    ),
    (
        lambda x: ft.while_loop(lambda c: c > 1, lambda c: c, x),
        ft.ShapeError,
        r"one truth value.\n  got:      bool\[3\]",
    ),
    (
        lambda x: ft.while_loop(lambda c: (c > 1, c > 2), lambda c: c, x[0]),
        ft.PytreeMismatchError,
        "the condition",
    ),
    (
        lambda x: ft.while_loop(lambda c: c < 9, lambda c: (c,), x[0]),
        ft.PytreeMismatchError,
        r"while_loop: the value .*\n  expected: .*\n  got: .*\(\(\*,\)\)",
    ),
    (
        lambda x: ft.while_loop(lambda c: np.sum(c) < 9, lambda c: c + x, x[0]),
        ft.ShapeError,
        r"expected: float64\[\]\n  got:      float64\[3\]",
    ),
    (
        lambda x: ft.while_loop(lambda c: np.sum(np.real(c)) < 9, lambda c: c + 1j, x),
        ft.DtypeError,
        r"expected: float64\[3\]\n  got:      complex128\[3\]\n  help: convert",
    ),
    (
        lambda x: ft.fori_loop(0, x[0], lambda i, c: c, x),
        ft.DtypeError,
        r"fori_loop: upper must be an integer.\n  got:      float64\[\]",
    ),
    (
        lambda x: ft.fori_loop(np.arange(2), 3, lambda i, c: c, x),
        ft.DtypeError,
        r"fori_loop: lower must be an integer.\n  got:      int64\[2\]",
    ),
    (
        lambda x: ft.fori_loop(0, 2, lambda i, c: (c, i), x),
        ft.PytreeMismatchError,
        r"fori_loop: the \w+ has another structure",
    ),
    (lambda x: ft.map(np.sin, x[0]), ft.ShapeError, "no axis"),
    (lambda x: ft.map(np.sin, x, batch_size=0), ValueError, "batch_size .* not 0"),
]


@pytest.mark.parametrize(("fun", "error", "text"), MISMATCHES)
def test_mismatches(fun, error, text):
    x = np.ones(3)
    for way in (
        fun,
        ft.jit(fun),
        ft.grad(fun),
        ft.vmap(fun, axis_size=2, in_axes=None),
    ):
        with pytest.raises(error, match=text):
            way(x)


def test_rows_that_differ_from_round_to_round():
    with pytest.raises(ft.ShapeError, match="what the function emits"):
        ft.scan(lambda n, _: (n + 1, np.ones(int(n))), 1, length=3)
    with pytest.raises(ft.PytreeMismatchError, match="what the function emits"):
        ft.scan(lambda n, _: (n + 1, [1.0] * int(n)), 1, length=3)


def test_a_traced_length():
    with pytest.raises(ft.ConcretizationError, match="'n'"):
        ft.jit(lambda n: ft.scan(lambda c, _: (c, None), 1.0, length=n))(3)


# -- bodies that do more than they return --------------------------------------------------


def leak_scan(x, kept):
    return ft.scan(lambda c, y: (kept.append(c) or c * y, None), x[0], x)[0]


def leak_while(x, kept):
    body = lambda c: (kept.append(c[0]) or c[0] * x[1], c[1] + 1)  # noqa: E731
    return ft.while_loop(lambda c: c[1] < 2, body, (x[0], 0))[0]


def leak_fori(x, kept):
    return ft.fori_loop(0, 2, lambda i, c: kept.append(c) or c * x[1], x[0])


@pytest.mark.slow
@pytest.mark.parametrize("leak", [leak_scan, leak_while, leak_fori])
def test_a_value_of_a_round_does_not_leave_it(leak):
    """Not even where a gradient would not show it."""

    def fun(x):
        kept = []
        return leak(x, kept) + kept[-1]

    x = np.arange(1.0, 4)
    assert np.isfinite(fun(x))
    assert np.all(np.isfinite(ft.grad(fun)(x)))
    ways = ft.jit(fun), ft.jit(ft.grad(fun)), recorded(fun), recorded(ft.grad(fun))
    mapped = (
        ft.vmap(fun, axis_size=2, in_axes=None),
        ft.vmap(fun),
        ft.vmap(ft.grad(fun)),
    )
    for way in (*ways, lambda x: mapped[1](x[None]), lambda x: mapped[2](x[None])):
        with pytest.raises(ft.LeakedTracerError, match="return the value"):
            way(x)


def write_a_value(total, c):
    total[0] = c


def write_a_number(total, c):
    total[0] += 1


def write_a_view(total, c):
    total[:1] *= 2


@pytest.mark.slow
@pytest.mark.parametrize("write", [write_a_value, write_a_number, write_a_view])
@pytest.mark.parametrize("constant", [False, True])
def test_a_round_cannot_write_outside(write, constant):
    """It would happen once, not in each round."""

    def fun(x):
        total = np.zeros_like(x) if constant else x * 1.0

        def body(i, c):
            write(total, c)
            return c * x[1]

        return ft.fori_loop(0, 3, body, x[0]) + np.sum(total)

    x = np.arange(1.0, 4)
    assert np.isfinite(fun(x))
    assert np.all(np.isfinite(ft.grad(fun)(x)))
    for way in (
        ft.jit(fun),
        ft.jit(ft.grad(fun)),
        recorded(fun),
        recorded(ft.grad(fun)),
    ):
        with pytest.raises(
            ft.MutationError, match=r"writes .*\n  got:      float64\[3\]"
        ):
            way(x)


@pytest.mark.slow
def test_what_a_round_makes_it_may_write_to():
    """Even if it is in a cycle of references, and lives on."""

    def body(c, x):
        buffer = ft.numpy.zeros(2)
        copy = buffer.copy()
        holder = {"buffer": buffer, "copy": copy}
        holder["self"] = holder
        buffer[0] = c
        copy[1] = 3.0
        return np.sum(buffer) + x, copy

    def fun(xs):
        return ft.scan(body, 0.5, xs)

    x = np.arange(1.0, 4)
    for way in (ft.jit(fun), recorded(fun), ft.jit(ft.jit(fun))):
        assert_same(way(x), fun(x))
