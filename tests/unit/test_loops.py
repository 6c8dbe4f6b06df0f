"""Loops as operations of graphs, against the same loops run round by round."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import functrace as ft
from tests._ways import LAWS

pytestmark = pytest.mark.share(10)

RNG = np.random.default_rng(11)
H = RNG.normal(size=2)
W = RNG.normal(size=(2, 2)) * 0.4
XS = RNG.normal(size=(4, 2))


@dataclasses.dataclass(frozen=True)
class State:
    position: Any
    speed: Any
    name: str = "particle"


# -- scan ------------------------------------------------------------------------------


def recurrent(w, h, xs, scale, **options):
    def step(h, x):
        h = np.tanh(w @ h + x * scale)
        return h, np.sum(h**2)

    return ft.scan(step, h, xs, **options)


def only_totals(h, xs):
    return ft.scan(lambda h, x: (h * np.sin(x) + x, None), h, xs)[0]


def only_rows(xs):
    return ft.scan(lambda _, x: (None, np.exp(x) * np.sum(x)), None, xs)[1]


def without_xs(h):
    return ft.scan(lambda h, _: (np.sin(h) * 1.5, h[0]), h, length=4)


def in_reverse(h, xs):
    return ft.scan(lambda h, x: (np.cos(h) * x, h + x), h, xs, reverse=True)


def no_rounds(h, xs):
    return ft.scan(lambda h, x: (h * x, h + x), h, xs[:0])


def one_round(h, xs):
    return ft.scan(lambda h, x: (h * x, h + x), h, xs[:1])


def in_pytrees(state, xs):
    def step(state, x):
        speed = state["s"].speed * x["force"] + np.sin(state["s"].position)
        position = state["s"].position + 0.1 * speed
        out = {"s": State(position, speed), "none": None, "n": state["n"] + 1}
        return out, (x["force"], [speed * position])

    init = {"s": State(*state), "none": None, "n": 0}
    return ft.scan(step, init, {"force": xs, "none": None})


def dtypes(h, c, d, xs):
    def step(carry, x):
        f, c, n, flag, single = carry
        c = c * (1 + 0.1j * f) + x
        carry = np.real(c) * f, c, n * 2 + flag, ~flag, single * np.float32(1.5)
        return carry, (n, flag, c, single + n.astype(np.float32))

    init = h, c + 1j * d, np.int32(1), np.bool_(True), np.float32(0.5)
    return ft.scan(step, init, xs)


def begun_with_numbers(xs):
    def step(carry, x):
        total, count, peak = carry
        return (total + x, count + 1, np.maximum(peak, x)), total

    return ft.scan(step, (0, 0, -1), xs)


def written_in_place(h, xs):
    def step(buffer, x):
        buffer[1:] += x[0] * buffer[:-1]
        first = buffer[:1]
        first *= x[1]
        buffer[-1] = np.sin(first[0])
        x[0] = 0.0
        return buffer, x * buffer

    return ft.scan(step, h, xs)


def swapped(h, g, xs):
    def step(carry, x):
        a, b, c = carry
        return (b, c, a * x), (a, x)

    return ft.scan(step, (h, g, h * 2), xs)


def constants_as_outputs(h, xs):
    fixed = np.arange(2.0)

    def step(carry, x):
        _, b = carry
        return (fixed, b * x), (fixed, 2.0, h, b)

    return ft.scan(step, (h, h), xs)


def unused(h, g, xs):
    def step(carry, x):
        a, b = carry
        return (a * 0.5, np.sin(a) * b), None

    return ft.scan(step, (h, g), xs)[0][0]


def captured_deeply(w, h, b):
    def outer(h, k):
        c = b * h

        def inner(h, _):
            return np.tanh(w @ h + c * np.cos(k)), None

        return ft.scan(inner, h, length=2)[0], c

    return ft.scan(outer, h, np.arange(3.0))


def with_cond(h, xs):
    def step(h, x):
        h = ft.cond(
            np.sum(x) > 0, lambda h: np.sin(h) * x, lambda h: h * h[0] + x[1], h
        )
        return h, np.sum(h)

    return ft.scan(step, h, xs)


def with_while(h, xs):
    def step(h, x):
        h = ft.while_loop(lambda h: np.sum(h**2) > 1, lambda h: h * 0.5 * np.cos(x), h)
        return h + x, h

    return ft.scan(step, h, xs)


def with_vmap(h, xs):
    def step(h, x):
        h = ft.vmap(lambda a, b: np.sin(a) * b + np.sum(x))(h, x)
        return h, ft.vmap(lambda a: a * h, out_axes=1)(x)

    return ft.scan(step, h, xs)


def with_grad(h, xs):
    def step(h, x):
        g = ft.grad(lambda y: np.sum(np.sin(y * x) * h))(h)
        return h - 0.1 * g, np.sum(g)

    return ft.scan(step, h, xs)


def with_jit(h, xs):
    inner = ft.jit(lambda h, x: (np.sin(h) * x, np.sum(h * x)))
    return ft.scan(lambda h, x: inner(h, x), h, xs)


@ft.custom_jvp
def pushed(x):
    return np.sin(x)


@pushed.defjvp
def _(primals, tangents):
    return np.sin(primals[0]), np.cos(primals[0]) * tangents[0]


def with_custom_jvp(h, xs):
    return ft.scan(lambda h, x: (pushed(h) * x, pushed(x)), h, xs)


# -- the others --------------------------------------------------------------------------


def newton(a, k):
    def rest(x):
        return x**3 - a * np.exp(-k * x)

    def body(pair):
        x, i = pair
        return x - rest(x) / (3 * x * x + a * k * np.exp(-k * x)), i + 1

    def unfinished(pair):
        x, i = pair
        return (abs(rest(x)) > 1e-13) & (i < 50)

    return ft.while_loop(unfinished, body, (1.0 * a, 0))


def no_while_rounds(h, a):
    return ft.while_loop(lambda h: np.sum(h) > 1e9, lambda h: h * a, h)


def counted_while(h, n, a):
    def body(pair):
        h, i = pair
        return np.sin(h) * a + i, i + 1

    return ft.while_loop(lambda pair: pair[1] < n, body, (h, 0))


def while_in_pytrees(h, a):
    def body(state):
        s = state["s"]
        return {"s": State(s.position + s.speed, s.speed * a), "n": state["n"] - 1}

    init = {"s": State(h, h * 0.5), "n": 4}
    return ft.while_loop(lambda state: state["n"] > 0, body, init)


def while_swapped(a, b):
    def body(carry):
        x, y, i = carry
        y[0] += 0.1
        return y, x * 0.9, i + 1

    return ft.while_loop(lambda c: c[2] < 3, body, (a, b, 0))


def scan_in_while(h, xs):
    def body(pair):
        h, i = pair
        h, ys = ft.scan(lambda h, x: (np.tanh(h + x), h[0] * x[0]), h, xs)
        return h * 0.8 + np.sum(ys), i + 1

    return ft.while_loop(lambda pair: pair[1] < 2, body, (h, 0))[0]


def while_in_while(h, a):
    def inner(h):
        return ft.while_loop(lambda h: np.sum(h**2) > 2, lambda h: h * a, h)

    def body(pair):
        h, i = pair
        return inner(h * 3), i + 1

    return ft.while_loop(lambda pair: pair[1] < 3, body, (h, 0))[0]


def fori_static(h, a):
    return ft.fori_loop(1, 4, lambda i, h: np.sin(h) * a + i, h)


def fori_traced(n, h):
    return ft.fori_loop(0, n, lambda i, h: np.sin(h) * (1 + i), h)


def fori_from_traced(n, h):
    return ft.fori_loop(n, n + 3, lambda i, total: total + h * i, 0)


def fori_empty(h):
    return ft.fori_loop(3, -2, lambda i, h: h * i, h)


def fori_weak(x):
    return ft.fori_loop(np.int32(0), np.uint8(4), lambda i, s: s * x + i, 1)


def fori_filling(h):
    def body(i, out):
        out[i] = h[i] * out[i - 1] + 1.0
        return out

    return ft.fori_loop(0, 2, body, h * 1.0)


def mapped(xs, b):
    return ft.map(lambda x: (np.sum(np.sin(x)) * b, x), xs)


def mapped_in_batches(xs, b):
    return ft.map(lambda x: {"a": np.sum(np.sin(x)) * b, "b": x}, xs, batch_size=2)


def euler(h, n):
    """A loop whose rows are indexed by a traced number, and written."""
    path = np.zeros((6, 2)) * h[0]

    def body(i, path):
        path[i + 1] = path[i] + 0.1 * np.sin(path[i] + h)
        return path

    return ft.fori_loop(0, n, body, path)


PROBLEMS = {
    "recurrent": (recurrent, (W, H, XS, 0.7)),
    "only_totals": (only_totals, (H, XS)),
    "only_rows": (only_rows, (XS,)),
    "without_xs": (without_xs, (H,)),
    "in_reverse": (in_reverse, (H, XS)),
    "no_rounds": (no_rounds, (H, XS)),
    "one_round": (one_round, (H, XS)),
    "in_pytrees": (in_pytrees, ((H, H * 0.5), XS)),
    "dtypes": (dtypes, (0.3, 0.5, 0.2, XS[:3, 0])),
    "begun_with_numbers": (begun_with_numbers, (XS[:, 0],)),
    "written_in_place": (written_in_place, (H, XS)),
    "swapped": (swapped, (H, H + 1, XS)),
    "constants_as_outputs": (constants_as_outputs, (H, XS)),
    "unused": (unused, (H, H + 1, XS)),
    "captured_deeply": (captured_deeply, (W, H, 0.3)),
    "with_cond": (with_cond, (H, XS)),
    "with_while": (with_while, (H, XS[:3])),
    "with_vmap": (with_vmap, (H, XS[:3])),
    "with_grad": (with_grad, (H, XS[:3])),
    "with_jit": (with_jit, (H, XS[:3])),
    "with_custom_jvp": (with_custom_jvp, (H, XS[:3])),
    "newton": (newton, (2.0, 0.5)),
    "no_while_rounds": (no_while_rounds, (H, 0.5)),
    "counted_while": (counted_while, (H, 3, 0.8)),
    "while_in_pytrees": (while_in_pytrees, (H, 0.8)),
    "while_swapped": (while_swapped, (H, H + 1)),
    "scan_in_while": (scan_in_while, (H, XS[:3])),
    "while_in_while": (while_in_while, (H, 0.7)),
    "fori_static": (fori_static, (H, 0.7)),
    "fori_traced": (fori_traced, (3, H)),
    "fori_from_traced": (fori_from_traced, (2, 0.7)),
    "fori_empty": (fori_empty, (H,)),
    "fori_weak": (fori_weak, (0.5,)),
    "fori_filling": (fori_filling, (H,)),
    "mapped": (mapped, (XS, 0.4)),
    "mapped_in_batches": (mapped_in_batches, (XS, 0.4)),
    "euler": (euler, (H, 4)),
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("law", LAWS)
def test_it_is_the_loop_run_round_by_round(law, name):
    law(*PROBLEMS[name])


@pytest.mark.share(1)
@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
def test_a_python_number_that_is_carried_gives_way_to_the_arrays_dtype(wrap):
    xs = np.array([0.5, 1.0, 2.0])

    def total(first):
        return ft.scan(lambda carry, x: (carry + x, None), first, xs)[0]

    out = wrap(total)(1)
    assert out == 4.5
    assert out.dtype == np.float64
