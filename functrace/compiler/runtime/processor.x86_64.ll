; Made from processor.c by generate.py.

define void @ft_pause() nounwind {
entry:
  tail call void @llvm.x86.sse2.pause()
  ret void
}
declare void @llvm.x86.sse2.pause() nounwind

define range(i64 0, 4294967296) i64 @ft_mode() nounwind {
entry:
  %tmp = alloca i32, align 4
  call void @llvm.x86.sse.stmxcsr(ptr nonnull %tmp)
  %stmxcsr = load i32, ptr %tmp, align 4
  %conv = zext i32 %stmxcsr to i64
  ret i64 %conv
}
declare void @llvm.x86.sse.stmxcsr(ptr) nounwind

define void @ft_set_mode(i64 noundef %mode) nounwind {
entry:
  %tmp = alloca i32, align 4
  %conv = trunc i64 %mode to i32
  store i32 %conv, ptr %tmp, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr nonnull %tmp)
  ret void
}
declare void @llvm.x86.sse.ldmxcsr(ptr) nounwind
