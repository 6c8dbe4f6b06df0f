"""A branch, or a round, traced: what it changes is noted, and taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import CellType
from typing import Any, NamedTuple, NoReturn
from weakref import ref

import numpy as np

from functrace.core.capture import NEVER, Branches, Notes, RaisingError, note
from functrace.core.closure import close
from functrace.core.effects import Effects
from functrace.core.errors import (
    ConcretizationError,
    FunctraceError,
    MutationError,
    message,
)
from functrace.core.node import Edge, next_sequence
from functrace.core.outliving import outliving
from functrace.core.recording import ambient
from functrace.core.refusals import forget_asks
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import is_number
from functrace.numpy.selections import Selection
from functrace.transforms._capture.aliases import check_aliases
from functrace.transforms._capture.counters import counters, is_counted
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.merging import FlatValue, ValueLeaf, as_output, flat
from functrace.transforms._capture.places import Place
from functrace.transforms._capture.writes import forwarded, reads
from functrace.transforms._closed import Closed, handles_of
from functrace.transforms._failing import is_own
from functrace.transforms._rolling import Handles, rolled
from functrace.transforms._rolling.constants import inside
from functrace.transforms._tracing import output_of, refuse_left, settle, trace

WHERE = "functrace"
RESULT = Place(None, None, "the value")


def is_unknown(value: Any) -> bool:
    """Whether it is a traced value that has no value of its own.

    What has one truth in all rounds of a loop, of which one is traced, is that from then
    on; raise RoundsDifferError if it has different ones.
    """
    if type(value) is not Tracer or value.is_known():
        return False
    found = counters()
    if found is not None and found.ranges:
        value.sync()
        is_truth = value.dtype == bool and not value.shape and value.base is None
        answer = found.known_answer(value.edge, is_truth=is_truth)
        if answer is not None:
            value.stand_for(None, answer)
            return False
    return True


def test_of(value: Any) -> Any:
    """What a branch asks of a value: of an integer that counts, whether it is zero."""
    if type(value) is Selection and value.is_list:
        value = value.shape[0]
    if is_counted(value) and value.size == 1 and value.dtype != bool:
        return truth(value)
    return value


def answered(test: Any) -> Any:
    """A test to go by: its answer in a loop's first round, if it may be so in all."""
    test = test_of(test)
    found = counters()
    if found is None or not found.ranges or not is_unknown(test):
        return test
    if test.dtype != bool or test.shape or test.base is not None:
        return test
    answer = found.first_answer(test.edge)
    return test if answer is None else answer


def truth(value: Any) -> Any:
    """The truth of a traced value, which must be one number."""
    if value.size != 1:
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. Use "
            "a.any() or a.all()"
        )
    if value.shape:
        value = value.reshape(())
    if value.dtype != bool:
        return np.not_equal(value, 0)
    return value.astype(bool) if is_number(value) else value


class TracedChanges(NamedTuple):
    """What a function did.

    Attributes
    ----------
    changes : dict
        Of the places that it changed, and of its result, by their identity.
    inside : dict
        Of places that hold what they held, in which something has changed.
    floor : int
        What was recorded before is outside.
    noted : dict
        Values of edges from outside.
    shared : set of int
        The identities of arrays and objects that nobody may change any more.
    effects : Effects
        If there are some, then the graph's last input and output are tokens.
    tokens : list
        That output.
    raises : bool
        It has raised an error of the user's, for all values.
    """

    changes: dict[Any, tuple[Place, FlatValue]]
    inside: dict[Any, FlatValue]
    floor: int
    noted: dict[Edge, Any]
    shared: set[int]
    effects: Effects
    tokens: list[Any]
    raises: bool = False

    def at(self, key: Any, before: FlatValue) -> FlatValue:
        """What it left at a place, where there was something before."""
        if key in self.changes:
            return self.changes[key][1]
        return self.inside.get(key, before)

    def closed(
        self,
        leaves: Sequence[ValueLeaf],
        dtypes: Sequence[Any],
        inputs: Sequence[Edge] = (),
    ) -> Closed:
        """The graph of some leaves."""
        outs = inside(self._outputs(leaves, dtypes), self.floor)
        return self._closed(inputs, outs, self.noted)

    def closed_branch(
        self, leaves: Sequence[ValueLeaf], dtypes: Sequence[Any]
    ) -> Closed:
        """The same, of a branch: elements are read, and constants kept, outside of it.

        So what it took has to be known there, too.
        """
        outs = self._outputs(leaves, dtypes)
        for edge, value in self.noted.items():
            note(edge, value)
        return self._closed((), outs, self.noted | reads(outs, self.floor))

    def _outputs(
        self, leaves: Sequence[ValueLeaf], dtypes: Sequence[Any]
    ) -> Sequence[Any]:
        for leaf in leaves:
            if leaf.known is not None:
                self.noted[leaf.value] = leaf.known
        outs = [as_output(*pair) for pair in zip(leaves, dtypes, strict=True)]
        outs = forwarded([*outs, *self.tokens], self.floor)
        return rolled(outs, self.floor).outputs

    def _closed(
        self, inputs: Sequence[Edge], outs: Sequence[Any], cut: Mapping[Edge, Any]
    ) -> Closed:
        inputs = [*inputs, *self.effects.inputs]
        graph, outer = close(inputs, outs, self.floor, cut)
        settle(graph)
        captured = handles_of(WHERE, outer, self.noted)
        return Closed(graph, captured, _NO_TREE, bool(self.tokens))


