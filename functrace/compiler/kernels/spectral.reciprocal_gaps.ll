; Made from spectral.py by generate.py: 853fc22054f6e6d311a80fc6d41398f0afb115de
; by Numba 0.68.1

; const <f8[1] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 3
  %v6 = ashr exact i64 %v5, 3
  %v7 = shl i64 %v4, 3
  %v8 = icmp sgt i64 %v1, 0
  br i1 %v8, label %v9, label %v10
v9:
  %v11 = phi ptr [ %v12, %v9 ], [ %v0, %v13 ]
  %v14 = phi i64 [ %v15, %v9 ], [ %v1, %v13 ]
  %v16 = phi double [ %v17, %v9 ], [ 0.000000e+00, %v13 ]
  %v18 = load double, ptr %v11, align 8
  %v19 = tail call double @llvm.fabs.f64(double %v18)
  %v20 = fcmp ogt double %v19, %v16
  %v17 = select i1 %v20, double %v19, double %v16
  %v15 = add i64 %v14, -1
  %v12 = getelementptr i8, ptr %v11, i64 8
  %v21 = icmp eq i64 %v15, 0
  br i1 %v21, label %v10, label %v9
v37:
  %v22 = phi i64 [ %v23, %v24 ], [ 1, %v10 ]
  %v25 = icmp eq i64 %v22, %v26
  br i1 %v25, label %v27, label %v24
v24:
  %v23 = add nuw nsw i64 %v22, 1
  %v28 = shl i64 %v22, 3
  %v29 = getelementptr i8, ptr %v0, i64 %v28
  %v30 = load double, ptr %v29, align 8
  %v31 = getelementptr i8, ptr %v29, i64 -8
  %v32 = load double, ptr %v31, align 8
  %v33 = fsub double %v30, %v32
  %v34 = tail call double @llvm.fabs.f64(double %v33)
  %v35 = fcmp ogt double %v34, %v36
  br i1 %v35, label %v37, label %v38
v10:
  %v39 = phi double [ 0.000000e+00, %v13 ], [ %v17, %v9 ]
  %v40 = mul nsw i64 %v6, 10
  %v41 = sitofp i64 %v40 to double
  %v42 = fmul double %v41, 0x3CB0000000000000
  %v36 = fmul double %v42, %v39
  %v26 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v6, i64 1)
  br label %v37
v27:
  %v43 = icmp sgt i64 %v6, 0
  br i1 %v43, label %v44, label %v38
v44:
  %v45 = phi ptr [ %v46, %v47 ], [ %v2, %v27 ]
  %v48 = phi i64 [ %v49, %v47 ], [ 0, %v27 ]
  %v50 = shl i64 %v48, 3
  %v51 = getelementptr i8, ptr %v0, i64 %v50
  br label %v52
v52:
  %v53 = phi i64 [ 0, %v44 ], [ %v54, %v55 ]
  %v54 = add nuw nsw i64 %v53, 1
  %v56 = icmp eq i64 %v48, %v53
  %v57 = shl i64 %v53, 3
  br i1 %v56, label %v55, label %v58
v58:
  %v59 = getelementptr i8, ptr %v0, i64 %v57
  %v60 = load double, ptr %v59, align 8
  %v61 = load double, ptr %v51, align 8
  %v62 = fsub double %v60, %v61
  %v63 = fdiv double 1.000000e+00, %v62
  br label %v55
v55:
  %v64 = phi double [ %v63, %v58 ], [ 0.000000e+00, %v52 ]
  %v65 = getelementptr i8, ptr %v45, i64 %v57
  store double %v64, ptr %v65, align 8
  %v66 = icmp eq i64 %v6, %v54
  br i1 %v66, label %v47, label %v52
v47:
  %v49 = add nuw nsw i64 %v48, 1
  %v46 = getelementptr i8, ptr %v45, i64 %v7
  %v67 = icmp eq i64 %v49, %v6
  br i1 %v67, label %v38, label %v44
v38:
  %v68 = phi i32 [ 0, %v47 ], [ 0, %v27 ], [ 1, %v24 ]
  ret i32 %v68
}

