"""Functions of each element: ufuncs, their methods and keywords, choice, conversion."""

from __future__ import annotations

import operator
import warnings

import numpy  # noqa: ICN001 - `np` is the namespace under test

from tests.calls._base import Call, arrays

V, M, N, S = arrays((4,), (2, 4), (2, 4), ())
P = numpy.exp(M)
F = M.astype(numpy.float32)
Z = M + 1j * N
I = numpy.array([2, 0, 3, 1])  # noqa: E741 - integers
Q, R = 0.7 * (I + 0.5), 5.3 / (I + 0.5)  # in the middle between kinks
MASK = V > 0
GAPS = numpy.array([numpy.nan, 1.5, numpy.inf, -numpy.inf])
EMPTY = numpy.zeros((0, 3))
COARSE = {"tolerance": 2e-3, "reason": "single precision", "order": 1}


def quiet_fix(np, x):
    """NumPy 2.5 deprecates it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return np.fix(x)


def written(np, x, write):
    """A square of x, after `write` has been called with it."""
    out = x * x
    write(out)
    return out


def in_place(operation, left, right):
    """An in-place operator on a copy."""
    out = left.copy()
    return operation(out, right)


CALLS = [
    # operators
    Call(lambda np, x, y: x + y - x * y / (2 + y * y), (M, N)),
    Call(lambda np, x: (2 - x) * (3 / x) ** 2 + 2**x - -x + +x, (P,)),
    Call(lambda np, x: x % 0.7 + x // 0.7, (Q,)),
    Call(lambda np, x: 5.3 % x + 5.3 // x, (R,)),
    Call(lambda np, x, y: divmod(x, 0.7) + divmod(5.3, y), (Q, R)),
    Call(lambda np, x: np.divmod(x, 0.7), (Q,)),
    Call(lambda np, x: abs(x) + round(x[0, 0], 1), (M,)),
    Call(lambda np, x: (x > 0, x >= 0.5, x < x[0], x <= 1, x == x, x != 0), (M,)),
    Call(lambda np, x: (x[0, 0] > 0, x[0, 0] == x[0, 0]), (M,)),
    Call(lambda np, x: numpy.float64(2) * x - numpy.ones(4) / x + V**2 * x, (M,)),
    Call(lambda np, x: [1.0, 2.0, 3.0, 4.0] * x - (1, 2, 3, 4) + I * x, (M,)),
    Call(lambda np, x: 1j * x + x * 2j - (1 + 2j) / x, (M,)),
    Call(lambda np, x: 1j * x + x * 2j - (1 + 2j) / x, (S,)),
    Call(lambda np, x: 2 * x + 1, (F,), **COARSE),
    Call(lambda np, x: x * numpy.float64(2) + V, (F,), differentiable=False),
    Call(lambda np, x: x**2 + x**3 + x**0.5 + x**-1 + x**0 + x**1, (P,)),
    Call(lambda np, x: x ** numpy.array([0, 1, 2, 3]) + x ** numpy.int64(3), (M,)),
    Call(lambda np, x: x**2.0 + x ** numpy.float64(2), (S,)),
    Call(lambda np, x: 2**x + 2.5**x + numpy.array([1, 2, 3, 4]) ** x, (M,)),
    Call(lambda np, x, y: x**y, (P, Z)),
    Call(lambda np, z: z**2 + z**1.5 + z ** (1 + 2j), (Z,)),
    # in-place operators
    Call(lambda np, x, y: in_place(operator.iadd, x, y), (M, V)),
    Call(lambda np, x, y: in_place(operator.isub, x, y), (M, V)),
    Call(lambda np, x, y: in_place(operator.imul, x, y), (M, V)),
    Call(lambda np, x, y: in_place(operator.itruediv, x, y), (M, V)),
    Call(lambda np, x: in_place(operator.ipow, x, 3), (M,)),
    Call(lambda np, x: in_place(operator.imod, x, 0.7), (M,)),
    Call(lambda np, x: in_place(operator.ifloordiv, x, 0.7), (M,)),
    Call(lambda np, x: in_place(operator.iadd, x, 1.0), (S,)),
    Call(lambda np, x, y: in_place(operator.iadd, x, y), (F, V), False),
    # keywords of ufuncs
    Call(lambda np, x: np.add(x, 1, dtype=numpy.complex128), (M,)),
    Call(lambda np, x: np.multiply(x, I, dtype=numpy.float32), (M,), False),
    Call(lambda np, x: np.less(x, 0.5, dtype=bool), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.sin(x, out=o)), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.add(x, x[0], o)), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.add(1, 2, out=o)), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.exp(x[0], out=o[1])), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.log(x, out=o, where=x > 0)), (M,)),
    Call(
        lambda np, x: np.divide(1, x * I, out=np.zeros_like(x), where=I != 0),
        (M,),
    ),
    Call(lambda np, x: np.modf(x * 2), (M,)),
    Call(lambda np, x: np.frexp(x * 2), (M,)),
    Call(lambda np, x: np.ldexp(x, I), (M,)),
    # methods of ufuncs
    Call(lambda np, x: np.add.reduce(x), (M,)),
    Call(lambda np, x: np.add.reduce(x, axis=(0, 1), keepdims=True), (M,)),
    Call(lambda np, x: np.multiply.reduce(x, axis=None), (M,)),
    Call(lambda np, x: np.maximum.reduce(x, axis=-1) + np.minimum.reduce(x, 1), (M,)),
    Call(lambda np, x: np.logical_or.reduce(x > 1), (M,)),
    Call(lambda np, x: np.logaddexp.reduce(x, axis=1), (M,)),
    Call(lambda np, x: np.logaddexp.reduce(1000 * x, axis=None), (M,)),
    Call(lambda np, x: np.logaddexp2.reduce(x, axis=0, keepdims=True), (M,)),
    Call(lambda np, x: np.logaddexp.reduce(x, initial=0.5), (M,)),
    Call(lambda np, x: np.subtract.reduce(x, axis=1), (M,)),
    Call(lambda np, x: np.hypot.reduce(x, axis=1, keepdims=True), (M,)),
    Call(lambda np, x: np.true_divide.reduce(x, initial=2.0), (M,)),
    Call(lambda np, x: np.hypot.reduce(x), (EMPTY,)),
    Call(lambda np, x: np.add.accumulate(x), (M,)),
    Call(lambda np, x: np.multiply.accumulate(x, axis=1), (M,)),
    Call(lambda np, x: np.maximum.accumulate(x, axis=1), (M,)),
    Call(lambda np, x: np.subtract.accumulate(x, axis=-1), (M,)),
    Call(lambda np, x: np.add.reduceat(x, [0, 2, 1], axis=1), (M,)),
    Call(lambda np, x: np.maximum.reduceat(x, [0, 1]), (M,)),
    Call(lambda np, x, y: np.multiply.outer(x, y), (V, M)),
    Call(lambda np, x: np.add.outer(x, 2.0) + np.subtract.outer(2, x), (M,)),
    Call(lambda np, x: np.hypot.outer(V, x), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.add.at(o, [0, 1, 0], x[0])), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.subtract.at(o, 1, x[0])), (M,)),
    Call(
        lambda np, x: written(np, x, lambda o: np.add.at(o, (I % 2, I), x[1])),
        (M,),
    ),
    # choice
    Call(lambda np, x: np.where(x > 0, x, -2 * x), (M,)),
    Call(lambda np, x: np.where(MASK, x, 0.0) + np.where(x > 0, 1, x), (M,)),
    Call(lambda np, x: np.where(x > 0, x, 0), (F,), **COARSE),
    Call(lambda np, x: np.where(x > 0), (M,)),
    Call(lambda np, x: np.where(x > 0, x, 0.0), (S,)),
    Call(lambda np, x: np.where([True, False, True, True], x, [1, 2, 3, 4]), (M,)),
    Call(lambda np, x: np.select([x > 1, x > 0], [x**2, x], 7.0), (M,)),
    Call(lambda np, x: np.select([x > 1, MASK], [0.5, x]), (F,), **COARSE),
    Call(lambda np, x: np.select([x > 1, x > 0], [x[0], 1], default=x), (M,)),
    Call(lambda np, x: np.piecewise(x, [x < 0, x > 1], [lambda v: v * v, 3, -1]), (M,)),
    Call(lambda np, x: np.piecewise(x, [x < 0], [np.sin, lambda v: 2 * v]), (M,)),
    Call(lambda np, x: np.clip(x, -0.5, 0.7), (M,)),
    Call(lambda np, x: np.clip(x, None, 0.7) + np.clip(x, 0.1, None), (M,)),
    Call(lambda np, x, y, z: np.clip(x, y, z), (M, V, N)),
    Call(lambda np, x: x.clip(-0.5, 0.5) + x.clip(max=0.3) + x.clip(min=0.2), (M,)),
    Call(lambda np, x: np.clip(x, 0, 1), (F,), **COARSE),
    Call(lambda np, x: np.clip(x, 0.5, -0.5), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.clip(x, -1, 1, out=o)), (M,)),
    Call(lambda np, x: np.nan_to_num(x), (GAPS,), differentiable=False),
    Call(
        lambda np, x: np.nan_to_num(x, nan=1, posinf=2, neginf=3), (GAPS + 1j,), False
    ),
    Call(lambda np, x: np.nan_to_num(x, nan=V), (GAPS,), differentiable=False),
    Call(lambda np, x: np.nan_to_num(x), (GAPS.astype(numpy.float32),), False),
    Call(lambda np, x: np.nan_to_num(x) + np.nan_to_num(x * 2), (M,)),
    Call(lambda np, x: written(np, x, lambda o: np.nan_to_num(o, copy=False)), (M,)),
    # conversion
    Call(lambda np, x: x.astype(complex) * 1j, (M,)),
    Call(lambda np, x: x.astype(dtype=float, copy=False), (M,)),
    Call(lambda np, x: x.astype(numpy.float32).astype(float), (M,), False),
    Call(lambda np, x: np.astype(x, numpy.float64), (F,), False),
    Call(lambda np, x: (3 * x).astype(int) + (3 * x).astype(bool), (M,)),
    Call(lambda np, x: x.astype("c16") + (2 * x[0, 0]).astype(complex), (M,)),
    # complex numbers
    Call(lambda np, z: z.real * z.imag, (Z,)),
    Call(lambda np, z: np.real(z) + np.imag(z) ** 2, (Z,)),
    Call(lambda np, x: np.real(x) + np.imag(x) + x.real * x.imag, (M,)),
    Call(lambda np, z: z.conj() * np.conj(z) ** 2 + z.conjugate(), (Z,)),
    Call(lambda np, x: x.conj() * np.conj(x), (M,)),
    Call(lambda np, z: np.abs(z) + abs(z) ** 2, (Z,)),
    Call(lambda np, z: np.sign(z), (Z,)),
    Call(lambda np, x: np.sign(x) * x, (M,)),
    Call(lambda np, z: np.angle(z) + np.angle(z, deg=True), (Z,)),
    Call(lambda np, x: np.angle(x), (M,)),
    Call(lambda np, z: np.real_if_close(z), (Z,)),
    Call(lambda np, z: np.real_if_close(z), (M + 0j,), differentiable=False),
    Call(lambda np, z: written(np, z, lambda o: o.real.fill(2.0)), (Z,)),
    Call(lambda np, z: written(np, z, lambda o: setattr(o, "imag", z.real)), (Z,)),
    Call(lambda np, z: written(np, z, lambda o: setattr(o, "real", z.real)), (Z,)),
    Call(lambda np, x: written(np, x, lambda o: setattr(o, "real", x[0])), (M,)),
    Call(lambda np, z: (np.iscomplex(z), np.isreal(z)), (Z * I,)),
    Call(lambda np, x: (np.iscomplex(x), np.isreal(x)), (M,)),
    # rounding, the cardinal sine
    Call(
        lambda np, x: np.round(x) + np.round(x, 1) + np.around(x, decimals=2),
        (M,),
        False,
    ),
    Call(lambda np, x: x.round() + x.round(1) + np.rint(x) + quiet_fix(np, x), (M,)),
    Call(lambda np, x: np.floor(x) + np.ceil(x) + np.trunc(x), (M,)),
    Call(lambda np, x: np.sinc(x) + np.sinc(I), (M,)),
    Call(lambda np, x: np.sinc(x), (numpy.zeros(2),)),
    # comparison
    Call(
        lambda np, x: np.isclose(x, x + 1e-9) & np.isclose(x, M, equal_nan=True), (M,)
    ),
    Call(lambda np, x: np.allclose(x, x + 1e-9, rtol=0, atol=1e-6), (M,)),
    Call(lambda np, x: (np.array_equal(x, M), np.array_equal(x, x[0])), (M,)),
    Call(lambda np, x: (np.array_equiv(x, M), np.array_equiv(x[0], x)), (M,)),
    Call(lambda np, x: (np.isposinf(x), np.isneginf(x), np.isnan(x)), (GAPS,), False),
    Call(lambda np, x: (np.isfinite(x), np.isinf(x), np.signbit(x)), (GAPS,), False),
    Call(lambda np, x: np.logical_and(x > 0, np.logical_not(x > 1)), (M,)),
    Call(lambda np, x: (x > 0) & (x < 1) | ~(x > -1), (M,)),
    Call(lambda np, x: (x == None, x != "text"), (M,)),  # noqa: E711 - what is tested
    # dtypes and memory
    Call(lambda np, z: (np.iscomplexobj(z), np.isrealobj(z)), (Z,)),
    Call(lambda np, x: (np.isscalar(x), np.ndim(x), np.shape(x), np.size(x)), (M,)),
    Call(lambda np, x: np.result_type(x, 1j).char, (M,)),
    Call(lambda np, x: np.result_type(x, 1.0, numpy.int8) == numpy.float32, (F,)),
    Call(lambda np, x: np.common_type(x, x[0]) is numpy.float32, (F,)),
    Call(lambda np, x: np.can_cast(x, complex), (M,)),
    Call(
        lambda np, x: (np.may_share_memory(x, x[0]), np.may_share_memory(x, M + 1)),
        (M,),
    ),
]
