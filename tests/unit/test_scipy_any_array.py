"""SciPy's own code for arrays of any library, called by `functrace.scipy` on tracers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.stats

import functrace as ft
import functrace.numpy as fnp
from functrace.core.tracer import Tracer
from functrace.scipy import integrate, ndimage, signal, stats

RNG = np.random.default_rng(0)
V, W = RNG.uniform(0.2, 0.9, size=(2, 8))

COMPILED = """
    chisquare circmean circstd circvar combine_pvalues describe differential_entropy gstd
    jarque_bera kstat kstatvar kurtosistest normaltest power_divergence skewtest tmax
    tmin
"""
ON_VALUES = "false_discovery_control tmean tsem tstd tvar"
SAMPLES = "alexandergovern bartlett f_oneway ttest_ind ttest_rel"

CASES = {name: getattr(stats, name) for name in (COMPILED + ON_VALUES).split()}
CASES |= {
    name: lambda x, name=name: getattr(stats, name)(x, W) for name in SAMPLES.split()
}
CASES |= {
    "a list": lambda x: stats.ttest_ind(x, W.tolist()),
    "a list of traced values": lambda x: stats.gstd(list(x)),
    "keywords": lambda x: stats.circmean(samples=x, high=1.5, low=0.1),
    "an axis": lambda x: stats.tmean(x.reshape(2, 4), axis=0),
    "levene": lambda x: stats.levene(x, W),
    "limits": lambda x: stats.tmean(x, (0.3, 0.8)),
    "quantile": lambda x: stats.quantile(x, [0.3, 0.7]),
    "ttest_1samp": lambda x: stats.ttest_1samp(x, 0.4),
    "ttest_ind_from_stats": lambda x: stats.ttest_ind_from_stats(
        x[0], x[1], 5, x[2], x[3], 6
    ),
    "directional_stats": lambda x: (
        stats.directional_stats(x.reshape(4, 2)).mean_direction
    ),
    "tanhsinh": lambda x: (
        integrate.tanhsinh(lambda t: t**2 * x[0], 0 * x[1], x[1]).integral
    ),
    "ndimage.sum_labels": ndimage.sum_labels,
    "vectorized_filter": lambda x: ndimage.vectorized_filter(x, np.mean, size=3),
    "envelope": signal.envelope,
    "firwin": lambda x: signal.firwin(5, x[0]),
    "gauss_spline": lambda x: signal.gauss_spline(x, 3),
}


def total(function):
    """Of all floats in the result, weighted."""

    def scalar(x):
        found = function(x)
        names = ("statistic", "pvalue")
        parts = [getattr(found, n) for n in names if hasattr(found, n)]
        parts = parts or (list(found) if isinstance(found, tuple) else [found])
        out = 0.0
        for part in parts:
            if np.result_type(part).kind == "f":
                flat = fnp.ravel(part)
                out = out + np.sum(flat * np.cos(np.arange(flat.size)))
        return out

    return scalar


def differences(function, x, step=1e-6):
    shifts = step * np.eye(x.size)
    return np.array([function(x + s) - function(x - s) for s in shifts]) / (2 * step)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:invalid value")
def test_derivative(name):
    function = total(CASES[name])
    expected = differences(function, V)
    assert np.any(expected)
    np.testing.assert_allclose(ft.grad(function)(V), expected, rtol=1e-5, atol=1e-6)
    if name in COMPILED.split():
        got = ft.jit(ft.grad(function))(V)
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


def test_ranks_have_no_derivative():
    ranks = ft.vjp(stats.rankdata, V)[0]
    np.testing.assert_array_equal(ranks, scipy.stats.rankdata(V))
    np.testing.assert_array_equal(
        ft.grad(lambda x: stats.mannwhitneyu(x, W).pvalue * x[0])(V),
        [scipy.stats.mannwhitneyu(V, W).pvalue, *[0.0] * 7],
    )


def test_nothing_changes_after_the_call():
    seen = []

    def function(x):
        spread = stats.gstd(x)
        seen.extend([x > 0.4, fnp.zeros(2, int), spread > 1])
        return spread

    ft.grad(function)(V)
    assert not any(isinstance(value, Tracer) for value in seen)
    masked = np.ma.masked_array(V, V > 0.5)  # refused where SciPy's array API is on
    assert stats.gstd(masked) == scipy.stats.gstd(masked)


def test_other_threads_do_not_notice():
    masked = np.ma.masked_array(V, V > 0.5)
    expected, seen = scipy.stats.skew(masked), []

    def elsewhere():
        seen.append(scipy.stats.skew(masked))

    def integrand(t):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        return t**2

    result = ft.grad(lambda x: integrate.tanhsinh(integrand, 0 * x, x).integral)(1.5)
    np.testing.assert_allclose(result, 1.5**2)
    assert seen
    assert set(seen) == {expected}


@pytest.mark.parametrize(
    "call",
    [
        lambda x: stats.mode(x),
        lambda x: signal.butter(2, x[0]),
        lambda x: ndimage.grey_dilation(x, 3),
        lambda x: stats.bootstrap((x,), np.mean),
    ],
)
def test_what_does_not_take_them_is_refused(call):
    with pytest.raises(ft.MissingRuleError, match="is not supported on traced values"):
        ft.vjp(call, V)


@pytest.mark.parametrize("name", ["kruskal", "levene", "mood", "ttest_ind", "tvar"])
def test_nan_among_samples_is_right_or_refused(name):
    samples = np.array([V, W, V + W])
    samples[1, 2] = np.nan
    operands = (samples,) if name == "tvar" else (samples, samples[::-1])

    def both(*operands):
        found = getattr(stats, name)(*operands, axis=1)
        return found if name == "tvar" else (found.statistic, found.pvalue)

    expected = both(*operands)
    for transform in (lambda f: lambda *args: ft.vjp(f, *args)[0], ft.jit):
        try:
            found = transform(both)(*operands)
        except ft.MissingRuleError:
            continue
        np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_nan_beside_samples_that_are_not_known():
    others = np.array([V, W])
    others[0, 1] = np.nan
    found = ft.jit(lambda x: stats.ttest_ind(x, others, axis=1).statistic)(others[::-1])
    expected = scipy.stats.ttest_ind(others[::-1], others, axis=1).statistic
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_modes_and_their_counts():
    samples = np.array([[1.0, 2.0, 2.0], [3.0, 3.0, 1.0]])
    modes, counts = ft.vjp(lambda x: tuple(stats.mode(x, axis=1)), samples)[0]
    np.testing.assert_array_equal(modes, [2.0, 3.0])
    np.testing.assert_array_equal(counts, [2, 2])


@pytest.mark.slow
def test_scipys_switch_is_respected():
    code = (
        "import numpy as np, functrace as ft; from functrace.scipy import stats;"
        "print(repr(float(ft.grad(stats.gstd)(np.array([1.0, 2.0, 4.0]))[0])))"
    )
    found = set()
    for setting in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "SCIPY_ARRAY_API": setting},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(run.stdout)
    assert len(found) == 1
