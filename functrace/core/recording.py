"""How operations are being recorded in this thread.

One frozen object says it, `recording` is what puts another in its place for a while. What a
trace learns on its way is written into lists and the like that the object refers to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar, Token
from threading import get_ident
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from functrace.core.capture import Branches, Failure, Notes
    from functrace.core.effects import EffectReplay, Effects
    from functrace.core.guard import Captures
    from functrace.core.observing import AnomalyCheck, Observer
    from functrace.core.refusals import Refusal
    from functrace.core.source import Line

_new: Callable[..., Any] = object.__new__


class _Draft:
    """A `Recording` before it is frozen: without the cost of a frozen dataclass, a tenth."""

    __slots__ = (
        "anomaly",
        "asked",
        "branches",
        "budget",
        "calls",
        "captures",
        "children",
        "choices",
        "complete",
        "effects",
        "entropy",
        "failure",
        "handles",
        "line",
        "notes",
        "observer",
        "outside",
        "parts",
        "readable",
        "refused",
        "run",
        "sources",
        "standard",
        "symbolic",
        "tracing",
        "usual",
    )
    tracing: bool
    complete: bool
    sources: bool
    anomaly: AnomalyCheck | None
    calls: bool
    standard: bool
    symbolic: bool
    asked: dict[int, list[Asker]] | None
    notes: Notes | None
    branches: Branches | None
    budget: int | None
    parts: int
    captures: Captures | None
    failure: Failure | None
    effects: Effects | None
    run: EffectReplay | None
    line: Line | None
    choices: list[str] | None
    readable: Any
    handles: Any
    entropy: Any
    observer: Observer | None
    refused: dict[int, Refusal]
    outside: bool
    usual: bool
    children: dict[Any, Recording]

    def __init__(self) -> None:
        self.tracing = self.complete = self.sources = False
        self.calls = self.standard = self.symbolic = False
        self.asked, self.refused = {}, {}
        self.notes = self.branches = self.captures = self.choices = None
        self.anomaly = self.readable = self.budget = None
        self.parts = 1
        self.effects = self.run = self.line = None
        self.handles = self.entropy = self.observer = self.failure = None

    def frozen(self) -> Recording:
        """Itself, for good."""
        unobserved = self.sources and self.observer is None
        more = unobserved or self.calls or self.standard or self.anomaly is not None
        self.outside = not (self.tracing or self.complete)
        self.usual = not (self.complete or more)
        self.children = {}
        frozen: Any = self
        frozen.__class__ = Recording
        return frozen


_SWITCHES = (
    "tracing",
    "complete",
    "sources",
    "calls",
    "standard",
    "symbolic",
)
_LASTING = frozenset((*_SWITCHES, "asked", "effects", "run"))


class Recording(_Draft):
    """What is recorded, and who takes notes of what.

    Attributes
    ----------
    tracing : bool
        A transform is running a user's function: creation functions return handles that
        can be written to.
    complete : bool
        What no derivative needs is recorded, too: constants, comparisons, integers.
    sources : bool
        The user's line is noted on each node.
    anomaly : AnomalyCheck or None
        Is asked whether derivatives are finite, see `functrace.core.observing`; nodes keep
        all their operands and outputs.
    calls : bool
        A compiled function is recorded as one operation: the graph is about to be run.
    standard : bool
        Code for any array library is running: all arrays must be of one kind.
    symbolic : bool
        No values are known, and the graph is to be compiled: what is made of the constants
        that derivatives start from is recorded, to be computed where it is needed.
    asked : dict or None
        The libraries' functions that want them to be of one kind while they run, by
        thread; None if they are not heard.
    notes : Notes or None
        Takes what an abstract trace uses from outside, and writes to.
    branches : Branches or None
        Takes what is to be said of branches and loops that are captured from the source.
    budget : int or None
        Bytes that reverse mode of a loop may keep; None: as many as it takes.
    parts : int
        Into how many it cuts what is no loop, if that is more.
    captures : Captures or None
        Takes the arrays that become constants.
    failure : Failure or None
        Takes the conditions on which the function raises an error; None if it may not.
    effects : Effects or None
        Orders the effects of an abstract trace; None: they take place at once.
    run : EffectReplay or None
        Counts the effects of a program that runs.
    line : SourceLine, StepLine or None
        The line that nodes get, with `sources`; None: that of the user's code which runs.
    choices : list of str or None
        Takes what is to be said of how derivatives are computed.
    readable : Variables or None
        The graph becomes text for people: takes note of the variables that values are
        assigned to, with `sources`; all that repeats becomes a loop.
    handles : Handles or None
        Takes note of the handles that mean nothing after the trace; see
        `functrace.transforms._rolling.past`.
    entropy : object or None
        Takes what was made of the operating system's randomness.
    observer : Observer or None
        Watches what is computed, see `functrace.core.observing`.
    refused : dict
        What a traced value was refused for last, by thread.
    outside : bool
        Nothing is being traced.
    usual : bool
        Nothing is asked for besides `tracing` and an observer: the short ways to record
        will do.
    children : dict
        What it was changed to, but for what is of one trace.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"functrace: {name!r} is changed by `recording` alone.")

    def changed(self, changes: dict[str, Any]) -> Recording:
        """The same but for some attributes."""
        own = changes.get("effects") or changes.get("run")
        if own is not None or not _LASTING.issuperset(changes):
            return self._made(changes)
        key = tuple(changes.items())
        found = self.children.get(key)
        if found is None:
            found = self.children[key] = self._made(changes)
        return found

    def _made(self, changes: dict[str, Any]) -> Recording:
        made = _new(_Draft)
        made.tracing = self.tracing
        made.complete = self.complete
        made.sources = self.sources
        made.anomaly = self.anomaly
        made.calls = self.calls
        made.standard = self.standard
        made.symbolic = self.symbolic
        made.readable = self.readable
        made.asked = self.asked
        made.notes = self.notes
        made.branches = self.branches
        made.budget = self.budget
        made.parts = self.parts
        made.captures = self.captures
        made.failure = self.failure
        made.effects = self.effects
        made.run = self.run
        made.line = self.line
        made.choices = self.choices
        made.handles = self.handles
        made.entropy = self.entropy
        made.observer = self.observer
        made.refused = self.refused
        for name, value in changes.items():
            setattr(made, name, value)
        return made.frozen()


