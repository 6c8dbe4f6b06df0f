"""Calls of functions of `scipy.special` that are no ufuncs: Bessel and Legendre."""

import numpy as np

from tests.calls._base import ScipyCall

RNG = np.random.default_rng(6)
X = RNG.uniform(0.4, 3, (2, 3))
V = RNG.uniform(-1.5, 2.5, 3)
Z = X + 0.5j
U = RNG.uniform(-0.9, 0.9, (2, 3))
ANGLE = RNG.uniform(0.2, 3, 3)
N = np.array([0, 1, 4])
M = np.array([[0], [1], [-1]])

CALLS = [
    ScipyCall(lambda scipy, x: scipy.special.spherical_jn(N, x), (X,)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_jn(N, -x), (X,)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_jn(2, x, True), (-X,)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_jn(1, x), (np.zeros(2),)),
    ScipyCall(lambda scipy, z: scipy.special.spherical_jn(N, z, derivative=True), (Z,)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_yn(N, x), (X * [1, -1, 1],)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_yn(2, x, True), (X,)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_in(N, x), (X * [1, -1, 1],)),
    ScipyCall(
        lambda scipy, x: scipy.special.spherical_in(0, x, True), (np.float64(0.6),)
    ),
    ScipyCall(lambda scipy, x: scipy.special.spherical_kn(N, x), (X * [1, -1, 1],)),
    ScipyCall(lambda scipy, x: scipy.special.spherical_kn(1, x, True), (X,)),
    ScipyCall(lambda scipy, z: scipy.special.spherical_kn(1, z), (Z,)),
    ScipyCall(lambda scipy, v, x: scipy.special.jvp(v, x), (V, X)),
    ScipyCall(lambda scipy, v, x: scipy.special.jvp(v, x, 0), (V, X)),
    ScipyCall(lambda scipy, v, x: scipy.special.yvp(v, x, 2), (V, X)),
    ScipyCall(lambda scipy, v, x: scipy.special.ivp(v, x, n=3), (V, X)),
    ScipyCall(lambda scipy, v, x: scipy.special.kvp(v, x, 3), (V, X)),
    ScipyCall(lambda scipy, x: scipy.special.kvp(2, x), (X,)),
    ScipyCall(lambda scipy, v, z: scipy.special.h1vp(v, z), (V, Z)),
    ScipyCall(lambda scipy, v, z: scipy.special.h2vp(v, z, 2), (V, Z)),
    ScipyCall(lambda scipy, x: scipy.special.riccati_jn(3, x[0]), (V[1:],)),
    ScipyCall(lambda scipy, x: scipy.special.riccati_yn(2, x[0, 0]), (X,)),
    ScipyCall(lambda scipy, k, x: scipy.special.assoc_laguerre(x, 3, k), (V, X)),
    ScipyCall(lambda scipy, x: scipy.special.assoc_laguerre(x, 3), (X,)),
    ScipyCall(lambda scipy, x: scipy.special.legendre_p(N, x), (U,)),
    ScipyCall(lambda scipy, x: scipy.special.legendre_p(N, x, diff_n=2), (U,)),
    ScipyCall(lambda scipy, x: scipy.special.legendre_p_all(3, x, diff_n=1), (U,)),
    ScipyCall(lambda scipy, x: scipy.special.assoc_legendre_p(N, M, x), (U[0],)),
    ScipyCall(
        lambda scipy, x: scipy.special.assoc_legendre_p(N, M, x, norm=True, diff_n=1),
        (U[0],),
    ),
    ScipyCall(
        lambda scipy, x: scipy.special.assoc_legendre_p(2, 1, x, branch_cut=3),
        (U + 2.5,),
    ),
    ScipyCall(lambda scipy, x: scipy.special.assoc_legendre_p_all(3, 2, x), (U,)),
    ScipyCall(
        lambda scipy, x: scipy.special.assoc_legendre_p_all(2, 3, x, diff_n=1), (U[0],)
    ),
    ScipyCall(lambda scipy, t: scipy.special.sph_legendre_p(N, M, t), (ANGLE,)),
    ScipyCall(
        lambda scipy, t: scipy.special.sph_legendre_p(N, M, t, diff_n=2), (ANGLE,)
    ),
    ScipyCall(lambda scipy, t: scipy.special.sph_legendre_p(3, 2, t), (-ANGLE,)),
    ScipyCall(lambda scipy, t: scipy.special.sph_legendre_p_all(3, 2, t), (ANGLE,)),
    ScipyCall(lambda scipy, t, p: scipy.special.sph_harm_y(N, M, t, p), (ANGLE, V)),
    ScipyCall(
        lambda scipy, t, p: scipy.special.sph_harm_y(3, -2, t, p, diff_n=2), (ANGLE, V)
    ),
    ScipyCall(
        lambda scipy, t, p: scipy.special.sph_harm_y_all(2, 1, t, p, diff_n=1),
        (ANGLE, V),
    ),
    ScipyCall(lambda scipy, t, p: scipy.special.sph_harm_y_all(2, 2, t, p), (ANGLE, V)),
]
