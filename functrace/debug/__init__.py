"""Looking at a program while it runs."""

from functrace.debug._values import callback as callback
from functrace.debug._values import print as print  # noqa: A004 - the field's name
