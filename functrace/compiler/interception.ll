; Functions of C that ask before they answer.
;
; While somebody listens, the vectorcall slot of each listed callable leads to @ft_call.
; It hands the call to a function of Python's, the listener, or, if that returns
; NotImplemented, on to where the slot led before. Calls that cannot concern the listener
; are recognised here, in some nanoseconds: those from the scopes (dictionaries of
; globals) that it has declared indifferent, and those whose arguments show that the
; callable will turn to a traced value by itself, or that there is none.

%row = type { ptr, ptr, i64, ptr }  ; a callable, what its slot led to, flags, the slot
%turn = type { ptr, ptr, ptr }      ; a place, what it holds in silence, and else

@rows = internal global ptr null          ; a hash table of %row, by callable
@mask = internal global i64 0             ; its length, less one
@turns = internal global ptr null
@count = internal global i64 0            ; of turns
@listener = internal global ptr null
@silencer = internal global ptr null      ; is called some time after
@decline = internal global ptr null       ; NotImplemented
@tracer = internal global ptr null        ; the type of traced values
@list = internal global ptr null
@tuple = internal global ptr null
@listening = internal global i64 0        ; how many listen
@turned = internal global i64 0           ; whether the slots lead here
@unheard = internal global i64 0          ; calls that came here since somebody listened
@indifferent = internal global [1024 x ptr] zeroinitializer

declare ptr @PyEval_GetGlobals()
declare ptr @PyType_GetSlot(ptr, i32)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyTuple_GetItem(ptr, i64)
declare ptr @PyDict_New()
declare i32 @PyDict_SetItem(ptr, ptr, ptr)
declare void @Py_IncRef(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare void @Py_DecRef(ptr)
declare ptr @memcpy(ptr, ptr, i64)

define void @ft_start(ptr %rows, i64 %mask, ptr %turns, i64 %count, ptr %listener, ptr %silencer, ptr %decline, ptr %tracer, ptr %list, ptr %tuple) {
  store ptr %rows, ptr @rows
  store i64 %mask, ptr @mask
  store ptr %turns, ptr @turns
  store i64 %count, ptr @count
  store ptr %listener, ptr @listener
  store ptr %silencer, ptr @silencer
  store ptr %decline, ptr @decline
  store ptr %tracer, ptr @tracer
  store ptr %list, ptr @list
  store ptr %tuple, ptr @tuple
  ret void
}

define void @ft_ignore(ptr %scope) {
  %place = call ptr @place(ptr %scope)
  store ptr %scope, ptr %place
  ret void
}

define internal ptr @place(ptr %scope) {
  %address = ptrtoint ptr %scope to i64
  %shifted = lshr i64 %address, 5
  %index = and i64 %shifted, 1023
  %place = getelementptr ptr, ptr @indifferent, i64 %index
  ret ptr %place
}

; Begin or cease to listen: +1 or -1. Returns how many listen then. The slots stay turned
; when nobody listens any more, as somebody may soon do so again: to turn some hundred
; of them takes longer than a short trace should.
define i64 @ft_listen(i64 %change) {
entry:
  %before = load i64, ptr @listening
  %after = add i64 %before, %change
  store i64 %after, ptr @listening
  store i64 0, ptr @unheard
  %turned = load i64, ptr @turned
  %straight = icmp eq i64 %turned, 0
  br i1 %straight, label %turn, label %done
turn:
  call void @turn(i64 2)
  br label %done
done:
  ret i64 %after
}

; Turn the slots back if nobody listens.
define void @ft_silence() {
entry:
  %listening = load i64, ptr @listening
  %quiet = icmp eq i64 %listening, 0
  br i1 %quiet, label %turn, label %done
turn:
  call void @turn(i64 1)
  br label %done
done:
  ret void
}

; Let every place hold what it does in silence (1) or else (2).
define internal void @turn(i64 %which) {
entry:
  %turned = sub i64 %which, 1
  store i64 %turned, ptr @turned
  %turns = load ptr, ptr @turns
  %count = load i64, ptr @count
  br label %each
each:
  %i = phi i64 [0, %entry], [%next, %each]
  %turn = getelementptr %turn, ptr %turns, i64 %i
  %place = load ptr, ptr %turn
  %value.at = getelementptr ptr, ptr %turn, i64 %which
  %value = load ptr, ptr %value.at
  store ptr %value, ptr %place
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %each, label %done
done:
  ret void
}

define internal ptr @find(ptr %callable) {
entry:
  %rows = load ptr, ptr @rows
  %mask = load i64, ptr @mask
  %address = ptrtoint ptr %callable to i64
  %first = lshr i64 %address, 4
  br label %probe
probe:
  %n = phi i64 [%first, %entry], [%next, %on]
  %i = and i64 %n, %mask
  %row = getelementptr %row, ptr %rows, i64 %i
  %found = load ptr, ptr %row
  %same = icmp eq ptr %found, %callable
  br i1 %same, label %done, label %on
on:
  %next = add i64 %n, 1
  br label %probe
done:
  ret ptr %row
}

; What the positional arguments show: 1 if one is traced, 2 if one is a list or a tuple.
define internal i64 @look(ptr %args, i64 %count) {
entry:
  %tracer = load ptr, ptr @tracer
  %list = load ptr, ptr @list
  %tuple = load ptr, ptr @tuple
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %body]
  %seen = phi i64 [0, %entry], [%sum, %body]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %at = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %at
  %kind.at = getelementptr i8, ptr %arg, i64 8
  %kind = load ptr, ptr %kind.at
  %traced = icmp eq ptr %kind, %tracer
  %one = zext i1 %traced to i64
  %is.list = icmp eq ptr %kind, %list
  %is.tuple = icmp eq ptr %kind, %tuple
  %many = or i1 %is.list, %is.tuple
  %two = select i1 %many, i64 2, i64 0
  %some = or i64 %one, %two
  %sum = or i64 %seen, %some
  %next = add i64 %i, 1
  br label %head
done:
  ret i64 %seen
}

