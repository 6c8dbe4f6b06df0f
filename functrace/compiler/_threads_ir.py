"""Threads that share the chunks of a large loop, in LLVM.

A *region* is a loop that runs. Its chunks are claimed one by one from a counter, by the
thread that came with the loop and by *workers*, which sleep between regions. Workers
enter a region through a gate, which is open while chunks may be left; who came with it
closes the gate and waits until all workers have left.

One region runs at a time: a loop that comes meanwhile, from another thread, is run by
that thread alone. Which thread runs a chunk changes nothing about its results.

Before a process forks its workers end, so that it has no threads then that its child
would lack; others start with the next region.
"""

from __future__ import annotations

import signal
import time
from typing import NamedTuple


class _Processor(NamedTuple):
    """Instructions that LLVM has no common name for.

    Attributes
    ----------
    declarations : str
    pause : str
        For loops that wait.
    save, restore : str
        Store the mode of floating-point arithmetic in ``@mode``, and set it: what
        happens to denormal numbers, above all.
    """

    declarations: str
    pause: str
    save: str
    restore: str


_X86 = _Processor(
    """declare void @llvm.x86.sse2.pause()
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)""",
    "call void @llvm.x86.sse2.pause()",
    "call void @llvm.x86.sse.stmxcsr(ptr @mode)",
    "call void @llvm.x86.sse.ldmxcsr(ptr @mode)",
)
_ARM = _Processor(
    """declare void @llvm.aarch64.hint(i32)
declare i64 @llvm.aarch64.get.fpcr()
declare void @llvm.aarch64.set.fpcr(i64)""",
    "call void @llvm.aarch64.hint(i32 1)",
    """%mode = call i64 @llvm.aarch64.get.fpcr()
  store i64 %mode, ptr @mode""",
    """%mode = load i64, ptr @mode
  call void @llvm.aarch64.set.fpcr(i64 %mode)""",
)
_OTHER = _Processor("", "", "", "")
_PROCESSORS = {"x86_64": _X86, "amd64": _X86, "aarch64": _ARM, "arm64": _ARM}
_SPIN = 20_000  # nanoseconds that a thread waits awake
_LONGEST = 64  # regions without workers, at most, after workers were of no use
_LONG = 128  # chunks of regions that last longer than turns of processes: always shared
_GAIN = 8  # the part of its work by which a region is shorter if workers are of use
# Numbers of this platform; where there are none there are no such threads either.
_TIME = getattr(time, "CLOCK_MONOTONIC", 0)
_WORK = getattr(time, "CLOCK_THREAD_CPUTIME_ID", 0)
_BLOCK = int(getattr(signal, "SIG_BLOCK", 0))
_SET = int(getattr(signal, "SIG_SETMASK", 0))
_ROUNDS = 16  # pauses between looks at the clock
_OBJECT = 128  # bytes that a mutex, a condition or a set of signals fits in


def serial_ir() -> str:
    """Text of ``ft_parallel`` where there are no threads."""
    return f"{_SERIAL}\n{_ENTRY_WITHOUT_THREADS}"


def threads_ir(machine: str, most: int) -> str:
    """Text of ``ft_parallel(fn, context, chunks)`` and ``ft_dismiss()`` for a processor.

    The first calls ``fn(context, chunk)`` for each chunk, and returns once all have
    returned. The variable ``ft_threads``, an ``i64``, says how many threads may do so, at
    most `most`. The second ends the threads that wait for such calls, if there is none.
    """
    processor = _PROCESSORS.get(machine.lower(), _OTHER)
    parts = [_VARIABLES, processor.declarations, _SERIAL, _WAITING, _WORKERS, _ENTRIES]
    text = "\n".join(parts).replace("PAUSE", processor.pause).replace("MOST", str(most))
    return text.replace("SAVE", processor.save).replace("LOAD", processor.restore)


_SERIAL = """
define internal void @serial(ptr %fn, ptr %context, i64 %chunks) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void %fn(ptr %context, i64 %i)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %chunks
  br i1 %again, label %loop, label %done
done:
  ret void
}"""

