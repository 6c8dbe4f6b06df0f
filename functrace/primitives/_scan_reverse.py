"""Loops of known length in reverse mode: at once, or in segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.graph import Graph, graphs_of
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.primitives._budgets import Needs, nbytes, note
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs, parts
from functrace.primitives._rounds import SegmentedRounds
from functrace.primitives._tapes import Round, Tape
from functrace.primitives.effect import muted
from functrace.primitives.scan import scan_of
from functrace.primitives.segments import segments_of, split_segments

_DEAR = 30  # additions for each result of what is no loop over elements


class BackwardPass(NamedTuple):
    """A backward pass, from its end on.

    Attributes
    ----------
    rounds : SegmentedRounds
    given : LoopInputs
        The operands of the loop.
    bars : sequence
        Cotangents of carries, and sums, that come in.
    seeds : sequence
        Cotangents of the rows that the loop gives.
    """

    rounds: SegmentedRounds
    given: LoopInputs
    bars: Sequence[Any]
    seeds: Sequence[Any]


class Reverse(NamedTuple):
    """The backward pass of a loop, in so many levels of segments, and those in one."""

    body: Body
    tape: Tape
    levels: int

    @classmethod
    def within(cls, body: Body, tape: Tape, length: int, budget: int | None) -> Reverse:
        """That which keeps `budget` bytes at most, if that can be; None: all."""
        reverse = cls(body, tape, 1)
        if budget is None:
            return reverse
        needs = reverse.needs(length)
        levels = needs.levels(budget)
        if levels > 1:
            note(needs, levels, _work(body.graph), _work(tape.backward.graph))
        return reverse._replace(levels=levels)

    def __call__(self, run: BackwardPass) -> list[Any]:
        """Cotangents of carries, sums, and rows of cotangents."""
        again = muted(self.body.graph, run.given.listed())
        run = run._replace(given=self.body.split(again))
        if self.levels == 1:
            return self.whole(run)
        needs = self.needs(run.rounds.length)
        size = needs.size(needs.segments(self.levels))
        inner = self._replace(levels=self.levels - 1)
        return self.cut(run._replace(rounds=run.rounds._replace(size=size)), inner)

    def needs(self, length: int) -> Needs:
        """What of such a loop is kept."""
        kept = self.tape.forward.graph.outputs[len(self.body.graph.outputs) :]
        return Needs(length, nbytes(self.body.inputs.carry), nbytes(kept))

    def whole(self, run: BackwardPass) -> list[Any]:
        """Keeping all that is taken of each round."""
        body, tape = self.body, self.tape
        rounds, given, bars, seeds = run
        mode: dict[str, Any] = {"length": rounds.length, "reverse": rounds.reverse}
        residuals: Sequence[Any] = ()
        if tape.residuals:
            outs = scan_of(tape.forward, given.listed(), **mode)
            _, residuals = parts(outs, len(body.graph.outputs))
        xs = given.listed()
        carried = len(tape.carried)
        back = Round(
            consts=[xs[i] for i in tape.consts],
            bars=bars[:carried],
            totals=bars[carried:],
            xs=[xs[i] for i in tape.xs],
            residuals=residuals,
            seeds=seeds,
        )
        mode["reverse"] = not rounds.reverse
        return [*scan_of(tape.backward, back.inputs().listed(), **mode)]

    def cut(self, run: BackwardPass, inner: Reverse) -> list[Any]:
        """In segments, of which `inner` is the backward pass."""
        rounds, given, bars, seeds = run
        body, carried = self.body, len(bars)
        outs = segments_of(body, given.listed(), rounds)
        _, starts, last = split_segments(body, rounds, outs)
        rows, tail_rows = rounds.cut(given.xs)
        seed_rows, tail_seeds = rounds.cut(seeds)
        others: list[Any] = []
        if rounds.rest:
            left = LoopInputs(given.consts, last, tail_rows)
            tail = SegmentedRounds(rounds.rest, rounds.reverse)
            bars, others = parts(
                inner(BackwardPass(tail, left, bars, tail_seeds)), carried
            )
        segment = inner.segment(rounds, seeds, bars)
        operands = [*given.consts, *bars, *starts, *rows, *seed_rows]
        mode: dict[str, Any] = {
            "length": rounds.segments,
            "reverse": not rounds.reverse,
        }
        bars, found = parts(scan_of(segment, operands, **mode), carried)
        return [*bars, *rounds.join(found, others)]

    def segment(
        self, rounds: SegmentedRounds, seeds: Sequence[Any], bars: Sequence[Any]
    ) -> Body:
        """The backward pass, of one of the segments, as the body of a loop over them."""
        inputs, size = self.body.inputs, rounds.size
        seed_avals = [operand_aval(x) for x in seeds]
        rows = [edge.aval for edge in inputs.xs]
        consts = fresh("operand", [edge.aval for edge in inputs.consts])
        state = fresh("cotangent", [operand_aval(x) for x in bars])
        start = fresh("operand", [edge.aval for edge in inputs.carry])
        xs = fresh("operand", [Aval((size, *a.shape), a.dtype) for a in rows])
        ends = [Aval((size, *shape[1:]), dtype) for shape, dtype in seed_avals]
        own_seeds = fresh("cotangent", ends)
        with recording_all():
            given = LoopInputs(handles(consts), handles(start), handles(xs))
            own = SegmentedRounds(size, rounds.reverse)
            outs = self(BackwardPass(own, given, handles(state), handles(own_seeds)))
        outputs = parts(map(edge_of, outs), len(state))
        return Body.make(
            LoopInputs(consts, state, [*start, *xs, *own_seeds]), LoopOutputs(*outputs)
        )


def _work(graph: Graph) -> int:
    """An estimate of a graph's work, for comparisons."""
    found = 0
    for node in graph.nodes:
        inner = sum(map(_work, graphs_of(node))) * node.params.get("length", 1)
        size = max((aval.size for aval in node.avals), default=0)
        found += inner or size * min(form_of(node.primitive).cost, _DEAR)
    return found
