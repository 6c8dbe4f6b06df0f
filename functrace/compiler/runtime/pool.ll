; Made from pool.c by generate.py.
@held = internal global i64 0, align 8
@sizes = internal global [64 x i64] zeroinitializer, align 16
@blocks = internal global [64 x ptr] zeroinitializer, align 16
@ft_huge_pages = external constant i32, align 4
@ticks = internal global i64 0, align 8
@times = internal global [64 x i64] zeroinitializer, align 16

define ptr @ft_take(i64 noundef %size) nounwind {
entry:
  br label %for.body
for.body:
  %i.022 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %arrayidx.i = getelementptr inbounds [64 x i64], ptr @sizes, i64 0, i64 %i.022
  %0 = load atomic i64, ptr %arrayidx.i monotonic, align 8
  %cmp.not.i = icmp eq i64 %0, %size
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %for.inc
lor.lhs.false.i:
  %arrayidx1.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %i.022
  %1 = load atomic i64, ptr %arrayidx1.i monotonic, align 8
  %tobool.not.i = icmp eq i64 %1, 0
  br i1 %tobool.not.i, label %for.inc, label %if.end.i
if.end.i:
  %2 = atomicrmw xchg ptr %arrayidx1.i, i64 0 acq_rel, align 8
  %3 = inttoptr i64 %2 to ptr
  %tobool.not.i.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i.i, label %for.inc, label %take_from.exit.thread.i
take_from.exit.thread.i:
  %add.ptr.i.i.i = getelementptr inbounds i8, ptr %3, i64 -16
  %4 = load i64, ptr %add.ptr.i.i.i, align 8
  %5 = atomicrmw sub ptr @held, i64 %4 acq_rel, align 8
  %6 = load i64, ptr %add.ptr.i.i.i, align 8
  %cmp6.not.i = icmp eq i64 %6, %size
  br i1 %cmp6.not.i, label %return, label %if.then7.i
if.then7.i:
  tail call void @ft_give(ptr noundef nonnull %3)
  br label %for.inc
for.inc:
  %inc = add nuw nsw i64 %i.022, 1
  %exitcond.not = icmp eq i64 %inc, 64
  br i1 %exitcond.not, label %for.end, label %for.body
for.end:
  %cmp.i = icmp ugt i64 %size, 4194303
  %cond.i = select i1 %cmp.i, i64 2097152, i64 64
  %add.i = or disjoint i64 %cond.i, 16
  %7 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %size, i64 %add.i)
  %8 = extractvalue { i64, i1 } %7, 1
  br i1 %8, label %return, label %if.end.i9
if.end.i9:
  %9 = extractvalue { i64, i1 } %7, 0
  br label %for.cond.i.i
for.cond.i.i:
  %call.i.i = tail call ptr @malloc(i64 noundef %9) nounwind
  %tobool.not.i.i10 = icmp eq ptr %call.i.i, null
  br i1 %tobool.not.i.i10, label %for.body.i.i.i, label %if.end2.i
for.body.i.i.i:
  %freed.09.i.i.i = phi i64 [ %freed.1.i.i.i, %if.end.i.i.i ], [ 0, %for.cond.i.i ]
  %i.08.i.i.i = phi i64 [ %inc.i.i.i, %if.end.i.i.i ], [ 0, %for.cond.i.i ]
  %arrayidx.i.i.i.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %i.08.i.i.i
  %10 = atomicrmw xchg ptr %arrayidx.i.i.i.i, i64 0 acq_rel, align 8
  %tobool.not.i.i.i.i = icmp eq i64 %10, 0
  br i1 %tobool.not.i.i.i.i, label %if.end.i.i.i, label %take_from.exit.thread.i.i.i
take_from.exit.thread.i.i.i:
  %11 = inttoptr i64 %10 to ptr
  %add.ptr.i.i.i.i.i = getelementptr inbounds i8, ptr %11, i64 -16
  %12 = load i64, ptr %add.ptr.i.i.i.i.i, align 8
  %13 = atomicrmw sub ptr @held, i64 %12 acq_rel, align 8
  %14 = load i64, ptr %add.ptr.i.i.i.i.i, align 8
  %add.i.i.i = add nsw i64 %14, %freed.09.i.i.i
  %raw.i.i.i.i = getelementptr inbounds i8, ptr %11, i64 -8
  %15 = load ptr, ptr %raw.i.i.i.i, align 8
  tail call void @free(ptr noundef %15) nounwind
  br label %if.end.i.i.i
if.end.i.i.i:
  %freed.1.i.i.i = phi i64 [ %add.i.i.i, %take_from.exit.thread.i.i.i ], [ %freed.09.i.i.i, %for.body.i.i.i ]
  %inc.i.i.i = add nuw nsw i64 %i.08.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %inc.i.i.i, 64
  br i1 %exitcond.not.i.i.i, label %cleanup.i.i, label %for.body.i.i.i
cleanup.i.i:
  %tobool2.not.not.i.i = icmp eq i64 %freed.1.i.i.i, 0
  br i1 %tobool2.not.not.i.i, label %return, label %for.cond.i.i
