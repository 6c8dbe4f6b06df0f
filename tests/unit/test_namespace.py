"""The namespace functrace.numpy: complete, and honest about what is missing."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.tracer import Tracer


def numpys(module):
    """Functions of NumPy's that are implemented, by every public name they have."""
    return {
        name: value
        for name in dir(module)
        if not name.startswith("_")
        and callable(value := getattr(module, name))
        and not isinstance(value, type)
        and (value in FUNCTIONS or value in UFUNCS)
    }


@pytest.mark.parametrize("name", numpys(np))
def test_has_what_is_implemented(name):
    function = getattr(fnp, name)
    assert name in fnp.__all__
    assert name in dir(fnp)
    assert getattr(fnp, function.__name__) is function  # the name may be an alias
    assert function.__doc__.startswith("See `numpy.")


@pytest.mark.parametrize("name", numpys(np.linalg))
def test_linalg_has_what_is_implemented(name):
    assert name in fnp.linalg.__all__
    assert getattr(fnp.linalg, name).__doc__.startswith("See `numpy.")


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("abs", "absolute"),
        ("pow", "power"),
        ("acos", "arccos"),
        ("concat", "concatenate"),
        ("permute_dims", "transpose"),
    ],
)
def test_aliases(alias, name):
    assert getattr(fnp, alias) is getattr(fnp, name)


@pytest.mark.parametrize(
    "name", ["pi", "inf", "newaxis", "float32", "complex128", "bool", "dtype", "finfo"]
)
def test_constants_and_dtypes_are_numpys(name):
    assert getattr(fnp, name) is getattr(np, name)
    assert name in fnp.__all__


def test_what_is_not_implemented_is_refused():
    with pytest.raises(AttributeError, match=r"numpy' has no attribute 'savez'"):
        fnp.savez  # noqa: B018
    with pytest.raises(AttributeError, match=r"Call numpy.savez on plain arrays"):
        fnp.savez  # noqa: B018
    with pytest.raises(AttributeError, match=r"Call numpy.linalg.nonsense on plain"):
        fnp.linalg.nonsense  # noqa: B018
    assert not hasattr(fnp, "__wrapped__")


def test_is_the_array_namespace_of_a_tracer():
    seen = []
    ft.grad(lambda x: seen.append(x.__array_namespace__()) or x)(1.0)
    ft.grad(lambda x: seen.append(x.__array_namespace__()) or x)(1.0)
    assert seen[0] is seen[1]
    assert (seen[0].__name__, seen[0].pi) == (fnp.__name__, np.pi)
    assert sorted(dir(seen[0])) == sorted(dir(fnp))
    for namespace in (seen[0], seen[0].linalg):
        assert pickle.loads(pickle.dumps(namespace)) is namespace


def test_star_import():
    names: dict[str, object] = {}
    exec("from functrace.numpy import *", names)
    assert names["concatenate"] is fnp.concatenate
    assert names["linalg"] is fnp.linalg


def test_ufuncs_keep_their_methods_and_options():
    x = np.arange(3.0)
    assert fnp.add.reduce(x) == 3.0
    assert fnp.add.nin == 2
    np.testing.assert_array_equal(fnp.multiply.outer(x, x), np.multiply.outer(x, x))
    out = np.zeros(3)
    assert fnp.sin(x, out=out) is out
    assert fnp.add(x, 1, dtype=np.float32).dtype == np.float32
    assert repr(fnp.sin) == "<functrace.numpy ufunc 'sin'>"
    assert pickle.loads(pickle.dumps(fnp.sin)) is fnp.sin


def test_lists_of_traced_values():
    def fun(x):
        return fnp.sum(fnp.multiply([x[0], 2.0, x[1] * x[1]], [1, x[0], 3]))

    np.testing.assert_array_equal(ft.grad(fun)(np.array([2.0, 3.0])), [3.0, 18.0])


def test_plain_arrays_stay_plain():
    x = np.arange(6.0).reshape(2, 3)
    for result in (fnp.sin(x), fnp.sum(x, axis=0), fnp.transpose(x), fnp.stack([x, x])):
        assert type(result) is np.ndarray
    assert isinstance(fnp.sum([1.0, 2.0]), np.float64)
    assert not isinstance(fnp.linalg.norm(x), Tracer)
