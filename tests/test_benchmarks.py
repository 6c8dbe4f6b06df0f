"""Every benchmark runs, and those measured agree: tiny sizes, no peers but by hand."""

import json
import sys

import numpy as np
import pytest

import functrace as ft
from benchmarks import __main__ as benchmarks
from benchmarks import (
    _measure,
    _report,
    checkpoints,
    cold_start,
    differential_equations,
    growth,
    minima,
    native,
    plain_loops,
    programs,
    root_finding,
    sparse_derivatives,
    sparse_products,
    sparse_systems,
    special_functions,
    straight_code,
)
from benchmarks._measure import SMOKE, Outcome, Result
from benchmarks._peers import PEERS, leaves
from benchmarks._problem import Case
from benchmarks._process import Limits, PeerError, Workers
from benchmarks.by_hand import FUNCTIONS, cpp, equations
from benchmarks.problems import PROBLEMS
from functrace.scipy.integrate import solve_ivp

pytestmark = pytest.mark.slow

WRITTEN = {
    (problem.name, task)
    for problem in PROBLEMS.values()
    for task in problem.tasks
    if f"{problem.name}_{task}" in FUNCTIONS
}
# Those with derivatives inside have no spelling for NumPy.
SPELLED = [
    name
    for name, problem in PROBLEMS.items()
    if problem.spellings and "autograd" not in problem.spellings
]
NESTED = [name for name, problem in PROBLEMS.items() if "autograd" in problem.spellings]


@pytest.fixture
def workers():
    with Workers(Limits()) as some:
        yield some


def run(monkeypatch, report, *options):
    arguments = ["benchmarks", "--smoke", "--json", str(report), *options]
    monkeypatch.setattr(sys, "argv", arguments)
    benchmarks.main()
    return json.loads(report.read_text())


def notes(report):
    """Why there are no times, by case and peer."""
    return {
        (case["problem"], case["task"], name): peer["note"]
        for case in report["results"]
        for name, peer in case["peers"].items()
    }


def test_functions_by_hand_are_those_of_problems():
    assert {f"{problem}_{task}" for problem, task in WRITTEN} == set(FUNCTIONS)


def test_what_is_written_by_hand_agrees(monkeypatch, tmp_path, capsys):
    # As Python: what is tested is that they compute the same.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    names = sorted({problem for problem, _ in WRITTEN})
    options = "--peers", "functrace,by-hand", "--problems", ",".join(names)
    found = notes(run(monkeypatch, tmp_path / "report", *options))
    assert {problem for problem, _, _ in found} == set(names)
    assert all(found[problem, task, "by-hand"] == "" for problem, task in WRITTEN)
    assert capsys.readouterr().out.count("functrace") > len(names)


def test_compiled_programs_agree(monkeypatch, tmp_path):
    options = "--peers", "functrace,functrace-jit", "--problems", ",".join(PROBLEMS)
    found = notes(run(monkeypatch, tmp_path / "report", *options))
    assert {peer for _, _, peer in found} == {"functrace", "functrace-jit"}
    assert set(found.values()) == {""}


def test_plain_loops_agree(monkeypatch, tmp_path):
    options = "--peers", "functrace-jit,functrace-jit-plain", "--problems"
    names = ",".join(plain_loops.NAMES)
    found = notes(run(monkeypatch, tmp_path / "report", *options, names))
    assert {problem for problem, _, _ in found} == set(plain_loops.NAMES)
    assert set(found.values()) == {""}


@pytest.mark.parametrize("name", SPELLED)
def test_other_spellings_agree(name):
    problem = PROBLEMS[name]
    data = problem.make(problem.smoke, np.random.default_rng(0))
    case = Case(problem, "value", data)
    usual, own = (case.function(k, np, None) for k in ("numpy", "functrace"))
    found, wanted = (list(leaves(f(*case.inputs))) for f in (own, usual))
    assert _measure.difference(found, wanted) < 1e-12


def by_peer(name, peer, task="value"):
    """Result of a problem at its smoke size."""
    problem = PROBLEMS[name]
    case = Case(problem, task, problem.make(problem.smoke, np.random.default_rng(0)))
    asked = PEERS[peer]()
    return asked.to_numpy(asked.build(case)())


