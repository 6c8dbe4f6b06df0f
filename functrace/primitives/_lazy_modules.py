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
    from functrace.compiler.kernels import acyclic as kernels_acyclic
    from functrace.compiler.kernels import banded as kernels_banded
    from functrace.compiler.kernels import correlation as kernels_correlation
    from functrace.compiler.kernels import cumulative as kernels_cumulative
    from functrace.compiler.kernels import integers as kernels_integers
    from functrace.compiler.kernels import numba_called, numba_forms
    from functrace.compiler.kernels import sorting as kernels_sorting
    from functrace.compiler.kernels import spectral as kernels_spectral
    from functrace.compiler.kernels import superlu as kernels_superlu
    from functrace.compiler.kernels import toeplitz as kernels_toeplitz
    from functrace.compiler.linear import determinants as linear_determinants
    from functrace.compiler.linear import factored as linear_factored
    from functrace.compiler.linear import factors as linear_factors
    from functrace.compiler.linear import fourier as linear_fourier
    from functrace.compiler.linear import lapack as linear_lapack
    from functrace.compiler.linear import matmul as linear_matmul
    from functrace.compiler.linear import sparse as linear_sparse
    from functrace.compiler.linear import spectra as linear_spectra
    from functrace.compiler.linear import ufunc_loops
    from functrace.compiler.math import complexmath, vecmath
    from functrace.compiler.plan import chunks, cost, kinds
    from functrace.compiler.text import control, effects, taped, tapes
    from functrace.primitives import (
        _division,
        _elementary_lowering,
        _lowering,
        _powers,
        _representation,
        factored_bands,
    )
    from functrace.primitives import _scan_reverse as scan_reverse
    from functrace.primitives._rewrites import arithmetic as arithmetic_rules
    from functrace.primitives._rewrites import choice as choice_rules
    from functrace.primitives._rewrites import complex_parts as complex_rules
    from functrace.primitives._rewrites import contractions as contraction_rules
    from functrace.primitives._rewrites import fitting as fitting_rules
    from functrace.primitives._rewrites import indexing as indexing_rules
    from functrace.primitives._rewrites import layout as layout_rules
    from functrace.primitives._rewrites import loops as loop_rules
    from functrace.primitives._rewrites import picking as picking_rules
    from functrace.primitives._rewrites import single_uses
    from functrace.primitives._strips import regions as strips
else:

    class LazyModule:
        """A module that is imported when something of it is asked for.

        The lock keeps other threads from forking meanwhile: a child would wait for ever
        for the import to end.
        """

        def __init__(self, name: str) -> None:
            self.name = name

        def __getattr__(self, name: str) -> Any:
            with NATIVE:
                return getattr(import_module(f"functrace.{self.name}"), name)

    chunks = LazyModule("compiler.plan.chunks")
    complexmath = LazyModule("compiler.math.complexmath")
    control = LazyModule("compiler.text.control")
    cost = LazyModule("compiler.plan.cost")
    effects = LazyModule("compiler.text.effects")
    kernels_acyclic = LazyModule("compiler.kernels.acyclic")
    kernels_banded = LazyModule("compiler.kernels.banded")
    kernels_correlation = LazyModule("compiler.kernels.correlation")
    kernels_cumulative = LazyModule("compiler.kernels.cumulative")
    kernels_integers = LazyModule("compiler.kernels.integers")
    kernels_sorting = LazyModule("compiler.kernels.sorting")
    kernels_spectral = LazyModule("compiler.kernels.spectral")
    kernels_superlu = LazyModule("compiler.kernels.superlu")
    kernels_toeplitz = LazyModule("compiler.kernels.toeplitz")
    kinds = LazyModule("compiler.plan.kinds")
    numba_called = LazyModule("compiler.kernels.numba_called")
    numba_forms = LazyModule("compiler.kernels.numba_forms")
    vecmath = LazyModule("compiler.math.vecmath")
    linear_determinants = LazyModule("compiler.linear.determinants")
    linear_factored = LazyModule("compiler.linear.factored")
    linear_factors = LazyModule("compiler.linear.factors")
    linear_fourier = LazyModule("compiler.linear.fourier")
    linear_lapack = LazyModule("compiler.linear.lapack")
    linear_matmul = LazyModule("compiler.linear.matmul")
    linear_sparse = LazyModule("compiler.linear.sparse")
    ufunc_loops = LazyModule("compiler.linear.ufunc_loops")
    linear_spectra = LazyModule("compiler.linear.spectra")
    _division = LazyModule("primitives._division")
    _elementary_lowering = LazyModule("primitives._elementary_lowering")
    _lowering = LazyModule("primitives._lowering")
    _powers = LazyModule("primitives._powers")
    _representation = LazyModule("primitives._representation")
    factored_bands = LazyModule("primitives.factored_bands")
    arithmetic_rules = LazyModule("primitives._rewrites.arithmetic")
    choice_rules = LazyModule("primitives._rewrites.choice")
    complex_rules = LazyModule("primitives._rewrites.complex_parts")
    contraction_rules = LazyModule("primitives._rewrites.contractions")
    fitting_rules = LazyModule("primitives._rewrites.fitting")
    indexing_rules = LazyModule("primitives._rewrites.indexing")
    picking_rules = LazyModule("primitives._rewrites.picking")
    single_uses = LazyModule("primitives._rewrites.single_uses")
    layout_rules = LazyModule("primitives._rewrites.layout")
    loop_rules = LazyModule("primitives._rewrites.loops")
    taped = LazyModule("compiler.text.taped")
    tapes = LazyModule("compiler.text.tapes")
    scan_reverse = LazyModule("primitives._scan_reverse")
    strips = LazyModule("primitives._strips.regions")
