"""What stands for a distribution, or an estimate of one, that SciPy made."""

from __future__ import annotations

from typing import Any

import scipy.stats
from scipy.stats._distn_infrastructure import rv_frozen

from functrace.scipy import stats


def stand_in(instance: Any) -> Any:
    """The same distribution, for traced values; None if there is none."""
    if isinstance(instance, scipy.stats.gaussian_kde):
        kde: Any = instance
        return stats.gaussian_kde(kde.dataset, kde.factor, kde.weights)
    if isinstance(instance, rv_frozen):
        found = stand_in(instance.dist)
        return found and found(*instance.args, **instance.kwds)
    name = getattr(instance, "name", None) or type(instance).__name__.removesuffix(
        "_gen"
    )
    original = getattr(scipy.stats, name, None)
    if original is None or not _is_same(instance, original):
        return None
    return getattr(stats, name)


def _is_same(instance: Any, original: Any) -> bool:
    """Whether it is SciPy's own distribution, or a copy, as frozen ones have."""
    if instance is original:
        return True
    support = [
        (getattr(d, "a", None), getattr(d, "b", None)) for d in (instance, original)
    ]
    return type(instance) is type(original) and support[0] == support[1]
