; Made from correlation.py by generate.py: 9b8267d39cbc77c986a50b9e9338608021ee8aa4
; by Numba 0.68.1

; const <f8[1] const <f8[1] <f8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v35:
  %v6 = shl i64 %v3, 3
  %v7 = ashr exact i64 %v6, 3
  %v8 = shl i64 %v5, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = icmp sgt i64 %v9, 0
  br i1 %v10, label %v11, label %v12
v11:
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v8, i1 false)
  %v13 = icmp slt i64 %v7, 1
  br i1 %v13, label %v12, label %v14
v14:
  %v15 = phi ptr [ %v16, %v17 ], [ %v0, %v11 ]
  %v18 = phi i64 [ %v19, %v17 ], [ 0, %v11 ]
  %v20 = shl i64 %v18, 3
  %v21 = getelementptr i8, ptr %v2, i64 %v20
  br label %v22
v22:
  %v23 = phi i64 [ 0, %v14 ], [ %v24, %v22 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v25 = shl i64 %v23, 3
  %v26 = getelementptr i8, ptr %v4, i64 %v25
  %v27 = load double, ptr %v26, align 8
  %v28 = getelementptr i8, ptr %v15, i64 %v25
  %v29 = load double, ptr %v28, align 8
  %v30 = load double, ptr %v21, align 8
  %v31 = fmul double %v29, %v30
  %v32 = fadd double %v27, %v31
  store double %v32, ptr %v26, align 8
  %v33 = icmp eq i64 %v9, %v24
  br i1 %v33, label %v17, label %v22
v17:
  %v19 = add nuw nsw i64 %v18, 1
  %v16 = getelementptr i8, ptr %v15, i64 8
  %v34 = icmp eq i64 %v19, %v7
  br i1 %v34, label %v12, label %v14
v12:
  ret i32 0
}

; const <i8[1] const <i8[1] <i8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v35:
  %v6 = shl i64 %v3, 3
  %v7 = ashr exact i64 %v6, 3
  %v8 = shl i64 %v5, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = icmp sgt i64 %v9, 0
  br i1 %v10, label %v11, label %v12
v11:
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v8, i1 false)
  %v13 = icmp slt i64 %v7, 1
  br i1 %v13, label %v12, label %v14
v14:
  %v15 = phi ptr [ %v16, %v17 ], [ %v0, %v11 ]
  %v18 = phi i64 [ %v19, %v17 ], [ 0, %v11 ]
  %v20 = shl i64 %v18, 3
  %v21 = getelementptr i8, ptr %v2, i64 %v20
  br label %v22
v22:
  %v23 = phi i64 [ 0, %v14 ], [ %v24, %v22 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v25 = shl i64 %v23, 3
  %v26 = getelementptr i8, ptr %v4, i64 %v25
  %v27 = load i64, ptr %v26, align 8
  %v28 = getelementptr i8, ptr %v15, i64 %v25
  %v29 = load i64, ptr %v28, align 8
  %v30 = load i64, ptr %v21, align 8
  %v31 = mul nsw i64 %v30, %v29
  %v32 = add nsw i64 %v31, %v27
  store i64 %v32, ptr %v26, align 8
  %v33 = icmp eq i64 %v9, %v24
  br i1 %v33, label %v17, label %v22
v17:
  %v19 = add nuw nsw i64 %v18, 1
  %v16 = getelementptr i8, ptr %v15, i64 8
  %v34 = icmp eq i64 %v19, %v7
  br i1 %v34, label %v12, label %v14
v12:
  ret i32 0
}

; const <f4[1] const <f4[1] <f4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v35:
  %v6 = shl i64 %v3, 2
  %v7 = ashr exact i64 %v6, 2
  %v8 = shl i64 %v5, 2
  %v9 = ashr exact i64 %v8, 2
  %v10 = icmp sgt i64 %v9, 0
  br i1 %v10, label %v11, label %v12
