; Made from spectral.py by generate.py: 853fc22054f6e6d311a80fc6d41398f0afb115de
; by Numba 0.68.1

; const <f8[2] const <f8[1] const <f8[1] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, i64 %v9) nounwind {
v19:
  %v10 = shl i64 %v2, 3
  %v11 = shl i64 %v6, 3
  %v12 = ashr exact i64 %v11, 3
  %v13 = shl i64 %v9, 3
  %v14 = icmp sgt i64 %v6, 0
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = phi ptr [ %v18, %v15 ], [ %v5, %v19 ]
  %v20 = phi i64 [ %v21, %v15 ], [ %v6, %v19 ]
  %v22 = phi double [ %v23, %v15 ], [ 0.000000e+00, %v19 ]
  %v24 = load double, ptr %v17, align 8
  %v25 = tail call double @llvm.fabs.f64(double %v24)
  %v26 = fcmp ogt double %v25, %v22
  %v23 = select i1 %v26, double %v25, double %v22
  %v21 = add i64 %v20, -1
  %v18 = getelementptr i8, ptr %v17, i64 8
  %v27 = icmp eq i64 %v21, 0
  br i1 %v27, label %v16, label %v15
v43:
  %v28 = phi i64 [ %v29, %v30 ], [ 1, %v16 ]
  %v31 = icmp eq i64 %v28, %v32
  br i1 %v31, label %v33, label %v30
v30:
  %v29 = add nuw nsw i64 %v28, 1
  %v34 = shl i64 %v28, 3
  %v35 = getelementptr i8, ptr %v5, i64 %v34
  %v36 = load double, ptr %v35, align 8
  %v37 = getelementptr i8, ptr %v35, i64 -8
  %v38 = load double, ptr %v37, align 8
  %v39 = fsub double %v36, %v38
  %v40 = tail call double @llvm.fabs.f64(double %v39)
  %v41 = fcmp ogt double %v40, %v42
  br i1 %v41, label %v43, label %v44
v51:
  br label %v44
v16:
  %v45 = phi double [ 0.000000e+00, %v19 ], [ %v23, %v15 ]
  %v46 = mul nsw i64 %v12, 10
  %v47 = sitofp i64 %v46 to double
  %v48 = fmul double %v47, 0x3CB0000000000000
  %v42 = fmul double %v48, %v45
  %v32 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v12, i64 1)
  br label %v43
v33:
  %v49 = icmp sgt i64 %v12, 0
  br i1 %v49, label %v50, label %v51
v50:
  %v52 = phi ptr [ %v53, %v54 ], [ %v0, %v33 ]
  %v55 = phi ptr [ %v56, %v54 ], [ %v7, %v33 ]
  %v57 = phi ptr [ %v58, %v54 ], [ %v0, %v33 ]
  %v59 = phi double [ %v60, %v54 ], [ 0.000000e+00, %v33 ]
  %v61 = phi i64 [ %v62, %v54 ], [ 0, %v33 ]
  %v63 = getelementptr double, ptr %v7, i64 %v61
  %v64 = mul i64 %v61, %v13
  %v65 = shl i64 %v61, 3
  %v66 = getelementptr i8, ptr %v5, i64 %v65
  %v67 = getelementptr i8, ptr %v3, i64 %v65
  %v68 = getelementptr inbounds i8, ptr %v63, i64 %v64
  br label %v69
v69:
  %v70 = phi ptr [ %v71, %v72 ], [ %v57, %v50 ]
  %v73 = phi double [ %v60, %v72 ], [ %v59, %v50 ]
  %v74 = phi i64 [ %v75, %v72 ], [ 0, %v50 ]
  %v75 = add nuw nsw i64 %v74, 1
  %v76 = shl i64 %v74, 3
  %v77 = getelementptr i8, ptr %v52, i64 %v76
  %v78 = load double, ptr %v77, align 8
  %v79 = tail call double @llvm.fabs.f64(double %v78)
  %v80 = fcmp ogt double %v79, %v73
  %v60 = select i1 %v80, double %v79, double %v73
  %v81 = icmp eq i64 %v61, %v74
  br i1 %v81, label %v82, label %v83
