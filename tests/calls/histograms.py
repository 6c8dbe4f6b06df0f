"""Histograms: differentiable in the weights, and in the edges of the bins."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, V, W, Y = arrays((3, 4), (9,), (9,), (9,))
POINTS = np.stack([V, Y], 1)
BINS = np.array([-1.0, -0.3, 0.5, 2.0])
UNEVEN = np.array([-1.0, 0.4, 0.4, 1.3])
Z = W + 1j * W[::-1]
LOW, HIGH = np.float64(-1.5), np.float64(1.25)
SINGLE = V.astype(np.float32)
PLACES = np.array([0, 3, 1, 1, 2, 7, 0, 3, 3])

EDGES = [
    Call(lambda np, x: np.histogram_bin_edges(x), (V,)),
    Call(lambda np, x: np.histogram_bin_edges(x, 4), (X,)),
    Call(lambda np, x: np.histogram_bin_edges(x, BINS), (V,)),
    Call(lambda np, x: np.histogram_bin_edges(V, x), (BINS,)),
    Call(lambda np, x: np.histogram_bin_edges(x, "auto"), (V,)),
    Call(lambda np, x: np.histogram_bin_edges(x, "fd", (-1, 1)), (V,)),
    Call(lambda np, lo, hi: np.histogram_bin_edges(V, 3, (lo, hi)), (LOW, HIGH)),
    Call(lambda np, x: np.histogram_bin_edges(x, 3), (SINGLE,), False),
    Call(lambda np, x: np.histogram_bin_edges(x.astype(int), 3), (3 * V,)),
    Call(lambda np, x: np.histogram_bin_edges(x[:0], 3), (V,)),
    Call(lambda np, x: np.histogram_bin_edges(x[:1] * 0, 3), (V,)),
]

HISTOGRAMS = [
    Call(lambda np, x: np.histogram(x), (V,)),
    Call(lambda np, x: np.histogram(x, 4, density=True), (V,)),
    Call(lambda np, x, w: np.histogram(x, weights=w), (X, X[::-1])),
    Call(lambda np, x, w: np.histogram(x, 3, weights=w, density=True), (V, W)),
    Call(lambda np, w: np.histogram(V, BINS, weights=w, density=True), (W,)),
    Call(lambda np, x: np.histogram(V, x, density=True), (BINS,)),
    Call(lambda np, w: np.histogram(V, UNEVEN, weights=w), (W,)),
    Call(lambda np, w: np.histogram(V, 3, (-1, 1), weights=w), (Z,)),
    Call(lambda np, x: np.histogram(x, [0.5]), (V,)),
    Call(lambda np, x: np.histogram(x, BINS), (np.append(BINS, np.nan),), False),
    Call(lambda np, x: np.histogram(x, 5, (-1, 2)), (SINGLE,), False),
    Call(lambda np, x: np.histogram(x.astype(int), 5), (3 * V,)),
    Call(lambda np, x: np.histogram(x, "sturges"), (V,)),
    Call(lambda np, w: np.histogram(V, 3, weights=w.astype(int)), (3 * W,)),
    Call(lambda np, w: np.histogram(V, 3, weights=w), (SINGLE,), False),
]

SEVERAL = [
    Call(lambda np, x: np.histogramdd(x, 3), (POINTS,)),
    Call(lambda np, x, w: np.histogramdd(x, (2, 3), weights=w), (POINTS, W)),
    Call(
        lambda np, x, w: np.histogramdd(x, [BINS, 3], density=True, weights=w),
        (POINTS, W * W),
    ),
    Call(lambda np, x, y: np.histogramdd([x, y], 2, [(-1, 1), None]), (V, Y)),
    Call(lambda np, x: np.histogramdd(POINTS, [x, BINS], density=True), (BINS,)),
    Call(lambda np, x: np.histogramdd(x, 3), (V,)),
    Call(lambda np, x, y: np.histogram2d(x, y), (V, Y)),
    Call(lambda np, x, y, w: np.histogram2d(x, y, 3, weights=w), (V, Y, W)),
    Call(lambda np, w: np.histogram2d(V, Y, BINS, density=True, weights=w), (W * W,)),
    Call(lambda np, x, y: np.histogram2d(x, y, [3, BINS]), (V, Y)),
]

COUNTS = [
    Call(lambda np, w: np.bincount(PLACES, w), (W,)),
    Call(lambda np, w: np.bincount(PLACES, weights=w, minlength=10), (W,)),
    Call(lambda np, w: np.bincount(PLACES, w), (SINGLE,), False),
    Call(lambda np, w: np.bincount((w > 0).astype(int)), (W,)),
    Call(lambda np, w: np.bincount((w > 0).astype(int), w), (W,)),
]

CALLS = [*EDGES, *HISTOGRAMS, *SEVERAL, *COUNTS]
