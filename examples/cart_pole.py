"""Swing a pole up with as little force as possible: optimal control by direct collocation.

A pole hangs from a cart, which moves it upright (M. Kelly, *An introduction to trajectory
optimization*, SIAM Review 59, 849, 2017). States and forces of all times are unknowns, the
dynamics are equations between neighbours; Newton's method solves for all at once. Look at:
`ft.sparse_hessian` of the Lagrangian and `ft.sparse_jacobian` of the constraints find their
own patterns, and cost as much as a few gradients, however many times there are.
"""

import argparse

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp
from scipy.sparse import block_array
from scipy.sparse.linalg import spsolve

import functrace as ft

CART, POLE, LENGTH, GRAVITY = 1.0, 0.3, 0.5, 9.81
TIMES, STEP = np.linspace(0, 2, 51, retstep=True)
HANGING, UPRIGHT = np.zeros(4), np.array([1.0, np.pi, 0.0, 0.0])


def flow(state, force):
    """Speeds and accelerations of cart and pole; in rows for each time."""
    _, angle, speed, turning = state.T
    sine, cosine = np.sin(angle), np.cos(angle)
    mass = CART + POLE * sine**2
    pull = LENGTH * POLE * sine * turning**2 + force
    push = (pull + POLE * GRAVITY * cosine * sine) / mass
    turn = -(pull * cosine + (CART + POLE) * GRAVITY * sine) / (LENGTH * mass)
    return np.stack([speed, turning, push, turn], axis=-1)


def effort(z):
    """The integral of the squared force."""
    return np.trapezoid(z.reshape(-1, 5)[:, 4] ** 2, dx=STEP)


def defects(z):
    """What must be zero: dynamics by the trapezoidal rule, and both ends."""
    states, force = z.reshape(-1, 5)[:, :4], z.reshape(-1, 5)[:, 4]
    rates = flow(states, force)
    steps = states[1:] - states[:-1] - STEP / 2 * (rates[1:] + rates[:-1])
    return np.concatenate([states[0] - HANGING, states[-1] - UPRIGHT, steps.ravel()])


def lagrangian(z, multipliers):
    """What is stationary at the solution."""
    return effort(z) + multipliers @ defects(z)


def solve(z):
    """Newton's method for the conditions of Karush, Kuhn and Tucker, damped."""
    slope, hessian = ft.jit(ft.grad(lagrangian)), ft.sparse_hessian(lagrangian)
    jacobian = ft.sparse_jacobian(defects)
    multipliers, history = np.zeros(defects(z).size), []
    while not history or history[-1] > 1e-9:
        curved, sloped = hessian(z, multipliers), jacobian(z)
        kkt = block_array([[curved, sloped.T], [sloped, None]])
        wrong = np.concatenate([slope(z, multipliers), defects(z)])
        history.append(np.abs(wrong).max())
        step = spsolve(kkt.tocsc(), -wrong)
        scale = min(1, 1 / np.abs(step[: z.size]).max())
        z = z + scale * step[: z.size]
        multipliers = multipliers + scale * step[z.size :]
    return z, history


def main():
    """Solve, then let SciPy simulate with the forces."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    z, history = solve(np.outer(TIMES / 2, np.append(UPRIGHT, 0.0)).ravel())
    states, force = z.reshape(-1, 5)[:, :4], z.reshape(-1, 5)[:, 4]
    print(f"{z.size} unknowns, {len(history)} steps, effort {effort(z):.4f}")
    print("conditions violated by", "  ".join(f"{wrong:.0e}" for wrong in history[-4:]))
    push = lambda t, y: flow(y, np.interp(t, TIMES, force))  # noqa: E731
    pushed = solve_ivp(push, (0, 2), HANGING, t_eval=TIMES, rtol=1e-6)
    print("simulated, cart and angle end at", pushed.y[:2, -1].round(3))

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        for (cart, angle, *_), shade in zip(states, TIMES / 2, strict=True):
            line = np.array([[cart, 0], [cart + np.sin(angle) / 2, -np.cos(angle) / 2]])
            left.plot(*line.T, color=colormaps["viridis_r"](shade))
        left.set(xlabel="m", ylabel="m", aspect="equal", title="Dark when later")
        right.plot(TIMES, force, TIMES, states[:, 1], TIMES, pushed.y[1], "k:")
        right.legend(["force in N", "angle", "angle, simulated"])
        right.set(xlabel="seconds")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
