; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e
; by Numba 0.68.1

; const <f8[1] const <f8[1] const <f8[1] const <f8[1] <f8[1] <f8[1]
; returns none
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v24:
  %v12 = shl i64 %v1, 3
  %v13 = shl i64 %v3, 3
  %v14 = shl i64 %v5, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v7, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v11, 3
  %v19 = icmp slt i64 %v17, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v24 ]
  %v23 = add nuw nsw i64 %v22, 1
  %v25 = shl i64 %v22, 3
  %v26 = getelementptr i8, ptr %v6, i64 %v25
  %v27 = load double, ptr %v26, align 8
  %v28 = getelementptr i8, ptr %v10, i64 %v25
  store double %v27, ptr %v28, align 8
  %v29 = icmp eq i64 %v17, %v23
  br i1 %v29, label %v20, label %v21
v32:
  %v30 = phi i64 [ %v31, %v32 ], [ 0, %v33 ]
  %v31 = add nuw nsw i64 %v30, 1
  %v34 = load double, ptr %v0, align 8
  %v35 = shl i64 %v30, 3
  %v36 = getelementptr i8, ptr %v4, i64 %v35
  %v37 = load double, ptr %v36, align 8
  %v38 = fmul double %v34, %v37
  %v39 = getelementptr i8, ptr %v8, i64 %v35
  store double %v38, ptr %v39, align 8
  %v40 = load double, ptr %v10, align 8
  %v41 = fadd double %v38, %v40
  store double %v41, ptr %v39, align 8
  %v42 = load double, ptr %v43, align 8
  %v44 = load double, ptr %v36, align 8
  %v45 = fmul double %v42, %v44
  %v46 = load double, ptr %v47, align 8
  %v48 = fmul double %v41, %v46
  %v49 = fsub double %v45, %v48
  store double %v49, ptr %v50, align 8
  %v51 = icmp eq i64 %v15, %v31
  br i1 %v51, label %v52, label %v32
v20:
  %v53 = icmp slt i64 %v15, 1
  br i1 %v53, label %v52, label %v54
v54:
  %v55 = tail call { i64, i1 } @llvm.usub.with.overflow.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 1)
  %v56 = extractvalue { i64, i1 } %v55, 0
  %v57 = extractvalue { i64, i1 } %v55, 1
  %v58 = icmp slt i64 %v17, 2
  %v59 = select i1 %v58, i64 0, i64 %v56
  br i1 %v57, label %v60, label %v33
v60:
  %v61 = phi i64 [ %v62, %v60 ], [ 0, %v54 ]
  %v62 = add nuw nsw i64 %v61, 1
  %v63 = load double, ptr %v0, align 8
  %v64 = shl i64 %v61, 3
  %v65 = getelementptr i8, ptr %v4, i64 %v64
  %v66 = load double, ptr %v65, align 8
  %v67 = fmul double %v63, %v66
  %v68 = getelementptr i8, ptr %v8, i64 %v64
  store double %v67, ptr %v68, align 8
  %v69 = icmp eq i64 %v15, %v62
  br i1 %v69, label %v52, label %v60
v33:
  %v70 = getelementptr double, ptr %v10, i64 %v56
  %v71 = getelementptr double, ptr %v2, i64 %v56
  %v72 = getelementptr i8, ptr %v0, i64 %v16
  %v73 = icmp slt i64 %v17, 0
  %v74 = icmp sgt i64 %v59, 0
  %v75 = select i1 %v73, i64 %v12, i64 0
  %v43 = getelementptr i8, ptr %v72, i64 %v75
  %v76 = select i1 %v19, i64 %v13, i64 0
  %v47 = getelementptr i8, ptr %v71, i64 %v76
  %v77 = select i1 %v19, i64 %v18, i64 0
  %v50 = getelementptr i8, ptr %v70, i64 %v77
  br i1 %v74, label %v78, label %v32
v78:
  %v79 = phi i64 [ %v80, %v81 ], [ 0, %v33 ]
  %v82 = load double, ptr %v0, align 8
  %v83 = getelementptr double, ptr %v4, i64 %v79
  %v84 = load double, ptr %v83, align 8
  %v85 = fmul double %v82, %v84
  %v86 = getelementptr double, ptr %v8, i64 %v79
  store double %v85, ptr %v86, align 8
  %v87 = load double, ptr %v10, align 8
  %v88 = fadd double %v85, %v87
  store double %v88, ptr %v86, align 8
  %v89 = shl i64 %v79, 3
  %v90 = getelementptr i8, ptr %v4, i64 %v89
  %v91 = getelementptr i8, ptr %v8, i64 %v89
  br label %v92
