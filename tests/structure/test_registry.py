"""Every record is complete, and tested: nothing is left out of the laws in silence."""

from __future__ import annotations

import dis
import inspect
from pathlib import Path

import pytest

from functrace.core.primitive import REGISTRY
from functrace.core.rule import Formula, Rule
from tests._discover import FAILED
from tests.samples._base import REAL_ONLY, SAMPLES
from tests.systematic import test_calls
from tests.systematic._laws import CASES

OURS = [p for _, p in sorted(REGISTRY.items()) if p.module.startswith("functrace.")]

each_record = pytest.mark.parametrize("primitive", OURS, ids=lambda p: p.name)


def test_every_file_of_samples_and_calls_imports():
    assert not FAILED
    assert test_calls.ALL


@each_record
def test_has_samples(primitive):
    assert any(case.primitive is primitive for case in CASES), (
        f"{primitive.name}: no samples; add a generator to tests/samples/"
    )


@each_record
def test_every_formula_is_sampled(primitive):
    cases = [case for case in CASES if case.primitive is primitive]
    sampled = {i for case in cases for i in case.places}
    if any(
        case.sample.before for case in cases
    ):  # varies other arguments than operands
        sampled = set(range(8))
    for rule in (primitive.vjp, primitive.jvp):
        if not isinstance(rule, Rule):
            continue
        if isinstance(rule.formulas, Formula):
            assert sampled, f"{primitive.name}: no sample has a derivative"
            continue
        wanted = {i for i, f in enumerate(rule.formulas) if f is not None}
        assert wanted <= sampled, f"{primitive.name}: operands {wanted - sampled}"


@each_record
def test_is_documented(primitive):
    assert primitive.doc or primitive.ufunc is not None
    assert "\n" not in primitive.doc
    assert primitive.name.isidentifier()
    assert primitive.name.islower()


@pytest.mark.parametrize("name", sorted({*SAMPLES, *REAL_ONLY}))
def test_samples_name_a_record(name):
    assert name in REGISTRY


@pytest.mark.parametrize(
    "path", sorted(Path(test_calls.__file__).parent.glob("*.py")), ids=lambda p: p.stem
)
def test_laws_skip_nothing_without_a_reason_and_name_no_primitive(path):
    text = path.read_text()
    for word in ("pytest.skip()", "mark.skip", "xfail", "importorskip"):
        assert word not in text
    for primitive in OURS:
        assert f'"{primitive.name}"' not in text


KEPT = {"x", "y", "z", "xs", "rest", "tail", "out", "outs"}


def functions_of(rule):
    """The formulas as they were written, out of what `elementwise` wraps around them."""
    single = isinstance(rule.formulas, Formula)
    pending = [
        f for f in ([rule.formulas] if single else rule.formulas) if f is not None
    ]
    pending = [f.function for f in pending]
    while pending:
        function = pending.pop()
        if inspect.isfunction(function):
            yield function
            cells = [cell.cell_contents for cell in function.__closure__ or ()]
            pending += [c for c in cells if inspect.isfunction(c)]


def is_read(function, name):
    code = function.__code__
    if name in code.co_cellvars:  # by a function inside it
        return True
    names = []
    for instruction in dis.get_instructions(code):
        if instruction.opname.startswith("LOAD_FAST"):  # one name, or a pair of them
            value = instruction.argval
            names += value if isinstance(value, tuple) else [value]
    return name in names


@each_record
def test_formulas_read_what_is_kept_for_them(primitive):
    for rule in (primitive.vjp, primitive.jvp):
        if isinstance(rule, Rule):
            for function in functions_of(rule):
                for name in KEPT & set(inspect.signature(function).parameters):
                    assert is_read(function, name), (
                        f"{primitive.name}: {name} is unused"
                    )
