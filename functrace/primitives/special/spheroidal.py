"""Spheroidal wave functions: characteristic values, and functions with their derivatives.

In the parameter c derivatives are by differences, in the argument by the differential
equation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.primitive import Primitive
from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, Interval, elementwise
from functrace.primitives.special._order import slopes
from functrace.primitives.special._several import several

_INSIDE: Interval = (-1.0, 1.0)
_OUTSIDE: Interval = (1.0, np.inf)

# -- characteristic values ---------------------------------------------------------------


def _characteristic(name: str, doc: str) -> Primitive:
    function: Any = getattr(scipy.special, name)
    return elementwise(
        name,
        function,
        partials=(
            None,
            None,
            lambda x, y, z: slope(_even(function), (x, y, z), 2, _reach(z)),
        ),
        domain=(POSITIVE, POSITIVE, POSITIVE),
        doc=f"{doc} In c by differences.",
    )


def _reach(c: Any) -> Any:
    """Singularities, at complex parameters, get further apart away from zero."""
    return 1 + np.abs(c) / 8


def _even(function: Any) -> Callable[..., Any]:
    """The function extended to negative parameters, of which SciPy makes zeros."""
    return lambda m, n, c, *x: function(m, n, np.abs(c), *x)


pro_cv = _characteristic(
    "pro_cv", "Characteristic value of prolate spheroidal functions."
)
obl_cv = _characteristic(
    "obl_cv", "Characteristic value of oblate spheroidal functions."
)

# -- functions ---------------------------------------------------------------------------


def _angular(sign: int) -> Callable[..., Any]:
    """Second derivative by the equation inside (-1, 1), and of prolate ones beyond it."""

    def curvature(m: Any, c: Any, x: Any, outs: Any, value: Any) -> Any:
        width = 1 - x * x
        factor = value - sign * c * c * x * x - m * m / width
        return (2 * x * outs[1] - factor * outs[0]) / width

    return curvature


def _oblate_radial(m: Any, c: Any, x: Any, outs: Any, value: Any) -> Any:
    width = 1 + x * x
    factor = value - c * c * x * x - m * m / width
    return (factor * outs[0] - 2 * x * outs[1]) / width


def _distance(name: str, c: Any, x: Any) -> Any:
    """Radial functions oscillate as ``cos(c * x)``, and are singular at c = 0."""
    if "ang" in name:
        return _reach(c)
    return np.minimum(np.abs(c), 4 / (1 + np.abs(x)))


def _functions(
    name: str, curvature: Callable[..., Any], domain: Interval, doc: str
) -> tuple[Primitive, Primitive]:
    """The function, and the one that is given the characteristic value as well."""
    function: Any = getattr(scipy.special, name)
    value: Any = getattr(scipy.special, f"{name[:3]}_cv")

    def in_c(xs: Any) -> tuple[Any, ...]:
        m, n, c, x = *xs[:3], xs[-1]
        return slopes(_even(function), (m, n, c, x), 2, _distance(name, c, x))

    def in_x(xs: Any, outs: Any) -> tuple[Any, ...]:
        m, n, c, x = xs
        return outs[1], curvature(m, c, x, outs, value(m, n, c))

    def in_x_given(xs: Any, outs: Any) -> tuple[Any, ...]:
        m, _, c, given, x = xs
        return outs[1], curvature(m, c, x, outs, given)

    plain = several(
        name,
        function,
        partials=(None, None, in_c, in_x),
        domain=(POSITIVE, POSITIVE, POSITIVE, domain),
        doc=f"{doc}, and its derivative. In c by differences.",
        reference="DLMF 30.2.1",
        module=__name__,
    )
    given = several(
        f"{name}_cv",
        getattr(scipy.special, f"{name}_cv"),
        partials=(None, None, in_c, None, in_x_given),
        domain=(POSITIVE, POSITIVE, POSITIVE, POSITIVE, domain),
        doc=f"{doc}, and its derivative, given the characteristic value: that depends on "
        "the other operands, and derivatives with respect to these allow for it.",
        reference="DLMF 30.2.1",
        module=__name__,
    )
    return plain, given


pro_ang1, pro_ang1_cv = _functions(
    "pro_ang1", _angular(1), _INSIDE, "Prolate angular function of the first kind"
)
obl_ang1, obl_ang1_cv = _functions(
    "obl_ang1", _angular(-1), _INSIDE, "Oblate angular function of the first kind"
)
pro_rad1, pro_rad1_cv = _functions(
    "pro_rad1", _angular(1), _OUTSIDE, "Prolate radial function of the first kind"
)
pro_rad2, pro_rad2_cv = _functions(
    "pro_rad2", _angular(1), _OUTSIDE, "Prolate radial function of the second kind"
)
obl_rad1, obl_rad1_cv = _functions(
    "obl_rad1", _oblate_radial, POSITIVE, "Oblate radial function of the first kind"
)
obl_rad2, obl_rad2_cv = _functions(
    "obl_rad2", _oblate_radial, POSITIVE, "Oblate radial function of the second kind"
)