v92:
  %v93 = phi i64 [ 0, %v78 ], [ %v94, %v92 ]
  %v94 = add nuw nsw i64 %v93, 1
  %v95 = shl i64 %v93, 3
  %v96 = getelementptr i8, ptr %v10, i64 %v95
  %v97 = getelementptr i8, ptr %v96, i64 8
  %v98 = load double, ptr %v97, align 8
  %v99 = getelementptr i8, ptr %v0, i64 %v95
  %v100 = getelementptr i8, ptr %v99, i64 8
  %v101 = load double, ptr %v100, align 8
  %v102 = load double, ptr %v90, align 8
  %v103 = fmul double %v101, %v102
  %v104 = fadd double %v98, %v103
  %v105 = getelementptr i8, ptr %v2, i64 %v95
  %v106 = load double, ptr %v105, align 8
  %v107 = load double, ptr %v91, align 8
  %v108 = fmul double %v106, %v107
  %v109 = fsub double %v104, %v108
  store double %v109, ptr %v96, align 8
  %v110 = icmp eq i64 %v59, %v94
  br i1 %v110, label %v81, label %v92
v81:
  %v80 = add nuw nsw i64 %v79, 1
  %v111 = load double, ptr %v43, align 8
  %v112 = load double, ptr %v90, align 8
  %v113 = fmul double %v111, %v112
  %v114 = load double, ptr %v47, align 8
  %v115 = load double, ptr %v91, align 8
  %v116 = fmul double %v114, %v115
  %v117 = fsub double %v113, %v116
  store double %v117, ptr %v50, align 8
  %v118 = icmp eq i64 %v15, %v80
  br i1 %v118, label %v52, label %v78
v52:
  ret i32 0
}

; const <f4[1] const <f4[1] const <f4[1] const <f4[1] <f4[1] <f4[1]
; returns none
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v24:
  %v12 = shl i64 %v1, 2
  %v13 = shl i64 %v3, 2
  %v14 = shl i64 %v5, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v7, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v11, 2
  %v19 = icmp slt i64 %v17, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = phi i64 [ %v23, %v21 ], [ 0, %v24 ]
  %v23 = add nuw nsw i64 %v22, 1
  %v25 = shl i64 %v22, 2
  %v26 = getelementptr i8, ptr %v6, i64 %v25
  %v27 = load float, ptr %v26, align 4
  %v28 = getelementptr i8, ptr %v10, i64 %v25
  store float %v27, ptr %v28, align 4
  %v29 = icmp eq i64 %v17, %v23
  br i1 %v29, label %v20, label %v21
v32:
  %v30 = phi i64 [ %v31, %v32 ], [ 0, %v33 ]
  %v31 = add nuw nsw i64 %v30, 1
  %v34 = load float, ptr %v0, align 4
  %v35 = shl i64 %v30, 2
  %v36 = getelementptr i8, ptr %v4, i64 %v35
  %v37 = load float, ptr %v36, align 4
  %v38 = fmul float %v34, %v37
  %v39 = getelementptr i8, ptr %v8, i64 %v35
  store float %v38, ptr %v39, align 4
  %v40 = load float, ptr %v10, align 4
  %v41 = fadd float %v38, %v40
  store float %v41, ptr %v39, align 4
  %v42 = load float, ptr %v43, align 4
  %v44 = load float, ptr %v36, align 4
  %v45 = fmul float %v42, %v44
  %v46 = load float, ptr %v47, align 4
  %v48 = fmul float %v41, %v46
  %v49 = fsub float %v45, %v48
  store float %v49, ptr %v50, align 4
  %v51 = icmp eq i64 %v15, %v31
  br i1 %v51, label %v52, label %v32
v20:
  %v53 = icmp slt i64 %v15, 1
  br i1 %v53, label %v52, label %v54
v54:
  %v55 = tail call { i64, i1 } @llvm.usub.with.overflow.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v17, i64 1)
  %v56 = extractvalue { i64, i1 } %v55, 0
  %v57 = extractvalue { i64, i1 } %v55, 1
  %v58 = icmp slt i64 %v17, 2
  %v59 = select i1 %v58, i64 0, i64 %v56
  br i1 %v57, label %v60, label %v33
