; Made from blas_threads.c by generate.py.
%struct.BlasState = type { i64, i64, i64 }
@ft_blas_state = external global %struct.BlasState, align 8

define void @ft_blas_begin() nounwind {
entry:
  br label %while.cond.i
while.cond.i:
  %0 = atomicrmw xchg ptr @ft_blas_state, i64 1 acquire, align 8
  %tobool.not.i = icmp eq i64 %0, 0
  br i1 %tobool.not.i, label %lock_and_count.exit, label %while.cond.i
lock_and_count.exit:
  %1 = load i64, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 8), align 8
  %add.i = add nsw i64 %1, 1
  store i64 %add.i, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 8), align 8
  %cmp = icmp eq i64 %1, 0
  br i1 %cmp, label %if.then, label %if.end5
if.then:
  %call1 = tail call i32 @ft_blas_get() nounwind
  %conv = sext i32 %call1 to i64
  store i64 %conv, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 16), align 8
  %cmp2 = icmp sgt i32 %call1, 1
  br i1 %cmp2, label %if.then4, label %if.end5
if.then4:
  tail call void @ft_blas_set(i32 noundef 1) nounwind
  br label %if.end5
if.end5:
  store atomic i64 0, ptr @ft_blas_state release, align 8
  ret void
}
declare i32 @ft_blas_get()
declare void @ft_blas_set(i32 noundef)

define void @ft_blas_end() nounwind {
entry:
  br label %while.cond.i
while.cond.i:
  %0 = atomicrmw xchg ptr @ft_blas_state, i64 1 acquire, align 8
  %tobool.not.i = icmp eq i64 %0, 0
  br i1 %tobool.not.i, label %lock_and_count.exit, label %while.cond.i
lock_and_count.exit:
  %1 = load i64, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 8), align 8
  %add.i = add nsw i64 %1, -1
  store i64 %add.i, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 8), align 8
  %cmp = icmp eq i64 %add.i, 0
  %2 = load i64, ptr getelementptr inbounds (i8, ptr @ft_blas_state, i64 16), align 8
  %cmp1 = icmp sgt i64 %2, 1
  %or.cond = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %or.cond, label %if.then, label %if.end
if.then:
  %conv = trunc i64 %2 to i32
  tail call void @ft_blas_set(i32 noundef %conv) nounwind
  br label %if.end
if.end:
  store atomic i64 0, ptr @ft_blas_state release, align 8
  ret void
}
