/* Calls that are heard, declined, not heard, or made slowly, with objects of our own in
Python's place: who is called with what, and that no reference is lost. */

#include "common.h"

#include "../../functrace/compiler/runtime/objects.h"

#define MOST 8

typedef Object *Vectorcall(Object *callable, Object *const *args, int64_t nargsf,
                           Object *names);
typedef struct {
    Object *callable;
    Vectorcall *old;
    int64_t flags;
    void **slot;
} Row;
typedef struct {
    void **place;
    void *held[2];
} Turn;

typedef Object *Call(Object *callable, Object *args, Object *options);
typedef struct {
    void *address;
    Object *method;
} Definition;
typedef struct {
    Object head;
    void *definition;
    Object *self;
} Builtin;

void ft_bind(Definition *definitions, int64_t mask, Call *call);
Call ft_bound;
void ft_start(Row *rows, int64_t mask, Turn *turns, int64_t count, Object *listener,
              Object *silencer, Object *decline, void *tracer, void *list, void *tuple);
int64_t ft_listen(int64_t change);
void ft_silence(void);
void ft_ignore(Object *scope);
Vectorcall ft_call;
void *calloc(size_t count, size_t size);

typedef struct {
    Object head;
    int64_t size;
    Object *items[MOST];
} Tuple;

static char tracer, list, tuple, other;
static Object listener, silencer, decline, answer, result, scope;
static Object function = {1, &other}, method = {1, &other}, chooser = {1, &other};
static Object traced = {1, &tracer}, plain = {1, &other}, several = {1, &list};
static Tuple names = {.head = {1, &tuple}, .size = 1, .items = {&plain}};
static void *slots[3];
static int64_t living, heard, silenced, called, slowly;
static bool declines;

void Py_IncRef(Object *object) { object->references++; }

void Py_DecRef(Object *object) {
    if (object && --object->references == 0 && object->type == &tuple) {
        for (int64_t i = 0; i < ((Tuple *)object)->size; i++) {
            Py_DecRef(((Tuple *)object)->items[i]);
        }
        free(object);
        living--;
    }
}

Object *PyTuple_New(int64_t size) {
    Tuple *made = calloc(1, sizeof(Tuple));
    *made = (Tuple){.head = {1, &tuple}, .size = size};
    living++;
    return &made->head;
}

int32_t PyTuple_SetItem(Object *target, int64_t i, Object *item) {
    ((Tuple *)target)->items[i] = item;
    return 0;
}

Object *PyTuple_GetItem(Object *target, int64_t i) { return ((Tuple *)target)->items[i]; }

Object *PyDict_New(void) { return PyTuple_New(0); } /* of one key */

int32_t PyDict_SetItem(Object *dict, Object *key, Object *value) {
    CHECK(key == &plain);
    Py_IncRef(value);
    Tuple *target = (Tuple *)dict;
    target->items[target->size++] = value;
    return 0;
}

Object *PyEval_GetGlobals(void) { return &scope; }

Object *PyObject_Vectorcall(Object *callee, Object *const *args, int64_t nargs,
                            Object *keywords) {
    if (callee == &silencer) {
        CHECK(!args && nargs == 0);
        silenced++;
        ft_silence();
        return NULL;
    }
    CHECK(callee == &listener && nargs == 2 && args[0] != args[1]);
    CHECK(!keywords || args[2] == &several);
    heard++;
    Object *given = declines ? &decline : &answer;
    Py_IncRef(given);
    return given;
}

static Object *usual(Object *callable, Object *const *args, int64_t nargsf, Object *keywords) {
    CHECK(callable != &method && args && (nargsf & 15) == 1 && (!keywords || args[1]));
    called++;
    return &result;
}

static Object *tp_call(Object *callable, Object *args, Object *options) {
    CHECK(callable == &method && ((Tuple *)args)->size == 1 && !slots[1]);
    CHECK(!options || ((Tuple *)options)->items[0] == &several);
    slowly++;
    return &result;
}

static Object bound_to = {1, &other};
static int64_t definitions[3], directly;

/* Of a method that was bound before. */
Object *PyObject_Call(Object *callee, Object *args, Object *options) {
    Tuple *given = (Tuple *)args;
    CHECK(callee == &listener && given->size == 3 && given->items[0] == &method);
    CHECK(given->items[1] == &bound_to && given->items[2] == &traced);
    CHECK(!options || options == &several);
    return PyObject_Vectorcall(callee, given->items, 2, NULL);
}

static Object *call_builtin(Object *callable, Object *args, Object *options) {
    CHECK(((Builtin *)callable)->self == &bound_to && ((Tuple *)args)->size == 1);
    CHECK(!options || options == &several);
    directly++;
    return &result;
}

