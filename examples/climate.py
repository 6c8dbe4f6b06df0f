"""How warm it gets, and what that depends on: a climate in two boxes.

The air with the sea's upper layer, and the deep sea, take up the heat that carbon dioxide
holds back (O. Geoffroy et al., Journal of Climate 26, 1841, 2013; values: averages and
spreads of 16 climate models). The equations are integrated by SciPy. One backward sweep
gives the derivative of the warming after 140 years of carbon dioxide that grows by 1 % a
year, by all five parameters and by the forcing of every single year. Look at: which
parameter the uncertainty comes from, and that second derivatives correct the mean.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp

import functrace as ft

YEARS = np.arange(141.0)
PARAMETERS = {  # mean of the models, and their standard deviation
    "heat capacity, upper": (7.3, 1.1),  # W year / m2 / K
    "heat capacity, deep": (106.0, 62.0),
    "exchange": (0.73, 0.18),  # W / m2 / K
    "feedback": (1.13, 0.31),
    "forcing of 4 x CO2": (6.9, 0.9),  # W / m2
}
MEAN, SPREAD = np.array(list(PARAMETERS.values())).T


def warming(p, extra):
    """Of the air and of the deep sea, each year; `extra` forcing is added in each year."""
    upper, deep, exchange, feedback, quadrupled = p

    def flow(t, y):
        forcing = quadrupled * t * np.log(1.01) / np.log(4)
        forcing += np.interp(t, YEARS, extra)
        down = exchange * (y[0] - y[1])
        return np.array([(forcing - feedback * y[0] - down) / upper, down / deep])

    start = np.zeros(2)
    return solve_ivp(flow, (0, 140), start, t_eval=YEARS, rtol=1e-7, max_step=1).y


def at_the_end(p, extra):
    """Of the air, after 140 years."""
    return warming(p, extra)[0, -1]


def main():
    """Print where the uncertainty of the warming comes from."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    none = np.zeros(YEARS.size)
    both = ft.jit(ft.value_and_grad(at_the_end, argnums=(0, 1)))
    value, (slopes, influence) = both(MEAN, none)
    curvature = ft.jit(ft.hessian(at_the_end))(MEAN, none)
    shares = (slopes * SPREAD) ** 2
    print(f"warming after 140 years, 1 % CO2 a year: {value:.3f} K")
    print(f"{'':22}{'K per unit':>12}{'share of variance':>20}")
    for name, slope, share in zip(
        PARAMETERS, slopes, shares / shares.sum(), strict=True
    ):
        print(f"{name:22}{slope:12.4f}{share:20.1%}")
    shift = np.sum(np.diag(curvature) * SPREAD**2) / 2
    print(
        f"models differ by {np.sqrt(shares.sum()):.3f} K; their mean is {shift:+.3f} K"
    )
    print(f"a W/m2 in the last decade adds {influence[-10:].sum():.3f} K,")
    print(
        f"in the first one {influence[1:11].sum():.4f} K, always {influence.sum():.4f} K"
    )

    if options.plot:
        draw(options.plot, none, influence, np.sqrt(shares.sum()))


def draw(path, none, influence, spread):
    """The warming, and how much of the last year's is each year's doing."""
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    air, sea = warming(MEAN, none)
    left.plot(YEARS, air, color="C1", label="air and upper sea")
    left.plot(YEARS, sea, "--", color="C0", label="deep sea")
    left.errorbar(140, air[-1], 2 * spread, color="C1", capsize=4, label="95 %")
    left.set(xlabel="year", ylabel="warming in K", title="1 % more CO2 a year")
    left.legend(loc="upper left")
    right.semilogy(YEARS[1:-1], influence[1:-1], color="C0")
    right.set(
        xlabel="year",
        ylabel="K per W/m2 of that year",
        title="Which years' forcing lasts",
    )
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
