"""`custom_vjp` and `custom_jvp`."""

import copy
import dataclasses
import functools
import math
import pickle

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from functrace.core.tracer import Tracer

X = np.array([0.4, -1.2, 2.0])
V = np.array([0.3, 0.5, -0.7])


@ft.custom_vjp
def cube(x):
    return x**3


def cube_forward(x):
    return cube(x), x


def cube_backward(x, g):
    return (3 * g * x**2,)


cube.defvjp(cube_forward, cube_backward)


@ft.custom_jvp
def wave(x, y):
    return np.sin(x) * y


@wave.defjvp
def wave_rule(primals, tangents):
    (x, y), (dx, dy) = primals, tangents
    return wave(x, y), np.cos(x) * y * dx + np.sin(x) * dy


@dataclasses.dataclass(frozen=True)
class Line:
    slope: object
    offset: object
    name: str = "line"


def reverse_only(fun, fwd, bwd, **options):
    function = ft.custom_vjp(fun, **options)
    function.defvjp(fwd, bwd)
    return function


def square_with(fwd=None, bwd=None):
    """A square whose rules are right, but for those given."""
    return reverse_only(
        lambda x: x**2,
        fwd or (lambda x: (x**2, x)),
        bwd or (lambda x, g: (2 * g * x,)),
    )


def total(function):
    return lambda x: np.sum(function(x))


# -- derivatives ----------------------------------------------------------------


def test_reverse_rule_in_both_modes_to_third_order():
    np.testing.assert_array_equal(cube(X), X**3)
    np.testing.assert_allclose(ft.grad(total(cube))(X), 3 * X**2)
    np.testing.assert_allclose(ft.jvp(cube, (X,), (V,))[1], 3 * X**2 * V)
    np.testing.assert_allclose(ft.hessian(total(cube))(X), np.diag(6 * X))
    np.testing.assert_allclose(ft.jvp(ft.grad(total(cube)), (X,), (V,))[1], 6 * X * V)

    def directional(x):
        return ft.jvp(cube, (x,), (V,))[1]

    np.testing.assert_allclose(ft.grad(total(directional))(X), 6 * X * V)
    np.testing.assert_allclose(ft.jvp(directional, (X,), (V,))[1], 6 * X * V**2)
    assert ft.grad(ft.grad(ft.grad(cube)))(2.0) == 6.0


def test_forward_rule_in_both_modes_to_third_order():
    x, y = 0.7, 1.3
    s, c = np.sin(x), np.cos(x)
    np.testing.assert_allclose(ft.grad(wave, (0, 1))(x, y), (c * y, s))
    np.testing.assert_allclose(ft.jvp(wave, (x, y), (0.5, 2.0))[1], c * y / 2 + s * 2)
    np.testing.assert_allclose(
        ft.hessian(lambda v: wave(v[0], v[1]))(np.array([x, y])), [[-s * y, c], [c, 0]]
    )
    np.testing.assert_allclose(ft.grad(ft.grad(ft.grad(wave)))(x, y), -c * y)
    np.testing.assert_allclose(
        ft.grad(lambda x: ft.jvp(wave, (x, y), (1.0, 0.0))[1])(x), -s * y
    )


def test_rules_by_argument():
    @ft.custom_jvp
    def product(x, y, n):
        return np.sin(x) * y * n

    product.defjvps(
        lambda t, out, x, y, n: np.cos(x) * y * n * t,
        lambda t, out, x, y, n: out / y * t,
        None,
    )
    s, c = np.sin(0.7), np.cos(0.7)
    args = (0.7, 1.3, 2)
    np.testing.assert_allclose(ft.grad(product, (0, 1))(*args), (c * 2.6, 2 * s))
    assert ft.grad(product, 2)(0.7, 1.3, 2.0) == 0
    np.testing.assert_allclose(ft.grad(ft.grad(product), 1)(*args), 2 * c)
    np.testing.assert_allclose(
        ft.jvp(lambda x, y: product(x, y, 2), (0.7, 1.3), (1.0, 1.0))[1],
        c * 2.6 + 2 * s,
    )


