"""Fourier transforms in compiled programs: NumPy's numbers, without the interpreter."""

import os
import subprocess
import sys

import numpy as np
import pytest

import functrace as ft

KINDS = (np.complex128, np.complex64, np.float64, np.float32, np.int64)
LAYOUTS = {
    "C order": lambda a: a,
    "turned": lambda a: a.transpose(2, 0, 1),
    "reversed": lambda a: a[:, ::-1],
    "every other": lambda a: a[::2, :, 1:],
    "a row": lambda a: a[0, :, 0],
    "broadcast": lambda a: np.broadcast_to(a[:1], (4, *a.shape[1:])),
}
CALLS = [
    *((np.fft.fft, n, norm) for n, norm in ((None, None), (3, "ortho"))),
    *((np.fft.ifft, n, norm) for n, norm in ((None, "forward"), (7, None))),
    *((np.fft.rfft, n, norm) for n, norm in ((None, "ortho"), (5, None))),
    *((np.fft.irfft, n, norm) for n, norm in ((None, None), (5, "ortho"))),
    (np.fft.hfft, 4, "forward"),
    (np.fft.ihfft, 6, None),
]


def array(kind):
    rng = np.random.default_rng(0)
    x = 10 * rng.normal(size=(3, 4, 5))
    return (x + 1j * x[::-1] if np.dtype(kind).kind == "c" else x).astype(kind)


@pytest.mark.share(6)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
def test_bits_are_numpys(kind, layout):
    x = LAYOUTS[layout](array(kind))
    real = (np.fft.rfft, np.fft.ihfft)

    def transforms(x):
        return [
            function(x, n, axis, norm)
            for function, n, norm in CALLS
            if x.dtype.kind != "c" or function not in real
            for axis in {0, -1}
        ]

    fast = ft.jit(transforms)
    for expected, found in zip(transforms(x), fast(x), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    assert "numpy" not in str(fast.lower(x).plan)


def test_nothing_to_transform():
    x = np.zeros((0, 4))
    assert ft.jit(np.fft.fft)(x).shape == (0, 4)
    with pytest.raises(ValueError, match="data points"):
        ft.jit(np.fft.fft)(x.T)


def test_an_overflow_and_what_is_not_finite():
    x = np.array([1e308, 1e308, np.nan, np.inf])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(ft.jit(np.fft.fft)(x[:2]), np.fft.fft(x[:2]))
        np.testing.assert_array_equal(ft.jit(np.fft.rfft)(x), np.fft.rfft(x))


def schroedinger(psi):
    phase = np.exp(-0.05j * np.fft.fftfreq(16) ** 2)
    start, psi = psi, psi + 0j
    for _ in range(40):
        psi = np.fft.ifft(phase * np.fft.fft(psi * np.exp(-0.1j * start**2)))
    return np.sum(np.abs(psi) ** 4)


def test_a_spectral_method_is_one_native_loop():
    psi = np.random.default_rng(1).random(16)
    fast = ft.jit(ft.grad(schroedinger))
    np.testing.assert_allclose(fast(psi), ft.grad(schroedinger)(psi), rtol=1e-12)
    direction, h = np.cos(np.arange(16.0)), 1e-5
    ends = [schroedinger(psi + s * h * direction) for s in (1, -1)]
    slope = (ends[0] - ends[1]) / (2 * h)
    np.testing.assert_allclose(fast(psi) @ direction, slope, rtol=1e-8)
    assert "numpy" not in str(fast.lower(psi).plan)


@pytest.mark.slow
def test_a_program_is_found_on_disk(tmp_path):
    code = """
import numpy as np, functrace as ft
x = np.arange(12.0)
assert np.array_equal(ft.jit(lambda x: np.fft.rfft(x) * 2)(x), np.fft.rfft(x) * 2)
"""
    environment = os.environ | {"FUNCTRACE_CACHE_DIR": str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
