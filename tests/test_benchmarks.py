"""Every benchmark runs, and those measured agree: tiny sizes, no peers but by hand."""

import json
import sys

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks.by_hand import FUNCTIONS
from benchmarks.problems import PROBLEMS


def run(monkeypatch, tmp_path, *options):
    report = tmp_path / "report.json"
    arguments = ["benchmarks", "--smoke", "--json", str(report), *options]
    monkeypatch.setattr(sys, "argv", arguments)
    benchmarks.main()
    return json.loads(report.read_text())


def figures(report, key):
    """A figure of each peer, by case."""
    return {
        (case["problem"], case["task"], name): peer[key]
        for case in report["results"]
        for name, peer in case["peers"].items()
    }


def test_the_floor_agrees_with_functrace(monkeypatch, tmp_path, capsys):
    # As Python: what is tested is that they compute the same.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    report = run(monkeypatch, tmp_path, "--peers", "functrace,by-hand")
    notes = figures(report, "note")
    assert {note for note in notes.values() if "supported" not in note} <= {
        "",
        "not written",
    }
    assert {problem for problem, _, _ in notes} == {*PROBLEMS, "startup"}
    assert all(notes[problem, task, "by-hand"] == "" for problem, task in written())
    assert capsys.readouterr().out.count("functrace") > len(PROBLEMS)


def written():
    """Problem and task of each function by hand."""
    for name, problem in PROBLEMS.items():
        yield from ((name, t) for t in problem.tasks if f"{name}_{t}" in FUNCTIONS)


def test_every_function_by_hand_is_that_of_a_problem():
    assert {f"{problem}_{task}" for problem, task in written()} == set(FUNCTIONS)
