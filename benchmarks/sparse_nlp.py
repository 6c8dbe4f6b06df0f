"""An optimal control problem solved by IPOPT with our derivatives, and with CasADi's.

python -m benchmarks.sparse_nlp [points] [points for evaluations alone]

A Van der Pol oscillator is steered by its least effort; states and controls at all points
are unknowns, trapezoidal steps are constraints (direct collocation). CasADi, which has to
be installed, brings IPOPT: it is given functions of ours that call compiled derivatives, or
its own of scalar expressions (SX). Rows: iterations, the objective, seconds of the solver;
then microseconds of each function, by turns, for a larger number of points.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import casadi as ca
import numpy as np

import functrace as ft
from benchmarks.sparse_products import by_turns

_LENGTH, _START = 10.0, (0.0, 1.0)


def split(z: Any) -> tuple[Any, Any, Any]:
    """Both states and the control, at all points."""
    n = z.shape[0] // 3
    return z[:n], z[n : 2 * n], z[2 * n :]


def effort(z: Any) -> Any:
    """The objective: squares of states and control."""
    x, y, u = split(z)
    return (x @ x + y @ y + u @ u) * (_LENGTH / (x.shape[0] - 1))


def defects(z: Any) -> Any:
    """The constraints: what steps lack."""
    x, y, u = split(z)
    half = _LENGTH / (x.shape[0] - 1) / 2
    along, up = (1 - y * y) * x - y + u, x
    first = x[1:] - x[:-1] - half * (along[1:] + along[:-1])
    second = y[1:] - y[:-1] - half * (up[1:] + up[:-1])
    return np.concatenate([first, second, np.stack([x[0], y[0]])])


def lagrangian(z: Any, sigma: Any, weights: Any) -> Any:
    """The sum of objective and constraints with IPOPT's factors."""
    return sigma * effort(z) + np.sum(weights * defects(z))


class Ours(ca.Callback):
    """A function of ours as CasADi calls it: arrays in, the entries of its results out."""

    def __init__(
        self, name: str, function: Any, sizes: list[int], outs: list[Any]
    ) -> None:
        ca.Callback.__init__(self)
        self.function, self.sizes, self.outs = function, sizes, outs
        self.construct(name, {})

    def get_n_in(self) -> int:
        """How many arguments there are."""
        return len(self.sizes)

    def get_n_out(self) -> int:
        """How many results there are."""
        return len(self.outs)

    def get_sparsity_in(self, i: int) -> Any:
        """Of an argument: a column."""
        return ca.Sparsity.dense(self.sizes[i], 1)

    def get_sparsity_out(self, i: int) -> Any:
        """Of a result."""
        return self.outs[i]

    def has_eval_buffer(self) -> bool:
        """Whether `eval_buffer` is what CasADi is to call."""
        return True

    def eval_buffer(self, given: Any, results: Any) -> int:
        """Call the function; memory of a result that is not wanted is None."""
        arrays = [np.frombuffer(b"" if x is None else x, float) for x in given]
        found = self.function(*arrays)
        for place, value in zip(results, found, strict=True):
            if place is not None:
                np.frombuffer(place, float)[:] = value
        return 0


class Derivatives:
    """Ours, at so many points: entries by columns, of Hessians the upper half."""

    def __init__(self, z: np.ndarray) -> None:
        count = defects(z).size
        jacobian = ft.sparse_jacobian(defects, format="csc")
        hessian = ft.sparse_hessian(lagrangian, format="csc")
        slopes, curves = jacobian(z), hessian(z, 1.0, np.ones(count))
        columns = np.repeat(np.arange(z.size), np.diff(curves.indptr))
        half = np.flatnonzero(curves.indices <= columns)
        upper = ca.Sparsity.triplet(
            *(z.size, z.size, curves.indices[half].tolist(), columns[half].tolist())
        )
        by_columns = [x.tolist() for x in (slopes.indptr, slopes.indices)]
        column, number = ca.Sparsity.dense, ca.Sparsity.dense(1, 1)
        parts = column(count, 1), ca.Sparsity(*slopes.shape, *by_columns)
        self.slopes = ft.jit(lambda z: jacobian(z).data)
        self.curves = ft.jit(lambda z, s, w: hessian(z, s[0], w).data[half])
        value, both = ft.jit(effort), ft.jit(ft.value_and_grad(effort))
        lacks = ft.jit(defects)
        n = z.size
        self.functions = {
            "f": Ours("f", lambda z: (value(z),), [n], [number]),
            "g": Ours("g", lambda z: (lacks(z),), [n], [column(count, 1)]),
            "grad_f": Ours("df", lambda z, _: both(z), [n, 0], [number, column(n, 1)]),
            "jac_g": Ours(
                "dg", lambda z, _: (lacks(z), self.slopes(z)), [n, 0], list(parts)
            ),
            "hess_lag": Ours(
                "ddl",
                lambda z, _, s, w: (self.curves(z, s, w),),
                *([n, 0, 1, count], [upper]),
            ),
        }

        weights, one = np.ones(count), np.ones(1)
        for call in (value, both, lacks, self.slopes):
            call(z)
        self.curves(z, one, weights)

    def solver(self, options: dict[str, Any]) -> Any:
        """IPOPT, calling these."""
        own = dict(self.functions)
        z = ca.MX.sym("z", own["f"].sizes[0])
        problem = {"x": z, "f": own.pop("f")(z), "g": own.pop("g")(z)}
        given = {**options, **own, "no_nlp_grad": True}
        return ca.nlpsol("ours", "ipopt", problem, given)


