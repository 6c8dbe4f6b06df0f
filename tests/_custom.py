"""What tests of `custom_vjp` and `custom_jvp` share: functions with rules of their own."""

import dataclasses

import numpy as np

import functrace as ft

X = np.array([0.4, -1.2, 2.0])
V = np.array([0.3, 0.5, -0.7])


@ft.custom_vjp
def cube(x):
    return x**3


def cube_forward(x):
    return cube(x), x


def cube_backward(x, g):
    return (3 * g * x**2,)


cube.defvjp(cube_forward, cube_backward)


@ft.custom_jvp
def wave(x, y):
    return np.sin(x) * y


@wave.defjvp
def wave_rule(primals, tangents):
    (x, y), (dx, dy) = primals, tangents
    return wave(x, y), np.cos(x) * y * dx + np.sin(x) * dy


@dataclasses.dataclass(frozen=True)
class Line:
    slope: object
    offset: object
    name: str = "line"


def reverse_only(fun, fwd, bwd, **options):
    function = ft.custom_vjp(fun, **options)
    function.defvjp(fwd, bwd)
    return function


def square_with(fwd=None, bwd=None):
    """A square whose rules are right, but for those given."""
    return reverse_only(
        lambda x: x**2,
        fwd or (lambda x: (x**2, x)),
        bwd or (lambda x, g: (2 * g * x,)),
    )


def total(function):
    return lambda x: np.sum(function(x))
