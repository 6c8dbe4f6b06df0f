"""What a program does besides computing, in order: calls of Python that nobody takes from.

A graph is what its outputs depend on. So an effect takes a *token* and gives one: it comes
after what gave it, and the last token is an output of the graph. A token is a truth value;
what it says is whether effects take place. They do not where a graph is run once more for
a derivative, nor for an element of a batch that does not take a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.capture import NEVER
from functrace.core.node import Edge, Leaf
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer

if TYPE_CHECKING:
    from functrace.core.graph import Graph

TOKEN = Aval((), np.dtype(bool))


class Effects:
    """The effects of what is being traced.

    Attributes
    ----------
    inputs : list of Edge
        The token that the first one takes, an input of the graph; empty if there is none.
    token : Tracer or None
        What the last one gave.
    """

    __slots__ = ("_given", "inputs", "token")

    def __init__(self) -> None:
        self._given = Edge(Leaf("effects", TOKEN), 0)  # older than any inner trace
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.inputs: list[Edge] = []
        self.token: Any = None

    def take(self) -> Any:
        """What the next one takes."""
        if self.token is None:
            self.inputs = [self._given]
            self.token = Tracer(self._given, None)
        return self.token

    def finish(self) -> list[Any]:
        """The last token, an output of the graph, if there is any."""
        found = [] if self.token is None else [self.token]
        self.token = None
        return found


class EffectReplay:
    """The effects of a program that runs, and perhaps once more from its beginning.

    Parameters
    ----------
    keeps : bool
        Whether the program may give up, so that what effects gave is kept.
    """

    __slots__ = ("_before", "_done", "_keeps", "_kept", "_taken")

    def __init__(self, *, keeps: bool = True) -> None:
        self._before = self._done = self._taken = 0
        self._keeps = keeps
        self._kept: list[Any] = []

    def again(self) -> None:
        """Leave out those that took place: the program gave up."""
        self._before, self._done = self._done, 0
        self._taken = 0

    def once(self, make: Callable[[], Any]) -> Any:
        """What an effect gives: what it gave before, if the program gave up since."""
        if self._taken < len(self._kept):
            found = self._kept[self._taken].copy()
        else:
            found = make()
            if self._keeps:  # a copy: programs write over what they need no more
                self._kept.append(found.copy())
        self._taken += 1
        return found

    def skips(self) -> bool:
        """Whether the next one has taken place already."""
        self._done += 1
        return self._done <= self._before


def take() -> Any:
    """The token that the next effect takes; outside of abstract traces, it takes place.

    It does not where the function has raised an error before.
    """
    state = ambient.get()
    if state.effects is None:
        return np.True_
    token, failure = state.effects.take(), state.failure
    if failure is None or failure.holds is NEVER:
        return token
    return np.logical_and(token, np.logical_not(failure.holds))


def hand_on(token: Any) -> None:
    """What an effect gave."""
    effects = ambient.get().effects
    if effects is not None:
        effects.token = token


def evaluated(graph: Graph, values: Sequence[Any]) -> list[Any]:
    """What a graph gives, the last of whose inputs and outputs may be tokens."""
    if len(graph.inputs) == len(values):
        return graph.evaluate(values)
    *outs, token = graph.evaluate([*values, take()])
    hand_on(token)
    return outs
