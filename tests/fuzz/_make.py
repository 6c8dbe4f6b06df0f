"""The random program of a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.fuzz import _support
from tests.fuzz._blocks import block
from tests.fuzz._inputs import fresh_input
from tests.fuzz._program import Body, Program
from tests.fuzz._steps import SIMPLE
from tests.fuzz._trees import planted, trees
from tests.fuzz._write import Writer, steps, tuple_of

_WRAPS = {
    "none": 0.36,
    "grad": 0.2,
    "vjp": 0.06,
    "jvp": 0.12,
    "hvp": 0.1,
    "vhp": 0.08,
    "jacfwd": 0.03,
    "jacrev": 0.03,
    "hessian": 0.02,
}
_FEW = 24  # elements of arguments, for each of which there is a row of a Jacobian


def make_program(seed: int) -> Program:
    """The same one every time."""
    rng = np.random.default_rng(seed)
    w = Writer(rng)
    if w.chance(0.5):
        return _of_trees(w, seed)
    for _ in range(int(rng.integers(1, 4))):
        fresh_input(w)
    kinds = [*SIMPLE, (planted, 0.3)]
    kinds += [(block, 1.2)] if w.chance(0.6) else []
    steps(w, kinds, int(rng.integers(2, 6 if w.chance(0.5) else 13)))
    own = list(w.own)
    kept = [n for n in own[:-1] if w.chance(0.35)] + own[-1:]
    return _finished(w, kept, seed)


def _of_trees(w: Writer, seed: int) -> Program:
    """A program of values of which each is written for another one."""
    w.writes_inputs = False
    kept = trees(w)
    if w.chance(0.2):
        steps(w, SIMPLE, 3)
        kept += w.own[-1:]
    return _finished(w, list(dict.fromkeys(kept)), seed)


def _finished(w: Writer, kept: Sequence[str], seed: int) -> Program:
    main = Body("program", w.params, w.lines, tuple_of(kept) if kept else "()")
    program = Program(main, w.inputs, w.constants, seed=seed)
    _choose_transform(w, program)
    return program


def _choose_transform(w: Writer, program: Program) -> None:
    if program.places and not w.writes_inputs:
        program.wrap = str(w.rng.choice([*_WRAPS], p=[*_WRAPS.values()]))
        if program.wrap in _support.OF_FEW and not _are_few(program):
            program.wrap = "grad"
    if w.chance(0.15) and not w.writes_inputs:
        program.axes = tuple(_axis(w, x) for x in program.inputs)
        if not any(a is not None for a in program.axes):
            program.axes = None
    if w.chance(0.25):
        program.way = "inside"


def _are_few(program: Program) -> bool:
    """Whether there are few arguments to differentiate by, which are real."""
    chosen = [np.asarray(program.inputs[i]) for i in program.places]
    return sum(x.size for x in chosen) <= _FEW and all(
        x.dtype.kind == "f" for x in chosen
    )


def _axis(w: Writer, x: Any) -> int | None:
    if not isinstance(x, (np.ndarray, np.generic)) or w.chance(0.4):
        return None
    return int(w.rng.integers(0, x.ndim + 1))
