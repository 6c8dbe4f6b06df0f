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
from functrace.transforms.jacobian import elementwise_grad as elementwise_grad
from functrace.transforms.jacobian import hessian as hessian
from functrace.transforms.jacobian import hvp as hvp
from functrace.transforms.jacobian import jacfwd as jacfwd
from functrace.transforms.jacobian import jacobian as jacobian
from functrace.transforms.jacobian import jacrev as jacrev
from functrace.transforms.jacobian import vhp as vhp
from functrace.transforms.vjp import jvp as jvp
from functrace.transforms.vjp import linearize as linearize
from functrace.transforms.vjp import vjp as vjp
from functrace.transforms.backward import backward as backward
from functrace.transforms.backward import detect_anomaly as detect_anomaly
from functrace.transforms.backward import variable as variable
