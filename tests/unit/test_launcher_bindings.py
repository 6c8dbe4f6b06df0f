"""Launchers that hold as long as variables are bound as they were."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.core.binding import Binding
from tests import _launcher
from tests._launcher import VECTOR, slow

make = _launcher.make  # a fixture, found by its name
X = np.arange(3.0)


def _function(a=(1.0,), *, b=2.0):
    return a, b


def _other(a, *, b):
    return b, a


def _closure():
    variable = object()
    setting = {"inside": lambda: variable}

    def unbind():
        nonlocal variable
        del variable

    (cell,) = setting["inside"].__closure__
    return cell, unbind


CHANGES = {
    "rebound": lambda scope: scope.update(name=object()),
    "removed": lambda scope: scope.pop("name"),
    "cleared": lambda scope: scope.clear(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_items_of_dictionaries(make, change):
    value = object()
    scope = {str(i): i for i in range(5)} | {"name": value}
    copy = make([VECTOR], [VECTOR], slow=slow, bindings=[Binding(scope, "name", value)])
    for i in range(100):  # it may move in memory
        scope[f"more {i}"] = i
        np.testing.assert_array_equal(copy(X), X)
    CHANGES[change](scope)
    assert copy(X)[0] == "slow"
    scope["name"] = value
    np.testing.assert_array_equal(copy(X), X)


@pytest.mark.parametrize("name", ["__code__", "__defaults__", "__kwdefaults__"])
def test_what_functions_consist_of(make, monkeypatch, name):
    binding = Binding(_function, name, getattr(_function, name))
    copy = make([VECTOR], [VECTOR], slow=slow, bindings=[binding])
    np.testing.assert_array_equal(copy(X), X)
    monkeypatch.setattr(_function, name, getattr(_other, name))
    assert copy(X)[0] == "slow"


def test_a_function_that_is_being_changed(make):
    """By another thread, which has branches captured: its code is another one just now."""
    plain, other = _function.__code__, _other.__code__
    _function.__code__ = other.replace(co_name="rewritten")
    try:
        binding = Binding(_function, "__code__", plain)
        copy = make([VECTOR], [VECTOR], slow=slow, bindings=[binding])
        assert copy(X)[0] == "slow"
    finally:
        _function.__code__ = plain
    np.testing.assert_array_equal(copy(X), X)


def test_closure_variables(make):
    cell, unbind = _closure()
    value = cell.cell_contents
    binding = Binding(cell, "variable", value)
    copy = make([VECTOR], [VECTOR], slow=slow, bindings=[binding])
    np.testing.assert_array_equal(copy(X), X)
    cell.cell_contents = object()
    assert copy(X)[0] == "slow"
    cell.cell_contents = value
    np.testing.assert_array_equal(copy(X), X)
    unbind()
    assert copy(X)[0] == "slow"


def test_each_of_several(make):
    scopes = [{"name": object()} for _ in range(3)]
    bindings = [Binding(scope, "name", scope["name"]) for scope in scopes]
    copy = make([VECTOR, VECTOR], [VECTOR], slow=slow, bindings=bindings)
    np.testing.assert_array_equal(copy(X, X), X)
    for scope in scopes:
        before = scope["name"]
        scope["name"] = None
        assert copy(X, X)[0] == "slow"
        scope["name"] = before
        np.testing.assert_array_equal(copy(X, X), X)
