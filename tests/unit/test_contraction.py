"""Products and sums that become one operation, as the text decides and not LLVM."""

import pytest

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.contraction import contracted


def given(b, *names):
    return [Value(b, f"%{name}", "f64", 4) for name in names]


def written(write, *, fused=True):
    b = Builder()
    write(*given(b, "x", "y", "z"))
    return contracted(b.lines, b.declarations, fused=fused)


FMA = "call <4 x double> @llvm.fma.v4f64(<4 x double> {}, <4 x double> {}, <4 x double> {})"


@pytest.mark.parametrize(
    ("write", "operands", "opposite"),
    [
        (lambda x, y, z: x * y + z, ("%x", "%y", "%z"), None),
        (lambda x, y, z: z + x * y, ("%x", "%y", "%z"), None),
        (lambda x, y, z: x * y - z, ("%x", "%y", "%minus0.2"), "%z"),
        (lambda x, y, z: z - x * y, ("%minus0.2", "%y", "%z"), "%x"),
        (lambda x, y, z: z + -(x * y), ("%minus0.3", "%y", "%z"), "%x"),
        (lambda x, y, z: z - -(x * y), ("%x", "%y", "%z"), None),
    ],
)
def test_a_product_and_a_sum_are_one(write, operands, opposite):
    lines = written(write)
    assert lines[-1].endswith(FMA.format(*operands))
    negated = [line for line in lines if line.startswith("%minus")]
    expected = [] if opposite is None else [f"fneg <4 x double> {opposite}"]
    assert [line.partition(" = ")[2] for line in negated] == expected


@pytest.mark.parametrize(
    "write",
    [
        lambda x, y, z: (x * y, x * y + z)[1] + (x * y) * z * (y * z),
        lambda x, y, z: (x * y - z) * (z - x),
    ],
)
def test_nothing_is_left_to_llvm(write):
    assert not any("contract" in line for line in written(write))


def test_a_product_that_others_take_is_rounded():
    def write(x, y, z):
        product = x * y
        return (product + z) * product

    assert not any("fma" in line for line in written(write))


def test_a_product_of_another_block_is_rounded():
    b = Builder()
    x, y, z = given(b, "x", "y", "z")
    product = x * y
    b.lines.append("next:")
    product + z
    assert not any("fma" in line for line in contracted(b.lines, set(), fused=True))


def test_machines_without_it_round_twice():
    assert not any("fma" in x for x in written(lambda x, y, z: x * y + z, fused=False))


def test_functions_are_declared():
    b = Builder()
    x, y = (Value(b, f"%{name}", "f32", 0) for name in "xy")
    x * y + x
    declarations: set[str] = set()
    contracted(b.lines, declarations, fused=True)
    assert declarations == {"declare float @llvm.fma.f32(float, float, float)"}
