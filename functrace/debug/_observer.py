"""What a profiler is told by transforms, engines and compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core.graph import Graph
from functrace.core.node import Node
from functrace.core.primitive import Primitive
from functrace.core.recording import recording
from functrace.core.source import SourceLine
from functrace.debug._timeline import DERIVATIVE, VALUE, Account, Record, Timeline
from functrace.primitives.call import call, program_of, run_on
from functrace.primitives.effect import tokens_of
from functrace.transforms._entry import inlined
from functrace.transforms._shortcut import SignatureMismatch, make_shortcut
from functrace.transforms._signature import with_strides
from functrace.transforms.jit import is_inlined

if TYPE_CHECKING:
    from functrace.compiler.program import Program
    from functrace.compiler.text.module import Module


class ProfilingObserver:
    """Keeps a `Timeline` of what runs; programs measure their stages themselves.

    Where functrace is at work no lines are followed: in a pass, time goes by operations;
    while one is recorded, it is its line's.
    """

    pulled = None

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.at_work = 0
        self._entries: dict[Any, Any] = {}
        self._ways: dict[Any, Callable[..., Any]] = {}
        self._runners: dict[Any, Callable[..., Sequence[Any]]] = {}

    def run(self, call: Callable[[], Any], *, memory: bool = False) -> Record:
        """Call, and watch."""
        self.at_work = 0
        with recording(observer=self, sources=True):
            return self.timeline.run(call, memory=memory)

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterator[Any]:
        """The steps; the time until the next one is the step's line's."""
        timeline = self.timeline
        around = timeline.now
        mode = DERIVATIVE if of_derivative else VALUE
        timeline.push(around, perf_counter_ns())
        timeline.ignore()
        self.at_work += 1
        try:
            for step in steps:
                node = step[0]
                account = timeline.account(node.source, mode) if node.source else around
                noted, begun = timeline.noted, perf_counter_ns()
                timeline.switch(account, begun)
                yield step
                if of_derivative and node.primitive is not None:
                    passed = perf_counter_ns() - begun - (timeline.noted - noted)
                    timeline.note(node.name, account, passed, begun)
        finally:
            self.at_work -= 1
            if not self.at_work:
                timeline.follow()
            timeline.pop(perf_counter_ns())

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """An operation or a transform, whose work is done in functrace's own code."""
        self.timeline.ignore()  # at once: what Python runs until then takes more time
        self.at_work += 1
        try:
            return perform(*given, **options)
        finally:
            self.at_work -= 1
            if not self.at_work:
                self.timeline.follow()

    def calling(self, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
        """What a user's function gives, whose lines are followed."""
        depth, self.at_work = self.at_work, 0
        self.timeline.follow()
        try:
            return function(*given, **options)
        finally:
            self.at_work = depth
            if depth:
                self.timeline.ignore()

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation, which is noted."""
        timeline = self.timeline
        noted, begun = timeline.noted, perf_counter_ns()
        if primitive.ufunc is not None or primitive is call:
            out = primitive.impl(*values, **params)
        else:  # it may call functions of the user's
            out = self.calling(primitive.impl, *values, **params)
        passed = perf_counter_ns() - begun - (timeline.noted - noted)
        nbytes = 0
        for each in out if primitive.multiple else (out,):
            if type(each) is np.ndarray and each.base is None:
                nbytes += each.nbytes
        timeline.noted += passed
        timeline.notes.append((primitive.name, timeline.now, passed, begun, nbytes))
        return out

    def compiled(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The result of a call, of which the native code counts: a launcher does the rest."""
        self.timeline.ignore()  # likewise
        way = self._ways.get(function)
        if way is None:
            return self.performing(self._sorted_out, function, *args, **kwargs)
        return self.performing(way, *args, **kwargs)

    def _sorted_out(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Likewise, by the long way. The trace is one of its own, with lines."""
        bound = function.opened(args, kwargs)
        if is_inlined(bound):
            return self.calling(inlined, function.fun, bound)
        key = function, bound.key
        entry = self._entries.get(key)
        if entry is None or entry.by_layout:
            key = function, with_strides(bound)
            entry = self._entries.get(key)
        if entry is None or entry.watch.change() is not None:
            was = self.timeline.pause()
            entry = function.traced(bound)
            self._entries[key if entry.by_layout else (function, bound.key)] = entry
            self.timeline.resume(was)
            self._ways.pop(function, None)
        if not entry.is_closed:
            return self.calling(function.answer, bound, entry)
        result = function.answer(bound, entry)
        if not bound.traced:
            was = self.timeline.pause()
            self._shorten(function, bound.key, entry)
            self.timeline.resume(was)
        return result

    def _shorten(self, function: Any, key: Any, entry: Any) -> None:
        """Have the next call with this key go a shorter way, if there is one."""
        if function in self._ways:
            return
        program = program_of(entry.graph, fastmath=entry.fastmath, timed=True)
        long = partial(self._sorted_out, function)
        way = make_shortcut(key, entry, long, partial(self._launcher, program))
        self._ways[function] = way or long

    def _launcher(
        self, program: Program, missed: Any, _: Any, *given: Any, **options: Any
    ) -> Callable[..., Any] | None:
        """A program as one function, which says so if it has missed for any reason."""
        native = program.executable.launcher(missed, missed, *given, **options)
        if native is None:
            return None
        (module,) = program.stages
        return self._watched(module, native)

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """The graph's program, whose stages are timed."""
        found = self._runners.get((graph, fastmath))
        if found is None:
            program = program_of(graph, fastmath=fastmath, timed=True)
            found = self._runners[graph, fastmath] = self._runner(program, graph)
        return found

    def _runner(self, program: Program, graph: Graph) -> Callable[..., Sequence[Any]]:
        timeline, executable = self.timeline, program.executable
        runs = [
            self._watched(stage, part.run)
            for part, stage in zip(executable.parts, program.stages, strict=True)
        ]

        def execute(arrays: Sequence[Any]) -> list[Any]:
            was = timeline.pause()
            try:
                return executable.run_parts(arrays, runs)
            finally:  # where it is an error, it is interpreted, and that takes its time
                timeline.resume(was)

        def run(*values: Any) -> Sequence[Any]:
            outs: Any = SignatureMismatch if launch is None else launch(*values)
            return run_on(execute, graph, values) if outs is SignatureMismatch else outs

        effects = tokens_of(graph)  # which are not to take place twice
        launch = None if effects else self._launcher(program, _missed, None, "tuple")
        return run

    def _watched(self, stage: Any, run: Callable[..., Any]) -> Callable[..., Any]:
        """A part of a program; what it takes is charged when all is over."""
        timeline = self.timeline
        is_node = isinstance(stage, Node)
        charge = _charge_node if is_node else charge_module
        clocks = np.zeros(0) if is_node else stage.times

        def watched(*given: Any) -> Any:
            was = timeline.pause()
            try:
                clocks.fill(0)
                begun = perf_counter_ns()
                out = run(*given)
                passed = perf_counter_ns() - begun
                if out is not SignatureMismatch:
                    timeline.noted += passed
                    known = timeline.now, clocks.tolist(), passed, begun
                    timeline.later.append((charge, stage, *known))
                return out
            finally:
                timeline.resume(was)

        return watched


def _missed(*_: Any) -> Any:
    return SignatureMismatch


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
