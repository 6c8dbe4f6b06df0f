"""A function under check: of arrays, with names for their elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import optree

from functrace.core import pytree
from functrace.core.aval import is_inexact
from functrace.core.errors import DtypeError, message
from functrace.core.primitive import as_operand
from functrace.core.tracer import Tracer
from functrace.transforms._arguments import Argnums, parameters_of, select
from functrace.transforms.vjp import jvp, vjp

WHERE = "functrace.testing.check_grads"

Unit: TypeAlias = "tuple[int, tuple[int, ...], complex]"  # argument, element, 1 or 1j


@dataclass(frozen=True)
class Problem:
    """A function of arrays that returns a tuple of arrays.

    Attributes
    ----------
    function : callable
    args : list of ndarray or scalar
    labels, out_labels : list of str
        What the arguments and the outputs are called.
    history : tuple of str
        The modes of the derivatives that have been taken to arrive at it.
    """

    function: Callable[..., tuple[Any, ...]]
    args: list[Any]
    labels: list[str]
    out_labels: list[str]
    history: tuple[str, ...] = ()

    def precise_args(self) -> list[Any]:
        """The arguments in double precision."""
        return [a.astype(np.result_type(a.dtype, np.float64)) for a in self.args]

    def push(self, tangents: Sequence[Any]) -> list[Any]:
        """Functrace's forward mode."""
        return _push(self.function, self.args, tangents)

    def pull(self, cotangents: Sequence[Any]) -> list[Any]:
        """Functrace's reverse mode."""
        return _pull(self.function, self.args, cotangents)

    def push_by_pulling(self, tangents: Sequence[Any]) -> list[Any]:
        """What `push` gives, from a reverse pass per element of the outputs."""
        outs, pullback = vjp(self.function, *self.args)
        dots = _zeros(outs)
        for k, index, unit in _units(outs):
            cotangents = _zeros(outs)
            cotangents[k][index] = np.conjugate(unit)
            dots[k][index] += unit * pair(pullback(tuple(cotangents)), tangents)
        return dots

    def derivative(self, mode: str, seeds: Sequence[Any]) -> Problem:
        """The first derivative along fixed directions, as a function again."""
        transform = {"forward": _push, "reverse": _pull}[mode]
        names = {"forward": self.out_labels, "reverse": self.labels}[mode]
        what = {"forward": "tangent", "reverse": "cotangent"}[mode]
        return replace(
            self,
            function=lambda *args: tuple(transform(self.function, args, seeds)),
            out_labels=[f"{what} of {name}" for name in names],
            history=(*self.history, mode),
        )

    def units(self) -> list[Unit]:
        """Every element of every argument; of complex ones, both parts."""
        return list(_units(self.args))

    def direction(
        self, units: Sequence[Unit], rng: np.random.Generator | None = None
    ) -> list[Any]:
        """Make the elements grow at rate 1, or by random amounts."""
        tangents = _zeros(self.precise_args())
        for k, index, unit in units:
            tangents[k][index] += unit * (1.0 if rng is None else rng.uniform(0.5, 1.5))
        return tangents

    def name(self, unit: Unit) -> str:
        """What the element is called."""
        k, index, part = unit
        name = element(self.labels[k], index)
        return f"imag({name})" if part == 1j else name


