"""Conjugates, real and imaginary parts."""

from __future__ import annotations

import numpy as np

from functrace.core.aval import Aval
from functrace.engine.patterns import Row, Table, symbols, traced, variables
from functrace.primitives import complex_parts, elementwise

a, b = variables("a b")
(x,) = traced("x")
conjugate, real, imag, from_parts = symbols(
    complex_parts.conjugate,
    complex_parts.real,
    complex_parts.imag,
    complex_parts.from_parts,
)
negative, convert = symbols(elementwise.negative, elementwise.convert)


def _is_real(x_aval: Aval) -> bool:
    return np.dtype(x_aval[1]).kind != "c"


def _is_complex(a_aval: Aval) -> bool:
    return np.dtype(a_aval[1]).kind == "c"


TABLE = Table(
    Row(conjugate(x), x, _is_real),
    Row(conjugate(conjugate(a)), a),
    Row(real(conjugate(a)), real(a)),
    Row(real(from_parts(a, b)), a),
    Row(real(convert(a)), a),
    Row(imag(conjugate(a)), negative(imag(a)), _is_complex),
    Row(imag(from_parts(a, b)), b),
)
