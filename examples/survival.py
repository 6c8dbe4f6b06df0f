"""Survival regression, with pandas in and out: how long a remission lasts.

Of 42 children with leukaemia half were given 6-mercaptopurine, half a placebo (E. Freireich
et al., Blood 21, 699, 1963). Some were still in remission when the study ended: their times
are censored. Weibull's accelerated failure times are fitted by maximum likelihood, with the
exact Hessian. Look at: a dict of parameters becomes SciPy's vector, and a table with errors,
by `ft.ravel`. Reference values: `survreg` in R.
"""

import argparse

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.optimize import minimize
from scipy.stats import norm, weibull_min

import functrace as ft

# fmt: off
TREATED = [6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
RELAPSES = 9  # of the treated, the first in the list; the others are censored
PLACEBO = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]
# fmt: on
REFERENCE = {"intercept": 2.248, "treated": 1.267, "log scale": -0.312}


def study():
    """The children: weeks, whether a relapse ended them, and the treatment."""
    treated = pd.DataFrame({"weeks": TREATED, "treated": 1.0})
    treated["relapse"] = treated.index < RELAPSES
    placebo = pd.DataFrame({"weeks": PLACEBO, "treated": 0.0, "relapse": True})
    return pd.concat([treated, placebo], ignore_index=True)


def weeks_until(p, treated):
    """The distribution of the weeks that a remission lasts."""
    scale = np.exp(p["intercept"] + p["treated"] * treated)
    return weibull_min(np.exp(-p["log scale"]), scale=scale)


def log_likelihood(p, children):
    """Density where there was a relapse, probability of survival where not."""
    weeks = children["weeks"].to_numpy(float)
    of_child = weeks_until(p, children["treated"].to_numpy())
    relapse = children["relapse"].to_numpy()
    return np.sum(np.where(relapse, of_child.logpdf(weeks), of_child.logsf(weeks)))


def regression(children):
    """Maximum likelihood: a table of estimates with their errors."""
    start, unravel = ft.ravel({"intercept": 2.0, "treated": 0.0, "log scale": 0.0})

    def objective(flat):
        return -log_likelihood(unravel(flat), children)

    gradient, hessian = ft.value_and_grad(objective), ft.hessian(objective)
    found = minimize(gradient, start, jac=True, hess=hessian, method="trust-exact")
    table = pd.DataFrame({"estimate": pd.Series(unravel(found.x))})
    covariance = np.linalg.inv(hessian(found.x))
    table["error"] = pd.Series(unravel(np.sqrt(np.diag(covariance))))
    table["p"] = 2 * norm.sf(np.abs(table["estimate"] / table["error"]))
    table["survreg"] = pd.Series(REFERENCE)
    return table


def kaplan_meier(children):
    """The share still in remission, without a model."""
    order = children.sort_values(["weeks", "relapse"], ascending=[True, False])
    share = np.cumprod(1 - order["relapse"].to_numpy() / np.arange(len(order), 0, -1))
    return np.append(0, order["weeks"]), np.append(1, share)


def main():
    """Fit, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="PATH", help="save the picture there")
    options = parser.parse_args()
    table = regression(study())
    print(table.round(4))
    factor = np.exp(table.loc["treated", "estimate"])
    print(f"the treated stay in remission {factor:.2f} times as long")

    if options.plot:
        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        line = np.linspace(0, 36, 200)
        for treated, children in study().groupby("treated"):
            style = {"color": "C0" if treated else "C1"}
            share = weeks_until(table["estimate"], treated).sf(line)
            label = "6-mercaptopurine" if treated else "placebo"
            axes.plot(line, share, label=label, **style)
            axes.step(*kaplan_meier(children), where="post", alpha=0.5, **style)
        axes.set(xlabel="weeks", ylabel="share in remission", ylim=(0, 1.05))
        axes.legend(title="fitted, and Kaplan and Meier's estimate")
        figure.savefig(options.plot, dpi=150)


if __name__ == "__main__":
    main()
