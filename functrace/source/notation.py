"""How operations are written in NumPy's notation.

An operation is written as its record's `impl` computes it: the ufunc that this is, the
expression that it returns with the operands in place, or a call of the function, which is
then quoted in the module. What a person would write otherwise stands in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.special

from functrace.core.aval import Aval
from functrace.core.node import Node
from functrace.primitives._index import ARRAY
from functrace.source import text
from functrace.source.text import Text

VIEWS = frozenset(
    (
        "getitem",
        "gather",  # by numbers it is one
        "reshape",
        "transpose",
        "diagonal",
        "windows",
        "broadcast_to",
        "real",
        "imag",
    )
)
SAME = frozenset(("alias", "seed", "stop_gradient", "arrange"))


class Application(NamedTuple):
    """A node, and what its operands are in the text."""

    node: Node
    operands: Sequence[Text]
    avals: Sequence[Aval]

    @property
    def params(self) -> dict[str, Any]:
        """Of the node."""
        return self.node.params


Writer = Callable[[Application], "Text | None"]


def written(application: Application) -> Text | None:
    """The expression, without quoting anything; None if there is none."""
    name = application.node.name
    found = TABLE[name](application) if name in TABLE else None
    if found is None and isinstance(application.node.primitive.impl, np.ufunc):
        found = _ufunc(application)
    return found


def _ufunc(application: Application) -> Text | None:
    impl = application.node.primitive.impl
    name = impl.__name__
    for module, space in (("np", np), ("special", scipy.special)):
        if getattr(space, name, None) is impl:
            return text.call(f"{module}.{name}", *application.operands)
    return None


# -- operators -----------------------------------------------------------------------------


def _binary(operator: str, level: int) -> Writer:
    return lambda a: text.binary(operator, level, *a.operands)


def _comparison(operator: str) -> Writer:
    return lambda a: text.comparison(operator, *a.operands)


def _power(a: Application) -> Text | None:
    """By the operator where the record's `impl` takes it."""
    x = a.avals[0]
    usual = a.node.mask & 1 or type(a.node.inputs[0]) is not float
    takes = np.dtype(x.dtype).kind in "fc" and (x.shape or x.dtype == np.float64)
    return text.power(*a.operands) if usual and takes else None


# -- parts of arrays -------------------------------------------------------------------------


def index_entries(
    index: Any, arrays: Sequence[Text], shape: tuple[int, ...]
) -> list[str]:
    """What stands between the brackets of an index of an array of that shape."""
    rest = iter(arrays)
    entries = index if type(index) is tuple else (index,)
    lengths = iter(shape if Ellipsis not in map(_plain, entries) and not arrays else ())
    found: list[str] = []
    for entry in entries:
        length = None if entry is None else next(lengths, None)
        found.append(_entry(entry, rest, length))
    return found or ["()"]


def _plain(entry: Any) -> Any:
    """An entry that can be compared."""
    return entry if entry is Ellipsis else None


def _entry(entry: Any, arrays: Any, length: int | None) -> str:
    if isinstance(entry, str) and entry == ARRAY:
        return next(arrays).code
    if isinstance(entry, slice):
        return text.slice_text(entry, length)
    if entry is None:
        return "None"
    return "..." if entry is Ellipsis else str(int(entry))


def _part(a: Application) -> Text:
    x, *arrays = a.operands
    return text.part_text(x, index_entries(a.params["index"], arrays, a.avals[0].shape))


def _reshape(a: Application) -> Text:
    """A new axis is one, where it makes the dimensions that are wanted."""
    shape = tuple(a.params["shape"])
    return text.method(a.operands[0], "reshape", *shape or ("()",))


def _transpose(a: Application) -> Text:
    axes = tuple(a.params["axes"])
    if axes == tuple(reversed(range(len(axes)))):
        return Text(f"{a.operands[0].at(text.ATOM)}.T")
    return text.method(a.operands[0], "transpose", *axes)


def _attribute(name: str) -> Writer:
    return lambda a: Text(f"{a.operands[0].at(text.ATOM)}.{name}")


def _convert(a: Application) -> Text:
    dtype = text.dtype_text(a.params["dtype"])
    if not a.avals[0].shape:
        return text.call(dtype.code, a.operands[0])
    return text.method(a.operands[0], "astype", dtype)


def _broadcast_to(a: Application) -> Text:
    shape = text.literal(tuple(a.params["shape"]))
    return text.call("np.broadcast_to", a.operands[0], shape)


# -- reductions, products ----------------------------------------------------------------


def _reduction(name: str) -> Writer:
    def write(a: Application) -> Text:
        axis, keepdims = a.params["axis"], a.params["keepdims"]
        options: dict[str, Any] = {}
        if len(axis) != a.avals[0].ndim or keepdims:
            options["axis"] = axis[0] if len(axis) == 1 else tuple(axis)
        if keepdims:
            options["keepdims"] = True
        return text.call(f"np.{name}", *a.operands, **options)

    return write


def _mask(a: Application) -> Text:
    x, y = a.operands
    both = (y, "0") if a.params["keep"] else ("0", y)
    return text.call("np.where", x, *both)


def _einsum(a: Application) -> Text:
    return text.call("np.einsum", text.literal(a.params["subscripts"]), *a.operands)


def _joined(function: str) -> Writer:
    def write(a: Application) -> Text:
        axis = a.params["axis"]
        options = {"axis": axis} if axis else {}
        if function == "np.stack" and not axis and len(a.avals[0].shape) == 0:
            return text.call("np.array", text.listed(a.operands))
        return text.call(function, text.listed(a.operands), **options)

    return write


def _eye(a: Application) -> Text:
    dtype = np.dtype(a.params["dtype"])
    options = {} if dtype == np.float64 else {"dtype": dtype}
    return text.call("np.eye", a.params["size"], **options)


def _numpys(name: str) -> Writer:
    return lambda a: text.call(f"np.{name}", *a.operands)


TABLE: dict[str, Writer] = {
    "add": _binary("+", text.SUM),
    "subtract": _binary("-", text.SUM),
    "multiply": _binary("*", text.PRODUCT),
    "true_divide": _binary("/", text.PRODUCT),
    "floor_divide": _binary("//", text.PRODUCT),
    "matmul": _binary("@", text.PRODUCT),
    "power": _power,
    "negative": lambda a: text.unary("-", text.SIGN, *a.operands),
    "less": _comparison("<"),
    "less_equal": _comparison("<="),
    "greater": _comparison(">"),
    "greater_equal": _comparison(">="),
    "equal": _comparison("=="),
    "not_equal": _comparison("!="),
    "is_exceeded": _comparison("<"),
    "exceeds": _comparison(">"),
    "absolute": _numpys("abs"),
    "root": _numpys("sqrt"),
    "complex_sign": _numpys("sign"),
    "where": _numpys("where"),
    "mask": _mask,
    "getitem": _part,
    "gather": _part,
    "reshape": _reshape,
    "transpose": _transpose,
    "real": _attribute("real"),
    "imag": _attribute("imag"),
    "convert": _convert,
    "broadcast_to": _broadcast_to,
    "reduce_sum": _reduction("sum"),
    "reduce_prod": _reduction("prod"),
    "reduce_max": _reduction("max"),
    "reduce_min": _reduction("min"),
    "reduce_any": _reduction("any"),
    "reduce_all": _reduction("all"),
    "concatenate": _joined("np.concatenate"),
    "stack": _joined("np.stack"),
    "einsum": _einsum,
    "eye": _eye,
}
