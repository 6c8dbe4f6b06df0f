"""Captured branches and loops: what is refused."""
# ruff: noqa: SIM108, RET503, PERF401, PLW0603, C416 - as users write

from __future__ import annotations

import itertools
import types

import numpy as np
import pytest

import functrace as ft

LOG: list[float] = []
COUNT = 0
TABLE = np.zeros(3)
tables = types.ModuleType("tables")
exec("COUNT = 0\ndef count():\n    global COUNT\n    COUNT += 1\n", vars(tables))


class Counter:
    def __init__(self):
        self.n = 0
        self.seen = set()


COUNTER = Counter()

# -- what is refused -----------------------------------------------------------------------


def bound_in_one_branch(x):
    if x > 0:
        y = x
    return y


def bound_in_a_loop_only(x):
    while x < 3:
        x = x * 2
        y = x
    return y


def other_shapes(x):
    return np.zeros(2) * x if x > 0 else np.zeros(3) * x


def returns_nothing(x):
    if x > 0:
        return x


def other_texts(x):
    kind = "a" if x > 0 else "b"
    return {"a": x, "b": -x}[kind]


def other_texts_in_variables(x):
    if x > 0:
        kind = "a"
    else:
        kind = "b"
    return {"a": x, "b": -x}[kind]


def appends_outside(x):
    if x > 0:
        LOG.append(x)
    return x


def appends_inside(x):
    out = []
    for i in range(3):
        if x > i:
            out.append(x)
    return sum(out)


def sets_outside(x):
    if x > 0:
        COUNTER.n = 1
    return x


def adds_to_a_set(x):
    seen = set()
    if x > 0:
        seen.add(1)
    return x * len(seen)


def sets_a_global(x):
    global COUNT
    if x > 0:
        COUNT += 1
    return x


def writes_outside(x):
    if x > 0:
        TABLE[0] = 1.0
    return x


def writes_outside_in_a_helper(x):
    return x if x < 0 else writes_and_gives(x)


def writes_and_gives(x):
    TABLE[1] = 2.0
    return x


def new_attribute(x):
    counter = Counter()
    if x > 0:
        counter.extra = x
    return x


def draws(x):
    rng = np.random.default_rng(0)
    return x * rng.normal() if x > 0 else x


def goes_on(x):
    numbers = iter([1.0, 2.0])
    y = next(numbers) if x > 0 else x
    return y + next(numbers)


def writes_to_one_of_two(x):
    a, b = np.zeros(2) + x, np.ones(2) * x
    c = a if x > 0 else b
    c[0] = 5.0
    return a.sum() + b.sum()


def writes_to_a_source(x):
    a, b = np.zeros(2) + x, np.ones(2) * x
    c = a if x > 0 else b
    a[0] = 5.0
    return c.sum()


def writes_to_a_view(x):
    u = np.arange(4.0) * x
    v = u[:2] if x > 0 else u[2:]
    v[0] = 7.0
    return u.sum()


def changes_one_of_two_lists(x):
    a, b = [x, 1.0], [2.0, x]
    c = a if x > 0 else b
    c[0] = 5.0
    return a[0] + b[0]


def alias_made_in_a_loop(x):
    u = np.zeros(2) + x
    v = np.ones(2)
    while x < 3:
        v = u
        x = x * 2
    v[0] = 9.0
    return u.sum() + v.sum()


def grows_in_a_loop(x):
    out = []
    while x < 3:
        x = x * 2
        out.append(x)
    return sum(out)


def shape_changes(x):
    v = np.ones(1) * x
    while np.sum(v) < 3:
        v = np.append(v, x)
    return v


def element_of_a_list(x):
    return [1.0, 2.0, 3.0][int(x)]


def generator(x):
    def parts():
        if x > 0:
            yield x
        yield 2 * x

    return sum(parts())


def filtered(x):
    return {y: 1 for y in (x, -x) if y > 0}


def looks_at_locals(x):
    if x > 0:
        return locals()["x"]
    return x


def lengths(x):
    return [i for i in range(int(x))]


