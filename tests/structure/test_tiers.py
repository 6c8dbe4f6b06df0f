"""What the quick tier leaves out."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest

from tests import _quick


class Item:
    """A test, as far as the tier looks at it."""

    def __init__(self, nodeid: str, *marks: Any, obj: Any = None) -> None:
        self.nodeid = nodeid
        self.obj = obj
        self.marks = {mark.name: mark for mark in marks}

    def get_closest_marker(self, name: str) -> Any:
        return self.marks.get(name)


@hypothesis.given(hypothesis.strategies.integers())
def drawn(number: int) -> None:
    """A test of drawn examples."""


LAW = pytest.mark.law
ITEMS = [
    Item("a.py::test_one"),
    Item("a.py::test_slow", pytest.mark.slow),
    *[Item(f"a.py::test_few[{k}]") for k in range(2)],
    *[Item(f"a.py::test_many[{k}]") for k in range(800)],
    *[Item(f"a.py::test_long[{k}]", pytest.mark.share(20)) for k in range(800)],
    *[Item(f"docs/{k}.md::{k}.md") for k in range(400)],
    *[Item(f"a.py::test_law[{k}]", LAW, pytest.mark.slow) for k in range(5)],
    Item("a.py::test_drawn", obj=drawn),
]


@pytest.fixture(params=["quick", "rest", "all"])
def tier(request, monkeypatch):
    monkeypatch.setattr(_quick, "_tier", [request.param])
    return request.param


def chosen() -> list[Item]:
    return list(_quick.some(ITEMS))  # type: ignore[arg-type]


def test_the_first_case_of_a_function_is_run_and_some_others(monkeypatch):
    monkeypatch.setattr(_quick, "_tier", ["quick"])
    names = [item.nodeid for item in chosen()]
    assert names[0] == "a.py::test_one"
    assert sum("test_few" in name for name in names) == 2
    assert "a.py::test_many[0]" in names
    assert 90 < sum("test_many" in name for name in names) < 180
    assert 20 < sum("test_long" in name for name in names) < 60
    assert 90 < sum("docs/" in name for name in names) < 180
    assert sum("test_law" in name for name in names) == 5  # chosen among before


def test_the_rest_is_what_the_quick_tier_leaves_out(monkeypatch):
    found = {}
    for tier in ("quick", "rest", "all"):
        monkeypatch.setattr(_quick, "_tier", [tier])
        found[tier] = chosen()
    drawn, laws = ITEMS[-1:], ITEMS[-6:-1]
    assert found["all"] == ITEMS
    assert set(found["quick"]) | set(found["rest"]) == set(ITEMS)
    assert set(found["quick"]) & set(found["rest"]) == {*drawn, *laws}


def test_each_test_is_in_one_part():
    parts = [ITEMS[_quick.part(f"{k}/3")] for k in (1, 2, 3)]
    assert sum(map(len, parts)) == len(ITEMS)
    assert set().union(*parts) == set(ITEMS)


def test_a_law_is_tried_on_the_first_of_each_kind(tier):
    cases = [(kind, k) for k in range(3) for kind in range(400)]
    first = _quick.first_of_each(cases, lambda case: case[0])
    shared = _quick.first_of_each(cases, lambda case: case[0], share=4)
    assert first == cases[:400]
    assert set(shared) < set(first)
    assert 50 < len(shared) < 150
    named = {str(case): case for case in cases}
    law = _quick.law("case", named, set(map(str, first)))

    @law
    def test(case):
        raise NotImplementedError

    (mark,) = [mark for mark in test.pytestmark if mark.name == "parametrize"]
    run = {"quick": cases[:400], "rest": cases[400:], "all": cases}
    assert mark.args == ("case", run[tier])
