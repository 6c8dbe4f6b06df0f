; Made from threads.c by generate.py.
%struct.Opaque = type { [128 x i8] }
%struct.Time = type { i64, i64 }
@ft_threads = external global i64, align 8
@workers = internal global i64 0, align 8
@dismissed = internal global i32 0, align 4
@number = internal global i64 0, align 128
@ids = internal global [1024 x ptr] zeroinitializer, align 16
@alone = internal global i64 0, align 8
@ft_signals_block = external constant i32, align 4
@ft_signals_set = external constant i32, align 4
@region.0 = internal global ptr null, align 128
@region.1 = internal global ptr null, align 128
@region.2 = internal global i64 0, align 16
@region.3 = internal global i64 0, align 128
@region.4 = internal global i64 0, align 32
@penalty = internal global i64 0, align 8
@gate = internal global i64 0, align 128
@ft_clock_work = external constant i32, align 4
@next = internal global i64 0, align 128
@work_done = internal global i64 0, align 8
@waiting = internal global i32 0, align 4
@ended = internal global %struct.Opaque zeroinitializer, align 128
@mutex = internal global %struct.Opaque zeroinitializer, align 128
@ft_clock_time = external constant i32, align 4
@sleepers = internal global i64 0, align 8
@begun = internal global %struct.Opaque zeroinitializer, align 128
@lock = internal global i32 0, align 128
@process = internal global i32 0, align 4

define void @ft_parallel(ptr noundef %chunk, ptr noundef %context, i64 noundef %chunks) nounwind {
entry:
  %time.i21.i = alloca %struct.Time, align 8
  %time.i10.i.i.i = alloca %struct.Time, align 8
  %time.i.i.i.i = alloca %struct.Time, align 8
  %time.i16.i.i = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %last.i.i = alloca i64, align 8
  %time.i.i = alloca %struct.Time, align 8
  %all.i = alloca %struct.Opaque, align 128
  %usual.i = alloca %struct.Opaque, align 128
  %last = alloca i64, align 8
  %0 = load atomic i64, ptr @ft_threads monotonic, align 8
  %cond = tail call i64 @llvm.smin.i64(i64 %0, i64 %chunks)
  %cmp.i = icmp slt i64 %cond, 2
  br i1 %cmp.i, label %if.end, label %lor.lhs.false.i
lor.lhs.false.i:
  %call.i.i = tail call i32 @getpid() nounwind
  %1 = load atomic i32, ptr @lock monotonic, align 128
  %cmp.i.i = icmp eq i32 %1, %call.i.i
  br i1 %cmp.i.i, label %if.end, label %lor.lhs.false.i.i
lor.lhs.false.i.i:
  %2 = cmpxchg ptr @lock, i32 %1, i32 %call.i.i acq_rel monotonic, align 128
  %3 = extractvalue { i32, i1 } %2, 1
  br i1 %3, label %if.end.i.i, label %if.end
if.end.i.i:
  %4 = load i32, ptr @process, align 4
  %cmp1.not.i.i = icmp eq i32 %4, %call.i.i
  br i1 %cmp1.not.i.i, label %if.end.i, label %if.then2.i.i
if.then2.i.i:
  store i64 0, ptr @workers, align 8
  store atomic i32 0, ptr @dismissed seq_cst, align 4
  store atomic i64 0, ptr @penalty monotonic, align 8
  store i64 0, ptr @alone, align 8
  store atomic i64 0, ptr @gate monotonic, align 128
  store atomic i64 0, ptr @sleepers monotonic, align 8
  store atomic i32 0, ptr @waiting monotonic, align 4
  %call.i.i.i = tail call i32 @pthread_mutex_init(ptr noundef nonnull @mutex, ptr noundef null) nounwind
  %call5.i.i.i = tail call i32 @pthread_cond_init(ptr noundef nonnull @begun, ptr noundef null) nounwind
  %call6.i.i.i = tail call i32 @pthread_cond_init(ptr noundef nonnull @ended, ptr noundef null) nounwind
  store i32 %call.i.i, ptr @process, align 4
  br label %if.end.i
if.end.i:
  %5 = load i64, ptr @alone, align 8
  %tobool.i = icmp ne i64 %5, 0
  %cmp1.i = icmp slt i64 %chunks, 128
  %or.cond.i = and i1 %cmp1.i, %tobool.i
  br i1 %or.cond.i, label %if.then2.i, label %if.then
if.then2.i:
  %dec.i = add nsw i64 %5, -1
  store i64 %dec.i, ptr @alone, align 8
  store atomic i32 0, ptr @lock release, align 128
  br label %if.end
if.then:
  %sub = add nsw i64 %cond, -1
  %6 = load i64, ptr @workers, align 8
  %cmp.not.i = icmp slt i64 %6, %sub
  br i1 %cmp.not.i, label %if.end.i27, label %start.exit
if.end.i27:
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %all.i) nounwind
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %usual.i) nounwind
  %call.i = call ptr @memset(ptr noundef nonnull %all.i, i32 noundef -1, i64 noundef 128) nounwind
  %7 = load i32, ptr @ft_signals_block, align 4
  %call1.i = call i32 @pthread_sigmask(i32 noundef %7, ptr noundef nonnull %all.i, ptr noundef nonnull %usual.i) nounwind
  %8 = load i64, ptr @workers, align 8
  %cmp26.i = icmp slt i64 %8, %sub
  br i1 %cmp26.i, label %land.rhs.i, label %while.end.i
