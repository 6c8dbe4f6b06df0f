"""numpy.einsum: any form of it as contractions of two arrays at a time."""

from __future__ import annotations

import functools
import operator
import string
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from functrace.core.dispatch import unsupported
from functrace.core.errors import ShapeError
from functrace.numpy._arguments import as_array, store
from functrace.numpy._register import implements
from functrace.primitives import contractions

Label: TypeAlias = Hashable
Shapes: TypeAlias = "tuple[tuple[int, ...], ...]"

_LETTERS = (
    string.ascii_uppercase + string.ascii_lowercase
)  # in the order of labels 0 … 51


_PRODUCTS = frozenset(("AB,BC->AC", "AB,B->A", "A,AB->B", "A,A->"))


def contract(x: Any, y: Any, subscripts: str) -> Any:
    """Contract two arrays; `subscripts` are canonical."""
    if subscripts in _PRODUCTS:
        return np.matmul(x, y)
    return contractions.einsum(x, y, subscripts=subscripts)


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

    More than two operands are contracted two at a time, in the order that `optimize`
    says or, if it is False, in the one that ``"greedy"`` finds: the derivative then
    takes a small multiple of the value's time. The result differs by rounding errors
    from NumPy's.
    """
    if order != "K":
        raise unsupported(np.einsum, f"(..., order={order!r})")
    subscripts, given = _as_string(operands)
    arrays = [as_array(operand) for operand in given]
    shapes = tuple(array.shape for array in arrays)
    plan = _plan(subscripts, shapes, _frozen(optimize or "greedy"))
    if dtype is not None:
        arrays = _cast(arrays, np.dtype(dtype), casting)
    return store(out, plan.execute(arrays))


def _cast(arrays: list[Any], dtype: np.dtype[Any], casting: Any) -> list[Any]:
    for array in arrays:
        if not np.can_cast(array.dtype, dtype, casting):
            raise TypeError(
                f"Cannot cast operands from {array.dtype!r} to {dtype!r} according to "
                f"the rule {casting!r}"
            )
    return [array.astype(dtype) for array in arrays]


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
        For each operand: pairs of axes of which the diagonal is taken, the axes of
        length one that are dropped, the axes that are summed over.
    steps : tuple of (int, int, str)
        Two arrays, by position, and how they are contracted: the result is appended.
    axes : tuple of int, optional
        The last result's axes in the output's order; None if there is nothing to do.
    """

    preparations: tuple[tuple[Any, Any, Any], ...]
    steps: tuple[tuple[int, int, str], ...]
    axes: tuple[int, ...] | None

    def execute(self, arrays: list[Any]) -> Any:
        """Contract the arrays; what is summed first has their common dtype."""
        if any(map(any, self.preparations)):
            dtype = np.result_type(*(array.dtype for array in arrays))
            arrays = [
                _reduced(array, *preparation, dtype)
                for array, preparation in zip(arrays, self.preparations, strict=True)
            ]
        for i, j, subscripts in self.steps:
            arrays.append(contract(arrays[i], arrays[j], subscripts))
        result = arrays[-1]
        return result if self.axes is None else np.transpose(result, self.axes)


def _reduced(x: Any, diagonals: Any, dropped: Any, summed: Any, dtype: Any) -> Any:
    for first, second in diagonals:
        x = np.diagonal(x, 0, first, second)
    if dropped:
        x = x.reshape(tuple(n for i, n in enumerate(x.shape) if i not in dropped))
    return np.sum(x, axis=summed, dtype=dtype) if summed else x


