"""Functions in C give what the interpreter gives, or say which operation cannot be.

The share of records of these families that are written is printed.
"""

from __future__ import annotations

import collections

import numpy as np
import pytest

import functrace as ft
from functrace.core.errors import MissingRuleError
from functrace.core.primitive import REGISTRY
from functrace.source.traced import simplified
from tests._c_programs import call, library, text_of
from tests._sources import FAMILIES, REFUSED_IN_C
from tests.systematic._laws import DIFFERENT
from tests.systematic.test_compiled import filled, graph_of

CASES = collections.defaultdict(list)
for _case in DIFFERENT:
    CASES[_case.primitive.name].append(_case)


def written(name: str) -> list[tuple[str, ft.Graph, list[np.ndarray]]]:
    """Texts of the samples of a record, those in C, with graphs and arguments."""
    found = []
    for case in CASES[name][:8]:
        function, arrays = filled(case)
        graph = simplified(graph_of(function, arrays))
        try:
            text = text_of(graph, f"program_{len(found)}")
        except MissingRuleError:
            continue
        found.append((text, graph, arrays))
    return found


@pytest.mark.share(24)
@pytest.mark.parametrize("name", sorted(CASES))
def test_record(name):
    programs = written(name)
    if not programs:
        return
    compiled = library([text for text, _, _ in programs])
    for k, (text, graph, arrays) in enumerate(programs):
        values = [np.asarray(a) if np.ndim(a) else np.asarray(a)[()] for a in arrays]
        got = call(getattr(compiled, f"program_{k}"), graph, values)
        for out, value in zip(got, graph.evaluate(values), strict=True):
            single = np.asarray(value).dtype == np.float32
            np.testing.assert_allclose(
                out, value, rtol=1e-5 if single else 1e-12, atol=1e-12, err_msg=text
            )


@pytest.mark.slow
def test_share():
    ours = [n for n, p in REGISTRY.items() if p.module.split(".")[-1] in FAMILIES]
    missing = {name for name in ours if CASES[name] and not written(name)}
    print(f"{1 - len(missing) / len(ours):.1%} of {len(ours)} records")  # noqa: T201
    assert missing == set(REFUSED_IN_C)
