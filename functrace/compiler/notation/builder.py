"""The notation in which native code is written: values with operators, that emit LLVM.

A function written in it, ``lambda b, x: b.fma(x, x, 1.0)``, serves scalars and vectors of
any width, in every dtype that its operations exist for. Instructions are collected as
text: that is several times faster than building them as objects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.compiler.notation.kinds import (
    LLVM,
    Kind,
    conversion,
    literal,
    llvm_type,
)

_new: Callable[..., Any] = object.__new__


class Value:
    """A real number, integer or truth value; or a vector of them.

    Attributes
    ----------
    text : str
        How instructions name it.
    kind : str
    lanes : int
        0 for a scalar. In an operation with a vector, a scalar is repeated.
    number : int, float, bool or None
        Of a constant, its value.
    """

    __slots__ = ("b", "kind", "lanes", "number", "text")
    __hash__ = None  # type: ignore[assignment] - `==` compares lanes

    def __init__(
        self, b: Builder, text: str, kind: Kind, lanes: int, number: Any = None
    ) -> None:
        self.b = b
        self.text = text
        self.kind = kind
        self.lanes = lanes
        self.number = number

    def __add__(self, other: Any) -> Any:
        return self.b.arithmetic("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self.b.arithmetic("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self.b.arithmetic("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.b.arithmetic("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return self.b.arithmetic("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.b.arithmetic("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self.b.binary("fdiv", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.b.binary("fdiv", other, self)

    def __neg__(self) -> Value:
        if self.kind[0] == "f":
            return self.b.emit(f"fneg {self.type} {self.text}", self.kind, self.lanes)
        return self.b.arithmetic("sub", 0, self)

    def __and__(self, other: Any) -> Value:
        return self.b.binary("and", self, other)

    def __or__(self, other: Any) -> Value:
        return self.b.binary("or", self, other)

    def __xor__(self, other: Any) -> Value:
        return self.b.binary("xor", self, other)

    def __invert__(self) -> Value:
        return self.b.binary("xor", self, True if self.kind == "b1" else -1)

    def __lshift__(self, other: Any) -> Value:
        return self.b.binary("shl", self, other)

    def __rshift__(self, other: Any) -> Value:
        """Shift right: arithmetic if signed, logical if unsigned."""
        return self.b.binary("lshr" if self.kind[0] == "u" else "ashr", self, other)

    def __lt__(self, other: Any) -> Value:
        return self.b.compare("lt", self, other)

    def __le__(self, other: Any) -> Value:
        return self.b.compare("le", self, other)

    def __gt__(self, other: Any) -> Value:
        return self.b.compare("gt", self, other)

    def __ge__(self, other: Any) -> Value:
        return self.b.compare("ge", self, other)

    def __eq__(self, other: object) -> Value:  # type: ignore[override]
        return self.b.compare("eq", self, other)

    def __ne__(self, other: object) -> Value:  # type: ignore[override]
        return self.b.compare("ne", self, other)

    @property
    def type(self) -> str:
        """The LLVM type."""
        return llvm_type(self.kind, self.lanes)

    def __repr__(self) -> str:
        return f"<{self.type} {self.text}>"


class Complex:
    """A complex number or vector: two real values of one kind and width."""

    __slots__ = ("imag", "real")
    __hash__ = None  # type: ignore[assignment] - `==` compares lanes

    def __init__(self, real: Value, imag: Value) -> None:
        self.real = real
        self.imag = imag

    @property
    def kind(self) -> Kind:
        """``c32`` or ``c64``."""
        return f"c{self.real.kind[1:]}"

    @property
    def b(self) -> Builder:
        """The builder of the parts."""
        return self.real.b

    def __neg__(self) -> Complex:
        return Complex(-self.real, -self.imag)

    def __add__(self, other: Any) -> Complex:
        other = as_complex(other, self)
        return Complex(self.real + other.real, self.imag + other.imag)

    def __sub__(self, other: Any) -> Complex:
        other = as_complex(other, self)
        return Complex(self.real - other.real, self.imag - other.imag)

    def __mul__(self, other: Any) -> Complex:
        x, y = self, as_complex(other, self)
        return Complex(
            x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real
        )

    def __eq__(self, other: object) -> Value:  # type: ignore[override]
        other = as_complex(other, self)
        return (self.real == other.real) & (self.imag == other.imag)

    def __ne__(self, other: object) -> Value:  # type: ignore[override]
        other = as_complex(other, self)
        return (self.real != other.real) | (self.imag != other.imag)


def as_complex(value: Any, like: Complex) -> Complex:
    """A complex value from a complex, a real value, or a number."""
    if isinstance(value, Complex):
        return value
    b, kind = like.b, like.real.kind
    if isinstance(value, Value):
        return Complex(value, b.constant(0.0, kind))
    number = complex(value)
    return Complex(b.constant(number.real, kind), b.constant(number.imag, kind))


_INTRINSIC_SUFFIX = {"f64": "f64", "f32": "f32"} | {
    f"{s}{n}": f"i{n}" for s in "iu" for n in (8, 16, 32, 64)
}
_PREDICATES = {
    "f": {"lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "eq": "oeq", "ne": "une"},
    "i": {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge", "eq": "eq", "ne": "ne"},
    "u": {"lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge", "eq": "eq", "ne": "ne"},
}
_PREDICATES["b"] = _PREDICATES["u"]


CONTRACT = "contract"
"""A multiplication and an addition may become one instruction."""


class Builder:
    """Collects instructions.

    Attributes
    ----------
    lines : list of str
        Where instructions go; whoever drives the builder may exchange it at any time.
    declarations : set of str
        Of the functions that are called.
    routines : set
        Routines called out of line, as ``(routine, kind, lanes)``.
    fused : bool
        Whether the machine has fused multiply-add.
    scales : bool
        Whether it multiplies vectors by powers of two in one instruction, as AVX-512.
    flags : str
        What may be done to floating-point arithmetic.
    prefix : str
        Of the names that it makes.
    """

    def __init__(
        self, *, fused: bool = True, scales: bool = False, flags: str = CONTRACT
    ) -> None:
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self.routines: set[Any] = set()
        self.fused = fused
        self.scales = scales
        self.flags = flags
        self._products: set[str] = set()
        self.prefix = ""
        self.block = "entry"
        self._count = 0

    # -- making values -----------------------------------------------------------------

    # Results have numbers: LLVM takes half as long to read them as names. They must rise
    # from line to line of a function; what stands elsewhere than it was made has a name.

    def fresh(self) -> str:
        """A name not used before."""
        self._count += 1
        return f"%{self.prefix}v{self._count}"

    def add(self, instruction: str) -> str:
        """Add an instruction; how its result is called."""
        self._count += 1
        text = f"%{self.prefix}{self._count}"
        self.lines.append(f"{text} = {instruction}")
        return text

    def emit(self, instruction: str, kind: Kind, lanes: int) -> Value:
        """Add an instruction; its result."""
        return Value(self, self.add(instruction), kind, lanes)

    def constant(self, number: Any, kind: Kind) -> Value:
        """A scalar constant; it becomes a vector where one is needed."""
        return Value(self, literal(number, kind), kind, 0, number)

    def any_constant(self, number: Any, kind: Kind) -> Value | Complex:
        """A scalar constant of any kind, ``c32`` and ``c64`` too."""
        if kind[0] != "c":
            return self.constant(number, kind)
        part = f"f{kind[1:]}"
        number = complex(number)
        return Complex(
            self.constant(number.real, part), self.constant(number.imag, part)
        )

    def splat(self, value: Value, lanes: int) -> Value:
        """The scalar in every lane."""
        if value.lanes == lanes:
            return value
        if value.lanes:
            raise AssertionError(f"functrace bug: {value} in {lanes} lanes")
        kind = value.kind
        if value.number is not None:
            text = f"splat ({LLVM[kind]} {value.text})"
            return Value(self, text, kind, lanes, value.number)
        scalar, vector = LLVM[kind], llvm_type(kind, lanes)
        first = self.emit(
            f"insertelement {vector} poison, {scalar} {value.text}, i64 0", kind, lanes
        )
        return self.emit(
            f"shufflevector {vector} {first.text}, {vector} poison, "
            f"<{lanes} x i32> zeroinitializer",
            kind,
            lanes,
        )

    def same(self, *values: Any) -> list[Value]:
        """The values with one number of lanes; numbers take the kind of the others."""
        kind, lanes = "", 0
        for value in values:
            if type(value) is Value:
                if value.lanes:
                    lanes = value.lanes
                if value.number is None or not kind:
                    kind = value.kind
        out: list[Value] = []
        for value in values:
            if type(value) is not Value:
                value = self.constant(value, kind)  # noqa: PLW2901
            out.append(self.splat(value, lanes) if value.lanes != lanes else value)
        return out

    # -- operations ----------------------------------------------------------------------

    def binary(self, operation: str, x: Any, y: Any) -> Value:
        """An instruction of two operands of one type."""
        x, y = self.same(x, y)
        return self.emit(f"{operation} {x.type} {x.text}, {y.text}", x.kind, x.lanes)

    def arithmetic(self, operation: str, x: Any, y: Any) -> Any:
        """``add``, ``sub`` or ``mul``, of numbers; of truth values "or" and "and"."""
        if type(x) is not Value or type(y) is not Value or x.lanes != y.lanes:
            if type(y) is Complex:  # on the left there may be a real number, or value
                x = as_complex(x, y)
                method = {"add": x.__add__, "sub": x.__sub__, "mul": x.__mul__}
                return method[operation](y)
            x, y = self.same(x, y)
        kind, lanes, first, second = x.kind, x.lanes, x.text, y.text
        if kind[0] != "f":
            if kind == "b1":
                operation = {"add": "or", "mul": "and"}[operation]
            return self.emit(f"{operation} {x.type} {first}, {second}", kind, lanes)
        # Of two products the sum is that of rounded ones: ``a * b - b * a`` is zero.
        products, flags = self._products, self.flags
        if flags == CONTRACT and first in products and second in products:
            flags = ""
        type_ = llvm_type(kind, lanes) if lanes else LLVM[kind]
        self._count += 1
        text = f"%{self.prefix}{self._count}"
        self.lines.append(f"{text} = f{operation} {flags} {type_} {first}, {second}")
        if operation == "mul":
            products.add(text)
        value = _new(Value)  # without the constructor: most of long programs are these
        value.b, value.text, value.kind, value.lanes = self, text, kind, lanes
        value.number = None
        return value

    def compare(self, predicate: str, x: Any, y: Any) -> Value:
        """``lt le gt ge eq ne``, as Python and NumPy have them for NaN; or an LLVM one."""
        x, y = self.same(x, y)
        code = _PREDICATES[x.kind[0]].get(predicate, predicate)
        operation = "fcmp" if x.kind[0] == "f" else "icmp"
        return self.emit(
            f"{operation} {code} {x.type} {x.text}, {y.text}", "b1", x.lanes
        )

    def select(self, condition: Value, x: Any, y: Any) -> Any:
        """`x` where the condition holds, else `y`."""
        if type(x) is Complex or type(y) is Complex:
            like = x if type(x) is Complex else y
            x, y = as_complex(x, like), as_complex(y, like)
            return Complex(
                self.select(condition, x.real, y.real),
                self.select(condition, x.imag, y.imag),
            )
        x, y = self.same(x, y)
        lanes = max(condition.lanes, x.lanes)
        x, y = self.splat(x, lanes), self.splat(y, lanes)
        flag = llvm_type("b1", condition.lanes)  # one flag may choose whole vectors
        return self.emit(
            f"select {flag} {condition.text}, {x.type} {x.text}, {y.type} {y.text}",
            x.kind,
            lanes,
        )

    def intrinsic(self, name: str, *operands: Any) -> Value:
        """An LLVM intrinsic on operands and a result of one type: ``sqrt``, ``floor``."""
        values = self.same(*operands)
        kind, lanes = values[0].kind, values[0].lanes
        type_ = values[0].type
        suffix = _INTRINSIC_SUFFIX[kind] if kind != "b1" else "i1"
        function = f"@llvm.{name}.{f'v{lanes}' if lanes else ''}{suffix}"
        types = ", ".join([type_] * len(values))
        self.declarations.add(f"declare {type_} {function}({types})")
        arguments = ", ".join(f"{type_} {v.text}" for v in values)
        return self.emit(f"call {type_} {function}({arguments})", kind, lanes)

    def fma(self, x: Any, y: Any, z: Any) -> Any:
        """``x * y + z``, rounded once if the machine can."""
        return self.intrinsic("fma", x, y, z) if self.fused else x * y + z

    def sqrt(self, x: Value) -> Value:
        """Square root, correctly rounded; NaN of a negative number."""
        return self.intrinsic("sqrt", x)

    def abs(self, x: Value) -> Value:
        """Magnitude of a real number, or of a signed integer (wrapping)."""
        if x.kind[0] == "f":
            return self.intrinsic("fabs", x)
        return self.select(x < 0, -x, x) if x.kind[0] == "i" else x

    def copysign(self, x: Any, y: Any) -> Value:
        """The magnitude of `x` with the sign of `y`."""
        return self.intrinsic("copysign", x, y)

    def floor(self, x: Value) -> Value:
        """Round down."""
        return self.intrinsic("floor", x)

    def ceil(self, x: Value) -> Value:
        """Round up."""
        return self.intrinsic("ceil", x)

    def trunc(self, x: Value) -> Value:
        """Round towards zero."""
        return self.intrinsic("trunc", x)

    def rint(self, x: Value) -> Value:
        """Round to the nearest, ties to even."""
        return self.intrinsic("rint", x)

    def isnan(self, x: Value) -> Value:
        """Whether it is NaN."""
        return self.compare("uno", x, x)

    def bitcast(self, x: Value, kind: Kind) -> Value:
        """The same bits as another kind of the same width."""
        if LLVM[x.kind] == LLVM[kind]:
            return Value(self, x.text, kind, x.lanes)
        type_ = llvm_type(kind, x.lanes)
        return self.emit(f"bitcast {x.type} {x.text} to {type_}", kind, x.lanes)

    def convert(self, x: Any, kind: Kind) -> Any:
        """Convert as C, and NumPy's astype, do; complex to real drops the imaginary part."""
        if x.kind == kind:
            return x
        if kind[0] == "c":
            part = f"f{kind[1:]}"
            if type(x) is Complex:
                return Complex(self.convert(x.real, part), self.convert(x.imag, part))
            return Complex(self.convert(x, part), self.constant(0.0, part))
        if type(x) is Complex:
            if kind == "b1":
                return (x.real != 0) | (x.imag != 0)
            return self.convert(x.real, kind)
        if x.number is not None and (kind[0] == "f" or kind == "b1"):
            return self.constant(
                bool(x.number) if kind == "b1" else float(x.number), kind
            )
        if kind == "b1":
            return x != 0
        operation = conversion(x.kind, kind)
        if operation is None:
            return Value(self, x.text, kind, x.lanes)
        type_ = llvm_type(kind, x.lanes)
        return self.emit(f"{operation} {x.type} {x.text} to {type_}", kind, x.lanes)

    def any(self, mask: Value) -> Value:
        """Whether any lane holds, as a scalar."""
        if not mask.lanes:
            return mask
        function = f"@llvm.vector.reduce.or.v{mask.lanes}i1"
        self.declarations.add(f"declare i1 {function}({mask.type})")
        return self.emit(f"call i1 {function}({mask.type} {mask.text})", "b1", 0)

    def external(
        self, function: str, kind: Kind, *operands: Value, extra: str = ""
    ) -> Value:
        """Call a C function of scalars, lane by lane if the operands are vectors.

        `function` is a symbol; `extra` further arguments as LLVM text, with their types.
        """
        values = self.same(*operands)
        scalar = LLVM[values[0].kind]
        extra_types = [part.split()[0] for part in extra.split(",") if part]
        types = ", ".join([scalar] * len(values) + extra_types)
        self.declarations.add(f'declare {LLVM[kind]} @"{function}"({types})')
        lanes = values[0].lanes

        def call(parts: list[Value]) -> Value:
            given = [f"{scalar} {p.text}" for p in parts] + ([extra] if extra else [])
            text = f'call {LLVM[kind]} @"{function}"({", ".join(given)})'
            return self.emit(text, kind, 0)

        if not lanes:
            return call(values)
        out = "poison"
        type_ = llvm_type(kind, lanes)
        for lane in range(lanes):
            parts = [
                self.emit(f"extractelement {v.type} {v.text}, i64 {lane}", v.kind, 0)
                for v in values
            ]
            one = call(parts)
            out = self.emit(
                f"insertelement {type_} {out}, {LLVM[kind]} {one.text}, i64 {lane}",
                kind,
                lanes,
            ).text
        return Value(self, out, kind, lanes)
