"""Kernels of numbers in the builder's notation: as vectors, where their code has no loops.

Numba's text of a function without loops is rewritten for any number of lanes, its branches
as choices between results. Any other function is called for each lane.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import llvmlite.binding as ll
import numpy as np

from functrace.compiler.forms import Unlowered
from functrace.compiler.kernels.numba_code import RAISED, Kernel, returned
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.linker import machine
from functrace.compiler.machine.symbols import LOCK
from functrace.compiler.machine.target import Target, host
from functrace.compiler.math import vecmath
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import LLVM, Kind, kind_of, llvm_type
from functrace.compiler.notation.memory import element
from functrace.core.errors import DtypeError, message

_KINDS = {"double": "f64", "float": "f32", "i1": "b1"} | {
    f"i{bits}": f"i{bits}" for bits in (8, 16, 32, 64)
}
_DTYPES = {
    kind_of(dtype): dtype for dtype in map(np.dtype, "?bhilBHILfd")
}  # every native kind of real numbers


class FunctionText(NamedTuple):
    """A function of numbers, as LLVM text without loops: or else called by a symbol.

    Attributes
    ----------
    blocks : dict or None
        For each label, its instructions, every block after those that lead to it.
    symbol : str
    kind : str
        Of the result.
    """

    blocks: dict[str, list[str]] | None
    symbol: str
    kind: Kind


def scalar_function(kernel: Kernel) -> Callable[..., Value]:
    """Emitter of a kernel of real numbers; see `functrace.compiler.forms.Elementwise`."""

    def emit(b: Builder, *values: Any) -> Value:
        if any(type(value) is Complex for value in values):
            raise Unlowered
        kinds = tuple(value.kind for value in values)
        function = _function(kernel, kinds)
        lanes = max(value.lanes for value in values)
        given = [b.splat(_argument(b, value), lanes) for value in values]
        if function.blocks is None:
            return _by_lane(b, function, given)
        return _Inlining(b, given, lanes).result(function)

    return emit


def _argument(b: Builder, value: Value) -> Value:
    """A value as Numba takes it: a truth value as a byte."""
    if value.kind != "b1":
        return value
    type_ = llvm_type("i8", value.lanes)
    return b.emit(f"zext {value.type} {value.text} to {type_}", "i8", value.lanes)


def _result(b: Builder, value: Value, kind: Kind) -> Value:
    return value != 0 if kind == "b1" else b.bitcast(value, kind)


# -- what Numba makes of a kernel ------------------------------------------------------


@functools.lru_cache(maxsize=1024)
def _function(kernel: Kernel, kinds: tuple[Kind, ...]) -> FunctionText:
    types = tuple(_DTYPES[kind] for kind in kinds)
    text = kernel.text(types)
    kind = returned(text)
    body = _simplified(text, kernel.name_for(types))
    if RAISED in body:
        raise DtypeError(
            message(
                f"functrace: the kernel {kernel.name} raises exceptions, which a function "
                "on elements cannot.",
                help="return NaN; or write a kernel on arrays (`numba_step`), in whose "
                "place NumPy's `impl` runs then.",
            )
        )
    blocks = _blocks(body)
    symbol = "" if blocks else kernel.symbol(types)
    return FunctionText(blocks, symbol, kind)


def _simplified(text: str, name: str) -> str:
    """The function without vectors, after those that it calls have become parts of it."""
    with uninterrupted(), LOCK:
        return str(without_vectors(text, host()).get_function(name))


def without_vectors(text: str, target: Target) -> ll.ModuleRef:
    """The module after LLVM's passes, but for those that make vectors, or loops longer."""
    module = ll.parse_assembly(text, ll.create_context())
    options = ll.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = False
    builder = ll.create_pass_builder(machine(target, 2, "small"), options)
    builder.getModulePassManager().run(module, builder)
    return module


_LABEL = re.compile(r'^("[^"]+"|[\w.$-]+):')
_TARGETS = re.compile(r'label %("[^"]+"|[\w.$-]+)')


def _blocks(text: str) -> dict[str, list[str]] | None:
    """The blocks in an order in which none leads back; None if there is none."""
    blocks: dict[str, list[str]] = {}
    lines = [line.split(", !")[0].strip() for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("define"))
    label = "entry"
    for line in lines[start + 1 : lines.index("}", start)]:
        found = _LABEL.match(line)
        if found:
            label = found[1]
        elif line:
            blocks.setdefault(label, []).append(line)
    if not all(_is_plain(line) for body in blocks.values() for line in body):
        return None
    return _sorted(blocks)


def _sorted(blocks: dict[str, list[str]]) -> dict[str, list[str]] | None:
    leading = dict.fromkeys(blocks, 0)
    targets = {label: _TARGETS.findall(body[-1]) for label, body in blocks.items()}
    for found in targets.values():
        for target in found:
            leading[target] += 1
    ready = [label for label, count in leading.items() if not count]
    order: list[str] = []
    while ready:
        order.append(ready.pop())
        for target in targets[order[-1]]:
            leading[target] -= 1
            if not leading[target]:
                ready.append(target)
    returns = [label for label, body in blocks.items() if body[-1].startswith("ret")]
    if len(order) < len(blocks) or order[-1:] != returns:
        return None
    return {label: blocks[label] for label in order}


