"""Random straight-line NumPy programs, as text: a failing one can be read and rerun."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

import functrace.numpy  # noqa: F401 - fills REGISTRY
from functrace.core.primitive import REGISTRY
from functrace.core.rule import Rule

_SHAPES = [(), (3,), (2, 3), (2, 1), (3, 2), (1, 2, 3)]
_LIMIT = 64  # elements of a value
_WIDE = [(), (3,), (70,), (2, 37), (37, 1), (5, 3), (2, 1, 35)]  # longer than vectors
_WIDE_LIMIT = 2000
_REDUCTIONS = ["sum", "mean", "max", "min", "prod", "var"]


@dataclass(frozen=True)
class Program:
    """Text of a function ``program(*inputs) -> scalar``, and inputs to call it with."""

    text: str
    inputs: tuple[Any, ...]

    @property
    def function(self) -> Callable[..., Any]:
        """The function, on plain NumPy."""
        scope: dict[str, Any] = {"np": np}
        exec(self.text, scope)
        return scope["program"]

    def __repr__(self) -> str:
        inputs = ", ".join(f"np.{i!r}" for i in self.inputs)
        return f"{self.text}\nprogram({inputs})"


def _elementwise(kind: str) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    """NumPy's smooth ufuncs of a kind, by name, with where they are smooth."""
    return [
        (primitive.ufunc.__name__, primitive.domain)
        for _, primitive in sorted(REGISTRY.items())
        if primitive.ufunc is not None
        and getattr(np, primitive.ufunc.__name__, None) is primitive.ufunc
        and isinstance(primitive.vjp, Rule)
        and primitive.domain
        and not primitive.multiple
        and kind * primitive.ufunc.nin + f"->{kind}" in primitive.ufunc.types
    ]


_ELEMENTWISE = {kind: _elementwise(kind) for kind in "dfD"}
_BOUNDED = {  # smooth, of size at most 1
    "d": "np.sin({})",
    "f": "np.sin({})",
    "D": "(2 * {0} / (1 + {0} * np.conj({0})))",
}


def _inside(interval: tuple[float, float], bounded: str) -> str:
    """Text that brings a value of size at most 1 into an interval."""
    low, high = interval
    if np.isfinite(low) and np.isfinite(high):
        return f"{(low + high) / 2} + {0.4 * (high - low)} * {bounded}"
    if np.isfinite(low):
        return f"{low + 1.5} + {bounded}"
    if np.isfinite(high):
        return f"{high - 1.5} + {bounded}"
    return f"1.5 * {bounded}"


class _Writer:
    """Writes a program line by line, and runs along to know the shapes."""

    def __init__(
        self,
        draw: Callable[[Any], Any],
        inputs: list[Any],
        kind: str,
        limit: int,
        masks: bool,
    ) -> None:
        self.draw = draw
        self.limit = limit
        self.masks = masks
        self.kind = kind
        self.lines: list[str] = []
        self.names = [f"x{i}" for i in range(len(inputs))]
        self.scope = {"np": np, **dict(zip(self.names, inputs, strict=True))}

    def choose(self, options: Any) -> Any:
        return self.draw(st.sampled_from(list(options)))

    def value(self, name: str) -> Any:
        return self.scope[name]

    def pick(self, condition: Callable[[Any], bool] = lambda _: True) -> str | None:
        """Name of some value, or None if none fulfils the condition."""
        names = [n for n in self.names if condition(self.value(n))]
        return self.choose(names) if names else None

    def like(self, name: str) -> str:
        """Text of a value that broadcasts with another without making it larger."""
        shape = np.shape(self.value(name))

        def fits(value: Any) -> bool:
            try:
                return np.broadcast_shapes(np.shape(value), shape) == shape
            except ValueError:
                return False

        return self.pick(fits) or f"np.mean({self.pick()})"

    def assign(self, text: str) -> None:
        name = f"v{len(self.lines)}"
        self.run(f"{name} = {text}")
        if np.size(self.value(name)) > self.limit:
            self.run(f"{name} = np.mean({name})")
        self.names.append(name)

    def run(self, line: str) -> None:
        with np.errstate(all="ignore"):
            exec(line, self.scope)
        self.lines.append(line)

    def index(self, shape: tuple[int, ...], *, arrays: bool = True) -> str:
        """Text of an index that fits the shape."""
        entries: list[str] = []
        listed = False
        for length in shape[: self.draw(st.integers(1, len(shape)))]:
            kinds = ["int", "slice", "step", "back", "new"]
            kinds += ["list"] if arrays and not listed and length else []
            kind = self.choose(kinds)
            at = self.draw(st.integers(-length, length - 1)) if length else 0
            listed |= kind == "list"
            entries.append(
                {
                    "int": str(at) if length else ":",
                    "slice": f"{at}:",
                    "step": "::2",
                    "back": "::-1",
                    "new": "None, :",
                    "list": f"[{at}, 0, {at}]",
                }[kind]
            )
        return self.choose(["", "..., "] if len(entries) == len(shape) else [""]) + (
            ", ".join(entries)
        )


def _ufunc(w: _Writer) -> None:
    name, domain = w.choose(_ELEMENTWISE[w.kind])
    first = w.pick()
    operands = [first, *(w.like(first) for _ in domain[1:])]
    bounded = [_BOUNDED[w.kind].format(operand) for operand in operands]
    texts = [_inside(d, b) for d, b in zip(domain, bounded, strict=True)]
    w.assign(f"np.{name}({', '.join(texts)})")


