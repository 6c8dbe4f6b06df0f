"""Functions of `scipy.special` on traced values."""

import scipy.special

import functrace.primitives.special as _records  # noqa: F401 - fills the registry
from functrace.scipy._namespace import stand_in_for
from functrace.scipy.special._exponentials import log_softmax as log_softmax
from functrace.scipy.special._exponentials import logsumexp as logsumexp
from functrace.scipy.special._exponentials import softmax as softmax

__getattr__ = stand_in_for(scipy.special, __name__)
