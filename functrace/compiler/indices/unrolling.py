"""Which dimensions of an array loops run over, and which are written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from functrace.compiler.indices.index import ZERO, Index, axis, fixed

TINY = 4  # axes of such lengths are unrolled where they are reduced or picked from


def tiny_dims(shape: tuple[int, ...]) -> frozenset[int]:
    """The short dimensions of an array that has longer ones besides."""
    dims = frozenset(d for d, n in enumerate(shape) if 1 < n <= TINY)
    return dims if len(dims) < sum(n > 1 for n in shape) else frozenset()


def lanes_of(
    shape: tuple[int, ...], unrolled: Iterable[int]
) -> tuple[tuple[int, ...], list[Index]]:
    """The loops over an array, and the index of each element that they do not run over."""
    domain: list[int] = []
    lanes: list[tuple[Any, ...]] = [()]
    for d, n in enumerate(shape):
        if n == 1:
            lanes = [(*lane, ZERO) for lane in lanes]
        elif d in unrolled:
            lanes = [(*lane, fixed(k)) for lane in lanes for k in range(n)]
        else:
            entry = axis(len(domain))
            domain.append(n)
            lanes = [(*lane, entry) for lane in lanes]
    return tuple(domain), lanes


def unrolled_dims(shape: tuple[int, ...], index: Index) -> frozenset[int]:
    """The dimensions that no loop runs over, at a value's own index."""
    return frozenset(
        d
        for d, (n, e) in enumerate(zip(shape, index, strict=True))
        if n > 1 and not e[1]
    )


def is_own(index: Index, shape: tuple[int, ...], domain: tuple[int, ...]) -> bool:
    """Whether an index runs over an array as the loops do, but for unrolled dimensions."""
    expected = 0
    for n, (constant, terms) in zip(shape, index, strict=True):
        if terms:
            if constant or terms != ((expected, 1),) or n != domain[expected]:
                return False
            expected += 1
        elif n > TINY:
            return False
    return expected == len(domain)