static Object *call_bound(int which, Object *options) {
    static Tuple args = {.head = {1, &tuple}, .size = 1};
    args.items[0] = which == 1 ? &plain : &traced;
    Builtin builtin = {{1, &other}, &definitions[which], &bound_to};
    return ft_bound(&builtin.head, &args.head, options);
}

void *PyType_GetSlot(const void *type, int32_t slot) {
    CHECK(type == &other && slot == 50);
    return (void *)tp_call;
}

static Object *call(int which, Object *callable, Object *arg, Object *keywords) {
    Object *args[] = {NULL, arg, &several};
    Vectorcall *target = (Vectorcall *)slots[which];
    CHECK(target);
    return target(callable, args + 1, (int64_t)(UINT64_C(1) << 63 | 1), keywords);
}

static void start(void) {
    static Row rows[8];
    static Turn turns[3];
    Object *callables[] = {&function, &method, &chooser};
    int64_t flags[] = {0, 1, 2}; /* always, if something is traced, if nothing is */
    for (int k = 0; k < 3; k++) {
        uintptr_t i = (uintptr_t)callables[k] >> 4;
        while (rows[i & 7].callable) {
            i++;
        }
        slots[k] = k == 1 ? NULL : (void *)usual;
        rows[i & 7] = (Row){callables[k], (Vectorcall *)slots[k], flags[k], &slots[k]};
        turns[k] = (Turn){&slots[k], {slots[k], (void *)ft_call}};
    }
    static Definition table[4];
    for (uintptr_t k = 0; k < 2; k++) {
        uintptr_t place = (uintptr_t)&definitions[k] >> 4;
        while (table[place & 3].address) {
            place++;
        }
        table[place & 3] = (Definition){&definitions[k], &method};
    }
    ft_bind(table, 3, call_builtin);
    ft_start(rows, 7, turns, 3, &listener, &silencer, &decline, &tracer, &list, &tuple);
}

static void check_who_is_called(void) {
    CHECK(call(0, &function, &plain, NULL) == &answer && heard == 1);
    CHECK(call(1, &method, &traced, NULL) == &answer && heard == 2);
    CHECK(call(1, &method, &several, NULL) == &answer && heard == 3);
    CHECK(call(1, &method, &plain, NULL) == &result && slowly == 1);
    CHECK(call(1, &method, &plain, &names.head) == &answer && heard == 4);
    CHECK(call(2, &chooser, &traced, NULL) == &result && called == 1);
    CHECK(call(2, &chooser, &plain, NULL) == &answer && heard == 5);
    declines = true;
    CHECK(call(0, &function, &plain, &names.head) == &result && heard == 6 && called == 2);
    CHECK(call(1, &method, &traced, &names.head) == &result && heard == 7 && slowly == 2);
    CHECK(slots[1] == (void *)ft_call); /* after it was empty */
    declines = false;
    ft_ignore(&scope);
    CHECK(call(0, &function, &traced, NULL) == &result && heard == 7 && called == 3);
}

/* Methods are found by their definitions; what is not listed is called as ever. */
static void check_bound_methods(void) {
    int64_t before = heard;
    CHECK(call_bound(0, NULL) == &answer && heard == before + 1);
    CHECK(call_bound(0, &several) == &answer && heard == before + 2);
    CHECK(call_bound(2, NULL) == &result && directly == 1 && heard == before + 2);
    CHECK(call_bound(1, NULL) == &result && directly == 2 && heard == before + 2);
    declines = true;
    CHECK(call_bound(0, &several) == &result && directly == 3 && heard == before + 3);
    declines = false;
    CHECK(ft_listen(-1) == 0);
    CHECK(call_bound(0, NULL) == &result && directly == 4 && heard == before + 3);
    CHECK(ft_listen(1) == 1);
}

/* The slots are turned back after a thousand calls that nobody hears. */
static void check_silence(int64_t times) {
    CHECK(ft_listen(-1) == 0);
    for (int i = 0; i < 1000; i++) {
        CHECK(slots[0] == (void *)ft_call && call(0, &function, &plain, NULL) == &result);
    }
    CHECK(silenced == times && slots[0] == (void *)usual && !slots[1]);
    CHECK(ft_listen(1) == 1 && slots[1] == (void *)ft_call);
}

int main(void) {
    decline.references = answer.references = 1;
    start();
    CHECK(ft_listen(1) == 1 && slots[0] == (void *)ft_call);
    check_bound_methods();
    heard = 0;
    check_who_is_called();
    CHECK(call_bound(0, NULL) == &answer && heard == 8); /* from an ignored scope, too */
    CHECK(ft_listen(1) == 2 && ft_listen(-1) == 1);
    ft_silence(); /* somebody listens */
    check_silence(1);
    check_silence(2);
    CHECK(living == 0 && decline.references == 1 && answer.references == 9);
    CHECK(plain.references == 1 && traced.references == 1 && several.references == 1);
    CHECK(method.references == 1 && bound_to.references == 1);
    return 0;
}
