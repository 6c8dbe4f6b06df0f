; Made from python.c by generate.py.
%struct.Time = type { i64, i64 }
@raised_in = internal global ptr null, align 8
@ended = internal global i32 0, align 4
@ft_clock_time = external constant i32, align 4

define range(i32 0, 2) i32 @ft_call(ptr nocapture noundef readonly %place, ptr noundef %operands, ptr nocapture noundef %due, i64 noundef %interval) nounwind {
entry:
  %time.i = alloca %struct.Time, align 8
  %address = alloca ptr, align 8
  %tobool.not = icmp eq i64 %interval, 0
  br i1 %tobool.not, label %if.end2, label %if.then
if.then:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i) nounwind
  %0 = load i32, ptr @ft_clock_time, align 4
  %call.i = call i32 @clock_gettime(i32 noundef %0, ptr noundef nonnull %time.i) nounwind
  %1 = load i64, ptr %time.i, align 8
  %mul.i = mul nsw i64 %1, 1000000000
  %nanoseconds.i = getelementptr inbounds i8, ptr %time.i, i64 8
  %2 = load i64, ptr %nanoseconds.i, align 8
  %add.i = add nsw i64 %mul.i, %2
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i) nounwind
  %3 = load i64, ptr %due, align 8
  %cmp = icmp slt i64 %add.i, %3
  br i1 %cmp, label %return, label %cleanup.thread
cleanup.thread:
  %add = add nsw i64 %add.i, %interval
  store i64 %add, ptr %due, align 8
  br label %if.end2
if.end2:
  %call3 = call i32 @PyGILState_Ensure() nounwind
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %address) nounwind
  %call4 = call ptr @PyErr_Occurred() nounwind
  %tobool5.not = icmp eq ptr %call4, null
  br i1 %tobool5.not, label %cond.end, label %cond.end.thread
cond.end.thread:
  store ptr null, ptr %address, align 8
  br label %if.end13
cond.end:
  %call6 = call ptr @PyLong_FromVoidPtr(ptr noundef %operands) nounwind
  store ptr %call6, ptr %address, align 8
  %tobool7.not = icmp eq ptr %call6, null
  br i1 %tobool7.not, label %if.end13, label %if.end10
if.end10:
  %4 = load ptr, ptr %place, align 8
  %call9 = call ptr @PyObject_Vectorcall(ptr noundef %4, ptr noundef nonnull %address, i64 noundef 1, ptr noundef null) nounwind
  %5 = load ptr, ptr %address, align 8
  call void @Py_DecRef(ptr noundef %5) nounwind
  %tobool11.not = icmp eq ptr %call9, null
  br i1 %tobool11.not, label %if.end13, label %if.then12
if.then12:
  call void @Py_DecRef(ptr noundef nonnull %call9) nounwind
  br label %if.end13
if.end13:
  %tobool11.not28 = phi i32 [ 0, %if.then12 ], [ 1, %if.end10 ], [ 1, %cond.end ], [ 1, %cond.end.thread ]
  call void @PyGILState_Release(i32 noundef %call3) nounwind
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %address) nounwind
  br label %return
return:
  %retval.1 = phi i32 [ %tobool11.not28, %if.end13 ], [ 0, %if.then ]
  ret i32 %retval.1
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) nounwind
declare i32 @PyGILState_Ensure()
declare ptr @PyErr_Occurred()
declare ptr @PyLong_FromVoidPtr(ptr noundef)
declare ptr @PyObject_Vectorcall(ptr noundef, ptr noundef, i64 noundef, ptr noundef)
declare void @Py_DecRef(ptr noundef)
declare void @PyGILState_Release(i32 noundef)

define void @ft_end_helpers(i32 noundef %end) nounwind {
entry:
  %tobool.not = icmp eq i32 %end, 0
  br i1 %tobool.not, label %if.then, label %if.end
if.then:
  store atomic i64 0, ptr @raised_in seq_cst, align 8
  br label %if.end
if.end:
  store atomic i32 %end, ptr @ended seq_cst, align 4
  ret void
}

