"""Sparse derivatives of functions that gather and scatter, from those of their terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from functrace.scipy import _terms

SIZE = 40
RNG = np.random.default_rng(0)
FIRST, SECOND = RNG.integers(0, SIZE, (2, 3 * SIZE))
CORNERS = np.stack([RNG.permutation(SIZE)[:4] for _ in range(2 * SIZE)])


def vector(size: int = SIZE, dtype: Any = np.float64) -> np.ndarray:
    return np.linspace(-1.0, 1.3, size).astype(dtype)


def points(dtype: Any = np.float64) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(SIZE, 3)).astype(dtype)


# -- energies and residuals --------------------------------------------------------------


def pairs(x: Any) -> Any:
    return np.sum(np.sin(x[FIRST] * x[SECOND])) + np.sum(x**4)


def distances(x: Any) -> Any:
    apart = x[FIRST] - x[SECOND]
    return np.sum(np.exp(-0.2 * np.sum(apart * apart, axis=1)))


def volumes(x: Any) -> Any:
    """Of tetrahedra, with determinants."""
    own = x[CORNERS]
    edges = own[:, 1:] - own[:, :1]
    return np.sum(np.linalg.det(edges) ** 2) + np.sum(edges**4)


def products(x: Any) -> Any:
    """Of matrices in a stack, and of vectors."""
    own = x[CORNERS[:, :3]]
    turned = np.matmul(own, np.swapaxes(own, 1, 2))
    crossed = np.cross(own[:, 0], own[:, 1])
    return np.sum(turned**2) + np.sum(np.einsum("ij,ij->i", crossed, own[:, 2]) ** 2)


def displaced(x: Any) -> Any:
    """Of displacements, which are added to points."""
    places = np.arange(3.0 * SIZE).reshape(SIZE, 3).astype(x.dtype)
    whole = ((places[::-1] + x)[:, ::-1] - 0.5)[CORNERS]
    return np.sum(np.sin(whole[:, 1:] * whole[:, :1])) + pairs((x - 1)[:, 0])


def across(x: Any) -> Any:
    """Rows along the last axis."""
    own = x[CORNERS.T]
    return np.sum(own[0] * np.sin(own[1]) * own[2] ** 2 - own[3] * own[0])


def weighted(x: Any) -> Any:
    weights = np.linspace(0.5, 2.0, FIRST.size)
    terms = weights * np.cos(x[FIRST]) * x[SECOND] ** 2
    return np.sum(np.where(x[FIRST] > 0.1, terms, x[FIRST] ** 3)) / 7


def masked_pairs(x: Any) -> Any:
    """Some rows have fewer entries than others."""
    condition = np.arange(FIRST.size) % 3 > 0
    return np.sum(np.where(condition, x[FIRST] * x[SECOND] ** 2, x[FIRST] ** 3))


def charged(x: Any) -> Any:
    """Weights of which some are zero, and a mask, in several places."""
    charges = np.arange(FIRST.size) % 4 * 0.5
    near = np.arange(FIRST.size) % 5 > 0
    apart = x[FIRST] - x[SECOND]
    squares = np.sum(apart * apart, axis=1)
    whole = charges / np.sqrt(1 + squares) + np.where(near, 0.1 * squares**2, 0.0)
    return np.sum(whole) + np.sum(charges[:, None] * x[FIRST] ** 3)


def neighbours(x: Any) -> Any:
    """Slices beside gathers."""
    return pairs(x) + np.sum((x[1:] - x[:-1] ** 2) ** 2) + np.sum(x[::-1] * x**2)


ENERGIES: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "pairs": (pairs, vector),
    "distances": (distances, points),
    "volumes": (volumes, points),
    "products": (products, points),
    "displaced": (displaced, points),
    "across": (across, vector),
    "weighted": (weighted, vector),
    "masked_pairs": (masked_pairs, vector),
    "charged": (charged, points),
    "neighbours": (neighbours, vector),
}


def gathered(x: Any) -> Any:
    own = x[CORNERS]
    return own[:, 0] * own[:, 1] + np.exp(own[:, 2]) * own[:, 3]


def assembled(x: Any) -> Any:
    own = x[CORNERS]
    out = np.zeros(SIZE)
    np.add.at(out, CORNERS, np.prod(own, axis=1)[:, None] * np.sin(own))
    return 2 - (out - x**2)


def placed(x: Any) -> Any:
    """Rows of which some are given, others moved, and some left out."""
    out = assembled(x)
    out[3] = x[4] * 7
    out[[5, 6]] = 0.0
    return np.concatenate([out[10:], out[:8], np.ones(2)]).reshape(-1, 2)[::-1]


def repeated(x: Any) -> Any:
    """What is scattered is used twice, and spread."""
    out = assembled(x)
    return np.stack([out + out, -out + x[:, None].repeat(1, 1)[:, 0]])


def spread(x: Any) -> Any:
    """A number for all places, and one for several."""
    out = np.zeros((SIZE, 2))
    np.add.at(out, FIRST, (x[FIRST] * x[SECOND])[:, None])
    out[:, 0] += x[3] ** 2
    return out


def shifted(x: Any) -> Any:
    """What is gathered is less than the numbers by constants, some of one number."""
    own = (x - np.linspace(0.1, 2.0, SIZE))[FIRST] * (3 + x)[SECOND - SIZE]
    out = np.zeros(SIZE)
    np.add.at(out, FIRST, own * (np.stack([x, x]) + 1)[0, SECOND])
    return out


def masked(x: Any) -> Any:
    """Named by truth values, and from the end."""
    wanted = np.arange(SIZE) % 2 == 0
    out = np.zeros(SIZE)
    np.add.at(out, FIRST - SIZE, x[FIRST - SIZE] * x[SECOND])
    out[wanted] += x[wanted] ** 3
    return out


def joined(x: Any) -> Any:
    """Some are gathered only."""
    own = x[CORNERS]
    mixed = np.sum(np.sin(own) * own[:, ::-1], axis=1)
    return np.concatenate([np.prod(own, axis=1), x[:3], mixed, own[:, 0] * own[:, 1]])


def counted(x: Any) -> Any:
    """Truth values and integers are added, too."""
    out = assembled(x)
    np.add.at(out, FIRST, x[FIRST] > 0.3)
    np.add.at(out, SECOND, np.floor(3 * x[SECOND]).astype(int))
    return out


_ALL = (
    *(gathered, assembled, placed, repeated, spread, shifted, masked),
    *(joined, counted),
)
RESIDUALS = {f.__name__: f for f in _ALL}


@pytest.fixture(params=["one block", "blocks"])
def found(request: Any, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each derivative that is compiled, whether it is done by terms."""
    if request.param == "blocks":
        monkeypatch.setattr(_terms, "_BLOCK", 128)
    made, noted = _terms.by_terms, list[bool]()

    def by_terms(*args: Any, **kwargs: Any) -> Any:
        made_by = made(*args, **kwargs)
        noted.append(made_by is not None)
        return made_by

    monkeypatch.setattr(_terms, "by_terms", by_terms)
    return noted


