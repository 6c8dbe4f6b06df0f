"""Signatures of users' functions, whatever their annotations name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

if sys.version_info >= (3, 14):  # annotations are evaluated when somebody asks
    from annotationlib import Format

    def signature_of(function: Callable[..., Any]) -> inspect.Signature:
        """What `inspect.signature` says; names that are not defined may annotate."""
        return inspect.signature(function, annotation_format=Format.FORWARDREF)

else:

    def signature_of(function: Callable[..., Any]) -> inspect.Signature:
        """What `inspect.signature` says."""
        return inspect.signature(function)
