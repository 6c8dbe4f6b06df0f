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

from typing import NamedTuple

from functrace.compiler._workers_ir import OBJECT, TIME, WAITING, WORKERS


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
_LONGEST = 64  # regions without workers, at most, after workers were of no use
_LONG = 128  # chunks of regions that last longer than turns of processes: always shared
_GAIN = 8  # the part of its work by which a region is shorter if workers are of use


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
    parts = [_VARIABLES, processor.declarations, _SERIAL, WAITING, WORKERS, _ENTRIES]
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

@mutex = internal global [{OBJECT} x i8] zeroinitializer, align 128
@begun = internal global [{OBJECT} x i8] zeroinitializer, align 128
@ended = internal global [{OBJECT} x i8] zeroinitializer, align 128

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
  %start = call i64 @now(i32 {TIME})
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
  %end = call i64 @now(i32 {TIME})
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
