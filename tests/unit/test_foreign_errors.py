"""Errors of code that knows no traced values: ours, with the line, is raised from them."""

from __future__ import annotations

import contextlib
import decimal
import inspect
import io
import json
import struct
from functools import partial

import numpy as np
import pytest
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.optimize
import scipy.signal
import scipy.stats
from scipy.spatial.transform import Rotation

import functrace as ft

X = np.array([0.3, 0.8, 1.5])
STREAM = io.BytesIO()
RNG = np.random.default_rng(0)
OURS = r"^functrace: "
SCIPY = "use one of the functions that functrace.scipy has"


def minimum(method, x):
    return method(lambda p: (p[0] - x[0]) ** 2, [(0, 1)]).x


def swallowed(x):
    return struct.pack("d", x[0])


CASES = {  # what is called, and the error that it raises of its own
    "splrep": (lambda x: scipy.interpolate.splrep(X, x, k=1)[1], SCIPY),
    "UnivariateSpline": (
        lambda x: scipy.interpolate.UnivariateSpline(X, x, k=1)(0.5),
        SCIPY,
    ),
    "find_peaks": (lambda x: scipy.signal.find_peaks(x)[0], SCIPY),
    "lombscargle": (lambda x: scipy.signal.lombscargle(X, x, X), SCIPY),
    "evolution": (partial(minimum, scipy.optimize.differential_evolution), SCIPY),
    "shgo": (partial(minimum, scipy.optimize.shgo), SCIPY),
    "schur": (lambda x: scipy.linalg.schur(np.outer(x, x))[0], SCIPY),
    "RK45": (
        lambda x: scipy.integrate.RK45(lambda t, y: -x[0] * y, 0, [1.0], 1.0).step(),
        SCIPY,
    ),
    "write": (STREAM.write, "pure_callback"),
    "rng.normal": (RNG.normal, ""),
    "choice": (lambda x: np.random.choice(3, p=x / np.sum(x)), ""),  # noqa: NPY002
    "struct.pack": (swallowed, ""),
    "json.dumps": (lambda x: json.dumps({"x": x[0]}), "pure_callback"),
    "Decimal": (lambda x: decimal.Decimal(x[0]), "pure_callback"),
    "memoryview": (memoryview, "pure_callback"),
}
TRANSFORMS = {
    "grad": lambda f: ft.grad(f)(X),
    "vjp": lambda f: ft.vjp(f, X),
    "jvp": lambda f: ft.jvp(f, (X,), (X,)),
    "vmap": lambda f: ft.vmap(f)(np.stack([X, X])),
    "jit": lambda f: ft.jit(f)(X),
    "make_graph": lambda f: ft.make_graph(f)(ft.Aval(3)),
    "nested": lambda f: ft.jit(ft.vmap(ft.grad(f)))(np.stack([X, X])),
    "scan": lambda f: ft.jit(
        lambda xs: ft.scan(lambda c, x: (c, f(x)), 0.0, np.stack([xs, xs]))
    )(X),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore")
def test_the_last_error_is_ours(case, transform):
    function, way_out = CASES[case]

    def called(x):
        return function(x)  # the user's line

    with pytest.raises(ft.ConcretizationError, match=OURS) as caught:
        TRANSFORMS[transform](called)
    text = str(caught.value)
    assert way_out in text
    assert f"traced at {'test_foreign_errors.py'}:" in text
    assert "help: " in text
    own = getattr(function, "func", function)
    home = [called, own] if inspect.isfunction(own) else [called]
    lines = [n for f in home for n in lines_of(f)]
    assert int(text.split("test_foreign_errors.py:")[1].split(maxsplit=1)[0]) in lines


def lines_of(function):
    source, first = inspect.getsourcelines(function)
    return range(first, first + len(source))


@pytest.mark.filterwarnings("ignore")
def test_what_was_raised_instead_is_the_cause():
    for case, kind in (("struct.pack", struct.error), ("write", TypeError)):
        with pytest.raises(ft.ConcretizationError) as caught:
            ft.grad(CASES[case][0])(X)
        assert type(caught.value.__cause__) is kind


def test_pandas():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ft.DtypeError, match=r"test_foreign_errors\.py"):
        ft.grad(lambda x: pandas.Series(x).mean())(X)


def handled(x):
    with contextlib.suppress(TypeError):
        float(x[0])
    raise ValueError("its own")


def in_a_message(x):
    raise ValueError(f"bad shape of an object array: {x.shape}")


def misspelt(x):
    return x.foo


TABLE = [1, 2]


def of_other_values(x):
    return TABLE[5] * x


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (handled, ValueError, "its own"),
        (misspelt, AttributeError, "no attribute 'foo'"),
        (of_other_values, IndexError, "list index out of range"),
        (lambda x: np.linalg.inv(np.zeros((2, 2))) * x[0], ValueError, "Singular"),
        (lambda x: x @ np.zeros(4), ValueError, "fit|mismatch"),
        (lambda x: np.zeros(3)["a"] * x, IndexError, "only integers"),
    ],
)
@pytest.mark.parametrize("transform", ["grad", "jit", "vmap"])
def test_other_errors_are_left_as_they_are(transform, function, error, text):
    with pytest.raises(error, match=text) as caught:
        TRANSFORMS[transform](function)
    assert not isinstance(caught.value, ft.ConcretizationError)


def test_code_without_a_file_is_refused_as_well():
    own = {"ft": ft}
    exec("def f(x):\n    return x if x > 0 else -x\n", own)
    for transform in (ft.jit, ft.vmap):
        with pytest.raises(ft.ConcretizationError, match=r"bool\(\)"):
            transform(own["f"])(X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x[0] * scipy.linalg.issymmetric(np.outer(x, x)),
        lambda x: x[0] * scipy.linalg.bandwidth(np.outer(x, x))[0],
        lambda x: scipy.stats.shapiro(x)[0],
        lambda x: Rotation.from_quat(x[:4]).as_rotvec()[0],
        lambda x: scipy.integrate.tanhsinh(lambda t: t * x[0], 0.0, 1.0).integral,
        lambda x: scipy.integrate.nsum(lambda k: 1 / k ** x[4], 1, np.inf).sum,
    ],
)
@pytest.mark.parametrize("transform", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_scipys_functions_that_take_no_traced_values(transform, function):
    with pytest.raises(ft.ConcretizationError) as caught:
        transform(function)(np.linspace(1.0, 2.0, 5))
    assert "test_foreign_errors.py" in str(caught.value)
    assert "functrace.pure_callback" in str(caught.value)
