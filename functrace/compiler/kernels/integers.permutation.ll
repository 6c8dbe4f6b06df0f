; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144
; by Numba 0.68.1

; const <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v13:
  %v4 = shl i64 %v1, 2
  %v5 = ashr exact i64 %v4, 2
  %v6 = shl i64 %v3, 2
  %v7 = ashr exact i64 %v6, 2
  %v8 = icmp slt i64 %v7, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi i64 [ %v12, %v10 ], [ 0, %v13 ]
  %v12 = add nuw nsw i64 %v11, 1
  %v14 = shl i64 %v11, 2
  %v15 = getelementptr i8, ptr %v2, i64 %v14
  %v16 = trunc i64 %v11 to i32
  store i32 %v16, ptr %v15, align 4
  %v17 = icmp eq i64 %v7, %v12
  br i1 %v17, label %v9, label %v10
v34:
  %v18 = phi i64 [ %v19, %v20 ], [ 0, %v9 ]
  %v21 = shl i64 %v18, 2
  %v22 = getelementptr i8, ptr %v0, i64 %v21
  %v23 = load i32, ptr %v22, align 4
  %v24 = sext i32 %v23 to i64
  %v25 = icmp sgt i32 %v23, -1
  %v26 = icmp sgt i64 %v7, %v24
  %v27 = and i1 %v25, %v26
  br i1 %v27, label %v20, label %v28
v20:
  %v19 = add nuw nsw i64 %v18, 1
  %v29 = getelementptr i32, ptr %v2, i64 %v24
  %v30 = load i32, ptr %v29, align 4
  %v31 = getelementptr i8, ptr %v2, i64 %v21
  %v32 = load i32, ptr %v31, align 4
  store i32 %v30, ptr %v31, align 4
  store i32 %v32, ptr %v29, align 4
  %v33 = icmp eq i64 %v5, %v19
  br i1 %v33, label %v28, label %v34
v9:
  %v35 = icmp slt i64 %v5, 1
  br i1 %v35, label %v28, label %v34
v28:
  %v36 = phi i32 [ 0, %v9 ], [ 0, %v20 ], [ 1, %v34 ]
  ret i32 %v36
}