define ptr @ft_call(ptr %callable, ptr %args, i64 %nargsf, ptr %names) {
entry:
  %row = call ptr @find(ptr %callable)
  %old.at = getelementptr %row, ptr %row, i64 0, i32 1
  %old = load ptr, ptr %old.at
  %positional = and i64 %nargsf, 9223372036854775807
  %listed = icmp eq ptr %names, null
  br i1 %listed, label %counted, label %named
named:
  %named.at = getelementptr i64, ptr %names, i64 2
  %named.count = load i64, ptr %named.at
  br label %counted
counted:
  %extra = phi i64 [0, %entry], [%named.count, %named]
  %listening = load i64, ptr @listening
  %quiet = icmp eq i64 %listening, 0
  br i1 %quiet, label %unheard, label %scope
unheard:
  %calls = load i64, ptr @unheard
  %calls.now = add i64 %calls, 1
  store i64 %calls.now, ptr @unheard
  %enough = icmp eq i64 %calls.now, 1000
  br i1 %enough, label %silence, label %plain
silence:
  %silencer = load ptr, ptr @silencer
  %done = call ptr @PyObject_Vectorcall(ptr %silencer, ptr null, i64 0, ptr null)
  call void @Py_DecRef(ptr %done)
  br label %plain
scope:
  %globals = call ptr @PyEval_GetGlobals()
  %place = call ptr @place(ptr %globals)
  %known = load ptr, ptr %place
  %indifferent = icmp eq ptr %known, %globals
  br i1 %indifferent, label %plain, label %look
look:
  %count = add i64 %positional, %extra
  %seen = call i64 @look(ptr %args, i64 %count)
  %flags.at = getelementptr %row, ptr %row, i64 0, i32 2
  %flags = load i64, ptr %flags.at
  ; 1: only calls with what may be traced; 2: what is traced is asked by the callable
  %traced = and i64 %seen, 1
  %is.traced = icmp ne i64 %traced, 0
  %dispatches = and i64 %flags, 2
  %by.itself = icmp ne i64 %dispatches, 0
  %itself = and i1 %is.traced, %by.itself
  %selective = and i64 %flags, 1
  %is.selective = icmp ne i64 %selective, 0
  %nothing = icmp eq i64 %seen, 0
  %idle = and i1 %is.selective, %nothing
  %skip = or i1 %itself, %idle
  br i1 %skip, label %plain, label %ask
ask:
  %length = add i64 %count, 1
  %all = alloca ptr, i64 %length
  store ptr %callable, ptr %all
  %rest = getelementptr ptr, ptr %all, i64 1
  %bytes = shl i64 %count, 3
  %copied = call ptr @memcpy(ptr %rest, ptr %args, i64 %bytes)
  %listener = load ptr, ptr @listener
  %more = add i64 %positional, 1
  %answer = call ptr @PyObject_Vectorcall(ptr %listener, ptr %all, i64 %more, ptr %names)
  %decline = load ptr, ptr @decline
  %declined = icmp eq ptr %answer, %decline
  br i1 %declined, label %drop, label %answered
drop:
  call void @Py_DecRef(ptr %answer)
  br label %plain
answered:
  ret ptr %answer
plain:
  %slow = icmp eq ptr %old, null
  br i1 %slow, label %make, label %go
make:
  %slot.at = getelementptr %row, ptr %row, i64 0, i32 3
  %slot = load ptr, ptr %slot.at
  %made = call ptr @call_slowly(ptr %slot, ptr %callable, ptr %args, i64 %positional, ptr %names, i64 %extra)
  ret ptr %made
go:
  %result = call ptr %old(ptr %callable, ptr %args, i64 %nargsf, ptr %names)
  ret ptr %result
}

