"""Primitives of your own, with the same record that the built-in ones have.

A record is complete in one statement. Of an operation on each element give one partial
derivative per operand; a ufunc is then traced wherever it is called:

>>> import numpy as np
>>> import scipy.special
>>> import functrace as ft
>>> from functrace.extend import REAL, TRANSPOSED, Aval, Elementwise
>>> from functrace.extend import elementwise, linear, primitive
>>> dilogarithm = elementwise(
...     "dilogarithm",
...     scipy.special.spence,
...     partials=(lambda x: np.log(x) / (1 - x),),
...     domain=((0.0, np.inf),),
...     reference="DLMF 25.12.2",
... )
>>> ft.grad(lambda x: scipy.special.spence(x) ** 2)(2.0)
np.float64(1.14018...)

Of any other operation say what its output is (`abstract_eval`: shape and dtype) and
what its derivatives are. The *names* of a formula's parameters say what it is given,
and so what is kept for it; `functrace.core.rule` lists them.

>>> rotate = linear(
...     "rotate",
...     lambda x, *, shift: np.roll(x, shift),
...     lambda x, shift: x,
...     transpose=lambda g, shift: rotate(g, shift=-shift),
... )
>>> w = np.array([1.0, 2.0, 3.0])
>>> ft.grad(lambda x: np.sum(w * rotate(x, shift=1)))(np.ones(3))
array([2., 3., 1.])
>>> outer_sum = primitive(
...     "outer_sum",
...     lambda x, y: x[:, None] + y,
...     lambda x, y: Aval((x.shape[0], y.shape[0]), np.result_type(x.dtype, y.dtype)),
...     vjp=(lambda g: g.sum(axis=1), lambda g: g.sum(axis=0)),
...     jvp=TRANSPOSED,
... )
>>> ft.jvp(lambda x: outer_sum(x, x)[0], (w,), (w,))[1]
array([2., 3., 4.])

How an operation becomes native code, so that `jit` fuses it with others, its form says:

>>> soft_step = elementwise(
...     "soft_step",
...     lambda x: x / (1 + abs(x)),
...     partials=(lambda x: 1 / (1 + abs(x)) ** 2,),
...     lower=Elementwise(lambda b, x: x / (1.0 + b.abs(x))),
...     domain=(REAL,),
... )
>>> ft.jit(ft.grad(lambda x: np.sum(soft_step(x))))(np.array([0.0, 1.0]))
array([1.  , 0.25])

Without one it runs as its `impl` between native parts. There are forms for operations on
each element (`Elementwise`), for views (`View`), reductions, elements at computed places
(`Gather`), arrays made of pieces of others (`Write`), code on whole arrays (`Step`), loops
(`Control`) and formulas (`Expanded`); another one is a subclass of `Form`.

A formula may call other primitives, or plain NumPy on arrays and traced values alike;
higher derivatives come by themselves. Values may be returned as Python numbers, too.
`TRANSPOSED` stands for a rule that is derived
from the one of the other mode, `Unsupported` for one that is not written, None for one
that does not exist. A NumPy function that is no ufunc reaches a primitive through
`implements`. `numba_step` and `numba_elementwise` make native code of Python functions that
Numba can compile: they are what a record's `lower` may be.
"""

import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from functrace.compiler.forms import (
    Control,
    Elementwise,
    Expanded,
    Form,
    Gather,
    Reduction,
    Step,
    Unlowered,
    View,
    Write,
)
from functrace.core.aval import Aval
from functrace.core.observing import users_work
from functrace.core.primitive import REGISTRY, Primitive
from functrace.core.recording import outside
from functrace.core.rule import Outputs, Unsupported
from functrace.core.tracer import Tracer
from functrace.engine.cotangent import Deferred
from functrace.numpy._register import implements
from functrace.primitives import _make
from functrace.primitives._kernels import numba_elementwise, numba_step
from functrace.primitives._make import POSITIVE, REAL, TRANSPOSED

__all__ = [
    "POSITIVE",
    "REAL",
    "REGISTRY",
    "TRANSPOSED",
    "Aval",
    "Control",
    "Deferred",
    "Elementwise",
    "Expanded",
    "Form",
    "Gather",
    "Outputs",
    "Primitive",
    "Reduction",
    "Step",
    "Tracer",
    "Unlowered",
    "Unsupported",
    "View",
    "Write",
    "bilinear",
    "elementwise",
    "implements",
    "linear",
    "nondifferentiable",
    "numba_elementwise",
    "numba_step",
    "primitive",
]

F = TypeVar("F", bound=Callable[..., Any])


def _of_any_impl(make: F) -> F:
    """Have the constructor take an `impl` that returns Python numbers, or lists."""

    @functools.wraps(make)
    def made(name: str, impl: Callable[..., Any], *args: Any, **fields: Any) -> Any:
        fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001
        return make(name, _giving_arrays(impl), *args, **fields)

    return cast("F", made)


def _giving_arrays(impl: Callable[..., Any]) -> Callable[..., Any]:
    if isinstance(_make.unwrapped(impl), np.ufunc):
        return impl

    @functools.wraps(impl)
    def arrays(*xs: Any, **params: Any) -> Any:
        with outside():
            out = users_work(impl)(*xs, **params)
        if not isinstance(out, tuple):
            return _as_array(out)
        outs = Outputs(map(_as_array, out))
        outs.residuals = getattr(out, "residuals", None)
        return outs

    return arrays


def _as_array(out: Any) -> Any:
    return out if isinstance(out, (np.ndarray, np.generic)) else np.asarray(out)[()]


bilinear = _of_any_impl(_make.bilinear)
elementwise = _of_any_impl(_make.elementwise)
linear = _of_any_impl(_make.linear)
nondifferentiable = _of_any_impl(_make.nondifferentiable)
primitive = _of_any_impl(_make.primitive)
