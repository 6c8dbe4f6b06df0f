"""The hash of names and checksums, without OpenSSL, which takes long to load."""

try:
    from _blake2 import blake2b  # which is hashlib's
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
