"""What runs under each of BLAS's kernels is what is of linear algebra."""

from __future__ import annotations

import numpy as np
import pytest

from tests._kernels import _is_linear, _is_linear_module, first_of_each_kind
from tests.systematic import test_jvp
from tests.systematic._laws import CASES


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.linalg.inv(x),
        lambda x: x @ x,
        lambda xs: [np.einsum("ij->", x) for x in xs],
        lambda x: lambda y: x.dot(y),
    ],
)
def test_functions_of_linear_algebra(function):
    assert _is_linear(function.__code__)


def test_other_functions():
    assert not _is_linear((lambda x, dots: np.sin(x) * dots).__code__)


@pytest.mark.parametrize("name", ["hermitian", "banded", "lu", "eigen", "drivers"])
def test_modules_of_linear_algebra(name):
    assert _is_linear_module(f"functrace.primitives.{name}")


@pytest.mark.parametrize("name", ["layout", "comparison", "fourier"])
def test_other_modules(name):
    assert not _is_linear_module(f"functrace.primitives.{name}")


def law(case, **params):
    """A test of the case, as far as the choice looks at it."""
    item = pytest.Function.__new__(pytest.Function)
    item.obj = test_jvp.test_against_differences
    item.callspec = type("", (), {"params": {"case": case, **params}})
    return item


def test_one_real_and_one_complex_sample_of_each_primitive():
    items = [law(case) for case in CASES if case.primitive.name in {"inv", "sin"}]
    chosen = [item.callspec.params["case"] for item in first_of_each_kind(items)]
    assert [(case.primitive.name, case.index) for case in chosen] == [
        ("inv", 0),
        ("inv", 2),
    ]


def test_other_parameters_of_a_law_are_kept_apart():
    (case,) = (c for c in CASES if c.primitive.name == "inv" and not c.index)
    items = [law(case, inner=inner) for inner in ("forward", "reverse", "forward")]
    assert list(first_of_each_kind(items)) == items[:2]
