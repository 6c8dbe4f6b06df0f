; Made from bare.c by generate.py.

define noundef ptr @memcpy(ptr noalias noundef returned writeonly %target, ptr noalias nocapture noundef readonly %source, i64 noundef %size) nounwind {
entry:
  %cmp6.not = icmp eq i64 %size, 0
  br i1 %cmp6.not, label %for.cond.cleanup, label %for.body
for.cond.cleanup:
  ret ptr %target
for.body:
  %k.07 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds i8, ptr %source, i64 %k.07
  %0 = load i8, ptr %arrayidx, align 1
  %arrayidx1 = getelementptr inbounds i8, ptr %target, i64 %k.07
  store i8 %0, ptr %arrayidx1, align 1
  %inc = add nuw i64 %k.07, 1
  %exitcond.not = icmp eq i64 %inc, %size
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define noundef ptr @memset(ptr noundef returned writeonly %target, i32 noundef %byte, i64 noundef %size) nounwind {
entry:
  %cmp4.not = icmp eq i64 %size, 0
  br i1 %cmp4.not, label %for.cond.cleanup, label %for.body.lr.ph
for.body.lr.ph:
  %conv = trunc i32 %byte to i8
  br label %for.body
for.cond.cleanup:
  ret ptr %target
for.body:
  %k.05 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds i8, ptr %target, i64 %k.05
  store i8 %conv, ptr %arrayidx, align 1
  %inc = add nuw i64 %k.05, 1
  %exitcond.not = icmp eq i64 %inc, %size
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}
