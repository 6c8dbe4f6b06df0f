"""SciPy's own functions, called by users while their code is traced.

``from scipy.integrate import solve_ivp`` need not be changed: calls of SciPy's functions
that get traced values, or functions (which may hold some), are answered by those of
`functrace.scipy` of the same name; so are its classes, and the methods of objects that
SciPy made of plain values. What is plain is SciPy's.

See `functrace.numpy.interception`, which asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    ModuleType,
)
from typing import Any

import numpy as np
import optree

from functrace.compiler.runtime.interception import is_f2pys
from functrace.core.dispatch import LIBRARIES, UFUNCS, Answer, unsupported
from functrace.core.primitive import has_tracers
from functrace.numpy._arguments import untraced
from functrace.numpy._scalar_functions import SCALAR_FUNCTIONS
from functrace.numpy.interception import answer_ufunc

_MODULES = """
    fft integrate interpolate linalg ndimage optimize signal sparse sparse.linalg spatial
    spatial.distance special stats
""".split()  # noqa: SIM905 - reads best as prose

CLASSES = {
    "interpolate": """
        Akima1DInterpolator BSpline BarycentricInterpolator CubicHermiteSpline
        CubicSpline KroghInterpolator PPoly PchipInterpolator RBFInterpolator
        RegularGridInterpolator interp1d
    """,
    "sparse": """
        bsr_array bsr_matrix coo_array coo_matrix csc_array csc_matrix csr_array
        csr_matrix dia_array dia_matrix
    """,
    "stats": "gaussian_kde",
}
"""Those of which `functrace.scipy` has its own."""

_DISTRIBUTIONS = """
    __call__ pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf interval mean var std median
    entropy support
""".split()  # noqa: SIM905
_INTERPOLATORS = ("__call__", "ev", "integral", "integrate")
_PRODUCTS = """
    __call__ __mul__ __matmul__ __rmul__ __rmatmul__ dot rdot matvec rmatvec matmat rmatmat
""".split()  # noqa: SIM905
_ESTIMATES = ("__call__", "evaluate", "pdf", "logpdf")


def _answers(name: str, module: ModuleType) -> dict[Any, Answer]:
    """What answers for the functions and classes of a module of SciPy's."""
    found: dict[Any, Answer] = {}
    classes = CLASSES.get(name, "").split()
    for public in getattr(module, "__all__", dir(module)):
        value = vars(module).get(public)  # of submodules that wait for being asked none
        if public in classes:
            found[value] = _of_class(name, public)
        elif isinstance(value, (FunctionType, BuiltinFunctionType)):
            found.setdefault(value, _of_function(name, public))
    return found


def _of_function(home: str, name: str) -> Answer:
    def answer(*args: Any, **kwargs: Any) -> Any:
        if not _may_concern(args, kwargs):
            return NotImplemented
        found = _ours(home, name)
        if getattr(found, "refuses", False):
            return NotImplemented  # SciPy's own code may do as it is
        given = {name: _handed_on(value) for name, value in kwargs.items()}
        return found(*map(_handed_on, args), **given)

    return answer


def _handed_on(given: Any) -> Any:
    """`math.exp` and the like as functions of traced values, too; the rest as it is."""
    answer: Any = None
    if type(given) is BuiltinFunctionType:
        answer = SCALAR_FUNCTIONS.get(given)
    if answer is None:
        return given

    def call(*args: Any) -> Any:
        found = answer(*args)
        return given(*args) if found is NotImplemented else found

    return call


def _concerns(*given: Any) -> bool:
    """Whether there are traced values among arguments, or what holds some of ours."""
    return any(map(_is_ours, _leaves(given)))


def _may_concern(*given: Any) -> bool:
    """Whether there are, or there may be in functions, or in constraints, which have some."""
    return any(_is_ours(x) or _calls(x) for x in _leaves(given))


def _leaves(given: tuple[Any, ...]) -> list[Any]:
    return optree.tree_leaves(list(given))  # type: ignore[arg-type]


def _is_ours(leaf: Any) -> bool:
    return type(leaf).__module__.startswith("functrace.") or has_tracers(leaf)


def _calls(leaf: Any) -> bool:
    return callable(leaf) or callable(getattr(leaf, "fun", None))


def _of_class(home: str, name: str) -> Answer:
    def answer(*args: Any, **kwargs: Any) -> Any:
        if not _concerns(args, kwargs):
            return NotImplemented
        return _ours(home, name)(*args, **kwargs)

    return answer


def _ours(home: str, name: str) -> Any:
    return getattr(import_module(f"functrace.scipy.{home}"), name)


# -- objects that SciPy made -----------------------------------------------------------


