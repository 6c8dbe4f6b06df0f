"""Samples of graphs applied as one operation."""

from __future__ import annotations

import numpy as np

import functrace as ft
from tests.samples._base import Sample, samples


def product(x, y):
    return np.sin(x) * np.exp(y), (x**2 * np.sum(y**2), np.argmax(np.abs(y)))


@samples("call")
def _(rng):
    for shape in ((2, 3), ()):
        for unit in (1, 1 + 1j):
            x, y = np.asarray(rng.normal(size=(2, *shape)) * unit)
            graph = ft.make_graph(product)(ft.Aval(x.shape, x.dtype), y)
            for wanted in ((), (0, 1)):
                params = {
                    "graph": graph,
                    "wanted": wanted,
                    "fastmath": False,
                    "budget": None,
                }
                yield Sample((x, y), params, float32=False, reason="avals are fixed")


@samples("remat")
def _(rng):
    for shape in ((2, 3), ()):
        for apart in (False, True):
            x, y = rng.normal(size=(2, *shape))
            graph = ft.make_graph(product)(ft.Aval(x.shape, x.dtype), y)
            params = {"graph": graph, "apart": apart}
            yield Sample((x, y), params, float32=False, reason="avals are fixed")