land.rhs.i:
  %9 = phi i64 [ %inc.i, %while.body.i ], [ %8, %if.end.i27 ]
  %arrayidx.i = getelementptr inbounds [1024 x ptr], ptr @ids, i64 0, i64 %9
  %call3.i = call i32 @pthread_create(ptr noundef nonnull %arrayidx.i, ptr noundef null, ptr noundef nonnull @worker, ptr noundef null) nounwind
  %tobool.not.i = icmp eq i32 %call3.i, 0
  br i1 %tobool.not.i, label %while.body.i, label %while.end.i
while.body.i:
  %10 = load i64, ptr @workers, align 8
  %inc.i = add nsw i64 %10, 1
  store i64 %inc.i, ptr @workers, align 8
  %cmp2.i = icmp slt i64 %inc.i, %sub
  br i1 %cmp2.i, label %land.rhs.i, label %while.end.i
while.end.i:
  %11 = load i32, ptr @ft_signals_set, align 4
  %call4.i = call i32 @pthread_sigmask(i32 noundef %11, ptr noundef nonnull %usual.i, ptr noundef null) nounwind
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %usual.i) nounwind
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %all.i) nounwind
  br label %start.exit
start.exit:
  %call.i28 = call i64 @ft_mode() nounwind
  store i64 %call.i28, ptr @region.3, align 128
  store ptr %chunk, ptr @region.0, align 128
  store ptr %context, ptr @region.1, align 128
  store i64 %chunks, ptr @region.2, align 16
  store atomic i64 %sub, ptr @region.4 monotonic, align 32
  store atomic i64 0, ptr @next monotonic, align 128
  store atomic i64 0, ptr @work_done monotonic, align 8
  call void @ft_end_helpers(i32 noundef 0) nounwind
  store atomic i64 1, ptr @gate seq_cst, align 128
  %12 = atomicrmw add ptr @number, i64 1 seq_cst, align 128
  %13 = load i32, ptr @ft_clock_time, align 4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %call.i.i29 = call i32 @clock_gettime(i32 noundef %13, ptr noundef nonnull %time.i.i) nounwind
  %14 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds i8, ptr %time.i.i, i64 8
  %15 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %16 = load atomic i64, ptr @sleepers seq_cst, align 8
  %cond.i.i = call i64 @llvm.smin.i64(i64 %16, i64 2)
  %cmp1.i.i = icmp eq i64 %16, 0
  br i1 %cmp1.i.i, label %wake.exit.i, label %if.end.i.i30
if.end.i.i30:
  %call.i.i.i31 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %call1.i.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  %cmp28.i.i = icmp sgt i64 %16, 0
  br i1 %cmp28.i.i, label %for.body.i.i, label %wake.exit.i
