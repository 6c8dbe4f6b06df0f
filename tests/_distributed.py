"""A problem cut into shards, and the same in one piece, for tests of `distributed`."""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

import functrace as ft

COUNT = 7  # no power of two, and more than there are workers


def shards(rows=20):
    rng = np.random.default_rng(7)
    found = []
    for k in range(COUNT):
        x = rng.normal(size=(rows + k % 2, 3))
        found.append((x, np.sign(x @ [1.0, -2.0, 0.5] + rng.normal(size=len(x)))))
    return found


def predict(w, shard):
    return shard[0] @ w["slope"] + np.tanh(w["shift"])


def loss(z, shard, ridge=0.0):
    return np.sum(np.logaddexp(0.0, -shard[1] * z)) + ridge * np.sum(z**2)


def whole(w, shard, ridge=0.0):
    return loss(predict(w, shard), shard, ridge)


def serial(w, ridge=0.0):
    """The sum in one piece, by other means than shards' numbers in a tree."""
    return sum(whole(w, shard, ridge) for shard in shards())


def parameters(seed=0):
    rng = np.random.default_rng(seed)
    return {"slope": rng.normal(size=3), "shift": rng.normal()}


class Killer:
    """Ends the process that it is called in, once: a file says that it has."""

    def __init__(self, file):
        self.file = Path(file)

    def __call__(self, w, shard):
        with suppress(FileNotFoundError):
            self.file.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(w, shard)


def weights_of_a_script(monkeypatch):
    """A class that other processes cannot import: that of a program that is run."""
    cls = dataclasses.make_dataclass("Weights", ["slope", "shift"])
    cls.__module__ = "__main__"
    monkeypatch.setattr(sys.modules["__main__"], "Weights", cls, raising=False)
    return cls


def by_attributes(w, shard):
    return whole({"slope": w.slope, "shift": w.shift}, shard)


def slow(x):
    time.sleep(0.01)
    return {"square": x**2, "pid": os.getpid()}


def bits(tree):
    """Of all leaves, as text."""
    return [np.asarray(x).tobytes() for x in ft.tree.leaves(tree)]