def _of_method(name: str, stand_in: Callable[[Any], Any]) -> Answer:
    """The method of what stands for an object, if that gets a traced value."""

    def answer(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not _concerns(args, kwargs):
            return NotImplemented
        found = getattr(stand_in(self), name, None)
        return NotImplemented if found is None else found(*args, **kwargs)

    return answer


def _methods(classes: set[type], names: Sequence[str], home: str) -> dict[Any, Answer]:
    """What answers for the methods of these names of some classes, and of their bases."""

    def stand_in(instance: Any) -> Any:
        return _ours(home, "stand_in")(instance)

    found: dict[Any, Answer] = {}
    for kind in classes:
        for base in kind.__mro__:
            for name in names:
                method = vars(base).get(name)
                if isinstance(method, (FunctionType, MethodDescriptorType)):
                    found[method] = _of_method(name, stand_in)
    return found


def _of_interpolators(module: ModuleType) -> dict[Any, Answer]:
    kinds = [getattr(module, name) for name in CLASSES["interpolate"].split()]
    splines = module.UnivariateSpline, module.RectBivariateSpline
    classes: set[Any] = {*kinds, *splines}
    return _methods(classes, _INTERPOLATORS, "interpolate._stand_ins")


def _of_distributions(module: ModuleType) -> dict[Any, Answer]:
    univariate = sys.modules["scipy.stats._distn_infrastructure"]
    multivariate = sys.modules["scipy.stats._multivariate"]
    bases = univariate.rv_generic, multivariate.multi_rv_generic
    classes = {type(v) for v in vars(module).values() if isinstance(v, bases)}
    classes.update(univariate.rv_frozen.__subclasses__())
    home = "stats._stand_ins"
    found = _methods(classes, _DISTRIBUTIONS, home)
    return found | _methods({module.gaussian_kde}, _ESTIMATES, home)


def _of_transforms(_: ModuleType) -> dict[Any, Answer]:
    """What answers for SciPy's backend of `scipy.fft`, which its functions look for."""
    backend = sys.modules["scipy.fft._backend"]._ScipyBackend  # noqa: SLF001

    def answer(method: Any, args: Any, kwargs: Any) -> Any:
        if not _concerns(args, kwargs):
            return NotImplemented
        return _ours("fft", method.__name__)(*args, **kwargs)

    return {vars(backend)["__ua_function__"].__func__: answer}


def _of_matrices(module: ModuleType) -> dict[Any, Answer]:
    home = "sparse.linalg._stand_ins"
    found = _methods({module.SuperLU}, ("solve",), home)
    return found | _methods({module.LinearOperator}, _PRODUCTS, home)


def _of_rotations(module: ModuleType) -> dict[Any, Answer]:
    return _methods({module.transform.Rotation}, ("apply",), "spatial._stand_ins")


def _of_routines(module: ModuleType) -> dict[Any, Answer]:
    """What answers for routines of BLAS and LAPACK."""
    modules = module.blas, module.lapack
    found = [v for each in modules for v in vars(each).values() if is_f2pys(v)]

    def answer(routine: Any, *args: Any, **kwargs: Any) -> Any:
        if not _concerns(args, kwargs):
            return NotImplemented
        args = tuple(map(untraced, args))
        kwargs = {name: untraced(value) for name, value in kwargs.items()}
        if not _concerns(args, kwargs):
            return routine(*args, **kwargs)
        answers = _ours("linalg._routines", "answers")(*modules)
        if routine not in answers:
            raise unsupported(routine)
        return answers[routine](*args, **kwargs)

    return {routine: partial(answer, routine) for routine in found}


def _of_families(module: ModuleType) -> dict[Any, Answer]:
    """What answers for ufuncs of `scipy.special`, and for families of them."""
    kind: Any = type(module.sph_harm_y)
    names = {id(v): name for name, v in vars(module).items() if type(v) is kind}

    def answer(self: Any, *args: Any, **kwargs: Any) -> Any:
        if id(self) not in names or not _concerns(args, kwargs):
            return NotImplemented
        return _ours("special", names[id(self)])(*args, **kwargs)

    ufuncs = {v for v in vars(module).values() if type(v) is np.ufunc} - UFUNCS.keys()
    found: dict[Any, Answer] = {u: partial(answer_ufunc, u) for u in ufuncs}
    return found | {kind.__call__: answer}


_MORE = {
    "fft": _of_transforms,
    "interpolate": _of_interpolators,
    "linalg": _of_routines,
    "sparse.linalg": _of_matrices,
    "spatial": _of_rotations,
    "special": _of_families,
    "stats": _of_distributions,
}


def _register(name: str) -> None:
    more = _MORE.get(name, lambda _: {})
    LIBRARIES[f"scipy.{name}"] = lambda module: _answers(name, module) | more(module)


for _name in _MODULES:
    _register(_name)
