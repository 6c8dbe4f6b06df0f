"""Loops that keep rows, on tapes of some lengths, and how many of them a graph has."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.text import taped
from functrace.core.graph import graphs_of


def of_lengths(lengths):
    """A fixture: each test with tapes that may be so long, in bytes, by names."""

    @pytest.fixture(params=lengths.values(), ids=lengths)
    def longest(request, monkeypatch):
        """Programs made before are others."""
        monkeypatch.setenv("FUNCTRACE_CACHE_DIR", "")
        monkeypatch.setattr(taped, "_LONGEST", request.param)
        ft.clear_caches()
        yield
        ft.clear_caches()

    return longest


def count(graph, name):
    """How many operations of a name it has, and the graphs in it."""
    inner = (g for node in graph.nodes for g in graphs_of(node))
    own = sum(node.name == name for node in graph.nodes)
    return own + sum(count(g, name) for g in inner)


def assert_near(got, expected, rtol=1e-12):
    """The same dtypes, and values."""
    pairs = zip(ft.tree.leaves(got), ft.tree.leaves(expected), strict=True)
    for x, y in pairs:
        assert np.asarray(x).dtype == np.asarray(y).dtype
        np.testing.assert_allclose(x, y, rtol=rtol)
