/* Programs in BLAS at once: one thread while there are some, the usual number afterwards. */

#include "common.h"

#define USUAL 3

BlasState ft_blas_state;

static _Atomic int32_t threads = USUAL;
static _Atomic int32_t changes;

int32_t ft_blas_get(void) { return atomic_load(&threads); }

void ft_blas_set(int32_t number) {
    atomic_store(&threads, number);
    atomic_fetch_add(&changes, 1);
}

static void *use(void *argument) {
    (void)argument;
    for (int i = 0; i < 5000; i++) {
        ft_blas_begin();
        CHECK(ft_blas_get() == 1);
        ft_blas_begin();
        CHECK(ft_blas_get() == 1);
        ft_blas_end();
        CHECK(ft_blas_get() == 1);
        ft_blas_end();
    }
    return NULL;
}

int main(void) {
    at_once(use);
    CHECK(ft_blas_get() == USUAL && ft_blas_state.inside == 0);
    CHECK(atomic_load(&changes) % 2 == 0 && atomic_load(&changes) > 0);
    atomic_store(&threads, 1); /* then there is nothing to change */
    int32_t before = atomic_load(&changes);
    ft_blas_begin();
    ft_blas_end();
    CHECK(atomic_load(&changes) == before);
    return 0;
}
