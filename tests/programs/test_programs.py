"""Programs as scientists write them, in plain NumPy, are differentiated as they stand.

The oracle is the program itself, run on numbers: differences, extrapolated.
"""

from __future__ import annotations

import copy
import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import functrace as ft

pytestmark = pytest.mark.share(10)

NAMES = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if not path.stem.startswith("test_")
)
REFUSED = {
    "orbit": "appends to a list in a loop whose number of rounds depends on values",
}
COMPILED = [name for name in NAMES if name not in REFUSED]
AT_ZERO = pytest.mark.filterwarnings(
    "ignore:.* encountered in (divide|multiply):RuntimeWarning"
)
WARNS = {
    "heston": "some variances are cut off: roots of zeros, whose slopes are masked"
}


def programs(*names):
    """Arguments of tests, with their names."""
    marked = {True: AT_ZERO, False: ()}
    arguments = [pytest.param(n, marks=marked[n in WARNS], id=n) for n in names]
    return pytest.mark.parametrize("program", arguments, indirect=True)


each = programs(*NAMES)


@pytest.fixture
def program(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(f"tests.programs.{request.param}")


def ridders(fun, step=0.02, shrink=1.6, columns=12):
    """Derivative at 0 of a function of a number: differences, extrapolated to step 0.

    C. J. F. Ridders, *Adv. Eng. Softw.* 4 (1982) 75: of all extrapolations, the one that
    differs least from those that it is made of; for each element of the result.
    """
    best, error = np.nan, np.inf
    previous: list[np.ndarray] = []
    for _ in range(columns):
        row = [(np.asarray(fun(step)) - np.asarray(fun(-step))) / (2 * step)]
        for k, coarser in enumerate(previous, 1):
            factor = shrink ** (2 * k)
            row.append((row[-1] * factor - coarser) / (factor - 1))
            spread = np.maximum(abs(row[-1] - row[-2]), abs(row[-1] - coarser))
            best = np.where(spread < error, row[-1], best)
            error = np.minimum(spread, error)
        previous = row
        step /= shrink
    return best


def gradient_by_differences(fun, x, step=0.02):
    """Element by element; the first step is this part of the element."""
    x = np.asarray(x)
    unit = np.eye(len(x)) * np.abs(x)
    slopes = [ridders(lambda h, u=u: fun(x + h * u), step) for u in unit]
    return np.array(slopes) / np.abs(x)


def bits(program):
    """The value, and all of the module's own data, to the last bit."""
    data = {
        name: value.tobytes() if isinstance(value, np.ndarray) else copy.copy(value)
        for name, value in vars(program).items()
        if isinstance(value, np.ndarray | int | float | list | tuple)
    }
    value = program.main(program.PARAMS)
    assert isinstance(value, float), type(value)
    return np.float64(value).tobytes(), data


def assert_close(found, wanted, x, rtol):
    """Slopes are compared by what a change of a parameter by its own size would do."""
    assert isinstance(found, np.ndarray)
    assert found.shape == x.shape
    found, wanted = found * x, np.array(wanted) * x
    np.testing.assert_allclose(found, wanted, rtol, rtol * np.max(np.abs(wanted)))


def test_differences_are_exact_where_derivatives_are_known():
    found = gradient_by_differences(lambda x: np.sin(x[0]) * np.exp(x[1]), [0.7, -1.0])
    wanted = np.exp(-1) * np.array([np.cos(0.7), np.sin(0.7)])
    np.testing.assert_allclose(found, wanted, 1e-10)
    kinked = gradient_by_differences(lambda x: abs(x[0] - 1.001), np.array([1.0]))
    np.testing.assert_allclose(kinked, -1, 1e-8)  # found between the kinks


@each
def test_value_is_finite(program):
    assert np.isfinite(program.main(program.PARAMS))


@each
def test_gradient(program):
    wanted = gradient_by_differences(program.main, program.PARAMS)
    assert np.all(np.abs(wanted) > 0)  # every parameter matters
    assert_close(ft.grad(program.main)(program.PARAMS), wanted, program.PARAMS, 1e-6)


@each
def test_value_beside_the_gradient_and_nothing_left_behind(program):
    before = bits(program)
    value, slopes = ft.value_and_grad(program.main)(program.PARAMS)
    assert bits(program) == before
    np.testing.assert_allclose(value, program.main(program.PARAMS), 1e-12)
    assert_close(slopes, ft.grad(program.main)(program.PARAMS), program.PARAMS, 1e-12)


@programs(*COMPILED)
def test_compiled_gradient(program):
    before = bits(program)
    found = ft.jit(ft.grad(program.main))(program.PARAMS)
    assert bits(program) == before
    assert_close(found, ft.grad(program.main)(program.PARAMS), program.PARAMS, 1e-9)


@programs(*REFUSED)
def test_lists_whose_lengths_depend_on_values_are_refused_under_jit(program):
    before = bits(program)
    with pytest.raises((ft.ConcretizationError, ft.MutationError)):
        ft.jit(ft.grad(program.main))(program.PARAMS)
    assert bits(program) == before


@programs("gray_scott", "kalman_smoother", "seir", "truss")
@pytest.mark.slow
def test_hessian_vector_product(program):
    x = program.PARAMS
    v = np.linspace(1.0, -0.5, len(x)) * x
    found = ft.hvp(program.main)(x, v)
    gradient = ft.grad(program.main)
    wanted = ridders(lambda h: gradient(x + h * v))
    assert_close(found, wanted, program.PARAMS, 1e-6)


@programs("hodgkin_huxley", "fdtd", "cavity_flow")
def test_forward_mode(program):
    found = ft.jacfwd(program.main)(program.PARAMS)
    wanted = gradient_by_differences(program.main, program.PARAMS)
    assert_close(found, wanted, program.PARAMS, 1e-6)
