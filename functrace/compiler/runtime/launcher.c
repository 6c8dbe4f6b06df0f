/* The launcher: one function that serves as the body of all compiled callables.

It is a function of METH_FASTCALL and METH_KEYWORDS. `self` is a tuple: an array of words
(a `Plan`, then the bindings, the inputs and the outputs), the callables that are called
instead, and whatever else is to be kept. */

#include "objects.h"

#define HOT static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline))

enum { WORDS, SLOW, FAILED }; /* the tuple's items */

typedef int32_t Program(void **buffers); /* 0; it cannot treat these values; or it raised */
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
    int64_t itemsize; /* bytes of an element; 0: an array in another layout does not fit */
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

/* Whether another object says the same: that of an array that was pickled does. */
RARE bool is_same_dtype(const Object *dtype, const Object *expected) {
    return PyArray_EquivTypes(dtype, expected);
}

HOT bool is_fitting_array(const Array *array, const Input *input, int32_t flags) {
    if ((array->flags & flags) != flags || array->ndim != input->ndim) {
        return false;
    }
    for (int64_t axis = 0; axis < input->ndim; axis++) {
        if (array->shape[axis] != input->shape[axis]) {
            return false;
        }
    }
    return array->dtype == input->dtype || is_same_dtype(array->dtype, input->dtype);
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
        return is_fitting_array((Array *)arg, input, C_CONTIGUOUS | IS_ALIGNED);
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

/* -- arrays in another layout: what the program reads is a copy -- */

#define DIMENSIONS 64 /* NumPy's most */
#define BLOCK 32      /* elements along an axis that are copied before the next ones */
#define SHORT 8       /* elements that are no inner loop */

typedef struct {
    int64_t length, from, to; /* bytes from one element to the next */
} Axis;

typedef struct {
    int64_t words[2];
} Pair;

#define COPY(type)                                                                         \
    for (int64_t k = 0; k < outer.length; k++, to += outer.to, from += outer.from) {       \
        char *target = to;                                                                 \
        const char *source = from;                                                         \
        for (int64_t j = inner.length; j; j--, target += inner.to, source += inner.from) { \
            *(type *)target = *(const type *)source;                                       \
        }                                                                                  \
    }

RARE void copy_block(char *to, const char *from, Axis outer, Axis inner, int64_t size) {
    if (inner.from == size && inner.to == size) {
        for (int64_t k = 0; k < outer.length; k++) {
            memcpy(to + k * outer.to, from + k * outer.from, (size_t)(inner.length * size));
        }
        return;
    }
    switch (size) {
    case 1:
        COPY(int8_t)
        break;
    case 2:
        COPY(int16_t)
        break;
    case 4:
        COPY(int32_t)
        break;
    case 8:
        COPY(int64_t)
        break;
    default:
        COPY(Pair)
    }
}

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/* A plane, in blocks that the nearest cache holds. */
static void copy_plane(char *to, const char *from, Axis outer, Axis inner, int64_t size) {
    const int64_t high = BLOCK * BLOCK / least(inner.length, BLOCK);
    const int64_t wide = BLOCK * BLOCK / least(outer.length, BLOCK);
    for (int64_t k = 0; k < outer.length; k += high) {
        for (int64_t j = 0; j < inner.length; j += wide) {
            Axis rows = {least(outer.length - k, high), outer.from, outer.to};
            Axis columns = {least(inner.length - j, wide), inner.from, inner.to};
            copy_block(to + k * outer.to + j * inner.to,
                       from + k * outer.from + j * inner.from, rows, columns, size);
        }
    }
}

/* The axes with several elements, the last one first. */
static int64_t axes_of(const Array *array, int64_t size, Axis *axes) {
    int64_t count = 0;
    for (int64_t d = array->ndim - 1; d >= 0; d--) {
        if (array->shape[d] != 1) {
            axes[count++] = (Axis){array->shape[d], array->strides[d], size};
            size *= array->shape[d];
        }
    }
    return count;
}

static int64_t distance(Axis axis) { return axis.from < 0 ? -axis.from : axis.from; }

/* Copy an array to C order: planes of its last axis, and that with the nearest neighbours. */
static void copy_in_order(char *to, const Array *array, int64_t size) {
    const char *from = array->data;
    Axis axes[DIMENSIONS + 2];
    int64_t count = axes_of(array, size, axes), nearest = 1;
    while (count < 2) {
        axes[count++] = (Axis){1, 0, 0};
    }
    for (int64_t k = 2; k < count; k++) {
        nearest = distance(axes[k]) < distance(axes[nearest]) ? k : nearest;
    }
    Axis inner = axes[0], outer = axes[nearest];
    axes[nearest] = axes[1]; /* the others are those from the third one on */
    if (inner.length < SHORT) {
        inner = outer;
        outer = axes[0];
    }
    int64_t at[DIMENSIONS + 2] = {0}, k;
    do {
        copy_plane(to, from, outer, inner, size);
        for (k = 2; k < count; k++) {
            to += axes[k].to;
            from += axes[k].from;
            if (++at[k] < axes[k].length) {
                break;
            }
            at[k] = 0;
            to -= axes[k].length * axes[k].to;
            from -= axes[k].length * axes[k].from;
        }
    } while (k < count);
}

/* A copy in C order of what would fit if it were in that; null: it would not. */
RARE void *in_order(const Object *arg, const Input *input) {
    if (!input->itemsize || arg->type != input->array ||
        !is_fitting_array((const Array *)arg, input, IS_ALIGNED)) {
        return NULL;
    }
    int64_t bytes = input->itemsize;
    for (int64_t axis = 0; axis < input->ndim; axis++) {
        bytes *= input->shape[axis];
    }
    void *copy = ft_take(bytes);
    if (copy) {
        copy_in_order(copy, (const Array *)arg, input->itemsize);
    }
    return copy;
}

RARE void give_back(void **copies, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        ft_give(copies[i]);
    }
}