v11:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v4, i8 0, i64 %v8, i1 false)
  %v13 = icmp slt i64 %v7, 1
  br i1 %v13, label %v12, label %v14
v14:
  %v15 = phi ptr [ %v16, %v17 ], [ %v0, %v11 ]
  %v18 = phi i64 [ %v19, %v17 ], [ 0, %v11 ]
  %v20 = shl i64 %v18, 2
  %v21 = getelementptr i8, ptr %v2, i64 %v20
  br label %v22
v22:
  %v23 = phi i64 [ 0, %v14 ], [ %v24, %v22 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v25 = shl i64 %v23, 2
  %v26 = getelementptr i8, ptr %v4, i64 %v25
  %v27 = load float, ptr %v26, align 4
  %v28 = getelementptr i8, ptr %v15, i64 %v25
  %v29 = load float, ptr %v28, align 4
  %v30 = load float, ptr %v21, align 4
  %v31 = fmul float %v29, %v30
  %v32 = fadd float %v27, %v31
  store float %v32, ptr %v26, align 4
  %v33 = icmp eq i64 %v9, %v24
  br i1 %v33, label %v17, label %v22
v17:
  %v19 = add nuw nsw i64 %v18, 1
  %v16 = getelementptr i8, ptr %v15, i64 4
  %v34 = icmp eq i64 %v19, %v7
  br i1 %v34, label %v12, label %v14
v12:
  ret i32 0
}

; const <c16[1] const <c16[1] <c16[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v47:
  %v6 = shl i64 %v3, 4
  %v7 = ashr exact i64 %v6, 4
  %v8 = shl i64 %v5, 4
  %v9 = ashr exact i64 %v8, 4
  %v10 = icmp sgt i64 %v9, 0
  br i1 %v10, label %v11, label %v12
v11:
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v8, i1 false)
  %v13 = icmp slt i64 %v7, 1
  br i1 %v13, label %v12, label %v14
v14:
  %v15 = phi ptr [ %v16, %v17 ], [ %v0, %v11 ]
  %v18 = phi i64 [ %v19, %v17 ], [ 0, %v11 ]
  %v20 = getelementptr { double, double }, ptr %v2, i64 %v18
  %v21 = getelementptr inbounds nuw i8, ptr %v20, i64 8
  br label %v22
v22:
  %v23 = phi i64 [ %v24, %v22 ], [ %v9, %v14 ]
  %v25 = phi i64 [ %v26, %v22 ], [ 8, %v14 ]
  %v27 = getelementptr i8, ptr %v4, i64 %v25
  %v28 = getelementptr i8, ptr %v27, i64 -8
  %v29 = load double, ptr %v28, align 8
  %v30 = load double, ptr %v27, align 8
  %v31 = getelementptr i8, ptr %v15, i64 %v25
  %v32 = getelementptr i8, ptr %v31, i64 -8
  %v33 = load double, ptr %v32, align 8
  %v34 = load double, ptr %v31, align 8
  %v35 = load double, ptr %v20, align 8
  %v36 = load double, ptr %v21, align 8
  %v37 = fmul double %v33, %v35
  %v38 = fmul double %v34, %v36
  %v39 = fmul double %v33, %v36
  %v40 = fmul double %v34, %v35
  %v41 = fsub double %v37, %v38
  %v42 = fadd double %v40, %v39
  %v43 = fadd double %v29, %v41
  %v44 = fadd double %v30, %v42
  store double %v43, ptr %v28, align 8
  store double %v44, ptr %v27, align 8
  %v26 = add nuw nsw i64 %v25, 16
  %v24 = add nsw i64 %v23, -1
  %v45 = icmp eq i64 %v24, 0
  br i1 %v45, label %v17, label %v22
v17:
  %v19 = add nuw nsw i64 %v18, 1
  %v16 = getelementptr i8, ptr %v15, i64 16
  %v46 = icmp eq i64 %v19, %v7
  br i1 %v46, label %v12, label %v14
v12:
  ret i32 0
}
