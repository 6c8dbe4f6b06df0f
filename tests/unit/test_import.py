"""What functrace loads, and when: importing it takes little more than importing NumPy."""

import subprocess
import sys

import pytest

from functrace.compiler.machine import elf, fallback

SLOW = (
    "numba",
    "llvmlite",
    "functrace.compiler.machine.native",
    "functrace.compiler.notation.builder",
    "scipy",
    "numpy.f2py",
    "numpy.ma",
    "numpy.polynomial",
    "numpy.random",
    "numpy.testing",
    "html",
    "json",
    "pathlib",
    "subprocess",
    "tempfile",
)

FIRST = "import numpy as np, functrace as ft; x = np.array([0.5, 1.0, 2.0])\n"
UNCOMPILED = {
    "nothing": "",
    "grad": "ft.grad(lambda x: np.sum(np.exp(x) * np.sin(x)))(x)",
    "vjp": "ft.vjp(lambda x, y: (x @ y, y / x), x, x)[1]((1.0, x))",
    "hessian": "ft.hessian(lambda x: np.linalg.norm(x) * np.max(x[::-1]))(x)",
    "vmap": "ft.vmap(ft.grad(lambda x: x**3))(x)",
    "lists": "ft.grad(lambda x: np.sum(np.stack([x, [1.0, 2.0, 3.0]])))(x)",
    "scan": "ft.grad(lambda x: ft.scan(lambda c, v: (c * v, np.exp(v)), 1.0, x)[0])(x)",
    "solve": "ft.grad(lambda x: np.linalg.solve(np.diag(x), x).sum())(x)",
}


def loaded(program):
    """Names of the modules that a fresh process has after a program."""
    script = f"{program}\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, text=True
    )
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def numpys():
    """Modules that NumPy, or the interpreter at its start, loads itself."""
    return loaded("import numpy")


@pytest.mark.slow
@pytest.mark.parametrize("name", UNCOMPILED)
def test_what_is_not_compiled_loads_nothing_slow(name, numpys):
    found = loaded(FIRST + UNCOMPILED[name]) - numpys
    assert not found.intersection(SLOW)


@pytest.mark.slow
def test_compilation_does_without_numba():
    found = loaded(FIRST + "ft.jit(ft.grad(lambda x: np.sum(np.exp(x))))(x)")
    assert "llvmlite" in found
    assert "numba" not in found


@pytest.mark.slow
@pytest.mark.skipif(
    bool(fallback.chosen()) or not elf.is_supported(), reason="LLVM links the code"
)
def test_what_is_compiled_already_needs_no_compiler(tmp_path, monkeypatch, numpys):
    monkeypatch.setenv("FUNCTRACE_CACHE_DIR", str(tmp_path))
    program = FIRST + "ft.jit(ft.grad(lambda x: np.sum(np.exp(x))))(x)"
    first, second = loaded(program) - numpys, loaded(program) - numpys
    assert {"llvmlite.binding", "functrace.compiler.notation.builder"} <= first
    needed = {"llvmlite", "functrace.compiler.machine.native"}
    compiler = {"llvmlite.binding", "functrace.compiler.machine.target", "sysconfig"}
    assert not second.intersection({*SLOW, *compiler} - needed)


@pytest.mark.slow
def test_scipy_is_loaded_when_its_functions_are_met():
    program = FIRST + "ft.grad(lambda x: np.linalg.cholesky(np.diag(x)).sum())(x)"
    assert "scipy.linalg" in loaded(program)
    special = "import scipy.special as sc"
    found = loaded(f"{FIRST}{special}; ft.grad(lambda x: sc.gammaln(x).sum())(x)")
    found -= loaded(special)  # of which scipy.linalg is a part since SciPy 1.18
    assert not found.intersection(("scipy.linalg", "llvmlite"))


@pytest.mark.slow
def test_blas_comes_without_its_package():
    product = FIRST + "f = ft.jit(lambda x: x @ x); f(np.eye(9))"
    both = f"{product}; import scipy.linalg as la; la.cython_blas; la.inv(f(np.eye(9)))"
    assert "scipy.linalg" not in loaded(product)
    assert {"scipy.linalg", "scipy.linalg.cython_blas"} <= loaded(both)


@pytest.mark.slow
def test_tools_are_loaded_when_they_are_asked_for():
    later = {"functrace.debug.profile", "functrace.debug.explain_gradient"}
    assert not loaded("import functrace").intersection({*later, "importlib.metadata"})
    asked = "ft.profile, ft.explain_gradient; assert ft.__version__[0].isdigit()"
    assert later <= loaded(
        f"import functrace as ft; {asked}; assert 'profile' in dir(ft)"
    )