for.body.i.i:
  %i.09.i.i = phi i64 [ %inc.i.i, %for.body.i.i ], [ 0, %if.end.i.i30 ]
  %call.i15.i = call i32 @pthread_cond_signal(ptr noundef nonnull @begun) nounwind
  %inc.i.i = add nuw nsw i64 %i.09.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc.i.i, %cond.i.i
  br i1 %exitcond.not.i.i, label %wake.exit.i, label %for.body.i.i
wake.exit.i:
  %cmp.i32 = icmp sgt i64 %chunks, 127
  %17 = load i32, ptr @ft_clock_work, align 4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i.i) nounwind
  %call.i.i16.i = call i32 @clock_gettime(i32 noundef %17, ptr noundef nonnull %time.i.i.i) nounwind
  %18 = load i64, ptr %time.i.i.i, align 8
  %nanoseconds.i.i.i = getelementptr inbounds i8, ptr %time.i.i.i, i64 8
  %19 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i.i) nounwind
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %last.i.i) nounwind
  store i64 0, ptr %last.i.i, align 8
  %20 = load ptr, ptr @region.0, align 128
  %21 = load ptr, ptr @region.1, align 128
  %22 = load i64, ptr @region.2, align 16
  %23 = atomicrmw add ptr @next, i64 1 monotonic, align 128
  %cmp.not23.i.i = icmp slt i64 %23, %22
  br i1 %cmp.not23.i.i, label %if.end.i17.i, label %work.exit.i
if.end.i17.i:
  %24 = phi i64 [ %25, %cleanup.i.i ], [ %23, %wake.exit.i ]
  call void %20(ptr noundef %21, i64 noundef %24) nounwind
  %call2.i.i = call i32 @ft_has_raised() nounwind
  %tobool.not.i.i = icmp eq i32 %call2.i.i, 0
  br i1 %tobool.not.i.i, label %lor.lhs.false.i.i34, label %if.then7.i.i
lor.lhs.false.i.i34:
  br i1 %cmp.i32, label %land.lhs.true4.i.i, label %cleanup.i.i
land.lhs.true4.i.i:
  %call5.i.i = call i32 @ft_check_signals(ptr noundef nonnull %last.i.i) nounwind
  %tobool6.not.i.i = icmp eq i32 %call5.i.i, 0
  br i1 %tobool6.not.i.i, label %cleanup.i.i, label %if.then7.i.i
if.then7.i.i:
  call void @ft_end_helpers(i32 noundef 1) nounwind
  store atomic i64 %22, ptr @next seq_cst, align 128
  br label %cleanup.i.i
cleanup.i.i:
  %25 = atomicrmw add ptr @next, i64 1 monotonic, align 128
  %cmp.not.i.i = icmp slt i64 %25, %22
  br i1 %cmp.not.i.i, label %if.end.i17.i, label %work.exit.i
work.exit.i:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i16.i.i) nounwind
  %call.i17.i.i = call i32 @clock_gettime(i32 noundef %17, ptr noundef nonnull %time.i16.i.i) nounwind
  %26 = load i64, ptr %time.i16.i.i, align 8
  %nanoseconds.i19.i.i = getelementptr inbounds i8, ptr %time.i16.i.i, i64 8
  %27 = load i64, ptr %nanoseconds.i19.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i16.i.i) nounwind
  %reass.add.i.i = sub i64 %26, %18
  %reass.mul.i.i = mul i64 %reass.add.i.i, 1000000000
  %add.i20.i.i = sub i64 %27, %19
  %sub.i.i = add i64 %add.i20.i.i, %reass.mul.i.i
  %28 = atomicrmw add ptr @work_done, i64 %sub.i.i monotonic, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %last.i.i) nounwind
  %29 = atomicrmw sub ptr @gate, i64 1 seq_cst, align 128
  %cmp8.not.i = icmp eq i64 %29, 1
  br i1 %cmp8.not.i, label %if.end.i33, label %if.then.i
if.then.i:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i.i.i) nounwind
  %call.i.i.i.i = call i32 @clock_gettime(i32 noundef %13, ptr noundef nonnull %time.i.i.i.i) nounwind
  %30 = load i64, ptr %time.i.i.i.i, align 8
  %nanoseconds.i.i.i.i = getelementptr inbounds i8, ptr %time.i.i.i.i, i64 8
  %31 = load i64, ptr %nanoseconds.i.i.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i.i.i) nounwind
  %nanoseconds.i13.i.i.i = getelementptr inbounds i8, ptr %time.i10.i.i.i, i64 8
  br label %do.body.i.i.i