v83:
  %v84 = load double, ptr %v70, align 8
  %v85 = fsub double %v78, %v84
  %v86 = getelementptr i8, ptr %v5, i64 %v76
  %v87 = load double, ptr %v86, align 8
  %v88 = load double, ptr %v66, align 8
  %v89 = fsub double %v87, %v88
  %v90 = fmul double %v89, 2.000000e+00
  %v91 = fdiv double %v85, %v90
  %v92 = getelementptr i8, ptr %v55, i64 %v76
  store double %v91, ptr %v92, align 8
  br label %v72
v82:
  %v93 = load double, ptr %v67, align 8
  store double %v93, ptr %v68, align 8
  br label %v72
v72:
  %v71 = getelementptr i8, ptr %v70, i64 %v10
  %v94 = icmp eq i64 %v12, %v75
  br i1 %v94, label %v54, label %v69
v54:
  %v62 = add nuw nsw i64 %v61, 1
  %v58 = getelementptr i8, ptr %v57, i64 8
  %v56 = getelementptr i8, ptr %v55, i64 %v13
  %v53 = getelementptr i8, ptr %v52, i64 %v10
  %v95 = icmp eq i64 %v62, %v12
  br i1 %v95, label %v96, label %v50
v96:
  %v97 = fmul double %v60, 0x3EB0000000000000
  %v98 = fcmp ult double %v97, 0.000000e+00
  br i1 %v98, label %v44, label %v51
v44:
  %v99 = phi i32 [ 0, %v51 ], [ 1, %v96 ], [ 1, %v30 ]
  ret i32 %v99
}

; const <f4[2] const <f4[1] const <f4[1] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, i64 %v9) nounwind {
v19:
  %v10 = shl i64 %v2, 2
  %v11 = shl i64 %v6, 2
  %v12 = ashr exact i64 %v11, 2
  %v13 = shl i64 %v9, 2
  %v14 = icmp sgt i64 %v6, 0
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = phi ptr [ %v18, %v15 ], [ %v5, %v19 ]
  %v20 = phi i64 [ %v21, %v15 ], [ %v6, %v19 ]
  %v22 = phi double [ %v23, %v15 ], [ 0.000000e+00, %v19 ]
  %v24 = load float, ptr %v17, align 4
  %v25 = tail call float @llvm.fabs.f32(float %v24)
  %v26 = fpext float %v25 to double
  %v27 = fcmp olt double %v22, %v26
  %v23 = select i1 %v27, double %v26, double %v22
  %v21 = add i64 %v20, -1
  %v18 = getelementptr i8, ptr %v17, i64 4
  %v28 = icmp eq i64 %v21, 0
  br i1 %v28, label %v16, label %v15
v45:
  %v29 = phi i64 [ %v30, %v31 ], [ 1, %v16 ]
  %v32 = icmp eq i64 %v29, %v33
  br i1 %v32, label %v34, label %v31
v31:
  %v30 = add nuw nsw i64 %v29, 1
  %v35 = shl i64 %v29, 2
  %v36 = getelementptr i8, ptr %v5, i64 %v35
  %v37 = load float, ptr %v36, align 4
  %v38 = getelementptr i8, ptr %v36, i64 -4
  %v39 = load float, ptr %v38, align 4
  %v40 = fsub float %v37, %v39
  %v41 = tail call float @llvm.fabs.f32(float %v40)
  %v42 = fpext float %v41 to double
  %v43 = fcmp olt double %v44, %v42
  br i1 %v43, label %v45, label %v46
v53:
  br label %v46
v16:
  %v47 = phi double [ 0.000000e+00, %v19 ], [ %v23, %v15 ]
  %v48 = mul nsw i64 %v12, 10
  %v49 = sitofp i64 %v48 to double
  %v50 = fmul double %v49, 0x3E80000000000000
  %v44 = fmul double %v50, %v47
  %v33 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v12, i64 1)
  br label %v45
