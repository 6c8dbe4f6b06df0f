"""Programs on vectors that select by masks, whose values are not known before they run."""

import copy

import numpy as np

VECTOR = np.random.default_rng(0).normal(size=9)
VECTOR[3] = 0.0
PROGRAMS = []


def of_vector(function):
    PROGRAMS.append((function, VECTOR))
    return function


@of_vector
def sqrt_pos(x):
    y = np.zeros(x.shape)
    k = x > 0
    y[k] = np.sqrt(x[k])
    return y


@of_vector
def inv_inplace(x):
    y = x.copy()
    k = y != 0
    y[k] = 1 / y[k]
    return y


@of_vector
def augm(x):
    y = x * 2
    k = x > 0.1
    y[k] *= x[k]
    y[~k] -= 1
    return y


@of_vector
def logsum(x):
    return np.log(x[x > 0]).sum()


@of_vector
def meanstd(x):
    s = x[x > 0]
    return s.mean() + s.std() * s.var() + s.max() - s.min() + s.prod()


@of_vector
def size(x):
    s = x[x > 0]
    return s.sum() / s.size


@of_vector
def counted(x):
    s = x[x > 0]
    return s.sum() / len(s)


@of_vector
def by_shape(x):
    s = x[x > 0]
    return s.sum() / s.shape[0]


@of_vector
def nested(x):
    s = x[x > -0.5]
    t = s[s < 0.5]
    return (t**3).sum()


@of_vector
def nested_write(x):
    s = x[x > -0.5]
    s[s < 0] = 0.25
    s[s > 1] *= 3
    y = x.copy()
    y[x > -0.5] = s
    return y


@of_vector
def where_idx(x):
    i = np.where(x > 0)[0]
    return np.cumsum(x[i] * x[0])[-1]


@of_vector
def where_idx2(x):
    i = np.where(x > 0)[0]
    y = x.copy()
    y[i] = x[i] ** 2
    return y


@of_vector
def neigh(x):
    i = np.flatnonzero(x[1:-1] > 0) + 1
    y = x.copy()
    y[i] = x[i - 1] + x[i + 1]
    return y


@of_vector
def first(x):
    i = np.nonzero(x > 0)[0]
    return x[i[0]] * 2 + x[i[-1]] * 3 + x[x > 0][1]


@of_vector
def dotp(x):
    k = x > 0
    return x[k] @ x[k] + np.dot(x[k], np.sin(x[k])) + np.linalg.norm(x[k])


@of_vector
def scalar_param(x):
    a = x[0]
    k = x > a
    y = x.copy()
    y[k] = 1 / (x[k] - a) + a
    return y


@of_vector
def nan_guard(x):
    z = np.log(x + 0.001)
    return z[~np.isnan(z) & np.isfinite(z)].sum()


@of_vector
def clipw(x):
    k = np.abs(x) < 1
    y = np.ones_like(x)
    y[k] = np.clip(x[k], -0.3, 0.4) + np.where(x[k] > 0, x[k], -x[k])
    return y


@of_vector
def cums(x):
    k = x > 0
    y = np.zeros_like(x)
    y[k] = np.cumsum(x[k])
    return y


@of_vector
def sorts(x):
    s = np.sort(x[x > 0])
    return np.median(x[x > 0]) + s[0] * 2 + np.percentile(x[x > 0], 30)


@of_vector
def concat(x):
    s = np.concatenate([x[x > 0], x[:2] * 2])
    t = np.append(x[x < 0], 1.5)
    return s.sum() * t.mean()


@of_vector
def boolean(x):
    k = x > -0.5
    k[k] = x[k] < 0.5
    y = x.copy()
    y[k] = 7 * x[k]
    return y


@of_vector
def branch(x):
    k = x > 0
    if k.any():
        s = x[k]
        r = s.mean()
    else:
        r = 0.0
    return r * x


@of_vector
def branch2(x):
    s = x[x > 5]
    if s.size > 0:
        return s.mean() * x[0]
    return x.sum()


@of_vector
def branch3(x):
    s = x[x > 0]
    if len(s) == 0:
        return x.sum()
    y = s * 2
    return y.sum()


@of_vector
def slices(x):
    s = x[x > -0.8]
    return s[1:].sum() + s[:-1].prod() + s[::-1][0] + s[1:3].sum() + s[::2].sum()


@of_vector
def addat(x):
    y = np.zeros(4)
    k = x > 0
    idx = np.arange(9) % 4
    np.add.at(y, idx[k], x[k])
    return y


@of_vector
def argm(x):
    s = x[x < 0.3]
    i = np.flatnonzero(x < 0.3)
    return x[i[np.argmax(s)]] + s[np.argmin(s)]


@of_vector
def extract(x):
    return np.extract(x > 0, x).sum() + np.compress(x < 0, x).mean()


@of_vector
def powf(x):
    y = x.copy()
    k = y > 0
    y[k] = y[k] ** (-1.5)
    return y


@of_vector
def loops(x):
    y = x.copy()
    for _ in range(5):
        k = np.abs(y) < 2
        y[k] = y[k] ** 2 + x[k]
    return y


@of_vector
def loops2(x):
    y = x.copy()
    n = 0
    while np.any(y < 3) and n < 50:
        k = y < 3
        y[k] = y[k] * 1.5 + 0.5
        n += 1
    return y