_NO_TREE: Any = None


def is_in_branch() -> bool:
    """Whether a branch, or a round, is being traced that may not run."""
    branches = ambient.get().branches
    return branches is not None and branches.inside


def traced(
    run: Callable[[], Any],
    memory: ReachableState,
    enter: Callable[[], None] | None = None,
) -> TracedChanges:
    """Run a function as a part of a graph; everything is then as it was before.

    `enter` lets places hold inputs of the graph.
    """
    noted, handles, floor = Notes({}, []), Handles(), next_sequence()
    if enter is not None:
        enter()
    effects = Effects()
    left = TracedChanges({}, {}, floor, noted.values, set(), effects, [])
    outer = ambient.get().branches
    shared = [] if outer is None else list(outer.shared)
    branches = Branches(_unbound(), shared, refusals(), counters(), inside=True)

    def call() -> None:
        result = run()
        check_aliases()
        words = memory.broken()
        if words is not None:
            _refuse_effect(words)
        _note_changes(memory, left)
        left.shared.update(id(each.value) for each in branches.shared)
        left.changes[RESULT.identity] = RESULT, flat(result)
        left.tokens.extend(map(output_of, effects.finish()))

    changes: dict[str, Any] = {
        "complete": True,
        "calls": False,
        "symbolic": True,
        "notes": noted,
        "handles": handles,
        "branches": branches,
        "effects": effects,
    }
    raises = False
    try:
        raises = not _ends(call, changes)
    except FunctraceError as error:
        refusals().append((type(error), str(error)))
        raise
    finally:
        branches.shared.clear()
        memory.restore()
        known = memory.handles()
        noted.take_back(known)
    if raises:
        return left._replace(raises=True)
    _refuse_unseen([handle for handle, *_ in noted.writes], known)
    made = [each for each in handles.finish() if id(each()) not in known]
    refuse_left(WHERE, run, made)
    return left


def _ends(call: Callable[[], None], changes: dict[str, Any]) -> bool:
    """Run a function; whether it comes to its end, and raises no error of the user's."""
    try:
        trace(call, (), **changes)
    except FunctraceError:
        raise
    except RaisingError:
        return False
    except SystemExit as error:
        _refuse_error(error)
    except Exception as error:  # noqa: BLE001 - whatever the user's code raises
        explain_unbound(error)
        if not is_own(error):
            _refuse_error(error)
        if ambient.get().failure is None:
            _refuse_raising()
        return False
    return True


def failures() -> list[Place]:
    """Where it is that says whether the function has raised an error."""
    failure = ambient.get().failure
    return [] if failure is None else [Place(failure, "holds", "an error")]


def note_failure(condition: Any) -> None:
    """The function raises an error, too, if a condition holds."""
    failure = ambient.get().failure
    assert failure is not None
    failure.note(condition)


