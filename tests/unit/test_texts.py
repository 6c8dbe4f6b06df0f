"""Texts of traced values: as without a transform, or refused, but where people read them."""

# ruff: noqa: T201, G004 - as users write

from __future__ import annotations

import io
import logging

import numpy as np
import pytest

import functrace as ft

X = 2.0


class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Point({self.x})"


@pytest.mark.parametrize(
    "text",
    [
        str,
        repr,
        format,
        lambda x: f"{x}",
        lambda x: f"x{x!r}",
        lambda x: "%s" % x,  # noqa: UP031
        lambda x: "%.3f" % x,  # noqa: UP031
        lambda x: "{}".format(x),  # noqa: UP032
        lambda x: str([x]),
        lambda x: ",".join(map(str, [x, x])),
        lambda x: str(Point(x)),
    ],
)
def test_texts_of_unknown_values_decide_nothing(text):
    def chosen(x):
        return {text(X): x}.get(text(x), 2 * x)

    with pytest.raises(ft.ConcretizationError, match=r"a text of a value .* 'x'"):
        ft.jit(chosen)(X)


def test_texts_of_known_values_are_theirs():
    def chosen(x):
        return {str(X): x}.get(f"{x}", 2 * x) + {"2.0": x}[str(x)]

    assert ft.grad(chosen)(X) == 2


def test_known_values_are_formatted_as_numbers():
    log, written = logging.getLogger("numbers"), io.StringIO()
    log.addHandler(logging.StreamHandler(written))
    texts = []

    def shown(x):
        texts.append("%.2f %g %d" % (x, x * x, x))  # noqa: UP031
        text = "%5.1f"
        text %= x
        texts.append(text)
        log.warning("loss %.3f", x)
        return x**2

    assert ft.grad(shown)(X) == 4
    assert texts == ["2.00 4 2", "  2.0"]
    assert written.getvalue() == "loss 2.000\n"


def test_remainders_of_numbers_are_no_texts():
    def remainder(x):
        table = np.array([1.0, 2.0])
        return table[int(5.0 % x)] * (7.5 % x) + float(5 % x)

    assert ft.grad(remainder)(X) == -2 * 3 - 2


def test_texts_are_printed_and_logged(capsys):
    log, written = logging.getLogger("texts"), io.StringIO()
    log.addHandler(logging.StreamHandler(written))

    def shown(x):
        print(f"x is {x},", str(x), [x], Point(x))
        log.warning(f"again {x}")
        return x

    ft.make_graph(lambda x: (print(f"{x}"), x)[1])(ft.Aval(()))
    assert capsys.readouterr().out == "Tracer(float64[])\n"
    ft.jit(shown)(X)
    assert "x is Tracer(float[]), Tracer(float[])" in capsys.readouterr().out
    assert written.getvalue() == "again Tracer(float[])\n"


@pytest.mark.parametrize("listed", [[0.0], (1, 2)])
def test_lists_are_not_repeated_so_often(listed):
    assert ft.jit(lambda n: listed * np.float64(n))(3) is not None
    with pytest.raises(ft.ConcretizationError, match="an index"):
        ft.jit(lambda n: listed * n)(3)
