"""Write the page that says what of NumPy and SciPy is differentiated.

python docs/coverage.py   # rewrites docs/pages/coverage.md
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import scipy

from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.primitive import REGISTRY, Primitive
from functrace.core.rule import Rule
from functrace.numpy._register import CONSTANT
from functrace.scipy._array_api import is_for_any_array

PAGE = Path(__file__).parent / "pages" / "coverage.md"

DIFFERENTIABLE = "differentiable"
CONSTANT_ = "no derivative by nature"
UNSUPPORTED = "not supported"

# Of what takes no traced values: why.
BY_NATURE = {
    "of shapes, dtypes, indices or windows": """
        bartlett blackman hamming hanning broadcast_shapes diag_indices fromfunction indices
        isdtype isscalar issubdtype iterable ix_ mask_indices mintypecode promote_types
        ravel_multi_index tril_indices triu_indices typename unravel_index isfortran
        shares_memory nested_iters
    """,
    "of integers, bits, dates or text": """
        base_repr binary_repr busday_count busday_offset datetime_as_string datetime_data
        is_busday isnat packbits unpackbits array2string array_repr array_str
        format_float_positional format_float_scientific
    """,
    "of files and buffers": """
        fromfile frombuffer fromregex fromstring genfromtxt load loadtxt save savetxt savez
        savez_compressed from_dlpack fromiter
    """,
    "settings and information": """
        get_include get_printoptions getbufsize geterr geterrcall info printoptions
        set_printoptions setbufsize seterr seterrcall show_config show_runtime test
    """,
}
CALLING = {"frompyfunc", "row_stack"}  # NumPy's own code, which calls what is traced
REFUSED = {
    "asmatrix": "numpy.matrix is no longer recommended; use arrays",
    "bmat": "numpy.matrix is no longer recommended; use numpy.block",
}
REASONS = {name: why for why, names in BY_NATURE.items() for name in names.split()}

SCIPY = """
    special linalg stats interpolate signal ndimage integrate optimize
    spatial.distance fft sparse sparse.linalg
""".split()  # noqa: SIM905 - reads best as prose


def names_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Functions that a module offers."""
    for name in sorted(getattr(module, "__all__", dir(module))):
        value = getattr(module, name, None)
        if name.startswith("_") or not callable(value) or isinstance(value, type):
            continue
        yield name, value


def has_derivative(record: Primitive) -> bool:
    """Whether there is a rule for some operand."""
    return record.bits != 0


def of_numpy(name: str, function: Any) -> tuple[str, str]:
    """The state of a function of NumPy's, and a remark."""
    if function in CONSTANT:
        return CONSTANT_, ""
    if isinstance(function, np.ufunc) and function in UFUNCS:
        records = [r for r in REGISTRY.values() if r.ufunc is function]
        constant = records and not any(map(has_derivative, records))
        return (CONSTANT_ if constant else DIFFERENTIABLE), ""
    if function in FUNCTIONS or name in CALLING:
        return DIFFERENTIABLE, ""
    if name in REASONS:
        return CONSTANT_, REASONS[name]
    return UNSUPPORTED, REFUSED[name]


def numpy_rows(module: ModuleType) -> list[tuple[str, str, str]]:
    """Name, state and remark of each function of a module of NumPy's."""
    return [(name, *of_numpy(name, value)) for name, value in names_of(module)]


def arguments(record: Primitive) -> tuple[int, int]:
    """How many operands of a record have a derivative, and how many there are."""
    assert record.ufunc is not None
    count = record.ufunc.nin
    rule = record.vjp if isinstance(record.vjp, Rule) else None
    bits = 0 if rule is None else rule.bits & (1 << count) - 1
    return bits.bit_count(), count


def special_records() -> dict[str, Primitive]:
    """Of the ufuncs of scipy.special, by name."""
    importlib.import_module("functrace.scipy.special")  # fills the registry
    by_ufunc = {r.ufunc: r for r in REGISTRY.values() if r.ufunc is not None}
    return {
        name: by_ufunc[value]
        for name, value in names_of(scipy.special)
        if isinstance(value, np.ufunc) and value in by_ufunc
    }


