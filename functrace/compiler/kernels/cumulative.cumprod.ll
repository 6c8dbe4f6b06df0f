; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e

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
  %v12 = phi i64 [ %v13, %v8 ], [ %v5, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v13 = add nsw i64 %v12, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = getelementptr double, ptr %v0, i64 %v14
  %v17 = load double, ptr %v16, align 8
  %v10 = fmul double %v9, %v17
  %v18 = getelementptr double, ptr %v2, i64 %v14
  store double %v10, ptr %v18, align 8
  %v19 = icmp samesign ugt i64 %v12, 1
  br i1 %v19, label %v8, label %v7
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
  %v12 = phi i64 [ %v13, %v8 ], [ %v5, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v13 = add nsw i64 %v12, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = getelementptr i64, ptr %v0, i64 %v14
  %v17 = load i64, ptr %v16, align 8
  %v10 = mul nsw i64 %v17, %v9
  %v18 = getelementptr i64, ptr %v2, i64 %v14
  store i64 %v10, ptr %v18, align 8
  %v19 = icmp samesign ugt i64 %v12, 1
  br i1 %v19, label %v8, label %v7
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
  %v12 = phi i64 [ %v13, %v8 ], [ %v5, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v13 = add nsw i64 %v12, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = getelementptr float, ptr %v0, i64 %v14
  %v17 = load float, ptr %v16, align 4
  %v10 = fmul float %v9, %v17
  %v18 = getelementptr float, ptr %v2, i64 %v14
  store float %v10, ptr %v18, align 4
  %v19 = icmp samesign ugt i64 %v12, 1
  br i1 %v19, label %v8, label %v7
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
  %v9 = phi double [ %v10, %v8 ], [ 1.000000e+00, %v11 ]
  %v12 = phi double [ %v13, %v8 ], [ 0.000000e+00, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v16 = phi i64 [ %v17, %v8 ], [ %v5, %v11 ]
  %v17 = add nsw i64 %v16, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v18 = getelementptr { double, double }, ptr %v0, i64 %v14
  %v19 = load double, ptr %v18, align 8
  %v20 = getelementptr inbounds nuw i8, ptr %v18, i64 8
  %v21 = load double, ptr %v20, align 8
  %v22 = fmul double %v9, %v21
  %v23 = fmul double %v12, %v19
  %v13 = fadd double %v23, %v22
  %v24 = fmul double %v9, %v19
  %v25 = fmul double %v12, %v21
  %v10 = fsub double %v24, %v25
  %v26 = getelementptr { double, double }, ptr %v2, i64 %v14
  store double %v10, ptr %v26, align 8
  %v27 = getelementptr inbounds nuw i8, ptr %v26, i64 8
  store double %v13, ptr %v27, align 8
  %v28 = icmp samesign ugt i64 %v16, 1
  br i1 %v28, label %v8, label %v7
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
  %v12 = phi i64 [ %v13, %v8 ], [ %v5, %v11 ]
  %v14 = phi i64 [ %v15, %v8 ], [ 0, %v11 ]
  %v13 = add nsw i64 %v12, -1
  %v15 = add nuw nsw i64 %v14, 1
  %v16 = getelementptr i32, ptr %v0, i64 %v14
  %v17 = load i32, ptr %v16, align 4
  %v18 = sext i32 %v17 to i64
  %v10 = mul nsw i64 %v9, %v18
  %v19 = getelementptr i64, ptr %v2, i64 %v14
  store i64 %v10, ptr %v19, align 8
  %v20 = icmp samesign ugt i64 %v12, 1
  br i1 %v20, label %v8, label %v7
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
  %v10 = phi i64 [ %v11, %v6 ], [ %v1, %v9 ]
  %v12 = phi i64 [ %v13, %v6 ], [ 0, %v9 ]
  %v11 = add nsw i64 %v10, -1
  %v13 = add nuw nsw i64 %v12, 1
  %v14 = getelementptr i8, ptr %v0, i64 %v12
  %v15 = load i8, ptr %v14, align 1
  %v16 = icmp eq i8 %v15, 0
  %v8 = select i1 %v16, i64 0, i64 %v7
  %v17 = getelementptr i64, ptr %v2, i64 %v12
  store i64 %v8, ptr %v17, align 8
  %v18 = icmp samesign ugt i64 %v10, 1
  br i1 %v18, label %v6, label %v5
v5:
  ret i32 0
}
