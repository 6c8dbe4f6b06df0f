"""Functions of `scipy.ndimage` on traced values."""

import scipy.ndimage

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.ndimage._coordinates import affine_transform as affine_transform
from functrace.scipy.ndimage._coordinates import map_coordinates as map_coordinates
from functrace.scipy.ndimage._coordinates import rotate as rotate
from functrace.scipy.ndimage._coordinates import shift as shift
from functrace.scipy.ndimage._coordinates import spline_filter as spline_filter
from functrace.scipy.ndimage._coordinates import spline_filter1d as spline_filter1d
from functrace.scipy.ndimage._coordinates import zoom as zoom
from functrace.scipy.ndimage._derivatives import (
    gaussian_gradient_magnitude as gaussian_gradient_magnitude,
)
from functrace.scipy.ndimage._derivatives import gaussian_laplace as gaussian_laplace
from functrace.scipy.ndimage._derivatives import laplace as laplace
from functrace.scipy.ndimage._derivatives import prewitt as prewitt
from functrace.scipy.ndimage._derivatives import sobel as sobel
from functrace.scipy.ndimage._distances import (
    distance_transform_edt as distance_transform_edt,
)
from functrace.scipy.ndimage._filters import convolve as convolve
from functrace.scipy.ndimage._filters import convolve1d as convolve1d
from functrace.scipy.ndimage._filters import correlate as correlate
from functrace.scipy.ndimage._filters import correlate1d as correlate1d
from functrace.scipy.ndimage._filters import gaussian_filter as gaussian_filter
from functrace.scipy.ndimage._filters import gaussian_filter1d as gaussian_filter1d
from functrace.scipy.ndimage._filters import uniform_filter as uniform_filter
from functrace.scipy.ndimage._filters import uniform_filter1d as uniform_filter1d
from functrace.scipy.ndimage._ranks import maximum_filter as maximum_filter
from functrace.scipy.ndimage._ranks import maximum_filter1d as maximum_filter1d
from functrace.scipy.ndimage._ranks import median_filter as median_filter
from functrace.scipy.ndimage._ranks import minimum_filter as minimum_filter
from functrace.scipy.ndimage._ranks import minimum_filter1d as minimum_filter1d
from functrace.scipy.ndimage._ranks import percentile_filter as percentile_filter
from functrace.scipy.ndimage._ranks import rank_filter as rank_filter

__getattr__ = stand_in_for(scipy.ndimage, __name__)
