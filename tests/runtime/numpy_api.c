/* NumPy's functions and Python's objects for a launcher in a library of its own.

NumPy keeps its functions in a table, where the library cannot find them by name. */

#include "../../functrace/compiler/runtime/objects.h"

const int32_t ft_huge_pages = 14;
const int32_t ft_clock_python = 1; /* CLOCK_MONOTONIC */

char PyArray_Type; /* the real one is in the table */

static void **table;

/* To be called first. */
void bind(void **numpy) { table = numpy; }

Object *PyArray_Scalar(void *data, Object *dtype, Object *base) {
    Object *(*function)(void *, Object *, Object *) = table[60];
    return function(data, dtype, base);
}

uint8_t PyArray_EquivTypes(const Object *dtype, const Object *other) {
    uint8_t (*function)(const Object *, const Object *) = table[182];
    return function(dtype, other);
}

Object *PyArray_NewFromDescr(void *type, Object *dtype, int32_t ndim, const int64_t *shape,
                             const int64_t *strides, void *data, int32_t flags, Object *base) {
    (void)type;
    Object *(*function)(void *, Object *, int32_t, const int64_t *, const int64_t *, void *,
                        int32_t, Object *) = table[94];
    return function(table[2], dtype, ndim, shape, strides, data, flags, base);
}

Object *PyDataMem_SetHandler(Object *capsule) {
    Object *(*function)(Object *) = table[304];
    return function(capsule);
}
