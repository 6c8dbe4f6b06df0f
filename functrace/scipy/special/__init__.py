"""Functions of `scipy.special` on traced values."""

from functrace.scipy.special._exponentials import log_softmax as log_softmax
from functrace.scipy.special._exponentials import logsumexp as logsumexp
from functrace.scipy.special._exponentials import softmax as softmax
