"""Programs that people can read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from functrace.core.errors import message
from functrace.source.c.module import function_of
from functrace.source.module import module_of
from functrace.source.traced import WHERE, ProgramGraph, traced

_WRITERS: dict[str, Callable[[ProgramGraph], str]] = {
    "numpy": module_of,
    "c": function_of,
}


def to_source(
    fun: Callable[..., Any],
    *args: Any,
    language: Literal["numpy", "c"] = "numpy",
    name: str | None = None,
    **kwargs: Any,
) -> str:
    """A program that computes what a function, or a derivative, computes.

    It is written from the graph of `fun` on arguments of these shapes and dtypes, and needs
    nothing of functrace. Loops stay loops, variables are called as in the source of `fun`
    (the cotangent of ``x`` is ``x_bar``, its tangent ``x_dot``), and its lines are comments.

    Parameters
    ----------
    fun : callable
        Takes and returns pytrees: a function, or what a transform made of one.
    *args, **kwargs : pytree
        Of `fun`: of arrays and numbers only shapes and dtypes count, or `Aval` instead.
        Flags, text and the like are fixed in the program, and no parameters of it.
    language : "numpy" or "c", default "numpy"
        A module of Python with one function, of the same parameters, which takes NumPy and
        SciPy; or a file with one function in C11, of arrays in C order, which takes the
        standard library. Results are what it returns, if that is one number, else its last
        parameters; they must not overlap with the arguments.
    name : str, optional
        Of the function; default: that of `fun`, and the transforms.

    Returns
    -------
    str
        Formatted; in Python as by ``ruff format``. Values of the program in Python are
        those of the graph's operations, one by one, when it has been simplified: to the
        bit where each is one function of NumPy or SciPy. In C they are rounded as the
        compiler and its library do.

    Raises
    ------
    MissingRuleError
        Something has no text: calls of Python and of foreign code; in C also complex
        numbers, factorisations, sorting, transforms, and arrays of over a MB in all.
    ConcretizationError
        `fun` asks for the value of an array where control flow cannot be captured.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def energy(x):
    ...     d = x[1:] - x[:-1]
    ...     return np.sum(d**2)
    >>> print(ft.to_source(ft.grad(energy), ft.Aval(4)))
    \"\"\"The gradient of energy, written by functrace.\"\"\"
    <BLANKLINE>
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def energy_gradient(x):
        \"\"\"The gradient of energy, for arguments of these shapes and dtypes.
    <BLANKLINE>
        x: float64[4]
        \"\"\"
        d = x[1:] - x[:-1]
        # derivative of: return np.sum(d**2)
        d_bar = d + d
        # derivative of: d = x[1:] - x[:-1]
        x_bar = np.zeros(4)
        x_bar[:-1] += -d_bar
        x_bar[1:] += d_bar
        return x_bar
    <BLANKLINE>
    """
    if language not in _WRITERS:
        raise ValueError(
            message(
                f"{WHERE}: unknown language.",
                expected='"numpy" or "c"',
                got=repr(language),
            )
        )
    return _WRITERS[language](traced(fun, args, kwargs, name))
