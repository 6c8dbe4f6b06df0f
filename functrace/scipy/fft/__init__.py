"""Functions of `scipy.fft` on traced values."""

import scipy.fft

from functrace.numpy.fft import fftshift as fftshift
from functrace.numpy.fft import ifftshift as ifftshift
from functrace.scipy._namespace import stand_in_for
from functrace.scipy.fft._cosine import dct as dct
from functrace.scipy.fft._cosine import dctn as dctn
from functrace.scipy.fft._cosine import dst as dst
from functrace.scipy.fft._cosine import dstn as dstn
from functrace.scipy.fft._cosine import idct as idct
from functrace.scipy.fft._cosine import idctn as idctn
from functrace.scipy.fft._cosine import idst as idst
from functrace.scipy.fft._cosine import idstn as idstn
from functrace.scipy.fft._fourier import fft as fft
from functrace.scipy.fft._fourier import fft2 as fft2
from functrace.scipy.fft._fourier import fftn as fftn
from functrace.scipy.fft._fourier import hfft as hfft
from functrace.scipy.fft._fourier import hfft2 as hfft2
from functrace.scipy.fft._fourier import hfftn as hfftn
from functrace.scipy.fft._fourier import ifft as ifft
from functrace.scipy.fft._fourier import ifft2 as ifft2
from functrace.scipy.fft._fourier import ifftn as ifftn
from functrace.scipy.fft._fourier import ihfft as ihfft
from functrace.scipy.fft._fourier import ihfft2 as ihfft2
from functrace.scipy.fft._fourier import ihfftn as ihfftn
from functrace.scipy.fft._fourier import irfft as irfft
from functrace.scipy.fft._fourier import irfft2 as irfft2
from functrace.scipy.fft._fourier import irfftn as irfftn
from functrace.scipy.fft._fourier import rfft as rfft
from functrace.scipy.fft._fourier import rfft2 as rfft2
from functrace.scipy.fft._fourier import rfftn as rfftn
from functrace.scipy.fft._hankel import fht as fht
from functrace.scipy.fft._hankel import ifht as ifht

__getattr__ = stand_in_for(scipy.fft, __name__)
