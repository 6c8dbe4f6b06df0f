"""Time per call of a small un-jitted gradient, functrace against its peers.

The function is Rosenbrock's. At ten variables the arithmetic costs next to nothing:
what is measured is the cost of recording and differentiating about ten operations.
Every library starts from its own kind of array, made beforehand.
"""

from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from benchmarks import _harness

Case = Callable[[], Any]


def rosenbrock(xp: Any, x: Any) -> Any:
    """Sum over neighbours; `xp` is the library's spelling of NumPy."""
    return xp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def by_hand(x: np.ndarray) -> np.ndarray:
    """Gradient of `rosenbrock` as one would write it: the floor for array code."""
    gap = x[1:] - x[:-1] ** 2
    gradient = np.zeros_like(x)
    gradient[1:] = 200 * gap
    gradient[:-1] -= 400 * gap * x[:-1] + 2 * (1 - x[:-1])
    return gradient


def functrace_cases(x: np.ndarray) -> dict[str, Case]:
    """Plain NumPy under ``functrace.grad``."""
    import functrace as ft

    gradient = ft.grad(lambda x: rosenbrock(np, x))
    return {"functrace": lambda: gradient(x)}


def torch_cases(x: np.ndarray) -> dict[str, Case]:
    """PyTorch's two ways to the gradient."""
    import torch

    leaf = torch.tensor(x, requires_grad=True)

    def backward() -> Any:
        leaf.grad = None
        rosenbrock(torch, leaf).backward()
        return leaf.grad

    return {
        "torch backward": backward,
        "torch autograd.grad": lambda: torch.autograd.grad(
            rosenbrock(torch, leaf), leaf
        )[0],
    }


def autograd_cases(x: np.ndarray) -> dict[str, Case]:
    """``autograd.grad`` with autograd's own NumPy."""
    import autograd

    gradient = autograd.grad(lambda x: rosenbrock(autograd.numpy, x))
    return {"autograd": lambda: gradient(x)}


def jax_cases(x: np.ndarray) -> dict[str, Case]:
    """``jax.grad`` without ``jax.jit``, in double precision."""
    import jax

    jax.config.update("jax_enable_x64", val=True)
    leaf = jax.numpy.asarray(x)
    gradient = jax.grad(lambda x: rosenbrock(jax.numpy, x))
    return {"jax un-jitted": lambda: gradient(leaf).block_until_ready()}


PEERS = {
    "functrace": functrace_cases,
    "torch": torch_cases,
    "autograd": autograd_cases,
    "jax": jax_cases,
}


def check(cases: dict[str, Case], expected: np.ndarray) -> None:
    """Refuse to time what computes something else."""
    for name, case in cases.items():
        np.testing.assert_allclose(
            np.asarray(case()), expected, rtol=1e-8, atol=1e-8, err_msg=name
        )


def report(times: _harness.Times, size: int) -> list[dict[str, Any]]:
    """Print and return the median of each case and functrace's ratio to it."""
    rows = []
    for name in times:
        ratio = None
        if "functrace" in times:
            ratio = _harness.paired_ratio(times, "functrace", name)
        rows.append({"case": name, "us": median(times[name]) * 1e6, "ratio": ratio})
    _harness.print_table(
        f"un-jitted Rosenbrock gradient, {size} variables, median of the rounds",
        ["case", "µs per call", "functrace / case"],
        [list(row.values()) for row in rows],
    )
    return rows


def main() -> None:
    """Run from the command line."""
    options = _harness.parser(__doc__)
    options.add_argument("--size", type=int, default=10, help="number of variables")
    options.add_argument("--rounds", type=int, default=25)
    options.add_argument("--seconds", type=float, default=0.05, help="per turn")
    given = options.parse_args()
    if given.smoke:
        given.rounds, given.seconds = 3, 0.005

    x = np.linspace(-1, 1.5, given.size)
    peers = _harness.installed(PEERS)
    cases: dict[str, Case] = {"NumPy by hand": lambda: by_hand(x)}
    for peer in peers:
        cases |= PEERS[peer](x)
    check(cases, by_hand(x))
    times = _harness.time_by_turns(cases, given.rounds, given.seconds)
    _harness.write_json(given.json, report(times, given.size), ["numpy", *peers])


if __name__ == "__main__":
    main()
