/* Programs that turn to Python while they run: to call something, and to hear signals. */

#include "objects.h"

#define LOCKED 0 /* what PyGILState_Ensure gives if the thread had the lock already */
#define PATIENCE INT64_C(20000000) /* nanoseconds between two looks at signals */

extern const int32_t ft_clock_time; /* the clock of the world */

typedef struct { int64_t seconds, nanoseconds; } Time;

int32_t clock_gettime(int32_t clock, Time *time);

static int64_t now(void) {
    Time time;
    clock_gettime(ft_clock_time, &time);
    return time.seconds * 1000000000 + time.nanoseconds;
}

/* Call what a place holds with the address of a table of operands, unless it is too soon;
not 0 if it raised, which is then this thread's exception. `due` is when it may be next. */
int32_t ft_call(Object **place, void **operands, int64_t *due, int64_t interval) {
    if (interval) {
        int64_t time = now();
        if (time < *due) {
            return 0;
        }
        *due = time + interval;
    }
    int32_t state = PyGILState_Ensure();
    Object *result = NULL;
    Object *address = PyErr_Occurred() ? NULL : PyLong_FromVoidPtr(operands);
    if (address) {
        result = PyObject_Vectorcall(*place, &address, 1, NULL);
        Py_DecRef(address);
    }
    if (result) {
        Py_DecRef(result);
    }
    PyGILState_Release(state);
    return !result;
}

/* Whether threads that are not Python's are to end what they do for one that is. */
static _Atomic int32_t ended;

/* The thread of Python's in which a signal's handler raised, since helpers began. */
static _Atomic(void *) raised_in;

/* Say so, or that they begin or go on. */
void ft_end_helpers(int32_t end) {
    if (!end) {
        atomic_store(&raised_in, NULL);
    }
    atomic_store(&ended, end);
}

/* Whether this thread is Python's, and has an exception: that of a signal's handler, if it
does not hold the lock. */
int32_t ft_has_raised(void) {
    void *own = PyGILState_GetThisThreadState();
    if (own && own == atomic_load(&raised_in)) {
        return 1;
    }
    return PyGILState_Check() && PyErr_Occurred();
}

/* Not 0 if the program is to end, as a signal's handler raised: Ctrl-C's does. `last` is
when it was asked last, 0 at first. */
int32_t ft_check_signals(int64_t *last) {
    int64_t time = now();
    if (time - *last < PATIENCE) {
        return 0;
    }
    *last = time;
    void *own = PyGILState_GetThisThreadState();
    if (!own) {
        return atomic_load(&ended);
    }
    int32_t state = PyGILState_Ensure();
    if (state == LOCKED) { /* of no one knows how long a loop: others wait */
        PyEval_RestoreThread(PyEval_SaveThread());
    }
    int32_t raised = PyErr_Occurred() || PyErr_CheckSignals();
    PyGILState_Release(state);
    if (raised) {
        atomic_store(&raised_in, own);
    }
    return raised;
}
