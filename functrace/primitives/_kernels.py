"""Kernels of users' own: Python functions as native code of the programs that call them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from functrace.core.aval import Aval
from functrace.primitives._lazy_modules import numba_forms

Lowering: TypeAlias = "Callable[[], Any]"
"""What a record's `lower` may be: it is called when the compiler first asks."""


def numba_step(
    kernel: Callable[..., Any],
    *,
    ranks: Sequence[int | None] | None = None,
    along_axis: bool = False,
    scratch: Callable[..., Sequence[Aval]] | None = None,
    params: Callable[..., dict[str, Any]] | None = None,
    kinds: str = "biufc",
) -> Lowering:
    """A function on arrays as a record's lowering: Numba compiles it.

    Parameters
    ----------
    kernel : callable
        A Python function that Numba can compile, or one made by ``numba.njit``. It is called
        with the operands, the outputs, which it is to fill, the arrays of `scratch`, and
        then those parameters of the record that it names: integers, floats or truth values.
        All arrays are in C order; operands cannot be written to. It makes no arrays of
        its own. Where it raises an exception, the record's `impl` runs instead.
    ranks : sequence of int, optional
        Of the operands and then of the outputs, the number of axes that the kernel takes;
        it is called for each element of the stack that the axes before them are, over
        which operands are broadcast. None stands for all axes, made one. Default: all axes
        are the kernel's.
    along_axis : bool, optional
        The kernel takes one axis, that of the parameter ``axis``, of arrays with equally
        many.
    scratch : callable, optional
        ``(*avals, **params) -> avals``, of what the kernel is given: shapes and dtypes of
        further arrays, for it to compute in.
    params : callable, optional
        ``(**params) -> dict``: what the kernel is given in place of the record's own.
    kinds : str, optional
        Letters of `numpy.dtype.kind`: with operands of other kinds `impl` runs.

    Returns
    -------
    callable
        What a record's `lower` may be.

    Notes
    -----
    A kernel is compiled once for each combination of dtypes, and kept on disk: its machine
    code serves all shapes. Its arithmetic is rounded operation by operation, as NumPy's.

    Examples
    --------
    A running maximum that forgets:

    >>> import numpy as np, functrace as ft
    >>> from functrace.extend import nondifferentiable, numba_step
    >>> def fading(x, out, rate):
    ...     top = x[0]
    ...     for i in range(x.size):
    ...         top = max(rate * top, x[i])
    ...         out[i] = top
    >>> def impl(x, *, rate):
    ...     out = np.empty_like(x)
    ...     fading(x, out, rate)
    ...     return out
    >>> record = nondifferentiable(
    ...     "fading_maximum",
    ...     impl,
    ...     lambda x, rate: x,
    ...     lower=numba_step(fading, kinds="f"),
    ... )
    >>> ft.jit(lambda x: record(x, rate=0.5))(np.array([4.0, 1.0, 3.0, 0.0]))
    array([4. , 2. , 3. , 1.5])
    """
    return lambda: numba_forms.numba_step(
        kernel,
        ranks=ranks,
        along_axis=along_axis,
        scratch=scratch,
        params=params,
        kinds=kinds,
    )


def numba_elementwise(kernel: Callable[..., Any], *, cost: int = 20) -> Lowering:
    """A function of real numbers as a record's lowering: Numba compiles it.

    Parameters
    ----------
    kernel : callable
        A Python function that Numba can compile, or one made by ``numba.njit``, of numbers,
        that returns a number. It raises no exceptions.
    cost : int, optional
        In additions, roughly: whether recomputing it is better than storing it.

    Returns
    -------
    callable
        What a record's `lower` may be. With complex operands, or parameters, `impl` runs.

    Notes
    -----
    Code without loops becomes a part of the program, for vectors of elements, and both
    sides of a branch are computed; mathematical functions are functrace's. Any other code
    is called for each element.

    Examples
    --------
    >>> import math, numpy as np, functrace as ft
    >>> from functrace.extend import elementwise, numba_elementwise
    >>> def bump(x):
    ...     return math.exp(-1 / (1 - x * x)) if abs(x) < 1 else 0.0
    >>> def slope(x, out):
    ...     return np.where(np.abs(x) < 1, -2 * x * out / (1 - x * x) ** 2, 0.0)
    >>> record = elementwise(
    ...     "bump",
    ...     np.vectorize(bump),
    ...     partials=(slope,),
    ...     domain=((-2.0, 2.0),),
    ...     lower=numba_elementwise(bump),
    ... )
    >>> ft.jit(record)(np.array([0.0, 0.5, 2.0]))
    array([0.36787944, 0.26359714, 0.        ])
    """
    return lambda: numba_forms.numba_elementwise(kernel, cost=cost)
