"""An American put by simulation: what waiting is worth is a polynomial that is fitted."""

import numpy as np

DATES = 6
PATHS = 40

PARAMS = np.array([36.0, 40.0, 0.06, 0.2])  # spot, strike, rate, volatility

np.random.seed(1500)
DRAWS = np.random.standard_normal((DATES, PATHS // 2))


def prices(spot, rate, volatility):
    dt = 1.0 / DATES
    out = np.empty((DATES + 1, PATHS), dtype=np.float64)
    out[0] = spot
    for date, half in enumerate(DRAWS):
        shocks = np.hstack([half, -half])
        shocks /= shocks.std()
        drift = (rate - 0.5 * volatility**2) * dt
        out[date + 1] = out[date] * np.exp(drift + volatility * np.sqrt(dt) * shocks)
    return out


def main(params):
    spot, strike, rate, volatility = params
    discount = np.exp(-rate / DATES)
    paths = prices(spot, rate, volatility)
    cash = np.maximum(strike - paths[-1], 0.0)
    for date in range(DATES - 1, 0, -1):
        cash *= discount
        scaled = paths[date] / 36.0
        worth = np.polyval(np.polyfit(scaled, cash, 3), scaled)
        payoff = np.maximum(strike - paths[date], 0.0)
        np.copyto(cash, np.where((payoff > 0) & (payoff > worth), payoff, cash))
    return discount * cash.mean()
