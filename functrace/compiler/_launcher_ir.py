"""The launcher in LLVM: one function that serves as the body of every launcher."""

from __future__ import annotations

from typing import NamedTuple


class Fields(NamedTuple):
    """Where CPython and NumPy keep what the launcher reads: offsets in bytes."""

    type: int
    number: int
    items: int
    data: int
    ndim: int
    shape: int
    dtype: int
    flags: int


CONTIGUOUS_ALIGNED = 0x0001 | 0x0100
"""NumPy's flags NPY_ARRAY_C_CONTIGUOUS and NPY_ARRAY_ALIGNED."""

HEADER = 6  # words: program, inputs, outputs, without the GIL?, a tuple?, bindings
BINDING = 4  # words: function or 0, what it reads (or where), name, what is expected
INPUT = 5  # words before the shape: array, scalar and Python type, dtype, ndim
OUTPUT = 3  # words before the shape: dtype, ndim, function that makes the array
SLOT = 16  # bytes: the widest number, complex128


def launcher_ir(fields: Fields) -> str:
    """Text of the module: ``launch``, ``new_array`` and the program ``copy_word``.

    ``launch(self, args, nargs, kwnames)`` is a C function of METH_FASTCALL and
    METH_KEYWORDS. `self` is a tuple: an array of words (the header, then an entry for
    each binding, input and output, as laid out above), the callables `slow` and `failed`, and
    whatever else is to be kept. ``new_array(dtype, ndim, shape)`` makes most outputs.
    ``copy_word`` is there to try it out.
    """
    return f"""
@PyArray_Type = external global i8
@PyLong_Type = external global i8
@PyBool_Type = external global i8
@_Py_TrueStruct = external global i8

declare ptr @PyArray_NewFromDescr(ptr, ptr, i32, ptr, ptr, ptr, i32, ptr)
declare ptr @PyArray_Scalar(ptr, ptr, ptr)
declare i64 @PyLong_AsLongLongAndOverflow(ptr, ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)

define ptr @launch(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) nounwind {{
entry:
  %items = getelementptr i8, ptr %self, i64 {fields.items}
  %words = load ptr, ptr %items
  %words.data = getelementptr i8, ptr %words, i64 {fields.data}
  %table = load ptr, ptr %words.data
  %program = load ptr, ptr %table
  %inputs.word = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.word
  %outputs.word = getelementptr i64, ptr %table, i64 2
  %outputs = load i64, ptr %outputs.word
  %first = getelementptr i64, ptr %table, i64 {HEADER}
  %bindings.word = getelementptr i64, ptr %table, i64 5
  %bindings = load i64, ptr %bindings.word
  %total = add i64 %inputs, %outputs
  %buffers = alloca ptr, i64 %total
  %objects = alloca ptr, i64 %outputs
  %slots = alloca [{SLOT} x i8], i64 %total, align {SLOT}
  %overflow = alloca i32
  %positional = icmp eq ptr %kwnames, null
  %as.many = icmp eq i64 %nargs, %inputs
  %plain = and i1 %positional, %as.many
  br i1 %plain, label %next.binding, label %slow

; Each variable that is to be bound as it was.
next.binding:
  %b = phi i64 [0, %entry], [%b.next, %compare]
  %binding = phi ptr [%first, %entry], [%binding.next, %compare]
  %bindings.done = icmp eq i64 %b, %bindings
  br i1 %bindings.done, label %next.input, label %read
read:
  %reader = load ptr, ptr %binding
  %holder.word = getelementptr i64, ptr %binding, i64 1
  %holder = load ptr, ptr %holder.word
  %is.word = icmp eq ptr %reader, null
  br i1 %is.word, label %read.word, label %read.name
read.word:
  %word.now = load ptr, ptr %holder
  br label %compare
read.name:
  %name.word = getelementptr i64, ptr %binding, i64 2
  %name = load ptr, ptr %name.word
  %named.now = call ptr %reader(ptr %holder, ptr %name)
  br label %compare
compare:
  %now = phi ptr [%word.now, %read.word], [%named.now, %read.name]
  %then.word = getelementptr i64, ptr %binding, i64 3
  %then = load ptr, ptr %then.word
  %b.next = add i64 %b, 1
  %binding.next = getelementptr i64, ptr %binding, i64 {BINDING}
  %as.it.was = icmp eq ptr %now, %then
  br i1 %as.it.was, label %next.binding, label %slow

; Each argument: an array, a NumPy scalar or a Python number of the right kind.
next.input:
  %i = phi i64 [0, %next.binding], [%i.next, %take]
  %input = phi ptr [%binding, %next.binding], [%input.next, %take]
  %inputs.done = icmp eq i64 %i, %inputs
  br i1 %inputs.done, label %next.output, label %check
check:
  %arg.place = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %arg.place
  %type.place = getelementptr i8, ptr %arg, i64 {fields.type}
  %type = load ptr, ptr %type.place
  %ndim.word = getelementptr i64, ptr %input, i64 4
  %ndim = load i64, ptr %ndim.word
  %lengths = getelementptr i64, ptr %input, i64 {INPUT}
  %array.type = load ptr, ptr %input
  %is.array = icmp eq ptr %type, %array.type
  br i1 %is.array, label %array, label %number
array:
  %dtype.word = getelementptr i64, ptr %input, i64 3
  %dtype = load ptr, ptr %dtype.word
  %arg.dtype.place = getelementptr i8, ptr %arg, i64 {fields.dtype}
  %arg.dtype = load ptr, ptr %arg.dtype.place
  %arg.flags.place = getelementptr i8, ptr %arg, i64 {fields.flags}
  %arg.flags = load i32, ptr %arg.flags.place
  %arg.ndim.place = getelementptr i8, ptr %arg, i64 {fields.ndim}
  %arg.ndim = load i32, ptr %arg.ndim.place
  %arg.ndim.wide = sext i32 %arg.ndim to i64
  %arg.shape.place = getelementptr i8, ptr %arg, i64 {fields.shape}
  %arg.shape = load ptr, ptr %arg.shape.place
  %arg.data.place = getelementptr i8, ptr %arg, i64 {fields.data}
  %arg.data = load ptr, ptr %arg.data.place
  %same.dtype = icmp eq ptr %dtype, %arg.dtype
  %these.flags = and i32 %arg.flags, {CONTIGUOUS_ALIGNED}
  %good.flags = icmp eq i32 %these.flags, {CONTIGUOUS_ALIGNED}
  %same.ndim = icmp eq i64 %ndim, %arg.ndim.wide
  %same.kind = and i1 %same.dtype, %good.flags
  %same = and i1 %same.kind, %same.ndim
  br i1 %same, label %next.length, label %slow
next.length:
  %axis = phi i64 [0, %array], [%axis.next, %length]
  %lengths.done = icmp eq i64 %axis, %ndim
  br i1 %lengths.done, label %take, label %length
length:
  %length.word = getelementptr i64, ptr %lengths, i64 %axis
  %expected = load i64, ptr %length.word
  %arg.length.place = getelementptr i64, ptr %arg.shape, i64 %axis
  %actual = load i64, ptr %arg.length.place
  %axis.next = add i64 %axis, 1
  %same.length = icmp eq i64 %expected, %actual
  br i1 %same.length, label %next.length, label %slow
number:
  %scalar.word = getelementptr i64, ptr %input, i64 1
  %scalar.type = load ptr, ptr %scalar.word
  %python.word = getelementptr i64, ptr %input, i64 2
  %python.type = load ptr, ptr %python.word
  %is.scalar = icmp eq ptr %type, %scalar.type
  %is.python = icmp eq ptr %type, %python.type
  %is.number = or i1 %is.scalar, %is.python
  br i1 %is.number, label %stored, label %slow
stored:
  %value = getelementptr i8, ptr %arg, i64 {fields.number}
  %is.int = icmp eq ptr %type, @PyLong_Type
  br i1 %is.int, label %int, label %not.int
not.int:
  %is.bool = icmp eq ptr %type, @PyBool_Type
  br i1 %is.bool, label %bool, label %take
int:
  %int.slot = getelementptr [{SLOT} x i8], ptr %slots, i64 %i
  %int.value = call i64 @PyLong_AsLongLongAndOverflow(ptr %arg, ptr %overflow)
  store i64 %int.value, ptr %int.slot
  %over = load i32, ptr %overflow
  %fits = icmp eq i32 %over, 0
  br i1 %fits, label %take, label %slow
bool:
  %bool.slot = getelementptr [{SLOT} x i8], ptr %slots, i64 %i
  %is.true = icmp eq ptr %arg, @_Py_TrueStruct
  %bool.value = zext i1 %is.true to i8
  store i8 %bool.value, ptr %bool.slot
  br label %take
take:
  %data = phi ptr [%arg.data, %next.length], [%value, %not.int],
                  [%int.slot, %int], [%bool.slot, %bool]
  %buffer.place = getelementptr ptr, ptr %buffers, i64 %i
  store ptr %data, ptr %buffer.place
  %i.next = add i64 %i, 1
  %input.next = getelementptr i64, ptr %lengths, i64 %ndim
  br label %next.input

; Each output: a new array or, without dimensions, a slot.
next.output:
  %o = phi i64 [0, %next.input], [%o.next, %made]
  %output = phi ptr [%input, %next.input], [%output.next, %made]
  %outputs.done = icmp eq i64 %o, %outputs
  br i1 %outputs.done, label %run, label %make
make:
  %out.dtype = load ptr, ptr %output
  %out.ndim.word = getelementptr i64, ptr %output, i64 1
  %out.ndim = load i64, ptr %out.ndim.word
  %out.lengths = getelementptr i64, ptr %output, i64 {OUTPUT}
  %place = add i64 %inputs, %o
  %no.axes = icmp eq i64 %out.ndim, 0
  br i1 %no.axes, label %make.slot, label %make.array
make.slot:
  %slot = getelementptr [{SLOT} x i8], ptr %slots, i64 %place
  br label %made
make.array:
  %out.ndim.int = trunc i64 %out.ndim to i32
  %array.word = getelementptr i64, ptr %output, i64 2
  %new.array = load ptr, ptr %array.word
  %new = call ptr %new.array(ptr %out.dtype, i32 %out.ndim.int, ptr %out.lengths)
  %no.memory = icmp eq ptr %new, null
  br i1 %no.memory, label %release, label %filled
filled:
  %new.data.place = getelementptr i8, ptr %new, i64 {fields.data}
  %new.data = load ptr, ptr %new.data.place
  br label %made
made:
  %object = phi ptr [null, %make.slot], [%new, %filled]
  %out.data = phi ptr [%slot, %make.slot], [%new.data, %filled]
  %object.place = getelementptr ptr, ptr %objects, i64 %o
  store ptr %object, ptr %object.place
  %out.place = getelementptr ptr, ptr %buffers, i64 %place
  store ptr %out.data, ptr %out.place
  %o.next = add i64 %o, 1
  %output.next = getelementptr i64, ptr %out.lengths, i64 %out.ndim
  br label %next.output

run:
  %free.word = getelementptr i64, ptr %table, i64 3
  %free = load i64, ptr %free.word
  %without.gil = icmp ne i64 %free, 0
  br i1 %without.gil, label %run.free, label %run.held
run.free:
  %thread = call ptr @PyEval_SaveThread()
  %status.free = call i32 %program(ptr %buffers)
  call void @PyEval_RestoreThread(ptr %thread)
  br label %ran
run.held:
  %status.held = call i32 %program(ptr %buffers)
  br label %ran
ran:
  %status = phi i32 [%status.free, %run.free], [%status.held, %run.held]
  %good = icmp eq i32 %status, 0
  br i1 %good, label %next.result, label %release

; What is in a slot becomes a NumPy scalar.
next.result:
  %r = phi i64 [0, %ran], [%r.next, %result.made]
  %entry.r = phi ptr [%input, %ran], [%entry.next, %result.made]
  %results.done = icmp eq i64 %r, %outputs
  br i1 %results.done, label %pack, label %result
result:
  %r.dtype = load ptr, ptr %entry.r
  %r.ndim.word = getelementptr i64, ptr %entry.r, i64 1
  %r.ndim = load i64, ptr %r.ndim.word
  %r.object = getelementptr ptr, ptr %objects, i64 %r
  %r.is.scalar = icmp eq i64 %r.ndim, 0
  br i1 %r.is.scalar, label %scalar, label %result.made
scalar:
  %r.place = add i64 %inputs, %r
  %r.slot = getelementptr [{SLOT} x i8], ptr %slots, i64 %r.place
  %made.scalar = call ptr @PyArray_Scalar(ptr %r.slot, ptr %r.dtype, ptr null)
  store ptr %made.scalar, ptr %r.object
  %no.scalar = icmp eq ptr %made.scalar, null
  br i1 %no.scalar, label %release, label %result.made
result.made:
  %r.next = add i64 %r, 1
  %r.lengths = getelementptr i64, ptr %entry.r, i64 {OUTPUT}
  %entry.next = getelementptr i64, ptr %r.lengths, i64 %r.ndim
  br label %next.result

pack:
  %tuple.word = getelementptr i64, ptr %table, i64 4
  %wants.tuple = load i64, ptr %tuple.word
  %single = icmp eq i64 %wants.tuple, 0
  br i1 %single, label %pack.single, label %pack.tuple
pack.single:
  %only = load ptr, ptr %objects
  ret ptr %only
pack.tuple:
  %tuple = call ptr @PyTuple_New(i64 %outputs)
  %no.tuple = icmp eq ptr %tuple, null
  br i1 %no.tuple, label %release, label %next.item
next.item:
  %t = phi i64 [0, %pack.tuple], [%t.next, %item]
  %items.done = icmp eq i64 %t, %outputs
  br i1 %items.done, label %packed, label %item
item:
  %item.place = getelementptr ptr, ptr %objects, i64 %t
  %item.object = load ptr, ptr %item.place
  %ignored = call i32 @PyTuple_SetItem(ptr %tuple, i64 %t, ptr %item.object)
  %t.next = add i64 %t, 1
  br label %next.item
packed:
  ret ptr %tuple

; Nothing is to be returned: let go of what was made. NumPy's exception is set if memory
; ran out, otherwise the program said that it cannot treat these values.
release:
  %held = phi i64 [%o, %make.array], [%outputs, %ran], [%outputs, %scalar],
                  [%outputs, %pack.tuple]
  %error = phi i1 [true, %make.array], [false, %ran], [true, %scalar],
                  [true, %pack.tuple]
  br label %next.release
next.release:
  %d = phi i64 [0, %release], [%d.next, %drop]
  %dropped = icmp eq i64 %d, %held
  br i1 %dropped, label %released, label %drop
drop:
  %drop.place = getelementptr ptr, ptr %objects, i64 %d
  %drop.object = load ptr, ptr %drop.place
  call void @Py_DecRef(ptr %drop.object)
  %d.next = add i64 %d, 1
  br label %next.release
released:
  br i1 %error, label %raise, label %failed
raise:
  ret ptr null

failed:
  %failed.item = getelementptr ptr, ptr %items, i64 2
  br label %delegate
slow:
  %slow.item = getelementptr ptr, ptr %items, i64 1
  br label %delegate
delegate:
  %callee.item = phi ptr [%failed.item, %failed], [%slow.item, %slow]
  %callee = load ptr, ptr %callee.item
  %result.other = call ptr @PyObject_Vectorcall(ptr %callee, ptr %args, i64 %nargs,
      ptr %kwnames)
  ret ptr %result.other
}}

define ptr @new_array(ptr %dtype, i32 %ndim, ptr %shape) nounwind {{
  call void @Py_IncRef(ptr %dtype)
  %new = call ptr @PyArray_NewFromDescr(ptr @PyArray_Type, ptr %dtype, i32 %ndim,
      ptr %shape, ptr null, ptr null, i32 0, ptr null)
  ret ptr %new
}}

define i32 @copy_word(ptr %buffers) nounwind {{
  %source = load ptr, ptr %buffers
  %target.place = getelementptr ptr, ptr %buffers, i64 1
  %target = load ptr, ptr %target.place
  %word = load i64, ptr %source
  store i64 %word, ptr %target
  ret i32 0
}}
"""
