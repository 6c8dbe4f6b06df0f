"""numpy.einsum: any form of it as contractions of two arrays at a time."""

from __future__ import annotations

import functools
import operator
import string
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from functrace.core.errors import ShapeError
from functrace.core.tracer import unsupported
from functrace.numpy._arguments import as_array, store
from functrace.numpy._register import implements
from functrace.primitives import contractions

Label: TypeAlias = Hashable
Shapes: TypeAlias = "tuple[tuple[int, ...], ...]"

_LETTERS = string.ascii_uppercase + string.ascii_lowercase  # in the order of labels 0 … 51


def labels(count: int) -> str:
    """So many different labels."""
    if count > len(_LETTERS):
        raise ShapeError(
            f"functrace: contractions have at most {len(_LETTERS)} dimensions, not {count}."
        )
    return _LETTERS[:count]


@implements(np.einsum)
def einsum(
    *operands: Any,
    out: Any = None,
    optimize: Any = False,
    dtype: Any = None,
    order: str = "K",
    casting: Any = "safe",
) -> Any:
    """See `numpy.einsum`.

    More than two operands are contracted two at a time, in the order that `optimize` says
    or, if it is False, in the one that ``"greedy"`` finds: the derivative then takes a small
    multiple of the value's time. The result differs by rounding errors from NumPy's.
    """
    if order != "K":
        raise unsupported(np.einsum, f"(..., order={order!r})")
    subscripts, given = _as_string(operands)
    arrays = [as_array(operand) for operand in given]
    shapes = tuple(array.shape for array in arrays)
    path = optimize if isinstance(optimize, (bool, str)) else _frozen(optimize)
    plan = _plan(subscripts, shapes, path or "greedy")
    common = np.result_type(*(array.dtype for array in arrays))
    if dtype is not None:
        if not np.can_cast(common, dtype, casting):
            raise TypeError(
                f"Cannot cast operands from {common} to {np.dtype(dtype)} according to "
                f"the rule {casting!r}"
            )
        common = np.dtype(dtype)
    return store(out, plan.execute(arrays, common, convert=dtype is not None))


@implements(np.einsum_path)
def einsum_path(
    *operands: Any, optimize: Any = "greedy", einsum_call: bool = False
) -> Any:
    """See `numpy.einsum_path`; of the operands only the shapes count."""
    if einsum_call:
        raise unsupported(np.einsum_path, "(..., einsum_call=True)")
    subscripts, arrays = _as_string(operands)
    dummies = _dummies(tuple(as_array(array).shape for array in arrays))
    return np.einsum_path(subscripts, *dummies, optimize=optimize)


class _Plan(NamedTuple):
    """What an einsum of given shapes comes to.

    Attributes
    ----------
    preparations : tuple
        For each operand: pairs of axes of which the diagonal is taken, the axes of length
        one that are dropped, the axes that are summed over.
    steps : tuple of (int, int, str)
        Positions of two operands, which their contraction replaces at the end of the list.
    axes : tuple of int
        The last result's axes in the output's order.
    """

    preparations: tuple[tuple[Any, Any, Any], ...]
    steps: tuple[tuple[int, int, str], ...]
    axes: tuple[int, ...]

    def execute(self, arrays: list[Any], dtype: Any, *, convert: bool) -> Any:
        """Contract the arrays."""
        if convert:
            arrays = [array.astype(dtype) for array in arrays]
        arrays = [
            _prepared(array, *preparation, dtype) if any(preparation) else array
            for array, preparation in zip(arrays, self.preparations, strict=True)
        ]
        for i, j, subscripts in self.steps:
            x, y = arrays[i], arrays[j]
            arrays = [a for k, a in enumerate(arrays) if k not in (i, j)]
            arrays.append(contractions.einsum(x, y, subscripts=subscripts))
        result = arrays[0]
        if self.steps and self.axes == tuple(range(result.ndim)):
            return result
        return np.transpose(result, self.axes)


def _prepared(x: Any, diagonals: Any, dropped: Any, summed: Any, dtype: Any) -> Any:
    for first, second in diagonals:
        x = np.diagonal(x, 0, first, second)
    if dropped:
        x = x.reshape(tuple(n for i, n in enumerate(x.shape) if i not in dropped))
    return np.sum(x, axis=summed, dtype=dtype) if summed else x