def check(derivative: Any, x: Any, expected: Any, tolerance: float = 1e-12) -> Any:
    """Compiled, recorded and evaluated step by step."""
    sparse = derivative(x)
    scale = max(np.max(np.abs(expected), initial=0), 1)
    expected = expected.reshape(sparse.shape)
    close: Any = {"rtol": 0, "atol": tolerance * scale}
    np.testing.assert_allclose(sparse.toarray(), expected, **close)
    assert sparse.has_canonical_format
    assert sparse.data.dtype == expected.dtype
    assert np.all(sparse.data.shape == sparse.indices.shape)
    graph = ft.make_graph(lambda x: derivative(x).data)(Aval(x.shape, x.dtype))
    np.testing.assert_allclose(graph(x), sparse.data, **close)
    return sparse


@pytest.mark.parametrize("name", ENERGIES)
def test_hessians(name: str, found: list[bool]) -> None:
    fun, make = ENERGIES[name]
    x = make()
    sparse = check(ft.sparse_hessian(fun), x, ft.hessian(fun)(x))
    assert all(found)
    pattern = ft.sparsity(ft.grad(fun))(x).pattern
    assert (sparse != 0).nnz <= sparse.nnz <= pattern.nnz
    ones = np.ones(sparse.nnz, bool)
    assert not (type(pattern)((ones, sparse.indices, sparse.indptr)) > pattern).nnz


