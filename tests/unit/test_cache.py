"""Programs that outlive their process: the next one compiles nothing."""

import os
import subprocess
import sys

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine import emit, identity

PROGRAMS = """
import sys
import numpy as np, functrace as ft

COLUMN = np.linspace(0, 1, 7)
X = np.linspace(0.5, 1.5, 7)

@ft.custom_vjp
def clipped(x):
    return np.clip(x, 0, 1)
clipped.defvjp(lambda x: (clipped(x), x), lambda x, g: (g * (x < 1.2),))

def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1]**2)**2 + (1 - x[:-1])**2)

def everything(x):
    return np.exp(x) + np.tanh(x) * COLUMN, np.arange(3), x, 2.5, np.partition(x, 3)[::2]

def looped(x):
    body = lambda c, t: (np.sin(c) * t, np.sum(c))
    return ft.scan(body, x, COLUMN)[1]

def in_numpy(x):  # a loop whose body has no native code
    body = lambda c, t: (np.partition(c, 3)[::-1] * np.exp(t), None)
    return ft.scan(body, x, COLUMN)[0]

def solved(x):
    return np.linalg.solve(np.outer(x, x) + np.eye(7), x) @ x

def singular(x):
    return np.linalg.inv(x * np.zeros((3, 3)))

CALLS = [
    (ft.value_and_grad(rosenbrock), X),
    (ft.hessian(rosenbrock), X),
    (everything, X),
    (everything, X.astype(np.float32)),
    (lambda x: x, X),
    (lambda x: np.ones(3), X),
    (lambda x, n: x[0] * n, X, 3),
    (lambda z: np.abs(z * np.exp(1j * z.real)), X + 0.5j),
    (ft.grad(lambda x: np.sum(looped(x))), X),
    (in_numpy, X),
    (ft.grad(solved), X),
    (ft.grad(lambda x: np.sum(clipped(x))), X),
    (ft.vmap(lambda x: np.cumsum(x) * x), X[:, None] * X),
    (lambda x: np.fft.fft(x).real + x, X),
    (lambda x: ft.jit(rosenbrock)(x) + 1, X),
]

results = [ft.jit(f)(*args) for f, *args in CALLS]
fast = ft.jit(rosenbrock)
results += [ft.grad(fast)(X), ft.hessian(fast)(X), ft.jvp(fast, (X,), (X,))]
try:
    ft.jit(singular)(1.0)
except np.linalg.LinAlgError as error:
    results.append(str(error))
"""

FIRST = """
import pickle
pickle.dump(results, sys.stdout.buffer)
"""

SECOND = """
import pickle
expected = pickle.load(sys.stdin.buffer)
assert str(results) == str(expected)
for out, value in zip(results, expected):
    np.testing.assert_equal(out, value)
"""

NO_COMPILER = """
import sys
from functrace.compiler.machine import elf, fallback
sys.modules["functrace.compiler.machine.emit"] = None
if elf.is_supported() and not fallback.chosen():  # the other linkers are LLVM's
    sys.modules["llvmlite.binding"] = None
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


def run(folder, script, given=b""):
    environment = os.environ | {"FUNCTRACE_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        input=given,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.slow
def test_the_next_process_compiles_nothing(folder):
    results = run(folder, PROGRAMS + FIRST)
    assert list(folder.iterdir())
    run(folder, NO_COMPILER + PROGRAMS + SECOND, results)


NUMBERS = """
import numpy as np, functrace as ft

x = np.ones(3, np.float32)
fast = ft.jit(lambda number: number * x)
for number in (3.0, 3.0, np.float64(3.0), 3.0):
    assert fast(number).dtype == (number * x).dtype, number
"""


@pytest.mark.slow
def test_the_next_process_tells_weak_numbers_from_others(folder):
    run(folder, NUMBERS)
    run(folder, NUMBERS)


@pytest.mark.slow
def test_damaged_files_are_compiled_again(folder):
    results = run(folder, PROGRAMS + FIRST)
    files = sorted(folder.iterdir())
    for number, path in enumerate(files):
        content = bytearray(path.read_bytes())
        content[number * 7919 % len(content)] ^= 1
        path.write_bytes(content)
    run(folder, PROGRAMS + SECOND, results)
    for path in files[::2]:
        path.unlink()
    run(folder, PROGRAMS + SECOND, results)
    run(folder, NO_COMPILER + PROGRAMS + SECOND, results)


@pytest.mark.slow
def test_processes_share_a_directory(folder):
    environment = os.environ | {"FUNCTRACE_CACHE_DIR": str(folder)}
    script = [sys.executable, "-c", PROGRAMS]
    running = [
        subprocess.Popen(script, env=environment, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in running:
        _, error = process.communicate()
        assert process.returncode == 0, error.decode()
    results = run(folder, NO_COMPILER + PROGRAMS + FIRST)
    run("", PROGRAMS + SECOND, results)


CLEARED = """
import numpy as np, functrace as ft
f = ft.jit(lambda x: np.exp(x) * 2)
y = f(np.ones(3))
ft.clear_caches()
np.testing.assert_array_equal(f(np.ones(3)), y)
assert "1 compilation, 1 in use" in f.explain()
"""


@pytest.mark.slow
def test_clear_caches(folder):
    run(folder, CLEARED + "ft.clear_caches()")
    assert not list(folder.iterdir())


def test_equal_programs_share_their_code(monkeypatch):
    assert ft.jit(np.negative)(1.0) == -1  # what all programs need is there now
    compiled = []
    original = emit.emit

    def counting(source, *args):
        compiled.append(source)
        return original(source, *args)

    monkeypatch.setattr(emit, "emit", counting)
    functions = [ft.jit(lambda x: np.cos(x) * 17.25) for _ in range(3)]
    outs = [function(np.ones(3)) for function in functions]
    assert len(compiled) <= 2  # the program and, the first time, its routine
    np.testing.assert_array_equal(outs[0], outs[2])


def test_the_key_is_of_this_library_and_machine(monkeypatch):
    key = identity.key_of("program")
    assert key == identity.key_of("program") != identity.key_of("function")
    monkeypatch.setattr(identity, "environment", lambda: "another release")
    assert identity.key_of("program") != key
