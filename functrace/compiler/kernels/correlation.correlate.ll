; Made from correlation.py by generate.py: 9b8267d39cbc77c986a50b9e9338608021ee8aa4

; const <f8[1] const <f8[1] <f8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v40:
  %v6 = shl i64 %v3, 3
  %v7 = ashr exact i64 %v6, 3
  %v8 = shl i64 %v5, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v9, i64 0)
  %v11 = icmp slt i64 %v9, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = shl nuw nsw i64 %v10, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v14, i1 false)
  br label %v12
v12:
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v21:
  %v18 = icmp samesign ugt i64 %v19, 1
  br i1 %v18, label %v17, label %v16
v17:
  %v19 = phi i64 [ %v20, %v21 ], [ %v7, %v12 ]
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v12 ]
  %v20 = add nsw i64 %v19, -1
  %v23 = add nuw nsw i64 %v22, 1
  br i1 %v11, label %v21, label %v24
v24:
  %v25 = getelementptr double, ptr %v2, i64 %v22
  %v26 = getelementptr double, ptr %v0, i64 %v22
  br label %v27
v27:
  %v28 = phi i64 [ %v10, %v24 ], [ %v29, %v27 ]
  %v30 = phi i64 [ 0, %v24 ], [ %v31, %v27 ]
  %v29 = add nsw i64 %v28, -1
  %v31 = add nuw nsw i64 %v30, 1
  %v32 = getelementptr double, ptr %v4, i64 %v30
  %v33 = load double, ptr %v32, align 8
  %v34 = getelementptr double, ptr %v26, i64 %v30
  %v35 = load double, ptr %v34, align 8
  %v36 = load double, ptr %v25, align 8
  %v37 = fmul double %v35, %v36
  %v38 = fadd double %v33, %v37
  store double %v38, ptr %v32, align 8
  %v39 = icmp sgt i64 %v28, 1
  br i1 %v39, label %v27, label %v21
v16:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i8[1] const <i8[1] <i8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v40:
  %v6 = shl i64 %v3, 3
  %v7 = ashr exact i64 %v6, 3
  %v8 = shl i64 %v5, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v9, i64 0)
  %v11 = icmp slt i64 %v9, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = shl nuw nsw i64 %v10, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v14, i1 false)
  br label %v12
v12:
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v21:
  %v18 = icmp samesign ugt i64 %v19, 1
  br i1 %v18, label %v17, label %v16
v17:
  %v19 = phi i64 [ %v20, %v21 ], [ %v7, %v12 ]
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v12 ]
  %v20 = add nsw i64 %v19, -1
  %v23 = add nuw nsw i64 %v22, 1
  br i1 %v11, label %v21, label %v24
v24:
  %v25 = getelementptr i64, ptr %v2, i64 %v22
  %v26 = getelementptr i64, ptr %v0, i64 %v22
  br label %v27
v27:
  %v28 = phi i64 [ %v10, %v24 ], [ %v29, %v27 ]
  %v30 = phi i64 [ 0, %v24 ], [ %v31, %v27 ]
  %v29 = add nsw i64 %v28, -1
  %v31 = add nuw nsw i64 %v30, 1
  %v32 = getelementptr i64, ptr %v4, i64 %v30
  %v33 = load i64, ptr %v32, align 8
  %v34 = getelementptr i64, ptr %v26, i64 %v30
  %v35 = load i64, ptr %v34, align 8
  %v36 = load i64, ptr %v25, align 8
  %v37 = mul nsw i64 %v36, %v35
  %v38 = add nsw i64 %v37, %v33
  store i64 %v38, ptr %v32, align 8
  %v39 = icmp sgt i64 %v28, 1
  br i1 %v39, label %v27, label %v21
v16:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <f4[1] const <f4[1] <f4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v40:
  %v6 = shl i64 %v3, 2
  %v7 = ashr exact i64 %v6, 2
  %v8 = shl i64 %v5, 2
  %v9 = ashr exact i64 %v8, 2
  %v10 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v9, i64 0)
  %v11 = icmp slt i64 %v9, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = shl nuw nsw i64 %v10, 2
  tail call void @llvm.memset.p0.i64(ptr align 4 %v4, i8 0, i64 %v14, i1 false)
  br label %v12
