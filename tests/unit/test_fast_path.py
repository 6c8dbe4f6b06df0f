"""The short ways to apply a primitive do what `Primitive.apply` does."""

import numpy as np
import pytest

import functrace as ft
from functrace.core import fast_path
from functrace.core.capture import Notes
from functrace.core.node import Edge
from functrace.core.primitive import REGISTRY, Primitive
from functrace.core.recording import recording
from functrace.core.tracer import Tracer

VALUES = np.array([0.25, 0.5, 0.75])


def by_what_is_kept(count):
    """A record for each way in which ufuncs of so many operands keep what rules take."""
    found = {}
    for record in REGISTRY.values():
        if record.ufunc is not None and record.ufunc.nin == count:
            masks = range(1 << count)
            kept = tuple(fast_path._saved_flags(record, mask, count) for mask in masks)
            found.setdefault((record.multiple, kept), record)
    return list(found.values())


def operands(x):
    """What stands for an array or a number while `x` is traced, by kind."""
    constant = np.zeros(3)
    view = x[:2]
    stale = x.copy()
    seen = stale[1:]
    stale[...] = 2 * x
    return {
        "array": x,
        "scalar": x[0],
        "int": (2 * x).astype(int),
        "complex": x * (1 + 0j),
        "float32": x.astype(np.float32),
        "view": view,
        "view of view": view[1:],
        "stale view": seen,
        "constant": constant,
        "view of a constant": constant[1:],
        "plain array": np.copy(VALUES[:1]),
        "number": 0.5,
        "NumPy number": np.float64(0.5),
        "integer": 1,
        "list": [0.5],
    }


def tried(function, *args):
    """The result, or what kind of error there is."""
    try:
        with np.errstate(all="ignore"):
            return function(*args)
    except Exception as error:  # noqa: BLE001 - whichever it is
        return type(error)


def described(result, given):
    """All that matters of a result: its value, and how it was recorded."""
    if isinstance(result, tuple):
        return [described(each, given) for each in result]
    if not isinstance(result, Tracer) and type(result) is not Tracer:
        return type(result), getattr(result, "dtype", None), repr(result)
    base = [k for k, x in given.items() if x is result.base]
    if result.edge is None:
        return "constant", repr(result.value), base
    node = result.edge.node
    known = {e: k for k, x in given.items() if (e := getattr(x, "edge", None))}
    inputs = [
        known.get(e, (e.node.primitive, e.aval)) if type(e) is Edge else repr(e)
        for e in node.inputs
    ]
    saved = None if node.saved is None else list(map(repr, node.saved))
    avals = node.avals
    return node.primitive, inputs, node.mask, node.params, saved, avals, base


def compared(given, primitive, short, count, *params):
    """Both ways for every kind of operand, or pair of kinds."""
    for first in given:
        for second in given if count == 2 else [None]:
            chosen = [given[k] for k in (first, second) if k]
            primitive.alike.clear()  # so that the first way looks at the operands
            expected = tried(primitive.apply, tuple(chosen), *(params or ({},)))
            got = tried(short, *chosen, *params)
            assert described(got, given) == described(expected, given), (first, second)


def differentiated(check):
    ft.grad(lambda x: (check(operands(x)), np.sum(x))[1])(VALUES)


def recorded(check):
    ft.make_graph(lambda x: check(operands(x)))(VALUES)


def compiled(check):
    def fun(x, n):
        check({**operands(x), "traced number": n})
        return np.sum(x)

    ft.jit(fun)(VALUES, 2.0)


def after_the_trace(check):
    kept = []
    ft.grad(lambda x: (kept.append(operands(x)), np.sum(x))[1])(VALUES)
    check(kept[0])


def of_a_variable(check):
    check(operands(ft.variable(VALUES) * 2))


