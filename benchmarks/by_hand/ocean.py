"""Density of seawater: two polynomials and their derivatives."""

from math import sqrt
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.ocean import (
    A0,
    A0_S,
    A0_SR,
    A0_SS,
    A1,
    A1_S,
    A2,
    A2_ST,
    A3,
    B0,
    B0_S,
    B0_SR,
    B1,
    B1_S,
    B2,
    B2_S,
)

Array = np.ndarray[Any, Any]
Partials = tuple[
    float, float, float, float
]  # value, by salinity, temperature, pressure


@njit
def _horner(coefficients: tuple[float, ...], t: float) -> tuple[float, float]:
    """Polynomial, lowest power first, and its derivative."""
    value, slope = 0.0, 0.0
    for k in range(len(coefficients)):
        slope = slope * t + value
        value = value * t + coefficients[len(coefficients) - 1 - k]
    return value, slope


@njit
def _numerator(s: float, t: float, p: float) -> Partials:
    root = sqrt(s)
    a0, a0_t = _horner(A0, t)
    by_s, by_st = _horner(A0_S, t)
    by_sr, by_srt = _horner(A0_SR, t)
    a1, a1_t = _horner(A1, t)
    a1_s, a1_st = _horner(A1_S, t)
    a2, a2_t = _horner(A2, t)
    a3, a3_t = _horner(A3, t)
    a0 += s * (by_s + A0_SS * s + root * by_sr)
    a0_t += s * (by_st + root * by_srt)
    a0_s = by_s + 2 * A0_SS * s + 1.5 * root * by_sr
    a1 += s * a1_s
    a1_t += s * a1_st
    a2 += A2_ST * s * t
    a2_t += A2_ST * s
    value = a0 + p * (a1 + p * (a2 + p * a3))
    value_s = a0_s + p * (a1_s + p * A2_ST * t)
    value_t = a0_t + p * (a1_t + p * (a2_t + p * a3_t))
    return value, value_s, value_t, a1 + p * (2 * a2 + 3 * p * a3)


@njit
def _denominator(s: float, t: float, p: float) -> Partials:
    root = sqrt(s)
    b0, b0_t = _horner(B0, t)
    by_s, by_st = _horner(B0_S, t)
    by_sr, by_srt = _horner(B0_SR, t)
    b1, b1_t = _horner(B1, t)
    b1_s, b1_st = _horner(B1_S, t)
    b2, b2_t = _horner(B2, t)
    b0 += s * (by_s + root * by_sr)
    b0_t += s * (by_st + root * by_srt)
    b0_s = by_s + 1.5 * root * by_sr
    b1 += s * b1_s
    b1_t += s * b1_st
    b2 += B2_S * s
    value = b0 + p * (b1 + p * b2)
    value_s = b0_s + p * (b1_s + p * B2_S)
    value_t = b0_t + p * (b1_t + p * b2_t)
    return value, value_s, value_t, b1 + 2 * p * b2


@njit
def seawater_density_value_and_grad(
    salinity: Array, temperature: Array, pressure: Array
) -> tuple[float, Array, Array, Array]:
    """Quotient rule, cell by cell; the pressure is that of a layer."""
    value = 0.0
    by_s, by_t = np.empty_like(salinity), np.empty_like(temperature)
    by_p = np.zeros_like(pressure)
    columns, rows, layers = salinity.shape
    for i in range(columns):
        for j in range(rows):
            for k in range(layers):
                s, t, p = salinity[i, j, k], temperature[i, j, k], pressure[0, 0, k]
                a, a_s, a_t, a_p = _numerator(s, t, p)
                b, b_s, b_t, b_p = _denominator(s, t, p)
                density = b / a
                value += density
                by_s[i, j, k] = (b_s - density * a_s) / a
                by_t[i, j, k] = (b_t - density * a_t) / a
                by_p[0, 0, k] += (b_p - density * a_p) / a
    return value, by_s, by_t, by_p
