"""Kinds of lines: what NumPy's users write."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.fuzz._support import dtype_of, shape_of
from tests.fuzz._write import Rejected, Writer


def _like(w: Writer, name: str) -> str:
    """Text of a value that broadcasts with another without making it larger."""
    shape = shape_of(w.value(name))

    def fits(value: Any) -> bool:
        try:
            return np.broadcast_shapes(shape_of(value), shape) == shape
        except ValueError:
            return False

    return w.pick(fits) if w.chance(0.8) else f"fit({w.pick()}, {shape})"


def operator(w: Writer) -> None:
    """Arithmetic, comparisons, choices, of values with whichever dtypes they have."""
    a = w.pick()
    b = w.choose([_like(w, a), _like(w, a), _like(w, a), "2.0", "-0.5", "3", "True"])
    c = _like(w, a)
    templates = [
        "{a} + {b}",
        "{b} - {a}",
        "{a} * {b}",
        "{a} / (3 + abs({b}))",
        "{a} * {b} + {c}",
        "{b} * {a} - {c} * {b}",
        "({a} * {b} + 1) * ({c} - {a})",
        "np.where({a} > {b}, {c}, {a})",
        "np.where({a} != 0, np.sqrt(abs({b}) + 1), {c})",
        "np.maximum({a}, {b})",
        "np.minimum({a}, {b})",
        "np.clip({a}, -0.5, 0.75)",
        "abs({a})",
        "-{a}",
        "(+{a}) ** 2" if dtype_of(w.value(a)).kind != "b" else "{a} ** 3",
        "{a} ** 3",
        "(abs({a}) + 0.5) ** 0.5",
        "(abs({a}) + 0.5) ** (abs({b}) + 0.1)",
        "np.exp(bounded({a}))",
        "np.tanh({a} - {b})",
        "np.real({a}) * {b}",
        "np.imag({a})",
        "np.conj({a}) * {b}",
        "np.angle({a} + 2)",
        "1 / (1 + np.exp(-bounded({a})))",
        "({a} > {b}) & ({c} < 1)",
        "{a} == {a}",
        "{a} % (abs({b}) + 2)",
        "{a} // (abs({b}) + 2)",
        "np.sign({a}) * {b}",
        "to({a}, 'float64') * to({b}, 'float64')",
        "to({a}, 'float32') + to({b}, 'float32')",
        "to({a}, 'int32') * 3 - to({b}, 'int32')",
        "to({a}, 'int64') >> 1 | 5",
        "to({a}, 'uint8') + to({b}, 'uint8')",
        "to({a}, 'complex128') * 1j",
        "np.astype(to({a}, 'int16'), np.float32)",
        "np.nan_to_num({a})",
        "np.isfinite({a}) * {b}",
        "np.hypot(to({a}, 'float64'), 1 + abs(to({b}, 'float64')))",
    ]
    w.assign("operator", w.choose(templates).format(a=a, b=b, c=c), exact=False)


def _axes(w: Writer, a: str) -> tuple[Any, int]:
    """One axis, several, or None; and one axis."""
    ndim = len(shape_of(w.value(a)))
    axis = int(w.rng.integers(-ndim, ndim))
    several = tuple(i for i in range(ndim) if w.chance(0.5))
    return w.choose([None, axis, axis, several]), axis


def reduction(w: Writer) -> None:
    """Sums and other totals along axes."""
    a = w.pick(lambda v: len(shape_of(v)) > 0)
    axes, axis = _axes(w, a)
    keep = w.choose(["", ", keepdims=True"])
    templates = [
        "np.sum({a}, axis={axes}{keep})",
        "np.sum({a} * {b}, axis={axes}{keep})",
        "np.sum(abs({a}) * {b} + {a}, axis={axes}{keep})",
        "np.mean({a}, axis={axes}{keep})",
        "np.max({a}, axis={axes}{keep})",
        "np.min({a}, axis={axes}{keep})",
        "np.prod(bounded(to({a}, 'float64')), axis={axes}{keep})",
        "np.prod(to({a}, 'int64'), axis={axes}{keep})",
        "np.var({a}, axis={axes}{keep})",
        "np.std({a} + {b}, axis={axes}{keep})",
        "np.any({a} > 0.3, axis={axes}{keep})",
        "np.all({a} > -1, axis={axes}{keep})",
        "np.count_nonzero({a}, axis={axes}{keep})",
        "np.argmax({a}, axis={axis}{keep})",
        "np.argmin({a}, axis={axis}{keep})",
        "np.cumsum({a}, axis={axis})",
        "np.cumprod(bounded({a}), axis={axis})",
        "np.sort({a}, axis={axis})",
        "np.argsort({a}, axis={axis}, stable=True)",
        "np.linalg.norm({a}, axis={axis}{keep})",
        "np.ptp({a}, axis={axis})",
        "np.median(np.real({a}), axis={axis})",
        "np.diff({a}, axis={axis})",
        "np.logaddexp.reduce(np.real({a}) * 1.0, axis={axis})",
        "np.maximum.accumulate(np.real({a}), axis={axis})",
        "np.exp({a} - np.max(np.real({a}), axis={axis}, keepdims=True))",
    ]
    text = w.choose(templates).format(
        a=a, b=_like(w, a), axes=axes, axis=axis, keep=keep
    )
    w.assign("reduction", text)


def _around(w: Writer) -> dict[str, Any]:
    """Names and axes for the templates of an array and others that fit it."""
    a = w.pick(lambda v: len(shape_of(v)) > 0)
    _, axis = _axes(w, a)
    b = f"fit({w.pick()}, ())" if w.chance(0.7) else "0.5"
    c = f"fit({w.pick()}, {shape_of(w.value(a))})"
    return {"a": a, "b": b, "c": c, "axis": axis}


def layout(w: Writer) -> None:
    """Views and copies."""
    templates = [
        "{a}.T",
        "{a}.reshape(-1)",
        "{a}.reshape({a}.shape[::-1])",
        "{a}.ravel('F')",
        "np.copy({a})",
        "np.flip({a}, {axis})",
        "np.swapaxes({a}, 0, {axis})",
        "np.moveaxis({a}, {axis}, 0)",
        "np.roll({a}, 1, axis={axis})",
        "np.roll({a}, -2)",
        "np.broadcast_to({a}, (2, *{a}.shape))",
        "np.expand_dims({a}, {axis})",
        "np.squeeze({a})",
        "np.tile({a}, 2)",
        "np.repeat({a}, 2, axis={axis})",
        "np.pad({a}, 1)",
        "np.pad({a}, 1, mode='edge')",
        "np.tril(fit({a}, (4, 5)))",
        "np.diagonal(fit({a}, (4, 5)))",
        "np.split({a}, [1], axis={axis})[-1]",
        "np.lib.stride_tricks.sliding_window_view({a}, 2, axis={axis})",
        "ft.numpy.full({a}.shape, {b})",
        "np.concatenate([{a}, {c}], axis={axis})",
        "np.stack([{a}, {c}], axis={axis})",
        "np.meshgrid(np.reshape({a}, -1)[:9], [0.5, 1.5])[0]",
    ]
    w.assign("layout", w.choose(templates).format(**_around(w)), exact=True)


def joined(w: Writer) -> None:
    """Arrays of which parts are computed."""
    templates = [
        "{a}.T + {b}",
        "{a}[..., None] * {b}",
        "np.concatenate([{a}, {a} * {b}], axis={axis})",
        "ft.numpy.array([np.sum({a}), {b}, 1.0])",
        "np.zeros_like({a}) + {b}",
        "np.outer({a}, [1.0, 2.0])",
        "np.stack([{a} * {c}, {c}, {c} + {b}], axis={axis}) * 2",
    ]
    w.assign("joined", w.choose(templates).format(**_around(w)))


def matrices(w: Writer) -> None:
    """Products and solutions of small matrices."""
    a, b = w.pick_inexact(), w.pick_inexact()
    n, m, k = (int(w.choose([1, 2, 3, 4, 5, 7, 8, 9, 17, 33])) for _ in range(3))
    small = min(n, 9)
    templates = [
        "fit({a}, ({n}, {m})) @ fit({b}, ({m}, {k}))",
        "fit({a}, ({n}, {m})) @ fit({b}, ({m},))",
        "fit({a}, ({m},)) @ fit({b}, ({m}, {k}))",
        "fit({a}, ({m},)) @ fit({b}, ({m},))",
        "fit({a}, (2, {n}, {m})) @ fit({b}, ({m}, {k}))",
        "fit({a}, ({m}, {n})).T @ fit({b}, ({k}, {m})).T",
        "np.tensordot(fit({a}, ({n}, {m})), fit({b}, ({n}, {m})), 2)",
        "np.einsum('ij,kj->ik', fit({a}, ({n}, {m})), fit({b}, ({k}, {m})))",
        "np.einsum('ii->i', fit({a}, ({n}, {n}))) * 1",
        (
            "np.einsum('ij,jk,k->i', fit({a}, ({n}, {m})), fit({b}, ({m}, {k})), "
            "fit({a}, ({k},)))"
        ),
        (
            "np.linalg.solve(4 * {s} * np.eye({s}) + bounded(fit({a}, ({s}, {s}))), "
            "fit({b}, ({s}, 2)))"
        ),
        "np.linalg.inv(4 * {s} * np.eye({s}) + bounded(fit({a}, ({s}, {s}))))",
        "np.linalg.det(2 * np.eye({s}) + bounded(fit({a}, ({s}, {s}))) / {s})",
        (
            "np.linalg.cholesky(9 * np.eye({s}) + fit(bounded({a}), ({s}, {s})) "
            "@ np.conj(fit(bounded({a}), ({s}, {s})).T))"
        ),
        "np.outer(fit({a}, ({n},)), fit({b}, ({m},)))",
        "np.kron(fit({a}, (2, 2)), fit({b}, (2, 3)))",
    ]
    w.assign("matrices", w.choose(templates).format(a=a, b=b, n=n, m=m, k=k, s=small))


def index(w: Writer, shape: tuple[int, ...]) -> str:
    """Text of an index that fits the shape."""
    entries: list[str] = []
    listed = False
    for length in shape[: int(w.rng.integers(1, len(shape) + 1))]:
        kinds = ["int", "slice", "step", "back", "new", "most"]
        kinds += ["list", "moved"] if not listed and length else []
        kind = w.choose(kinds)
        at = int(w.rng.integers(-length, length)) if length else 0
        listed |= kind in ("list", "moved")
        moved = f"whole(to(fit({w.pick()}, (3,)), 'int64'), {-length}, {length - 1})"
        entries.append(
            {
                "int": str(at) if length else ":",
                "slice": f"{at}:",
                "most": f":{max(length - 1, 1)}",
                "step": "::2",
                "back": "::-1",
                "new": "None, :",
                "list": f"[{at}, 0, {at}]",
                "moved": moved,
            }[kind]
        )
    ahead = w.choose(["", "..., "]) if len(entries) == len(shape) else ""
    return ahead + ", ".join(entries)


def read(w: Writer) -> None:
    """Parts of arrays."""
    a = w.pick(lambda v: len(shape_of(v)) > 0)
    w.assign("read", f"{a}[{index(w, shape_of(w.value(a)))}]", exact=True)


def place(w: Writer) -> None:
    """Write into an array, which may be a view of another, or have views."""

    def fits(name: str) -> bool:
        value = w.value(name)
        free = w.root.writes_inputs and not w.depth
        outer = [] if free else [n for n in w.names if n not in w.own]
        outer += [n for n in w.root.constants if n in w.scope]
        return (
            isinstance(value, np.ndarray)
            and value.ndim > 0
            and value.flags.writeable
            and not any(
                isinstance(w.value(n), np.ndarray)
                and np.may_share_memory(value, w.value(n))
                for n in outer
            )
        )

    possible = w.names if w.root.writes_inputs and not w.depth else w.own
    names = [n for n in possible if fits(n)]
    if not names:
        raise Rejected
    a = w.choose(names)
    dtype, shape = w.value(a).dtype, w.value(a).shape
    source = f"to({{}}, {dtype.name!r})"
    b = source.format(f"fit({w.pick()}, ())")
    c = source.format(_like(w, a))
    templates = [
        "{a}[{i}] = {b}",
        "{a}[{i}] = {a}[{i}] * {a}[{i}]",
        "{a}[{i}] *= {b}",
        "{a}[{i}] += {a}[{i}] * {b}",
        "{a}[{i}] -= fit({c}, shape_of({a}[{i}]))",
        "{a} += {c}",
        "{a} *= {b}",
        "{a}[...] = {c}",
        "np.multiply({a}, {c}, out={a})",
        "{a}[{a} > 0] = {b}",
        "np.add.at({a}, [0, 0], {b})",
    ]
    text = w.choose(templates).format(a=a, b=b, c=c, i=index(w, shape))
    w.write("place", text)


def ruled(w: Writer) -> None:
    """A function with derivatives of its own."""
    a = w.pick_inexact()
    name = w.choose(["reverse_product", "forward_product"])
    w.assign(name, f"{name}({a}, settle({w.pick()}, {a}))")


def held(w: Writer) -> None:
    """A value whose derivative is left out."""
    w.assign("stop", f"ft.stop_gradient({w.pick_inexact(1)} * 1.0)")
