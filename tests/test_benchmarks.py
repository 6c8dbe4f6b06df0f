"""Every benchmark runs: seconds only, without the peers if they are not installed."""

import json
import runpy
import sys

import pytest


@pytest.mark.parametrize("name", ["eager", "memory"])
def test_smoke(name, tmp_path, capsys, monkeypatch):
    report = tmp_path / "report.json"
    monkeypatch.setattr(sys, "argv", [name, "--smoke", "--json", str(report)])
    runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=False)
    assert "functrace" in capsys.readouterr().out
    assert json.loads(report.read_text())
