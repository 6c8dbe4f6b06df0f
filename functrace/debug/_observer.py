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
from functrace.core.source import SourceLine, user_line
from functrace.debug._timeline import DERIVATIVE, VALUE, Account, Record, Timeline
from functrace.primitives.call import program_of, run_on
from functrace.primitives.effect import tokens_of
from functrace.transforms._shortcut import SignatureMismatch, make_shortcut
from functrace.transforms._signature import with_kinds, with_strides
from functrace.transforms.jit import Jitted

if TYPE_CHECKING:
    from functrace.compiler.program import Program
    from functrace.compiler.text.module import Module


class ProfilingObserver:
    """Keeps a `Timeline` of what runs; programs measure their stages themselves.

    Where functrace is at work no lines are followed: in a pass, time goes by operations;
    while one is recorded, it is its line's.
    """

    pulled = None

    def __init__(
        self, timeline: Timeline, lead: Callable[[Any, Callable[..., Any]], None]
    ) -> None:
        self.timeline = timeline
        self.ignore = timeline.ignore
        self.at_work = 0
        self._lead = lead
        self._entries: dict[Any, Any] = {}
        self._led: set[Any] = set()
        self._runners: dict[Any, Callable[..., Sequence[Any]]] = {}

    def run(self, call: Callable[[], Any], *, memory: bool = False) -> Record:
        """Call, and watch, as the observer of the recording."""
        self.at_work, self._caller = 0, user_line()
        return self.timeline.run(call, memory=memory)

    def line(self) -> SourceLine | None:
        """The user's line that runs: that which is told last, where lines are followed."""
        timeline = self.timeline
        if self.at_work == 1 and timeline.runs:
            return timeline.now.line or self._caller
        return user_line()

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterator[Any]:
        """The steps; the time until the next one is the step's line's."""
        timeline = self.timeline
        around = timeline.now
        known: dict[int, tuple[Any, Account]] = {
            id(None): (None, around)
        }  # by identity
        mode = DERIVATIVE if of_derivative else VALUE
        timeline.push(around, perf_counter_ns())
        self.ignore()
        self.at_work += 1
        at = timeline.since
        try:
            for step in steps:
                node = step[0]
                source = node.source
                found = known.get(id(source))
                if found is None:  # a hash of the line would take longer than the rest
                    found = source, timeline.account(source, mode)
                    known[id(source)] = found
                account = found[1]
                noted = timeline.noted
                timeline.switch(account, at)
                begun = timeline.since
                yield step
                at = perf_counter_ns()
                primitive = node.primitive
                if of_derivative and primitive is not None and timeline.runs:
                    passed = at - begun - (timeline.noted - noted)
                    timeline.note(primitive.name, account, passed, begun, 0)
        finally:
            self.at_work -= 1
            if not self.at_work:
                timeline.follow()
            timeline.pop(perf_counter_ns())

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """An operation or a transform, whose work is done in functrace's own code."""
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
                self.ignore()

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation, which is noted."""
        timeline = self.timeline
        noted, begun = timeline.noted, perf_counter_ns()
        out = primitive.impl(*values, **params)
        passed = perf_counter_ns() - begun - (timeline.noted - noted)
        if not timeline.runs:
            return out
        if type(out) is np.ndarray:
            nbytes = out.nbytes if out.base is None else 0
        else:
            nbytes = sum(map(_own_bytes, out)) if primitive.multiple else 0
        timeline.note(primitive.name, timeline.now, passed, begun, nbytes)
        return out

    def compiled(self, function: Any, call: Any) -> Any:
        """The result of a call. The next one like it goes another way, if there is one.

        The trace is one of its own, with lines.
        """
        call = with_kinds(call)
        key = function, call.key
        entry = self._entries.get(key)
        if entry is None or entry.by_layout:
            key = function, with_strides(call)
            entry = self._entries.get(key)
        if entry is None or entry.watch.change() is not None:
            with self.timeline.standing():
                entry = function.traced(call)
            self._entries[key if entry.by_layout else (function, call.key)] = entry
            self._led.discard(function)
        if not entry.is_closed:
            return self.calling(function.answer, call, entry)
        result = function.answer(call, entry)
        if not call.traced and function not in self._led:
            self._led.add(function)
            with self.timeline.standing():
                self._shorten(function, call.key, entry)
        return result

    def _shorten(self, function: Any, key: Any, entry: Any) -> None:
        """Have the next call with this key go a shorter way, if there is one."""
        program = program_of(entry.graph, fastmath=entry.fastmath, timed=True)
        long = partial(Jitted.__call__, function)
        way = make_shortcut(key, entry, long, partial(self._launcher, program))
        if way is not None:
            self._lead(function, way)

    def _launcher(
        self, program: Program, missed: Any, _: Any, *given: Any, **options: Any
    ) -> Callable[..., Any] | None:
        """A program as one function, of whose calls the timeline is told, if there is one.

        Where it does not answer, for any reason, `missed` does.
        """
        from functrace.compiler.runtime.launcher import (  # noqa: PLC0415 - it loads LLVM
            watched,
        )

        native = program.executable.launcher(_missed, _missed, *given, **options)
        if native is None:
            return None
        module: Any
        (module,) = program.stages  # native, and all of it
        charge = partial(charge_module, module)
        log = self.timeline.launches
        return watched(native, missed, SignatureMismatch, charge, module.times, log)

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """The graph's program, whose stages are timed."""
        found = self._runners.get((graph, fastmath))
        if found is None:
            timeline, begun = self.timeline, perf_counter_ns()
            program = program_of(graph, fastmath=fastmath, timed=True)
            if timeline.runs:
                passed = perf_counter_ns() - begun
                timeline.note("(compilation)", timeline.now, passed, begun, 0)
            found = self._runners[graph, fastmath] = self._runner(program, graph)
        return found

    def _runner(self, program: Program, graph: Graph) -> Callable[..., Sequence[Any]]:
        timeline, executable = self.timeline, program.executable
        runs = [
            self._watched(stage, part.run)
            for part, stage in zip(executable.parts, program.stages, strict=True)
        ]

        def execute(arrays: Sequence[Any]) -> list[Any]:
            if not timeline.runs:
                return executable(arrays)
            with timeline.standing():  # what comes after an error takes its time
                return executable.run_parts(arrays, runs)

        def run(*values: Any) -> Sequence[Any]:
            outs: Any = SignatureMismatch if launch is None else launch(*values)
            return run_on(execute, graph, values) if outs is SignatureMismatch else outs

        effects = tokens_of(graph)  # which are not to take place twice
        launch = None if effects else self._launcher(program, _missed, None, "tuple")
        return run

    def _watched(self, stage: Any, run: Callable[..., Any]) -> Callable[..., Any]:
        """A part of a program, while time stands; it is charged when all is over."""
        timeline = self.timeline
        is_node = isinstance(stage, Node)
        charge = partial(_charge_node if is_node else charge_module, stage)
        clocks = np.zeros(0) if is_node else stage.times

        def watched(*given: Any) -> Any:
            clocks.fill(0)
            begun = perf_counter_ns()
            out = run(*given)
            passed = perf_counter_ns() - begun
            timeline.ran(charge, clocks.tolist(), begun, passed, left=passed)
            return out

        return watched


