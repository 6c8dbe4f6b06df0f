"""Spherical Bessel functions of integer order, and their first derivatives.

SciPy's public functions are no ufuncs, but are made of these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import _ufuncs as scipy_ufuncs

from functrace.core.primitive import Primitive
from functrace.primitives._make import POSITIVE, REAL, elementwise


def _slope(
    function: Callable[..., Any], below: float, above: float
) -> Callable[..., Any]:
    """DLMF 10.51.2 and 10.51.5, without a division by the argument."""

    def partial(x: Any, y: Any) -> Any:
        lower = below * x * function(np.maximum(x - 1, 0), y)
        return (lower + above * (x + 1) * function(x + 1, y)) / (2 * x + 1)

    return partial


def _record(name: str, below: float, above: float, doc: str) -> Primitive:
    ufunc: Any = getattr(scipy_ufuncs, name)
    return elementwise(
        name,
        ufunc,
        partials=(None, _slope(ufunc, below, above)),
        domain=(REAL, POSITIVE),
        doc=doc,
        reference="DLMF 10.51.2, 10.51.5",
    )


jn = _record("_spherical_jn", 1, -1, "Spherical Bessel function of the first kind.")
yn = _record("_spherical_yn", 1, -1, "Spherical Bessel function of the second kind.")
in_ = _record("_spherical_in", 1, 1, "Modified one of the first kind.")
kn = _record("_spherical_kn", -1, -1, "Modified one of the second kind.")
jn_d = _record("_spherical_jn_d", 1, -1, "Derivative of _spherical_jn.")
yn_d = _record("_spherical_yn_d", 1, -1, "Derivative of _spherical_yn.")
in_d = _record("_spherical_in_d", 1, 1, "Derivative of _spherical_in.")
kn_d = _record("_spherical_kn_d", -1, -1, "Derivative of _spherical_kn.")
