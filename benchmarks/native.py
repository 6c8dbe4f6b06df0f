"""Compiled functions called without Python: ns per call, and peers by turns.

python -m benchmarks.native [--rounds 9] [--calls 20000]

Value and gradient of Rosenbrock's function of 10 numbers, forward dynamics of a planar arm of
8 links, value and gradient of an LSTM cell of 8 units; then an integral by SciPy's `quad`.
In C, in loops of one shared library that the C compiler makes with -O3 for this processor:
what functrace exports, CasADi's generated C, and for the first C by hand. Then the same
program in a loop of Numba's, and called from Python, next to JAX. Given are medians of rounds
in which all take their turns, and in brackets the multiple of functrace's time in C.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np
from scipy.integrate import quad

import functrace as ft
from benchmarks import native_peers

LINKS, HIDDEN, INPUTS = 8, 8, 4
_FROM_END = LINKS - np.maximum.outer(np.arange(LINKS), np.arange(LINKS))
MASSES = _FROM_END - 0.5 - np.eye(LINKS) / 6  # of links with mass and length 1
GRAVITY = 9.81 * (LINKS - np.arange(LINKS) - 0.5)
_NANO = 1e9
Call = Callable[[int], Any]


def rosenbrock(x: Any) -> Any:
    """Of ten numbers."""
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def arm(q: Any, speed: Any, torque: Any, np: Any = np) -> Any:
    """Accelerations of links whose angles are absolute."""
    between = q[:, None] - q[None, :]
    centrifugal = (MASSES * np.sin(between)) @ speed**2
    right = torque - centrifugal - GRAVITY * np.sin(q)
    return np.linalg.solve(MASSES * np.cos(between), right)


def cell(w: Any, b: Any, x: Any, h: Any, c: Any, np: Any = np) -> Any:
    """A sum over the next state of an LSTM cell."""

    def gate(z: Any) -> Any:
        return 1 / (1 + np.exp(-z))

    z = w @ np.concatenate([x, h]) + b
    i, f, g, o = (z[k * HIDDEN : (k + 1) * HIDDEN] for k in range(4))
    c = gate(f) * c + gate(i) * np.tanh(g)
    h = gate(o) * np.tanh(c)
    return np.sum(h * h) + np.sum(c * c)


def problems() -> dict[str, tuple[Any, Callable[[Any], Any], list[np.ndarray]]]:
    """By names: what is called, the same for JAX from its NumPy, and arguments."""
    draw = np.random.default_rng(0).normal
    states = [draw(size=LINKS) for _ in range(3)]
    weights = [draw(size=(4 * HIDDEN, INPUTS + HIDDEN)) / 3, draw(size=4 * HIDDEN)]
    weights += [draw(size=INPUTS), draw(size=HIDDEN), draw(size=HIDDEN)]
    return {
        "rosenbrock": (
            ft.value_and_grad(rosenbrock),
            lambda jax: jax.value_and_grad(rosenbrock),
            [np.linspace(0, 1, 10)],
        ),
        "arm": (arm, lambda jax: lambda *x: arm(*x, np=jax.numpy), states),
        "cell": (
            ft.value_and_grad(cell, (0, 1)),
            lambda jax: jax.value_and_grad(lambda *x: cell(*x, np=jax.numpy), (0, 1)),
            weights,
        ),
    }


_LOOP = """
void {name}_loop(void **p, long n) {{ for (long k = 0; k < n; k++) {name}(p); }}
"""


def library(name: str, fun: Any, args: list[np.ndarray], folder: Path) -> ctypes.CDLL:
    """Loops over the function in C, of all who can make it."""
    made = ft.export(fun, *args, directory=folder, name=name)
    count = len(args) + len(_outputs(fun, args))
    given = ", ".join(f"p[{k}]" for k in range(count))
    text = f'#include "{name}.h"\nvoid by_functrace(void **p) {{ {name}({given}); }}\n'
    parts = {"by_functrace": text, "by_hand": native_peers.by_hand(name, args)}
    if find_spec("casadi"):
        parts["by_casadi"] = native_peers.by_casadi(name, args, folder)
    objects = [made.object]
    for part, own in parts.items():
        if own:
            source = folder / f"{part}.c"
            source.write_text(own + _LOOP.format(name=part))
            objects.append(str(source))
    target = folder / "loops.so"
    command = ["cc", "-O3", "-march=native", "-fPIC", "-shared", *objects, "-lm"]
    subprocess.run([*command, "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


def _outputs(fun: Any, args: list[np.ndarray]) -> list[np.ndarray]:
    """The results, one after the other."""
    return [np.asarray(out) for out in ft.tree.leaves(fun(*args))]


def in_c(
    loops: ctypes.CDLL, name: str, args: list[np.ndarray], outs: list[np.ndarray]
) -> Call | None:
    """The loop of one of those who have made the function; its results are in `outs`."""
    if not hasattr(loops, f"{name}_loop"):
        return None
    loop = getattr(loops, f"{name}_loop")
    loop.argtypes = [ctypes.c_void_p, ctypes.c_long]
    arrays = [*args, *outs]
    table = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))

    def call(n: int) -> None:
        assert arrays  # they live as long as the call
        loop(table, n)

    return call


def in_numba(native: ft.Native, args: list[np.ndarray], outs: list[np.ndarray]) -> Call:
    """A loop of Numba's; the results go to the same arrays."""
    arrays = [*args, *(out for out in outs if out.ndim)]
    names = ", ".join(f"a{k}" for k in range(len(arrays)))
    scope: dict[str, Any] = {"function": native.numba}
    text = f"def loop(n, {names}):\n    for _ in range(n):\n        function({names})"
    exec(text, scope)  # noqa: S102 - our own text
    loop = numba.njit(scope["loop"])
    return lambda n: loop(n, *arrays)


