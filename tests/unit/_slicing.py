"""Programs whose slices have bounds that are not known before they run."""

import numpy as np

VECTOR = np.array([0.5, 0.75, 1.1, 1.3, 1.4, 1.8, 2.0])
MATRIX = np.random.default_rng(0).normal(size=(5, 5)) + 6 * np.eye(5)
WEIGHTS = np.arange(1.0, 8.0)
PROGRAMS = []


def of_vector(function):
    PROGRAMS.append((function, VECTOR))
    return function


def of_matrix(function):
    PROGRAMS.append((function, MATRIX))
    return function


# -- read ----------------------------------------------------------------------------------


@of_vector
def sums(x, k):
    return np.sum(x[:k] ** 2) + np.mean(np.log(x[k - 1 :])) + np.prod(x[-k:])


@of_vector
def results(x, k):
    return x[:k] * 2


@of_vector
def ends(x, k):
    return np.sum(x[: k + 10]) + np.sum(x[k + 10 :]) + np.sum(x[-20:k]) + x[:-k].sum()


@of_vector
def turned(x, k):
    return x[k - 1 :: -1] * 2 + x[:k]


@of_vector
def strides(x, k):
    return np.sum(x[k - 1 :: 2]) + np.sum(np.cos(x[:k:2])) + np.prod(x[k::-2])


@of_vector
def nothing_there(x, k):
    """Where nothing is, the logarithm's derivative is infinite."""
    y = np.zeros(x.shape)
    y[:k] = x[:k]
    return np.sum(np.log(y[:k])) + np.sum(np.sqrt(y[:k]))


@of_vector
def moments(x, k):
    part = x[:k]
    return np.std(part) + np.linalg.norm(part - part.mean()) + np.median(part)


@of_vector
def running(x, k):
    return np.cumsum(x[k - 1 :]) + x[k - 1 :]


@of_vector
def lengths(x, k):
    return len(x[k:]) * x[0] + x[:k].shape[0] * x[1] + x[k - 1 :].size * x[2]


@of_vector
def joined(x, k):
    return np.concatenate([x[k:], x[:k] * 2])


@of_vector
def products(x, k):
    return x[:k] @ x[-k:] + np.sum(np.outer(x[:k], x[k:])) + np.dot(x[:k], x[:k])


@of_vector
def constants(x, k):
    return np.sum(WEIGHTS[:k] * x[:k]) + WEIGHTS[k - 1] * x[0]


@of_vector
def masked(x, k):
    part = x[:k]
    return part[part > 0.6].sum() + np.where(part > 0.9, part, 0).sum()


@of_vector
def windows(x, k):
    return x[k - 1 : k + 1] @ np.array([1.0, 2.0]) + np.diff(x[k - 1 : k + 1])[0]


@of_vector
def blocks_of_two(x, k):
    total = np.zeros(1)
    for i in range(k - 1):
        block = x[2 * i : (i + 1) * 2]
        total += block @ np.array([1.0, 3.0]) + x[6 - 2 * i - 2 : 6 - 2 * i].prod()
    return total


@of_vector
def cut_off(x, k):
    """Windows that are shorter than they say."""
    return np.sum(x[k + 3 : k + 6]) + np.sum(x[k - 4 : k - 2]) + x[0]


@of_vector
def neighbours(x, k):
    total = 0.0
    for first, second in zip(x[:k], x[1 : k + 1]):  # noqa: B905, RUF007 - as users write
        total += first * second
    return total


@of_vector
def numbered(x, k):
    total = 0.0
    for i, each in enumerate(x[:k]):
        total += i * each
    return total


@of_matrix
def blocks(m, k):
    return (
        np.sum(m[:k, k:] ** 2) + m[k - 1, :k].sum() + m[:k, 1].max() + m[None, :k].sum()
    )


@of_matrix
def systems(m, k):
    return np.linalg.solve(m[:k, :k], m[0, :k])


@of_matrix
def columns_of_a_window(m, k):
    return m[1:, k - 1 : k + 1].sum(axis=0) * m[k - 1 : k + 1, k - 1]


# -- written -------------------------------------------------------------------------------


@of_vector
def parts(x, k):
    y = x.copy()
    y[:k] = 0.5 * y[:k]
    y[k:] += 1
    y[1:k] -= y[0]
    y[:k] **= 2
    return y


@of_vector
def moved(x, k):
    y = x.copy()
    y[1:k] = y[: k - 1].copy()
    y[:k] = y[:k][::-1]
    return y


@of_vector
def sorted_part(x, k):
    y = np.sin(5 * x)
    y[:k] = np.sort(y[:k])
    return y


@of_vector
def filled(x, k):
    y = x * 1.0
    y[:k].fill(3.0)
    y[k:][0:1] = 8.0
    return y * x


