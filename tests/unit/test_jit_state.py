"""Compiled functions depend on state outside, and notice its changes."""

import array
import collections
import dataclasses
import enum
import functools
import types
import weakref
from collections import deque

import numpy as np
import pytest

import functrace as ft
from tests._state import X, assert_follows, cell

# -- kinds of state ----------------------------------------------------------------------


class Slotted:
    __slots__ = ("late", "shift", "way")


class Model:
    scale = 2.0
    way = staticmethod(np.tanh)

    def __init__(self):
        self._k = 2.0
        self.ways = [np.sin, lambda x: 2 * x]
        self.last = np.cos
        self.count = 0

    @property
    def k(self):
        return self._k + 1

    @functools.cached_property
    def fixed(self):
        return self._k

    @classmethod
    def make(cls):
        return cls()

    def step(self, x):
        for way in self.ways:
            x = way(x)
        return self.last(x)

    def __getitem__(self, name):
        return {"k": self._k}[name]

    def __call__(self, x):
        return self.step(x) * self.k * self.scale


@dataclasses.dataclass
class Record:
    a: float
    w: np.ndarray
    way: object = None


@dataclasses.dataclass(slots=True, frozen=True)
class Frozen:
    parts: list


class Params(dict):
    """A dictionary of the user's."""


class Level(enum.Enum):
    LOW = "low"


def test_namespaces():
    state = types.SimpleNamespace(a=1.0, inner=types.SimpleNamespace(b=[2.0]))
    assert_follows(
        lambda x: x * state.a + state.inner.b[0],
        lambda: setattr(state, "a", 3.0),
        lambda: state.inner.b.append(1.0),
        lambda: state.inner.b.__setitem__(0, 5.0),
        lambda: setattr(state.inner, "b", [7.0]),
        lambda: setattr(state, "inner", types.SimpleNamespace(b=[1.0])),
    )


def test_slots():
    state = Slotted()
    state.shift, state.way = 1.0, np.sin

    def f(x):
        try:
            extra = state.late
        except AttributeError:
            extra = 0.0
        return state.way(x) + state.shift + extra

    assert_follows(
        f,
        lambda: setattr(state, "shift", 3.0),
        lambda: setattr(state, "way", np.cos),
        lambda: setattr(state, "way", lambda x: x * x),
        lambda: setattr(state, "late", 9.0),
        lambda: delattr(state, "late"),
    )


def test_frozen_dataclasses_hold_what_changes():
    state = Frozen([1.0, [2.0]])
    assert_follows(
        lambda x: x * state.parts[0] + state.parts[1][0],
        lambda: state.parts.__setitem__(0, 4.0),
        lambda: state.parts[1].__setitem__(0, 4.0),
    )


def test_dataclasses():
    state = Record(1.0, np.ones(3), np.sin)
    assert_follows(
        lambda x: state.way(x) * state.a + state.w,
        lambda: setattr(state, "a", 2.0),
        lambda: state.w.__setitem__(1, 9.0),
        lambda: setattr(state, "w", np.zeros(3)),
        lambda: setattr(state, "way", np.exp),
    )


def test_objects_with_methods():
    model = Model()
    changes = [
        lambda: setattr(model, "_k", 5.0),
        lambda: model.ways.append(np.arctan),
        lambda: model.ways.__setitem__(0, np.square),
        lambda: setattr(model, "last", lambda x: x),
        lambda: setattr(model, "step", lambda x: 7 * x),
        lambda: delattr(model, "step"),
        lambda: setattr(model, "scale", 3.0),
    ]
    assert_follows(model, *changes)
    assert_follows(
        lambda x: model.step(x) * model["k"], lambda: setattr(model, "_k", 1)
    )


def test_what_code_does_not_name_is_not_watched():
    model = Model()
    fast = ft.jit(lambda x: model(x))
    for model.count in range(4):
        np.testing.assert_allclose(fast(X), model(X))
    assert len(fast._history) == 1


@pytest.mark.parametrize("name", ["getattr", "vars", "dict"])
def test_attributes_by_computed_names(name):
    state = Record(1.0, X.copy())
    ways = {
        "getattr": lambda x: x * getattr(state, "".join("a")),
        "vars": lambda x: x * vars(state)["".join("a")],
        "dict": lambda x: x * state.__dict__["".join("a")],
    }
    assert_follows(ways[name], lambda: setattr(state, "a", 2.0))


def test_an_object_in_place_of_its_attributes():
    state = Record(1.0, X.copy())
    assert_follows(
        lambda x: x * state.a, lambda: setattr(state, "__dict__", {"a": 5.0})
    )


