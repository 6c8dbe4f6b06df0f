"""The pool of memory in LLVM: large blocks that were let go of are used again.

The pages of a fresh block cost the kernel as much time as a fused loop takes to fill
them, and malloc gives large blocks back at once. So some are kept, up to a limit.

There is no lock, so that programs may run without the GIL, and a process may be forked at
any time: whoever exchanges a block for null owns it. All else is a hint, or a count.
"""

from __future__ import annotations

import sys

LARGE = 1 << 16
"""Bytes from which on memory is taken from the pool."""

LIMIT = 1 << 28
"""Bytes that the pool holds at most."""

BLOCKS = 64
"""Blocks that the pool holds at most."""

_ALIGNMENT = 64
_HUGE = 1 << 21  # bytes of a huge page; also an alignment that suits them
_HUGE_FROM = 1 << 22  # as NumPy does
_MADV_HUGEPAGE = 14  # of Linux
_HEADER = 16  # bytes before a block: its size, and what malloc returned
_ADVISE = f"""
  %advised = call i32 @madvise(ptr %block, i64 %size, i32 {_MADV_HUGEPAGE})"""


def pool_ir() -> str:
    """Text of the module.

    ``ft_take(size)`` gives a block, or null; ``ft_give(block)`` takes it back;
    ``ft_resize(block, size)`` gives one with the same contents, or null. ``ft_clear()``
    frees what is held, and returns how many bytes that was.
    """
    return f"""
@blocks = internal global [{BLOCKS} x ptr] zeroinitializer
@sizes = internal global [{BLOCKS} x i64] zeroinitializer
@times = internal global [{BLOCKS} x i64] zeroinitializer
@clock = internal global i64 0
@held = internal global i64 0

declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare i32 @madvise(ptr, i64, i32)

define internal i64 @size_of(ptr %block) nounwind {{
  %place = getelementptr i8, ptr %block, i64 -{_HEADER}
  %size = load i64, ptr %place
  ret i64 %size
}}

define internal ptr @fresh(i64 %size) nounwind {{
entry:
  %huge = icmp uge i64 %size, {_HUGE_FROM}
  %alignment = select i1 %huge, i64 {_HUGE}, i64 {_ALIGNMENT}
  %extra = add i64 %alignment, {_HEADER}
  %whole = add i64 %size, %extra
  br label %try
try:
  %raw = call ptr @malloc(i64 %whole)
  %none = icmp eq ptr %raw, null
  br i1 %none, label %no.memory, label %made
no.memory:
  %freed = call i64 @ft_clear()
  %hopeless = icmp eq i64 %freed, 0
  br i1 %hopeless, label %give.up, label %try
give.up:
  ret ptr null
made:
  %start = ptrtoint ptr %raw to i64
  %end = add i64 %start, %extra
  %end.less = sub i64 %end, 1
  %mask = sub i64 0, %alignment
  %address = and i64 %end.less, %mask
  %block = inttoptr i64 %address to ptr
  %size.place = getelementptr i8, ptr %block, i64 -{_HEADER}
  store i64 %size, ptr %size.place
  %raw.place = getelementptr i8, ptr %block, i64 -8
  store ptr %raw, ptr %raw.place
  br i1 %huge, label %advise, label %done
advise:{_ADVISE if sys.platform == "linux" else ""}
  br label %done
done:
  ret ptr %block
}}

define internal void @release(ptr %block) nounwind {{
  %raw.place = getelementptr i8, ptr %block, i64 -8
  %raw = load ptr, ptr %raw.place
  call void @free(ptr %raw)
  ret void
}}

; The block in a place, which is empty then; null if it was.
define internal ptr @take_from(i64 %i) nounwind {{
  %place = getelementptr ptr, ptr @blocks, i64 %i
  %block = atomicrmw xchg ptr %place, ptr null acq_rel
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %count
count:
  %size = call i64 @size_of(ptr %block)
  %before = atomicrmw sub ptr @held, i64 %size acq_rel
  br label %done
done:
  ret ptr %block
}}

define ptr @ft_take(i64 %size) nounwind {{
entry:
  br label %search
search:
  %i = phi i64 [0, %entry], [%i.next, %other]
  %none = icmp eq i64 %i, {BLOCKS}
  br i1 %none, label %make, label %compare
compare:
  %size.place = getelementptr i64, ptr @sizes, i64 %i
  %hint = load atomic i64, ptr %size.place monotonic, align 8
  %fits = icmp eq i64 %hint, %size
  br i1 %fits, label %look, label %other
look:
  %place = getelementptr ptr, ptr @blocks, i64 %i
  %there = load atomic ptr, ptr %place monotonic, align 8
  %gone = icmp eq ptr %there, null
  br i1 %gone, label %other, label %take
take:
  %block = call ptr @take_from(i64 %i)
  %lost = icmp eq ptr %block, null
  br i1 %lost, label %other, label %check
check:
  %actual = call i64 @size_of(ptr %block)
  %right = icmp eq i64 %actual, %size
  br i1 %right, label %found, label %wrong
found:
  ret ptr %block
wrong:
  call void @ft_give(ptr %block)
  br label %other
other:
  %i.next = add i64 %i, 1
  br label %search
make:
  %new = call ptr @fresh(i64 %size)
  ret ptr %new
}}

define void @ft_give(ptr %block) nounwind {{
entry:
  %size = call i64 @size_of(ptr %block)
  %small = icmp ult i64 %size, {LARGE}
  %too.large = icmp ugt i64 %size, {LIMIT}
  %out = or i1 %small, %too.large
  br i1 %out, label %give.back, label %count
count:
  %before = atomicrmw add ptr @held, i64 %size acq_rel
  br label %try
try:
  %tries = phi i64 [0, %count], [%tries.next, %evict]
  %held = load atomic i64, ptr @held acquire, align 8
  %over = icmp ugt i64 %held, {LIMIT}
  br i1 %over, label %full, label %put
put:
  %stored = call i1 @put(ptr %block, i64 %size)
  br i1 %stored, label %kept, label %full
kept:
  ret void
full:
  %enough = icmp eq i64 %tries, {2 * BLOCKS}
  br i1 %enough, label %give.up, label %evict
evict:
  %tries.next = add i64 %tries, 1
  call void @evict()
  br label %try
give.up:
  %before.less = atomicrmw sub ptr @held, i64 %size acq_rel
  br label %give.back
give.back:
  call void @release(ptr %block)
  ret void
}}

; Put a block into an empty place, if there is one.
define internal i1 @put(ptr %block, i64 %size) nounwind {{
entry:
  %now = atomicrmw add ptr @clock, i64 1 monotonic
  br label %search
search:
  %i = phi i64 [0, %entry], [%i.next, %other]
  %none = icmp eq i64 %i, {BLOCKS}
  br i1 %none, label %no.place, label %look
look:
  %place = getelementptr ptr, ptr @blocks, i64 %i
  %there = load atomic ptr, ptr %place monotonic, align 8
  %empty = icmp eq ptr %there, null
  br i1 %empty, label %store, label %other
store:
  %pair = cmpxchg ptr %place, ptr null, ptr %block acq_rel monotonic
  %stored = extractvalue {{ptr, i1}} %pair, 1
  br i1 %stored, label %done, label %other
done:
  %size.place = getelementptr i64, ptr @sizes, i64 %i
  store atomic i64 %size, ptr %size.place monotonic, align 8
  %time.place = getelementptr i64, ptr @times, i64 %i
  store atomic i64 %now, ptr %time.place monotonic, align 8
  ret i1 true
other:
  %i.next = add i64 %i, 1
  br label %search
no.place:
  ret i1 false
}}

; Free the block that has been there for the longest time.
define internal void @evict() nounwind {{
entry:
  br label %search
search:
  %i = phi i64 [0, %entry], [%i.next, %other]
  %oldest = phi i64 [0, %entry], [%oldest.next, %other]
  %least = phi i64 [-1, %entry], [%least.next, %other]
  %all = icmp eq i64 %i, {BLOCKS}
  br i1 %all, label %take, label %other
other:
  %place = getelementptr ptr, ptr @blocks, i64 %i
  %there = load atomic ptr, ptr %place monotonic, align 8
  %full = icmp ne ptr %there, null
  %time.place = getelementptr i64, ptr @times, i64 %i
  %time = load atomic i64, ptr %time.place monotonic, align 8
  %older = icmp ult i64 %time, %least
  %better = and i1 %full, %older
  %oldest.next = select i1 %better, i64 %i, i64 %oldest
  %least.next = select i1 %better, i64 %time, i64 %least
  %i.next = add i64 %i, 1
  br label %search
take:
  %block = call ptr @take_from(i64 %oldest)
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %free
free:
  call void @release(ptr %block)
  br label %done
done:
  ret void
}}

define ptr @ft_resize(ptr %old, i64 %size) nounwind {{
  %new = call ptr @ft_take(i64 %size)
  %none = icmp eq ptr %new, null
  br i1 %none, label %done, label %copy
copy:
  %old.size = call i64 @size_of(ptr %old)
  %shrinks = icmp ult i64 %size, %old.size
  %less = select i1 %shrinks, i64 %size, i64 %old.size
  %same = call ptr @memcpy(ptr %new, ptr %old, i64 %less)
  call void @ft_give(ptr %old)
  br label %done
done:
  ret ptr %new
}}

define i64 @ft_clear() nounwind {{
entry:
  br label %next
next:
  %i = phi i64 [0, %entry], [%i.next, %done]
  %freed = phi i64 [0, %entry], [%freed.next, %done]
  %all = icmp eq i64 %i, {BLOCKS}
  br i1 %all, label %end, label %take
take:
  %block = call ptr @take_from(i64 %i)
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %free
free:
  %size = call i64 @size_of(ptr %block)
  %more = add i64 %freed, %size
  call void @release(ptr %block)
  br label %done
done:
  %freed.next = phi i64 [%freed, %take], [%more, %free]
  %i.next = add i64 %i, 1
  br label %next
end:
  ret i64 %freed
}}
"""