def test_the_rule_counts_not_the_function():
    f = reverse_only(lambda x: x**3, lambda x: (x**3, x), lambda x, g: (g * 100 * x,))
    assert ft.grad(f)(2.0) == 200.0
    assert ft.jvp(f, (2.0,), (3.0,))[1] == 600.0
    assert ft.grad(ft.grad(f))(2.0) == 100.0
    assert ft.grad(lambda x: x * ft.grad(lambda y: f(y) * x)(x))(2.0) == 1200.0


def test_each_mode_uses_its_own_rule():
    f = ft.custom_jvp(lambda x: x**2)
    f.defvjp(lambda x: (x**2, x), lambda x, g: (20 * g * x,))
    f.defjvp(lambda primals, tangents: (None, 200 * primals[0] * tangents[0]))
    assert ft.grad(f)(1.0) == 20
    assert ft.jvp(f, (1.0,), (1.0,))[1] == 200
    assert ft.grad(lambda x: ft.jvp(f, (x,), (1.0,))[1])(1.0) == 200
    assert ft.jvp(ft.grad(f), (1.0,), (1.0,))[1] == 20


def test_complex():
    z, v = 1 + 2j, 0.5 - 1j
    np.testing.assert_allclose(ft.vjp(cube, z)[1](v)[0], 3 * z**2 * v)
    np.testing.assert_allclose(ft.jvp(cube, (z,), (v,))[1], 3 * z**2 * v)
    norm = ft.custom_jvp(lambda z: (np.conj(z) * z).real)
    norm.defjvp(lambda p, t: (norm(*p), 2 * (np.conj(p[0]) * t[0]).real))
    np.testing.assert_allclose(ft.grad(norm)(z), 2 * np.conj(z))  # df/dx - i df/dy


def test_dtypes_are_those_of_the_arguments():
    x = X.astype(np.float32)
    gradient = ft.grad(total(square_with(bwd=lambda x, g: (2.0 * np.float64(x) * g,))))
    assert gradient(x).dtype == np.float32
    assert ft.grad(total(square_with()))(x).dtype == np.float32
    real = reverse_only(
        lambda x: x * (1 + 1j),
        lambda x: (x * (1 + 1j), None),
        lambda _, g: (g * (1 + 1j),),
    )
    assert ft.grad(lambda x: real(x).imag)(2.0) == 1.0
    assert (
        type(ft.grad(square_with(bwd=lambda x, g: (np.array(3.0),)))(1.0)) is np.float64
    )
    assert ft.grad(square_with(bwd=lambda x, g: (7,)))(1.0) == 7.0


def test_nested_transforms_do_not_mix():
    double = ft.grad(lambda x: x * ft.grad(lambda y: cube(x) + cube(y))(x))
    assert double(2.0) == 3 * 4.0 + 2.0 * 12.0
    both = ft.grad(lambda x: ft.grad(lambda y: wave(x, y))(x))  # the same value twice
    np.testing.assert_allclose(both(0.7), np.cos(0.7))
    itself = reverse_only(
        lambda x, y: x * y,
        lambda x, y: (x * y, (x, y)),
        lambda r, g: (g * r[1], g * r[0]),
    )
    assert ft.grad(lambda x: ft.grad(lambda y: itself(x, y) * y)(x))(3.0) == 12.0


def test_inside_one_another_and_around_transforms():
    inner = ft.custom_vjp(lambda x: np.sum(cube(x)))
    inner.defvjp(lambda x: (inner(x), x), lambda x, g: (g * ft.grad(total(cube))(x),))
    np.testing.assert_allclose(ft.grad(inner)(X), 3 * X**2)
    np.testing.assert_allclose(ft.hessian(inner)(X), np.diag(6 * X))


def test_a_pullback_can_be_used_again():
    _, pullback = ft.vjp(cube, X)
    np.testing.assert_array_equal(pullback(V)[0], pullback(V)[0])
    gradient = ft.grad(lambda v: np.sum(pullback(v)[0]))(V)
    np.testing.assert_allclose(gradient, 3 * X**2)


# -- what the functions are given -----------------------------------------------


