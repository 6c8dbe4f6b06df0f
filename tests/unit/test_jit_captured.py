"""What compiled functions take from outside: watched, and compiled anew where it changes."""

import copy
import os
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
from tests._traces import counted

X = np.array([0.5, 1.0, 2.0])

WEIGHTS = np.array([1.0, 2.0, 3.0])
SCALE = 2.0


def test_captured_arrays_that_change():
    w = X.copy()
    fast = ft.jit(lambda x: x * w + np.sum(2 * w))
    for k in range(3):
        w[1] = k
        for _ in range(2):
            np.testing.assert_array_equal(fast(X), X * w + np.sum(2 * w))
    assert "was changed in place" in fast.explain()


@pytest.mark.parametrize("size", [3, 5000, 200_001])
def test_captured_views_that_change(size):
    """Through an attribute of an object in a container: seen by what was recorded."""
    whole = np.ones(size)
    hidden = {"deep": [[[[whole]]]]}

    def get():
        return hidden["deep"][0][0][0][0]

    fast, traces = counted(lambda x: x * get()[1:3][::-1])
    for value in (1.0, 2.0, 3.0):
        get()[1] = value
        np.testing.assert_array_equal(fast(X[:2]), X[:2] * whole[1:3][::-1])
        np.testing.assert_array_equal(fast(X[:2]), X[:2] * whole[1:3][::-1])
    assert len(traces) == 3


def test_variables_that_are_bound_anew(monkeypatch):
    offset = 1.0

    def shift():
        return offset

    def f(x):
        return x * WEIGHTS * SCALE + shift()

    fast, traces = counted(f)
    module = globals()
    for name, value in [("SCALE", 3.0), ("SCALE", 3.0), ("WEIGHTS", X), ("SCALE", 2)]:
        monkeypatch.setitem(module, name, value)
        for _ in range(2):
            np.testing.assert_array_equal(fast(X), f(X))
    assert len(traces) == 3
    offset = 5.0
    np.testing.assert_array_equal(fast(X), f(X))
    explained = fast.explain()
    assert "global 'WEIGHTS' was bound to another value" in explained
    assert "closure variable 'offset' was bound to another value" in explained


@pytest.mark.parametrize("library", [ft.__file__, np.__path__[0], copy.__file__])
def test_scripts_beside_libraries_are_no_part_of_them(library):
    folder = Path(library).parent
    module = {"scale": 1.0}
    text = "def scaled(x): return x * scale\ndef f(x): return scaled(x)"
    exec(compile(text, f"{folder}_scripts{os.sep}model.py", "exec"), module)
    fast = ft.jit(module["f"])
    for module["scale"] in (2.0, 3.0):
        np.testing.assert_array_equal(fast(X), X * module["scale"])


def test_containers_that_change():
    params = {"w": X, "layers": [1.0, 2.0]}
    fast = ft.jit(lambda x: x @ params["w"] + sum(params["layers"]))
    changes = [
        lambda: None,
        lambda: params.update(w=-X),
        lambda: params["layers"].append(3.0),
        lambda: params["layers"].__setitem__(0, 5.0),
    ]
    for change in changes:
        change()
        for _ in range(2):
            assert fast(X) == X @ params["w"] + sum(params["layers"])


def test_default_values_that_change():
    default = X.copy()

    def f(x, w=default):
        return x * w

    fast = ft.jit(f)
    np.testing.assert_array_equal(fast(X), X * X)
    default[0] = 9
    np.testing.assert_array_equal(fast(X), X * default)


def test_read_only_arrays_are_not_watched():
    w = X.copy()
    w.flags.writeable = False
    fast = ft.jit(lambda x: x * w)
    fast(X)
    (entry,) = fast._entries.values()
    assert not any("changed in place" in words for words in entry.watch.checks.words)


def test_arrays_made_in_the_function_are_not_watched():
    def f(x):
        buffer = np.zeros(3)
        buffer[1] = 2.0
        return x * np.arange(3.0) + buffer

    fast = ft.jit(f)
    for _ in range(2):
        np.testing.assert_array_equal(fast(X), f(X))
    (entry,) = fast._entries.values()
    assert not entry.watch


def test_side_effects_happen_when_it_is_compiled():
    seen = []
    state = {"calls": 0}

    @ft.jit
    def f(x):
        seen.append(x.shape)
        state["calls"] += 1
        return 2 * x

    for x in (X, X, X[:2], X, X[:2]):
        np.testing.assert_array_equal(f(x), 2 * x)
    assert seen == [(3,), (2,)]
    assert state["calls"] == 2
