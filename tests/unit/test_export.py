"""Compiled functions as files: called by C, by ctypes and by cffi."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import cffi
import numpy as np
import pytest
from scipy import sparse, special
from scipy.sparse.linalg import spsolve

import functrace as ft
from functrace.compiler.machine import elf
from functrace.compiler.machine.target import host, named

X = np.linspace(0.2, 1.3, 6)
TARGETS = ("host", "x86-64", "x86-64-v3", "x86-64-v4", "aarch64")
FOREIGN = 183  # ELF's number of AArch64
C_LIBRARY = {"malloc", "free", "memset", "memcpy", "memmove"}
ZIG = [sys.executable, "-m", "ziglang", "cc"]
C_COMPILER = ["cc"] if shutil.which("cc") else ZIG


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def solve(a, b):
    return np.linalg.solve(a, b)


FUNCTIONS = {
    "gradient": (ft.value_and_grad(rosenbrock), (X,), set()),
    "numbers": (
        lambda x, k, flag: (np.sin(x) * k, k + 1, ~flag),
        (np.float32(0.3), np.int32(4), np.True_),
        set(),
    ),
    "complex_numbers": (lambda z, x: np.exp(z * x), (0.5 + 1j, X + 2j), set()),
    "solve": (solve, (np.diag(X[:3]) + 0.1, X[3:]), set()),
    "factors": (solve, (np.eye(30) + 0.1, np.ones(30)), {"dgetrf_", "dtrsv_"}),
    "memory": (lambda x: np.cumsum(x)[::-1], (np.linspace(0, 1, 20_000),), C_LIBRARY),
    "sort": (np.sort, (X[::-1].copy(),), C_LIBRARY),
    "remainders": (lambda x: x % 0.3 + np.rint(x), (X,), {"fmod", "rint"}),
    "loop": (
        ft.grad(lambda x: ft.fori_loop(0, 9, lambda i, c: np.tanh(c) * x, x).sum()),
        (X,),
        C_LIBRARY,
    ),
    "constants": (lambda x: (x, np.array([3.0, 1.0, 2.0]) * 2), (X,), set()),
}


def compiled(tmp_path, program, *objects):
    """What a C program prints that is compiled with object files."""
    source, target = tmp_path / "main.c", tmp_path / "main"
    source.write_text(program)
    command = [*C_COMPILER, "-Wall", "-Wextra", "-Werror", "-pthread", str(source)]
    command += [*map(str, objects), "-lm", "-o", str(target)]
    subprocess.run(command, check=True)
    return subprocess.run(
        [str(target)], check=True, capture_output=True, text=True
    ).stdout.split()


def run(path, prototype, args, outs):
    """Call a function of a shared library on arrays and numbers."""
    function = getattr(ctypes.CDLL(path), prototype)
    given = [
        np.ctypeslib.as_ctypes_type(arg.dtype)(arg)
        if isinstance(arg, np.generic)
        else ctypes.c_void_p(np.asarray(arg).ctypes.data)
        for arg in args
    ]
    return function(*given, *(ctypes.c_void_p(out.ctypes.data) for out in outs))


@pytest.mark.parametrize("name", [*FUNCTIONS])
def test_only_libraries_are_needed(name, tmp_path):
    fun, args, allowed = FUNCTIONS[name]
    for target in TARGETS:
        made = ft.export(fun, *args, directory=tmp_path, name=name, target=target)
        data = Path(made.object).read_bytes()
        assert elf.undefined(data) == list(made.needed)
        assert set(made.needed) <= allowed
        machine = int.from_bytes(data[18:20], "little")
        assert (machine == FOREIGN) == (target == "aarch64")


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n != "factors"])
def test_numbers_are_the_bits_of_this_process(name, tmp_path):
    fun, args, _ = FUNCTIONS[name]
    made = ft.export(fun, *args, directory=tmp_path, name=name, shared=True)
    wanted = ft.jit(fun)(*args)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    outs = [np.full(out.shape, 7).astype(out.dtype) for out in wanted]
    held = [np.asarray(arg) if isinstance(arg, complex) else arg for arg in args]
    assert run(made.library, name, held, outs) == 0
    for out, other in zip(outs, wanted, strict=True):
        assert out.tobytes() == np.asarray(other).tobytes()


def test_a_c_program(tmp_path):
    made = ft.export(ft.value_and_grad(rosenbrock), X, directory=tmp_path, name="slope")
    program = """
    #include <stdio.h>
    #include "slope.h"
    int main(void) {
        double x[6] = {0.2, 0.42, 0.64, 0.86, 1.08, 1.3}, value, gradient[6];
        printf("%d\\n", slope(x, &value, gradient));
        printf("%a\\n", value);
        for (int k = 0; k < 6; k++) printf("%a\\n", gradient[k]);
        return 0;
    }"""
    x = np.array([0.2, 0.42, 0.64, 0.86, 1.08, 1.3])
    value, gradient = ft.jit(ft.value_and_grad(rosenbrock))(x)
    status, *numbers = compiled(tmp_path, program, made.object)
    assert status == "0"
    assert list(map(float.fromhex, numbers)) == [value, *gradient.tolist()]


def test_threads_of_c(tmp_path):
    fun = ft.grad(lambda x: rosenbrock(np.cumsum(x) / 100))
    made = ft.export(fun, np.ones(9000), directory=tmp_path, name="slope")
    program = """
    #include <pthread.h>
    #include <stdio.h>
    #include "slope.h"
    static double x[4][9000], out[4][9000];
    static void *work(void *place) {
        long k = (long)place;
        for (int j = 0; j < 9000; j++) x[k][j] = k + j / 9000.0;
        for (int j = 0; j < 50; j++)
            if (slope(x[k], out[k])) return (void *)1;
        return NULL;
    }
    int main(void) {
        pthread_t threads[4];
        for (long k = 0; k < 4; k++) pthread_create(threads + k, NULL, work, (void *)k);
        for (long k = 0; k < 4; k++) {
            void *failed;
            pthread_join(threads[k], &failed);
            printf("%d %a %a\\n", failed != NULL, out[k][17], out[k][8999]);
        }
        return 0;
    }"""
    found = compiled(tmp_path, program, made.object)
    for k in range(4):
        wanted = ft.jit(fun)(k + np.arange(9000) / 9000.0)
        failed, one, other = found[3 * k : 3 * k + 3]
        assert failed == "0"
        assert [*map(float.fromhex, (one, other))] == [wanted[17], wanted[8999]]


def test_statuses_in_c(tmp_path):
    made = ft.export(solve, np.eye(2), np.ones(2), directory=tmp_path, name="solved")
    program = """
    #include <stdio.h>
    #include "solved.h"
    int main(void) {
        double good[4] = {2, 0, 0, 4}, bad[4] = {1, 1, 1, 1}, b[2] = {1, 1}, out[2];
        printf("%d ", solved(good, b, out));
        printf("%g %g ", out[0], out[1]);
        printf("%d", solved(bad, b, out));
        return 0;
    }"""
    assert compiled(tmp_path, program, made.object) == ["0", "0.5", "0.25", "1"]


def test_blas_by_its_usual_name(tmp_path):
    a = np.arange(900.0).reshape(30, 30) / 900
    made = ft.export(lambda a: a @ a, a, directory=tmp_path, name="square")
    assert made.needed == ("dgemm_",)
    assert "Links with: dgemm_." in (tmp_path / "square.h").read_text()
    program = """
    #include <stdio.h>
    #include "square.h"
    void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                const double *alpha, const double *a, const int *lda, const double *b,
                const int *ldb, const double *beta, double *c, const int *ldc) {
        for (int i = 0; i < *m; i++)
            for (int j = 0; j < *n; j++) {
                double sum = 0;
                for (int l = 0; l < *k; l++)
                    sum += (*ta == 'N' ? a[i + l * *lda] : a[l + i * *lda]) *
                           (*tb == 'N' ? b[l + j * *ldb] : b[j + l * *ldb]);
                c[i + j * *ldc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * *ldc]);
            }
    }
    int main(void) {
        static double a[900], out[900];
        for (int k = 0; k < 900; k++) a[k] = k / 900.0;
        printf("%d ", square(a, out));
        for (int k = 0; k < 900; k++) printf("%.17g ", out[k]);
        return 0;
    }"""
    status, *numbers = compiled(tmp_path, program, made.object)
    assert status == "0"
    np.testing.assert_allclose([*map(float, numbers)], (a @ a).ravel(), rtol=1e-13)


def test_cffi_reads_the_header(tmp_path):
    made = ft.export(
        lambda x, k: (x * k, x.sum()), X, 2.0, directory=tmp_path, name="f", shared=True
    )
    ffi = cffi.FFI()
    lines = Path(made.header).read_text().splitlines()
    (declared,) = [line for line in lines if line.startswith("int f(")]
    ffi.cdef(declared)
    library = ffi.dlopen(made.library)
    scaled, total = np.zeros(6), ffi.new("double *")
    x, out = (ffi.cast("double *", a.ctypes.data) for a in (X, scaled))
    assert library.f(x, 3.0, out, total) == 0
    np.testing.assert_array_equal(scaled, X * 3.0)
    assert total[0] == ft.jit(np.sum)(X)


@pytest.mark.parametrize("language", ["c", "c++"])
def test_headers_are_of_c_and_of_cpp(language, tmp_path):
    def double(int_, params):
        return int_ * params["for"][0], params["a b"]

    params = {"for": [1.5], "a b": X}
    made = ft.export(double, 1j, params, directory=tmp_path)
    text = Path(made.header).read_text()
    assert "int double_(const double *int_, const double *params_a_b, double" in text
    source = tmp_path / "main.c"
    source.write_text('#include "double_.h"\nint main(void) { return 0; }\n')
    command = [*C_COMPILER, "-x", language, "-Wall", "-Werror", "-fsyntax-only"]
    subprocess.run([*command, str(source)], check=True)
    assert "params_a_b: float64[6] (params['a b'])" in text


def test_bare_files_need_nothing(tmp_path):
    options = {"directory": tmp_path, "bare": True}
    made = ft.export(np.sort, X, name="ordered", shared=True, **options)
    assert made.needed == ()
    out = np.zeros(6)
    assert run(made.library, "ordered", [X[::-1].copy()], [out]) == 0
    np.testing.assert_array_equal(out, X)
    with pytest.raises(ft.MissingRuleError, match="dgemm_"):
        ft.export(lambda a: a @ a, np.eye(30), **options)
    with pytest.raises(ft.MissingRuleError, match="free, malloc"):
        ft.export(lambda x: np.cumsum(x)[::-1], np.ones(20_000), **options)


@pytest.mark.slow
def test_other_processors(tmp_path):
    """What this machine can run, of code for others, gives its numbers."""
    fun = ft.value_and_grad(lambda x: np.sum(np.exp(np.sin(x)) * np.tanh(x)))
    x = np.linspace(0, 2, 37)
    wanted, slope = ft.jit(fun)(x)
    own = set(host().features.split(","))
    tried = 0
    for target in TARGETS[1:4]:
        other = named(target)
        made = ft.export(
            fun, x, directory=tmp_path / target, name="f", target=target, shared=True
        )
        if set(other.features.split(",")) <= own:
            value, gradient = np.zeros(()), np.zeros(37)
            assert run(made.library, "f", [x], [value, gradient]) == 0
            np.testing.assert_allclose(value, wanted, rtol=1e-14)
            np.testing.assert_allclose(gradient, slope, rtol=1e-13)
            shape = ("vector_bits", "fused", "has_dq")
            if all(getattr(other, s) == getattr(host(), s) for s in shape):
                assert gradient.tobytes() == slope.tobytes()
            tried += 1
    assert tried or host().triple.startswith("aarch64")


@pytest.mark.slow
def test_linking_for_another_architecture(tmp_path):
    pytest.importorskip("ziglang")
    made = ft.export(rosenbrock, X, directory=tmp_path, target="aarch64", shared=True)
    head = Path(made.library).read_bytes()[:20]
    assert int.from_bytes(head[18:20], "little") == FOREIGN


def test_a_linker_that_refuses(tmp_path):
    with pytest.raises(RuntimeError, match="the linker refuses"):
        ft.export(
            rosenbrock, X, directory=tmp_path, shared=True, libraries=["no_such_thing"]
        )


def test_unknown_targets_are_refused(tmp_path):
    with pytest.raises(ValueError, match="target must be one of host, x86-64"):
        ft.export(rosenbrock, X, directory=tmp_path, target="x86-64-v5")


def printing(x):
    ft.debug.print("{}", x)
    return x


def calling(x):
    return ft.pure_callback(np.sin, ft.Aval(6), x) * 2


REFUSED = {
    "effects": (printing, (X,), "calls Python"),
    "callbacks": (calling, (X,), "pure_callback"),
    "operations without code": (lambda x: np.linalg.eigvals(x), (np.eye(3),), "eig"),
    "loops around them": (
        lambda x: ft.fori_loop(0, 3, lambda i, c: calling(c), x),
        (X,),
        "pure_callback.*, in scan",
    ),
    "solvers of SciPy's": (
        lambda x: spsolve(sparse.eye_array(6, format="csr") * 2.0, x),
        (X,),
        "sparse solvers",
    ),
    "half precision": (lambda x: x, (X.astype(np.float16),), "float16"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_needs_python_is_refused(name, tmp_path):
    fun, args, said = REFUSED[name]
    with pytest.raises(ft.MissingRuleError, match=said):
        ft.export(fun, *args, directory=tmp_path)
    with pytest.raises(ft.MissingRuleError, match=said):
        ft.native(fun, *args)


def test_code_of_scipy_is_called_here_and_refused_elsewhere(tmp_path):
    fun, out = (lambda x: special.jv(1.5, x)), np.zeros(6)
    ft.native(fun, X).ctypes(X, out)
    np.testing.assert_array_equal(out, special.jv(1.5, X))
    with pytest.raises(ft.MissingRuleError, match=r"special.cython_special.jv"):
        ft.export(fun, X, directory=tmp_path)


def test_traced_values_are_refused():
    def outer(x):
        ft.native(np.sin, x)
        return x

    with pytest.raises(ft.ConcretizationError, match="a traced value"):
        ft.grad(outer)(1.0)

    def captured(x):
        ft.native(lambda y: x * y, 1.0)
        return x

    with pytest.raises(ft.ConcretizationError, match="captures a traced value"):
        ft.grad(captured)(1.0)
