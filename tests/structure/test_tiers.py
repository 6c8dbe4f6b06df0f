"""What the quick tier leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from tests import _quick


class Item:
    """A test, as far as the tier looks at it."""

    def __init__(self, nodeid: str, *marks: Any) -> None:
        self.nodeid = nodeid
        self.marks = {mark.name: mark for mark in marks}

    def get_closest_marker(self, name: str) -> Any:
        return self.marks.get(name)


LAW = pytest.mark.law
ITEMS = [
    Item("a.py::test_one"),
    Item("a.py::test_slow", pytest.mark.slow),
    *[Item(f"a.py::test_few[{k}]") for k in range(2)],
    *[Item(f"a.py::test_many[{k}]") for k in range(800)],
    *[Item(f"a.py::test_long[{k}]", pytest.mark.share(20)) for k in range(800)],
    *[Item(f"docs/{k}.md::{k}.md") for k in range(400)],
    *[Item(f"a.py::test_law[{k}]", LAW, pytest.mark.slow) for k in range(5)],
]


@pytest.fixture(params=["quick", "all"])
def tier(request, monkeypatch):
    monkeypatch.setattr(_quick, "_on", [True] if request.param == "quick" else [])
    return request.param


def test_the_first_case_of_a_function_is_run_and_some_others(tier):
    chosen = list(_quick.some(ITEMS))  # type: ignore[arg-type]
    if tier == "all":
        assert chosen == ITEMS
        return
    names = [item.nodeid for item in chosen]
    assert names[0] == "a.py::test_one"
    assert sum("test_few" in name for name in names) == 2
    assert "a.py::test_many[0]" in names
    assert 90 < sum("test_many" in name for name in names) < 180
    assert 20 < sum("test_long" in name for name in names) < 60
    assert 90 < sum("docs/" in name for name in names) < 180
    assert sum("test_law" in name for name in names) == 5  # chosen among before


def test_a_law_is_tried_on_the_first_of_each_kind(tier):
    cases = [(kind, k) for k in range(3) for kind in range(400)]
    chosen = _quick.first_of_each(cases, lambda case: case[0])
    shared = _quick.first_of_each(cases, lambda case: case[0], share=4)
    if tier == "all":
        assert chosen == shared == cases
        return
    assert chosen == cases[:400]
    assert set(shared) < set(chosen)
    assert 50 < len(shared) < 150
