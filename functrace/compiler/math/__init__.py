"""Mathematical functions as routines: of vectors, of complex numbers, of SciPy."""
