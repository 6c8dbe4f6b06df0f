"""What compiled functions take from outside: watched, and compiled anew where it changes."""

import copy
import os
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.guard import Captures, Snapshot
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


def test_copies_of_values_in_between_are_given_back():
    dead = []

    def scaled(x):
        for k in range(3):
            between = np.arange(3.0) + k
            x = x * between
            dead.append(weakref.ref(between))
            del between
        assert all(each() is None for each in dead)
        return x

    fast = ft.jit(scaled)
    expected = X * np.arange(3.0) * np.arange(1.0, 4.0) * np.arange(2.0, 5.0)
    np.testing.assert_array_equal(fast(X), expected)


def test_a_view_that_is_no_more_of_an_array_that_changes():
    held = {"w": np.arange(6.0)}

    class Views:
        def __call__(self):
            return held["w"][::2]

    views = Views()
    fast = ft.jit(lambda x: x * views())
    np.testing.assert_array_equal(fast(X), X * [0, 2, 4])
    held["w"][2] = 7.0
    np.testing.assert_array_equal(fast(X), X * [0, 7, 4])


def test_an_array_that_was_copied_before_is_not_copied_again():
    w = np.arange(6.0)
    for array in (w, w[1:]):
        snapshot = Snapshot(array)
        captures = Captures([snapshot])
        assert captures.copy(array) is snapshot.copy
        assert captures.copy(array) is snapshot.copy
        array[2] = -1.0
        copy = captures.copy(array)
        assert copy is not snapshot.copy
        np.testing.assert_array_equal(copy, array)
        assert [each.holds() for each in captures.snapshots()] == [False, True]
        array[2] = 3.0


SIZE = 1 << 15  # numbers: so many bytes are no longer few


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.int32])
def test_large_indices_are_kept_in_half_of_the_memory(dtype: Any):
    places = np.arange(SIZE, dtype=dtype)[::-1].copy()
    fast = ft.jit(lambda x: x[places] * 2.0)
    x = np.linspace(0.0, 1.0, SIZE)
    np.testing.assert_array_equal(fast(x), x[::-1] * 2.0)
    (constant,) = (
        x
        for node in ft.make_graph(lambda x: x[places])(x).nodes
        for x in node.inputs
        if isinstance(x, np.ndarray)
    )
    assert constant.dtype in (np.int32, dtype)
    snapshot = Snapshot(places)
    assert snapshot.index.dtype == np.int32
    assert snapshot.holds()
    places[5] = 7
    assert not snapshot.holds()
    np.testing.assert_array_equal(fast(x), x[places] * 2.0)


@pytest.mark.parametrize("value", [-(2**31) - 1, 2**31, -1])
def test_large_indices_with_values_of_any_size(value: int):
    array = np.arange(SIZE)
    array[3] = value
    snapshot = Snapshot(array)
    assert snapshot.index.dtype == (np.int32 if value == -1 else np.int64)
    assert snapshot.holds()
    np.testing.assert_array_equal(snapshot.copy, array)
    assert snapshot.copy.dtype == np.int64
    array[3] += 2**32
    assert not snapshot.holds()


def test_large_indices_are_numbers_too():
    places = np.arange(SIZE).reshape(-1, 2)[:, ::-1]
    x = np.linspace(0.0, 1.0, SIZE)
    fast = ft.jit(lambda x: x[places] * places + (places // 2**20))
    np.testing.assert_array_equal(fast(x), x[places] * places)
    fast = ft.jit(lambda x: (places * 2**40)[0] + x[places[0]])
    np.testing.assert_array_equal(fast(x), (places * 2**40)[0] + x[places[0]])
    added = ft.jit(lambda x: np.zeros(SIZE) + x[places].sum() * (places[-1, 0] > 0))
    np.testing.assert_allclose(added(x), np.full(SIZE, x.sum()))


def test_names_of_other_kinds_are_watched():
    names = np.array(["a", "b", "a"])
    fast = ft.jit(lambda x: x * (names == "a"))
    np.testing.assert_array_equal(fast(X), X * [1, 0, 1])
    names[1] = "a"
    np.testing.assert_array_equal(fast(X), X)


def test_what_is_copied_of_a_view_of_a_constant_is_one():
    def pulled(z):
        ends = np.stack([z[0], z[1]])
        steps = np.concatenate([z[1:] - z[:-1], ends])
        return np.sum(np.linspace(1, 2, steps.size) * steps) + np.sum(z**3)

    graph = ft.make_graph(ft.grad(pulled))(ft.Aval((10,), np.dtype(float)))
    assert "getitem" not in [node.name for node in graph.nodes]
    z = np.linspace(0.0, 1.0, 10)
    np.testing.assert_allclose(graph(z), ft.grad(pulled)(z), rtol=1e-14)