v60:
  %v61 = phi i64 [ %v62, %v60 ], [ 0, %v54 ]
  %v62 = add nuw nsw i64 %v61, 1
  %v63 = load float, ptr %v0, align 4
  %v64 = shl i64 %v61, 2
  %v65 = getelementptr i8, ptr %v4, i64 %v64
  %v66 = load float, ptr %v65, align 4
  %v67 = fmul float %v63, %v66
  %v68 = getelementptr i8, ptr %v8, i64 %v64
  store float %v67, ptr %v68, align 4
  %v69 = icmp eq i64 %v15, %v62
  br i1 %v69, label %v52, label %v60
v33:
  %v70 = getelementptr float, ptr %v10, i64 %v56
  %v71 = getelementptr float, ptr %v2, i64 %v56
  %v72 = getelementptr i8, ptr %v0, i64 %v16
  %v73 = icmp slt i64 %v17, 0
  %v74 = icmp sgt i64 %v59, 0
  %v75 = select i1 %v73, i64 %v12, i64 0
  %v43 = getelementptr i8, ptr %v72, i64 %v75
  %v76 = select i1 %v19, i64 %v13, i64 0
  %v47 = getelementptr i8, ptr %v71, i64 %v76
  %v77 = select i1 %v19, i64 %v18, i64 0
  %v50 = getelementptr i8, ptr %v70, i64 %v77
  br i1 %v74, label %v78, label %v32
v78:
  %v79 = phi i64 [ %v80, %v81 ], [ 0, %v33 ]
  %v82 = load float, ptr %v0, align 4
  %v83 = getelementptr float, ptr %v4, i64 %v79
  %v84 = load float, ptr %v83, align 4
  %v85 = fmul float %v82, %v84
  %v86 = getelementptr float, ptr %v8, i64 %v79
  store float %v85, ptr %v86, align 4
  %v87 = load float, ptr %v10, align 4
  %v88 = fadd float %v85, %v87
  store float %v88, ptr %v86, align 4
  %v89 = shl i64 %v79, 2
  %v90 = getelementptr i8, ptr %v4, i64 %v89
  %v91 = getelementptr i8, ptr %v8, i64 %v89
  br label %v92
v92:
  %v93 = phi i64 [ 0, %v78 ], [ %v94, %v92 ]
  %v94 = add nuw nsw i64 %v93, 1
  %v95 = shl i64 %v93, 2
  %v96 = getelementptr i8, ptr %v10, i64 %v95
  %v97 = getelementptr i8, ptr %v96, i64 4
  %v98 = load float, ptr %v97, align 4
  %v99 = getelementptr i8, ptr %v0, i64 %v95
  %v100 = getelementptr i8, ptr %v99, i64 4
  %v101 = load float, ptr %v100, align 4
  %v102 = load float, ptr %v90, align 4
  %v103 = fmul float %v101, %v102
  %v104 = fadd float %v98, %v103
  %v105 = getelementptr i8, ptr %v2, i64 %v95
  %v106 = load float, ptr %v105, align 4
  %v107 = load float, ptr %v91, align 4
  %v108 = fmul float %v106, %v107
  %v109 = fsub float %v104, %v108
  store float %v109, ptr %v96, align 4
  %v110 = icmp eq i64 %v59, %v94
  br i1 %v110, label %v81, label %v92
v81:
  %v80 = add nuw nsw i64 %v79, 1
  %v111 = load float, ptr %v43, align 4
  %v112 = load float, ptr %v90, align 4
  %v113 = fmul float %v111, %v112
  %v114 = load float, ptr %v47, align 4
  %v115 = load float, ptr %v91, align 4
  %v116 = fmul float %v114, %v115
  %v117 = fsub float %v113, %v116
  store float %v117, ptr %v50, align 4
  %v118 = icmp eq i64 %v15, %v80
  br i1 %v118, label %v52, label %v78
v52:
  ret i32 0
}

; const <c16[1] const <c16[1] const <c16[1] const <c16[1] <c16[1] <c16[1]
; returns none
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v22:
  %v12 = shl i64 %v5, 4
  %v13 = ashr exact i64 %v12, 4
  %v14 = freeze i64 %v7
  %v15 = shl i64 %v14, 4
  %v16 = ashr exact i64 %v15, 4
  %v17 = icmp slt i64 %v16, 1
  br i1 %v17, label %v18, label %v19