def test_values_meet_plain_arrays_that_cannot_be_written_to():
    seen = []

    def fwd(x):
        seen.append(x)
        return x**2, x

    def bwd(x, g):
        seen.extend((x, g))
        return (2 * g * x,)

    ft.grad(total(square_with(fwd, bwd)))(X)
    assert [type(value) for value in seen] == [np.ndarray] * 3
    assert not any(value.flags.writeable for value in seen)

    def writes(x):
        x += 1
        return x, None

    with pytest.raises(ValueError, match="read-only"):
        ft.grad(total(square_with(writes)))(X)


def test_functions_that_cannot_be_traced():
    def slow_square(x):
        return np.array([math.pow(v, 2) for v in x])

    f = reverse_only(
        slow_square, lambda x: (slow_square(x), x), lambda x, g: (2 * g * x,)
    )
    np.testing.assert_allclose(ft.grad(total(f))(X), 2 * X)
    np.testing.assert_allclose(ft.jvp(f, (X,), (V,))[1], 2 * X * V)
    np.testing.assert_allclose(ft.hessian(total(f))(X), 2 * np.eye(3))


def test_residuals_that_are_outputs_are_differentiated():
    root = reverse_only(
        lambda x: np.array([math.sqrt(v) for v in x]),
        lambda x: (np.array([math.sqrt(v) for v in x]),) * 2,
        lambda y, g: (g / (2 * y),),
    )
    x = np.array([0.5, 4.0])
    np.testing.assert_allclose(ft.grad(total(root))(x), 0.5 * x**-0.5)
    np.testing.assert_allclose(ft.hessian(total(root))(x), np.diag(-0.25 * x**-1.5))
    third = ft.grad(total(ft.grad(total(ft.grad(total(root))))))(x)
    np.testing.assert_allclose(third, 0.375 * x**-2.5)


def test_other_residuals_are_computed_again_on_traced_values():
    f = reverse_only(np.sin, lambda x: (np.sin(x), np.cos(x)), lambda c, g: (c * g,))
    assert ft.grad(ft.grad(f))(0.7) == pytest.approx(-np.sin(0.7))


@pytest.mark.parametrize("keep", [float, lambda x: {"slope": np.float64(2 * float(x))}])
def test_residuals_never_lose_a_gradient(keep):
    def bwd(kept, g):
        return (g * (kept["slope"] if isinstance(kept, dict) else 2 * kept),)

    f = square_with(lambda x: (x**2, keep(x)), bwd)
    assert ft.grad(f)(3.0) == 6.0
    with pytest.raises(ft.ConcretizationError, match="would drop its gradient"):
        ft.grad(ft.grad(f))(3.0)


def test_integer_and_fixed_residuals_are_constants():
    def maximum(x):
        return x[int(np.argmax(x))]

    def fwd(x):
        place = int(np.argmax(x))
        return x[place], (place, np.arange(len(x)), "text", len(x), x)

    def bwd(kept, g):
        place, positions, _, _, x = kept
        return (np.where(positions == place, g, 0.0) * x / x,)

    f = reverse_only(maximum, fwd, bwd)
    np.testing.assert_array_equal(ft.grad(f)(X), [0, 0, 1])
    np.testing.assert_allclose(ft.hessian(f)(X), np.zeros((3, 3)), atol=1e-15)


def test_zeros_in_full_for_outputs_that_are_not_used():
    seen = []
    f = reverse_only(
        lambda x: (x**2, x**3),
        lambda x: ((x**2, x**3), x),
        lambda x, g: seen.append(g) or (2 * x * g[0] + 3 * x**2 * g[1],),
    )
    np.testing.assert_allclose(ft.grad(lambda x: np.sum(f(x)[1]))(X), 3 * X**2)
    np.testing.assert_array_equal(seen[0][0], np.zeros(3))
    tangents = []
    h = ft.custom_jvp(lambda x, y: x * y)
    h.defjvp(lambda p, t: (None, tangents.append(t) or t[0] * p[1] + p[0] * t[1]))
    ft.jvp(lambda x: h(x, V), (X,), (V,))
    np.testing.assert_array_equal(tangents[0][1], np.zeros(3))


