"""Launchers of which a list is told: every call that they answer, and what it took."""

from __future__ import annotations

import sys
import threading
from time import perf_counter_ns

import numpy as np
import pytest

from functrace.compiler.runtime.launcher import make_launcher, watched
from tests import _launcher
from tests._launcher import VECTOR, copying, failed, same, slow

fresh_body = _launcher.fresh_body  # a fixture, found by its name
pytestmark = pytest.mark.usefixtures("fresh_body")
X = np.array([0.5, 1.5, 2.5])
MISSED, PROGRAM = object(), object()


class Watch:
    """One, with its list and the memory of two stages."""

    def __init__(self, launch, answers=slow):
        self.times, self.log = np.full(2, 7, np.int64), []
        given = MISSED, PROGRAM, self.times, self.log
        self.call = watched(launch, answers, *given)

    def words(self):
        ((program, data),) = self.log
        assert program is PROGRAM
        return np.frombuffer(data, np.int64).tolist()


def test_what_a_call_took_is_told():
    code = copying([(0, 0, X.nbytes)], 1)
    given = [VECTOR], [VECTOR], slow, failed
    watch = Watch(make_launcher(code.address("program"), *given, keep=code))
    before = perf_counter_ns()
    out = watch.call(X)
    after = perf_counter_ns()
    assert same(out, X)
    begun, ended, *times = watch.words()
    assert before <= begun <= ended <= after
    assert times == [0, 0]  # what was there belonged to another call


def test_stages_add_to_the_times():
    def stages(x):
        watch.times += 3, 4
        return x

    watch = Watch(stages)
    assert watch.call(X) is X
    assert watch.words()[2:] == [3, 4]
    watch.call(X)
    assert [np.frombuffer(data, np.int64)[-1] for _, data in watch.log] == [4, 4]


def test_what_it_does_not_answer_is_not_told():
    watch = Watch(lambda *_, **__: MISSED)
    assert watch.call(X, 2) == ("slow", (X, 2), {})
    assert watch.call(X, k=1) == ("slow", (X,), {"k": 1})
    assert not watch.log


def test_an_error_is_not_told():
    def fails(x):
        raise KeyError(x)

    watch = Watch(fails)
    with pytest.raises(KeyError):
        watch.call(1)
    assert not watch.log


def test_other_threads_are_not_watched():
    watch, found = Watch(lambda *_: "quick"), []
    thread = threading.Thread(target=lambda: found.append(watch.call(X)))
    thread.start()
    thread.join()
    assert found[0][0] == "slow"
    assert not watch.log
    assert watch.call(X) == "quick"


def test_references():
    out, answers = object(), []
    watch = Watch(lambda answer: answer)
    before = [sys.getrefcount(each) for each in (out, MISSED, PROGRAM, X)]
    for _ in range(20):
        answers += watch.call(out), watch.call(MISSED)
    answers.clear()
    watch.log.clear()
    assert [sys.getrefcount(each) for each in (out, MISSED, PROGRAM, X)] == before


def test_without_native_launchers_there_is_none(monkeypatch):
    monkeypatch.setenv("FUNCTRACE_NATIVE", "portable")
    times = np.zeros(1, np.int64)
    assert watched(np.sin, np.cos, MISSED, PROGRAM, times, []) is None
