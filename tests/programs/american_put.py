"""An American put by a binomial tree, node by node."""

import math

import numpy as np

STEPS = 10

PARAMS = np.array([36.3, 40.0, 0.06, 0.2, 1.0])  # spot, strike, rate, volatility, years


def main(params):
    spot, strike, rate, volatility, years = params
    dt = years / STEPS
    up = math.exp(volatility * math.sqrt(dt))
    growth = math.exp(rate * dt)
    chance = (growth - 1 / up) / (up - 1 / up)

    values = np.zeros(STEPS + 1)
    for j in range(STEPS + 1):
        values[j] = max(strike - spot * up ** (2 * j - STEPS), 0.0)
    for step in range(STEPS - 1, -1, -1):
        for j in range(step + 1):
            hold = (chance * values[j + 1] + (1 - chance) * values[j]) / growth
            exercise = strike - spot * up ** (2 * j - step)
            values[j] = max(hold, exercise)
    return values[0]
