"""How operations are recorded: one state, which one context manager changes."""

import asyncio
import re
import threading
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
from functrace.core.recording import OUTSIDE, ambient, outside, recording, recording_all
from functrace.core.refusals import latest_refusal
from functrace.core.tracer import Tracer

X = np.array([0.5, 1.0, 2.0])


def test_a_change_lasts_as_long_as_its_context():
    assert ambient.get() is OUTSIDE
    with recording(tracing=True) as one:
        assert ambient.get() is one
        assert (one.tracing, one.outside, one.usual) == (True, False, True)
        with recording(complete=True, sources=True) as two:
            assert (two.tracing, two.complete, two.sources) == (True, True, True)
            assert not two.usual
            with outside() as three:
                assert (three.outside, three.usual) == (True, True)
            with recording_all() as four:
                assert (four.tracing, four.complete, four.sources) == (True,) * 3
        assert ambient.get() is one
        with pytest.raises(ZeroDivisionError), recording(complete=True):
            1 / 0  # noqa: B018
        assert ambient.get() is one
    assert ambient.get() is OUTSIDE


def test_states_are_frozen():
    with recording(tracing=True) as state, pytest.raises(AttributeError, match="alone"):
        state.tracing = False
    with pytest.raises(AttributeError):
        OUTSIDE.other = 1
    with pytest.raises(AttributeError):
        recording(unknown=True).__enter__()
    assert ambient.get() is OUTSIDE


def test_what_is_noted_stays_noted_where_other_things_change():
    handles = []
    with recording(handles=handles.append), recording(tracing=True), outside():
        assert ambient.get().handles is not None
    assert ambient.get().handles is None


def test_other_threads_and_tasks_are_outside():
    seen = []

    def function(x):
        thread = threading.Thread(target=lambda: seen.append(ambient.get()))
        thread.start()
        thread.join()
        seen.append(ambient.get().tracing)
        return np.sum(x)

    async def both():
        await asyncio.gather(*[asyncio.to_thread(ft.grad(function), X) for _ in "ab"])

    asyncio.run(both())
    assert [s for s in seen if s is not True] == [OUTSIDE] * 2
    assert ambient.get() is OUTSIDE


def test_refusals_are_those_of_the_thread():
    seen = []

    def function(x):
        with pytest.raises(ft.ConcretizationError):
            x[0].item()
        seen.append(latest_refusal().text)
        thread = threading.Thread(target=lambda: seen.append(latest_refusal()))
        thread.start()
        thread.join()
        return np.sum(x)

    ft.grad(function)(X)
    assert "would drop its gradient" in seen[0]
    assert seen[1] is None


def test_a_value_that_outlived_its_trace_is_refused_while_anomalies_are_looked_for():
    left = []
    ft.grad(lambda x: (left.append(x), np.sum(x))[1])(X)
    with (
        ft.detect_anomaly(),
        pytest.raises(ft.LeakedTracerError, match="was used after"),
    ):
        ft.grad(lambda y: np.sum(y * left[0]))(X)
    with ft.detect_anomaly():
        xp = Tracer(None, X.copy()).__array_namespace__()
        assert type(xp.zeros(2)) is np.ndarray


def test_nothing_else_is_ambient():
    """But the switch that SciPy reads of its environment variable, and the processor."""
    package = Path(ft.__file__).parent
    made = re.compile(r"ContextVar\(|threading\.local\(")
    found = {
        path.relative_to(package).as_posix(): len(made.findall(path.read_text()))
        for path in package.rglob("*.py")
        if made.search(path.read_text())
    }
    others = {"scipy/_array_api.py": 1, "compiler/machine/target.py": 1}
    assert found == {"core/recording.py": 1, **others}


def test_a_library_that_asked_in_one_thread_is_not_heard_in_another():
    """Nor after the trace: nothing is kept of it."""
    own, seen = {}, []
    place = Path(np.__path__[0]).parent / "library.py"
    text = (
        "def asking(x, call):\n    x.__array_namespace__()\n    return x > 0, call()\n"
    )
    exec(compile(text, str(place), "exec"), own)

    def elsewhere():
        ft.grad(lambda x: (seen.append(x > 0), np.sum(x))[1])(X)

    def call():
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()

    ft.grad(lambda x: (seen.append(own["asking"](x, call)[0]), np.sum(x))[1])(X)
    assert [type(value) for value in seen] == [np.ndarray, Tracer]
    assert not OUTSIDE.asked
