"""Arrays of which only what masks select is there, while the masks are not known.

``x[mask]`` of a mask whose values are not known has a length that is not known. It is the
whole array, and the mask: an operation of each element is one of all elements, and what
is written back, or summed up, is what is selected. Whatever would take another form (a
sum of two selections by different masks, a Fourier transform) is refused.

Elements that are not selected hold arbitrary numbers, NaN among them. Nothing of these
gets out, and no cotangent gets from there into anything else, as whatever enters has
passed a choice between it and a constant (`Alignment.entered`), which is not multiplied
by zero.
"""

from functrace.numpy.selections import calculus as calculus
from functrace.numpy.selections import functions as functions
from functrace.numpy.selections import linear as linear
from functrace.numpy.selections import order as order
from functrace.numpy.selections import parts as parts
from functrace.numpy.selections import products as products
from functrace.numpy.selections import quantiles as quantiles
from functrace.numpy.selections import reductions as reductions
from functrace.numpy.selections import statistics as statistics
from functrace.numpy.selections.alignment import store as store
from functrace.numpy.selections.functions import ix_ as ix_
from functrace.numpy.selections.indices import added as added
from functrace.numpy.selections.indices import chosen as chosen
from functrace.numpy.selections.indices import is_open as is_open
from functrace.numpy.selections.indices import is_unknown_mask as is_unknown_mask
from functrace.numpy.selections.indices import places as places
from functrace.numpy.selections.indices import written as written
from functrace.numpy.selections.masks import AxisMask as AxisMask
from functrace.numpy.selections.order import distinct as distinct
from functrace.numpy.selections.results import returned as returned
from functrace.numpy.selections.selection import Selection as Selection
from functrace.numpy.selections.selection import as_selection as as_selection
from functrace.numpy.selections.selection import refuse_result as refuse_result
from functrace.numpy.selections.sizes import counted as counted
from functrace.numpy.selections.sizes import filled as filled
from functrace.numpy.selections.sizes import is_open_size as is_open_size
from functrace.numpy.selections.sizes import spaced as spaced
from functrace.numpy.selections.slices import has_open as has_open