define range(i32 0, 2) i32 @ft_has_raised() nounwind {
entry:
  %call = tail call ptr @PyGILState_GetThisThreadState() nounwind
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %land.lhs.true
land.lhs.true:
  %0 = load atomic i64, ptr @raised_in seq_cst, align 8
  %1 = inttoptr i64 %0 to ptr
  %cmp = icmp eq ptr %call, %1
  br i1 %cmp, label %cleanup, label %if.end
if.end:
  %call1 = tail call i32 @PyGILState_Check() nounwind
  %tobool2.not = icmp eq i32 %call1, 0
  br i1 %tobool2.not, label %cleanup, label %land.rhs
land.rhs:
  %call3 = tail call ptr @PyErr_Occurred() nounwind
  %tobool4 = icmp ne ptr %call3, null
  %2 = zext i1 %tobool4 to i32
  br label %cleanup
cleanup:
  %retval.0 = phi i32 [ 1, %land.lhs.true ], [ 0, %if.end ], [ %2, %land.rhs ]
  ret i32 %retval.0
}
declare ptr @PyGILState_GetThisThreadState()
declare i32 @PyGILState_Check()

define i32 @ft_check_signals(ptr nocapture noundef %last) nounwind {
entry:
  %time.i = alloca %struct.Time, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i) nounwind
  %0 = load i32, ptr @ft_clock_time, align 4
  %call.i = call i32 @clock_gettime(i32 noundef %0, ptr noundef nonnull %time.i) nounwind
  %1 = load i64, ptr %time.i, align 8
  %mul.i = mul nsw i64 %1, 1000000000
  %nanoseconds.i = getelementptr inbounds i8, ptr %time.i, i64 8
  %2 = load i64, ptr %nanoseconds.i, align 8
  %add.i = add nsw i64 %mul.i, %2
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i) nounwind
  %3 = load i64, ptr %last, align 8
  %sub = sub nsw i64 %add.i, %3
  %cmp = icmp slt i64 %sub, 20000000
  br i1 %cmp, label %cleanup16, label %if.end
if.end:
  store i64 %add.i, ptr %last, align 8
  %call1 = call ptr @PyGILState_GetThisThreadState() nounwind
  %tobool.not = icmp eq ptr %call1, null
  br i1 %tobool.not, label %if.then2, label %if.end3
if.then2:
  %4 = load atomic i32, ptr @ended seq_cst, align 4
  br label %cleanup16
if.end3:
  %call4 = call i32 @PyGILState_Ensure() nounwind
  %cmp5 = icmp eq i32 %call4, 0
  br i1 %cmp5, label %if.then6, label %if.end8
if.then6:
  %call7 = call ptr @PyEval_SaveThread() nounwind
  call void @PyEval_RestoreThread(ptr noundef %call7) nounwind
  br label %if.end8
if.end8:
  %call9 = call ptr @PyErr_Occurred() nounwind
  %tobool10.not = icmp eq ptr %call9, null
  br i1 %tobool10.not, label %lor.end, label %lor.end.thread
lor.end.thread:
  call void @PyGILState_Release(i32 noundef %call4) nounwind
  br label %if.then14
lor.end:
  %call11 = call i32 @PyErr_CheckSignals() nounwind
  %tobool12.not = icmp eq i32 %call11, 0
  call void @PyGILState_Release(i32 noundef %call4) nounwind
  br i1 %tobool12.not, label %cleanup16, label %if.then14
if.then14:
  %5 = ptrtoint ptr %call1 to i64
  store atomic i64 %5, ptr @raised_in seq_cst, align 8
  br label %cleanup16
cleanup16:
  %retval.1 = phi i32 [ 0, %entry ], [ %4, %if.then2 ], [ 1, %if.then14 ], [ 0, %lor.end ]
  ret i32 %retval.1
}
declare void @PyEval_RestoreThread(ptr noundef)
declare ptr @PyEval_SaveThread()
declare i32 @PyErr_CheckSignals()
declare i32 @clock_gettime(i32 noundef, ptr noundef)
