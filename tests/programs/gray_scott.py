"""Reaction and diffusion of two substances; views of one array with a border."""

import numpy as np

N = 8
STEPS = 6

PARAMS = np.array([0.16, 0.08, 0.035, 0.065])  # diffusion of both, feed, kill

rng = np.random.default_rng(3)
NOISE = 0.05 * rng.uniform(-1, 1, (2, N, N))


def spread(field, out):
    """What flows in from four neighbours, less what flows out."""
    np.multiply(field[1:-1, 1:-1], -4, out=out)
    out += field[:-2, 1:-1]
    out += field[2:, 1:-1]
    out += field[1:-1, :-2]
    out += field[1:-1, 2:]


def main(params):
    diffusion_a, diffusion_b, feed, kill = params
    both = np.zeros((2, N + 2, N + 2))
    A, B = both
    a, b = A[1:-1, 1:-1], B[1:-1, 1:-1]  # without the border
    flow_a = np.empty((N, N))
    flow_b = np.empty((N, N))

    a[...] = 1.0
    middle = slice(N // 2 - 2, N // 2 + 2)
    A[middle, middle] = 0.50
    B[middle, middle] = 0.25
    both[:, 1:-1, 1:-1] += NOISE

    for _ in range(STEPS):
        spread(A, flow_a)
        spread(B, flow_b)
        reaction = a * b**2
        a += diffusion_a * flow_a - reaction + feed * (1 - a)
        b += diffusion_b * flow_b + reaction - (feed + kill) * b
    return np.sum(both[1] ** 2) + A.mean()
