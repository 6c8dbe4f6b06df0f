"""Steps of linear algebra: through BLAS and LAPACK, or in code of their own if small."""
