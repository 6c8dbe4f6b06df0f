/* What compiled programs call, besides the functions of libraries.

Each file here becomes LLVM text that fits every 64-bit platform (`generate.py`), as those
who use the library have no compiler. So no file includes a header of a platform: what is
taken from one is declared here, and numbers that differ between platforms are constants of
this process, which `functrace.compiler.runtime.text` writes into the text. */

#ifndef FUNCTRACE_RUNTIME_H
#define FUNCTRACE_RUNTIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "a 64-bit platform");

/* -- the C library -- */

void *malloc(size_t size);
void free(void *block);
void *memcpy(void *restrict target, const void *restrict source, size_t size);
void *memset(void *target, int byte, size_t size);

/* -- memory that is used again: pool.c -- */

#define POOL_LARGE (INT64_C(1) << 16) /* bytes from which on memory is taken there */
#define POOL_LIMIT (INT64_C(1) << 28) /* bytes that it holds at most */
#define POOL_BLOCKS 64                /* blocks that it holds at most */

void *ft_take(int64_t size);
void ft_give(void *block);
void *ft_resize(void *block, int64_t size);
int64_t ft_clear(void);

/* -- loops that threads share: threads.c, serial.c, processor.c -- */

#define THREADS_MOST 1024

typedef void Chunk(void *context, int64_t number);

void ft_parallel(Chunk *chunk, void *context, int64_t chunks);
void ft_dismiss(void);
void ft_pause(void);
int64_t ft_mode(void);
void ft_set_mode(int64_t mode);

/* -- Python: python.c -- */

int32_t ft_check_signals(int64_t *last);
int32_t ft_has_raised(void);
void ft_end_helpers(int32_t end);

/* -- calls of BLAS: blas_threads.c -- */

typedef struct {
    _Atomic int64_t locked;
    int64_t inside; /* programs */
    int64_t usual;  /* OpenBLAS's threads when the first one came */
} BlasState;

void ft_blas_begin(void);
void ft_blas_end(void);

#endif
