/* What the launcher and the arrays take from CPython and NumPy.

The structures are those of every CPython with its lock, and of NumPy 2. Before any of it
is relied on, `functrace.compiler.runtime.layout` looks for known contents in these places. */

#ifndef FUNCTRACE_OBJECTS_H
#define FUNCTRACE_OBJECTS_H

#include "runtime.h"

typedef struct {
    int64_t references;
    const void *type;
} Object;

typedef struct {
    Object head;
    int64_t size; /* of a tuple */
} Sized;

typedef struct {
    Sized head;
    const char *name;
    int64_t basicsize; /* of an instance, before its items */
} Type;

typedef struct {
    Object head;
    char bytes[]; /* a float, a complex, a NumPy scalar */
} Number;

typedef struct {
    Object head;
    char *data;
    int32_t ndim;
    const int64_t *shape;
    const int64_t *strides;
    Object *base;
    Object *dtype;
    int32_t flags;
} Array;

#define C_CONTIGUOUS 0x0001
#define IS_ALIGNED 0x0100

extern char PyArray_Type, PyLong_Type, PyBool_Type; /* types, of which the addresses matter */
extern Type PyTuple_Type;
extern char _Py_TrueStruct;

Object *PyArray_NewFromDescr(void *type, Object *dtype, int32_t ndim, const int64_t *shape,
                             const int64_t *strides, void *data, int32_t flags, Object *base);
uint8_t PyArray_EquivTypes(const Object *dtype, const Object *other);
Object *PyArray_Scalar(void *data, Object *dtype, Object *base);
int64_t PyLong_AsLongLongAndOverflow(Object *number, int32_t *overflow);
Object *PyTuple_New(int64_t size);
int32_t PyTuple_SetItem(Object *tuple, int64_t i, Object *item);
Object *PyBytes_FromStringAndSize(const char *content, int64_t size);
char *PyBytes_AsString(Object *bytes);
int32_t PyList_Append(Object *list, Object *item);
Object *PyObject_Vectorcall(Object *callee, Object *const *args, int64_t nargs, Object *names);
void *PyEval_SaveThread(void);
void PyEval_RestoreThread(void *state);
int32_t PyGILState_Ensure(void);
void PyGILState_Release(int32_t state);
void *PyGILState_GetThisThreadState(void);
int32_t PyGILState_Check(void);
Object *PyLong_FromVoidPtr(void *pointer);
int32_t PyErr_CheckSignals(void);
Object *PyErr_Occurred(void);
void Py_IncRef(Object *object);
void Py_DecRef(Object *object);
void PyErr_Fetch(Object **type, Object **value, Object **trace);
void PyErr_Restore(Object *type, Object *value, Object *trace);
Object *PyCapsule_New(void *pointer, const char *name, void (*destructor)(Object *));
Object *PyDataMem_SetHandler(Object *capsule);

/* A function that makes an array; null with an exception where there is no memory. */
typedef Object *Maker(Object *dtype, int32_t ndim, const int64_t *shape);

Maker small_array, large_array;
Object *start_arrays(void);
Object *launch(Object *self, Object *const *args, int64_t nargs, Object *names);
Object *watch(Object *self, Object *const *args, int64_t nargs, Object *names);
void layout(int64_t *offsets);
int32_t copy_word(void **buffers);

#endif
