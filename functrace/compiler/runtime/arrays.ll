; Made from arrays.c by generate.py.
%struct.anon = type { [127 x i8], i8, ptr, ptr, ptr, ptr, ptr }
@functions = internal global %struct.anon { [127 x i8] c"functrace\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00", i8 1, ptr null, ptr @array_malloc, ptr @array_calloc, ptr @array_realloc, ptr @array_free }, align 8
@.str = private constant [12 x i8] c"mem_handler\00", align 1
@handler = internal global ptr null, align 8
@PyArray_Type = external global i8, align 1

define ptr @start_arrays() nounwind {
entry:
  %call = tail call ptr @PyCapsule_New(ptr noundef nonnull @functions, ptr noundef nonnull @.str, ptr noundef null) nounwind
  store ptr %call, ptr @handler, align 8
  ret ptr %call
}
declare ptr @PyCapsule_New(ptr noundef, ptr noundef, ptr noundef)

define ptr @large_array(ptr noundef %dtype, i32 noundef %ndim, ptr noundef %shape) nounwind {
entry:
  %type = alloca ptr, align 8
  %value = alloca ptr, align 8
  %trace = alloca ptr, align 8
  %0 = load ptr, ptr @handler, align 8
  %call = tail call ptr @PyDataMem_SetHandler(ptr noundef %0) nounwind
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup, label %if.end
if.end:
  tail call void @Py_IncRef(ptr noundef %dtype) nounwind
  %call1 = tail call ptr @PyArray_NewFromDescr(ptr noundef nonnull @PyArray_Type, ptr noundef %dtype, i32 noundef %ndim, ptr noundef %shape, ptr noundef null, ptr noundef null, i32 noundef 0, ptr noundef null) nounwind
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %type) nounwind
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %value) nounwind
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %trace) nounwind
  call void @PyErr_Fetch(ptr noundef nonnull %type, ptr noundef nonnull %value, ptr noundef nonnull %trace) nounwind
  %call2 = call ptr @PyDataMem_SetHandler(ptr noundef nonnull %call) nounwind
  call void @Py_DecRef(ptr noundef %call2) nounwind
  call void @Py_DecRef(ptr noundef nonnull %call) nounwind
  %1 = load ptr, ptr %type, align 8
  %2 = load ptr, ptr %value, align 8
  %3 = load ptr, ptr %trace, align 8
  call void @PyErr_Restore(ptr noundef %1, ptr noundef %2, ptr noundef %3) nounwind
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %trace) nounwind
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %value) nounwind
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %type) nounwind
  br label %cleanup
cleanup:
  %retval.0 = phi ptr [ %call1, %if.end ], [ null, %entry ]
  ret ptr %retval.0
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind
declare ptr @PyDataMem_SetHandler(ptr noundef)
declare void @Py_IncRef(ptr noundef)
declare ptr @PyArray_NewFromDescr(ptr noundef, ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, ptr noundef)
declare void @PyErr_Fetch(ptr noundef, ptr noundef, ptr noundef)
declare void @Py_DecRef(ptr noundef)
declare void @PyErr_Restore(ptr noundef, ptr noundef, ptr noundef)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) nounwind

define internal ptr @array_malloc(ptr nocapture readnone %context, i64 noundef %size) nounwind {
entry:
  %call = tail call ptr @ft_take(i64 noundef %size) nounwind
  ret ptr %call
}

define internal ptr @array_calloc(ptr nocapture readnone %context, i64 noundef %count, i64 noundef %each) nounwind {
entry:
  %mul = mul nsw i64 %each, %count
  %call = tail call ptr @ft_take(i64 noundef %mul) nounwind
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cond.end, label %cond.true
cond.true:
  %call1 = tail call ptr @memset(ptr noundef nonnull %call, i32 noundef 0, i64 noundef %mul) nounwind
  br label %cond.end
cond.end:
  %cond = phi ptr [ %call1, %cond.true ], [ null, %entry ]
  ret ptr %cond
}

define internal ptr @array_realloc(ptr nocapture readnone %context, ptr noundef %block, i64 noundef %size) nounwind {
entry:
  %call = tail call ptr @ft_resize(ptr noundef %block, i64 noundef %size) nounwind
  ret ptr %call
}

define internal void @array_free(ptr nocapture readnone %context, ptr noundef %block, i64 %size) nounwind {
entry:
  tail call void @ft_give(ptr noundef %block) nounwind
  ret void
}
declare ptr @ft_take(i64 noundef)
declare ptr @memset(ptr noundef, i32 noundef, i64 noundef)
declare ptr @ft_resize(ptr noundef, i64 noundef)
declare void @ft_give(ptr noundef)
