"""Matrices of `scipy.sparse`: constants whose products with traced values are traced.

SciPy is not imported here: there is no such matrix before somebody else has done so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, NoReturn

import numpy as np

from functrace.core.errors import DtypeError, MissingRuleError, message
from functrace.core.source import user_line

_ARRAYS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "dia": ("data", "offsets"),
}


class SparseOperandError(DtypeError):
    """A sparse matrix was met where an array was expected."""


def is_sparse(value: Any) -> bool:
    """Whether it is a matrix, or an array, of `scipy.sparse`."""
    test = getattr(sys.modules.get("scipy.sparse"), "issparse", None)
    return test is not None and test(value)


def refuse_sparse(matrix: Any, what: str = "a matrix of scipy.sparse") -> NoReturn:
    """Raise SparseOperandError: the operation does not treat such a matrix."""
    text = message(
        f"functrace: this operation on traced values does not take {what}.",
        expected="A @ x, A.dot(x) or x @ A, with a constant matrix A and an array x of "
        "one or two dimensions",
        got=f"{type(matrix).__name__} of shape {matrix.shape}",
        source=user_line(),
        help="A.toarray() makes a plain array of the matrix.",
    )
    raise SparseOperandError(text) from None


def refuse_either(x: Any, y: Any) -> NoReturn:
    """`refuse_sparse` for the first operand that is such a matrix."""
    refuse_sparse(x if is_sparse(x) else y)


def asking(caller: FrameType) -> str:
    """Which function of `scipy.sparse` a frame runs; none: an empty name.

    Products of SciPy's make an array of an operand that they do not know: of one without
    a length NumPy makes an array without dimensions, with dtype object, and the product is
    then left to the operand. So a traced value has no length there, and elsewhere no
    elements.
    """
    if caller.f_globals.get("__package__") != "scipy.sparse":
        return ""
    return caller.f_code.co_name


def check_length(asking: str) -> None:
    """Raise what a function of `scipy.sparse` that asks for a length is to see."""
    if asking == "_matmul_dispatch":  # what ``@`` comes to, and ``*`` of matrices
        raise TypeError("functrace: the product is the operand's.")
    if asking == "diags_array":  # would give up, in its own words
        _refuse_inside()


def elements_for(asking: str, shape: tuple[int, ...]) -> Iterator[None]:
    """Nothing that can be computed with, for ``dot``, which then goes on to ``@``."""
    if asking != "dot":
        _refuse_inside()
    return iter([None] * shape[0])


def _refuse_inside() -> NoReturn:
    raise MissingRuleError(  # no TypeError: NumPy would put its own in its place
        message(
            "functrace: a matrix of scipy.sparse cannot hold traced values.",
            expected="plain arrays",
            source=user_line(),
            help="functrace.scipy.sparse has the constructors and functions of scipy.sparse "
            "again, for traced values, too. A @ x is a product with a constant matrix A, "
            "A.toarray() * x one of elements.",
        )
    )


def own_arrays(matrix: Any) -> tuple[np.ndarray, ...]:
    """The arrays that a matrix is kept in; none if it is made of lists, or of a dict."""
    if matrix.format == "coo":
        return (matrix.data, *matrix.coords)
    return tuple(getattr(matrix, name) for name in _ARRAYS.get(matrix.format, ()))
