; Made from acyclic.py by generate.py: 88d733cc783fd05482ca164d38dea1c699d3c8b1
; by Numba 0.68.1

; const <f8[1] const <i4[1] const <i4[1] <f8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7) nounwind {
v17:
  %v8 = shl i64 %v1, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = shl i64 %v3, 2
  %v11 = ashr exact i64 %v10, 2
  %v12 = icmp slt i64 %v9, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = phi i64 [ %v16, %v14 ], [ 0, %v17 ]
  %v16 = add nuw nsw i64 %v15, 1
  %v18 = shl i64 %v15, 3
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load double, ptr %v19, align 8
  %v21 = getelementptr i8, ptr %v6, i64 %v18
  store double %v20, ptr %v21, align 8
  %v22 = icmp eq i64 %v9, %v16
  br i1 %v22, label %v13, label %v14
v25:
  %v23 = phi i64 [ %v24, %v25 ], [ 0, %v13 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v26 = shl i64 %v23, 2
  %v27 = getelementptr i8, ptr %v2, i64 %v26
  %v28 = load i32, ptr %v27, align 4
  %v29 = sext i32 %v28 to i64
  %v30 = icmp slt i32 %v28, 0
  %v31 = select i1 %v30, i64 %v7, i64 0
  %v32 = getelementptr double, ptr %v6, i64 %v31
  %v33 = getelementptr double, ptr %v32, i64 %v29
  %v34 = load double, ptr %v33, align 8
  %v35 = getelementptr i8, ptr %v4, i64 %v26
  %v36 = load i32, ptr %v35, align 4
  %v37 = sext i32 %v36 to i64
  %v38 = icmp slt i32 %v36, 0
  %v39 = select i1 %v38, i64 %v7, i64 0
  %v40 = getelementptr double, ptr %v6, i64 %v39
  %v41 = getelementptr double, ptr %v40, i64 %v37
  %v42 = load double, ptr %v41, align 8
  %v43 = fsub double %v34, %v42
  store double %v43, ptr %v33, align 8
  %v44 = icmp eq i64 %v11, %v24
  br i1 %v44, label %v45, label %v25
v13:
  %v46 = icmp slt i64 %v11, 1
  br i1 %v46, label %v45, label %v25
v45:
  ret i32 0
}

; const <f4[1] const <i4[1] const <i4[1] <f4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7) nounwind {
v17:
  %v8 = shl i64 %v1, 2
  %v9 = ashr exact i64 %v8, 2
  %v10 = shl i64 %v3, 2
  %v11 = ashr exact i64 %v10, 2
  %v12 = icmp slt i64 %v9, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = phi i64 [ %v16, %v14 ], [ 0, %v17 ]
  %v16 = add nuw nsw i64 %v15, 1
  %v18 = shl i64 %v15, 2
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v21 = getelementptr i8, ptr %v6, i64 %v18
  store float %v20, ptr %v21, align 4
  %v22 = icmp eq i64 %v9, %v16
  br i1 %v22, label %v13, label %v14
v25:
  %v23 = phi i64 [ %v24, %v25 ], [ 0, %v13 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v26 = shl i64 %v23, 2
  %v27 = getelementptr i8, ptr %v2, i64 %v26
  %v28 = load i32, ptr %v27, align 4
  %v29 = sext i32 %v28 to i64
  %v30 = icmp slt i32 %v28, 0
  %v31 = select i1 %v30, i64 %v7, i64 0
  %v32 = getelementptr float, ptr %v6, i64 %v31
  %v33 = getelementptr float, ptr %v32, i64 %v29
  %v34 = load float, ptr %v33, align 4
  %v35 = getelementptr i8, ptr %v4, i64 %v26
  %v36 = load i32, ptr %v35, align 4
  %v37 = sext i32 %v36 to i64
  %v38 = icmp slt i32 %v36, 0
  %v39 = select i1 %v38, i64 %v7, i64 0
  %v40 = getelementptr float, ptr %v6, i64 %v39
  %v41 = getelementptr float, ptr %v40, i64 %v37
  %v42 = load float, ptr %v41, align 4
  %v43 = fsub float %v34, %v42
  store float %v43, ptr %v33, align 4
  %v44 = icmp eq i64 %v11, %v24
  br i1 %v44, label %v45, label %v25
v13:
  %v46 = icmp slt i64 %v11, 1
  br i1 %v46, label %v45, label %v25
v45:
  ret i32 0
}
