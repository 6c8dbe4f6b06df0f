/* What code that stands alone calls in place of the pool, and of what knows of BLAS. */

#include "runtime.h"

#define ALIGNMENT 64

/* Memory, and before its first byte what malloc returned. */
void *ft_take(int64_t size) {
    int64_t extra = ALIGNMENT + (int64_t)sizeof(void *), whole;
    if (__builtin_add_overflow(size, extra, &whole)) {
        return NULL;
    }
    char *raw = malloc((size_t)whole);
    if (!raw) {
        return NULL;
    }
    char *last = raw + extra - 1;
    char *block = last - (uintptr_t)last % ALIGNMENT;
    ((void **)block)[-1] = raw;
    return block;
}

void ft_give(void *block) { free(((void **)block)[-1]); }

void ft_blas_share(Chunk *chunk, void *context, int64_t chunks) {
    ft_parallel(chunk, context, chunks);
}
