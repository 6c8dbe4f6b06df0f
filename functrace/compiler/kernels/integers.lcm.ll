; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144
; by Numba 0.68.1

; <i8 <i8
; returns u64
declare i64 @llvm.abs.i64(i64, i1 immarg)
define i64 @ft_kernel(i64 %v0, i64 %v1) nounwind {
v26:
  %v2 = tail call i64 @llvm.abs.i64(i64 %v0, i1 false)
  %v3 = tail call i64 @llvm.abs.i64(i64 %v1, i1 false)
  %v4 = icmp eq i64 %v1, 0
  br i1 %v4, label %v5, label %v6
v5:
  %v7 = icmp eq i64 %v0, 0
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = phi i64 [ %v2, %v5 ], [ %v11, %v12 ]
  %v13 = or i64 %v10, %v2
  %v14 = icmp ult i64 %v13, 4294967296
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = trunc nuw i64 %v10 to i32
  %v18 = trunc nuw i64 %v2 to i32
  %v19 = udiv i32 %v18, %v17
  %v20 = zext i32 %v19 to i64
  br label %v21
v16:
  %v22 = udiv i64 %v2, %v10
  br label %v21
v21:
  %v23 = phi i64 [ %v20, %v15 ], [ %v22, %v16 ]
  %v24 = mul i64 %v23, %v3
  br label %v8
v6:
  %v11 = phi i64 [ %v25, %v12 ], [ %v3, %v26 ]
  %v27 = phi i64 [ %v11, %v12 ], [ %v2, %v26 ]
  %v28 = or i64 %v27, %v11
  %v29 = icmp ult i64 %v28, 4294967296
  br i1 %v29, label %v30, label %v31
v30:
  %v32 = trunc nuw i64 %v11 to i32
  %v33 = trunc nuw i64 %v27 to i32
  %v34 = urem i32 %v33, %v32
  %v35 = zext i32 %v34 to i64
  br label %v12
v31:
  %v36 = urem i64 %v27, %v11
  br label %v12
v12:
  %v25 = phi i64 [ %v35, %v30 ], [ %v36, %v31 ]
  %v37 = icmp eq i64 %v25, 0
  br i1 %v37, label %v9, label %v6
v8:
  %v38 = phi i64 [ %v24, %v21 ], [ 0, %v5 ]
  ret i64 %v38
}

; <i4 <i4
; returns u64
declare i32 @llvm.abs.i32(i32, i1 immarg)
define i64 @ft_kernel(i32 %v0, i32 %v1) nounwind {
v21:
  %v2 = tail call i32 @llvm.abs.i32(i32 %v0, i1 false)
  %v3 = zext i32 %v2 to i64
  %v4 = tail call i32 @llvm.abs.i32(i32 %v1, i1 false)
  %v5 = zext i32 %v4 to i64
  %v6 = icmp eq i32 %v1, 0
  br i1 %v6, label %v7, label %v8
v7:
  %v9 = icmp eq i32 %v0, 0
  br i1 %v9, label %v10, label %v11
v16:
  %v12 = icmp samesign ugt i64 %v13, %v3
  br i1 %v12, label %v10, label %v11
v11:
  %v14 = phi i32 [ %v15, %v16 ], [ %v2, %v7 ]
  %v17 = udiv i32 %v2, %v14
  %v18 = zext i32 %v17 to i64
  %v19 = mul nuw nsw i64 %v18, %v5
  br label %v10
v8:
  %v13 = phi i64 [ %v20, %v8 ], [ %v5, %v21 ]
  %v22 = phi i32 [ %v15, %v8 ], [ %v2, %v21 ]
  %v15 = trunc nuw i64 %v13 to i32
  %v23 = urem i32 %v22, %v15
  %v20 = zext nneg i32 %v23 to i64
  %v24 = icmp eq i32 %v23, 0
  br i1 %v24, label %v16, label %v8
v10:
  %v25 = phi i64 [ 0, %v7 ], [ %v19, %v11 ], [ 0, %v16 ]
  ret i64 %v25
}