_ENTRY_WITHOUT_THREADS = """
define void @ft_parallel(ptr %fn, ptr %context, i64 %chunks) nounwind {
  call void @serial(ptr %fn, ptr %context, i64 %chunks)
  ret void
}"""

_VARIABLES = f"""
@ft_threads = external global i64

@lock = internal global i32 0, align 128        ; the process whose region runs, or 0
@process = internal global i32 0                ; the one that the workers belong to
@workers = internal global i64 0
@ids = internal global [MOST x ptr] zeroinitializer
@dismissed = internal global i32 0              ; whether they are to end
@penalty = internal global i64 0                ; as many regions without workers
@alone = internal global i64 0                  ; of which so many are to come

@fn = internal global ptr null, align 128       ; the region
@context = internal global ptr null
@chunks = internal global i64 0
@mode = internal global i64 0                   ; of its floating-point arithmetic
@places = internal global i64 0                 ; workers that may be in it at once
@gate = internal global i64 0, align 128        ; twice those in it; 1 more: it is open
@next = internal global i64 0, align 128        ; the chunk to claim
@region = internal global i64 0, align 128      ; its number
@work.done = internal global i64 0               ; time that processors spent
@sleepers = internal global i64 0
@waiting = internal global i32 0                ; whether who came with it sleeps

@mutex = internal global [{_OBJECT} x i8] zeroinitializer, align 128
@begun = internal global [{_OBJECT} x i8] zeroinitializer, align 128
@ended = internal global [{_OBJECT} x i8] zeroinitializer, align 128

declare i32 @getpid()
declare i32 @clock_gettime(i32, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(ptr, ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
"""

_WAITING = f"""
define internal i64 @now(i32 %clock) nounwind {{
  %place = alloca [2 x i64]
  %status = call i32 @clock_gettime(i32 %clock, ptr %place)
  %seconds = load i64, ptr %place
  %rest.place = getelementptr i64, ptr %place, i64 1
  %rest = load i64, ptr %rest.place
  %whole = mul i64 %seconds, 1000000000
  %time = add i64 %whole, %rest
  ret i64 %time
}}

; Wait awake until a variable is (1), or is no longer (0), what it is compared with.
define internal i1 @spin(ptr %variable, i64 %value, i1 %wanted) nounwind {{
entry:
  %start = call i64 @now(i32 {_TIME})
  br label %look
look:
  %round = phi i64 [0, %entry], [%round.next, %pause], [0, %clock]
  %found = load atomic i64, ptr %variable acquire, align 8
  %equal = icmp eq i64 %found, %value
  %over = icmp eq i1 %equal, %wanted
  br i1 %over, label %done, label %pause
pause:
  PAUSE
  %round.next = add i64 %round, 1
  %again = icmp ult i64 %round.next, {_ROUNDS}
  br i1 %again, label %look, label %clock
clock:
  %time = call i64 @now(i32 {_TIME})
  %spent = sub i64 %time, %start
  %patient = icmp ult i64 %spent, {_SPIN}
  br i1 %patient, label %look, label %done
done:
  %result = phi i1 [true, %look], [false, %clock]
  ret i1 %result
}}

; Wake up to so many workers. They may be on their way to sleep: they look at the region's
; number while they hold the mutex.
define internal void @wake(i64 %count) nounwind {{
entry:
  %sleepers = load atomic i64, ptr @sleepers seq_cst, align 8
  %fewer = icmp ult i64 %sleepers, %count
  %number = select i1 %fewer, i64 %sleepers, i64 %count
  %none = icmp eq i64 %number, 0
  br i1 %none, label %done, label %locked
locked:
  %status = call i32 @pthread_mutex_lock(ptr @mutex)
  %status2 = call i32 @pthread_mutex_unlock(ptr @mutex)
  br label %signal
signal:
  %i = phi i64 [0, %locked], [%next, %signal]
  %status3 = call i32 @pthread_cond_signal(ptr @begun)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %number
  br i1 %again, label %signal, label %done
done:
  ret void
}}

; Sleep until a region comes with another number.
define internal void @sleep(i64 %seen) nounwind {{
entry:
  %status = call i32 @pthread_mutex_lock(ptr @mutex)
  %before = atomicrmw add ptr @sleepers, i64 1 seq_cst
  br label %look
look:
  %region = load atomic i64, ptr @region seq_cst, align 8
  %same = icmp eq i64 %region, %seen
  br i1 %same, label %wait, label %done
wait:
  %status2 = call i32 @pthread_cond_wait(ptr @begun, ptr @mutex)
  br label %look
done:
  %after = atomicrmw sub ptr @sleepers, i64 1 seq_cst
  %status3 = call i32 @pthread_mutex_unlock(ptr @mutex)
  ret void
}}

; Wait until all workers have left.
define internal void @wait_for_workers() nounwind {{
entry:
  %soon = call i1 @spin(ptr @gate, i64 0, i1 true)
  br i1 %soon, label %done, label %late
late:
  store atomic i32 1, ptr @waiting seq_cst, align 4
  %status = call i32 @pthread_mutex_lock(ptr @mutex)
  br label %look
look:
  %inside = load atomic i64, ptr @gate seq_cst, align 8
  %left = icmp eq i64 %inside, 0
  br i1 %left, label %awake, label %wait
wait:
  %status2 = call i32 @pthread_cond_wait(ptr @ended, ptr @mutex)
  br label %look
awake:
  %status3 = call i32 @pthread_mutex_unlock(ptr @mutex)
  store atomic i32 0, ptr @waiting seq_cst, align 4
  br label %done
done:
  ret void
}}"""

