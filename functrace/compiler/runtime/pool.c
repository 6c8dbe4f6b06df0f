/* The pool of memory: large blocks that were let go of are used again.

The pages of a fresh block cost the kernel as much time as a fused loop takes to fill them,
and malloc gives large blocks back at once. So some are kept, up to a limit.

There is no lock, so that programs may run without the GIL, and a process may be forked at
any time: whoever exchanges a block for null owns it. All else is a hint, or a count. */

#include "runtime.h"

#define ALIGNMENT 64
#define HUGE (INT64_C(1) << 21)      /* bytes of a huge page; blocks of some are aligned so */
#define HUGE_FROM (INT64_C(1) << 22) /* as NumPy does */

extern const int32_t ft_huge_pages; /* madvise's number for them; negative: there is none */

int32_t madvise(void *start, size_t size, int32_t advice);

typedef struct {
    int64_t size;
    void *raw; /* what malloc returned */
} Header;      /* of a block, before its first byte */

static _Atomic(void *) blocks[POOL_BLOCKS];
static _Atomic int64_t sizes[POOL_BLOCKS];
static _Atomic uint64_t times[POOL_BLOCKS];
static _Atomic uint64_t ticks; /* one for each block that is put */
static _Atomic int64_t held; /* bytes; never less than there are */

static Header *header_of(void *block) { return (Header *)block - 1; }

static void release(void *block) { free(header_of(block)->raw); }

static void *allocate(int64_t size) {
    for (;;) {
        void *raw = malloc((size_t)size);
        if (raw || !ft_clear()) {
            return raw;
        }
    }
}

static void *fresh(int64_t size) {
    bool huge = (uint64_t)size >= HUGE_FROM;
    int64_t alignment = huge ? HUGE : ALIGNMENT;
    int64_t extra = alignment + (int64_t)sizeof(Header);
    int64_t whole;
    if (__builtin_add_overflow(size, extra, &whole)) {
        return NULL;
    }
    char *raw = allocate(whole);
    if (!raw) {
        return NULL;
    }
    char *last = raw + extra - 1;
    void *block = last - (uintptr_t)last % (uintptr_t)alignment;
    *header_of(block) = (Header){size, raw};
    if (huge && ft_huge_pages >= 0) {
        madvise(block, (size_t)size, ft_huge_pages);
    }
    return block;
}

/* The block in a place, which is empty then; null if it was. */
static void *take_from(int64_t i) {
    void *block = atomic_exchange_explicit(&blocks[i], NULL, memory_order_acq_rel);
    if (block) {
        atomic_fetch_sub_explicit(&held, header_of(block)->size, memory_order_acq_rel);
    }
    return block;
}

/* The block in a place if it is of this size. */
static void *take_fitting(int64_t i, int64_t size) {
    if (atomic_load_explicit(&sizes[i], memory_order_relaxed) != size ||
        !atomic_load_explicit(&blocks[i], memory_order_relaxed)) {
        return NULL;
    }
    void *block = take_from(i);
    if (block && header_of(block)->size != size) { /* another has come there meanwhile */
        ft_give(block);
        return NULL;
    }
    return block;
}

/* A block; null if there is no memory. */
void *ft_take(int64_t size) {
    for (int64_t i = 0; i < POOL_BLOCKS; i++) {
        void *block = take_fitting(i, size);
        if (block) {
            return block;
        }
    }
    return fresh(size);
}

/* Put a block into an empty place, if there is one. */
static bool put(void *block, int64_t size) {
    uint64_t now = atomic_fetch_add_explicit(&ticks, 1, memory_order_relaxed);
    for (int64_t i = 0; i < POOL_BLOCKS; i++) {
        void *none = NULL;
        if (!atomic_load_explicit(&blocks[i], memory_order_relaxed) &&
            atomic_compare_exchange_strong_explicit(&blocks[i], &none, block,
                                                    memory_order_acq_rel,
                                                    memory_order_relaxed)) {
            atomic_store_explicit(&sizes[i], size, memory_order_relaxed);
            atomic_store_explicit(&times[i], now, memory_order_relaxed);
            return true;
        }
    }
    return false;
}

/* Free the block that has been there for the longest time. */
static void evict(void) {
    int64_t oldest = 0;
    uint64_t least = UINT64_MAX;
    for (int64_t i = 0; i < POOL_BLOCKS; i++) {
        uint64_t time = atomic_load_explicit(&times[i], memory_order_relaxed);
        if (atomic_load_explicit(&blocks[i], memory_order_relaxed) && time < least) {
            oldest = i;
            least = time;
        }
    }
    void *block = take_from(oldest);
    if (block) {
        release(block);
    }
}

/* Keep a block, which has been counted, if others leave room for it in time. */
static bool keep(void *block, int64_t size) {
    for (int64_t tries = 0;; tries++) {
        if (atomic_load_explicit(&held, memory_order_acquire) <= POOL_LIMIT &&
            put(block, size)) {
            return true;
        }
        if (tries == 2 * POOL_BLOCKS) {
            return false;
        }
        evict();
    }
}

/* Take back what `ft_take` gave. */
void ft_give(void *block) {
    int64_t size = header_of(block)->size;
    if (size >= POOL_LARGE && size <= POOL_LIMIT) {
        atomic_fetch_add_explicit(&held, size, memory_order_acq_rel);
        if (keep(block, size)) {
            return;
        }
        atomic_fetch_sub_explicit(&held, size, memory_order_acq_rel);
    }
    release(block);
}

/* A block with the same contents, as far as it goes; null leaves things as they are. */
void *ft_resize(void *old, int64_t size) {
    void *new = ft_take(size);
    if (new) {
        int64_t before = header_of(old)->size;
        memcpy(new, old, (size_t)(size < before ? size : before));
        ft_give(old);
    }
    return new;
}

/* Free what is held; returns how many bytes that was. */
int64_t ft_clear(void) {
    int64_t freed = 0;
    for (int64_t i = 0; i < POOL_BLOCKS; i++) {
        void *block = take_from(i);
        if (block) {
            freed += header_of(block)->size;
            release(block);
        }
    }
    return freed;
}
