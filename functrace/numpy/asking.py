"""Functions and classes written in Python that ask before they answer.

What is written in C has a slot to be turned (`functrace.compiler.runtime.interception`);
a function in Python gets other code while somebody listens, and a class a ``__new__``.
The objects stay what they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import isgeneratorfunction
from types import CodeType, FrameType, FunctionType
from typing import Any

from functrace.core.dispatch import Answer

Intercepts = Callable[[FrameType], bool]
"""Whether calls from a frame may be answered at all."""


class AskingFunction:
    """A function, with its code and that which asks.

    Parameters
    ----------
    function : function
    intercepts : Intercepts
    answer : Answer
        What answers in the function's place, or declines.
    made : callable
        ``(caller, result, args)``: what a frame whose calls are intercepted gets.
    """

    def __init__(
        self,
        function: FunctionType,
        intercepts: Intercepts,
        answer: Answer,
        made: Callable[[FrameType, Any, tuple[Any, ...]], Any],
    ) -> None:
        plain = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        plain.__kwdefaults__ = function.__kwdefaults__
        if not hasattr(function, "__wrapped__"):
            function.__wrapped__ = plain  # type: ignore[attr-defined] - for its signature

        def ask(*args: Any, **kwargs: Any) -> Any:
            frame = sys._getframe(2)  # noqa: SLF001 - the caller of what has this code
            if not intercepts(frame):
                return plain(*args, **kwargs)
            found = answer(*args, **kwargs)
            if found is NotImplemented:
                found = plain(*args, **kwargs)
            return made(frame, found, (*args, *kwargs.values()))

        self.function = function
        self.codes = function.__code__, _code_that_calls(ask, function)

    def turn(self, *, asking: bool) -> None:
        """Let the function ask, or answer itself."""
        self.function.__code__ = self.codes[asking]


def _code_that_calls(ask: Callable[..., Any], function: FunctionType) -> Any:
    """Code for `function`, whose globals do not know `ask`."""

    def template(*args: Any, **kwargs: Any) -> Any:
        asked: Any = "ask"
        return asked(*args, **kwargs)

    def generator(*args: Any, **kwargs: Any) -> Any:
        asked: Any = "ask"  # whoever wants the first of its values is the caller
        yield from asked(*args, **kwargs)

    # A function keeps its kind: from Python 3.14 on others are deprecated.
    model = generator if isgeneratorfunction(function) else template
    free = function.__code__.co_freevars
    code = _with_cells(model, len(free)) if free else model.__code__
    return code.replace(
        co_consts=tuple([ask if c == "ask" else c for c in code.co_consts]),
        co_name=function.__name__,
        co_freevars=free,
    )


_CLOSURE = """
def outer({cells}):
    def {name}(*args, **kwargs):
        asked = "ask" if True else ({cells})
        {verb} asked(*args, **kwargs)
    return {name}
"""


def _with_cells(model: FunctionType, count: int) -> CodeType:
    """The code of a model, on the same lines, that takes a closure's cells.

    Who looks at a frame (a debugger, the writer of a traceback) finds what code that has
    names for cells has done with them at its beginning.
    """
    code = model.__code__
    cells = "".join(f"cell{k}, " for k in range(count))
    verb = "yield from" if isgeneratorfunction(model) else "return"
    text = _CLOSURE.format(cells=cells, name=code.co_name, verb=verb)
    scope: dict[str, Any] = {}
    lines = "\n" * (code.co_firstlineno - 3)
    exec(compile(lines + text, code.co_filename, "exec"), scope)  # noqa: S102 - our own
    return scope["outer"](*[None] * count).__code__


def let_class_ask(kind: type, intercepts: Intercepts, answer: Answer) -> None:
    """Let calls of a class be answered, for good: what is not intercepted makes an instance.

    What is given in an instance's place is not initialised. (A class whose ``__new__``
    is deleted again is not what it was: `object` refuses its arguments.)
    """
    original: Any = kind.__new__

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        frame = sys._getframe(1)  # noqa: SLF001 - the caller of the class
        if cls is kind and intercepts(frame):
            found = answer(*args, **kwargs)
            if found is not NotImplemented:
                return found
        if original is object.__new__:
            return original(cls)
        return original(cls, *args, **kwargs)

    kind.__new__ = staticmethod(new)
