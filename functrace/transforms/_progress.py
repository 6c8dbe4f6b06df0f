"""How far a loop is: shown while it runs."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any, Self, TypeAlias

import numpy as np

from functrace.core.errors import message
from functrace.primitives.effect import emit_effect

Progress: TypeAlias = "bool | str | Any | None"

_INTERVAL = 0.05  # seconds between two looks
_CALLS = 1 << 14  # of a loop of known length, at most: each looks at the clock
_FIRST = 1 << 10  # rounds of another that look at it, each; later one of
_LATER = 1 << 6


class Meter:
    """What is shown of one loop; a context in which that is written, or runs.

    Parameters
    ----------
    where : str
        What messages begin with.
    progress : bool, str or object
        See `functrace.scan`.
    total : int, optional
        The number of rounds, if it is known.

    Attributes
    ----------
    rounds : int or None
        How many there were, if that is known when the loop has ended.
    """

    def __init__(
        self, where: str, progress: Progress, total: int | None = None
    ) -> None:
        if not isinstance(progress, (bool, str)) and not (
            callable(progress) or hasattr(progress, "update")
        ):
            raise TypeError(
                message(
                    f"{where}: progress cannot be shown so.",
                    expected="True, a text, or what has tqdm's methods, or makes it",
                    got=type(progress).__name__,
                )
            )
        self._text = progress if isinstance(progress, str) else where.rpartition(".")[2]
        self._progress = progress
        self._total = self.rounds = total
        self._bar: Any = None
        self._shown = 0
        self._due = 0.0

    def __enter__(self) -> Self:
        emit_effect(self._begin, (), {})
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            rounds = () if self.rounds is None else (self.rounds,)
            self.rounds = self._total  # what is traced does not outlive the trace
            emit_effect(self._end, rounds, {})

    def counting(self, f: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """A round of a scan that carries its number, too."""

        def counted(pair: Any, x: Any) -> Any:
            number, carry = pair
            carry, y = f(carry, x)
            self._tell(number + 1)
            return (number + 1, carry), y

        return counted

    def numbered(
        self, body: Callable[[Any, Any], Any], first: Any
    ) -> Callable[[Any, Any], Any]:
        """A round of a loop over integers from `first` on."""

        def told(i: Any, val: Any) -> Any:
            val = body(i, val)
            self._tell(i + 1 - first)
            return val

        return told

    def _tell(self, done: Any) -> None:
        if self._total is None:
            when = np.logical_or(done < _FIRST, done % _LATER == 0)
        else:
            when = done % max(1, self._total // _CALLS) == 0
        emit_effect(
            self.show,
            (done,),
            {},
            np.bool_(when) if type(when) is bool else when,
            _INTERVAL,
        )

    # -- when the loop runs ----------------------------------------------------------

    def _begin(self) -> None:
        self._close()  # one that was interrupted
        self._shown, self._due = 0, 0.0
        self._bar = self._made()

    def _made(self) -> Any:
        if hasattr(self._progress, "update") and not isinstance(self._progress, type):
            return self._progress
        if callable(self._progress):
            return self._progress(total=self._total)
        try:
            tqdm = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            return ProgressLine(self._text, self._total)
        return tqdm(total=self._total, desc=self._text)

    def show(self, done: Any) -> None:
        """So many rounds are done."""
        now = time.monotonic()
        if now >= self._due and self._bar is not None:
            self._due = now + _INTERVAL
            self._bar.update(int(done) - self._shown)
            self._shown = int(done)

    def _end(self, *rounds: Any) -> None:
        if self._bar is not None:
            for number in rounds:
                self._bar.update(int(number) - self._shown)
        self._close()

    def _close(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None and bar is not self._progress:
            bar.close()


class ProgressLine:
    """A line of text on the standard error, with the part of tqdm's interface that is used.

    Parameters
    ----------
    text : str
    total : int or None
        The number of rounds, if it is known.

    Examples
    --------
    >>> line = ProgressLine("steps", 200)
    >>> line.update(50), line.words(8.0)
    (None, 'steps: 50/200, 25 %, 8 s, 24 s left')
    """

    def __init__(self, text: str, total: int | None) -> None:
        self._text = text
        self._total = total
        self._done = 0
        self._began = time.monotonic()

    def update(self, rounds: int) -> None:
        """So many rounds more are done."""
        self._done += rounds
        words = self.words(time.monotonic() - self._began)
        sys.stderr.write(f"\r{words:<70}")
        sys.stderr.flush()

    def words(self, seconds: float) -> str:
        """What the line says after some time."""
        done, total = self._done, self._total
        if total is None:
            return f"{self._text}: {done} rounds, {seconds:.0f} s"
        left = seconds * (total - done) / done if done else 0.0
        percent = 100 * done // max(total, 1)
        words = f"{self._text}: {done}/{total}, {percent} %, {seconds:.0f} s"
        return f"{words}, {left:.0f} s left" if done < total else words

    def close(self) -> None:
        """End the line."""
        sys.stderr.write("\n")
