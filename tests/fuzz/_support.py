"""What the text of a random program calls: values of the kind that an operation needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.special

import functrace as ft
from functrace.core import pytree
from functrace.core.primitive import Primitive
from tests.systematic._laws import Case

_noise = np.random.default_rng(0).uniform(-1, 1, 4099)


def labelled(label: str) -> Case:
    """The sample of a primitive; "name-3f" is the one in single precision."""
    # Imported here: what is a global variable is watched, and these reach very far.
    from tests.fuzz._samples import BY_LABEL  # noqa: PLC0415

    if label.endswith("f"):
        return BY_LABEL[label[:-1]].in_single_precision()
    return BY_LABEL[label]


def case(label: str, *operands: Any) -> tuple[Any, ...]:
    """Outputs of the primitive with the sample's parameters."""
    chosen = labelled(label)
    outs = chosen.outputs(operands)
    if chosen.sample.after:
        outs = chosen.sample.after(*outs)
    return outs if isinstance(outs, tuple) else (outs,)


def ufunc(name: str) -> Primitive | np.ufunc:
    """The ufunc of the primitive, as a user calls it."""
    from functrace.core.primitive import REGISTRY  # noqa: PLC0415 - as above

    return REGISTRY[name].ufunc or REGISTRY[name]


def shape_of(x: Any) -> tuple[int, ...]:
    """Its shape; of a Python number, ()."""
    return x.shape if hasattr(x, "shape") else ()


def dtype_of(x: Any) -> np.dtype:
    """Its dtype; of a Python number, that of the array it makes."""
    return x.dtype if hasattr(x, "dtype") else np.asarray(x).dtype


def to(x: Any, dtype: Any) -> Any:
    """Values of another dtype, in a way that is smooth where both are inexact."""
    target, kind = np.dtype(dtype), dtype_of(x).kind
    x = x if hasattr(x, "dtype") else np.asarray(x)[()]
    if x.dtype == target:
        return x
    if kind == "c" and target.kind != "c":
        return to(np.real(x), target)
    if target.kind == "b":
        return x > 0
    if kind == "f" and target.kind in "iu":
        return np.floor(7 * abs(bounded(x))).astype(target)
    return x.astype(target)


def fit(x: Any, shape: tuple[int, ...]) -> Any:
    """Its elements, repeated or not all of them, in another shape."""
    if shape_of(x) == shape:  # a Python number remains one
        return x
    x = x if hasattr(x, "dtype") else np.asarray(x)[()]
    if len(x.shape) <= len(shape) and all(
        a in (1, b) for a, b in zip(x.shape[::-1], shape[::-1], strict=False)
    ):
        return np.broadcast_to(x, shape)
    flat, size, count = np.reshape(x, -1), math.prod(x.shape), math.prod(shape)
    if not size:
        return np.ones(shape, x.dtype)
    part = flat[:count] if size >= count else flat[np.arange(count) % size]
    return part.reshape(shape)


def bounded(x: Any) -> Any:
    """A smooth function of size at most 1."""
    if dtype_of(x).kind == "c":
        return 2 * x / (1 + x * np.conj(x))
    return np.sin(x)


def inside(x: Any, low: float, high: float) -> Any:
    """A smooth function with values in an interval; of a complex number, its real part."""
    if dtype_of(x).kind == "c":
        return inside(np.real(x), low, high) + 1j * (0.25 + 0.15 * np.sin(np.imag(x)))
    y = np.sin(x)
    if np.isfinite(low) and np.isfinite(high):
        return float(low + high) / 2 + 0.4 * float(high - low) * y
    if np.isfinite(low):
        return low + 1.5 + y
    if np.isfinite(high):
        return high - 1.5 + y
    return 1.5 * y


def whole(x: Any, low: int, high: int) -> Any:
    """Integers in an interval, both ends included, from integers."""
    return x % x.dtype.type(high - low + 1) + x.dtype.type(low)