# Changed in branches: what is neither a variable nor an element nor an attribute of one.


class Total:
    n = 0


def sets_a_class(x):
    if x > 0:
        Total.n += 1
    return x * Total.n


def sets_a_module(x):
    if x > 0:
        tables.COUNT = 1
    return x * tables.COUNT


def calls_what_sets_a_module(x):
    if x > 0:
        tables.count()
    return x


def changes_the_order(x):
    d = {"a": 1.0, "b": 2.0}
    if x > 0:
        d["a"] = d.pop("a")
    return x * list(d.values())[0]  # noqa: RUF015


def adds_keys_in_other_orders(x):
    d = {}
    if x > 0:
        d["a"], d["b"] = 1.0, 2.0
    else:
        d["b"], d["a"] = 1.0, 2.0
    return x * list(d.values())[0]  # noqa: RUF015


def appends_by_another_name(x):
    out = []
    note = out.append
    if x > 0:
        note(x)
    return x * len(out)


def goes_on_inside(x):
    items = map(float, [1, 2, 3])
    y = next(items) if x > 0 else 0.0
    return x * y + next(items)


def writes_objects(x):
    a = np.array([None, 1.0])
    if x > 0:
        a[1] = 2.0
    return x * a[1]


def writes_bytes(x):
    a = bytearray(2)
    if x > 0:
        a[1] = 2
    return x * a[1]


def draws_from_a_seed(x):
    np.random.seed(3)  # noqa: NPY002
    y = np.random.rand() if x > 0 else 0.0  # noqa: NPY002
    return x * y + np.random.rand()  # noqa: NPY002


def drops_any_error(x):
    try:
        y = 2 * x if x > 0 else x
    except Exception:  # noqa: BLE001
        y = 0.0
    return y


def is_one_of_two(x):
    a, b = Total(), Total()
    a.n = b.n = x
    c = a if x > 0 else b
    return 2 * x if c is a else x


def leaves_an_iterator(x):
    items = iter([0.0, 1.0, 2.0, 3.0])
    for item in items:
        if item > x:
            break
    return x * sum(items)


def leaves_what_an_iterator_is_in(x):
    items = iter([0.0, 1.0, 2.0, 3.0])
    for item, _ in zip(items, range(4)):  # noqa: B905
        if item > x:
            break
    return x * sum(items)


def endless(x):
    for step in itertools.cycle([1.0, 2.0]):
        x = x + step
        if x > 10:
            break
    return x


def swaps_what_has_names(x):
    a, b = np.zeros(2), np.ones(2)
    rows = [a, b]
    if x > 0:
        rows[0], rows[1] = rows[1], rows[0]
    rows[0][1] += 3
    return x * a[1] + b[1]


def writes_to_the_row_before(x):
    row, u, k = np.zeros(2), np.zeros((3, 2)), 0
    while k < x:
        row[1] = x
        row = u[k]
        k += 1
    return u


def writes_to_what_was_best(x):
    best, y, k = np.zeros(3), np.ones(3), 0
    while k < 3 * x:
        y[0] = x * k - y[0]
        if y[0] > best[0]:
            best = y
        k += 1
    return best


