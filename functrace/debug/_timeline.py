"""Time and memory by lines: one account is open at any time, to which all goes."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from operator import attrgetter
from time import perf_counter_ns
from types import CodeType, FrameType
from typing import Any, NamedTuple

from functrace.core.source import SourceLine, is_users_file, line_of

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
    later : list of callable
        Does what can be done when the run is over.
    seconds : float
        How long the run took, with what the profiler took.
    """

    def __init__(self, *, memory: bool = False) -> None:
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
        self._of_codes: dict[int, tuple[CodeType, dict[int, Account] | None]] = {}
        self._stack: list[Account] = []
        self._held = 0
        self._runs = False
        self._passes = 0
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
            if source.of_derivative:
                mode = DERIVATIVE
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
        self.charge()
        self.paused = True
        self._listen()

    def resume(self) -> None:
        """Time passes again."""
        self.paused = False
        self._listen()
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
        before = sys.gettrace()
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
            sys.settrace(before)
            if self._memory:
                tracemalloc.stop()

    def follow(self, *, lines: bool) -> None:
        """Whether it is lines that are followed, or, in a pass, operations.

        In passes all functions but rules of the user's are functrace's.
        """
        self._passes += -1 if lines else 1
        self._listen()

    def _listen(self) -> None:
        if self._runs:  # a pass that an error ended may be left later
            sys.settrace(None if self._passes or self.paused else self._entered)

    def finish(self) -> None:
        """Do what was put off."""
        for function in self.later:
            function()
        self.later.clear()
        self.notes = sorted(map(Note._make, self._notes), key=attrgetter("begun"))

    def _entered(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A function begins."""
        code = frame.f_code
        found = self._of_codes.get(id(code))
        if found is None:
            found = self._of_codes[id(code)] = _accounts_of(code)
        accounts = found[1]
        if accounts is None:
            return None

        def within(frame: FrameType, event: str, arg: Any) -> Any:
            if event == "line":
                number = frame.f_lineno
                account = accounts.get(number)
                if account is None:
                    account = accounts[number] = self.account(line_of(frame, number))
                self.switch(account)
            elif event == "return":
                self.pop()
            return within

        self.push(self.now)
        within(frame, "line", None)
        return within


def _accounts_of(code: CodeType) -> tuple[CodeType, dict[int, Account] | None]:
    """Those of a function's lines, if it is the user's; and its code, which keeps its id."""
    return code, {} if is_users_file(code.co_filename) else None
