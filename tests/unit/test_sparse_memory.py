"""Memory of sparse derivatives: the first call takes few times what the result does."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft
from functrace.core import heap
from functrace.core.heap import give_back

ON_GLIBC = sys.platform == "linux" and platform.libc_ver()[0] == "glibc"


def bratu(u: Any) -> Any:
    n = int(np.sqrt(u.size))
    grid = np.pad(u.reshape(n, n), 1)
    around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
    return (4 * grid[1:-1, 1:-1] - around - np.exp(grid[1:-1, 1:-1])).ravel()


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def split(z: Any) -> tuple[Any, Any, Any]:
    n = z.size // 3
    return z[:n], z[n : 2 * n], z[2 * n :]


def defects(z: Any) -> Any:
    """What steps of an oscillator lack, as constraints of its control."""
    x, y, u = split(z)
    along = (1 - y * y) * x - y + u
    first = x[1:] - x[:-1] - 0.1 * (along[1:] + along[:-1])
    second = y[1:] - y[:-1] - 0.1 * (x[1:] + x[:-1])
    return np.concatenate([first, second, np.stack([x[0], y[0]])])


def lagrangian(size: int) -> Callable[[Any], Any]:
    weights = np.random.default_rng(0).normal(size=size // 3 * 2)
    return lambda z: sum(x @ x for x in split(z)) + np.sum(weights * defects(z))


def arrowhead(x: Any) -> Any:
    return np.sum(np.cos(x[0] * x[1:]))


def one_row_one_column(x: Any) -> Any:
    return np.concatenate([np.sum(x * x)[None], x[1:] ** 2 * x[0]])


def scattered(size: int) -> Callable[[Any], Any]:
    columns = np.random.default_rng(0).integers(0, size, (size, 4))
    return lambda x: np.sum(np.sin(x[columns]), axis=1)


def pairs(size: int) -> Callable[[Any], Any]:
    """Of numbers at random."""
    first, second = np.random.default_rng(0).integers(0, size, (2, 2 * size))
    return lambda x: np.sum(np.sin(x[first] * x[second])) + np.sum(x**4)


def many_pairs(size: int) -> Callable[[Any], Any]:
    """Each number is in sixty of them."""
    first, second = np.random.default_rng(0).integers(0, size, (2, 30 * size))
    return lambda x: np.sum(np.sin(x[first] * x[second]))


def near_points(size: int) -> Callable[[Any], Any]:
    """Points of a chain, each with ten others."""
    first = np.repeat(np.arange(size // 3), 10)
    second = (first + np.tile(np.arange(1, 11), size // 3)) % (size // 3)

    def energy(x: Any) -> Any:
        points = x.reshape(-1, 3)
        apart = points[first] - points[second]
        return np.sum(np.exp(-np.sum(apart * apart, axis=1)))

    return energy


def of_five(size: int) -> Callable[[Any], Any]:
    places = np.random.default_rng(0).integers(0, size, (size, 5))

    def residual(x: Any) -> Any:
        a, b, c, d, e = x[places].T
        return a * b + np.exp(c) * d - e**2

    return residual


def elements(size: int) -> Callable[[Any], Any]:
    """Of tetrahedra that fill a cube, six for each of its cells."""
    side = int(np.cbrt(size // 3) + 1e-9)
    grid = np.arange(side**3).reshape(side, side, side)
    ends = slice(side - 1), slice(1, side)
    corners = [grid[a, b, c].ravel() for a in ends for b in ends for c in ends]
    ways = ((1, 3), (1, 5), (2, 3), (2, 6), (4, 5), (4, 6))
    cells = [np.stack([corners[k] for k in (0, *way, 7)], axis=1) for way in ways]
    own = np.concatenate(cells)
    points = np.stack(np.unravel_index(np.arange(side**3), grid.shape), 1)
    edges = points[own[:, 1:]] - points[own[:, :1]]
    inverse = np.linalg.inv(np.swapaxes(edges, 1, 2))
    volumes = np.abs(np.linalg.det(edges)) / 6

    def energy(x: Any) -> Any:
        corners = (x.reshape(-1, 3)[: side**3] + points)[own]
        edges = corners[:, 1:] - corners[:, :1]
        strain = np.swapaxes(edges, 1, 2) @ inverse
        crossed = np.cross(strain[:, 1], strain[:, 2])
        volume = np.log(np.sum(strain[:, 0] * crossed, axis=1))
        return np.sum(
            volumes * (np.sum(strain**2, axis=(1, 2)) + volume * (volume - 2))
        )

    return energy


class MemoryProblem(NamedTuple):
    """A derivative for so many unknowns, and how many times the result it may take."""

    derivative: Callable[[int], Any]
    size: int
    most: float = 3.0


PROBLEMS = {
    "bratu": MemoryProblem(lambda _: ft.sparse_jacobian(bratu), 500 * 500),
    "rosenbrock": MemoryProblem(lambda _: ft.sparse_hessian(rosenbrock), 250_000),
    "constraints": MemoryProblem(lambda _: ft.sparse_jacobian(defects), 240_000),
    "lagrangian": MemoryProblem(
        lambda n: ft.sparse_hessian(lagrangian(n)), 300_000, most=3.3
    ),
    "arrowhead": MemoryProblem(lambda _: ft.sparse_hessian(arrowhead), 250_000),
    "row and column": MemoryProblem(
        lambda _: ft.sparse_jacobian(one_row_one_column), 250_000
    ),
    "scattered": MemoryProblem(lambda n: ft.sparse_jacobian(scattered(n)), 180_000),
    "pairs": MemoryProblem(lambda n: ft.sparse_hessian(pairs(n)), 120_000),
    "many pairs": MemoryProblem(lambda n: ft.sparse_hessian(many_pairs(n)), 10_000),
    "elements": MemoryProblem(lambda n: ft.sparse_hessian(elements(n)), 24_000),
    "near points": MemoryProblem(lambda n: ft.sparse_hessian(near_points(n)), 30_000),
    "of five": MemoryProblem(lambda n: ft.sparse_jacobian(of_five(n)), 120_000),
}


def status(name: str) -> int:
    """A line of Linux's about this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(x.split()[1]) * 1024 for x in lines if x.startswith(name))


def measured(name: str, compiled: str) -> dict[str, int]:
    """Bytes of a first call beyond what the process had; it had one of another size."""
    make, size, _ = PROBLEMS[name]
    how: Any = ft.jit if compiled == "jit" else lambda derivative: derivative
    less = size // 25  # a square, too, and a multiple of three
    small, derivative = how(make(less)), how(make(size))
    small(np.ones(less))
    x = np.linspace(0.0, 1.0, size)
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
    assert said["result"] > 7_000_000
    assert said["peak"] <= PROBLEMS[name].most * said["result"], said
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


@pytest.mark.parametrize(("size", "count"), [(1 << 16, 0), (1 << 16 | 1, 1)])
def test_little_is_not_given_back(size: int, count: int, monkeypatch: Any) -> None:
    times: list[int] = []
    monkeypatch.setattr(heap, "give_back", lambda: times.append(size))
    heap.give_back_after(size)
    assert len(times) == count