@functools.lru_cache(maxsize=512)
def _plan(subscripts: str, shapes: Shapes, path: Any) -> _Plan:
    dummies = _dummies(shapes)
    order: Any = np.einsum_path(subscripts, *dummies, optimize=path)[0][1:]
    terms, output = _expanded(subscripts, shapes)
    sizes: dict[Label, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        for label, n in zip(term, shape, strict=True):
            sizes[label] = max(n, sizes.get(label, 1)) if n else 0
    dropped: list[tuple[int, ...]] = []
    diagonals = [_diagonals(term, shape) for term, shape in zip(terms, shapes, strict=True)]
    shrunk: list[list[Label]] = []
    for term, shape in zip(terms, shapes, strict=True):
        lengths = dict(zip(term, shape, strict=True))
        single = _without_repetitions(term)
        dropped.append(
            tuple(i for i, c in enumerate(single) if lengths[c] == 1 != sizes[c])
        )
        shrunk.append([c for c in single if not lengths[c] == 1 != sizes[c]])
    summed: list[tuple[int, ...]] = []
    for k, term in enumerate(shrunk):
        needed = set(output).union(*(t for i, t in enumerate(shrunk) if i != k))
        summed.append(tuple(i for i, c in enumerate(term) if c not in needed))
        shrunk[k] = [c for c in term if c in needed]
    steps, last = _steps(shrunk, output, order)
    return _Plan(
        tuple(zip(diagonals, dropped, summed, strict=True)),
        steps,
        tuple(last.index(c) for c in output),
    )


def _steps(
    terms: list[list[Label]], output: Sequence[Label], order: Sequence[tuple[int, ...]]
) -> tuple[tuple[tuple[int, int, str], ...], list[Label]]:
    """Contractions of pairs, in the order of einsum_path, and the last result's labels."""
    terms = list(terms)
    steps: list[tuple[int, int, str]] = []
    for positions in order:
        group = sorted(positions)
        for k in range(len(group) - 1):
            # The first contraction's result is at the end; the others moved forward.
            i, j = (group[0], group[1]) if not k else (group[k + 1] - k - 1, len(terms) - 1)
            left, right = terms[i], terms[j]
            terms = [t for n, t in enumerate(terms) if n not in (i, j)]
            needed = set(output).union(*terms)
            out = [c for c in dict.fromkeys([*left, *right]) if c in needed]
            if not terms:
                out = list(output)
            steps.append((i, j, _canonical(left, right, out)))
            terms.append(out)
    assert len(terms) == 1
    return tuple(steps), terms[0]


def _canonical(left: list[Label], right: list[Label], out: list[Label]) -> str:
    """The contraction with letters in the order of their first appearance."""
    found = list(dict.fromkeys([*left, *right]))
    letters = dict(zip(found, labels(len(found)), strict=True))
    x, y, z = ("".join(letters[c] for c in term) for term in (left, right, out))
    return f"{x},{y}->{z}"


def _diagonals(term: Sequence[Label], shape: Sequence[int]) -> tuple[Any, ...]:
    """Pairs of axes with one label; the diagonal's axis comes last, as numpy.diagonal's."""
    found: list[tuple[int, int]] = []
    term, lengths = list(term), list(shape)
    while len(set(term)) < len(term):
        second = next(i for i, c in enumerate(term) if c in term[:i])
        first = term.index(term[second])
        n = lengths[first]
        if n != lengths[second]:
            raise ValueError(
                f"dimensions in single operand for collapsing index {term[first]!r} don't "
                f"match ({n} != {lengths[second]})"
            )
        found.append((first, second))
        label = term[first]
        rest = [i for i in range(len(term)) if i not in (first, second)]
        term = [term[i] for i in rest] + [label]
        lengths = [lengths[i] for i in rest] + [n]
    return tuple(found)


def _without_repetitions(term: Sequence[Label]) -> list[Label]:
    """Labels of the axes after `_diagonals`."""
    term = list(term)
    while len(set(term)) < len(term):
        second = next(i for i, c in enumerate(term) if c in term[:i])
        label = term[second]
        first = term.index(label)
        term = [c for i, c in enumerate(term) if i not in (first, second)] + [label]
    return term


def _expanded(
    subscripts: str, shapes: Shapes
) -> tuple[list[list[Label]], Sequence[Label]]:
    """Labels of the operands and of the output; an ellipsis stands for negative integers."""
    inputs, arrow, output = subscripts.partition("->")
    terms: list[list[Label]] = []
    longest = 0
    for text, shape in zip(inputs.split(","), shapes, strict=True):
        extra = len(shape) - len(text.replace("...", "")) if "..." in text else 0
        longest = max(longest, extra)
        terms.append(_term(text, extra))
    if arrow:
        if longest and "..." not in output:
            raise ValueError(
                "output has more dimensions than subscripts given in einstein sum, but no "
                "'...' ellipsis provided to broadcast the extra dimensions."
            )
        return terms, _term(output, longest)
    letters = inputs.replace(".", "").replace(",", "")
    once = [c for c in sorted(set(letters)) if letters.count(c) == 1]
    return terms, [*range(-longest, 0), *once]


def _term(text: str, extra: int) -> list[Label]:
    head, _, tail = text.partition("...")
    return [*head, *(range(-extra, 0) if "..." in text else ()), *tail]


def _as_string(operands: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """Subscripts as a string, and the arrays, from either of the two forms of a call."""
    if not operands:
        raise ValueError(
            "must specify the einstein sum subscripts string and at least one operand, or "
            "at least one operand and its corresponding subscripts list"
        )
    if isinstance(operands[0], str):
        return operands[0].replace(" ", ""), operands[1:]
    count = len(operands) // 2
    subscripts = ",".join(_letters(operands[2 * k + 1]) for k in range(count))
    if len(operands) % 2:
        subscripts += "->" + _letters(operands[-1])
    return subscripts, operands[: 2 * count : 2]


def _letters(sublist: Any) -> str:
    found = ""
    for entry in sublist:
        if entry is Ellipsis:
            found += "..."
            continue
        try:
            found += _LETTERS[operator.index(entry)]
        except TypeError:
            raise TypeError(
                "each subscript must be either an integer or an ellipsis"
            ) from None
        except IndexError:
            raise ValueError(
                f"subscript is not within the valid range [0, {len(_LETTERS)})"
            ) from None
    return found


def _frozen(path: Any) -> Any:
    """A contraction path as something that can be looked up."""
    return tuple(tuple(p) if isinstance(p, list) else p for p in path)


def _dummies(shapes: Shapes) -> list[np.ndarray]:
    """Arrays of the shapes, without memory."""
    return [np.broadcast_to(np.float64(0), shape) for shape in shapes]
