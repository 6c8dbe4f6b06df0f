"""Examples with differential equations, fields and networks: physics, and differences."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_less
from scipy import integrate, linalg, optimize

import functrace as ft
from tests._differences import differences

pytest.importorskip("matplotlib", reason="of the examples' extra")


def slope_along(function, x, direction, step):
    """By a central difference."""
    ends = function(x + step * direction) - function(x - step * direction)
    return ends / (2 * step)


@pytest.mark.slow
def test_newton(run):
    example = run("newton")
    module = example.module
    along = np.linspace(0, 1, module.LINKS + 1)[1:-1]
    start = np.stack([along, -2 * along * (1 - along)], axis=1).ravel()
    x, norms = module.minimize(start)
    knots = module.positions(x)
    links = np.diff(knots, axis=0)
    lengths = np.linalg.norm(links, axis=1)
    pulls = module.STIFFNESS * (1 - module.LENGTH / lengths)[:, None] * links
    forces = np.diff(pulls, axis=0)  # of both springs on each knot
    assert_allclose(forces[:, 0], 0, atol=1e-8)
    assert_allclose(forces[:, 1], module.WEIGHT, rtol=1e-6)
    energy, lowest = example.numbers("energy ")
    assert_allclose([energy, lowest], [module.energy(x), knots[:, 1].min()], rtol=1e-5)
    assert norms[-1] < norms[-2] ** 1.5


@pytest.mark.slow
def test_lennard_jones(run):
    example = run("lennard_jones")
    (energy,) = example.numbers("energy ")
    assert_allclose(energy, example.module.PUBLISHED, atol=2e-6)
    rigid, softest = example.numbers("motions without a force: ")
    assert rigid == 6
    assert softest > 10


@pytest.mark.slow
def test_three_bodies(run):
    example = run("three_bodies")
    module = example.module
    rows = np.array([example.numbers(name) for name in module.NAMES])
    assert_allclose(rows[:, 0], rows[:, 1], atol=1e-4)
    start = np.stack([module.PLACES, module.SPEEDS[:, None] * rows[:2, 0]])

    def flow(_, y):
        places, speeds = y.reshape(2, 3, 2)
        return np.stack([speeds, module.accelerations(places)]).ravel()

    flight = integrate.solve_ivp(
        flow, (0, rows[2, 0]), start.ravel(), rtol=1e-9, atol=1e-9
    )
    assert_allclose(flight.y[:, -1], start.ravel(), atol=1e-3)


@pytest.mark.slow
def test_hodgkin_huxley(run):
    example = run("hodgkin_huxley")
    module = example.module
    rows = [example.numbers(name) for name in module.NAMES]
    true, fitted, errors = np.array(rows).T[:3]
    assert_array_less(np.abs(fitted - true), 3 * errors)
    slopes = differences(module.voltage, fitted) / module.NOISE
    covariance = np.linalg.inv(slopes.T @ slopes)
    assert_allclose(errors, np.sqrt(np.diag(covariance)), rtol=0.02, atol=6e-4)


@pytest.mark.slow
def test_climate(run):
    example = run("climate")
    module = example.module

    def exact(p, extra=0.0):
        """By the exponential of a matrix: the forcing is a line."""
        upper, deep, exchange, feedback, quadrupled = p
        system = np.zeros((4, 4))
        system[0] = -(feedback + exchange) / upper, exchange / upper, 0, 1 / upper
        system[1, :2] = exchange / deep, -exchange / deep
        system[3, 2] = quadrupled * np.log(1.01) / np.log(4)
        return (linalg.expm(140 * system) @ [0, 0, 1, extra])[0]

    assert_allclose(example.numbers("1 % CO2 a year: "), exact(module.MEAN), atol=6e-4)
    slopes = differences(exact, module.MEAN)
    shares = (slopes * module.SPREAD) ** 2
    for name, slope, share in zip(
        module.PARAMETERS, slopes, shares / shares.sum(), strict=True
    ):
        assert_allclose(example.numbers(name), [slope, 100 * share], atol=0.06)
    curvature = differences(lambda p: differences(exact, p, 1e-3), module.MEAN, 1e-3)
    shift = np.sum(np.diag(curvature) * module.SPREAD**2) / 2
    spread = np.sqrt(shares.sum())
    assert_allclose(example.numbers("models differ by "), [spread, shift], atol=1e-3)
    always = exact(module.MEAN, 1.0) - exact(module.MEAN)
    assert_allclose(example.numbers("always "), always, atol=1e-3)


@pytest.mark.slow
def test_cart_pole(run):
    example = run("cart_pole")
    module = example.module
    cart, angle = example.numbers("end at ")
    assert_allclose([cart, angle], [1, np.pi], atol=0.3)
    assert example.numbers("conditions violated by")[-1] < 1e-9
    start = np.outer(module.TIMES / 2, np.append(module.UPRIGHT, 0.0)).ravel()
    z, _ = module.solve(start)
    constraints = differences(module.defects, z)
    slope = differences(module.effort, z)
    multipliers = np.linalg.lstsq(constraints.T, slope)[0]
    assert_allclose(module.defects(z), 0, atol=1e-10)
    assert_allclose(constraints.T @ multipliers, slope, atol=1e-5 * np.abs(slope).max())


@pytest.mark.slow
def test_robot_arm(run):
    example = run("robot_arm")
    module = example.module
    assert example.numbers("farthest off ")[0] < 1e-6
    angles = module.START
    places, _ = module.joints(angles)
    axes = [np.array([0.0, 0, 1])]
    for k in range(1, 6):  # the axis of a joint, by the turns of those before it
        turn = np.append(angles[:k], np.zeros(6 - k))
        cut = module.TWIST.copy()
        cut[k:] = 0
        module.TWIST, kept = cut, module.TWIST
        axes.append(module.joints(turn)[1] @ [0, 0, 1])
        module.TWIST = kept
    geometric = np.cross(axes, places[-1] - places[:-1]).T
    assert_allclose(ft.jacobian(module.hand)(angles), geometric, atol=1e-12)
    low, high = example.numbers("manipulability from ")
    _, path, _ = module.draw_circle()
    volumes = [module.manipulability(a) for a in path]
    assert_allclose([min(volumes), max(volumes)], [low, high], atol=6e-5)
    printed = example.text.split("changes it by\n")[1].split(" per")[0].split()
    slope = differences(module.manipulability, path[np.argmin(volumes)])
    assert_allclose(np.array(printed, float), slope, atol=6e-5)


@pytest.mark.slow
def test_power_grid(run):
    example = run("power_grid")
    module = example.module
    size = np.ones(14)
    size[module.HELD] = module.VOLTAGES
    admittance = module.ADMITTANCE

    def losses(power):
        """By the textbooks' sums of sines and cosines, without derivatives."""

        def real(unknowns):
            angle, v = np.append(0, unknowns[:13]), size.copy()
            v[module.FREE] = unknowns[13:]
            apart = angle[:, None] - angle
            cosine, sine = np.cos(apart), np.sin(apart)
            g, b = admittance.real, admittance.imag
            active = v * ((g * cosine + b * sine) @ v)
            return active, v * ((g * sine - b * cosine) @ v)

        def missing(unknowns):
            active, reactive = real(unknowns)
            active = active + module.DEMAND.real + power / 100
            return np.append(active[1:], (reactive + module.DEMAND.imag)[module.FREE])

        start = np.append(np.zeros(13), np.ones(9))
        return 100 * real(optimize.fsolve(missing, start, xtol=1e-12))[0].sum()

    (value,) = example.numbers("losses ")[:1]
    assert_allclose(value, 13.393, atol=1e-3)  # as published
    assert_allclose(value, losses(np.zeros(14)), atol=1e-3)
    printed = example.text.split("[", 1)[1].split("]")[0].split()
    for node in (2, 3, 13):
        unit = np.eye(14)[node]
        slope = slope_along(losses, np.zeros(14), unit, 1e-2)
        assert_allclose(float(printed[node]), 1000 * slope, atol=0.1)
    (least,) = example.numbers("least losses ")[:1]
    assert least < value