v34:
  %v51 = icmp sgt i64 %v12, 0
  br i1 %v51, label %v52, label %v53
v52:
  %v54 = phi ptr [ %v55, %v56 ], [ %v0, %v34 ]
  %v57 = phi ptr [ %v58, %v56 ], [ %v7, %v34 ]
  %v59 = phi ptr [ %v60, %v56 ], [ %v0, %v34 ]
  %v61 = phi double [ %v62, %v56 ], [ 0.000000e+00, %v34 ]
  %v63 = phi i64 [ %v64, %v56 ], [ 0, %v34 ]
  %v65 = getelementptr float, ptr %v7, i64 %v63
  %v66 = mul i64 %v63, %v13
  %v67 = shl i64 %v63, 2
  %v68 = getelementptr i8, ptr %v5, i64 %v67
  %v69 = getelementptr i8, ptr %v3, i64 %v67
  %v70 = getelementptr inbounds i8, ptr %v65, i64 %v66
  br label %v71
v71:
  %v72 = phi ptr [ %v73, %v74 ], [ %v59, %v52 ]
  %v75 = phi double [ %v62, %v74 ], [ %v61, %v52 ]
  %v76 = phi i64 [ %v77, %v74 ], [ 0, %v52 ]
  %v77 = add nuw nsw i64 %v76, 1
  %v78 = shl i64 %v76, 2
  %v79 = getelementptr i8, ptr %v54, i64 %v78
  %v80 = load float, ptr %v79, align 4
  %v81 = tail call float @llvm.fabs.f32(float %v80)
  %v82 = fpext float %v81 to double
  %v83 = fcmp olt double %v75, %v82
  %v62 = select i1 %v83, double %v82, double %v75
  %v84 = icmp eq i64 %v63, %v76
  br i1 %v84, label %v85, label %v86
v86:
  %v87 = load float, ptr %v72, align 4
  %v88 = fsub float %v80, %v87
  %v89 = getelementptr i8, ptr %v5, i64 %v78
  %v90 = load float, ptr %v89, align 4
  %v91 = load float, ptr %v68, align 4
  %v92 = fsub float %v90, %v91
  %v93 = fpext float %v92 to double
  %v94 = fmul double %v93, 2.000000e+00
  %v95 = fpext float %v88 to double
  %v96 = fdiv double %v95, %v94
  %v97 = getelementptr i8, ptr %v57, i64 %v78
  %v98 = fptrunc double %v96 to float
  store float %v98, ptr %v97, align 4
  br label %v74
v85:
  %v99 = load float, ptr %v69, align 4
  store float %v99, ptr %v70, align 4
  br label %v74
v74:
  %v73 = getelementptr i8, ptr %v72, i64 %v10
  %v100 = icmp eq i64 %v12, %v77
  br i1 %v100, label %v56, label %v71
v56:
  %v64 = add nuw nsw i64 %v63, 1
  %v60 = getelementptr i8, ptr %v59, i64 4
  %v58 = getelementptr i8, ptr %v57, i64 %v13
  %v55 = getelementptr i8, ptr %v54, i64 %v10
  %v101 = icmp eq i64 %v64, %v12
  br i1 %v101, label %v102, label %v52
v102:
  %v103 = fmul double %v62, 0x3F96A09E667F3BCD
  %v104 = fcmp ult double %v103, 0.000000e+00
  br i1 %v104, label %v46, label %v53
v46:
  %v105 = phi i32 [ 0, %v53 ], [ 1, %v102 ], [ 1, %v31 ]
  ret i32 %v105
}