; const <f4[1] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4) nounwind {
v13:
  %v5 = shl i64 %v1, 2
  %v6 = ashr exact i64 %v5, 2
  %v7 = shl i64 %v4, 2
  %v8 = icmp sgt i64 %v1, 0
  br i1 %v8, label %v9, label %v10
v9:
  %v11 = phi ptr [ %v12, %v9 ], [ %v0, %v13 ]
  %v14 = phi i64 [ %v15, %v9 ], [ %v1, %v13 ]
  %v16 = phi double [ %v17, %v9 ], [ 0.000000e+00, %v13 ]
  %v18 = load float, ptr %v11, align 4
  %v19 = tail call float @llvm.fabs.f32(float %v18)
  %v20 = fpext float %v19 to double
  %v21 = fcmp olt double %v16, %v20
  %v17 = select i1 %v21, double %v20, double %v16
  %v15 = add i64 %v14, -1
  %v12 = getelementptr i8, ptr %v11, i64 4
  %v22 = icmp eq i64 %v15, 0
  br i1 %v22, label %v10, label %v9
v39:
  %v23 = phi i64 [ %v24, %v25 ], [ 1, %v10 ]
  %v26 = icmp eq i64 %v23, %v27
  br i1 %v26, label %v28, label %v25
v25:
  %v24 = add nuw nsw i64 %v23, 1
  %v29 = shl i64 %v23, 2
  %v30 = getelementptr i8, ptr %v0, i64 %v29
  %v31 = load float, ptr %v30, align 4
  %v32 = getelementptr i8, ptr %v30, i64 -4
  %v33 = load float, ptr %v32, align 4
  %v34 = fsub float %v31, %v33
  %v35 = tail call float @llvm.fabs.f32(float %v34)
  %v36 = fpext float %v35 to double
  %v37 = fcmp olt double %v38, %v36
  br i1 %v37, label %v39, label %v40
v10:
  %v41 = phi double [ 0.000000e+00, %v13 ], [ %v17, %v9 ]
  %v42 = mul nsw i64 %v6, 10
  %v43 = sitofp i64 %v42 to double
  %v44 = fmul double %v43, 0x3E80000000000000
  %v38 = fmul double %v44, %v41
  %v27 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v6, i64 1)
  br label %v39
v28:
  %v45 = icmp sgt i64 %v6, 0
  br i1 %v45, label %v46, label %v40
v46:
  %v47 = phi ptr [ %v48, %v49 ], [ %v2, %v28 ]
  %v50 = phi i64 [ %v51, %v49 ], [ 0, %v28 ]
  %v52 = shl i64 %v50, 2
  %v53 = getelementptr i8, ptr %v0, i64 %v52
  br label %v54
v54:
  %v55 = phi i64 [ 0, %v46 ], [ %v56, %v57 ]
  %v56 = add nuw nsw i64 %v55, 1
  %v58 = icmp eq i64 %v50, %v55
  %v59 = shl i64 %v55, 2
  br i1 %v58, label %v57, label %v60
v60:
  %v61 = getelementptr i8, ptr %v0, i64 %v59
  %v62 = load float, ptr %v61, align 4
  %v63 = load float, ptr %v53, align 4
  %v64 = fsub float %v62, %v63
  %v65 = fdiv float 1.000000e+00, %v64
  br label %v57
v57:
  %v66 = phi float [ %v65, %v60 ], [ 0.000000e+00, %v54 ]
  %v67 = getelementptr i8, ptr %v47, i64 %v59
  store float %v66, ptr %v67, align 4
  %v68 = icmp eq i64 %v6, %v56
  br i1 %v68, label %v49, label %v54
v49:
  %v51 = add nuw nsw i64 %v50, 1
  %v48 = getelementptr i8, ptr %v47, i64 %v7
  %v69 = icmp eq i64 %v51, %v6
  br i1 %v69, label %v40, label %v46
v40:
  %v70 = phi i32 [ 0, %v49 ], [ 0, %v28 ], [ 1, %v25 ]
  ret i32 %v70
}
