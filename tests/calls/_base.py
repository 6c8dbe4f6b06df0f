"""Calls of NumPy's functions as users write them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import scipy

import functrace.numpy
import functrace.scipy

PACKAGES: dict[str, tuple[ModuleType, ModuleType]] = {
    "numpy": (np, functrace.numpy),
    "scipy": (scipy, functrace.scipy),
}


@dataclass(frozen=True)
class Call:
    """A function of a namespace and arrays: ``lambda np, x: np.sum(x, axis=1)``.

    The laws: with tracers in place of the float and complex arrays it gives NumPy's
    value, shape and dtype, in both namespaces, plain `numpy` and `functrace.numpy`; its
    first and second derivatives are those of differences. The same for a function of
    SciPy's, except that plain `scipy` need not take tracers.

    Attributes
    ----------
    function : callable
        Returns an array, or a pytree of arrays and Python values.
    args : tuple
        Arrays and NumPy scalars of an inexact dtype are traced, anything else is not.
    differentiable : bool
        Whether the derivatives are compared with differences.
    tolerance : float
        Relative, of the derivatives.
    order : int
        Highest order of derivatives compared.
    numpy : bool
        Whether plain `numpy` can do it: not where it must make a buffer that traced
        values are written into.
    abstract : bool
        Whether it can be traced without values (or says that it cannot).
    reason : str
        Why `tolerance`, `order`, `numpy` or `abstract` is not the usual one.
    package : str
        The function's first argument: "numpy" or "scipy".
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    differentiable: bool = True
    tolerance: float = 1e-7
    order: int = 2
    numpy: bool = True
    abstract: bool = True
    reason: str = ""
    package: str = "numpy"

    @property
    def plain(self) -> ModuleType:
        """The package itself: on plain arrays it gives what is expected."""
        return PACKAGES[self.package][0]

    @property
    def namespaces(self) -> dict[str, ModuleType]:
        """Those in which it can be traced, by name."""
        return {m.__name__: m for m in PACKAGES[self.package][not self.numpy :]}

    def __post_init__(self) -> None:
        usual = (self.tolerance, self.order, self.numpy) == (1e-7, 2, True)
        usual = usual and self.abstract
        assert usual or self.reason, "say why the call is not a usual one"


ScipyCall = functools.partial(
    Call,
    package="scipy",
    numpy=False,
    reason="SciPy's functions that are not ufuncs convert their arguments to ndarrays",
)


def arrays(*shapes: tuple[int, ...], seed: int = 0) -> tuple[np.ndarray, ...]:
    """Arrays of normal random numbers."""
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in shapes)
