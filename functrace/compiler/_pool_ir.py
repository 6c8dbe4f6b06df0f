"""The memory of large results in LLVM: blocks that were let go of are used again.

The pages of a fresh block cost the kernel as much time as a fused loop takes to fill
them, and malloc gives large blocks back at once. So the newest few are kept, up to a
limit. NumPy calls these functions with the GIL held, through a handler of its own
(NEP 49): the arrays own their data as all others do.
"""

from __future__ import annotations

import sys

LARGE = 1 << 16
"""Bytes from which on a result is taken from the pool."""

LIMIT = 1 << 28
"""Bytes that the pool holds at most."""

BLOCKS = 32
"""Blocks that the pool holds at most."""

_HUGE = 1 << 21  # bytes of a huge page; also an alignment that suits them
_HUGE_FROM = 1 << 22  # as NumPy does
_MADV_HUGEPAGE = 14  # of Linux
_ADVISE = f"""
  %advised = call i32 @madvise(ptr %block, i64 %size, i32 {_MADV_HUGEPAGE})"""


def pool_ir() -> str:
    """Text of the module: ``pool_start``, to be called once, and ``pooled_array``.

    ``pooled_array(dtype, ndim, shape)`` makes a new array; its memory is taken from the
    pool if there is a block of its size, and goes there in the end. The blocks are a
    ring: the oldest makes room for the newest.
    """
    advise = _ADVISE if sys.platform == "linux" else ""
    return f"""
@blocks = internal global [{BLOCKS} x ptr] zeroinitializer
@sizes = internal global [{BLOCKS} x i64] zeroinitializer
@next = internal global i64 0
@held = internal global i64 0

; NumPy's PyDataMem_Handler: name, version, context and four functions.
@functions = internal global {{[10 x i8], [117 x i8], i8, ptr, ptr, ptr, ptr, ptr}} {{
  [10 x i8] c"functrace\\00", [117 x i8] zeroinitializer, i8 1, ptr null,
  ptr @pool_malloc, ptr @pool_calloc, ptr @pool_realloc, ptr @pool_free}}
@handler = internal global ptr null
@handler.name = internal constant [12 x i8] c"mem_handler\\00"
@PyArray_Type = external global i8

declare ptr @PyCapsule_New(ptr, ptr, ptr)
declare ptr @PyDataMem_SetHandler(ptr)
declare ptr @PyArray_NewFromDescr(ptr, ptr, i32, ptr, ptr, ptr, i32, ptr)
declare void @PyErr_Fetch(ptr, ptr, ptr)
declare void @PyErr_Restore(ptr, ptr, ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare i32 @posix_memalign(ptr, i64, i64)
declare i32 @madvise(ptr, i64, i32)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)

define ptr @pool_start() nounwind {{
  %capsule = call ptr @PyCapsule_New(ptr @functions, ptr @handler.name, ptr null)
  store ptr %capsule, ptr @handler
  ret ptr %capsule
}}

define ptr @pooled_array(ptr %dtype, i32 %ndim, ptr %shape) nounwind {{
  %type.place = alloca ptr
  %value.place = alloca ptr
  %trace.place = alloca ptr
  %handler = load ptr, ptr @handler
  %usual = call ptr @PyDataMem_SetHandler(ptr %handler)
  %error = icmp eq ptr %usual, null
  br i1 %error, label %raise, label %make
raise:
  ret ptr null
make:
  call void @Py_IncRef(ptr %dtype)
  %new = call ptr @PyArray_NewFromDescr(ptr @PyArray_Type, ptr %dtype, i32 %ndim,
      ptr %shape, ptr null, ptr null, i32 0, ptr null)
  call void @PyErr_Fetch(ptr %type.place, ptr %value.place, ptr %trace.place)
  %ours = call ptr @PyDataMem_SetHandler(ptr %usual)
  call void @Py_DecRef(ptr %ours)
  call void @Py_DecRef(ptr %usual)
  %type = load ptr, ptr %type.place
  %value = load ptr, ptr %value.place
  %trace = load ptr, ptr %trace.place
  call void @PyErr_Restore(ptr %type, ptr %value, ptr %trace)
  ret ptr %new
}}

define internal ptr @pool_malloc(ptr %context, i64 %size) nounwind {{
entry:
  br label %search
search:
  %i = phi i64 [0, %entry], [%i.next, %other]
  %none = icmp eq i64 %i, {BLOCKS}
  br i1 %none, label %fresh, label %compare
compare:
  %size.place = getelementptr i64, ptr @sizes, i64 %i
  %this.size = load i64, ptr %size.place
  %fits = icmp eq i64 %this.size, %size
  br i1 %fits, label %take, label %other
other:
  %i.next = add i64 %i, 1
  br label %search
take:
  %block.place = getelementptr ptr, ptr @blocks, i64 %i
  %kept = load ptr, ptr %block.place
  store ptr null, ptr %block.place
  store i64 0, ptr %size.place
  %held = load i64, ptr @held
  %held.less = sub i64 %held, %size
  store i64 %held.less, ptr @held
  ret ptr %kept
fresh:
  %place = alloca ptr
  %huge = icmp uge i64 %size, {_HUGE_FROM}
  %alignment = select i1 %huge, i64 {_HUGE}, i64 64
  %error = call i32 @posix_memalign(ptr %place, i64 %alignment, i64 %size)
  %good = icmp eq i32 %error, 0
  br i1 %good, label %made, label %no.memory
made:
  %block = load ptr, ptr %place
  br i1 %huge, label %advise, label %done
advise:{advise}
  br label %done
done:
  ret ptr %block
no.memory:
  ret ptr null
}}

define internal void @evict(i64 %i) nounwind {{
  %block.place = getelementptr ptr, ptr @blocks, i64 %i
  %block = load ptr, ptr %block.place
  %size.place = getelementptr i64, ptr @sizes, i64 %i
  %size = load i64, ptr %size.place
  store ptr null, ptr %block.place
  store i64 0, ptr %size.place
  %held = load i64, ptr @held
  %held.less = sub i64 %held, %size
  store i64 %held.less, ptr @held
  call void @free(ptr %block)
  ret void
}}

define internal void @pool_free(ptr %context, ptr %block, i64 %size) nounwind {{
entry:
  %next = load i64, ptr @next
  %small = icmp ult i64 %size, {LARGE}
  %too.large = icmp ugt i64 %size, {LIMIT}
  %out = or i1 %small, %too.large
  br i1 %out, label %give.back, label %room
give.back:
  call void @free(ptr %block)
  ret void
room:
  %i = phi i64 [%next, %entry], [%i.next, %room]
  call void @evict(i64 %i)
  %i.plus = add i64 %i, 1
  %i.next = urem i64 %i.plus, {BLOCKS}
  %held = load i64, ptr @held
  %held.more = add i64 %held, %size
  %over = icmp ugt i64 %held.more, {LIMIT}
  br i1 %over, label %room, label %keep
keep:
  %block.place = getelementptr ptr, ptr @blocks, i64 %next
  store ptr %block, ptr %block.place
  %size.place = getelementptr i64, ptr @sizes, i64 %next
  store i64 %size, ptr %size.place
  store i64 %held.more, ptr @held
  %next.plus = add i64 %next, 1
  %next.next = urem i64 %next.plus, {BLOCKS}
  store i64 %next.next, ptr @next
  ret void
}}

define internal ptr @pool_calloc(ptr %context, i64 %count, i64 %size) nounwind {{
  %block = call ptr @calloc(i64 %count, i64 %size)
  ret ptr %block
}}

define internal ptr @pool_realloc(ptr %context, ptr %old, i64 %size) nounwind {{
  %block = call ptr @realloc(ptr %old, i64 %size)
  ret ptr %block
}}
"""
