"""Random programs are written line by line, and run along, to know what the values are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tests.fuzz._program import Body, Line, copied, scope_of
from tests.fuzz._support import dtype_of, shape_of

_LARGEST = 1e6  # of values that are kept: larger ones leave no digits to compare
DTYPES = {
    "double": {"float64": 8, "int64": 1, "bool": 1},
    "single": {"float32": 8, "int32": 1, "bool": 1},
    "complex": {"complex128": 6, "float64": 3},
    "single complex": {"complex64": 6, "float32": 3},
    "mixed": {
        "float64": 1,
        "float32": 1,
        "complex128": 1,
        "complex64": 1,
        "bool": 1,
        **{f"{sign}int{bits}": 1 for sign in ("", "u") for bits in (8, 16, 32, 64)},
    },
}
_SINGLE = frozenset(("float32", "complex64", "int16", "uint16", "int8", "uint8"))
_NAME = re.compile(r"\b[a-z]\d+\b")
_LENGTHS = [*range(1, 10), 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 130]


def is_number(value: Any) -> bool:
    """Whether it is an array or a number."""
    return isinstance(value, (np.ndarray, np.generic, int, float, complex))


class Rejected(Exception):  # noqa: N818 - no error
    """The line cannot be: another one is tried."""


UNFIT = (Rejected, TypeError, ValueError, IndexError, ArithmeticError)
"""What says that a line cannot be."""


class Writer:
    """Writes one function.

    Attributes
    ----------
    rng : numpy.random.Generator
    scope : dict
        Every name with its value.
    names : list of str
        Values that can be taken.
    own : list of str
        Those among them that were made here, and can be written to.
    root : Writer
        Of the outermost function: it has the inputs and the constants.
    """

    def __init__(self, rng: np.random.Generator, parent: Writer | None = None) -> None:
        self.rng = rng
        self.lines: list[Line] = []
        self.own: list[str] = []
        self.params: list[str] = []
        self.parent = parent
        self.root: Writer = parent.root if parent else self
        self.depth: int = parent.depth + 1 if parent else 0
        if parent:
            self.scope = dict(parent.scope)
            self.names = list(parent.names)
            return
        self.numbers = itertools.count()
        self.inputs: list[Any] = []
        self.constants: dict[str, Any] = {}
        self.names = []
        self.scope = scope_of({})
        flavours = list(DTYPES)
        self.flavour = flavours[
            rng.choice(len(flavours), p=[0.5, 0.2, 0.12, 0.06, 0.12])
        ]
        self.limit, self.lengths = self._sizes()
        self.writes_inputs = self.chance(0.25)  # then it is not transformed

    def _sizes(self) -> tuple[int, list[int]]:
        """The largest number of elements, and lengths of axes."""
        kind = self.rng.random()
        if kind < 0.03:
            long = int(self.rng.choice([2000, 8191, 30000, 65537, 100_000]))
            return 150_000, [long, 2, 3]
        count = int(self.rng.integers(1, 4))
        pool = _LENGTHS[:9] if kind < 0.5 else _LENGTHS
        lengths = [int(n) for n in self.rng.choice(pool, count)]
        return 3000, lengths + [0] * (kind > 0.96)

    # -- chance ------------------------------------------------------------------------

    def choose(self, options: Sequence[Any]) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def dtype(self) -> str:
        weights = DTYPES[self.root.flavour]
        return str(
            self.rng.choice(
                [
                    *itertools.chain(
                        *([name] * weight for name, weight in weights.items())
                    )
                ]
            )
        )

    def shape(self, ndim: int | None = None) -> tuple[int, ...]:
        """A shape of the program's lengths, and of length 1 at times."""
        ndim = int(self.rng.choice([0, 1, 1, 2, 2, 3])) if ndim is None else ndim
        lengths = self.root.lengths
        while True:
            shape = tuple(
                1 if self.chance(0.12) else int(self.choose(lengths))
                for _ in range(ndim)
            )
            if np.prod(shape, dtype=float) <= self.root.limit:
                return shape
            ndim -= 1

    # -- values ------------------------------------------------------------------------

    def name(self, letter: str = "v") -> str:
        return f"{letter}{next(self.root.numbers)}"

    def value(self, name: str) -> Any:
        return self.scope[name]

    def pick(self, condition: Callable[[Any], bool] = lambda _: True) -> str:
        """Name of some value that fulfils the condition; later ones are likelier."""
        names = [n for n in self.names if condition(self.scope[n])]
        if not names:
            raise Rejected
        return names[int(len(names) * self.rng.random() ** 0.6)]

    def pick_inexact(self, ndim: int = 0) -> str:
        """Name of a float or complex value of so many axes at least."""
        return self.pick(
            lambda v: dtype_of(v).kind in "fc" and len(shape_of(v)) >= ndim
        )

    def constant(self, value: Any) -> str:
        """Name of a constant: what a function takes from outside."""
        name = self.name("c")
        self.root.constants[name] = value
        writer: Writer | None = self
        while writer:
            writer.scope[name] = value
            writer = writer.parent
        return name

    def parameter(self, value: Any, letter: str = "x") -> str:
        """Name of a parameter of this function."""
        name = self.name(letter)
        self.params.append(name)
        self.scope[name] = value
        self.names.append(name)
        return name

    def input(self, value: Any) -> str:
        """Name of an input of the program; within inner functions, of a constant."""
        if self is not self.root:
            return self.constant(value)
        self.inputs.append(copied(value))  # the program may write into it
        return self.parameter(value)

    # -- lines -------------------------------------------------------------------------

    def assign(
        self,
        tag: str,
        text: str,
        count: int | None = None,
        *,
        exact: bool = False,
        bodies: Sequence[Body] = (),
    ) -> list[str]:
        """Write ``name = text``, or of a tuple of `count` values each its name."""
        values = self.evaluate(text, bodies)
        values = [values] if count is None else list(values)
        names = [self.name() for _ in values]
        targets = ", ".join(names) + ("," if count is not None else "")
        kept = [self.is_tame(v) for v in values]
        if not any(kept) or any(np.size(v) > self.root.limit for v in values):
            raise Rejected
        self.scope.update(zip(names, values, strict=True))
        found = [name for name, good in zip(names, kept, strict=True) if good]
        self.names += found
        self.own += found
        copies = tuple(np.array(v) for v in values)
        line = Line(tag, f"{targets} = {text}", tuple(names), copies, exact)
        line.bodies = [*bodies]
        line.single = self._is_single(text, values)
        self.lines.append(line)
        return found

    def _is_single(self, text: str, values: Sequence[Any]) -> bool:
        """Whether something in the line is computed in single precision."""
        operands = [self.scope[n] for n in _NAME.findall(text) if n in self.scope]
        names = {dtype_of(v).name for v in (*operands, *values) if is_number(v)}
        return bool(names & _SINGLE) or any(word in text for word in _SINGLE)

    def write(self, tag: str, text: str) -> None:
        """Write a statement that changes a value."""
        before = {n: np.array(self.scope[n]) for n in self.names}
        with np.errstate(all="ignore"):
            try:
                exec(text, self.scope)
                good = all(self.is_tame(self.scope[n]) for n in self.names)
            except (TypeError, ValueError, IndexError, ZeroDivisionError):
                good = False
        if not good:
            for name, old in before.items():
                if isinstance(self.scope[name], np.ndarray):
                    writeable = self.scope[name].flags.writeable
                    if writeable:
                        self.scope[name][...] = old
            raise Rejected
        self.lines.append(Line(tag, text, exact=True))

    def evaluate(self, text: str, bodies: Sequence[Body] = ()) -> Any:
        """What an expression is worth."""
        with np.errstate(all="ignore"):
            for body in bodies:
                exec("\n".join(body.render(noise=False)), self.scope)
            return eval(text, self.scope)

    def is_tame(self, value: Any) -> bool:
        """Whether it is an array or number of sizes that can be computed with."""
        if not is_number(value):
            return False
        kind = dtype_of(value).kind
        if kind not in "fc":
            return kind in "biu"
        with np.errstate(all="ignore"):
            small = bool(np.all(np.abs(value) < _LARGEST))
        return small and dtype_of(value).name in (
            "float64",
            "float32",
            "complex128",
            "complex64",
        )

    def body(self, result: str) -> Body:
        """The function as it is written up to now."""
        return Body(self.name("f"), self.params, self.lines, result)


def steps(
    writer: Writer, kinds: Sequence[tuple[Callable[[Writer], None], float]], count: int
) -> None:
    """Write `count` lines, or a few less if some cannot be."""
    functions, weights = zip(*kinds, strict=True)
    chances = np.array(weights) / sum(weights)
    for _ in range(2 * count):
        if len(writer.lines) >= count:
            return
        step = functions[writer.rng.choice(len(functions), p=chances)]
        try:
            step(writer)
        except UNFIT:
            continue


def tuple_of(names: Iterator[str] | Sequence[str]) -> str:
    """The text of a tuple."""
    names = list(names)
    return f"({', '.join(names)}{',' * (len(names) == 1)})"