v12:
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v21:
  %v18 = icmp samesign ugt i64 %v19, 1
  br i1 %v18, label %v17, label %v16
v17:
  %v19 = phi i64 [ %v20, %v21 ], [ %v7, %v12 ]
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v12 ]
  %v20 = add nsw i64 %v19, -1
  %v23 = add nuw nsw i64 %v22, 1
  br i1 %v11, label %v21, label %v24
v24:
  %v25 = getelementptr float, ptr %v2, i64 %v22
  %v26 = getelementptr float, ptr %v0, i64 %v22
  br label %v27
v27:
  %v28 = phi i64 [ %v10, %v24 ], [ %v29, %v27 ]
  %v30 = phi i64 [ 0, %v24 ], [ %v31, %v27 ]
  %v29 = add nsw i64 %v28, -1
  %v31 = add nuw nsw i64 %v30, 1
  %v32 = getelementptr float, ptr %v4, i64 %v30
  %v33 = load float, ptr %v32, align 4
  %v34 = getelementptr float, ptr %v26, i64 %v30
  %v35 = load float, ptr %v34, align 4
  %v36 = load float, ptr %v25, align 4
  %v37 = fmul float %v35, %v36
  %v38 = fadd float %v33, %v37
  store float %v38, ptr %v32, align 4
  %v39 = icmp sgt i64 %v28, 1
  br i1 %v39, label %v27, label %v21
v16:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <c16[1] const <c16[1] <c16[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v52:
  %v6 = shl i64 %v3, 4
  %v7 = ashr exact i64 %v6, 4
  %v8 = shl i64 %v5, 4
  %v9 = ashr exact i64 %v8, 4
  %v10 = tail call i64 @llvm.smax.i64(i64 range(i64 -576460752303423488, 576460752303423488) %v9, i64 0)
  %v11 = icmp slt i64 %v9, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = shl nuw nsw i64 %v10, 4
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v14, i1 false)
  br label %v12
v12:
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v21:
  %v18 = icmp samesign ugt i64 %v19, 1
  br i1 %v18, label %v17, label %v16
v17:
  %v19 = phi i64 [ %v20, %v21 ], [ %v7, %v12 ]
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v12 ]
  %v20 = add nsw i64 %v19, -1
  %v23 = add nuw nsw i64 %v22, 1
  br i1 %v11, label %v21, label %v24
v24:
  %v25 = getelementptr { double, double }, ptr %v2, i64 %v22
  %v26 = getelementptr inbounds nuw i8, ptr %v25, i64 8
  %v27 = getelementptr { double, double }, ptr %v0, i64 %v22
  br label %v28
v28:
  %v29 = phi i64 [ %v10, %v24 ], [ %v30, %v28 ]
  %v31 = phi i64 [ 0, %v24 ], [ %v32, %v28 ]
  %v30 = add nsw i64 %v29, -1
  %v32 = add nuw nsw i64 %v31, 1
  %v33 = getelementptr { double, double }, ptr %v4, i64 %v31
  %v34 = load double, ptr %v33, align 8
  %v35 = getelementptr inbounds nuw i8, ptr %v33, i64 8
  %v36 = load double, ptr %v35, align 8
  %v37 = getelementptr { double, double }, ptr %v27, i64 %v31
  %v38 = load double, ptr %v37, align 8
  %v39 = getelementptr inbounds nuw i8, ptr %v37, i64 8
  %v40 = load double, ptr %v39, align 8
  %v41 = load double, ptr %v25, align 8
  %v42 = load double, ptr %v26, align 8
  %v43 = fmul double %v38, %v42
  %v44 = fmul double %v40, %v41
  %v45 = fadd double %v44, %v43
  %v46 = fmul double %v38, %v41
  %v47 = fmul double %v40, %v42
  %v48 = fsub double %v46, %v47
  %v49 = fadd double %v34, %v48
  %v50 = fadd double %v36, %v45
  store double %v49, ptr %v33, align 8
  store double %v50, ptr %v35, align 8
  %v51 = icmp sgt i64 %v29, 1
  br i1 %v51, label %v28, label %v21
v16:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