do.body.i.i.i:
  %32 = load atomic i64, ptr @gate acquire, align 128
  %.not7.i.i = icmp eq i64 %32, 0
  br i1 %.not7.i.i, label %if.end.i33, label %if.end.i.i.i
for.body.i.i.i:
  %33 = load atomic i64, ptr @gate acquire, align 128
  %.not.i.i = icmp eq i64 %33, 0
  br i1 %.not.i.i, label %if.end.i33, label %if.end.i.i.i
if.end.i.i.i:
  %i.018.i8.i.i = phi i32 [ %inc.i.i.i, %for.body.i.i.i ], [ 0, %do.body.i.i.i ]
  call void @ft_pause() nounwind
  %inc.i.i.i = add nuw nsw i32 %i.018.i8.i.i, 1
  %exitcond.not.i.i.i = icmp eq i32 %inc.i.i.i, 16
  br i1 %exitcond.not.i.i.i, label %do.cond.i.i.i, label %for.body.i.i.i
do.cond.i.i.i:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i10.i.i.i) nounwind
  %call.i11.i.i.i = call i32 @clock_gettime(i32 noundef %13, ptr noundef nonnull %time.i10.i.i.i) nounwind
  %34 = load i64, ptr %time.i10.i.i.i, align 8
  %35 = load i64, ptr %nanoseconds.i13.i.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i10.i.i.i) nounwind
  %reass.add.i.i.i = sub i64 %34, %30
  %reass.mul.i.i.i = mul i64 %reass.add.i.i.i, 1000000000
  %add.i14.i.i.i = sub i64 %35, %31
  %sub.i.i.i = add i64 %add.i14.i.i.i, %reass.mul.i.i.i
  %cmp6.i.i.i = icmp slt i64 %sub.i.i.i, 20000
  br i1 %cmp6.i.i.i, label %do.body.i.i.i, label %if.end.i18.i
if.end.i18.i:
  store atomic i32 1, ptr @waiting seq_cst, align 4
  %call1.i.i = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %36 = load atomic i64, ptr @gate seq_cst, align 128
  %tobool.not10.i.i = icmp eq i64 %36, 0
  br i1 %tobool.not10.i.i, label %while.end.i.i, label %while.body.i.i
while.body.i.i:
  %call2.i19.i = call i32 @pthread_cond_wait(ptr noundef nonnull @ended, ptr noundef nonnull @mutex) nounwind
  %37 = load atomic i64, ptr @gate seq_cst, align 128
  %tobool.not.i20.i = icmp eq i64 %37, 0
  br i1 %tobool.not.i20.i, label %while.end.i.i, label %while.body.i.i
while.end.i.i:
  %call3.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  store atomic i32 0, ptr @waiting seq_cst, align 4
  br label %if.end.i33
if.end.i33:
  call void @ft_end_helpers(i32 noundef 0) nounwind
  br i1 %cmp1.i, label %if.then10.i, label %share.exit
if.then10.i:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i21.i) nounwind
  %call.i22.i = call i32 @clock_gettime(i32 noundef %13, ptr noundef nonnull %time.i21.i) nounwind
  %38 = load i64, ptr %time.i21.i, align 8
  %nanoseconds.i24.i = getelementptr inbounds i8, ptr %time.i21.i, i64 8
  %39 = load i64, ptr %nanoseconds.i24.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i21.i) nounwind
  %reass.add.i = sub i64 %38, %14
  %reass.mul.i = mul i64 %reass.add.i, 1000000000
  %add.i25.i = sub i64 %39, %15
  %sub.i = add i64 %add.i25.i, %reass.mul.i
  %40 = load atomic i64, ptr @work_done monotonic, align 8
  %41 = load atomic i64, ptr @penalty monotonic, align 8
  %div.i.i = sdiv i64 %41, 4
  %div2.neg.i.i = sdiv i64 %40, -8
  %sub.i26.i = add i64 %div2.neg.i.i, %40
  %cmp.not.i27.i = icmp sgt i64 %sub.i26.i, %sub.i
  br i1 %cmp.not.i27.i, label %judge.exit.i, label %if.then.i.i