# -- instructions ----------------------------------------------------------------------

_WORD = r'(%"[^"]+"|[^\s,()]+)'
_TYPE = r"(double|float|i\d+)"
_FLAGS = (
    r"(?:nuw|nsw|exact|disjoint|nneg|samesign|"
    r"fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)"
)
_BINARY = re.compile(
    rf"{_WORD} = (fadd|fsub|fmul|fdiv|add|sub|mul|and|or|xor|shl|lshr|ashr)"
    rf"((?: {_FLAGS})*) {_TYPE} {_WORD}, {_WORD}$"
)
_NEGATION = re.compile(rf"{_WORD} = fneg(?: {_FLAGS})* {_TYPE} {_WORD}$")
_COMPARISON = re.compile(
    rf"{_WORD} = (fcmp|icmp)(?: {_FLAGS})* (\w+) {_TYPE} {_WORD}, {_WORD}$"
)
_CHOICE = re.compile(
    rf"{_WORD} = select(?: {_FLAGS})* i1 {_WORD}, {_TYPE} {_WORD}, {_TYPE} {_WORD}$"
)
_CAST = re.compile(
    rf"{_WORD} = (fptrunc|fpext|sitofp|uitofp|trunc|sext|zext|bitcast)"
    rf"(?: {_FLAGS})* {_TYPE} {_WORD} to {_TYPE}$"
)
_CALL = re.compile(
    rf"{_WORD} = (?:tail )?call(?: {_FLAGS})* {_TYPE} @([\w.]+)\((.*)\)(?: #\d+)?$"
)
_JUMP = re.compile(rf"br label {_WORD}$")
_BRANCH = re.compile(rf"br i1 {_WORD}, label {_WORD}, label {_WORD}$")
_PHI = re.compile(rf"{_WORD} = phi(?: {_FLAGS})* {_TYPE} (.*)$")
_CASE = re.compile(rf"\[ {_WORD}, {_WORD} \]")
_RETURN = re.compile(rf"ret {_TYPE} {_WORD}$")
_ARGUMENT = re.compile(rf"{_TYPE}(?: noundef)? {_WORD}$")

_INTRINSICS = ("sqrt", "fabs", "floor", "ceil", "trunc", "rint", "copysign", "fma")
_ORDERS = {"smax": "sgt", "smin": "slt", "umax": "ugt", "umin": "ult"}
_ROUTINES = {
    name: getattr(vecmath, name)
    for name in (
        *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "hypot"),
        *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "cbrt", "erf", "erfc"),
        *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    )
}


def _function_of(name: str, type_: str) -> Callable[..., Value] | None:
    """What computes a function of C, or of LLVM, for vectors."""
    if type_ not in {"double", "float"}:
        order = re.fullmatch(r"llvm\.([su](?:max|min))\.i\d+", name)
        return None if order is None else _ordered(_ORDERS[order[1]])
    plain = name if type_ == "double" else name.removesuffix("f")
    if name.startswith("llvm."):
        plain = name.split(".")[1]
    if plain in _INTRINSICS:
        return functools.partial(_intrinsic, name=plain)
    return _ROUTINES.get(plain)


def _intrinsic(b: Builder, *values: Value, name: str) -> Value:
    return b.intrinsic(name, *values)


def _ordered(predicate: str) -> Callable[..., Value]:
    return lambda b, x, y: b.select(b.compare(predicate, x, y), x, y)


def _is_plain(line: str) -> bool:
    """Whether an instruction exists for vectors, and does no harm where it is not meant."""
    call = _CALL.match(line)
    if call:
        arguments = [_ARGUMENT.match(part) for part in call[4].split(", ")]
        return None not in arguments and _function_of(call[3], call[2]) is not None
    types = (_BINARY, _NEGATION, _COMPARISON, _CHOICE, _CAST, _PHI, _RETURN)
    return any(p.match(line) for p in (*types, _JUMP, _BRANCH)) and "i128" not in line


