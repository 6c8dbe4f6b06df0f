; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144
; by Numba 0.68.1

; <i8 <i8
; returns u64
declare i64 @llvm.abs.i64(i64, i1 immarg)
define i64 @ft_kernel(i64 %v0, i64 %v1) nounwind {
v23:
  %v2 = tail call i64 @llvm.abs.i64(i64 %v0, i1 false)
  %v3 = icmp eq i64 %v1, 0
  br i1 %v3, label %v4, label %v5
v5:
  %v6 = tail call i64 @llvm.abs.i64(i64 %v1, i1 false)
  br label %v7
v7:
  %v8 = phi i64 [ %v9, %v10 ], [ %v6, %v5 ]
  %v11 = phi i64 [ %v8, %v10 ], [ %v2, %v5 ]
  %v12 = or i64 %v11, %v8
  %v13 = icmp ult i64 %v12, 4294967296
  br i1 %v13, label %v14, label %v15
v14:
  %v16 = trunc nuw i64 %v8 to i32
  %v17 = trunc nuw i64 %v11 to i32
  %v18 = urem i32 %v17, %v16
  %v19 = zext i32 %v18 to i64
  br label %v10
v15:
  %v20 = urem i64 %v11, %v8
  br label %v10
v10:
  %v9 = phi i64 [ %v19, %v14 ], [ %v20, %v15 ]
  %v21 = icmp eq i64 %v9, 0
  br i1 %v21, label %v4, label %v7
v4:
  %v22 = phi i64 [ %v2, %v23 ], [ %v8, %v10 ]
  ret i64 %v22
}

; <i4 <i4
; returns u64
declare i32 @llvm.abs.i32(i32, i1 immarg)
define i64 @ft_kernel(i32 %v0, i32 %v1) nounwind {
v13:
  %v2 = tail call i32 @llvm.abs.i32(i32 %v0, i1 false)
  %v3 = icmp eq i32 %v1, 0
  br i1 %v3, label %v4, label %v5
v5:
  %v6 = tail call i32 @llvm.abs.i32(i32 %v1, i1 false)
  br label %v7
v7:
  %v8 = phi i32 [ %v9, %v7 ], [ %v6, %v5 ]
  %v10 = phi i32 [ %v8, %v7 ], [ %v2, %v5 ]
  %v9 = urem i32 %v10, %v8
  %v11 = icmp eq i32 %v9, 0
  br i1 %v11, label %v4, label %v7
v4:
  %v12 = phi i32 [ %v2, %v13 ], [ %v8, %v7 ]
  %v14 = zext i32 %v12 to i64
  ret i64 %v14
}