if.then.i.i:
  %tobool.not.i28.i = icmp eq i64 %41, 0
  %mul.i29.i = shl nsw i64 %41, 1
  %42 = call i64 @llvm.smin.i64(i64 %mul.i29.i, i64 64)
  %cond7.i.i = select i1 %tobool.not.i28.i, i64 1, i64 %42
  br label %judge.exit.i
judge.exit.i:
  %after.0.i.i = phi i64 [ %cond7.i.i, %if.then.i.i ], [ %div.i.i, %if.then10.i ]
  store atomic i64 %after.0.i.i, ptr @penalty monotonic, align 8
  store i64 %after.0.i.i, ptr @alone, align 8
  br label %share.exit
share.exit:
  store atomic i32 0, ptr @lock release, align 128
  br label %cleanup10
if.end:
  %cmp3 = icmp sgt i64 %chunks, 127
  %43 = and i1 %cmp3, %cmp.i
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %last) nounwind
  store i64 0, ptr %last, align 8
  %cmp439 = icmp sgt i64 %chunks, 0
  br i1 %cmp439, label %for.body, label %cleanup
for.body:
  %i.040 = phi i64 [ %i.040.be, %for.body.backedge ], [ 0, %if.end ]
  call void %chunk(ptr noundef %context, i64 noundef %i.040) nounwind
  br i1 %43, label %land.lhs.true, label %for.inc
land.lhs.true:
  %call5 = call i32 @ft_check_signals(ptr noundef nonnull %last) nounwind
  %tobool.not = icmp eq i32 %call5, 0
  %inc = add nuw nsw i64 %i.040, 1
  %cmp4 = icmp slt i64 %inc, %chunks
  %or.cond = select i1 %tobool.not, i1 %cmp4, i1 false
  br i1 %or.cond, label %for.body.backedge, label %cleanup
for.inc:
  %inc.old = add nuw nsw i64 %i.040, 1
  %cmp4.old = icmp slt i64 %inc.old, %chunks
  br i1 %cmp4.old, label %for.body.backedge, label %cleanup
for.body.backedge:
  %i.040.be = phi i64 [ %inc.old, %for.inc ], [ %inc, %land.lhs.true ]
  br label %for.body
cleanup:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %last) nounwind
  br label %cleanup10
cleanup10:
  ret void
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind
declare i32 @ft_check_signals(ptr noundef)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) nounwind

define void @ft_dismiss() nounwind {
entry:
  %call.i = tail call i32 @getpid() nounwind
  %0 = load atomic i32, ptr @lock monotonic, align 128
  %cmp.i = icmp eq i32 %0, %call.i
  br i1 %cmp.i, label %return, label %lor.lhs.false.i
lor.lhs.false.i:
  %1 = cmpxchg ptr @lock, i32 %0, i32 %call.i acq_rel monotonic, align 128
  %2 = extractvalue { i32, i1 } %1, 1
  br i1 %2, label %if.end.i, label %return
if.end.i:
  %3 = load i32, ptr @process, align 4
  %cmp1.not.i = icmp eq i32 %3, %call.i
  br i1 %cmp1.not.i, label %if.end, label %if.then2.i
if.then2.i:
  store i64 0, ptr @workers, align 8
  store atomic i32 0, ptr @dismissed seq_cst, align 4
  store atomic i64 0, ptr @penalty monotonic, align 8
  store i64 0, ptr @alone, align 8
  store atomic i64 0, ptr @gate monotonic, align 128
  store atomic i64 0, ptr @sleepers monotonic, align 8
  store atomic i32 0, ptr @waiting monotonic, align 4
  %call.i.i = tail call i32 @pthread_mutex_init(ptr noundef nonnull @mutex, ptr noundef null) nounwind
  %call5.i.i = tail call i32 @pthread_cond_init(ptr noundef nonnull @begun, ptr noundef null) nounwind
  %call6.i.i = tail call i32 @pthread_cond_init(ptr noundef nonnull @ended, ptr noundef null) nounwind
  store i32 %call.i, ptr @process, align 4
  br label %if.end
if.end:
  %4 = load i64, ptr @workers, align 8
  %tobool.not = icmp eq i64 %4, 0
  br i1 %tobool.not, label %if.end5, label %if.then1
if.then1:
  store atomic i32 1, ptr @dismissed seq_cst, align 4
  %5 = atomicrmw add ptr @number, i64 1 seq_cst, align 128
  %6 = load i64, ptr @workers, align 8
  %7 = load atomic i64, ptr @sleepers seq_cst, align 8
  %cond.i = tail call i64 @llvm.smin.i64(i64 %7, i64 %6)
  %cmp1.i = icmp eq i64 %cond.i, 0
  br i1 %cmp1.i, label %wake.exit, label %if.end.i8
if.end.i8:
  %call.i.i9 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %call1.i.i = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  %cmp28.i = icmp sgt i64 %cond.i, 0
  br i1 %cmp28.i, label %for.body.i, label %wake.exit
for.body.i:
  %i.09.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end.i8 ]
  %call.i10 = tail call i32 @pthread_cond_signal(ptr noundef nonnull @begun) nounwind
  %inc.i = add nuw nsw i64 %i.09.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %cond.i
  br i1 %exitcond.not.i, label %wake.exit, label %for.body.i
