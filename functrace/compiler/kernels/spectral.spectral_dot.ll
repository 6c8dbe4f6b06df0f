; Made from spectral.py by generate.py: 853fc22054f6e6d311a80fc6d41398f0afb115de
; by Numba 0.68.1

; const <f8[2] const <f8[1] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7) nounwind {
v17:
  %v8 = shl i64 %v2, 3
  %v9 = shl i64 %v4, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = shl i64 %v7, 3
  %v12 = icmp sgt i64 %v4, 0
  br i1 %v12, label %v13, label %v14
v13:
  %v15 = phi ptr [ %v16, %v13 ], [ %v3, %v17 ]
  %v18 = phi i64 [ %v19, %v13 ], [ %v4, %v17 ]
  %v20 = phi double [ %v21, %v13 ], [ 0.000000e+00, %v17 ]
  %v22 = load double, ptr %v15, align 8
  %v23 = tail call double @llvm.fabs.f64(double %v22)
  %v24 = fcmp ogt double %v23, %v20
  %v21 = select i1 %v24, double %v23, double %v20
  %v19 = add i64 %v18, -1
  %v16 = getelementptr i8, ptr %v15, i64 8
  %v25 = icmp eq i64 %v19, 0
  br i1 %v25, label %v14, label %v13
v41:
  %v26 = phi i64 [ %v27, %v28 ], [ 1, %v14 ]
  %v29 = icmp eq i64 %v26, %v30
  br i1 %v29, label %v31, label %v28
v28:
  %v27 = add nuw nsw i64 %v26, 1
  %v32 = shl i64 %v26, 3
  %v33 = getelementptr i8, ptr %v3, i64 %v32
  %v34 = load double, ptr %v33, align 8
  %v35 = getelementptr i8, ptr %v33, i64 -8
  %v36 = load double, ptr %v35, align 8
  %v37 = fsub double %v34, %v36
  %v38 = tail call double @llvm.fabs.f64(double %v37)
  %v39 = fcmp ogt double %v38, %v40
  br i1 %v39, label %v41, label %v42
v14:
  %v43 = phi double [ 0.000000e+00, %v17 ], [ %v21, %v13 ]
  %v44 = mul nsw i64 %v10, 10
  %v45 = sitofp i64 %v44 to double
  %v46 = fmul double %v45, 0x3CB0000000000000
  %v40 = fmul double %v46, %v43
  %v30 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v10, i64 1)
  br label %v41
v31:
  %v47 = icmp sgt i64 %v10, 0
  br i1 %v47, label %v48, label %v42
v48:
  %v49 = phi ptr [ %v50, %v51 ], [ %v5, %v31 ]
  %v52 = phi ptr [ %v53, %v51 ], [ %v0, %v31 ]
  %v54 = phi ptr [ %v55, %v51 ], [ %v0, %v31 ]
  %v56 = phi i64 [ %v57, %v51 ], [ 0, %v31 ]
  %v58 = getelementptr double, ptr %v5, i64 %v56
  %v59 = mul i64 %v56, %v11
  %v60 = shl i64 %v56, 3
  %v61 = getelementptr i8, ptr %v3, i64 %v60
  %v62 = getelementptr inbounds i8, ptr %v58, i64 %v59
  br label %v63
v63:
  %v64 = phi ptr [ %v52, %v48 ], [ %v65, %v66 ]
  %v67 = phi i64 [ 0, %v48 ], [ %v68, %v66 ]
  %v68 = add nuw nsw i64 %v67, 1
  %v69 = icmp eq i64 %v56, %v67
  br i1 %v69, label %v70, label %v71
v71:
  %v72 = shl i64 %v67, 3
  %v73 = getelementptr i8, ptr %v54, i64 %v72
  %v74 = load double, ptr %v73, align 8
  %v75 = load double, ptr %v64, align 8
  %v76 = fadd double %v74, %v75
  %v77 = getelementptr i8, ptr %v3, i64 %v72
  %v78 = load double, ptr %v77, align 8
  %v79 = load double, ptr %v61, align 8
  %v80 = fsub double %v78, %v79
  %v81 = fmul double %v80, 2.000000e+00
  %v82 = fdiv double %v76, %v81
  %v83 = getelementptr i8, ptr %v49, i64 %v72
  store double %v82, ptr %v83, align 8
  br label %v66
