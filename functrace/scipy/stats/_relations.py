"""Entropies, correlation, regression, and transformations to normality."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.scipy import special as sc
from functrace.scipy._plain import on_plain_values
from functrace.scipy.stats._beta import beta, t
from functrace.scipy.stats._descriptive import Sample, on_propagated_nans

# -- entropy -----------------------------------------------------------------------------


@on_propagated_nans(st.entropy)
def entropy(
    pk: Any,
    qk: Any = None,
    base: float | None = None,
    axis: Any = 0,
    *,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.entropy`."""
    sample, parts = _fractions(pk, axis, keepdims)
    if qk is None:
        terms = sc.entr(parts)
    else:
        parts, others = np.broadcast_arrays(parts, _fractions(qk, axis, keepdims)[1])
        terms = sc.rel_entr(parts, others)
    total = np.sum(terms, axis=-1)
    return sample.shaped(total if base is None else total / math.log(base))


def _fractions(pk: Any, axis: Any, keepdims: bool) -> tuple[Sample, Any]:
    sample = Sample(pk, axis, keepdims=keepdims)
    return sample, sample.values / np.sum(sample.values, axis=-1, keepdims=True)


# -- two samples -------------------------------------------------------------------------


def _two_sided(sf: Any, statistic: Any, alternative: str) -> Any:
    """The p-value of a statistic with a symmetric distribution."""
    if alternative == "two-sided":
        return 2 * sf(np.abs(statistic))
    if alternative not in {"less", "greater"}:
        raise ValueError("alternative must be 'less', 'greater', or 'two-sided'.")
    return sf(statistic if alternative == "greater" else -statistic)


@on_plain_values(st.pearsonr)
def pearsonr(
    x: Any,
    y: Any,
    *,
    alternative: str = "two-sided",
    method: Any = None,
    axis: int | None = 0,
) -> Any:
    """See `scipy.stats.pearsonr`."""
    if method is not None:
        raise unsupported(st.pearsonr, " with method=")
    first, second = Sample(x, axis), Sample(y, axis)
    n = first.count
    if n != second.count or n < 3:
        raise unsupported(st.pearsonr, " of samples of different or of tiny size")
    r = np.sum(_unit(first) * _unit(second), axis=-1)
    null = beta(n / 2 - 1, n / 2 - 1, loc=-1, scale=2)
    pvalue = _two_sided(null.sf, r, alternative)
    result: Any = type(st.pearsonr([0, 1, 3], [0, 1, 2]))
    return result(
        statistic=r, pvalue=pvalue, alternative=alternative, n=n, x=x, y=y, axis=axis
    )


def _unit(sample: Sample) -> Any:
    deviations = sample.deviations()
    return deviations / np.linalg.norm(deviations, axis=-1, keepdims=True)


@on_propagated_nans(st.linregress)
def linregress(
    x: Any,
    y: Any,
    alternative: str = "two-sided",
    *,
    axis: int = 0,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.linregress`."""
    first, second = Sample(x, axis, keepdims=keepdims), Sample(y, axis)
    free = first.count - 2
    if free < 1:
        raise unsupported(st.linregress, " of fewer than three points")
    xx, yy = first.central(2), second.central(2)
    xy = np.mean(first.deviations() * second.deviations(), axis=-1)
    slope, r = xy / xx, xy / np.sqrt(xx * yy)
    mean_x, mean_y = first.mean[..., 0], second.mean[..., 0]
    statistic = r * np.sqrt(free / ((1 - r) * (1 + r)))
    pvalue = _two_sided(lambda at: t.sf(at, free), statistic, alternative)
    stderr = np.sqrt((1 - r * r) * yy / xx / free)
    fields = {
        "slope": slope,
        "intercept": mean_y - slope * mean_x,
        "rvalue": r,
        "pvalue": pvalue,
        "stderr": stderr,
        "intercept_stderr": stderr * np.sqrt(xx + mean_x * mean_x),
    }
    shaped = {name: first.shaped(value) for name, value in fields.items()}
    return type(st.linregress([0, 1, 2], [0, 1, 3]))(**shaped)


# -- transformations to normality --------------------------------------------------------


@on_plain_values(st.boxcox)
def boxcox(x: Any, lmbda: Any = None, alpha: Any = None, optimizer: Any = None) -> Any:
    """See `scipy.stats.boxcox`; of traced values with a given `lmbda`."""
    if lmbda is None:
        raise unsupported(st.boxcox, " without lmbda")
    return sc.boxcox(as_array(x), lmbda)


def _log_likelihood(transformed: Sample, jacobian: Any) -> Any:
    variance = np.var(transformed.values, axis=-1)
    return jacobian - 0.5 * transformed.count * np.log(variance)


@on_propagated_nans(st.boxcox_llf)
def boxcox_llf(
    lmb: Any,
    data: Any,
    *,
    axis: Any = 0,
    keepdims: bool = False,
    nan_policy: str = "propagate",
) -> Any:
    """See `scipy.stats.boxcox_llf`."""
    sample = Sample(data, axis, keepdims=keepdims)
    logarithms = np.sum(np.log(sample.values), axis=-1)
    transformed = Sample(sc.boxcox(sample.values, lmb), -1)
    return sample.shaped(_log_likelihood(transformed, (lmb - 1) * logarithms))


@on_plain_values(st.yeojohnson)
def yeojohnson(x: Any, lmbda: Any = None) -> Any:
    """See `scipy.stats.yeojohnson`; of traced values with a given `lmbda`."""
    if lmbda is None:
        raise unsupported(st.yeojohnson, " without lmbda")
    return _yeojohnson(as_array(x), lmbda)


def _yeojohnson(x: Any, lmbda: Any) -> Any:
    above = x >= 0
    upper = sc.boxcox1p(np.where(above, x, 0), lmbda)
    return np.where(above, upper, -sc.boxcox1p(-np.where(above, 0, x), 2 - lmbda))


@on_propagated_nans(st.yeojohnson_llf)
def yeojohnson_llf(
    lmb: Any,
    data: Any,
    *,
    axis: Any = 0,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    """See `scipy.stats.yeojohnson_llf`."""
    sample = Sample(data, axis, keepdims=keepdims)
    x = sample.values
    logarithms = np.sum(np.sign(x) * np.log1p(np.abs(x)), axis=-1)
    transformed = Sample(_yeojohnson(x, lmb), -1)
    return sample.shaped(_log_likelihood(transformed, (lmb - 1) * logarithms))