def test_classes(monkeypatch):
    model = Model()

    def redefine(name, value):
        return lambda: monkeypatch.setattr(Model, name, value)

    assert_follows(
        lambda x: model(x) + Model.way(x) * Model.scale,
        redefine("scale", 5.0),
        redefine("way", staticmethod(np.sin)),
        redefine("k", property(lambda self: self._k)),
        redefine("step", lambda _, x: 3 * x),
        redefine("__call__", lambda _, x: 4 * x),
    )
    assert_follows(
        lambda x: x * Model.make()._k,
        redefine("__init__", lambda self: setattr(self, "_k", 9.0)),
        redefine("make", classmethod(lambda _: Record(1.0, X) and model)),
    )


def test_a_method_of_a_base_class(monkeypatch):
    class Base:
        def run(self, x):
            return x * self.rate

    class Derived(Base):
        def __init__(self):
            self.rate = 2.0

    model = Derived()
    assert_follows(
        lambda x: model.run(x),
        lambda: setattr(model, "rate", 3.0),
        lambda: monkeypatch.setattr(Base, "run", lambda self, x: x - self.rate),
        lambda: setattr(Derived, "run", lambda self, x: x + self.rate),
    )


def test_an_attribute_that_a_method_of_a_librarys_class_reads():
    class Counted(collections.UserList):
        pass

    state = Counted([1.0, 2.0])
    assert_follows(lambda x: x * state[0], lambda: state.__setitem__(0, 5.0))


def test_enumerations():
    table = {Level.LOW: [1.0]}
    assert_follows(
        lambda x: x * table[Level.LOW][0], lambda: table[Level.LOW].__setitem__(0, 2.0)
    )


CONTAINERS = {
    "set": ({1.0, 2.0}, sum, lambda s: s.add(5.0)),
    "deque": (collections.deque([1.0]), sum, lambda d: d.append(2.0)),
    "ordered": (
        collections.OrderedDict(a=1.0),
        lambda d: d["a"],
        lambda d: d.update(a=2.0),
    ),
    "defaultdict": (
        collections.defaultdict(float, a=1.0),
        lambda d: d["a"],
        lambda d: d.update(a=2.0),
    ),
    "counter": (collections.Counter("aab"), lambda c: c["a"], lambda c: c.update("a")),
    "dict of the user's": (Params(a=1.0), lambda d: d["a"], lambda d: d.update(a=2.0)),
    "array": (array.array("d", [1.0]), lambda a: a[0], lambda a: a.__setitem__(0, 2.0)),
    "bytearray": (bytearray(b"a"), lambda b: b[0], lambda b: b.__setitem__(0, 7)),
    "objects": (
        np.array([1.0, None], object),
        lambda a: a[0],
        lambda a: a.__setitem__(0, 2.0),
    ),
    "polynomial": (
        np.poly1d([1.0, 2.0]),
        lambda p: p.coeffs[0],
        lambda p: p.__setitem__(3, 4.0),
    ),
    "masked": (
        np.ma.array([1.0, 2.0]),
        lambda a: a.sum(),
        lambda a: a.__setitem__(0, np.ma.masked),
    ),
    "deep": (
        [[[[[[[1.0]]]]]]],
        lambda v: v[0][0][0][0][0][0][0],
        lambda v: v[0][0][0][0][0][0].__setitem__(0, 2.0),
    ),
    "many": (
        [[float(i)] for i in range(1000)],
        lambda v: sum(row[0] for row in v),
        lambda v: v[999].__setitem__(0, -1.0),
    ),
    "tuple": (([1.0],), lambda t: t[0][0], lambda t: t[0].append(2.0) or t[0].pop(0)),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_containers(name):
    container, read, change = CONTAINERS[name]
    before = read(container)
    assert_follows(lambda x: x * read(container), lambda: change(container))
    assert read(container) != before


def test_numbers_that_are_equal_but_not_the_same():
    value = 1

    def f(x):
        return np.copysign(x, value) / np.float32(2)

    fast = ft.jit(f)
    for value in (1, 1.0, True, 0.0, -0.0, np.float32(0), np.float64(-0.0)):  # noqa: B007
        out = fast(np.float32(3))
        assert (out, out.dtype) == (f(np.float32(3)), f(np.float32(3)).dtype)
    known = len(fast._history)
    value = float("nan")
    fast(np.float32(3))
    value = float("nan")  # another object
    fast(np.float32(3))
    assert len(fast._history) == known + 1


def test_data_frames_and_series():
    pd = pytest.importorskip("pandas")
    df = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 2.0]})
    series = pd.Series([1.0, 2.0, 3.0])

    def f(x):
        return x * df["a"].to_numpy() + series.to_numpy()

    def change_one():
        df.iloc[0, 0] = 55.0

    assert_follows(
        f,
        lambda: df.__setitem__("a", [5.0, 6.0, 7.0]),
        change_one,
        lambda: series.__setitem__(1, 99.0),
        lambda: df.pop("b"),
        traces=8,
    )
    fast = ft.jit(f)
    for _ in range(3):  # reading it is no change
        np.testing.assert_array_equal(fast(X), f(X))
        df["a"].sum()
    known = len(fast._history)
    for _ in range(5):
        df["a"].sum()
        fast(X)
    assert len(fast._history) == known


