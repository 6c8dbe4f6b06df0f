"""Collective operations as records: in program order on all ranks, with their transposes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import Expanded, Form
from functrace.core.aval import Aval
from functrace.core.recording import ambient
from functrace.engine.batching import Mapped
from functrace.mpi._group import RankGroup
from functrace.primitives._make import primitive


class Op(NamedTuple):
    """What the ranks do.

    Attributes
    ----------
    kind : {"allsum", "bcast", "gather", "sendrecv"}
    group : RankGroup
    peers : tuple of int
        The root of a bcast; where a sendrecv sends to, and receives from, -1 for nowhere.
    """

    kind: str
    group: RankGroup
    peers: tuple[int, ...] = ()

    def run(self, x: Any) -> Any:
        """The result, an array of its own."""
        own = np.ascontiguousarray(x).reshape(np.shape(x))
        out = np.zeros(self.aval(Aval(own.shape, own.dtype)).shape, own.dtype)
        comm = self.group.comm
        if self.kind == "allsum":
            comm.Allreduce(own, out)
        elif self.kind == "gather":
            comm.Allgather(own, out)
        elif self.kind == "bcast":
            out[...] = own
            comm.Bcast(out, *self.peers)
        else:
            _exchange(comm, own, out, *self.peers)
        return out[()] if out.ndim == 0 else out

    def aval(self, x: Aval) -> Aval:
        """Shape and dtype of the result."""
        if self.kind == "gather":
            return Aval((self.group.size, *x.shape), x.dtype)
        return x

    def transposed(self, token: Any, g: Any) -> Any:
        """The operand's cotangent."""
        if self.kind == "sendrecv":
            return together(token, g, self._replace(peers=self.peers[::-1]))[1]
        own = spread(token, g, group=self.group)
        if self.kind == "gather":
            return own[self.group.rank]
        if self.kind == "bcast" and self.group.rank not in self.peers:
            return 0 * own  # but for the root
        return own


def _exchange(comm: Any, own: Any, out: Any, dest: int, source: int) -> None:
    """Send and receive at once; who has no partner does one of the two, or nothing."""
    pending = []
    if source >= 0:
        pending.append(comm.Irecv(out, source))
    if dest >= 0:
        pending.append(comm.Isend(own, dest))
    for request in pending:
        request.Wait()


# -- records -----------------------------------------------------------------------------


def together(token: Any, x: Any, op: Op) -> tuple[Any, Any]:
    """The token that comes next, and the result."""
    return collective(token, x, op=op)


def _impl(token: Any, x: Any, *, op: Op) -> tuple[Any, Any]:
    run = ambient.get().run
    made = op.run(x) if run is None else run.once(lambda: op.run(x))
    return token, made


def _batch(at: Mapped, token: Any, x: Any, *, op: Op) -> tuple[Any, Any]:
    """All elements at once: ranks must have equally many."""
    flags, values = at.spread((token, x))
    some = np.any(token, axis=0) if at.mapped[0] else token
    _, out = together(some, values, op)
    return flags, np.moveaxis(out, 1, 0) if op.kind == "gather" else out


class _Apart(Form):
    """No code: it runs as its `impl`, and has a result for all operands."""

    is_total = True


collective = primitive(
    "mpi_collective",
    _impl,
    lambda token, x, op: (token, op.aval(x)),
    vjp=lambda g, x, op: (None, None if g[1] is None else op.transposed(x, g[1])),
    jvp=lambda ts, x, op: (None, None if ts[1] is None else together(x, ts[1], op)[1]),
    lower=_Apart(),
    multiple=True,
    ordered=True,
    batch=_batch,
    doc="What ranks compute together; it comes after what gave the token.",
)


def _spread_jvp(ts: Any, x: Any, group: RankGroup) -> Any:
    return None if ts[1] is None else spread(x, ts[1], group=group)


spread = primitive(
    "mpi_spread",
    lambda token, x, *, group: x.copy(order="K") if isinstance(x, np.ndarray) else x,
    lambda token, x, group: x,
    vjp=lambda g, x, group: (None, together(x, g, Op("allsum", group))[1]),
    jvp=_spread_jvp,
    lower=Expanded(lambda token, x, group: x, is_total=True),
    batch=lambda at, token, x, group: at.primitive(
        np.any(token, axis=0) if at.mapped[0] else token,
        at.spread((token, x))[1],
        group=group,
    ),
    doc="A replicated value where each rank uses it for its own: the transpose of a sum.",
)