_WORKERS = f"""
; Claim chunks and run them until none is left.
define internal void @work() nounwind {{
entry:
  %start = call i64 @now(i32 {_WORK})
  %fn = load ptr, ptr @fn
  %context = load ptr, ptr @context
  %chunks = load i64, ptr @chunks
  br label %claim
claim:
  %i = atomicrmw add ptr @next, i64 1 monotonic
  %exists = icmp ult i64 %i, %chunks
  br i1 %exists, label %run, label %done
run:
  call void %fn(ptr %context, i64 %i)
  br label %claim
done:
  %end = call i64 @now(i32 {_WORK})
  %work = sub i64 %end, %start
  %before = atomicrmw add ptr @work.done, i64 %work monotonic
  ret void
}}

define internal i1 @enter() nounwind {{
entry:
  %first = load atomic i64, ptr @gate acquire, align 8
  br label %look
look:
  %gate = phi i64 [%first, %entry], [%found, %try]
  %open = and i64 %gate, 1
  %closed = icmp eq i64 %open, 0
  br i1 %closed, label %outside, label %count
count:
  %inside = lshr i64 %gate, 1
  %places = load atomic i64, ptr @places monotonic, align 8
  %room = icmp ult i64 %inside, %places
  br i1 %room, label %try, label %outside
try:
  %more = add i64 %gate, 2
  %pair = cmpxchg ptr @gate, i64 %gate, i64 %more acq_rel acquire
  %found = extractvalue {{i64, i1}} %pair, 0
  %done = extractvalue {{i64, i1}} %pair, 1
  br i1 %done, label %entered, label %look
entered:
  ret i1 true
outside:
  ret i1 false
}}

define internal void @leave() nounwind {{
entry:
  %gate = atomicrmw sub ptr @gate, i64 2 seq_cst
  %last = icmp eq i64 %gate, 2
  br i1 %last, label %look, label %done
look:
  %waiting = load atomic i32, ptr @waiting seq_cst, align 4
  %somebody = icmp ne i32 %waiting, 0
  br i1 %somebody, label %signal, label %done
signal:
  %status = call i32 @pthread_mutex_lock(ptr @mutex)
  %status2 = call i32 @pthread_mutex_unlock(ptr @mutex)
  %status3 = call i32 @pthread_cond_signal(ptr @ended)
  br label %done
done:
  ret void
}}

define internal ptr @worker(ptr %unused) nounwind {{
entry:
  br label %loop
loop:
  %seen = load atomic i64, ptr @region seq_cst, align 8
  %dismissed = load atomic i32, ptr @dismissed seq_cst, align 4
  %over = icmp ne i32 %dismissed, 0
  br i1 %over, label %end, label %try
try:
  %entered = call i1 @enter()
  br i1 %entered, label %inside, label %wait
inside:
  call void @wake(i64 2)                        ; each wakes two more: that is fast
  LOAD
  call void @work()
  call void @leave()
  br label %wait
wait:
  %penalty = load atomic i64, ptr @penalty monotonic, align 8
  %quiet = icmp eq i64 %penalty, 0
  br i1 %quiet, label %awake, label %late       ; else others need the processors
awake:
  %soon = call i1 @spin(ptr @region, i64 %seen, i1 false)
  br i1 %soon, label %loop, label %late
late:
  call void @sleep(i64 %seen)
  br label %loop
end:
  ret ptr null
}}

; Start workers until there are so many. They take no signals, which are Python's.
define internal void @start(i64 %wanted) nounwind {{
entry:
  %all = alloca [{_OBJECT} x i8], align 16
  %usual = alloca [{_OBJECT} x i8], align 16
  %first = load i64, ptr @workers
  %missing = icmp ult i64 %first, %wanted
  br i1 %missing, label %block, label %done
block:
  call void @llvm.memset.p0.i64(ptr %all, i8 -1, i64 {_OBJECT}, i1 false)
  %status = call i32 @pthread_sigmask(i32 {_BLOCK}, ptr %all, ptr %usual)
  br label %loop
loop:
  %count = phi i64 [%first, %block], [%more, %started]
  %id = getelementptr ptr, ptr @ids, i64 %count
  %failed = call i32 @pthread_create(ptr %id, ptr null, ptr @worker, ptr null)
  %good = icmp eq i32 %failed, 0
  br i1 %good, label %started, label %end
started:
  %more = add i64 %count, 1
  store i64 %more, ptr @workers
  %again = icmp ult i64 %more, %wanted
  br i1 %again, label %loop, label %end
end:
  %status3 = call i32 @pthread_sigmask(i32 {_SET}, ptr %usual, ptr null)
  br label %done
done:
  ret void
}}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"""