@of_vector
def written_windows(x, k):
    y = x.copy()
    y[k - 1 : k + 1] = np.array([7.0, 8.0]) * x[0]
    y[k - 1 : k + 1] *= x[k - 1 : k + 1]
    return y


@of_matrix
def written_blocks(m, k):
    y = m.copy()
    y[:k, k:] = 1.5
    y[k - 1, : k - 1] = m[0, : k - 1]
    y[: k - 1, k - 1 : k + 1] += m[: k - 1, k - 1 : k + 1]
    y[k - 1 : k + 1, k - 1 : k + 1] *= 3.0
    return y


# -- views ---------------------------------------------------------------------------------


@of_vector
def a_view(x, k):
    y = x.copy()
    view = y[:k]
    y[0] = 5 * x[1]
    view[0] *= 2.0
    return y * np.sum(view)


@of_vector
def a_window_is_a_view(x, k):
    y = x.copy()
    view = y[k - 1 : k + 1]
    y[k - 1] = 5 * x[1]
    view[1] = 9 * view[0]
    return y * np.sum(view)


@of_matrix
def views_of_views(m, k):
    y = m.copy()
    y[:k].T[0] = 3.0
    y[:k][0][2] = 8.0
    y[:k, 1:][0, :] = y[:k][0, 1:] * 2
    y[:k].T[1:] += m[0, 0]
    return y


@of_vector
def a_view_in_a_loop(x, k):
    y = x.copy()
    view = y[:k]
    i = 0
    while i < k:
        view[i] = view[i] * 2 + y[0]
        i += 1
    return y * view[0]


@of_vector
def a_view_in_a_branch(x, k):
    y = x.copy()
    view = y[k - 1 :]
    if np.sum(x) > 3:
        view[0] = 10.0 * x[0]
    else:
        y[-1] = 20.0
    return y * np.sum(view)


@of_vector
def outputs_elsewhere(x, k):
    """Of which one is as long as another by chance."""
    y = x.copy()
    np.add(y[:k], 1.0, out=y[-k:])
    np.multiply(x[:k], x[-k:], out=y[:k])
    np.add(x[: len(x) - k], 1.0, out=y[k:])
    np.subtract(3.0, x[0], out=y[k - 1 : k])
    return y


@of_vector
def real_parts(x, k):
    y, z = x.copy(), x * (1 + 2j)
    y[:k].real *= 2.0
    z[:k].real[0] = 3.0 * x[1]
    z[k:].imag = x[k:]
    part = z[:k].imag
    z[0] *= 1j
    return np.abs(z) * np.sum(part) + y + np.sum((z[:k] * z[:k].conj()).real)


@of_vector
def conversions_without_a_copy(x, k):
    y = x.copy()
    y[:k].astype(float, copy=False)[0] = 8.0
    np.asarray(y[k:])[:1] *= 2.0
    np.array(y[k:], copy=None)[:1] += 1.0
    y[:k].astype(float)[0] = 100.0
    return y


@of_matrix
def rows_in_one_dimension(m, k):
    y = m.copy()
    y[:k].ravel()[1] = 2.0
    flat = y[:k].reshape(-1)
    y[0] *= 3.0
    return y * flat[2]


@of_matrix
def columns_in_one_dimension(m, k):
    """There is a copy, or none, but nothing is written to."""
    return np.sin(m[:, :k].ravel()).sum() + np.sum(m[:k].T.reshape(-1) ** 2) + m[:k, 0]


# -- loops ---------------------------------------------------------------------------------


@of_vector
def until(x, k):
    y = x.copy()
    while y[:k].sum() > 3:
        k = k - 1
        y[:k] *= 0.9
    return y * k


@of_vector
def moving_mean(x, k):
    out = np.zeros(len(x))
    for i in range(len(x)):
        low, high = max(0, i - k), min(len(x), i + k + 1)
        out[i] = np.mean(x[low:high])
    return out


@of_vector
def growing(x, k):
    p = np.zeros(8)
    p[0] = 1.0
    for n in range(k):
        p[1 : n + 2] = p[1 : n + 2] + x[n] * p[: n + 1]
    return p


@of_matrix
def substitution(m, k):
    x = np.zeros(len(m))
    for i in range(k):
        x[i] = (m[i, -1] - m[i, :i] @ x[:i]) / m[i, i]
    return x


@of_matrix
def elimination(m, k):
    m = m.copy()
    for i in range(k - 1):
        m[i + 1 :, i] /= m[i, i]
        m[i + 1 :, i + 1 :] -= np.outer(m[i + 1 :, i], m[i, i + 1 :])
    return m


@of_matrix
def cholesky(m, k):
    a = m @ m.T
    factor = np.zeros(a.shape)
    for j in range(k):
        factor[j, j] = np.sqrt(a[j, j] - np.sum(factor[j, :j] ** 2))
        for i in range(j + 1, k):
            factor[i, j] = (a[i, j] - factor[i, :j] @ factor[j, :j]) / factor[j, j]
    return factor