def near(x: Any, sample: Any, step: float) -> Any:
    """The operand of a sample, moved a little by some other value."""
    y = bounded(to(fit(x, sample.shape), sample.dtype))
    size = float(np.max(np.abs(sample), initial=0, where=np.isfinite(sample)))
    return sample + step * size * y


def settle(x: Any, like: Any) -> Any:
    """Of the shape and dtype of another value, and of size at most 1 if inexact."""
    y = to(fit(x, shape_of(like)), dtype_of(like))
    return bounded(y) if y.dtype.kind in "fc" else y % 7 if y.dtype.kind in "iu" else y


def noisy(x: Any, step: float, place: int = 0) -> Any:
    """The value with relative errors of such a size, others at each place of a program.

    They are taken from an array: what is compiled must not draw random numbers.
    """
    if not hasattr(x, "dtype") or x.dtype.kind not in "fc":
        return x
    real = np.zeros(0, x.dtype).real.dtype
    chosen = (97 * place + np.arange(math.prod(x.shape))) % len(_noise)
    found = x * (1 + (step * _noise[chosen].reshape(x.shape)).astype(real))
    return np.asarray(found) if type(x) is np.ndarray else found


def imprecise(x: Any) -> Any:
    """The value with errors of some units in the last place of its dtype."""
    return noisy(x, 1e-5 if dtype_of(x).name in ("float32", "complex64") else 1e-14)


