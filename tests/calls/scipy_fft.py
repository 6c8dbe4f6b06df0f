"""Calls of scipy.fft."""

from __future__ import annotations

import itertools

from tests.calls._base import Call, ScipyCall, arrays

V, W, A, B = arrays((7,), (6,), (3, 4), (2, 3, 4))
ZV, ZA, ZB = V + 1j * V[::-1], A + 1j * A[::-1], B - 1j * B[::-1]


def single(function, x):
    """A call in single precision."""
    values = {"package": "scipy", "numpy": False}
    return Call(
        function,
        (x.astype("f4" if x.dtype.kind == "f" else "c8"),),
        order=0,
        differentiable=False,
        reason="float32",
        **values,
    )


def cosine_call(name, x, *args, **options):
    """A call of a cosine or sine transform."""
    return ScipyCall(lambda sp, x: getattr(sp.fft, name)(x, *args, **options), (x,))


NORMS = ("backward", "ortho", "forward")

CALLS = [
    # Fourier transforms.
    ScipyCall(lambda sp, x: sp.fft.fft(x), (ZV,)),
    ScipyCall(lambda sp, x: sp.fft.fft(x, 9, workers=1), (V,)),
    ScipyCall(lambda sp, x: sp.fft.ifft(x, 3, 0, "ortho"), (ZA,)),
    ScipyCall(lambda sp, x: sp.fft.rfft(x, norm="forward"), (W,)),
    ScipyCall(lambda sp, x: sp.fft.irfft(x, 9), (ZV,)),
    ScipyCall(lambda sp, x: sp.fft.irfft(x), (V,)),
    ScipyCall(lambda sp, x: sp.fft.hfft(x, 8, norm="ortho"), (ZV,)),
    ScipyCall(lambda sp, x: sp.fft.ihfft(x, 5, 1), (B,)),
    ScipyCall(lambda sp, x: sp.fft.fftn(x), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.fftn(x, (3, 5)), (B,)),
    ScipyCall(lambda sp, x: sp.fft.fftn(x, 5, 1), (B,)),
    ScipyCall(lambda sp, x: sp.fft.ifftn(x, (2, -1), (0, -1), "ortho"), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.rfftn(x, axes=(0, 1)), (B,)),
    ScipyCall(lambda sp, x: sp.fft.irfftn(x), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.irfftn(x, (4, 5), norm="forward"), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.hfftn(x), (ZA,)),
    ScipyCall(lambda sp, x: sp.fft.hfftn(x, (2, 5), (1, 0), "ortho"), (ZA,)),
    ScipyCall(lambda sp, x: sp.fft.ihfftn(x), (B,)),
    ScipyCall(lambda sp, x: sp.fft.fft2(x), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.ifft2(x, (4, 4)), (B,)),
    ScipyCall(lambda sp, x: sp.fft.rfft2(x), (B,)),
    ScipyCall(lambda sp, x: sp.fft.irfft2(x, (3, 7)), (ZA,)),
    ScipyCall(lambda sp, x: sp.fft.hfft2(x), (ZB,)),
    ScipyCall(lambda sp, x: sp.fft.ihfft2(x, norm="forward"), (A,)),
    ScipyCall(lambda sp, x: sp.fft.fftshift(sp.fft.ifftshift(x, 0)), (A,)),
    ScipyCall(lambda sp, x: x * sp.fft.fftfreq(7), (V,)),
    single(lambda sp, x: sp.fft.irfftn(x), ZA),
    # Cosine and sine transforms.
    *[
        cosine_call(name, V, kind, norm=norm, orthogonalize=orthogonalize)
        for name in ("dct", "idct", "dst", "idst")
        for kind in (1, 2, 3, 4)
        for norm, orthogonalize in itertools.product(NORMS, (None, True, False))
        if (norm, orthogonalize) != ("ortho", True)
    ],
    *[
        cosine_call(name, x, kind, norm=norm)
        for name in ("dctn", "idctn", "dstn", "idstn")
        for kind, norm, x in ((1, None, A), (2, "forward", B), (3, "ortho", ZA))
    ],
    cosine_call("dct", ZA, 2, 6, 0, orthogonalize=True),
    cosine_call("idst", B, 3, 2, 1),
    cosine_call("dctn", B, 2, (2, -1), (2, 0)),
    cosine_call("dctn", A, axes=()),
    single(lambda sp, x: sp.fft.dct(x), A),
    single(lambda sp, x: sp.fft.idstn(x, 3, norm="forward"), A),
    # Hankel transforms.
    ScipyCall(lambda sp, a: sp.fft.fht(a, 0.1, 2.0), (V,)),
    ScipyCall(lambda sp, a: sp.fft.fht(a, 0.1, 0.5, 0.3, 0.2), (B,)),
    ScipyCall(lambda sp, a: sp.fft.ifht(a, 0.1, 1.5, 0.3), (V,)),
    ScipyCall(lambda sp, a: sp.fft.ifht(a, 0.2, 0.5, bias=-0.2), (W,)),
    single(lambda sp, x: sp.fft.fht(x, 0.1, 2.0), A),
]