v19:
  %v20 = phi i64 [ %v21, %v19 ], [ %v16, %v22 ]
  %v23 = phi i64 [ %v24, %v19 ], [ 8, %v22 ]
  %v25 = getelementptr i8, ptr %v6, i64 %v23
  %v26 = getelementptr i8, ptr %v25, i64 -8
  %v27 = load double, ptr %v26, align 8
  %v28 = load double, ptr %v25, align 8
  %v29 = getelementptr i8, ptr %v10, i64 %v23
  %v30 = getelementptr i8, ptr %v29, i64 -8
  store double %v27, ptr %v30, align 8
  store double %v28, ptr %v29, align 8
  %v24 = add nuw nsw i64 %v23, 16
  %v21 = add nsw i64 %v20, -1
  %v31 = icmp eq i64 %v21, 0
  br i1 %v31, label %v18, label %v19
v18:
  %v32 = icmp slt i64 %v13, 1
  br i1 %v32, label %v33, label %v34
v34:
  %v35 = tail call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v16, i64 1)
  %v36 = extractvalue { i64, i1 } %v35, 0
  %v37 = extractvalue { i64, i1 } %v35, 1
  %v38 = icmp slt i64 %v16, 0
  %v39 = select i1 %v38, i64 %v1, i64 0
  %v40 = getelementptr i8, ptr %v0, i64 %v15
  %v41 = getelementptr { double, double }, ptr %v40, i64 %v39
  %v42 = select i1 %v17, i64 %v3, i64 0
  %v43 = getelementptr { double, double }, ptr %v2, i64 %v36
  %v44 = getelementptr { double, double }, ptr %v43, i64 %v42
  %v45 = select i1 %v17, i64 %v11, i64 0
  %v46 = getelementptr { double, double }, ptr %v10, i64 %v36
  %v47 = getelementptr { double, double }, ptr %v46, i64 %v45
  br i1 %v37, label %v48, label %v49
v49:
  %v50 = icmp slt i64 %v16, 2
  %v51 = icmp eq i64 %v36, 0
  %v52 = or i1 %v50, %v51
  %v53 = getelementptr inbounds nuw i8, ptr %v0, i64 8
  %v54 = getelementptr inbounds nuw i8, ptr %v10, i64 8
  %v55 = getelementptr inbounds nuw i8, ptr %v41, i64 8
  %v56 = getelementptr inbounds nuw i8, ptr %v44, i64 8
  %v57 = getelementptr inbounds nuw i8, ptr %v47, i64 8
  br label %v58
v48:
  %v59 = getelementptr inbounds nuw i8, ptr %v0, i64 8
  br label %v60
v60:
  %v61 = phi i64 [ %v62, %v60 ], [ %v13, %v48 ]
  %v63 = phi i64 [ %v64, %v60 ], [ 8, %v48 ]
  %v65 = load double, ptr %v0, align 8
  %v66 = load double, ptr %v59, align 8
  %v67 = getelementptr i8, ptr %v4, i64 %v63
  %v68 = getelementptr i8, ptr %v67, i64 -8
  %v69 = load double, ptr %v68, align 8
  %v70 = load double, ptr %v67, align 8
  %v71 = fmul double %v65, %v69
  %v72 = fmul double %v66, %v70
  %v73 = fmul double %v65, %v70
  %v74 = fmul double %v66, %v69
  %v75 = fsub double %v71, %v72
  %v76 = fadd double %v74, %v73
  %v77 = getelementptr i8, ptr %v8, i64 %v63
  %v78 = getelementptr i8, ptr %v77, i64 -8
  store double %v75, ptr %v78, align 8
  store double %v76, ptr %v77, align 8
  %v64 = add nuw nsw i64 %v63, 16
  %v62 = add nsw i64 %v61, -1
  %v79 = icmp eq i64 %v62, 0
  br i1 %v79, label %v33, label %v60
v58:
  %v80 = phi i64 [ %v81, %v82 ], [ 0, %v49 ]
  %v81 = add nuw nsw i64 %v80, 1
  %v83 = load double, ptr %v0, align 8
  %v84 = load double, ptr %v53, align 8
  %v85 = getelementptr { double, double }, ptr %v4, i64 %v80
  %v86 = load double, ptr %v85, align 8
  %v87 = getelementptr inbounds nuw i8, ptr %v85, i64 8
  %v88 = load double, ptr %v87, align 8
  %v89 = fmul double %v83, %v86
  %v90 = fmul double %v84, %v88
  %v91 = fmul double %v83, %v88
  %v92 = fmul double %v84, %v86
  %v93 = fsub double %v89, %v90
  %v94 = fadd double %v92, %v91
  %v95 = getelementptr { double, double }, ptr %v8, i64 %v80
  store double %v93, ptr %v95, align 8
  %v96 = getelementptr inbounds nuw i8, ptr %v95, i64 8
  store double %v94, ptr %v96, align 8
  %v97 = load double, ptr %v10, align 8
  %v98 = load double, ptr %v54, align 8
  %v99 = fadd double %v93, %v97
  %v100 = fadd double %v94, %v98
  store double %v99, ptr %v95, align 8
  store double %v100, ptr %v96, align 8
  br i1 %v52, label %v82, label %v101
