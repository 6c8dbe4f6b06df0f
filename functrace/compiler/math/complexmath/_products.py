"""Products with constants that have more digits than a number."""

from __future__ import annotations

from functrace.compiler.math.vecmath._double import Double, two_product
from functrace.compiler.notation.builder import Builder, Value

Constant = dict[str, tuple[float, float]]
"""High and low part, by kind."""

LN_2: Constant = {
    "f64": (0.6931471805599453, 2.3190468138462996e-17),
    "f32": (0.6931471824645996, -1.904654323148236e-09),
}
PI: Constant = {
    "f64": (3.141592653589793, 1.2246467991473532e-16),
    "f32": (3.1415927410125732, -8.742277657347586e-08),
}
_LARGEST = 2.0**26  # beyond it, digits of the argument itself are missing
_LEAST = {"f64": 2.0**-900, "f32": 2.0**-90}  # below it, errors of products underflow


def times_constant(b: Builder, x: Value, constant: Constant) -> Double:
    """The product, to twice the precision unless it is large or tiny."""
    high, low = constant[x.kind]
    product = two_product(b, x, high)
    size = b.abs(x)
    usual = (size < _LARGEST) & (size > _LEAST[x.kind])
    rest = b.fma(x, low, product.low)
    return Double(product.high, b.select(usual, rest, b.constant(0.0, x.kind)))
