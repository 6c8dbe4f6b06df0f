"""Distributions and statistics of `scipy.stats` on traced values.

Distributions are differentiable in the value or the probability and in every parameter;
discrete ones in the parameters that are not counts.

>>> import functrace as ft
>>> from functrace.scipy import stats
>>> x, loc, scale = 2.0, 1.0, 2.0
>>> [float(d) for d in ft.grad(stats.norm.logpdf, argnums=(0, 1, 2))(x, loc, scale)]
[-0.25, 0.25, -0.375]
"""

from typing import Any

import scipy.stats

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.stats._beta import arcsine as arcsine
from functrace.scipy.stats._beta import beta as beta
from functrace.scipy.stats._beta import betaprime as betaprime
from functrace.scipy.stats._beta import cauchy as cauchy
from functrace.scipy.stats._beta import f as f
from functrace.scipy.stats._beta import halfcauchy as halfcauchy
from functrace.scipy.stats._beta import loguniform as loguniform
from functrace.scipy.stats._beta import powerlaw as powerlaw
from functrace.scipy.stats._beta import reciprocal as reciprocal
from functrace.scipy.stats._beta import t as t
from functrace.scipy.stats._beta import triang as triang
from functrace.scipy.stats._beta import uniform as uniform
from functrace.scipy.stats._counts import bernoulli as bernoulli
from functrace.scipy.stats._counts import betabinom as betabinom
from functrace.scipy.stats._counts import betanbinom as betanbinom
from functrace.scipy.stats._counts import binom as binom
from functrace.scipy.stats._counts import boltzmann as boltzmann
from functrace.scipy.stats._counts import dlaplace as dlaplace
from functrace.scipy.stats._counts import geom as geom
from functrace.scipy.stats._counts import logser as logser
from functrace.scipy.stats._counts import nbinom as nbinom
from functrace.scipy.stats._counts import planck as planck
from functrace.scipy.stats._counts import poisson as poisson
from functrace.scipy.stats._counts import skellam as skellam
from functrace.scipy.stats._counts import zipf as zipf
from functrace.scipy.stats._density_estimation import gaussian_kde as gaussian_kde
from functrace.scipy.stats._descriptive import gmean as gmean
from functrace.scipy.stats._descriptive import hmean as hmean
from functrace.scipy.stats._descriptive import iqr as iqr
from functrace.scipy.stats._descriptive import kurtosis as kurtosis
from functrace.scipy.stats._descriptive import (
    median_abs_deviation as median_abs_deviation,
)
from functrace.scipy.stats._descriptive import moment as moment
from functrace.scipy.stats._descriptive import pmean as pmean
from functrace.scipy.stats._descriptive import sem as sem
from functrace.scipy.stats._descriptive import skew as skew
from functrace.scipy.stats._descriptive import trim_mean as trim_mean
from functrace.scipy.stats._descriptive import variation as variation
from functrace.scipy.stats._exponential import halflogistic as halflogistic
from functrace.scipy.stats._exponential import hypsecant as hypsecant
from functrace.scipy.stats._exponential import laplace as laplace
from functrace.scipy.stats._exponential import laplace_asymmetric as laplace_asymmetric
from functrace.scipy.stats._exponential import logistic as logistic
from functrace.scipy.stats._exponential import ncf as ncf
from functrace.scipy.stats._exponential import nct as nct
from functrace.scipy.stats._exponential import ncx2 as ncx2
from functrace.scipy.stats._exponential import rice as rice
from functrace.scipy.stats._exponential import truncexpon as truncexpon
from functrace.scipy.stats._exponential import vonmises as vonmises
from functrace.scipy.stats._extreme import burr as burr
from functrace.scipy.stats._extreme import burr12 as burr12
from functrace.scipy.stats._extreme import dweibull as dweibull
from functrace.scipy.stats._extreme import exponweib as exponweib
from functrace.scipy.stats._extreme import fisk as fisk
from functrace.scipy.stats._extreme import genextreme as genextreme
from functrace.scipy.stats._extreme import genpareto as genpareto
from functrace.scipy.stats._extreme import gumbel_l as gumbel_l
from functrace.scipy.stats._extreme import gumbel_r as gumbel_r
from functrace.scipy.stats._extreme import lomax as lomax
from functrace.scipy.stats._extreme import pareto as pareto
from functrace.scipy.stats._extreme import weibull_max as weibull_max
from functrace.scipy.stats._extreme import weibull_min as weibull_min
from functrace.scipy.stats._gamma import chi as chi
from functrace.scipy.stats._gamma import chi2 as chi2
from functrace.scipy.stats._gamma import dgamma as dgamma
from functrace.scipy.stats._gamma import erlang as erlang
from functrace.scipy.stats._gamma import expon as expon
from functrace.scipy.stats._gamma import gamma as gamma
from functrace.scipy.stats._gamma import gengamma as gengamma
from functrace.scipy.stats._gamma import gennorm as gennorm
from functrace.scipy.stats._gamma import invgamma as invgamma
from functrace.scipy.stats._gamma import loggamma as loggamma
from functrace.scipy.stats._gamma import maxwell as maxwell
from functrace.scipy.stats._gamma import nakagami as nakagami
from functrace.scipy.stats._gamma import rayleigh as rayleigh
from functrace.scipy.stats._multivariate import dirichlet as dirichlet
from functrace.scipy.stats._multivariate import invwishart as invwishart
from functrace.scipy.stats._multivariate import matrix_normal as matrix_normal
from functrace.scipy.stats._multivariate import multinomial as multinomial
from functrace.scipy.stats._multivariate import (
    multivariate_normal as multivariate_normal,
)
from functrace.scipy.stats._multivariate import multivariate_t as multivariate_t
from functrace.scipy.stats._multivariate import wishart as wishart
from functrace.scipy.stats._normal import exponnorm as exponnorm
from functrace.scipy.stats._normal import halfnorm as halfnorm
from functrace.scipy.stats._normal import invgauss as invgauss
from functrace.scipy.stats._normal import johnsonsb as johnsonsb
from functrace.scipy.stats._normal import johnsonsu as johnsonsu
from functrace.scipy.stats._normal import levy as levy
from functrace.scipy.stats._normal import lognorm as lognorm
from functrace.scipy.stats._normal import moyal as moyal
from functrace.scipy.stats._normal import norm as norm
from functrace.scipy.stats._normal import norminvgauss as norminvgauss
from functrace.scipy.stats._normal import skewnorm as skewnorm
from functrace.scipy.stats._normal import truncnorm as truncnorm
from functrace.scipy.stats._normal import wald as wald
from functrace.scipy.stats._relations import boxcox as boxcox
from functrace.scipy.stats._relations import boxcox_llf as boxcox_llf
from functrace.scipy.stats._relations import entropy as entropy
from functrace.scipy.stats._relations import linregress as linregress
from functrace.scipy.stats._relations import pearsonr as pearsonr
from functrace.scipy.stats._relations import yeojohnson as yeojohnson
from functrace.scipy.stats._relations import yeojohnson_llf as yeojohnson_llf
from functrace.scipy.stats._unchanged import Unchanged

_get = stand_in_for(scipy.stats, __name__)
_DISTRIBUTIONS: Any = (
    scipy.stats.rv_continuous.__base__,
    scipy.stats.rv_discrete.__base__,
    type(scipy.stats.dirichlet).__base__,
)


def __getattr__(name: str) -> Any:
    original = getattr(scipy.stats, name, None)
    if isinstance(original, _DISTRIBUTIONS):
        return Unchanged(original)
    return _get(name)
