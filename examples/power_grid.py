"""Flows in a power grid: what a megawatt costs where, and which voltages lose the least.

In the 14-bus test grid of the IEEE complex powers balance at every node, which SciPy's `root`
solves with an exact Jacobian. The solution has derivatives, by the implicit function theorem:
by the demand of each node (what prices of electricity are made of), and by the voltages of
the machines, which another solver turns. Data: R. Christie, University of Washington, 1993.
Look at: `root` inside of what is minimised.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize, root

import functrace as ft

# Lines: from, to; resistance, reactance, charging, ratio of a transformer, per unit
# fmt: off
LINES = np.array([
    1, 2, .01938, .05917, .0528, 1,  1, 5, .05403, .22304, .0492, 1,  7, 8, 0, .17615, 0, 1,
    2, 3, .04699, .19797, .0438, 1,  2, 4, .05811, .17632, .0340, 1,  7, 9, 0, .11001, 0, 1,
    2, 5, .05695, .17388, .0346, 1,  3, 4, .06701, .17103, .0128, 1, 5, 6, 0, .25202, 0, .932,
    9, 14, .12711, .27038, 0, 1,    6, 11, .09498, .19890, 0, 1,    4, 7, 0, .20912, 0, .978,
    10, 11, .08205, .19207, 0, 1,    6, 12, .12291, .25581, 0, 1,    4, 9, 0, .55618, 0, .969,
    13, 14, .17093, .34802, 0, 1,   6, 13, .06615, .13027, 0, 1,   4, 5, .01335, .04211, 0, 1,
    12, 13, .22092, .19988, 0, 1,    9, 10, .03181, .08450, 0, 1,
]).reshape(-1, 6)
ACTIVE = np.array([0, -18.3, 94.2, 47.8, 7.6, 11.2, 0, 0, 29.5, 9, 3.5, 6.1, 13.5, 14.9])
# fmt: on
REACTIVE = np.array([0, 12.7, 19, -3.9, 1.6, 7.5, 0, 0, 16.6, 5.8, 1.8, 1.6, 5.8, 5])
DEMAND = (ACTIVE + 1j * REACTIVE) / 100
HELD = [0, 1, 2, 5, 7]  # nodes whose voltage is held by machines
VOLTAGES = np.array([1.06, 1.045, 1.01, 1.07, 1.09])
FREE = np.setdiff1d(np.arange(14), HELD)
START, END = LINES[:, :2].astype(int).T - 1
X = np.array([0, 1, 4, 2.8, 1.4, 1.2, 3.9, 4.8, 3.2, 2.5, 1.8, 0.2, 1.2, 2.6])
Y = np.array([1.2, 0, 0, 1.1, 1.2, 2.3, 1.7, 1.7, 2.3, 2.7, 2.6, 3, 3.4, 3.6])

ADMITTANCE = np.zeros((14, 14), complex)  # makes currents of voltages
ADMITTANCE[8, 8] = 0.19j  # a capacitor
for a, b, (r, x, charging, ratio) in zip(START, END, LINES[:, 2:], strict=True):
    y = 1 / (r + 1j * x)
    ADMITTANCE[a, a] += (y + 0.5j * charging) / ratio**2
    ADMITTANCE[b, b] += y + 0.5j * charging
    ADMITTANCE[[a, b], [b, a]] -= y / ratio


def grid(unknowns, held):
    """Complex voltages of all nodes, and the power that enters there."""
    size, angle = np.zeros(14), np.append(0.0, unknowns[:13])
    size[HELD], size[FREE] = held, unknowns[13:]
    voltage = size * np.exp(1j * angle)
    return voltage, voltage * np.conj(ADMITTANCE @ voltage)


def losses(held, demand):
    """What is supplied and not demanded, in MW, when all powers balance."""

    def imbalance(unknowns, held, demand):
        missing = grid(unknowns, held)[1] + demand
        return np.concatenate([missing.real[1:], missing.imag[FREE]])

    start = np.concatenate([np.zeros(13), np.ones(FREE.size)])
    newton = {"jac": ft.jacobian(imbalance), "tol": 1e-10}
    found = root(imbalance, start, args=(held, demand), **newton).x
    return 100 * np.sum(grid(found, held)[1].real)


def main():
    """Solve, differentiate, and improve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    value = losses(VOLTAGES, DEMAND)
    more = ft.grad(lambda power: losses(VOLTAGES, DEMAND + power / 100))
    by_demand = 1000 * more(np.zeros(14))
    print(f"losses {value:.3f} MW; of a MW more at each node, in kW")
    print(by_demand.round(1))
    by_voltages = ft.jit(ft.value_and_grad(losses))
    bounds = [(1.06, 1.06)] + [(0.94, 1.1)] * 4
    best = minimize(by_voltages, VOLTAGES, args=(DEMAND,), jac=True, bounds=bounds)
    print(f"least losses {best.fun:.3f} MW, with voltages", best.x.round(4))

    if options.plot:
        figure = Figure(figsize=(6, 4.2), layout="constrained")
        axes = figure.subplots()
        axes.plot(X[[START, END]], Y[[START, END]], color="gray", zorder=1)
        dots = axes.scatter(X, Y, 300, by_demand, edgecolors="k", zorder=2)
        for n in range(14):
            axes.annotate(n + 1, (X[n] + 0.12, Y[n] + 0.1))
        figure.colorbar(dots, label="kW lost for another MW of demand")
        axes.axis("off")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
