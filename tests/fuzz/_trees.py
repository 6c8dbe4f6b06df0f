"""Lines that together give values of shapes that were asked for.

What is drawn line by line seldom meets: two totals of one shape, over loops of one shape,
that something takes both of. Here each line is written for the one that takes it, so that
totals, pieces, writes and broadcasts come together as they do in formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import numpy as np

from tests.fuzz._inputs import fresh_input, random_array
from tests.fuzz._support import shape_of
from tests.fuzz._write import UNFIT, Rejected, Writer

Shape = tuple[int, ...]

_MOST = 40  # lines of a program
_MANY = 4  # inputs, after which others are constants
_TOTALS = [
    *["np.sum({a}, axis={x}{k})"] * 8,
    *["np.sum({a} * {b}, axis={x}{k})"] * 2,
    "np.mean({a}, axis={x}{k})",
    "np.max(np.real({a}), axis={x}{k})",
    "np.min(np.real({a}), axis={x}{k})",
    "np.prod(1.0 + 0.5 * bounded({a} * 1.0), axis={x}{k})",
    "np.var({a}, axis={x}{k})",
    "np.sum(np.where(np.real({a}) > 0.2, {b}, 0.0), axis={x}{k})",
    "np.any(np.real({a}) > 0.7, axis={x}{k})",
    "np.sqrt(np.sum(abs({a}) ** 2, axis={x}{k}) + 0.5)",
]
_JOINS = [*["({a} + {b})"] * 6, "({a} - {b})", "({a} * {b})", "np.maximum({a}, {b})"]
_MAPS = [
    "{a}",
    "{a}",
    "{a} ** 2",
    "np.sin({a} * 1.0)",
    "{a} * {b}",
    "{a} - {b}",
    "{b} / ({a} * np.conj({a}) + 1.0)",
    "abs({a}) * 0.5",
    "np.exp(bounded({a} * 1.0))",
    "to({a}, 'float32')",
    "to({a}, 'float64')",
    "to({a}, 'int64')",
]


def tree(w: Writer, depth: int, shape: Shape | None = None) -> str:
    """Name of a value of a shape, with the lines that it is made in."""
    shape = w.shape() if shape is None else shape
    if np.prod(shape, dtype=float) > w.root.limit:
        raise Rejected
    known = [n for n in w.names if shape_of(w.value(n)) == shape]
    if known and w.chance(0.3):
        return w.choose(known)
    if depth <= 0 or len(w.lines) > _MOST:
        return _leaf(w, shape)
    for _ in range(5):
        rule = w.choose(_RULES)
        with suppress(*UNFIT):
            return rule(w, depth, shape)
    return _leaf(w, shape)


def _leaf(w: Writer, shape: Shape) -> str:
    """A value that is there, as it is or broadcast; or a new one."""
    known = [n for n in w.names if shape_of(w.value(n)) == shape]
    if known and w.chance(0.85):
        return w.choose(known)
    wide = [n for n in w.names if _reaches(shape_of(w.value(n)), shape)]
    if wide and w.chance(0.5):
        with suppress(*UNFIT):
            (name,) = w.assign("spread", f"fit({w.choose(wide)}, {shape})", exact=True)
            return name
    if w is w.root and len(w.inputs) < _MANY:
        return fresh_input(w, shape=shape)
    return w.constant(random_array(w, shape, w.dtype()))


def _reaches(small: Shape, shape: Shape) -> bool:
    try:
        return np.broadcast_shapes(small, shape) == shape
    except ValueError:
        return False


def _made(w: Writer, tag: str, text: str, shape: Shape, *, exact: bool = False) -> str:
    """Name of what the text gives, which has the shape."""
    if shape_of(w.evaluate(text)) != shape:
        raise Rejected
    (name,) = w.assign(tag, text, exact=exact)
    return name


def _length(w: Writer) -> int:
    return 1 if w.chance(0.12) else int(w.choose(w.root.lengths))


# -- totals --------------------------------------------------------------------------------


def _widened(w: Writer, shape: Shape) -> tuple[Shape, tuple[int, ...], str]:
    """A shape that is left with axes gone; these, and whether they stay, as text."""
    ones = [d for d, n in enumerate(shape) if n == 1]
    if ones and w.chance(0.5):
        axes = tuple(d for d in ones if w.chance(0.7)) or (ones[0],)
        whole = tuple(_length(w) if d in axes else n for d, n in enumerate(shape))
        keep = ", keepdims=True"
    else:
        rank = len(shape) + w.choose([1, 1, 1, 2])
        axes = tuple(sorted(w.rng.permutation(rank)[: rank - len(shape)].tolist()))
        left = iter(shape)
        whole = tuple(_length(w) if d in axes else next(left) for d in range(rank))
        keep = ""
    if len(whole) > 4 or np.prod(whole, dtype=float) > w.root.limit:
        raise Rejected
    return whole, axes, keep


def _total(w: Writer, depth: int, shape: Shape) -> str:
    """One total."""
    whole, axes, keep = _widened(w, shape)
    return _totalled(w, depth, whole, axes, keep, w.choose(_TOTALS))


def _totalled(
    w: Writer, depth: int, whole: Shape, axes: tuple[int, ...], keep: str, how: str
) -> str:
    a, b = _mapped(w, tree(w, depth - 1, whole)), _leaf(w, whole)
    along = axes[0] if len(axes) == 1 and w.chance(0.5) else axes
    (name,) = w.assign("total", how.format(a=a, b=b, x=along, k=keep))
    return name


def _mapped(w: Writer, a: str) -> str:
    """A value, or something simple of it and another one of its shape, as text."""
    shape = shape_of(w.value(a))
    if shape and w.chance(0.1):  # whole rows or columns are left out
        rows = tuple(n if w.chance(0.5) else 1 for n in shape)
        return f"np.where(np.real({_leaf(w, rows)}) > 0.3, {a}, 0.0)"
    return w.choose(_MAPS).format(a=a, b=_leaf(w, shape))


def _joined(w: Writer, depth: int, shape: Shape) -> str:
    """Several totals, over the same axes mostly, of the same values mostly, in brackets."""
    whole, axes, keep = _widened(w, shape)
    how = w.choose(_TOTALS)
    base = tree(w, depth - 1, whole)
    parts = []
    for _ in range(int(w.rng.integers(2, 6))):
        if w.chance(0.15):
            parts.append(tree(w, depth - 1, shape))
            continue
        if w.chance(0.15):
            whole, axes, keep = _widened(w, shape)
            base = tree(w, depth - 1, whole)
        how = w.choose(_TOTALS) if w.chance(0.15) else how
        a, b = _mapped(w, base), _leaf(w, whole)
        part = how.format(a=f"({a})", b=b, x=axes, k=keep)
        if w.chance(0.3):
            parts.append(part)
            continue
        parts += w.assign("total", part)
    while len(parts) > 1:
        at = int(w.rng.integers(len(parts) - 1))
        a, b = parts[at : at + 2]
        parts[at : at + 2] = [w.choose(_JOINS).format(a=a, b=b)]
    return _made(w, "joined totals", parts[0], shape)


def _amended(w: Writer, depth: int, shape: Shape) -> str:
    """Two totals of the same values, of which one is written to before they are added."""
    whole, axes, keep = _widened(w, shape)
    base, names = tree(w, depth - 1, whole), list[str]()
    for _ in range(2):
        text = f"np.sum({_mapped(w, base)}, axis={axes}{keep})"
        names += w.assign("total", text)
    if not _is_own(w, names[0]):
        raise Rejected
    _write_parts(w, depth - 1, names[0])
    first, second = names if w.chance(0.5) else names[::-1]
    return _made(w, "amended", f"{first} + {second}", shape)


def _normalised(w: Writer, depth: int, shape: Shape) -> str:
    """Values with totals of them, along some of their axes, subtracted and the like."""
    if not shape:
        raise Rejected
    a = tree(w, depth - 1, shape)
    axes = tuple(d for d in range(len(shape)) if w.chance(0.5)) or (len(shape) - 1,)
    how = w.choose(_TOTALS).format(
        a=_mapped(w, a), b=_leaf(w, shape), x=axes, k=", keepdims=True"
    )
    texts = ["{a} - {t}", "{a} / ({t} * np.conj({t}) + 1.0)", "{a} * {t} + {a}"]
    (total,) = w.assign("total", how)
    return _made(w, "normalised", w.choose(texts).format(a=a, t=total), shape)


def _running(w: Writer, depth: int, shape: Shape) -> str:
    if not shape:
        raise Rejected
    axis = int(w.rng.integers(len(shape)))
    text = w.choose(
        ["np.cumsum({a}, axis={x})", "np.cumsum({a}[::-1], axis={x})[::-1]"]
    )
    return _made(w, "running", text.format(a=tree(w, depth - 1, shape), x=axis), shape)


# -- elements ------------------------------------------------------------------------------

_OPERATORS = [
    "{a} + {b}",
    "{a} - {b}",
    "{a} * {b}",
    "{a} * {b} + {a}",
    "{a} / (3 + abs({b}))",
    "np.maximum(np.real({a}), np.real({b}))",
    "np.where(np.real({a}) > np.real({b}), {a}, {b})",
    "np.tanh({a} - {b})",
    "({a} * {b} - {a}) * {b}",
]


def _operated(w: Writer, depth: int, shape: Shape) -> str:
    """An operation on one of the shape and one that broadcasts to it."""
    a = tree(w, depth - 1, shape)
    other = shape
    if w.chance(0.6):
        other = tuple(1 if w.chance(0.4) else n for n in shape)
        other = other[int(w.rng.integers(len(shape) + 1)) :]
    b = tree(w, depth - 1, other)
    a, b = (a, b) if w.chance(0.5) else (b, a)
    return _made(w, "operated", w.choose(_OPERATORS).format(a=a, b=b), shape)


def _outer(w: Writer, depth: int, shape: Shape) -> str:
    """A product of values along some axes and values along the others."""
    if len(shape) < 2:
        raise Rejected
    at = int(w.rng.integers(1, len(shape)))
    a, b = tree(w, depth - 1, shape[:at]), tree(w, depth - 1, shape[at:])
    added = f"{a}[(...,) + (None,) * {len(shape) - at}]"
    texts = [f"{added} * {b}", f"{added} - {b}", f"np.multiply.outer({a}, {b})"]
    return _made(w, "outer", w.choose(texts), shape)


def _product(w: Writer, depth: int, shape: Shape) -> str:
    """Products of matrices and vectors."""
    k = _length(w)
    if len(shape) not in (1, 2):
        raise Rejected
    a = tree(w, depth - 1, (*shape[:1], k))
    b = tree(w, depth - 1, (k, *shape[1:]))
    texts = [f"{a} @ {b}", f"({b}.T @ {a}.T).T", f"np.dot({a}, {b})"]
    return _made(w, "product", w.choose(texts), shape)


# -- places --------------------------------------------------------------------------------


def _turned(w: Writer, depth: int, shape: Shape) -> str:
    """What is read with its axes in another order, and perhaps as it is, too."""
    order = tuple(w.rng.permutation(len(shape)).tolist())
    before = tuple(shape[order.index(d)] for d in range(len(shape)))
    a = tree(w, depth - 1, before)
    text = f"np.transpose({a}, {order})"
    if before == shape and w.chance(0.6):
        text = w.choose([f"{a} + {text}", f"{a} * {text}", f"{text} - {a}"])
    return _made(w, "turned", text, shape)


def window(w: Writer, shape: Shape, whole: Shape) -> str:
    """Text of slices of a shape within a larger one."""
    found: list[str] = []
    for n, length in zip(shape, whole, strict=True):
        step = int(w.choose([1, 1, 1, -1, 2, -2]))
        span = (n - 1) * abs(step) + 1
        if n == 0 or span > length:
            step, span = 1, n
        low = int(w.rng.integers(length - span + 1))
        if step > 0:
            found.append(
                f"{low}:{low + span}:{step}" if step > 1 else f"{low}:{low + n}"
            )
        else:
            end = str(low - 1) if low else ""
            found.append(f"{low + span - 1}:{end}:{step}")
    return ", ".join(found)


def _window(w: Writer, depth: int, shape: Shape) -> str:
    """A part of a larger value."""
    if not shape:
        return _element(w, depth)
    whole = tuple(n + int(w.choose([0, 0, 1, 2, n])) for n in shape)
    if np.prod(whole, dtype=float) > w.root.limit:
        raise Rejected
    a = tree(w, depth - 1, whole)
    if w.chance(0.3):  # the same shape from two places
        texts = [f"{a}[{window(w, shape, whole)}]" for _ in range(2)]
        return _made(
            w, "windows", w.choose(_JOINS).format(a=texts[0], b=texts[1]), shape
        )
    return _made(w, "window", f"{a}[{window(w, shape, whole)}]", shape, exact=True)


def _element(w: Writer, depth: int) -> str:
    a = tree(w, depth - 1, w.shape(int(w.choose([1, 2, 2]))))
    text = f"{a}[{place_in(w, shape_of(w.value(a)))}]"
    if w.chance(0.5):
        text = f"{text} * {a}[{place_in(w, shape_of(w.value(a)))}]"
    return _made(w, "element", text, ())


def place_in(w: Writer, shape: Shape) -> str:
    """Text of indices of one element."""
    if not all(shape):
        raise Rejected
    return ", ".join(str(int(w.rng.integers(-n, n))) for n in shape)


def _parts(w: Writer, depth: int, shape: Shape) -> str:
    """What consists of parts along one axis."""
    if not shape:
        raise Rejected
    axis = int(w.rng.integers(len(shape)))
    cut = int(w.rng.integers(shape[axis] + 1))
    parts = [
        tree(w, depth - 1, (*shape[:axis], n, *shape[axis + 1 :]))
        for n in (cut, shape[axis] - cut)
    ]
    text = f"np.concatenate([{', '.join(parts)}], axis={axis})"
    if shape[axis] == 2 and w.chance(0.7):
        less = (*shape[:axis], *shape[axis + 1 :])
        parts = [tree(w, depth - 1, less) for _ in range(2)]
        text = f"np.stack([{', '.join(parts)}], axis={axis})"
    return _made(w, "parts", text, shape, exact=True)


def _reshaped(w: Writer, depth: int, shape: Shape) -> str:
    count = int(np.prod(shape))
    options = [(count,), (1, *shape), (*shape, 1)]
    options += [(k, count // k) for k in (2, 3, 4) if count and count % k == 0]
    a = tree(w, depth - 1, w.choose(options))
    return _made(w, "reshaped", f"np.reshape({a}, {shape})", shape, exact=True)


def _picked(w: Writer, depth: int, shape: Shape) -> str:
    """Rows that indices name, some of them twice."""
    if not shape or shape[0] > 9:
        raise Rejected
    a = tree(w, depth - 1, (_length(w), *shape[1:]))
    length = len(w.value(a))
    named = w.rng.integers(-length, length, shape[0]).tolist() if length else []
    return _made(w, "picked", f"{a}[{named}]", shape, exact=True)


# -- writes --------------------------------------------------------------------------------


def _written(w: Writer, depth: int, shape: Shape) -> str:
    """Zeros, or a copy, that parts and single elements are written to."""
    is_complex = w.root.flavour.endswith("complex")
    text = f"np.zeros({shape}, complex)" if is_complex else f"np.zeros({shape})"
    if w.chance(0.4):
        base = tree(w, depth - 1, shape)
        text = f"{base} * 1"
        if w.chance(0.6) and _is_own(w, base):
            _write_parts(w, depth, base)
            return base
    name = _made(w, "zeros", text, shape, exact=True)
    if not isinstance(w.value(name), np.ndarray):
        raise Rejected
    _write_parts(w, depth, name)
    return name


def _is_own(w: Writer, name: str) -> bool:
    """Whether a value was made here, and may be written to."""
    value = w.value(name)
    if name not in w.own or not isinstance(value, np.ndarray):
        return False
    others = {*w.names, *w.root.constants} & w.scope.keys() - {*w.own}
    return value.flags.writeable and not any(
        np.may_share_memory(value, w.value(n)) for n in others
    )


def _write_parts(w: Writer, depth: int, name: str) -> None:
    """Write to some places of an array, or add to them."""
    shape, dtype = w.value(name).shape, w.value(name).dtype.name
    for _ in range(int(w.rng.integers(1, 5))):
        target, part = _somewhere(w, shape)
        b = tree(w, depth - 2, part)
        sign = w.choose(["+=", "=", "=", "-=", "*="])
        if w.chance(0.15) and part == shape[1:] and shape and shape[0]:
            at = w.rng.integers(0, shape[0], 3).tolist()
            w.write("place", f"np.add.at({name}, {at}, to({b}, {dtype!r}))")
            continue
        w.write("place", f"{name}[{target}] {sign} to({b}, {dtype!r})")


def _somewhere(w: Writer, shape: Shape) -> tuple[str, Shape]:
    """Text of an index of such an array, and the shape of what is there."""
    if not shape or w.chance(0.1):
        return "...", shape
    if all(shape) and w.chance(0.45):
        return place_in(w, shape), ()
    if shape[0] and w.chance(0.3):
        return str(int(w.rng.integers(-shape[0], shape[0]))), shape[1:]
    part = tuple(int(w.rng.integers(min(n, 1), n + 1)) for n in shape)
    return window(w, part, shape), part


_Rule = Callable[[Writer, int, Shape], str]
_WEIGHTS: Sequence[tuple[_Rule, int]] = (
    (_total, 3),
    (_joined, 6),
    (_amended, 2),
    (_normalised, 2),
    (_running, 1),
    (_operated, 4),
    (_outer, 3),
    (_product, 1),
    (_turned, 2),
    (_window, 3),
    (_parts, 2),
    (_reshaped, 1),
    (_picked, 1),
    (_written, 3),
)


def _rules() -> Iterator[_Rule]:
    for rule, weight in _WEIGHTS:
        yield from [rule] * weight


_RULES = list(_rules())


def planted(w: Writer) -> None:
    """A small one, among other lines."""
    tree(w, 2)


def trees(w: Writer) -> list[str]:
    """Some values, and what they are computed from; their names."""
    found = [tree(w, int(w.rng.integers(2, 5))) for _ in range(w.choose([1, 1, 2, 3]))]
    if w.chance(0.4):
        with suppress(*UNFIT):
            found.append(_operated(w, 2, shape_of(w.value(found[-1]))))
    return found
