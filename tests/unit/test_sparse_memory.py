"""Memory of sparse derivatives: the first call takes at most three times the result."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft
from functrace.core.aval import Aval
from functrace.core.heap import give_back
from functrace.primitives.seeds import directions

SIZE = 500 * 500
ON_GLIBC = sys.platform == "linux" and platform.libc_ver()[0] == "glibc"


def bratu(u: Any) -> Any:
    n = int(np.sqrt(u.size))
    grid = np.pad(u.reshape(n, n), 1)
    around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
    return (4 * grid[1:-1, 1:-1] - around - np.exp(grid[1:-1, 1:-1])).ravel()


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


PROBLEMS: dict[str, Callable[[], Any]] = {
    "bratu": lambda: ft.sparse_jacobian(bratu),
    "rosenbrock": lambda: ft.sparse_hessian(rosenbrock),
}


def status(name: str) -> int:
    """A line of Linux's about this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(x.split()[1]) * 1024 for x in lines if x.startswith(name))


def measured(name: str, compiled: str) -> dict[str, int]:
    """Bytes of a first call beyond what the process had; it had one of another size."""
    make = PROBLEMS[name]
    how: Any = ft.jit if compiled == "jit" else lambda derivative: derivative
    small, derivative = how(make()), how(make())
    small(np.ones(230 * 230))
    x = np.linspace(0.0, 1.0, SIZE)
    ft.clear_caches()
    give_back()
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    found: Any = derivative(x)
    peak = status("VmHWM") - before
    arrays = found.data, found.indices, found.indptr
    return {"peak": peak, "result": sum(array.nbytes for array in arrays)}


@pytest.mark.slow
@pytest.mark.skipif(not ON_GLIBC, reason="of Linux, and with glibc")
@pytest.mark.parametrize("compiled", ["plain", "jit"])
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_first_call_takes_little(name: str, compiled: str):
    """In a process of its own, what other tests have left does not matter."""
    root = Path(__file__).parents[2]
    text = (
        "import json, sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.unit.test_sparse_memory import measured\n"
        "print(json.dumps(measured(*sys.argv[2:])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", text, str(root), name, compiled],
        capture_output=True,
        check=True,
        text=True,
    )
    said = json.loads(done.stdout)
    assert said["result"] > 9_000_000
    assert said["peak"] <= 3 * said["result"], said
    assert said["peak"] >= said["result"]


def test_a_sparse_array_has_no_numbers_of_entries_until_they_are_asked_for():
    found = ft.jit(ft.sparse_jacobian(bratu))(np.linspace(0.0, 1.0, 400))
    structure = found.entries.structure
    assert found.nnz == 1920
    assert found.count_nonzero() == 1920
    assert structure.template.data.strides == (0,)
    assert "pattern" not in vars(structure)
    assert sp.issparse(found.to_scipy())
    turned = found.T.toarray()
    assert np.array_equal(turned.T, found.toarray())


@pytest.mark.parametrize("total", [1, 127, 128, 129])
def test_directions_of_colours_that_just_have_a_byte(total: int) -> None:
    colours = np.arange(-1, total)
    (found,) = directions(colours, total, [Aval((total + 1,), np.dtype(float))])
    np.testing.assert_array_equal(found, np.eye(total, total + 1, 1))


@pytest.mark.parametrize("zero", [0.0, -0.0, 1.0])
def test_directions_that_are_written_into_zeros(zero: float) -> None:
    """They are compared where they are read: no array is made of them."""
    colours = np.arange(58 * 127, dtype=np.int32) % 5

    def padded(x: Any) -> Any:
        (dots,) = directions(colours, 5, [Aval((58, 127), np.dtype(float))])
        frame = np.full((5, 60, 130), zero)
        frame[:, 1:-1, 2:-1] = dots
        return frame * x

    x = np.linspace(1.0, 2.0, 130)
    names = [node.name for node in ft.jit(padded).lower(x).graph.nodes]
    assert ("index_update" in names) == (np.signbit(zero) or zero != 0)
    np.testing.assert_array_equal(ft.jit(padded)(x), padded(x))
