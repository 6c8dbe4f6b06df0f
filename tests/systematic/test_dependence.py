"""No entry is missing: what an element does not depend on has a derivative of zero."""

from __future__ import annotations

from typing import Any

import numpy as np

import functrace as ft
from functrace.primitives._dependence.graphs import dependence, seeds
from functrace.primitives._dependence.sets import rows_of
from tests.systematic._laws import each_case, push


@each_case(derivatives=True, shapes=False, share=4)
def test_no_entry_is_missing(case: Any) -> None:
    function = case.function(case.places)
    args = [np.asarray(x) for x in case.varied]
    graph = ft.make_graph(function)(*(ft.Aval(x.shape, x.dtype) for x in args))
    found = dependence(graph, seeds(graph.in_avals, range(len(args))))
    count = sum(x.size for x in args)
    rows = [rows_of(item, count).toarray() for item in found]
    begin = 0
    for place, x in enumerate(args):
        for k in range(x.size):
            dots = [np.zeros_like(other) for other in args]
            dots[place].reshape(-1)[k] = 1
            moved = push(function, case.varied, [dot[()] for dot in dots])
            for dot, each in zip(moved, rows, strict=True):
                depends = each[:, begin + k].reshape(np.shape(dot))
                assert not np.any(np.nan_to_num(dot) * ~depends)
        begin += x.size
