"""Programs compiled with tiles, however small, and without; the order that these run in."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.plan import middle, tiles
from functrace.compiler.plan import plan as plans
from functrace.compiler.plan.footprints import filled, footprints
from tests._control import compiled, graph_of

_NEVER = 1 << 60
_QUICK = 100  # units of all members, whose order is looked at
SMALLEST = {
    "_AGAIN": 0.0,
    "_BUSY": 0.0,
    "_DEEPEST": 1,
    "_MARGIN": 2,
    "_LITTLE": 16,
}


@contextmanager
def tiled(
    size: int = 1, *, shared: bool = True, fused: bool = False
) -> Iterator[list[Any]]:
    """Programs are compiled with tiles of so many bytes; gives those that are found.

    Chunks are as many as can be, if they are shared. In the middle of runs there is one
    loop wherever there can be one, if they are fused.
    """
    found: list[Any] = []

    def noted(stages: Any, homes: Any, in_place: Any, *others: Any) -> Any:
        runs = tiles.find_tiles(stages, homes, in_place, *others)
        found.extend((run, stages, homes, in_place) for run in runs)
        return runs

    with pytest.MonkeyPatch.context() as patch:
        cache = tiles.Cache(0, math.inf, size)
        for name, value in (SMALLEST | {"NEAREST": cache, "NEAR": cache}).items():
            patch.setattr(tiles, name, value)
        patch.setattr(middle, "_SHORTEST", 1 if fused else _NEVER)
        patch.setattr(middle, "_LINE", 0)
        patch.setattr(middle, "_MOST", _NEVER)
        patch.setattr(tiles, "chunks_of", lambda work: 1 << 20 if shared else 0)
        patch.setattr(plans, "find_tiles", noted)
        yield found


@contextmanager
def untiled() -> Iterator[None]:
    """Programs are compiled without tiles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "NEAREST", tiles.NEAREST._replace(least=_NEVER))
        patch.setattr(middle, "_SHORTEST", _NEVER)
        yield


@contextmanager
def unfused() -> Iterator[None]:
    """Programs are compiled without loops in the middle of runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(middle, "_SHORTEST", _NEVER)
        yield


def results(fun: Any, *args: Any) -> list[np.ndarray]:
    """What a function gives, compiled anew."""
    args = tuple(map(np.asarray, args))
    part: Any
    (part,) = compiled(graph_of(fun, *args)).executable.parts
    return [np.asarray(out) for out in part.call(*args)]


def check_stencil(program: Any, task: str) -> int:
    """A program gives the same with tiles, in chunks and in one; how many runs it has.

    Where an element is the sum of what several iterations add, their order may differ.
    `task` is what is computed: "value", "gradient" or, forward over reverse, "second".
    """
    fun, x = program.function, program.point
    weights = np.cos(np.arange(x.size)).reshape(x.shape)

    def gradient(x: Any) -> Any:
        return ft.vjp(fun, x)[1](weights)[0]

    def second(x: Any) -> Any:
        return ft.jvp(gradient, (x,), (weights,))

    task_of = {"value": fun, "gradient": gradient, "second": second}[task]
    with untiled():
        expected = results(task_of, x)
    runs = 0
    ways = itertools.product(((1, True), (3000, False)), (False, True))
    for (size, shared), fused in ways:
        with tiled(size, shared=shared, fused=fused) as found:
            got = results(task_of, x)
        for out, wanted in zip(got, expected, strict=True):
            np.testing.assert_allclose(out, wanted, rtol=1e-12, atol=1e-13)
        runs += len(found)
        for run, *rest in found:
            if run.units * len(run.members) < _QUICK:
                check_order(run, *rest)
    return runs


def check_order(run: Any, stages: Any, homes: Any, in_place: Any) -> None:
    """Of all units that touch the same byte, one writing, the order is the program's."""
    shared = {output: given for given, output in in_place}

    def where(buffer: Any) -> Any:
        home = homes[buffer]
        if home.place == "arena":
            return ("arena", 0), home.number
        number = home.number
        if home.place == "output" and number in shared:
            return ("input", shared[number]), 0
        return tuple(home), 0

    times = [_times(run, member) for member in run.members]
    for member, own in zip(run.members, times, strict=True):
        assert sorted(own) == list(range(member.base, member.end)), "units are left out"
    touched = [list(_touched(m, stages[m.stage], where)) for m in run.members]
    for i, j in itertools.combinations_with_replacement(range(len(times)), 2):
        for (u, x), (v, y) in itertools.product(touched[i], touched[j]):
            if (i < j or u < v) and _meet(x, y):
                before, after = times[i][u], times[j][v]
                at_once = before[0] == after[0] and before[1] != after[1]
                assert not at_once, "threads would write at once, or too early"
                # Units of one member may run in any order, those of a tile in turn.
                assert i == j or before <= after, "what is needed is not there yet"


