"""Tests: what Python does on known values, one operation of all branches on others."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.effects import hand_on, take
from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import Truth, is_number
from functrace.numpy.selections import Selection
from functrace.primitives.switch import switch_of
from functrace.transforms._bodies import unify
from functrace.transforms._capture.aliases import is_shared, note_aliases
from functrace.transforms._capture.counters import note_test
from functrace.transforms._capture.exits import VALUE
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.merging import (
    FlatValue,
    ValueLeaf,
    as_value,
    built,
    common,
    flat,
    leaf_value,
    words,
    zeros_like,
)
from functrace.transforms._capture.places import UNBOUND, UNREAD, Place
from functrace.transforms._capture.sequences import looked_up
from functrace.transforms._capture.tracing import (
    RESULT,
    WHERE,
    TracedChanges,
    answered,
    failures,
    is_noted_unbound,
    is_same_constant,
    is_unknown,
    note_failure,
    note_unbound,
    refuse_growing,
    test_of,
    traced,
    truth,
)
from functrace.transforms._capture.writes import writes_of
from functrace.transforms._closed import Closed
from functrace.transforms._rolling.constants import outside

Run = Callable[[], Any]
_KNOWN = (set, frozenset, dict, range)  # which hold, or do not, what has a value
_ABSENT, _UNREAD = flat(UNBOUND), flat(UNREAD)


def if_(test: Any, then: Run, orelse: Run | None, raises: bool = False) -> None:
    """``if test: then()``, ``else: orelse()``; `raises`: `then` ends in an error."""
    test = answered(test)
    if is_unknown(test):
        _both(test, [orelse or _nothing, then], first=raises)
    elif test:
        then()
    elif orelse is not None:
        orelse()


def choose(test: Any, then: Run, orelse: Run) -> Any:
    """``then() if test else orelse()``."""
    test = answered(test)
    if is_unknown(test):
        return _both(test, [orelse, then])
    return then() if test else orelse()


def _nothing() -> None: ...


def _both(test: Any, branches: Sequence[Run], *, first: int = 0) -> Any:
    """Trace both branches; let every place hold what the one that is taken gives.

    If one raises an error, starting with the `first`, the other is what the function does.
    """
    taken = truth(test)
    note_test()
    memory = ReachableState(branches, places=failures())
    order = (first, 1 - first)
    found: list[TracedChanges] = []
    for k in order:
        found.append(traced(branches[k], memory))
        if found[-1].raises:
            note_failure(taken if k else np.logical_not(taken))
            return branches[1 - k]()
    merge = _Merge(memory, found if order[0] == 0 else found[::-1])
    outs = iter(merge.apply(taken.astype(np.int64)))
    result, placed = None, merge.places(outs)
    for place, value in placed:
        if place is RESULT:
            result = value
        elif value is not UNBOUND and type(place.holder) is Tracer:
            place.holder.assign(value)
        else:
            place.put(value)
    merge.note_aliases(placed)
    return result


def _switch(number: Any, closed: Sequence[Closed], *token: Any) -> Sequence[Any]:
    """The outputs of one of the branches, which are given their constants."""
    graphs, captured = unify(closed)
    graphs, constants = outside(graphs, len(captured))
    return switch_of(graphs, [number, *captured, *constants, *token])


class _Merge:
    """What several branches leave, place by place."""

    def __init__(
        self, memory: ReachableState, branches: Sequence[TracedChanges]
    ) -> None:
        self._branches = branches
        self._columns: list[tuple[list[ValueLeaf], Any]] = []
        places = {key: p for b in branches for key, (p, _) in b.changes.items()}
        self._memory = memory
        self._rows: list[tuple[Place, list[FlatValue], FlatValue]] = []
        for key, place in places.items():
            before = before_of(memory, place)
            row = [branch.at(key, before) for branch in branches]
            self._rows.append((place, row, before))
        _check_order(branches)
        self._plans = [(row[0], self._plan(*row)) for row in self._rows]

    def note_aliases(self, placed: Sequence[tuple[Place, Any]]) -> None:
        """Note which of the new values may be the same as others."""
        note_aliases(
            self._memory,
            [
                (place, value, row, before)
                for (place, value), (_, row, before) in zip(
                    placed, self._rows, strict=True
                )
            ],
            set[int]().union(*(branch.shared for branch in self._branches)),
        )

    def _plan(self, place: Place, row: list[FlatValue], before: FlatValue) -> Any:
        """How the place's value is made: a structure, and where its leaves come from."""
        row = _filled(row, _UNREAD)
        if place.name == VALUE:
            row = _filled(row, _ABSENT)
        if any(each.spec == _ABSENT.spec for each in row):
            lost = before.spec == _ABSENT.spec and is_noted_unbound(place)
            if any(each.spec != _ABSENT.spec for each in row) and not lost:
                _lose(
                    place,
                    f"{place.name!r} is bound in one branch only of a test on a "
                    "traced value.",
                    row,
                )
            return None
        if any(each.spec != row[0].spec for each in row):
            _lose(
                place,
                f"{_described(place)} another structure in each branch of a test "
                "on a traced value.",
                row,
            )
            return None
        sources: list[Any] = []
        for leaves in zip(*(each.leaves for each in row), strict=True):
            dtype = None
            if not is_same_constant(leaves):
                dtype = common(leaves)
                if dtype is None:
                    _lose(
                        place,
                        f"{_described(place)} another shape or dtype in each branch "
                        "of a test on a traced value.",
                        row,
                    )
                    return None
            sources.append((leaves, dtype))
        return row[0].spec, [self._source(*each) for each in sources]

    def _source(self, leaves: Sequence[ValueLeaf], dtype: Any) -> Any:
        if dtype is None:
            return leaf_value(leaves[0])
        self._columns.append((list(leaves), dtype))
        written = any(leaf.is_array for leaf in leaves)
        return len(self._columns) - 1, dtype, written

    def apply(self, number: Any) -> Sequence[Any]:
        """The outputs of the operation."""
        effects = any(branch.tokens for branch in self._branches)
        if not self._columns and not effects:
            return ()
        floors = [branch.floor for branch in self._branches]
        chosen, counts = list[tuple[Sequence[ValueLeaf], Any]](), list[int]()
        written = [writes_of(leaves, floors) for leaves, _ in self._columns]
        for writes, (leaves, dtype) in zip(written, self._columns, strict=True):
            columns = [leaves] if writes is None else writes.columns
            chosen += [(column, dtype) for column in columns]
            counts.append(len(columns))
        dtypes = [dtype for _, dtype in chosen]
        closed = [
            branch.closed_branch([leaves[k] for leaves, _ in chosen], dtypes)
            for k, branch in enumerate(self._branches)
        ]
        if effects:
            closed = [each.with_token() for each in closed]
            *outs, token = _switch(number, closed, take())
            hand_on(token)
        else:
            outs = list(_switch(number, closed))
        found = iter(outs)
        parts = [list(itertools.islice(found, count)) for count in counts]
        return [
            part[0] if writes is None else writes.apply(part)
            for writes, part in zip(written, parts, strict=True)
        ]

    def places(self, outs: Any) -> list[tuple[Place, Any]]:
        """Every place with its new value."""
        values = list(outs)
        found: list[tuple[Place, Any]] = []
        for place, plan in self._plans:
            if plan is None:
                found.append((place, UNBOUND))
                continue
            spec, sources = plan
            leaves = [
                as_value(values[s[0]], s[1], is_array=s[2]) if type(s) is tuple else s
                for s in sources
            ]
            found.append((place, built(spec, iter(leaves))))
        return found


