"""Derivatives for which there is no formula: differences of high order, as formulas."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import stop_gradient

_HALF = 6  # nodes on each side
_STEP = 0.019  # of the reach: truncation then is below rounding


def _weights() -> np.ndarray:
    """Of the nodes 1 to `_HALF`; those of the nodes on the other side are the opposite."""
    m, k = _HALF, np.arange(1, _HALF + 1)
    ratios = [
        math.factorial(m) ** 2 / math.factorial(m - i) / math.factorial(m + i)
        for i in k
    ]
    return -((-1.0) ** k) * np.asarray(ratios) / k


_NODES = np.concatenate([np.arange(-_HALF, 0.0), np.arange(1.0, _HALF + 1)]) * _STEP
_WEIGHTS = np.concatenate([-_weights()[::-1], _weights()]) / _STEP


def slope(
    function: Callable[..., Any], operands: tuple[Any, ...], place: int, reach: Any
) -> Any:
    """Derivative of an elementwise function with respect to one of its operands.

    Central differences of order 12, made of operations that are differentiated in their
    turn: derivatives of higher order and with respect to the other operands are exact
    derivatives of the formula.

    Parameters
    ----------
    function : callable
        Of the operands, smooth in the one at `place`.
    operands : tuple of arrays
        Broadcast against one another; but for the one at `place` also Python numbers.
    place : int
    reach : array or float
        Of the operand's shape or a scalar: the function is smooth, and changes on no
        shorter scale, up to this distance. Nodes lie within 0.114 of it.

    Returns
    -------
    array
        With a relative error of about ``100 eps * abs(function) / reach``: 2e-14 for
        functions that SciPy computes to rounding error.

    References
    ----------
    Fornberg, Math. Comp. 51 (1988) 699-706, table 1, in closed form.
    """
    ndim = max(map(np.ndim, operands))
    x = operands[place]
    dtype = x.dtype
    reach = stop_gradient(reach if type(reach) is Tracer else np.asarray(reach, dtype))
    lead = (len(_NODES),) + (1,) * ndim
    shape = (1,) * (ndim - x.ndim) + x.shape
    nodes = np.reshape(x, shape) + np.reshape(
        reach, (1,) * (ndim - reach.ndim) + reach.shape
    ) * (_NODES.astype(dtype).reshape(lead))
    values = function(*operands[:place], nodes, *operands[place + 1 :])
    return np.tensordot(_WEIGHTS.astype(dtype), values, 1) / reach
