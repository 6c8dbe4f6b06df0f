"""The Sylvester equation, and the discrete Lyapunov equation."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.core.aval import Aval
from functrace.core.errors import ShapeError, message
from functrace.primitives._batching import broadcasting
from functrace.primitives._make import primitive
from functrace.primitives._stacks import check_square, lapack_dtype, over_stack
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.linalg import adjoint


def _aval(x: Aval, y: Aval, z: Aval) -> Aval:
    check_square("solve_sylvester", x, y)
    if z.ndim < 2 or z.shape[-2:] != (x.shape[-1], y.shape[-1]):
        raise ShapeError(
            message(
                "functrace: solve_sylvester of matrices that do not fit.",
                expected=f"q of shape (*batch, {x.shape[-1]}, {y.shape[-1]})",
                got=z,
            )
        )
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2], z.shape[:-2])
    return Aval(stack + z.shape[-2:], lapack_dtype(x, y, z))


def _solve(x: Any, y: Any, z: Any) -> Any:
    out = _aval(*(Aval(v.shape, v.dtype) for v in (x, y, z)))
    # SciPy takes real and complex matrices together for triangular when they are not.
    x, y, z = (np.asarray(v, out.dtype) for v in (x, y, z))
    return over_stack(scipy.linalg.solve_sylvester, x, y, z, out=out)


def _z_bar(g: Any, x: Any, y: Any) -> Any:
    return solve_sylvester(matrix_transpose(x), matrix_transpose(y), g)


solve_sylvester = primitive(
    "solve_sylvester",
    _solve,
    _aval,
    vjp=(
        lambda g, x, y, out: -_z_bar(g, x, y) @ matrix_transpose(out),
        lambda g, x, y, out: -matrix_transpose(out) @ _z_bar(g, x, y),
        _z_bar,
    ),
    jvp=(
        lambda t, x, y, out: -solve_sylvester(x, y, t @ out),
        lambda t, x, y, out: -solve_sylvester(x, y, out @ t),
        lambda t, x, y: solve_sylvester(x, y, t),
    ),
    broadcasts=True,
    batch=broadcasting,
    doc="Solution of x out + out y = z.",
    reference="Higham, Functions of Matrices (2008), section B.14.",
)


def solve_discrete_lyapunov(a: Any, q: Any) -> Any:
    """The solution of ``x - a x a^H = q``.

    By the bilinear transformation ``b = (a^H - 1) (a^H + 1)^-1`` it is that of
    ``b^H x + x b = -c``.
    """
    one = np.eye(a.shape[-1])
    hermitian = adjoint(a)
    inverse = np.linalg.inv(hermitian + one)
    b = (hermitian - one) @ inverse
    c = 2 * (np.linalg.inv(a + one) @ q @ inverse)
    return solve_sylvester(adjoint(b), b, -c)