v101:
  %v102 = phi i64 [ %v103, %v101 ], [ %v36, %v58 ]
  %v104 = phi i64 [ %v105, %v101 ], [ 0, %v58 ]
  %v106 = getelementptr i8, ptr %v10, i64 %v104
  %v107 = getelementptr i8, ptr %v106, i64 16
  %v108 = load double, ptr %v107, align 8
  %v109 = getelementptr i8, ptr %v106, i64 24
  %v110 = load double, ptr %v109, align 8
  %v111 = getelementptr i8, ptr %v0, i64 %v104
  %v112 = getelementptr i8, ptr %v111, i64 16
  %v113 = load double, ptr %v112, align 8
  %v114 = getelementptr i8, ptr %v111, i64 24
  %v115 = load double, ptr %v114, align 8
  %v116 = load double, ptr %v85, align 8
  %v117 = load double, ptr %v87, align 8
  %v118 = fmul double %v113, %v116
  %v119 = fmul double %v115, %v117
  %v120 = fmul double %v113, %v117
  %v121 = fmul double %v115, %v116
  %v122 = fsub double %v118, %v119
  %v123 = fadd double %v121, %v120
  %v124 = getelementptr i8, ptr %v2, i64 %v104
  %v125 = load double, ptr %v124, align 8
  %v126 = getelementptr i8, ptr %v124, i64 8
  %v127 = load double, ptr %v126, align 8
  %v128 = load double, ptr %v95, align 8
  %v129 = load double, ptr %v96, align 8
  %v130 = fmul double %v125, %v128
  %v131 = fmul double %v127, %v129
  %v132 = fmul double %v125, %v129
  %v133 = fmul double %v127, %v128
  %v134 = fsub double %v130, %v131
  %v135 = fadd double %v133, %v132
  %v136 = fadd double %v110, %v123
  %v137 = fadd double %v108, %v122
  %v138 = fsub double %v137, %v134
  %v139 = fsub double %v136, %v135
  store double %v138, ptr %v106, align 8
  %v140 = getelementptr i8, ptr %v106, i64 8
  store double %v139, ptr %v140, align 8
  %v105 = add nuw nsw i64 %v104, 16
  %v103 = add nsw i64 %v102, -1
  %v141 = icmp eq i64 %v103, 0
  br i1 %v141, label %v142, label %v101
v142:
  %v143 = load double, ptr %v95, align 8
  %v144 = load double, ptr %v96, align 8
  br label %v82
v82:
  %v145 = phi double [ %v144, %v142 ], [ %v100, %v58 ]
  %v146 = phi double [ %v143, %v142 ], [ %v99, %v58 ]
  %v147 = load double, ptr %v41, align 8
  %v148 = load double, ptr %v55, align 8
  %v149 = load double, ptr %v85, align 8
  %v150 = load double, ptr %v87, align 8
  %v151 = fmul double %v147, %v149
  %v152 = fmul double %v148, %v150
  %v153 = fmul double %v147, %v150
  %v154 = fmul double %v148, %v149
  %v155 = fsub double %v151, %v152
  %v156 = fadd double %v154, %v153
  %v157 = load double, ptr %v44, align 8
  %v158 = load double, ptr %v56, align 8
  %v159 = fmul double %v146, %v157
  %v160 = fmul double %v145, %v158
  %v161 = fmul double %v145, %v157
  %v162 = fmul double %v146, %v158
  %v163 = fsub double %v159, %v160
  %v164 = fadd double %v161, %v162
  %v165 = fsub double %v155, %v163
  %v166 = fsub double %v156, %v164
  store double %v165, ptr %v47, align 8
  store double %v166, ptr %v57, align 8
  %v167 = icmp eq i64 %v81, %v13
  br i1 %v167, label %v33, label %v58
v33:
  ret i32 0
}