def by_casadi(count: int) -> dict[str, Any]:
    """The problem in CasADi's expressions."""
    z = ca.SX.sym("z", 3 * count)
    x, y, u = z[:count], z[count : 2 * count], z[2 * count :]
    step = _LENGTH / (count - 1)
    along = (1 - y * y) * x - y + u
    first = x[1:] - x[:-1] - step / 2 * (along[1:] + along[:-1])
    second = y[1:] - y[:-1] - step / 2 * (x[1:] + x[:-1])
    value = (ca.dot(x, x) + ca.dot(y, y) + ca.dot(u, u)) * step
    return {"x": z, "f": value, "g": ca.vertcat(first, second, x[0], y[0])}


def solved(solver: Any, z: np.ndarray, ends: np.ndarray) -> tuple[Any, float]:
    """The result, and seconds."""
    began = time.perf_counter()
    found = solver(x0=z, lbg=ends, ubg=ends)
    return found, time.perf_counter() - began


def point(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Where to begin, and what the constraints are to be."""
    z = np.concatenate([np.zeros(count), np.ones(count), np.zeros(count)])
    ends = np.zeros(2 * count)
    ends[-2:] = _START
    return z, ends


def solutions(count: int) -> list[str]:
    """A row for each: iterations, objective, seconds until all is compiled, and of IPOPT."""
    z, ends = point(count)
    quiet = {"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes"}
    rows = ["| derivatives | iterations | objective | prepared s | solved s |"]
    rows.append("|---|---:|---:|---:|---:|")
    makers = {
        "ours": lambda: Derivatives(z).solver(quiet),
        "CasADi's": lambda: ca.nlpsol("own", "ipopt", by_casadi(count), quiet),
    }
    for name, make in makers.items():
        began = time.perf_counter()
        solver = make()
        prepared = time.perf_counter() - began
        found, seconds = solved(solver, z, ends)
        iterations = solver.stats()["iter_count"]
        value = float(found["f"])
        rows.append(
            f"| {name} | {iterations} | {value:.10f} | {prepared:.2f} | {seconds:.3f} |"
        )
    return rows


def evaluations(count: int, rounds: int) -> list[str]:
    """A row for each function, microseconds of ours and of CasADi's."""
    z, _ = point(count)
    z += np.random.default_rng(0).normal(size=z.size)
    weights, one = np.random.default_rng(1).normal(size=2 * count), np.ones(1)
    own, problem = Derivatives(z), by_casadi(count)
    lam = ca.SX.sym("w", 2 * count)
    sigma = ca.SX.sym("s")
    total = sigma * problem["f"] + ca.dot(lam, problem["g"])
    functions = {
        "Jacobian": ([problem["x"]], ca.jacobian(problem["g"], problem["x"]), [z]),
        "Hessian": (
            *([problem["x"], sigma, lam], ca.triu(ca.hessian(total, problem["x"])[0])),
            [z, one, weights],
        ),
    }
    rows = ["| function | ours | CasADi |", "|---|---:|---:|"]
    for name, (inputs, found, values) in functions.items():
        function = ca.Function("f", inputs, [found])
        buffer, trigger = function.buffer()
        out = np.zeros(function.nnz_out(0))
        for i, value in enumerate(values):
            buffer.set_arg(i, memoryview(value))
        buffer.set_res(0, memoryview(out))
        ours = own.slopes if name == "Jacobian" else own.curves
        trigger()
        np.testing.assert_allclose(ours(*values), out, rtol=1e-9, atol=1e-9)
        times = by_turns([lambda f=ours, v=values: f(*v), trigger], rounds)
        rows.append(f"| {name}, {z.size} unknowns | {times[0]:.0f} | {times[1]:.0f} |")
    return rows


def main(count: int = 1000, larger: int = 33_000, rounds: int = 15) -> str:
    """Both tables."""
    return "\n".join([*solutions(count), "", *evaluations(larger, rounds)])


if __name__ == "__main__":
    print(main(*map(int, sys.argv[1:])))
