"""What a profiler is told by transforms, engines and compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core.graph import Graph
from functrace.core.primitive import Primitive
from functrace.core.source import SourceLine
from functrace.debug._timeline import DERIVATIVE, VALUE, Account, Timeline
from functrace.primitives.call import program_of, run_on
from functrace.transforms._entry import inlined
from functrace.transforms._signature import with_strides
from functrace.transforms.jit import is_inlined

if TYPE_CHECKING:
    from functrace.compiler.program import Program
    from functrace.compiler.text.module import Module
    from functrace.core.node import Node


class ProfilingObserver:
    """Keeps a `Timeline` of what runs; programs measure their stages themselves.

    Attributes
    ----------
    timeline : Timeline
        Another one may take its place between runs.
    """

    pulled = None

    def __init__(self) -> None:
        self.timeline = Timeline()
        self._entries: dict[Any, Any] = {}

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterator[Any]:
        """The steps; the time until the next one is the step's line's."""
        timeline = self.timeline
        around = timeline.now
        mode = DERIVATIVE if of_derivative else VALUE
        timeline.push(around)
        timeline.follow(lines=False)
        try:
            for step in steps:
                node = step[0]
                account = timeline.account(node.source, mode) if node.source else around
                timeline.switch(account)
                noted, begun = timeline.noted, perf_counter_ns()
                yield step
                if of_derivative and node.primitive is not None:
                    passed = perf_counter_ns() - begun - (timeline.noted - noted)
                    timeline.note(node.name, account, passed, begun)
        finally:
            timeline.follow(lines=True)
            timeline.pop()

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation, which is noted."""
        timeline = self.timeline
        noted, begun = timeline.noted, perf_counter_ns()
        out = primitive.impl(*values, **params)
        passed = perf_counter_ns() - begun - (timeline.noted - noted)
        nbytes = 0
        for each in out if primitive.multiple else (out,):
            if type(each) is np.ndarray and each.base is None:
                nbytes += each.nbytes
        timeline.note(primitive.name, timeline.now, passed, begun, nbytes)
        return out

    def compiled(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The result of a call, of which the native code counts: a launcher does the rest.

        The trace is one of its own, with lines.
        """
        self.timeline.pause()
        call = function.opened(args, kwargs)
        if is_inlined(call):
            self.timeline.resume()
            return inlined(function.fun, call)
        key = function, with_strides(call)
        entry = self._entries.get(key)
        if entry is None or entry.watch.change() is not None:
            entry = self._entries[key] = function.traced(call)
        if call.traced or not entry.is_closed:
            self.timeline.resume()
        result = function.answer(call, entry)
        self.timeline.pause()
        self.timeline.resume()
        return result

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """The graph's program, whose stages are timed."""
        program = program_of(graph, fastmath=fastmath, timed=True)

        def execute(arrays: Sequence[Any]) -> list[Any]:
            return self._execute(program, arrays)

        def run(*values: Any) -> list[Any]:
            return run_on(execute, graph, values)

        return run

    def _execute(self, program: Program, arrays: Sequence[Any]) -> list[Any]:
        """Run the parts of a program; the time that they measured is charged later."""
        timeline, executable = self.timeline, program.executable
        was_paused = timeline.paused
        timeline.pause()
        around = timeline.now

        def watched(part: Any, stage: Any, known: list[Any]) -> None:
            is_module = not hasattr(stage, "primitive")
            if is_module:
                stage.times[:] = 0
            begun = perf_counter_ns()
            part.run(known)
            passed = perf_counter_ns() - begun
            timeline.noted += passed
            times = stage.times.tolist() if is_module else [passed]
            charge = charge_module if is_module else _charge_node
            given = timeline, stage, around, times, passed, begun
            timeline.later.append(partial(charge, *given))

        runs = [
            partial(watched, *pair)
            for pair in zip(executable.parts, program.stages, strict=True)
        ]
        try:
            outs = executable.run_parts(arrays, runs)
        except Exception:  # it is interpreted, and that takes its time
            timeline.resume()
            raise
        if not was_paused:
            timeline.resume()
        return outs


def account_of(
    timeline: Timeline, source: SourceLine | None, around: Account
) -> Account:
    """The account of what was recorded on a line; of what was on none, that around it."""
    return around if source is None else timeline.account(source)


def _charge_node(
    timeline: Timeline,
    node: Node,
    around: Account,
    times: list[float],
    passed: float,
    begun: int,
) -> None:
    """Charge the time of an operation in NumPy."""
    account = account_of(timeline, node.source, around)
    account.nanoseconds += passed
    account.count += 1
    timeline.note(node.name, account, passed, begun)


def charge_module(
    timeline: Timeline,
    module: Module,
    around: Account,
    times: list[float],
    passed: float,
    begun: int,
) -> None:
    """Charge the time of native code, as its stages have measured it."""
    from functrace.debug._stages import shares  # noqa: PLC0415 - it loads the compiler

    left = passed
    for node, nanoseconds, nbytes in shares(module, times):
        account = account_of(timeline, node.source, around)
        account.nanoseconds += nanoseconds
        account.count += 1
        account.peak = max(account.peak, nbytes)
        timeline.note(node.name, account, nanoseconds, begun, nbytes)
        begun += round(nanoseconds)
        left -= nanoseconds
    around.nanoseconds += left
