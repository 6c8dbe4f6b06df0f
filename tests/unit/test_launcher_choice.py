"""Which launcher is chosen: the native one where it works, one in Python elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.compiler.machine import native
from functrace.compiler.machine.linker import EngineLinker
from functrace.compiler.runtime import launcher as launchers
from functrace.compiler.runtime import layout as layouts
from functrace.compiler.runtime.launcher import make_launcher
from tests import _launcher
from tests._launcher import F64, VECTOR, copying, failed, same, slow

fresh_body = _launcher.fresh_body  # a fixture, found by its name


def kind_of_launcher(**options):
    return type(make_launcher(0, [F64], [F64], slow, failed, **options)).__name__


def test_native_launcher_is_the_usual_one(fresh_body):
    assert kind_of_launcher() == "builtin_function_or_method"
    assert kind_of_launcher(python_only=True) == "function"


@pytest.mark.parametrize("field", layouts.ObjectLayout._fields)
def test_unknown_layout_is_noticed(fresh_body, monkeypatch, field):
    class Shifted(layouts.ObjectLayout):
        def __new__(cls, *offsets):
            layout = layouts.ObjectLayout._make(offsets)
            return layout._replace(**{field: getattr(layout, field) + 8})

    monkeypatch.setattr(layouts, "ObjectLayout", Shifted)
    with pytest.warns(RuntimeWarning, match="arrays by itself here; each call"):
        assert kind_of_launcher() == "function"


def test_launcher_that_cannot_be_compiled(fresh_body, monkeypatch):
    monkeypatch.setattr(launchers.runtime, "text", lambda name: "no LLVM")
    with pytest.warns(RuntimeWarning, match="NativeError: .* parsing error$"):
        assert kind_of_launcher() == "function"


@pytest.mark.parametrize("choice", ["portable", "off"])
def test_python_launcher_is_chosen(fresh_body, monkeypatch, choice):
    monkeypatch.setenv("FUNCTRACE_NATIVE", choice)
    assert kind_of_launcher() == "function"


def test_native_launcher_from_the_older_linker(fresh_body, monkeypatch):
    monkeypatch.setattr(native, "usual_linker", EngineLinker)
    assert kind_of_launcher() == "builtin_function_or_method"
    code = copying([(0, 1, 24), (1, 0, 8)], 2)
    swap = make_launcher(
        code.address("program"),
        [VECTOR, F64],
        [F64, VECTOR],
        slow,
        failed,
        structure="tuple",
        keep=code,
    )
    number, vector = swap(np.arange(3.0), 2.5)
    assert same(number, np.float64(2.5))
    assert same(vector, np.arange(3.0))
    assert swap(1, 2) == ("slow", (1, 2), {})
