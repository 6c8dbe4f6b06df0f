"""Makes the LLVM texts of this folder from its Python modules, if it is run as a program.

``python -m functrace.compiler.kernels.generate`` needs Numba; the texts are to be read by
the oldest LLVM that pyproject.toml allows, too, and to say nothing of a processor.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from importlib.metadata import version
from types import FunctionType
from typing import Any

import llvmlite.binding as ll
import numpy as np

from functrace.compiler.kernels import (
    acyclic,
    banded,
    colouring,
    correlation,
    cumulative,
    integers,
    sorting,
    spectral,
    summing,
    superlu,
    toeplitz,
)
from functrace.compiler.kernels.numba_code import Argument, ArrayType, Kernel, spelled
from functrace.compiler.kernels.numba_inline import without_vectors
from functrace.compiler.kernels.texts import NAME, above, first_line, path_of
from functrace.compiler.machine.target import Target

Arguments = tuple[Argument, ...]

# -- which texts -----------------------------------------------------------------------


def _array(dtype: str, ndim: int = 1) -> ArrayType:
    return ArrayType(np.dtype(dtype), ndim, readonly=False)


def _const(dtype: str, ndim: int = 1) -> ArrayType:
    return ArrayType(np.dtype(dtype), ndim, readonly=True)


def _alike(operands: int, others: int, ndim: int, *numbers: str) -> Any:
    """Arrays of one dtype, some of them operands; then numbers."""

    def arguments(dtype: str) -> Arguments:
        arrays = [_const(dtype, ndim)] * operands + [_array(dtype, ndim)] * others
        return (*arrays, *map(np.dtype, numbers))

    return arguments


def _argsort(dtype: str) -> Arguments:
    keys, places = _array("u8"), _array("i8")
    raw = _array(f"u{np.dtype(dtype).itemsize}")
    return _const(dtype), places, keys, keys, places, places, raw


def _sort(dtype: str) -> Arguments:
    x, *others = _argsort(dtype)
    return x, _array(dtype), *others


def _searchsorted(dtype: str) -> Arguments:
    return _const(dtype), _const(dtype), _array("i8"), np.dtype("?")


def _running(*numbers: str) -> Any:
    def arguments(dtype: str) -> Arguments:
        total = {"?": "i8", "i4": "i8"}.get(dtype, dtype)
        return _const(dtype), _array(total), *map(np.dtype, numbers)

    return arguments


def _band_factors(dtype: str) -> Arguments:
    widths = np.dtype("i8"), np.dtype("i8")
    return _const(dtype, 2), _array(dtype, 2), _array("i4", 2), *widths


def _by_band_factors(dtype: str) -> Arguments:
    packed, pivots, y = _const(dtype, 2), _const("i4", 2), _const(dtype, 2)
    return packed, pivots, y, _array(dtype, 2), np.dtype("i8"), np.dtype("i8")


def _toeplitz(dtype: str) -> Arguments:
    y, out, g = _const(dtype, 2), _array(dtype, 2), _array(dtype)
    return _const(dtype), y, out, g, g


def _superlu(dtype: str) -> Arguments:
    b, places = _const(dtype, 2), _const("i4")
    factor = _const(dtype), places, places
    out = _array(dtype, 2)
    return b, *factor, *factor, places, places, out, out, np.dtype("?")


def _of_values(operands: int) -> Any:
    """Matrices, and vectors of the real numbers that belong to them."""

    def arguments(dtype: str) -> Arguments:
        real = dtype if dtype[0] == "f" else f"f{int(dtype[1:]) // 2}"
        return (_const(dtype, 2), *[_const(real)] * operands, _array(dtype, 2))

    return arguments


def _gaps(dtype: str) -> Arguments:
    return _const(dtype), _array(dtype, 2)


def _degrees(dtype: str) -> Arguments:
    return _const(dtype), _const(dtype), _const(dtype), _array("i8")


def _places(dtype: str) -> Arguments:
    return *[_const("i4")] * 3, _array(dtype), _array("i4"), _array("i4")


def _subtracted(dtype: str) -> Arguments:
    return _const(dtype), _const("i4"), _const("i4"), _array(dtype)


def _sums(others: int) -> Any:
    """Of numbers of 32 bits, but for the variants of rows."""

    def arguments(dtype: str) -> Arguments:
        read = _const(dtype), _const("i1"), *[_const(dtype)] * others
        return *read, _array(dtype), _array(dtype)

    return arguments


def _placed_sums(dtype: str) -> Arguments:
    numbers = _array("i4")
    return *_sums(9)("i4")[:-2], _array(dtype), numbers, numbers


def _permutation(dtype: str) -> Arguments:
    return _const(dtype), _array("i4")


def _pair(dtype: str) -> Arguments:
    return np.dtype(dtype), np.dtype(dtype)


_REAL = ("f8", "f4")
_NUMBERS = ("f8", "i8", "f4", "c16")
_SORTED = ("f8", "i8", "f4", "i4")

TEXTS: dict[Callable[..., Any], tuple[Callable[[str], Arguments], Iterable[str]]] = {
    acyclic.acyclic: (_alike(3, 7, 1), ("i4",)),
    acyclic.leaves: (_alike(3, 4, 1), ("i4",)),
    acyclic.subtracted: (_subtracted, _REAL),
    banded.factorise: (_band_factors, _REAL),
    banded.solve_factored: (_by_band_factors, _REAL),
    banded.solve_positive: (_alike(2, 2, 2, "i8"), _REAL),
    banded.solve_tridiagonal: (_alike(2, 2, 2), _REAL),
    colouring.by_degree: (_alike(4, 3, 1, "?"), ("i4",)),
    colouring.degrees: (_degrees, ("i4",)),
    colouring.first_fit: (_alike(5, 2, 1), ("i4",)),
    colouring.mirrored: (_alike(2, 2, 1), ("i4",)),
    colouring.places: (_places, ("i4", "i8")),
    colouring.star: (_alike(3, 9, 1), ("i4",)),
    correlation.correlate: (_alike(2, 1, 1), _NUMBERS),
    correlation.correlate_images: (_alike(2, 1, 2), _NUMBERS),
    cumulative.cumprod: (_running(), (*_NUMBERS, "i4", "?")),
    cumulative.cumsum: (_running("?"), (*_NUMBERS, "i4", "?")),
    cumulative.lfilter: (_alike(4, 2, 1), ("f8", "f4", "c16")),
    integers.gcd: (_pair, ("i8", "i4")),
    integers.lcm: (_pair, ("i8", "i4")),
    integers.permutation: (_permutation, ("i4",)),
    sorting.argsort: (_argsort, (*_SORTED, "?")),
    sorting.searchsorted: (_searchsorted, _SORTED),
    sorting.sort: (_sort, (*_SORTED, "?")),
    spectral.reciprocal_gaps: (_gaps, _REAL),
    spectral.spectral_bar: (_of_values(2), (*_REAL, "c16")),
    spectral.spectral_dot: (_of_values(1), (*_REAL, "c16")),
    summing.count_sums: (_sums(5), ("i4",)),
    summing.list_sums: (_sums(6), ("i4",)),
    summing.list_terms: (_alike(1, 2, 1), ("i4",)),
    summing.place_sums: (_placed_sums, ("u1", "u2", "u4")),
    superlu.solve: (_superlu, (*_REAL, "c16")),
    toeplitz.solve_toeplitz: (_toeplitz, _REAL),
}
"""For each kernel its arguments for a dtype, and for which dtypes there is a text."""

# -- what they say ---------------------------------------------------------------------

_OPTIONS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
_PLAIN = Target(triple="x86_64-linux-gnu", cpu="x86-64", features="")
_REMOVED = re.compile(
    r"(?m)^(?:(?:;|source_filename|target|attributes|!).*)?\n"
    r"| *; preds = .*| (?:dso_local|local_unnamed_addr|unnamed_addr|noundef)\b"
    r"| #\d+(?= \{|$)|, ![a-z][\w.]* !\d+"
)
_OF_POINTERS = re.compile(
    r"(?<=ptr)(?: (?:readonly|writeonly|readnone|captures\(\w+\)))+"
)
_HEAD = re.compile(rf"(?m)^define .*?(\w+) @{NAME}\(")
_LABEL = re.compile(r'(?m)^("[^"]+"|[\w.$-]+):')
_LOCAL = re.compile(r'%("[^"]+"|[\w.$-]+)')


def generated(function: Callable[..., Any], dtype: str) -> str:
    """The text of a kernel for a dtype, as its file has it.

    Call `prepare` first.

    Parameters
    ----------
    function : function
        One of `TEXTS`.
    dtype : str
    """
    arguments = TEXTS[function][0](dtype)
    text = Kernel(function).translated(arguments, NAME)
    returns, _, text = text.replace("noinline", "nounwind").partition("\n")
    ll.initialize_all_targets()
    plain = _renamed(_without_notes(str(without_vectors(text, _PLAIN))))
    return f"{above(spelled(arguments))}{returns}\n{plain}"


def _without_notes(text: str) -> str:
    """The text without what LLVM has found out, which not every LLVM can read."""
    text = _OF_POINTERS.sub("", _REMOVED.sub("", text))
    return _HEAD.sub(rf"define \1 @{NAME}(", text).replace(") {", ") nounwind {")


def _renamed(text: str) -> str:
    """The text with short names for what is in its functions, in the order of the text."""
    names: dict[str, str] = {}

    def short(found: re.Match[str]) -> str:
        return names.setdefault(found[1], f"v{len(names)}")

    text = _LOCAL.sub(lambda found: f"%{short(found)}", text)
    return _LABEL.sub(lambda found: f"{short(found)}:", text)


def content(function: FunctionType, dtypes: Iterable[str]) -> str:
    """The file of a kernel, for some dtypes."""
    head = f"{first_line(function)}\n; by Numba {version('numba')}\n"
    return head + "".join(generated(function, dtype) for dtype in dtypes)


def prepare() -> None:
    """Let Numba, which is not imported yet, make no vectors, nor copies of loops' bodies.

    Where the text becomes machine code that is done for the processor; and loops that
    consist of copies become no vectors there.
    """
    os.environ.update(_OPTIONS)
    for option in ("-unroll-runtime=false", "-unroll-allow-partial=false"):
        ll.set_option("functrace", option)


if __name__ == "__main__":
    prepare()
    for each, (_, its) in TEXTS.items():
        made = content(each, its)
        with open(path_of(each), "w", encoding="ascii", newline="\n") as written:
            written.write(made)
