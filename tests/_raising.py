"""Functions that raise errors where a traced value decides, in every way."""

from __future__ import annotations

import linecache

import numpy as np

import functrace as ft


class DivergedError(Exception):
    """With something besides its text."""

    def __init__(self, rounds, x):
        super().__init__(f"{rounds} rounds, x = {x:.3e}")
        self.rounds = rounds


def negative(x):
    if x < 0:
        raise ValueError(f"negative: {x:.2f}")
    return np.sqrt(x) * 2


def otherwise(x):
    if x >= 0:
        y = np.sqrt(x)
    else:
        y = x
        raise KeyError(y)
    return y * x


def of_three(x):
    if x < 0:
        raise ValueError("negative")
    if x > 9:
        raise DivergedError(0, x)
    if x > 4:
        return x * x
    return x


def at_the_end(x):
    if x > 1:
        return x * 3
    for k in range(3):
        x = x * 2
        if x > 1:
            return x + k
    if x < -50:
        raise OverflowError(f"{x}")
    raise ArithmeticError(f"small: {x}")


def typed_in(text, name):
    """The function `f` of a text: what pytest has of asserts is no source of theirs."""
    name = f"<ipython-input-{name}>"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope = {"np": np}
    exec(compile(text, name, "exec"), scope)
    return scope["f"]


asserts = typed_in(
    """\
def f(x):
    y = np.array([x, 2.0, 3.0 - x])
    assert np.all(y > 0), f"not positive: {y}"
    assert x != 0.3
    if x > 2:
        assert False, f"large: {x:.2f}"
    return np.sum(np.log(y))
""",
    "asserts",
)
asserts.__name__ = "asserts"


def newton(x):
    y, n = 0.5 * x, 0
    while abs(y * y - x) > 1e-13:
        y = 0.5 * (y + x / y)
        n += 1
        if n > 40:
            raise DivergedError(n, y)
    return y


def without_convergence(x):
    for _ in range(30):
        y = np.cos(x)
        if abs(y - x) < 1e-3:
            break
        x = y
    else:
        raise RuntimeError(f"no fixed point, but {x}")
    return x


def in_a_helper(x):
    def check(y, name):
        if not y > 0:
            raise ValueError(f"{name} must be positive, not {y}")
        return y

    return np.log(check(x, "x")) + check(x + 1, "y")


def in_a_match(x):
    n = int(x)
    match n:
        case 0 | 1:
            return x
        case 2:
            return x * x
        case _:
            raise ValueError(f"unknown: {n}")


def caught(x):
    try:
        if x < 0:
            raise ValueError("negative")  # noqa: TRY301
        y = np.sqrt(x)
    except ValueError:
        y = -x * 3
    return y


def dropped(x):
    y = x if x > 3 else 2 * x
    try:
        if x > 0:
            raise KeyError  # noqa: TRY301
    except Exception:  # noqa: BLE001
        y = y * y
    return y


def cleaned_up(x):
    log = np.zeros(2)
    try:
        if x < 0:
            raise ValueError(f"negative {x}")
        log[0] = x
    finally:
        log[1] = 1.0
    return np.sum(log)


def again(x):
    try:
        y = np.sqrt(x)
        if x < 0:
            raise KeyError("first")  # noqa: TRY301
    except KeyError:
        if x < -2:
            raise
        y = x
    return y


def from_another(x):
    try:
        if x < 0:
            raise KeyError("inner")  # noqa: TRY301
    except KeyError as error:
        raise ValueError("outer") from error
    return x * x


def in_rolled_rounds(x):
    u = np.zeros(60)
    u[0] = x
    for k in range(59):
        u[k + 1] = u[k] * 1.1 - 0.01
        if u[k + 1] > 100:
            raise OverflowError(f"round {k}: {u[k + 1]:.1f}")
    return np.sum(u)


def nothing_is_returned_of_it(x):
    if x < 0:
        raise ValueError(f"{x}")
    return 3.0


def of_either(x):
    if x > 0:
        raise KeyError("positive")
    raise ValueError("negative")


def in_an_expression(x):
    def fail(y):
        raise ValueError(f"{y}")

    return x * x if x > 0 else fail(x)


def first_of_two(x):
    if x < 1:
        raise ValueError("first")
    if x < 2:
        raise KeyError("second")
    return np.linalg.inv(np.array([[x - 3.0, 0.0], [0.0, 1.0]]))[0, 0]


def before_a_known_one(x):
    if x < 0:
        raise ValueError("first")
    if np.pi > 3:
        raise KeyError("second")
    return x


def before_a_loop_without_end(x):
    n = int(x)
    if n < 0:
        raise ValueError("negative")
    while n != 0:
        n -= 1
        x = x * 0.9
    return x


def of_a_condition(x):
    return ft.cond(x < 0, lambda x: negative(x), lambda x: asserts(x) * x, x)


def of_what_is_not_taken(x):
    def fail(x):
        raise ValueError(f"{x:.1f}")

    return ft.cond(x < 0, fail, lambda x: x * x, x)


def of_a_scan(x):
    def step(total, y):
        if total > 10:
            raise OverflowError(f"{total:.2f}")
        return total + y * y, total

    return ft.scan(step, x, x * np.ones(5))[0]


def of_a_scan_in_segments(x):
    def step(total, y):
        if total > 10:
            raise OverflowError(f"{total:.2f}")
        return total + y * y, total

    return ft.scan(step, x, x * np.ones(5), checkpoint=2)[0]


def of_a_while_loop(x):
    def step(pair):
        x, n = pair
        if n > 30:
            raise DivergedError(n, x)
        return np.sqrt(x + 1), n + 1

    return ft.while_loop(lambda pair: abs(pair[0] - 1.9) > 0.3, step, (x, 0))[0]


def of_a_map(x):
    return np.sum(ft.map(negative, x * np.array([1.0, 2.0])))


def of_a_batch(x):
    return np.sum(ft.vmap(negative)(np.array([1.0, x, 2 * x])))


def of_a_compiled_one(x):
    return ft.jit(negative)(x) * x


POINTS = (2.5, 0.3, -0.7, 5.0, -80.0, 12.0)
FUNCTIONS = [
    *(negative, otherwise, of_three, at_the_end, asserts, newton),
    *(without_convergence, in_a_helper, in_a_match, caught, dropped, cleaned_up, again),
    *(from_another, in_rolled_rounds, nothing_is_returned_of_it, of_either),
    *(in_an_expression, first_of_two, before_a_known_one, before_a_loop_without_end),
    *(of_a_condition, of_what_is_not_taken, of_a_scan, of_a_scan_in_segments),
    *(of_a_while_loop, of_a_map, of_a_batch, of_a_compiled_one),
]