WAYS = [
    differentiated,
    recorded,
    compiled,
    after_the_trace,
    of_a_variable,
]
PARAMETERS = {
    "getitem": {"index": Ellipsis},
    "reshape": {"shape": (1, -1)},
    "transpose": {"axes": (0,)},
    "reduce_sum": {"axis": (0,), "keepdims": False},
    "convert": {"dtype": np.dtype(np.float32)},
    "sort": {"axis": -1},
}
OF_PAIRS = {
    "index_update": {"index": slice(1, None)},
    "stack": {"axis": 0},
    "concatenate": {"axis": 0},
    "less": {},
    "logical_and": {},
    "matmul": {},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("primitive", by_what_is_kept(1), ids=repr)
def test_of_one_operand(primitive, way):
    def check(given):
        compared(given, primitive, fast_path.ufunc_path(primitive), 1)
        compared(given, primitive, fast_path.unary_path(primitive), 1, {})

    way(check)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PARAMETERS)
def test_with_parameters(name, way):
    primitive = REGISTRY[name]
    short = fast_path.unary_path(primitive)
    way(lambda given: compared(given, primitive, short, 1, PARAMETERS[name]))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("primitive", by_what_is_kept(2), ids=repr)
def test_of_two_operands(primitive, way):
    short = fast_path.binary_path(primitive)
    way(lambda given: compared(given, primitive, short, 2))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", OF_PAIRS)
def test_of_two_operands_with_parameters(name, way):
    primitive = REGISTRY[name]
    short = fast_path.abstract_path(primitive)
    way(lambda given: compared(given, primitive, short, 2, OF_PAIRS[name]))


@pytest.mark.parametrize("x", [1.5, 2])
def test_comparisons_are_counted_in_each_trace(x):
    """Which object a truth value is may be asked, also of one that is known by its kind."""
    for _ in range(2):
        assert ft.jit(lambda x: 1.0 if (x > 1) is True else 2.0)(x) == 1.0


@pytest.mark.parametrize(
    "kinds",
    [
        ("array", "array"),
        ("array", "number"),
        ("NumPy number", "scalar"),
        ("view of view", "stale view"),
    ],
)
@pytest.mark.parametrize("way", [differentiated, compiled, of_a_variable])
def test_the_usual_is_not_handed_on(kinds, way, monkeypatch):
    def check(given):
        chosen = [given[kind] for kind in kinds]
        for operand in chosen:
            getattr(operand, "sync", int)()  # which applies views anew
        monkeypatch.setattr(Primitive, "apply", None)
        short = fast_path.binary_path(REGISTRY["multiply"])
        assert type(short(*chosen)) is Tracer
        assert type(fast_path.unary_path(REGISTRY["sin"])(given["array"], {})) is Tracer
        monkeypatch.undo()

    way(check)


def test_arrays_beside_traced_values_may_be_written_to_afterwards():
    outside = VALUES.copy()

    def function(x):
        made = np.ones(3)  # a handle on a constant
        products = x * outside + made * x + (x - outside)
        outside[...] = np.nan
        made[...] = np.nan
        return np.sum(products)

    np.testing.assert_allclose(ft.grad(function)(VALUES), VALUES + 2, rtol=1e-15)


def test_a_view_is_read_anew_after_its_base_was_written_to():
    binary = fast_path.binary_path(REGISTRY["multiply"])
    unary = fast_path.unary_path(REGISTRY["sin"])

    def views(x):
        base = x.copy()
        one, two, three = base[1:], base[1:], base[:-1]
        base[...] = 2 * x
        return unary(one, {}), binary(two, three)

    written = 2 * VALUES
    expected = np.sin(written[1:]), written[1:] * written[:-1]
    found = ft.vjp(views, VALUES)[0]
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-15)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-15)


def test_values_from_outside_are_noted():
    binary = fast_path.binary_path(REGISTRY["multiply"])

    def outer(z):
        def inner(x):
            notes = Notes({}, [])
            with recording(notes=notes):
                binary(x, z)
                binary(z, x)
            assert list(notes.values) == [z.edge]
            return x

        ft.make_graph(inner)(ft.Aval(3))
        return np.sum(z)

    ft.grad(outer)(VALUES)