def _with_noise(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: imprecise(function(*args))


NOISY = {f.__name__: _with_noise(f) for f in (bounded, inside, near, settle)}


def reseed(seed: int) -> None:
    """Begin the errors of `noisy` anew."""
    _noise[...] = np.random.default_rng(seed).uniform(-1, 1, len(_noise))


# -- functions with rules of their own ---------------------------------------------------


def _product(x: Any, y: Any) -> Any:
    return np.sin(x) * y


def _pull(residuals: Any, g: Any) -> Any:
    c, s, y = residuals
    return g * c * y, g * s


def _push(primals: Any, tangents: Any) -> Any:
    (x, y), (dx, dy) = primals, tangents
    return _product(x, y), np.cos(x) * y * dx + np.sin(x) * dy


reverse_product = ft.custom_vjp(_product)
reverse_product.defvjp(
    lambda x, y: (_product(x, y), (np.cos(x), np.sin(x), y)),
    _pull,
)
forward_product = ft.custom_jvp(_product)
forward_product.defjvp(_push)


# -- transforms of whole functions -------------------------------------------------------


def leaves_of(tree: Any) -> list[Any]:
    """Arrays and numbers of a pytree."""
    return [
        x if hasattr(x, "dtype") else np.asarray(x) for x in pytree.flatten(tree)[0]
    ]


def scalar(function: Callable[..., Any]) -> Callable[..., Any]:
    """A real number that depends on all inexact results."""

    def total(*args: Any) -> Any:
        found = 0.0
        for k, leaf in enumerate(leaves_of(function(*args)), 1):
            if leaf.dtype.kind in "fc":
                count = math.prod(leaf.shape)
                weights = np.cos(k + np.arange(count)).reshape(leaf.shape)
                real = np.real(leaf) - 0.5 * np.imag(leaf)
                found = found + np.sum(to(real, "float64") * weights)
        return found

    return total


def restricted(
    function: Callable[..., Any], args: Sequence[Any], places: Sequence[int]
) -> Callable[..., Any]:
    """The function of the arguments at `places`; the others are as given."""

    def part(*given: Any) -> Any:
        whole_args = list(args)
        for place, value in zip(places, given, strict=True):
            whole_args[place] = value
        return function(*whole_args)

    return part


def tangents_of(args: Sequence[Any]) -> tuple[Any, ...]:
    """A direction for each."""
    return tuple(
        np.cos(1 + np.arange(np.size(a))).reshape(np.shape(a)).astype(dtype_of(a))[()]
        for a in args
    )


def gradient(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
    """Value and gradient by the arguments at `places`, as a function of all."""
    return ft.value_and_grad(scalar(function), tuple(places))


def push(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
    """The result with its tangent, as a function of all arguments."""

    def pushed(*args: Any) -> Any:
        chosen = tuple(args[i] for i in places)
        part = restricted(function, args, places)
        return ft.jvp(_inexact(part), chosen, tangents_of(chosen))

    return pushed


def pull(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
    """The result with a cotangent of each argument at `places`."""

    def pulled(*args: Any) -> Any:
        part = _inexact(restricted(function, args, places))
        outs, back = ft.vjp(part, *(args[i] for i in places))
        return outs, back(tangents_of(outs))

    return pulled


def _inexact(function: Callable[..., Any]) -> Callable[..., Any]:
    def part(*args: Any) -> Any:
        return tuple(x for x in leaves_of(function(*args)) if x.dtype.kind in "fc")

    return part


def second(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
    """The Hessian times a vector: the tangent of the gradient."""

    def pushed(*args: Any) -> Any:
        chosen = tuple(args[i] for i in places)
        total = scalar(restricted(function, args, places))
        slope = ft.grad(total, tuple(range(len(chosen))))
        return ft.jvp(slope, chosen, tangents_of(chosen))

    return pushed


def twice_back(
    function: Callable[..., Any], places: Sequence[int]
) -> Callable[..., Any]:
    """What `second` gives, by reverse mode over reverse mode."""

    def pulled(*args: Any) -> Any:
        chosen = tuple(args[i] for i in places)
        total = scalar(restricted(function, args, places))
        slope = ft.grad(total, tuple(range(len(chosen))))
        outs, back = ft.vjp(slope, *chosen)
        return outs, back(tangents_of(chosen))

    return pulled


def whole_of(
    transform: Callable[..., Any], *, of_scalar: bool = False
) -> Callable[..., Any]:
    """A Jacobian of all inexact results, or of the number that depends on them."""

    def wrap(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
        def found(*args: Any) -> Any:
            chosen = tuple(args[i] for i in places)
            part = restricted(function, args, places)
            part = scalar(part) if of_scalar else _inexact(part)
            return transform(part, tuple(range(len(chosen))))(*chosen)

        return found

    return wrap


def along(transform: str) -> Callable[..., Any]:
    """The number's tangent, found in forward mode or from its gradient."""

    def wrap(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
        def found(*args: Any) -> Any:
            chosen = tuple(args[i] for i in places)
            total = scalar(restricted(function, args, places))
            if transform == "forward":
                return ft.jvp(total, chosen, tangents_of(chosen))
            value, slopes = ft.value_and_grad(total, tuple(range(len(chosen))))(*chosen)
            pairs = zip(slopes, tangents_of(chosen), strict=True)
            return value, sum(np.sum(to(g, "float64") * t) for g, t in pairs)

        return found

    return wrap


def same(function: Callable[..., Any], places: Sequence[int]) -> Callable[..., Any]:
    """The function as it is."""
    return function


WRAPS = {
    "none": same,
    "grad": gradient,
    "vjp": pull,
    "jvp": push,
    "hvp": second,
    "vhp": twice_back,
    "jacfwd": whole_of(ft.jacfwd),
    "jacrev": whole_of(ft.jacrev),
    "hessian": whole_of(ft.hessian, of_scalar=True),
    "hessian, reversed": whole_of(
        lambda f, n: ft.jacrev(ft.grad(f, n), n), of_scalar=True
    ),
    "forward": along("forward"),
    "reverse": along("reverse"),
}
OF_FEW = frozenset(("jacfwd", "jacrev", "hessian"))
TWINS = {
    "hvp": "vhp",
    "vhp": "hvp",
    "jacfwd": "jacrev",
    "jacrev": "jacfwd",
    "hessian": "hessian, reversed",
}
"""Transforms that give the same by another mode; of others, what they give along a
direction is compared."""

special = scipy.special
