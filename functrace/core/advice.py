"""What to say of an error that SciPy raised because it was given traced values."""

from __future__ import annotations

from types import TracebackType

from functrace.core.errors import ConcretizationError

_SIGNS = (  # of an array of objects, or of a tracer, where an ndarray of numbers is due
    "object",
    "'O'",
    "Tracer",
    "array element",
    "array type",
    "input type",
    "data type",
    "Multiple namespaces",
    "No matching signature",
)
_ADVICE = (
    "functrace: a function of SciPy's was given traced values, which it treats as an "
    "ndarray.\n"
    "  help: call functrace.scipy's function of that name. With SCIPY_ARRAY_API=1, some "
    "of SciPy's own take traced values, if all arrays are either traced or made by "
    "x.__array_namespace__().asarray."
)


def advise(error: Exception) -> None:
    """Note the way out on an error of SciPy's, called by a user, about traced values."""
    if _ADVICE in getattr(error, "__notes__", ()):
        return
    if is_of_traced_values(error) and _is_users_call_of_scipy(error.__traceback__):
        error.add_note(_ADVICE)


def is_of_traced_values(error: Exception) -> bool:
    """Whether an error says that something was given traced values, and takes none."""
    asked = isinstance(error, ConcretizationError)
    return asked or any(sign in str(error) for sign in _SIGNS)


def _is_users_call_of_scipy(trace: TracebackType | None) -> bool:
    """Whether the first of SciPy's functions on the way was not called by functrace."""
    caller = ""
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.startswith("scipy."):
            ours = caller.startswith("functrace.")
            return not ours or caller.startswith("functrace.transforms.")
        caller, trace = module, trace.tb_next
    return False
