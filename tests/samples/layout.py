"""Operations that move elements without changing them."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


@samples("alias")
def _(rng):
    yield Sample((rng.normal(size=3),))
    yield Sample((rng.normal(size=()),))


@samples("broadcast_to")
def _(rng):
    yield Sample((rng.normal(size=3),), {"shape": (2, 3)})
    yield Sample((rng.normal(size=(2, 1)),), {"shape": (4, 2, 3)})
    yield Sample((rng.normal(size=()),), {"shape": (2, 2)})
    yield Sample((rng.normal(size=()),), {"shape": ()})
    yield Sample((rng.normal(size=1),), {"shape": (0,)})
    yield Sample((rng.normal(size=(2, 1)) * 1j,), {"shape": (2, 3)})
    yield Sample((np.arange(3),), {"shape": (2, 3)})


@samples("reshape")
def _(rng):
    yield Sample((rng.normal(size=(2, 3)),), {"shape": (3, 2)})
    yield Sample((rng.normal(size=(3, 2)).T,), {"shape": (6,)})
    yield Sample((rng.normal(size=(4, 3))[::2],), {"shape": (6, 1)})
    yield Sample((rng.normal(size=()),), {"shape": (1, 1)})
    yield Sample((rng.normal(size=(1, 1)),), {"shape": ()})
    yield Sample((rng.normal(size=(0, 3)),), {"shape": (3, 0, 2)})
    yield Sample((rng.normal(size=4) + 1j,), {"shape": (2, 2)})


@samples("transpose")
def _(rng):
    yield Sample((rng.normal(size=(2, 3)),), {"axes": (1, 0)})
    yield Sample((rng.normal(size=(2, 3, 4)),), {"axes": (2, 0, 1)})
    yield Sample((rng.normal(size=(2, 0)),), {"axes": (1, 0)})
    yield Sample((rng.normal(size=()),), {"axes": ()})
    yield Sample((rng.normal(size=(2, 3)) * (1 + 1j),), {"axes": (1, 0)})


@samples("diagonal")
def _(rng):
    yield Sample((rng.normal(size=(3, 3)),), {"offset": 0})
    yield Sample((rng.normal(size=(2, 4)),), {"offset": 1})
    yield Sample((rng.normal(size=(3, 2)),), {"offset": -1})
    yield Sample((rng.normal(size=(2, 3, 4)),), {"offset": 2})
    yield Sample((rng.normal(size=(2, 2)),), {"offset": 5})
    yield Sample((rng.normal(size=(2, 2)),), {"offset": -2})
    yield Sample((rng.normal(size=(2, 2)) * 1j,), {"offset": 0})


@samples("on_diagonal")
def _(rng):
    yield Sample((rng.normal(size=3),), {"offset": 0, "shape": (3, 3)})
    yield Sample((rng.normal(size=2),), {"offset": 1, "shape": (2, 4)})
    yield Sample((rng.normal(size=(2, 2)),), {"offset": -1, "shape": (3, 2)})
    yield Sample((rng.normal(size=0),), {"offset": 2, "shape": (2, 2)})
    yield Sample((rng.normal(size=2) * 1j,), {"offset": -1, "shape": (3, 3)})


@samples("roll")
def _(rng):
    yield Sample((rng.normal(size=5),), {"shifts": (2,)})
    yield Sample((rng.normal(size=40)[::-1],), {"shifts": (39,)})
    yield Sample((rng.normal(size=(3, 4)),), {"shifts": (1, 3)})
    yield Sample((rng.normal(size=(4, 3)).T,), {"shifts": (0, 1)})
    yield Sample((rng.normal(size=(20, 3)),), {"shifts": (18, 0)})
    yield Sample((rng.normal(size=(2, 30)),), {"shifts": (1, 12)})
    yield Sample((rng.normal(size=(1, 0)),), {"shifts": (0, 0)})
    yield Sample((rng.normal(size=()),), {"shifts": ()})
    yield Sample((rng.normal(size=4) * (1 + 1j),), {"shifts": (3,)})


@samples("windows")
def _(rng):
    yield Sample((rng.normal(size=5),), {"lengths": (3,), "axes": (0,)})
    yield Sample((rng.normal(size=5),), {"lengths": (5,), "axes": (0,)})
    yield Sample((rng.normal(size=7)[::-2],), {"lengths": (3,), "axes": (0,)})
    yield Sample((rng.normal(size=(3, 4)),), {"lengths": (2, 3), "axes": (0, 1)})
    yield Sample((rng.normal(size=(4, 3)).T,), {"lengths": (3,), "axes": (1,)})
    yield Sample((rng.normal(size=(2, 6)),), {"lengths": (2, 3), "axes": (1, 1)})
    yield Sample((rng.normal(size=(3, 3, 3)),), {"lengths": (2, 1), "axes": (2, 0)})
    yield Sample((rng.normal(size=(2, 3)),), {"lengths": (), "axes": ()})
    yield Sample((rng.normal(size=3),), {"lengths": (0,), "axes": (0,)})
    yield Sample((rng.normal(size=(0, 3)),), {"lengths": (2,), "axes": (1,)})
    yield Sample((rng.normal(size=4) * (1 + 1j),), {"lengths": (2,), "axes": (0,)})
    yield Sample((np.arange(4),), {"lengths": (3,), "axes": (0,)})


@samples("arrange")
def _(rng):
    yield Sample((rng.normal(size=(2, 3)),), {"axes": (1, 0)})
    yield Sample((rng.normal(size=(2, 3, 4)),), {"axes": (2, 0, 1)})
    yield Sample((rng.normal(size=(3, 2)).T,), {"axes": (0, 1)})
    yield Sample((rng.normal(size=(0, 2)),), {"axes": (1, 0)})
    yield Sample((rng.normal(size=()),), {"axes": ()})
    yield Sample((rng.normal(size=(2, 2)) * (1 + 1j),), {"axes": (1, 0)})