@pytest.mark.skipif(not cpp.compiler(), reason="no compiler of C++")
def test_what_is_written_in_cpp_agrees():
    for name in cpp.functions():
        problem, task = next(case for case in WRITTEN if "_".join(case) == name)
        found, wanted = (
            by_peer(problem, p, task) for p in ("by-hand-cpp", "functrace")
        )
        assert _measure.difference(found, wanted) < 1e-12


@pytest.mark.parametrize("name", NESTED)
def test_nested_derivatives_agree_with_other_libraries(name):
    pytest.importorskip("jax")
    found, wanted = by_peer(name, "functrace"), by_peer(name, "jax-jit")
    assert _measure.difference(found, wanted) < 1e-8


@pytest.mark.parametrize(
    ("name", "wanted"), [("saddle", 8.246324826140356e-06), ("particle", 0.20719187465)]
)
@pytest.mark.parametrize("modes", ["ff", "fr", "rf", "rr"])
def test_nested_optimisations_find_what_gradbench_expects(name, wanted, modes):
    problem = PROBLEMS[f"{name}_{modes}"]
    data = problem.make(5, np.random.default_rng(0))
    case = Case(problem, "value", data)
    found = ft.jit(case.function("functrace", np, None))(*case.inputs)
    np.testing.assert_allclose(found, wanted, rtol=1e-9)


def test_who_differs_is_not_timed(workers, monkeypatch):
    monkeypatch.setattr(_measure, "TOLERANCE", -1.0)
    case = PROBLEMS["rosenbrock"], "value_and_grad", 10
    result = _measure.measure(*case, ["functrace"], workers, SMOKE)
    assert result.peers["functrace"].note.startswith("differs from functrace by")
    assert not result.peers["functrace"].seconds


def test_difference_is_relative_to_the_largest_element():
    wanted = [np.array([1e-9, 100.0])]
    assert _measure.difference([np.array([0.0, 100.0])], wanted) == pytest.approx(1e-11)
    assert _measure.difference([np.array([100.0])], wanted) == np.inf
    assert not _measure.difference([np.array([np.nan, 100.0])], wanted) <= 1e-8


def test_an_answer_that_takes_too_long_is_not_awaited():
    with (
        Workers(Limits(seconds=1e-3)) as workers,
        pytest.raises(PeerError, match=r"> 0\.001 s"),
    ):
        workers.ask("functrace", "versions")


def test_a_peer_without_memory_is_reported():
    with Workers(Limits(gib=0.05)) as workers, pytest.raises(PeerError):
        workers.ask("functrace", "versions")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own account")
def test_peak_memory_counts_what_is_kept(workers):
    n = 10**6
    asked = "tanh_layers", "value_and_grad", n
    peak = _measure.peak_memory("functrace", asked, 20, workers)
    assert 20 * 8 * n < peak < 200 * 8 * n


def test_tables_have_ratios_to_the_first_peer(tmp_path):
    peers = {
        "a": Outcome(first=[1.0], seconds=[2e-3, 4e-3]),
        "b": Outcome(first=[2.0], seconds=[1e-3, 2e-3]),
        "c": Outcome(note="> 60 s"),
    }
    path = tmp_path / "table"
    _report.write_markdown(path, [Result("p", "hessian", "10", peers)])
    assert path.read_text().splitlines() == [
        "| problem | task | size | a | / b | / c | first call |",
        "|---|---|---:|---:|---:|---:|---:|",
        "| p | hessian | 10 | 3 ms | 2 | > 60 s | 1 s |",
    ]