if.end2.i:
  %add.ptr.i = getelementptr inbounds i8, ptr %call.i.i, i64 %add.i
  %add.ptr3.i = getelementptr inbounds i8, ptr %add.ptr.i, i64 -1
  %16 = ptrtoint ptr %add.ptr3.i to i64
  %17 = add nsw i64 %cond.i, -1
  %rem.i = and i64 %17, %16
  %idx.neg.i = sub nsw i64 0, %rem.i
  %add.ptr4.i = getelementptr inbounds i8, ptr %add.ptr3.i, i64 %idx.neg.i
  %add.ptr.i.i = getelementptr inbounds i8, ptr %add.ptr4.i, i64 -16
  store i64 %size, ptr %add.ptr.i.i, align 8
  %.compoundliteral.sroa.2.0.call5.sroa_idx.i = getelementptr inbounds i8, ptr %add.ptr4.i, i64 -8
  store ptr %call.i.i, ptr %.compoundliteral.sroa.2.0.call5.sroa_idx.i, align 8
  %18 = load i32, ptr @ft_huge_pages, align 4
  %cmp9.i = icmp sgt i32 %18, -1
  %or.cond.i = select i1 %cmp.i, i1 %cmp9.i, i1 false
  br i1 %or.cond.i, label %if.then10.i, label %return
if.then10.i:
  %call11.i = tail call i32 @madvise(ptr noundef nonnull %add.ptr4.i, i64 noundef %size, i32 noundef %18) nounwind
  br label %return
return:
  %retval.3 = phi ptr [ null, %for.end ], [ %add.ptr4.i, %if.then10.i ], [ %add.ptr4.i, %if.end2.i ], [ null, %cleanup.i.i ], [ %3, %take_from.exit.thread.i ]
  ret ptr %retval.3
}

define void @ft_give(ptr noundef %block) nounwind {
entry:
  %add.ptr.i = getelementptr inbounds i8, ptr %block, i64 -16
  %0 = load i64, ptr %add.ptr.i, align 8
  %1 = add i64 %0, -65536
  %or.cond = icmp ult i64 %1, 268369921
  br i1 %or.cond, label %if.then, label %if.end7
if.then:
  %2 = atomicrmw add ptr @held, i64 %0 acq_rel, align 8
  %3 = ptrtoint ptr %block to i64
  br label %for.cond.i
for.cond.i:
  %tries.0.i = phi i64 [ 0, %if.then ], [ %inc.i, %evict.exit.i ]
  %4 = load atomic i64, ptr @held acquire, align 8
  %cmp.i = icmp slt i64 %4, 268435457
  br i1 %cmp.i, label %land.lhs.true.i, label %if.end.i
land.lhs.true.i:
  %5 = atomicrmw add ptr @ticks, i64 1 monotonic, align 8
  br label %for.body.i.i
for.body.i.i:
  %cmp22.i.i = phi i1 [ true, %land.lhs.true.i ], [ %cmp.i.i, %for.inc.i.i ]
  %i.021.i.i = phi i64 [ 0, %land.lhs.true.i ], [ %inc.i.i, %for.inc.i.i ]
  %arrayidx.i.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %i.021.i.i
  %6 = load atomic i64, ptr %arrayidx.i.i monotonic, align 8
  %tobool.not.i.i = icmp eq i64 %6, 0
  br i1 %tobool.not.i.i, label %land.lhs.true.i.i, label %for.inc.i.i
land.lhs.true.i.i:
  %7 = cmpxchg ptr %arrayidx.i.i, i64 0, i64 %3 acq_rel monotonic, align 8
  %8 = extractvalue { i64, i1 } %7, 1
  br i1 %8, label %if.then.i.i, label %for.inc.i.i
if.then.i.i:
  %arrayidx4.i.i = getelementptr inbounds [64 x i64], ptr @sizes, i64 0, i64 %i.021.i.i
  store atomic i64 %0, ptr %arrayidx4.i.i monotonic, align 8
  %arrayidx6.i.i = getelementptr inbounds [64 x i64], ptr @times, i64 0, i64 %i.021.i.i
  store atomic i64 %5, ptr %arrayidx6.i.i monotonic, align 8
  br i1 %cmp22.i.i, label %cleanup, label %if.end.i
for.inc.i.i:
  %inc.i.i = add nuw nsw i64 %i.021.i.i, 1
  %cmp.i.i = icmp ult i64 %i.021.i.i, 63
  %exitcond.not.i.i = icmp eq i64 %inc.i.i, 64
  br i1 %exitcond.not.i.i, label %if.end.i, label %for.body.i.i
if.end.i:
  %cmp1.i = icmp eq i64 %tries.0.i, 128
  br i1 %cmp1.i, label %if.end, label %for.body.i5.i
for.cond.cleanup.i.i:
  %arrayidx.i.i.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %oldest.1.i.i
  %9 = atomicrmw xchg ptr %arrayidx.i.i.i, i64 0 acq_rel, align 8
  %tobool.not.i.i.i = icmp eq i64 %9, 0
  br i1 %tobool.not.i.i.i, label %evict.exit.i, label %take_from.exit.thread.i.i
take_from.exit.thread.i.i:
  %10 = inttoptr i64 %9 to ptr
  %add.ptr.i.i.i.i = getelementptr inbounds i8, ptr %10, i64 -16
  %11 = load i64, ptr %add.ptr.i.i.i.i, align 8
  %12 = atomicrmw sub ptr @held, i64 %11 acq_rel, align 8
  %raw.i.i.i = getelementptr inbounds i8, ptr %10, i64 -8
  %13 = load ptr, ptr %raw.i.i.i, align 8
  tail call void @free(ptr noundef %13) nounwind
  br label %evict.exit.i
for.body.i5.i:
  %oldest.016.i.i = phi i64 [ %oldest.1.i.i, %for.body.i5.i ], [ 0, %if.end.i ]
  %least.015.i.i = phi i64 [ %least.1.i.i, %for.body.i5.i ], [ -1, %if.end.i ]
  %i.014.i.i = phi i64 [ %inc.i8.i, %for.body.i5.i ], [ 0, %if.end.i ]
  %arrayidx.i6.i = getelementptr inbounds [64 x i64], ptr @times, i64 0, i64 %i.014.i.i
  %14 = load atomic i64, ptr %arrayidx.i6.i monotonic, align 8
  %arrayidx1.i.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %i.014.i.i
  %15 = load atomic i64, ptr %arrayidx1.i.i monotonic, align 8
  %tobool.not.i7.i = icmp ne i64 %15, 0
  %cmp3.i.i = icmp ult i64 %14, %least.015.i.i
  %or.cond.i.i = select i1 %tobool.not.i7.i, i1 %cmp3.i.i, i1 false
  %least.1.i.i = select i1 %or.cond.i.i, i64 %14, i64 %least.015.i.i
  %oldest.1.i.i = select i1 %or.cond.i.i, i64 %i.014.i.i, i64 %oldest.016.i.i
  %inc.i8.i = add nuw nsw i64 %i.014.i.i, 1
  %exitcond.not.i9.i = icmp eq i64 %inc.i8.i, 64
  br i1 %exitcond.not.i9.i, label %for.cond.cleanup.i.i, label %for.body.i5.i
evict.exit.i:
  %inc.i = add nuw nsw i64 %tries.0.i, 1
  br label %for.cond.i
if.end:
  %16 = atomicrmw sub ptr @held, i64 %0 acq_rel, align 8
  br label %if.end7
if.end7:
  %raw.i = getelementptr inbounds i8, ptr %block, i64 -8
  %17 = load ptr, ptr %raw.i, align 8
  tail call void @free(ptr noundef %17) nounwind
  br label %cleanup
cleanup:
  ret void
}

