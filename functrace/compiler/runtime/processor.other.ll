; Made from processor.c by generate.py.

define void @ft_pause() nounwind {
entry:
  ret void
}

define noundef i64 @ft_mode() nounwind {
entry:
  ret i64 0
}

define void @ft_set_mode(i64 noundef %mode) nounwind {
entry:
  ret void
}