def test_integers_have_no_derivative():
    f = reverse_only(
        lambda x, n: (x * n, n + 1), lambda x, n: ((x * n, n + 1), n),
        lambda n, g: (g[0] * n if g[1] is None else None, "ignored"),
    )  # fmt: skip
    n = np.arange(3)
    np.testing.assert_array_equal(ft.grad(lambda x: np.sum(f(x, n)[0]))(X), n)
    outs = []
    ft.grad(lambda x: outs.extend(f(x, n)) or np.sum(outs[0]))(X)
    assert type(outs[1]) is np.ndarray
    g = ft.custom_jvp(lambda x, n: x * n)
    g.defjvp(lambda p, t: (None, t[0] * p[1] if t[1] is None else None))
    np.testing.assert_array_equal(ft.grad(lambda x: np.sum(g(x, n)))(X), n)


def test_plain_arguments_run_the_function_itself():
    f = ft.custom_vjp(lambda x: x**2)
    f.defvjp(lambda x: 1 / 0, lambda r, g: 1 / 0)
    np.testing.assert_array_equal(f(X), X**2)
    assert type(f(3)) is int


# -- what is kept is protected --------------------------------------------------


def test_arrays_of_the_rules_own_are_copied():
    buffer, work = np.empty(3), np.empty(3)

    def fwd(x):
        np.multiply(x, x, out=buffer)
        return buffer, work

    def bwd(_, g):
        np.multiply(g, 2.0, out=work)
        return (work,)

    f = square_with(fwd, bwd)

    def twice(x):
        a = f(x)
        buffer[:] = np.nan
        work[:] = np.nan
        return np.sum(a * a) + np.sum(f(x))

    result = ft.grad(twice)(X)
    np.testing.assert_allclose(result, 2 * 2 * X**2 + 2)
    assert result is not work
    first = ft.grad(total(f))(X)
    ft.grad(total(f))(2 * X)
    np.testing.assert_array_equal(first, [2, 2, 2])


def test_small_residuals_are_copied_and_large_ones_watched():
    for size in (3, 200_000):
        kept = np.ones(size)
        f = square_with(lambda x, kept=kept: (x**2, kept), lambda r, g: (r * g,))
        y, pullback = ft.vjp(f, np.ones(size))
        kept[0] = 7.0
        if size == 3:
            np.testing.assert_array_equal(pullback(y)[0], np.ones(3))
        else:
            with pytest.raises(ft.MutationError):
                pullback(y)


def test_results_are_the_callers_own():
    same = reverse_only(lambda x: x, lambda x: (x, None), lambda _, g: (g,))
    y, pullback = ft.vjp(same, X)
    y[0] = 9.0
    assert X[0] == 0.4
    assert not np.shares_memory(pullback(V)[0], V)
    aux = ft.grad(lambda x: (np.sum(same(x)), same(x)), has_aux=True)(X)[1]
    aux[0] = 9.0
    assert X[0] == 0.4


# -- arguments ------------------------------------------------------------------


def test_pytrees():
    def evaluate(line, x):
        return {"y": line.slope * x + line.offset, "parts": (line.slope * x,)}

    def bwd(kept, g):
        _, x = kept
        slope = np.sum((g["y"] + g["parts"][0]) * x)
        return Line(slope, np.sum(g["y"])), None

    f = reverse_only(evaluate, lambda line, x: (evaluate(line, x), (line, x)), bwd)

    def loss(line):
        out = f(line, X)
        return np.sum(out["y"] ** 2) + np.sum(out["parts"][0])

    gradient = ft.grad(loss)(Line(2.0, 0.5))
    expected = 2 * np.sum((2 * X + 0.5) * X) + np.sum(X)
    assert gradient.slope == pytest.approx(expected)
    assert gradient.offset == pytest.approx(2 * np.sum(2 * X + 0.5))
    out, tangent = ft.jvp(lambda s: f(Line(s, 0.5), X), (2.0,), (1.0,))
    assert set(out) == set(tangent) == {"y", "parts"}
    np.testing.assert_allclose(tangent["parts"][0], X)


