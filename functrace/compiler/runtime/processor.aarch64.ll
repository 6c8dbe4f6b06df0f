; Made from processor.c by generate.py.

define void @ft_pause() nounwind {
entry:
  tail call void @llvm.aarch64.hint(i32 1)
  ret void
}
declare void @llvm.aarch64.hint(i32) nounwind

define i64 @ft_mode() nounwind {
entry:
  %0 = tail call i64 @llvm.read_volatile_register.i64(metadata !4)
  ret i64 %0
}
declare i64 @llvm.read_volatile_register.i64(metadata) nounwind

define void @ft_set_mode(i64 noundef %mode) nounwind {
entry:
  tail call void @llvm.write_register.i64(metadata !4, i64 %mode)
  ret void
}
declare void @llvm.write_register.i64(metadata, i64) nounwind
!4 = !{!"fpcr"}
