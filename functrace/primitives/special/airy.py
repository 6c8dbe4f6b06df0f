"""Airy functions, their integrals, and without their exponential growth or decay."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.core.strides import of_operands
from functrace.primitives._make import POSITIVE, REAL, elementwise_aval, primitive
from functrace.primitives.special._several import several
from functrace.primitives.special.bessel_scaled import log_slope

airy = several(
    "airy",
    scipy.special.airy,
    partials=(lambda x, outs: (outs[1], x * outs[0], outs[3], x * outs[2]),),
    domain=(REAL,),
    doc="Airy functions Ai and Bi, each followed by its derivative.",
    reference="DLMF 9.2.1",
)


def _integrands(x: Any) -> tuple[Any, ...]:
    ahead, back = scipy.special.airy(x), scipy.special.airy(-x)
    return ahead[0], ahead[2], back[0], back[2]


itairy = several(
    "itairy",
    scipy.special.itairy,
    partials=(_integrands,),
    domain=(REAL,),
    doc="Integrals of Ai(t), Bi(t), Ai(-t), Bi(-t) from 0 to x.",
)

# -- scaled by exponentials of ``2 / 3 * x * sqrt(x)`` and of minus its real part -------

_FAR = 30.0


def _where_far(x: Any, outs: Any, near: tuple[Any, ...]) -> tuple[Any, ...]:
    """Far out, where terms cancel: of the Bessel functions that these are."""
    far = x.real > _FAR
    inside = np.where(far, x, _FAR)
    root = np.sqrt(inside)
    exponent = 2 / 3 * inside * root
    slopes = (
        out * (power / inside + root * log_slope(order, exponent, turn))
        for out, power, order, turn in zip(
            outs,
            (0.5, 1, 0.5, 1),
            (1 / 3, 2 / 3) * 2,
            (1.0, 1.0, -1.0, -1.0),
            strict=True,
        )
    )
    return tuple(np.where(far, a, b) for a, b in zip(slopes, near, strict=True))


def _of_real(x: Any, outs: Any) -> tuple[Any, ...]:
    ai, aip, bi, bip = outs
    grown, root = np.sqrt(x), np.sqrt(np.maximum(x, 0))
    near = aip + grown * ai, x * ai + grown * aip, bip - root * bi, x * bi - root * bip
    return _where_far(x, outs, near)


def _of_complex(x: Any, outs: Any) -> tuple[tuple[Any, ...], Any]:
    """The slopes but for the scale that is not holomorphic, and how that grows."""
    ai, aip, bi, bip = outs
    root = np.sqrt(x)
    slopes = aip + root * ai, x * ai + root * aip, bip, x * bi
    return slopes, root * np.sign((x * root).real)


def _airye_bar(g: Any, x: Any, outs: Any) -> Any:
    if x.dtype.kind != "c":
        slopes, rate = _of_real(x, outs), None
    else:
        slopes, rate = _of_complex(x, outs)
    bar = sum(s * p for s, p in zip(g, slopes, strict=True) if s is not None)
    scaled = [s * out for s, out in zip(g[2:], outs[2:], strict=True) if s is not None]
    return bar if rate is None or not scaled else bar - rate * sum(scaled).real


def _airye_dot(t: Any, x: Any, outs: Any) -> Any:
    if x.dtype.kind != "c":
        return tuple(t * p for p in _of_real(x, outs))
    slopes, rate = _of_complex(x, outs)
    dots, growth = [t * p for p in slopes], (rate * t).real
    return (*dots[:2], dots[2] - outs[2] * growth, dots[3] - outs[3] * growth)


airye = primitive(
    "airye",
    scipy.special.airye,
    elementwise_aval(scipy.special.airye),
    vjp=(_airye_bar,),
    jvp=(_airye_dot,),
    ufunc=scipy.special.airye,
    multiple=True,
    broadcasts=True,
    layout=of_operands,
    domain=(POSITIVE,),
    doc="Airy functions without their growth: Ai and its derivative times exp(e), Bi and "
    "its derivative times exp(-abs(e.real)), where e = 2 / 3 * x * sqrt(x).",
    reference="DLMF 9.2.1, 9.6.2, 9.6.4",
)
