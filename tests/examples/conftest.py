"""Runs an example as its reader does; tests look at what it printed, and into it."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples"
NUMBER = r"(?<![\w.])[-+]?\d[\d,]*\.?\d*(?:e[-+]?\d+)?"


class Ran(NamedTuple):
    """An example's module, and what it printed."""

    module: ModuleType
    text: str

    def numbers(self, label: str) -> np.ndarray:
        """Those that were printed behind the label, in its line."""
        lines = self.text.splitlines()
        starting = [line for line in lines if line.startswith(label)]
        (line,) = starting or [line for line in lines if label in line]
        found = re.findall(NUMBER, line.split(label, 1)[1])
        return np.array([float(number.replace(",", "")) for number in found])


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run an example by its name, with its picture."""

    def run(name: str) -> Ran:
        path, picture = FOLDER / f"{name}.py", tmp_path / "picture.png"
        spec = importlib.util.spec_from_file_location(f"examples_{name}", path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setattr(sys, "argv", [str(path), "--plot", str(picture)])
        with np.printoptions():  # which the example may set
            spec.loader.exec_module(module)
            module.main()
        assert picture.read_bytes().startswith(b"\x89PNG")
        return Ran(module, capsys.readouterr().out)

    return run
