"""A child that is forked while another thread compiles can compile, too."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import os, signal, threading, time
import numpy as np, functrace as ft

x = np.linspace(-1, 1, 50)
done = []

def build(k):
    def function(x):
        for _ in range(20):
            x = np.sin(x) * 0.9 + np.flip(x) * k
        return x
    return function

def compile_all():
    k = 0
    while not done:
        k += 1
        ft.jit(build(k / 100))(x)

thread = threading.Thread(target=compile_all)
thread.start()
for n in range(10):
    time.sleep(0.03)
    child = os.fork()
    if not child:
        signal.alarm(60)  # ends a child that waits for a lock
        ft.jit(lambda x: np.cos(x) * n)(x)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
done.append(True)
thread.join()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork is a call of POSIX")
def test_fork_while_another_thread_compiles():
    ignore = ["-W", "ignore::DeprecationWarning"]  # of Python 3.12 on, for such a fork
    subprocess.run([sys.executable, *ignore, "-c", SCRIPT], check=True)