define ptr @ft_resize(ptr noundef %old, i64 noundef %size) nounwind {
entry:
  %call = tail call ptr @ft_take(i64 noundef %size)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %if.then
if.then:
  %add.ptr.i = getelementptr inbounds i8, ptr %old, i64 -16
  %0 = load i64, ptr %add.ptr.i, align 8
  %cond = tail call i64 @llvm.smin.i64(i64 %0, i64 %size)
  %call3 = tail call ptr @memcpy(ptr noundef nonnull %call, ptr noundef %old, i64 noundef %cond) nounwind
  tail call void @ft_give(ptr noundef %old)
  br label %if.end
if.end:
  ret ptr %call
}
declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef)

define i64 @ft_clear() nounwind {
entry:
  br label %for.body
for.cond.cleanup:
  ret i64 %freed.1
for.body:
  %freed.09 = phi i64 [ 0, %entry ], [ %freed.1, %if.end ]
  %i.08 = phi i64 [ 0, %entry ], [ %inc, %if.end ]
  %arrayidx.i = getelementptr inbounds [64 x ptr], ptr @blocks, i64 0, i64 %i.08
  %0 = atomicrmw xchg ptr %arrayidx.i, i64 0 acq_rel, align 8
  %tobool.not.i = icmp eq i64 %0, 0
  br i1 %tobool.not.i, label %if.end, label %take_from.exit.thread
take_from.exit.thread:
  %1 = inttoptr i64 %0 to ptr
  %add.ptr.i.i = getelementptr inbounds i8, ptr %1, i64 -16
  %2 = load i64, ptr %add.ptr.i.i, align 8
  %3 = atomicrmw sub ptr @held, i64 %2 acq_rel, align 8
  %4 = load i64, ptr %add.ptr.i.i, align 8
  %add = add nsw i64 %4, %freed.09
  %raw.i = getelementptr inbounds i8, ptr %1, i64 -8
  %5 = load ptr, ptr %raw.i, align 8
  tail call void @free(ptr noundef %5) nounwind
  br label %if.end
if.end:
  %freed.1 = phi i64 [ %add, %take_from.exit.thread ], [ %freed.09, %for.body ]
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, 64
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) nounwind
declare i32 @madvise(ptr noundef, i64 noundef, i32 noundef)
declare ptr @malloc(i64 noundef)
declare void @free(ptr noundef)
declare i64 @llvm.smin.i64(i64, i64) nounwind
