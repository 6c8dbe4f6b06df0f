"""Samples of a primitive's operands, from which every law is tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

SAMPLES: dict[str, Callable[[np.random.Generator], Iterator[Sample]]] = {}


@dataclass(frozen=True)
class Sample:
    """One application of a primitive.

    Attributes
    ----------
    args : tuple
        Operands: float or complex arrays are differentiated, the others are not.
    params : dict
    tolerance : float
        Relative, of derivatives against differences.
    reason : str
        Why `tolerance` or `order` is not the usual one.
    order : int
        Highest order of derivatives that the laws are tested to.
    """

    args: tuple[Any, ...]
    params: dict[str, Any] = field(default_factory=dict)
    tolerance: float = 1e-6
    reason: str = ""
    order: int = 2


def samples(
    name: str,
) -> Callable[[Callable[[np.random.Generator], Iterator[Sample]]], None]:
    """Declare the decorated generator to make the samples of the primitive `name`."""

    def register(generate: Callable[[np.random.Generator], Iterator[Sample]]) -> None:
        assert name not in SAMPLES, name
        SAMPLES[name] = generate

    return register
