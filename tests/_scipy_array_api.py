"""SciPy's own functions on traced values: run with SCIPY_ARRAY_API=1 in a fresh process.

Writes, as JSON, what went wrong with each case: an empty text if the gradient is that of
differences.
"""

import json
import sys

import numpy as np
import scipy.differentiate
import scipy.fft
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.optimize.elementwise
import scipy.signal
import scipy.spatial.distance
import scipy.spatial.transform
import scipy.special
import scipy.stats
from scipy import (
    fft,
    integrate,
    interpolate,
    ndimage,
    optimize,
    signal,
    spatial,
    special,
    stats,
)
from scipy.cluster import vq

import functrace as ft
import functrace.numpy as fnp
import functrace.scipy.special

RNG = np.random.default_rng(0)
V = RNG.uniform(0.2, 0.9, size=8)
M = RNG.uniform(0.2, 0.9, size=(3, 8))


def constant(x, values):
    """What is not differentiated, as an array of the namespace of x."""
    return x.__array_namespace__().asarray(values)


def other(x):
    """A second sample."""
    return x[::-1] * 1.3 + x**2


SPECIAL = {
    1: """entr erf erfc exp1 expi expit gamma gammaln i0 i0e i1 i1e j0 j1 k0 k1 log_ndtr
          logit ndtr ndtri psi sinc y0 y1 exprel expm1 log1p cosm1 erfinv spence wofz""",
    2: """gammainc gammaincc kl_div rel_entr xlogy xlog1py huber pseudo_huber betaln beta
          poch jv boxcox chdtr chdtrc""",
    3: "betainc betaincc fdtr",
}
STATS = """
    zscore gzscore tmean tvar tmin tmax tstd tsem kurtosis skew describe entropy gmean hmean
    variation sem iqr circmean circvar circstd kstat kstatvar gstd median_abs_deviation
    skewtest kurtosistest normaltest jarque_bera differential_entropy power_divergence
    chisquare combine_pvalues
"""
SAMPLES = "pearsonr ttest_ind ttest_rel bartlett f_oneway levene zmap"
FOURIER = """
    fft ifft rfft irfft hfft ihfft fft2 ifft2 fftn ifftn rfft2 rfftn fftshift ifftshift
"""
DISTANCES = "euclidean sqeuclidean cityblock chebyshev minkowski"

CASES = {
    "logsumexp": (lambda x: special.logsumexp(x, axis=1, b=x**2), M),
    "softmax": (lambda x: special.softmax(x, axis=-1), M),
    "log_softmax": (lambda x: special.log_softmax(x, axis=-1), M),
    "functrace's erf": (functrace.scipy.special.erf, V),
    "functrace's jv": (lambda x: functrace.scipy.special.jv(x, x + 1), V),
    "kaiser": (lambda x: fnp.kaiser(5, x[0]), V),
    "trapezoid": (lambda x: integrate.trapezoid(x, fnp.cumsum(x**2, axis=-1)), M),
    "cumulative_trapezoid": (integrate.cumulative_trapezoid, M),
    "simpson": (integrate.simpson, M),
    "cumulative_simpson": (lambda x: integrate.cumulative_simpson(x, dx=0.5), M),
    "tanhsinh": (
        lambda x: integrate.tanhsinh(lambda t: t**2 * x[0], 0 * x[1], x[1]).integral,
        V,
    ),
    "moment": (lambda x: stats.moment(x, 3), V),
    "pmean": (lambda x: stats.pmean(x, 3), V),
    "trim_mean": (lambda x: stats.trim_mean(x, 0.1), V),
    "pearsonr of a plain array": (lambda x: stats.pearsonr(x, V[::-1]).statistic, V),
    "quantile": (lambda x: stats.quantile(x, constant(x, 0.3)), V),
    "boxcox_llf": (lambda x: stats.boxcox_llf(0.7, x), V),
    "yeojohnson_llf": (lambda x: stats.yeojohnson_llf(0.7, x), V),
    "pearsonr, interval": (
        lambda x: stats.pearsonr(x, other(x)).confidence_interval().low,
        V,
    ),
    "pearsonr, data": (lambda x: stats.pearsonr(x, constant(x, V[::-1])).statistic, V),
    "ttest_1samp": (lambda x: stats.ttest_1samp(x, 0.4), V),
    "fftconvolve": (lambda x: signal.fftconvolve(x, x[:3]), V),
    "oaconvolve": (lambda x: signal.oaconvolve(x, x[:3]), V),
    "convolve": (lambda x: signal.convolve(x, x[:3], method="fft"), V),
    "hilbert": (lambda x: fnp.abs(signal.hilbert(x)) ** 2, V),
    "ndimage.mean": (ndimage.mean, M),
    "from_rotvec": (
        lambda x: spatial.transform.Rotation.from_rotvec(x[:3]).as_matrix(),
        V,
    ),
    "rosen": (optimize.rosen, V),
    "rosen_der": (optimize.rosen_der, V),
    "derivative": (lambda x: scipy.differentiate.derivative(fnp.sin, x).df, V),
    "find_root": (
        lambda x: (
            optimize.elementwise.find_root(
                lambda t, a: t**3 - a, (0 * x[0], 5 + 0 * x[0]), args=(x[0] ** 2 + 1,)
            ).x
        ),
        V,
    ),
    "whiten": (vq.whiten, M),
}


