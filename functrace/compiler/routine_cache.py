"""The routines that this process has compiled: more of them as they are asked for."""

from __future__ import annotations

from collections.abc import Collection

from functrace.compiler.machine.artifact import Artifact, define
from functrace.compiler.machine.native import compile_text
from functrace.compiler.machine.symbols import LOCK, is_known
from functrace.compiler.machine.target import host
from functrace.compiler.notation.routine import Request, definitions, symbol_of


def compile_missing(requests: Collection[Request]) -> None:
    """Make routines callable by their symbols, with all those that they call.

    Those that this process has not compiled yet are compiled together.

    Parameters
    ----------
    requests : collection of (Routine, str, int)
        As collected in ``Builder.routines``.
    """
    if all(map(is_compiled, requests)):
        return
    with LOCK:
        missing = {request for request in requests if not is_compiled(request)}
        if missing:
            define(lambda: _compiled(missing), *sorted(map(symbol_of, missing)))


def is_compiled(request: Request) -> bool:
    """Whether texts can declare a routine."""
    return is_known(symbol_of(request))


def _compiled(missing: Collection[Request]) -> Artifact:
    text, defined = definitions(missing, host(), is_compiled)
    names = list(map(symbol_of, defined))
    return Artifact(compile_text(text, names), names, {})
