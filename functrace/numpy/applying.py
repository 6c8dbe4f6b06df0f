"""Applying functions that are not NumPy's to parts of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.observing import users_work
from functrace.core.primitive import has_tracers
from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements

# -- along axes ------------------------------------------------------------------------


@implements(np.apply_along_axis)
def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any
) -> Any:
    """See `numpy.apply_along_axis`; the function is traced once for each call of it."""
    arr = as_array(arr)
    axis = normalize_axis_index(axis, arr.ndim)
    rows = np.moveaxis(arr, axis, -1)
    if 0 in rows.shape[:-1]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    func1d = users_work(func1d)
    results = [
        func1d(rows[(*place, ...)], *args, **kwargs)
        for place in np.ndindex(rows.shape[:-1])
    ]
    joined = _joined(results, rows.shape[:-1], None)
    last = tuple(range(len(rows.shape) - 1, joined.ndim))
    return np.moveaxis(joined, last, tuple(range(axis, axis + len(last))))


@implements(np.apply_over_axes)
def apply_over_axes(func: Callable[[Any, int], Any], a: Any, axes: Any) -> Any:
    """See `numpy.apply_over_axes`."""
    value, func = as_array(a), users_work(func)
    ndim = value.ndim
    for axis in np.atleast_1d(axes).tolist():
        place = axis + ndim if axis < 0 else axis
        result = as_array(func(value, place))
        if result.ndim != value.ndim:
            result = np.expand_dims(result, place)
        if result.ndim != value.ndim:
            raise ValueError("function is not returning an array of the correct shape")
        value = result
    return value


# -- for each element ------------------------------------------------------------------


@implements(np.vectorize)
class vectorize(np.vectorize):  # noqa: N801 - NumPy's name
    """See `numpy.vectorize`; of traced arguments it makes traced arrays.

    The function is called for each element, one after the other. `functrace.vectorize`
    calls it once, for all elements together.
    """

    otypes: Any
    _in_and_out_core_dims: Any  # None, or what `signature` says

    def _vectorize_call(self, func: Callable[..., Any], args: Any) -> Any:
        """Call the function for each element, or for each place of the stacks."""
        if not has_tracers(list(args)):
            return super()._vectorize_call(func, args)  # type: ignore[misc] - of NumPy's
        arrays = [as_array(arg) for arg in args]
        cores, out_cores = self._in_and_out_core_dims or ([()] * len(arrays), None)
        if len(arrays) != len(cores):
            raise TypeError(
                "wrong number of positional arguments: expected "
                f"{len(cores)}, got {len(arrays)}"
            )
        sizes: dict[str, int] = {}
        stack: Any = np.broadcast_shapes(*map(partial(_stack_of, sizes), arrays, cores))
        arrays = [
            np.broadcast_to(x, stack + x.shape[x.ndim - len(core) :])
            for x, core in zip(arrays, cores, strict=True)
        ]
        results = [func(*(x[place] for x in arrays)) for place in np.ndindex(stack)]
        if not results:
            return self._nothing(stack, out_cores, sizes)
        several = isinstance(results[0], tuple)
        columns = list(zip(*(r if several else (r,) for r in results), strict=True))
        if out_cores is not None and len(out_cores) != len(columns):
            raise ValueError(
                "wrong number of outputs from pyfunc: expected "
                f"{len(out_cores)}, got {len(columns)}"
            )
        for column, core in zip(columns, out_cores or [()] * len(columns), strict=True):
            _stack_of(sizes, as_array(column[0]), core)
        dtypes = self.otypes or [None] * len(columns)
        made = tuple(_joined(c, stack, t) for c, t in zip(columns, dtypes, strict=True))
        return made if several else made[0]

    def _nothing(
        self, stack: tuple[int, ...], cores: Any, sizes: dict[str, int]
    ) -> Any:
        """The results of no call."""
        if self.otypes is None:
            raise ValueError(
                "cannot call `vectorize` on size 0 inputs unless `otypes` is set"
            )
        cores = cores or [()] * len(self.otypes)
        if any(name not in sizes for core in cores for name in core):
            raise ValueError(
                "cannot call `vectorize` with a signature including new output "
                "dimensions on size 0 inputs"
            )
        made: Any = tuple(
            np.zeros(stack + tuple(sizes[name] for name in core), dtype)
            for core, dtype in zip(cores, self.otypes, strict=True)
        )
        return made if len(made) > 1 else made[0]


def _stack_of(sizes: dict[str, int], x: Any, core: tuple[str, ...]) -> tuple[int, ...]:
    """The shape without the core dimensions, whose lengths are noted in `sizes`."""
    before = x.ndim - len(core)
    if before < 0:
        raise ValueError(
            f"{x.ndim}-dimensional argument does not have enough dimensions for all "
            f"core dimensions {core!r}"
        )
    for name, length in zip(core, x.shape[before:], strict=True):
        if sizes.setdefault(name, length) != length:
            raise ValueError(
                f"inconsistent size for core dimension {name!r}: {length!r} vs "
                f"{sizes[name]!r}"
            )
    return x.shape[:before]


def _joined(results: Sequence[Any], stack: tuple[int, ...], dtype: Any) -> Any:
    """Results in the shape of the stack, like the first of them."""
    arrays = [as_array(result) for result in results]
    shape, dtype = arrays[0].shape, arrays[0].dtype if dtype is None else dtype
    fitting = [np.broadcast_to(x.astype(dtype), shape) for x in arrays]
    return np.stack(fitting).reshape(stack + shape)