class Asker(NamedTuple):
    """The frame of a library's function, while it runs."""

    frame: int
    code: CodeType


OUTSIDE = _Draft().frozen()
ambient: ContextVar[Recording] = ContextVar("functrace recording", default=OUTSIDE)


class recording:  # noqa: N801 - reads as a function
    """Record with some attributes of `Recording` changed, for the duration."""

    __slots__ = ("_changes", "_token")
    _token: Token[Recording]

    def __init__(self, **changes: Any) -> None:
        self._changes = changes

    def __enter__(self) -> Recording:
        before = ambient.get()
        state = (current() if before.asked else before).changed(self._changes)
        self._token = ambient.set(state)
        return state

    def __exit__(self, *_: object) -> None:
        ambient.reset(self._token)


_ONLY = dict.fromkeys(_SWITCHES, False) | dict.fromkeys(("asked", "effects", "run"))


def outside() -> recording:
    """As outside of all transforms, for the duration: a function runs on plain values."""
    return recording(**_ONLY)


def recording_all() -> recording:
    """Record everything, whatever is going on outside."""
    more = {"tracing": True, "complete": True, "symbolic": True}
    state = ambient.get()
    more |= {"sources": state.sources}
    return recording(**(_ONLY | more))


def standard() -> recording:
    """Have all arrays be of one kind, for the duration."""
    return recording(complete=True, standard=True)


# -- while a library's function runs ---------------------------------------------------


def note_asker(frame: FrameType) -> None:
    """Note that the library's function in `frame`, of this thread, asked for one kind."""
    state = ambient.get()
    if state.tracing and state.asked is not None and not state.standard:
        asker = Asker(id(frame), frame.f_code)
        state.asked[get_ident()] = [*_running(state.asked), asker]


def forget_askers(asked: dict[int, list[Asker]]) -> None:
    """A trace has ended: forget those of its thread that do not run any more."""
    if not _running(asked):
        asked.pop(get_ident(), None)


def current() -> Recording:
    """How operations are recorded here: as a library wants it while its function runs."""
    state = ambient.get()
    if state.asked and _running(state.asked):
        return state.changed({"complete": True, "standard": True})
    return state


def _running(asked: dict[int, list[Asker]]) -> list[Asker]:
    """Those of this thread whose functions have not returned."""
    noted = asked.get(get_ident())
    if not noted:
        return []
    frames: set[Asker] = set()
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
    while frame is not None:
        frames.add(Asker(id(frame), frame.f_code))
        frame = frame.f_back
    return [asker for asker in noted if asker in frames]
