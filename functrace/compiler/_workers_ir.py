"""What threads that share loops do, in LLVM: wait, claim chunks, begin and end.

The variables that they refer to are those of `functrace.compiler._threads_ir`.
"""

from __future__ import annotations

import signal
import time

_SPIN = 20_000  # nanoseconds that a thread waits awake
_ROUNDS = 16  # pauses between looks at the clock
OBJECT = 128  # bytes that a mutex, a condition or a set of signals fits in
# Numbers of this platform; where there are none there are no such threads either.
TIME = getattr(time, "CLOCK_MONOTONIC", 0)
_WORK = getattr(time, "CLOCK_THREAD_CPUTIME_ID", 0)
_BLOCK = int(getattr(signal, "SIG_BLOCK", 0))
_SET = int(getattr(signal, "SIG_SETMASK", 0))

WAITING = f"""
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
  %start = call i64 @now(i32 {TIME})
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
  %time = call i64 @now(i32 {TIME})
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

WORKERS = f"""
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
  %all = alloca [{OBJECT} x i8], align 16
  %usual = alloca [{OBJECT} x i8], align 16
  %first = load i64, ptr @workers
  %missing = icmp ult i64 %first, %wanted
  br i1 %missing, label %block, label %done
block:
  call void @llvm.memset.p0.i64(ptr %all, i8 -1, i64 {OBJECT}, i1 false)
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
