/* Regions, one after the other and at once; their end, forks, and modes of arithmetic. */

#include <sys/wait.h>

#include "common.h"

#define MOST 300

_Atomic int64_t ft_threads = 4;

static _Atomic int64_t interrupted; /* the thread that is to end its region, or 0 */

int32_t ft_check_signals(int64_t *last) {
    ++*last;
    return atomic_load(&interrupted) == (int64_t)pthread_self();
}

static _Atomic int32_t ended; /* whether helpers are to end */
static _Atomic int64_t ends;  /* how often they were told to */

int32_t ft_has_raised(void) { return 0; }

void ft_end_helpers(int32_t end) {
    atomic_fetch_add(&ends, end);
    atomic_store(&ended, end);
}

typedef struct {
    int64_t calls[MOST]; /* of each chunk: not atomic, as one thread runs it */
    int64_t mode;
} Counted;

static void count(void *context, int64_t number) {
    Counted *counted = context;
    counted->calls[number]++;
    CHECK(ft_mode() == counted->mode);
}

static void wait_and_count(void *context, int64_t number) {
    usleep(200); /* so that others come */
    count(context, number);
}

static void check_region(Chunk *chunk, int64_t chunks) {
    Counted counted = {{0}, ft_mode()};
    ft_parallel(chunk, &counted, chunks);
    for (int64_t i = 0; i < MOST; i++) {
        CHECK(counted.calls[i] == (i < chunks));
    }
}

/* A region that a signal ends: no chunk is run twice, and none after it has returned. */
static void check_interrupted(int64_t threads) {
    Counted counted = {{0}, ft_mode()};
    int64_t before = atomic_exchange(&ft_threads, threads), told = atomic_load(&ends);
    atomic_store(&interrupted, (int64_t)pthread_self());
    ft_parallel(wait_and_count, &counted, MOST);
    atomic_store(&interrupted, 0);
    atomic_store(&ft_threads, before);
    int64_t calls = 0;
    for (int64_t i = 0; i < MOST; i++) {
        CHECK(counted.calls[i] <= 1);
        calls += counted.calls[i];
    }
    CHECK(calls >= 1 && calls < MOST);
    CHECK(threads < 2 || atomic_load(&ends) > told);
    CHECK(!atomic_load(&ended));
    check_region(count, MOST);
}

static void check_nested(void *context, int64_t number) {
    (void)context;
    check_region(count, number % 7 + 1);
}

static void *call(void *argument) {
    uint64_t state = 99 * (uint64_t)(intptr_t)argument;
    for (int i = 0; i < 1000; i++) {
        uint64_t random = next_random(&state);
        check_region(random % 50 ? count : wait_and_count, (int64_t)(random >> 8) % 20 + 1);
        if (random >> 56 == 0) {
            ft_dismiss();
        } else if (random >> 56 == 1) {
            check_region(count, MOST);
        } else if (random >> 56 == 2) {
            atomic_store(&ft_threads, (int64_t)(random >> 40) % 6 + 1);
        }
    }
    return NULL;
}

static void check_child(int depth, bool dismissed) {
    check_region(wait_and_count, 20);
    if (dismissed) {
        ft_dismiss();
    }
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        check_region(wait_and_count, 20);
        check_region(count, MOST);
        if (depth) {
            check_child(depth - 1, dismissed);
        }
        ft_dismiss();
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void check_mode(void) {
    int64_t usual = ft_mode();
    ft_set_mode(usual | 0x8040); /* of x86: denormal numbers are zero; elsewhere no change */
    for (int i = 0; i < 50; i++) {
        check_region(wait_and_count, 16);
    }
    ft_set_mode(usual);
    check_region(wait_and_count, 16);
}

int main(void) {
    check_region(count, 1);
    for (int i = 0; i < 500; i++) {
        check_region(i % 10 ? count : wait_and_count, i % 40 + 1);
    }
    check_mode();
    check_interrupted(1);
    check_interrupted(4);
    ft_parallel(check_nested, NULL, 40);
    at_once(call);
    atomic_store(&ft_threads, 4);
    ft_dismiss();
    ft_dismiss();
    for (int i = 0; i < 3; i++) {
        check_child(2, true);
#ifndef __SANITIZE_THREAD__ /* it does not follow children of processes with threads */
        check_child(2, false);
#endif
    }
    ft_dismiss();
    return 0;
}
