"""Option prices: special functions of five arrays, and their sensitivities."""

from typing import Any

import numpy as np

from benchmarks._problem import Problem


def make(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Spot, strike, rate, volatility, maturity in years."""
    return (
        rng.uniform(80, 120, size),
        rng.uniform(80, 120, size),
        rng.uniform(0.0, 0.05, size),
        rng.uniform(0.1, 0.5, size),
        rng.uniform(0.1, 2, size),
    )


def call_prices(
    xp: Any, erf: Any, spot: Any, strike: Any, rate: Any, vol: Any, maturity: Any
) -> Any:
    """Price of each European call (Black & Scholes 1973)."""

    def normal_cdf(z: Any) -> Any:
        return 0.5 * (1 + erf(z / 2**0.5))

    deviation = vol * xp.sqrt(maturity)
    d1 = (xp.log(spot / strike) + (rate + 0.5 * vol**2) * maturity) / deviation
    discounted = strike * xp.exp(-rate * maturity)
    return spot * normal_cdf(d1) - discounted * normal_cdf(d1 - deviation)


PROBLEMS = (
    Problem(
        name="black_scholes",
        summary="n call prices, five sensitivities of each",
        make=make,
        objective=call_prices,
        sizes=(10**4, 10**6),
        smoke=20,
        argnums=(0, 1, 2, 3, 4),
        special=("erf",),
        total=True,
        per="option",
    ),
)