def repeated(call: Callable[[], Any]) -> Call:
    """A loop of Python's."""

    def loop(n: int) -> None:
        for _ in range(n):
            call()

    return loop


def measure(calls: dict[str, Call | None], count: int, rounds: int) -> dict[str, float]:
    """Medians of the nanoseconds that each takes, by turns."""
    some = {name: call for name, call in calls.items() if call is not None}
    times: dict[str, list[float]] = {name: [] for name in some}
    for call in some.values():
        call(2)
    for _ in range(rounds):
        for name, call in some.items():
            own = max(count // 20, 2) if "Python" in name else count
            began = time.perf_counter()
            call(own)
            times[name].append((time.perf_counter() - began) / own)
    return {name: _NANO * statistics.median(found) for name, found in times.items()}


def compare(
    name: str, fun: Any, jax_of: Any, args: list[np.ndarray], folder: Path
) -> dict[str, Call | None]:
    """Calls of a problem, which give the same numbers."""
    wanted, loops = _outputs(fun, args), library(name, fun, args, folder)
    turned = [np.ascontiguousarray(arg.T).reshape(arg.shape) for arg in args]
    found: dict[str, Call | None] = {}
    for maker in ("functrace", "casadi", "hand"):
        outs = [np.zeros_like(out) for out in wanted]
        given = turned if maker == "casadi" else args  # whose matrices are by columns
        call = found[maker] = in_c(loops, f"by_{maker}", given, outs)
        if call is not None:
            call(1)
            _agree(outs, wanted, by_columns=maker == "casadi")
    outs = [np.zeros_like(out) for out in wanted]
    found["Numba"] = in_numba(ft.native(fun, *args), args, outs)
    found["Numba"](1)
    _agree([out for out in outs if out.ndim], [out for out in wanted if out.ndim])
    compiled = ft.jit(fun)
    found["Python"] = repeated(lambda: compiled(*args))
    if find_spec("jax"):
        import jax

        found["Python, JAX"] = repeated(native_peers.by_jax(jax_of(jax), args))
    return found


def _agree(
    outs: Sequence[np.ndarray],
    wanted: Sequence[np.ndarray],
    *,
    by_columns: bool = False,
) -> None:
    for out, other in zip(outs, wanted, strict=True):
        found = out.reshape(out.shape[::-1]).T if by_columns else out
        np.testing.assert_allclose(found, other, rtol=1e-6, atol=1e-9)


def integrals() -> dict[str, Call | None]:
    """An integral of a derivative, by three kinds of integrands."""
    slope = ft.grad(lambda x: np.exp(-x * x) * np.sin(3 * x))
    compiled = ft.jit(slope)
    function = ft.native(slope, 0.5).low_level_callable("quad")
    return {
        "functrace": repeated(lambda: quad(function, 0, 2)),
        "Python": repeated(lambda: quad(compiled, 0, 2)),
    }


COLUMNS = ("functrace", "casadi", "hand", "Numba", "Python", "Python, JAX")
HEAD = ("C: functrace", "CasADi", "by hand", "Numba", "Python: functrace", "JAX")


def main(rounds: int = 9, calls: int = 20_000) -> str:
    """Print the table, and return it."""
    lines = [f"| function | {' | '.join(HEAD)} |", f"|---{'|---:' * len(HEAD)}|"]
    print("\n".join(lines))
    with tempfile.TemporaryDirectory() as folder:
        for name, problem in problems().items():
            own = Path(folder) / name
            own.mkdir()
            times = measure(compare(name, *problem, own), calls, rounds)
            lines.append(_row(name, times))
            print(lines[-1], flush=True)
    times = measure(integrals(), max(calls // 20, 2), rounds)
    lines.append(_row("quad", times))
    print(lines[-1])
    return "\n".join(lines)


def _row(name: str, times: dict[str, float]) -> str:
    first = times["functrace"]
    cells = [f"{first:,.0f} ns"]
    for column in COLUMNS[1:]:
        own = times.get(column)
        cells.append("" if own is None else f"{own:,.0f} ns ({own / first:.2f})")
    return f"| {name} | {' | '.join(cells)} |"


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.native", description=__doc__
    )
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--calls", type=int, default=20_000)
    return options


if __name__ == "__main__":
    given = parser().parse_args()
    main(given.rounds, given.calls)
