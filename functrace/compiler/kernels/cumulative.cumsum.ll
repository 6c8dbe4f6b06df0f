; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e
; by Numba 0.68.1

; const <f8[1] <f8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v34:
  %v5 = shl i64 %v1, 3
  %v6 = ashr exact i64 %v5, 3
  %v7 = icmp slt i64 %v6, 1
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = freeze i8 %v4
  %v11 = icmp eq i8 %v10, 0
  br i1 %v11, label %v12, label %v13
v12:
  %v14 = phi double [ %v15, %v12 ], [ 0.000000e+00, %v9 ]
  %v16 = phi i64 [ %v17, %v12 ], [ 0, %v9 ]
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = shl i64 %v16, 3
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load double, ptr %v19, align 8
  %v15 = fadd double %v14, %v20
  %v21 = getelementptr i8, ptr %v2, i64 %v18
  store double %v15, ptr %v21, align 8
  %v22 = icmp eq i64 %v6, %v17
  br i1 %v22, label %v8, label %v12
v13:
  %v23 = phi i64 [ %v24, %v13 ], [ %v6, %v9 ]
  %v25 = phi double [ %v26, %v13 ], [ 0.000000e+00, %v9 ]
  %v27 = shl i64 %v23, 3
  %v28 = getelementptr i8, ptr %v0, i64 %v27
  %v29 = getelementptr i8, ptr %v28, i64 -8
  %v30 = load double, ptr %v29, align 8
  %v26 = fadd double %v25, %v30
  %v31 = getelementptr i8, ptr %v2, i64 %v27
  %v32 = getelementptr i8, ptr %v31, i64 -8
  store double %v26, ptr %v32, align 8
  %v24 = add nsw i64 %v23, -1
  %v33 = icmp eq i64 %v24, 0
  br i1 %v33, label %v8, label %v13
v8:
  ret i32 0
}

; const <i8[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v34:
  %v5 = shl i64 %v1, 3
  %v6 = ashr exact i64 %v5, 3
  %v7 = icmp slt i64 %v6, 1
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = freeze i8 %v4
  %v11 = icmp eq i8 %v10, 0
  br i1 %v11, label %v12, label %v13
v12:
  %v14 = phi i64 [ %v15, %v12 ], [ 0, %v9 ]
  %v16 = phi i64 [ %v17, %v12 ], [ 0, %v9 ]
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = shl i64 %v16, 3
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load i64, ptr %v19, align 8
  %v15 = add nsw i64 %v20, %v14
  %v21 = getelementptr i8, ptr %v2, i64 %v18
  store i64 %v15, ptr %v21, align 8
  %v22 = icmp eq i64 %v6, %v17
  br i1 %v22, label %v8, label %v12
v13:
  %v23 = phi i64 [ %v24, %v13 ], [ %v6, %v9 ]
  %v25 = phi i64 [ %v26, %v13 ], [ 0, %v9 ]
  %v27 = shl i64 %v23, 3
  %v28 = getelementptr i8, ptr %v0, i64 %v27
  %v29 = getelementptr i8, ptr %v28, i64 -8
  %v30 = load i64, ptr %v29, align 8
  %v26 = add nsw i64 %v30, %v25
  %v31 = getelementptr i8, ptr %v2, i64 %v27
  %v32 = getelementptr i8, ptr %v31, i64 -8
  store i64 %v26, ptr %v32, align 8
  %v24 = add nsw i64 %v23, -1
  %v33 = icmp eq i64 %v24, 0
  br i1 %v33, label %v8, label %v13
v8:
  ret i32 0
}