wake.exit:
  %8 = load i64, ptr @workers, align 8
  %cmp12 = icmp sgt i64 %8, 0
  br i1 %cmp12, label %for.body, label %for.cond.cleanup
for.cond.cleanup:
  store i64 0, ptr @workers, align 8
  store atomic i32 0, ptr @dismissed seq_cst, align 4
  br label %if.end5
for.body:
  %i.013 = phi i64 [ %inc, %for.body ], [ 0, %wake.exit ]
  %arrayidx = getelementptr inbounds [1024 x ptr], ptr @ids, i64 0, i64 %i.013
  %9 = load ptr, ptr %arrayidx, align 8
  %call3 = tail call i32 @pthread_join(ptr noundef %9, ptr noundef null) nounwind
  %inc = add nuw nsw i64 %i.013, 1
  %10 = load i64, ptr @workers, align 8
  %cmp = icmp slt i64 %inc, %10
  br i1 %cmp, label %for.body, label %for.cond.cleanup
if.end5:
  store atomic i32 0, ptr @lock release, align 128
  br label %return
return:
  ret void
}
declare i32 @pthread_join(ptr noundef, ptr noundef)
declare ptr @memset(ptr noundef, i32 noundef, i64 noundef)
declare i32 @pthread_sigmask(i32 noundef, ptr noundef, ptr noundef)
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef)

