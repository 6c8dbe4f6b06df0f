"""Derivatives by differences: the oracle that knows nothing of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

_STEPS = (2.0**-5, 2.0**-10, 2.0**-15)
_LEVELS = 6
_GOOD = 1e-11  # relative error at which smaller steps are not tried


class Estimate(NamedTuple):
    """A derivative and, entry by entry, how far it may be off."""

    value: np.ndarray
    error: np.ndarray


def differentiate(
    function: Callable[[float], np.ndarray], steps: Sequence[float] = _STEPS
) -> Estimate:
    """Derivative at zero of a function of one real number.

    Central differences at halved steps, extrapolated to step zero: Ridders, *Advances in
    Engineering Software* 4 (1982) 75-76; of each entry, the extrapolation whose neighbours
    agree best. If they agree badly (a kink or the edge of the domain is near), all is done
    again with smaller steps. The usual relative error is 1e-11 in double precision.

    Parameters
    ----------
    function : callable
        ``float -> ndarray``, real or complex.
    steps : sequence of float
        First steps, in the order in which they are tried.
    """
    best: Estimate | None = None
    for step in steps:
        new = _ridders(function, step)
        if best is None:
            best = new
        else:
            better = ~(new.error >= best.error)
            best = Estimate(
                np.where(better, new.value, best.value),
                np.where(better, new.error, best.error),
            )
        scale = np.max(np.abs(best.value), initial=1.0)
        if np.all(best.error <= _GOOD * scale):
            break
    assert best is not None
    return best


def _ridders(function: Callable[[float], np.ndarray], step: float) -> Estimate:
    previous: list[np.ndarray] = []
    value = error = np.empty(0)
    with np.errstate(all="ignore"):  # a step may leave the domain
        for level in range(_LEVELS):
            h = step / 2**level
            row = [(function(h) - function(-h)) / (2 * h)]
            if level == 0:
                value, error = row[0], np.full(row[0].shape, np.inf)
            for j, before in enumerate(previous, 1):
                factor = 4.0**j
                row.append((factor * row[-1] - before) / (factor - 1))
                change = np.maximum(abs(row[-1] - row[-2]), abs(row[-1] - before))
                better = change < error
                value = np.where(better, row[-1], value)
                error = np.where(better, change, error)
            previous = row
    return Estimate(value, error)


def numerical_jvp(
    function: Callable[..., Sequence[Any]], args: Sequence[Any], tangents: Sequence[Any]
) -> list[Estimate]:
    """Directional derivative of a function of arrays that returns a sequence of arrays.

    Parameters
    ----------
    function : callable
    args, tangents : sequence of ndarray
        The point, and the direction; a complex direction is followed by real steps.
    """
    size = max([np.max(np.abs(t), initial=0.0) for t in tangents], default=0.0) or 1.0
    shapes: list[tuple[int, ...]] = []

    def along(step: float) -> np.ndarray:
        moved = [a + step / size * t for a, t in zip(args, tangents, strict=True)]
        outs = [np.asarray(out) for out in function(*moved)]
        shapes[:] = [out.shape for out in outs]
        return np.concatenate([out.ravel() for out in outs] or [np.empty(0)])

    value, error = differentiate(along)
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    parts = zip(np.split(value * size, ends), np.split(error * size, ends), strict=True)
    return [
        Estimate(v.reshape(shape), e.reshape(shape))
        for (v, e), shape in zip(parts, shapes, strict=True)
    ]
