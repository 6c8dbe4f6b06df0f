"""Linear equations of which masks select rows, or unknowns.

A row of zeros says nothing, and an unknown that is alone in its equation changes no other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy.selections.alignment import along
from functrace.numpy.selections.masks import AxisMask, Masks, are_same
from functrace.numpy.selections.selection import Selection, answers, refuse_function


@answers(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[Any, ...]:
    """See `numpy.linalg.lstsq`, of selected rows."""
    (row, *rest), others = _masks_of(a, "lstsq"), _masks_of(b, "lstsq")
    if rest != [None] or row is None or any(others[1:]):
        refuse_function("numpy.linalg.lstsq", a)
    b = along(b, 0, row)
    x, residuals, rank, s = np.linalg.lstsq(a.filled(0), b.filled(0), rcond)
    enough = np.logical_and(row.length > a.whole.shape[1], rank == a.whole.shape[1])
    mask = AxisMask(np.broadcast_to(enough, residuals.shape))
    count = np.minimum(row.length, a.whole.shape[1])
    sizes = AxisMask.first(count, s.shape[0])
    return x, Selection(residuals, [mask]), rank, Selection(s, [sizes])


@answers(np.polyfit)
def polyfit(x: Any, y: Any, deg: Any, *args: Any, **options: Any) -> Any:
    """See `numpy.polyfit`, of selected points; others have no weight."""
    (mask, *rest), (_, *more) = _masks_of(x, "polyfit"), _masks_of(y, "polyfit")
    if args or options or rest or any(more) or mask is None:
        refuse_function("numpy.polyfit", x)
    y = along(y, 0, mask)
    weights = mask.selected.astype(float)
    return np.polyfit(x.filled(1), y.filled(0), deg, w=weights)


@answers(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """See `numpy.linalg.solve`, of selected unknowns."""
    masks = _masks_of(b, "solve")
    matrix = _completed(a, "solve")
    if len(masks) > 2 or not are_same(masks[0], a.masks[0]) or any(masks[1:]):
        refuse_function("numpy.linalg.solve", a)
    return Selection(np.linalg.solve(matrix, b.filled(0)), masks)


@answers(np.linalg.inv)
def inv(a: Any) -> Any:
    """See `numpy.linalg.inv`, of selected unknowns."""
    return Selection(np.linalg.inv(_completed(a, "inv")), a.masks)


@answers(np.linalg.det)
def det(a: Any) -> Any:
    """See `numpy.linalg.det`, of selected rows and columns."""
    return np.linalg.det(_completed(a, "det"))


@answers(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """See `numpy.linalg.slogdet`, of selected rows and columns."""
    return np.linalg.slogdet(_completed(a, "slogdet"))


def _masks_of(x: Any, name: str) -> Masks:
    if type(x) is not Selection:
        raise TypeError(
            f"functrace: numpy.linalg.{name} of arrays of different lengths."
        )
    return x.masks


def _completed(a: Any, name: str) -> Any:
    """A square matrix, with a diagonal of ones where nothing is selected."""
    masks = _masks_of(a, name)
    if len(masks) != 2 or masks[0] is None or not are_same(*masks):
        refuse_function(f"numpy.linalg.{name}", a)
    return np.where(a.live(), a.whole, np.eye(masks[0].size, dtype=a.dtype))
