"""Examples of methods: what the textbooks say, and other programs."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import integrate, linalg

import functrace as ft
from tests._differences import differences

pytest.importorskip("matplotlib", reason="of the examples' extra")


@pytest.mark.slow
def test_quickstart(run):
    example = run("quickstart")
    module = example.module
    x = np.linspace(0, 1, 5)
    printed = example.text.split("gradient\n")[1].split("]")[0].strip(" [")
    expected = differences(module.energy, x)
    assert_allclose(np.array(printed.split(), float), expected, atol=1e-4)
    u0 = np.exp(-(np.linspace(-3, 3, 31) ** 2))
    slope = differences(lambda k: module.heat(u0, k)[15], 0.2)
    assert_allclose(example.numbers("derivative by conductivity"), slope, rtol=1e-6)


def test_tape(run):
    example = run("tape")
    for name in ("w1", "w2"):
        assert example.numbers(f"gradient of {name}: largest difference from") < 1e-12
    assert example.text.count("<Node") == 7


@pytest.mark.slow
def test_recurrent_network(run):
    example = run("recurrent_network")
    error, _ = example.numbers("of new sequences ")
    assert error < example.module.VARIANCE / 10
    rng = np.random.default_rng(0)
    weights = example.module.initial(rng)
    inputs, wanted = example.module.sequences(rng)
    one_by_one = [example.module.predict(weights, sequence) for sequence in inputs]
    expected = np.mean((one_by_one - wanted) ** 2)
    assert_allclose(example.module.loss(weights, inputs, wanted), expected)


@pytest.mark.slow
def test_digits(run):
    pytest.importorskip("sklearn", reason="of the examples' extra")
    from sklearn.datasets import load_digits  # noqa: PLC0415 - it may be missing
    from sklearn.neural_network import MLPClassifier  # noqa: PLC0415

    example = run("digits")
    trained = example.module.TRAINED
    digits = load_digits()
    order = np.random.default_rng(1797).permutation(len(digits.target))
    pixels, targets = digits.data[order] / 16, digits.target[order]
    peer = MLPClassifier((32,), "tanh", solver="lbfgs", max_iter=150, random_state=0)
    peer.fit(pixels[:trained], targets[:trained])
    theirs = 100 * peer.score(pixels[trained:], targets[trained:])
    ours = example.numbers("of 599 others ")[0]
    assert ours > theirs - 2
    assert ours > 95


@pytest.mark.slow
def test_optimal_transport(run):
    pytest.importorskip("sklearn", reason="of the examples' extra")
    example = run("optimal_transport")
    (before,) = example.numbers("at first: ")
    (after,) = example.numbers("at last: ")
    assert after < before / 4
    assert example.numbers("theorem differ by ") < 0.01
    values = example.numbers("divergence")
    assert np.all(np.diff(values) < 0)
    module = example.module
    a, b = np.random.default_rng(0).uniform(size=(2, module.GRAINS, 2))
    _, plan = module.transport(a, b)
    assert_allclose(plan.sum(axis=1), 1 / module.GRAINS, rtol=1e-10)
    assert_allclose(plan.sum(axis=0), 1 / module.GRAINS, rtol=0.05)


@pytest.mark.slow
def test_american_option(run):
    example = run("american_option")
    found, exact = (example.numbers(name) for name in ("regression", "tree"))
    assert_allclose(found, exact, rtol=0.02)
    module = example.module
    noise = np.random.default_rng(2).normal(size=(9, 400))
    slopes = ft.grad(module.price, argnums=(0, 1, 2))
    compiled = ft.jit(slopes)(*module.NOW, noise)
    assert_allclose(compiled, slopes(*module.NOW, noise), rtol=1e-8)


@pytest.mark.slow
def test_heston(run):
    example = run("heston")
    module = example.module

    def price(stock, strike, years, p):
        """Heston's own formula: two probabilities, each an integral."""
        forward = stock * np.exp(module.RATE * years)

        def probability(shift):
            scale = module.characteristic(shift, years, p)
            k = np.log(strike / forward)

            def f(u):
                wave = module.characteristic(u + shift, years, p) / scale
                return (np.exp(-1j * u * k) * wave / (1j * u)).real

            return 0.5 + integrate.quad(f, 1e-9, 200, limit=400)[0] / np.pi

        discounted = strike * np.exp(-module.RATE * years)
        return stock * probability(-1j) - discounted * probability(0j)

    value, delta, gamma, theta, by_variance = (
        example.numbers(name)[0]
        for name in ("price ", "delta ", "gamma ", "theta ", "by the variance ")
    )
    p = module.TRUE
    assert_allclose(value, price(100.0, 100.0, 1.0, p), atol=1e-5)
    below, above = (price(100.0 + d, 100.0, 1.0, p) for d in (-0.1, 0.1))
    assert_allclose(delta, (above - below) / 0.2, rtol=1e-4)
    assert_allclose(gamma, (above - 2 * value + below) / 0.01, rtol=5e-3)
    later = price(100.0, 100.0, 1.001, p) - price(100.0, 100.0, 0.999, p)
    assert_allclose(-theta, later / 0.002, rtol=1e-4)
    up = np.array([1e-4, 0, 0, 0, 0])
    wilder = price(100.0, 100.0, 1.0, p + up) - price(100.0, 100.0, 1.0, p - up)
    assert_allclose(by_variance, wilder / 2e-4, rtol=1e-4)
    for name, true in zip(module.NAMES, p, strict=True):
        assert_allclose(example.numbers(name + " ")[-2:], [true, true], rtol=1e-4)


@pytest.mark.slow
def test_condition_numbers(run):
    example = run("condition_numbers")
    module = example.module
    coefficients, n = np.poly(module.WILKINSON), module.WILKINSON.size
    x = module.WILKINSON[:, None]
    slopes = np.polyval(np.polyder(coefficients), x)
    exact = np.abs(coefficients * x ** np.arange(n, -1, -1) / (x * slopes))
    found = module.condition(module.roots, coefficients)
    assert_allclose(found, exact, rtol=1e-3, atol=1e-3)
    b = linalg.hilbert(8) @ np.ones(8)
    hilbert = np.abs(linalg.invhilbert(8)) * b
    for name, expected in (
        ("Wilkinson's polynomial", exact.max()),
        ("Hilbert's equations", hilbert.max()),
        ("area of a triangle", 1.0),
        ("roots far apart", 2.0),
    ):
        assert_allclose(example.numbers(name)[0], expected, rtol=0.01)
