"""What is exported for another architecture, run by an emulator of it."""

from __future__ import annotations

import shutil
import subprocess
import sys

import numpy as np
import pytest
import scipy.special

import functrace as ft

EMULATOR = shutil.which("qemu-aarch64")
X = np.linspace(0.2, 1.3, 6)


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def weather(x):
    """Steps of Lorenz's model, in a plain loop."""
    for _ in range(100):
        x = x + 0.01 * ((np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + 8)
    return np.sum(x**2)


def halved(x):
    while np.sum(x * x) > 0.1:
        x = np.tanh(x) * 0.9
    return np.sum(np.exp(x))


def special(x):
    return np.sum(scipy.special.gammaln(x) * np.sin(x) + scipy.special.erf(x**2))


def system(x):
    return np.sum(np.linalg.solve(np.diag(x[:3]) + 0.1, x[3:]) ** 2)


def sums(x):
    return np.sum(np.cumsum(np.sort(x)[::-1]) ** 2)


@pytest.mark.skipif(
    EMULATOR is None, reason="needs qemu-aarch64, of Debian's qemu-user"
)
@pytest.mark.parametrize(
    "function", [rosenbrock, weather, halved, special, system, sums]
)
def test_the_numbers_are_those_of_this_process(function, tmp_path):
    pytest.importorskip("ziglang", reason="compiles and links for other architectures")
    assert EMULATOR is not None
    slope = ft.value_and_grad(function)
    made = ft.export(slope, X, directory=tmp_path, name="slope", target="aarch64")
    numbers = ", ".join(map(float.hex, X.tolist()))
    program = f"""
    #include <stdio.h>
    #include "slope.h"
    int main(void) {{
        double x[6] = {{{numbers}}}, value, gradient[6];
        int status = slope(x, &value, gradient);
        printf("%a\\n", value);
        for (int k = 0; k < 6; k++) printf("%a\\n", gradient[k]);
        return status;
    }}
    """
    (tmp_path / "main.c").write_text(program)
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl"]
    files = ["main.c", made.object, "-lm", "-o", "main"]
    subprocess.run([*command, *files], check=True, cwd=tmp_path)
    run = subprocess.run(
        [EMULATOR, "./main"], check=True, cwd=tmp_path, capture_output=True, text=True
    )
    value, *gradient = map(float.fromhex, run.stdout.split())
    wanted = ft.jit(slope)(X)
    np.testing.assert_allclose(value, wanted[0], rtol=1e-13)
    np.testing.assert_allclose(gradient, wanted[1], rtol=1e-11, atol=1e-13)
