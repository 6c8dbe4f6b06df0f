"""Every example runs, prints something, and plots when asked to."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", [str(path)])
    with np.printoptions():  # which the example may set
        runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [p for p in EXAMPLES if "--plot" in p.read_text()],
    ids=lambda path: path.stem,
)
def test_plot(path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib", reason="of the examples' extra")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    shown = []
    monkeypatch.setattr(pyplot, "show", lambda: shown.append(pyplot.gcf()))
    monkeypatch.setattr(sys, "argv", [str(path), "--plot"])
    with np.printoptions():
        runpy.run_path(str(path), run_name="__main__")
    assert shown
    pyplot.close("all")
