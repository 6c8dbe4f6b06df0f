"""Programs on matrices that select by masks, whose values are not known before they run."""

import numpy as np

MATRIX = np.random.default_rng(1).normal(size=(6, 3))
PROGRAMS = []


def of_matrix(function):
    PROGRAMS.append((function, MATRIX))
    return function


@of_matrix
def rows(X):
    k = X[:, 0] > 0
    return X[k].mean(axis=0)


@of_matrix
def rows2(X):
    k = X[:, 0] > 0
    Y = X.copy()
    Y[k] = Y[k] / np.linalg.norm(Y[k], axis=1)[:, None]
    Y[k, 1] += 2 * X[k, 0]
    return Y


@of_matrix
def rows3(X):
    k = X[:, 0] > 0
    return X[k] @ np.array([1.0, 2, 3]) @ X[k, 2]


@of_matrix
def gram(X):
    k = X[:, 0] > 0
    A = X[k]
    return A.T @ A


@of_matrix
def cent(X):
    lab = np.argmin(((X[:, None] - X[:2][None]) ** 2).sum(-1), axis=1)
    c = np.zeros((2, 3))
    for j in range(2):
        c[j] = X[lab == j].mean(axis=0)
    return c


@of_matrix
def cent_list(X):
    lab = np.argmin(((X[:, None] - X[:2][None]) ** 2).sum(-1), axis=1)
    return np.array([X[lab == j].mean(axis=0) for j in range(2)])


@of_matrix
def twod(X):
    Y = X.copy()
    k = X > 0
    Y[k] = np.log(X[k])
    Y[X <= 0] = 0
    return Y


@of_matrix
def twod_sum(X):
    return X[X > 0].sum() + X[X < 0].mean()


@of_matrix
def twod_nz(X):
    i, j = np.nonzero(X > 0)
    return (X[i, j] * (i + 2 * j)).sum()


@of_matrix
def twod_nb(X):
    i, j = np.nonzero(X[:-1] > 0)
    Y = X.copy()
    Y[i + 1, j] = 2 * X[i, j]
    return Y


@of_matrix
def colsel(X):
    k = X[0] > 0
    Y = X.copy()
    Y[:, k] = Y[:, k] * 2 + 1
    return Y.sum(axis=0) * X[:, k].sum()


@of_matrix
def colsel2(X):
    k = X[0] > 0
    Y = X.copy()
    Y[1, k] = X[2, k] * X[3, k]
    Y[2:4, k] *= 3
    return Y


@of_matrix
def outer(X):
    k = X[:, 0] > 0
    s = X[k, 1]
    d = s[:, None] - s[None, :]
    return (d**2).sum()


@of_matrix
def bc(X):
    k = X[:, 1] > 0
    w = X[0]
    Y = np.zeros_like(X)
    Y[k] = np.exp(X[k]) * w - X[k].sum(axis=1, keepdims=True) / w
    return Y


@of_matrix
def argwh(X):
    a = np.argwhere(X > 0)
    return (X[a[:, 0], a[:, 1]] ** 2).sum()


@of_matrix
def stk(X):
    k = X[:, 0] > 0
    A = np.column_stack([X[k, 1], X[k, 2] ** 2])
    return A.mean(axis=0)


@of_matrix
def kmeans(X):
    C = X[:2].copy()
    for _ in range(4):
        d = ((X[:, None, :] - C[None]) ** 2).sum(axis=2)
        lab = d.argmin(axis=1)
        for k in range(2):
            C[k] = X[lab == k].mean(axis=0)
    return C


@of_matrix
def kmeans2(X):
    C = X[:2].copy()
    for _ in range(4):
        d = ((X[:, None, :] - C[None]) ** 2).sum(axis=2)
        lab = d.argmin(axis=1)
        for k in range(2):
            if np.any(lab == k):
                C[k] = X[lab == k].mean(axis=0)
    return C


@of_matrix
def kmeans3(X):
    C = X[:2].copy()
    lab = ((X[:, None, :] - C[None]) ** 2).sum(axis=2).argmin(axis=1)
    return np.array(
        [X[lab == k].mean(0) if (lab == k).any() else C[k] for k in range(2)]
    )


@of_matrix
def bounce(X):
    p = X.copy()
    w = X[::-1] * 0.7
    for _ in range(6):
        p += 0.3 * w
        out = np.abs(p) > 1.2
        w[out] *= -1
        p[out] = np.clip(p[out], -1.2, 1.2)
    return p


@of_matrix
def pairs(X):
    d = X[:, None] - X[None]
    r2 = (d**2).sum(-1)
    k = (r2 > 0) & (r2 < 4)
    f = np.zeros_like(r2)
    f[k] = 1 / r2[k] ** 1.5
    return (f[..., None] * d).sum(1)


@of_matrix
def upwind(X):
    u = X[:, 0]
    f = np.zeros(6)
    p = u > 0
    f[p] = u[p] ** 2
    f[~p] = -u[~p] * X[~p, 1]
    return f


@of_matrix
def lims(X):
    a = X[:, 0].copy()
    b = X[:, 1]
    r = np.zeros(6)
    nz = np.abs(b) > 1e-12
    r[nz] = a[nz] / b[nz]
    return np.maximum(0, np.minimum(1, r))


@of_matrix
def histo(X):
    y = np.zeros(3)
    for b in range(3):
        k = (b - 1.5 <= X) & (b - 0.5 > X)
        y[b] = X[k].sum() if k.any() else 0.0
    return y


@of_matrix
def logsoft(X):
    k = X.sum(1) > 0
    Z = X[k]
    Z = Z - Z.max(axis=1, keepdims=True)
    P = np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True)
    return -np.log(P[:, 0]).mean()


@of_matrix
def std(X):
    k = X[:, 0] > 0
    S = X[k]
    return (S - S.mean(axis=0)).T @ (S - S.mean(axis=0)) / (len(S) - 1)


@of_matrix
def normal_equations(X):
    k = X[:, 2] < 0.5
    A = X[k]
    return np.linalg.solve(A.T @ A + np.eye(3), A.T @ A[:, 0])


@of_matrix
def minors(x):
    k = x[:3, 0] > -0.5
    a = (x.T @ x + np.eye(3))[np.ix_(k, k)]
    return np.linalg.det(a) + np.linalg.slogdet(a)[1] + np.linalg.inv(a).sum()


@of_matrix
def written_submatrix(x):
    k = x[:3, 0] > -0.5
    a = x.T @ x
    a[np.ix_(k, k)] *= 2
    a[np.ix_([0, 1], [2, 1])] += 1
    return a


@of_matrix
def contractions(x):
    k = x[:, 0] > 0
    s = x[k]
    return np.einsum("ij,ij->", s, s) + np.einsum("ij,ij->i", s, s).max() * s.mean(
        axis=0
    )


@of_matrix
def without_rows(x):
    rest = np.delete(x, np.flatnonzero(x[:, 0] < 0), axis=0)
    return rest.mean(axis=0) + np.delete(x[:, 1], x[:, 0] < 0).sum()
