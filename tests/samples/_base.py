"""Samples of a primitive's operands, from which every law is tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Generator = Callable[[np.random.Generator], Iterator["Sample"]]

SAMPLES: dict[str, Generator] = {}
REAL_ONLY: dict[str, str] = {}  # name of a record -> why it gets no complex samples
ALONE: dict[str, str] = {}  # name of a record -> why it gets none made from its domain
ORDERED: dict[str, str] = {}  # name of a record -> why integers keep their order


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
    order : int
        Highest order of derivatives that the laws are tested to.
    float32 : bool
        Whether the laws also run in single precision.
    before : callable, optional
        ``(*args) -> operands`` of an operation that is smooth on a subset of all arrays
        only (on symmetric matrices): the laws vary `args`.
    after : callable, optional
        ``(*outputs) -> array or tuple`` of an operation whose outputs are not smooth
        functions each by itself (eigenvectors, up to a phase).
    reason : str
        Why any of the above is not the usual one.
    slow : bool
        Whether a law takes a second or so: the quick tier tries few of them.
    """

    args: tuple[Any, ...]
    params: dict[str, Any] = field(default_factory=dict)
    tolerance: float = 1e-7
    order: int = 2
    float32: bool = True
    before: Callable[..., tuple[Any, ...]] | None = None
    after: Callable[..., Any] | None = None
    reason: str = ""
    slow: bool = False

    def __post_init__(self) -> None:
        usual = (1e-7, 2, True, None, None)
        given = (self.tolerance, self.order, self.float32, self.before, self.after)
        assert given == usual or self.reason, "say why the sample is not a usual one"


def samples(
    name: str, *, real_only: str = "", alone: str = "", ordered: str = ""
) -> Callable[[Generator], None]:
    """Declare the decorated generator to make the samples of the primitive `name`.

    An elementwise record of a ufunc gets them besides those made from its domain; there
    `real_only`, a reason, leaves the complex ones out, and `alone`, a reason, all of them.
    `ordered`, a reason, says that in a batch of arrays all integers are in the same order.
    """

    def register(generate: Generator) -> None:
        assert name not in SAMPLES, name
        SAMPLES[name] = generate
        if real_only:
            REAL_ONLY[name] = real_only
        if alone:
            ALONE[name] = alone
        if ordered:
            ORDERED[name] = ordered

    return register
