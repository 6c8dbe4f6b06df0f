"""Errors put into the library on purpose, to see how many of them the tests catch.

``python -m tests.mutate`` tries them; places were drawn at random, weighted by lines, and
the errors made there by someone who did not look at the tests.
"""

from tests.mutants import functions, machinery

MUTANTS = (*functions.MUTANTS, *machinery.MUTANTS)
