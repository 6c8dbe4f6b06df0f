"""One computation for many inputs by `vmap`: Jacobians, examples, small systems."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks._problem import Problem

WEIGHTS = (0, 1, 2, 3)


def make_map(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """A point and two matrices."""
    matrices = rng.normal(size=(2, size, size)) / np.sqrt(size)
    return rng.normal(size=size), *matrices


def dense_map(xp: Any, x: Any, inner: Any, outer: Any) -> Any:
    """Function of as many variables as it has values, all of all."""
    return xp.tanh(outer @ xp.tanh(inner @ x))


def make_examples(
    size: tuple[int, int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """Parameters of two layers, a batch of inputs, one-hot labels."""
    batch, features, hidden, classes = size
    return (
        rng.normal(size=(features, hidden)) / np.sqrt(features),
        0.1 * rng.normal(size=hidden),
        rng.normal(size=(hidden, classes)) / np.sqrt(hidden),
        0.1 * rng.normal(size=classes),
        rng.normal(size=(batch, features)),
        np.eye(classes)[rng.integers(classes, size=batch)],
    )


def surprise(
    xp: Any, w1: Any, b1: Any, w2: Any, b2: Any, example: Any, label: Any
) -> Any:
    """Cross-entropy of one example."""
    logits = xp.tanh(example @ w1 + b1) @ w2 + b2
    return xp.log(xp.sum(xp.exp(logits))) - xp.sum(logits * label)


def gradients_by(library: str) -> Callable[..., Any]:
    """Gradients of all examples by the library's `vmap` of its `grad`."""

    def gradients(xp: Any, *data: Any) -> Any:
        transforms = import_module(library)
        one = transforms.grad(lambda *given: surprise(xp, *given), WEIGHTS)
        return transforms.vmap(one, (*[None] * len(WEIGHTS), 0, 0))(*data)

    return gradients


def gradients_one_by_one(xp: Any, *data: Any) -> Any:
    """The same by a loop over the examples, for autograd has no `vmap`."""
    weights, examples, labels = data[:4], data[4], data[5]
    one = import_module("autograd").grad(lambda *given: surprise(xp, *given), WEIGHTS)
    pairs = zip(examples, labels, strict=True)
    columns = zip(*(one(*weights, *pair) for pair in pairs), strict=True)
    return [xp.stack(column) for column in columns]


def make_systems(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Matrices with a heavy diagonal, and right-hand sides."""
    matrices = 3 * np.eye(3) + rng.normal(0, 0.5, (size, 3, 3))
    return matrices, rng.normal(size=(size, 3))


def solutions_by(library: str) -> Callable[..., Any]:
    """Solutions of all systems by the library's `vmap`."""
    return lambda xp, matrices, sides: import_module(library).vmap(xp.linalg.solve)(
        matrices, sides
    )


def solutions_at_once(xp: Any, matrices: Any, sides: Any) -> Any:
    """The same by `solve` itself."""
    return xp.linalg.solve(matrices, sides[:, :, None])[:, :, 0]


VMAPS = {"functrace": "functrace", "jax": "jax", "torch": "torch.func"}

PROBLEMS = (
    Problem(
        name="dense_jacobian",
        summary="Jacobian of n values in n variables",
        make=make_map,
        objective=dense_map,
        sizes=(100, 1000),
        smoke=4,
        tasks=("jacobian",),
        memory=True,
    ),
    Problem(
        name="example_gradients",
        summary="batch x inputs x hidden x classes: each example's gradient of a network",
        make=make_examples,
        objective=gradients_by("functrace"),
        sizes=((256, 64, 128, 10),),
        smoke=(3, 4, 5, 2),
        tasks=("value",),
        memory=True,
        spellings={
            "autograd": gradients_one_by_one,
            **{name: gradients_by(module) for name, module in VMAPS.items()},
        },
    ),
    Problem(
        name="small_systems",
        summary="n solutions of 3 x 3 systems by `vmap`, gradient of their sum",
        make=make_systems,
        objective=solutions_at_once,
        sizes=(10**3, 10**5),
        smoke=5,
        tasks=("value", "value_and_grad"),
        argnums=(0, 1),
        total=True,
        memory=True,
        per="system",
        spellings={name: solutions_by(module) for name, module in VMAPS.items()},
    ),
)
