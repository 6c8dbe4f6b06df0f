"""Random programs of stencils, with tiles and without: the same."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np

from tests._tiled import check_stencil
from tests.properties._stencils import Stencil

_TASKS = ("value", "gradient", "second")


def run_stencil(seed: int) -> dict[str, Any]:
    """The report on the program of a seed."""
    task = _TASKS[seed % len(_TASKS)]
    program = Stencil(random.Random(seed))
    report = {"detail": "", "how": [task, "tiles", "plain"]}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            runs = check_stencil(program, task)
        except AssertionError as error:
            return {**report, "kind": "mismatch", "detail": f"{error}\n{program.text}"}
    return {**report, "kind": "the same" if runs else "without tiles"}