def _times(run: Any, member: Any) -> dict[int, tuple[int, int, int]]:
    """When each unit runs: the phase, in it the chunk, in it the tile."""
    lag, held, last = member.lag, member.held, run.chunks - 1
    found: dict[int, tuple[int, int, int]] = {}
    for u in range(member.base, member.end):
        chunk = min(u // run.chunk, last)
        for near in {max(chunk - 1, 0), chunk, min(chunk + 1, last)}:
            begin, end = near * run.chunk, (near + 1) * run.chunk
            low = begin + held if near or run.ring else 0
            high = end - lag
            if near == last:
                high = run.units - lag if run.ring else run.units
            if low <= u < high:
                assert u not in found
                found[u] = 0, near, _turn(run, u + lag, begin, near == last)
            if near < last and end - lag <= u < end + held:
                assert u not in found
                found[u] = 1, near, 0
        if run.ring and (u < held or u >= run.units - lag):
            assert u not in found
            found[u] = 2, 0, 0
    return found


def _turn(run: Any, counter: int, start: int, is_last: bool) -> int:
    """The tile of a chunk, or the round of its middle, that units behind lags are in."""
    if run.middle is None:
        return (counter - start) // run.size
    after = 1 << 30 if is_last else start + run.chunk
    held = max(member.lag + member.held for member in run.members)
    begin = min(max(start + held, run.middle.begin), after)
    end = max(min(after, run.middle.end), begin)
    return min(max(counter, begin - 1), end)


def _touched(member: Any, nest: Any, where: Any) -> Iterator[tuple[int, Any]]:
    """Of each unit the bytes: the space, the first, behind the last, whether written."""
    fill = member.fill
    touches = footprints(nest, where, member.stores)
    touches = touches if fill is None else [filled(fill, where)]
    for u in range(member.base, member.end):
        first = (u - member.base) * member.unit
        stop = min(first + member.unit, member.length)
        spans: list[Any] = []
        for touch in touches:
            begin, end = touch.begin, touch.begin + touch.buffer.nbytes
            dense = touch.step <= touch.size  # one iteration goes on where another ends
            for k in [first] if dense else range(first, stop):
                low = touch.first + k * touch.step
                more = (stop - 1 - first) * touch.step if dense else 0
                for turn in (-1, 0, 1) if touch.around else (0,):
                    here = low + turn * touch.around
                    after = min(here + touch.size + more, end)
                    if max(here, begin) < after:
                        span = touch.space, max(here, begin), after, touch.writes
                        spans.append(span)
        spaces = {space for space, *_ in spans}
        yield u, {k: np.array([x for s, *x in spans if s == k]) for k in spaces}


def _meet(xs: dict[Any, np.ndarray], ys: dict[Any, np.ndarray]) -> bool:
    for space in xs.keys() & ys.keys():
        x, y = xs[space][:, :, None], ys[space]
        if np.any(
            (x[:, 0] < y[:, 1]) & (y[:, 0] < x[:, 1]) & ((x[:, 2] | y[:, 2]) > 0)
        ):
            return True
    return False