; Call as the interpreter does what has nothing in its slot: with a tuple and a dict. The
; slot is empty meanwhile, as some callables look there themselves.
define internal ptr @call_slowly(ptr %slot, ptr %callable, ptr %args, i64 %positional, ptr %names, i64 %extra) {
entry:
  %tuple = call ptr @PyTuple_New(i64 %positional)
  br label %head
head:
  %i = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %i, %positional
  br i1 %more, label %body, label %named
body:
  %at = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %at
  call void @Py_IncRef(ptr %arg)
  %set = call i32 @PyTuple_SetItem(ptr %tuple, i64 %i, ptr %arg)
  %next = add i64 %i, 1
  br label %head
named:
  %any = icmp sgt i64 %extra, 0
  br i1 %any, label %keywords, label %go
keywords:
  %dict = call ptr @PyDict_New()
  br label %name.head
name.head:
  %k = phi i64 [0, %keywords], [%name.next, %name.body]
  %name.more = icmp slt i64 %k, %extra
  br i1 %name.more, label %name.body, label %go
name.body:
  %name = call ptr @PyTuple_GetItem(ptr %names, i64 %k)
  %place = add i64 %positional, %k
  %value.at = getelementptr ptr, ptr %args, i64 %place
  %value = load ptr, ptr %value.at
  %stored = call i32 @PyDict_SetItem(ptr %dict, ptr %name, ptr %value)
  %name.next = add i64 %k, 1
  br label %name.head
go:
  %options = phi ptr [null, %named], [%dict, %name.head]
  %type.at = getelementptr i8, ptr %callable, i64 8
  %type = load ptr, ptr %type.at
  %call = call ptr @PyType_GetSlot(ptr %type, i32 50)  ; Py_tp_call
  store ptr null, ptr %slot
  %result = call ptr %call(ptr %callable, ptr %tuple, ptr %options)
  %still = load i64, ptr @turned
  %quiet = icmp eq i64 %still, 0
  %target = select i1 %quiet, ptr null, ptr @ft_call
  store ptr %target, ptr %slot
  call void @Py_DecRef(ptr %tuple)
  %none = icmp eq ptr %options, null
  br i1 %none, label %end, label %free
free:
  call void @Py_DecRef(ptr %options)
  br label %end
end:
  ret ptr %result
}
