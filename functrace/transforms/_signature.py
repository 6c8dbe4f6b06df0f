"""What of a call decides which program answers it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, new_aval
from functrace.core.errors import message
from functrace.core.foreign import NUMERIC, refuse_argument
from functrace.core.keys import Keyed, key_of
from functrace.core.primitive import as_operand
from functrace.core.pytree import Treedef
from functrace.core.signatures import signature_of
from functrace.core.sparse import is_sparse
from functrace.core.strides import in_c_order, strided
from functrace.core.tracer import Tracer
from functrace.transforms.make_graph import is_array, labels_of

WHERE = "functrace.jit"

_WEAK = (int, float, complex)
_EXACT = (str, bytes, bool, int, type(None))  # equal ones of these are the same
_TEXTS = frozenset((str, int))  # also positions in tuples
_FLAT = frozenset((np.ndarray, Tracer, np.float64, *_WEAK))


@functools.lru_cache
def _flat_treedef(count: int) -> Treedef:
    """The structure of a call with so many arrays and numbers as arguments."""
    return pytree.flatten(((0,) * count, {}))[1]


class StaticArgument:
    """An argument declared static: a leaf, whatever it is."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Identity:
    """Stands in a key for an object that equals only itself, without keeping it alive."""

    __slots__ = ("_hash", "get")

    def __init__(self, value: Any) -> None:
        self.get = ref(value)
        self._hash = id(value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        value = self.get()
        return type(other) is Identity and value is not None and value is other.get()

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        value = self.get()
        return "an object that is gone" if value is None else repr(value)


class Key(NamedTuple):
    """Equal for calls that one program answers.

    Attributes
    ----------
    treedef : Treedef
        Of ``(args, kwargs)``.
    leaves : tuple
        For each leaf, its `Aval`; of a Python number its type; of what is fixed, a pair
        of its type and itself.
    strides : tuple
        For each leaf None, or the strides of an array that is not in C order; empty for
        programs that hold for every layout, and if all are in C order.
    names : tuple
        Keys of what dictionaries name their entries by, if that is more than texts: 1 is
        not 1.0 to the function.
    zero_dim : tuple of int
        Which leaves are ndarrays without dimensions; empty for functions to which these
        are the same as NumPy scalars.
    """

    treedef: Treedef
    leaves: tuple[Any, ...]
    strides: tuple[tuple[int, ...] | None, ...] = ()
    names: tuple[Any, ...] = ()
    zero_dim: tuple[int, ...] = ()


class BoundCall(NamedTuple):
    """A call taken apart.

    Attributes
    ----------
    key : Key
    leaves : list
        Arrays, numbers, traced values, `Aval`, and what is fixed.
    traced : bool
        Whether there are traced values among them.
    """

    key: Key
    leaves: list[Any]
    traced: bool


def is_zero_dim(leaf: Any) -> bool:
    """Whether it is, or stands for, an ndarray without dimensions, no NumPy scalar."""
    if type(leaf) is Tracer:
        return not leaf.shape and leaf.is_array
    return type(leaf) is np.ndarray and not leaf.shape


def with_kinds(call: BoundCall) -> BoundCall:
    """The call with a key that tells arrays without dimensions from NumPy scalars."""
    found = tuple([i for i, leaf in enumerate(call.leaves) if is_zero_dim(leaf)])
    return call._replace(key=call.key._replace(zero_dim=found)) if found else call


def with_strides(call: BoundCall) -> Key:
    """The key of the programs that hold for this layout of the arguments only."""
    strides = tuple(map(_strides, call.leaves))
    return call.key._replace(strides=strides) if any(strides) else call.key


def _strides(leaf: Any) -> tuple[int, ...] | None:
    if not isinstance(leaf, (np.ndarray, Tracer)) or in_c_order(leaf):
        return None
    return strided(leaf).strides


class Signature:
    """Which arguments of a function are static.

    Parameters
    ----------
    fun : callable
    static_argnums : int or sequence of int
    static_argnames : str or sequence of str

    Attributes
    ----------
    by_kind : bool
        Whether arrays without dimensions are told from NumPy scalars: from when on the
        function is seen to treat them differently.
    """

    def __init__(
        self,
        fun: Callable[..., Any],
        static_argnums: int | Sequence[int],
        static_argnames: str | Sequence[str],
    ) -> None:
        self.fun = fun
        self.by_kind = False
        nums = (static_argnums,) if isinstance(static_argnums, int) else static_argnums
        names = (
            (static_argnames,) if isinstance(static_argnames, str) else static_argnames
        )
        self.static_places: frozenset[int] = frozenset()
        self.static_names = frozenset(names)
        if nums or names:
            self._resolve(tuple(nums), tuple(names))

    def _resolve(self, nums: tuple[int, ...], names: tuple[str, ...]) -> None:
        """Let a parameter named by position be static by name, too, and the reverse."""
        parameters = _parameters(self.fun)
        kinds = inspect.Parameter
        positional = [
            p.name
            for p in parameters
            if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)
        ]
        variadic = {p.kind for p in parameters}
        places = {n + len(positional) if n < 0 else n for n in nums}
        for place in places:
            if place < 0 or (
                place >= len(positional) and kinds.VAR_POSITIONAL not in variadic
            ):
                self._refuse("static_argnums", place, positional)
        known = {p.name for p in parameters}
        for name in names:
            if name not in known and kinds.VAR_KEYWORD not in variadic:
                self._refuse("static_argnames", repr(name), sorted(known))
        named = {positional.index(name) for name in names if name in positional}
        numbered = {positional[p] for p in places if p < len(positional)}
        self.static_places = frozenset(places | named)
        self.static_names = frozenset({*names, *numbered})

    def _refuse(self, option: str, got: Any, names: Sequence[str]) -> None:
        raise ValueError(
            message(
                f"{WHERE}: {option} names an argument that the function does not have.",
                expected=f"one of: {', '.join(names)}",
                got=got,
            )
        )

    def open(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], *, abstract: bool = False
    ) -> BoundCall:
        """Take a call apart; with `abstract`, an `Aval` may stand for an array."""
        if self.static_names or self.static_places:
            args, kwargs = self._with_statics(args, kwargs)
        if not kwargs and _FLAT.issuperset(map(type, args)):
            leaves, treedef, names = list(args), _flat_treedef(len(args)), ()
        else:
            leaves, treedef = pytree.flatten((args, kwargs))
            names = _names(treedef)
        keys: list[Any] = []
        traced = False
        for i, leaf in enumerate(leaves):
            kind = type(leaf)
            if (
                kind is np.ndarray
                and leaf.dtype.kind in NUMERIC
                and leaf.dtype.isnative
            ):
                keys.append(new_aval(Aval, (leaf.shape, leaf.dtype)))
                continue
            if kind is not Tracer and kind not in _WEAK and kind is not Aval:
                leaves[i] = leaf = self._leaf(leaf, i, treedef)  # noqa: PLW2901
            if type(leaf) is Tracer:
                leaf.sync()
                traced = True
            if kind is Aval and not abstract:
                self._refuse_aval(leaf, i, treedef)
            keys.append(self._key_of(leaf, i, treedef))
        call = BoundCall(Key(treedef, tuple(keys), (), names), leaves, traced)
        return with_kinds(call) if self.by_kind else call

    def _with_statics(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        places, names = self.static_places, self.static_names
        args = tuple(
            StaticArgument(a) if i in places else a for i, a in enumerate(args)
        )
        return args, {
            n: StaticArgument(a) if n in names else a for n, a in kwargs.items()
        }

    def _leaf(self, leaf: Any, place: int, treedef: Treedef) -> Any:
        """An array-like as an array in the machine's byte order; others as they are."""
        if type(leaf) is StaticArgument or isinstance(leaf, Enum) or not is_array(leaf):
            return leaf
        try:
            value = as_operand(leaf)
        except TypeError:
            label = self.label(place, treedef)
            refusal = f"{WHERE}: argument {label!r} is not an array of numbers."
            refuse_argument(leaf, refusal)
        if type(value) is Tracer or value.dtype.isnative:
            return value
        return value.astype(value.dtype.newbyteorder("="))

    def _key_of(self, leaf: Any, place: int, treedef: Treedef) -> Any:
        kind = type(leaf)
        if kind in _WEAK or kind is Aval:
            return kind if kind in _WEAK else leaf
        if isinstance(leaf, (np.ndarray, np.generic, Tracer)):
            return new_aval(Aval, (leaf.shape, leaf.dtype))
        value = leaf.value if kind is StaticArgument else leaf
        try:
            hash(value)
        except TypeError:
            if is_sparse(value):  # the watch notices a change of what it holds
                return type(value), Identity(value)
            self._refuse_unhashable(value, kind is StaticArgument, place, treedef)
        if type(value).__hash__ is object.__hash__:
            try:
                return type(value), Identity(value)
            except TypeError:  # its class does not allow references
                return type(value), value
        if type(value) in _EXACT:
            return type(value), value
        return type(value), Keyed(value)  # 0.0 is not -0.0, nor (1,) (True,)

    def _refuse_unhashable(
        self, value: Any, declared: bool, place: int, treedef: Treedef
    ) -> None:
        what = "is static, but" if declared else "is neither an array nor a pytree, and"
        raise TypeError(
            message(
                f"{WHERE}: argument {self.label(place, treedef)!r} {what} cannot be "
                "hashed, so no program can be found for it.",
                expected="an object with __hash__ and __eq__",
                got=type(value).__name__,
                help="pass a tuple in place of a list, or leave the argument traced."
                if declared
                else "make its class a dataclass, whose fields are then arguments, or "
                "give it __hash__ and __eq__.",
            )
        )

    def _refuse_aval(self, leaf: Any, place: int, treedef: Treedef) -> None:
        raise TypeError(
            message(
                f"{WHERE}: argument {self.label(place, treedef)!r} has no value.",
                expected="an array or a number",
                got=f"Aval {leaf}",
                help="use lower(...) to look at the program without calling it.",
            )
        )

    def label(self, place: int, treedef: Treedef) -> str:
        """What a leaf of ``(args, kwargs)`` is called."""
        return labels_of(self.fun, treedef)[place]

    def differences(self, old: Key, new: Key) -> list[str]:
        """In what two calls differ, in words."""
        if (old.treedef, old.names) != (new.treedef, new.names):
            return [f"the arguments changed structure to {new.treedef}"]
        labels = labels_of(self.fun, new.treedef)
        kinds = zip(_kinds(old), _kinds(new), strict=True)
        return [
            f"argument {name!r} changed {_difference(a, b, *pair)}"
            for name, a, b, pair in zip(
                labels, old.leaves, new.leaves, kinds, strict=True
            )
            if a != b or pair[0] != pair[1]
        ] or ["the arguments changed their layout in memory"]


def _names(treedef: Treedef) -> tuple[Any, ...]:
    """The keys of dictionaries' own keys, where one of them is no text."""
    paths = treedef.paths()
    if _TEXTS.issuperset({type(entry) for path in paths for entry in path}):
        return ()
    return tuple([key_of(entry) for path in paths for entry in path])


def is_dead(key: Key) -> bool:
    """Whether it names an object that is gone: no call can have it again."""
    return any(
        type(leaf) is tuple and type(leaf[1]) is Identity and leaf[1].get() is None
        for leaf in key.leaves
    )


def _parameters(fun: Callable[..., Any]) -> Iterable[inspect.Parameter]:
    try:
        return list(signature_of(fun).parameters.values())
    except (TypeError, ValueError):  # builtins, ufuncs
        return [
            inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL),
            inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD),
        ]


def _kinds(key: Key) -> list[str]:
    """What is known of each leaf beyond shape and dtype."""
    places = range(len(key.leaves))
    return ["an ndarray" if i in key.zero_dim else "a scalar" for i in places]


def _difference(old: Any, new: Any, old_kind: str, new_kind: str) -> str:
    if old == new:
        return f"from {old_kind} to {new_kind}"
    if type(old) is type(new) is tuple:
        return f"value {old[1]!r} -> {new[1]!r}"
    if type(old) is type(new) is Aval:
        if old.dtype == new.dtype:
            return f"shape {old.shape} -> {new.shape}"
        if old.shape == new.shape:
            return f"dtype {old.dtype} -> {new.dtype}"
    return f"from {describe(old)} to {describe(new)}"


def describe(leaf: Any) -> str:
    """One leaf of a key."""
    if type(leaf) is Aval:
        return str(leaf)
    if type(leaf) is tuple:
        return repr(leaf[1].value if type(leaf[1]) is Keyed else leaf[1])
    return f"a Python {leaf.__name__}"
