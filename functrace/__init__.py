"""Derivatives of plain NumPy code."""

import functrace.numpy as numpy
from functrace.core.errors import AnomalyError as AnomalyError
from functrace.core.errors import ConcretizationError as ConcretizationError
from functrace.core.errors import DtypeError as DtypeError
from functrace.core.errors import FunctraceError as FunctraceError
from functrace.core.errors import GraphFreedError as GraphFreedError
from functrace.core.errors import LeakedTracerError as LeakedTracerError
from functrace.core.errors import MissingRuleError as MissingRuleError
from functrace.core.errors import MutationError as MutationError
from functrace.core.errors import PytreeMismatchError as PytreeMismatchError
from functrace.core.errors import ShapeError as ShapeError
from functrace.transforms.gradient import grad as grad
from functrace.transforms.gradient import value_and_grad as value_and_grad
