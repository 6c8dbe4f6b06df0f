"""What is an array, and what only looks like one.

Arrays are ndarrays of numbers, numbers, and Python's own sequences of these. Whatever
else NumPy would make an array of (`numpy.asarray`) has an arithmetic of its own, with
labels, names, units or masks. The array would lack them, and a derivative be another
function's, so it is refused; or the operation is left to it, where it says how.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any, NoReturn

import numpy as np

from functrace.core.errors import DtypeError, message
from functrace.core.source import user_line

NUMERIC = "biufc"  # kinds of dtypes
_TEXT = (str, bytes)
_SAME = (np.memmap,)  # subclasses of ndarray that compute as it does


def unwrapped(array: np.ndarray) -> np.ndarray:
    """The ndarray that an instance of a subclass is; refused if it computes otherwise."""
    return np.asarray(array) if isinstance(array, _SAME) else refuse(array)


def is_listed(value: Any) -> bool:
    """Whether it is a sequence of Python's: a list, a range, an `array.array`."""
    listed = isinstance(value, Sequence) and not isinstance(value, _TEXT)
    return listed and not _converts(value)


def is_arraylike(value: Any) -> bool:
    """Whether NumPy would take it for an array: it is one, or is refused."""
    if isinstance(value, (np.ndarray, np.generic)):
        return True
    return not isinstance(value, type) and _converts(value)


def _converts(value: Any) -> bool:
    return hasattr(type(value), "__array_ufunc__") or hasattr(value, "__array__")


def defers(operands: Sequence[Any], tracer: type) -> bool:
    """Whether an operation is left to an operand that is no array, as NumPy leaves it.

    To what says how it computes with arrays (``__array_ufunc__``); and of a traced scalar
    to an object of a class with operators, which need not know of arrays.
    """
    scalar = all(o.ndim == 0 for o in operands if type(o) is tracer)
    return any(_computes(o, scalar) for o in operands if type(o) is not tracer)


def _computes(other: Any, scalar: bool) -> bool:
    if hasattr(type(other), "__array_ufunc__"):
        return not issubclass(type(other), np.ndarray)
    listed = isinstance(other, Sequence)
    operators = scalar and hasattr(type(other), "__rmul__")
    return operators and not listed and not is_arraylike(other)


def type_of(value: Any) -> str:
    """What it is, for messages."""
    kind = type(value)
    home = kind.__module__.partition(".")[0]
    name = kind.__qualname__ if home == "builtins" else f"{home}.{kind.__qualname__}"
    dtype = getattr(value, "dtype", None)
    return name if dtype is None else f"{name} of dtype {dtype}"


def way_out(value: Any) -> str | None:
    """How to get an ndarray of numbers out of an array-like; None of anything else."""
    if not is_arraylike(value):
        return None
    kind = str(getattr(getattr(value, "dtype", None), "kind", ""))
    if _is_masked(value):
        return "say what masked elements count as: m.filled(0), or another number."
    for name, text in _WAYS.items():
        if hasattr(type(value), name):
            return text
    if kind and kind in "mM":
        return "pass numbers: t / numpy.timedelta64(1, 's')."
    if kind and kind == "V":
        return "pass numbers: table['name'], of a table with columns."
    if kind and kind not in NUMERIC:
        return "pass numbers: m.astype(float)."
    return "take the numbers out of it: numpy.asarray(m)."


_WAYS = {  # by an attribute that the class has
    "masks": "its length depends on a mask: numpy.where(mask, x, 0) in place of x[mask].",
    "to_numpy": "take the numbers out of it: .to_numpy().",
    "magnitude": "take the number out of it, in a unit of your choice: .to('m').magnitude.",
    "to_value": "take the number out of it, in a unit of your choice: .to_value('m').",
}


def _is_masked(value: Any) -> bool:
    """Whether it is a masked array, of a module that NumPy imports when it is asked for."""
    module = sys.modules.get("numpy.ma")
    return module is not None and isinstance(value, module.MaskedArray)


def refuse(value: Any) -> NoReturn:
    """Raise DtypeError for an operand that is no array and no number."""
    help_ = way_out(value)
    if help_ is None:
        raise DtypeError(
            f"functrace: an array or a number was expected, not {type(value).__name__!r}."
        )
    raise DtypeError(
        message(
            "functrace: what is not an ndarray of numbers, or a number, cannot be "
            "combined with traced values: taken for one, it would compute otherwise.",
            got=type_of(value),
            source=user_line(),
            help=help_,
        )
    )


def refuse_argument(
    value: Any,
    refusal: str,
    *,
    expected: str | None = None,
    help: str | None = None,  # noqa: A002 - as of `message`
) -> NoReturn:
    """Raise DtypeError for what a transform was given; `help` where no other is known."""
    raise DtypeError(
        message(
            refusal,
            expected=expected,
            got=type_of(value),
            help=way_out(value) or help,
        )
    )


# -- other libraries' objects that would hold traced values ------------------------------

ASKED = ("_typ", "dims", "variable", "name", "unit", "_data", "_mask", "view")
_HOLDERS = ("pandas", "xarray", "astropy", "numpy.ma", "numpy.matrixlib")
_KEEPERS = ("xarray",)  # of the object itself; the others make an ndarray of a constant


def refuse_holders(holders: tuple[str, ...] = _HOLDERS, depth: int = 2) -> None:
    """Raise DtypeError if a library asks that would hold the traced value, or strip it.

    It would take the value for an array without labels or units of its own, once it has
    looked for them (`ASKED`), or for objects without NaN among them. Who asks is who
    called the function that called this one.
    """
    asking = sys._getframe(depth).f_globals.get("__name__", "")  # noqa: SLF001 - as user_line
    if not asking.startswith(holders):
        return
    library = next((h for h in holders if f"{asking}.".startswith(f"{h}.")), None)
    if library is None:
        return
    raise DtypeError(
        message(
            f"functrace: {library} cannot compute with traced values: its objects hold "
            "numbers.",
            source=user_line(),
            help="take plain arrays out of its objects first, as .to_numpy() or "
            "numpy.asarray(m) do, and compute with these.",
        )
    )


def converts(caller: FrameType) -> bool:
    """Whether a frame runs code of pandas, which keeps what it takes for an ndarray.

    Of anything else it makes one, by ``__array__``.
    """
    package = caller.f_globals.get("__package__")
    return package is not None and package.partition(".")[0] == "pandas"


def lacking(name: str) -> property:
    """An attribute that traced values lack, as only these libraries learn."""

    def ask(self: Any) -> NoReturn:
        refuse_holders(_KEEPERS if self.root().edge is None else _HOLDERS)
        raise AttributeError(f"'Tracer' object has no attribute {name!r}")

    return property(ask)
