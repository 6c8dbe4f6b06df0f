"""The operators of sparse arrays with traced values."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import numpy as np
import scipy.sparse as sp

from functrace.core.errors import MissingRuleError, message
from functrace.core.source import user_line
from functrace.core.sparse import asking
from functrace.numpy._arguments import as_array
from functrace.scipy.sparse import _algebra as algebra
from functrace.scipy.sparse._entries import Entries, refuse_np_matrix, watched


class Operators:
    """What operators do; `SparseArray` is the one class that has them."""

    __slots__ = ()
    __array_ufunc__ = None  # arrays leave operators to this class
    __hash__ = None  # type: ignore[assignment] - as SciPy's

    of: Any  # of the class

    @property
    def entries(self) -> Entries:
        """Structure and values."""
        raise NotImplementedError

    def _operand(self, other: Any) -> Any:
        """The entries of a sparse operand, or an array."""
        if isinstance(other, Operators):
            return other.entries
        if sp.issparse(other):
            return type(self)(other).entries  # type: ignore[call-arg] - of the class
        return watched(as_array(other))

    @property
    def _is_matrix(self) -> bool:
        return self.entries.structure.is_matrix

    # -- products --------------------------------------------------------------------------

    def __matmul__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.times_sparse(self.entries, x))
        if x.ndim == 0:
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return algebra.times_dense(self.entries, x)

    def __rmatmul__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.times_sparse(x, self.entries))
        if x.ndim == 0:
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        if len(self.entries.structure.shape) == 1:
            return algebra.times_dense(self.entries, x.T).T
        return algebra.times_dense(self.entries, x.T, transposed=True).T

    def dot(self, other: Any) -> Any:
        """``A @ x``, or ``A * x`` with a number."""
        x = self._operand(other)
        number = not isinstance(x, Entries) and x.ndim == 0
        return self.multiply(x) if number else self @ other

    def multiply(self, other: Any) -> Any:
        """The product of elements, with a number, an array or a sparse array."""
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.times_elements(self.entries, x))
        if x.ndim == 0:
            return self.of(Entries(self.entries.structure, self.entries.data * x))
        return self.of(algebra.times_elements_dense(self.entries, x))

    def __mul__(self, other: Any) -> Any:
        return self.dot(other) if self._is_matrix else self.multiply(other)

    def __rmul__(self, other: Any) -> Any:
        if not (self._is_matrix or isinstance(other, sp.spmatrix)):
            return self.multiply(other)
        x = self._operand(other)
        number = not isinstance(x, Entries) and x.ndim == 0
        return self.multiply(x) if number else other @ self

    def __truediv__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return _dense(self) / _dense(self.of(x))
        if x.ndim == 0:
            return self.of(Entries(self.entries.structure, self.entries.data / x))
        return self.multiply(1 / x)

    def __rtruediv__(self, other: Any) -> Any:
        return NotImplemented

    def power(self, n: Any, dtype: Any = None) -> Any:
        """Each element to the power of a number, which must not be zero."""
        n = as_array(n)
        if n.ndim or (isinstance(n, (int, float, np.generic, np.ndarray)) and n == 0):
            raise NotImplementedError("only with a number, other than zero")
        own = self.entries.summed
        data = own.data if dtype is None else own.data.astype(dtype)
        return self.of(Entries(own.structure, data**n))

    def __pow__(self, n: Any) -> Any:
        if not self._is_matrix:
            return self.power(n)
        if not isinstance(n, int) or n < 0:
            raise ValueError("exponent must be an integer >= 0")
        if n == 0:
            rows = self.entries.structure.shape[0]
            dtype = self.entries.data.dtype
            return type(self)(sp.eye(rows, dtype=dtype, format="csr"))  # type: ignore[call-arg] - of the class
        half = self ** (n // 2) if n > 1 else None
        square = self if half is None else half @ half
        return square @ self if n % 2 and half is not None else square

    # -- sums ------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.plus(self.entries, x))
        return self._filled(x) + x

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.plus(self.entries, x, minus=True))
        return self._filled(x) - x

    def __rsub__(self, other: Any) -> Any:
        x = self._operand(other)
        if isinstance(x, Entries):
            return self.of(algebra.plus(x, self.entries, minus=True))
        return x - self._filled(x)

    def _filled(self, x: Any) -> Any:
        """What an array is added to; of a number only zero can be."""
        structure = self.entries.structure
        if x.ndim == 0:
            if not isinstance(x, (np.ndarray, np.generic)) or x != 0:
                refuse("sum with a number", "numbers are added to A.toarray() only")
            return self
        algebra.check_shapes(
            np.broadcast_shapes(structure.shape, x.shape) == structure.shape,
            structure.shape,
            x.shape,
        )
        return _dense(self)

    def __neg__(self) -> Any:
        return self.of(Entries(self.entries.structure, -self.entries.data))

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        own = self.entries.summed
        return self.of(Entries(own.structure, np.abs(own.data)))

    # -- what there is not -----------------------------------------------------------------

    def __eq__(self, other: object) -> Any:
        refuse("comparison")

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __bool__(self) -> bool:
        raise ValueError("The truth value of a sparse array is ambiguous.")

    def __len__(self) -> int:
        raise TypeError("sparse array length is ambiguous; use A.nnz or A.shape[0]")

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        refuse("assignment", "make the array of all entries, or write to A.data")

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if asking(sys._getframe(1)) != "_matmul_dispatch":  # noqa: SLF001 - who asks
            refuse("array", "A.toarray() makes a plain array of it")
        made = np.empty((), object)  # SciPy then leaves the product to this class
        made[()] = self
        return made


def _dense(array: Any) -> Any:
    if array.entries.structure.is_matrix:
        refuse_np_matrix()
    return array.toarray()


def refuse(
    what: str, way_out: str = "A.toarray() makes a plain array of it"
) -> NoReturn:
    """Raise MissingRuleError: sparse arrays of traced values do not do this."""
    raise MissingRuleError(
        message(
            f"functrace.scipy.sparse: sparse arrays with traced values have no such {what}.",
            source=user_line(),
            help=f"{way_out}.",
        )
    )