v70:
  store double 0.000000e+00, ptr %v62, align 8
  br label %v66
v66:
  %v65 = getelementptr i8, ptr %v64, i64 %v8
  %v84 = icmp eq i64 %v10, %v68
  br i1 %v84, label %v51, label %v63
v51:
  %v57 = add nuw nsw i64 %v56, 1
  %v55 = getelementptr i8, ptr %v54, i64 %v8
  %v53 = getelementptr i8, ptr %v52, i64 8
  %v50 = getelementptr i8, ptr %v49, i64 %v11
  %v85 = icmp eq i64 %v57, %v10
  br i1 %v85, label %v42, label %v48
v42:
  %v86 = phi i32 [ 0, %v51 ], [ 0, %v31 ], [ 1, %v28 ]
  ret i32 %v86
}

; const <f4[2] const <f4[1] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7) nounwind {
v17:
  %v8 = shl i64 %v2, 2
  %v9 = shl i64 %v4, 2
  %v10 = ashr exact i64 %v9, 2
  %v11 = shl i64 %v7, 2
  %v12 = icmp sgt i64 %v4, 0
  br i1 %v12, label %v13, label %v14
v13:
  %v15 = phi ptr [ %v16, %v13 ], [ %v3, %v17 ]
  %v18 = phi i64 [ %v19, %v13 ], [ %v4, %v17 ]
  %v20 = phi double [ %v21, %v13 ], [ 0.000000e+00, %v17 ]
  %v22 = load float, ptr %v15, align 4
  %v23 = tail call float @llvm.fabs.f32(float %v22)
  %v24 = fpext float %v23 to double
  %v25 = fcmp olt double %v20, %v24
  %v21 = select i1 %v25, double %v24, double %v20
  %v19 = add i64 %v18, -1
  %v16 = getelementptr i8, ptr %v15, i64 4
  %v26 = icmp eq i64 %v19, 0
  br i1 %v26, label %v14, label %v13
v43:
  %v27 = phi i64 [ %v28, %v29 ], [ 1, %v14 ]
  %v30 = icmp eq i64 %v27, %v31
  br i1 %v30, label %v32, label %v29
v29:
  %v28 = add nuw nsw i64 %v27, 1
  %v33 = shl i64 %v27, 2
  %v34 = getelementptr i8, ptr %v3, i64 %v33
  %v35 = load float, ptr %v34, align 4
  %v36 = getelementptr i8, ptr %v34, i64 -4
  %v37 = load float, ptr %v36, align 4
  %v38 = fsub float %v35, %v37
  %v39 = tail call float @llvm.fabs.f32(float %v38)
  %v40 = fpext float %v39 to double
  %v41 = fcmp olt double %v42, %v40
  br i1 %v41, label %v43, label %v44
v14:
  %v45 = phi double [ 0.000000e+00, %v17 ], [ %v21, %v13 ]
  %v46 = mul nsw i64 %v10, 10
  %v47 = sitofp i64 %v46 to double
  %v48 = fmul double %v47, 0x3E80000000000000
  %v42 = fmul double %v48, %v45
  %v31 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v10, i64 1)
  br label %v43
v32:
  %v49 = icmp sgt i64 %v10, 0
  br i1 %v49, label %v50, label %v44
v50:
  %v51 = phi ptr [ %v52, %v53 ], [ %v5, %v32 ]
  %v54 = phi ptr [ %v55, %v53 ], [ %v0, %v32 ]
  %v56 = phi ptr [ %v57, %v53 ], [ %v0, %v32 ]
  %v58 = phi i64 [ %v59, %v53 ], [ 0, %v32 ]
  %v60 = getelementptr float, ptr %v5, i64 %v58
  %v61 = mul i64 %v58, %v11
  %v62 = shl i64 %v58, 2
  %v63 = getelementptr i8, ptr %v3, i64 %v62
  %v64 = getelementptr inbounds i8, ptr %v60, i64 %v61
  br label %v65
v65:
  %v66 = phi ptr [ %v54, %v50 ], [ %v67, %v68 ]
  %v69 = phi i64 [ 0, %v50 ], [ %v70, %v68 ]
  %v70 = add nuw nsw i64 %v69, 1
  %v71 = icmp eq i64 %v58, %v69
  br i1 %v71, label %v72, label %v73
