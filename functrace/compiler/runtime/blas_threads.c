/* Programs in BLAS: while there are some, OpenBLAS has one thread.

The lock is held for some instructions. The child of a fork sets the state anew. */

#include "runtime.h"

extern BlasState ft_blas_state;

int32_t ft_blas_get(void);
void ft_blas_set(int32_t threads);

/* Lock, and count one program more or fewer; how many are inside. */
static int64_t lock_and_count(int64_t change) {
    while (atomic_exchange_explicit(&ft_blas_state.locked, 1, memory_order_acquire)) {
    }
    ft_blas_state.inside += change;
    return ft_blas_state.inside;
}

static void unlock(void) {
    atomic_store_explicit(&ft_blas_state.locked, 0, memory_order_release);
}

void ft_blas_begin(void) {
    if (lock_and_count(1) == 1) {
        ft_blas_state.usual = ft_blas_get();
        if (ft_blas_state.usual > 1) {
            ft_blas_set(1);
        }
    }
    unlock();
}

void ft_blas_end(void) {
    if (lock_and_count(-1) == 0 && ft_blas_state.usual > 1) {
        ft_blas_set((int32_t)ft_blas_state.usual);
    }
    unlock();
}
