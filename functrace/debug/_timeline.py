"""Time and memory by lines: one account is open at any time, to which all goes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from operator import attrgetter
from time import perf_counter_ns
from typing import Any, NamedTuple

from functrace.core.source import SourceLine
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


class Timeline:
    """Charges time to the account that is open; its own time to none.

    Parameters
    ----------
    follower : Follower
        Tells it of the lines that run.
    memory : bool
        Whether memory is measured, by `tracemalloc`, which takes time.

    Attributes
    ----------
    now : Account
        The one that is open.
    paused : bool
        Whether nothing is charged.
    notes : list of Note
        In order, when the run is over.
    noted : float
        Nanoseconds of all operations so far, by themselves.
    ignore : callable
        Follow no lines for now.
    later : list of callable
        Does what can be done when the run is over.
    seconds : float
        How long the run took, with what the profiler took.
    """

    def __init__(self, follower: Follower, *, memory: bool = False) -> None:
        self.now = Account(None, VALUE)
        self.paused = False
        self.notes: list[Note] = []
        self._notes: list[tuple[str, Account, float, int, int]] = []
        self.noted = 0.0
        self.later: list[Callable[[], None]] = []
        self.seconds = 0.0
        self._memory = memory
        self._accounts: dict[tuple[SourceLine | None, str], Account] = {
            (None, VALUE): self.now
        }
        self._stack: list[Account] = []
        self._held = 0
        self._follower = follower
        self.ignore = follower.ignore
        self._runs = False
        self._away = 0
        self._since = 0

    # -- accounts --------------------------------------------------------------------

    @property
    def accounts(self) -> list[Account]:
        """All of them."""
        return list(dict.fromkeys(self._accounts.values()))

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

    def charge(self) -> None:
        """Charge what has passed to the open account."""
        if self.paused:
            return
        account = self.now
        account.nanoseconds += perf_counter_ns() - self._since
        if self._memory:
            held, peak = tracemalloc.get_traced_memory()
            account.peak = max(account.peak, peak - self._held)
            self._held = held
            tracemalloc.reset_peak()

    def pause(self) -> None:
        """Charge nothing, and follow no lines, until it is resumed."""
        self.ignore()
        self.charge()
        self.paused = True

    def resume(self) -> None:
        """Time passes again."""
        self.paused = False
        self.follow()
        self._since = perf_counter_ns()

    def switch(self, account: Account) -> None:
        """Open another account."""
        self.charge()
        self.now = account
        account.count += 1
        self._since = perf_counter_ns()

    def push(self, account: Account) -> None:
        """Open another account for a while."""
        self._stack.append(self.now)
        self.switch(account)

    def pop(self) -> None:
        """Open again the account that was open before."""
        self.charge()
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
        self._notes.append((name, account, nanoseconds, begun, nbytes))

    # -- the user's lines ---------------------------------------------------------------

    def run(self, call: Callable[[], Any]) -> Any:
        """What `call` gives, with time charged to the lines that run."""
        self._follower.tell(self)
        self._runs = True
        if self._memory:
            tracemalloc.start()
            tracemalloc.reset_peak()
            self._held = tracemalloc.get_traced_memory()[0]
        begun = perf_counter_ns()
        self.resume()
        try:
            return call()
        finally:
            self.charge()
            self.seconds = (perf_counter_ns() - begun) / 1e9
            self._runs = False
            self.ignore()
            if self._memory:
                tracemalloc.stop()

    def leave_lines(self) -> None:
        """Functrace is at work: follow no lines until it returns to them.

        In a pass, time goes by operations; while one is recorded, it is its line's.
        """
        self.ignore()
        self._away += 1

    def return_to_lines(self) -> None:
        """Follow them again, unless they were left more often."""
        self._away -= 1
        self.follow()

    def come_back(self) -> int:
        """Follow them, however often they were left, and say how often that is."""
        away, self._away = self._away, 0
        self.follow()
        return away

    def leave_again(self, away: int) -> None:
        """Leave them as often as before."""
        self._away = away
        if away:
            self.ignore()

    def follow(self) -> None:
        """Follow lines, if that is due."""
        if self._runs and not (self._away or self.paused):
            self._follower.follow()  # of a pass that an error ended, this may come later

    def finish(self) -> None:
        """Do what was put off."""
        for function in self.later:
            function()
        self.later.clear()
        self.notes = sorted(map(Note._make, self._notes), key=attrgetter("begun"))
