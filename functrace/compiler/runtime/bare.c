/* What LLVM calls for long copies, where there is no C library. */

#include "runtime.h"

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    for (size_t k = 0; k < size; k++) {
        ((char *)target)[k] = ((const char *)source)[k];
    }
    return target;
}

void *memset(void *target, int byte, size_t size) {
    for (size_t k = 0; k < size; k++) {
        ((char *)target)[k] = (char)byte;
    }
    return target;
}
