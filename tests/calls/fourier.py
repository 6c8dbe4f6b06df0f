"""Calls of numpy.fft."""

from __future__ import annotations

import functools

import numpy as np

from tests.calls._base import Call, arrays

V, W, A, B, C = arrays((7,), (6,), (3, 4), (2, 3, 4), (3, 1, 5))
ZV, ZW, ZA, ZB = V + 1j * V[::-1], W - 2j * W[::-1], A + 1j * A[::-1], B - 1j * B[::-1]
SINGLE = V.astype(np.float32)
FORTRAN = np.asfortranarray(B)
STRIDED = np.asfortranarray(ZB)[:, ::-1, ::2]
(D,) = arrays((), seed=3)
STEP = np.float64(0.25)


def into(function, shape, dtype=complex):
    """The function, its result written to an array that is made first."""

    def call(np, x):
        out = np.zeros_like(x, shape=shape, dtype=dtype)
        result = getattr(np.fft, function)(x, out=out)
        return out, result

    return call


Single = functools.partial(Call, order=0, differentiable=False, reason="float32")

CALLS = [
    # One axis.
    Call(lambda np, x: np.fft.fft(x), (V,)),
    Call(lambda np, x: np.fft.fft(x), (ZW,)),
    Single(lambda np, x: np.fft.fft(x), (SINGLE,)),
    Call(lambda np, x: np.fft.fft(x, 4), (ZV,)),
    Call(lambda np, x: np.fft.fft(x, 9, 0, "ortho"), (W,)),
    Call(lambda np, x: np.fft.fft(x, axis=-2, norm="forward"), (ZB,)),
    Call(lambda np, x: np.fft.fft(x, n=5, axis=1), (STRIDED,)),
    Call(lambda np, x: np.fft.fft(x, axis=0), (FORTRAN,)),
    Call(
        lambda np, x: np.fft.fft([x[0], x[1], 2.0]),
        (V,),
        numpy=False,
        reason="NumPy does not see what is in a list",
    ),
    Call(lambda np, x: np.fft.fft(np.arange(4)) * x[0], (V,)),
    Call(lambda np, x: np.fft.fft(x, 1), (V,)),
    Call(lambda np, x: np.fft.ifft(x), (ZV,)),
    Call(lambda np, x: np.fft.ifft(x, 3, norm="forward"), (W,)),
    Call(lambda np, x: np.fft.ifft(x, 8, 1, "ortho"), (ZA,)),
    Call(lambda np, x: np.fft.rfft(x), (V,)),
    Call(lambda np, x: np.fft.rfft(x), (W,)),
    Single(lambda np, x: np.fft.rfft(x), (SINGLE,)),
    Call(lambda np, x: np.fft.rfft(x, 5, 0, "ortho"), (B,)),
    Call(lambda np, x: np.fft.rfft(x, 3, -1, "forward"), (A,)),
    Call(lambda np, x: np.fft.irfft(x), (ZV,)),
    Call(lambda np, x: np.fft.irfft(x, 7), (ZV,)),
    Call(lambda np, x: np.fft.irfft(x, 12), (W,)),
    Single(lambda np, x: np.fft.irfft(x), (SINGLE.astype(np.complex64),)),
    Single(lambda np, x: np.fft.irfftn(x), (B.astype(np.complex64),)),
    Call(lambda np, x: np.fft.irfft(x, 15, norm="ortho"), (ZA,)),
    Call(lambda np, x: np.fft.irfft(x, 5, 1, norm="forward"), (ZB,)),
    Call(lambda np, x: np.fft.hfft(x), (ZV,)),
    Call(lambda np, x: np.fft.hfft(x, 9, 0, "ortho"), (ZA,)),
    Call(lambda np, x: np.fft.ihfft(x), (W,)),
    Call(lambda np, x: np.fft.ihfft(x, 5, 1, "forward"), (B,)),
    # Several axes.
    Call(lambda np, x: np.fft.fft2(x), (B,)),
    Call(lambda np, x: np.fft.fft2(x, (4, 3)), (ZB,)),
    Call(lambda np, x: np.fft.ifft2(x, axes=(0, 2), norm="ortho"), (ZB,)),
    Call(lambda np, x: np.fft.fftn(x), (ZB,)),
    Call(lambda np, x: np.fft.fftn(x, (3, -1), (0, 2), "forward"), (B,)),
    Call(lambda np, x: np.fft.fftn(x, axes=(1, 1)), (ZA,)),
    Call(lambda np, x: np.fft.fftn(x, (3, 5), (1, 1)), (A,)),
    Call(lambda np, x: np.fft.fftn(x, axes=()), (ZA,)),
    Call(lambda np, x: np.fft.fftn(x), (D,)),
    Call(lambda np, x: np.fft.ifftn(x), (FORTRAN,)),
    Call(lambda np, x: np.fft.ifftn(x, (2, 6), (1, 0)), (ZA,)),
    Call(lambda np, x: np.fft.rfft2(x), (B,)),
    Call(lambda np, x: np.fft.rfft2(x, (4, 5), (-1, 0), "ortho"), (B,)),
    Call(lambda np, x: np.fft.rfftn(x), (B,)),
    Call(lambda np, x: np.fft.rfftn(x, (3, 3), (1, 2)), (B,)),
    Call(lambda np, x: np.fft.rfftn(x, axes=(2, 0, 2)), (C,)),
    Call(lambda np, x: np.fft.irfft2(x), (ZB,)),
    Call(lambda np, x: np.fft.irfft2(x, (3, 5), norm="forward"), (ZA,)),
    Call(lambda np, x: np.fft.irfftn(x), (ZB,)),
    Call(lambda np, x: np.fft.irfftn(x, (3, 3, 7), (2, 1, 0)), (ZB,)),
    Call(lambda np, x: np.fft.irfftn(x, axes=(0, 1)), (A,)),
    # Into an array; of frequencies.
    Call(into("fft", (7,)), (V,)),
    Call(into("irfft", (12,), float), (ZV,)),
    Call(into("fftn", (2, 3, 4)), (ZB,)),
    Call(lambda np, x: np.fft.fftshift(x), (ZB,)),
    Call(lambda np, x: np.fft.fftshift(x, 1), (B,)),
    Call(lambda np, x: np.fft.fftshift(x, (0, -1)), (B,)),
    Call(lambda np, x: np.fft.ifftshift(x), (V,)),
    Call(lambda np, x: np.fft.ifftshift(x, -1), (ZB,)),
    Call(lambda np, x: np.fft.ifftshift(x, axes=[1]), (B,)),
    Call(lambda np, x: x * np.fft.fftfreq(7), (V,)),
    Call(lambda np, d: np.fft.fftfreq(4, d), (STEP,)),
    Call(lambda np, d: np.fft.rfftfreq(5, d=d), (STEP,)),
    Call(
        lambda np, x: np.fft.irfft(np.fft.rfft(x) * np.exp(-np.fft.rfftfreq(7)), 7),
        (V,),
    ),
]
