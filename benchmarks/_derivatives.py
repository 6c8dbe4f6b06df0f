"""Derivatives inside an objective, by each library's own transforms, under JAX's names.

A problem with derivatives inside is an objective ``(library, xp, *data)``; `nested` makes of
it what a problem needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks._loops import PythonLoops
from benchmarks._peers import UnsupportedError

Function = Callable[..., Any]


@dataclass(frozen=True)
class Library:
    """Transforms and loops.

    Parameters
    ----------
    grad, value_and_grad : callable
        Of a function of one array.
    jvp : callable
        ``(fun, primals, tangents)``.
    while_loop : callable
        ``(condition, body, init)``.
    reversible_while_loop : callable
        ``(condition, body, init, most)``: one that has a reverse mode, with the number of
        rounds for a library that needs to know.
    """

    grad: Function
    value_and_grad: Function
    jvp: Function
    while_loop: Function
    reversible_while_loop: Function


def functrace() -> Library:
    """Its loops have both modes."""
    ft = import_module("functrace")

    def reversible(condition: Function, body: Function, init: Any, most: int) -> Any:
        return ft.while_loop(condition, body, init)

    return Library(ft.grad, ft.value_and_grad, ft.jvp, ft.while_loop, reversible)


def jax() -> Library:
    """Its `while_loop` has no reverse mode: as many rounds as are needed at most."""
    module = import_module("jax")

    def reversible(condition: Function, body: Function, init: Any, most: int) -> Any:
        def advance(_: Any, state: Any) -> Any:
            goes_on = condition(state)
            choose = lambda new, old: module.numpy.where(goes_on, new, old)  # noqa: E731
            return module.tree.map(choose, body(state), state)

        return module.lax.fori_loop(0, most, advance, init)

    transforms = module.grad, module.value_and_grad, module.jvp
    return Library(*transforms, module.lax.while_loop, reversible)


def torch() -> Library:
    """``torch.func`` and Python's loops."""
    func = import_module("torch").func

    def value_and_grad(fun: Function) -> Function:
        return lambda x: func.grad_and_value(fun)(x)[::-1]

    return by_python(func.grad, value_and_grad, func.jvp)


def autograd() -> Library:
    """Its own transforms and Python's loops."""
    module = import_module("autograd")

    def jvp(fun: Function, primals: Any, tangents: Any) -> tuple[Any, Any]:
        return module.make_jvp(fun)(*primals)(*tangents)

    return by_python(module.grad, module.value_and_grad, jvp)


def by_python(grad: Function, value_and_grad: Function, jvp: Function) -> Library:
    """Return a library whose users write Python's loops."""
    loop = PythonLoops(None).while_loop

    def reversible(condition: Function, body: Function, init: Any, most: int) -> Any:
        return loop(condition, body, init)

    return Library(grad, value_and_grad, jvp, loop, reversible)


LIBRARIES = {"functrace": functrace, "jax": jax, "torch": torch, "autograd": autograd}


def nested(objective: Function) -> dict[str, Any]:
    """Arguments of a problem: `objective` with each library's derivatives and loops."""

    def without(xp: Any, *data: Any) -> Any:
        raise UnsupportedError("no derivatives inside functions")

    def spelling(library: Callable[[], Library]) -> Function:
        return lambda xp, *data: objective(library(), xp, *data)

    spellings = {name: spelling(library) for name, library in LIBRARIES.items()}
    return {"objective": without, "spellings": spellings}
