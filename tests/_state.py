"""Compiled functions whose state outside changes between calls."""

import numpy as np

import functrace as ft

X = np.array([0.5, 1.0, 2.0])


def assert_follows(f, *changes, args=(X,), traces=None):
    """The compiled function gives what `f` gives, after every change of state.

    `traces` bounds the number of compilations: by default one for each change.
    """
    fast = ft.jit(f)
    for change in (lambda: None, *changes):
        change()
        for _ in range(3):
            np.testing.assert_allclose(fast(*args), f(*args), rtol=1e-13)
    most = len(changes) + 1 if traces is None else traces
    assert len(fast._history) <= most, fast.explain()


def cell(scope, text):
    """What a notebook does with a cell."""
    exec(compile(text, "<cell>", "exec"), scope)
