"""Ways to lose a gradient, one function each; `# here` marks where it is lost."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.special as sc

import functrace as ft


class Lost(NamedTuple):
    name: str
    function: Callable[..., Any]
    x: Any
    status: str
    reason: str

    @property
    def line(self) -> int | None:
        """The marked line; None if there is none, as no operation is to blame."""
        lines, first = inspect.getsourcelines(self.function)
        marked = [k for k, text in enumerate(lines) if "# here" in text]
        return first + marked[0] if marked else None


CASES: list[Lost] = []
TABLE = np.arange(5.0)


def lost(name, x, status, reason):
    def add(function):
        CASES.append(Lost(name, function, x, status, reason))
        return function

    return add


# -- paths that end --------------------------------------------------------------------


@lost("`stop_gradient`", 0.5, "disconnected", "was asked for")
def _(x):
    return ft.stop_gradient(x) * 2  # here


@lost("`floor`", 0.5, "disconnected", "constant between steps")
def _(x):
    y = 3 * x
    return np.floor(y)  # here


@lost("`ceil`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.ceil(x)  # here


@lost("`round`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.round(x, 1)  # here


@lost("`rint`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.rint(x)  # here


@lost("`trunc`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.trunc(x)  # here


@lost("`x // 1`", 2.5, "disconnected", "constant between steps")
def _(x):
    return x // 1  # here


@lost("`divmod(x, 1)[0]`", 2.5, "disconnected", "constant between steps")
def _(x):
    whole, _ = divmod(x, 1)  # here
    return whole


@lost("`sign`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.sign(x)  # here


@lost("`astype(int)`", 2.5, "disconnected", "converted to int64")
def _(x):
    n = x.astype(int)  # here
    return 2.0 * n


@lost("`asarray(x, dtype=int)`", np.array([2.5]), "disconnected", "converted to int64")
def _(x):
    n = np.asarray(x, dtype=int)  # here
    return np.sum(2.0 * n)


@lost("a comparison as a number", 0.5, "disconnected", "a comparison")
def _(x):
    return 1.0 * (x > 0)  # here


@lost("`any`", np.ones(2), "disconnected", "a comparison")
def _(x):
    return 1.0 * np.any(x > 0)  # here


@lost("`count_nonzero`", np.ones(2), "disconnected", "a comparison")
def _(x):
    return 1.0 * np.count_nonzero(x)  # here


@lost("`isnan`", 0.5, "disconnected", "truth values")
def _(x):
    return 1.0 * np.isnan(x)  # here


@lost("`argmax`", np.array([1.0, 3.0]), "disconnected", "positions")
def _(x):
    best = np.argmax(x)  # here
    return 2.0 * best


@lost("`argsort`", np.array([1.0, 3.0]), "disconnected", "positions")
def _(x):
    order = np.argsort(x)  # here
    return np.sum(order * TABLE[:2])


@lost("`searchsorted`", 2.5, "disconnected", "positions")
def _(x):
    place = np.searchsorted(TABLE, x)  # here
    return 2.0 * place


@lost("`heaviside`", 0.5, "disconnected", "constant between steps")
def _(x):
    return np.heaviside(x, 0.5)  # here


@lost("a computed index", 2.5, "disconnected", "converted to int64")
def _(x):
    i = np.asarray(x).astype(int)  # here
    return ft.numpy.array(TABLE)[i]


@lost("a rounded value in a loop", np.ones(3), "zero", "constant between steps")
def _(x):
    def step(total, v):
        return total + np.floor(v), v  # here

    return ft.scan(step, 0.0, x)[0]


@lost("a condition of `where`", 0.5, "disconnected", "a comparison")
def _(x):
    return np.where(x > 0, 1.0, 2.0)  # here


@lost("a condition of `cond`", 0.5, "disconnected", "a comparison")
def _(x):
    positive = x > 0  # here
    return ft.cond(positive, lambda: 1.0, lambda: 2.0)


@lost("a condition of `while_loop`", 3.5, "zero", "a comparison")
def _(x):
    return ft.while_loop(lambda n: n < x, lambda n: n + 1.0, 0.0)  # here


@lost("rounding in a compiled function", 0.5, "disconnected", "constant between steps")
def _(x):
    @ft.jit
    def inner(v):
        return np.floor(v) * 2  # here

    return inner(x)


# -- what reaches nothing ----------------------------------------------------------------


@lost("an argument that nothing uses", 0.5, "unused", "no operation takes it")
def _(x):
    return 2.0


@lost("a result that is dropped", 0.5, "unused", "sin: its result is not used")
def _(x):
    np.sin(x)  # here
    return 2.0


@lost("a branch in Python", 0.5, "unused", "greater: its result is not used")
def _(x):
    if x > 0:  # here
        return 2.0
    return 3.0


@lost("`int(x)`", 2.5, "unused", "as int() or bool() of it, it is a constant")
def _(x):
    return 2.0 * int(x)


@lost("`bool(x)`", 2.5, "unused", "as int() or bool() of it, it is a constant")
def _(x):
    return 1.0 if x else 0.0


@lost("its shape only", np.ones(3), "unused", "no operation takes it")
def _(x):
    return 2.0 * len(x)


# -- derivatives that are zero -------------------------------------------------------------


@lost("a factor of zero", 0.5, "zero", "the other factor is zero")
def _(x):
    return 0.0 * x  # here


@lost("a mask that is false", 0.5, "zero", "the other factor is zero")
def _(x):
    return x * (x > 1)  # here


@lost("a product with zeros", np.ones(2), "zero", "factor is zero")
def _(x):
    return x @ np.zeros(2)  # here


@lost("`where` that takes the other", 0.5, "zero", "the other branch is taken")
def _(x):
    return np.where(x > 1, x, 2.0)  # here


@lost("`maximum` of something larger", 0.5, "zero", "larger everywhere")
def _(x):
    return np.maximum(x, 1.0)  # here


@lost("`minimum` of something smaller", 0.5, "zero", "smaller everywhere")
def _(x):
    return np.minimum(x, -1.0)  # here


@lost("`clip`", 3.0, "zero", "everywhere")
def _(x):
    return np.clip(x, 0.0, 1.0)  # here


@lost("`max` of others", np.array([1.0]), "zero", "other parts of it")
def _(x):
    both = np.concatenate([x, [5.0]])  # here
    return np.max(both)


@lost("`cond` that takes the other", 0.5, "zero", "another branch is taken")
def _(x):
    return ft.cond(x > 1, lambda: x, lambda: 2.0)  # here


@lost("`x**0`", 0.5, "zero", "base or exponent")
def _(x):
    return x**0.0  # here


@lost("`x**2` at zero", 0.0, "zero", "base or exponent")
def _(x):
    return x**2  # here


@lost("`abs` at zero", 0.0, "zero", "its operand is zero")
def _(x):
    return np.abs(x)  # here


@lost("a maximum or minimum of the function", 0.0, "zero", "its slope is zero")
def _(x):
    return np.cos(x)  # here


@lost("`tanh`, saturated", 50.0, "zero", "saturated")
def _(x):
    return np.tanh(x)  # here


@lost("`exp`, underflown", -1000.0, "zero", "saturated")
def _(x):
    return np.exp(x)  # here


@lost("`expit`, saturated", 800.0, "zero", "saturated")
def _(x):
    return sc.expit(x)  # here


@lost("`erf`, saturated", 30.0, "zero", "saturated")
def _(x):
    return sc.erf(x)  # here


@lost("division by an infinity", 0.5, "zero", "one over the divisor, is zero")
def _(x):
    return x / np.inf  # here


@lost("factors that underflow", 0.5, "zero", "the other factor")
def _(x):
    small = 1e-200 * x  # here
    return 1e-200 * small


@lost("elements that are written over", np.ones(2), "zero", "written over")
def _(x):
    y = 3.0 * x
    y[0] = 1.0  # here
    y[1] = 1.0
    return np.sum(y)


@lost(
    "a whole array that is written over", np.ones(2), "unused", "its result is not used"
)
def _(x):
    y = 3.0 * x  # here
    y[:] = 1.0
    return np.sum(y)


@lost("elements that nobody reads", np.ones(2), "zero", "other parts of it")
def _(x):
    y = np.concatenate([x, TABLE])  # here
    return y[3]


@lost("the real part of what is imaginary", 0.5, "zero", "are imaginary")
def _(x):
    z = 1j * x
    return z.real


@lost("contributions that cancel", 0.5, "zero", "cancel")
def _(x):
    return x - x
