/* Arrays in the pool of memory.

NumPy takes their memory, and gives it back, through a handler of its own (NEP 49): they own
their data as all others do. */

#include "objects.h"

static void *array_malloc(void *context, int64_t size) {
    (void)context;
    return ft_take(size);
}

static void *array_calloc(void *context, int64_t count, int64_t each) {
    (void)context;
    int64_t size = count * each; /* NumPy has seen that it is a number of bytes */
    void *block = ft_take(size);
    return block ? memset(block, 0, (size_t)size) : NULL;
}

static void *array_realloc(void *context, void *block, int64_t size) {
    (void)context;
    return ft_resize(block, size);
}

static void array_free(void *context, void *block, int64_t size) {
    (void)context;
    (void)size; /* `__setstate__` tells a wrong one */
    ft_give(block);
}

static struct { /* NumPy's PyDataMem_Handler */
    char name[127];
    uint8_t version;
    void *context;
    void *(*allocate)(void *context, int64_t size);
    void *(*allocate_zeros)(void *context, int64_t count, int64_t each);
    void *(*resize)(void *context, void *block, int64_t size);
    void (*release)(void *context, void *block, int64_t size);
} functions = {"functrace", 1, NULL, array_malloc, array_calloc, array_realloc, array_free};

static Object *handler;

/* To be called once; it returns what must live as long as this code. */
Object *start_arrays(void) {
    handler = PyCapsule_New(&functions, "mem_handler", NULL);
    return handler;
}

/* Make an array in the pool. NumPy's exception, if there is one, is put aside meanwhile. */
Object *large_array(Object *dtype, int32_t ndim, const int64_t *shape) {
    Object *usual = PyDataMem_SetHandler(handler);
    if (!usual) {
        return NULL;
    }
    Py_IncRef(dtype);
    Object *new = PyArray_NewFromDescr(&PyArray_Type, dtype, ndim, shape, NULL, NULL, 0, NULL);
    Object *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    Object *ours = PyDataMem_SetHandler(usual);
    Py_DecRef(ours);
    Py_DecRef(usual);
    PyErr_Restore(type, value, trace);
    return new;
}
