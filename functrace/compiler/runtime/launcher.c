/* The launcher: one function that serves as the body of all compiled callables.

It is a function of METH_FASTCALL and METH_KEYWORDS. `self` is a tuple: an array of words
(a `Plan`, then the bindings, the inputs and the outputs), the callables that are called
instead, and whatever else is to be kept. */

#include "objects.h"

extern const int64_t ft_tuple_items; /* where a tuple keeps them */

#define HOT static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline))

enum { WORDS, SLOW, FAILED }; /* the tuple's items */

typedef int32_t Program(void **buffers); /* 0, or it cannot treat these values */
typedef Object *Reader(Object *holder, Object *name);

typedef struct {
    Program *program;
    int64_t inputs, outputs;
    int64_t without_lock; /* whether other threads of Python may run meanwhile */
    int64_t gives_tuple;
    int64_t bindings;
} Plan;

typedef struct {
    Reader *reader; /* null: the holder is the place itself */
    void *holder;
    Object *name;
    const Object *expected;
} Binding;

typedef struct {
    const void *array, *scalar, *python; /* types that fit; null: none */
    const Object *dtype;
    int64_t ndim;
    int64_t shape[];
} Input;

typedef struct {
    Object *dtype;
    int64_t ndim;
    Maker *maker;
    int64_t shape[];
} Output;

typedef struct {
    _Alignas(16) char bytes[16]; /* the widest number, complex128 */
} Slot;

/* Whether each variable is bound as it was. */
HOT bool are_bound(const Binding *binding, const Binding *end) {
    for (; binding < end; binding++) {
        Object *found = binding->reader ? binding->reader(binding->holder, binding->name)
                                        : *(Object **)binding->holder;
        if (found != binding->expected) {
            return false;
        }
    }
    return true;
}

HOT bool is_fitting_array(const Array *array, const Input *input) {
    const int32_t flags = C_CONTIGUOUS | IS_ALIGNED;
    if (array->dtype != input->dtype || (array->flags & flags) != flags ||
        array->ndim != input->ndim) {
        return false;
    }
    for (int64_t axis = 0; axis < input->ndim; axis++) {
        if (array->shape[axis] != input->shape[axis]) {
            return false;
        }
    }
    return true;
}

/* Put an int where the program reads it; whether it has 64 bits. */
RARE bool convert(Object *number, Slot *slot) {
    int32_t overflow;
    *(int64_t *)slot = PyLong_AsLongLongAndOverflow(number, &overflow);
    return !overflow;
}

/* Find where the program reads an argument, perhaps in `slot`; whether it fits. */
HOT bool find(Object *arg, const Input *input, Slot *slot, void **data) {
    const void *type = arg->type;
    if (type == input->array) {
        *data = ((Array *)arg)->data;
        return is_fitting_array((Array *)arg, input);
    }
    if (type != input->scalar && type != input->python) {
        return false;
    }
    *data = slot;
    if (type == &PyLong_Type) {
        return convert(arg, slot);
    }
    if (type == &PyBool_Type) {
        slot->bytes[0] = (void *)arg == &_Py_TrueStruct;
        return true;
    }
    *data = ((Number *)arg)->bytes;
    return true;
}

/* Let other threads of Python run meanwhile. */
RARE int32_t run_without_lock(Program *program, void **buffers) {
    void *state = PyEval_SaveThread();
    int32_t status = program(buffers);
    PyEval_RestoreThread(state);
    return status;
}

/* Let go of what was made. */
RARE void drop(Object **objects, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        Py_DecRef(objects[i]);
    }
}

/* What is returned of several objects; null with an exception. */
RARE Object *pack(Object **objects, int64_t count) {
    Object *tuple = PyTuple_New(count);
    if (!tuple) {
        drop(objects, count);
        return NULL;
    }
    for (int64_t i = 0; i < count; i++) {
        PyTuple_SetItem(tuple, i, objects[i]);
    }
    return tuple;
}

