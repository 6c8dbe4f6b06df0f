"""Arrays in the pool of memory, in LLVM.

NumPy takes their memory, and gives it back, through a handler of its own (NEP 49): they own
their data as all others do.
"""

from __future__ import annotations


def arrays_ir() -> str:
    """Text of the module.

    ``start_arrays()`` is to be called once; it returns what must live as long as the code.
    ``new_array(dtype, ndim, shape)`` makes an array then.
    """
    return _TEXT


_TEXT = """
; NumPy's PyDataMem_Handler: name, version, context and four functions.
@functions = internal global {[10 x i8], [117 x i8], i8, ptr, ptr, ptr, ptr, ptr} {
  [10 x i8] c"functrace\\00", [117 x i8] zeroinitializer, i8 1, ptr null,
  ptr @array_malloc, ptr @array_calloc, ptr @array_realloc, ptr @array_free}
@handler = internal global ptr null
@handler.name = internal constant [12 x i8] c"mem_handler\\00"
@PyArray_Type = external global i8

declare ptr @ft_take(i64)
declare void @ft_give(ptr)
declare ptr @ft_resize(ptr, i64)
declare ptr @PyCapsule_New(ptr, ptr, ptr)
declare ptr @PyDataMem_SetHandler(ptr)
declare ptr @PyArray_NewFromDescr(ptr, ptr, i32, ptr, ptr, ptr, i32, ptr)
declare void @PyErr_Fetch(ptr, ptr, ptr)
declare void @PyErr_Restore(ptr, ptr, ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @memset(ptr, i32, i64)

define ptr @start_arrays() nounwind {
  %capsule = call ptr @PyCapsule_New(ptr @functions, ptr @handler.name, ptr null)
  store ptr %capsule, ptr @handler
  ret ptr %capsule
}

define ptr @new_array(ptr %dtype, i32 %ndim, ptr %shape) nounwind {
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
}

define internal ptr @array_malloc(ptr %context, i64 %size) nounwind {
  %block = call ptr @ft_take(i64 %size)
  ret ptr %block
}

define internal void @array_free(ptr %context, ptr %block, i64 %size) nounwind {
  call void @ft_give(ptr %block)
  ret void
}

define internal ptr @array_calloc(ptr %context, i64 %count, i64 %each) nounwind {
  %size = mul i64 %count, %each
  %block = call ptr @ft_take(i64 %size)
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %clear
clear:
  %same = call ptr @memset(ptr %block, i32 0, i64 %size)
  br label %done
done:
  ret ptr %block
}

define internal ptr @array_realloc(ptr %context, ptr %old, i64 %size) nounwind {
  %new = call ptr @ft_resize(ptr %old, i64 %size)
  ret ptr %new
}
"""