def test_plot_is_written(tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    peers = {"a": Outcome(first=[1.0], seconds=[2e-3, 4e-3, 3e-3])}
    path = tmp_path / "figure.png"
    _report.plot(path, [Result("p", "hessian", "10", peers)])
    assert path.read_bytes().startswith(b"\x89PNG")


def test_special_functions_are_counted():
    counts = special_functions.main(["gammainc", "j0", "erf"])
    assert counts["functrace"] == counts["arguments"] == 4


def test_roots_are_measured():
    text = root_finding.main(1, 20)
    assert text.count("\n| ") == 4
    assert "\n| 2 systems of three | " in text


def test_checkpoints_are_measured():
    ways = ["functrace", "functrace 1 MB", "functrace 20 kB"]
    lines = checkpoints.main(200, [2000], calls=1, ways=ways).splitlines()[2:]
    cells = [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines]
    assert [row[0] for row in cells] == ways
    assert float(cells[0][2]) > 10 * float(cells[1][2])
    assert cells[2][1] == "MemoryBudgetError"


def test_minima_are_measured():
    text = minima.main(1, (20, 2, 4))
    assert text.count("\n| ") == 3
    assert "\n| L-BFGS of 4 unknowns | " in text


def test_sparse_derivatives_are_measured():
    text = sparse_derivatives.main(1, (25, 36))
    assert text.count("\n| ") == 17
    assert text.count("\n| Hessian, Rosenbrock | 36 | ") == 2
    assert text.count("\n| 50 steps | 25 | ") == 2


def test_sparse_products_are_measured():
    text = sparse_products.main(1, (3, 4))
    assert text.count("\n") == 1 + 3 * 2 * 2
    assert "| Laplacian, 4 x 4, 16 columns |" in text


def test_sparse_systems_are_measured():
    text = sparse_systems.main(1, 4)
    assert text.count("\n") == 1 + 4 + 3
    assert "| gradient by cg, functrace-jit |" in text


def test_differential_equations_are_measured():
    threads = ft.get_num_threads()
    text = differential_equations.main(1, 1.0, 3, 10, 4)
    ft.set_num_threads(threads)
    assert text.count("\n| Lotka-Volterra, RK45 | ") == 3
    assert text.count("\n| Robertson, ") == 4
    assert text.count("\n| Brusselator, 10 cells, BDF | ") == 2
    assert text.count("\n| Brusselator, 4 x 4 cells, BDF | ") == 2


def test_what_is_integrated_by_hand_agrees():
    start, rates = differential_equations.START, differential_equations.RATES
    given = start, rates, 2.0, differential_equations.TOLERANCE

    def ours(start, rates):
        return differential_equations.grown(solve_ivp, start, rates, 2.0)

    found = equations.batch(start[None], rates[None], *given[2:])[0]
    np.testing.assert_allclose(found, ours(start, rates), rtol=1e-8)
    gradient = ft.grad(lambda *args: ours(*args)[0], (0, 1))(start, rates)
    by_hand = equations.gradient(*given)
    np.testing.assert_allclose(by_hand, np.concatenate(gradient), rtol=1e-6)


def test_cold_starts_are_measured(monkeypatch):
    monkeypatch.setattr(cold_start, "IMPORTS", cold_start.IMPORTS[:1])
    monkeypatch.setattr(cold_start, "FIRST_CALLS", cold_start.FIRST_CALLS[:1])
    text = cold_start.main(1)
    assert all(f"\n| {name} |" in text for name in ("numpy", "functrace"))


def test_growth_is_measured(monkeypatch, capsys):
    options = ["--calls", "1", "--compilations", "1", "--first", "1"]
    monkeypatch.setattr(sys, "argv", ["growth", *options])
    monkeypatch.setenv("FUNCTRACE_CACHE_DIR", "")
    growth.main()
    text = capsys.readouterr().out
    for name in (*growth.CALLS, *growth.COMPILATIONS):
        assert f"\n| {name} | 1 |" in text


def test_straight_code_is_measured():
    assert straight_code.program(30)(np.ones(8)).shape == ()
    text = straight_code.main([30], rounds=1)
    assert text.splitlines()[-1].startswith("| 30 | ")


def test_calls_without_python_are_measured(monkeypatch):
    monkeypatch.setattr(native, "find_spec", lambda name: None)
    lines = native.main(rounds=1, calls=2).splitlines()
    assert [line.split()[1] for line in lines[2:]] == [*native.problems(), "quad"]
    assert all(" ns" in line for line in lines[2:])


def test_plain_loops_are_measured():
    names, limits = ["heat_slices", "random_walk_if"], Limits(threads=1)
    text = plain_loops.main(names, limits, SMOKE, small=True)
    assert text.count("\n| heat_slices | value and grad | 3x6 | ") == 3
    assert text.count("\n| random_walk_if | value | 5 | ") == 3


def test_programs_are_measured():
    compiled, branching = programs.main(["seir", "orbit"], 1).splitlines()[2:]
    assert compiled.startswith("| seir | ")
    assert branching.endswith("| branches on values |  |")
