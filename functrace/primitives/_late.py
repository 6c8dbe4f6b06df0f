"""Modules that are imported when a record is first asked how it is lowered or rewritten.

What a record's `lower` and `simplify` take from them is in a function: most programs
compile nothing, and need not load what compiles. And rules of simplification speak of many
records, which have to be there before them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from functrace.core.locks import NATIVE

if TYPE_CHECKING:
    from functrace.compiler import complexmath, control, numba_forms, vecmath
    from functrace.compiler.kernels import banded as kernels_banded
    from functrace.compiler.kernels import correlation as kernels_correlation
    from functrace.compiler.kernels import cumulative as kernels_cumulative
    from functrace.compiler.kernels import integers as kernels_integers
    from functrace.compiler.kernels import sorting as kernels_sorting
    from functrace.compiler.kernels import toeplitz as kernels_toeplitz
    from functrace.compiler.linear import determinants as linear_determinants
    from functrace.compiler.linear import factors as linear_factors
    from functrace.compiler.linear import lapack as linear_lapack
    from functrace.compiler.linear import matmul as linear_matmul
    from functrace.compiler.linear import sparse as linear_sparse
    from functrace.primitives import (
        _division,
        _elementary,
        _lowering,
        _powers,
        _representation,
    )
    from functrace.primitives._rewrites import arithmetic as arithmetic_rules
    from functrace.primitives._rewrites import choice as choice_rules
    from functrace.primitives._rewrites import complex_parts as complex_rules
    from functrace.primitives._rewrites import contractions as contraction_rules
    from functrace.primitives._rewrites import fitting as fitting_rules
    from functrace.primitives._rewrites import indexing as indexing_rules
    from functrace.primitives._rewrites import layout as layout_rules
    from functrace.primitives._rewrites import loops as loop_rules
else:

    class Late:
        """A module that is imported when something of it is asked for.

        The lock keeps other threads from forking meanwhile: a child would wait for ever
        for the import to end.
        """

        def __init__(self, name: str) -> None:
            self.name = name

        def __getattr__(self, name: str) -> Any:
            with NATIVE:
                return getattr(import_module(f"functrace.{self.name}"), name)

    complexmath = Late("compiler.complexmath")
    control = Late("compiler.control")
    kernels_banded = Late("compiler.kernels.banded")
    kernels_correlation = Late("compiler.kernels.correlation")
    kernels_cumulative = Late("compiler.kernels.cumulative")
    kernels_integers = Late("compiler.kernels.integers")
    kernels_sorting = Late("compiler.kernels.sorting")
    kernels_toeplitz = Late("compiler.kernels.toeplitz")
    numba_forms = Late("compiler.numba_forms")
    vecmath = Late("compiler.vecmath")
    linear_determinants = Late("compiler.linear.determinants")
    linear_factors = Late("compiler.linear.factors")
    linear_lapack = Late("compiler.linear.lapack")
    linear_matmul = Late("compiler.linear.matmul")
    linear_sparse = Late("compiler.linear.sparse")
    _division = Late("primitives._division")
    _elementary = Late("primitives._elementary")
    _lowering = Late("primitives._lowering")
    _powers = Late("primitives._powers")
    _representation = Late("primitives._representation")
    arithmetic_rules = Late("primitives._rewrites.arithmetic")
    choice_rules = Late("primitives._rewrites.choice")
    complex_rules = Late("primitives._rewrites.complex_parts")
    contraction_rules = Late("primitives._rewrites.contractions")
    fitting_rules = Late("primitives._rewrites.fitting")
    indexing_rules = Late("primitives._rewrites.indexing")
    layout_rules = Late("primitives._rewrites.layout")
    loop_rules = Late("primitives._rewrites.loops")
