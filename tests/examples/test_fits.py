"""Examples that fit models to data: published values, and SciPy without derivatives."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_less
from scipy import integrate, optimize, stats

from tests._differences import differences

pytest.importorskip("matplotlib", reason="of the examples' extra")
pytest.importorskip("sklearn", reason="of the examples' extra")


@pytest.mark.slow
def test_least_squares(run):
    example = run("least_squares")
    for name, column in (("b1 ", 0), ("b2 ", 1)):
        fitted, certified, error, certified_error = example.numbers(name)
        assert_allclose(certified, example.module.CERTIFIED[column])
        assert_allclose(fitted, certified, rtol=1e-7)
        assert_allclose(error, certified_error, rtol=1e-5)


@pytest.mark.slow
def test_logistic_regression(run):
    example = run("logistic_regression")
    (difference,) = example.numbers("from scikit-learn's coefficients: ")
    assert difference < 1e-4
    ours, theirs = example.numbers("correctly classified: ")
    assert ours == theirs


@pytest.mark.slow
def test_kalman_filter(run):
    example = run("kalman_filter")
    rows = [example.numbers(name) for name in example.module.NAMES]
    fitted, published, errors, published_errors = np.array(rows).T
    assert_allclose(fitted, published, atol=1e-3)
    assert_allclose(errors, published_errors, rtol=0.02, atol=6e-4)


@pytest.mark.slow
def test_pharmacokinetics(run):
    example = run("pharmacokinetics")
    module = example.module
    rows = [example.numbers(name) for name in module.NAMES]
    fitted, published, errors, published_errors = np.array(rows).T
    assert_allclose(fitted, published, atol=1.5e-4)
    assert_allclose(errors, published_errors, atol=1.5e-4)

    def information(hours):
        slopes = differences(lambda p: module.concentration(hours, p), fitted)
        return np.linalg.slogdet(slopes.T @ slopes)[1]

    best = optimize.minimize(
        lambda h: -information(h), [0.5, 3, 20], method="Nelder-Mead"
    )
    assert_allclose(example.numbers("three best hours: "), best.x, rtol=2e-3)


@pytest.mark.slow
def test_epidemic(run):
    example = run("epidemic")
    module = example.module
    fit = optimize.least_squares(module.residuals, [2.0, 0.6, 1.0], x_scale="jac")
    variance = np.sum(fit.fun**2) / (len(fit.fun) - 3)
    errors = np.sqrt(np.diag(variance * np.linalg.inv(fit.jac.T @ fit.jac)))
    for name, value, error in zip(module.NAMES, fit.x, errors, strict=True):
        assert_allclose(example.numbers(name), [value, error], rtol=5e-3)
    assert_allclose(example.numbers("reproduction")[0], fit.x[0] / fit.x[1], rtol=2e-3)


@pytest.mark.slow
def test_predator_prey(run):
    example = run("predator_prey")
    rows = np.array([example.numbers(name) for name in example.module.NAMES])
    assert_allclose(rows[:, 0], rows[:, 1], rtol=0.1)
    p = rows[:, 0]
    years = np.arange(21.0)
    tight = {"t_eval": years, "rtol": 1e-10, "atol": 1e-10, "args": (p,)}
    exact = integrate.solve_ivp(
        lambda _, z, p: example.module.rate(z, p), (0, 20), p[4:], **tight
    ).y.T
    misfit = np.sum((np.log(exact) - np.log(example.module.RECORD)) ** 2)
    assert_allclose(example.numbers("misfit "), misfit, rtol=1e-3)


@pytest.mark.slow
def test_spectral_line(run):
    example = run("spectral_line")
    module = example.module
    rows = [example.numbers(name) for name in module.NAMES]
    true, fitted, errors, spread = np.array(rows).T
    assert_array_less(np.abs(fitted - true), 3 * errors)
    slopes = differences(module.expected, fitted)
    expected = slopes.T @ (slopes / module.expected(fitted)[:, None])
    cramer_rao = np.sqrt(np.diag(np.linalg.inv(expected)))
    assert_allclose(errors, cramer_rao, rtol=0.1)
    assert_allclose(spread, cramer_rao, rtol=0.25)


@pytest.mark.slow
def test_survival(run):
    pytest.importorskip("pandas", reason="of the examples' extra")
    example = run("survival")
    for name, value in example.module.REFERENCE.items():
        estimate, error, p, survreg = example.numbers(name)
        assert survreg == value
        assert_allclose(estimate, value, atol=6e-4)
        assert_allclose(p, 2 * stats.norm.sf(abs(estimate / error)), atol=2e-4)
    (error,) = example.numbers("treated   ")[1:2]
    assert_allclose(error, 0.3106, atol=1e-4)  # survreg's
    children = example.module.study()
    weeks, share = example.module.kaplan_meier(children[children["treated"] == 1])
    at = np.searchsorted(weeks, [6, 10, 23], side="right") - 1
    assert_allclose(share[at], [0.857, 0.753, 0.448], atol=5e-4)  # textbooks'


@pytest.mark.slow
def test_gaussian_process(run):
    gp = pytest.importorskip("sklearn.gaussian_process")
    example = run("gaussian_process")
    module = example.module
    labels = [name + " " for name in module.NAMES]
    height, length, nu = (example.numbers(label)[0] for label in labels)
    places, heights = (x[:: module.EVERY] for x in module.profile())

    def likelihood(nu):
        kernel = height**2 * gp.kernels.Matern(length, nu=nu)
        model = gp.GaussianProcessRegressor(
            kernel, alpha=module.NOISE**2, optimizer=None
        )
        return model.fit(places[:, None], heights).log_marginal_likelihood_value_

    best = likelihood(nu)
    assert_allclose(example.numbers("log likelihood "), best, atol=2e-3)
    assert likelihood(0.95 * nu) < best
    assert likelihood(1.05 * nu) < best
    (share, _) = example.numbers("others ")
    assert 90 < share < 98


@pytest.mark.slow
def test_hamiltonian_monte_carlo(run):
    example = run("hamiltonian_monte_carlo")
    module = example.module
    rows = [example.numbers(f"{name} ") for name in ("intercept", *module.FEATURES)]
    top, errors, mean, deviation = np.array(rows).T
    curvature = differences(
        lambda w: differences(module.log_posterior, w, 1e-3), top, 1e-3
    )
    covariance = -np.linalg.inv(curvature)
    assert_allclose(errors, np.sqrt(np.diag(covariance)), rtol=0.01)
    # Importance sampling, which knows nothing of chains
    heavy = stats.multivariate_t(top, covariance, df=6, seed=1987)
    draws = heavy.rvs(20_000)
    log_weights = np.array([module.log_posterior(w) for w in draws]) - heavy.logpdf(
        draws
    )
    weights = np.exp(log_weights - log_weights.max())
    expected = np.average(draws, axis=0, weights=weights)
    spread = np.sqrt(np.average((draws - expected) ** 2, axis=0, weights=weights))
    assert_array_less(np.abs(mean - expected), 0.1 * spread)
    assert_allclose(deviation, spread, rtol=0.08)


@pytest.mark.slow
def test_variational_inference(run):
    example = run("variational_inference")
    module = example.module
    # Effects can be integrated out; what is left has two dimensions.
    mean, spread = np.linspace(-20, 30, 301), np.exp(np.linspace(-7, 5, 301))
    widths = np.sqrt(module.ERRORS**2 + spread[:, None] ** 2)
    seen = stats.norm.logpdf(module.EFFECTS, mean[:, None, None], widths)
    prior = stats.norm.logpdf(mean, 0, 5)[:, None] + stats.halfcauchy.logpdf(
        spread, scale=5
    )
    density = np.exp(prior + seen.sum(-1)) * spread
    total = np.trapezoid(np.trapezoid(density, mean, axis=0), np.log(spread))
    (bound,) = example.numbers("log evidence ")[:1]
    assert np.log(total) - 1 < bound < np.log(total)
    marginal = np.trapezoid(density, np.log(spread), axis=1) / total
    middle = np.trapezoid(mean * marginal, mean)
    assert_allclose(example.numbers("common effect ")[0], middle, atol=0.5)
