"""Sums of pieces of one array: in one pass, or written one after the other."""

import numpy as np
import pytest

import functrace as ft


def _laplacian(u):
    around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
    return around - 4 * u[1:-1, 1:-1]


def _heat(u):
    u = u.copy()
    for _ in range(40):
        u[1:-1, 1:-1] += 0.1 * _laplacian(u)
    return np.sum(u**2)


def _wave(u):
    u, v = u.copy(), u.copy()
    for _ in range(30):
        u[1:-1, 1:-1] = 2 * v[1:-1, 1:-1] - u[1:-1, 1:-1] + 0.1 * _laplacian(v)
        u, v = v, u
    return np.sum(v**2)


def _reaction(start):
    u, v = 1 - 0.2 * start, 0.2 * start
    for _ in range(30):
        near, other = u[1:-1, 1:-1], v[1:-1, 1:-1]
        rate = near * other * other
        du = 0.16 * _laplacian(u) - rate + 0.06 * (1 - near)
        dv = 0.08 * _laplacian(v) + rate - 0.122 * other
        u[1:-1, 1:-1] += du
        v[1:-1, 1:-1] += dv
    return np.sum(v**2)


def _agree(f, x):
    expected = ft.grad(f)(x)
    found = ft.jit(ft.grad(f))(x)
    scale = np.max(np.abs(expected), initial=0)
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12 * scale)


@pytest.mark.parametrize("f", [_heat, _wave, _reaction])
@pytest.mark.parametrize("shape", [(2, 2), (3, 5), (18, 33)])
def test_stencils_in_place(f, shape):
    """As un-jitted, also where nothing is inside, or vectors reach over ends."""
    _agree(f, np.random.default_rng(0).normal(size=shape))


def test_one_pass():
    """What a stencil's slices give back is read in one nest, not added in memory."""
    plan = str(ft.jit(ft.grad(_heat)).lower(np.ones((30, 30))).plan)
    backward = plan[plan.index("2: call scan") :]
    assert backward.count("store output0") == 1
    assert "add inside" in backward
    assert "add to" not in backward


def test_against_differences():
    """The derivative along a direction, by another method."""
    rng = np.random.default_rng(1)
    x, along = rng.normal(size=(2, 9, 20))
    h = 1e-6
    expected = (_reaction(x + h * along) - _reaction(x - h * along)) / (2 * h)
    found = np.sum(ft.jit(ft.grad(_reaction))(x) * along)
    np.testing.assert_allclose(found, expected, rtol=1e-7)


@pytest.mark.parametrize(
    "slices",
    [
        [np.s_[1:], np.s_[:-1]],
        [np.s_[::-1], np.s_[1:], np.s_[:-1]],
        [np.s_[1:-1], np.s_[2:], np.s_[:-2], np.s_[0], np.s_[-1:]],
        [np.s_[:, 1:], np.s_[:, :-1], np.s_[2:, 1], np.s_[1:, None]],
        [np.s_[-2:0:-1, 1:], np.s_[1:, ::2], np.s_[:-1], np.s_[1:]],
        [np.s_[20:], np.s_[:-20], np.s_[5:5]],
    ],
)
@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((37, 3), np.float64), ((3, 40), np.complex128), ((21, 18), np.float32)],
)
def test_every_pattern(slices, shape, dtype):
    """Slices of any kind, of which some make pieces and others are added one by one."""
    x = np.random.default_rng(2).normal(size=shape).astype(dtype)

    def f(x):
        pieces = [x[index] for index in slices]
        terms = [(k + 1) * np.sum(np.abs(p * p) ** 2) for k, p in enumerate(pieces)]
        y = x.copy()
        for index in slices:
            y[index] = 2 * y[index] + 1
        return sum(terms) + np.sum(np.abs(y) ** 2)

    tolerance = 1e-4 if dtype == np.float32 else 1e-12
    expected = ft.grad(f)(x)
    found = ft.jit(ft.grad(f))(x)
    scale = np.max(np.abs(expected))
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale)