def _operator(w: _Writer) -> None:
    a = w.pick()
    b = w.choose([w.like(a), "2.0", "-0.5"])
    template = w.choose(["{a} + {b}", "{b} - {a}", "{a} * {b}", "{a} / (3 + abs({b}))"])
    w.assign(template.format(a=a, b=b))


def _reduction(w: _Writer) -> None:
    a = w.pick(lambda v: np.ndim(v) > 0 and np.size(v) > 0)
    if a is None:
        return
    ndim = w.value(a).ndim
    axis = w.choose([None, *range(-ndim, ndim), tuple(range(ndim))])
    name = w.choose(_REDUCTIONS)
    keepdims = w.choose(["", ", keepdims=True"])
    if name == "prod":  # of larger numbers, it would leave no digits to compare
        a = _BOUNDED[w.kind].format(a)
    w.assign(f"np.{name}({a}, axis={axis}{keepdims})")


def _layout(w: _Writer) -> None:
    a = w.pick(lambda v: np.ndim(v) > 0)
    if a is None:
        return
    axis = w.choose(range(-w.value(a).ndim, w.value(a).ndim))
    template = w.choose(
        [
            "{a}.T",
            "{a}.reshape(-1)",
            "{a}.reshape({a}.shape[::-1])",
            "{a}.ravel('K')",
            "{a}.T + {b}",
            "np.copy({a})",
            "np.flip({a}, {axis})",
            "np.swapaxes({a}, 0, {axis})",
            "{a}[..., None] * {b}",
            "np.concatenate([{a}, {a} * {b}], axis={axis})",
            "np.stack([{a}, {a} * {b}], axis={axis})",
            "np.cumsum({a}, axis={axis})",
            "np.where({a} > 0.1, {a} * {a}, np.cos({a}))",
            "np.sort({a}, axis={axis})",
            "np.real({a}) * np.conj({a})",
            "np.abs({a})",
            "np.roll({a}, 1, axis={axis})",
            "np.broadcast_to({a}, (2, *{a}.shape))",
            "np.expand_dims({a}, {axis})",
            "{b} + np.array([np.sum({a}), {b}, 1.0])",
        ]
    )
    w.assign(template.format(a=a, b=f"np.mean({w.pick()})", axis=axis))


def _read(w: _Writer) -> None:
    a = w.pick(lambda v: np.ndim(v) > 0)
    if a is not None:
        w.assign(f"{a}[{w.index(w.value(a).shape)}]")


def _write(w: _Writer) -> None:
    """Write into an array, which may be a view of another, or have views."""

    def fits(value: Any) -> bool:
        if not isinstance(value, np.ndarray) or not value.ndim:
            return False
        return value.flags.writeable and (w.kind != "D" or value.dtype.kind == "c")

    a = w.pick(fits)
    if a is None:
        return
    index = w.index(w.value(a).shape)
    b = f"np.mean({w.pick()})"
    template = w.choose(
        [
            "{a}[{i}] = {b}",
            "{a}[{i}] = np.sin({a}[{i}])",
            "{a}[{i}] *= {b}",
            "{a}[{i}] += {a}[{i}] * {b}",
            "{a} += {c}",
            "{a} *= 0.5",
            "{a}[...] = {c}",
            "np.multiply({a}, {c}, out={a})",
        ]
        + ["{a}[{a} > 0] *= 0.25"] * w.masks
    )
    w.run(template.format(a=a, i=index, b=b, c=w.like(a)))


_STEPS = [_ufunc, _operator, _reduction, _layout, _layout, _read, _write, _write]


@st.composite
def programs(
    draw: Callable[[Any], Any],
    kind: str = "d",
    *,
    wide: bool = False,
    masks: bool = True,
) -> Program:
    """Programs of 3 to 25 lines on one to three inputs, whose result is a real number.

    Inputs are of double precision ("d"), single ("f") or, all but the first, complex ("D").
    With `wide`, some of them are longer than a machine's vectors; without `masks`, no
    shape depends on values.
    """
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    shapes = draw(
        st.lists(st.sampled_from(_WIDE if wide else _SHAPES), min_size=1, max_size=3)
    )
    inputs = [rng.normal(size=shape) for shape in shapes]
    if kind == "D":
        inputs[1:] = [x * np.exp(1j * rng.normal(size=np.shape(x))) for x in inputs[1:]]
    if kind == "f":
        inputs = [np.asarray(x, np.float32) for x in inputs]
    inputs = [np.asarray(x)[()] for x in inputs]
    limit = _WIDE_LIMIT if wide else _LIMIT
    writer = _Writer(draw, [np.copy(x)[()] for x in inputs], kind, limit, masks)
    for step in draw(st.lists(st.sampled_from(_STEPS), min_size=3, max_size=25)):
        step(writer)
    bounded = _BOUNDED[kind].format("v")
    result = f"sum(np.mean({bounded}) for v in ({', '.join(writer.names)},))"
    body = [*writer.lines, f"return np.real({result})"]
    arguments = ", ".join(f"x{i}" for i in range(len(inputs)))
    text = "\n    ".join([f"def program({arguments}):", *body])
    return Program(text, tuple(inputs))
