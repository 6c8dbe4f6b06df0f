"""SciPy's own test files over our names: a pytest plugin, for a process of its own.

``python -m pytest -p tests._scipys_own --pyargs scipy.optimize.tests.test_zeros`` runs that
file with each function of `scipy` that `functrace.scipy` defines again in its place.
"""

import contextlib
import sys
import types

import pytest
import scipy.integrate
import scipy.optimize
import scipy.sparse.linalg
from scipy._lib._array_api import xp_capabilities_table

import functrace.scipy.integrate
import functrace.scipy.optimize
import functrace.scipy.sparse.linalg

PAIRS = (
    (scipy.integrate, functrace.scipy.integrate),
    (scipy.optimize, functrace.scipy.optimize),
    (scipy.sparse.linalg, functrace.scipy.sparse.linalg),
)


def _defined(original, module):
    for name, value in list(vars(module).items()):
        if name[0] != "_" and isinstance(value, types.FunctionType):
            theirs = getattr(original, name, None)
            if callable(theirs) and value.__module__.startswith("functrace."):
                yield theirs, value


USED = set()  # names of ours that test files have
OURS = {id(a): (a, b) for pair in PAIRS for a, b in _defined(*pair)}
for _theirs, _value in OURS.values():
    if _theirs in xp_capabilities_table:
        xp_capabilities_table[_value] = xp_capabilities_table[_theirs]


class _Module(types.ModuleType):
    """A module of SciPy's in which ours are found first."""

    def __init__(self, original):
        super().__init__(original.__name__)
        self.__dict__["_original"] = original

    def __getattr__(self, name):
        return replaced(getattr(self._original, name))


def replaced(value):
    """What stands in for a value of a test module."""
    found = OURS.get(id(value))
    if found is not None:
        USED.add(value.__name__)
        return found[1]
    if isinstance(value, types.ModuleType) and value.__name__.startswith("scipy"):
        return _Module(value)
    if type(value) in (list, tuple):
        return type(value)(replaced(x) for x in value)
    if type(value) is dict:
        return {key: replaced(x) for key, x in value.items()}
    return value


@contextlib.contextmanager
def _imported_names():
    """Ours as attributes of SciPy's modules, for what is imported from there meanwhile."""
    changed = []
    for name, module in list(sys.modules.items()):
        if name.startswith(
            ("scipy.optimize", "scipy.integrate", "scipy.sparse.linalg")
        ):
            for key, value in list(vars(module).items()):
                if id(value) in OURS:
                    changed.append((module, key, value))
                    setattr(module, key, OURS[id(value)][1])
    try:
        yield
    finally:
        for module, key, value in changed:
            setattr(module, key, value)


class _TestFile(pytest.Module):
    def _getobj(self):
        with _imported_names():
            module = super()._getobj()
        for name, value in list(vars(module).items()):
            if name[:2] != "__":
                setattr(module, name, replaced(value))
            if any(value is ours for _, ours in OURS.values()):
                USED.add(name)
        return module


def pytest_pycollect_makemodule(module_path, parent):
    """Read the file with our names."""
    if "scipy" in module_path.parts:  # nothing else is read
        return _TestFile.from_parent(parent, path=module_path)
    return None


def pytest_terminal_summary(terminalreporter):
    """Say which of ours were used."""
    terminalreporter.write_line(f"ours: {' '.join(sorted(USED))}")
