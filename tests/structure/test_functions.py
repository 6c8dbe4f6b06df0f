"""Every NumPy function that is implemented is tested by a call."""

from __future__ import annotations

from types import ModuleType

import pytest

from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.recording import recording
from tests.systematic import test_calls
from tests.systematic._laws import variable


def name_of(function):
    return getattr(function, "__qualname__", None) or function.__name__


@pytest.fixture(scope="module")
def called():
    """What is asked for by name, or by NumPy's protocols, while all calls run."""
    seen = set()

    def watched(key, function):
        def wrapper(*args, **kwargs):
            seen.add(key)
            return function(*args, **kwargs)

        return wrapper

    with pytest.MonkeyPatch.context() as patch, recording(tracing=True):
        for table in (FUNCTIONS, UFUNCS):
            for key, function in list(table.items()):
                if callable(function):
                    patch.setitem(table, key, watched(key, function))
        for _, call in test_calls.ALL:
            for namespace in call.namespaces.values():
                watched_namespace = Watched(namespace, call.plain, seen)
                bound = test_calls.Bound(call, watched_namespace)
                bound.leaves(*map(variable, bound.varied))
    return seen


class Watched:
    """A namespace that notes which of NumPy's functions are asked for."""

    def __init__(self, module, numpys, seen):
        self.parts = module, numpys, seen

    def __getattr__(self, name):
        module, numpys, seen = self.parts
        found, numpys = getattr(module, name), getattr(numpys, name)
        if isinstance(numpys, ModuleType):
            return Watched(found, numpys, seen)
        seen.add(numpys)
        return found


NUMPYS = sorted(
    (f for f in FUNCTIONS if str(getattr(f, "__module__", "")).startswith("numpy")),
    key=name_of,
)


@pytest.mark.parametrize("function", NUMPYS, ids=name_of)
def test_is_called(called, function):
    assert function in called
