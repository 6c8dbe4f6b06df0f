"""How each peer is asked for a value or a derivative, and how it returns it.

A peer's constructor imports its library: the standard library alone is imported here, so
that the time to import a peer and the memory of its process are its own.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from benchmarks._loops import PLAIN
from benchmarks._namespaces import CasadiNumPy, PyTensorNumPy, TorchNumPy
from benchmarks._problem import Case

Call = Callable[[], Any]


class UnsupportedError(Exception):
    """The peer has no way to compute this."""


class Peer(ABC):
    """One way to compute what a case asks for."""

    packages: tuple[str, ...]  # the library itself first
    recompiles = True  # whether `build` compiles again what was compiled before

    @abstractmethod
    def build(self, case: Case) -> Call:
        """Return a fresh computation of `case`; its calls end when the result is ready."""

    def forget(self) -> None:  # noqa: B027 - most keep none
        """Drop the compiled programs kept for another function object of equal content."""

    def to_numpy(self, result: Any) -> list[Any]:
        """Return the arrays in a result: the value if asked for, then the derivatives."""
        asarray = import_module("numpy").asarray
        return [asarray(leaf) for leaf in leaves(result)]


def leaves(result: Any) -> Iterable[Any]:
    """What a nest of tuples and lists holds, in order."""
    if not isinstance(result, (tuple, list)):
        return [result]
    return [leaf for part in result for leaf in leaves(part)]


class Transforming(Peer):
    """A library whose transforms take functions and return functions."""

    xp: Any
    special: Any
    spelling = ""  # of a problem, if not the library's

    @abstractmethod
    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that computes what is asked."""

    def compile(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Return what is called in place of `fun`."""
        return fun

    def inputs(self, case: Case) -> list[Any]:
        """Inputs as the library's users have them at hand."""
        return case.inputs

    def build(self, case: Case) -> Call:
        """Transform, then compile."""
        spelling = self.spelling or self.packages[0]
        wanted = self.transform(case, case.function(spelling, self.xp, self.special))
        compiled, inputs = self.compile(wanted), self.inputs(case)
        return lambda: compiled(*inputs)


class Functrace(Transforming):
    """functrace un-jitted: plain NumPy, recorded while it runs."""

    packages = ("functrace", "numpy", "scipy")

    def __init__(self) -> None:
        self.module, self.xp = import_module("functrace"), import_module("numpy")
        self.special = import_module("scipy.special")

    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """`fun` itself, or functrace's transform of it."""
        if case.task == "value":
            return fun
        if case.task == "hessian":
            return self.module.hessian(fun)
        return getattr(self.module, case.task)(fun, argnums=case.problem.argnums)


class FunctraceJit(Functrace):
    """functrace compiled: arrays of NumPy in and out."""

    def compile(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """One native program, made anew although an equal one may be in use."""
        self.module.clear_caches()
        return self.module.jit(fun)


class FunctraceJitPlain(FunctraceJit):
    """The same of what is written with Python's loops."""

    spelling = PLAIN


class Jax(Transforming):
    """JAX un-jitted, in double precision, on its own arrays."""

    packages = ("jax", "jaxlib")

    def __init__(self) -> None:
        self.module, self.xp = import_module("jax"), import_module("jax.numpy")
        self.special = import_module("jax.scipy.special")
        self.module.config.update("jax_enable_x64", val=True)

    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """`fun` itself, or JAX's transform of it."""
        if case.task == "value":
            return fun
        if case.task == "hessian":
            return self.module.hessian(fun)
        jacobian = "jacfwd" if case.problem.tall else "jacrev"
        name = "value_and_grad" if case.task == "value_and_grad" else jacobian
        return getattr(self.module, name)(fun, argnums=case.problem.argnums)

    def inputs(self, case: Case) -> list[Any]:
        """On the device."""
        return [self.xp.asarray(array) for array in case.inputs]

    def build(self, case: Case) -> Call:
        """JAX returns before the result is there: wait for it."""
        call = super().build(case)
        return lambda: self.module.block_until_ready(call())


class JaxJit(Jax):
    """JAX compiled, on its own arrays."""

    def compile(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """XLA's program."""
        return self.module.jit(fun)


class JaxJitPlain(JaxJit):
    """The same where Python's loops pass states on: JAX's arrays cannot be filled."""

    spelling = "python"


class JaxJitNumPy(JaxJit):
    """JAX compiled, with arrays of NumPy in and out, as other libraries need them."""

    def inputs(self, case: Case) -> list[Any]:
        """As they come."""
        return case.inputs

    def build(self, case: Case) -> Call:
        """Bring the results back."""
        call = super().build(case)
        return lambda: self.to_numpy(call())


class Autograd(Transforming):
    """HIPS autograd with its own NumPy."""

    packages = ("autograd",)

    def __init__(self) -> None:
        self.module, self.xp = (
            import_module("autograd"),
            import_module("autograd.numpy"),
        )
        self.special = import_module("autograd.scipy.special")

    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """`fun` itself, or autograd's transform of it."""
        if case.task == "value":
            return fun
        if case.task == "hessian":
            return self.module.hessian(fun)
        if case.task == "jacobian":
            by = self.columns if case.problem.tall else self.rows
            return by(fun, case.problem.argnums)
        return self.module.value_and_grad(fun, case.problem.argnums)

    def rows(
        self, fun: Callable[..., Any], argnums: tuple[int, ...]
    ) -> Callable[..., Any]:
        """One vjp per row: ``autograd.jacobian`` takes one argument only."""

        def jacobian(*inputs: Any) -> list[Any]:
            pullback, out = self.module.make_vjp(fun, argnums)(*inputs)
            basis = self.xp.eye(len(out))
            columns = zip(*(pullback(row) for row in basis), strict=True)
            return [self.xp.stack(column) for column in columns]

        return jacobian

    def columns(
        self, fun: Callable[..., Any], argnums: tuple[int, ...]
    ) -> Callable[..., Any]:
        """One jvp per column, of vectors."""

        def jacobian(*inputs: Any) -> list[Any]:
            found = []
            for position in argnums:
                push = self.module.make_jvp(fun, position)(*inputs)
                basis = self.xp.eye(len(inputs[position]))
                columns = [push(column)[1] for column in basis]
                found.append(self.xp.stack(columns, axis=1))
            return found

        return jacobian


class Torch(Transforming):
    """PyTorch, eager, on its own tensors."""

    packages = ("torch",)

    def __init__(self) -> None:
        self.torch = import_module("torch")
        self.xp, self.special = TorchNumPy(self.torch), self.torch.special

    def inputs(self, case: Case) -> list[Any]:
        """Leaves of the tape where they are differentiated."""
        tensors = [self.torch.as_tensor(array) for array in case.inputs]
        if case.task == "value_and_grad":
            for position in case.problem.argnums:
                tensors[position].requires_grad_()
        return tensors

    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Tape for gradients, ``torch.func`` for matrices of derivatives."""
        if case.task == "value":
            return fun
        if case.task == "hessian":
            return self.torch.func.hessian(fun)
        if case.task == "jacobian":
            func = self.torch.func
            jacobian = func.jacfwd if case.problem.tall else func.jacrev
            return jacobian(fun, argnums=case.problem.argnums)
        return self.value_and_grad(self.forward(fun), case.problem.argnums)

    def forward(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Return what records the forward pass."""
        return fun

    def value_and_grad(
        self, fun: Callable[..., Any], argnums: tuple[int, ...]
    ) -> Callable[..., Any]:
        """Forward pass, then backward pass."""

        def both(*tensors: Any) -> tuple[Any, ...]:
            value = fun(*tensors)
            wanted = [tensors[position] for position in argnums]
            return value.detach(), *self.torch.autograd.grad(value, wanted)

        return both


class TorchCompile(Torch):
    """PyTorch with ``torch.compile``, which writes C++."""

    def __init__(self) -> None:
        # Compile times would be those of a look-up on the disk.
        os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
        super().__init__()

    def forward(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Compile it; the backward pass is compiled with the forward pass."""
        return self.torch.compile(fun, dynamic=False)

    def transform(self, case: Case, fun: Callable[..., Any]) -> Callable[..., Any]:
        """Compile as a whole what has no tape."""
        wanted = super().transform(case, fun)
        return wanted if case.task == "value_and_grad" else self.forward(wanted)

    def forget(self) -> None:
        """Programs are kept by code, not by function object."""
        self.torch.compiler.reset()


class Casadi(Peer):
    """CasADi's scalar expressions (SX), interpreted; matrices (MX) for its loops."""

    packages = ("casadi",)

    def __init__(self) -> None:
        self.casadi = import_module("casadi")
        self.xp = CasadiNumPy(self.casadi)

    def build(self, case: Case) -> Call:
        """Expressions of symbols, then a function of numbers."""
        symbols = self.symbols(case)
        out = case.function("casadi", self.xp, self.casadi)(*symbols)
        wanted = [symbols[position] for position in case.problem.argnums]
        function = self.casadi.Function("f", symbols, self.results(case, out, wanted))
        inputs = case.inputs
        return lambda: function(*inputs)

    def symbols(self, case: Case) -> list[Any]:
        """Matrices that keep loops where CasADi has a spelling of its own, or columns."""
        if "casadi" in case.problem.spellings:
            return [self.casadi.MX.sym("x", *array.shape) for array in case.inputs]
        if any(array.ndim > 1 for array in case.inputs):
            raise UnsupportedError("arrays of more than one dimension")
        return [self.casadi.SX.sym("x", array.size) for array in case.inputs]

    def results(self, case: Case, out: Any, wanted: list[Any]) -> list[Any]:
        """Return expressions of what is asked."""
        if case.task == "value":
            return [out]
        if case.task == "hessian":
            return [self.casadi.densify(self.casadi.hessian(out, wanted[0])[0])]
        if case.task == "jacobian":
            return [self.casadi.jacobian(out, x) for x in wanted]
        return [out, *(self.casadi.gradient(out, x) for x in wanted)]

    def to_numpy(self, result: Any) -> list[Any]:
        """Drop the second dimension that everything has."""
        return [leaf.full().squeeze() for leaf in leaves(result)]


class PyTensor(Peer):
    """PyTensor in its default mode, which compiles by Numba."""

    packages = ("pytensor",)

    def __init__(self) -> None:
        self.pytensor = import_module("pytensor")
        self.tensor = import_module("pytensor.tensor")
        import_module("pytensor.tensor.linalg")
        # Compile times would be those of a look-up on the disk.
        self.pytensor.config.numba__cache = False
        self.xp = PyTensorNumPy(self.tensor)

    def build(self, case: Case) -> Call:
        """A graph of symbols, then a function of arrays."""
        asarray = import_module("numpy").asarray
        inputs = [asarray(array) for array in case.inputs]
        symbols = [self.symbol(array) for array in inputs]
        out = case.function("pytensor", self.xp, self.tensor)(*symbols)
        wanted = [symbols[position] for position in case.problem.argnums]
        results = self.results(case, out, wanted)
        function = self.pytensor.function(symbols, results, trust_input=True)
        return lambda: function(*inputs)

    def symbol(self, array: Any) -> Any:
        """Return a symbol of known shape."""
        return self.tensor.tensor(dtype=array.dtype, shape=array.shape)

    def results(self, case: Case, out: Any, wanted: list[Any]) -> list[Any]:
        """Return expressions of what is asked."""
        if case.task == "value":
            return [out]
        if case.task == "hessian":
            return [self.pytensor.gradient.hessian(out, wanted[0])]
        if case.task == "jacobian":
            return list(self.pytensor.gradient.jacobian(out, wanted))
        return [out, *self.pytensor.grad(out, wanted)]


class ByHand(Peer):
    """Values and derivatives written by hand, compiled by Numba: the floor."""

    packages = ("numba", "numpy", "scipy")
    recompiles = False

    def __init__(self) -> None:
        self.functions = import_module("benchmarks.by_hand").FUNCTIONS

    def build(self, case: Case) -> Call:
        """Look the function up."""
        name = f"{case.problem.name}_{case.task}"
        function = self.functions.get(name)
        if function is None:
            raise UnsupportedError("not written")
        data = case.data
        return lambda: function(*data)


class ByHandCpp(ByHand):
    """Some of the same in C++."""

    packages = ("numpy",)

    def __init__(self) -> None:
        self.functions = import_module("benchmarks.by_hand.cpp").functions()


PEERS: dict[str, type[Peer]] = {
    "functrace-jit": FunctraceJit,
    "functrace-jit-plain": FunctraceJitPlain,
    "functrace": Functrace,
    "by-hand": ByHand,
    "by-hand-cpp": ByHandCpp,
    "jax-jit": JaxJit,
    "jax-jit-plain": JaxJitPlain,
    "jax-jit-numpy": JaxJitNumPy,
    "jax": Jax,
    "torch": Torch,
    "torch-compile": TorchCompile,
    "autograd": Autograd,
    "casadi": Casadi,
    "pytensor": PyTensor,
}
