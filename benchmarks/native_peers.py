"""The problems of `benchmarks.native` for others: CasADi's C, C by hand, JAX.

Each takes a problem's name and arguments. In C that is the text of a function
``void NAME(void **p)``: pointers to the arguments, then to the results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

HAND = """
static void rosenbrock_by_hand(const double *x, double *value, double *slope) {
    double sum = 0;
    for (int k = 0; k < %d; k++) slope[k] = 0;
    for (int k = 0; k + 1 < %d; k++) {
        double d = x[k + 1] - x[k] * x[k], e = 1 - x[k];
        sum += 100 * d * d + e * e;
        slope[k + 1] += 200 * d;
        slope[k] -= 400 * d * x[k] + 2 * e;
    }
    *value = sum;
}
void by_hand(void **p) { rosenbrock_by_hand(p[0], p[1], p[2]); }
"""


def by_hand(name: str, args: Sequence[np.ndarray]) -> str | None:
    """C as one writes it; of the first problem."""
    return HAND % (args[0].size, args[0].size) if name == "rosenbrock" else None


def by_casadi(name: str, args: Sequence[np.ndarray], folder: Path) -> str:
    """CasADi's C, of scalar expressions (SX)."""
    import casadi as ca

    given, found = _expressions(name, args)
    made = ca.Function(f"casadi_{name}", given, found)
    generator = ca.CodeGenerator("casadi.c")
    generator.add(made)
    generator.generate(f"{folder}/")
    text = (folder / "casadi.c").read_text()
    count = len(given)
    return (
        f"{text}\nvoid by_casadi(void **p) {{\n"
        f"    static long long int iw[{made.sz_iw() + 1}];\n"
        f"    static double w[{made.sz_w() + 1}];\n"
        f"    casadi_{name}((const double **)p, (double **)p + {count}, iw, w, 0);\n}}\n"
    )


def _expressions(name: str, args: Sequence[np.ndarray]) -> tuple[list[Any], list[Any]]:
    import casadi as ca

    from benchmarks.native import GRAVITY, HIDDEN, MASSES

    symbols = [ca.SX.sym(f"x{k}", *arg.shape) for k, arg in enumerate(args)]
    if name == "rosenbrock":
        (x,) = symbols
        value = ca.sum1(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
        return symbols, [value, ca.gradient(value, x)]
    if name == "arm":
        q, speed, torque = symbols
        between = q @ ca.SX.ones(1, q.numel())
        between -= between.T
        centrifugal = (MASSES * ca.sin(between)) @ speed**2
        right = torque - centrifugal - GRAVITY * ca.sin(q)
        return symbols, [ca.solve(MASSES * ca.cos(between), right)]

    def gate(z: Any) -> Any:
        return 1 / (1 + ca.exp(-z))

    w, b, x, h, c = symbols
    z = w @ ca.vertcat(x, h) + b
    i, f, g, o = (z[k * HIDDEN : (k + 1) * HIDDEN] for k in range(4))
    c = gate(f) * c + gate(i) * ca.tanh(g)
    h = gate(o) * ca.tanh(c)
    value = ca.sum1(h * h) + ca.sum1(c * c)
    slopes = [ca.densify(ca.gradient(value, s)) for s in (w, b)]
    return symbols, [value, *slopes]


def by_jax(fun: Callable[..., Any], args: Sequence[np.ndarray]) -> Callable[[], Any]:
    """A call from Python of what JAX compiles of the same lines, with its own NumPy."""
    import jax

    jax.config.update("jax_enable_x64", True)
    compiled, given = jax.jit(fun), list(map(jax.numpy.asarray, args))
    return lambda: jax.block_until_ready(compiled(*given))
