"""What to say of an error that a library raised because it was given traced values."""

from __future__ import annotations

from types import TracebackType

from functrace.core.errors import ConcretizationError, FunctraceError

_SIGNS = (  # of an array of objects, or of a tracer, where an ndarray of numbers is due
    "object",
    "'O'",
    "Tracer",
    "array element",
    "array type",
    "input type",
    "Python type",
    "data type",
    "Multiple namespaces",
    "No matching signature",
)
_OF_SCIPY = (
    "functrace: a function of SciPy's was given traced values, which it treats as an "
    "ndarray.\n"
    "  help: call functrace.scipy's function of that name. With SCIPY_ARRAY_API=1, some "
    "of SciPy's own take traced values, if all arrays are either traced or made by "
    "x.__array_namespace__().asarray."
)
_OF_OTHERS = (
    "functrace: {} was given traced values, with which it cannot compute.\n"
    "  help: take plain arrays out of its objects first, as .to_numpy() does."
)
_OTHERS = ("pandas", "polars", "xarray", "astropy")


def advise(error: Exception) -> None:
    """Note the way out on an error of a library's, called by a user, about traced values."""
    if any(note.startswith("functrace: ") for note in getattr(error, "__notes__", ())):
        return
    if not is_of_traced_values(error):
        return
    library = _called_by_user(error.__traceback__)
    if library == "scipy":
        error.add_note(_OF_SCIPY)
    elif library and not isinstance(error, FunctraceError):
        error.add_note(_OF_OTHERS.format(library))


def is_of_traced_values(error: Exception) -> bool:
    """Whether an error says that something was given traced values, and takes none."""
    asked = isinstance(error, ConcretizationError)
    return asked or any(sign in str(error) for sign in _SIGNS)


def _called_by_user(trace: TracebackType | None) -> str:
    """The first library on the way that was not called by functrace; empty if none was."""
    caller = ""
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        root = module.partition(".")[0]
        if root == "scipy" or root in _OTHERS:
            ours = caller.startswith("functrace.")
            by_user = not ours or caller.startswith("functrace.transforms.")
            return root if by_user or root in _OTHERS else ""
        caller, trace = module, trace.tb_next
    return ""