REFUSALS = [
    (writes_outside, ft.MutationError, r"an array float64\[3\] that is not traced"),
    (bound_in_one_branch, ft.ConcretizationError, "'y' is bound in one branch only"),
    (
        bound_in_a_loop_only,
        ft.ConcretizationError,
        "'y' has no value here: it is bound in a loop",
    ),
    (
        other_shapes,
        ft.ConcretizationError,
        r"another shape or dtype[\s\S]*float64\[2\] \| float64\[3\]",
    ),
    (returns_nothing, ft.ConcretizationError, r"the function returns[\s\S]*None"),
    (other_texts, ft.ConcretizationError, r"another structure[\s\S]*a \| b"),
    (other_texts_in_variables, ft.ConcretizationError, "'kind' has another structure"),
    (appends_outside, ft.MutationError, "the list 'LOG', whose length changes"),
    (appends_inside, ft.MutationError, "the list 'out', whose length changes"),
    (sets_outside, ft.MutationError, r"COUNTER\.n"),
    (adds_to_a_set, ft.MutationError, "the set 'seen'"),
    (sets_a_global, ft.MutationError, "the global variable 'COUNT'"),
    (
        writes_outside_in_a_helper,
        ft.MutationError,
        r"an array float64\[3\] that is not",
    ),
    (
        new_attribute,
        ft.ConcretizationError,
        "'counter.extra' is bound in one branch only",
    ),
    (draws, ft.MutationError, "a Generator, which random numbers are drawn from"),
    (goes_on, ft.MutationError, "the iterator 'numbers', which goes on"),
    (writes_to_one_of_two, ft.MutationError, "which one depends on a traced value"),
    (writes_to_a_source, ft.MutationError, "which one depends on a traced value"),
    (writes_to_a_view, ft.MutationError, "which one depends on a traced value"),
    (changes_one_of_two_lists, ft.MutationError, "which one depends on a traced value"),
    (alias_made_in_a_loop, ft.MutationError, "which one depends on a traced value"),
    (writes_to_the_row_before, ft.MutationError, "which one depends on a traced value"),
    (writes_to_what_was_best, ft.MutationError, "which one depends on a traced value"),
    (grows_in_a_loop, ft.MutationError, "the list 'out', whose length changes"),
    (shape_changes, ft.ConcretizationError, "'v' has no value here"),
    (
        element_of_a_list,
        ft.ConcretizationError,
        "an index of a value computed from 'x'",
    ),
    (generator, ft.ConcretizationError, "'parts' is a generator"),
    (filtered, ft.ConcretizationError, r"bool\(\) of a value computed from 'x'"),
    (looks_at_locals, ft.ConcretizationError, r"'looks_at_locals' calls locals\(\)"),
    (lengths, ft.ConcretizationError, "how long a range is"),
    (sets_a_class, ft.MutationError, r"Total\.n, an attribute of a class"),
    (sets_a_module, ft.MutationError, "of the module 'tables' the variable 'COUNT'"),
    (calls_what_sets_a_module, ft.MutationError, "the global variable 'COUNT'"),
    (changes_the_order, ft.MutationError, "the dict 'd', whose order changes"),
    (adds_keys_in_other_orders, ft.ConcretizationError, "the order of a dict's keys"),
    (appends_by_another_name, ft.MutationError, "whose length changes"),
    (goes_on_inside, ft.MutationError, "the iterator 'items', which goes on"),
    (writes_objects, ft.MutationError, "an array of objects"),
    (writes_bytes, ft.MutationError, "a bytearray"),
    (draws_from_a_seed, ft.MutationError, "random numbers are drawn from"),
    (drops_any_error, ft.ConcretizationError, "an except clause"),
    (is_one_of_two, ft.ConcretizationError, "whether two values are one object"),
    (leaves_an_iterator, ft.MutationError, "where an iterator is left"),
    (leaves_what_an_iterator_is_in, ft.MutationError, "where an iterator is left"),
    (swaps_what_has_names, ft.MutationError, "which one depends on a traced value"),
]


@pytest.mark.parametrize(
    ("function", "kind", "words"), REFUSALS, ids=[f.__name__ for f, *_ in REFUSALS]
)
def test_refused(function, kind, words):
    before = list(LOG), COUNT, TABLE.copy(), dict(vars(COUNTER))
    for transformed in (ft.jit(function), ft.jit(ft.grad(function))):
        with pytest.raises(kind, match=words) as caught:
            transformed(1.0)
        assert "test_captured_refusals.py:" in str(caught.value)
    assert (list(LOG), COUNT, dict(vars(COUNTER))) == (*before[:2], before[3])
    np.testing.assert_array_equal(TABLE, before[2])
    assert function.__code__.co_firstlineno > 1
    assert "_ft_" not in str(function.__code__.co_names + function.__code__.co_varnames)


@pytest.mark.slow
def test_what_may_never_end_is_refused():
    with pytest.raises(ft.ConcretizationError, match="an iterator that may never end"):
        ft.jit(endless)(1.0)
