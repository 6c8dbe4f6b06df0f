"""An epidemic with an incubation time, by Runge and Kutta's method; a fit to counts."""

import numpy as np

COUNTS = np.array([1.0, 1.6, 2.1, 2.9, 3.6, 4.9, 6.1, 7.8, 9.9])
PEOPLE = 1000.0

PARAMS = np.array([0.9, 0.5, 0.25, 2.0])  # contagion, incubation, recovery, exposed


def rates(state, contagion, incubation, recovery):
    healthy, exposed, ill, _ = state
    caught = contagion * healthy * ill / PEOPLE
    fell_ill = incubation * exposed
    recovered = recovery * ill
    return np.array([-caught, caught - fell_ill, fell_ill - recovered, recovered])


def solve(rates, start, times, *args):
    states = np.empty((len(times), len(start)))
    states[0] = start
    for i, h in enumerate(np.diff(times)):
        here = states[i]
        a = rates(here, *args)
        b = rates(here + h / 2 * a, *args)
        c = rates(here + h / 2 * b, *args)
        d = rates(here + h * c, *args)
        states[i + 1] = here
        states[i + 1] += h / 6 * (a + 2 * (b + c) + d)
    return states


def main(params):
    *speeds, exposed = params
    start = [PEOPLE - exposed - 1.0, exposed, 1.0, 0.0]
    days = np.linspace(0, 8, len(COUNTS))
    states = solve(rates, start, days, *speeds)
    misfit = states[:, 2] - COUNTS
    healthy, _, _, recovered = states[-1] / PEOPLE
    return np.sum(misfit**2) + states.T[1].max() + healthy + recovered
