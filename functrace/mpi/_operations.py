"""Collective operations on arrays, plain or traced."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.effects import hand_on, take
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.primitive import as_argument
from functrace.mpi import _record
from functrace.mpi._group import RankGroup, group_of
from functrace.mpi._record import Op


def allsum(x: Any, comm: Any = None) -> Any:
    """The sum over all ranks of what each has: replicated, of a varying value.

    Parameters
    ----------
    x : array
        Of the same shape and dtype on all ranks.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array
        The same on all ranks. The transpose is `spread`: no message.

    Examples
    --------
    On any number of ranks, the norm of a vector of which each has a part:

    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> def norm(part):
    ...     return np.sqrt(ft.mpi.allsum(np.sum(part**2)))
    >>> ft.grad(norm)(np.array([3.0, 4.0]))
    array([0.6, 0.8])
    """
    return _apply("allsum", x, group_of(comm))


def spread(x: Any, comm: Any = None) -> Any:
    """A replicated value, to be used by each rank for its own: a varying one.

    Parameters
    ----------
    x : array
        The same on all ranks.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array
        The value itself: no message. The transpose is `allsum`: the cotangents of all
        ranks are summed.

    Examples
    --------
    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> def loss(w, x, y):  # each rank has rows of its own
    ...     return ft.mpi.allsum(np.sum((x @ ft.mpi.spread(w) - y) ** 2))
    >>> ft.grad(loss)(np.zeros(2), np.eye(2), np.array([1.0, 2.0]))
    array([-2., -4.])
    """
    x = _operand("spread", x)
    return _record.spread(take(), x, group=group_of(comm))


def bcast(x: Any, root: int = 0, comm: Any = None) -> Any:
    """What one rank has, on all of them: replicated, of a varying value.

    Parameters
    ----------
    x : array
        Of the same shape and dtype on all ranks; its values count on the root alone.
    root : int
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array

    Raises
    ------
    ShapeError
        There is no such rank.

    Examples
    --------
    >>> import functrace as ft, functrace.mpi
    >>> ft.mpi.bcast(2.0)
    np.float64(2.0)
    """
    group = group_of(comm)
    return _apply("bcast", x, group, (_rank("bcast", root, group),))


def gather(x: Any, comm: Any = None) -> Any:
    """What all ranks have, stacked, on all of them: replicated, of a varying value.

    Parameters
    ----------
    x : array (...)
        Of the same shape and dtype on all ranks.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array (size, ...)
        The transpose is `scatter`.

    Examples
    --------
    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> from mpi4py import MPI
    >>> ft.mpi.gather(np.ones(3)).shape == (MPI.COMM_WORLD.size, 3)
    True
    """
    return _apply("gather", x, group_of(comm))


def scatter(x: Any, comm: Any = None) -> Any:
    """A rank's own row of a replicated value: a varying one.

    Parameters
    ----------
    x : array (size, ...)
        The same on all ranks.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array (...)

    Raises
    ------
    ShapeError
        There are not as many rows as ranks.

    Examples
    --------
    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> from mpi4py import MPI
    >>> rows = np.arange(3.0 * MPI.COMM_WORLD.size).reshape(-1, 3)
    >>> ft.mpi.scatter(rows)[0] == 3 * MPI.COMM_WORLD.rank
    np.True_
    """
    group = group_of(comm)
    if np.shape(x)[:1] != (group.size,):
        raise ShapeError(
            message(
                "functrace.mpi.scatter: there must be a row for each rank.",
                expected=f"an array ({group.size}, ...)",
                got=aval_of(_operand("scatter", x)),
            )
        )
    return spread(x, comm)[group.rank]


def sendrecv(
    x: Any, dest: int | None, source: int | None = None, comm: Any = None
) -> Any:
    """Send to one rank, and receive from another: a varying value of a varying one.

    Parameters
    ----------
    x : array
        Of the shape and dtype of what is received.
    dest, source : int or None
        Ranks; None: nothing is sent, or zeros are received. Whom a rank sends to receives
        from it.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array
        The transpose sends the cotangent back.

    Raises
    ------
    ShapeError
        There is no such rank.

    Examples
    --------
    Around the ring:

    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> from mpi4py import MPI
    >>> rank, size = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
    >>> ft.mpi.sendrecv(float(rank), (rank + 1) % size, (rank - 1) % size) == (
    ...     rank - 1
    ... ) % size
    np.True_
    """
    group = group_of(comm)
    peers = [-1 if r is None else _rank("sendrecv", r, group) for r in (dest, source)]
    return _apply("sendrecv", x, group, tuple(peers))


def halo(
    x: Any, axis: int = 0, width: int = 1, *, periodic: bool = False, comm: Any = None
) -> Any:
    """A rank's part of an array between the edges of its neighbours' parts.

    Parameters
    ----------
    x : array
        The ranks' parts follow one another along `axis`, in the order of ranks.
    axis : int
    width : int
        Of the edges; no part is narrower.
    periodic : bool
        Whether the last rank is the first one's neighbour; else zeros are beyond the ends.
    comm : mpi4py.MPI.Comm, optional
        Default: ``COMM_WORLD``.

    Returns
    -------
    array
        Longer by twice the width along `axis`. The transpose sends the cotangents of the
        edges back, and adds them.

    Raises
    ------
    ShapeError
        The part is narrower than the edge.

    Examples
    --------
    A second difference, of which each rank has some rows:

    >>> import numpy as np, functrace as ft, functrace.mpi
    >>> def curvature(u):
    ...     wide = ft.mpi.halo(u, periodic=True)
    ...     return wide[2:] - 2 * u + wide[:-2]
    >>> curvature(np.ones(4))
    array([0., 0., 0., 0.])
    """
    group = group_of(comm)
    x = _operand("halo", x)
    ndim = np.ndim(x)
    if not -ndim <= axis < ndim or not 0 < width <= np.shape(x)[axis]:
        raise ShapeError(
            message(
                "functrace.mpi.halo: the array has no such edges.",
                expected=f"at least {width} along axis {axis}",
                got=aval_of(x),
            )
        )
    before, after = _neighbours(group, periodic=periodic)
    axis %= ndim
    first = _along(x, axis, slice(None, width))
    last = _along(x, axis, slice(-width, None))
    left = sendrecv(last, after, before, comm)
    right = sendrecv(first, before, after, comm)
    return np.concatenate([left, x, right], axis=axis)


def _neighbours(group: RankGroup, *, periodic: bool) -> tuple[int | None, int | None]:
    rank, size = group.rank, group.size
    before, after = rank - 1, rank + 1
    if periodic:
        return before % size, after % size
    return (before if before >= 0 else None), (after if after < size else None)


def _along(x: Any, axis: int, part: slice) -> Any:
    return x[(*(slice(None),) * axis, part)]


def _apply(kind: str, x: Any, group: RankGroup, peers: tuple[int, ...] = ()) -> Any:
    op = Op(kind, group, peers)
    token, out = _record.together(take(), _operand(kind, x), op)
    hand_on(token)
    return out


def _operand(kind: str, x: Any) -> Any:
    where = f"functrace.mpi.{kind}"
    x = as_argument(x, f"{where}: an array of numbers was expected.")
    if isinstance(x, (bool, int, float, complex)):
        x = np.asarray(x)[()]
    if np.dtype(x.dtype).kind not in "iufc":
        raise DtypeError(
            message(f"{where}: an array of numbers was expected.", got=aval_of(x))
        )
    return x


def _rank(kind: str, rank: int, group: RankGroup) -> int:
    if 0 <= rank < group.size:
        return int(rank)
    raise ShapeError(
        message(
            f"functrace.mpi.{kind}: there is no such rank.",
            expected=f"an integer from 0 to {group.size - 1}",
            got=rank,
        )
    )
