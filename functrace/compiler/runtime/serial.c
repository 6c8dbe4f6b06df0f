/* What there is where nothing is known of threads: a loop, and nothing to do for BLAS. */

#include "runtime.h"

void ft_parallel(Chunk *chunk, void *context, int64_t chunks) {
    for (int64_t i = 0; i < chunks; i++) {
        chunk(context, i);
    }
}

void ft_blas_begin(void) {}
void ft_blas_end(void) {}
