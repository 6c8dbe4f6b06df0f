"""Complex numbers: what is not holomorphic, and taking apart and putting together.

The pairing of a cotangent g with a tangent t is Re(g t), summed. A vjp g -> h of a
real-linear map L is therefore defined by Re(h t) = Re(g L t) for all t.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise
from functrace.core.aval import Aval
from functrace.core.strides import of_operands
from functrace.primitives._batching import broadcasting, unary
from functrace.primitives._lazy_modules import _lowering, complex_rules, complexmath
from functrace.primitives._make import (
    REAL,
    broadcast_shape,
    elementwise,
    elementwise_aval,
    linear,
    primitive,
)
from functrace.primitives.indexing import overwrite

# -- absolute value, sign --------------------------------------------------------------


def _slope(x: Any) -> Any:
    """``conj(x) / |x|``; 0 at 0."""
    sign = np.sign(x)
    return np.conjugate(sign) if sign.dtype.kind == "c" else sign


def _absolute_jvp(t: Any, x: Any) -> Any:
    along = t * _slope(x)
    return along.real if along.dtype.kind == "c" else along


absolute = primitive(
    "absolute",
    abs,
    elementwise_aval(np.absolute),
    vjp=(lambda g, x: g * _slope(x),),
    jvp=(_absolute_jvp,),
    ufunc=np.absolute,
    broadcasts=True,
    layout=of_operands,
    lower=lambda: Elementwise(
        _lowering.for_kinds(lambda b, x: b.abs(x), complexmath.absolute), cost=2
    ),
    domain=(REAL,),
    doc="The derivative at 0 is 0.",
)
fabs = elementwise(
    "fabs",
    np.fabs,
    partials=(lambda x: np.sign(x),),
    lower=Elementwise(lambda b, x: b.abs(x)),
    domain=(REAL,),
)


def _modulus(x: Any) -> Any:
    """The absolute value; 1 at 0, to divide by."""
    r = np.abs(x)
    return r + (r == 0)


# With s = x / |x|, ds = (dx - s Re(dx conj(s))) / |x| = i s Im(conj(s) dx) / |x|.
complex_sign = primitive(
    "complex_sign",
    np.sign,
    lambda x: x,
    vjp=(lambda g, x, out: np.conjugate(out) * 1j * ((g * out).imag / _modulus(x)),),
    jvp=(lambda t, x, out: out * 1j * ((np.conjugate(out) * t).imag / _modulus(x)),),
    batch=unary,
    layout=of_operands,
    lower=lambda: Elementwise(
        _lowering.for_kinds(_lowering.sign, complexmath.sign), cost=15
    ),
    doc="``x / |x|`` of a complex number; 0 at 0, and the derivative there is 0.",
)

# -- parts -----------------------------------------------------------------------------

conjugate = primitive(
    "conjugate",
    np.conjugate,
    elementwise_aval(np.conjugate),
    vjp=(lambda g: np.conjugate(g),),
    jvp=(lambda t: np.conjugate(t),),
    ufunc=np.conjugate,
    broadcasts=True,
    layout=of_operands,
    lower=lambda: Elementwise(_lowering.conjugate),
    simplify=lambda p: complex_rules.TABLE.rule(p),
    domain=(REAL,),
)


def _part_aval(x: Aval) -> Aval:
    return Aval(x.shape, x.dtype.type(0).real.dtype)


real = linear(
    "real",
    lambda x: x.real,
    _part_aval,
    transpose=lambda g: g,
    batch=unary,
    write_back=lambda base, view: overwrite(base, from_parts(view, imag(base))),
    lower=lambda: Elementwise(_lowering.real),
    simplify=lambda p: complex_rules.TABLE.rule(p),
    doc="Real part of a complex array: a view.",
)
imag = linear(
    "imag",
    lambda x: x.imag,
    _part_aval,
    transpose=lambda g: g * -1j,
    batch=unary,
    write_back=lambda base, view: overwrite(base, from_parts(real(base), view)),
    lower=lambda: Elementwise(_lowering.imag),
    simplify=lambda p: complex_rules.TABLE.rule(p),
    doc="Imaginary part of a complex array: a view.",
)


def _from_parts(x: Any, y: Any) -> Any:
    out = np.empty(np.broadcast_shapes(x.shape, y.shape), _complex_dtype(x, y))
    out.real = x
    out.imag = y
    return out


def _complex_dtype(x: Any, y: Any) -> Any:
    return np.result_type(x.dtype, y.dtype, np.complex64)


from_parts = primitive(
    "from_parts",
    _from_parts,
    lambda x, y: Aval(broadcast_shape(x, y), _complex_dtype(x, y)),
    vjp=(lambda g: g.real, lambda g: -g.imag),
    jvp=(lambda t: t, lambda t: t * 1j),
    broadcasts=True,
    batch=broadcasting,
    lower=lambda: Elementwise(_lowering.of_reals(_lowering.from_parts)),
    doc="The complex numbers with these real and imaginary parts. Unlike "
    "``x + 1j * y`` it keeps infinities and the signs of zeros.",
)