def special_case(function, count):
    return lambda x: function(*[x + 0.02 * i for i in range(count)])


def of_two(function):
    return lambda x: function(x, other(x))


def power_of(function):
    return lambda x: fnp.abs(function(x)) ** 2


for count, names in SPECIAL.items():
    for name in names.split():
        CASES[f"special.{name}"] = special_case(getattr(special, name), count), V
CASES |= {f"stats.{n}": (getattr(stats, n), V) for n in STATS.split()}
CASES |= {f"stats.{n}": (of_two(getattr(stats, n)), V) for n in SAMPLES.split()}
CASES |= {f"fft.{n}": (power_of(getattr(fft, n)), M) for n in FOURIER.split()}
for name in DISTANCES.split():
    CASES[f"distance.{name}"] = of_two(getattr(spatial.distance, name)), V

REFUSED = {
    "linalg.schur": (lambda x: scipy.linalg.schur(x)[0], np.eye(3)),
    "UnivariateSpline": (lambda x: interpolate.UnivariateSpline(V.cumsum(), x)(1.0), V),
    "splrep": (lambda x: interpolate.splrep(V.cumsum(), x)[1], V),
}


def leaves(result):
    """The arrays in a result: of a tuple all, of SciPy's objects the usual ones."""
    if isinstance(result, (tuple, list)):
        return [leaf for part in result for leaf in leaves(part)]
    parts = [getattr(result, k) for k in ("statistic", "pvalue") if hasattr(result, k)]
    return [leaf for part in parts for leaf in leaves(part)] if parts else [result]


def weighted(function):
    """A scalar in which all elements of the function's floating-point results count."""

    def total(x):
        out = 0.0
        for leaf in leaves(function(x)):
            part = fnp.asarray([leaf] if np.ndim(leaf) == 0 else leaf)
            if part.dtype.kind in "fc":
                weights = np.cos(np.arange(part.size)).reshape(part.shape)
                out = out + fnp.sum((fnp.real(part) + 0.7 * fnp.imag(part)) * weights)
        return out

    return total


def by_differences(function, x, step=1e-6):
    out = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        shift = np.zeros_like(x)
        shift[place] = step
        out[place] = (function(x + shift) - function(x - shift)) / (2 * step)
    return out


def fault_of(function, x):
    total = weighted(function)
    got, expected = ft.grad(total)(x), by_differences(total, x)
    if np.allclose(got, expected, rtol=1e-5, atol=1e-6) and np.any(got):
        return ""
    return f"{got} is not {expected}"


def fault_of_refused(function, x):
    try:
        got = ft.grad(weighted(function))(x)
    except Exception as error:  # noqa: BLE001 - SciPy's errors are of any type
        told = "functions that functrace.scipy has" in str(error)
        return "" if told else f"no way out: {error}"
    return f"no error, but {got}"


def checked(check, function, x):
    try:
        return check(function, x)
    except Exception as error:  # noqa: BLE001 - it is reported
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    faults = {name: checked(fault_of, *case) for name, case in CASES.items()}
    for name, case in REFUSED.items():
        faults[f"refused {name}"] = checked(fault_of_refused, *case)
    sys.stdout.write(json.dumps(faults))
