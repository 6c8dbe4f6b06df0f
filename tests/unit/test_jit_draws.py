"""Compiled functions that would keep a random number are refused."""

# ruff: noqa: NPY002 - the generator of all is meant

import functools
import os
import random
import secrets
import sys
import threading
import types
import uuid

import numpy as np
import pytest

import functrace as ft
from tests._state import X, assert_follows, cell

RNG = np.random.default_rng(0)
LEGACY = np.random.RandomState(0)
PYTHONS = random.Random(0)
BOX = {"deep": [[types.SimpleNamespace(rng=RNG)]]}
NORMAL = RNG.normal
INNER = ft.jit(lambda x: x + RNG.normal())


class Sampler:
    def __init__(self):
        self._rng = np.random.default_rng(1)

    def draw(self):
        return self._rng.standard_normal(3)


SAMPLER = Sampler()
DRAWS = {
    "Generator": lambda x: x * RNG.normal(size=3),
    "RandomState": lambda x: x * LEGACY.randn(3),
    "Random": lambda x: x * PYTHONS.random(),
    "numpy.random": lambda x: x * np.random.normal(size=3),
    "random": lambda x: x * random.random(),
    "random.gauss": lambda x: x * random.gauss(0, 1),
    "seed of all": lambda x: x * (np.random.seed(0) or np.random.rand()),
    "bits": lambda x: x * RNG.bit_generator.random_raw(),
    "in containers": lambda x: x * BOX["deep"][0][0].rng.normal(),
    "bound method": lambda x: x * NORMAL(),
    "private attribute": lambda x: x * SAMPLER.draw(),
    "computed name": lambda x: x * getattr(SAMPLER, "_RNG".lower()).normal(),
    "default": lambda x, rng=RNG: x * rng.normal(),
    "permutation": lambda x: x[RNG.permutation(3)],
    "loop": lambda x: ft.scan(lambda c, _: (c + RNG.normal(), None), x, None, 3)[0],
    "branch": lambda x: ft.cond(x[0] > 0, lambda y: y * RNG.normal(), np.sin, x),
    "vmap": lambda x: ft.vmap(lambda y: y * RNG.normal())(x),
    "grad": lambda x: ft.grad(lambda y: np.sum(y * RNG.normal()))(x),
    "jit": lambda x: INNER(x),
    "no seed": lambda x: x * np.random.default_rng().normal(),
    "no seed, legacy": lambda x: x * np.random.RandomState().normal(),
    "no seed, Python's": lambda x: x * random.Random().random(),
    "no seed, bits": lambda x: x * np.random.PCG64().random_raw(),
    "system": lambda x: x * random.SystemRandom().random(),
    "secrets": lambda x: x * secrets.randbelow(100),
    "uuid": lambda x: x * (uuid.uuid4().int % 100),
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws_are_refused(name):
    fast = ft.jit(DRAWS[name])
    generators = [RNG, SAMPLER._rng]
    before = [g.bit_generator.state for g in generators]
    legacy = LEGACY.get_state()[1:3], np.random.get_state()[1:3]
    for _ in range(2):
        with pytest.raises(ft.MutationError, match="draws random numbers") as caught:
            fast(X)
    assert "rng.normal(size=n)" in str(caught.value)
    assert before == [g.bit_generator.state for g in generators]  # as if not called
    for old, new in zip(
        legacy, (LEGACY.get_state(), np.random.get_state()), strict=True
    ):
        np.testing.assert_array_equal(old[0], new[1])
        assert old[1] == new[2]
    assert not fast._entries


def test_the_second_of_two_normal_numbers_is_refused():
    """It was kept with the first one: the generator's words do not change."""
    state = np.random.RandomState(5)
    state.randn()
    with pytest.raises(ft.MutationError):
        ft.jit(lambda x: x * state.randn())(X)


@pytest.mark.parametrize(
    "text", ["import noisy", "from noisy import noise", "import noisy.deep as noisy"]
)
def test_generators_of_an_installed_module(monkeypatch, text):
    folder = next(iter(np.__path__)) + "/../noisy"  # beside NumPy
    deep = types.ModuleType("noisy.deep")
    module = types.ModuleType("noisy")
    for made in (deep, module):
        made.__file__ = os.path.normpath(f"{folder}/{made.__name__}.py")
        source = (
            "import numpy as np\nrng = np.random.default_rng(0)\n"
            "def noise(): return rng.normal()"
        )
        exec(compile(source, made.__file__, "exec"), vars(made))
        monkeypatch.setitem(sys.modules, made.__name__, made)
    module.deep = deep
    scope = {"__name__": "__main__"}
    call = "noise" if "from" in text else "noisy.noise"
    cell(scope, f"{text}\ndef f(x): return x * {call}()")
    with pytest.raises(ft.MutationError):
        ft.jit(scope["f"])(X)


@pytest.mark.parametrize("static", [(), (1,)])
def test_generators_that_are_arguments(static):
    fast = ft.jit(lambda x, rng: x * rng.normal(), static_argnums=static)
    with pytest.raises(ft.MutationError):
        fast(X, np.random.default_rng(0))
    nested = ft.jit(lambda x, state: x * state["rng"].normal())
    with pytest.raises(ft.MutationError):
        nested(X, {"rng": np.random.default_rng(0)})
    with pytest.raises(ft.MutationError):
        ft.jit(functools.partial(lambda rng, x: x * rng.normal(), RNG))(X)


def test_the_line_of_a_generator_without_a_seed():
    with pytest.raises(ft.MutationError, match="in <lambda>") as caught:
        ft.jit(lambda x: x * np.random.default_rng().normal())(X)
    assert "test_jit_draws.py:" in str(caught.value)


SEEDED = {
    "Generator": lambda x: x * np.random.default_rng(3).normal(size=3),
    "RandomState": lambda x: x * np.random.RandomState(3).normal(size=3),
    "Random": lambda x: x * random.Random(3).random(),
    "words": lambda x: x * np.random.default_rng([1, 2]).normal(),
    "bits": lambda x: x * np.random.Generator(np.random.MT19937(1)).normal(),
    "unused": lambda x: x * len([RNG, LEGACY, PYTHONS]),
}


@pytest.mark.parametrize("name", SEEDED)
def test_a_fixed_seed_draws_the_same_numbers_anyway(name):
    assert_follows(SEEDED[name])


def test_draws_that_are_arguments():
    rng, same = np.random.default_rng(0), np.random.default_rng(0)
    fast = ft.jit(lambda x, noise: x + noise)
    for _ in range(3):
        np.testing.assert_array_equal(
            fast(X, rng.normal(size=3)), X + same.normal(size=3)
        )


def test_seeding_works_as_usual_within_and_after_a_trace():
    def f(x):
        assert isinstance(np.random.RandomState(1)._bit_generator, np.random.MT19937)
        return x

    usual = random.Random.seed, random._urandom, np.random.mtrand._MT19937
    ft.jit(f)(X)
    assert usual == (random.Random.seed, random._urandom, np.random.mtrand._MT19937)


def test_what_another_thread_draws_is_no_draw_of_the_functions():
    done, traces = threading.Event(), []

    def drawing():
        traces.append(None)
        if len(traces) < 4:  # as if another thread did
            random.random()

    def function(x):
        drawing()
        return 2 * x

    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert ft.jit(function)(3.0) == 6.0
        assert len(traces) == 4
        with pytest.raises(ft.MutationError, match="draws random numbers") as caught:
            ft.jit(DRAWS["Random"])(X)
        assert type(caught.value) is ft.MutationError
    finally:
        done.set()
        thread.join()
