"""Random programs of stencils: what runs tile by tile gives the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests._tiled import check_stencil
from tests.properties._stencils import Stencil

DRAWS = st.randoms(use_true_random=False)


@pytest.mark.slow
@settings(max_examples=40)
@given(DRAWS.map(Stencil), st.sampled_from(["value", "gradient", "second"]))
def test_tiles_give_the_same(program, task):
    check_stencil(program, task)
