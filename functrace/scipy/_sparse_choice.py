"""Sparse derivatives for SciPy's solvers, where these take them and it is worth it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.errors import LeakedTracerError
from functrace.core.recording import ambient
from functrace.primitives._dependence.graphs import sparse_pattern_of
from functrace.scipy._sparse_derivatives import Format, sparse_hessian, sparse_jacobian
from functrace.scipy._sparsity import OfChosen
from functrace.scipy._terms import by_terms
from functrace.transforms._opaque_call import attempted
from functrace.transforms.gradient import grad

_LEAST = 64  # numbers: of fewer, dense matrices are as fast
_MOST = 0.1  # of all entries


def chosen_jacobian(
    fun: Callable[..., Any], argnum: int, *args: Any, format: Format = "csr"
) -> Callable[..., Any] | None:
    """The Jacobian as an array of `scipy.sparse`.

    Returns
    -------
    callable or None
        None where values are traced, the function takes no traced ones, or the Jacobian is
        small, or not sparse.
    """
    given = _options(fun, argnum, args, symmetric=False)
    return (
        None if given is None else sparse_jacobian(fun, argnum, format=format, **given)
    )


def chosen_hessian(
    fun: Callable[..., Any], argnum: int, *args: Any
) -> Callable[..., Any] | None:
    """The Hessian likewise."""
    given = _options(grad(fun, argnum), argnum, args, symmetric=True)
    return None if given is None else sparse_hessian(fun, argnum, **given)


def _options(
    fun: Callable[..., Any], argnum: int, args: tuple[Any, ...], *, symmetric: bool
) -> dict[str, Any] | None:
    """Options of the derivative: the pattern, unless it is found with terms; or None."""
    x = args[argnum]
    if (
        not ambient.get().outside
        or np.size(x) < _LEAST
        or np.asarray(x).dtype.kind != "f"
    ):
        return None
    try:
        with attempted():
            traced = OfChosen(fun, argnums=argnum).traced("functrace", args, {})
            terms = by_terms(traced, symmetric=symmetric)
            if terms is not None:
                return None if _is_dense(terms.sums.pattern) else {}
            found = sparse_pattern_of(traced.graph, traced.places, len(traced.outs))
    except LeakedTracerError:
        raise
    except Exception:  # noqa: BLE001 - a function that is not ours may raise anything
        return None
    return None if found is None or _is_dense(found) else {"sparsity": found}


def _is_dense(pattern: Any) -> bool:
    return pattern.nnz > _MOST * np.prod(pattern.shape)
