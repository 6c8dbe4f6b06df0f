"""Functions of `scipy.signal` on traced values."""

import scipy.signal

from functrace.scipy._namespace import stand_in_for
from functrace.scipy.signal._convolution import convolve as convolve
from functrace.scipy.signal._convolution import convolve2d as convolve2d
from functrace.scipy.signal._convolution import correlate as correlate
from functrace.scipy.signal._convolution import correlate2d as correlate2d
from functrace.scipy.signal._convolution import deconvolve as deconvolve
from functrace.scipy.signal._convolution import fftconvolve as fftconvolve
from functrace.scipy.signal._convolution import oaconvolve as oaconvolve
from functrace.scipy.signal._filters import filtfilt as filtfilt
from functrace.scipy.signal._filters import lfilter as lfilter
from functrace.scipy.signal._filters import lfilter_zi as lfilter_zi
from functrace.scipy.signal._filters import lfiltic as lfiltic
from functrace.scipy.signal._filters import sosfilt as sosfilt
from functrace.scipy.signal._filters import sosfilt_zi as sosfilt_zi
from functrace.scipy.signal._filters import sosfiltfilt as sosfiltfilt
from functrace.scipy.signal._representations import bilinear as bilinear
from functrace.scipy.signal._representations import normalize as normalize
from functrace.scipy.signal._representations import sos2tf as sos2tf
from functrace.scipy.signal._representations import zpk2tf as zpk2tf
from functrace.scipy.signal._resampling import decimate as decimate
from functrace.scipy.signal._resampling import resample_poly as resample_poly
from functrace.scipy.signal._resampling import upfirdn as upfirdn
from functrace.scipy.signal._response import freqz as freqz
from functrace.scipy.signal._response import freqz_sos as freqz_sos
from functrace.scipy.signal._response import group_delay as group_delay
from functrace.scipy.signal._response import sosfreqz as sosfreqz
from functrace.scipy.signal._short_time import istft as istft
from functrace.scipy.signal._short_time import spectrogram as spectrogram
from functrace.scipy.signal._short_time import stft as stft
from functrace.scipy.signal._smoothing import detrend as detrend
from functrace.scipy.signal._smoothing import medfilt as medfilt
from functrace.scipy.signal._smoothing import medfilt2d as medfilt2d
from functrace.scipy.signal._smoothing import savgol_filter as savgol_filter
from functrace.scipy.signal._smoothing import wiener as wiener
from functrace.scipy.signal._spectral import coherence as coherence
from functrace.scipy.signal._spectral import csd as csd
from functrace.scipy.signal._spectral import periodogram as periodogram
from functrace.scipy.signal._spectral import welch as welch

__getattr__ = stand_in_for(scipy.signal, __name__)
