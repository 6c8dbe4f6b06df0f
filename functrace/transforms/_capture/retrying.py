"""Tracing again, when the function that asked for an unknown value has been rewritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from functrace.core.errors import ConcretizationError
from functrace.transforms._capture.aliases import unchanged_aliases
from functrace.transforms._capture.asking import rewrite_asking
from functrace.transforms._capture.functions import exchanged
from functrace.transforms._capture.tracing import explain_unbound, noting_unbound

Result = TypeVar("Result")


def captured(call: Callable[[], Result]) -> Result:
    """What `call` gives, with the code of functions exchanged until none asks any more."""
    while True:
        try:
            with exchanged(), noting_unbound(), unchanged_aliases():
                try:
                    return call()
                except Exception as error:
                    explain_unbound(error)
                    raise
        except ConcretizationError as error:
            if not rewrite_asking(error):
                raise
