; Made from serial.c by generate.py.

define void @ft_parallel(ptr nocapture noundef readonly %chunk, ptr noundef %context, i64 noundef %chunks) nounwind {
entry:
  %cmp3 = icmp sgt i64 %chunks, 0
  br i1 %cmp3, label %for.body, label %for.cond.cleanup
for.cond.cleanup:
  ret void
for.body:
  %i.04 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  tail call void %chunk(ptr noundef %context, i64 noundef %i.04) nounwind
  %inc = add nuw nsw i64 %i.04, 1
  %exitcond.not = icmp eq i64 %inc, %chunks
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define void @ft_blas_begin() nounwind {
entry:
  ret void
}

define void @ft_blas_end() nounwind {
entry:
  ret void
}
