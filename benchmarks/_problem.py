"""What a benchmark problem is: one computation, written once for every peer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

Task = Literal["value", "value_and_grad", "jacobian", "hessian"]
Size = int | tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """One computation: its data, its objective, and what is asked of it.

    Parameters
    ----------
    name : str
        Unique; the hand-written version is ``benchmarks.by_hand.<name>_<task>``.
    summary : str
        One line for the reader of a table.
    make : callable
        ``(size, rng) -> tuple``: the data. A Python ``int`` among them is a constant of
        the program, anything else an input of it.
    objective : callable
        ``(xp, *special, *data) -> array`` in NumPy's style, where `xp` is the array
        namespace.
    sizes : tuple
        What `make` is called with, from small to large.
    smoke : int or tuple of int
        A size at which any peer takes milliseconds.
    tasks : tuple of str
        What is computed.
    argnums : tuple of int
        The inputs that are differentiated.
    special : tuple of str
        The functions of `scipy.special` that the objective needs.
    tall : bool
        Whether a Jacobian has more rows than columns: it is taken by forward mode, where a
        library leaves the choice to its users.
    total : bool
        Whether the derivative is that of the sum of the result.
    memory : bool
        Whether peak memory is measured too.
    per : str
        What the size counts, where time per one of them tells something.
    spellings : mapping
        Objectives by library, for those whose users would write this one otherwise.
    """

    name: str
    summary: str
    make: Callable[[Any, Any], tuple[Any, ...]]
    objective: Callable[..., Any]
    sizes: tuple[Size, ...]
    smoke: Size
    tasks: tuple[Task, ...] = ("value_and_grad",)
    argnums: tuple[int, ...] = (0,)
    special: tuple[str, ...] = ()
    tall: bool = False
    total: bool = False
    memory: bool = False
    per: str = ""
    spellings: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A problem at one size, with its data, and the one thing asked of it."""

    problem: Problem
    task: Task
    data: tuple[Any, ...] = field(repr=False)

    @property
    def inputs(self) -> list[Any]:
        """The data without the constants of the program."""
        return [datum for datum in self.data if not isinstance(datum, int)]

    def function(self, library: str, xp: Any, special: Any) -> Callable[..., Any]:
        """Objective as a function of the inputs alone; a fresh object at each call."""
        problem = self.problem
        spelled = problem.spellings.get(library, problem.objective)
        functions = [getattr(special, name) for name in problem.special]
        # A function that captures no data is what a user would write in a module.
        objective = lambda *data: spelled(xp, *data)  # noqa: E731
        if functions:
            objective = partial(spelled, xp, *functions)
        if any(isinstance(datum, int) for datum in self.data):
            objective = self._with_constants(objective)
        if not problem.total or self.task == "value":
            return objective
        return lambda *inputs: xp.sum(objective(*inputs))

    def _with_constants(self, objective: Callable[..., Any]) -> Callable[..., Any]:
        constants = [d if isinstance(d, int) else None for d in self.data]

        def function(*inputs: Any) -> Any:
            given = iter(inputs)
            return objective(*[next(given) if c is None else c for c in constants])

        return function


def label(size: Size) -> str:
    """Size as the command line and the tables write it."""
    return "x".join(map(str, size)) if isinstance(size, tuple) else str(size)
