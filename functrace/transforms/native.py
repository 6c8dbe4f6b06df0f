"""Compiled functions for callers that are not Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.core.lazy import lazy
from functrace.core.locks import NATIVE
from functrace.transforms._native.source import source_of

if TYPE_CHECKING:
    from functrace.compiler.machine.artifact import Artifact

_WHERE = "functrace.native"
_KEPT: list[Any] = []
"""Code that others call by addresses which they do not give back."""


def native(fun: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Native:
    """Compile a function for callers that are not Python: Numba, ctypes, SciPy's C.

    Parameters
    ----------
    fun : callable
        What `jit` takes, or gives; a derivative, say.
    *args, **kwargs : pytree
        Examples of its arguments: shapes, dtypes and what is static are taken from them.
        `Aval` may stand for an array.

    Returns
    -------
    Native
        With the attributes ``numba``, a function for ``@njit`` code; ``ctypes``;
        ``address``; and the method ``low_level_callable``.

    Raises
    ------
    MissingRuleError
        A part of the function has no native code, or calls Python: there is no interpreter
        where it runs. The error names the operation.
    ConcretizationError
        An argument is a traced value, or the function captures one.

    See Also
    --------
    export : The same function for programs that are not this process.

    Notes
    -----
    The parameters are the arrays and numbers among the arguments, in order, leaves of
    containers one by one, and then the outputs. Arrays are in C order; numbers are passed
    by value, but complex ones. What the function takes from closures and globals is as it
    was when it was compiled.

    Any number of threads may call it at once. What it computes is what `jit` computes, to
    the last bit. It never hands out a number that was not computed: where NumPy would
    raise an error (a singular matrix), or the function itself does, it returns a status
    that is not 0, which becomes an exception in Python and in Numba.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> slope = ft.native(ft.grad(lambda x: np.sum(x**3)), np.ones(2))
    >>> slope
    <native: int function(const double *x, double *out)>
    >>> x, out = np.array([1.0, 2.0]), np.zeros(2)
    >>> slope.ctypes(x, out), out
    (0, array([ 3., 12.]))
    """
    return Native(fun, args, kwargs)


class Native:
    """A function of C in this process; see `native`."""

    def __init__(
        self, fun: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        source = source_of(_WHERE, fun, args, kwargs)
        self._prototype = source.prototype
        with NATIVE:
            from functrace.compiler import standalone  # noqa: PLC0415 - slow: LLVM

            self._artifact: Artifact = standalone.load(
                source.graph, source.prototype.name, fastmath=source.fastmath
            )

    @property
    def address(self) -> int:
        """Of the function of C, for as long as this object lives."""
        return self._artifact.address

    @lazy
    def numba(self) -> Callable[..., Any]:
        """A function for ``@njit`` code: of arrays and numbers, which gives the result.

        Several results are a tuple. Arrays that it is given besides are written to, and
        returned in place of new ones: ``gradient(x, out)``. Where there is no result, it
        raises ValueError.
        """
        from functrace.transforms._native.numba_call import numba_function  # noqa: PLC0415 - loads Numba

        _KEPT.append(self)
        return numba_function(self._prototype, self.address, raises=True)

    @lazy
    def numba_status(self) -> Callable[..., Any]:
        """Likewise, for loops that Numba's threads share, where it loses exceptions.

        It raises none, and gives a status before the results: 0 where there are some.
        """
        from functrace.transforms._native.numba_call import numba_function  # noqa: PLC0415 - loads Numba

        _KEPT.append(self)
        return numba_function(self._prototype, self.address, raises=False)

    @lazy
    def ctypes(self) -> Callable[..., Any]:
        """A function of arrays and numbers, then of arrays, or references, for the results.

        It gives 0, or raises an exception: ctypes.ArgumentError for other arguments.
        """
        from functrace.transforms._native.callables import ctypes_function  # noqa: PLC0415 - rare

        return ctypes_function(self._prototype, self.address, self)

    def low_level_callable(self, consumer: str) -> Any:
        """A `scipy.LowLevelCallable`, which SciPy calls without Python.

        Parameters
        ----------
        consumer : str
            Who calls it, and thereby what the function is:

            - ``"quad"``: of a number, gives a number;
            - ``"nquad"`` (also ``dblquad``, ``tplquad``): of several numbers, or of a vector
              of them, gives a number;
            - ``"generic_filter"`` of `scipy.ndimage`: of a vector, gives a number;
            - ``"generic_filter1d"``: of a vector, gives a vector;
            - ``"geometric_transform"``: of a vector of int64, gives a vector.

            Other numbers are double precision.

        Returns
        -------
        LowLevelCallable
            Where nothing is computed, the first two give NaN, and the filters fail.

        Raises
        ------
        TypeError
            The function is not what the consumer calls.

        Examples
        --------
        >>> import numpy as np, functrace as ft
        >>> from scipy.integrate import quad
        >>> slope = ft.native(ft.grad(np.sin), 0.0)
        >>> value, _ = quad(slope.low_level_callable("quad"), 0, 1)
        >>> round(value, 6)
        0.841471
        """
        from functrace.transforms._native.callables import low_level_callable  # noqa: PLC0415 - rare

        return low_level_callable(self._prototype, self.address, consumer, self)

    def __repr__(self) -> str:
        return f"<native: {self._prototype}>"