/* The inputs' data go to `buffers`; what comes after the inputs, or null if one does not
fit: an array or a number of the right kind. */
HOT const Output *take(const Input *input, Object *const *args, int64_t count, Slot *slots,
                       void **buffers) {
    for (int64_t i = 0; i < count; i++) {
        if (!find(args[i], input, &slots[i], &buffers[i])) {
            return NULL;
        }
        input = (const Input *)&input->shape[input->ndim];
    }
    return (const Output *)input;
}

/* New arrays or, without dimensions, slots; whether they could be made. */
HOT bool make(const Output *output, int64_t count, Slot *slots, void **buffers,
              Object **objects) {
    for (int64_t i = 0; i < count; i++) {
        const int64_t ndim = output->ndim;
        objects[i] = NULL;
        buffers[i] = &slots[i];
        if (ndim) {
            objects[i] = output->maker(output->dtype, (int32_t)ndim, output->shape);
            if (!objects[i]) {
                drop(objects, i);
                return false;
            }
            buffers[i] = ((Array *)objects[i])->data;
        }
        output = (const Output *)&output->shape[ndim];
    }
    return true;
}

/* What is in a slot becomes a NumPy scalar; whether that could be made. */
HOT bool wrap(const Output *output, int64_t count, Slot *slots, Object **objects) {
    for (int64_t i = 0; i < count; i++) {
        const int64_t ndim = output->ndim;
        if (!ndim) {
            objects[i] = PyArray_Scalar(&slots[i], output->dtype, NULL);
            if (!objects[i]) {
                drop(objects, count);
                return false;
            }
        }
        output = (const Output *)&output->shape[ndim];
    }
    return true;
}

Object *launch(Object *self, Object *const *args, int64_t nargs, Object *names) {
    Object *const *items = (Object *const *)((char *)self + ft_tuple_items);
    const Plan *plan = (const Plan *)((Array *)items[WORDS])->data;
    const Binding *bindings = (const Binding *)(plan + 1);
    const Input *input = (const Input *)(bindings + plan->bindings);
    const int64_t inputs = plan->inputs, outputs = plan->outputs;
    if (names || nargs != inputs || !are_bound(bindings, (const Binding *)input)) {
        return PyObject_Vectorcall(items[SLOW], args, nargs, names);
    }
    Slot slots[inputs + outputs + 1];
    void *buffers[inputs + outputs + 1];
    Object *objects[outputs + 1];
    const Output *output = take(input, args, inputs, slots, buffers);
    if (!output) {
        return PyObject_Vectorcall(items[SLOW], args, nargs, names);
    }
    if (!make(output, outputs, slots + inputs, buffers + inputs, objects)) {
        return NULL;
    }
    int32_t status = plan->without_lock ? run_without_lock(plan->program, buffers)
                                        : plan->program(buffers);
    if (status) {
        drop(objects, outputs);
        return PyObject_Vectorcall(items[FAILED], args, nargs, names);
    }
    if (!wrap(output, outputs, slots + inputs, objects)) {
        return NULL;
    }
    return plan->gives_tuple ? pack(objects, outputs) : objects[0];
}

/* -- what the launcher is made of, and tried out with -- */

Object *small_array(Object *dtype, int32_t ndim, const int64_t *shape) {
    Py_IncRef(dtype);
    return PyArray_NewFromDescr(&PyArray_Type, dtype, ndim, shape, NULL, NULL, 0, NULL);
}

/* The places that it reads, in the order of `functrace.compiler.runtime.layout.Layout`. */
void layout(int64_t *offsets) {
    offsets[0] = offsetof(Object, type);
    offsets[1] = offsetof(Number, bytes);
    offsets[2] = ft_tuple_items;
    offsets[3] = offsetof(Array, data);
    offsets[4] = offsetof(Array, ndim);
    offsets[5] = offsetof(Array, shape);
    offsets[6] = offsetof(Array, dtype);
    offsets[7] = offsetof(Array, flags);
}

/* A program. */
int32_t copy_word(void **buffers) {
    *(int64_t *)buffers[1] = *(int64_t *)buffers[0];
    return 0;
}