@pytest.mark.parametrize(
    ("shape", "parts"),
    [
        ((40,), [np.s_[0], np.s_[1:]]),
        ((41,), [np.s_[1::2], np.s_[::2]]),
        ((30,), [np.s_[20:], np.s_[:13], np.s_[13:20]]),
        ((20, 3), [np.s_[:, 2], np.s_[:, 0], np.s_[:, 1]]),
        (
            (6, 7, 5),
            [np.s_[3:, 2:], np.s_[..., :2, :], np.s_[:3, 2:, 1:], np.s_[:3, 2:, 0]],
        ),
    ],
)
@pytest.mark.parametrize("further", [[], [np.s_[1:], np.s_[:-1:2]]], ids=len)
def test_pieces_that_cover_an_array(shape, parts, further):
    """Where nothing was before nothing is added; what is added later comes later."""
    x = np.random.default_rng(3).normal(size=shape)

    def f(x):
        made = [np.sin(x[part]) for part in (*further, *parts)]  # backwards
        return sum(np.sum(y) ** 2 for y in made)

    _agree(f, x)
    plan = ft.jit(ft.grad(f)).lower(x).plan
    assert ("add to" in plan) == bool(further)
    assert "fill" not in plan


@pytest.mark.parametrize(
    "parts",
    [
        [np.s_[1:], np.s_[2:]],  # the first is left out
        [np.s_[::2], np.s_[1::4]],
        [np.s_[:20], np.s_[19:]],  # one element twice
        [np.s_[::2], np.s_[::3], np.s_[1:8]],  # as many elements, but not all
    ],
)
def test_pieces_that_leave_elements_or_overlap(parts):
    x = np.random.default_rng(4).normal(size=40)
    _agree(lambda x: sum(np.sum(np.sin(x[part])) ** 2 for part in parts), x)


def test_nothing_is_read_beyond():
    """Of pieces whose elements outside would be NaN, or other arrays', nothing remains."""

    def f(x):
        inner = np.sqrt(x[1:-1] - 1)  # NaN where what surrounds it is read in its place
        return np.sum(inner[1:] * inner[:-1] + np.log(x[2:-1]) + x[1:-2])

    x = np.linspace(1.5, 3, 50)
    x[0] = x[-1] = -1
    _agree(f, x)


@pytest.mark.parametrize("n", [5, 40])
def test_places_and_broadcasts(n):
    """Pieces of sums, of rows, and of what is taken at computed places."""
    rng = np.random.default_rng(3)
    weights, order = rng.normal(size=n), rng.permutation(n)[:-2]

    def f(x):
        near = x[1:-1] * x[order] * np.roll(x, 1)[:-2] * weights[2:]
        y = x[:, None] * weights
        z = y[1:] * y[:-1] * y[1:, ::-1]
        return np.sum(near) + np.sum(z[:, 1:] * z[:, :-1]) + np.sum(x[2:] ** 2)

    _agree(f, rng.normal(size=n))


@pytest.mark.parametrize("n", [8, 9, 16, 21])
def test_elements_of_all_lanes(n):
    """Pieces of which a whole row is one element, which some lanes take."""
    rng = np.random.default_rng(5)
    x, rows = rng.normal(size=(6, n)), rng.normal(size=6)

    def f(x, rows):
        pieces = x[:, 1:], x[:, :-1], x[:, 2:]
        return sum(np.sum(piece * rows[:, None]) for piece in pieces)

    found = ft.jit(ft.grad(f))(x, rows)
    counts = np.r_[1, 2, np.full(n - 3, 3), 2]
    np.testing.assert_allclose(found, rows[:, None] * counts, rtol=1e-14)


def test_hessian_of_a_stencil():
    """Second derivatives, by rows."""

    def f(u):
        return np.sum(np.sin(u[1:-1] * (u[2:] + u[:-2]))) + np.sum(u[1:] * u[:-1] ** 2)

    x = np.random.default_rng(4).normal(size=12)
    np.testing.assert_allclose(
        ft.jit(ft.hessian(f))(x), ft.hessian(f)(x), rtol=1e-11, atol=1e-12
    )