def test_none_stands_for_zeros_in_any_part():
    f = reverse_only(
        lambda tree, y: tree["a"][0] * tree["b"] * y,
        lambda tree, y: (tree["a"][0] * tree["b"] * y, (tree, y)),
        lambda r, g: ({"a": None, "b": g * r[0]["a"][0] * r[1]}, None),
    )
    tree = {"a": (2.0, 3.0), "b": 4.0}
    assert ft.grad(f)(tree, 5.0) == {"a": (0.0, 0.0), "b": 10.0}
    assert ft.grad(f, 1)(tree, 5.0) == 0.0


def test_keywords_defaults_and_variadic_arguments():
    f = reverse_only(
        lambda x, y=2.0, *rest: x * y,
        lambda x, y, *rest: (x * y, (x, y, rest)),
        lambda r, g: (g * r[1], g * r[0], *[None] * len(r[2])),
    )
    assert ft.grad(f)(3.0) == 2.0
    assert ft.grad(lambda x: f(x) * x)(3.0) == 12.0
    assert ft.grad(lambda x: f(y=x, x=5.0))(3.0) == 5.0
    assert ft.grad(lambda x: f(5.0, x, x, x))(3.0) == 5.0
    g = reverse_only(lambda x, *, k: x, lambda x: (x, None), lambda r, g: (g,))
    defaulted = reverse_only(
        lambda x, *, k=2: k * x, lambda x: (2 * x, None), lambda _, g: (2 * g,)
    )
    assert ft.grad(defaulted)(1.0) == 2.0
    with pytest.raises(TypeError, match="the keyword arguments k have no position"):
        ft.grad(lambda x: g(x, k=2))(1.0)


@pytest.mark.parametrize("chosen", [(0, 2), ["fun", "n"], (0, "n")])
def test_nondiff_argnums(chosen):
    f = reverse_only(
        lambda fun, x, n: fun(x) * n,
        lambda fun, x, n: (fun(x) * n, x),
        lambda fun, n, x, g: (g * n * ft.grad(fun)(x),),
        nondiff_argnums=chosen,
    )
    assert ft.grad(lambda x: f(np.sin, x, 3))(0.7) == pytest.approx(3 * np.cos(0.7))
    second = ft.grad(ft.grad(lambda x: f(np.sin, x, n=3)))(0.7)
    assert second == pytest.approx(-3 * np.sin(0.7))
    g = ft.custom_jvp(lambda n, x: x**n, nondiff_argnums=0)
    g.defjvp(lambda n, p, t: (g(n, *p), n * p[0] ** (n - 1) * t[0]))
    assert ft.grad(g, 1)(3, 2.0) == 12.0
    assert ft.grad(ft.grad(g, 1), 1)(3, 2.0) == 12.0


def test_object_arrays_and_lists_of_traced_values():
    def two(x):
        return total(cube)(np.array([x[0], 2 * x[1]]))

    np.testing.assert_allclose(ft.grad(two)(X), [3 * X[0] ** 2, 48 * X[1] ** 2 / 2, 0])
    f = reverse_only(
        lambda xs: xs[0] * xs[1], lambda xs: (xs[0] * xs[1], xs),
        lambda xs, g: ([g * xs[1], g * xs[0]],),
    )  # fmt: skip
    assert ft.grad(lambda x: f([x, 3.0 * x]))(2.0) == 12.0


def test_as_a_method():
    class Model:
        def __init__(self, power):
            self.power = power

        @functools.partial(ft.custom_vjp, nondiff_argnums=(0,))
        def value(self, x):
            return x**self.power

        value.defvjp(
            lambda self, x: (x**self.power, x),
            lambda self, x, g: (g * self.power * x ** (self.power - 1),),
        )

    assert ft.grad(Model(3).value)(2.0) == 12.0


# -- recording ------------------------------------------------------------------


@pytest.mark.parametrize("function", [cube, lambda x: wave(x, 2.0)])
def test_graphs(function):
    graph = ft.make_graph(function)(Aval(3))
    np.testing.assert_array_equal(graph(X), function(X))
    assert "custom_" in str(graph)
    np.testing.assert_allclose(
        ft.grad(lambda x: np.sum(graph(x)))(X), ft.grad(total(function))(X)
    )
    slope = ft.make_graph(ft.grad(total(function)))(Aval(3))
    np.testing.assert_allclose(slope(X), ft.grad(total(function))(X))
    np.testing.assert_allclose(ft.jacobian(slope)(X), ft.hessian(total(function))(X))
    push = ft.make_graph(lambda x, v: ft.jvp(function, (x,), (v,))[1])(Aval(3), Aval(3))
    np.testing.assert_allclose(push(X, V), ft.jvp(function, (X,), (V,))[1])
    concrete = ft.make_graph(ft.grad(total(function)))(X)
    np.testing.assert_allclose(concrete(2 * X), ft.grad(total(function))(2 * X))


