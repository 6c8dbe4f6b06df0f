"""Returns within ``try`` and ``with``, and ``:=`` in parts of tests, on traced values."""

from __future__ import annotations

import linecache
import sys
import warnings
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import functrace as ft

POINTS = np.array([1.0, -3.0, 20.0, 0.2, 1.7, 4.1])


def finally_between(x):
    try:
        if x > 0:
            return x * 2
        y = x - 1
    finally:
        z = 1.0
    return y * y + z


def handlers_and_else(x):
    try:
        if x > 0:
            if x > 5:
                return x * 2
            y = np.stack([x, x])
        else:
            y = np.array([x * 3, x])
        w = y[0]
    except ValueError:
        return 0.0
    else:
        k = w * 2
    return y[1] * w + k


def in_with_and_loop(x):
    with np.errstate(all="ignore"):
        for i in range(4):
            if x > 5:
                return x * x + i
            x = x * 1.5
            q = x
        y = q + 1
    return y * x


def in_try_in_loop(x):
    n = 0
    while n < 6:
        n += 1
        try:
            if x > 5:
                return x * n
            y = x * 2
        finally:
            x = x + 0.5
        x = y + 0.01 * x * x
    return x


def returns_by_loop_with_else(x):
    for k in range(4):
        if x > 5:
            return x * k
        x = x * 2 - 0.01 * x * x
    else:  # noqa: PLW0120
        y = x + 1
    return y * 3


def other_structures(x):
    y = "nothing yet"
    try:
        if x > 5:
            return x * x
        if x < 0:  # noqa: SIM108
            y = [x, x * 3]
        else:
            y = [x * x, x]
    finally:
        done = 1.0
    return y[0] * y[1] + done


def read_by_a_closure(x):
    def later():
        return y

    y = 3.0
    try:
        if x > 5:
            return later() * x
        y = x * 2
    finally:
        pass
    return y * later()


def read_in_finally(x):
    y, seen = 3.0, []
    try:
        if x > 5:
            return y * x
        y = x * 2
    finally:
        seen.append(y)
    return seen[0] * x


def _raises():
    raise ValueError


class RaisesAtItsEnd:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        raise KeyError


def finally_raises(x):
    if x > 3:
        x = x - 1
    try:
        try:
            if x > 0:
                return x * 2
        finally:
            _raises()
    except ValueError:
        x = x + 3
    return x * x


def finally_raises_in_a_loop(x):
    if x > 3:
        x = x - 1
    for _ in range(3):
        try:
            try:
                if x > 0:
                    break
                x = x * 0.5
            finally:
                raise KeyError
        except KeyError:
            x = x + 3
    return x * x


def with_raises(x):
    if x > 3:
        x = x - 1
    with suppress(KeyError):  # noqa: SIM117
        with RaisesAtItsEnd():
            if x > 0:
                return x * 2
            x = x + 1
    return x * x


def one_of_two_withs_raises(x):
    if x > 3:
        x = x - 1
    with suppress(KeyError), RaisesAtItsEnd():
        if x > 0:
            return x * 2
        x = x + 1
    return x * x


def bound_in_and(x):
    if x > 0 and (y := x * 2) > 3:
        return y * y
    return x


def bound_in_parts(x):
    if x > 0 and (y := x * 2) > 3 and (z := np.sin(y)) > 0:
        r = y * z
    elif x < -2 or (w := x + 5) < 4:
        r = x * 3
    else:
        r = w * w
    return r


def bound_under_not(x):
    if not (x > 0 and (y := x * 2) > 3):
        return x
    return y * y


def bound_in_while(x):
    n = 0
    while n < 20 and (r := x * 0.7) > 0.1:
        x = r + 0.01 * r * r
        n += 1
        if r > 30:
            break
    else:
        x = x * x + 1
    return x


def bound_in_choice(x):
    return y * 2 if x > 0 and (y := x * x) > 1 else x - 1


def bound_in_comprehensions(x):
    xs = [x, x * 2, -x]
    ys = [v * k if k > 0 and (v := k * 1.5) > 2 else k * k for k in xs]
    return sum(ys) + sum(w * k for k in xs if k > 0 and (w := k * 1.5) > 2)


def bound_before(x):
    y = 1.0
    t = x > 0 or (y := x * x) > 4
    return y * x + (1.0 if t else 2.0)


def bound_in_a_chain(x):
    if 0 < (y := x * x) < 4 < (z := y * y + 1.0):
        x = x + z
    return x + y


def bound_in_values(x):
    value = (p := x * 2) if x > 0 else (p := -x)
    return value * p


