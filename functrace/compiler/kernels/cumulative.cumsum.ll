; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e

; const <f8[1] <f8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 3
  %v6 = ashr exact i64 %v5, 3
  %v7 = icmp eq i8 %v4, 0
  %v8 = icmp slt i64 %v6, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi double [ %v12, %v10 ], [ 0.000000e+00, %v13 ]
  %v14 = phi i64 [ %v15, %v10 ], [ %v6, %v13 ]
  %v16 = phi i64 [ %v17, %v10 ], [ 0, %v13 ]
  %v15 = add nsw i64 %v14, -1
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = xor i64 %v16, -1
  %v19 = add nsw i64 %v6, %v18
  %v20 = select i1 %v7, i64 %v16, i64 %v19
  %v21 = icmp slt i64 %v20, 0
  %v22 = select i1 %v21, i64 %v1, i64 0
  %v23 = getelementptr double, ptr %v0, i64 %v20
  %v24 = getelementptr double, ptr %v23, i64 %v22
  %v25 = load double, ptr %v24, align 8
  %v12 = fadd double %v11, %v25
  %v26 = select i1 %v21, i64 %v3, i64 0
  %v27 = getelementptr double, ptr %v2, i64 %v20
  %v28 = getelementptr double, ptr %v27, i64 %v26
  store double %v12, ptr %v28, align 8
  %v29 = icmp samesign ugt i64 %v14, 1
  br i1 %v29, label %v10, label %v9
v9:
  ret i32 0
}

; const <i8[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 3
  %v6 = ashr exact i64 %v5, 3
  %v7 = icmp eq i8 %v4, 0
  %v8 = icmp slt i64 %v6, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi i64 [ %v12, %v10 ], [ 0, %v13 ]
  %v14 = phi i64 [ %v15, %v10 ], [ %v6, %v13 ]
  %v16 = phi i64 [ %v17, %v10 ], [ 0, %v13 ]
  %v15 = add nsw i64 %v14, -1
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = xor i64 %v16, -1
  %v19 = add nsw i64 %v6, %v18
  %v20 = select i1 %v7, i64 %v16, i64 %v19
  %v21 = icmp slt i64 %v20, 0
  %v22 = select i1 %v21, i64 %v1, i64 0
  %v23 = getelementptr i64, ptr %v0, i64 %v20
  %v24 = getelementptr i64, ptr %v23, i64 %v22
  %v25 = load i64, ptr %v24, align 8
  %v12 = add nsw i64 %v25, %v11
  %v26 = select i1 %v21, i64 %v3, i64 0
  %v27 = getelementptr i64, ptr %v2, i64 %v20
  %v28 = getelementptr i64, ptr %v27, i64 %v26
  store i64 %v12, ptr %v28, align 8
  %v29 = icmp samesign ugt i64 %v14, 1
  br i1 %v29, label %v10, label %v9
v9:
  ret i32 0
}

; const <f4[1] <f4[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 2
  %v6 = ashr exact i64 %v5, 2
  %v7 = icmp eq i8 %v4, 0
  %v8 = icmp slt i64 %v6, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi float [ %v12, %v10 ], [ 0.000000e+00, %v13 ]
  %v14 = phi i64 [ %v15, %v10 ], [ %v6, %v13 ]
  %v16 = phi i64 [ %v17, %v10 ], [ 0, %v13 ]
  %v15 = add nsw i64 %v14, -1
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = xor i64 %v16, -1
  %v19 = add nsw i64 %v6, %v18
  %v20 = select i1 %v7, i64 %v16, i64 %v19
  %v21 = icmp slt i64 %v20, 0
  %v22 = select i1 %v21, i64 %v1, i64 0
  %v23 = getelementptr float, ptr %v0, i64 %v20
  %v24 = getelementptr float, ptr %v23, i64 %v22
  %v25 = load float, ptr %v24, align 4
  %v12 = fadd float %v11, %v25
  %v26 = select i1 %v21, i64 %v3, i64 0
  %v27 = getelementptr float, ptr %v2, i64 %v20
  %v28 = getelementptr float, ptr %v27, i64 %v26
  store float %v12, ptr %v28, align 4
  %v29 = icmp samesign ugt i64 %v14, 1
  br i1 %v29, label %v10, label %v9
v9:
  ret i32 0
}

