"""What programs run that is easier written in Python than in the builder's notation.

Numba compiles these functions (`numba_code`). They read and write arrays in C order that
they are given, of any length, 0 too; scratch memory comes last but for
parameters, and an exception means that NumPy is to do it.
"""
