"""Random programs that select by masks, in branches and loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import functrace as ft
from tests.properties._plain import Forms, Program, check_outcome, outcome

REFUSED = (ft.ConcretizationError, ft.MutationError, ft.DtypeError)


class Masks(Program):
    """A function of a vector and a number."""

    forms = Forms(
        head="""\
import numpy as np

def helper(y, z):
    near = y < z
    y[near] = y[near] * 0.5 - z
    return y[~near].sum() * 0.2 + z

def program(x, a):
    s, t, r, m = a, x[0], 0.3, 1
    v, q = x * 0.7, np.ones(8)
    u, d = np.zeros(8), np.outer(x, x[:3])
    k, g = v > 0, x[:3] > a
    w, e = v[k], d[k]
    p = np.flatnonzero(k)
    f = w
""",
        scalars=(
            "np.sin({s}) + 0.2 * {r}",
            "{s} * {r} * 0.4 - 0.1",
            "v[k].sum() * 0.1 + {s}",
            "v[k].mean() + {s} if k.any() else {r}",
            "np.cos(v[v > {s}]).sum() * 0.2",
            "w.sum() * 0.1",
            "f.sum() * 0.1",
            "w.max() * 0.3 if w.size > 0 else {s}",
            "w[0] * 0.4 if len(w) > 0 else {r}",
            "w[-1] * 0.2 + {s} if w.size > {j} else {r}",
            "np.tanh(w @ w) - {r}",
            "e.sum() * 0.1 + {s}",
            "e[:, {j}].sum() * 0.1",
            "d[:, g].sum() * 0.05 + {r}",
            "k.sum() * 0.1 + {s}",
            "p.sum() * 0.02 + {r}",
            "u[p].sum() * 0.1",
            "np.median(w) * 0.2 if w.size else 0.1",
            "(w[1:] - w[:-1]).sum() * 0.3",
            "w[w > {s}].sum() * 0.2 + {r}",
            "helper(v, {s})",
            "helper(w, {s})",
            "u[{i}] - {s}",
            "m * 0.1 + {s}",
        ),
        vectors=(
            "np.tanh(v + {s} * q)",
            "q * {s} + u * 0.2",
            "np.where(k, v, q * {s})",
            "v[::-1].copy()",
        ),
        conditions=(
            "{s} > {r}",
            "-0.4 < {s} < 0.6",
            "k.any()",
            "not k.all()",
            "k.sum() > {j} + 2",
            "w.size > 2",
            "len(w) > {j}",
            "v[k].sum() > {r}",
            "np.any(u[k] > {s})",
            "{i} > 1",
        ),
        writes=(
            "k = v > {s}",
            "k = ~k",
            "k = k & (u < {s})",
            "k[{i}] = {r} > 0.1",
            "k[k] = v[k] < {s}",
            "g = d[{i}] > {s}",
            "p = np.where(u > {s})[0]",
            "w = v[k]",
            "w = np.tanh(w) * {s}",
            "w = w[w > {s}]",
            "w = np.sort(w)",
            "w = np.append(w, {s})",
            "w = w[:3]",
            "w = w.copy()",
            "f = w",
            "f = w[1:]",
            "e = d[k]",
            "e = e[e[:, {j}] < {s}]",
            "w *= 0.9",
            "w += {e}",
            "w[w < {s}] = {r}",
            "w[w > {s}] *= 0.7",
            "f *= 0.8",
            "e[:, {j}] += {s}",
            "e *= 0.9",
            "u[k] = v[k] * {s}",
            "u[k] += {e}",
            "u[k] = np.sort(v[k])",
            "u[~k] = u[~k] * 0.5 + {s}",
            "u[p] = {s}",
            "u[p] = u[p] * 0.3 + v[p]",
            "u[:-1][k[1:]] = v[1:][k[1:]]",
            "u[v > {s}] -= {r}",
            "v[k] = np.sqrt(np.abs(v[k])) / (1 + v[k] ** 2)",
            "q[k] = 1 / (0.3 + np.abs(v[k] - {s}))",
            "d[k] = d[k] * 0.9 + q[:3]",
            "d[k, {j}] = v[k]",
            "d[:, g] *= 0.8",
            "np.add.at(u, p, v[p] * 0.1)",
            "u[{i}] = {e}",
            "t += 0.1 * {s}",
            "s, t = t, s * 0.9",
            "m += 1",
        ),
        total="s + t * 0.5 + np.sum(v * q) + np.sum(u * v) + w.sum() * 0.3 + (f * f).sum()"
        " + r + e.sum() * 0.1 + np.sum(d * d) * 0.01 + v[k].sum() + u[p].sum() + m + g.sum()",
    )


_DRAW = np.random.default_rng(5)  # no decimals, of which sums may be equal to others
POINTS = [(_DRAW.normal(size=8), 0.7 + 0.01 * _DRAW.normal()) for _ in range(2)]


def check(seed: int) -> str:
    """Compare values and derivatives at all points; what came of it."""
    function = Masks(seed).function
    gradient = ft.grad(function, argnums=(0, 1))
    compiled, slopes = ft.jit(function), ft.jit(gradient)
    for point in POINTS:
        try:
            found = outcome(compiled, point)
        except REFUSED:
            return "refused"
        check_outcome(found, outcome(function, point), 1e-10)
        check_outcome(outcome(slopes, point), outcome(gradient, point), 1e-7)
    return "same"


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(0, 2**20))
def test_programs_with_masks(seed):
    with np.errstate(all="ignore"):
        check(seed)


def test_most_programs_are_not_refused():
    found = [Masks(seed) for seed in range(12)]
    with np.errstate(all="ignore"):
        kinds = [_kind(program.function) for program in found]
    assert kinds.count("refused") <= 6


def _kind(function: object) -> str:
    try:
        outcome(ft.jit(function), POINTS[0])
    except REFUSED:
        return "refused"
    return "same"