def test_a_graph_and_its_derivative_can_be_pickled():
    f = ft.make_graph(lambda line: cube(line.slope * line.offset))(Line(2.0, 3.0))
    loaded = pickle.loads(pickle.dumps(f))
    assert loaded(Line(2.0, 3.0)) == 216.0
    assert ft.grad(loaded)(Line(2.0, 3.0)).slope == 3 * 36.0 * 3.0


def test_shapes_of_abstract_results():
    f = reverse_only(
        lambda x: {"a": x[:2], "n": np.argmax(x), "c": 1.5},
        lambda x: 1 / 0, lambda r, g: 1 / 0,
    )  # fmt: skip
    shapes = ft.eval_shape(f, Aval(3, np.float32))
    assert shapes["a"] == Aval(2, np.float32)
    assert shapes["n"] == Aval((), np.intp)
    assert shapes["c"] == Aval(())


def test_a_function_is_pickled_by_name():
    assert pickle.loads(pickle.dumps(cube)) is cube
    assert pickle.loads(pickle.dumps(wave)) is wave
    gradient = pickle.loads(pickle.dumps(ft.grad(cube)))
    assert gradient(2.0) == 12.0
    renamed = ft.custom_vjp(cube_forward, nondiff_argnums=())
    renamed.defvjp(cube_forward, cube_backward)
    loaded = pickle.loads(pickle.dumps(renamed))
    assert loaded.fwd is cube_forward
    assert loaded.bwd is cube_backward
    assert copy.deepcopy(cube) is cube
    assert cube.__name__ == "cube"
    assert "custom_vjp of" in repr(cube)


def test_equal_calls_are_equal():
    first, _ = cube._open((X,))
    second, _ = cube._open((V,))
    assert first == second
    assert hash(first) == hash(second)
    assert first != wave._open((X, V))[0]
    assert wave._open((X, 2.0))[0] == wave._open((X, 2.0))[0]
    assert wave._open((X, 2.0))[0] != wave._open((X, 3.0))[0]
    assert str(first) == "cube"


# -- traced values that are not arguments ---------------------------------------


def capturing(where, w):
    pick = {"output": (w, 1, 1), "residual": (1, w, 1), "cotangent": (1, 1, w)}
    out, kept, bar = pick[where]
    f = reverse_only(
        lambda x: x * out, lambda x: (x * out, kept), lambda kept, g: (g * bar * kept,)
    )
    return ft.grad(f)


MESSAGE = """\
functrace.custom_vjp of <lambda>: {what} depends on a traced value that is not among \
the arguments, so the rules give no derivative for it.
  got:      a value that depends on w: float64[]
  traced at test_custom.py:{line} in outer
  help: pass the value as an argument, or functrace.stop_gradient of it where no \
derivative is wanted."""


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("output", "the output"),
        ("residual", "a residual"),
        ("cotangent", "a cotangent"),
    ],
)
def test_a_captured_traced_value_is_refused(where, what):
    def outer(w):
        return capturing(where, w)(2.0)

    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(outer)(3.0)
    line = outer.__code__.co_firstlineno + 1
    assert str(caught.value) == MESSAGE.format(what=what, line=line)
    recorded = ft.grad(lambda w: capturing(where, w)(2.0 * w))  # the rules are recorded
    with pytest.raises(ft.MissingRuleError, match="depends on a traced value"):
        recorded(3.0)
    with pytest.raises(ft.MissingRuleError, match="depends on a traced value"):
        ft.make_graph(outer)(Aval(()))


def test_a_captured_value_of_the_argument_itself_is_refused():
    def outer(x):
        y = 2 * x
        f = reverse_only(lambda t: t * y, lambda t: (t, t), lambda t, g: (g * y,))
        return ft.grad(f)(x)

    with pytest.raises(ft.MissingRuleError, match="a cotangent depends on a traced"):
        ft.grad(outer)(3.0)