; const <f4[1] <f4[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v34:
  %v5 = shl i64 %v1, 2
  %v6 = ashr exact i64 %v5, 2
  %v7 = icmp slt i64 %v6, 1
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = freeze i8 %v4
  %v11 = icmp eq i8 %v10, 0
  br i1 %v11, label %v12, label %v13
v12:
  %v14 = phi float [ %v15, %v12 ], [ 0.000000e+00, %v9 ]
  %v16 = phi i64 [ %v17, %v12 ], [ 0, %v9 ]
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = shl i64 %v16, 2
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v15 = fadd float %v14, %v20
  %v21 = getelementptr i8, ptr %v2, i64 %v18
  store float %v15, ptr %v21, align 4
  %v22 = icmp eq i64 %v6, %v17
  br i1 %v22, label %v8, label %v12
v13:
  %v23 = phi i64 [ %v24, %v13 ], [ %v6, %v9 ]
  %v25 = phi float [ %v26, %v13 ], [ 0.000000e+00, %v9 ]
  %v27 = shl i64 %v23, 2
  %v28 = getelementptr i8, ptr %v0, i64 %v27
  %v29 = getelementptr i8, ptr %v28, i64 -4
  %v30 = load float, ptr %v29, align 4
  %v26 = fadd float %v25, %v30
  %v31 = getelementptr i8, ptr %v2, i64 %v27
  %v32 = getelementptr i8, ptr %v31, i64 -4
  store float %v26, ptr %v32, align 4
  %v24 = add nsw i64 %v23, -1
  %v33 = icmp eq i64 %v24, 0
  br i1 %v33, label %v8, label %v13
v8:
  ret i32 0
}

; const <c16[1] <c16[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v46:
  %v5 = shl i64 %v1, 4
  %v6 = ashr exact i64 %v5, 4
  %v7 = icmp slt i64 %v6, 1
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = freeze i8 %v4
  %v11 = icmp eq i8 %v10, 0
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = add nsw i64 %v5, -8
  br label %v15
v12:
  %v16 = phi i64 [ %v17, %v12 ], [ %v6, %v9 ]
  %v18 = phi i64 [ %v19, %v12 ], [ 8, %v9 ]
  %v20 = phi double [ %v21, %v12 ], [ 0.000000e+00, %v9 ]
  %v22 = phi double [ %v23, %v12 ], [ 0.000000e+00, %v9 ]
  %v24 = getelementptr i8, ptr %v0, i64 %v18
  %v25 = getelementptr i8, ptr %v24, i64 -8
  %v26 = load double, ptr %v25, align 8
  %v27 = load double, ptr %v24, align 8
  %v21 = fadd double %v20, %v26
  %v23 = fadd double %v22, %v27
  %v28 = getelementptr i8, ptr %v2, i64 %v18
  %v29 = getelementptr i8, ptr %v28, i64 -8
  store double %v21, ptr %v29, align 8
  store double %v23, ptr %v28, align 8
  %v19 = add nuw nsw i64 %v18, 16
  %v17 = add nsw i64 %v16, -1
  %v30 = icmp eq i64 %v17, 0
  br i1 %v30, label %v8, label %v12
v15:
  %v31 = phi i64 [ %v6, %v13 ], [ %v32, %v15 ]
  %v33 = phi i64 [ %v14, %v13 ], [ %v34, %v15 ]
  %v35 = phi double [ 0.000000e+00, %v13 ], [ %v36, %v15 ]
  %v37 = phi double [ 0.000000e+00, %v13 ], [ %v38, %v15 ]
  %v39 = getelementptr i8, ptr %v0, i64 %v33
  %v40 = getelementptr i8, ptr %v39, i64 -8
  %v41 = load double, ptr %v40, align 8
  %v42 = load double, ptr %v39, align 8
  %v36 = fadd double %v35, %v41
  %v38 = fadd double %v37, %v42
  %v43 = getelementptr i8, ptr %v2, i64 %v33
  %v44 = getelementptr i8, ptr %v43, i64 -8
  store double %v36, ptr %v44, align 8
  store double %v38, ptr %v43, align 8
  %v34 = add i64 %v33, -16
  %v32 = add nsw i64 %v31, -1
  %v45 = icmp eq i64 %v32, 0
  br i1 %v45, label %v8, label %v15
v8:
  ret i32 0
}

