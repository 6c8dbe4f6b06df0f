"""Distances."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

U, V, W = arrays((5,), (5,), (5,), seed=21)
W = np.abs(W) + 0.2
XA, XB = arrays((7, 5), (2, 5), seed=22)
P, Q = np.abs(XA) + 0.1, np.abs(XB) + 0.1
SQUARE = XA.T @ XA + np.eye(5)
HOLES = W * (np.arange(5) != 2)
ORDER = np.float64(2.5)
ONE = np.float64(1)  # some of SciPy's distances are Python numbers

NORMS = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski")
ANGLES = ("cosine", "correlation")
RATIOS = ("canberra", "braycurtis")
CONSTANT = ("hamming", "jaccard")
MATRICES = (*NORMS, *ANGLES, *RATIOS)

CALLS = [
    *(
        ScipyCall(
            lambda sp, u, v, f=name: getattr(sp.spatial.distance, f)(u, v) * ONE, (U, V)
        )
        for name in MATRICES
    ),
    *(
        ScipyCall(
            lambda sp, u, v, w, f=name: (
                getattr(sp.spatial.distance, f)(u, v, w=w) * ONE
            ),
            (U, V, W),
        )
        for name in MATRICES
    ),
    *(  # where all elements differ, it is 1 whatever the weights are
        ScipyCall(
            lambda sp, u, v, w, f=name: getattr(sp.spatial.distance, f)(u, v, w=w) * w,
            (U, V, W),
        )
        for name in CONSTANT
    ),
    *(
        ScipyCall(
            lambda sp, w, f=name: (
                getattr(sp.spatial.distance, f)([1, 2, 0, 4, 5], [1, 3, 2, 4, 5], w=w)
                * ONE
            ),
            (W,),
        )
        for name in CONSTANT
    ),
    *(
        ScipyCall(
            lambda sp, u, f=name: (
                getattr(sp.spatial.distance, f)(u, [1, 2, 0, 4, 5], HOLES) * ONE
            ),
            (U,),
        )
        for name in ("euclidean", "cityblock", "canberra")
    ),
    *(
        ScipyCall(
            lambda sp, u, v, p=p: sp.spatial.distance.minkowski(u, v, p) * ONE, (U, V)
        )
        for p in (1, 1.5, 3, np.inf)
    ),
    *(
        ScipyCall(
            lambda sp, u, v, w, p=p: sp.spatial.distance.minkowski(u, v, p, w) * ONE,
            (U, V, W),
        )
        for p in (1, 1.5, 2, np.inf)
    ),
    ScipyCall(
        lambda sp, u, v, p: sp.spatial.distance.minkowski(u, v, p) * ONE, (U, V, ORDER)
    ),
    ScipyCall(
        lambda sp, u, v, w: sp.spatial.distance.seuclidean(u, v, w) * ONE, (U, V, W)
    ),
    ScipyCall(
        lambda sp, u, v, m: sp.spatial.distance.mahalanobis(u, v, m), (U, V, SQUARE)
    ),
    ScipyCall(
        lambda sp, u, v: sp.spatial.distance.correlation(u, v, centered=False), (U, V)
    ),
    ScipyCall(
        lambda sp, u, v: sp.spatial.distance.euclidean(u + 1j * v, v) * ONE, (U, V)
    ),
    ScipyCall(lambda sp, p, q: sp.spatial.distance.jensenshannon(p[0], q[0]), (P, Q)),
    ScipyCall(
        lambda sp, p, q: sp.spatial.distance.jensenshannon(
            p[:2], q, 2.0, axis=1, keepdims=True
        ),
        (P, Q),
    ),
    ScipyCall(lambda sp, p, q: sp.spatial.distance.jensenshannon(p[:2], q), (P, Q)),
    ScipyCall(lambda sp, u, v: sp.spatial.distance.hamming(u, v), (U, V), False),
    ScipyCall(lambda sp, u: sp.spatial.distance.jaccard(u, np.arange(5)), (U,), False),
    # all rows
    *(
        ScipyCall(lambda sp, x, y, m=name: sp.spatial.distance.cdist(x, y, m), (XA, XB))
        for name in (*MATRICES, "seuclidean", "mahalanobis")
    ),
    *(
        ScipyCall(lambda sp, x, m=name: sp.spatial.distance.pdist(x, m), (XA,))
        for name in (*MATRICES, "seuclidean", "mahalanobis")
    ),
    *(
        ScipyCall(
            lambda sp, x, y, w, m=name: sp.spatial.distance.cdist(x, y, m, w=w),
            (XA, XB, W),
        )
        for name in MATRICES
    ),
    *(
        ScipyCall(
            lambda sp, w, m=name: sp.spatial.distance.cdist(
                np.rint(XA), [[0, 1, 2, 0, 3]], m, w=w
            ),
            (W,),
        )
        for name in CONSTANT
    ),
    *(
        ScipyCall(
            lambda sp, x, w, m=name: sp.spatial.distance.pdist(x, m, w=w), (XA, W)
        )
        for name in ("e", "cos", "co", "m")
    ),
    ScipyCall(lambda sp, p, q: sp.spatial.distance.cdist(p, q, "js"), (P, Q)),
    ScipyCall(lambda sp, p: sp.spatial.distance.pdist(p, "jensenshannon"), (P,)),
    ScipyCall(lambda sp, x, y: sp.spatial.distance.cdist(x, y, "ha"), (XA, XB), False),
    ScipyCall(lambda sp, x: sp.spatial.distance.pdist(x, "jaccard"), (XA,), False),
    ScipyCall(lambda sp, x: sp.spatial.distance.cdist(x, [[1, 2, 3, 4, 5]]), (XA,)),
    ScipyCall(
        lambda sp, x, y: sp.spatial.distance.cdist(x, y, "minkowski", p=3), (XA, XB)
    ),
    ScipyCall(
        lambda sp, x, y, w: sp.spatial.distance.cdist(x, y, "seuclidean", V=w),
        (XA, XB, W),
    ),
    ScipyCall(
        lambda sp, x, m: sp.spatial.distance.pdist(x, "mahalanobis", VI=m), (XA, SQUARE)
    ),
    ScipyCall(
        lambda sp, x, y: sp.spatial.distance.cdist(x, y, lambda u, v: u @ v), (XA, XB)
    ),
    ScipyCall(lambda sp, x: sp.spatial.distance.pdist(x, lambda u, v: u @ v), (XA,)),
    ScipyCall(
        lambda sp, x: sp.spatial.distance.pdist(x, sp.spatial.distance.cityblock), (XA,)
    ),
    ScipyCall(lambda sp, x: sp.spatial.distance.squareform(x[0, :3]), (XA,)),
    ScipyCall(lambda sp, x: sp.spatial.distance.squareform(x[0, :1]), (XA,)),
    ScipyCall(lambda sp, x: sp.spatial.distance.squareform(x[0, :0]), (XA,), False),
    ScipyCall(
        lambda sp, x: sp.spatial.distance.squareform(sp.spatial.distance.cdist(x, x)),
        (XA,),
    ),
    ScipyCall(
        lambda sp, x: sp.spatial.distance.squareform(
            x[:5], checks=False, force="tovector"
        ),
        (XA,),
    ),
]