def test_a_captured_value_in_a_tangent_is_refused():
    def outer(w, transform):
        f = ft.custom_jvp(lambda x: x * 2)
        f.defjvp(lambda p, t: (None, t[0] * w))
        return transform(f)(2.0)

    for transform in (ft.grad, lambda f: lambda x: ft.jvp(f, (x,), (1.0,))[1]):
        with pytest.raises(ft.MissingRuleError, match="a tangent depends on a traced"):
            ft.grad(outer)(3.0, transform)


def test_a_leaked_traced_value_is_refused_as_such():
    kept = []
    ft.grad(lambda x: kept.append(x) or x)(1.0)
    f = square_with(lambda x: (x * kept[0], x))
    with pytest.raises(ft.LeakedTracerError, match="depends on x"):
        ft.grad(f)(2.0)


def test_captured_constants_are_plain_values():
    def f(x):
        scale = np.zeros_like(x) + 2.0  # no path to x
        g = reverse_only(
            lambda t: t * scale, lambda t: (t * scale, scale), lambda s, g: (g * s,)
        )
        return np.sum(g(x))

    np.testing.assert_array_equal(ft.grad(f)(X), [2, 2, 2])


def test_comparisons_with_captured_values_are_fine():
    def outer(w):
        f = square_with(lambda x: (x**2 if w > 0 else x, x))
        return f(w * 2)

    assert ft.grad(outer)(3.0) == 24.0


# -- errors ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "fwd", "bwd", "text"),
    [
        (
            ft.PytreeMismatchError,
            lambda x: x**2,
            None,
            (
                "<lambda> must return a pair.\n  expected: (output, residuals)\n"
                "  got:      ndarray"
            ),
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: 2 * g * x,
            (
                "<lambda> must return a tuple with a cotangent for each differentiable "
                "argument.\n  expected: a tuple of 1\n  got:      ndarray\n"
                "  help: for a single argument: return (cotangent,)."
            ),
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: (2 * g * x, None),
            "expected: a tuple of 1\n  got:      a tuple of 2",
        ),
        (
            ft.PytreeMismatchError,
            None,
            lambda x, g: ({"a": g},),
            (
                "the cotangent of argument 'x' that <lambda> gave has another "
                "structure than it must have.\n  expected: PyTreeSpec(*)"
            ),
        ),
        (
            ft.ShapeError,
            None,
            lambda x, g: (g[:2],),
            (
                "the cotangent of argument 'x' has another shape.\n"
                "  expected: float64[3]\n  got:      float64[2]"
            ),
        ),
        (
            ft.DtypeError,
            None,
            lambda x, g: (np.array(["a", "b", "c"]),),
            (
                "the cotangent of argument 'x' has another dtype.\n"
                "  expected: float64[3]\n  got:      str"
            ),
        ),
        (
            ft.DtypeError,
            None,
            lambda x, g: (print,),
            (
                "the cotangent of argument 'x' is not an array.\n"
                "  expected: arrays, numbers, or pytrees of them\n"
                "  got:      builtin_function_or_method"
            ),
        ),
        (
            ft.DtypeError,
            lambda x: ("text", x),
            None,
            "the output is not an array.",
        ),
    ],
)
def test_what_a_reverse_rule_may_not_return(error, fwd, bwd, text):
    with pytest.raises(error) as caught:
        ft.grad(total(square_with(fwd, bwd)))(X)
    assert "functrace.custom_vjp of <lambda>: " in str(caught.value)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("error", "result", "text"),
    [
        (
            ft.PytreeMismatchError,
            lambda x, t: t,
            "<lambda> must return a pair.\n  expected: (output, tangent of the output)",
        ),
        (
            ft.PytreeMismatchError,
            lambda x, t: (x, (t,)),
            "the tangent that <lambda> gave has another structure than it must have.",
        ),
        (
            ft.ShapeError,
            lambda x, t: (x, np.sum(t)),
            "another shape.\n  expected: float64[3]\n  got:      float64[]",
        ),
        (
            ft.DtypeError,
            lambda x, t: (x, t * 1j),
            (
                "a tangent has another dtype.\n"
                "  expected: float64[3]\n  got:      complex128[3]"
            ),
        ),
    ],
)
def test_what_a_forward_rule_may_not_return(error, result, text):
    f = ft.custom_jvp(lambda x: x**2)
    f.defjvp(lambda primals, tangents: result(primals[0], tangents[0]))
    for transform in (ft.grad(total(f)), lambda x: ft.jvp(f, (x,), (V,))):
        with pytest.raises(error) as caught:
            transform(X)
        assert "functrace.custom_jvp of <lambda>: " in str(caught.value)
        assert text in str(caught.value)