_ENTRIES = f"""
; A process made by fork has no workers, whatever the state of its parent was.
define internal void @begin_process(i32 %process) nounwind {{
  store i64 0, ptr @workers
  store atomic i32 0, ptr @dismissed seq_cst, align 4
  store atomic i64 0, ptr @penalty monotonic, align 8
  store i64 0, ptr @alone
  store i64 0, ptr @gate
  store i64 0, ptr @sleepers
  store i32 0, ptr @waiting
  %status = call i32 @pthread_mutex_init(ptr @mutex, ptr null)
  %status2 = call i32 @pthread_cond_init(ptr @begun, ptr null)
  %status3 = call i32 @pthread_cond_init(ptr @ended, ptr null)
  store i32 %process, ptr @process
  ret void
}}

; Remember whether workers were of use. They are not where other processes need the
; processors: then no less time goes by than one thread would have worked.
define internal void @judge(i64 %time) nounwind {{
entry:
  %work = load atomic i64, ptr @work.done monotonic, align 8
  %least = udiv i64 %work, {_GAIN}
  %most = sub i64 %work, %least
  %useless = icmp uge i64 %time, %most
  %penalty = load atomic i64, ptr @penalty monotonic, align 8
  %twice = shl i64 %penalty, 1
  %at.least = call i64 @llvm.umax.i64(i64 %twice, i64 1)
  %at.most = call i64 @llvm.umin.i64(i64 %at.least, i64 {_LONGEST})
  %less = lshr i64 %penalty, 2
  %new = select i1 %useless, i64 %at.most, i64 %less
  store atomic i64 %new, ptr @penalty monotonic, align 8
  store i64 %new, ptr @alone
  ret void
}}
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

define internal void @share(ptr %fn, ptr %context, i64 %chunks, i64 %places) nounwind {{
entry:
  SAVE
  store ptr %fn, ptr @fn
  store ptr %context, ptr @context
  store i64 %chunks, ptr @chunks
  store atomic i64 %places, ptr @places monotonic, align 8
  store atomic i64 0, ptr @next monotonic, align 8
  store atomic i64 0, ptr @work.done monotonic, align 8
  store atomic i64 1, ptr @gate seq_cst, align 8
  %before = atomicrmw add ptr @region, i64 1 seq_cst
  %start = call i64 @now(i32 {_TIME})
  call void @wake(i64 2)
  call void @work()
  %closed = atomicrmw sub ptr @gate, i64 1 seq_cst
  %others = icmp ne i64 %closed, 1
  br i1 %others, label %wait, label %done
wait:
  call void @wait_for_workers()
  br label %done
done:
  %short = icmp ult i64 %chunks, {_LONG}
  br i1 %short, label %look, label %over
look:
  %end = call i64 @now(i32 {_TIME})
  %time = sub i64 %end, %start
  call void @judge(i64 %time)
  br label %over
over:
  ret void
}}

; Whether there is no region of this process: then none begins before the lock is opened.
define internal i1 @take_lock() nounwind {{
entry:
  %process = call i32 @getpid()
  %holder = load atomic i32, ptr @lock monotonic, align 4
  %taken = icmp eq i32 %holder, %process
  br i1 %taken, label %failed, label %try
try:
  %pair = cmpxchg ptr @lock, i32 %holder, i32 %process acq_rel monotonic
  %mine = extractvalue {{i32, i1}} %pair, 1
  br i1 %mine, label %check, label %failed
check:
  %old = load i32, ptr @process
  %same = icmp eq i32 %old, %process
  br i1 %same, label %done, label %new
new:
  call void @begin_process(i32 %process)
  br label %done
done:
  ret i1 true
failed:
  ret i1 false
}}

define void @ft_parallel(ptr %fn, ptr %context, i64 %chunks) nounwind {{
entry:
  %threads = load atomic i64, ptr @ft_threads monotonic, align 8
  %limit = call i64 @llvm.umin.i64(i64 %threads, i64 %chunks)
  %several = icmp ugt i64 %limit, 1
  br i1 %several, label %try, label %serial
try:
  %mine = call i1 @take_lock()
  br i1 %mine, label %known, label %serial
known:
  %alone = load i64, ptr @alone
  %some = icmp ne i64 %alone, 0
  %short = icmp ult i64 %chunks, {_LONG}
  %skipped = and i1 %some, %short
  br i1 %skipped, label %skip, label %prepare
skip:
  %less = sub i64 %alone, 1
  store i64 %less, ptr @alone
  store atomic i32 0, ptr @lock release, align 4
  br label %serial
prepare:
  %wanted = sub i64 %limit, 1
  call void @start(i64 %wanted)
  call void @share(ptr %fn, ptr %context, i64 %chunks, i64 %wanted)
  store atomic i32 0, ptr @lock release, align 4
  br label %done
serial:
  call void @serial(ptr %fn, ptr %context, i64 %chunks)
  br label %done
done:
  ret void
}}

define void @ft_dismiss() nounwind {{
entry:
  %mine = call i1 @take_lock()
  br i1 %mine, label %look, label %done
look:
  %workers = load i64, ptr @workers
  %none = icmp eq i64 %workers, 0
  br i1 %none, label %open, label %tell
tell:
  store atomic i32 1, ptr @dismissed seq_cst, align 4
  %before = atomicrmw add ptr @region, i64 1 seq_cst
  call void @wake(i64 %workers)
  br label %loop
loop:
  %i = phi i64 [0, %tell], [%next, %loop]
  %place = getelementptr ptr, ptr @ids, i64 %i
  %id = load ptr, ptr %place
  %status = call i32 @pthread_join(ptr %id, ptr null)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %workers
  br i1 %again, label %loop, label %over
over:
  store i64 0, ptr @workers
  store atomic i32 0, ptr @dismissed seq_cst, align 4
  br label %open
open:
  store atomic i32 0, ptr @lock release, align 4
  br label %done
done:
  ret void
}}"""