@pytest.mark.parametrize("name", RESIDUALS)
def test_jacobians(name: str, found: list[bool]) -> None:
    fun = RESIDUALS[name]
    check(ft.sparse_jacobian(fun), vector(), ft.jacobian(fun)(vector()))
    assert all(found)


@pytest.mark.parametrize("name", ["pairs", "distances", "volumes"])
def test_single_precision(name: str, found: list[bool]) -> None:
    fun, make = ENERGIES[name]
    x = make(dtype=np.float32)
    check(ft.sparse_hessian(fun), x, ft.hessian(fun)(x), 1e-4)
    assert all(found)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_formats_and_several_arguments(kind: Any, found: list[bool]) -> None:
    def fun(x: Any, y: Any) -> Any:
        whole = np.concatenate([x, y["a"].ravel()])
        return pairs(whole) + np.sum(y["a"][FIRST % 5, SECOND % 2] * x[FIRST % 30] ** 2)

    x, y = vector(30), {"a": vector(10).reshape(5, 2)}
    made = ft.sparse_hessian(fun, (0, 1), format=kind)(x, y)
    dense = ft.hessian(fun, (0, 1))(x, y)
    for own, expected in (
        (made[0][0], dense[0][0]),
        (made[0][1]["a"], dense[0][1]["a"]),
        (made[1]["a"][0], dense[1]["a"][0]),
        (made[1]["a"][1]["a"], dense[1]["a"][1]["a"]),
    ):
        assert own.format == kind
        expected = expected.reshape(own.shape)  # noqa: PLW2901
        np.testing.assert_allclose(own.toarray(), expected, rtol=0, atol=1e-12)
    assert all(found)


def test_auxiliary_data_and_captured_arrays(found: list[bool]) -> None:
    def of(scale: Any) -> Any:
        def fun(x: Any) -> Any:
            terms = scale * np.sin(x[FIRST] * x[SECOND])
            return np.sum(terms * np.arange(FIRST.size)), terms

        made, aux = ft.sparse_hessian(fun, has_aux=True)(vector())
        return np.sum(made.data**2) + aux[2]

    def dense(scale: Any) -> Any:
        weights = np.arange(FIRST.size)
        own = lambda x: np.sum(scale * np.sin(x[FIRST] * x[SECOND]) * weights)  # noqa: E731
        added = scale * np.sin(vector()[FIRST] * vector()[SECOND])
        return np.sum(ft.hessian(own)(vector()) ** 2) + added[2]

    for make in (lambda f: f, ft.grad, lambda f: ft.jit(ft.grad(f))):
        np.testing.assert_allclose(make(of)(1.7), make(dense)(1.7), rtol=1e-11)
    scales = np.linspace(0.5, 2.0, FIRST.size)
    np.testing.assert_allclose(
        ft.jit(ft.grad(of))(scales), ft.grad(dense)(scales), 1e-9
    )
    assert all(found)


def test_derivatives_and_batches_of_entries(found: list[bool]) -> None:
    hessian = ft.sparse_hessian(pairs)
    sparse = lambda x: np.sum(np.cos(hessian(x).toarray()))  # noqa: E731
    dense = lambda x: np.sum(np.cos(ft.hessian(pairs)(x)))  # noqa: E731
    for make in (ft.grad, ft.jacfwd, lambda f: ft.jit(ft.grad(f))):
        np.testing.assert_allclose(make(sparse)(vector()), make(dense)(vector()), 1e-10)
    batch = np.stack([vector(), vector() ** 2, np.ones(SIZE)])
    each = [hessian(x).data for x in batch]
    for make in (ft.vmap, lambda f: ft.jit(ft.vmap(f))):
        np.testing.assert_allclose(make(lambda x: hessian(x).data)(batch), each, 1e-12)
    assert all(found)