def test_a_forward_rule_that_is_not_linear_has_no_transpose():
    f = ft.custom_jvp(lambda x: x**2)
    f.defjvp(lambda p, t: (None, t[0] ** 2))
    assert ft.jvp(f, (2.0,), (3.0,))[1] == 9.0
    with pytest.raises(ft.MissingRuleError, match="not linear in the tangents"):
        ft.grad(f)(2.0)


def test_a_reverse_rule_that_cannot_be_traced_has_no_transpose():
    f = square_with(bwd=lambda x, g: (2 * x * float(g),))
    assert ft.grad(f)(3.0) == 6.0
    with pytest.raises(ft.ConcretizationError) as caught:
        ft.jvp(f, (3.0,), (1.0,))
    assert caught.value.__notes__ == [
        (
            "functrace: while transposing the vjp of custom_vjp_call(call=<lambda>, "
            "keep=True), which has no jvp of its own."
        )
    ]


def test_a_function_without_rules_is_refused():
    for make in (ft.custom_vjp, ft.custom_jvp):
        with pytest.raises(ft.MissingRuleError) as caught:
            make(total)(1.0)
        assert str(caught.value) == (
            f"functrace.{make.__name__} of total: the function has no derivative yet.\n"
            "  help: give it one with .defvjp, .defjvp or .defjvps."
        )
    with pytest.raises(
        TypeError, match=r"functrace\.custom_vjp: a function was expected"
    ):
        ft.custom_vjp(3)


def test_arguments_that_are_refused():
    f = square_with()
    with pytest.raises(ft.DtypeError) as caught:
        ft.grad(lambda x: f({"a": x, "b": "text"}))(1.0)
    assert str(caught.value) == (
        "functrace.custom_vjp of <lambda>: argument 'x' is not an array or a number.\n"
        "  expected: arrays, numbers, or pytrees of them\n"
        "  got:      str\n"
        "  help: name its position in nondiff_argnums."
    )
    fixed = reverse_only(
        lambda x, y: x, lambda x, y: (x, y), lambda x, y, g: (g,), nondiff_argnums=1
    )
    with pytest.raises(ft.MissingRuleError) as caught:
        ft.grad(lambda x: fixed(x, {"a": x}))(1.0)
    assert str(caught.value) == (
        "functrace.custom_vjp of <lambda>: argument 'y' holds a traced value, but "
        "nondiff_argnums says that it has no derivative.\n"
        "  got:      float64[]\n"
        "  help: leave it out of nondiff_argnums, and return None for its cotangent if "
        "it is zero."
    )
    for wrong in (-1, "z"):
        g = reverse_only(lambda x: x, None, None, nondiff_argnums=wrong)
        g.fwd = cube_forward
        with pytest.raises(
            ft.ShapeError, match="names an argument that does not exist"
        ):
            ft.grad(g)(1.0)
    h = ft.custom_jvp(lambda x, y: x, nondiff_argnums=1)
    with pytest.raises(TypeError, match="use defjvp in place of defjvps"):
        h.defjvps(None, None)
    k = ft.custom_jvp(lambda x, y: x)
    k.defjvps(None)
    with pytest.raises(ft.PytreeMismatchError, match="or None, for each argument"):
        ft.grad(k)(1.0, 2.0)


def test_nothing_is_recorded_inside():
    nodes = []

    def fwd(x):
        y = np.sin(x) ** 2
        nodes.append(isinstance(y, Tracer))
        return y, x

    ft.grad(total(square_with(fwd)))(X)
    assert nodes == [False]