; const <c16[2] const <f8[1] const <f8[1] <c16[2]
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
declare double @hypot(double, double)
declare double @llvm.copysign.f64(double, double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, i64 %v9) nounwind {
v19:
  %v10 = shl i64 %v2, 4
  %v11 = shl i64 %v6, 3
  %v12 = ashr exact i64 %v11, 3
  %v13 = shl i64 %v9, 4
  %v14 = icmp sgt i64 %v6, 0
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = phi ptr [ %v18, %v15 ], [ %v5, %v19 ]
  %v20 = phi i64 [ %v21, %v15 ], [ %v6, %v19 ]
  %v22 = phi double [ %v23, %v15 ], [ 0.000000e+00, %v19 ]
  %v24 = load double, ptr %v17, align 8
  %v25 = tail call double @llvm.fabs.f64(double %v24)
  %v26 = fcmp ogt double %v25, %v22
  %v23 = select i1 %v26, double %v25, double %v22
  %v21 = add i64 %v20, -1
  %v18 = getelementptr i8, ptr %v17, i64 8
  %v27 = icmp eq i64 %v21, 0
  br i1 %v27, label %v16, label %v15
v43:
  %v28 = phi i64 [ %v29, %v30 ], [ 1, %v16 ]
  %v31 = icmp eq i64 %v28, %v32
  br i1 %v31, label %v33, label %v30
v30:
  %v29 = add nuw nsw i64 %v28, 1
  %v34 = shl i64 %v28, 3
  %v35 = getelementptr i8, ptr %v5, i64 %v34
  %v36 = load double, ptr %v35, align 8
  %v37 = getelementptr i8, ptr %v35, i64 -8
  %v38 = load double, ptr %v37, align 8
  %v39 = fsub double %v36, %v38
  %v40 = tail call double @llvm.fabs.f64(double %v39)
  %v41 = fcmp ogt double %v40, %v42
  br i1 %v41, label %v43, label %v44
v51:
  br label %v44
v16:
  %v45 = phi double [ 0.000000e+00, %v19 ], [ %v23, %v15 ]
  %v46 = mul nsw i64 %v12, 10
  %v47 = sitofp i64 %v46 to double
  %v48 = fmul double %v47, 0x3CB0000000000000
  %v42 = fmul double %v48, %v45
  %v32 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v12, i64 1)
  br label %v43
v33:
  %v49 = icmp sgt i64 %v12, 0
  br i1 %v49, label %v50, label %v51
v50:
  %v52 = getelementptr i8, ptr %v0, i64 8
  %v53 = getelementptr i8, ptr %v7, i64 8
  br label %v54
v54:
  %v55 = phi ptr [ %v52, %v50 ], [ %v56, %v57 ]
  %v58 = phi ptr [ %v53, %v50 ], [ %v59, %v57 ]
  %v60 = phi ptr [ %v52, %v50 ], [ %v61, %v57 ]
  %v62 = phi double [ 0.000000e+00, %v50 ], [ %v63, %v57 ]
  %v64 = phi double [ 0.000000e+00, %v50 ], [ %v65, %v57 ]
  %v66 = phi i64 [ 0, %v50 ], [ %v67, %v57 ]
  %v67 = add nuw nsw i64 %v66, 1
  %v68 = mul i64 %v66, %v2
  %v69 = getelementptr { double, double }, ptr %v0, i64 %v68
  %v70 = getelementptr { double, double }, ptr %v69, i64 %v66
  %v71 = getelementptr inbounds nuw i8, ptr %v70, i64 8
  %v72 = load double, ptr %v71, align 8
  %v73 = tail call double @llvm.fabs.f64(double %v72)
  %v74 = fcmp ogt double %v73, %v62
  %v63 = select i1 %v74, double %v73, double %v62
  %v75 = getelementptr { double, double }, ptr %v7, i64 %v66
  %v76 = mul i64 %v66, %v9
  %v77 = getelementptr { double, double }, ptr %v75, i64 %v76
  %v78 = shl i64 %v66, 3
  %v79 = getelementptr i8, ptr %v5, i64 %v78
  %v80 = getelementptr i8, ptr %v3, i64 %v78
  %v81 = getelementptr inbounds nuw i8, ptr %v77, i64 8
  br label %v82
