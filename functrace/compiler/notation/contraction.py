"""Products and sums that become one operation, decided in text and not by LLVM.

LLVM makes one operation of a product and a sum where nobody else takes the product in the
same block. Where two pieces of code are to give the same bits, of which one computes more
besides, this must not depend on what they have in common: it is decided for each alone.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from functrace.compiler.notation.builder import CONTRACT

_NAME = re.compile(r"%[\w.]+")
_ARITHMETIC = re.compile(
    rf"(?P<name>%[\w.]+) = f(?P<operation>mul|add|sub) {CONTRACT} "
    r"(?P<type><\d+ x \w+>|\w+) (?P<first>[^,]+), (?P<second>[^,]+)"
)
_OPPOSITE = re.compile(r"(?P<name>%[\w.]+) = fneg .* (?P<of>%[\w.]+)")
_SUFFIX = {"double": "f64", "float": "f32"}


class Product(NamedTuple):
    """A product that one operation takes, or the opposite of one."""

    first: str
    second: str
    negative: bool


def contracted(lines: list[str], declarations: set[str], *, fused: bool) -> list[str]:
    """Lines of which LLVM contracts nothing, as what it would is done.

    Parameters
    ----------
    lines : list of str
        All that take what they compute.
    declarations : set of str
        To which functions are added that they call.
    fused : bool
        Whether the machine can do it.
    """
    uses = Counter(name for line in lines for name in _NAME.findall(line))
    products: dict[str, Product] = {}
    found: list[str] = []
    for line in lines:
        if line.endswith(":"):  # another block
            products = {}
        found += _decided(line, products, declarations, fused=fused)
        name = line.partition(" ")[0]
        if name in products and uses[name] != 2:  # where it is made, where it is taken
            del products[name]
    return found


def _decided(
    line: str, products: dict[str, Product], declarations: set[str], *, fused: bool
) -> list[str]:
    """What becomes of a line; `products` become more."""
    opposite = _OPPOSITE.fullmatch(line)
    if opposite is not None and opposite["of"] in products:
        given = products[opposite["of"]]
        products[opposite["name"]] = given._replace(negative=not given.negative)
    match = _ARITHMETIC.fullmatch(line)
    if match is not None and match["operation"] == "mul":
        product = Product(match["first"], match["second"], negative=False)
        products[match["name"]] = product
    elif match is not None and fused:
        on_left = match["first"] in products
        if on_left or match["second"] in products:
            return _one_operation(match, products, declarations, on_left=on_left)
    return [line.replace(f" {CONTRACT} ", " ")]


def _one_operation(
    line: re.Match[str],
    products: dict[str, Product],
    declarations: set[str],
    *,
    on_left: bool,
) -> list[str]:
    """A sum, or difference, with a product."""
    name, type_ = line["name"], line["type"]
    taken, added = ("first", "second") if on_left else ("second", "first")
    (factor, other, negative), added = products[line[taken]], line[added]
    before: list[str] = []

    def minus(value: str) -> str:
        opposite = f"%minus{len(before)}.{name[1:]}"
        before.append(f"{opposite} = fneg {type_} {value}")
        return opposite

    if line["operation"] == "sub" and on_left:
        added = minus(added)
    elif line["operation"] == "sub":
        negative = not negative
    if negative:
        factor = minus(factor)
    lanes, _, kind = type_.strip("<>").rpartition(" x ")
    function = f"@llvm.fma.{f'v{lanes}' if lanes else ''}{_SUFFIX[kind]}"
    declarations.add(f"declare {type_} {function}({type_}, {type_}, {type_})")
    given = f"{type_} {factor}, {type_} {other}, {type_} {added}"
    return [*before, f"{name} = call {type_} {function}({given})"]
