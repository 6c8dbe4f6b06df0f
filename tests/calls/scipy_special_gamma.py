"""Calls of SciPy's plain functions that are composed of gamma functions and the like."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall

RNG = np.random.default_rng(0)
POSITIVE = RNG.uniform(1.5, 4, (2, 3))
REAL = RNG.normal(size=(2, 3))
COMPLEX = RNG.normal(size=3) + 1j * RNG.uniform(0.2, 1, 3)
WEIGHTS = RNG.normal(size=3) + 1j * RNG.normal(size=3)

CALLS = [
    ScipyCall(lambda scipy, x: scipy.special.polygamma(0, x), (POSITIVE,)),
    ScipyCall(lambda scipy, x: scipy.special.polygamma([0, 1, 2], x), (POSITIVE,)),
    ScipyCall(lambda scipy, x: scipy.special.polygamma(1, x), (POSITIVE[0],)),
    ScipyCall(lambda scipy, x: scipy.special.multigammaln(x, 3), (POSITIVE,)),
    ScipyCall(lambda scipy, x: scipy.special.multigammaln(x, 1), (np.float64(2.5),)),
    ScipyCall(lambda scipy, x: scipy.special.zeta(x), (POSITIVE,)),
    ScipyCall(lambda scipy, x: scipy.special.zeta(x), (REAL,)),
    ScipyCall(lambda scipy, x: scipy.special.zeta(x), (COMPLEX,)),
    ScipyCall(lambda scipy, x, q: scipy.special.zeta(x, q), (POSITIVE, POSITIVE[0])),
    ScipyCall(lambda scipy, q: scipy.special.zeta(2, q), (POSITIVE,)),
    ScipyCall(lambda scipy, z: scipy.special.lambertw(z), (COMPLEX,)),
    ScipyCall(lambda scipy, z: scipy.special.lambertw(z, [-1, 0, 1]), (COMPLEX,)),
    ScipyCall(lambda scipy, x: scipy.special.lambertw(x).real, (POSITIVE,)),
    ScipyCall(lambda scipy, x: scipy.special.softplus(x), (REAL,)),
    ScipyCall(lambda scipy, x: scipy.special.sinc(x), (REAL,)),
    ScipyCall(lambda scipy, x: scipy.special.diric(x, 4), (REAL,)),
    ScipyCall(lambda scipy, x: scipy.special.diric(x, np.array([2, 3, 5])), (REAL,)),
    ScipyCall(
        lambda scipy, x: scipy.special.diric(x, 4),
        (2 * np.pi * np.array([-1.0, 0.0, 3.0]),),
    ),
    ScipyCall(lambda scipy, x: scipy.special.factorial(x), (REAL,)),
    ScipyCall(
        lambda scipy, x: scipy.special.factorial(x, extend="complex"), (COMPLEX,)
    ),
    ScipyCall(lambda scipy, x: scipy.special.factorial(x), (np.float64(2.5),)),
    ScipyCall(
        lambda scipy, x: scipy.special.factorial2(x, extend="complex"), (POSITIVE,)
    ),
    ScipyCall(
        lambda scipy, x: scipy.special.factorialk(x, 3, extend="complex"), (POSITIVE,)
    ),
    ScipyCall(
        lambda scipy, x: scipy.special.factorialk(x, -2, extend="complex"), (POSITIVE,)
    ),
    ScipyCall(lambda scipy, n, k: scipy.special.comb(n, k), (POSITIVE + 1, POSITIVE)),
    ScipyCall(lambda scipy, n: scipy.special.comb(n, 2), (REAL,)),
    ScipyCall(
        lambda scipy, n, k: scipy.special.comb(n, k, repetition=True),
        (POSITIVE + 1, POSITIVE),
    ),
    ScipyCall(lambda scipy, n, k: scipy.special.perm(n, k), (POSITIVE + 1, POSITIVE)),
    ScipyCall(lambda scipy, a, b: scipy.special.logsumexp(a, b=b), (COMPLEX, WEIGHTS)),
    ScipyCall(
        lambda scipy, a, b: scipy.special.logsumexp(a, axis=1, b=b, keepdims=True),
        (REAL, WEIGHTS),
    ),
    ScipyCall(
        lambda scipy, a, b: scipy.special.logsumexp(a, b=b, return_sign=True),
        (COMPLEX, WEIGHTS.real),
    ),
    ScipyCall(lambda scipy, a, b: scipy.special.betainc(a, 2.0, b), (POSITIVE, 0.3)),
]
