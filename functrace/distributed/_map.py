"""A function of each element of a batch, computed by workers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import ShapeError, message
from functrace.distributed._engine import engine_of
from functrace.distributed._worker import Raised
from functrace.transforms._progress import Meter, Progress

_WHERE = "functrace.distributed.map"
_ROUNDS = 4  # chunks that each worker gets, so that none waits long for the last one


def map(  # noqa: A001 - the field's name
    f: Callable[[Any], Any],
    batch: Any,
    on: Any = None,
    *,
    chunk: int | None = None,
    progress: Progress = None,
) -> Any:
    """Apply a function to each element of a batch, by workers: ensembles.

    Sweeps over parameters, starts of an optimiser, samples of a bootstrap.

    Parameters
    ----------
    f : callable
        ``params -> pytree`` of arrays and numbers: any Python. It runs on values, and is
        sent to each worker once: what is compiled in it is compiled there once.
    batch : pytree
        Arrays ``(n, ...)``; `f` gets their elements along the first axis.
    on : object, optional
        Where the workers are; see `Sum`. With MPI all ranks call, and get the result.
    chunk : int, optional
        Elements that a worker gets at once. Default: such that each gets some four times.
    progress : bool, str or tqdm, optional
        Show how many elements are done; see `functrace.scan`.

    Returns
    -------
    pytree
        What `f` returns, stacked: arrays ``(n, ...)``, in the order of the batch.

    Raises
    ------
    ShapeError
        The arrays differ in length, or have none; results differ in shape.
    PytreeMismatchError
        Results differ in structure.
    Exception
        What `f` raises, with the element's number.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.optimize import minimize
    >>> import functrace as ft, functrace.distributed
    >>> def descend(x0):
    ...     best = minimize(
    ...         ft.value_and_grad(lambda x: np.sum(np.cos(x) + 0.01 * x**2)),
    ...         x0,
    ...         jac=True,
    ...     )
    ...     return {"x": best.x, "value": best.fun}
    >>> starts = np.array([[1.0], [9.0]])
    >>> ft.distributed.map(descend, starts)["value"].round(4)
    array([-0.9032, -0.1292])
    """
    leaves, treedef = pytree.flatten(batch)
    arrays = [np.asarray(leaf) for leaf in leaves]
    count = _length(arrays)
    engine = engine_of(on, _WHERE)
    size = chunk or max(1, -(-count // (_ROUNDS * engine.workers)))
    elements = [pytree.unflatten(treedef, [x[k] for x in arrays]) for k in range(count)]
    chunks = [(k, elements[k : k + size]) for k in range(0, count, size)]
    results: dict[int, Any] = {}
    meter = Meter(_WHERE, progress, count) if progress else None
    with meter or nullcontext():
        for first, found in engine.each(f, chunks):
            if isinstance(found, Raised):
                raise found.error
            results.update(enumerate(found, first))
            if meter is not None:
                meter.show(len(results))
    return _stacked([results[k] for k in range(count)])


def _length(arrays: list[np.ndarray]) -> int:
    lengths = {x.shape[:1] for x in arrays}
    if len(lengths) == 1 and lengths.isdisjoint({(), (0,)}):
        return arrays[0].shape[0]
    raise ShapeError(
        message(
            f"{_WHERE}: the batch must have arrays with a first axis of one length.",
            got=", ".join(str(aval_of(x)) for x in arrays) or "no arrays",
        )
    )


def _stacked(results: list[Any]) -> Any:
    treedef = pytree.flatten(results[0])[1]
    what = "the result for another element"
    rows = [pytree.flatten_like(each, treedef, _WHERE, what) for each in results]
    columns = [[np.asarray(x) for x in column] for column in zip(*rows, strict=True)]
    for column in columns:
        if len({x.shape for x in column}) > 1:
            shapes = sorted({x.shape for x in column})
            raise ShapeError(
                message(
                    f"{_WHERE}: the results of different elements have different shapes.",
                    got=", ".join(str(shape) for shape in shapes),
                )
            )
    return pytree.unflatten(treedef, [np.stack(column) for column in columns])
