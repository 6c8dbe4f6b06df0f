"""The records of SciPy's special functions, one file per family.

Imported at the first use of one of them: there are hundreds.
"""

from functrace.primitives.special import airy as airy
from functrace.primitives.special import bessel as bessel
from functrace.primitives.special import bessel_integrals as bessel_integrals
from functrace.primitives.special import bessel_scaled as bessel_scaled
from functrace.primitives.special import beta as beta
from functrace.primitives.special import carlson as carlson
from functrace.primitives.special import distributions as distributions
from functrace.primitives.special import elementary_variants as elementary_variants
from functrace.primitives.special import elliptic as elliptic
from functrace.primitives.special import error_functions as error_functions
from functrace.primitives.special import exponential_integrals as exponential_integrals
from functrace.primitives.special import gamma as gamma
from functrace.primitives.special import goodness_of_fit as goodness_of_fit
from functrace.primitives.special import hypergeometric as hypergeometric
from functrace.primitives.special import incomplete_beta as incomplete_beta
from functrace.primitives.special import incomplete_gamma as incomplete_gamma
from functrace.primitives.special import information as information
from functrace.primitives.special import kelvin as kelvin
from functrace.primitives.special import legendre as legendre
from functrace.primitives.special import mathieu as mathieu
from functrace.primitives.special import noncentral as noncentral
from functrace.primitives.special import orthogonal as orthogonal
from functrace.primitives.special import parabolic_cylinder as parabolic_cylinder
from functrace.primitives.special import profiles as profiles
from functrace.primitives.special import spherical_bessel as spherical_bessel
from functrace.primitives.special import spheroidal as spheroidal
from functrace.primitives.special import struve as struve
