"""Write out what every polynomial is for, and the coefficients that are best today.

python -m tests.polynomials [part of a name]
"""

import sys

from mpmath import mp

from tests.polynomials.table import DIGITS, ROWS

mp.dps = DIGITS
chosen = sys.argv[1] if len(sys.argv) > 1 else ""
for row in ROWS:
    if chosen not in row.name:
        continue
    points = row.points()
    best = row.best(points)
    errors = best.error, row.error(points), row.rounding(points)
    least, stored, rounding = (mp.nstr(error, 3) for error in errors)
    print(f"{row.name}: {row.function}, for x from {' to '.join(row.interval)}")
    print(f"  degree {row.degree} in {row.variable}; errors times {row.weight}")
    print(
        f"  least error {least}; stored: {stored}; rounding to {row.digits} bits: {rounding}"
    )
    for coefficient in (*best.coefficients(), *row.given):
        print(f"    {mp.nstr(coefficient, 17)}")
