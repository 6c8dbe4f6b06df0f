"""State that compiled functions reach by other ways than variables, objects and arrays."""

import collections
import copy
import gc
import sys
import types
import weakref
from contextvars import ContextVar

import numpy as np
import pytest
import scipy.sparse
from scipy.sparse.linalg import splu

import functrace as ft
from tests._state import assert_follows

# ruff: noqa: PLC0415 - as users write


@pytest.fixture
def settings(monkeypatch):
    """A module of the user's, which somebody has imported."""
    made = types.ModuleType("settings_of_a_test")
    made.inner = types.ModuleType("settings_of_a_test.inner")
    made.rate, made.inner.rate = 2.0, 3.0
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setitem(sys.modules, made.inner.__name__, made.inner)
    return made


def module(x):
    import settings_of_a_test

    return x * settings_of_a_test.rate


def part_of_a_module(x):
    from settings_of_a_test import rate as own

    return x * own


def module_within(x):
    import settings_of_a_test.inner as own

    def scaled(x):
        return x * own.rate

    return scaled(x)


@pytest.mark.parametrize("function", [module, part_of_a_module, module_within])
def test_modules_that_a_function_imports(settings, function):
    def change(value):
        settings.rate = settings.inner.rate = value

    assert_follows(function, lambda: change(4.0), lambda: change(5.0))


def test_modules_that_are_imported_beside_it(settings):
    scope = {"__package__": settings.__name__}
    exec("def f(x):\n    from .inner import rate\n    return x * rate\n", scope)

    def change():
        settings.inner.rate = 7.0

    assert_follows(scope["f"], change)


def test_attributes_of_functions():
    def helper(x):
        return x * helper.rate

    def calling(x):
        return helper(x) + calling.shift

    helper.rate, calling.shift, helper.calls = 2.0, 1.0, 0
    assert_follows(
        calling,
        lambda: setattr(helper, "rate", 3.0),
        lambda: setattr(calling, "shift", 4.0),
    )
    assert_follows(calling, lambda: setattr(helper, "calls", 1), traces=1)


def test_context_variables():
    rate = ContextVar("rate")
    rate.set([2.0])
    assert_follows(
        lambda x: x * rate.get()[0],
        lambda: rate.get().__setitem__(0, 3.0),
        lambda: rate.set([4.0]),
    )
    absent = ContextVar("absent")
    assert_follows(lambda x: x * absent.get(2.0), lambda: absent.set(5.0))


def test_what_is_referred_to_weakly():
    class Settings:
        rate = 2.0

    kept = Settings()
    reference = weakref.ref(kept)
    compiled = ft.jit(lambda x: x * reference().rate)
    assert compiled(1.0) == 2
    kept.rate = 3.0
    assert compiled(1.0) == 3
    del kept
    gc.collect()
    with pytest.raises(AttributeError):
        compiled(1.0)


def test_properties_of_classes():
    class Kind(type):
        @property
        def rate(cls):
            return cls.own * 2

    class Settings(metaclass=Kind):
        own = 2.0

    assert_follows(lambda x: x * Settings.rate, lambda: setattr(Settings, "own", 3.0))


ASKING = {
    "globals": "def f(x):\n    return x * globals()['ra' + 'te']",
    "eval": "def f(x):\n    return eval('x * ra' + 'te')",
    "exec": "def f(x):\n    own = {'x': x}\n    exec('y = x * rate', globals(), own)\n"
    "    return own['y']",
}


@pytest.mark.parametrize("text", ASKING.values(), ids=ASKING.keys())
def test_globals_by_computed_names(text):
    scope = {"rate": 2.0}
    exec(text, scope)
    assert_follows(scope["f"], lambda: scope.update(rate=3.0))


def test_a_method_of_that_name_asks_for_nothing():
    class Network:
        def eval(self, x):
            return 2 * x

    scope = {"net": Network(), "counter": 0}
    exec("def f(x):\n    return net.eval(x)\n", scope)
    assert_follows(scope["f"], lambda: scope.update(counter=1), traces=1)


def of_a_table(frame, x):
    return x * frame["a"].to_numpy()


def of_a_copy(array, x):
    return copy.copy(array) @ x


def of_flags(array, x):
    array.sum_duplicates()
    return array @ x


def of_factors(array, x):
    return splu(array).solve(x)


def a_column(frame):
    frame["a"] = frame["a"] * 2.0


def the_entries(array):
    array.data = array.data * 2.0


def a_table():
    return pytest.importorskip("pandas").DataFrame(
        {"a": [1.0, 2.0, 3.0], "b": range(3)}
    )


def an_array():
    return scipy.sparse.diags_array([1.0, 2.0, 4.0]).tocsc()


@pytest.mark.parametrize(
    ("make", "function", "change"),
    [
        (a_table, of_a_table, a_column),
        (an_array, of_a_copy, the_entries),
        (an_array, of_flags, the_entries),
        (an_array, of_factors, the_entries),
    ],
)
def test_objects_of_libraries_that_compute_more_of_themselves(make, function, change):
    """When they are used for the first time, while the function is compiled."""
    held, x = make(), np.arange(1.0, 4.0)
    fast = ft.jit(lambda x: function(held, x))
    fast(x)
    for _ in range(2):
        change(held)
        np.testing.assert_allclose(fast(x), function(held, x), rtol=1e-12)
    known = len(fast._history)
    fast(x)
    assert len(fast._history) == known <= 3


def with_a_default(options, x):
    return x * options.setdefault("rate", 2.0)


def of_a_default(rates, x):
    return x * rates["rate"]


def remembered(table, x):
    if 3 not in table:
        table[3] = np.arange(3.0)
    return x * table[3]


def logged(lines, x):
    lines.append("called")
    return x if lines[0] == "called" else -x


def put(key, value):
    return lambda container: container.__setitem__(key, value)


@pytest.mark.parametrize(
    ("make", "function", "change"),
    [
        (lambda: {"a": 1.0}, with_a_default, put("rate", 5.0)),
        (lambda: collections.defaultdict(lambda: 3.0), of_a_default, put("rate", 5.0)),
        (dict, remembered, put(3, np.ones(3))),
        (list, logged, put(0, "changed")),
    ],
)
def test_containers_that_a_function_adds_to(make, function, change):
    held, other, x = make(), make(), np.arange(1.0, 4.0)
    fast = ft.jit(lambda x: function(held, x))
    for do in (lambda container: None, change):
        do(held)
        if len(other):
            do(other)
        for _ in range(2):
            np.testing.assert_array_equal(fast(x), function(other, x))
    assert len(fast._history) <= 3


def test_what_a_function_adds_elsewhere_is_no_change():
    table, x = {}, np.arange(1.0, 4.0)
    fast = ft.jit(lambda x: remembered(table, x))
    for key in range(4, 8):
        np.testing.assert_array_equal(fast(x), x * [0, 1, 2])
        table[key] = np.zeros(key)
    assert len(fast._history) == 1
