"""The tiers of the tests: the quick one, ``pytest --quick``, and the rest, ``--rest``.

The quick one is a fifth of the tests, which notice most errors. Laws are tried on the
first sample of each record with the same options, and on the first call of a kind, and
values on every other call besides. Of all other tests those are run that are not marked
as slow, with some of their cases: both of two, of more one in six, or as few as a file
says whose cases take long (``pytest.mark.share(12)``). Of the pages of the documentation
one in three. What draws its programs itself draws fewer of them, and all again in the rest.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar

import hypothesis
import pytest

T = TypeVar("T")
Tier = Literal["quick", "rest", "all"]
_ALL = 2  # cases are all run of so many, of more of them the first and one in:
_CASES = 6
_PAGES = 3
_tier: list[Tier] = ["all"]


def choose(tier: Tier) -> None:
    """Before tests are collected."""
    _tier[:] = [tier]


def is_run(is_quick: bool) -> bool:
    """Whether the tier at hand has a test that the quick tier has, or has not."""
    return _tier == ["all"] or is_quick == (_tier == ["quick"])


def law(
    names: str, cases: Mapping[str, Any], quick: Container[str]
) -> Callable[[Any], Any]:
    """Run the test for cases, by their ids, those of `quick` in the quick tier."""
    ids = [name for name in cases if is_run(name in quick)]

    def decorate(test: Any) -> Any:
        each = pytest.mark.parametrize(names, [cases[name] for name in ids], ids=ids)
        return pytest.mark.law(each(test))

    return decorate


def first_of_each(
    cases: Iterable[T], kind: Callable[[T], Any], share: int = 1
) -> list[T]:
    """The first case of each kind, or of one in `share` kinds."""
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
        is_quick = _is_quick(item, is_first, cases_of[name])
        draws_more = is_run(is_quick=False) and _draws_examples(item)
        if item.get_closest_marker("law") or is_run(is_quick) or draws_more:
            yield item


def _is_quick(item: pytest.Item, is_first: bool, count: int) -> bool:
    """Whether one of so many cases of a test is in the quick tier."""
    name = _function(item)
    if item.get_closest_marker("slow"):
        return False
    if name.startswith("docs/") and not is_drawn(name, _PAGES):
        return False
    share = item.get_closest_marker("share")
    is_one_of_few = share is None and count <= _ALL
    cases = share.args[0] if share is not None else _CASES
    return is_first or is_one_of_few or is_drawn(item.nodeid, cases)


def part(text: str) -> slice:
    """The tests that ``--part 1/2`` takes: every second one, from the first on."""
    number, count = map(int, text.split("/"))
    return slice(number - 1, None, count)


def _draws_examples(item: pytest.Item) -> bool:
    return hypothesis.is_hypothesis_test(getattr(item, "obj", None))


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def is_drawn(text: str, share: int) -> bool:
    """Whether a case is taken, of which one in `share` is."""
    return zlib.crc32(text.encode()) % share == 0
