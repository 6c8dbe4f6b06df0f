"""Time and memory by lines: one account is open at any time, to which all goes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from copy import copy
from operator import attrgetter
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from functrace.core.source import SourceLine

if TYPE_CHECKING:
    from functrace.debug._following import Follower

VALUE, DERIVATIVE = "value", "derivative"


class Account:
    """What time is charged to: a line, in one of two modes.

    Attributes
    ----------
    line : SourceLine or None
        None: no line of the user's.
    mode : str
    nanoseconds : float
    count : int
        How often it was begun.
    peak : int
        Bytes by which the memory in use rose at most meanwhile.
    """

    __slots__ = ("count", "line", "mode", "nanoseconds", "peak")

    def __init__(self, line: SourceLine | None, mode: str) -> None:
        self.line = line
        self.mode = mode
        self.nanoseconds = 0.0
        self.count = 0
        self.peak = 0


class Note(NamedTuple):
    """An operation took some time: when it began, and the bytes of its result."""

    name: str
    account: Account
    nanoseconds: float
    begun: int
    nbytes: int


class Record(NamedTuple):
    """A run.

    Attributes
    ----------
    accounts : list of Account
        Those that something was charged to.
    notes : list of Note
        In order.
    seconds : float
        How long it took, with what the profiler took.
    result : object
        What was run returned it.
    """

    accounts: list[Account]
    notes: list[Note]
    seconds: float
    result: Any


class Timeline:
    """Charges time to the account that is open; its own time to none.

    One is for all runs of a call: what there are accounts of is found out once.

    Parameters
    ----------
    follower : Follower
        Tells it of the lines that run.

    Attributes
    ----------
    now : Account
        The one that is open.
    notes : list of tuple
        As of `Note`.
    noted : float
        Nanoseconds of all operations so far, by themselves.
    ignore : callable
        Follow no lines for now.
    later : list of tuple
        Functions, and what they are given, with this timeline, when the run is over.
    """

    def __init__(self, follower: Follower) -> None:
        self.now = self._root = Account(None, VALUE)
        self.noted = 0.0
        self.later: list[tuple[Any, ...]] = []
        self.notes: list[tuple[str, Account, float, int, int]] = []
        self._memory = False
        self._accounts: dict[tuple[SourceLine | None, str], Account] = {
            (None, VALUE): self._root
        }
        self._stack: list[Account] = []
        self._held = 0
        self._follower = follower
        self.ignore = follower.ignore
        self._paused = self._running = False
        self._since = 0

    # -- accounts --------------------------------------------------------------------

    def account(self, source: SourceLine, mode: str = VALUE) -> Account:
        """Of what was recorded on a line, as a value or within a derivative."""
        found = self._accounts.get((source, mode))
        if found is None:
            plain = source
            if source.of_derivative or source.batched:
                mode = DERIVATIVE if source.of_derivative else mode
                plain = source._replace(of_derivative=False, batched=0)
            found = self._accounts.setdefault((plain, mode), Account(plain, mode))
            self._accounts[source, mode] = found
        return found

    def charge(self, at: int) -> None:
        """Charge what had passed by then to the open account."""
        if self._paused:
            return
        self.now.nanoseconds += at - self._since
        if self._memory:
            held, peak = tracemalloc.get_traced_memory()
            self.now.peak = max(self.now.peak, peak - self._held)
            self._held = held
            tracemalloc.reset_peak()

    def follow(self) -> None:
        """Follow lines, if that is due."""
        if self._running and not self._paused:
            self._follower.follow()  # of a pass that an error ended, this may come later

    def pause(self) -> bool:
        """Charge nothing until it is resumed; say if it was so before."""
        was = self._paused
        if not was:
            self.charge(perf_counter_ns())
            self._paused = True
        return was

    def resume(self, was: bool) -> None:
        """Time passes again, unless it did not before."""
        if not was:
            self._paused = False
            self._since = perf_counter_ns()

    def switch(self, account: Account, at: int) -> None:
        """Open another account, in place of what was open by then."""
        self.charge(at)
        account.count += 1
        self.now = account
        self._since = perf_counter_ns()

    def push(self, account: Account, at: int) -> None:
        """Open another account for a while."""
        self._stack.append(self.now)
        self.switch(account, at)

    def pop(self, at: int) -> None:
        """Open again the account that was open before."""
        self.charge(at)
        self.now = self._stack.pop()
        self._since = perf_counter_ns()

    def note(
        self,
        name: str,
        account: Account,
        nanoseconds: float,
        begun: int,
        nbytes: int = 0,
    ) -> None:
        """An operation has taken so long by itself; the time is charged besides."""
        self.noted += nanoseconds
        self.notes.append((name, account, nanoseconds, begun, nbytes))

    # -- runs ----------------------------------------------------------------------------

    def run(self, call: Callable[[], Any], *, memory: bool = False) -> Record:
        """Call, with time charged to the lines that run.

        With `memory`, it is measured too, by `tracemalloc`, which takes time.
        """
        self._memory = memory
        if memory:
            tracemalloc.start()
            tracemalloc.reset_peak()
            self._held = tracemalloc.get_traced_memory()[0]
        self._running = True
        begun = self._since = perf_counter_ns()
        self.follow()
        try:
            result = call()
        finally:
            ended = perf_counter_ns()
            self.charge(ended)
            self._running = False
            self.ignore()
            if memory:
                tracemalloc.stop()
        return self._record((ended - begun) / 1e9, result)

    def _record(self, seconds: float, result: Any) -> Record:
        """Do what was put off, keep what was found, and begin anew."""
        for function, *given in self.later:
            function(self, *given)
        used = [a for a in self._accounts.values() if a.count or a.nanoseconds]
        found = {account: copy(account) for account in used}
        notes = [
            Note(name, found[account], nanoseconds, begun, nbytes)
            for name, account, nanoseconds, begun, nbytes in self.notes
        ]
        notes.sort(key=attrgetter("begun"))
        for account in found:
            account.nanoseconds = 0.0
            account.count = account.peak = 0
        self.later.clear()
        self.notes.clear()
        self._stack.clear()
        self.now, self.noted = self._root, 0.0
        return Record(list(found.values()), notes, seconds, result)
