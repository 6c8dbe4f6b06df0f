"""The exponential of matrices in operations that compile.

Scaling and squaring with Padé approximants: Al-Mohy & Higham, SIAM J. Matrix Anal. Appl. 31
(2009) 970. The derivative of the same steps is the Fréchet derivative (the same authors,
ibid. 30 (2009) 1639).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.recording import recording_all
from functrace.primitives._graphs import edge_of, fresh, handles, pushforward_of
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives.switch import switch_of
from functrace.primitives.while_loop import repeat_of

_LARGEST = {5: 2.53939833006323e-1, 9: 2.097847961257068, 13: 4.25}  # norms, table 3.1
_FREE_OF_ROUNDING = 5.4  # norms for which the degree 13 needs no more scaling


def expm_formula(x: Any) -> Any:
    """The exponential of each matrix; NaN where there are others, or infinities."""
    if not x.size:
        return None
    a = x.astype(np.result_type(x.dtype, float))
    if x.shape[-1] == 1:
        return np.exp(a).astype(x.dtype)
    a2 = a @ a
    norm = _norm(a)
    largest = np.max(norm)
    degree = np.where(largest > _LARGEST[5], 1, 0) + np.where(
        largest > _LARGEST[9], 1, 0
    )
    branches = [_graph(branch, [a, a2, norm]) for branch in (_low(5), _low(9), _high)]
    odd, even, times = switch_of(branches, [degree, a, a2, norm])
    out = np.linalg.solve(even - odd, even + odd)
    return _squared(out, times).astype(x.dtype)


def frechet_formula(x: Any, y: Any) -> Any:
    """The Fréchet derivative of the exponential at x along y, of stacks of one shape."""
    if not x.size:
        return None
    dtype = np.result_type(x.dtype, y.dtype)
    x, y = x.astype(dtype), y.astype(dtype)
    push = pushforward_of(_graph(lambda a: (expm_formula(a),), [x]), (0,))
    (out,) = push.graph.evaluate([x, y])
    return out


def _norm(x: Any) -> Any:
    """The largest sum of a column of absolute values."""
    return np.max(np.sum(np.abs(x), axis=-2), axis=-1)


def _graph(function: Callable[..., Sequence[Any]], operands: Sequence[Any]) -> Graph:
    """What the function does to such operands."""
    inputs = fresh("operand", [Aval(x.shape, x.dtype) for x in operands])
    with recording_all():
        outs = function(*handles(inputs))
    return Graph(inputs, [edge_of(out) for out in outs])


# -- approximants ----------------------------------------------------------------------


def _coefficients(degree: int) -> list[float]:
    """Of the numerator, from that of the constant."""
    m, f = degree, math.factorial
    return [f(2 * m - k) * f(m) / (f(2 * m) * f(m - k) * f(k)) for k in range(m + 1)]


def _combined(coefficients: Sequence[float], powers: Sequence[Any]) -> Any:
    """The polynomial; the powers begin with the second after that of order 0."""
    total = coefficients[0] * np.eye(powers[0].shape[-1])
    for c, power in zip(coefficients[1:], powers, strict=True):
        total = total + c * power
    return total


def _low(degree: int) -> Callable[[Any, Any, Any], tuple[Any, Any, Any]]:
    """The odd and the even part of the numerator, without scaling."""

    def parts(a: Any, a2: Any, norm: Any) -> tuple[Any, Any, Any]:
        powers = [a2]
        for _ in range(degree // 2 - 1):
            powers.append(powers[-1] @ a2)
        c = _coefficients(degree)
        times = np.zeros_like(norm, dtype=np.int64)
        return a @ _combined(c[1::2], powers), _combined(c[::2], powers), times

    return parts


def _high(a: Any, a2: Any, norm: Any) -> tuple[Any, Any, Any]:
    """Parts of degree 13, and how many times the matrix was halved."""
    a4 = a2 @ a2
    a6 = a4 @ a2
    times = _halvings(a, a4, a6, norm)
    scale = np.exp2(-times.astype(np.float64))[..., None, None]
    a, a2, a4, a6 = a * scale, a2 * scale**2, a4 * scale**4, a6 * scale**6
    c = _coefficients(13)
    powers = [a2, a4, a6]
    odd = a6 @ _without_constant(c[9::2], powers) + _combined(c[1:9:2], powers)
    even = a6 @ _without_constant(c[8::2], powers) + _combined(c[:8:2], powers)
    return a @ odd, even, times


def _without_constant(coefficients: Sequence[float], powers: Sequence[Any]) -> Any:
    terms = [c * power for c, power in zip(coefficients, powers, strict=True)]
    return sum(terms[1:], terms[0])


# -- scaling ---------------------------------------------------------------------------


def _halvings(a: Any, a4: Any, a6: Any, norm: Any) -> Any:
    """How often to halve: powers of the matrix may be smaller than its norm says."""
    roots = [_norm(p) ** (1 / k) for p, k in ((a6, 6), (a4 @ a4, 8), (a4 @ a6, 10))]
    size = np.minimum(np.maximum(*roots[:2]), np.maximum(*roots[1:]))
    times = np.maximum(np.ceil(np.log2(size / _LARGEST[13])), 0)
    times = times + _for_rounding(np.abs(a), norm, times)
    return np.where(np.isfinite(times), times, 0).astype(np.int64)


def _for_rounding(a: Any, norm: Any, times: Any) -> Any:
    """How often more, so that rounding does not matter: `ell` in the paper."""
    needed = np.log2(norm) - times > math.log2(_FREE_OF_ROUNDING)
    rounds = np.where(np.any(needed), 27, 0)
    row, log = np.ones_like(a[..., :1, :]), np.zeros_like(norm)

    def step(a: Any, row: Any, log: Any) -> tuple[Any, Any]:
        row = row @ a
        size = np.max(row, axis=(-2, -1))
        safe = np.where(size > 0, size, 1)
        return row / safe[..., None, None], log + np.log2(safe)

    _, log = _repeated(step, rounds, [a], [row, log])
    unit = math.log2(math.comb(26, 13) * math.factorial(27)) - 53
    more = np.ceil((log - np.log2(norm) - 26 * times - unit) / 26)
    return np.where(needed, np.maximum(more, 0), 0)


def _squared(x: Any, times: Any) -> Any:
    """Each matrix, squared so many times."""

    def step(times: Any, x: Any, number: Any) -> tuple[Any, Any]:
        squared = x @ x
        if times.ndim:
            squared = np.where((number < times)[..., None, None], squared, x)
        return squared, number + 1

    return _repeated(step, np.max(times), [times], [x, np.int64(0)])[0]


def _repeated(
    step: Callable[..., Sequence[Any]], count: Any, consts: list[Any], state: list[Any]
) -> list[Any]:
    """The state after so many rounds."""
    inputs = fresh("operand", [Aval(x.shape, x.dtype) for x in (*consts, *state)])
    with recording_all():
        outs = step(*handles(inputs))
    taken = LoopInputs(inputs[: len(consts)], inputs[len(consts) :])
    body = Body.make(taken, LoopOutputs([edge_of(out) for out in outs]))
    return repeat_of(body, count, [*consts, *state])
