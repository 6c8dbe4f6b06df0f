"""Derivatives of plain NumPy code."""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from functrace import numpy as numpy
from functrace import tree as tree
from functrace.compiler.runtime.threads import get_num_threads as get_num_threads
from functrace.compiler.runtime.threads import set_num_threads as set_num_threads
from functrace.core.aval import Aval as Aval
from functrace.core.errors import AnomalyError as AnomalyError
from functrace.core.errors import ConcretizationError as ConcretizationError
from functrace.core.errors import ConvergenceError as ConvergenceError
from functrace.core.errors import DegenerateError as DegenerateError
from functrace.core.errors import DtypeError as DtypeError
from functrace.core.errors import FunctraceError as FunctraceError
from functrace.core.errors import GraphFreedError as GraphFreedError
from functrace.core.errors import LeakedTracerError as LeakedTracerError
from functrace.core.errors import MemoryBudgetError as MemoryBudgetError
from functrace.core.errors import MissingRuleError as MissingRuleError
from functrace.core.errors import MutationError as MutationError
from functrace.core.errors import PytreeMismatchError as PytreeMismatchError
from functrace.core.errors import ShapeError as ShapeError
from functrace.core.graph import Graph as Graph
from functrace.core.node import Edge as Edge
from functrace.core.node import Node as Node
from functrace.core.tracer import Tracer as Tracer
from functrace.scipy import _as_it_stands as _as_it_stands
from functrace.scipy import _sparse_operands as _sparse_operands
from functrace.scipy._sparse_derivatives import sparse_hessian as sparse_hessian
from functrace.scipy._sparse_derivatives import sparse_jacobian as sparse_jacobian
from functrace.scipy._sparsity import Sparsity as Sparsity
from functrace.scipy._sparsity import sparsity as sparsity
from functrace.transforms.associative_scan import associative_scan as associative_scan
from functrace.transforms.backward import backward as backward
from functrace.transforms.backward import detect_anomaly as detect_anomaly
from functrace.transforms.backward import variable as variable
from functrace.transforms.branches import cond as cond
from functrace.transforms.branches import switch as switch
from functrace.transforms.callback import pure_callback as pure_callback
from functrace.transforms.checkpoint import checkpoint as checkpoint
from functrace.transforms.custom import custom_jvp as custom_jvp
from functrace.transforms.custom import custom_vjp as custom_vjp
from functrace.transforms.export import export as export
from functrace.transforms.function import Function as Function
from functrace.transforms.gradient import grad as grad
from functrace.transforms.gradient import stop_gradient as stop_gradient
from functrace.transforms.gradient import value_and_grad as value_and_grad
from functrace.transforms.hessian_products import hvp as hvp
from functrace.transforms.hessian_products import vhp as vhp
from functrace.transforms.implicit import custom_argmin as custom_argmin
from functrace.transforms.implicit import custom_fixed_point as custom_fixed_point
from functrace.transforms.implicit import custom_linear_solve as custom_linear_solve
from functrace.transforms.implicit import custom_root as custom_root
from functrace.transforms.jacobian import elementwise_grad as elementwise_grad
from functrace.transforms.jacobian import hessian as hessian
from functrace.transforms.jacobian import jacfwd as jacfwd
from functrace.transforms.jacobian import jacobian as jacobian
from functrace.transforms.jacobian import jacrev as jacrev
from functrace.transforms.jit import clear_caches as clear_caches
from functrace.transforms.jit import jit as jit
from functrace.transforms.linear import linear_transpose as linear_transpose
from functrace.transforms.loops import fori_loop as fori_loop
from functrace.transforms.loops import map as map  # noqa: A004 - the field's name
from functrace.transforms.loops import scan as scan
from functrace.transforms.loops import while_loop as while_loop
from functrace.transforms.make_graph import eval_shape as eval_shape
from functrace.transforms.make_graph import make_graph as make_graph
from functrace.transforms.native import Native as Native
from functrace.transforms.native import native as native
from functrace.transforms.ravel import ravel as ravel
from functrace.transforms.vectorize import vectorize as vectorize
from functrace.transforms.vjp import jvp as jvp
from functrace.transforms.vjp import linearize as linearize
from functrace.transforms.vjp import vjp as vjp
from functrace.transforms.vmap import vmap as vmap

from functrace import debug as debug  # isort: skip - of all the rest

if _TYPE_CHECKING:
    from functrace.debug.explain_gradient import explain_gradient as explain_gradient
    from functrace.debug.profile import profile as profile
    from functrace.source.to_source import to_source as to_source

__version__: str
_LATER = {
    "explain_gradient": "functrace.debug.explain_gradient",
    "profile": "functrace.debug.profile",
    "to_source": "functrace.source.to_source",
}


def __getattr__(name: str) -> _Any:
    """What is imported when it is first asked for, or takes longer to find than that."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - slow

        return version("functrace")
    if name not in _LATER:
        raise AttributeError(f"module 'functrace' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as the rest here

    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
