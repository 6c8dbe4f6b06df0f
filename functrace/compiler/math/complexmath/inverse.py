"""Inverses of complex trigonometric and hyperbolic functions.

W. Kahan, *Branch Cuts for Complex Elementary Functions, or Much Ado About Nothing's Sign
Bit*, 1987. All is computed of the magnitudes of both parts, where sums do not cancel; signs
come last, those of zeros too, which tell the sides of branch cuts apart.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from functrace.compiler.math import vecmath
from functrace.compiler.notation.builder import Builder, Complex, Value

# Below the first, a number is its own arcsine; above the second, 1 does not matter.
_SMALL = {"f64": 2.0**-28, "f32": 2.0**-13}
_LARGE = {"f64": 2.0**60, "f32": 2.0**30}
# Below the first, the inverse of a square may overflow; times the second, it does not.
_NEAR = {"f64": (2.0**-300, 2.0**60), "f32": (2.0**-50, 2.0**24)}


class _Roots(NamedTuple):
    """Parts of ``sqrt(1 - z) = a - i b`` and ``sqrt(1 + z) = c + i d``: none is negative."""

    a: Value
    b: Value
    c: Value
    d: Value


def _root(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """Parts of ``sqrt(x + i y)``, with a `y` that is not negative."""
    size = b.abs(x) + vecmath.hypot(b, x, y)
    double = b.sqrt(size + size)
    half, other = double * 0.5, b.select(double == 0, y, y / double)
    negative = x < 0
    return b.select(negative, other, half), b.select(negative, half, other)


def _roots(b: Builder, x: Value, y: Value) -> _Roots:
    """Of ``z = x + i y`` in the first quadrant."""
    return _Roots(*_root(b, 1.0 - x, y), *_root(b, 1.0 + x, y))


class _Quadrant(NamedTuple):
    """Magnitudes of both parts, and where the usual formulas do not hold."""

    x: Value
    y: Value
    small: Value
    large: Value


def _quadrant(b: Builder, x: Value, y: Value) -> _Quadrant:
    x, y = b.abs(x), b.abs(y)
    least, most = _SMALL[x.kind], _LARGE[x.kind]
    return _Quadrant(x, y, (x < least) & (y < least), (x > most) | (y > most))


def _height(b: Builder, z: _Quadrant, roots: _Roots) -> Value:
    """The imaginary part of the arcsine: an inverse hyperbolic sine."""
    usual = roots.a * roots.d + roots.b * roots.c
    far = vecmath.hypot(b, z.x * 0.25, z.y * 0.25)
    out = vecmath.asinh(b, b.select(z.large, far, usual))
    out = out + b.select(z.large, math.log(4.0), b.constant(0.0, out.kind))
    return b.select(z.small, z.y, out)


def _arcsine(b: Builder, x: Value, y: Value) -> Complex:
    """Of a number in the first quadrant."""
    z = _quadrant(b, x, y)
    roots = _roots(b, z.x, z.y)
    below = b.select(z.large, z.y, roots.a * roots.c + roots.b * roots.d)
    angle = vecmath.atan2(b, z.x, below)
    angle = b.select(z.small | (z.x == 0), z.x, angle)
    return Complex(angle, _height(b, z, roots))


def _signed(b: Builder, real: Value, imag: Value, x: Complex) -> Complex:
    """With the signs of the parts of `x`."""
    return Complex(b.copysign(real, x.real), b.copysign(imag, x.imag))


def asin(b: Builder, x: Complex) -> Complex:
    """Inverse sine."""
    out = _arcsine(b, x.real, x.imag)
    return _signed(b, out.real, out.imag, x)


def asinh(b: Builder, x: Complex) -> Complex:
    """Inverse hyperbolic sine: ``-i asin(i x)``."""
    out = _arcsine(b, x.imag, x.real)
    return _signed(b, out.imag, out.real, x)


def _arccosine(b: Builder, x: Complex) -> Complex:
    """Of a number in the upper half-plane; the imaginary part without its sign."""
    z = _quadrant(b, x.real, x.imag)
    roots = _roots(b, z.x, z.y)
    left = x.real < 0
    above = b.select(left, roots.c, roots.a)
    below = b.select(left, roots.a, roots.c)
    angle = vecmath.atan2(
        b, b.select(z.large, z.y, above), b.select(z.large, x.real, below)
    )
    angle = b.select(z.large, angle, angle + angle)
    right = b.constant(math.pi / 2, angle.kind)
    return Complex(b.select(z.x == 0, right, angle), _height(b, z, roots))


def acos(b: Builder, x: Complex) -> Complex:
    """Inverse cosine."""
    out = _arccosine(b, x)
    return Complex(out.real, b.copysign(out.imag, -x.imag))


def acosh(b: Builder, x: Complex) -> Complex:
    """Inverse hyperbolic cosine: ``i acos(x)``, or its negative."""
    out = _arccosine(b, x)
    return Complex(out.imag, b.copysign(out.real, x.imag))


def _arctangent(b: Builder, x: Value, y: Value) -> Complex:
    """The inverse hyperbolic tangent of a number in the first quadrant."""
    z = _quadrant(b, x, y)
    kind = z.x.kind
    scale = b.select(z.large, b.constant(0.25, kind), b.constant(1.0, kind))
    distance = vecmath.hypot(b, scale - z.x * scale, z.y * scale)
    ratio = (z.x * scale / distance) * 4.0 / distance * scale
    least, lift = _NEAR[kind]
    near = distance < least
    inverse = 2.0 / (distance * lift)
    logarithm = vecmath.log1p(b, b.select(near, inverse, ratio))
    lifted = 0.5 * logarithm + b.constant(0.5 * math.log(lift), kind)
    real = b.select(near, lifted, 0.25 * logarithm)
    real = b.select((z.x == math.inf) | (z.y == math.inf) | (z.x == 0), 0.0, real)
    rest = (1.0 - z.x) * (1.0 + z.x) - z.y * z.y
    imag = 0.5 * vecmath.atan2(b, z.y + z.y, rest)
    right = b.constant(math.pi / 2, kind)
    turned = z.large & ~b.isnan(z.y)
    return Complex(real, b.select(turned, right, imag))


def atanh(b: Builder, x: Complex) -> Complex:
    """Inverse hyperbolic tangent."""
    out = _arctangent(b, x.real, x.imag)
    return _signed(b, out.real, out.imag, x)


def atan(b: Builder, x: Complex) -> Complex:
    """Inverse tangent: ``-i atanh(i x)``."""
    out = _arctangent(b, x.imag, x.real)
    return _signed(b, out.imag, out.real, x)
