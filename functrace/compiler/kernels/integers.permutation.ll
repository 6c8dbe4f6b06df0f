; Made from integers.py by generate.py: d178b403c2a49fba80db992969585caf60213144

; const <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v26:
  %v4 = shl i64 %v1, 2
  %v5 = ashr exact i64 %v4, 2
  %v6 = shl i64 %v3, 2
  %v7 = ashr exact i64 %v6, 2
  %v8 = icmp slt i64 %v7, 1
  br i1 %v8, label %v9, label %v10
v9:
  %v11 = icmp slt i64 %v5, 1
  br i1 %v11, label %v12, label %v13
v32:
  %v14 = add nuw nsw i64 %v15, 1
  %v16 = add nsw i64 %v17, -1
  %v18 = getelementptr i32, ptr %v2, i64 %v19
  %v20 = load i32, ptr %v18, align 4
  %v21 = getelementptr i32, ptr %v2, i64 %v15
  %v22 = load i32, ptr %v21, align 4
  store i32 %v20, ptr %v21, align 4
  store i32 %v22, ptr %v18, align 4
  %v23 = icmp sgt i64 %v17, 1
  br i1 %v23, label %v13, label %v12
v10:
  %v24 = phi i64 [ %v25, %v10 ], [ %v7, %v26 ]
  %v27 = phi i64 [ %v28, %v10 ], [ 0, %v26 ]
  %v25 = add nsw i64 %v24, -1
  %v28 = add nuw nsw i64 %v27, 1
  %v29 = getelementptr i32, ptr %v2, i64 %v27
  %v30 = trunc i64 %v27 to i32
  store i32 %v30, ptr %v29, align 4
  %v31 = icmp samesign ugt i64 %v24, 1
  br i1 %v31, label %v10, label %v9
v13:
  %v17 = phi i64 [ %v16, %v32 ], [ %v5, %v9 ]
  %v15 = phi i64 [ %v14, %v32 ], [ 0, %v9 ]
  %v33 = getelementptr i32, ptr %v0, i64 %v15
  %v34 = load i32, ptr %v33, align 4
  %v19 = sext i32 %v34 to i64
  %v35 = icmp sgt i32 %v34, -1
  %v36 = icmp sgt i64 %v7, %v19
  %v37 = and i1 %v35, %v36
  br i1 %v37, label %v32, label %v12
v12:
  %v38 = phi i32 [ 0, %v9 ], [ 0, %v32 ], [ 1, %v13 ]
  ret i32 %v38
}