@pytest.mark.slow
def test_heat_on_ranks(run):
    pytest.importorskip("mpi4py", reason="of the extra mpi")
    example = run("heat_on_ranks")
    module = example.module
    assert example.text.count("True") == 3
    cells = module.CELLS
    step = np.eye(cells) + module.SPEED * (
        np.eye(cells, k=1) - 2 * np.eye(cells) + np.eye(cells, k=-1)
    )
    end = np.linalg.matrix_power(step, module.STEPS) @ module.START
    assert_allclose(module.END, end, atol=1e-12)
    assert_allclose(example.numbers("misfit before"), np.sum(end**2), atol=1e-6)
    hottest = module.WHERE[np.argmax(module.START)]
    assert_allclose(example.numbers("hottest at"), hottest, atol=1.5 / cells)


@pytest.mark.slow
def test_topology(run):
    example = run("topology")
    module = example.module
    history = example.numbers("compliance ")
    assert_allclose(history[0], 1007.0, atol=0.05)  # as the 99 lines print it
    assert np.all(np.diff(history) < 0)
    (last, steel) = example.numbers("at last ")
    assert last < 235
    assert_allclose(steel, 0.5, atol=1e-3)

    rng = np.random.default_rng(99)
    density = rng.uniform(0.3, 0.9, (module.HEIGHT, module.WIDTH))
    matrix = np.zeros((module.UNKNOWNS, module.UNKNOWNS))
    stiffness = 1e-9 + module.smooth(density) ** 3
    for dofs, factor in zip(module.DOFS, stiffness.T.ravel(), strict=True):
        matrix[np.ix_(dofs, dofs)] += factor * module.ELEMENT
    free = module.FREE
    moved = linalg.solve(matrix[np.ix_(free, free)], module.LOAD[free], assume_a="pos")
    value, slope = ft.value_and_grad(module.compliance)(density)
    assert_allclose(value, module.LOAD[free] @ moved, rtol=1e-8)
    u = np.zeros(module.UNKNOWNS)
    u[free] = moved
    work = np.einsum("ei,ij,ej->e", u[module.DOFS], module.ELEMENT, u[module.DOFS])
    by_hand = -3 * module.smooth(density) ** 2 * work.reshape(module.WIDTH, -1).T
    direction = rng.normal(size=density.shape)
    expected = np.sum(by_hand * module.smooth(direction))
    assert_allclose(np.sum(slope * direction), expected, rtol=1e-6)


