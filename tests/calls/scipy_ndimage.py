"""Filters, and values between the elements of an array."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

X, W, AFFINE = arrays((5, 6), (3, 2), (2, 3), seed=41)
LINE, W1 = arrays((7,), (4,), seed=42)
CUBE = arrays((3, 4, 2), seed=43)[0]
Z = X + 1j * X[::-1]
CVAL, SIGMA, ANGLE = np.float64(0.7), np.float64(0.8), np.float64(31.0)
PLACES = np.array([[0.3, 2.2, 3.9, 1.7], [4.6, 0.4, 1.3, 2.8]])
BEYOND = np.array([[-0.3, 2.2, 7.3, -8.1], [5.3, -1.4, 9.3, 12.8]])
SHIFT = np.array([0.7, -1.6])
FOOTPRINT = np.array([[True, False, True], [False, True, True]])
MODES = (
    "reflect",
    "constant",
    "nearest",
    "mirror",
    "wrap",
    "grid-wrap",
    "grid-mirror",
    "grid-constant",
)

LINEAR = [
    *(
        ScipyCall(
            lambda sp, x, w, c, m=mode: sp.ndimage.correlate(x, w, mode=m, cval=c),
            (X, W, CVAL),
        )
        for mode in MODES
    ),
    *(
        ScipyCall(
            lambda sp, x, w, m=mode: sp.ndimage.convolve1d(
                x, w, 0, mode=m, cval=1.5, origin=-1
            ),
            (X, W1),
        )
        for mode in MODES
    ),
    ScipyCall(
        lambda sp, x, w: sp.ndimage.convolve(x, w, origin=(-1, 0), mode="mirror"),
        (X, W),
    ),
    ScipyCall(lambda sp, x, w: sp.ndimage.correlate(x, w[0], axes=(0,)), (X, W)),
    ScipyCall(lambda sp, x, w: sp.ndimage.correlate(x, w, axes=(2, 0)), (CUBE, W)),
    ScipyCall(lambda sp, x, w: sp.ndimage.correlate1d(x, w, origin=1), (LINE, W1)),
    ScipyCall(lambda sp, x, w: sp.ndimage.correlate(x, w), (Z, W)),
    ScipyCall(lambda sp, x, w: sp.ndimage.convolve(x, w), (X, W * (1 + 2j))),
    ScipyCall(lambda sp, x, w: sp.ndimage.convolve1d(x, w), (Z, W1 * (1 + 2j))),
    ScipyCall(lambda sp, w: sp.ndimage.correlate(np.eye(3), w), (W,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.correlate1d(x, [1, 2], output=np.float32),
        (LINE,),
        False,
    ),
    ScipyCall(
        lambda sp, x: sp.ndimage.gaussian_filter(x, 1.0), (X.astype(np.float32),), False
    ),
    *(
        ScipyCall(
            lambda sp, x, n=order, m=mode: sp.ndimage.gaussian_filter(
                x, (0.9, 0.5), n, mode=m
            ),
            (X,),
        )
        for order, mode in (
            (0, "reflect"),
            (1, "nearest"),
            ((2, 0), "wrap"),
            (3, "mirror"),
        )
    ),
    *(
        ScipyCall(
            lambda sp, x, s, n=order: sp.ndimage.gaussian_filter1d(
                x, s, order=n, radius=2
            ),
            (LINE, SIGMA),
        )
        for order in (0, 1, 2)
    ),
    ScipyCall(
        lambda sp, x, s: sp.ndimage.gaussian_filter(x, s),
        (X, SIGMA),
        abstract=False,
        reason="the radius follows from the value of sigma",
    ),
    ScipyCall(lambda sp, x: sp.ndimage.gaussian_filter(x, (0, 1), axes=(0, 1)), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.gaussian_filter(x, 0.0), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.uniform_filter(x), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.uniform_filter(x, (1, 4), origin=(0, -1)), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.uniform_filter(x, 2, axes=(0,)), (Z,)),
    ScipyCall(lambda sp, x: sp.ndimage.uniform_filter1d(x, 3, mode="wrap"), (LINE,)),
    *(
        ScipyCall(lambda sp, x, f=name: getattr(sp.ndimage, f)(x), (X,))
        for name in ("sobel", "prewitt", "laplace")
    ),
    ScipyCall(lambda sp, x: sp.ndimage.sobel(x, 0, mode=["wrap", "mirror"]), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.laplace(x, axes=(1,)), (CUBE,)),
    ScipyCall(lambda sp, x: sp.ndimage.laplace(x, axes=()), (CUBE,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.gaussian_laplace(x, (0.8, 0.9), truncate=3), (X,)
    ),
    ScipyCall(lambda sp, x: sp.ndimage.gaussian_laplace(x, 0.8, axes=(0, 2)), (CUBE,)),
    ScipyCall(lambda sp, x: sp.ndimage.gaussian_gradient_magnitude(x, 0.8), (X,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.gaussian_gradient_magnitude(x, 0.8, axes=()), (X,)
    ),
]

RANKS = [
    *(
        ScipyCall(lambda sp, x, f=name, o=options: getattr(sp.ndimage, f)(x, **o), (X,))
        for name in ("minimum_filter", "maximum_filter", "median_filter")
        for options in (
            {"size": 3, "mode": "constant", "cval": 0.1},
            {"size": (1, 3), "mode": "mirror"},
            {"footprint": FOOTPRINT, "origin": (0, -1)},
            {"size": 2, "axes": (1,)},
        )
    ),
    ScipyCall(lambda sp, x: sp.ndimage.minimum_filter1d(x, 3, 0, mode="nearest"), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.maximum_filter1d(x, 4, origin=-1), (X,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.minimum_filter(x, 3, mode=["wrap", "mirror"]), (X,)
    ),
    ScipyCall(lambda sp, x: sp.ndimage.rank_filter(x, -2, size=2), (X,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.percentile_filter(x, 30, footprint=FOOTPRINT), (X,)
    ),
    ScipyCall(lambda sp, x: sp.ndimage.percentile_filter(x, -0.0, size=2), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.percentile_filter(x, 100, size=2), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.median_filter(x, 3), (LINE,)),
]

PLACED = [
    *(
        ScipyCall(
            lambda sp, x, q, n=order, m=mode: sp.ndimage.map_coordinates(
                x, q, order=n, mode=m, cval=0.7
            ),
            (X, BEYOND),
        )
        for order, mode in (
            *((3, mode) for mode in MODES),
            *((n, "reflect") for n in (0, 1, 2, 4, 5)),
            (2, "constant"),
            (1, "grid-constant"),
        )
    ),
    ScipyCall(
        lambda sp, x, q: sp.ndimage.map_coordinates(x, q, prefilter=False, mode="wrap"),
        (X, PLACES),
    ),
    ScipyCall(lambda sp, x, q: sp.ndimage.map_coordinates(x, q), (Z, PLACES)),
    ScipyCall(lambda sp, q: sp.ndimage.map_coordinates(X, q[:, None]), (PLACES,)),
    ScipyCall(lambda sp, x: sp.ndimage.map_coordinates(x, [[1], [2]]), (X,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.map_coordinates(x, PLACES, order=1),
        (X.astype(np.float32),),
        False,
    ),
    *(
        ScipyCall(
            lambda sp, x, s, m=mode: sp.ndimage.shift(x, s, mode=m, cval=0.7),
            (X, SHIFT),
        )
        for mode in MODES
    ),
    ScipyCall(lambda sp, x: sp.ndimage.shift(x, 1, order=0), (X,)),
    ScipyCall(lambda sp, x, s: sp.ndimage.shift(x, s, order=1), (LINE, SIGMA)),
    ScipyCall(lambda sp, x: sp.ndimage.zoom(x, (1.7, 0.6)), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.zoom(x, 2, order=1, mode="nearest"), (LINE,)),
    ScipyCall(
        lambda sp, x: sp.ndimage.zoom(x, 1.5, mode="grid-wrap", grid_mode=True), (X,)
    ),
    ScipyCall(lambda sp, x: sp.ndimage.zoom(x, 1), (X,)),
    ScipyCall(
        lambda sp, x, a: sp.ndimage.affine_transform(
            x, a[:, :2], a[:, 2], mode="mirror"
        ),
        (X, AFFINE),
    ),
    ScipyCall(
        lambda sp, x, a: sp.ndimage.affine_transform(
            x, a, output_shape=(4, 3), order=2, mode="nearest"
        ),
        (X, AFFINE),
    ),
    ScipyCall(
        lambda sp, x: sp.ndimage.affine_transform(
            x, [[1, 0.2, 0.3], [0, 1, 0.4], [0, 0, 1]], order=1
        ),
        (X,),
    ),
    ScipyCall(
        lambda sp, x, s: sp.ndimage.affine_transform(x, s, 0.3, mode="reflect"),
        (X, np.array([0.7, 1.2])),
    ),
    ScipyCall(lambda sp, x: sp.ndimage.rotate(x, 90), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.rotate(x, 30, mode="nearest"), (X,)),
    ScipyCall(
        lambda sp, x, a: sp.ndimage.rotate(x, a, reshape=False, mode="mirror"),
        (X, ANGLE),
    ),
    ScipyCall(
        lambda sp, x: sp.ndimage.rotate(x, 30, axes=(-1, 0), mode="reflect"), (CUBE,)
    ),
    ScipyCall(lambda sp, x: sp.ndimage.spline_filter(x, mode="grid-wrap"), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.spline_filter1d(x, 4, 0), (X,)),
    ScipyCall(lambda sp, x: sp.ndimage.spline_filter1d(x, 1, mode="reflect"), (X,)),
]

CALLS = [*LINEAR, *RANKS, *PLACED]
