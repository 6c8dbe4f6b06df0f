"""Plans: what they say, and that a wrong one is found (every test's are checked)."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.plan.arrays import Home
from functrace.compiler.plan.checking import check_plan
from functrace.compiler.plan.guards import GuardCondition, LoopGuard
from functrace.compiler.plan.nest import Nest, Segment
from functrace.compiler.program import compile_graph
from functrace.compiler.text import section


def program(x):
    total = np.sum(np.exp(x), axis=0)
    return np.sin(x) * total, np.linalg.solve(x.T @ x + 10 * np.eye(x.shape[1]), total)


@pytest.fixture(scope="module")
def plan():
    """Of the program: three nests around a call."""
    found = []

    def noted(*args, **options):
        found.append(make(*args, **options))
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        make = section.make_plan
        patch.setattr(section, "make_plan", noted)
        compile_graph(ft.jit(program).lower(np.ones((37, 40))).graph)
    return found[0]


def test_a_plan_is_told():
    text = ft.jit(program).lower(np.ones((37, 40))).plan
    lines = [line.strip() for line in text.splitlines()]
    assert any(line.startswith("for i0 < 37") for line in lines)
    assert any(line.startswith("store output0[40 i0 + i1]: %") for line in lines)
    assert any(" = exp %" in line for line in lines)
    assert any("call solve" in line for line in lines)
    assert sum(line.startswith("reduce to ") for line in lines) == 1


def test_plans_of_loops_are_told_within_them():
    def loop(x):
        return ft.fori_loop(0, 9, lambda i, x: np.tanh(x) + i, x)

    text = ft.jit(loop).lower(np.ones(50)).plan
    assert any(line.startswith("1: call scan(") for line in text.splitlines())
    assert any(
        line.startswith("    ") and " = tanh %" in line for line in text.splitlines()
    )


def test_a_plan_as_made_is_right(plan):
    check_plan(plan)


def _nests(plan):
    return [k for k, stage in enumerate(plan.stages) if isinstance(stage, Nest)]


def _with_stage(plan, number, **changes):
    stages = list(plan.stages)
    stages[number] = stages[number]._replace(**changes)
    return plan._replace(stages=tuple(stages))


def reversed_stages(plan):
    return plan._replace(stages=plan.stages[::-1])


def one_place_for_all(plan):
    homes = {
        b: Home("arena", 0) if home.place == "arena" else home
        for b, home in plan.homes.items()
    }
    return plan._replace(homes=homes)


def too_small_an_arena(plan):
    return plan._replace(nbytes=64)


def output_over_input(plan):
    homes = {
        b: Home("input", 0) if home.place == "output" else home
        for b, home in plan.homes.items()
    }
    return plan._replace(homes=homes)


def a_loop_too_few(plan):
    number = next(k for k in _nests(plan) if len(plan.stages[k].order) > 1)
    return _with_stage(plan, number, order=plan.stages[number].order[:1])


def elements_left_out(plan):
    (number, *_) = _nests(plan)
    nest = plan.stages[number]
    end = nest.domain[nest.order[nest.vector]]
    return _with_stage(plan, number, segments=(Segment(0, end - 1, 0, 0),))


def lanes_that_do_not_fit(plan):
    (number, *_) = _nests(plan)
    nest = plan.stages[number]
    end = nest.domain[nest.order[nest.vector]]
    return _with_stage(plan, number, segments=(Segment(0, end, end + 1, end + 1),))


def items_too_early(plan):
    (number, *_) = _nests(plan)
    levels = [list(level) for level in plan.stages[number].levels]
    levels[0] += levels.pop()
    return _with_stage(plan, number, levels=(*map(tuple, levels), ()))


def items_in_no_order(plan):
    (number, *_) = _nests(plan)
    levels = [level[::-1] for level in plan.stages[number].levels]
    return _with_stage(plan, number, levels=tuple(levels))


def nothing_computed(plan):
    (number, *_) = _nests(plan)
    levels = tuple(() for _ in plan.stages[number].levels)
    return _with_stage(plan, number, levels=levels)


def a_branch_around_what_is_written(plan):
    number = next(k for k in _nests(plan) if plan.stages[k].stores)
    (item, *_) = plan.stages[number].levels[-1]
    guard = LoopGuard(GuardCondition(item, keep=True), len(plan.stages[number].order))
    return _with_stage(plan, number, guard=guard)


@pytest.mark.parametrize(
    "spoil",
    [
        a_branch_around_what_is_written,
        reversed_stages,
        one_place_for_all,
        too_small_an_arena,
        output_over_input,
        a_loop_too_few,
        elements_left_out,
        lanes_that_do_not_fit,
        items_too_early,
        items_in_no_order,
        nothing_computed,
    ],
)
def test_a_plan_that_is_wrong_is_found(plan, spoil):
    wrong = spoil(plan)
    with pytest.raises(AssertionError, match="functrace bug"):
        check_plan(wrong)


@pytest.mark.slow
def test_calls_of_very_many_arrays_have_a_cost():
    def loop(*xs):
        return ft.fori_loop(0, 3, lambda i, xs: tuple(2 * x for x in xs), xs)

    assert 2000 < ft.jit(loop).lower(*[np.float64(2.0)] * 1100).flops < 20_000


def test_the_cost_of_a_product_is_exact():
    lowered = ft.jit(lambda x, y: x @ y).lower(np.ones((30, 20)), np.ones((20, 50)))
    assert lowered.flops == 2 * 30 * 20 * 50


X = np.random.default_rng(0).normal(size=(50, 3))


def _changed(total):
    total[0] = 5.0
    return total


def _added_to(total):
    np.add.at(total, [0, 0, 1], 3.0)
    return total


@pytest.mark.parametrize(
    ("function", "sums"),
    [
        (lambda x: np.sum(x, axis=0) + np.sum(x * x, axis=0), 1),
        (lambda x: np.sum(x) + np.sum(np.sin(x)) + np.sum(x * x), 1),
        (lambda x: np.sum(x, axis=0)[None] + np.sum(x * x, axis=0, keepdims=True), 1),
        (lambda x: (np.sum(x) + np.sum(x * x)) + (np.sum(x**3) + np.sum(x**4)), 1),
        (lambda x: np.sum(x) + (np.sum(x**2) + (np.sum(x**3) + np.sum(x**4))), 1),
        (lambda x: np.maximum(np.max(x, axis=0), np.max(-x, axis=0)), 1),
        (lambda x: np.sum(x, axis=0) - np.sum(x * x, axis=0), 2),
        (lambda x: np.sum(x, axis=0) + np.max(x * x, axis=0), 2),
        (lambda x: np.sum(x, axis=0) + np.sum(x * x, axis=0)[::-1], 2),
        (lambda x: np.sum(x, axis=0)[:2] + np.sum(x * x, axis=0)[:2], 2),
        (lambda x: (s := np.sum(x, axis=0), s + np.sum(x * x, axis=0)), 2),
        (lambda x: (s := np.sum(x, axis=0)) + s, 1),
        (lambda x: np.sum(y := x[:48].reshape(12, 12), axis=0) + np.sum(y, axis=1), 2),
        (lambda x: np.sum(x > 0, axis=0) + np.sum(x, axis=0), 2),
        (lambda x: _changed(np.sum(x, axis=0)) + np.sum(x * x, axis=0), 2),
        (lambda x: np.sum(x, axis=0) + _added_to(np.sum(x * x, axis=0)), 2),
    ],
)
def test_sums_of_sums_are_made_at_once(function, sums):
    plan = ft.jit(function).lower(X).plan
    assert plan.count("reduce to arena") + plan.count("reduce to output") == sums
    np.testing.assert_allclose(ft.jit(function)(X), function(X), rtol=1e-12)


def test_a_step_that_is_taken_often_is_written_once():
    def power(x):
        for _ in range(6):
            x = x @ x
        return x

    x = np.eye(9) / 2 + 0.01
    fast = ft.jit(power)
    np.testing.assert_allclose(fast(x), power(x), rtol=1e-12)
    text = fast.lower(x).llvm
    assert text.count("call i32 @program.step") == 6
    assert text.count("define internal i32 @program.step") < 4


def test_sums_of_several_parts_are_added_with_all_of_them():
    def function(x):
        return (np.sum(x, 0) + np.sum(x * x, 0)) + (np.sum(x**3, 0) + np.sum(x**4, 0))

    np.testing.assert_allclose(ft.jit(function)(X), function(X), rtol=1e-12)
