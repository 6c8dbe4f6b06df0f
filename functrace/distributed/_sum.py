"""Sums of a loss over shards, and their derivatives, computed where the shards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.errors import ShapeError, message
from functrace.core.tracer import Tracer
from functrace.distributed._engine import Crew, engine_of
from functrace.distributed._parts import Division
from functrace.distributed._record import summed
from functrace.distributed._tasks import Job, Task
from functrace.distributed._worker import Raised

_WHERE = "functrace.distributed.Sum"


class Sum:
    """``sum(loss(params, shard, *args) for shard in shards)``, computed by workers.

    Parameters
    ----------
    loss : callable
        ``(params, shard, *args) -> pytree`` of arrays; for `grad` and the like a real
        scalar. With a `model`: ``(outputs, shard, *args)``.
    shards : list, or dask arrays
        A shard is a pytree of arrays; or what it is on a worker: a dask future, delayed
        object or collection, an object reference of ray; or what the worker reads it by: a
        function without parameters, the path of an ``.npy`` file, or of an ``.npz`` file,
        which is a dictionary. Arrays of dask, alone or in a container, are cut into
        their chunks along the first axis. With MPI each rank gives its own shards.
    on : object, optional
        Where the workers are: a `dask.distributed.Client`, the module `ray`, a communicator
        of mpi4py, whose ranks all make the sum and all call it, or a
        `concurrent.futures.ThreadPoolExecutor`. Default: this thread.
    model : callable, optional
        ``(params, shard) -> outputs``, a pytree: the part of the loss that is linearised
        by `gauss_newton`.
    jit : bool
        Whether workers compile the functions.
    keep : bool
        Whether shards that workers read stay in their memory; else they are read again
        each time, and only one is there at once.

    Raises
    ------
    TypeError
        `on` is no engine.
    ValueError
        There are no shards.

    Notes
    -----
    The functions are sent to each worker once, as they are when the sum is made, and
    compiled there; so are the shards. Later only parameters and results travel. Results
    are added up in an order that the number of workers has no part in: so have the bits.

    A worker that dies is the engine's to start again: its shards are sent, computed or read
    again. Of MPI a rank that dies ends the program.

    What is raised on a worker is raised here, with the worker's lines.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.optimize import minimize
    >>> from functrace.distributed import Sum
    >>> def loss(w, shard):
    ...     x, y = shard
    ...     return np.sum((x @ w - y) ** 2)
    >>> x = np.random.default_rng(0).normal(size=(60, 2))
    >>> y = x @ [1.0, 2.0]
    >>> total = Sum(loss, [(x[k::3], y[k::3]) for k in range(3)])
    >>> best = minimize(
    ...     total.value_and_grad,
    ...     np.zeros(2),
    ...     jac=True,
    ...     hessp=total.hvp,
    ...     method="trust-ncg",
    ... )
    >>> best.x.round(6)
    array([1., 2.])
    """

    def __init__(
        self,
        loss: Callable[..., Any],
        shards: Any,
        on: Any = None,
        *,
        model: Callable[..., Any] | None = None,
        jit: bool = True,
        keep: bool = True,
    ) -> None:
        engine = engine_of(on, _WHERE)
        self._crew: Crew = engine.hold(Job(loss, model, jit), shards, keep=keep)
        if not self._crew.owners:
            raise ValueError(f"{_WHERE}: there are no shards.")
        self._has_model = model is not None
        self._division = Division(_numbered(self._crew.owners))
        self._scale = 1.0
        self._shapes: dict[Any, tuple[Any, tuple[Aval, ...]]] = {}

    def __len__(self) -> int:
        """How many shards there are."""
        return len(self._division.shards)

    # -- what is computed -----------------------------------------------------------------

    def __call__(self, params: Any, *args: Any) -> Any:
        """The sum: a function that transforms take, of any order, alone or with others.

        Each product with a derivative is one round of the workers.

        Examples
        --------
        >>> import numpy as np, functrace as ft
        >>> from functrace.distributed import Sum
        >>> total = Sum(lambda w, x: np.sum((x - w) ** 2), [np.ones(2), np.zeros(3)])
        >>> ft.grad(lambda w: total(w) + 0.5 * w**2)(1.0)
        np.float64(7.0)
        """
        leaves, treedef = pytree.flatten((params, *args))
        if Tracer not in set(map(type, leaves)):
            return self.compute(Task("value"), (params, *args))
        out, outs = self._results(leaves, treedef)
        found = summed(leaves, self, Task("leaves", None, (treedef,)), outs)
        return pytree.unflatten(out, found)

    def value(self, params: Any, *args: Any) -> Any:
        """The sum, of plain values."""
        return self.compute(Task("value"), (params, *args))

    def grad(self, params: Any, *args: Any) -> Any:
        """The gradient with respect to `params`, in their structure."""
        return self.compute(Task("grad"), (params, *args))

    def value_and_grad(self, params: Any, *args: Any) -> tuple[Any, Any]:
        """The sum and its gradient: what SciPy's `minimize` takes with ``jac=True``."""
        return self.compute(Task("value_and_grad"), (params, *args))

    def hvp(self, params: Any, v: Any, *args: Any) -> Any:
        """The Hessian's product with `v`: what SciPy's `minimize` takes as ``hessp``."""
        return self.compute(Task("hvp"), (params, v, *args))

    def gauss_newton(self, params: Any, v: Any, *args: Any) -> Any:
        """The Gauss–Newton matrix's product with `v`.

        ``sum(J.T @ H @ J) @ v``, with ``J`` the derivative of `model` and ``H`` the Hessian
        of `loss` with respect to the model's outputs. It has no negative eigenvalues if the
        loss is convex in these.

        Raises
        ------
        ValueError
            The sum was made without a `model`.

        Examples
        --------
        >>> import numpy as np
        >>> from functrace.distributed import Sum
        >>> fit = Sum(
        ...     lambda z, shard: np.sum((z - shard["y"]) ** 2),
        ...     [{"t": np.array([0.0, 1.0]), "y": np.zeros(2)}],
        ...     model=lambda w, shard: np.exp(w * shard["t"]),
        ... )
        >>> fit.gauss_newton(0.0, 1.0)
        np.float64(2.0)
        """
        if not self._has_model:
            raise ValueError(
                message(
                    f"{_WHERE}.gauss_newton: what is to be linearised is not known.",
                    help="give it as `model`, and a `loss` of its outputs.",
                )
            )
        return self.compute(Task("gauss_newton"), (params, v, *args))

    def minibatch(self, shards: Sequence[int]) -> Sum:
        """The sum over some shards, scaled such that its expectation is the whole sum.

        Parameters
        ----------
        shards : sequence of int
            Their numbers; one may occur several times. With MPI the same on all ranks.

        Returns
        -------
        Sum
            On the same workers. ``len(self) / len(shards)`` times the sum.

        Raises
        ------
        ShapeError
            There are no such shards, or none are chosen.

        Examples
        --------
        >>> import numpy as np
        >>> from functrace.distributed import Sum
        >>> total = Sum(lambda w, x: np.sum(w * x), [np.full(3, k) for k in range(4)])
        >>> parts = [float(total.minibatch([k]).grad(1.0)) for k in range(4)]
        >>> parts, float(total.grad(1.0))
        ([0.0, 12.0, 24.0, 36.0], 18.0)
        """
        chosen = [int(k) for k in shards]
        if not chosen or not all(0 <= k < len(self) for k in chosen):
            raise ShapeError(
                message(
                    f"{_WHERE}.minibatch: there are no such shards.",
                    expected=f"integers from 0 to {len(self) - 1}",
                    got=chosen,
                )
            )
        part = copy(self)
        some = [self._division.shards[k] for k in chosen]
        part._division = Division(some)  # noqa: SLF001 - of its class
        part._scale = self._scale * (len(self) / len(chosen))  # noqa: SLF001
        return part

    # -- how --------------------------------------------------------------------------------

    def compute(self, task: Task, operands: tuple[Any, ...]) -> Any:
        """The sum of what a task gives for each shard."""
        whole = self._gathered(task, operands, self._division)
        if self._scale == 1.0:
            return whole
        return pytree.map_leaves(lambda x: self._scale * x, whole)

    def _gathered(
        self, task: Task, operands: tuple[Any, ...], division: Division
    ) -> Any:
        answers = self._crew.ask(task, operands, division)
        for answer in answers.values():
            if isinstance(answer, Raised):
                raise answer.error
        return division.whole(answers).tree()

    def _results(
        self, leaves: Sequence[Any], treedef: pytree.Treedef
    ) -> tuple[pytree.Treedef, tuple[Aval, ...]]:
        """Structure, shapes and dtypes of the sum, as one of the workers finds them."""
        avals = tuple([Aval(x.shape, np.dtype(x.dtype)) for x in map(aval_of, leaves)])
        found = self._shapes.get((treedef, avals))
        if found is None:
            operands = pytree.unflatten(treedef, avals)
            one = Division(self._division.shards[:1])
            outs, out = pytree.flatten(self._gathered(Task("zeros"), operands, one))
            dtyped = tuple([Aval(x.shape, x.dtype) for x in outs])
            found = self._shapes[treedef, avals] = out, dtyped
        return found

    def __repr__(self) -> str:
        workers = len(self._division.portions)
        return f"<functrace.distributed.Sum of {len(self)} shards on {workers} workers>"


def _numbered(owners: Sequence[int]) -> list[tuple[int, int]]:
    """For each shard its owner, and its number among those of its owner."""
    counts = Counter[int]()
    found: list[tuple[int, int]] = []
    for owner in owners:
        found.append((owner, counts[owner]))
        counts[owner] += 1
    return found
