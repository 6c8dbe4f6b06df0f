; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e
; by Numba 0.68.1

; const <f8[1] <f8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v11:
  %v4 = shl i64 %v1, 3
  %v5 = ashr exact i64 %v4, 3
  %v6 = icmp slt i64 %v5, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi double [ %v10, %v8 ], [ 1.000000e+00, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ 0, %v11 ]
  %v13 = add nuw nsw i64 %v12, 1
  %v14 = shl i64 %v12, 3
  %v15 = getelementptr i8, ptr %v0, i64 %v14
  %v16 = load double, ptr %v15, align 8
  %v10 = fmul double %v9, %v16
  %v17 = getelementptr i8, ptr %v2, i64 %v14
  store double %v10, ptr %v17, align 8
  %v18 = icmp eq i64 %v5, %v13
  br i1 %v18, label %v7, label %v8
v7:
  ret i32 0
}

; const <i8[1] <i8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v11:
  %v4 = shl i64 %v1, 3
  %v5 = ashr exact i64 %v4, 3
  %v6 = icmp slt i64 %v5, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi i64 [ %v10, %v8 ], [ 1, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ 0, %v11 ]
  %v13 = add nuw nsw i64 %v12, 1
  %v14 = shl i64 %v12, 3
  %v15 = getelementptr i8, ptr %v0, i64 %v14
  %v16 = load i64, ptr %v15, align 8
  %v10 = mul nsw i64 %v16, %v9
  %v17 = getelementptr i8, ptr %v2, i64 %v14
  store i64 %v10, ptr %v17, align 8
  %v18 = icmp eq i64 %v5, %v13
  br i1 %v18, label %v7, label %v8
v7:
  ret i32 0
}

; const <f4[1] <f4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v11:
  %v4 = shl i64 %v1, 2
  %v5 = ashr exact i64 %v4, 2
  %v6 = icmp slt i64 %v5, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi float [ %v10, %v8 ], [ 1.000000e+00, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ 0, %v11 ]
  %v13 = add nuw nsw i64 %v12, 1
  %v14 = shl i64 %v12, 2
  %v15 = getelementptr i8, ptr %v0, i64 %v14
  %v16 = load float, ptr %v15, align 4
  %v10 = fmul float %v9, %v16
  %v17 = getelementptr i8, ptr %v2, i64 %v14
  store float %v10, ptr %v17, align 4
  %v18 = icmp eq i64 %v5, %v13
  br i1 %v18, label %v7, label %v8
v7:
  ret i32 0
}

; const <c16[1] <c16[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v11:
  %v4 = shl i64 %v1, 4
  %v5 = ashr exact i64 %v4, 4
  %v6 = icmp slt i64 %v5, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi i64 [ %v10, %v8 ], [ %v5, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ 8, %v11 ]
  %v14 = phi double [ %v15, %v8 ], [ 1.000000e+00, %v11 ]
  %v16 = phi double [ %v17, %v8 ], [ 0.000000e+00, %v11 ]
  %v18 = getelementptr i8, ptr %v0, i64 %v12
  %v19 = getelementptr i8, ptr %v18, i64 -8
  %v20 = load double, ptr %v19, align 8
  %v21 = load double, ptr %v18, align 8
  %v22 = fmul double %v14, %v20
  %v23 = fmul double %v16, %v21
  %v24 = fmul double %v14, %v21
  %v25 = fmul double %v16, %v20
  %v15 = fsub double %v22, %v23
  %v17 = fadd double %v25, %v24
  %v26 = getelementptr i8, ptr %v2, i64 %v12
  %v27 = getelementptr i8, ptr %v26, i64 -8
  store double %v15, ptr %v27, align 8
  store double %v17, ptr %v26, align 8
  %v13 = add nuw nsw i64 %v12, 16
  %v10 = add nsw i64 %v9, -1
  %v28 = icmp eq i64 %v10, 0
  br i1 %v28, label %v7, label %v8
v7:
  ret i32 0
}

; const <i4[1] <i8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v11:
  %v4 = shl i64 %v1, 2
  %v5 = ashr exact i64 %v4, 2
  %v6 = icmp slt i64 %v5, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi i64 [ %v10, %v8 ], [ 1, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ 0, %v11 ]
  %v13 = add nuw nsw i64 %v12, 1
  %v14 = shl i64 %v12, 2
  %v15 = getelementptr i8, ptr %v0, i64 %v14
  %v16 = load i32, ptr %v15, align 4
  %v17 = sext i32 %v16 to i64
  %v10 = mul nsw i64 %v9, %v17
  %v18 = shl i64 %v12, 3
  %v19 = getelementptr i8, ptr %v2, i64 %v18
  store i64 %v10, ptr %v19, align 8
  %v20 = icmp eq i64 %v5, %v13
  br i1 %v20, label %v7, label %v8
v7:
  ret i32 0
}

; const |b1[1] <i8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3) nounwind {
v9:
  %v4 = icmp slt i64 %v1, 1
  br i1 %v4, label %v5, label %v6
v6:
  %v7 = phi i64 [ %v8, %v6 ], [ 1, %v9 ]
  %v10 = phi i64 [ %v11, %v6 ], [ 0, %v9 ]
  %v11 = add nuw nsw i64 %v10, 1
  %v12 = getelementptr i8, ptr %v0, i64 %v10
  %v13 = load i8, ptr %v12, align 1
  %v14 = icmp eq i8 %v13, 0
  %v8 = select i1 %v14, i64 0, i64 %v7
  %v15 = shl i64 %v10, 3
  %v16 = getelementptr i8, ptr %v2, i64 %v15
  store i64 %v8, ptr %v16, align 8
  %v17 = icmp eq i64 %v1, %v11
  br i1 %v17, label %v5, label %v6
v5:
  ret i32 0
}
