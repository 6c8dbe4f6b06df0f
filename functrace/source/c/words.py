"""Names that mean something in C, or in what a file includes."""

_WORDS = """
    auto break case char const continue default do double else enum extern float for
    goto if inline int long register restrict return short signed sizeof static
    struct switch typedef union unsigned void volatile while bool true false NAN
    INFINITY exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan sinh cosh
    tanh fabs floor ceil trunc hypot copysign nextafter pow fmod fmax fmin erf erfc
    tgamma lgamma atan2 rint asin acos atan asinh acosh atanh llabs y0 y1 yn j0 j1
    jn gamma signgam isnan isinf isfinite signbit memcpy square maximum minimum sign
    heaviside logaddexp expit ndtr xlogy remainder_of floor_divide wrapped main
"""
RESERVED = frozenset(_WORDS.split())
