"""The errors a user can act on, and the one form their messages take."""

from __future__ import annotations


class FunctraceError(Exception):
    """Base of every error that functrace raises on purpose."""


class ShapeError(FunctraceError, ValueError):
    """Arrays whose shapes do not fit the operation, or an argument outside its range.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.grad(lambda x: x * 2)(np.ones(3))
    Traceback (most recent call last):
        ...
    functrace.core.errors.ShapeError: functrace.grad: the function must return a scalar.
      expected: a real scalar, float64[]
      got:      float64[3]
      help: reduce the output (np.sum), or use functrace.jacobian or functrace.vjp.

    The gradient of a vector is not a vector: reduce it, or ask for the Jacobian.

    >>> ft.grad(lambda x: np.sum(x * 2))(np.ones(3))
    array([2., 2., 2.])
    """


class DtypeError(FunctraceError, TypeError):
    """A dtype that carries no derivative, or one that the transform does not take.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.grad(np.sum)(np.arange(3))
    Traceback (most recent call last):
        ...
    functrace.core.errors.DtypeError: functrace.grad: ... integer...

    Integers carry no gradient: pass floats, or say ``allow_int=True`` to get zeros.

    >>> ft.grad(np.sum)(np.arange(3.0))
    array([1., 1., 1.])
    """


class DegenerateError(FunctraceError, ValueError):
    """A derivative that does not exist or is not determined, as values coincide.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.grad(lambda a: np.linalg.eigh(a).eigenvectors[0, 1])(np.eye(2))
    Traceback (most recent call last):
        ...
    functrace.core.errors.DegenerateError: functrace: a result depends on the choice ...

    Any basis consists of eigenvectors of the identity. What is the same for all of them
    has a derivative:

    >>> def root(a):
    ...     values, vectors = np.linalg.eigh(a)
    ...     return np.sum((vectors * np.sqrt(values)) @ vectors.T)
    >>> ft.grad(root)(np.eye(2))
    array([[0.5, 0. ],
           [1. , 0.5]])
    """


class ConvergenceError(FunctraceError, RuntimeError):
    """A solver did not come to a solution, or what it gave is none.

    Examples
    --------
    >>> import functrace as ft
    >>> halve = ft.custom_root(lambda x, a: x * x - a, lambda x, a: 0.5 * (x + a / x))
    >>> ft.grad(halve, 1)(1.0, 9.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.ConvergenceError: functrace.custom_root: ... no solution...

    One step of Newton's method is not enough. A derivative exists at solutions only.
    """


class MissingRuleError(FunctraceError, NotImplementedError):
    """A NumPy function that functrace does not trace, or a derivative that it lacks.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.grad(lambda x: np.packbits(x).sum())(np.ones(3))
    Traceback (most recent call last):
        ...
    functrace.core.errors.MissingRuleError: functrace: numpy.packbits ...

    Write the function with supported ones, or give it a derivative with
    `functrace.custom_vjp`.
    """


class ConcretizationError(FunctraceError, TypeError):
    """A Python value was asked of a tracer that has none, or whose use drops a gradient.

    Examples
    --------
    >>> import struct, functrace as ft
    >>> ft.grad(lambda x: struct.pack("d", x))(1.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.ConcretizationError: functrace: float() of a traced value ...

    Code in C takes plain numbers. Compute with what is written in Python and NumPy, or
    say that no gradient is wanted.

    >>> len(struct.pack("d", ft.grad(lambda x: x**2)(1.0)))
    8
    """


class LeakedTracerError(FunctraceError, RuntimeError):
    """A tracer outlived the transform that made it.

    Examples
    --------
    >>> import functrace as ft
    >>> kept = []
    >>> _ = ft.grad(lambda x: kept.append(x * 2) or x)(1.0)
    >>> ft.grad(lambda x: x * kept[0])(1.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.LeakedTracerError: functrace.grad: ...

    Return what you need from the function (``has_aux=True``) instead of storing it.
    """


class MemoryBudgetError(FunctraceError, MemoryError):
    """A compiled function needs more memory than it was allowed.

    Examples
    --------
    >>> import functrace as ft
    >>> double = ft.jit(lambda x: x * 2, memory_budget="1 MB")
    >>> double.lower(ft.Aval(1_000_000))
    Traceback (most recent call last):
        ...
    functrace.core.errors.MemoryBudgetError: functrace.jit: ... memory_budget...

    The result alone is of 8 MB.

    >>> ft.jit(lambda x: x * 2, memory_budget="8 MB").lower(
    ...     ft.Aval(1_000_000)
    ... ).peak_memory
    8000000
    """


class PytreeMismatchError(FunctraceError, ValueError):
    """Two pytrees whose structures had to be equal and are not.

    Examples
    --------
    >>> import functrace as ft
    >>> _, pull = ft.vjp(lambda x: {"a": x}, 1.0)
    >>> pull([1.0])
    Traceback (most recent call last):
        ...
    functrace.core.errors.PytreeMismatchError: functrace.vjp: ...
    """


class MutationError(FunctraceError, RuntimeError):
    """A large array was changed in place after a traced operation had used it.

    Small arrays are copied when they are recorded; of large ones (over 1 MB) only a
    fingerprint is taken, and checked before the derivative is computed from them.
    Copy the array before changing it, or mark it read-only
    (``array.flags.writeable = False``), which costs nothing.

    Or a function changes what is outside of it, which would happen only once: so do
    random numbers that are drawn while it is traced.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> rng = np.random.default_rng(0)
    >>> ft.jit(lambda x: x + rng.normal())(1.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.MutationError: functrace.jit: the function draws random ...

    Draw outside, and pass the numbers as an argument.

    >>> noise = rng.normal()
    >>> bool(ft.jit(lambda x, noise: x + noise)(1.0, noise) == 1.0 + noise)
    True
    """


class GraphFreedError(FunctraceError, RuntimeError):
    """The reverse pass went a second time through a graph that the first one freed.

    Examples
    --------
    >>> import functrace as ft
    >>> x = ft.variable(3.0)
    >>> y = x * x
    >>> y.backward()
    >>> y.backward()
    Traceback (most recent call last):
        ...
    functrace.core.errors.GraphFreedError: functrace.backward: ...

    Say ``y.backward(retain_graph=True)`` the first time.
    """


class AnomalyError(FunctraceError, FloatingPointError):
    """Under `functrace.detect_anomaly`, a derivative came out as NaN or infinite.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> with ft.detect_anomaly(), np.errstate(divide="ignore"):
    ...     ft.grad(np.sqrt)(0.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.AnomalyError: functrace.detect_anomaly: ...
    """


def message(
    what: str,
    *,
    expected: object = None,
    got: object = None,
    source: object = None,
    help: str | None = None,  # noqa: A002 - the label of the line
) -> str:
    """Lay a message out: what; expected; got; the user's line; the way out."""
    lines = [what]
    if expected is not None:
        lines.append(f"  expected: {expected}")
    if got is not None:
        lines.append(f"  got:      {got}")
    if source is not None:
        lines.append(f"  traced at {source}")
    if help is not None:
        lines.append(f"  help: {help}")
    return "\n".join(lines)