; const <c16[1] <c16[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 4
  %v6 = ashr exact i64 %v5, 4
  %v7 = icmp eq i8 %v4, 0
  %v8 = icmp slt i64 %v6, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi double [ %v12, %v10 ], [ 0.000000e+00, %v13 ]
  %v14 = phi double [ %v15, %v10 ], [ 0.000000e+00, %v13 ]
  %v16 = phi i64 [ %v17, %v10 ], [ %v6, %v13 ]
  %v18 = phi i64 [ %v19, %v10 ], [ 0, %v13 ]
  %v17 = add nsw i64 %v16, -1
  %v19 = add nuw nsw i64 %v18, 1
  %v20 = xor i64 %v18, -1
  %v21 = add nsw i64 %v6, %v20
  %v22 = select i1 %v7, i64 %v18, i64 %v21
  %v23 = icmp slt i64 %v22, 0
  %v24 = select i1 %v23, i64 %v1, i64 0
  %v25 = getelementptr { double, double }, ptr %v0, i64 %v22
  %v26 = getelementptr { double, double }, ptr %v25, i64 %v24
  %v27 = load double, ptr %v26, align 8
  %v28 = getelementptr inbounds nuw i8, ptr %v26, i64 8
  %v29 = load double, ptr %v28, align 8
  %v12 = fadd double %v11, %v27
  %v15 = fadd double %v14, %v29
  %v30 = select i1 %v23, i64 %v3, i64 0
  %v31 = getelementptr { double, double }, ptr %v2, i64 %v22
  %v32 = getelementptr { double, double }, ptr %v31, i64 %v30
  store double %v12, ptr %v32, align 8
  %v33 = getelementptr inbounds nuw i8, ptr %v32, i64 8
  store double %v15, ptr %v33, align 8
  %v34 = icmp samesign ugt i64 %v16, 1
  br i1 %v34, label %v10, label %v9
v9:
  ret i32 0
}

; const <i4[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 2
  %v6 = ashr exact i64 %v5, 2
  %v7 = icmp eq i8 %v4, 0
  %v8 = icmp slt i64 %v6, 1
  br i1 %v8, label %v9, label %v10
v10:
  %v11 = phi i64 [ %v12, %v10 ], [ 0, %v13 ]
  %v14 = phi i64 [ %v15, %v10 ], [ %v6, %v13 ]
  %v16 = phi i64 [ %v17, %v10 ], [ 0, %v13 ]
  %v15 = add nsw i64 %v14, -1
  %v17 = add nuw nsw i64 %v16, 1
  %v18 = xor i64 %v16, -1
  %v19 = add nsw i64 %v6, %v18
  %v20 = select i1 %v7, i64 %v16, i64 %v19
  %v21 = icmp slt i64 %v20, 0
  %v22 = select i1 %v21, i64 %v1, i64 0
  %v23 = getelementptr i32, ptr %v0, i64 %v20
  %v24 = getelementptr i32, ptr %v23, i64 %v22
  %v25 = load i32, ptr %v24, align 4
  %v26 = sext i32 %v25 to i64
  %v12 = add nsw i64 %v11, %v26
  %v27 = select i1 %v21, i64 %v3, i64 0
  %v28 = getelementptr i64, ptr %v2, i64 %v20
  %v29 = getelementptr i64, ptr %v28, i64 %v27
  store i64 %v12, ptr %v29, align 8
  %v30 = icmp samesign ugt i64 %v14, 1
  br i1 %v30, label %v10, label %v9
v9:
  ret i32 0
}

; const |b1[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i8 %v4) nounwind {
v11:
  %v5 = icmp eq i8 %v4, 0
  %v6 = icmp slt i64 %v1, 1
  br i1 %v6, label %v7, label %v8
v8:
  %v9 = phi i64 [ %v10, %v8 ], [ 0, %v11 ]
  %v12 = phi i64 [ %v13, %v8 ], [ %v1, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v13 = add nsw i64 %v12, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = xor i64 %v14, -1
  %v17 = add nsw i64 %v1, %v16
  %v18 = select i1 %v5, i64 %v14, i64 %v17
  %v19 = icmp slt i64 %v18, 0
  %v20 = select i1 %v19, i64 %v1, i64 0
  %v21 = getelementptr i8, ptr %v0, i64 %v18
  %v22 = getelementptr i8, ptr %v21, i64 %v20
  %v23 = load i8, ptr %v22, align 1
  %v24 = icmp ne i8 %v23, 0
  %v25 = zext i1 %v24 to i64
  %v10 = add nuw nsw i64 %v9, %v25
  %v26 = select i1 %v19, i64 %v3, i64 0
  %v27 = getelementptr i64, ptr %v2, i64 %v18
  %v28 = getelementptr i64, ptr %v27, i64 %v26
  store i64 %v10, ptr %v28, align 8
  %v29 = icmp samesign ugt i64 %v12, 1
  br i1 %v29, label %v8, label %v7
v7:
  ret i32 0
}
