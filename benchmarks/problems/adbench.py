"""Gaussian mixture and bundle adjustment of ADBench.

Šrajer, Kukelova & Fitzgibbon, "A benchmark of selected algorithmic differentiation tools
on some problems in computer vision and machine learning", Optimization Methods and
Software 33 (2018), sections 4.1 and 4.2; https://github.com/microsoft/ADBench. Terms that
do not depend on what is differentiated are left out. The prior has the sign of a
log-posterior, as in GradBench (https://github.com/gradbench/gradbench, ``evals/gmm``).
"""

from typing import Any

import numpy as np

from benchmarks._problem import Problem

GAMMA = 1.0  # of the Wishart prior
EXTRA_DEGREES = 0  # likewise


def make_mixture(
    size: tuple[int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """ADBench's data: means uniform in the unit cube, everything else normal.

    Log-weights, means, logarithms of the diagonals and strictly lower triangles of the
    factors of the precision matrices (by columns), where in a row of the latter the
    elements of a matrix stand, points.
    """
    n, dimension, components = size
    triangle = dimension * (dimension - 1) // 2
    return (
        rng.normal(size=components),
        rng.uniform(size=(components, dimension)),
        rng.normal(size=(components, dimension)),
        rng.normal(size=(components, triangle)),
        triangle_positions(dimension),
        rng.normal(size=(n, dimension)),
    )


def triangle_positions(dimension: int) -> np.ndarray:
    """Position of each element of a matrix in (0, strictly lower triangle by columns)."""
    positions = np.zeros((dimension, dimension), dtype=np.int64)
    columns, rows = np.triu_indices(dimension, 1)
    positions[rows, columns] = np.arange(1, len(rows) + 1)
    return positions


def log_sum_exp(xp: Any, x: Any) -> Any:
    """Logarithm of the sum of the exponentials along the last axis."""
    largest = xp.max(x, axis=-1, keepdims=True)
    return xp.log(xp.sum(xp.exp(x - largest), axis=-1)) + largest[..., 0]


def mixture(
    xp: Any, alphas: Any, means: Any, logs: Any, lower: Any, positions: Any, points: Any
) -> Any:
    """Log-posterior of a Gaussian mixture with a Wishart prior."""
    n, components = points.shape[0], means.shape[0]
    diagonals = xp.exp(logs)
    padded = xp.concatenate([xp.zeros((components, 1)), lower], axis=1)
    factors = padded[:, positions]
    centred = points[None, :, :] - means[:, None, :]
    scaled = diagonals[:, None, :] * centred + centred @ xp.swapaxes(factors, 1, 2)
    log_determinants = xp.sum(logs, axis=1)
    densities = alphas + log_determinants - 0.5 * xp.sum(scaled**2, axis=2).T
    likelihood = xp.sum(log_sum_exp(xp, densities)) - n * log_sum_exp(xp, alphas)
    norm = xp.sum(diagonals**2) + xp.sum(lower**2)
    prior = EXTRA_DEGREES * xp.sum(logs) - 0.5 * GAMMA**2 * norm
    return likelihood + prior


def make_bundle(
    size: tuple[int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """Cameras, points, weights, which camera saw which point, and where.

    A camera is its rotation (3), centre (3), focal length, principal point (2) and radial
    distortion (2). As in ADBench, observation i is of point i mod m by camera i mod n;
    every camera looks at the unit cube.
    """
    n_cameras, n_points, n_observations = size
    one_camera = np.array([0, 0, 0, 0.5, 0.5, -8, 400, 5, -8, 0.05, 0.01])
    spread = np.array([0.1, 0.1, 0.1, 0.2, 0.2, 0.5, 20, 1, 1, 0.01, 0.002])
    index = np.arange(n_observations)
    return (
        one_camera + spread * rng.normal(size=(n_cameras, 11)),
        rng.uniform(size=(n_points, 3)),
        rng.uniform(0.2, 1, n_observations),
        index % n_cameras,
        index % n_points,
        rng.normal(0, 20, (n_observations, 2)),
    )


def make_observations(
    size: tuple[int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """The same, with a copy of its camera and of its point for each observation."""
    cameras, points, weights, camera, point, features = make_bundle(size, rng)
    return cameras[camera], points[point], weights, features


def rotate(xp: Any, rotations: Any, vectors: Any) -> Any:
    """Rotate each vector about an axis, by the axis' length in radians (Rodrigues)."""
    angles = xp.sqrt(xp.sum(rotations**2, axis=1))[:, None]
    axes = rotations / angles
    along = xp.sum(axes * vectors, axis=1)[:, None] * (1 - xp.cos(angles))
    across = xp.cross(axes, vectors) * xp.sin(angles)
    return vectors * xp.cos(angles) + across + axes * along


def project(xp: Any, cameras: Any, points: Any) -> Any:
    """Where each camera sees its point."""
    seen = rotate(xp, cameras[:, :3], points - cameras[:, 3:6])
    plane = seen[:, :2] / seen[:, 2:]
    squared = xp.sum(plane**2, axis=1)[:, None]
    distortion = 1 + cameras[:, 9:10] * squared + cameras[:, 10:11] * squared**2
    return plane * distortion * cameras[:, 6:7] + cameras[:, 7:9]


def residuals(xp: Any, cameras: Any, points: Any, weights: Any, features: Any) -> Any:
    """Two reprojection errors and the error of the weight, for each observation."""
    errors = weights[:, None] * (project(xp, cameras, points) - features)
    return xp.concatenate([errors, 1 - weights[:, None] ** 2], axis=1)


def residual_sums(xp: Any, *observations: Any) -> Any:
    """Sums whose Jacobian is the blocks of the Jacobian of the residuals.

    Each residual depends on its own observation's parameters alone: the sparse Jacobian
    by columns compressed to 15.
    """
    return xp.sum(residuals(xp, *observations), axis=0)


def bundle_cost(
    xp: Any,
    cameras: Any,
    points: Any,
    weights: Any,
    camera: Any,
    point: Any,
    features: Any,
) -> Any:
    """Half the sum of the squared residuals."""
    errors = residuals(xp, cameras[camera], points[point], weights, features)
    return 0.5 * xp.sum(errors**2)


# The first three of ADBench's bundles: cameras x points x observations.
BUNDLES = ((49, 7776, 31843), (21, 11315, 36455), (372, 47423, 204472))

PROBLEMS = (
    Problem(
        name="gaussian_mixture",
        summary="ADBench, points x dimensions x components: objective and gradient",
        make=make_mixture,
        objective=mixture,
        sizes=((1000, 2, 5), (1000, 10, 25), (10_000, 20, 25), (1000, 64, 50)),
        smoke=(6, 3, 2),
        tasks=("value", "value_and_grad"),
        argnums=(0, 1, 2, 3),
    ),
    Problem(
        name="bundle_jacobian",
        summary="ADBench, cameras x points x observations: all blocks of the Jacobian",
        make=make_observations,
        objective=residual_sums,
        sizes=BUNDLES,
        smoke=(2, 3, 6),
        tasks=("value", "jacobian"),
        argnums=(0, 1, 2),
    ),
    Problem(
        name="bundle_cost",
        summary="the same as a sum of squares, its gradient",
        make=make_bundle,
        objective=bundle_cost,
        sizes=BUNDLES[:1],
        smoke=(2, 3, 6),
        argnums=(0, 1, 2),
    ),
)
