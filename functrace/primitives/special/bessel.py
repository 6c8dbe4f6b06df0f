"""Bessel functions and modified Bessel functions of any order, Hankel functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._order import at_integers, slope_in_order

_ORDER_DOC = "The derivative in the order is by differences, to 1e-12."


def _difference(function: Callable[..., Any]) -> Callable[..., Any]:
    """The derivative of J, Y and of Hankel functions: free of divisions by zero."""
    return lambda x, y: (function(x - 1.0, y) - function(x + 1.0, y)) / 2


def _order(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y: slope_in_order(function, x, y)


# -- Bessel functions ------------------------------------------------------------------

jv = elementwise(
    "jv",
    scipy.special.jv,
    partials=(_order(scipy.special.jv), _difference(scipy.special.jv)),
    domain=(REAL, POSITIVE),
    lower=scalar_call("jv", 2),
    doc=f"Bessel function of the first kind. {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
yv = elementwise(
    "yv",
    scipy.special.yv,
    partials=(_order(scipy.special.yv), _difference(scipy.special.yv)),
    domain=(REAL, POSITIVE),
    lower=scalar_call("yv", 2),
    doc=f"Bessel function of the second kind. {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
yn = elementwise(
    "yn",
    scipy.special.yn,
    partials=(None, at_integers(_difference(scipy.special.yv))),
    domain=(REAL, POSITIVE),
    doc="Bessel function of the second kind, of integer order.",
    reference="DLMF 10.6.1",
)
j0 = elementwise(
    "j0",
    scipy.special.j0,
    partials=(lambda x: -scipy.special.j1(x),),
    domain=(REAL,),
    lower=scalar_call("j0"),
    doc="Bessel function of the first kind of order 0.",
    reference="DLMF 10.6.3",
)
j1 = elementwise(
    "j1",
    scipy.special.j1,
    partials=(lambda x: (scipy.special.j0(x) - scipy.special.jv(2.0, x)) / 2,),
    domain=(REAL,),
    lower=scalar_call("j1"),
    doc="Bessel function of the first kind of order 1.",
    reference="DLMF 10.6.1",
)
y0 = elementwise(
    "y0",
    scipy.special.y0,
    partials=(lambda x: -scipy.special.y1(x),),
    domain=(POSITIVE,),
    lower=scalar_call("y0"),
    doc="Bessel function of the second kind of order 0.",
    reference="DLMF 10.6.3",
)
y1 = elementwise(
    "y1",
    scipy.special.y1,
    partials=(lambda x: (scipy.special.y0(x) - scipy.special.yv(2.0, x)) / 2,),
    domain=(POSITIVE,),
    lower=scalar_call("y1"),
    doc="Bessel function of the second kind of order 1.",
    reference="DLMF 10.6.1",
)

# -- modified Bessel functions ---------------------------------------------------------


def _iv_dy(x: Any, y: Any) -> Any:
    return (scipy.special.iv(x - 1.0, y) + scipy.special.iv(x + 1.0, y)) / 2


def _kv_dy(x: Any, y: Any) -> Any:
    return (scipy.special.kv(x - 1.0, y) + scipy.special.kv(x + 1.0, y)) / -2


iv = elementwise(
    "iv",
    scipy.special.iv,
    partials=(_order(scipy.special.iv), _iv_dy),
    domain=(REAL, POSITIVE),
    lower=scalar_call("iv", 2),
    doc=f"Modified Bessel function of the first kind. {_ORDER_DOC}",
    reference="DLMF 10.29.1",
)
kv = elementwise(
    "kv",
    scipy.special.kv,
    partials=(_order(scipy.special.kv), _kv_dy),
    domain=(REAL, POSITIVE),
    doc=f"Modified Bessel function of the second kind. {_ORDER_DOC}",
    reference="DLMF 10.29.1",
)
kn = elementwise(
    "kn",
    scipy.special.kn,
    partials=(None, at_integers(_kv_dy)),
    domain=(REAL, POSITIVE),
    doc="Modified Bessel function of the second kind, of integer order.",
    reference="DLMF 10.29.1",
)
i0 = elementwise(
    "i0",
    scipy.special.i0,
    partials=(lambda x: scipy.special.i1(x),),
    domain=(REAL,),
    lower=scalar_call("i0"),
    doc="Modified Bessel function of the first kind of order 0.",
    reference="DLMF 10.29.3",
)
i1 = elementwise(
    "i1",
    scipy.special.i1,
    partials=(lambda x: (scipy.special.i0(x) + scipy.special.iv(2.0, x)) / 2,),
    domain=(REAL,),
    lower=scalar_call("i1"),
    doc="Modified Bessel function of the first kind of order 1.",
    reference="DLMF 10.29.1",
)
k0 = elementwise(
    "k0",
    scipy.special.k0,
    partials=(lambda x: -scipy.special.k1(x),),
    domain=(POSITIVE,),
    lower=scalar_call("k0"),
    doc="Modified Bessel function of the second kind of order 0.",
    reference="DLMF 10.29.3",
)
k1 = elementwise(
    "k1",
    scipy.special.k1,
    partials=(lambda x: (scipy.special.k0(x) + scipy.special.kv(2.0, x)) / -2,),
    domain=(POSITIVE,),
    lower=scalar_call("k1"),
    doc="Modified Bessel function of the second kind of order 1.",
    reference="DLMF 10.29.1",
)

# -- Hankel functions ------------------------------------------------------------------

hankel1 = elementwise(
    "hankel1",
    scipy.special.hankel1,
    partials=(_order(scipy.special.hankel1), _difference(scipy.special.hankel1)),
    domain=(REAL, POSITIVE),
    doc=f"Hankel function of the first kind. {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
hankel2 = elementwise(
    "hankel2",
    scipy.special.hankel2,
    partials=(_order(scipy.special.hankel2), _difference(scipy.special.hankel2)),
    domain=(REAL, POSITIVE),
    doc=f"Hankel function of the second kind. {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