; const <i4[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v38:
  %v5 = shl i64 %v1, 2
  %v6 = ashr exact i64 %v5, 2
  %v7 = icmp slt i64 %v6, 1
  br i1 %v7, label %v8, label %v9
v9:
  %v10 = freeze i8 %v4
  %v11 = icmp eq i8 %v10, 0
  br i1 %v11, label %v12, label %v13
v12:
  %v14 = phi i64 [ %v15, %v12 ], [ 0, %v9 ]
  %v16 = phi i64 [ %v17, %v12 ], [ 0, %v9 ]
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = shl i64 %v16, 2
  %v19 = getelementptr i8, ptr %v0, i64 %v18
  %v20 = load i32, ptr %v19, align 4
  %v21 = sext i32 %v20 to i64
  %v15 = add nsw i64 %v14, %v21
  %v22 = shl i64 %v16, 3
  %v23 = getelementptr i8, ptr %v2, i64 %v22
  store i64 %v15, ptr %v23, align 8
  %v24 = icmp eq i64 %v6, %v17
  br i1 %v24, label %v8, label %v12
v13:
  %v25 = phi i64 [ %v26, %v13 ], [ %v6, %v9 ]
  %v27 = phi i64 [ %v28, %v13 ], [ 0, %v9 ]
  %v29 = shl i64 %v25, 2
  %v30 = getelementptr i8, ptr %v0, i64 %v29
  %v31 = getelementptr i8, ptr %v30, i64 -4
  %v32 = load i32, ptr %v31, align 4
  %v33 = sext i32 %v32 to i64
  %v28 = add nsw i64 %v27, %v33
  %v34 = shl i64 %v25, 3
  %v35 = getelementptr i8, ptr %v2, i64 %v34
  %v36 = getelementptr i8, ptr %v35, i64 -8
  store i64 %v28, ptr %v36, align 8
  %v26 = add nsw i64 %v25, -1
  %v37 = icmp eq i64 %v26, 0
  br i1 %v37, label %v8, label %v13
v8:
  ret i32 0
}

; const |b1[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v36:
  %v5 = icmp slt i64 %v1, 1
  br i1 %v5, label %v6, label %v7
v7:
  %v8 = freeze i8 %v4
  %v9 = icmp eq i8 %v8, 0
  br i1 %v9, label %v10, label %v11
v10:
  %v12 = phi i64 [ %v13, %v10 ], [ 0, %v7 ]
  %v14 = phi i64 [ %v15, %v10 ], [ 0, %v7 ]
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = getelementptr i8, ptr %v0, i64 %v14
  %v17 = load i8, ptr %v16, align 1
  %v18 = icmp ne i8 %v17, 0
  %v19 = zext i1 %v18 to i64
  %v13 = add nuw nsw i64 %v12, %v19
  %v20 = shl i64 %v14, 3
  %v21 = getelementptr i8, ptr %v2, i64 %v20
  store i64 %v13, ptr %v21, align 8
  %v22 = icmp eq i64 %v1, %v15
  br i1 %v22, label %v6, label %v10
v11:
  %v23 = phi i64 [ %v24, %v11 ], [ %v1, %v7 ]
  %v25 = phi i64 [ %v26, %v11 ], [ 0, %v7 ]
  %v27 = getelementptr i8, ptr %v0, i64 %v23
  %v28 = getelementptr i8, ptr %v27, i64 -1
  %v29 = load i8, ptr %v28, align 1
  %v30 = icmp ne i8 %v29, 0
  %v31 = zext i1 %v30 to i64
  %v26 = add nuw nsw i64 %v25, %v31
  %v32 = shl i64 %v23, 3
  %v33 = getelementptr i8, ptr %v2, i64 %v32
  %v34 = getelementptr i8, ptr %v33, i64 -8
  store i64 %v26, ptr %v34, align 8
  %v24 = add i64 %v23, -1
  %v35 = icmp eq i64 %v24, 0
  br i1 %v35, label %v6, label %v11
v6:
  ret i32 0
}