def test_changed_arrays_are_seen(found: list[bool]) -> None:
    first, second = FIRST.copy(), SECOND.copy()
    fun = lambda x: np.sum(np.sin(x[first] * x[second]))  # noqa: E731
    hessian = ft.sparse_hessian(fun)
    hessian(vector())
    first[7] = (first[7] + 11) % SIZE
    dense = ft.hessian(fun)(vector())
    np.testing.assert_allclose(hessian(vector()).toarray(), dense, rtol=0, atol=1e-12)
    assert all(found)


def test_values_that_are_not_numbers(found: list[bool]) -> None:
    x = vector()
    x[5] = np.nan
    for fun in (assembled, gathered):
        made = ft.sparse_jacobian(fun)(x).toarray()
        clean = ft.sparse_jacobian(fun)(np.nan_to_num(x)).toarray()
        pattern = ft.sparsity(fun)(x).pattern.toarray()
        touched = pattern[:, 5]
        np.testing.assert_array_equal(made[~touched], clean[~touched])
        assert not np.any(made[~pattern])
    assert all(found)


@pytest.mark.parametrize(
    "fun",
    [
        lambda x: np.sum(x[1:] * x[:-1] ** 2),  # nothing is gathered
        lambda x: np.sum(x[FIRST]) ** 2,  # all depends on all
        lambda x: np.sum(np.cumsum(x[FIRST]) ** 2),  # rows are not alike
        lambda x: np.sum(x[FIRST] ** 2),  # no fewer directions
        lambda x: np.sum(x[np.argsort(np.sin(x))] ** 3),  # it is not known where
        lambda x: np.sum(x[np.zeros(0, int)]),
    ],
)
def test_what_is_not_done_by_terms(fun: Any, found: list[bool]) -> None:
    x = vector()
    made = ft.sparse_hessian(fun)(x).toarray()
    np.testing.assert_allclose(made, ft.hessian(fun)(x), rtol=0, atol=1e-12)
    assert not any(found)


def test_given_patterns_are_kept(found: list[bool]) -> None:
    given = np.ones((SIZE, SIZE), bool)
    assert ft.sparse_hessian(pairs, sparsity=given)(vector()).nnz == SIZE**2
    assert not found


def test_it_is_said(found: list[bool]) -> None:
    text = ft.jit(ft.sparse_hessian(distances)).lower(points()).explain()
    assert "from 6 tangents of terms" in text
    text = ft.jit(ft.sparse_jacobian(gathered)).lower(vector()).explain()
    assert "from 1 cotangent of terms" in text
    text = ft.jit(ft.sparse_hessian(pairs)).lower(vector()).explain()
    assert "from 2 tangents or 1 tangent of terms" in text


# -- functions at random -----------------------------------------------------------------


