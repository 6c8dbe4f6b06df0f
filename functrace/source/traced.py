"""The graph of which a program is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from functrace.compiler.forms import form_of
from functrace.core.errors import MissingRuleError, message
from functrace.core.graph import Graph, Static
from functrace.core.naming import Variables
from functrace.core.node import Edge
from functrace.core.primitive import Primitive
from functrace.core.source import SourceLine, callers, user_line
from functrace.engine.simplify import simplify
from functrace.primitives.effect import tokens_of
from functrace.source.names import identifier
from functrace.source.unpacking import called, described
from functrace.transforms._arguments import parameters_of
from functrace.transforms.make_graph import trace_graph

WHERE = "functrace.to_source"
_GRAPHS = (
    "call",
    "remat",
    "remat_with_outputs",
    "segments",
    "solution",
    "custom_vjp_call",
    "custom_jvp_call",
    "custom_call",
)


class ProgramGraph(NamedTuple):
    """A function's graph, and what the function is called with.

    Attributes
    ----------
    graph : Graph
    name : str
        What the program is called.
    parameters : tuple of str
        Those that hold arrays or numbers, in order.
    asking : SourceLine or None
        The user's line that asks for the program.
    title : str
        What it computes.
    called : dict
        What the user calls elements of the arguments, by their labels.
    """

    graph: Graph
    name: str
    parameters: tuple[str, ...]
    asking: SourceLine | None
    title: str = "A program"
    called: dict[str, str] = {}  # noqa: RUF012 - never written to


def traced(
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    name: str | None,
) -> ProgramGraph:
    """Trace a function on the shapes and dtypes of these arguments."""
    recorded = {"sources": True, "readable": Variables(next(callers(), None))}
    graph = trace_graph(WHERE, fun, args, kwargs, abstract=True, **recorded)
    if tokens_of(graph):
        raise MissingRuleError(
            message(
                f"{WHERE}: a program in text has no place for functrace.debug.",
                help="take it out of the function.",
            )
        )
    graph = simplified(graph)
    names = [*parameters_of(fun)]
    given = names[: len(args)]
    given += [f"args_{k}" for k in range(len(given), len(args))]
    held = {parameter_of(edge) for edge in graph.inputs}
    parameters = [n for n in (*given, *kwargs) if n in held]
    made = identifier(name or name_of(fun))
    title = described(fun)
    title = f"The {title}" if " of " in title else f"What {title} computes"
    return ProgramGraph(graph, made, tuple(parameters), user_line(), title, called(fun))


def simplified(graph: Graph) -> Graph:
    """The graph that is written: without what nobody needs, or what calls the user's code."""
    return simplify(simplify(graph, expand=_formula_of))  # what is left of branches


def code_of(edge: Edge) -> str:
    """How a leaf of the arguments is read."""
    label = edge.node.name.replace("'", '"')
    return re.sub(r"^args\[(\d+)\]", r"args_\1", label)


def parameter_of(edge: Edge) -> str:
    """The parameter that a leaf of the arguments is in."""
    return re.split(r"\W", code_of(edge))[0]


def fixed_of(graph: Graph) -> list[str]:
    """What is not a parameter of the program."""
    return [
        f"{a.label} = {a.value!r}" for a in graph.arguments if isinstance(a, Static)
    ]


def name_of(fun: Any) -> str:
    """What a function is called, with what was made of it."""
    inner = getattr(fun, "fun", None)
    if inner is None or not callable(inner):
        name = getattr(fun, "__name__", "function")
        return "function" if name == "<lambda>" else name
    kind = type(fun).__name__.strip("_")
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()
    return name_of(inner) if words == "jit" else f"{name_of(inner)}_{words}"


def _formula_of(primitive: Primitive) -> Callable[..., Any] | None:
    """Of operations whose parameters are the user's functions, what they compute."""
    if primitive.name not in _GRAPHS:
        return None
    form = form_of(primitive)
    return form.formula if form.is_formula or primitive.name == "remat" else None