@functools.lru_cache(maxsize=512)
def _plan(subscripts: str, shapes: Shapes, path: Any) -> _Plan:
    # numpy.einsum_path also checks the subscripts against the shapes.
    dummies = _dummies(shapes)
    path = list(path) if isinstance(path, tuple) else path
    order: Any = np.einsum_path(subscripts, *dummies, optimize=path)[0][1:]
    terms, output = _expanded(subscripts, shapes)
    sizes: dict[Label, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        for label, n in zip(term, shape, strict=True):
            sizes[label] = n if n != 1 else sizes.get(label, 1)
    diagonals: list[tuple[tuple[int, int], ...]] = []
    dropped: list[tuple[int, ...]] = []
    for k, shape in enumerate(shapes):
        lengths = dict(zip(terms[k], shape, strict=True))
        pairs, term = _diagonals(terms[k], shape)
        diagonals.append(pairs)
        # What has length one here and another elsewhere is broadcast.
        dropped.append(tuple(i for i, c in enumerate(term) if lengths[c] != sizes[c]))
        terms[k] = [c for c in term if lengths[c] == sizes[c]]
    summed: list[tuple[int, ...]] = []
    for k, term in enumerate(terms):
        needed = set(output).union(*terms[:k], *terms[k + 1 :])
        summed.append(tuple(i for i, c in enumerate(term) if c not in needed))
        terms[k] = [c for c in term if c in needed]
    steps, last = _steps(terms, output, order)
    axes = None
    if last != output or not (steps or summed[0]):  # at the least a view is made
        axes = tuple(last.index(c) for c in output)
    return _Plan(tuple(zip(diagonals, dropped, summed, strict=True)), steps, axes)


def _steps(
    terms: list[list[Label]], output: Sequence[Label], order: Sequence[tuple[int, ...]]
) -> tuple[tuple[tuple[int, int, str], ...], list[Label]]:
    """Contractions of pairs, in einsum_path's order, and the last result's labels."""
    terms = list(terms)
    left = list(range(len(terms)))  # what is not contracted yet
    steps: list[tuple[int, int, str]] = []
    for positions in order:
        group = [left[p] for p in sorted(positions)]
        left = [i for i in left if i not in group]
        i = group[0]
        for k, j in enumerate(group[1:], 2):
            rest = [*left, *group[k:]]
            needed = set(output).union(*(terms[n] for n in rest))
            out = [c for c in dict.fromkeys([*terms[i], *terms[j]]) if c in needed]
            terms.append(out if rest else list(output))
            steps.append((i, j, canonical(terms[i], terms[j], terms[-1])))
            i = len(terms) - 1
        left.append(i)
    return tuple(steps), terms[-1]


def canonical(
    left: Sequence[Label], right: Sequence[Label], out: Sequence[Label]
) -> str:
    """Subscripts of a contraction, with letters in the order of first appearance."""
    found = list(dict.fromkeys([*left, *right]))
    if len(found) > len(_LETTERS):
        raise ShapeError(
            f"functrace: a contraction has at most {len(_LETTERS)} dimensions, "
            f"not {len(found)}."
        )
    letters = dict(zip(found, _LETTERS, strict=False))
    x, y, z = ("".join(letters[c] for c in term) for term in (left, right, out))
    return f"{x},{y}->{z}"


def _diagonals(
    term: Sequence[Label], shape: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], list[Label]]:
    """Pairs of axes to take diagonals of until no label is repeated; the labels then.

    The diagonal's axis comes last, as in numpy.diagonal.
    """
    pairs: list[tuple[int, int]] = []
    axes = list(zip(term, shape, strict=True))
    while True:
        names = [label for label, _ in axes]
        second = next((i for i, c in enumerate(names) if c in names[:i]), None)
        if second is None:
            return tuple(pairs), names
        first = names.index(names[second])
        if axes[first] != axes[second]:
            raise ValueError(
                f"dimensions in single operand for collapsing index {names[first]!r} "
                f"don't match ({axes[first][1]} != {axes[second][1]})"
            )
        pairs.append((first, second))
        rest = [axis for i, axis in enumerate(axes) if i not in (first, second)]
        axes = [*rest, axes[first]]


def _expanded(subscripts: str, shapes: Shapes) -> tuple[list[list[Label]], list[Label]]:
    """Labels of the operands and of the output; an ellipsis is negative integers."""
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
                "output has more dimensions than subscripts given in einstein sum, but "
                "no '...' ellipsis provided to broadcast the extra dimensions."
            )
        return terms, _term(output, longest)
    letters = inputs.replace(".", "").replace(",", "")
    once = [c for c in sorted(set(letters)) if letters.count(c) == 1]
    return terms, [*range(-longest, 0), *once]


def _term(text: str, extra: int) -> list[Label]:
    head, _, tail = text.partition("...")
    return [*head, *(range(-extra, 0) if "..." in text else ()), *tail]


def _as_string(operands: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """Subscripts as a string, and the arrays, from either form of a call."""
    if not operands:
        raise ValueError(
            "must specify the einstein sum subscripts string and at least one operand, "
            "or at least one operand and its corresponding subscripts list"
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
            place = operator.index(entry)
        except TypeError:
            raise TypeError(
                "each subscript must be either an integer or an ellipsis"
            ) from None
        if not 0 <= place < len(_LETTERS):
            raise ValueError(
                f"subscript is not within the valid range [0, {len(_LETTERS)})"
            )
        found += _LETTERS[place]
    return found


def _frozen(path: Any) -> Any:
    """A contraction path as something that can be looked up."""
    if isinstance(path, (bool, str)):
        return path
    return tuple(tuple(p) if isinstance(p, list) else p for p in path)


def _dummies(shapes: Shapes) -> list[np.ndarray]:
    """Arrays of the shapes, without memory."""
    return [np.broadcast_to(np.float64(0), shape) for shape in shapes]