def _check_order(branches: Sequence[TracedChanges]) -> None:
    """Refuse keys that branches add to a dict each in another order."""
    added = [
        [key for key, (p, _) in b.changes.items() if isinstance(p.holder, dict)]
        for b in branches
    ]
    for first, second in itertools.combinations(added, 2):
        both = set(first).intersection(second)
        if [k for k in first if k in both] != [k for k in second if k in both]:
            raise ConcretizationError(
                message(
                    f"{WHERE}: the order of a dict's keys, or an object's attributes, "
                    "depends on a traced value.",
                    source=user_line(),
                    help="set them in the same order in all branches.",
                )
            )


def before_of(memory: ReachableState, place: Place) -> FlatValue:
    """What was at a place."""
    if place is RESULT:
        return _ABSENT
    found = flat(memory.before(place))
    return found._replace(mutable=[]) if type(place.holder) is Tracer else found


def _filled(row: list[FlatValue], empty: FlatValue) -> list[FlatValue]:
    """Of a variable that nobody asks for where it is `empty`: there anything will do."""
    bound = [each for each in row if each.spec != empty.spec]
    if len(bound) == len(row) or not bound:
        return row
    filler = zeros_like(bound[0])
    return [filler if each.spec == empty.spec else each for each in row]


def _described(place: Place) -> str:
    if place is RESULT:
        return "the value of an expression has"
    if place.name == VALUE:
        return "the function returns a value of"
    return f"{place.name!r} has"


