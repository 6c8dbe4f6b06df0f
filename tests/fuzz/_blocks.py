"""Kinds of lines that call functions: loops, branches, transforms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.fuzz._program import Body
from tests.fuzz._steps import SIMPLE
from tests.fuzz._support import dtype_of, shape_of
from tests.fuzz._trees import planted
from tests.fuzz._write import Rejected, Writer, steps, tuple_of

_DEEPEST = 2


def inner(w: Writer, params: Sequence[str], values: Sequence[object]) -> Writer:
    """A writer of a function; its parameters get these names if they are given."""
    if w.depth >= _DEEPEST:
        raise Rejected
    child = Writer(w.rng, w)
    for name, value in zip(params, values, strict=True):
        child.params.append(name)
        child.scope[name] = value
        child.names.append(name)
    return child


def filled(child: Writer) -> Writer:
    """With lines written."""
    kinds = [*SIMPLE, (planted, 1.0)]
    kinds += [] if child.depth == _DEEPEST else [(block, 0.6)]
    steps(child, kinds, int(child.rng.integers(1, 4)))
    if not child.lines:
        raise Rejected
    return child


def results(child: Writer, *, inexact: bool = False) -> list[str]:
    """Some of what was made in a function, the last one with them."""
    own = [n for n in child.own if not inexact or dtype_of(child.value(n)).kind in "fc"]
    if not own:
        raise Rejected
    return [n for n in own[:-1] if child.chance(0.3)][:2] + own[-1:]


def function(
    w: Writer, operands: Sequence[str], *, inexact: bool = False
) -> tuple[Body, int]:
    """A function of such operands, and how many results it has."""
    names = [w.name("p") for _ in operands]
    child = filled(inner(w, names, [w.value(n) for n in operands]))
    found = results(child, inexact=inexact)
    return child.body(tuple_of(found)), len(found)


def operands_of(w: Writer, count: int) -> list[str]:
    return [w.pick_inexact(), *(w.pick() for _ in range(count - 1))]


def jitted(w: Writer) -> None:
    names = operands_of(w, 2)
    body, count = function(w, names)
    w.assign("jit", f"ft.jit({body.name})({', '.join(names)})", count, bodies=[body])


def mapped(w: Writer) -> None:
    """A function mapped over an axis of one operand, and perhaps of two."""
    a = w.pick(
        lambda v: len(shape_of(v)) > 0 and np.size(v) > 0 and max(shape_of(v)) < 40
    )
    value, b = w.value(a), w.pick()
    axis = int(w.rng.integers(-value.ndim, value.ndim))
    length = value.shape[axis]
    second = w.value(b)
    axes = [axis, None]
    element = second
    shape = shape_of(second)
    if length in shape and w.chance(0.7):
        axes[1] = shape.index(length)
        element = np.take(second, 0, axes[1])
    names = [w.name("p"), w.name("p")]
    child = filled(inner(w, names, [np.take(value, 0, axis), element]))
    found = results(child)
    body = child.body(tuple_of(found))
    out = w.choose(["", "", ", out_axes=-1"])
    text = f"ft.vmap({body.name}, in_axes={tuple(axes)}{out})({a}, {b})"
    w.assign("vmap", text, len(found), bodies=[body])


def rows_of(w: Writer) -> tuple[str, object]:
    """Text of an array with not too many rows, and its first row."""
    a = w.pick(lambda v: len(shape_of(v)) > 0 and np.size(v) > 0)
    text = f"{a}[:{w.choose([1, 2, 3, 5])}]" if w.chance(0.8) else a
    value = w.evaluate(text)
    if len(value) > 40:
        raise Rejected
    return text, value[0]


def scanned(w: Writer) -> None:
    carry = w.pick()
    rows, first = rows_of(w)
    names = [w.name("p"), w.name("p")]
    like = w.constant(np.array(w.value(carry))[()])
    start = f"settle({carry}, {like})"
    child = filled(inner(w, names, [w.evaluate(start), first]))
    found = results(child)
    last = found[-1]
    body = child.body(f"settle({last}, {like}), {tuple_of(found)}")
    options = w.choose(
        ["", "", ", reverse=True", ", checkpoint='sqrt'", ", checkpoint=2"]
    )
    call = f"ft.scan({body.name}, {start}, {rows}{options})"
    name = w.name("s")
    text = f"(lambda {name}: ({name}[0], *{name}[1]))({call})"
    w.assign("scan", text, 1 + len(found), bodies=[body])


def counted(w: Writer) -> None:
    carry = w.pick_inexact()
    names = [w.name("p"), w.name("p")]
    like = w.constant(np.array(w.value(carry))[()])
    start = f"settle({carry}, {like})"
    child = filled(inner(w, names, [np.int64(0), w.evaluate(start)]))
    result = f"settle({results(child)[-1]} + {names[1]}, {like})"
    child.evaluate(result)  # there may be no round that would do so
    body = child.body(result)
    count = int(w.rng.integers(0, 5))
    upper = str(count)
    if w.chance(0.4):
        upper = f"whole(to(fit({w.pick()}, ()), 'int64'), 0, {count})"
    call = f"ft.fori_loop(0, {upper}, {body.name}, {start})"
    w.assign("fori_loop", call, bodies=[body])


def repeated(w: Writer) -> None:
    carry = w.pick_inexact()
    name, state = w.name("p"), w.name("s")
    like = w.constant(np.array(w.value(carry))[()])
    start = f"settle({carry}, {like})"
    child = filled(inner(w, [name], [w.evaluate(start)]))
    body = child.body(f"settle({results(child)[-1]}, {like})")
    limit = int(w.rng.integers(0, 5))
    condition = f"{state}[0] < {limit}"
    if w.chance(0.5):
        condition = f"({condition}) & (np.sum(abs({state}[1])) > 0.2)"
    call = (
        f"ft.while_loop(lambda {state}: {condition}, "
        f"lambda {state}: ({state}[0] + 1, {body.name}({state}[1])), (0, {start}))"
    )
    w.assign("while_loop", call, 2, bodies=[body])


def looped(w: Writer) -> None:
    rows, first = rows_of(w)
    name = w.name("p")
    child = filled(inner(w, [name], [first]))
    found = results(child)
    body = child.body(tuple_of(found))
    size = w.choose(["", "", ", batch_size=2"])
    w.assign("map", f"ft.map({body.name}, {rows}{size})", len(found), bodies=[body])


def branched(w: Writer) -> None:
    names = operands_of(w, 2)
    first, _ = function(w, names)
    child_names = [w.name("p") for _ in names]
    second = filled(inner(w, child_names, [w.value(n) for n in names]))
    last = w.constant(
        np.array(w.evaluate(f"{first.name}({', '.join(names)})[-1]", [first]))[()]
    )
    first.result = f"settle({first.result}[-1], {last})"
    other = second.body(f"settle({results(second)[-1]}, {last})")
    if w.chance(0.5):
        test = f"np.sum(np.real({w.pick()})) > {w.choose([0, 0.5, 1])}"
        text = f"ft.cond({test}, {first.name}, {other.name}, {', '.join(names)})"
    else:
        number = f"whole(to(fit({w.pick()}, ()), 'int64'), 0, 2)"
        functions = f"[{first.name}, {other.name}, {first.name}]"
        text = f"ft.switch({number}, {functions}, {', '.join(names)})"
    tag = text[3:].partition("(")[0]
    w.assign(tag, text, bodies=[first, other])


def accumulated(w: Writer) -> None:
    a = w.pick_inexact(1)
    axis = int(w.rng.integers(0, len(shape_of(w.value(a)))))
    operation = w.choose(["np.multiply", "np.add", "np.maximum", "lambda p, q: p * q"])
    if dtype_of(w.value(a)).kind == "c":
        operation = "np.multiply"
    reverse = w.chance(0.3)
    call = f"ft.associative_scan({operation}, bounded({a}), {reverse}, {axis})"
    w.assign("associative_scan", call)


def differentiated(w: Writer) -> None:
    """Derivatives within the program."""
    names = operands_of(w, 2)
    body, _ = function(w, names, inexact=True)
    a = names[0]
    kind = w.choose(["grad", "jvp", "vjp", "hvp"])
    function_text = f"scalar({body.name})"
    call = {
        "grad": f"(ft.grad({function_text})({', '.join(names)}),)",
        "vjp": f"ft.value_and_grad({function_text})({', '.join(names)})",
        "jvp": f"ft.jvp(lambda z: {function_text}(z, {names[1]}), ({a},), "
        f"(settle({a}, {a}),))",
        "hvp": f"(ft.hvp(lambda z: {function_text}(z, {names[1]}), ({a},), "
        f"(settle({a}, {a}),)),)",
    }[kind]
    count = 1 if kind in ("grad", "hvp") else 2
    w.assign(kind, call, count, bodies=[body])


def hessian(w: Writer) -> None:
    a = w.pick_inexact()
    name = w.name("p")
    small = f"fit({a}, (3,))"
    child = filled(inner(w, [name], [w.evaluate(small)]))
    body = child.body(tuple_of(results(child, inexact=True)))
    kind = w.choose(["hessian", "jacfwd", "jacrev"])
    if dtype_of(w.value(a)).kind == "c":
        raise Rejected
    call = f"ft.{kind}(scalar({body.name}))({small})"
    w.assign(kind, call, bodies=[body])


def block(w: Writer) -> None:
    """One of them."""
    w.choose(BLOCKS)(w)


BLOCKS = [
    jitted,
    mapped,
    mapped,
    scanned,
    scanned,
    counted,
    repeated,
    looped,
    branched,
    branched,
    accumulated,
    differentiated,
    differentiated,
    hessian,
]