# -- functions ---------------------------------------------------------------------------


def test_a_helper_redefined_in_a_latercell():
    scope = {"__name__": "__main__"}
    cell(scope, "def inner(x): return x + 1\ndef helper(x): return inner(x) * 2")
    cell(scope, "def f(x): return helper(x)")
    assert_follows(
        scope["f"],
        lambda: cell(scope, "def helper(x): return inner(x) * 50"),
        lambda: cell(scope, "def inner(x): return x - 3"),
        lambda: cell(scope, "inner = abs"),
    )


def test_a_helper_whose_code_or_defaults_are_exchanged():
    def helper(x, w=2.0, *, v=1.0):
        return x * w + v

    def give(**changes):
        return lambda: [setattr(helper, f"__{k}__", v) for k, v in changes.items()]

    assert_follows(
        lambda x: helper(x),
        give(defaults=(7.0,)),
        give(kwdefaults={"v": 3.0}),
        lambda: helper.__kwdefaults__.update(v=4.0),
        give(code=(lambda x, w, *, v: x - w - v).__code__),
    )


def test_a_function_of_a_librarys_under_a_name_of_its_own():
    activation = np.tanh

    def f(x):
        return activation(x)

    fast = ft.jit(f)
    for activation in (np.tanh, np.sin, np.cos):  # noqa: B007
        np.testing.assert_allclose(fast(X), f(X))


def test_functions_in_wrappers():
    scale = [2.0]

    def scaled(x, by=1.0):
        return x * scale[0] * by

    @functools.wraps(scaled)
    def wrapped(*args):
        return scaled(*args)

    table = {"f": functools.partial(scaled, by=3.0)}
    held = Record(1.0, X, functools.lru_cache(lambda: tuple(scale)))
    functions = [
        lambda x: table["f"](x),
        lambda x: wrapped(x),
        lambda x: ft.grad(lambda y: np.sum(scaled(y) ** 2))(x),
        functools.partial(scaled, by=2.0),
    ]
    for f in functions:
        assert_follows(f, lambda: scale.__setitem__(0, scale[0] + 1))
    assert held.way() == tuple(scale)


def test_what_a_function_captures_that_is_an_argument():
    scale = [2.0]

    def scaled(x):
        return x * scale[0]

    def apply(f, x):
        return f(x) + 1

    change = lambda: scale.__setitem__(0, 5.0)  # noqa: E731
    assert_follows(apply, change, args=(scaled, X))


def test_a_closure_variable_that_is_bound_later():
    def f(x):
        try:
            return x * late
        except NameError:
            return x

    fast = ft.jit(f)
    np.testing.assert_array_equal(fast(X), X)
    late = 3.0
    np.testing.assert_array_equal(fast(X), 3 * X)


def test_modules_of_the_users():
    module = types.ModuleType("params")
    module.rate, module.way = 1.0, lambda x: x
    assert_follows(
        lambda x: module.way(x) * module.rate,
        lambda: setattr(module, "rate", 2.0),
        lambda: setattr(module, "way", np.sin),
    )


class Forwarding:
    """Has every attribute, and is called."""

    def __init__(self):
        self.rate = 2.0

    def __getattr__(self, name):
        return self

    def __call__(self, x):
        return x * self.rate


def test_an_object_that_has_every_attribute():
    state = Forwarding()
    assert_follows(state, lambda: setattr(state, "rate", 3.0))
    assert_follows(lambda x: state(x), lambda: setattr(state, "rate", 4.0))


def test_weak_proxies():
    class State:
        rate = 2.0

    kept, lost = State(), State()
    proxies = [weakref.proxy(kept), weakref.proxy(lost), 3.0]
    del lost  # the second stands for nothing any more
    assert_follows(lambda x: x * proxies[0].rate, lambda: setattr(kept, "rate", 3.0))
    assert_follows(lambda x: x * proxies[2], lambda: proxies.__setitem__(2, 4.0))
    queue = deque(proxies)  # which is looked into as a whole
    assert_follows(lambda x: x * queue[2], lambda: queue.__setitem__(2, 5.0))


def test_a_function_of_its_arguments_is_not_checked():
    def f(x, n=2):
        return np.sin(x) ** n + np.linalg.norm(x) * ft.stop_gradient(x)

    fast = ft.jit(f)
    fast(X)
    (entry,) = fast._entries.values()
    assert not entry.watch
