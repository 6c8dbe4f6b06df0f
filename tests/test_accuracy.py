"""The measurement of errors: few points of few functions, and its own parts."""

import json
import math

import numpy as np
import pytest

gmpy2 = pytest.importorskip("gmpy2")

from benchmarks.accuracy import __main__ as accuracy  # noqa: E402 - if there is gmpy2
from benchmarks.accuracy import _exact, _measure, _points, _report  # noqa: E402
from benchmarks.accuracy._functions import functions  # noqa: E402

KINDS = ["f64", "f32", "c64", "c32"]


def options(tmp_path, *more):
    return ["--cache", str(tmp_path / "cache"), "--points", "300", *more]


def test_few_points(tmp_path, capsys):
    report, page = tmp_path / "rows.json", tmp_path / "page.md"
    page.write_text(f"# Errors\n\n{_report.MARK}\nold")
    more = ["--json", str(report), "--markdown", str(page), "--dtype", *KINDS]
    rows = accuracy.main(options(tmp_path, "log", "hypot", "divide", *more))
    assert [(r.kind, r.name) for r in rows] == [
        *(("c32", "divide"), ("c32", "log"), ("c64", "divide"), ("c64", "log")),
        *(("f32", "hypot"), ("f32", "log"), ("f64", "hypot"), ("f64", "log")),
    ]
    assert all(0.4 < row.error < 4 for row in rows)
    assert len(json.loads(report.read_text())) == len(rows)
    assert "old" not in page.read_text()
    assert "## Double precision" in page.read_text()
    assert capsys.readouterr().out.count(" ulp") == len(rows)


def test_what_is_unknown_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="nonsense"):
        accuracy.main(options(tmp_path, "nonsense"))


def test_functions_have_exact_ones():
    for kind in ("f64", "c64"):
        missing = [n for n in functions(kind) if not _exact.has_reference(n, kind)]
        assert not missing


@pytest.mark.parametrize("kind", KINDS)
def test_points_are_finite_and_always_the_same(kind):
    function = functions(kind)["tanh"]
    first, second = (_points.points(function, kind, 500) for _ in range(2))
    assert all(np.isfinite(a).all() for a in first)
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(
    ("got", "ulps"),
    [
        (math.exp(1.0), 0.32),
        (math.nextafter(math.e, 3), 0.68),
        (math.inf, math.inf),
        (math.nan, math.inf),
    ],
)
def test_errors_are_in_units_of_the_last_place(got, ulps, tmp_path):
    inputs = [np.array([1.0])]
    exact = _exact.references(functions("f64")["exp"], "f64", inputs, tmp_path)
    (error,) = _exact.errors([np.array([got])], exact)
    assert error == pytest.approx(ulps, abs=0.01) or error > 1e300


def test_worst_of_all_numbers_of_single_precision():
    x = np.array([1.0, 2.0, 1e-45, np.inf, np.nan], np.float32)
    exact = np.array([1.0, 2 + 2**-23, 1e-45, np.inf, np.nan])
    assert _measure._worst(x, exact, _measure._ULPS) == (0.5, 1)
    exact[-1] = 0.0
    assert _measure._worst(x, exact, _measure._ULPS) == (math.inf, 4)