@of_vector
def shrink(x):
    s = x.copy()
    for t in range(3):
        s = s[s > -1 + t * 0.3] * 1.1
    return s.sum()


@of_vector
def full_table(x):
    t = np.arange(9.0) ** 2
    k = x > 0
    return (t[k] * x[k]).sum()


@of_vector
def table_idx(x):
    t = np.arange(9.0) ** 2
    i = np.where(x > 0)[0]
    return (t[i] * x[i]).sum()


@of_vector
def minmaxempty(x):
    s = x[x > 0]
    return s.max() - np.ptp(s)


@of_vector
def ratio(x):
    k = np.abs(x) > 0.2
    y = np.zeros_like(x)
    y[k] = np.sin(x[k]) / x[k]
    y[~k] = 1 - x[~k] ** 2 / 6
    return y


@of_vector
def for_in(x):
    t = 0.0
    for i in np.where(x > 0)[0]:
        t += x[i] ** 2 * (i + 1)
    return t


@of_vector
def for_vals(x):
    t = 1.0
    for a in x[x > 0]:
        t = t * 1.1 + a
    return t


@of_vector
def range_len(x):
    s = x[x > 0]
    t = 0.0
    for i in range(len(s)):
        t += s[i] * i
    return t


@of_vector
def range_len2(x):
    idx = np.flatnonzero(x > 0)
    y = x.copy()
    for k in range(len(idx)):
        y[idx[k]] = y[idx[k]] * 2 + k
    return y


@of_vector
def while_shrink(x):
    s = x[x > -2]
    n = 0
    while s.size > 3:
        s = s[s > s.min()] * 1.01
        n += 1
    return s.sum()


@of_vector
def while_active(x):
    y = x.copy()
    act = np.ones(9, bool)
    n = 0
    while act.any():
        y[act] = y[act] * 1.3 + 0.7
        act = y < 4
        n += 1
    return y


@of_vector
def mandel(x):
    z = np.zeros(9)
    N = np.zeros(9)
    for n in range(8):
        k = np.abs(z) < 2
        N[k] = n
        z[k] = z[k] ** 2 + x[k]
    return z + N


@of_vector
def inplace_alias(x):
    s = x[x > -1]
    t = s[:]
    t *= 2
    u = s.ravel()
    u += 1
    return s.sum() * (s[0] + t[-1])


@of_vector
def copy_alias(x):
    s = x[x > -1]
    t = copy.copy(s)
    t *= 2
    w = s.copy()
    w += 3
    return s.sum() + t.mean()


@of_vector
def intpow(x):
    n = np.arange(9) - 4
    k = (n >= 0) & (x > -5)
    y = np.zeros(9)
    y[k] = 2 ** n[k] * x[k]
    return y


@of_vector
def setelem(x):
    s = x[x > -1]
    s[0] = 5 * x[0]
    s[-1] = x[1]
    s[1:3] *= 2
    s[::2] += 1
    return (s * s).sum() + s[2]


@of_vector
def cond_in_mask(x):
    y = np.where(x > 0, x, 0.0)
    k = y > 0
    y[k] = np.where(x[k] > 0.5, np.log(x[k]), x[k] ** 2)
    return y


@of_vector
def maskedmath(x):
    out = np.full(9, np.inf)
    k = x**2 > 0.04
    out[k] = 1 / x[k]
    return np.minimum(out, 9.0)


@of_vector
def helper(x):

    def price(s, a):
        return np.exp(-a * s) * np.maximum(s - a, 0)

    k = x > 0.05
    y = np.zeros(9)
    y[k] = price(x[k], x[0])
    return y


@of_vector
def loops_if(x):
    y = x.copy()
    for t in range(4):
        k = y > t * 0.2
        if k.sum() > 2:
            y[k] -= y[k].mean() * 0.3
        else:
            y[~k] += 0.1
    return y


@of_vector
def neighbours_among_selected(x):
    s = x[x > -0.6]
    return (
        np.sum(np.diff(s) ** 2) + np.trapezoid(s, dx=0.1) + ((s[2:] - s[:-2]) / 2).sum()
    )


@of_vector
def trapezoid_between_events(x):
    t = np.arange(9.0) ** 1.5
    k = x > -0.6
    return np.trapezoid(x[k] ** 2, t[k])


@of_vector
def sorted_in_place(x):
    y = x.copy()
    k = x > -0.6
    y[k] = np.sort(x[k])
    y[k] += np.roll(x[k], 1) * np.flip(x[k])
    return y


@of_vector
def by_order(x):
    s = x[x > -0.6]
    order = np.argsort(s)
    ranks = np.cumsum(np.ones_like(s))
    return (s[order] * ranks).sum() + s[order[0]] + s[np.array([0, 2, -1])].prod()


@of_vector
def active_set(x):
    stiffness = 2 * np.eye(9) - np.eye(9, k=1) - np.eye(9, k=-1)
    u, free = np.zeros(9), x < 0.5
    for _ in range(3):
        k = np.ix_(free, free)
        u[free] = np.linalg.solve(stiffness[k] + 0.1 * np.diag(x**2)[k], x[free])
        free = u < 0.4
    return u


@of_vector
def fits(x):
    t = np.arange(9.0)
    k = np.abs(x) < 1
    a = np.stack([t[k], np.ones_like(t[k])], axis=1)
    line = np.linalg.lstsq(a, x[k], rcond=None)[0]
    return np.append(line, np.polyfit(t[k], x[k], 2))
