"""Lists of what a test holds for, where it is not known for what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.numpy.creation import handle
from functrace.transforms._capture.branches import Run, choose
from functrace.transforms._capture.merging import FlatValue, common, flat, leaf_value
from functrace.transforms._capture.tracing import WHERE, is_unknown, test_of, truth

Pair = tuple[Any, Any]  # a test, and what is in the list if it holds


def kept(test: Any, value: Run, cheap: bool) -> Pair:
    """An item of ``[value() for ... if test]``; `cheap`: it may be computed in vain."""
    test = test_of(test)
    if not is_unknown(test):
        return (True, value()) if test else (False, None)
    return truth(test), value() if cheap else choose(test, value, lambda: 0)


def selected(pairs: Sequence[Pair]) -> Any:
    """The list; an array of unknown length where tests are not known."""
    found = [pair for pair in pairs if pair[0] is not False]
    tests, values = [test for test, _ in found], [value for _, value in found]
    if not any(map(is_unknown, tests)):
        return values
    columns = columns_of([*map(flat, values)])
    if columns is None or len(columns) > 1:
        raise ConcretizationError(
            message(
                f"{WHERE}: which items a list has depends on a traced value, and they "
                "are not numbers, or arrays, of one kind.",
                source=user_line(),
                help="make a list of each of their parts.",
            )
        )
    ((items, _),) = columns
    whole = handle(items, always=True) if type(items) is np.ndarray else items
    return whole[np.stack(tests)].as_list()


def columns_of(parts: Sequence[FlatValue]) -> list[tuple[Any, Any]] | None:
    """What is at the same place of all of them, with a dtype; None if they differ."""
    if any(part.spec != parts[0].spec for part in parts):
        return None
    rows = [*zip(*(part.leaves for part in parts), strict=True)]
    dtypes = [*map(common, rows)]
    if not rows or any(dtype is None for dtype in dtypes):
        return None
    columns = [np.stack([leaf_value(leaf) for leaf in row]) for row in rows]
    return [*zip(columns, dtypes, strict=True)]
