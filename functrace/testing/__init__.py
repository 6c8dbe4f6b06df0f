"""Checking derivatives against differences."""

from functrace.testing._check import check_grads as check_grads
from functrace.testing._numerical import numerical_jvp as numerical_jvp
