"""Errors in what users call: NumPy's and SciPy's functions, and checks of derivatives."""

from __future__ import annotations

from tests.mutants._base import Mutant

MUTANTS = (
    Mutant(
        "scipy/signal/_convolution.py",
        'if dtype.kind in "iu" else out',
        'if dtype.kind == "i" else out',
        'convolve(method="fft") of unsigned integers truncates rather than rounds',
    ),
    Mutant(
        "numpy/sets.py",
        'a.dtype.char in "bhBH"',
        'a.dtype.char in "bhBHf"',
        "sort_complex of float32 gives complex64, where NumPy gives complex128",
    ),
    Mutant(
        "numpy/elementwise.py",
        "    zeros.flags.writeable = False\n",
        "",
        "writing into the imaginary part of a traced real array is not refused",
    ),
    Mutant(
        "numpy/_scalar_functions.py",
        "start * np.prod(_listed(values))",
        "np.prod(_listed(values))",
        "math.prod of traced numbers ignores start",
    ),
    Mutant(
        "scipy/linalg/_decompositions.py",
        "np.where(near_turned, 0, cosines)",
        "np.where(near, 0, cosines)",
        "subspace_angles are wrong where some are below 45 degrees and others above",
    ),
    Mutant(
        "scipy/linalg/_factors.py",
        "inside = inside[::-1, ::-1]",
        "inside = inside[::-1]",
        "cholesky_banded in upper form leaves elements of the last columns as they were",
    ),
    Mutant(
        "scipy/linalg/_eigenvalues.py",
        'if d.dtype.kind == "c" or e.dtype.kind == "c":',
        'if d.dtype.kind == "c":',
        "eigh_tridiagonal does not refuse a complex off-diagonal",
    ),
    Mutant(
        "scipy/interpolate/_fits.py",
        "inside = np.logical_and(x >= t[k], x <= t[-k])",
        "inside = x <= t[-k]",
        "make_lsq_spline does not refuse places in front of the knots",
    ),
    Mutant(
        "scipy/fft/_hankel.py",
        "u = (1 / np.conj(u) if inverse else u)",
        "u = (1 / u if inverse else u)",
        "the inverse Hankel transform ifht lacks a conjugate",
    ),
    Mutant(
        "numpy/linalg.py",
        "np.isnan(result) & ~np.any(np.isnan(x), axis=(-2, -1))",
        "np.isnan(result) & ~np.any(np.isnan(x))",
        "cond of a singular matrix is NaN if another one of the stack has a NaN",
    ),
    Mutant(
        "numpy/indexing.py",
        "        and node.primitive is indexing.getitem\n",
        "",
        "writing a transposed view of a traced array into the array is a KeyError",
    ),
    Mutant(
        "scipy/stats/_base.py",
        "return variance * scale * scale + 0 * loc",
        "return variance * scale * scale",
        "variances of distributions with several locations lack these' shape",
    ),
    Mutant(
        "scipy/signal/_resampling.py",
        "a is not None and a.shape[0] > 1:",
        "a is not None and a.shape[0] >= 1:",
        "decimate by a dlti that is a FIR filter applies it forward and backward",
    ),
    Mutant(
        "numpy/fft.py",
        "    if None in s:\n",
        "    if s[-1] is None:\n",
        "a None in the lengths s of fftn is not deprecated but at the end",
    ),
    Mutant(
        "scipy/signal/_convolution.py",
        'is_real = "c" not in (x.dtype.kind, y.dtype.kind)',
        'is_real = x.dtype.kind != "c"',
        "fftconvolve of a real and a complex array takes both for real",
    ),
    Mutant(
        "numpy/creation.py",
        "        if type(x) is not Tracer:\n            return x\n    wrong = ",
        "    wrong = ",
        "np.array(x, int) of a traced x, which is no longer traced, is an AttributeError",
    ),
    Mutant(
        "scipy/stats/_continuous.py",
        "inside = valid & (q > 0) & (q < 1)",
        "inside = valid & (q >= 0) & (q < 1)",
        "quantiles at probability zero are the formula's, not the end of the support",
    ),
    Mutant(
        "numpy/nan_reductions.py",
        "return store(out, reductions.deviation_of(variance))",
        "return store(out, np.sqrt(variance))",
        "the gradient of nanstd is not finite where all elements are equal",
    ),
    Mutant(
        "scipy/special/_bessel.py",
        "@on_plain_values(scipy.special.h1vp)",
        "@on_plain_values(scipy.special.h2vp)",
        "h1vp of plain values is h2vp",
    ),
    Mutant(
        "numpy/selection.py",
        "if chosen.size and not vals.size:",
        "if not vals.size:",
        "np.place refuses to insert nothing nowhere",
    ),
    Mutant(
        "numpy/nan_reductions.py",
        """what has none stays as it is.\"""
    if a.dtype.kind not in "fc":
""",
        """what has none stays as it is.\"""
    if a.dtype.kind != "f":
""",
        "NaNs of complex numbers are not left out",
    ),
    Mutant(
        "scipy/interpolate/_fits.py",
        """\
    axis: int = 0,
    check_finite: bool = True,
    *,
    method: str = "qr",
""",
        """\
    axis: int = -1,
    check_finite: bool = True,
    *,
    method: str = "qr",
""",
        "make_lsq_spline takes the last axis by default, not the first",
    ),
    Mutant(
        "testing/_check.py",
        "single = any(np.finfo",
        "single = all(np.finfo",
        "check_grads has the tolerances of float64 where some arrays are float32",
    ),
    Mutant(
        "numpy/order_statistics.py",
        "return chosen.reshape((*leading, *lengths))",
        "return chosen.reshape((*lengths, *leading))",
        "several quantiles of rows have their axes in the wrong order",
    ),
    Mutant(
        "scipy/integrate/_systems.py",
        "part, turned = same * real - J, same * imag\n",
        "part, turned = same * real - J.T, same * imag\n",
        "Newton's method of a Radau step has one Jacobian transposed: more rounds",
    ),
    Mutant(
        "scipy/integrate/_nested.py",
        '    refuse_options("nquad", full_output=full_output or None)\n',
        "",
        "nquad of a traced value takes full_output and gives none",
    ),
    Mutant(
        "scipy/sparse/linalg/_loops.py",
        "omega = np.where(size == 0, 0, _dot(t, s) /",
        "omega = np.where(size == 0, 0, _dot(s, t) /",
        "bicgstab of complex systems takes steps of the wrong phase",
    ),
)
