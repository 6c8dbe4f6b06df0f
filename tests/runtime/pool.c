/* Threads that take and give the same few sizes: no block has two owners, none is lost. */

#include "common.h"

#include "../../functrace/compiler/runtime/pool.c" /* so that hints can be wrong */

#define USES 4000
#define OWNED 8

static int64_t size_of(uint64_t random) {
    static const int64_t known[] = {POOL_LARGE - 1, POOL_LARGE, POOL_LARGE + 8,
                                    3 * POOL_LARGE, INT64_C(1) << 22};
    return known[random % 5];
}

/* A block's first and last words say whose it is. */
static void mark(int64_t *block, int64_t size, int64_t owner) {
    block[0] = block[size / 8 - 1] = owner;
}

static void check(const int64_t *block, int64_t size, int64_t owner) {
    CHECK(block[0] == owner && block[size / 8 - 1] == owner);
}

static void *use(void *argument) {
    int64_t owner = (intptr_t)argument;
    uint64_t state = 1234567 * (uint64_t)owner;
    int64_t *owned[OWNED] = {NULL};
    int64_t known[OWNED] = {0};
    for (int round = 0; round < USES; round++) {
        uint64_t random = next_random(&state);
        int i = random % OWNED;
        int64_t size = size_of(random >> 8);
        if (!owned[i]) {
            owned[i] = ft_take(size);
            CHECK(owned[i] && (uintptr_t)owned[i] % 64 == 0);
        } else if (random >> 60 == 0) { /* as far as the words at its ends go */
            check(owned[i], known[i], owner);
            owned[i] = ft_resize(owned[i], size);
            CHECK(owned[i] && owned[i][0] == owner);
        } else {
            check(owned[i], known[i], owner);
            ft_give(owned[i]);
            owned[i] = NULL;
            continue;
        }
        known[i] = size;
        mark(owned[i], size, owner);
        if (random >> 52 == 0) {
            CHECK(ft_clear() >= 0);
        }
    }
    for (int i = 0; i < OWNED; i++) {
        if (owned[i]) {
            ft_give(owned[i]);
        }
    }
    return NULL;
}

static void fill_beyond_the_limits(void) {
    void *given[2 * POOL_BLOCKS];
    for (int i = 0; i < 2 * POOL_BLOCKS; i++) {
        CHECK(given[i] = ft_take(POOL_LARGE + i));
    }
    for (int i = 0; i < 2 * POOL_BLOCKS; i++) {
        ft_give(given[i]);
    }
    int64_t last = 0; /* those that were given last are held */
    for (int i = POOL_BLOCKS; i < 2 * POOL_BLOCKS; i++) {
        last += POOL_LARGE + i;
    }
    CHECK(ft_clear() == last);
    CHECK(ft_clear() == 0);
    ft_give(ft_take(POOL_LIMIT + 1));
    CHECK(ft_clear() == 0);
    CHECK(!ft_take(INT64_MAX) && !ft_take(INT64_MAX / 2));
}

/* A hint tells the size of a block that was there before. */
static void check_wrong_hint(void) {
    void *block = ft_take(POOL_LARGE);
    ft_give(block);
    for (int i = 0; i < POOL_BLOCKS; i++) {
        sizes[i] = 2 * POOL_LARGE;
    }
    int64_t *other = ft_take(2 * POOL_LARGE);
    CHECK(other != block);
    mark(other, 2 * POOL_LARGE, 1);
    ft_give(other);
    CHECK(ft_clear() == 3 * POOL_LARGE);
}

int main(void) {
    at_once(use);
    int64_t held = ft_clear();
    CHECK(held >= 0 && held <= POOL_LIMIT);
    CHECK(ft_clear() == 0);
    fill_beyond_the_limits();
    check_wrong_hint();
    return 0;
}