class Method:
    def __init__(self, x):
        self.x = x

    def run(self, k):
        chosen = lambda q: m if q > k and (m := q * self.x) > 2 else q  # noqa: E731
        return chosen(self.x)


def bound_in_a_method(x):
    return Method(x).run(1.0)


def bound_in_rounds(x):
    for k in range(4):
        if x > k and (c := x * k - k * k) > 0.5:
            x = x - c * 0.3
        if x < 0 or not (d := x - 1) < 2:
            break
        x = x + d * 0.1
    return x


bound_in_lambda = lambda x: y * x if x > 0 and (y := x * x) > 1 else -x  # noqa: E731

WORKING = [
    *(finally_between, handlers_and_else, in_with_and_loop, in_try_in_loop),
    *(returns_by_loop_with_else, other_structures, read_by_a_closure),
    *(finally_raises, finally_raises_in_a_loop, with_raises, one_of_two_withs_raises),
    *(bound_in_and, bound_in_parts, bound_under_not, bound_in_while, bound_in_choice),
    *(bound_in_lambda, bound_in_comprehensions, bound_before, bound_in_a_chain),
    *(bound_in_values, bound_in_a_method, bound_in_rounds, read_in_finally),
]


@pytest.mark.parametrize("function", WORKING, ids=lambda f: f.__name__)
def test_works(function):
    slope, curvature = ft.grad(function), ft.grad(ft.grad(function))
    compiled, batched = ft.jit(function), ft.jit(ft.vmap(ft.grad(function)))
    curved = ft.jit(ft.vmap(ft.hessian(function)))
    wanted = [float(function(x)) for x in POINTS]
    np.testing.assert_allclose([compiled(x) for x in POINTS], wanted, 1e-13)
    np.testing.assert_allclose(ft.vmap(function)(POINTS), wanted, 1e-13)
    np.testing.assert_allclose(batched(POINTS), [slope(x) for x in POINTS], 1e-12)
    found, second = curved(POINTS), [curvature(x) for x in POINTS]
    np.testing.assert_allclose(found, second, 1e-11, 1e-13)


WARNED_OF = r"""
def breaks_in_finally(x):
    if x > 3:
        x = x - 1
    for _ in range(3):
        try:
            if x > 0:
                return x * 2
        finally:
            break
    return x * 10


def returns_in_finally(x):
    if x > 3:
        x = x - 1
    try:
        x = x * 2
    finally:
        return x * 5


def warned_of(x):
    "\d"

    def five():
        try:
            return 4
        finally:
            return 5

    if x > 0:
        x = x * five()
    return x
"""


def typed_in(text):
    """What a text defines, of which Python warns as it is compiled."""
    name = str(Path("typed_in") / "test_captured_blocks.py")
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    scope = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, name, "exec", dont_inherit=True), scope)
    return scope


WARNED = typed_in(WARNED_OF)


def used_where_unbound(x):
    if x > 0 and (y := x * 2) > 3:
        x = x + y
    return x + y


def raised_after_a_return(x):
    y = 1.0
    try:
        try:
            if x > 0:
                return x
            y = np.array([x, x])
        finally:
            if x > 1:
                raise ValueError
    except ValueError:
        pass
    return np.sum(y * 2)


REFUSED = [
    (WARNED["breaks_in_finally"], "leaves a `finally`"),
    (WARNED["returns_in_finally"], "leaves a `finally`"),
    (used_where_unbound, "'y' is bound in one branch only"),
    (raised_after_a_return, "'y' has another shape or dtype in each branch"),
]


@pytest.mark.parametrize(("function", "words"), REFUSED, ids=lambda p: str(p)[:20])
def test_refused(function, words):
    with pytest.raises(ft.ConcretizationError, match=words) as caught:
        ft.jit(function)(0.5)
    assert "test_captured_blocks.py:" in str(caught.value)


def test_what_python_warned_of_is_captured_where_warnings_are_errors():
    function = WARNED["warned_of"]
    assert (ft.jit(function)(2.0), ft.jit(ft.grad(function))(2.0)) == (10, 5)


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are evaluated")
def test_annotations_that_are_not_defined():
    function = typed_in("def function(x: Later) -> Later:\n    return x * 2\n")[
        "function"
    ]
    assert ft.grad(function)(1.0) == ft.jit(ft.grad(function, argnums="x"))(1.0) == 2
    with_rule = ft.custom_vjp(function)
    with_rule.defvjp(lambda x: (x, None), lambda _, g: (3 * g,))
    assert ft.grad(with_rule)(1.0) == 3
