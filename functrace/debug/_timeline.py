"""Time and memory by lines: one account is open at any time, to which all goes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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


def _nothing() -> None:
    pass


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
    launches : list of tuple
        Gets, of each launch of a program, what charges its time when the run is over, and
        the bytes of words: when it began, when it ended, and what its stages took.
    runs : bool
        Whether time passes: it does in a run, unless it is `standing`.
    follow : callable
        Follow lines, if time passes: of a pass that an error ended, it is called later.
    ignore : callable
        Follow no lines for now.
    since : int
        When the account was opened, or last charged.
    """

    def __init__(self, follower: Follower) -> None:
        self.now = self._root = Account(None, VALUE)
        self.launches: list[tuple[Any, bytes]] = []
        self._taken: list[tuple[Account, list[tuple[Any, bytes]]]] = []
        self._later: list[tuple[Any, ...]] = []
        self._notes: list[Any] = []  # flat: tuples would have garbage be collected
        self._noted = 0.0
        self._memory = False
        self._accounts: dict[tuple[SourceLine | None, str], Account] = {
            (None, VALUE): self._root
        }
        self._stack: list[Account] = []
        self._held = 0
        self._follower = follower
        self.ignore = follower.ignore
        self.since = 0
        self._stop()

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

    @property
    def noted(self) -> float:
        """Nanoseconds of all operations so far, by themselves."""
        if self.launches or self._taken:
            self._settle()
        return self._noted

    def ran(
        self,
        charge: Callable[..., Any],
        times: Sequence[float],
        begun: int,
        passed: float,
        *,
        left: float,
    ) -> None:
        """A part of a program has; of what passed, so much is not charged to what is open."""
        self._noted += passed
        self._later.append((charge, self.now, times, begun, left))

    def _take_launches(self) -> None:
        """Programs ran since the account was opened."""
        if self.runs:
            self._taken.append((self.now, self.launches[:]))
        self.launches.clear()

    def _settle(self) -> None:
        """Take note of what these programs took."""
        self._take_launches()
        for account, launches in self._taken:
            for charge, data in launches:
                begun, ended, *times = memoryview(data).cast("q")
                self._later.append((charge, account, times, begun, 0))
                self._noted += ended - begun
        self._taken.clear()

    def charge(self, at: int) -> None:
        """Charge what had passed by then to the open account."""
        if self.launches:
            self._take_launches()
        if not self.runs:
            return
        self.now.nanoseconds += at - self.since
        if self._memory:
            held, peak = tracemalloc.get_traced_memory()
            self.now.peak = max(self.now.peak, peak - self._held)
            self._held = held
            tracemalloc.reset_peak()

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Charge nothing, for the duration."""
        if not self.runs:
            yield
            return
        self.charge(perf_counter_ns())
        self._stop()
        try:
            yield
        finally:
            self.launches.clear()
            self._start()

    def _start(self) -> None:
        self.runs, self.follow = True, self._follower.follow
        self.since = perf_counter_ns()

    def _stop(self) -> None:
        self.runs, self.follow = False, _nothing

    def switch(self, account: Account, at: int) -> None:
        """Open another account, in place of what was open by then."""
        if self.launches or self._memory or not self.runs:
            self.charge(at)
        else:
            self.now.nanoseconds += at - self.since
        account.count += 1
        self.now = account
        self.since = perf_counter_ns()

    def push(self, account: Account, at: int) -> None:
        """Open another account for a while."""
        self._stack.append(self.now)
        self.switch(account, at)

    def pop(self, at: int) -> None:
        """Open again the account that was open before."""
        self.charge(at)
        self.now = self._stack.pop()
        self.since = perf_counter_ns()

    def note(
        self,
        name: str,
        account: Account,
        nanoseconds: float,
        begun: int,
        nbytes: int,
    ) -> None:
        """An operation has taken so long by itself; the time is charged besides."""
        self._noted += nanoseconds
        self._notes += name, account, nanoseconds, begun, nbytes

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
        self._start()
        begun = self.since
        self.follow()
        try:
            result = call()
        finally:
            ended = perf_counter_ns()
            self.charge(ended)
            self._stop()
            self.ignore()
            if memory:
                tracemalloc.stop()
        return self._record((ended - begun) / 1e9, result)

    def _record(self, seconds: float, result: Any) -> Record:
        """Do what was put off, keep what was found, and begin anew."""
        self._settle()
        for charge, *given in self._later:
            charge(self, *given)
        used = [a for a in self._accounts.values() if a.count or a.nanoseconds]
        found = {account: copy(account) for account in used}
        notes = [
            Note(name, found[account], nanoseconds, begun, nbytes)
            for name, account, nanoseconds, begun, nbytes in zip(
                *[iter(self._notes)] * len(Note._fields), strict=True
            )
        ]
        notes.sort(key=attrgetter("begun"))
        for account in found:
            account.nanoseconds = 0.0
            account.count = account.peak = 0
        self._later.clear()
        self._notes.clear()
        self._stack.clear()
        self.now, self._noted = self._root, 0.0
        return Record(list(found.values()), notes, seconds, result)
