"""Functions of `scipy.special` on traced values."""

import scipy.special
from numpy import sinc as sinc

import functrace.primitives.special as _records  # noqa: F401 - fills the registry
from functrace.scipy._namespace import stand_in_for
from functrace.scipy.special._bessel import h1vp as h1vp
from functrace.scipy.special._bessel import h2vp as h2vp
from functrace.scipy.special._bessel import ivp as ivp
from functrace.scipy.special._bessel import jvp as jvp
from functrace.scipy.special._bessel import kvp as kvp
from functrace.scipy.special._bessel import riccati_jn as riccati_jn
from functrace.scipy.special._bessel import riccati_yn as riccati_yn
from functrace.scipy.special._bessel import spherical_in as spherical_in
from functrace.scipy.special._bessel import spherical_jn as spherical_jn
from functrace.scipy.special._bessel import spherical_kn as spherical_kn
from functrace.scipy.special._bessel import spherical_yn as spherical_yn
from functrace.scipy.special._bessel import yvp as yvp
from functrace.scipy.special._combinatorics import comb as comb
from functrace.scipy.special._combinatorics import factorial as factorial
from functrace.scipy.special._combinatorics import factorial2 as factorial2
from functrace.scipy.special._combinatorics import factorialk as factorialk
from functrace.scipy.special._combinatorics import perm as perm
from functrace.scipy.special._exponentials import log_softmax as log_softmax
from functrace.scipy.special._exponentials import logsumexp as logsumexp
from functrace.scipy.special._exponentials import softmax as softmax
from functrace.scipy.special._gamma import diric as diric
from functrace.scipy.special._gamma import lambertw as lambertw
from functrace.scipy.special._gamma import multigammaln as multigammaln
from functrace.scipy.special._gamma import polygamma as polygamma
from functrace.scipy.special._gamma import softplus as softplus
from functrace.scipy.special._gamma import zeta as zeta
from functrace.scipy.special._orthogonal import assoc_laguerre as assoc_laguerre
from functrace.scipy.special._orthogonal import assoc_legendre_p as assoc_legendre_p
from functrace.scipy.special._orthogonal import (
    assoc_legendre_p_all as assoc_legendre_p_all,
)
from functrace.scipy.special._orthogonal import legendre_p as legendre_p
from functrace.scipy.special._orthogonal import legendre_p_all as legendre_p_all
from functrace.scipy.special._orthogonal import sph_harm_y as sph_harm_y
from functrace.scipy.special._orthogonal import sph_harm_y_all as sph_harm_y_all
from functrace.scipy.special._orthogonal import sph_legendre_p as sph_legendre_p
from functrace.scipy.special._orthogonal import sph_legendre_p_all as sph_legendre_p_all

__getattr__ = stand_in_for(scipy.special, __name__)
