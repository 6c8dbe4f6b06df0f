"""The samples of all primitives by their labels."""

from __future__ import annotations

from tests.systematic._laws import CASES, Case

BY_LABEL: dict[str, Case] = {f"{c.primitive.name}-{c.index}": c for c in CASES}