def _lose(place: Place, what: str, row: Sequence[FlatValue]) -> None:
    """A place has no value after the branches: an error where it is used."""
    if any(each.spec == _ABSENT.spec for each in row):
        refuse_growing(place)
    got = " | ".join(words(each) for each in reversed(row))
    text = message(
        f"{WHERE}: {what}",
        got=got,
        source=user_line(),
        help="bind it in every branch, to values of one structure, shape and dtype.",
    )
    if place is RESULT or place.name == VALUE or not place.can_be_unbound:
        raise ConcretizationError(text)
    note_unbound(place, text)


# -- truth values ------------------------------------------------------------------------


def not_(value: Any) -> Any:
    """``not value``."""
    value = test_of(value)
    return (
        as_value(np.logical_not(truth(value)), bool) if is_unknown(value) else not value
    )


def and_(value: Any, other: Run, cheap: bool = False) -> Any:
    """``value and other()``; `cheap`: `other` may also be called in vain."""
    if not is_unknown(value):
        return value and other()
    if cheap and _is_truth(value) and _is_truth(second := other()):
        return _of_truths(np.logical_and(value, second), value, second)
    return choose(value, other, lambda: value)


def or_(value: Any, other: Run, cheap: bool = False) -> Any:
    """``value or other()``."""
    if not is_unknown(value):
        return value or other()
    if cheap and _is_truth(value) and _is_truth(second := other()):
        return _of_truths(np.logical_or(value, second), value, second)
    return choose(value, lambda: value, other)


def _of_truths(out: Any, *values: Any) -> Any:
    """One of several truth values: Python's if all are."""
    python = all(type(each) is bool or is_number(each) for each in values)
    return as_value(out, bool) if python else out


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool | np.bool_) or (
        type(value) is Tracer and value.dtype == bool and not value.shape
    )


def _is_in(item: Any, items: Any) -> Any:
    """``item in items``."""
    is_list = type(items) in (list, tuple)
    if type(items) in _KNOWN or (is_list and Tracer not in map(type, items)):
        found = looked_up(lambda i: i in items, items, item)
        if found is not None:
            return found
    is_array = type(items) in (Tracer, Selection, np.ndarray)
    if is_array and (is_unknown(item) or is_unknown(items) or type(items) is Selection):
        return as_value(np.any(np.equal(items, item)), bool)
    if not is_list:
        return item in items
    found: Any = False
    for each in items:
        if is_shared((each, item)):
            _refuse_identity()
        found = (
            found or True
            if each is item
            else or_(found, lambda e=each: item == e, True)
        )
        if not is_unknown(found) and found:
            break
    return as_value(found, bool)


def _is(item: Any, other: Any) -> Any:
    """``item is other``: Python's truth values are two objects, so equal ones are one."""
    pair = item, other
    kinds = {each.aval.dtype if type(each) is Tracer else type(each) for each in pair}
    if any(map(is_unknown, pair)) and kinds <= {bool, Truth}:
        if Truth not in kinds:
            return item == other
        _refuse_identity()
    if is_shared(pair):
        _refuse_identity()
    return item is other


def _compared(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``==`` or ``!=``, which of objects without ``__eq__`` asks whether they are one."""

    def answer(item: Any, other: Any) -> Any:
        pair = item, other
        if all(type(x).__eq__ is object.__eq__ for x in pair) and is_shared(pair):
            _refuse_identity()
        return compare(item, other)

    return answer


def _refuse_identity() -> NoReturn:
    raise ConcretizationError(
        message(
            f"{WHERE}: whether two values are one object depends on a traced value.",
            source=user_line(),
            help="compare what they hold: `if found`, `if not found`, a.x == b.x.",
        )
    )


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name) for name in ("lt", "le", "gt", "ge")
} | {
    "eq": _compared(operator.eq),
    "ne": _compared(operator.ne),
    "is_": _is,
    "is_not": lambda item, other: not_(_is(item, other)),
    "in_": _is_in,
    "not_in": lambda item, items: not_(_is_in(item, items)),
}


def compare(left: Any, name: str, later: Run, cheap: bool, *rest: Any) -> Any:
    """``left < b < c``.

    For each operator its name, a function for the value, and whether that and all that
    follow may also be called in vain.
    """
    right = later()
    holds = _COMPARISONS[name](left, right)
    if not rest:
        return holds
    return and_(holds, lambda: compare(right, *rest), rest[2])