def make_problem(
    f: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    argnums: Argnums | None,
) -> Problem:
    """Turn `f` into a function of the arrays in the chosen arguments."""
    parameters = list(parameters_of(f))
    places: Sequence[int | str] = range(len(args))
    if argnums is not None:
        places = select(WHERE, parameters_of(f), argnums, tuple(args), kwargs)
    given: dict[int | str, Any] = {**dict(enumerate(args)), **kwargs}
    trees = [given[place] for place in places]
    leaves, treedef = pytree.flatten(trees)
    labels = _labels(trees, [_label_of(parameters, place) for place in places])
    varied = _varied_among(leaves)

    def call(*arrays: Any) -> Any:
        moved = list(leaves)
        for i, array in zip(varied, arrays, strict=True):
            moved[i] = array
        chosen = zip(places, pytree.unflatten(treedef, moved), strict=True)
        values = {**given, **dict(chosen)}
        return f(
            *[values[i] for i in range(len(args))],
            **{name: values[name] for name in kwargs},
        )

    points = [np.array(leaves[i])[()] for i in varied]
    result = call(*points)
    inexact = [is_inexact(leaf.dtype) for leaf in _settled_leaves(result)]
    names = zip(_labels([result], ["output"]), inexact, strict=True)
    return Problem(
        lambda *arrays: tuple(_inexact(_settled_leaves(call(*arrays)))),
        points,
        [labels[i] for i in varied],
        [name for name, chosen in names if chosen],
    )


def _varied_among(leaves: Sequence[Any]) -> list[int]:
    """Which of them are varied; DtypeError if none is."""
    varied = [i for i, leaf in enumerate(leaves) if _is_varied(leaf)]
    if not varied:
        kinds = ", ".join(type(leaf).__name__ for leaf in leaves)
        what = f"{WHERE}: no argument holds a float or complex number."
        raise DtypeError(message(what, got=kinds or "nothing"))
    return varied


def element(name: str, index: Sequence[Any]) -> str:
    """Name of one element of an array."""
    return f"{name}[{', '.join(map(str, index))}]" if len(index) else name


def pair(cotangents: Sequence[Any], tangents: Sequence[Any]) -> float:
    """The real number that cotangents make of tangents."""
    return sum(
        float(np.sum(np.real(w * v))) for w, v in zip(cotangents, tangents, strict=True)
    )


def _push(function: Any, args: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    return list(jvp(function, tuple(args), _cast(tangents, args))[1])


def _pull(function: Any, args: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
    outs, pullback = vjp(function, *args)
    return list(pullback(_cast(cotangents, outs)))


def _cast(arrays: Sequence[Any], like: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(a.astype(b.dtype) for a, b in zip(arrays, like, strict=True))


def _zeros(like: Sequence[Any]) -> list[Any]:
    return [np.zeros(np.shape(array), array.dtype) for array in like]


def _units(arrays: Sequence[Any]) -> Iterator[Unit]:
    for k, array in enumerate(arrays):
        for index in np.ndindex(np.shape(array)):
            for unit in (1, 1j) if array.dtype.kind == "c" else (1,):
                yield k, index, unit


def _is_varied(leaf: Any) -> bool:
    numbers = (float, complex, np.ndarray, np.generic)
    return isinstance(leaf, numbers) and is_inexact(np.asarray(leaf).dtype)


def _settled_leaves(result: Any) -> list[Any]:
    """Leaves of a result as arrays, NumPy scalars and tracers."""
    leaves = [
        leaf if isinstance(leaf, Tracer) else as_operand(leaf)
        for leaf in pytree.flatten(result)[0]
    ]
    return [leaf if hasattr(leaf, "dtype") else np.asarray(leaf)[()] for leaf in leaves]


def _inexact(leaves: Sequence[Any]) -> list[Any]:
    return [leaf for leaf in leaves if is_inexact(leaf.dtype)]


def _labels(trees: Sequence[Any], roots: Sequence[str]) -> list[str]:
    """How each leaf is reached from what it belongs to: ``params['w'][0]``."""
    pytree.flatten(list(trees))  # makes dataclasses known
    return [
        accessor.codify(root)
        for tree, root in zip(trees, roots, strict=True)
        for accessor in optree.tree_accessors(tree, namespace=pytree.NAMESPACE)
    ]


def _label_of(names: Sequence[str], place: int | str) -> str:
    """What the argument at a place of the call is called."""
    if isinstance(place, str):
        return place
    return names[place] if place < len(names) else f"args[{place}]"
