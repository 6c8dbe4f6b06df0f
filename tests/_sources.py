"""Which operations `functrace.to_source` refuses, and why."""

# In NumPy.
REFUSED = {
    "effect": "calls Python",
    "foreign": "calls what is no NumPy",
    "pure_callback": "calls what is no NumPy",
    "give_up": "ends a compiled program",
    "band_factors": "keeps a band's factors",
    "solve_band_factored": "takes a band's factors",
    "factors": "keeps SuperLU's factors",
    "solve_factored": "takes SuperLU's factors",
    "sparse_solve": "keeps SuperLU's factors",
    "solve_superlu": "keeps SuperLU's factors",
    "taped_loop": "is made for compiled programs",
    "taped_pull": "is made for compiled programs",
    "mpi_collective": "speaks to other ranks",
    "mpi_spread": "speaks to other ranks",
    "sum_over_shards": "speaks to workers",
}

ROUNDED = {"einsum": "the record chooses between einsum and matmul"}

# Of these all, but for complex numbers and others without a type in C.
FAMILIES = (
    "choice",
    "comparison",
    "contractions",
    "elementary",
    "elementwise",
    "layout",
)
REFUSED_IN_C = {
    "bitwise_count": "no function of C11",
    "frexp": "two results",
    "gcd": "a loop",
    "invert": "of booleans and of integers",
    "lcm": "a loop",
    "ldexp": "an integer operand",
    "left_shift": "undefined for large shifts",
    "logaddexp2": "no function of C11",
    "modf": "two results",
    "right_shift": "undefined for large shifts",
    "round": "decimals",
    "sinc": "no function of C11",
    "spacing": "no function of C11",
    "spherical_jn": "no function of C11",
}
