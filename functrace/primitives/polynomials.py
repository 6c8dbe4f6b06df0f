"""Polynomials: from coefficients to roots, from matrices to coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.primitives._batching import unary
from functrace.primitives._make import primitive

# -- roots -----------------------------------------------------------------------------


def _roots(p: Any, *, dtype: Any, count: int) -> np.ndarray:
    out = np.empty((*p.shape[:-1], count), dtype)
    for place in np.ndindex(p.shape[:-1]):
        out[place] = np.roots(p[place])
    return out


def _slopes(p: Any, r: Any, matters: Any = True) -> Any:
    """The derivative of the polynomial at those of its roots that matter, 1 elsewhere.

    LinAlgError where it is zero: at multiple roots.
    """
    degrees = np.arange(p.shape[-1] - 1, 0, -1)
    slopes = _values(p[..., :-1] * degrees, r)
    known = [v.value if type(v) is Tracer else v for v in (p, r, slopes)]
    if all(v is not None for v in known) and np.any(matters & _are_multiple(*known)):
        raise np.linalg.LinAlgError(
            message(
                "functrace: multiple roots of a polynomial have no derivative with "
                "respect to its coefficients, and those too close to one another none "
                "that could be computed.",
                got=f"the roots {known[1]}",
                source=user_line(),
            )
        )
    return np.where(matters, slopes, 1)


def _are_multiple(p: Any, r: Any, slopes: Any) -> Any:
    """Where rounding errors move a root by a good part of the distance to the next."""
    if r.shape[-1] < 2:
        return slopes == 0
    distances = np.abs(r[..., :, None] - r[..., None, :])
    distances[..., np.eye(r.shape[-1], dtype=bool)] = np.inf
    noise = 100 * np.finfo(r.dtype).eps * _values(np.abs(p), np.abs(r))
    return noise >= np.abs(slopes) * distances.min(-1)


def _values(p: Any, r: Any) -> Any:
    """Each polynomial of a stack at each of its points."""
    values = np.zeros_like(r)
    for k in range(p.shape[-1]):
        values = values * r + p[..., k : k + 1]
    return values


def _roots_vjp(g: Any, x: Any, out: Any) -> Any:
    weights = g / _slopes(x, out, True if type(g) is Tracer else g != 0)
    powers = out[..., None] ** np.arange(x.shape[-1] - 1, -1, -1)
    return -np.einsum("...i,...ik->...k", weights, powers)


def _roots_jvp(t: Any, x: Any, out: Any) -> Any:
    return -_values(t, out) / _slopes(x, out)


roots = primitive(
    "roots",
    _roots,
    lambda x, dtype, count: Aval((*x.shape[:-1], count), dtype),
    vjp=(_roots_vjp,),
    jvp=(_roots_jvp,),
    batch=unary,
    doc="The roots of polynomials; `count` and `dtype` of them are known from the values.",
    reference="The implicit function theorem: p(r) = 0, so dr = -dp(r) / p'(r).",
)

# -- characteristic polynomials --------------------------------------------------------


def _char_poly(x: Any) -> np.ndarray:
    out = np.empty(*_char_poly_aval(x))
    for place in np.ndindex(x.shape[:-2]):
        out[place] = np.poly(x[place])
    return out


def _char_poly_aval(x: Any) -> Aval:
    dtype = x.dtype if np.dtype(x.dtype).kind in "fc" else np.float64
    return Aval((*x.shape[:-2], x.shape[-1] + 1), dtype)


def _adjugate(x: Any, out: Any) -> Any:
    """Coefficients of the adjugate of tI - x, a polynomial in t, from the highest.

    The recursion of Faddeev and Le Verrier, with coefficients that are known already.
    Gantmacher, *The Theory of Matrices*, volume 1, section IV.4.
    """
    identity = np.eye(x.shape[-1], dtype=x.dtype)
    matrices = [np.broadcast_to(identity, x.shape)]
    for k in range(1, x.shape[-1]):
        matrices.append(x @ matrices[-1] + out[..., k, None, None] * identity)
    return np.stack(matrices, -3)


def _char_poly_vjp(g: Any, x: Any, out: Any) -> Any:
    return -np.einsum("...k,...kij->...ji", g[..., 1:], _adjugate(x, out))


def _char_poly_jvp(t: Any, x: Any, out: Any) -> Any:
    rest = -np.einsum("...kij,...ji->...k", _adjugate(x, out), t)
    return np.concatenate([np.zeros_like(rest, shape=(*rest.shape[:-1], 1)), rest], -1)


char_poly = primitive(
    "char_poly",
    _char_poly,
    _char_poly_aval,
    vjp=(_char_poly_vjp,),
    jvp=(_char_poly_jvp,),
    batch=unary,
    doc="Coefficients of det(tI - x), smooth where eigenvalues coincide, too.",
    reference="Jacobi's formula: d det(M) = tr(adj(M) dM).",
)
