"""Rules for sampled functions."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

Y, V = arrays((3, 7), (5,), seed=11)
(W,) = arrays((4, 6), seed=12)
X = np.cumsum(np.abs(arrays((3, 7), seed=13)[0]) + 0.3, axis=1)
STEP = np.float64(0.7)
STEPS = np.abs(arrays((3, 1), seed=14)[0]) + 0.5
Z = Y + 1j * Y[::-1]

RULES = ("trapezoid", "simpson", "cumulative_trapezoid", "cumulative_simpson")

CALLS = [
    *(
        ScipyCall(lambda sp, y, f=rule: getattr(sp.integrate, f)(y), (y,))
        for rule in RULES
        for y in (Y, V, V[:4], V[:2], Z)
    ),
    *(
        ScipyCall(
            lambda sp, y, x, f=rule, n=n: getattr(sp.integrate, f)(
                y[:, :n], x=x[0, :n]
            ),
            (Y, X),
        )
        for rule in RULES
        for n in (2, 3, 6, 7)
    ),
    *(
        ScipyCall(lambda sp, y, x, f=rule: getattr(sp.integrate, f)(y, x=x), (Y, X))
        for rule in RULES
    ),
    *(
        ScipyCall(
            lambda sp, w, x, f=rule: getattr(sp.integrate, f)(w, x=x[0, :4], axis=0),
            (W, X),
        )
        for rule in RULES
    ),
    *(
        ScipyCall(
            lambda sp, y, h, f=rule: getattr(sp.integrate, f)(y, dx=h, axis=-2),
            (y, STEP),
        )
        for rule in RULES
        for y in (W, Y)
    ),
    *(
        ScipyCall(
            lambda sp, y, f=rule: getattr(sp.integrate, f)(y, dx=2),
            (y,),
            differentiable=False,
        )
        for rule in RULES
        for y in (Y.astype(np.float32), W.astype(np.float32))
    ),
    *(
        ScipyCall(
            lambda sp, x, f=rule: getattr(sp.integrate, f)([1, 2, 4], x=x), (X[0, :3],)
        )
        for rule in RULES
    ),
    ScipyCall(lambda sp, x: sp.integrate.trapezoid(x[:, :2], x=x[:, :1]), (X,)),
    ScipyCall(lambda sp, y: sp.integrate.cumulative_trapezoid(y, initial=0), (Y,)),
    ScipyCall(
        lambda sp, y: sp.integrate.cumulative_trapezoid(y, initial=0, axis=0), (Y,)
    ),
    ScipyCall(
        lambda sp, y, h: sp.integrate.cumulative_simpson(y, dx=h, initial=h), (Y, STEPS)
    ),
    ScipyCall(
        lambda sp, y, h: sp.integrate.cumulative_simpson(y, initial=h), (Y, STEP)
    ),
    ScipyCall(
        lambda sp, y, h: sp.integrate.cumulative_simpson(y[:, :2], dx=h, initial=3),
        (Y, STEPS),
    ),
    ScipyCall(lambda sp, v, h: sp.integrate.romb(v, dx=h), (V, STEP)),
    ScipyCall(lambda sp, y: sp.integrate.romb(y[:, :5]), (Y,)),
    ScipyCall(lambda sp, y: sp.integrate.romb(y, axis=0), (Y,)),
    ScipyCall(lambda sp, v: sp.integrate.romb(v[:2]), (V,)),
    ScipyCall(
        lambda sp, a, b: sp.integrate.fixed_quad(np.exp, a, b, n=7), (STEP, STEP + 1)
    ),
    ScipyCall(
        lambda sp, a, v: sp.integrate.fixed_quad(
            lambda t, c: np.sin(c[:, None] * t), a, 2.0, args=(v,)
        )[0],
        (STEP, V),
    ),
    ScipyCall(
        lambda sp, y: y @ sp.integrate.newton_cotes(6)[0],
        (Y,),
    ),
]
