import numpy as np
import pytest

import functrace as ft
from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.errors import message


def test_the_form_of_a_message():
    text = message("where: what.", expected=1, got=2, source="a.py:3 in f", help="do.")
    assert text.splitlines() == [
        "where: what.",
        "  expected: 1",
        "  got:      2",
        "  traced at a.py:3 in f",
        "  help: do.",
    ]


def text_of(error, function, *args):
    with pytest.raises(error) as caught:
        function(*args)
    return str(caught.value)


def test_float_of_a_tracer():
    text = text_of(ft.ConcretizationError, ft.grad(lambda x: x.__float__()), 1.0)
    first, got, traced, way_out = text.splitlines()
    assert first == "functrace: float() of a traced value would drop its gradient."
    assert got == "  got:      float64[]"
    assert "test_errors.py:" in traced
    assert "use functrace.scipy's functions in place of scipy's" in way_out


def test_a_tracer_written_into_a_plain_array():
    buffer = np.zeros(3)

    def f(x):
        buffer[0] = x
        return buffer.sum()

    with pytest.raises(ft.ConcretizationError) as caught:
        ft.grad(f)(1.0)
    assert str(caught.value.__cause__) == "setting an array element with a sequence."
    text = str(caught.value)  # ours comes last
    assert "a copy that is made in the function (array.copy())" in text
    assert "in f" in text


def test_a_function_that_is_not_supported():
    text = text_of(
        ft.MissingRuleError, ft.grad(lambda x: np.packbits(x)[0]), np.ones(3)
    )
    assert text.startswith(
        "functrace: numpy.packbits is not supported on traced values."
    )
    assert "functrace.custom_vjp" in text


def test_a_leaked_tracer():
    kept = []
    ft.grad(lambda x: kept.append(x * 2) or x)(1.0)
    text = text_of(ft.LeakedTracerError, ft.grad(lambda x: x * kept[0]), 1.0)
    assert text.startswith(
        "functrace.grad: a traced value was used after the transform"
    )
    assert "a value that depends on x: float64[]" in text
    assert "has_aux=True" in text
    assert "used after" in text_of(ft.LeakedTracerError, float, kept[0])


def test_every_error_is_also_a_standard_one():
    assert issubclass(ft.ShapeError, ValueError)
    assert issubclass(ft.DtypeError, TypeError)
    assert issubclass(ft.MissingRuleError, NotImplementedError)
    assert issubclass(ft.ConcretizationError, TypeError)
    assert issubclass(ft.LeakedTracerError, RuntimeError)
    assert issubclass(ft.PytreeMismatchError, ValueError)
    assert issubclass(ft.MutationError, RuntimeError)
    assert issubclass(ft.GraphFreedError, RuntimeError)
    assert issubclass(ft.AnomalyError, FloatingPointError)


def test_tracers_do_not_leave_the_process():
    import pickle  # noqa: PLC0415 - needed here alone

    text = text_of(TypeError, ft.grad(lambda x: len(pickle.dumps(x))), 1.0)
    assert "cannot be pickled" in text


def test_tracers_are_unhashable_as_arrays_are():
    assert "unhashable" in text_of(TypeError, ft.grad(hash), np.ones(2))


def dispatching_functions():
    for module in (np, np.linalg, np.fft):
        for name in sorted(vars(module)):
            function = getattr(module, name)
            if not name.startswith("_") and hasattr(function, "_implementation"):
                yield pytest.param(function, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("function", list(dispatching_functions()))
def test_every_function_is_traced_or_refuses_by_name(function):
    tracer = ft.variable(np.ones(3))
    if function not in FUNCTIONS:
        with pytest.raises(ft.MissingRuleError, match=rf"\.{function.__name__} "):
            tracer.__array_function__(function, (ft.Tracer,), (tracer,), {})


@pytest.mark.parametrize(
    "ufunc", [v for v in vars(np).values() if isinstance(v, np.ufunc)], ids=str
)
def test_every_ufunc_is_traced_or_refuses_by_name(ufunc):
    tracer = ft.variable(np.ones(3))
    if ufunc not in UFUNCS:
        with pytest.raises(ft.MissingRuleError, match=ufunc.__name__):
            ufunc(*[tracer] * ufunc.nin)
