; Made from alone.c by generate.py.

define ptr @ft_take(i64 noundef %size) nounwind {
entry:
  %0 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %size, i64 72)
  %1 = extractvalue { i64, i1 } %0, 1
  br i1 %1, label %cleanup5, label %if.end
if.end:
  %2 = extractvalue { i64, i1 } %0, 0
  %call = tail call ptr @malloc(i64 noundef %2) nounwind
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup5, label %if.end2
if.end2:
  %add.ptr3 = getelementptr inbounds i8, ptr %call, i64 71
  %3 = ptrtoint ptr %add.ptr3 to i64
  %rem = and i64 %3, 63
  %idx.neg = sub nsw i64 0, %rem
  %add.ptr4 = getelementptr inbounds i8, ptr %add.ptr3, i64 %idx.neg
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr4, i64 -8
  store ptr %call, ptr %arrayidx, align 8
  br label %cleanup5
cleanup5:
  %retval.1 = phi ptr [ null, %entry ], [ %add.ptr4, %if.end2 ], [ null, %if.end ]
  ret ptr %retval.1
}
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) nounwind
declare ptr @malloc(i64 noundef)

define void @ft_give(ptr nocapture noundef readonly %block) nounwind {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %block, i64 -8
  %0 = load ptr, ptr %arrayidx, align 8
  tail call void @free(ptr noundef %0) nounwind
  ret void
}
declare void @free(ptr noundef)

define void @ft_blas_share(ptr noundef %chunk, ptr noundef %context, i64 noundef %chunks) nounwind {
entry:
  tail call void @ft_parallel(ptr noundef %chunk, ptr noundef %context, i64 noundef %chunks) nounwind
  ret void
}
declare void @ft_parallel(ptr noundef, ptr noundef, i64 noundef)