define internal noundef ptr @worker(ptr noundef readnone returned %unused) nounwind {
entry:
  %time.i10.i = alloca %struct.Time, align 8
  %time.i.i18 = alloca %struct.Time, align 8
  %time.i16.i = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %0 = load atomic i64, ptr @number seq_cst, align 128
  %1 = load atomic i32, ptr @dismissed seq_cst, align 4
  %tobool.not.not43 = icmp eq i32 %1, 0
  br i1 %tobool.not.not43, label %if.end.lr.ph, label %return
if.end.lr.ph:
  %2 = load i32, ptr @ft_clock_work, align 4
  %nanoseconds.i.i = getelementptr inbounds i8, ptr %time.i.i, i64 8
  %nanoseconds.i19.i = getelementptr inbounds i8, ptr %time.i16.i, i64 8
  %3 = load i32, ptr @ft_clock_time, align 4
  %nanoseconds.i.i20 = getelementptr inbounds i8, ptr %time.i.i18, i64 8
  %nanoseconds.i13.i = getelementptr inbounds i8, ptr %time.i10.i, i64 8
  br label %if.end
if.end:
  %4 = phi i64 [ %0, %if.end.lr.ph ], [ %36, %cleanup ]
  %5 = load atomic i64, ptr @gate acquire, align 128
  br label %do.body.i
do.body.i:
  %found.0.i = phi i64 [ %5, %if.end ], [ %9, %do.cond.i ]
  %6 = load atomic i64, ptr @region.4 monotonic, align 32
  %and.i = and i64 %found.0.i, 1
  %tobool.not.i = icmp ne i64 %and.i, 0
  %shr.i = ashr i64 %found.0.i, 1
  %cmp.not.i = icmp slt i64 %shr.i, %6
  %or.cond.i = select i1 %tobool.not.i, i1 %cmp.not.i, i1 false
  br i1 %or.cond.i, label %do.cond.i, label %if.end3
do.cond.i:
  %add.i = add nsw i64 %found.0.i, 2
  %7 = cmpxchg ptr @gate, i64 %found.0.i, i64 %add.i acq_rel acquire, align 128
  %8 = extractvalue { i64, i1 } %7, 1
  %9 = extractvalue { i64, i1 } %7, 0
  br i1 %8, label %if.then2, label %do.body.i
if.then2:
  %10 = load atomic i64, ptr @sleepers seq_cst, align 8
  %cond.i = call i64 @llvm.smin.i64(i64 %10, i64 2)
  %cmp1.i = icmp eq i64 %10, 0
  br i1 %cmp1.i, label %wake.exit, label %if.end.i
if.end.i:
  %call.i.i = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %call1.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  %cmp28.i = icmp sgt i64 %10, 0
  br i1 %cmp28.i, label %for.body.i, label %wake.exit
for.body.i:
  %i.09.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end.i ]
  %call.i = call i32 @pthread_cond_signal(ptr noundef nonnull @begun) nounwind
  %inc.i = add nuw nsw i64 %i.09.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %cond.i
  br i1 %exitcond.not.i, label %wake.exit, label %for.body.i
wake.exit:
  %11 = load i64, ptr @region.3, align 128
  call void @ft_set_mode(i64 noundef %11) nounwind
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %call.i.i10 = call i32 @clock_gettime(i32 noundef %2, ptr noundef nonnull %time.i.i) nounwind
  %12 = load i64, ptr %time.i.i, align 8
  %13 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %14 = load ptr, ptr @region.0, align 128
  %15 = load ptr, ptr @region.1, align 128
  %16 = load i64, ptr @region.2, align 16
  %17 = atomicrmw add ptr @next, i64 1 monotonic, align 128
  %cmp.not23.i = icmp slt i64 %17, %16
  br i1 %cmp.not23.i, label %if.end.i11, label %work.exit
if.end.i11:
  %18 = phi i64 [ %19, %if.end.i11 ], [ %17, %wake.exit ]
  call void %14(ptr noundef %15, i64 noundef %18) nounwind
  %19 = atomicrmw add ptr @next, i64 1 monotonic, align 128
  %cmp.not.i12 = icmp slt i64 %19, %16
  br i1 %cmp.not.i12, label %if.end.i11, label %work.exit
work.exit:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i16.i) nounwind
  %call.i17.i = call i32 @clock_gettime(i32 noundef %2, ptr noundef nonnull %time.i16.i) nounwind
  %20 = load i64, ptr %time.i16.i, align 8
  %21 = load i64, ptr %nanoseconds.i19.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i16.i) nounwind
  %reass.add.i = sub i64 %20, %12
  %reass.mul.i = mul i64 %reass.add.i, 1000000000
  %add.i20.i = sub i64 %21, %13
  %sub.i = add i64 %add.i20.i, %reass.mul.i
  %22 = atomicrmw add ptr @work_done, i64 %sub.i monotonic, align 8
  %23 = atomicrmw sub ptr @gate, i64 2 seq_cst, align 128
  %cmp.i = icmp eq i64 %23, 2
  br i1 %cmp.i, label %land.lhs.true.i, label %if.end3
land.lhs.true.i:
  %24 = load atomic i32, ptr @waiting seq_cst, align 4
  %tobool.not.i14 = icmp eq i32 %24, 0
  br i1 %tobool.not.i14, label %if.end3, label %if.then.i
if.then.i:
  %call.i.i15 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %call1.i.i16 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  %call.i17 = call i32 @pthread_cond_signal(ptr noundef nonnull @ended) nounwind
  br label %if.end3
if.end3:
  %25 = load atomic i64, ptr @penalty monotonic, align 8
  %tobool5.not = icmp eq i64 %25, 0
  br i1 %tobool5.not, label %lor.lhs.false, label %if.then7
