/* Functions of C that ask before they answer.

While somebody listens, the vectorcall slot of each listed callable leads to `ft_call`. It
hands the call to a function of Python's, the listener, or, if that returns NotImplemented,
on to where the slot led before. Calls that cannot concern the listener are recognised here,
in some nanoseconds: those from the scopes (dictionaries of globals) that it has declared
indifferent, and those whose arguments show that the callable will turn to a traced value by
itself, or that there is none.

A method that was bound to its object before, and takes a tuple and a dict, has nothing in its
slot: it is called through its type, whose slot leads to `ft_bound`. Which method it is says
its definition. The listener hears of it if an argument is traced, from whatever scope.

So it does of callables that have no slot of their own, as those that f2py makes: all of
their types lead to `ft_typed`. */

#include "objects.h"

#define TP_CALL 50 /* Py_tp_call */
#define SCOPES 1024
#define PATIENCE 1000 /* calls that nobody hears before the slots are turned back */

enum { TRACED = 1, UNTRACED = 2 }; /* flags of rows: see interception.py */
enum { HAS_TRACED = 1, HAS_LIST = 2 };
enum { SILENT, LOUD };

typedef Object *Vectorcall(Object *callable, Object *const *args, int64_t nargsf, Object *names);
typedef Object *Call(Object *callable, Object *args, Object *options);

typedef struct {
    const Object *callable;
    Vectorcall *old; /* what its slot led to */
    int64_t flags;
    void **slot;
} Row;

typedef struct {
    Object head;
    const void *definition;
    Object *self;
} Builtin;

typedef struct {
    const void *address;
    Object *method; /* as the listener knows it */
} Definition;

typedef struct {
    const void *type;
    Call *call; /* what its slot led to */
} Kind;

typedef struct {
    void **place;
    void *held[2]; /* what it holds in silence, and else */
} Turn;

Object *PyEval_GetGlobals(void);
void *PyType_GetSlot(const void *type, int32_t slot);
Object *PyTuple_GetItem(Object *tuple, int64_t i);
Object *PyDict_New(void);
int32_t PyDict_SetItem(Object *dict, Object *key, Object *value);
Object *PyObject_Call(Object *callee, Object *args, Object *options);

static const Row *rows; /* a hash table, by callable */
static int64_t mask;    /* its length, less one */
static const Definition *definitions; /* likewise, at least half of it empty */
static int64_t definition_mask;
static Call *call_builtin; /* what the slot of the type led to */
static const Kind *kinds;  /* of all callables without slots */
static const Turn *turns;
static int64_t count; /* of turns */
static Object *listener, *silencer, *decline;
static const void *tracer, *list, *tuple; /* types */
static int64_t listening;                 /* how many listen */
static int64_t turned;                    /* whether the slots lead here */
static int64_t unheard;                   /* calls that came here since somebody listened */
static const Object *indifferent[SCOPES];

Vectorcall ft_call;

void ft_start(const Row *its_rows, int64_t its_mask, const Turn *its_turns, int64_t its_count,
              Object *its_listener, Object *its_silencer, Object *not_implemented,
              const void *traced, const void *lists, const void *tuples) {
    rows = its_rows;
    mask = its_mask;
    turns = its_turns;
    count = its_count;
    listener = its_listener;
    silencer = its_silencer;
    decline = not_implemented;
    tracer = traced;
    list = lists;
    tuple = tuples;
}

/* Before somebody listens. */
void ft_bind(const Definition *its_definitions, int64_t its_mask, Call *its_call) {
    definitions = its_definitions;
    definition_mask = its_mask;
    call_builtin = its_call;
}

/* Likewise. */
void ft_types(const Kind *its_kinds) { kinds = its_kinds; }

static const Object **place_of(const Object *scope) {
    return &indifferent[(uintptr_t)scope >> 5 & (SCOPES - 1)];
}

/* Hear no more of calls from a scope, while no other takes its place. */
void ft_ignore(const Object *scope) { *place_of(scope) = scope; }

/* Let every place hold what it does in silence or else. */
static void turn(int64_t which) {
    turned = which;
    for (int64_t i = 0; i < count; i++) {
        *turns[i].place = turns[i].held[which];
    }
}

/* Begin or cease to listen: +1 or -1. Returns how many listen then. The slots stay turned
when nobody listens any more, as somebody may soon do so again: to turn some hundred of them
takes longer than a short trace should. */
int64_t ft_listen(int64_t change) {
    listening += change;
    unheard = 0;
    if (!turned) {
        turn(LOUD);
    }
    return listening;
}

/* Turn the slots back if nobody listens. */
void ft_silence(void) {
    if (!listening) {
        turn(SILENT);
    }
}

static const Row *find(const Object *callable) {
    uintptr_t i = (uintptr_t)callable >> 4;
    while (rows[i & (uintptr_t)mask].callable != callable) {
        i++;
    }
    return &rows[i & (uintptr_t)mask];
}

/* What there is among some arguments. */
static int64_t look(Object *const *args, int64_t number) {
    int64_t seen = 0;
    for (int64_t i = 0; i < number; i++) {
        const void *type = args[i]->type;
        seen |= type == tracer ? HAS_TRACED : 0;
        seen |= type == list || type == tuple ? HAS_LIST : 0;
    }
    return seen;
}