def _own_bytes(out: Any) -> int:
    return out.nbytes if type(out) is np.ndarray and out.base is None else 0


def _missed(*_: Any, **__: Any) -> Any:
    return SignatureMismatch


def account_of(
    timeline: Timeline, source: SourceLine | None, around: Account
) -> Account:
    """The account of what was recorded on a line; of what was on none, that around it."""
    return around if source is None else timeline.account(source)


def _charge_node(
    node: Node,
    timeline: Timeline,
    around: Account,
    times: list[float],
    begun: int,
    passed: float,
) -> None:
    """Charge the time of an operation in NumPy."""
    account = account_of(timeline, node.source, around)
    account.nanoseconds += passed
    account.count += 1
    timeline.note(node.name, account, passed, begun, 0)


def charge_module(
    module: Module,
    timeline: Timeline,
    around: Account,
    times: list[float],
    begun: int,
    left: float,
) -> None:
    """Charge the time of native code, as its stages have measured it.

    What they have not gets the account that was open around; or they are taken out of it,
    where it has been charged already, and nothing is left.
    """
    from functrace.debug._stages import shares  # noqa: PLC0415 - it loads the compiler

    for node, nanoseconds, nbytes in shares(module, times):
        account = account_of(timeline, node.source, around)
        account.nanoseconds += nanoseconds
        account.count += 1
        account.peak = max(account.peak, nbytes)
        timeline.note(node.name, account, nanoseconds, begun, nbytes)
        begun += round(nanoseconds)
        left -= nanoseconds
    around.nanoseconds += left
