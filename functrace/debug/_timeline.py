"""Time and memory by lines: one account is open at any time, to which all goes."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from time import perf_counter_ns
from types import CodeType, FrameType
from typing import Any, NamedTuple

from functrace.core.source import SourceLine, is_users, line_of

_EVENTS = 200_000  # that are kept for a trace


class Account(NamedTuple):
    """What time is charged to.

    Attributes
    ----------
    line : SourceLine or None
        None: no line of the user's.
    mode : str
        ``"value"``, or ``"derivative"``.
    """

    line: SourceLine | None
    mode: str


class Entry:
    """What was charged to an account, or an operation.

    Attributes
    ----------
    seconds : float
    count : int
        How often it was begun.
    peak : int
        Bytes by which the memory in use rose at most meanwhile.
    """

    __slots__ = ("count", "nanoseconds", "peak")

    def __init__(self) -> None:
        self.nanoseconds = 0.0
        self.count = 0
        self.peak = 0

    @property
    def seconds(self) -> float:
        """Time, in all."""
        return self.nanoseconds * 1e-9


class Event(NamedTuple):
    """Something that took time, for a trace: when it began, and how long it took."""

    name: str
    account: Account
    begun: int
    nanoseconds: float


OUTSIDE = Account(None, "value")


class Timeline:
    """Charges time to the account that is open; its own time to none.

    Parameters
    ----------
    memory : bool
        Whether memory is measured, by `tracemalloc`, which takes time.
    """

    def __init__(self, *, memory: bool = False) -> None:
        self.accounts: dict[Account, Entry] = {}
        self.operations: dict[tuple[str, str], Entry] = {}
        self.parts: dict[tuple[Account, str], Entry] = {}
        self.events: list[Event] = []
        self.dropped = 0
        self.noted = 0.0  # nanoseconds of operations
        self.memory = memory
        self.now = OUTSIDE
        self._stack: list[Account] = []
        self._users: dict[CodeType, bool] = {}
        self._held = 0
        self._since = 0
        self.paused = False

    # -- accounts --------------------------------------------------------------------

    def entry(self, account: Account) -> Entry:
        """Of an account."""
        found = self.accounts.get(account)
        if found is None:
            found = self.accounts[account] = Entry()
        return found

    def charge(self) -> None:
        """Charge what has passed to the open account."""
        if self.paused:
            return
        passed = perf_counter_ns() - self._since
        entry = self.entry(self.now)
        entry.nanoseconds += passed
        if self.memory:
            held, peak = tracemalloc.get_traced_memory()
            entry.peak = max(entry.peak, peak - self._held)
            self._held = held
            tracemalloc.reset_peak()

    def pause(self) -> None:
        """Charge nothing until it is resumed."""
        self.charge()
        self.paused = True

    def resume(self) -> None:
        """Time passes again."""
        self.paused = False
        self._since = perf_counter_ns()

    def switch(self, account: Account) -> None:
        """Open another account."""
        self.charge()
        self.now = account
        self.entry(account).count += 1
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
        for entry in (
            self.operations.setdefault((name, account.mode), Entry()),
            self.parts.setdefault((account, name), Entry()),
        ):
            entry.nanoseconds += nanoseconds
            entry.count += 1
            entry.peak = max(entry.peak, nbytes)
        if len(self.events) < _EVENTS:
            self.events.append(Event(name, account, begun, nanoseconds))
        else:
            self.dropped += 1

    def share(self, account: Account, nanoseconds: float, nbytes: int = 0) -> None:
        """Charge a part of the time that has been measured already."""
        entry = self.entry(account)
        entry.nanoseconds += nanoseconds
        entry.count += 1
        entry.peak = max(entry.peak, nbytes)

    # -- the user's lines ---------------------------------------------------------------

    def run(self, call: Callable[[], Any]) -> Any:
        """What `call` gives, with time charged to the lines that run."""
        before = sys.gettrace()
        if self.memory:
            tracemalloc.start()
            tracemalloc.reset_peak()
            self._held = tracemalloc.get_traced_memory()[0]
        self.resume()
        sys.settrace(self._entered)
        try:
            return call()
        finally:
            sys.settrace(before)
            self.charge()
            if self.memory:
                tracemalloc.stop()

    def _entered(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A function begins."""
        code = frame.f_code
        users = self._users.get(code)
        if users is None:
            users = self._users[code] = is_users(frame)
        if not users:
            return None
        self.push(self._account(frame))
        return self._within

    def _within(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A line of a function begins, or the function ends."""
        if event == "line":
            self.switch(self._account(frame))
        elif event == "return":
            self.pop()
        return self._within

    def _account(self, frame: FrameType) -> Account:
        return Account(line_of(frame, frame.f_lineno), "value")