lor.lhs.false:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i18) nounwind
  %call.i.i19 = call i32 @clock_gettime(i32 noundef %3, ptr noundef nonnull %time.i.i18) nounwind
  %26 = load i64, ptr %time.i.i18, align 8
  %27 = load i64, ptr %nanoseconds.i.i20, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i18) nounwind
  br label %do.body.i21
do.body.i21:
  %28 = load atomic i64, ptr @number acquire, align 128
  %.not40.not = icmp eq i64 %28, %4
  br i1 %.not40.not, label %if.end.i23, label %cleanup
for.body.i22:
  %29 = load atomic i64, ptr @number acquire, align 128
  %.not = icmp eq i64 %29, %4
  br i1 %.not, label %if.end.i23, label %cleanup
if.end.i23:
  %i.018.i41 = phi i32 [ %inc.i24, %for.body.i22 ], [ 0, %do.body.i21 ]
  call void @ft_pause() nounwind
  %inc.i24 = add nuw nsw i32 %i.018.i41, 1
  %exitcond.not.i26 = icmp eq i32 %inc.i24, 16
  br i1 %exitcond.not.i26, label %do.cond.i27, label %for.body.i22
do.cond.i27:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i10.i) nounwind
  %call.i11.i = call i32 @clock_gettime(i32 noundef %3, ptr noundef nonnull %time.i10.i) nounwind
  %30 = load i64, ptr %time.i10.i, align 8
  %31 = load i64, ptr %nanoseconds.i13.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i10.i) nounwind
  %reass.add.i28 = sub i64 %30, %26
  %reass.mul.i29 = mul i64 %reass.add.i28, 1000000000
  %add.i14.i = sub i64 %31, %27
  %sub.i30 = add i64 %add.i14.i, %reass.mul.i29
  %cmp6.i = icmp slt i64 %sub.i30, 20000
  br i1 %cmp6.i, label %do.body.i21, label %spin.exit
spin.exit:
  br i1 %.not40.not, label %if.then7, label %cleanup
if.then7:
  %call.i31 = call i32 @pthread_mutex_lock(ptr noundef nonnull @mutex) nounwind
  %32 = atomicrmw add ptr @sleepers, i64 1 seq_cst, align 8
  %33 = load atomic i64, ptr @number seq_cst, align 128
  %cmp6.i32 = icmp eq i64 %33, %4
  br i1 %cmp6.i32, label %while.body.i, label %sleep_through.exit
while.body.i:
  %call2.i = call i32 @pthread_cond_wait(ptr noundef nonnull @begun, ptr noundef nonnull @mutex) nounwind
  %34 = load atomic i64, ptr @number seq_cst, align 128
  %cmp.i33 = icmp eq i64 %34, %4
  br i1 %cmp.i33, label %while.body.i, label %sleep_through.exit
sleep_through.exit:
  %35 = atomicrmw sub ptr @sleepers, i64 1 seq_cst, align 8
  %call5.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull @mutex) nounwind
  br label %cleanup
cleanup:
  %36 = load atomic i64, ptr @number seq_cst, align 128
  %37 = load atomic i32, ptr @dismissed seq_cst, align 4
  %tobool.not.not = icmp eq i32 %37, 0
  br i1 %tobool.not.not, label %if.end, label %return
return:
  ret ptr %unused
}
declare void @ft_set_mode(i64 noundef)
declare i32 @ft_has_raised()
declare void @ft_end_helpers(i32 noundef)
declare i32 @clock_gettime(i32 noundef, ptr noundef)
declare i32 @pthread_cond_signal(ptr noundef)
declare i32 @pthread_mutex_lock(ptr noundef)
declare i32 @pthread_mutex_unlock(ptr noundef)
declare void @ft_pause()
declare i32 @pthread_cond_wait(ptr noundef, ptr noundef)
declare i64 @ft_mode()
declare i32 @getpid()
declare i32 @pthread_mutex_init(ptr noundef, ptr noundef)
declare i32 @pthread_cond_init(ptr noundef, ptr noundef)
declare i64 @llvm.smin.i64(i64, i64) nounwind