@pytest.mark.slow
def test_full_waveform_inversion(run):
    example = run("full_waveform_inversion")
    module = example.module
    before, after, _ = example.numbers("misfit from ")
    assert after < before / 20
    speed, along, down = example.numbers("found: ")
    truth, *place = example.numbers("truth: ")
    assert_allclose([along, down], place, atol=2 * module.SPACING)
    assert truth < speed < truth / 2

    def loudness(speed):
        return np.sum(module.shot(speed, 25) ** 2)

    direction = np.random.default_rng(0).normal(size=(module.SIZE, module.SIZE))
    expected = slope_along(loudness, module.earth(), direction, 1e-3)
    slope = np.sum(ft.grad(loudness)(module.earth()) * direction)
    assert_allclose(slope, expected, rtol=1e-5)


@pytest.mark.slow
def test_lens_design(run):
    example = run("lens_design")
    module = example.module
    before, after, factor = example.numbers("at the focus from ")
    assert_allclose(before, -module.darkness(np.zeros(1200)), atol=6e-4)
    assert after > 5 * before
    assert_allclose(factor, after / before, rtol=0.02)
    rng = np.random.default_rng(0)
    flat, direction = rng.normal(size=(2, 1200))
    expected = slope_along(module.darkness, flat, direction, 1e-4)
    assert_allclose(ft.grad(module.darkness)(flat) @ direction, expected, rtol=1e-5)


@pytest.mark.slow
def test_deblurring(run):
    pytest.importorskip("sklearn", reason="of the examples' extra")
    example = run("deblurring")
    module = example.module
    blurred, deblurred = example.numbers("signal to noise: blurred")
    assert deblurred > blurred + 2
    true, seen, found = example.numbers("total variation: true")
    assert seen < found < true
    truth = module.photograph()
    noise = module.NOISE * np.random.default_rng(1992).normal(size=truth.shape)
    seen = module.blurred(truth) + noise
    reached, of_truth = example.numbers("objective ")
    assert reached < of_truth
    assert_allclose(of_truth, module.objective(truth.ravel(), seen), atol=6e-5)
    direction = np.random.default_rng(1).normal(size=seen.size)
    expected = slope_along(
        lambda x: module.objective(x, seen), truth.ravel(), direction, 1e-6
    )
    slope = ft.grad(module.objective)(truth.ravel(), seen) @ direction
    assert_allclose(slope, expected, rtol=1e-5)
