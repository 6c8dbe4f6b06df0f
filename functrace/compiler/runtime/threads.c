/* Threads that share the chunks of a large loop.

A *region* is a loop that runs. Its chunks are claimed one by one from a counter, by the
thread that came with the loop and by *workers*, which sleep between regions. Workers enter a
region through a gate, which is open while chunks may be left; who came with it closes the
gate and waits until all workers have left.

One region runs at a time: a loop that comes meanwhile, from another thread, is run by that
thread alone. Which thread runs a chunk changes nothing about its results.

Before a process forks its workers end, so that it has no threads then that its child would
lack; others start with the next region. */

#include "runtime.h"

#define SPIN 20000 /* nanoseconds that a thread waits awake */
#define ROUNDS 16  /* pauses between looks at the clock */
#define WOKEN 2    /* workers that each one wakes: that is fast */
#define LONGEST 64 /* regions without workers, at most, after workers were of no use */
#define LONG 128   /* chunks of what lasts longer than turns of processes: always shared */
#define GAIN 8     /* the part of its work that a region saves if workers are of use */
#define OPAQUE 128 /* bytes that a mutex, a condition or a set of signals fits in */
#define LINE 128   /* bytes that processors exchange at once, or two of them */

extern _Atomic int64_t ft_threads; /* how many may share a loop; at most THREADS_MOST */

extern const int32_t ft_clock_time, ft_clock_work; /* clocks: of the world, of a thread */
extern const int32_t ft_signals_block, ft_signals_set; /* what to do with a set of them */

typedef struct { _Alignas(LINE) char bytes[OPAQUE]; } Opaque;
typedef struct { int64_t seconds, nanoseconds; } Time;
typedef void *Thread;

int32_t getpid(void);
int32_t clock_gettime(int32_t clock, Time *time);
int32_t pthread_create(Thread *thread, const void *options, void *(*function)(void *),
                       void *argument);
int32_t pthread_join(Thread thread, void **result);
int32_t pthread_sigmask(int32_t how, const Opaque *signals, Opaque *before);
int32_t pthread_mutex_init(Opaque *mutex, const void *options);
int32_t pthread_mutex_lock(Opaque *mutex);
int32_t pthread_mutex_unlock(Opaque *mutex);
int32_t pthread_cond_init(Opaque *condition, const void *options);
int32_t pthread_cond_wait(Opaque *condition, Opaque *mutex);
int32_t pthread_cond_signal(Opaque *condition);

_Alignas(LINE) static _Atomic int32_t lock; /* the process whose region runs, or 0 */
static int32_t process;                     /* the one that the workers belong to */
static int64_t workers;
static Thread ids[THREADS_MOST];
static _Atomic int32_t dismissed; /* whether they are to end */
static _Atomic int64_t penalty;   /* as many regions without workers */
static int64_t alone;             /* of which so many are to come */

static struct { /* the region */
    _Alignas(LINE) Chunk *chunk;
    void *context;
    int64_t chunks;
    int64_t mode;           /* of its floating-point arithmetic */
    _Atomic int64_t places; /* workers that may be in it at once */
} region;

_Alignas(LINE) static _Atomic int64_t gate;   /* twice those in it; 1 more: it is open */
_Alignas(LINE) static _Atomic int64_t next;   /* the chunk to claim */
_Alignas(LINE) static _Atomic int64_t number; /* of the region */
static _Atomic int64_t work_done;             /* time that processors spent on it */
static _Atomic int64_t sleepers;
static _Atomic int32_t waiting; /* whether who came with it sleeps */
static Opaque mutex, begun, ended;

/* -- waiting -- */

static int64_t now(int32_t clock) {
    Time time;
    clock_gettime(clock, &time);
    return time.seconds * 1000000000 + time.nanoseconds;
}

/* Wait awake until a variable is, or is no longer, what it is compared with. */
static bool spin(_Atomic int64_t *variable, int64_t value, bool wanted) {
    int64_t start = now(ft_clock_time);
    do {
        for (int i = 0; i < ROUNDS; i++) {
            if ((atomic_load_explicit(variable, memory_order_acquire) == value) == wanted) {
                return true;
            }
            ft_pause();
        }
    } while (now(ft_clock_time) - start < SPIN);
    return false;
}