class _Inlining:
    """The instructions of a function, for vectors."""

    def __init__(self, b: Builder, arguments: list[Value], lanes: int) -> None:
        self._b = b
        self._lanes = lanes
        self._values = {f"%p{i}": value for i, value in enumerate(arguments)}
        self._taken: dict[tuple[str, str], Value | None] = {}
        self._reached: Value | None = None

    def result(self, function: FunctionText) -> Value:
        """What the function returns."""
        assert function.blocks is not None
        for label, body in function.blocks.items():
            leading = [flag for (_, to), flag in self._taken.items() if to == label]
            self._reached = functools.reduce(self._either, leading) if leading else None
            self._label = label
            for line in body[:-1]:
                self._instruction(line)
            self._leave(body[-1])
        return _result(self._b, self._value(*self._returned), function.kind)

    # A flag that is None holds always. One that is computed where its block is not reached
    # may be undefined (of an overflow, say): it is chosen, not combined.

    def _either(self, one: Value | None, other: Value | None) -> Value | None:
        return None if one is None or other is None else one | other

    def _both(self, one: Value | None, other: Value) -> Value:
        return other if one is None else self._b.select(one, other, False)

    def _leave(self, line: str) -> None:
        """Note where a block leads, and when."""
        branch, jump = _BRANCH.match(line), _JUMP.match(line)
        if jump:
            self._taken[self._label, jump[1][1:]] = self._reached
        elif branch:
            flag = self._value("i1", branch[1])
            for target, taken in ((branch[2], flag), (branch[3], ~flag)):
                edge, flags = (
                    (self._label, target[1:]),
                    self._both(self._reached, taken),
                )
                known = self._taken.get(edge)
                self._taken[edge] = flags if known is None else known | flags
        else:
            found = _RETURN.match(line)
            assert found is not None
            self._returned = found[1], found[2]

    def _value(self, type_: str, word: str) -> Value:
        """An operand: what was computed, or a constant."""
        if word[0] == "%":
            return self._values[word]
        whole = not self._lanes or word in {"poison", "undef"}
        text = word if whole else f"splat ({type_} {word})"
        return Value(self._b, text, _KINDS[type_], self._lanes)

    def _emit(self, word: str, text: str, type_: str) -> None:
        self._values[word] = self._b.emit(text, _KINDS[type_], self._lanes)

    def _wide(self, type_: str) -> str:
        return llvm_type(_KINDS[type_], self._lanes)

    def _instruction(self, line: str) -> None:
        for pattern, write in self._WRITERS:
            found = pattern.match(line)
            if found:
                write(self, *found.groups())
                return
        raise AssertionError(f"functrace bug: {line!r} in a kernel.")

    def _binary(
        self, word: str, name: str, flags: str, type_: str, x: str, y: str
    ) -> None:
        left, right = self._value(type_, x), self._value(type_, y)
        text = f"{name}{flags} {self._wide(type_)} {left.text}, {right.text}"
        self._emit(word, text, type_)

    def _negation(self, word: str, type_: str, x: str) -> None:
        value = self._value(type_, x)
        self._emit(word, f"fneg {self._wide(type_)} {value.text}", type_)

    def _comparison(
        self, word: str, name: str, order: str, type_: str, x: str, y: str
    ) -> None:
        left, right = self._value(type_, x), self._value(type_, y)
        text = f"{name} {order} {self._wide(type_)} {left.text}, {right.text}"
        self._emit(word, text, "i1")

    def _choice(self, word: str, flag: str, type_: str, x: str, _: str, y: str) -> None:
        condition = self._value("i1", flag)
        one, other = self._value(type_, x), self._value(type_, y)
        self._values[word] = self._b.select(condition, one, other)

    def _cast(self, word: str, name: str, type_: str, x: str, target: str) -> None:
        value = self._value(type_, x)
        text = f"{name} {self._wide(type_)} {value.text} to {self._wide(target)}"
        self._emit(word, text, target)

    def _call(self, word: str, type_: str, name: str, given: str) -> None:
        function = _function_of(name, type_)
        assert function is not None
        arguments = [_ARGUMENT.match(part) for part in given.split(", ")]
        values = [self._value(found[1], found[2]) for found in arguments if found]
        self._values[word] = function(self._b, *values)

    def _phi(self, word: str, type_: str, cases: str) -> None:
        """The value of the block that led here."""
        found = _CASE.findall(cases)
        out = self._value(type_, found[0][0])
        for value, label in found[1:]:
            flag = self._taken[label[1:], self._label]
            assert flag is not None  # else this block would be the only one
            out = self._b.select(flag, self._value(type_, value), out)
        self._values[word] = out

    _WRITERS = (
        (_BINARY, _binary),
        (_NEGATION, _negation),
        (_COMPARISON, _comparison),
        (_CHOICE, _choice),
        (_CAST, _cast),
        (_CALL, _call),
        (_PHI, _phi),
    )


# -- calls -----------------------------------------------------------------------------


def _by_lane(b: Builder, function: FunctionText, values: list[Value]) -> Value:
    """Call a function for each lane."""
    kind: Kind = "i8" if function.kind == "b1" else function.kind
    types = ", ".join(LLVM[value.kind] for value in values)
    b.declarations.add(f"declare {LLVM[kind]} @{function.symbol}({types})")

    def call(lane: int) -> Value:
        parts = [element(b, value, lane) for value in values]
        given = ", ".join(f"{part.type} {part.text}" for part in parts)
        return b.emit(f"call {LLVM[kind]} @{function.symbol}({given})", kind, 0)

    lanes = values[0].lanes
    if not lanes:
        return _result(b, call(0), function.kind)
    type_, text = llvm_type(kind, lanes), "poison"
    for lane in range(lanes):
        one = call(lane)
        part = f"insertelement {type_} {text}, {one.type} {one.text}, i64 {lane}"
        text = b.emit(part, kind, lanes).text
    return _result(b, Value(b, text, kind, lanes), function.kind)
