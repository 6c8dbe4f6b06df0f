/* The launcher with objects of our own in Python's and NumPy's place: whatever fails, what
was made is let go of, and one exception is left. */

#include "common.h"

#include "../../functrace/compiler/runtime/objects.h"

void *calloc(size_t count, size_t size);

#define INPUTS 2
#define OUTPUTS 4

Type PyTuple_Type = {.basicsize = sizeof(Object) + sizeof(int64_t)};
char PyArray_Type, PyLong_Type, PyBool_Type, _Py_TrueStruct;

static int64_t living, until_failure, exceptions;
static Object dtype, same_dtype, slow_answer, failed_answer, slow, failed;
static int32_t status; /* what the program returns */

typedef struct {
    Object head;
    int64_t size;
    Object *items[OUTPUTS + 1];
} Tuple;

/* A new object, unless it is this one's turn to fail. */
static void *new_object(size_t size, const void *type) {
    if (until_failure-- == 0) {
        exceptions++;
        return NULL;
    }
    Object *object = calloc(1, size);
    *object = (Object){1, type};
    living++;
    return object;
}

void Py_IncRef(Object *object) { object->references++; }

void Py_DecRef(Object *object) {
    if (object && --object->references == 0) {
        for (int64_t i = 0; object->type == NULL && i < ((Tuple *)object)->size; i++) {
            Py_DecRef(((Tuple *)object)->items[i]);
        }
        free(object->type == &PyArray_Type ? ((Array *)object)->data : NULL);
        free(object);
        living--;
    }
}

Object *PyArray_NewFromDescr(void *type, Object *descr, int32_t ndim, const int64_t *shape,
                             const int64_t *strides, void *data, int32_t flags, Object *base) {
    CHECK(ndim == 1 && !strides && !data && !flags && !base);
    Py_DecRef(descr); /* it takes the reference that it is given */
    Array *array = new_object(sizeof(Array), type);
    if (array) {
        array->data = malloc((size_t)shape[0] * 8);
    }
    return (Object *)array;
}

uint8_t PyArray_EquivTypes(const Object *descr, const Object *other) {
    CHECK(other == &dtype);
    return descr == &same_dtype;
}

Object *PyArray_Scalar(void *data, Object *descr, Object *base) {
    CHECK(descr == &dtype && !base && *(double *)data == 2.5);
    return new_object(sizeof(Object), &dtype);
}

int64_t PyLong_AsLongLongAndOverflow(Object *number, int32_t *overflow) {
    int64_t value = *(int64_t *)((Number *)number)->bytes;
    *overflow = value < 0; /* as if it had more bits */
    return value;
}

Object *PyTuple_New(int64_t size) {
    Tuple *tuple = new_object(sizeof(Tuple), NULL);
    if (tuple) {
        tuple->size = size;
    }
    return (Object *)tuple;
}

int32_t PyTuple_SetItem(Object *tuple, int64_t i, Object *item) {
    CHECK(i < ((Tuple *)tuple)->size);
    ((Tuple *)tuple)->items[i] = item;
    return 0;
}

static Object launched, missed; /* what is watched; what it says where it does not answer */
static bool misses;
static int64_t times[2];

static Object *launch_watched(void) {
    CHECK(!times[0] && !times[1]);
    times[1] = 5;
    if (misses) {
        Py_IncRef(&missed);
        return &missed;
    }
    return new_object(sizeof(Object), &dtype);
}

Object *PyObject_Vectorcall(Object *callee, Object *const *args, int64_t nargs,
                            Object *names) {
    CHECK(args && nargs >= 0 && !names);
    if (callee == &launched) {
        return launch_watched();
    }
    return callee == &slow ? &slow_answer : callee == &failed ? &failed_answer : NULL;
}

static int64_t this_thread;
void *PyGILState_GetThisThreadState(void) { return &this_thread; }

