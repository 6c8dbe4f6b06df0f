"""Values that are no plain arrays, and what the transforms make of them."""

import decimal
import importlib
import tempfile
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import functrace as ft

V = np.array([1.0, 2.0, 3.0])
X = np.array([0.5, -1.0, 2.0])
ALL = ("grad", "jit", "vmap", "jacobian")


class Subclass(np.ndarray):
    """One that may mean anything by its operators."""


class Converts:
    """Gives an array when asked, as tensors of other libraries do."""

    def __array__(self, dtype=None, copy=None):
        return V.copy()


class Kind(NamedTuple):
    """A kind of value.

    Attributes
    ----------
    name : str
        As the table calls it.
    make : callable
        ``module -> value``, a value that holds `V`.
    module : str
        What has to be installed for it.
    way_out : str
        Part of every message that refuses it.
    argument, captured : tuple of str
        The transforms that give the right result where it is an argument, or a constant.
    plain : callable
        What the user calls on results, to get arrays.
    """

    name: str
    make: Callable[[Any], Any]
    module: str = "numpy"
    way_out: str = ""
    argument: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    plain: Callable[[Any], Any] = np.positive

    def value(self) -> Any:
        """One of the kind; the test is skipped where the library is missing."""
        if self.module != "numpy":
            pytest.importorskip(self.module, reason="an optional library of the tests")
        return self.make(importlib.import_module(self.module))


def _memmap(_: Any) -> Any:
    with tempfile.TemporaryFile() as file:
        V.tofile(file)
        return np.memmap(file, float, "r", shape=3)


KINDS = [
    Kind("`np.ndarray`", lambda _: V.copy(), argument=ALL, captured=ALL),
    Kind("`np.memmap`", _memmap, argument=ALL, captured=ALL),
    Kind(
        "`array.array`, `memoryview`",
        lambda _: array("d", V),
        way_out="cannot be hashed",
        argument=("grad", "vmap", "jacobian"),
        captured=ALL,
    ),
    Kind("`np.matrix`", lambda np: V[None].view(np.matrix), way_out="numpy.asarray(m)"),
    Kind("other subclasses", lambda np: V.view(Subclass), way_out="numpy.asarray(m)"),
    Kind(
        "masked array",
        lambda np: np.ma.array(V, mask=[0, 1, 0]),
        way_out="m.filled(0)",
    ),
    Kind(
        "`np.recarray`, structured array",
        lambda np: np.rec.fromarrays([V, V], names="a,b").view(np.ndarray),
        way_out="table['name']",
    ),
    Kind("`timedelta64`", lambda _: V.astype("m8[s]"), way_out="timedelta64(1, 's')"),
    Kind("`datetime64`", lambda _: V.astype("M8[s]"), way_out="timedelta64(1, 's')"),
    Kind("array of text", lambda _: V.astype(str), way_out="m.astype(float)"),
    Kind(
        "array of `Decimal`",
        lambda np: np.array([decimal.Decimal(1)] * 3),
        way_out="number",
    ),
    Kind(
        "what has only `__array__`",
        lambda _: Converts(),
        way_out="numpy.asarray(m)",
    ),
    Kind("pandas `Series`", lambda pd: pd.Series(V), "pandas", ".to_numpy()"),
    Kind(
        "pandas `DataFrame`",
        lambda pd: pd.DataFrame(np.diag(V)),
        "pandas",
        ".to_numpy()",
    ),
    Kind("pandas `Index`", lambda pd: pd.Index(V), "pandas", ".to_numpy()"),
    Kind(
        "pandas extension array",
        lambda pd: pd.array([1.0, None, 3.0], dtype="Float64"),
        "pandas",
        ".to_numpy()",
    ),
    Kind(
        "xarray `DataArray`",
        lambda xr: xr.DataArray(V, dims="t"),
        "xarray",
        ".to_numpy()",
    ),
    Kind("polars `Series`", lambda pl: pl.Series(V), "polars", ".to_numpy()"),
    Kind("polars `DataFrame`", lambda pl: pl.DataFrame(V), "polars", ".to_numpy()"),
    Kind(
        "astropy `Quantity`",
        lambda units: V * units.km,
        "astropy.units",
        ".to_value(",
    ),
    Kind(
        "pint `Quantity`",
        lambda pint: V * pint.get_application_registry().km,
        "pint",
        ".magnitude",
        captured=ALL,
        plain=lambda result: result.to("m").magnitude,
    ),
]


def differences(fun: Callable[[Any], Any], x: np.ndarray) -> np.ndarray:
    """The Jacobian by central differences."""
    steps = 1e-6 * np.eye(x.size)
    columns = [(fun(x + h) - fun(x - h)) / 2e-6 for h in steps]
    return np.stack(columns, -1)


def run(transform: str, fun: Callable[[Any], Any], x: Any) -> tuple[Any, Any]:
    """What a transform of ``fun`` gives at `x`, and what it should give.

    `fun` takes an array and gives one of the same shape, element by element.
    """
    if transform == "grad":
        total = lambda x: np.sum(fun(x))  # noqa: E731
        return ft.grad(total)(x), differences(total, np.asarray(x))
    if transform == "jacobian":
        return ft.jacobian(fun)(x), differences(fun, np.asarray(x))
    return getattr(ft, transform)(fun)(x), fun(np.asarray(x))


def outcome(transform: str, fun: Callable[[Any], Any], x: Any) -> str:
    """``right``, ``WRONG``, or the message of an error."""
    try:
        got, expected = run(transform, fun, x)
    except Exception as error:  # noqa: BLE001 - of the library's own, too
        return "\n".join([str(error), *getattr(error, "__notes__", ())])
    close = np.allclose(got, expected, rtol=1e-6, atol=1e-8)
    return "right" if close and type(got) is np.ndarray else "WRONG"


def as_argument(kind: Kind, transform: str) -> str:
    """The outcome for a value of the kind as the argument."""
    return outcome(transform, lambda x: np.multiply(x, x) * 0.5, kind.value())


def as_constant(kind: Kind, transform: str) -> str:
    """The outcome for one that the function captures."""
    value = kind.value()
    if transform == "vmap":  # of a constant, the elements are not taken apart
        whole = lambda x: kind.plain(x * value)[0]  # noqa: E731
        return outcome_of_vmap(whole)
    return outcome(transform, lambda x: kind.plain(x * value), X)


def outcome_of_vmap(fun: Callable[[Any], Any]) -> str:
    """``right`` if the function is right on a batch of arrays."""
    batch = np.stack([X, 2 * X])
    try:
        got = ft.vmap(fun)(batch)
    except Exception as error:  # noqa: BLE001 - of the library's own, too
        return "\n".join([str(error), *getattr(error, "__notes__", ())])
    return "right" if np.allclose(got, [fun(x) for x in batch]) else "WRONG"


def row(kind: Kind) -> str:
    """The kind's row of the table in the documentation."""
    cells = [
        "right" if outcome_of(kind, transform) == "right" else "refused"
        for outcome_of in (as_argument, as_constant)
        for transform in ALL
    ]
    return f"| {kind.name} | {' | '.join(cells)} |"