def failed() -> Any:
    """Whether the function has raised an error."""
    failure = ambient.get().failure
    return NEVER if failure is None else failure.holds


def unless_failed(go: Any) -> Any:
    """Whether a loop goes on that would, if no error had been raised."""
    holds = failed()
    return go if holds is NEVER else np.logical_and(np.logical_not(holds), go)


def raise_in_branch() -> None:
    """What a branch, or round, does that raises: it ends, whatever the error is."""
    if is_in_branch():
        if ambient.get().failure is None:
            _refuse_raising()
        raise RaisingError


def refusals() -> list[tuple[type[Exception], str]]:
    """Errors of branches and loops so far, in this trace."""
    branches = ambient.get().branches
    return [] if branches is None else branches.refused


def forget_refusals(kept: int) -> None:
    """Forget all but so many of these errors: what they are of is done in another way."""
    del refusals()[kept:]
    forget_asks()


def _note_changes(memory: ReachableState, left: TracedChanges) -> None:
    """Note where something else is now, and in which values something has changed."""
    found = left.changes
    for identity, (place, value) in memory.changes().items():
        now = flat(value)
        if type(place.holder) is Tracer:
            now = now._replace(mutable=[])
        found[identity] = place, now
    if any(type(place.holder) is not CellType for place, _ in found.values()):
        for identity, value in memory.composed():
            if identity not in found:
                left.inside[identity] = flat(value)


def _refuse_unseen(written: Sequence[ref[Any]], known: set[int]) -> None:
    """Refuse a write to an array that is kept where the memory does not look."""
    for handle in outliving([each for each in written if id(each()) not in known]):
        _refuse_effect(f"an array {handle.aval}")


def refuse_growing(place: Place) -> None:
    """Refuse a list whose length would depend on a traced value."""
    if type(place.holder) is list:
        _refuse_effect(
            f"the list {place.name.rpartition('[')[0]!r}, whose length changes"
        )


def _refuse_effect(words: str) -> NoReturn:
    raise MutationError(
        message(
            f"{WHERE}: a branch, or a loop, that depends on a traced value changes what "
            "cannot be its result.",
            got=words,
            source=user_line(),
            help="bind variables, set attributes and write into arrays that NumPy made "
            "in the function (np.zeros(n), and u[i] = x in place of append).",
        )
    )


def _refuse_error(error: BaseException) -> NoReturn:
    text = str(error).splitlines()
    raise ConcretizationError(
        message(
            f"{WHERE}: a branch, or a loop, that depends on a traced value ends in an "
            "error that no statement of the function raises.",
            got=f"{type(error).__name__}{': ' + text[0] if text else ''}",
            source=user_line(),
            help="mend it; or test before, and say `raise`.",
        )
    ) from error


def _refuse_raising() -> NoReturn:
    raise ConcretizationError(
        message(
            f"{WHERE}: a branch, or a loop, that depends on a traced value raises an "
            "error where that is not possible: in a rule of a derivative, a condition of "
            "functrace.while_loop, or a function that a solver takes.",
            source=user_line(),
            help="return numpy.nan there, and raise where the result is known.",
        )
    )


# -- variables without a value -----------------------------------------------------------


def _unbound() -> dict[str, str]:
    branches = ambient.get().branches
    return {} if branches is None else branches.unbound


def note_unbound(place: Place, why: str) -> None:
    """A variable has no value any more."""
    _unbound()[place.name] = why


def is_noted_unbound(place: Place) -> bool:
    """Whether it has been said why it has no value."""
    return place.name in _unbound()


def explain_unbound(error: Exception) -> None:
    """Raise ours from an error that a variable which we have unbound is the cause of."""
    noted = _unbound()
    if noted and isinstance(error, NameError):
        names = re.findall(r"['\"](\w+)['\"]", str(error))
        for name in reversed(names):
            if name in noted:
                raise ConcretizationError(noted[name]) from error


def is_same_constant(leaves: Sequence[ValueLeaf]) -> bool:
    """Whether leaves are one constant, or one edge."""
    return all(leaf.key == leaves[0].key for leaf in leaves) and (
        type(leaves[0].value) is Edge
        or not leaves[0].is_array
        or all(leaf.value is leaves[0].value for leaf in leaves)
    )