Object *PyBytes_FromStringAndSize(const char *content, int64_t size) {
    CHECK(!content && size == 4 * 8);
    return new_object(sizeof(Object) + 4 * 8, &dtype);
}
char *PyBytes_AsString(Object *bytes) { return (char *)(bytes + 1); }

static Object list, *listed; /* a list, and what is in it */
int32_t PyList_Append(Object *to, Object *item) {
    CHECK(to == &list && !listed);
    if (until_failure-- == 0) {
        exceptions++;
        return -1;
    }
    Py_IncRef(item);
    listed = item;
    return 0;
}

static Object *raised; /* the exception, if there is one */
Object *PyErr_Occurred(void) { return raised; }

static int64_t unlocked;
void *PyEval_SaveThread(void) {
    unlocked++;
    return &unlocked;
}
void PyEval_RestoreThread(void *state) { CHECK(state == &unlocked && unlocked-- == 1); }

/* -- a program: an array and an int; two numbers, and two arrays -- */

static int32_t program(void **buffers) {
    const double *vector = buffers[0];
    CHECK(*(int64_t *)buffers[1] == 7);
    for (int i = 0; i < 3; i++) {
        ((double *)buffers[3])[i] = ((double *)buffers[5])[i] = vector[i];
    }
    *(double *)buffers[2] = *(double *)buffers[4] = 2.5;
    return status;
}

static int64_t words[] = {
    (int64_t)0, INPUTS, OUTPUTS, 0, 1, 0, /* program, counts, lock, tuple, bindings */
    0, 0, 0, 0, 8, 1, 3,                  /* an array of three numbers */
    0, 0, 0, 0, 0, 0,                     /* an int */
    0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 1, 0, 3};

static void fill_words(bool without_lock) {
    words[0] = (int64_t)program;
    words[3] = without_lock;
    words[6] = (int64_t)&PyArray_Type;
    words[9] = (int64_t)&dtype;
    words[15] = (int64_t)&PyLong_Type;
    words[19] = words[22] = words[26] = words[29] = (int64_t)&dtype;
    words[24] = words[31] = (int64_t)small_array;
}

static double numbers[] = {0.5, 1.5, -1};
static double reversed[] = {-1, 1.5, 0.5};
static const int64_t three[] = {3}, forwards[] = {8}, backwards[] = {-8};

/* The memory of copies. */
static int64_t copies;
void *ft_take(int64_t size) {
    CHECK(size == sizeof numbers);
    if (until_failure-- == 0) {
        return NULL;
    }
    copies++;
    return malloc((size_t)size);
}
void ft_give(void *block) {
    copies--;
    free(block);
}
static Array array;
static struct {
    Object head;
    int64_t value;
} number;

static Object *call(int64_t nargs) {
    Array table = {.data = (char *)words};
    Tuple self = {.size = 3, .items = {(Object *)&table, &slow, &failed}};
    Object *args[] = {(Object *)&array, (Object *)&number};
    return launch((Object *)&self, args, nargs, NULL);
}

static void check_result(Object *result) {
    CHECK(result && living == 1 + OUTPUTS && exceptions == 0);
    Array *copy = (Array *)((Tuple *)result)->items[1];
    CHECK(copy->data && ((double *)copy->data)[1] == 1.5);
    Py_DecRef(result);
}

static void reverse(void) {
    array.data = (char *)&reversed[2];
    array.strides = backwards;
    array.flags = IS_ALIGNED;
}

static void check_copies(void) {
    const Array usual = array;
    reverse();
    check_result(call(INPUTS));
    CHECK(copies == 0);
    for (int turn = 1; turn <= OUTPUTS + 1; turn++) {
        until_failure = turn;
        CHECK(!call(INPUTS) && exceptions == 1 && living == 0 && copies == 0);
        exceptions = 0;
    }
    until_failure = 0;
    CHECK(call(INPUTS) == &slow_answer && copies == 0);
    until_failure = -1;
    number.value = -1;
    CHECK(call(INPUTS) == &slow_answer && copies == 0);
    number.value = 7;
    status = 1;
    CHECK(call(INPUTS) == &failed_answer && living == 0 && copies == 0);
    status = 0;
    words[10] = 0;
    CHECK(call(INPUTS) == &slow_answer);
    words[10] = 8;
    array = usual;
}

