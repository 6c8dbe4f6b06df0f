"""The random program of a seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.fuzz._blocks import block
from tests.fuzz._inputs import fresh_input
from tests.fuzz._program import Body, Program
from tests.fuzz._steps import SIMPLE
from tests.fuzz._write import Writer, steps, tuple_of

_WRAPS = {"none": 0.45, "grad": 0.2, "vjp": 0.1, "jvp": 0.15, "hvp": 0.1}


def make_program(seed: int) -> Program:
    """The same one every time."""
    rng = np.random.default_rng(seed)
    w = Writer(rng)
    for _ in range(int(rng.integers(1, 4))):
        fresh_input(w)
    kinds = [*SIMPLE, (block, 1.2)] if w.chance(0.6) else SIMPLE
    steps(w, kinds, int(rng.integers(2, 6 if w.chance(0.5) else 13)))
    own = list(w.own)
    kept = [n for n in own[:-1] if w.chance(0.35)] + own[-1:]
    main = Body("program", w.params, w.lines, tuple_of(kept) if kept else "()")
    program = Program(main, w.inputs, w.constants, seed=seed)
    _choose_transform(w, program)
    return program


def _choose_transform(w: Writer, program: Program) -> None:
    if program.places and not w.writes_inputs:
        program.wrap = str(w.rng.choice([*_WRAPS], p=[*_WRAPS.values()]))
    if w.chance(0.15) and not w.writes_inputs:
        program.axes = tuple(_axis(w, x) for x in program.inputs)
        if not any(a is not None for a in program.axes):
            program.axes = None
    if w.chance(0.25):
        program.way = "inside"


def _axis(w: Writer, x: Any) -> int | None:
    if not isinstance(x, (np.ndarray, np.generic)) or w.chance(0.4):
        return None
    return int(w.rng.integers(0, x.ndim + 1))
