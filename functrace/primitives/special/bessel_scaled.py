"""Bessel functions without their exponential growth or decay.

Of complex arguments, some are scaled by the exponential of a real part, and are then not
holomorphic: their derivative is a real linear map of the argument's tangent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.core.primitive import Primitive
from functrace.core.strides import of_operands
from functrace.primitives._make import (
    POSITIVE,
    REAL,
    elementwise,
    elementwise_aval,
    primitive,
)
from functrace.primitives.special._order import slope_in_order

_ORDER_DOC = "The derivative in the order is by differences, to 1e-12."

# -- large arguments, where the recurrence relations cancel ------------------------------

_FAR = 100.0
_TERMS = 10


def where_far(order: Any, x: Any, turn: complex, out: Any, near: Any) -> Any:
    """The derivative with respect to `x`, given what it is near zero.

    Far out the function is a constant times ``x ** -0.5 * sum(turn ** k * a_k / x ** k)``.
    """
    bound = np.maximum(4.0 * order * order, _FAR)
    far = x.real > bound
    inside = np.where(far, x, bound).astype(x.dtype)
    return np.where(far, out * log_slope(order, inside, turn), near)


def log_slope(order: Any, x: Any, turn: complex) -> Any:
    """Logarithmic derivative of that sum; see DLMF 10.17.1 for ``a_k``."""
    term: Any = 1.0
    total: Any = 1.0
    weighted: Any = 0.5
    for k in range(1, _TERMS + 1):
        term = term * (4 * order * order - (2 * k - 1) ** 2) / x * (turn / (8 * k))
        total = total + term
        weighted = weighted + (k + 0.5) * term
    return -weighted / (total * x)


# -- holomorphic scales ------------------------------------------------------------------


def _kve_dy(x: Any, y: Any, out: Any) -> Any:
    above = scipy.special.kve(x + 1.0, y)
    near = out - (scipy.special.kve(x - 1.0, y) + above) / 2
    return where_far(x, y, 1.0, out, near)


def _hankel_dy(function: Callable[..., Any], turn: complex) -> Callable[..., Any]:
    def partial(x: Any, y: Any, out: Any) -> Any:
        near = (function(x - 1.0, y) - function(x + 1.0, y)) / 2 - turn * out
        return where_far(x, y, turn, out, near)

    return partial


def _k0e_dx(x: Any, out: Any) -> Any:
    return where_far(0, x, 1.0, out, out - scipy.special.k1e(x))


def _k1e_dx(x: Any, out: Any) -> Any:
    others = scipy.special.k0e(x) + scipy.special.kve(2.0, x)
    return where_far(1, x, 1.0, out, out - others / 2)


kve = elementwise(
    "kve",
    scipy.special.kve,
    partials=(lambda x, y: slope_in_order(scipy.special.kve, x, y), _kve_dy),
    domain=(REAL, POSITIVE),
    lower=scalar_call("kve", 2),
    doc=f"Modified Bessel function of the second kind times exp(y). {_ORDER_DOC}",
    reference="DLMF 10.29.1, 10.40.2",
)
k0e = elementwise(
    "k0e",
    scipy.special.k0e,
    partials=(_k0e_dx,),
    domain=(POSITIVE,),
    lower=scalar_call("k0e"),
    doc="Modified Bessel function of the second kind of order 0 times exp(x).",
    reference="DLMF 10.29.3, 10.40.2",
)
k1e = elementwise(
    "k1e",
    scipy.special.k1e,
    partials=(_k1e_dx,),
    domain=(POSITIVE,),
    lower=scalar_call("k1e"),
    doc="Modified Bessel function of the second kind of order 1 times exp(x).",
    reference="DLMF 10.29.1, 10.40.2",
)
hankel1e = elementwise(
    "hankel1e",
    scipy.special.hankel1e,
    partials=(
        lambda x, y: slope_in_order(scipy.special.hankel1e, x, y),
        _hankel_dy(scipy.special.hankel1e, 1j),
    ),
    domain=(REAL, POSITIVE),
    doc=f"Hankel function of the first kind times exp(-1j * y). {_ORDER_DOC}",
    reference="DLMF 10.6.1, 10.17.5",
)
hankel2e = elementwise(
    "hankel2e",
    scipy.special.hankel2e,
    partials=(
        lambda x, y: slope_in_order(scipy.special.hankel2e, x, y),
        _hankel_dy(scipy.special.hankel2e, -1j),
    ),
    domain=(REAL, POSITIVE),
    doc=f"Hankel function of the second kind times exp(1j * y). {_ORDER_DOC}",
    reference="DLMF 10.6.1, 10.17.6",
)

# -- scales that are not holomorphic -----------------------------------------------------


def _scaled(
    name: str,
    ufunc: np.ufunc,
    slope: Callable[..., Any],
    real: Callable[..., Any],
    rate: Callable[..., Any],
    **fields: Any,
) -> Primitive:
    """Make a function ``f(x, y) * exp(-abs(part of y))``.

    Parameters
    ----------
    slope, real : callable
        Of `x`, `y` and the output: the derivative of `f`, times the scale; the derivative
        of the whole for a real `y`.
    rate : callable
        Of `y`: the part's growth along `y` is the real part of this times the tangent.
    """

    def x_bar(g: Any, x: Any, y: Any) -> Any:
        return g * slope_in_order(ufunc, x, y)

    def y_bar(g: Any, x: Any, y: Any, out: Any) -> Any:
        if y.dtype.kind != "c":
            return g * real(x, y, out)
        return g * slope(x, y) - rate(y) * (g * out).real

    def x_dot(t: Any, x: Any, y: Any) -> Any:
        return t * slope_in_order(ufunc, x, y)

    def y_dot(t: Any, x: Any, y: Any, out: Any) -> Any:
        if y.dtype.kind != "c":
            return t * real(x, y, out)
        return t * slope(x, y) - out * (rate(y) * t).real

    return primitive(
        name,
        ufunc,
        elementwise_aval(ufunc),
        vjp=(x_bar, y_bar),
        jvp=(x_dot, y_dot),
        ufunc=ufunc,
        domain=(REAL, POSITIVE),
        broadcasts=True,
        layout=of_operands,
        module=__name__,
        **fields,
    )


def _jve_dy(x: Any, y: Any) -> Any:
    return (scipy.special.jve(x - 1.0, y) - scipy.special.jve(x + 1.0, y)) / 2


def _yve_dy(x: Any, y: Any) -> Any:
    return (scipy.special.yve(x - 1.0, y) - scipy.special.yve(x + 1.0, y)) / 2


def _ive_dy(x: Any, y: Any) -> Any:
    return (scipy.special.ive(x - 1.0, y) + scipy.special.ive(x + 1.0, y)) / 2


def _ive_of_real(x: Any, y: Any, out: Any) -> Any:
    sign = np.sign(y)
    near = _ive_dy(x, y) - sign * out
    return where_far(x, np.abs(y), -1.0, sign * out, near)


jve = _scaled(
    "jve",
    scipy.special.jve,
    _jve_dy,
    lambda x, y, _: _jve_dy(x, y),
    rate=lambda y: -1j * np.sign(y.imag),
    lower=scalar_call("jve", 2),
    doc=f"Bessel function of the first kind times exp(-abs(y.imag)). {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
yve = _scaled(
    "yve",
    scipy.special.yve,
    _yve_dy,
    lambda x, y, _: _yve_dy(x, y),
    rate=lambda y: -1j * np.sign(y.imag),
    lower=scalar_call("yve", 2),
    doc=f"Bessel function of the second kind times exp(-abs(y.imag)). {_ORDER_DOC}",
    reference="DLMF 10.6.1",
)
ive = _scaled(
    "ive",
    scipy.special.ive,
    _ive_dy,
    _ive_of_real,
    rate=lambda y: np.sign(y.real),
    lower=scalar_call("ive", 2),
    doc=f"Modified Bessel function of the first kind times exp(-abs(y.real)); at 0 the "
    f"mean of the derivatives on both sides. {_ORDER_DOC}",
    reference="DLMF 10.29.1, 10.40.1",
)


def _i0e_dx(x: Any, out: Any) -> Any:
    sign = np.sign(x)
    near = scipy.special.i1e(x) - sign * out
    return where_far(0, np.abs(x), -1.0, sign * out, near)


def _i1e_dx(x: Any, out: Any) -> Any:
    sign = np.sign(x)
    near = (scipy.special.i0e(x) + scipy.special.ive(2.0, x)) / 2 - sign * out
    return where_far(1, np.abs(x), -1.0, sign * out, near)


i0e = elementwise(
    "i0e",
    scipy.special.i0e,
    partials=(_i0e_dx,),
    domain=(POSITIVE,),
    lower=scalar_call("i0e"),
    doc="Modified Bessel function of the first kind of order 0 times exp(-abs(x)); at 0 "
    "the mean of the derivatives on both sides.",
    reference="DLMF 10.29.3, 10.40.1",
)
i1e = elementwise(
    "i1e",
    scipy.special.i1e,
    partials=(_i1e_dx,),
    domain=(POSITIVE,),
    lower=scalar_call("i1e"),
    doc="Modified Bessel function of the first kind of order 1 times exp(-abs(x)).",
    reference="DLMF 10.29.1, 10.40.1",
)