v73:
  %v74 = shl i64 %v69, 2
  %v75 = getelementptr i8, ptr %v56, i64 %v74
  %v76 = load float, ptr %v75, align 4
  %v77 = load float, ptr %v66, align 4
  %v78 = fadd float %v76, %v77
  %v79 = getelementptr i8, ptr %v3, i64 %v74
  %v80 = load float, ptr %v79, align 4
  %v81 = load float, ptr %v63, align 4
  %v82 = fsub float %v80, %v81
  %v83 = fpext float %v82 to double
  %v84 = fmul double %v83, 2.000000e+00
  %v85 = fpext float %v78 to double
  %v86 = fdiv double %v85, %v84
  %v87 = getelementptr i8, ptr %v51, i64 %v74
  %v88 = fptrunc double %v86 to float
  store float %v88, ptr %v87, align 4
  br label %v68
v72:
  store float 0.000000e+00, ptr %v64, align 4
  br label %v68
v68:
  %v67 = getelementptr i8, ptr %v66, i64 %v8
  %v89 = icmp eq i64 %v10, %v70
  br i1 %v89, label %v53, label %v65
v53:
  %v59 = add nuw nsw i64 %v58, 1
  %v57 = getelementptr i8, ptr %v56, i64 %v8
  %v55 = getelementptr i8, ptr %v54, i64 4
  %v52 = getelementptr i8, ptr %v51, i64 %v11
  %v90 = icmp eq i64 %v59, %v10
  br i1 %v90, label %v44, label %v50
v44:
  %v91 = phi i32 [ 0, %v53 ], [ 0, %v32 ], [ 1, %v29 ]
  ret i32 %v91
}

; const <c16[2] const <f8[1] <c16[2]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.copysign.f64(double, double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7) nounwind {
v17:
  %v8 = shl i64 %v2, 4
  %v9 = shl i64 %v4, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = shl i64 %v7, 4
  %v12 = icmp sgt i64 %v4, 0
  br i1 %v12, label %v13, label %v14
v13:
  %v15 = phi ptr [ %v16, %v13 ], [ %v3, %v17 ]
  %v18 = phi i64 [ %v19, %v13 ], [ %v4, %v17 ]
  %v20 = phi double [ %v21, %v13 ], [ 0.000000e+00, %v17 ]
  %v22 = load double, ptr %v15, align 8
  %v23 = tail call double @llvm.fabs.f64(double %v22)
  %v24 = fcmp ogt double %v23, %v20
  %v21 = select i1 %v24, double %v23, double %v20
  %v19 = add i64 %v18, -1
  %v16 = getelementptr i8, ptr %v15, i64 8
  %v25 = icmp eq i64 %v19, 0
  br i1 %v25, label %v14, label %v13
v41:
  %v26 = phi i64 [ %v27, %v28 ], [ 1, %v14 ]
  %v29 = icmp eq i64 %v26, %v30
  br i1 %v29, label %v31, label %v28
v28:
  %v27 = add nuw nsw i64 %v26, 1
  %v32 = shl i64 %v26, 3
  %v33 = getelementptr i8, ptr %v3, i64 %v32
  %v34 = load double, ptr %v33, align 8
  %v35 = getelementptr i8, ptr %v33, i64 -8
  %v36 = load double, ptr %v35, align 8
  %v37 = fsub double %v34, %v36
  %v38 = tail call double @llvm.fabs.f64(double %v37)
  %v39 = fcmp ogt double %v38, %v40
  br i1 %v39, label %v41, label %v42
v14:
  %v43 = phi double [ 0.000000e+00, %v17 ], [ %v21, %v13 ]
  %v44 = mul nsw i64 %v10, 10
  %v45 = sitofp i64 %v44 to double
  %v46 = fmul double %v45, 0x3CB0000000000000
  %v40 = fmul double %v46, %v43
  %v30 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v10, i64 1)
  br label %v41
v31:
  %v47 = icmp sgt i64 %v10, 0
  br i1 %v47, label %v48, label %v42
