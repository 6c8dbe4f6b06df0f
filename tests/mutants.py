"""Errors put into the library on purpose, to see how many of them the tests catch.

``python -m tests.mutate`` tries them; places were drawn at random, weighted by lines.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A text of one file that is replaced by another; it occurs there just once.

    Attributes
    ----------
    file : str
        Under ``functrace/``.
    old, new : str
        Whole lines or parts of lines.
    what : str
        What goes wrong.
    """

    file: str
    old: str
    new: str
    what: str


MUTANTS = (
    Mutant(
        "compiler/text/control.py",
        "-(-_nbytes(x) // _ALIGNMENT) * _ALIGNMENT",
        "_nbytes(x) // _ALIGNMENT * _ALIGNMENT",
        "compiled reverse loops keep arrays of odd sizes on top of each other",
    ),
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
        "primitives/_rewrites/indexing.py",
        "    at = _place_of_axis(places, axis)\n    place = places[at]\n",
        "    at = axis\n    place = places[at]\n",
        "compiled reading of a concatenation is wrong with a new axis before the joined one",
    ),
    Mutant(
        "numpy/elementwise.py",
        "    zeros.flags.writeable = False\n",
        "",
        "writing into the imaginary part of a traced real array is not refused",
    ),
    Mutant(
        "primitives/comparison.py",
        "Aval(x.shape, np.round(np.ones((), x.dtype), decimals).dtype)",
        "Aval(x.shape, x.dtype)",
        "the recorded dtype of rounded booleans is bool, where NumPy gives float16",
    ),
    Mutant(
        "primitives/_tapes.py",
        "        found = {k for k, i in enumerate(places.carry) if i in result_of}\n"
        "        if found <= known:",
        "        found = {k for k, i in enumerate(places.carry) if i in result_of}\n"
        "        if len(found) <= len(known):",
        "reverse mode loses cotangents that pass from one carry of a loop to another",
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
        "primitives/reductions.py",
        '        if x.dtype.kind == "f":\n            found = found | np.isnan(x)\n',
        "",
        "the compiled argmax or argmin of an array with a NaN is out of range",
    ),
    Mutant(
        "primitives/matrix_functions.py",
        "    sign = matrix_transpose(out)\n",
        "    sign = out\n",
        "the gradient of signm lacks a transposition: wrong unless out is symmetric",
    ),
    Mutant(
        "core/graph.py",
        "        used += self.outputs\n",
        "",
        "a body that returns a captured traced value as it is cannot be evaluated",
    ),
    Mutant(
        "transforms/_signature.py",
        "if not isinstance(leaf, (np.ndarray, Tracer)) or in_c_order(leaf):",
        "if type(leaf) is not np.ndarray or in_c_order(leaf):",
        "the key of a compiled function that asks for the layout lacks that of tracers",
    ),
    Mutant(
        "scipy/linalg/_factors.py",
        "inside = inside[::-1, ::-1]",
        "inside = inside[::-1]",
        "cholesky_banded in upper form leaves elements of the last columns as they were",
    ),
    Mutant(
        "compiler/runtime/launcher.py",
        "        if flags.c_contiguous:\n",
        "        if flags.aligned:\n",
        "without native launchers, a transposed array is read as if it were in C order",
    ),
    Mutant(
        "scipy/linalg/_eigenvalues.py",
        'if d.dtype.kind == "c" or e.dtype.kind == "c":',
        'if d.dtype.kind == "c":',
        "eigh_tridiagonal does not refuse a complex off-diagonal",
    ),
    Mutant(
        "core/operators.py",
        '    np.left_shift: "lshift",\n    np.right_shift: "rshift",\n',
        '    np.left_shift: "rshift",\n    np.right_shift: "lshift",\n',
        "the operators << and >> of traced integers are exchanged",
    ),
    Mutant(
        "scipy/interpolate/_fits.py",
        "inside = np.logical_and(x >= t[k], x <= t[-k])",
        "inside = x <= t[-k]",
        "make_lsq_spline does not refuse places in front of the knots",
    ),
    Mutant(
        "transforms/vectorize.py",
        "if start < 0 or (exactly and start > 0) or known != [*found]:",
        "if start < 0 or known != [*found]:",
        "vectorize accepts results with more dimensions than its signature says",
    ),
    Mutant(
        "compiler/plan/inplace.py",
        "left_out = frozenset(root for root, pair in copies.items() if pair in safe)",
        "left_out = every",
        "a large carry that cannot be updated in place is not copied where it must be",
    ),
    Mutant(
        "primitives/while_loop.py",
        "dual.place(i) for i in places",
        "dual.place(i) if i in self.body.places.consts else i for i in places",
        "second derivatives of while loops confuse the first carry with a constant",
    ),
    Mutant(
        "primitives/elementwise.py",
        "    return np.where(at_origin, 0, x / (r + at_origin))\n",
        "    return x / (r + at_origin)\n",
        "second derivatives of hypot and arctan2 at the origin are not zero",
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
        "primitives/special/noncentral.py",
        "np.where(v == 2, 0.5 * np.exp(-0.5 * c), ",
        "np.where(v == 2, np.exp(-0.5 * c), ",
        "the slope of chndtr at x = 0 with two degrees of freedom is twice too large",
    ),
    Mutant(
        "core/pytree.py",
        "if dataclasses.is_dataclass(leaf)} - {type}",
        "if dataclasses.is_dataclass(leaf)}",
        "a pytree that holds a dataclass itself, not an instance, raises a TypeError",
    ),
    Mutant(
        "numpy/indexing.py",
        "        and node.primitive is indexing.getitem\n",
        "",
        "writing a transposed view of a traced array into the array is a KeyError",
    ),
    Mutant(
        "transforms/_bodies.py",
        """\
            type(leaf) in _NUMBERS
            or (type(leaf) is Tracer and type(leaf.aval.dtype) is type)
""",
        """\
            type(leaf) in _NUMBERS
""",
        "a traced Python number that a loop carries does not give way to arrays' dtypes",
    ),
    Mutant(
        "scipy/stats/_base.py",
        "return variance * scale * scale + 0 * loc",
        "return variance * scale * scale",
        "variances of distributions with several locations lack these' shape",
    ),
    Mutant(
        "engine/schedule.py",
        """\
            if type(edge) is Edge and edge[0] in live:
                mask |= bit
            bit <<= 1
""",
        """\
            if type(edge) is Edge:
                if edge[0] in live:
                    mask |= bit
                bit <<= 1
""",
        "nested gradients through an operand that comes after a constant are lost",
    ),
)
