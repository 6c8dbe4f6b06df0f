"""Options on a stock that is now calm, now wild: prices and Greeks by Heston's model.

The price is an integral of a complex characteristic function (S. L. Heston, Review of
Financial Studies 6, 327, 1993), written once. Its first and second derivatives by every
input are the Greeks; its Jacobian calibrates the model to a smile of quoted volatilities.
Implied volatilities are roots that SciPy finds. Look at: no Greek is written down.
"""

import argparse

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares, root_scalar
from scipy.stats import norm

import functrace as ft

NODES, WEIGHTS = np.polynomial.laguerre.laggauss(64)
NAMES = ("variance now", "reversion", "variance later", "of variance", "correlation")
TRUE = np.array([0.04, 1.5, 0.06, 0.5, -0.7])
START = np.array([0.1, 1.0, 0.1, 0.4, -0.3])
STRIKES, YEARS, RATE = np.linspace(80.0, 120.0, 5), (0.25, 1.0), 0.02


def characteristic(u, years, p):
    """Of the logarithm of the stock over its forward (Albrecher et al., 2007)."""
    now, reversion, later, wild, correlation = p
    drift = reversion - correlation * wild * 1j * u
    d = np.sqrt(drift**2 + wild**2 * (1j * u + u**2))
    g = (drift - d) / (drift + d)
    fading = np.exp(-d * years)
    c = (drift - d) * years - 2 * np.log((1 - g * fading) / (1 - g))
    v = (drift - d) * (1 - fading) / (1 - g * fading)
    return np.exp((reversion * later * c + now * v) / wild**2)


def call(stock, strike, years, p):
    """Price of the right to buy at the strike (A. L. Lewis, 2001)."""
    u = NODES / 4
    forward = stock * np.exp(RATE * years)
    wave = np.exp(1j * u * np.log(forward / strike))
    values = (wave * characteristic(u - 0.5j, years, p)).real / (u**2 + 0.25)
    scale = np.sqrt(stock * strike) * np.exp(-RATE * years / 2) / (4 * np.pi)
    return stock - scale * np.sum(WEIGHTS * np.exp(NODES) * values)


def excess(volatility, price, strike, years):
    """Price by Black and Scholes, for a stock at 100, beyond another one."""
    strike, width = strike * np.exp(-RATE * years), volatility * np.sqrt(years)
    up = np.log(100 / strike) / width + width / 2
    return 100 * norm.cdf(up) - strike * norm.cdf(up - width) - price


def implied(strike, years, p):
    """The volatility with which Black and Scholes's formula gives Heston's price."""
    quote = call(100.0, strike, years, p), strike, years
    return root_scalar(excess, args=quote, bracket=(0.01, 2.0)).root


def smiles(p):
    """Implied volatilities of all strikes, for each time."""
    return np.array([[implied(strike, t, p) for strike in STRIKES] for t in YEARS])


def main():
    """Print Greeks, and calibrate to quotes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    option = (100.0, 100.0, 1.0, TRUE)
    delta, theta, by_model = ft.grad(call, argnums=(0, 2, 3))(*option)
    gamma = ft.grad(ft.grad(call))(*option)
    print(f"price {call(*option):.6f}, delta {delta:.6f}, gamma {gamma:.6f}, ", end="")
    print(f"theta {-theta:.6f}, by the variance {by_model[0]:.6f}")

    quotes = smiles(TRUE)
    misfit = ft.jit(lambda p: (smiles(p) - quotes).ravel())
    fit = least_squares(misfit, START, jac=ft.jit(ft.jacobian(misfit)))
    print(f"calibrated to {quotes.size} quotes with {fit.njev} Jacobians")
    for name, true, value in zip(NAMES, TRUE, fit.x, strict=True):
        print(f"{name:16}{true:10.4f}{value:12.6f}")

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        stocks = np.linspace(70, 130, 61)
        gamma = ft.vmap(ft.grad(ft.grad(call)), (0, None, None, None))
        for k, label in enumerate(("3 months", "a year")):
            left.plot(STRIKES, 100 * smiles(fit.x)[k], color=f"C{k}", label=label)
            left.plot(STRIKES, 100 * quotes[k], "o", color=f"C{k}")
            right.plot(stocks, gamma(stocks, 100.0, YEARS[k], fit.x), color=f"C{k}")
        left.set(xlabel="strike", ylabel="implied volatility in %")
        right.set(xlabel="price of the stock", ylabel="gamma of the strike 100")
        left.legend(title="calibrated, and quotes")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
