"""Whether memory grows over many calls, and many compilations.

python -m benchmarks.growth [--calls 100000] [--compilations 10000] [scenario ...]

For each scenario, bytes that a round adds once the first rounds are over: of resident
memory and, where malloc is glibc's, of what is allocated. The second tells bytes; the
first has pages that come and go.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import functrace as ft

Step = Callable[[int], Any]
"""A round, given its number."""

_FIRST = 256  # rounds until all that is kept a number of is there
_POWER = 1 << 20  # of two: units of the table


class Growth(NamedTuple):
    """What some rounds added.

    Attributes
    ----------
    rounds : int
    resident : int
        Bytes of resident memory at the end.
    pages, allocated : float
        Bytes for each round; NaN where they cannot be told.
    """

    rounds: int
    resident: int
    pages: float
    allocated: float


# -- calls -----------------------------------------------------------------------------

_VECTOR = np.linspace(0.1, 1.0, 10)
_LONG = np.linspace(0.1, 1.0, 20_000)


def _wave(x: Any) -> Any:
    return np.sum(np.sin(x) * np.tanh(x))


def _centred(x: Any) -> Any:
    y = np.tanh(x)
    return np.sum((y - np.mean(y)) ** 2)


def _listed(x: Any) -> Any:
    return x.tolist()


def _tree(tree: dict[str, Any]) -> dict[str, Any]:
    first, (second, third) = tree["a"], tree["b"]
    return {"a": first + third, "b": [second * 2, (first, 3)]}


def _calling(function: Callable[..., Any], *args: Any) -> Step:
    return lambda _: function(*args)


def _failing(function: Callable[..., Any], *args: Any) -> Step:
    def step(_: int) -> None:
        with contextlib.suppress(TypeError, np.linalg.LinAlgError):
            function(*args)
            raise AssertionError("an error was expected")

    return step


CALLS: dict[str, Callable[[], Step]] = {
    "small": lambda: _calling(ft.jit(_wave), _VECTOR),
    "large result": lambda: _calling(ft.jit(np.sin), _LONG),
    "large intermediate result": lambda: _calling(ft.jit(_centred), _LONG),
    "pytrees": lambda: _calling(
        ft.jit(_tree), {"a": _VECTOR, "b": [_LONG, np.float64(2.0)]}
    ),
    "NumPy's errors": lambda: _failing(ft.jit(np.linalg.inv), np.zeros((3, 3))),
    "wrong arguments": lambda: _failing(ft.jit(_wave), _VECTOR, _VECTOR),
    "values asked for": lambda: _failing(ft.jit(_listed), _VECTOR),
    "gradient": lambda: _calling(ft.grad(_wave), _VECTOR),
    "gradient of a compiled function": lambda: _calling(
        ft.grad(ft.jit(_wave)), _VECTOR
    ),
    "compiled gradient": lambda: _calling(ft.jit(ft.grad(_wave)), _VECTOR),
    "vmap": lambda: _calling(ft.vmap(_wave), np.ones((3, 4))),
}


# -- compilations ----------------------------------------------------------------------


def _closure(factor: float) -> Callable[[Any], Any]:
    return lambda x: np.sum(np.tanh(x) * factor)


def _loop(number: int) -> Callable[[Any], Any]:
    return lambda x: ft.fori_loop(0, 5, lambda _, y: np.sin(y) + number, x)


def _solving(number: int) -> Callable[[Any], Any]:
    matrix = np.eye(10) * (number + 1)
    return lambda x: matrix @ x + np.linalg.solve(matrix + 1, x)


def _fresh(make: Callable[[int], Callable[..., Any]]) -> Callable[[], Step]:
    return lambda: lambda number: make(number)(_VECTOR)


def _shapes() -> Step:
    function = ft.jit(_wave, maxsize=64)
    return lambda number: function(np.ones(number + 1))


def _cleared() -> Step:
    function = ft.jit(_wave)

    def step(_: int) -> None:
        function(_VECTOR)
        function.clear_cache()

    return step


COMPILATIONS: dict[str, Callable[[], Step]] = {
    "functions that are dropped": _fresh(lambda k: ft.jit(_closure(k))),
    "gradients of such": _fresh(lambda k: ft.grad(ft.jit(_closure(k)))),
    "compiled gradients": _fresh(lambda k: ft.jit(ft.grad(_closure(k)))),
    "loops": _fresh(lambda k: ft.jit(_loop(k))),
    "constants, BLAS and LAPACK": _fresh(lambda k: ft.jit(_solving(k))),
    "NumPy in between": _fresh(lambda k: ft.jit(lambda x: np.sort(np.sin(x)) * k)),
    "new shapes": _shapes,
    "clear_cache": _cleared,
}


# -- memory ----------------------------------------------------------------------------


class _Mallinfo(ctypes.Structure):
    """What ``mallinfo2`` of glibc returns."""

    _fields_ = (("words", ctypes.c_size_t * 10),)


_MAPPED, _IN_USE = 4, 7  # which of the words: bytes in blocks of their own, and others


def _allocated() -> float:
    """Bytes that malloc has given out, and Python's own allocator."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, TypeError, OSError):
        return np.nan
    mallinfo.restype = _Mallinfo
    words = mallinfo().words
    return words[_MAPPED] + words[_IN_USE]


def _resident() -> int:
    """Bytes of resident memory; where there is no /proc, the most there ever were."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return pages * resource.getpagesize()


def measure(make: Callable[[], Step], rounds: int, first: int = _FIRST) -> Growth:
    """What `rounds` rounds add, once `first` are over."""
    step = make()
    numbers = iter(range(first + rounds))

    def run(count: int) -> tuple[int, float]:
        for _ in range(count):
            step(next(numbers))
        gc.collect()
        return _resident(), _allocated()

    before, after = run(first), run(rounds)
    pages, allocated = ((b - a) / rounds for a, b in zip(before, after, strict=True))
    return Growth(rounds, after[0], pages, allocated)


def measured(
    names: Sequence[str], calls: int, compilations: int, first: int = _FIRST
) -> Iterator[tuple[str, Growth]]:
    """The scenarios one by one, in this process."""
    for group, rounds in ((CALLS, calls), (COMPILATIONS, compilations)):
        for name in group:
            if rounds and (not names or name in names):
                yield name, measure(group[name], rounds, first)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--compilations", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=_FIRST)
    parser.add_argument("names", nargs="*", metavar="scenario")
    options = parser.parse_args()
    os.environ["FUNCTRACE_CACHE_DIR"] = ""  # all is compiled
    print("| scenario | rounds | resident, MiB | pages, B/round | allocated, B/round |")
    print("|---|--:|--:|--:|--:|", flush=True)
    for name, growth in measured(
        options.names, options.calls, options.compilations, options.first
    ):
        resident = growth.resident / _POWER
        print(
            f"| {name} | {growth.rounds} | {resident:.1f} | {growth.pages:.1f} | "
            f"{growth.allocated:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