v48:
  %v49 = getelementptr i8, ptr %v0, i64 8
  %v50 = getelementptr i8, ptr %v5, i64 8
  br label %v51
v51:
  %v52 = phi ptr [ %v50, %v48 ], [ %v53, %v54 ]
  %v55 = phi ptr [ %v49, %v48 ], [ %v56, %v54 ]
  %v57 = phi ptr [ %v49, %v48 ], [ %v58, %v54 ]
  %v59 = phi i64 [ 0, %v48 ], [ %v60, %v54 ]
  %v60 = add nuw nsw i64 %v59, 1
  %v61 = getelementptr { double, double }, ptr %v5, i64 %v59
  %v62 = mul i64 %v59, %v7
  %v63 = getelementptr { double, double }, ptr %v61, i64 %v62
  %v64 = shl i64 %v59, 3
  %v65 = getelementptr i8, ptr %v3, i64 %v64
  br label %v66
v66:
  %v67 = phi ptr [ %v55, %v51 ], [ %v68, %v69 ]
  %v70 = phi i64 [ 0, %v51 ], [ %v71, %v69 ]
  %v72 = phi i64 [ 0, %v51 ], [ %v73, %v69 ]
  %v73 = add nuw nsw i64 %v72, 1
  %v74 = icmp eq i64 %v59, %v72
  br i1 %v74, label %v75, label %v76
v76:
  %v77 = getelementptr i8, ptr %v57, i64 %v70
  %v78 = getelementptr i8, ptr %v77, i64 -8
  %v79 = load double, ptr %v78, align 8
  %v80 = load double, ptr %v77, align 8
  %v81 = getelementptr i8, ptr %v67, i64 -8
  %v82 = load double, ptr %v81, align 8
  %v83 = load double, ptr %v67, align 8
  %v84 = fadd double %v79, %v82
  %v85 = fsub double %v80, %v83
  %v86 = shl i64 %v72, 3
  %v87 = getelementptr i8, ptr %v3, i64 %v86
  %v88 = load double, ptr %v87, align 8
  %v89 = load double, ptr %v65, align 8
  %v90 = fsub double %v88, %v89
  %v91 = fmul double %v90, 2.000000e+00
  %v92 = fcmp uno double %v91, 0.000000e+00
  br i1 %v92, label %v93, label %v94
v94:
  %v95 = fcmp oeq double %v91, 0.000000e+00
  br i1 %v95, label %v42, label %v96
v96:
  %v97 = fdiv double 0.000000e+00, %v91
  %v98 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %v97)
  %v99 = fadd double %v91, %v98
  %v100 = fcmp oeq double %v99, 0.000000e+00
  br i1 %v100, label %v42, label %v101
v101:
  %v102 = fmul double %v85, %v97
  %v103 = fadd double %v84, %v102
  %v104 = fdiv double %v103, %v99
  %v105 = fmul double %v84, %v97
  %v106 = fsub double %v85, %v105
  %v107 = fdiv double %v106, %v99
  br label %v93
v93:
  %v108 = phi double [ %v104, %v101 ], [ 0x7FF8000000000000, %v76 ]
  %v109 = phi double [ %v107, %v101 ], [ 0x7FF8000000000000, %v76 ]
  %v110 = getelementptr i8, ptr %v52, i64 %v70
  %v111 = getelementptr i8, ptr %v110, i64 -8
  store double %v108, ptr %v111, align 8
  store double %v109, ptr %v110, align 8
  br label %v69
v75:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16) %v63, i8 0, i64 16, i1 false)
  br label %v69
v69:
  %v71 = add nuw i64 %v70, 16
  %v68 = getelementptr i8, ptr %v67, i64 %v8
  %v112 = icmp eq i64 %v10, %v73
  br i1 %v112, label %v54, label %v66
v54:
  %v58 = getelementptr i8, ptr %v57, i64 %v8
  %v56 = getelementptr i8, ptr %v55, i64 16
  %v53 = getelementptr i8, ptr %v52, i64 %v11
  %v113 = icmp eq i64 %v60, %v10
  br i1 %v113, label %v42, label %v51
v42:
  %v114 = phi i32 [ 0, %v31 ], [ 1, %v94 ], [ 0, %v54 ], [ 1, %v96 ], [ 1, %v28 ]
  ret i32 %v114
}
