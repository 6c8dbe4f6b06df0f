; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144

; <i8 <i8
; returns u64
define i64 @ft_kernel(i64 %v0, i64 %v1) nounwind {
v13:
  %v2 = tail call i64 @llvm.abs.i64(i64 %v0, i1 false)
  %v3 = icmp eq i64 %v1, 0
  br i1 %v3, label %v4, label %v5
v5:
  %v6 = tail call i64 @llvm.abs.i64(i64 %v1, i1 false)
  br label %v7
v7:
  %v8 = phi i64 [ %v9, %v7 ], [ %v6, %v5 ]
  %v10 = phi i64 [ %v8, %v7 ], [ %v2, %v5 ]
  %v9 = urem i64 %v10, %v8
  %v11 = icmp eq i64 %v9, 0
  br i1 %v11, label %v4, label %v7
v4:
  %v12 = phi i64 [ %v2, %v13 ], [ %v8, %v7 ]
  ret i64 %v12
}
declare i64 @llvm.abs.i64(i64, i1 immarg)

; <i4 <i4
; returns u64
define i64 @ft_kernel(i32 %v0, i32 %v1) nounwind {
v15:
  %v2 = tail call i32 @llvm.abs.i32(i32 %v0, i1 false)
  %v3 = zext i32 %v2 to i64
  %v4 = icmp eq i32 %v1, 0
  br i1 %v4, label %v5, label %v6
v6:
  %v7 = tail call i32 @llvm.abs.i32(i32 %v1, i1 false)
  %v8 = zext i32 %v7 to i64
  br label %v9
v9:
  %v10 = phi i64 [ %v11, %v9 ], [ %v8, %v6 ]
  %v12 = phi i64 [ %v10, %v9 ], [ %v3, %v6 ]
  %v11 = urem i64 %v12, %v10
  %v13 = icmp eq i64 %v11, 0
  br i1 %v13, label %v5, label %v9
v5:
  %v14 = phi i64 [ %v3, %v15 ], [ %v10, %v9 ]
  ret i64 %v14
}
declare i32 @llvm.abs.i32(i32, i1 immarg)
