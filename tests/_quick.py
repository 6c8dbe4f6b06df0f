"""The quick tier, ``pytest --quick``: a fifth of the tests, which notice most errors.

Laws are tried on the first sample of each record with the same options, and on the first
call of a kind, and values on every other call besides. Of all other tests those are run
that are not marked as slow, with some of their cases: both of two, of more one in six, or
as few as a file says whose cases take long (``pytest.mark.share(12)``). Of the pages of the
documentation one in three.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
_ALL = 2  # cases are all run of so many, of more of them the first and one in:
_CASES = 6
_PAGES = 3
_on: list[bool] = []


def turn_on() -> None:
    """Before tests are collected."""
    _on.append(True)


def first_of_each(
    cases: Iterable[T], kind: Callable[[T], Any], share: int = 1
) -> list[T]:
    """The cases that a law is tried on: all, or the first of each kind.

    `share`: of how many kinds one is taken.
    """
    if not _on:
        return list(cases)
    found: dict[Any, T] = {}
    for case in cases:
        found.setdefault(kind(case), case)
    return [case for key, case in found.items() if is_drawn(repr(key), share)]


def some(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of the tests that were collected those that are run."""
    found: set[str] = set()
    cases_of = Counter(map(_function, items))
    for item in items:
        name = _function(item)
        is_first = name not in found
        found.add(name)
        if not _on or item.get_closest_marker("law"):
            yield item
            continue
        if item.get_closest_marker("slow"):
            continue
        if name.startswith("docs/") and not is_drawn(name, _PAGES):
            continue
        share = item.get_closest_marker("share")
        is_one_of_few = share is None and cases_of[name] <= _ALL
        cases = share.args[0] if share is not None else _CASES
        if is_first or is_one_of_few or is_drawn(item.nodeid, cases):
            yield item


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def is_drawn(text: str, share: int) -> bool:
    """Whether a case is run, of which one in `share` is in the quick tier."""
    return not _on or zlib.crc32(text.encode()) % share == 0