/* Whoever is on the way to sleep looks at what it waits for while it holds the mutex: after
this it has seen the change, or it sleeps. */
static void pass_mutex(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

/* Wake up to so many workers. */
static void wake(int64_t count) {
    int64_t asleep = atomic_load(&sleepers);
    int64_t woken = asleep < count ? asleep : count;
    if (woken == 0) {
        return;
    }
    pass_mutex();
    for (int64_t i = 0; i < woken; i++) {
        pthread_cond_signal(&begun);
    }
}

/* Sleep until a region comes with another number. */
static void sleep_through(int64_t seen) {
    pthread_mutex_lock(&mutex);
    atomic_fetch_add(&sleepers, 1);
    while (atomic_load(&number) == seen) {
        pthread_cond_wait(&begun, &mutex);
    }
    atomic_fetch_sub(&sleepers, 1);
    pthread_mutex_unlock(&mutex);
}

/* Wait until all workers have left. */
static void wait_for_workers(void) {
    if (spin(&gate, 0, true)) {
        return;
    }
    atomic_store(&waiting, 1);
    pthread_mutex_lock(&mutex);
    while (atomic_load(&gate)) {
        pthread_cond_wait(&ended, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    atomic_store(&waiting, 0);
}

/* -- workers -- */

/* Claim chunks and run them until none is left. Where one raised, or a signal says so, the
thread that came with the region ends it. */
static void work(bool own, bool checks) {
    int64_t start = now(ft_clock_work), last = 0;
    Chunk *chunk = region.chunk;
    void *context = region.context;
    int64_t chunks = region.chunks;
    for (;;) {
        int64_t i = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
        if (i >= chunks) {
            break;
        }
        chunk(context, i);
        if (own && (ft_has_raised() || (checks && ft_check_signals(&last)))) {
            ft_end_helpers(1);
            atomic_store(&next, chunks);
        }
    }
    int64_t spent = now(ft_clock_work) - start;
    atomic_fetch_add_explicit(&work_done, spent, memory_order_relaxed);
}

static bool enter(void) {
    int64_t found = atomic_load_explicit(&gate, memory_order_acquire);
    do {
        int64_t places = atomic_load_explicit(&region.places, memory_order_relaxed);
        if (!(found & 1) || found >> 1 >= places) {
            return false;
        }
    } while (!atomic_compare_exchange_strong_explicit(
        &gate, &found, found + 2, memory_order_acq_rel, memory_order_acquire));
    return true;
}

static void leave(void) {
    bool last = atomic_fetch_sub(&gate, 2) == 2;
    if (last && atomic_load(&waiting)) {
        pass_mutex();
        pthread_cond_signal(&ended);
    }
}

static void *worker(void *unused) {
    for (;;) {
        int64_t seen = atomic_load(&number);
        if (atomic_load(&dismissed)) {
            return unused;
        }
        if (enter()) {
            wake(WOKEN);
            ft_set_mode(region.mode);
            work(false, false);
            leave();
        }
        bool quiet = !atomic_load_explicit(&penalty, memory_order_relaxed);
        if (!quiet || !spin(&number, seen, false)) { /* else others need the processors */
            sleep_through(seen);
        }
    }
}

/* Start workers until there are so many. They take no signals, which are Python's. */
static void start(int64_t wanted) {
    if (workers >= wanted) {
        return;
    }
    Opaque all, usual;
    memset(&all, -1, sizeof all);
    pthread_sigmask(ft_signals_block, &all, &usual);
    while (workers < wanted && !pthread_create(&ids[workers], NULL, worker, NULL)) {
        workers++;
    }
    pthread_sigmask(ft_signals_set, &usual, NULL);
}

/* -- regions -- */

/* A process made by fork has no workers, whatever the state of its parent was. */
static void begin_process(int32_t its_number) {
    workers = 0;
    atomic_store(&dismissed, 0);
    atomic_store_explicit(&penalty, 0, memory_order_relaxed);
    alone = 0;
    atomic_store_explicit(&gate, 0, memory_order_relaxed);
    atomic_store_explicit(&sleepers, 0, memory_order_relaxed);
    atomic_store_explicit(&waiting, 0, memory_order_relaxed);
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&begun, NULL);
    pthread_cond_init(&ended, NULL);
    process = its_number;
}

/* Whether there is no region of this process: then none begins before the lock is opened. */
static bool take_lock(void) {
    int32_t caller = getpid();
    int32_t holder = atomic_load_explicit(&lock, memory_order_relaxed);
    if (holder == caller ||
        !atomic_compare_exchange_strong_explicit(&lock, &holder, caller, memory_order_acq_rel,
                                                 memory_order_relaxed)) {
        return false;
    }
    if (process != caller) {
        begin_process(caller);
    }
    return true;
}

static void open_lock(void) { atomic_store_explicit(&lock, 0, memory_order_release); }

/* Remember whether workers were of use. They are not where other processes need the
processors: then no less time goes by than one thread would have worked. */
static void judge(int64_t time) {
    int64_t spent = atomic_load_explicit(&work_done, memory_order_relaxed);
    int64_t before = atomic_load_explicit(&penalty, memory_order_relaxed);
    int64_t after = before / 4;
    if (time >= spent - spent / GAIN) {
        after = before ? 2 * before : 1;
        after = after < LONGEST ? after : LONGEST;
    }
    atomic_store_explicit(&penalty, after, memory_order_relaxed);
    alone = after;
}

static void share(Chunk *chunk, void *context, int64_t chunks, int64_t places) {
    region.mode = ft_mode();
    region.chunk = chunk;
    region.context = context;
    region.chunks = chunks;
    atomic_store_explicit(&region.places, places, memory_order_relaxed);
    atomic_store_explicit(&next, 0, memory_order_relaxed);
    atomic_store_explicit(&work_done, 0, memory_order_relaxed);
    ft_end_helpers(0);
    atomic_store(&gate, 1);
    atomic_fetch_add(&number, 1);
    int64_t begin = now(ft_clock_time);
    wake(WOKEN);
    work(true, chunks >= LONG);
    if (atomic_fetch_sub(&gate, 1) != 1) {
        wait_for_workers();
    }
    ft_end_helpers(0); /* others than these may look at it later */
    if (chunks < LONG) {
        judge(now(ft_clock_time) - begin);
    }
}

/* Whether a loop is shared; if so the lock is taken. */
static bool is_shared(int64_t threads, int64_t chunks) {
    if (threads < 2 || !take_lock()) {
        return false;
    }
    if (alone && chunks < LONG) {
        alone--;
        open_lock();
        return false;
    }
    return true;
}

/* Call `chunk(context, i)` for each number below `chunks`; all have returned afterwards.
Where that takes long a signal may end it before all are called, with an exception. */
void ft_parallel(Chunk *chunk, void *context, int64_t chunks) {
    int64_t most = atomic_load_explicit(&ft_threads, memory_order_relaxed);
    int64_t threads = most < chunks ? most : chunks;
    if (is_shared(threads, chunks)) {
        start(threads - 1);
        share(chunk, context, chunks, threads - 1);
        open_lock();
        return;
    }
    bool checks = threads < 2 && chunks >= LONG; /* else it may be a worker's */
    int64_t last = 0;
    for (int64_t i = 0; i < chunks; i++) {
        chunk(context, i);
        if (checks && ft_check_signals(&last)) {
            return;
        }
    }
}

/* End the threads that wait for such calls, if there is none. */
void ft_dismiss(void) {
    if (!take_lock()) {
        return;
    }
    if (workers) {
        atomic_store(&dismissed, 1);
        atomic_fetch_add(&number, 1);
        wake(workers);
        for (int64_t i = 0; i < workers; i++) {
            pthread_join(ids[i], NULL);
        }
        workers = 0;
        atomic_store(&dismissed, 0);
    }
    open_lock();
}
