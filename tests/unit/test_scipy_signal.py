"""Signal processing: what is refused, awkward points, filters in pieces and batches."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal

import functrace as ft
from functrace.scipy import signal
from tests.systematic._laws import variable

RNG = np.random.default_rng(5)
X = RNG.normal(size=30)
M = RNG.normal(size=(5, 6))
B = np.array([0.2, 0.3, -0.1])
A = np.array([1.0, -0.6, 0.2])
SOS = scipy.signal.butter(4, 0.3, output="sos")


def loss(y):
    return np.sum(np.sin(y))


# -- recursive filters -----------------------------------------------------------------


@pytest.mark.slow
def test_a_filter_in_two_pieces_has_the_gradient_of_the_whole():
    state = np.array([0.3, -0.5])

    def whole(b, a, x, z):
        y, last = signal.lfilter(b, a, x, zi=z)
        return loss(y) + np.sum(last**2)

    def in_pieces(b, a, x, z):
        first, between = signal.lfilter(b, a, x[:11], zi=z)
        second, last = signal.lfilter(b, a, x[11:], zi=between)
        return loss(first) + loss(second) + np.sum(last**2)

    for function in (whole, ft.jit(whole), ft.jit(in_pieces)):
        got = ft.grad(function, argnums=(0, 1, 2, 3))(B, A, X, state)
        expected = ft.grad(in_pieces, argnums=(0, 1, 2, 3))(B, A, X, state)
        for gradient, other in zip(got, expected, strict=True):
            np.testing.assert_allclose(gradient, other, rtol=1e-12, atol=1e-14)


def test_scaling_all_coefficients_changes_nothing():
    b_bar, a_bar = ft.grad(lambda b, a: loss(signal.lfilter(b, a, X)), argnums=(0, 1))(
        B, A
    )
    assert b_bar @ B + a_bar @ A == pytest.approx(0, abs=1e-13)


def test_gradient_of_a_highpass_filter_is_accurate():
    """The adjoint of a real filter is the filter run backwards."""
    b, a = scipy.signal.butter(5, 0.01, "high")
    weights = RNG.normal(size=500)
    gradient = ft.grad(lambda x: weights @ signal.lfilter(b, a, x))(np.zeros(500))
    expected = scipy.signal.lfilter(b, a, weights[::-1])[::-1]
    np.testing.assert_allclose(gradient, expected, rtol=0, atol=1e-14)


def test_batches_of_filters_and_of_signals():
    filters = B * np.array([[1.0], [2.0], [-1.0]])
    signals = RNG.normal(size=(3, 8))
    gradient = ft.grad(lambda b, x: loss(signal.lfilter(b, A, x)), argnums=(0, 1))
    got = ft.vmap(gradient)(filters, signals)
    for k in range(3):
        for part, expected in zip(got, gradient(filters[k], signals[k]), strict=True):
            np.testing.assert_allclose(part[k], expected, rtol=1e-12)


def test_coefficients_that_start_with_zeros():
    got = signal.lfilter_zi(variable(B), [0, *variable(A)])
    np.testing.assert_allclose(got.value, scipy.signal.lfilter_zi(B, A))
    with pytest.raises(ValueError, match=r"a\[0\] == 0"):
        signal.lfilter(variable(B), np.array([0, 1.0]), X)
    with pytest.raises(ValueError, match="must be non-zero"):
        signal.lfiltic(B, np.array([0, 1.0]), variable(X))


def test_no_signal_at_all():
    y, last = signal.lfilter(variable(B), A, np.zeros((2, 0)), zi=np.ones((2, 2)))
    assert y.shape == (2, 0)
    np.testing.assert_array_equal(last, np.ones((2, 2)))


def test_single_precision_stays():
    x = X.astype(np.float32)
    b, a, sos = (v.astype(np.float32) for v in (B, A, SOS))
    for function in (
        lambda x: signal.lfilter(b, a, x),
        lambda x: signal.lfilter(b, a[:1], x),
        lambda x: signal.filtfilt(b, a, x),
        lambda x: signal.sosfilt(sos, x),
        lambda x: signal.sosfiltfilt(sos, x),
        lambda x: signal.savgol_filter(x, 5, 2),
        lambda x: signal.detrend(x),
        lambda x: signal.fftconvolve(x, b),
        lambda x: signal.resample(x, 20),
        lambda x: signal.resample_poly(x, 2, 3),
        lambda x: signal.decimate(x, 2),
        lambda x: signal.welch(x, nperseg=8)[1],
        lambda x: np.abs(signal.stft(x, nperseg=8)[2]),
        lambda x: np.abs(signal.hilbert(x)),
    ):
        out, pullback = ft.vjp(function, x)
        assert out.dtype == np.float32
        assert pullback(np.ones_like(out))[0].dtype == np.float32


def test_errors_of_filters():
    x = variable(X)
    with pytest.raises(ValueError, match="non-empty 1d array"):
        signal.lfilter(B[None], A, x)
    with pytest.raises(ValueError, match="at least 1-D"):
        signal.lfilter(B, A, variable(np.float64(1)))
    with pytest.raises(ValueError, match="axis is out of range"):
        signal.lfilter(B, A, x, 1)
    with pytest.raises(ValueError, match="Unexpected shape"):
        signal.lfilter(B, A, x, zi=np.ones(3))
    with pytest.raises(ValueError, match="must match"):
        signal.lfilter(B, A, x, zi=np.ones((1, 2)))
    with pytest.raises(NotImplementedError):
        signal.lfilter([1], [1, 2], np.arange(3))
    with pytest.raises(ValueError, match="should be all ones"):
        signal.sosfilt(variable(2 * SOS), X)
    with pytest.raises(ValueError, match="Invalid zi shape"):
        signal.sosfilt(SOS, x, zi=np.ones((2, 3)))
    with pytest.raises(ValueError, match="greater than padlen"):
        signal.filtfilt(B, A, x[:9])
    with pytest.raises(ValueError, match="padtype must be"):
        signal.filtfilt(B, A, x, padtype="wrap")
    with pytest.raises(ValueError, match="method must be"):
        signal.filtfilt(B, A, x, method="other")
    with pytest.raises(ft.MissingRuleError, match="gust"):
        signal.filtfilt(B, A, x, method="gust")
    np.testing.assert_array_equal(
        signal.filtfilt(B, A, X, method="gust"),
        scipy.signal.filtfilt(B, A, X, method="gust"),
    )


def test_the_padding_of_sections_needs_to_know_them():
    function = ft.jit(lambda sos: loss(signal.sosfiltfilt(sos, X)))
    with pytest.raises(ft.ConcretizationError):
        function(SOS)
    known = ft.jit(lambda sos: loss(signal.sosfiltfilt(sos, X, padlen=4)))
    expected = loss(scipy.signal.sosfiltfilt(SOS, X, padlen=4))
    assert known(SOS) == pytest.approx(expected, rel=1e-12)


# -- convolution -----------------------------------------------------------------------


def test_errors_of_convolutions():
    x, m = variable(X), variable(M)
    with pytest.raises(ValueError, match="same dimensionality"):
        signal.convolve(x, M)
    with pytest.raises(ValueError, match="mode flags"):
        signal.convolve(x, X, "other")
    with pytest.raises(ValueError, match="method flags"):
        signal.correlate(x, X, method="other")
    with pytest.raises(ValueError, match="at least as large"):
        signal.fftconvolve(m, M.T, "valid")
    with pytest.raises(ValueError, match="incompatible shapes"):
        signal.fftconvolve(m, M[:, :3], axes=0)
    with pytest.raises(ValueError, match="axes cannot be empty"):
        signal.fftconvolve(m, M, axes=[])
    with pytest.raises(ValueError, match="2-D arrays"):
        signal.convolve2d(x, X)
    with pytest.raises(ValueError, match="boundary flags"):
        signal.convolve2d(m, M, boundary="other")
    assert signal.fftconvolve(x, np.zeros(0)).shape == (0,)


def test_convolutions_of_integers_are_exact():
    big = np.array([2**40, 1, -(2**40)])
    expected = scipy.signal.convolve(big, [1, 2, 3])
    np.testing.assert_array_equal(signal.convolve(big, [1, 2, 3]), expected)


@pytest.mark.parametrize("boundary", ["wrap", "symm"])
def test_a_kernel_larger_than_the_image(boundary):
    image, kernel = M[:2, :3], M
    got = signal.convolve2d(variable(image), kernel, "same", boundary)
    expected = scipy.signal.convolve2d(image, kernel, "same", boundary)
    np.testing.assert_allclose(got.value, expected, rtol=1e-12)


def test_gradient_of_a_long_convolution_takes_no_quadratic_time():
    n = 200_000
    x, y = RNG.normal(size=(2, n))
    x_bar, y_bar = ft.grad(lambda x, y: np.sum(signal.convolve(x, y)), argnums=(0, 1))(
        x, y
    )
    np.testing.assert_allclose(x_bar, np.sum(y), rtol=1e-9)
    np.testing.assert_allclose(y_bar, np.sum(x), rtol=1e-9)


# -- smoothing, rates, spectra ---------------------------------------------------------


def test_median_of_equal_elements():
    """The derivative goes to one element, whichever a stable sort leaves in the middle."""
    jacobian = ft.jacobian(lambda x: signal.medfilt(x, 3))(np.ones(5))
    np.testing.assert_array_equal(jacobian.sum(1), 1)
    with pytest.raises(ValueError, match="should be odd"):
        signal.medfilt(variable(X), 2)
    with pytest.warns(UserWarning, match="exceeds volume"):
        signal.medfilt(variable(X[:3]), 5)


def test_wiener_of_a_constant_image():
    gradient = ft.grad(lambda x: loss(signal.wiener(x, noise=0.1)))(np.ones((4, 4)))
    assert np.isfinite(gradient).all()


def test_errors_of_smoothing():
    x = variable(X)
    with pytest.raises(ValueError, match="mode must be"):
        signal.savgol_filter(x, 5, 2, mode="other")
    with pytest.raises(ValueError, match="window_length must be"):
        signal.savgol_filter(x[:4], 5, 2)
    with pytest.raises(ValueError, match="Trend type"):
        signal.detrend(x, type="quadratic")
    with pytest.raises(ValueError, match="Breakpoints"):
        signal.detrend(x, bp=31)


def test_rates_that_are_not_supported():
    x = variable(X)
    with pytest.raises(ft.MissingRuleError, match="line"):
        signal.resample_poly(x, 2, 3, padtype="line")
    np.testing.assert_array_equal(
        signal.resample_poly(X, 2, 3, padtype="line"),
        scipy.signal.resample_poly(X, 2, 3, padtype="line"),
    )
    with pytest.raises(ValueError, match="padtype must be"):
        signal.resample_poly(x, 2, 3, padtype="other")
    with pytest.raises(ValueError, match="must be >= 1"):
        signal.upfirdn(B, x, 0)
    with pytest.raises(ValueError, match="invalid ftype"):
        signal.decimate(x, 2, ftype="other")
    with pytest.raises(ValueError, match="domain"):
        signal.resample(x, 4, domain="other")


@pytest.mark.parametrize(("up", "down"), [(160, 147), (147, 160), (1, 10)])
def test_large_factors_of_rates(up, down):
    weights = RNG.normal(size=-(-len(X) * up // down))
    gradient = ft.grad(lambda x: weights @ signal.resample_poly(x, up, down))(X)
    matrix = scipy.signal.resample_poly(np.eye(len(X)), up, down)
    np.testing.assert_allclose(gradient, weights @ matrix, atol=1e-13)


def test_the_inverse_of_a_short_time_transform_gives_the_gradient_back():
    def there_and_back(x):
        _, _, z = signal.stft(x, nperseg=8)
        return signal.istft(z, nperseg=8)[1][: len(x)]

    np.testing.assert_allclose(ft.jacobian(there_and_back)(X), np.eye(30), atol=1e-14)


def test_pieces_that_do_not_overlap_enough():
    z = M + 1j * M
    with pytest.warns(UserWarning, match="NOLA"):
        _, got = signal.istft(variable(z), noverlap=0, boundary=False)
    with pytest.warns(UserWarning, match="NOLA"):
        _, expected = scipy.signal.istft(z, noverlap=0, boundary=False)
    np.testing.assert_allclose(got.value, expected, atol=1e-14)


def test_energy_of_a_periodogram():
    """Its sum is the variance times the length: the gradient is twice the deviation."""
    gradient = ft.grad(lambda x: np.sum(signal.periodogram(x)[1]))(X)
    np.testing.assert_allclose(gradient, 2 * (X - X.mean()), atol=1e-13)


def test_warnings_and_errors_of_spectra():
    x = variable(X)
    with pytest.warns(UserWarning, match="greater than input length"):
        signal.welch(x)
    with pytest.warns(UserWarning, match="switching to return_onesided"):
        signal.stft(x + 1j, nperseg=8)
    with pytest.raises(ft.MissingRuleError, match="traced window"):
        signal.welch(X, window=variable(np.ones(8)))
    with pytest.raises(ValueError, match="noverlap must be less"):
        signal.welch(x, nperseg=8, noverlap=8)
    with pytest.raises(ValueError, match="nfft must be"):
        signal.welch(x, nperseg=8, nfft=7)
    with pytest.raises(ValueError, match="Unknown scaling"):
        signal.welch(x, nperseg=8, scaling="other")
    with pytest.raises(ValueError, match="average"):
        signal.welch(x, nperseg=8, average="other")
    with pytest.raises(ValueError, match="boundary option"):
        signal.stft(x, nperseg=8, boundary="other")
    with pytest.raises(ValueError, match="unknown value for mode"):
        signal.spectrogram(x, nperseg=8, mode="other")
    with pytest.raises(ValueError, match="differing time and frequency"):
        signal.istft(variable(M + 0j), time_axis=1, freq_axis=1)


def test_the_group_delay_is_zero_where_it_is_singular():
    def delay(b):
        return signal.group_delay((b, [1.0]), [0.5, 0.0])[1]

    with pytest.warns(UserWarning, match="setting to 0"):
        got = ft.jacobian(delay)(np.array([1.0, -1.0]))
    np.testing.assert_array_equal(got[1], 0)
    assert np.isfinite(got).all()
    with pytest.warns(UserWarning, match="extremely small"):
        signal.group_delay((variable(np.ones(2)), [1.0]), [np.pi])


def test_designing_a_filter_by_its_response():
    """A filter is fitted to the response of another one, under jit."""
    _, wanted = scipy.signal.freqz(B, A, 16)

    def distance(b, a):
        _, h = signal.freqz(b, np.concatenate([np.ones(1), a]), 16)
        return np.sum(np.abs(h - wanted) ** 2)

    gradient = ft.jit(ft.grad(distance, argnums=(0, 1)))
    for part in gradient(B, A[1:]):
        np.testing.assert_allclose(part, 0, atol=1e-12)
    for part, plain in zip(
        gradient(B + 0.1, A[1:]),
        ft.grad(distance, argnums=(0, 1))(B + 0.1, A[1:]),
        strict=True,
    ):
        np.testing.assert_allclose(part, plain, rtol=1e-11)


def test_what_is_not_traced_is_scipys():
    np.testing.assert_array_equal(signal.windows.hann(5), scipy.signal.windows.hann(5))
    assert signal.butter is not None
    with pytest.raises(ft.MissingRuleError, match="find_peaks"):
        signal.find_peaks(variable(X))


def test_median_of_spectra_of_float32_stays_float32():
    x = X.astype(np.float32)

    def power(m, x):
        return m.welch(x, nperseg=8, average="median")[1]

    traced, _ = ft.vjp(lambda x: power(signal, x), x)
    assert traced.dtype == power(scipy.signal, x).dtype == np.float32


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint64])
def test_integers_that_are_convolved_by_spectra_are_rounded(dtype):
    a, b = np.arange(1, 60).astype(dtype) % 7, np.arange(5, 20).astype(dtype) % 5
    got = ft.jit(lambda a, b: signal.convolve(a, b, method="fft"))(a, b)
    expected = scipy.signal.convolve(a, b, method="fft")
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got, expected)
