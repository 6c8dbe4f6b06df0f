"""When to sell: an option that may be used on any day, and its Greeks.

Longstaff and Schwartz's regression (Review of Financial Studies 14, 113, 2001) in NumPy: on
each day, paths on which selling pays are selected by a mask, what waiting is worth is fitted
to them, and those sell whose stock is worth less. Compiled, `x[mask]` has a length that
nobody knows; the gradient by price, volatility and interest goes through all of it. Look at:
a binomial tree, which draws no numbers, has nearly the same Greeks.
"""

import argparse
import time

import numpy as np
from matplotlib.figure import Figure

import functrace as ft

STRIKE, YEARS, DAYS, PATHS = 40.0, 1.0, 50, 100_000
NOW = (36.0, 0.2, 0.06)  # price of the stock, volatility, interest
GREEKS = ("price", "delta", "vega", "rho")


def price(stock, volatility, rate, noise):
    """Of the right to sell at the strike: the mean over paths."""
    dt = YEARS / len(noise)
    steps = (rate - volatility**2 / 2) * dt + volatility * np.sqrt(dt) * noise
    stocks = stock * np.exp(np.cumsum(steps, axis=0))
    cash = np.maximum(STRIKE - stocks[-1], 0)
    for now in stocks[-2::-1]:
        cash *= np.exp(-rate * dt)
        pays = now < STRIKE
        waiting = np.polyval(np.polyfit(now[pays], cash[pays], 3), now)
        sell = pays & (STRIKE - now > waiting)
        cash[sell] = STRIKE - now[sell]
    return np.exp(-rate * dt) * cash.mean()


def tree(stock, volatility, rate, steps=200):
    """The same by a binomial tree (Cox, Ross, Rubinstein, 1979)."""
    dt = YEARS / steps
    up = np.exp(volatility * np.sqrt(dt))
    chance = (np.exp(rate * dt) - 1 / up) / (up - 1 / up)
    ends = stock * up ** np.arange(-steps, steps + 1)
    value = np.maximum(STRIKE - ends[::2], 0)
    for n in range(1, steps + 1):
        value = np.exp(-rate * dt) * (chance * value[1:] + (1 - chance) * value[:-1])
        value = np.maximum(value, STRIKE - ends[n : 2 * steps + 1 - n : 2])
    return value[0]


def greeks(function, *args):
    """The price, and its derivatives by all that stands in `NOW`."""
    value, slopes = function(*args)
    return np.array([value, *slopes])


def main():
    """Print prices and Greeks by both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()

    noise = np.random.default_rng(1).normal(size=(DAYS, PATHS // 2))
    noise = np.concatenate([noise, -noise], axis=1)
    by_paths = ft.jit(ft.value_and_grad(price, argnums=(0, 1, 2)))
    by_tree = ft.jit(ft.value_and_grad(tree, argnums=(0, 1, 2)))
    found, exact = greeks(by_paths, *NOW, noise), greeks(by_tree, *NOW)
    print("".join(f"{name:>12}" for name in ("", *GREEKS)))
    for name, row in (("regression", found), ("tree", exact)):
        print(f"{name:>12}" + "".join(f"{value:12.4f}" for value in row))

    began = time.perf_counter()
    price(*NOW, noise)
    plain = time.perf_counter() - began
    began = time.perf_counter()
    by_paths(*NOW, noise)
    both = time.perf_counter() - began
    print(
        f"price in NumPy {1e3 * plain:.0f} ms, with Greeks, compiled {1e3 * both:.0f} ms"
    )

    if options.plot:
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        stocks = np.linspace(34, 42, 9)
        rows = np.array([greeks(by_paths, s, *NOW[1:], noise) for s in stocks])
        lines = np.array([greeks(by_tree, s, *NOW[1:]) for s in stocks])
        left.plot(stocks, np.maximum(STRIKE - stocks, 0), "k:", label="if sold now")
        for k, axes in enumerate((left, right)):
            axes.plot(stocks, lines[:, k], label="tree")
            axes.plot(stocks, rows[:, k], "o", label="regression")
            axes.set(xlabel="price of the stock", ylabel=GREEKS[k])
        left.legend()
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
