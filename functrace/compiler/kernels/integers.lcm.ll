; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144

; <i8 <i8
; returns u64
define i64 @ft_kernel(i64 %v0, i64 %v1) nounwind {
v9:
  %v2 = tail call i64 @llvm.abs.i64(i64 %v0, i1 false)
  %v3 = tail call i64 @llvm.abs.i64(i64 %v1, i1 false)
  %v4 = icmp eq i64 %v1, 0
  br i1 %v4, label %v5, label %v6
v6:
  %v7 = phi i64 [ %v8, %v6 ], [ %v3, %v9 ]
  %v10 = phi i64 [ %v7, %v6 ], [ %v2, %v9 ]
  %v8 = urem i64 %v10, %v7
  %v11 = icmp eq i64 %v8, 0
  br i1 %v11, label %v12, label %v6
v5:
  %v13 = icmp eq i64 %v0, 0
  br i1 %v13, label %v14, label %v12
v12:
  %v15 = phi i64 [ %v2, %v5 ], [ %v7, %v6 ]
  %v16 = udiv i64 %v2, %v15
  %v17 = mul i64 %v16, %v3
  br label %v14
v14:
  %v18 = phi i64 [ %v17, %v12 ], [ 0, %v5 ]
  ret i64 %v18
}
declare i64 @llvm.abs.i64(i64, i1 immarg)

; <i4 <i4
; returns u64
define i64 @ft_kernel(i32 %v0, i32 %v1) nounwind {
v11:
  %v2 = tail call i32 @llvm.abs.i32(i32 %v0, i1 false)
  %v3 = zext i32 %v2 to i64
  %v4 = tail call i32 @llvm.abs.i32(i32 %v1, i1 false)
  %v5 = zext i32 %v4 to i64
  %v6 = icmp eq i32 %v1, 0
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi i64 [ %v10, %v8 ], [ %v5, %v11 ]
  %v12 = phi i64 [ %v9, %v8 ], [ %v3, %v11 ]
  %v10 = urem i64 %v12, %v9
  %v13 = icmp eq i64 %v10, 0
  br i1 %v13, label %v14, label %v8
v7:
  %v15 = icmp eq i32 %v0, 0
  br i1 %v15, label %v16, label %v14
v14:
  %v17 = phi i64 [ %v3, %v7 ], [ %v9, %v8 ]
  %v18 = udiv i64 %v3, %v17
  %v19 = mul nuw nsw i64 %v18, %v5
  br label %v16
v16:
  %v20 = phi i64 [ %v19, %v14 ], [ 0, %v7 ]
  ret i64 %v20
}
declare i32 @llvm.abs.i32(i32, i1 immarg)
