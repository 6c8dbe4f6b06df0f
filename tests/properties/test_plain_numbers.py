"""Random programs with Python's numbers and truth values, and names of one array."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from tests.properties._plain import Forms, Program, check_outcome, outcome

REFUSED = (ft.ConcretizationError, ft.MutationError, ft.DtypeError)


class Numbers(Program):
    """A function of a vector, a Python integer and a Python float."""

    forms = Forms(
        head="""\
import numpy as np

class Thing:
    def __init__(self, s):
        self.s, self.z = s, np.array(0.3)
    def add(self, y):
        self.z += y
        self.s = self.s * 0.9 + (y > 0)
        return self.s

def sign(y):
    return int(y > 0) - bool(y < 0)

def helper(y, z):
    if y > z:
        return sign(y) * z
    for _ in range(3):
        y = y + 0.4
        if y > z:
            break
    return y * 0.3 - z

def program(x, m, a):
    s, t, r, p = a, x[0], 0.3, a > 0.2
    v, q = x[:3] * 0.7, np.ones(3, np.float32)
    u = np.zeros((5, 2))
    e, f, g = np.array(0.0), np.array(a), u[1, ...]
    h, l = e, u[2:4, 1]
    d = {'e': e, 'k': [s, e], 'u': u[0]}
    w = [x[1], f, a * a]
    o = Thing(a)
""",
        scalars=(
            "np.sin({s}) + 0.2 * {r}",
            "{s} * {r} * 0.4 - 0.1",
            "u[{i}, 0] - {s}",
            "w[{j}] * 0.8 + {r}",
            "e * 0.5 + {s} - h",
            "e + h * {r}",
            "g[0] * 0.3 + l[1]",
            "helper({s}, {r})",
            "sign({s}) * 0.3 + sign({r} - m)",
            "o.s * 0.7 + o.z",
            "o.add({s})",
            "{s} if {c} else {r}",
            "({s} > {r}) + bool({r} > 0.1) * 0.5",
            "({s} > 0.1) * 0.3 - ({r} > {s})",
            "max({s}, {r}, 0.2) * 0.9",
            "(p + 1) * 0.2 + bool(p) + (m > 2) * {s}",
            "d['k'][0] * 0.4 + d['e']",
            "float(m) * 0.1 + round({s})",
            "np.sum(q * 0.3) + {s}",
            "(m % 3 + m // 2) * 0.1 + {s}",
            "np.float32(0.5) * {s}",
            "f",
            "1",
        ),
        vectors=(
            "np.tanh(v + {s} * q)",
            "q * (m > 1) + v",
            "np.array([{s}, {r}, p])",
            "u[1:4, 0] + 0.1 * v",
            "v[::-1]",
            "v",
            "v * 0.5",
        ),
        conditions=(
            "{s} > {r}",
            "{s} < 0.17",
            "-0.4 < {s} < 0.6",
            "{s} > 0.11 and {r} < 0.52",
            "p",
            "not p",
            "(m > 1) + (m > 2) == 1",
            "(m > 1) + bool({s} > 0) == 1",
            "sum([{s} > 0, {r} > 0.2, p]) > 1",
            "m % 2 == 0",
            "m in (1, 3, 4)",
            "e > 0.2",
            "{i} > 1",
        ),
        writes=(
            "u[{i}] = {e}",
            "u[{i}, 0] += {s}",
            "g += {s}",
            "l *= 0.9",
            "l[{j} % 2] = {e}",
            "e += {s}",
            "e[...] = {e}",
            "e *= 0.5",
            "h -= 0.1",
            "f += {s}",
            "d['e'] += {s}",
            "d['k'][0] = {e}",
            "d['k'][1] += 0.2",
            "d['u'][1] = {s}",
            "w[1] += 0.3",
            "w[{j}] = {e}",
            "v[{j}] = {e}",
            "v += {s}",
            "s, t = t, s * 0.9",
            "s += {r}",
            "m += 1",
            "m = m + ({s} > 0)",
            "m = m * 2 - ({r} > 0.2)",
            "m = max(m, 2) % 5",
            "p = {c}",
            "p = {s} > {r}",
            "o.z *= 0.7",
            "h = e",
        ),
        total="(s + t * 0.5 + np.sum(v * q) + np.sum(u) + w[0] * w[1] - w[2] + o.s + o.z"
        " + m + r + e * 0.7 + f + h * 0.2 + np.sum(l) + np.sum(g) + int(p) * 2 + d['k'][0]"
        " + d['k'][1])",
    )


POINTS = [
    (np.linspace(-1.0, 1.3, 4), 3, 0.7),
    (np.array([0.4, -0.6, 0.9, 0.2]), 2, -0.35),
]


def check(seed: int) -> str:
    """Compare values and derivatives at all points; what came of it."""
    function = Numbers(seed).function
    gradient = ft.grad(function, argnums=(0, 2))

    def everything(x, m, a):
        def slopes(x, a):
            return gradient(x, m, a)

        return function(x, m, a), *ft.jvp(slopes, (x, a), (np.cos(x), 0.5))

    compiled = ft.jit(everything)
    for point in POINTS:
        wanted = outcome(everything, point)
        if wanted[0] is TypeError:  # NumPy subtracts no truth values
            return "invalid"
        try:
            found = outcome(compiled, point)
        except REFUSED:
            return "refused"
        check_outcome(found, wanted, 1e-5)
    return "same"


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=25)
def test_compiled_as_un_jitted(seed):
    check(seed)