/* Whether the listener wants a call with some arguments. */
static bool wants_call(const Row *row, Object *const *args, int64_t number) {
    const Object *scope = PyEval_GetGlobals();
    if (*place_of(scope) == scope) {
        return false;
    }
    int64_t seen = look(args, number);
    bool by_itself = seen & HAS_TRACED && row->flags & UNTRACED;
    bool idle = !seen && row->flags & TRACED;
    return !by_itself && !idle;
}

/* The listener's answer; null with an exception. */
static Object *ask(Object *callable, Object *const *args, int64_t positional, int64_t number,
                   Object *names) {
    Object *all[number + 1];
    all[0] = callable;
    memcpy(&all[1], args, (size_t)number * sizeof *args);
    return PyObject_Vectorcall(listener, all, positional + 1, names);
}

/* Nobody hears: after some time the slots are turned back. */
static void count_unheard(void) {
    if (++unheard == PATIENCE) {
        Py_DecRef(PyObject_Vectorcall(silencer, NULL, 0, NULL));
    }
}

static Object *tuple_of(Object *const *args, int64_t number) {
    Object *made = PyTuple_New(number);
    for (int64_t i = 0; made && i < number; i++) {
        Py_IncRef(args[i]);
        PyTuple_SetItem(made, i, args[i]);
    }
    return made;
}

static Object *dict_of(Object *names, int64_t number, Object *const *values) {
    Object *made = PyDict_New();
    for (int64_t i = 0; made && i < number; i++) {
        PyDict_SetItem(made, PyTuple_GetItem(names, i), values[i]);
    }
    return made;
}

/* Call as the interpreter does what has nothing in its slot: with a tuple and a dict. The
slot is empty meanwhile, as some callables look there themselves. */
static Object *call_slowly(void **slot, Object *callable, Object *const *args,
                           int64_t positional, Object *names, int64_t named) {
    Object *values = tuple_of(args, positional);
    Object *options = named ? dict_of(names, named, args + positional) : NULL;
    Object *result = NULL;
    if (values && (options || !named)) {
        Call *call = (Call *)PyType_GetSlot(callable->type, TP_CALL);
        *slot = NULL;
        result = call(callable, values, options);
        *slot = turned ? (void *)ft_call : NULL;
    }
    Py_DecRef(values);
    Py_DecRef(options);
    return result;
}

Object *ft_call(Object *callable, Object *const *args, int64_t nargsf, Object *names) {
    const Row *row = find(callable);
    int64_t positional = nargsf & INT64_MAX; /* the highest bit is a flag */
    int64_t named = names ? ((Sized *)names)->size : 0;
    if (!listening) {
        count_unheard();
    } else if (wants_call(row, args, positional + named)) {
        Object *answer = ask(callable, args, positional, positional + named, names);
        if (answer != decline) {
            return answer;
        }
        Py_DecRef(answer);
    }
    if (!row->old) {
        return call_slowly(row->slot, callable, args, positional, names, named);
    }
    return row->old(callable, args, nargsf, names);
}

/* The method that a builtin is, if it is listed. */
static Object *method_of(const Builtin *builtin) {
    for (uintptr_t i = (uintptr_t)builtin->definition >> 4;; i++) {
        const Definition *found = &definitions[i & (uintptr_t)definition_mask];
        if (!found->address || found->address == builtin->definition) {
            return found->method;
        }
    }
}

/* What there is among the elements of a tuple. */
static int64_t look_into(Object *args) {
    int64_t seen = 0;
    for (int64_t i = 0; i < ((Sized *)args)->size; i++) {
        Object *item = PyTuple_GetItem(args, i);
        seen |= look(&item, 1);
    }
    return seen;
}

/* The listener's answer to a call with a tuple, after `count` others, and a dict; null with
an exception. */
static Object *ask_with(Object *const *first, int64_t count, Object *args, Object *options) {
    int64_t number = ((Sized *)args)->size;
    Object *all = PyTuple_New(count + number);
    for (int64_t i = 0; all && i < count + number; i++) {
        Object *item = i < count ? first[i] : PyTuple_GetItem(args, i - count);
        Py_IncRef(item);
        PyTuple_SetItem(all, i, item);
    }
    Object *answer = all ? PyObject_Call(listener, all, options) : NULL;
    Py_DecRef(all);
    return answer;
}

Object *ft_bound(Object *callable, Object *args, Object *options) {
    const Builtin *builtin = (const Builtin *)callable;
    Object *method = listening ? method_of(builtin) : NULL;
    if (method && (options || look_into(args) & HAS_TRACED)) {
        Object *first[] = {method, builtin->self};
        Object *answer = ask_with(first, 2, args, options);
        if (answer != decline) {
            return answer;
        }
        Py_DecRef(answer);
    }
    return call_builtin(callable, args, options);
}

Object *ft_typed(Object *callable, Object *args, Object *options) {
    const Kind *kind = kinds;
    while (kind->type != callable->type) {
        kind++;
    }
    if (listening && (options || look_into(args))) {
        Object *answer = ask_with(&callable, 1, args, options);
        if (answer != decline) {
            return answer;
        }
        Py_DecRef(answer);
    }
    return kind->call(callable, args, options);
}
