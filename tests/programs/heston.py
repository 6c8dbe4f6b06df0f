"""Paths of a price whose variance varies, too: full truncation; a call, a barrier."""

import numpy as np

STEPS = 6
PATHS = 30

# spot, variance, and of the latter: speed, mean, volatility, correlation
PARAMS = np.array([100.0, 0.04, 1.5, 0.05, 0.3, -0.7])

SEED = 20


def simulate(S0, v0, r, kappa, theta, sigma, rho, T):
    rng = np.random.default_rng(SEED)
    dt = T / STEPS
    S = np.full((STEPS + 1, PATHS), S0, dtype=float)
    v = np.full((STEPS + 1, PATHS), v0, dtype=float)
    corr = np.array([[1.0, rho], [rho, 1.0]])
    low = np.linalg.cholesky(corr)
    for t in range(1, STEPS + 1):
        Z = low @ rng.standard_normal((2, PATHS))
        vp = np.maximum(v[t - 1], 0)
        v[t] = v[t - 1] + kappa * (theta - vp) * dt + sigma * np.sqrt(vp * dt) * Z[1]
        S[t] = S[t - 1] * np.exp((r - 0.5 * vp) * dt + np.sqrt(vp * dt) * Z[0])
    return S, v


def main(params):
    r, T, K = 0.03, 1.0, 100.0
    S, v = simulate(params[0], params[1], r, *params[2:], T)
    payoff = np.maximum(S[-1] - K, 0.0)
    payoff[S.min(axis=0) < 85.0] = 0.0  # knocked out
    return np.exp(-r * T) * payoff.mean() + v[-1].std()
