"""Lists of what a test holds for, where it is not known for what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.numpy.creation import handle
from functrace.numpy.selections import Selection
from functrace.transforms._capture.branches import Run, choose
from functrace.transforms._capture.merging import common, flat, leaf_value
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
    leaves = [leaf for value in values for leaf in flat(value).leaves]
    alike = all(flat(value).spec == flat(values[0]).spec for value in values)
    if not alike or len(leaves) != len(values) or common(leaves) is None:
        raise ConcretizationError(
            message(
                f"{WHERE}: which items a list has depends on a traced value, and they "
                "are not numbers, or arrays, of one kind.",
                source=user_line(),
                help="make a list of each of their parts.",
            )
        )
    items: Any = np.stack([*map(leaf_value, leaves)])
    whole = handle(items, always=True) if type(items) is np.ndarray else items
    return whole[np.stack(tests)].as_list()


def largest(function: Callable[..., Any], items: Selection, options: Any) -> Any:
    """`max` or `min` of such a list."""
    reduce = np.max if function is max else np.min
    if "default" not in options:
        return reduce(items)
    count = items.shape[0]
    return choose(count == 0, lambda: options["default"], lambda: reduce(items))