v82:
  %v83 = phi i64 [ 0, %v54 ], [ %v84, %v85 ]
  %v86 = phi ptr [ %v60, %v54 ], [ %v87, %v85 ]
  %v88 = phi double [ %v64, %v54 ], [ %v65, %v85 ]
  %v89 = phi i64 [ 0, %v54 ], [ %v90, %v85 ]
  %v90 = add nuw nsw i64 %v89, 1
  %v91 = shl nuw i64 %v83, 1
  %v92 = getelementptr i8, ptr %v55, i64 %v91
  %v93 = getelementptr i8, ptr %v92, i64 -8
  %v94 = load double, ptr %v93, align 8
  %v95 = load double, ptr %v92, align 8
  %v96 = tail call double @hypot(double %v94, double %v95)
  %v97 = fcmp ogt double %v96, %v88
  %v65 = select i1 %v97, double %v96, double %v88
  %v98 = icmp eq i64 %v66, %v89
  br i1 %v98, label %v99, label %v100
v100:
  %v101 = getelementptr i8, ptr %v86, i64 -8
  %v102 = load double, ptr %v101, align 8
  %v103 = load double, ptr %v86, align 8
  %v104 = fsub double %v94, %v102
  %v105 = fadd double %v95, %v103
  %v106 = getelementptr i8, ptr %v5, i64 %v83
  %v107 = load double, ptr %v106, align 8
  %v108 = load double, ptr %v79, align 8
  %v109 = fsub double %v107, %v108
  %v110 = fmul double %v109, 2.000000e+00
  %v111 = fcmp uno double %v110, 0.000000e+00
  br i1 %v111, label %v112, label %v113
v113:
  %v114 = fcmp oeq double %v110, 0.000000e+00
  br i1 %v114, label %v44, label %v115
v115:
  %v116 = fdiv double 0.000000e+00, %v110
  %v117 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %v116)
  %v118 = fadd double %v110, %v117
  %v119 = fcmp oeq double %v118, 0.000000e+00
  br i1 %v119, label %v44, label %v120
v120:
  %v121 = fmul double %v105, %v116
  %v122 = fadd double %v104, %v121
  %v123 = fdiv double %v122, %v118
  %v124 = fmul double %v104, %v116
  %v125 = fsub double %v105, %v124
  %v126 = fdiv double %v125, %v118
  br label %v112
v112:
  %v127 = phi double [ %v123, %v120 ], [ 0x7FF8000000000000, %v100 ]
  %v128 = phi double [ %v126, %v120 ], [ 0x7FF8000000000000, %v100 ]
  %v129 = getelementptr i8, ptr %v58, i64 %v91
  %v130 = getelementptr i8, ptr %v129, i64 -8
  store double %v127, ptr %v130, align 8
  store double %v128, ptr %v129, align 8
  br label %v85
v99:
  %v131 = load double, ptr %v80, align 8
  store double %v131, ptr %v77, align 8
  store double 0.000000e+00, ptr %v81, align 8
  br label %v85
v85:
  %v87 = getelementptr i8, ptr %v86, i64 %v10
  %v84 = add nuw nsw i64 %v83, 8
  %v132 = icmp eq i64 %v12, %v90
  br i1 %v132, label %v57, label %v82
v57:
  %v61 = getelementptr i8, ptr %v60, i64 16
  %v59 = getelementptr i8, ptr %v58, i64 %v13
  %v56 = getelementptr i8, ptr %v55, i64 %v10
  %v133 = icmp eq i64 %v67, %v12
  br i1 %v133, label %v134, label %v54
v134:
  %v135 = fmul double %v65, 0x3EB0000000000000
  %v136 = fcmp ugt double %v63, %v135
  br i1 %v136, label %v44, label %v51
v44:
  %v137 = phi i32 [ 1, %v134 ], [ 1, %v113 ], [ 0, %v51 ], [ 1, %v115 ], [ 1, %v30 ]
  ret i32 %v137
}