def scipy_functions(name: str) -> tuple[list[str], list[str], list[str]]:
    """Names of a module of SciPy's: traced here; SciPy's code for any array; the others."""
    original = importlib.import_module(f"scipy.{name}")
    ours = importlib.import_module(f"functrace.scipy.{name}")
    records = special_records() if name == "special" else {}
    traced: list[str] = []
    any_array: list[str] = []
    plain: list[str] = []
    for function, value in offered(original):
        own = vars(ours).get(function)
        home = getattr(own, "__module__", None) or type(own).__module__
        is_own = own is not None and str(home).startswith("functrace.")
        is_own = is_own and getattr(own, "__wrapped__", None) is not value
        taken = traced if is_own or function in records else plain
        if taken is plain and not inspect.isclass(value) and is_for_any_array(value):
            taken = any_array
        taken.append(function)
    return traced, any_array, plain


def offered(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module of SciPy's offers: functions, classes, distributions."""
    for name in sorted(module.__all__, key=str.lower):
        value = getattr(module, name)
        if isinstance(value, ModuleType) or not (
            callable(value) or hasattr(value, "pdf")
        ):
            continue
        if inspect.isclass(value) and issubclass(value, (Exception, Warning)):
            continue
        yield name, value


# -- the page --------------------------------------------------------------------------

HEAD = """# What is differentiated

Made by `docs/coverage.py` from the registry, with NumPy {numpy} and SciPy {scipy}.
*Differentiable* means: in both modes, to any order, under every transform.
"""


def page() -> str:
    """The text of the page."""
    parts = [HEAD.format(numpy=np.__version__, scipy=scipy.__version__)]
    parts += [numpy_section(module) for module in (np, np.linalg, np.fft)]
    parts.append(special_section())
    parts += [scipy_section(name) for name in SCIPY]
    return "\n".join(parts)


def numpy_section(module: ModuleType) -> str:
    """A module of NumPy's."""
    rows = numpy_rows(module)
    counts = {s: [r for r in rows if r[1] == s] for s in (DIFFERENTIABLE, CONSTANT_)}
    refused = [row for row in rows if row[1] == UNSUPPORTED]
    summary = (
        f"{len(rows)} functions: {len(counts[DIFFERENTIABLE])} differentiable, "
        f"{len(counts[CONSTANT_])} without a derivative by nature, {len(refused)} not "
        "supported.\n"
    )
    lines = [
        f"## {module.__name__}\n",
        summary,
        f"**Differentiable:** {listed(r[0] for r in counts[DIFFERENTIABLE])}\n",
    ]
    remarks = dict.fromkeys(r[2] for r in counts[CONSTANT_])
    for remark in sorted(remarks):
        names = listed(r[0] for r in counts[CONSTANT_] if r[2] == remark)
        title = remark or "piecewise constant, or no numbers"
        lines.append(f"**Without a derivative** ({title}): {names}\n")
    lines += [f"**Not supported:** `{name}`: {why}.\n" for name, _, why in refused]
    return "\n".join(lines)


def listed(names: Iterator[str]) -> str:
    """Names as code."""
    return " ".join(f"`{name}`" for name in names) + "."


def special_section() -> str:
    """Ufuncs of scipy.special, with how many of their arguments have a derivative."""
    found = {name: arguments(record) for name, record in special_records().items()}
    total = sum(n for n, _ in found.values())
    shown = " ".join(f"`{name}` {n}/{count}" for name, (n, count) in found.items())
    return (
        "## scipy.special: ufuncs\n\n"
        f"{len(found)} ufuncs take traced values as `scipy.special.f(x)`; {total} of their "
        f"{sum(c for _, c in found.values())} arguments have a derivative (the others are "
        f"integers, or nothing depends on them smoothly).\n\n{shown}.\n"
    )


def scipy_section(name: str) -> str:
    """A module of SciPy's."""
    traced, any_array, plain = scipy_functions(name)
    shown = ""
    if any_array:
        shown = (
            "SciPy's own code for arrays of any library, which takes traced values as far "
            f"as it does not call compiled code: {listed(iter(any_array))}\n\n"
        )
    return (
        f"## scipy.{name}\n\n"
        f"`functrace.scipy.{name}` takes traced values in {len(traced)} of "
        f"{len(traced) + len(any_array) + len(plain)} names: {listed(iter(traced))}\n\n"
        f"{shown}"
        f"SciPy's own, for plain values: {listed(iter(plain))}\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"wrote {PAGE}")
