"""Errors in what is below the functions: primitives, transforms, compiler, core."""

from __future__ import annotations

from tests.mutants._base import Mutant

MUTANTS = (
    Mutant(
        "core/units.py",
        "-(-nbytes // _ALIGNMENT) * _ALIGNMENT",
        "nbytes // _ALIGNMENT * _ALIGNMENT",
        "compiled reverse loops keep arrays of odd sizes on top of each other",
    ),
    Mutant(
        "primitives/_rewrites/indexing.py",
        "    at = _place_of_axis(places, axis)\n    place = places[at]\n",
        "    at = axis\n    place = places[at]\n",
        "compiled reading of a concatenation is wrong with a new axis before the joined one",
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
        "compiler/runtime/launcher.py",
        "        if flags.c_contiguous:\n",
        "        if flags.aligned:\n",
        "without native launchers, a transposed array is read as if it were in C order",
    ),
    Mutant(
        "core/operators.py",
        '    np.left_shift: "lshift",\n    np.right_shift: "rshift",\n',
        '    np.left_shift: "rshift",\n    np.right_shift: "lshift",\n',
        "the operators << and >> of traced integers are exchanged",
    ),
    Mutant(
        "transforms/vectorize.py",
        "if start < 0 or (exactly and start > 0) or known != [*found]:",
        "if start < 0 or known != [*found]:",
        "vectorize accepts results with more dimensions than its signature says",
    ),
    Mutant(
        "compiler/plan/sums.py",
        "for moved in second.roots:",
        "for moved in second.roots[:1]:",
        "of two sums of several parts, one part is all that the second adds",
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
    Mutant(
        "compiler/linear/strided.py",
        "imag = _vector(step, [element.imag for",
        "imag = _vector(step, [element.real for",
        "complex elements that are far apart lose their imaginary parts in products",
    ),
    Mutant(
        "primitives/structured_systems.py",
        "ends = a[0, n - 1 :], a[0, n - 1 :: -1]",
        "ends = a[0, n - 1 :: -1], a[0, n - 1 :]",
        "solve_toeplitz takes the transposed matrix",
    ),
    Mutant(
        "primitives/fourier.py",
        "return np.result_type(dtype.type(0).real.dtype, 1.0)",
        "return dtype.type(0).real.dtype",
        "the recorded dtype of irfft of integers is that of integers",
    ),
    Mutant(
        "primitives/comparison.py",
        "lambda x, y: np.equal(x, y) if type(x) is complex else x == y",
        "lambda x, y: x == y",
        "a Python complex number == a traced float64 gives a Python bool",
    ),
    Mutant(
        "compiler/runtime/launcher.py",
        "if kind is not fitting.scalar and kind is not fitting.python:",
        "if kind is not fitting.scalar and not isinstance(arg, fitting.python or ()):",
        "without native launchers, True is taken for the int that a program is for",
    ),
    Mutant(
        "primitives/singular_values.py",
        "return np.concatenate([moved, rest], axis=-1)",
        "return np.concatenate([rest, moved], axis=-1)",
        "tangents of the vectors of a full SVD are in the wrong order",
    ),
    Mutant(
        "primitives/layout.py",
        "    broadcasts=True,\n    elementwise=True,\n",
        "    broadcasts=True,\n",
        "cotangents that where() masks are no longer masked behind a broadcast",
    ),
    Mutant(
        "transforms/loops.py",
        "lambda pair: (pair[0] + 1, body_fun(*pair)),",
        "lambda pair: (pair[0] + 1, body_fun(pair[0] + 1, pair[1])),",
        "the counter of a fori_loop with traced bounds is one ahead",
    ),
    Mutant(
        "transforms/function.py",
        "found = self.cls.jvp(_restored(self.needs, made()), *dots)",
        "needs = [leaf is OPERAND for leaf in self.template]\n"
        "        found = self.cls.jvp(_restored(needs, made()), *dots)",
        "in a Function's jvp, needs_input_grad is true of arguments without a derivative",
    ),
    Mutant(
        "transforms/_shortcut.py",
        'self.conditions.append(f"type({name} := {text}) is {cls}")',
        'self.conditions.append(f"isinstance({name} := {text}, {cls})")',
        "compiled calls take subclasses of dict and list for dict and list",
    ),
    Mutant(
        "engine/simplify.py",
        "found = self.made[key] = self._apply(",
        "found = self.made[(primitive, *given)] = self._apply(",
        "equal operations that have parameters are not shared",
    ),
    Mutant(
        "transforms/vectorize.py",
        '(?:,{_ARGUMENT})*"',
        '(?:,{_ARGUMENT})?"',
        "vectorize refuses signatures of three arguments",
    ),
    Mutant(
        "primitives/special/beta.py",
        """\
        lambda x, y: -digamma_rise(y, x),
    ),
    lower=scalar_call("betaln", 2)""",
        """\
        lambda x, y: -digamma_rise(x, y),
    ),
    lower=scalar_call("betaln", 2)""",
        "betaln's derivative in its second argument is that in the first",
    ),
    Mutant(
        "compiler/math/complexmath/logarithms.py",
        "around = (0.5 * unit) * vecmath.log1p(",
        "around = 0.5 * vecmath.log1p(",
        "compiled log2 and log10 of complex numbers of size near one are natural ones",
    ),
    Mutant(
        "primitives/cumulative.py",
        "a = np.concatenate([a[first], a[later] * a[earlier]], axis)",
        "a = np.concatenate([a[first], a[later] * a[earlier]])",
        "linear recurrences along another axis than the first are wrong or refused",
    ),
    Mutant(
        "core/rule.py",
        'if dtype in _SHARING and getattr(dividend, "dtype", dtype) == dtype:',
        "if dtype in _SHARING:",
        "recorded derivatives of quotients have the precision of the divisor alone",
    ),
    Mutant(
        "compiler/notation/masks.py",
        "if x.lanes or x.kind != first.kind:",
        "if x.lanes:",
        "loops have no code that choose doubles by a comparison of single precision",
    ),
    Mutant(
        "core/rule.py",
        "repr(tuple(i in wanted for i in range(count)))",
        "repr(tuple(i in wanted for i in range(len(wanted))))",
        "joint rules are not told of the last operands which are needed",
    ),
    Mutant(
        "primitives/_index.py",
        "rest = ndim - taken + len(masks) - sum(masks)",
        "rest = ndim - taken - sum(masks)",
        "an index with a mask leaves out a dimension",
    ),
    Mutant(
        "core/recording.py",
        "            setattr(made, name, value)\n",
        "            if value is not None:\n                setattr(made, name, value)\n",
        "what is recorded cannot be changed to None, as the draw of entropy wants it",
    ),
    Mutant(
        "transforms/_rolling/words.py",
        'inside = f", in one of {rounds}{within}"',
        'inside = f", in one of {rounds}"',
        "of a loop in a loop in a loop, the words do not say the outermost",
    ),
    Mutant(
        "transforms/_capture/rounds.py",
        "return value if leaf.dtype is dtype else value.astype(np.dtype(dtype))",
        "return value",
        "what a loop begins with keeps its dtype where the rounds give a wider one",
    ),
    Mutant(
        "primitives/_dependence/graphs.py",
        "if not any(live) or not any(is_inexact(aval.dtype) for aval in outs):",
        "if not any(live) or not all(is_inexact(aval.dtype) for aval in outs):",
        "operations with an integer among their results lack their pattern",
    ),
    Mutant(
        "primitives/solution.py",
        "return tuple(x.copy() if isinstance(x, np.ndarray) else x for x in found)",
        "return tuple(found)",
        "what a solver gives shares memory with what the solution is given as",
    ),
    Mutant(
        "transforms/_capture/rounds.py",
        "if dtype is not carry.dtypes[k]:",
        "if np.dtype(dtype) != np.dtype(carry.dtypes[k]):",
        "a Python number that a loop replaces by NumPy's of its dtype stays weak",
    ),
    Mutant(
        "transforms/_rolling/scans.py",
        "key=lambda k: -k.lag)",
        "key=lambda k: k.lag)",
        "values of several rounds ago get a carry for each distance",
    ),
    Mutant(
        "transforms/_capture/tracing.py",
        "[handle for handle, *_ in noted.writes]",
        "[handle for handle, edge, _ in noted.writes if edge is not None]",
        "a branch may write into a plain array from outside that nothing traced was in",
    ),
    Mutant(
        "transforms/_capture/merging.py",
        "issubclass(cls, (type, BaseException))",
        "issubclass(cls, type)",
        "an error that a branch binds is put together of its attributes",
    ),
    Mutant(
        "transforms/_rolling/past.py",
        "            if count > _ONE:",
        "            if count > _ONE + 1:",
        "of a long trace, what one operation refers to loses what it is computed from",
    ),
    Mutant(
        "primitives/_strips/placements.py",
        "return out.place == x.place or (x.place is SUMMAND and out.is_zero)",
        "return True",
        "of a carry that becomes a sum over strips, that of the first strip is taken",
    ),
    Mutant(
        "primitives/_strips/placements.py",
        "if x.place is SUMMAND and y.place is WHOLE:",
        "if x.place is SUMMAND:",
        "products of sums over strips are summed",
    ),
    Mutant(
        "compiler/text/independent.py",
        'arena = step.at(own.pop(), "i8", (number, space))',
        "arena = own.pop()",
        "chunks of rounds that threads share write to the same memory",
    ),
    Mutant(
        "compiler/plan/lags.py",
        "-((low - top) // step) - 1",
        "-((low - top) // step) - 2",
        "loops that take turns lag too little behind those whose results they read",
    ),
    Mutant(
        "compiler/plan/middle.py",
        "self.end = min(self.end, (behind - stream.at) // self._lanes)",
        "pass",
        "a loop of several nests loses at its end what others overwrite in part",
    ),
    Mutant(
        "compiler/text/middle.py",
        "used = min(lanes, rest)",
        "used = lanes",
        "a loop of several nests stores more at its end than is still to be read",
    ),
    Mutant(
        "compiler/plan/tiles.py",
        "held = max(held, old.member.held - found[0])",
        "held = max(held, -found[0])",
        "a chunk begins before what it needs of the one before is there",
    ),
    Mutant(
        "primitives/_rewrites/single_uses.py",
        "uses[other] == 1 and other.aval == avals[0]",
        "uses[other] == 1",
        "elements of a row are each divided, where its reciprocal is made once",
    ),
    Mutant(
        "primitives/_repeats/merged.py",
        "if known is not None and repeats and len(shape) == lead_of(levels) + rest:",
        "if known is not None and repeats:",
        "rows that repeat are broadcast along themselves",
    ),
    Mutant(
        "primitives/_repeats/merged.py",
        "while lead_of(levels) > free:",
        "while lead_of(levels) > len(shape):",
        "what differs from row to row is taken as if all rows that are equal had one",
    ),
    Mutant(
        "compiler/text/taped.py",
        "record.set(step, _ENDLESS)",
        "record.set(step, 0)",
        "a tape that was let go of begins again, and gives others' rows",
    ),
    Mutant(
        "compiler/text/control.py",
        "apart = not carry and not fills_given(body)",
        "apart = not carry",
        "threads write to one tape",
    ),
    Mutant(
        "primitives/_rewrites/single_uses.py",
        '    taped_loop: ("cond", "body"),',
        "    taped_loop: (),",
        "loops that run while a condition holds are run again with other roundings",
    ),
    Mutant(
        "primitives/_rewrites/single_uses.py",
        "return found if traced and number(x) == 0 else []",
        "return found if traced else []",
        "what elements are added to is left out of a sum",
    ),
)