static void check_failures(void) {
    for (int turn = 0; turn <= OUTPUTS; turn++) {
        until_failure = turn;
        CHECK(!call(INPUTS) && exceptions == 1 && living == 0);
        exceptions = 0;
    }
    until_failure = -1;
    status = 1;
    CHECK(call(INPUTS) == &failed_answer && living == 0);
    raised = (Object *)&number;
    CHECK(!call(INPUTS) && living == 0);
    status = 0;
    if (words[3]) { /* then it may have raised without a status */
        CHECK(!call(INPUTS) && living == 0);
    }
    raised = NULL;
}

static void check_what_does_not_fit(void) {
    CHECK(call(INPUTS - 1) == &slow_answer);
    number.value = -1;
    CHECK(call(INPUTS) == &slow_answer);
    number.value = 7;
    array.flags = C_CONTIGUOUS;
    CHECK(call(INPUTS) == &slow_answer);
    array.flags |= IS_ALIGNED;
    const int64_t four[] = {4};
    array.shape = four;
    CHECK(call(INPUTS) == &slow_answer);
    array.shape = three;
    array.dtype = &slow_answer; /* no dtype at all */
    CHECK(call(INPUTS) == &slow_answer);
    array.dtype = &same_dtype;
    check_result(call(INPUTS));
    array.dtype = &dtype;
    CHECK(living == 0 && exceptions == 0);
}

/* A launcher that is watched. */
static Object *call_watched(const void *thread) {
    int64_t clocks[] = {(int64_t)thread, (int64_t)times, 2};
    Array table = {.data = (char *)clocks};
    struct {
        Object head;
        int64_t size;
        Object *items[6];
    } self = {.items = {(Object *)&table, &launched, &slow, &missed, &dtype, &list}};
    Object *args[] = {&number.head};
    times[0] = times[1] = 7;
    return watch((Object *)&self, args, 1, NULL);
}

static void check_watched(void) {
    until_failure = -1;
    CHECK(call_watched(&living) == &slow_answer && times[0] == 7 && !listed);
    misses = true;
    CHECK(call_watched(&this_thread) == &slow_answer && !listed && missed.references == 1);
    misses = false;
    Object *out = call_watched(&this_thread);
    CHECK(out && listed && living == 3 && dtype.references == 2);
    Tuple *entry = (Tuple *)listed;
    const int64_t *told = (int64_t *)PyBytes_AsString(entry->items[1]);
    CHECK(entry->items[0] == &dtype && told[0] <= told[1] && !told[2] && told[3] == 5);
    Py_DecRef(out);
    Py_DecRef(listed);
    listed = NULL;
    for (int turn = 0; turn < 4; turn++) { /* the result, bytes, a tuple, the list */
        until_failure = turn;
        CHECK(!call_watched(&this_thread) && exceptions == 1 && !listed);
        CHECK(living == 0 && dtype.references == 1);
        exceptions = 0;
    }
    until_failure = -1;
}

int main(void) {
    missed.references = 1;
    dtype.references = 1;
    array = (Array){.head = {1, &PyArray_Type},
                    .data = (char *)numbers,
                    .ndim = 1,
                    .shape = three,
                    .strides = forwards,
                    .dtype = &dtype,
                    .flags = C_CONTIGUOUS | IS_ALIGNED};
    number.head.type = &PyLong_Type;
    number.value = 7;
    for (int without_lock = 0; without_lock < 2; without_lock++) {
        fill_words(without_lock);
        until_failure = -1;
        check_result(call(INPUTS));
        check_failures();
        check_what_does_not_fit();
        check_copies();
        check_result(call(INPUTS));
    }
    check_watched();
    CHECK(dtype.references == 1 && living == 0 && unlocked == 0);
    return 0;
}
