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
from functrace.primitives.call import call, program_of, run_on
from functrace.primitives.effect import tokens_of
from functrace.transforms._entry import inlined
from functrace.transforms._shortcut import SignatureMismatch, make_shortcut
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
    timeline: Timeline

    def __init__(self) -> None:
        self._entries: dict[Any, Any] = {}
        self._ways: dict[Any, Callable[..., Any]] = {}
        self._runners: dict[Any, Callable[..., Sequence[Any]]] = {}

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterator[Any]:
        """The steps; the time until the next one is the step's line's."""
        timeline = self.timeline
        around = timeline.now
        mode = DERIVATIVE if of_derivative else VALUE
        timeline.push(around)
        timeline.leave_lines()
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
            timeline.return_to_lines()
            timeline.pop()

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """An operation or a transform, whose work is done in functrace's own code."""
        timeline = self.timeline
        timeline.ignore()  # at once: it takes time that functions are called until then
        timeline.leave_lines()
        try:
            return perform(*given, **options)
        finally:
            timeline.return_to_lines()

    def calling(self, function: Callable[[], Any]) -> Any:
        """What runs a user's function, whose lines are followed."""
        timeline = self.timeline
        away = timeline.come_back()
        try:
            return function()
        finally:
            timeline.leave_again(away)

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation, which is noted."""
        timeline = self.timeline
        noted, begun = timeline.noted, perf_counter_ns()
        if primitive.ufunc is not None or primitive is call:
            out = primitive.impl(*values, **params)
        else:  # it may call functions of the user's
            out = self.calling(partial(primitive.impl, *values, **params))
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
        """The result of a call, of which the native code counts: a launcher does the rest."""
        self.timeline.ignore()  # likewise at once
        way = self._ways.get(function) or partial(self._sorted_out, function)
        try:
            return way(*args, **kwargs)
        finally:
            self.timeline.follow()

    def _sorted_out(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Likewise, by the long way. The trace is one of its own, with lines."""
        timeline = self.timeline
        timeline.pause()
        bound = function.opened(args, kwargs)
        if is_inlined(bound):
            timeline.resume()
            return inlined(function.fun, bound)
        key = function, with_strides(bound)
        entry = self._entries.get(key)
        if entry is None or entry.watch.change() is not None:
            entry = self._entries[key] = function.traced(bound)
            self._ways.pop(function, None)
        if not entry.is_closed:
            timeline.resume()
            return function.answer(bound, entry)
        if bound.traced:
            timeline.resume()
            return self.performing(function.answer, bound, entry)
        result = function.answer(bound, entry)
        self._shorten(function, bound.key, entry)
        timeline.resume()
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

        def launch(*values: Any) -> Any:
            was_paused = self.timeline.paused
            self.timeline.pause()
            try:
                return self._timed(module, partial(native, *values))
            finally:
                if not was_paused:
                    self.timeline.resume()

        return launch

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """The graph's program, whose stages are timed."""
        found = self._runners.get((graph, fastmath))
        if found is None:
            program = program_of(graph, fastmath=fastmath, timed=True)
            found = self._runners[graph, fastmath] = self._runner(program, graph)
        return found

    def _runner(self, program: Program, graph: Graph) -> Callable[..., Sequence[Any]]:
        def execute(arrays: Sequence[Any]) -> list[Any]:
            return self._execute(program, arrays)

        def run(*values: Any) -> Sequence[Any]:
            outs: Any = SignatureMismatch if launch is None else launch(*values)
            return run_on(execute, graph, values) if outs is SignatureMismatch else outs

        effects = tokens_of(graph)  # which are not to take place twice
        launch = None if effects else self._launcher(program, _missed, None, "tuple")
        return run

    def _execute(self, program: Program, arrays: Sequence[Any]) -> list[Any]:
        """Run the parts of a program; the time that they measured is charged later."""
        timeline, executable = self.timeline, program.executable
        was_paused = timeline.paused
        timeline.pause()

        def watched(part: Any, stage: Any, known: list[Any]) -> None:
            self._timed(stage, partial(part.run, known))

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

    def _timed(self, stage: Any, run: Callable[[], Any]) -> Any:
        """What a part of a program gives; what it takes is charged when all is over."""
        timeline = self.timeline
        is_module = not hasattr(stage, "primitive")
        if is_module:
            stage.times[:] = 0
        begun = perf_counter_ns()
        out = run()
        passed = perf_counter_ns() - begun
        if out is not SignatureMismatch:
            timeline.noted += passed
            times = stage.times.tolist() if is_module else [passed]
            charge = charge_module if is_module else _charge_node
            given = timeline, stage, timeline.now, times, passed, begun
            timeline.later.append(partial(charge, *given))
        return out


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
