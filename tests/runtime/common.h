/* What the programs here share: threads that begin at once, checks, this platform. */

#ifndef COMMON_H
#define COMMON_H

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "../../functrace/compiler/runtime/runtime.h"

const int32_t ft_huge_pages = 14;
const int32_t ft_clock_time = CLOCK_MONOTONIC, ft_clock_work = CLOCK_THREAD_CPUTIME_ID;
const int32_t ft_clock_python = CLOCK_MONOTONIC;
const int32_t ft_signals_block = SIG_BLOCK, ft_signals_set = SIG_SETMASK;

void exit(int status);

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

#define CALLERS 4

/* Call `function` with 1, 2, ... in threads of their own. */
static inline void at_once(void *(*function)(void *)) {
    pthread_t threads[CALLERS];
    for (intptr_t i = 0; i < CALLERS; i++) {
        CHECK(!pthread_create(&threads[i], NULL, function, (void *)(i + 1)));
    }
    for (int i = 0; i < CALLERS; i++) {
        CHECK(!pthread_join(threads[i], NULL));
    }
}

static inline uint64_t next_random(uint64_t *state) { /* xorshift64 */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

#endif