/* Let other threads of Python run meanwhile. */
RARE int32_t run_without_lock(Program *program, void **buffers) {
    void *state = PyEval_SaveThread();
    int32_t status = program(buffers);
    PyEval_RestoreThread(state);
    return status || PyErr_Occurred(); /* loops that threads share end without a status */
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

/* The inputs' data go to `buffers`, those of `copied` arrays to `copies`, too; what comes
after the inputs, or null if one does not fit: an array or a number of the right kind. */
HOT const Output *take(const Input *input, Object *const *args, int64_t count, Slot *slots,
                       void **buffers, void **copies, int64_t *copied) {
    for (int64_t i = 0; i < count; i++) {
        if (!find(args[i], input, &slots[i], &buffers[i])) {
            void *copy = in_order(args[i], input);
            if (!copy) {
                return NULL;
            }
            buffers[i] = copies[(*copied)++] = copy;
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
    Object *const *items = (Object *const *)((char *)self + PyTuple_Type.basicsize);
    const Plan *plan = (const Plan *)((Array *)items[WORDS])->data;
    const Binding *bindings = (const Binding *)(plan + 1);
    const Input *input = (const Input *)(bindings + plan->bindings);
    const int64_t inputs = plan->inputs, outputs = plan->outputs;
    if (names || nargs != inputs || !are_bound(bindings, (const Binding *)input)) {
        return PyObject_Vectorcall(items[SLOW], args, nargs, names);
    }
    Slot slots[inputs + outputs + 1];
    void *buffers[inputs + outputs + 1], *copies[inputs + 1];
    Object *objects[outputs + 1];
    int64_t copied = 0;
    const Output *output = take(input, args, inputs, slots, buffers, copies, &copied);
    if (!output) {
        give_back(copies, copied);
        return PyObject_Vectorcall(items[SLOW], args, nargs, names);
    }
    if (!make(output, outputs, slots + inputs, buffers + inputs, objects)) {
        give_back(copies, copied);
        return NULL;
    }
    int32_t status = plan->without_lock ? run_without_lock(plan->program, buffers)
                                        : plan->program(buffers);
    if (copied) {
        give_back(copies, copied);
    }
    if (status) {
        drop(objects, outputs);
        if (PyErr_Occurred()) { /* what it called raised, or a signal's handler */
            return NULL;
        }
        return PyObject_Vectorcall(items[FAILED], args, nargs, names);
    }
    if (!wrap(output, outputs, slots + inputs, objects)) {
        return NULL;
    }
    return plan->gives_tuple ? pack(objects, outputs) : objects[0];
}

/* -- a launcher that is watched: what a call took is put on a list -- */

enum { CLOCKS, LAUNCH, ANSWERS, MISSED, STAGE, LOG }; /* the tuple's items */

extern const int32_t ft_clock_python; /* the clock that Python tells the time by */

typedef struct { int64_t seconds, nanoseconds; } Time;

int32_t clock_gettime(int32_t clock, Time *time);

typedef struct {
    const void *thread; /* of Python's: no other is watched */
    int64_t *times;     /* to which the stages of the program add what they take */
    int64_t count;
} Clocks;

HOT int64_t now(void) {
    Time time;
    clock_gettime(ft_clock_python, &time);
    return time.seconds * 1000000000 + time.nanoseconds;
}

/* Put on the list: the stage, and when it began, when it ended and the times, as bytes.
Whether that could be done. */
static bool put(Object *log, Object *stage, int64_t begun, const Clocks *clocks) {
    const int64_t ended = now(), size = clocks->count * (int64_t)sizeof(int64_t);
    Object *bytes = PyBytes_FromStringAndSize(NULL, size + 2 * (int64_t)sizeof(int64_t));
    if (!bytes) {
        return false;
    }
    int64_t *words = (int64_t *)PyBytes_AsString(bytes);
    words[0] = begun;
    words[1] = ended;
    memcpy(words + 2, clocks->times, (size_t)size);
    Py_IncRef(stage);
    Object *entry = pack((Object *[]){stage, bytes}, 2);
    if (!entry) {
        return false;
    }
    const int32_t failed = PyList_Append(log, entry);
    Py_DecRef(entry);
    return !failed;
}

Object *watch(Object *self, Object *const *args, int64_t nargs, Object *names) {
    Object *const *items = (Object *const *)((char *)self + PyTuple_Type.basicsize);
    const Clocks *clocks = (const Clocks *)((Array *)items[CLOCKS])->data;
    if (clocks->thread == PyGILState_GetThisThreadState()) {
        memset(clocks->times, 0, (size_t)clocks->count * sizeof(int64_t));
        const int64_t begun = now();
        Object *out = PyObject_Vectorcall(items[LAUNCH], args, nargs, names);
        if (!out) {
            return NULL;
        }
        if (out != items[MISSED]) {
            if (put(items[LOG], items[STAGE], begun, clocks)) {
                return out;
            }
            Py_DecRef(out);
            return NULL;
        }
        Py_DecRef(out);
    }
    return PyObject_Vectorcall(items[ANSWERS], args, nargs, names);
}

/* -- what the launcher is made of, and tried out with -- */

Object *small_array(Object *dtype, int32_t ndim, const int64_t *shape) {
    Py_IncRef(dtype);
    return PyArray_NewFromDescr(&PyArray_Type, dtype, ndim, shape, NULL, NULL, 0, NULL);
}

/* The places that it reads, in the order of `functrace.compiler.runtime.layout.ObjectLayout`. */
void layout(int64_t *offsets) {
    offsets[0] = offsetof(Object, type);
    offsets[1] = offsetof(Number, bytes);
    offsets[2] = PyTuple_Type.basicsize;
    offsets[3] = offsetof(Array, data);
    offsets[4] = offsetof(Array, ndim);
    offsets[5] = offsetof(Array, shape);
    offsets[6] = offsetof(Array, strides);
    offsets[7] = offsetof(Array, dtype);
    offsets[8] = offsetof(Array, flags);
}

/* A program. */
int32_t copy_word(void **buffers) {
    *(int64_t *)buffers[1] = *(int64_t *)buffers[0];
    return 0;
}
