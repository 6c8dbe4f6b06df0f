"""How many arguments of SciPy's special functions have a right derivative, and where.

python -m benchmarks.special_functions [name ...]

Every ufunc of `scipy.special`, every argument of which a derivative exists at a point
found by trial: the derivative that a library gives there is compared with differences of
SciPy's function. Peers that are not installed are left out.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.special

Derivative = Callable[[str, tuple[float, ...], int], float]

TRIES = 400
TOLERANCE = 1e-5
LARGEST = 1e6  # what is larger stands for an inverse that was not found
IN_TORCH = {"j0": "bessel_j0", "j1": "bessel_j1", "y0": "bessel_y0", "y1": "bessel_y1"}
VALUES = (0.3, 0.45, 0.6, 0.8, 1.2, 1.7, 2.5, 3.0, 4.2, -0.4, -1.3, 1, 2, 3)


def first(result: Any) -> Any:
    """The first output of a function that may have several; of complex ones the real part."""
    result = result[0] if isinstance(result, tuple) else result
    return result.real if "complex" in str(result.dtype) else result


def value(function: np.ufunc, args: Any) -> float:
    """A real value, NaN where there is none."""
    try:
        found = float(first(function(*args)))
    except TypeError:
        return np.nan
    return found if abs(found) < LARGEST else np.nan


def slope(function: np.ufunc, args: tuple[float, ...], place: int, h: float) -> float:
    """Central differences of order four in one argument."""
    weights = {-2: 1 / 12, -1: -2 / 3, 1: 2 / 3, 2: -1 / 12}
    total = 0.0
    for step, weight in weights.items():
        moved = list(args)
        moved[place] += step * h
        total += weight * value(function, moved)
    return total / h


def differences(
    function: np.ufunc, args: tuple[float, ...], place: int
) -> float | None:
    """The derivative, if there is one that is not zero."""
    coarse, fine = (slope(function, args, place, h) for h in (2e-3, 1e-3))
    if not np.isfinite(fine) or abs(fine) < 1e-8:
        return None
    near = abs(coarse - fine) <= 1e-6 * max(abs(fine), abs(value(function, args)))
    return fine if near else None


def points(function: np.ufunc) -> Iterator[tuple[int, tuple[float, ...], float]]:
    """Arguments that have a derivative: the place, a point, the derivative there."""
    rng = np.random.default_rng(0)
    missing = set(range(function.nin))
    for _ in range(TRIES):
        args = tuple(float(a) for a in rng.choice(VALUES, function.nin))
        for place in sorted(missing):
            expected = differences(function, args, place)
            if expected is not None:
                missing.discard(place)
                yield place, args, expected
        if not missing:
            return


# -- libraries -------------------------------------------------------------------------


def of_functrace() -> Derivative:
    """Of the function that functrace has under SciPy's name."""
    import functrace as ft

    def derivative(name: str, args: tuple[float, ...], place: int) -> float:
        function = getattr(scipy.special, name)
        return float(
            ft.grad(lambda *args: first(function(*args)), argnums=place)(*args)
        )

    return derivative


def of_jax() -> Derivative:
    """Of the function that jax has under SciPy's name."""
    import jax

    jax.config.update("jax_enable_x64", val=True)
    module = importlib.import_module("jax.scipy.special")

    def derivative(name: str, args: tuple[float, ...], place: int) -> float:
        function = getattr(module, name)
        return float(
            jax.grad(lambda *args: first(function(*args)), argnums=place)(*args)
        )

    return derivative


def of_torch() -> Derivative:
    """Of the function that torch has under SciPy's name."""
    import torch

    def derivative(name: str, args: tuple[float, ...], place: int) -> float:
        function = getattr(torch.special, IN_TORCH.get(name, name))
        given = [torch.tensor(a, dtype=torch.float64) for a in args]
        given[place].requires_grad_(True)
        first(function(*given)).backward()
        return float(given[place].grad)

    return derivative


def of_autograd() -> Derivative:
    """Of the function that autograd has under SciPy's name."""
    from autograd import grad

    module = importlib.import_module("autograd.scipy.special")

    def derivative(name: str, args: tuple[float, ...], place: int) -> float:
        return float(grad(getattr(module, name), place)(*args))

    return derivative


LIBRARIES = {
    "functrace": of_functrace,
    "jax": of_jax,
    "torch": of_torch,
    "autograd": of_autograd,
}


def installed() -> dict[str, Derivative]:
    """Libraries that can be imported."""
    found: dict[str, Derivative] = {}
    for name, make in LIBRARIES.items():
        try:
            found[name] = make()
        except ImportError:
            print(f"{name} is not installed")
    return found


def is_right(
    derivative: Derivative,
    name: str,
    args: tuple[float, ...],
    place: int,
    expected: float,
) -> bool:
    """Whether a library has the derivative; what it lacks it refuses in many ways."""
    try:
        got = derivative(name, args, place)
    except Exception:  # noqa: BLE001 - each library has errors of its own
        return False
    return abs(got - expected) <= TOLERANCE * abs(expected)


def main(names: list[str]) -> Counter[str]:
    """Count, and print what functrace lacks."""
    warnings.simplefilter("ignore")
    functions = {
        name: value
        for name in names or scipy.special.__all__
        if isinstance(value := getattr(scipy.special, name), np.ufunc)
    }
    libraries, counts = installed(), Counter[str]()
    whole = Counter[str]()
    for name, function in functions.items():
        wanted = list(points(function))
        counts["arguments"] += len(wanted)
        for library, derivative in libraries.items():
            right = [is_right(derivative, name, args, i, e) for i, args, e in wanted]
            counts[library] += sum(right)
            whole[library] += bool(wanted) and all(right)
            if library == "functrace" and not all(right):
                print(name, [w for w, ok in zip(wanted, right, strict=True) if not ok])
    print(
        f"{len(functions)} functions, {counts['arguments']} arguments with a derivative"
    )
    for library in libraries:
        print(
            f"{library}: {counts[library]} arguments, {whole[library]} whole functions"
        )
    return counts


if __name__ == "__main__":
    main(sys.argv[1:])