class Drawn:
    """A function of gathered numbers that are added up at random places."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.size = int(self.rng.integers(20, 45))
        self.width = int(self.rng.integers(1, 4))
        self.rows = int(self.rng.integers(2, 5)) * self.size
        self.x = self.rng.uniform(0.4, 1.4, (self.size, self.width))
        self.steps = self.rng.integers(0, 1 << 30, 12).tolist()
        self.places = [self._places() for _ in range(int(self.rng.integers(1, 4)))]
        self.targets = [self._places() for _ in self.places]

    def _places(self) -> np.ndarray:
        places = self.rng.integers(-self.size, self.size, self.rows)
        if self.rng.random() < 0.3:
            return places[::-1]
        return places

    def arrays(self, x: Any) -> list[Any]:
        """What is gathered, and, now and then, other parts."""
        whole = x + np.linspace(0.0, 0.2, self.width) if self.steps[9] % 3 == 0 else x
        found = [whole[own] for own in self.places]
        if self.steps[0] % 3 == 0:
            found.append(x[np.stack(self.places[:1] * 2, 1)][:, 1])
        if self.steps[1] % 3 == 0:
            found.append(x[self.places[0], :1] + np.zeros(self.width))
        if self.steps[2] % 3 == 0:
            column = np.arange(self.rows) % self.width
            found.append(x[self.places[-1], column][:, None])
        return found

    def terms(self, x: Any) -> list[Any]:
        """Rows of numbers, one for each of the targets."""
        rng = np.random.default_rng(self.steps[3])
        now = self.arrays(x)
        for _ in range(int(rng.integers(1, 4))):
            a, b = (now[k] for k in rng.integers(0, len(now), 2))
            now.append(self._step(int(rng.integers(0, 9)), a, b))
        whole = np.zeros((self.rows, self.width)) + now[-1] * now[0]
        return [whole, *(whole * y for y in now)][: len(self.targets)]

    def _step(self, kind: int, a: Any, b: Any) -> Any:
        weights = np.linspace(0.5, 1.5, self.rows)[:, None]
        mask = (np.arange(self.rows) % 3 > 0)[:, None]
        steps: list[Callable[[], Any]] = [
            lambda: np.sin(a) * b,
            lambda: a / (1 + b * b),
            lambda: np.where(mask, a, b) * a,
            lambda: np.where(a > 0.9, a * b, b),
            lambda: np.sum(a, axis=1, keepdims=True) * b,
            lambda: np.exp(-a) - weights * b,
            lambda: np.stack([a[:, 0], b[:, 0] ** 2], axis=1)[:, :1],
            lambda: np.sqrt(np.sum(a * a + b * b, axis=-1))[:, None],
            lambda: np.concatenate([a, b], axis=1)[:, 1:2] * np.maximum(a, b),
        ]
        return steps[kind]()

    def energy(self, x: Any) -> Any:
        """A number."""
        found = sum(np.sum(np.cos(each)) for each in self.terms(x))
        return found + np.sum(x**3) if self.steps[4] % 2 else found

    def residual(self, x: Any) -> Any:
        """Terms at their targets, in one way or another."""
        out = np.zeros((self.size, self.width))
        for own, each in zip(self.targets, self.terms(x), strict=False):
            if self.steps[5] % 2:
                np.add.at(out, own, each)
            else:
                more = np.zeros_like(out)
                np.add.at(more[:, 0], own, each[:, 0])
                out = out - more
        if self.steps[6] % 3 == 0:
            out[self.steps[6] % self.size] = x[0] ** 2
        if self.steps[7] % 3 == 0:
            out = np.concatenate([out[:5], x[1:3] * 2, out.T.reshape(out.shape)[7:]])
        return out + x if self.steps[8] % 2 else -out


def check_drawn(seed: int) -> int:
    """How often it was done by terms."""
    drawn = Drawn(seed)
    x, count = drawn.x, 0
    for fun, sparse, dense in (
        (drawn.energy, ft.sparse_hessian, ft.hessian),
        (drawn.residual, ft.sparse_jacobian, ft.jacobian),
    ):
        expected = dense(fun)(x)
        made = check(sparse(fun), x, expected)
        exact = expected.reshape(made.shape) != 0
        made.data[:] = 1
        assert not np.any(exact & (made.toarray() == 0))
        count += "of terms" in ft.jit(sparse(fun)).lower(x).explain()
    return count


@pytest.mark.parametrize("seed", range(12))
def test_functions_at_random(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_terms, "_BLOCK", 256 if seed % 2 else 1 << 13)
    check_drawn(seed)


@pytest.mark.slow
@pytest.mark.parametrize("begin", range(100, 260, 20))
def test_more_functions_at_random(begin: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for seed in range(begin, begin + 20):
        monkeypatch.setattr(_terms, "_BLOCK", 256 if seed % 2 else 1 << 13)
        counts.append(check_drawn(seed))
    assert sum(counts) > 20
