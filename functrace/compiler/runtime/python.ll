; Made from python.c by generate.py.
%struct.Time = type { i64, i64 }
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

define range(i32 0, 2) i32 @ft_check_signals(ptr nocapture noundef %last) nounwind {
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
  br i1 %cmp, label %cleanup, label %if.end
if.end:
  store i64 %add.i, ptr %last, align 8
  %call1 = call i32 @PyGILState_Ensure() nounwind
  %cmp2 = icmp eq i32 %call1, 0
  br i1 %cmp2, label %if.then3, label %if.end5
if.then3:
  %call4 = call ptr @PyEval_SaveThread() nounwind
  call void @PyEval_RestoreThread(ptr noundef %call4) nounwind
  br label %if.end5
if.end5:
  %call6 = call ptr @PyErr_Occurred() nounwind
  %tobool.not = icmp eq ptr %call6, null
  br i1 %tobool.not, label %lor.rhs, label %lor.end
lor.rhs:
  %call7 = call i32 @PyErr_CheckSignals() nounwind
  %tobool8 = icmp ne i32 %call7, 0
  %4 = zext i1 %tobool8 to i32
  br label %lor.end
lor.end:
  %lor.ext = phi i32 [ 1, %if.end5 ], [ %4, %lor.rhs ]
  call void @PyGILState_Release(i32 noundef %call1) nounwind
  br label %cleanup
cleanup:
  %retval.0 = phi i32 [ %lor.ext, %lor.end ], [ 0, %entry ]
  ret i32 %retval.0
}
declare void @PyEval_RestoreThread(ptr noundef)
declare ptr @PyEval_SaveThread()
declare i32 @PyErr_CheckSignals()
declare i32 @clock_gettime(i32 noundef, ptr noundef)
