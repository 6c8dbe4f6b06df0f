"""Fourier, cosine and sine transforms: what is refused, what is not read, identities."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft

import functrace as ft
import functrace.numpy as fnp
from functrace.scipy import fft as sfft
from tests.systematic._laws import variable

X = np.array([0.5, -1.0, 2.0, 0.25, 3.0])
Z = X + 1j * X[::-1]


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "ihfft", "irfft", "hfft"])
@pytest.mark.parametrize("n", [None, 0, -1])
def test_no_points_are_refused_as_by_numpy(name, n):
    x = np.ones(0) if n is None else X
    with pytest.raises(ValueError, match="Invalid number of FFT data points") as error:
        getattr(np.fft, name)(x, n)
    with pytest.raises(ValueError, match="Invalid number") as ours:
        getattr(np.fft, name)(variable(x), n)
    assert str(ours.value) == str(error.value)


def test_one_point_has_no_inverse_of_a_length_not_given():
    with pytest.raises(ValueError, match=r"points \(0\) specified"):
        np.fft.irfft(variable(X[:1]))
    assert np.fft.irfft(variable(X[:1]), 1).value == pytest.approx(0.5)


def test_wrong_arguments():
    x = variable(X)
    with pytest.raises(ValueError, match="Invalid norm value x"):
        np.fft.fft(x, norm="x")
    with pytest.raises(np.exceptions.AxisError):
        np.fft.fft(x, 3, axis=1)
    with pytest.raises(IndexError):
        np.fft.fft(x, axis=1)
    with pytest.raises(IndexError):
        np.fft.fft(variable(np.float64(1)))
    with pytest.raises(TypeError):
        np.fft.fft(x, 2.5)
    with pytest.raises(TypeError):
        np.fft.rfft(variable(Z))
    with pytest.raises(ValueError, match="different lengths"):
        np.fft.fftn(x, (2, 2), (0,))
    with pytest.raises(ValueError, match="out has shape"):
        np.fft.fft(x, out=np.zeros_like(x, shape=3))
    with pytest.warns(DeprecationWarning, match="axes"):
        np.fft.fftn(x, (3,))
    with pytest.warns(DeprecationWarning, match="None"):
        np.fft.fftn(x, (None,), (0,))
    with pytest.warns(DeprecationWarning, match="None"):
        np.fft.fftn(x, (None, 2), (0, 0))


def test_lengths_without_axes_are_those_of_the_last_axes():
    x = np.outer(X, X)
    with pytest.warns(DeprecationWarning, match="axes"):
        expected = np.fft.fftn(x, (3,))
    with pytest.warns(DeprecationWarning, match="axes"):
        np.testing.assert_allclose(np.fft.fftn(variable(x), (3,)).value, expected)


def test_submodule_has_numpys_names():
    assert set(np.fft.__all__) <= set(dir(fnp.fft))
    np.testing.assert_array_equal(fnp.fft.fftfreq(6), np.fft.fftfreq(6))
    with pytest.raises(AttributeError, match="does not trace"):
        _ = fnp.fft.nothing


@pytest.mark.parametrize("n", [8, 9])
def test_imaginary_parts_that_are_not_read_have_no_gradient(n):
    gradient = ft.grad(lambda z: np.sum(np.fft.irfft(z, n) ** 3))(Z)
    assert gradient[0].imag == 0
    assert (gradient[-1].imag == 0) == (n == 8)
    assert np.all(gradient[1:-1].imag != 0)


def test_gradient_of_a_norm_of_a_spectrum():
    """Parseval: the energy of the spectrum is n times that of the signal."""

    def energy(x):
        return np.sum(np.abs(np.fft.fft(x)) ** 2)

    np.testing.assert_allclose(ft.grad(energy)(X), 2 * len(X) * X)
    np.testing.assert_allclose(
        ft.hessian(energy)(X), 2 * len(X) * np.eye(5), atol=1e-12
    )


def test_jacobians_are_the_matrices():
    matrix = np.exp(-2j * np.pi * np.outer(range(5), range(5)) / 5)
    jacobian = ft.jacobian(np.fft.fft, holomorphic=True)(Z)
    np.testing.assert_allclose(jacobian, matrix, atol=1e-14)
    jacobian = ft.jacobian(lambda x: np.fft.rfft(x).imag)(X)
    np.testing.assert_allclose(jacobian, matrix.imag[:3], atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_single_precision_stays(dtype):
    x = Z.astype(dtype) if dtype is np.complex64 else X.astype(dtype)
    for loss in (
        lambda x: np.sum(np.abs(np.fft.fft(x, norm="ortho"))),
        lambda x: np.sum(np.fft.irfft(x, norm="forward")),
        lambda x: np.sum(np.abs(np.fft.rfft(x.real))),
        lambda x: np.sum(sfft.dct(x.real, orthogonalize=False)),
    ):
        value, gradient = ft.value_and_grad(loss)(x)
        assert (value.dtype, gradient.dtype) == (np.float32, dtype)


def test_integers_and_lists():
    np.testing.assert_allclose(
        ft.grad(lambda x: np.fft.fft(np.arange(4) * x).real.sum())(2.0), 0, atol=1e-15
    )
    got = ft.grad(lambda x: fnp.fft.rfft([x, 1, 2])[0].real)(3.0)
    assert got == 1


def test_shapes_without_elements():
    x = np.ones((0, 4))
    assert ft.grad(lambda x: np.abs(np.fft.fft(x)).sum())(x).shape == (0, 4)
    with pytest.raises(ValueError, match="data points"):
        np.fft.fft2(variable(x))


# -- SciPy's ---------------------------------------------------------------------------


def test_scipys_errors():
    x = variable(np.ones((3, 3)))
    with pytest.raises(ValueError, match="all axes must be unique"):
        sfft.fftn(x, axes=(0, 0))
    with pytest.raises(ValueError, match="exceeds dimensionality"):
        sfft.dctn(x, axes=2)
    with pytest.raises(ValueError, match="requires more axes"):
        sfft.fftn(x, (2, 2, 2))
    with pytest.raises(ValueError, match="same length"):
        sfft.fftn(x, (2, 2), (0,))
    with pytest.raises(ValueError, match="iterable of integers"):
        sfft.fftn(x, 2.5)
    with pytest.raises(ValueError, match="at least 1 axis"):
        sfft.rfftn(x, axes=())
    with pytest.raises(ValueError, match="Invalid norm value 'x'"):
        sfft.dct(x, norm="x")
    with pytest.raises(ValueError, match="invalid DST type"):
        sfft.dst(x, 5)
    with pytest.raises(ValueError, match="number of data points"):
        sfft.dct(variable(np.ones(0)))
    with pytest.raises(RuntimeError, match="zero-length"):
        sfft.dct(variable(np.ones(1)), 1)
    with pytest.raises(TypeError, match="real sequence"):
        sfft.rfft(variable(Z))
    with pytest.raises(NotImplementedError, match="plan"):
        sfft.fft(x, plan=1)
    with pytest.raises(ValueError, match="workers"):
        sfft.fft(x, workers=0)


def test_what_is_not_traced_is_scipys():
    assert sfft.next_fast_len(97) == scipy.fft.next_fast_len(97)
    assert set(dir(sfft)) == set(scipy.fft.__all__)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda d: sfft.fhtoffset(d, 1.0))(0.1)
    with pytest.raises(ft.MissingRuleError, match="fht"):
        ft.grad(lambda d: sfft.fht(X, d, 1.0).sum())(0.1)


def test_cosine_transforms_are_orthogonal():
    for transform in (sfft.dct, sfft.dst):
        for kind in (1, 2, 3, 4):
            jacobian = ft.jacobian(
                lambda x, f=transform, k=kind: f(x, k, norm="ortho", orthogonalize=True)
            )(X)
            np.testing.assert_allclose(jacobian @ jacobian.T, np.eye(5), atol=1e-14)


@pytest.mark.parametrize(("name", "sign"), [("fht", -1), ("ifht", 1)])
def test_singular_hankel_transforms_warn(name, sign):
    with pytest.warns(UserWarning, match="singular") as warned:
        expected = getattr(scipy.fft, name)(X, 0.1, -2.0, bias=sign * 3.0)
    with pytest.warns(UserWarning, match=str(warned[0].message)):
        got = getattr(sfft, name)(variable(X), 0.1, -2.0, bias=sign * 3.0)
    np.testing.assert_allclose(got.value, expected)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "ihfft", "irfft", "hfft"])
@pytest.mark.parametrize("dtype", "?biefd")
def test_dtypes_that_are_recorded(name, dtype):
    transform, x = getattr(np.fft, name), X.astype(dtype)
    (out,) = ft.make_graph(transform)(x).outputs
    (abstract,) = ft.make_graph(transform)(ft.Aval(x.shape, x.dtype)).outputs
    assert out.aval.dtype == abstract.aval.dtype == transform(x).dtype


def test_half_precision_is_computed_in_single():
    x = X.astype(np.float16)
    assert sfft.irfft(variable(x)).dtype == scipy.fft.irfft(x).dtype == np.float32
    assert ft.grad(lambda x: sfft.dct(x).sum())(x).dtype == np.float16
