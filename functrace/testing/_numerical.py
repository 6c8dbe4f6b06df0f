"""Derivatives by differences: the oracle that knows nothing of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.errors import DtypeError, message

_STEPS = (2.0**-5, 2.0**-10, 2.0**-15)
_LEVELS = 6
_GOOD = 1e-11  # relative error at which smaller steps are not tried
_TINY = 2.0**-100  # the complex step; its square vanishes beside 1


class Estimate(NamedTuple):
    """A derivative and, entry by entry, about how far it is off."""

    value: np.ndarray
    error: np.ndarray


def numerical_jvp(
    fun: Callable[..., Any],
    primals: Sequence[Any],
    tangents: Sequence[Any],
    *,
    eps: float | None = None,
    complex_step: bool = False,
) -> Any:
    """Directional derivative by differences, to compare with `functrace.jvp`'s.

    Parameters
    ----------
    fun : callable
        Takes `primals`; returns a pytree of arrays.
    primals, tangents : sequence of pytree
        Where to evaluate, and in which direction; of equal structure.
    eps : float, optional
        Largest change of any element of `primals`. By default several are tried.
    complex_step : bool
        Evaluate once, at complex arguments, instead of at several real ones: exact to
        the last digits, for functions that are analytic and written without ``abs``,
        ``real`` and the like.

    Returns
    -------
    pytree
        Of the output's structure. Cost: 4 to 12 evaluations of `fun`; up to 36 where
        differences converge badly.

    Notes
    -----
    Central differences at halved steps are extrapolated to step zero [1]_; of each
    entry, the extrapolation whose neighbours agree best is taken. The usual relative
    error is 1e-11 in double precision. The complex step is that of [2]_.

    References
    ----------
    .. [1] Ridders, *Advances in Engineering Software* 4 (1982) 75-76.
    .. [2] Squire & Trapp, *SIAM Review* 40 (1998) 110-112.

    Examples
    --------
    >>> import numpy as np
    >>> from functrace.testing import numerical_jvp
    >>> slope = numerical_jvp(np.sin, (np.zeros(2),), (np.array([1.0, 2.0]),))
    >>> np.allclose(slope, [1, 2], rtol=1e-10)
    True
    """
    leaves, treedef = pytree.flatten(tuple(primals))
    directions = pytree.flatten_like(
        tuple(tangents), treedef, "functrace.testing.numerical_jvp", "the tangent"
    )
    out_treedef = pytree.LEAF

    def flat(*moved: Any) -> list[Any]:
        nonlocal out_treedef
        outs, out_treedef = pytree.flatten(fun(*pytree.unflatten(treedef, moved)))
        return outs

    method = complex_step_jvp if complex_step else estimate_jvp
    steps = {} if complex_step or eps is None else {"steps": (eps,)}
    found = method(flat, [np.asarray(leaf)[()] for leaf in leaves], directions, **steps)
    return pytree.unflatten(out_treedef, [estimate.value[()] for estimate in found])


def estimate_jvp(
    function: Callable[..., Sequence[Any]],
    args: Sequence[Any],
    tangents: Sequence[Any],
    *,
    steps: Sequence[float] = _STEPS,
) -> list[Estimate]:
    """`numerical_jvp` of a function of arrays that returns a sequence of arrays.

    `steps` are tried in turn until the differences converge.
    """
    size = max([np.max(np.abs(t), initial=0.0) for t in tangents], default=0.0) or 1.0
    like: list[np.ndarray] = []

    def along(step: float) -> np.ndarray:
        outs = function(*_moved(args, tangents, step / size))
        like[:] = map(np.asarray, outs)
        return _joined(like)

    value, error = _differentiate(along, steps)
    values, errors = _split(value * size, like), _split(error * size, like)
    return [
        Estimate(v if out.dtype.kind == "c" else np.real(v), e)
        for v, e, out in zip(values, errors, like, strict=True)
    ]


def complex_step_jvp(
    function: Callable[..., Sequence[Any]], args: Sequence[Any], tangents: Sequence[Any]
) -> list[Estimate]:
    """The same with a complex step: ``f(x + i h v) = f(x) + i h f'(x) v + O(h**2)``."""
    outs = list(map(np.asarray, function(*_moved(args, tangents, _TINY * 1j))))
    for out in outs:
        if out.dtype.kind != "c":
            raise DtypeError(
                message(
                    "functrace.testing: the complex step needs an analytic function.",
                    expected="complex outputs for complex arguments",
                    got=out.dtype,
                    help="use differences (complex_step=False).",
                )
            )
    slopes = [np.imag(out) / _TINY for out in outs]
    return [Estimate(s, 1e-14 * np.abs(s)) for s in slopes]


def _moved(args: Sequence[Any], tangents: Sequence[Any], step: complex) -> list[Any]:
    moved = [a + step * t for a, t in zip(args, tangents, strict=True)]
    return [  # the sum of 0-d arrays is not an array
        np.asarray(m) if isinstance(a, np.ndarray) else m
        for m, a in zip(moved, args, strict=True)
    ]


def _joined(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate([array.ravel() for array in arrays] or [np.empty(0)])


def _split(joined: np.ndarray, like: Sequence[np.ndarray]) -> list[np.ndarray]:
    ends = np.cumsum([array.size for array in like])
    parts = np.split(joined, ends)[:-1]  # the last is empty
    return [p.reshape(a.shape) for p, a in zip(parts, like, strict=True)]


def _differentiate(
    function: Callable[[float], np.ndarray], steps: Sequence[float]
) -> Estimate:
    """Derivative at zero of a function of one real number."""
    best = _ridders(function, steps[0])
    for step in steps[1:]:
        if _is_good(best):
            break
        best = _better(best, _ridders(function, step))
    return best


def _ridders(function: Callable[[float], np.ndarray], step: float) -> Estimate:
    """Differences at `step` and its halves, extrapolated to zero."""
    best = Estimate(np.empty(0), np.empty(0))
    previous: list[np.ndarray] = []
    with np.errstate(all="ignore"):  # a step may leave the domain
        for level in range(_LEVELS):
            h = step / 2**level
            row = [(function(h) - function(-h)) / (2 * h)]
            if level == 0:
                best = Estimate(row[0], np.full(row[0].shape, np.inf))
            for j, before in enumerate(previous, 1):
                row.append(row[-1] + (row[-1] - before) / (4.0**j - 1))
                change = np.maximum(abs(row[-1] - row[-2]), abs(row[-1] - before))
                best = _better(best, Estimate(row[-1], change))
            if _is_good(best):
                break
            previous = row
    return best


def _better(old: Estimate, new: Estimate) -> Estimate:
    """Of each element, the estimate with the smaller error."""
    better = new.error < old.error
    value = np.where(better, new.value, old.value)
    return Estimate(value, np.where(better, new.error, old.error))


def _is_good(estimate: Estimate) -> bool:
    scale = np.max(np.abs(estimate.value), initial=1.0)
    return bool(np.all(estimate.error <= _GOOD * scale))
