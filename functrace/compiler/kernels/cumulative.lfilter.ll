; Made from cumulative.py by generate.py: f69424132d1c0a61536d12b8640ecccb926ef38e

; const <f8[1] const <f8[1] const <f8[1] const <f8[1] <f8[1] <f8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v58:
  %v12 = shl i64 %v5, 3
  %v13 = ashr exact i64 %v12, 3
  %v14 = shl i64 %v7, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = icmp sgt i64 %v15, 0
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = icmp slt i64 %v13, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = icmp eq i64 %v14, 0
  %v23 = add nsw i64 %v15, -1
  %v24 = icmp sgt i64 %v15, 1
  %v25 = icmp slt i64 %v15, 0
  %v26 = select i1 %v25, i64 %v1, i64 0
  %v27 = getelementptr i8, ptr %v0, i64 %v14
  %v28 = getelementptr double, ptr %v27, i64 %v26
  %v29 = select i1 %v16, i64 0, i64 %v3
  %v30 = getelementptr double, ptr %v2, i64 %v23
  %v31 = getelementptr double, ptr %v30, i64 %v29
  %v32 = select i1 %v16, i64 0, i64 %v11
  %v33 = getelementptr double, ptr %v10, i64 %v23
  %v34 = getelementptr double, ptr %v33, i64 %v32
  br label %v35
v45:
  %v36 = load double, ptr %v10, align 8
  %v37 = fadd double %v38, %v36
  store double %v37, ptr %v39, align 8
  br i1 %v24, label %v40, label %v41
v44:
  %v42 = load double, ptr %v39, align 8
  br label %v41
v41:
  %v43 = phi double [ %v42, %v44 ], [ %v37, %v45 ]
  %v46 = load double, ptr %v28, align 8
  %v47 = load double, ptr %v48, align 8
  %v49 = fmul double %v46, %v47
  %v50 = load double, ptr %v31, align 8
  %v51 = fmul double %v43, %v50
  %v52 = fsub double %v49, %v51
  store double %v52, ptr %v34, align 8
  br label %v53
v53:
  %v54 = icmp samesign ugt i64 %v55, 1
  br i1 %v54, label %v35, label %v20
v17:
  %v56 = phi i64 [ %v57, %v17 ], [ %v15, %v58 ]
  %v59 = phi i64 [ %v60, %v17 ], [ 0, %v58 ]
  %v57 = add nsw i64 %v56, -1
  %v60 = add nuw nsw i64 %v59, 1
  %v61 = getelementptr double, ptr %v6, i64 %v59
  %v62 = load double, ptr %v61, align 8
  %v63 = getelementptr double, ptr %v10, i64 %v59
  store double %v62, ptr %v63, align 8
  %v64 = icmp samesign ugt i64 %v56, 1
  br i1 %v64, label %v17, label %v18
v35:
  %v55 = phi i64 [ %v13, %v21 ], [ %v65, %v53 ]
  %v66 = phi i64 [ 0, %v21 ], [ %v67, %v53 ]
  %v65 = add nsw i64 %v55, -1
  %v67 = add nuw nsw i64 %v66, 1
  %v68 = load double, ptr %v0, align 8
  %v48 = getelementptr double, ptr %v4, i64 %v66
  %v69 = load double, ptr %v48, align 8
  %v38 = fmul double %v68, %v69
  %v39 = getelementptr double, ptr %v8, i64 %v66
  store double %v38, ptr %v39, align 8
  br i1 %v22, label %v53, label %v45
v40:
  %v70 = phi i64 [ %v71, %v40 ], [ %v23, %v45 ]
  %v72 = phi i64 [ %v73, %v40 ], [ 0, %v45 ]
  %v71 = add nsw i64 %v70, -1
  %v73 = add nuw nsw i64 %v72, 1
  %v74 = getelementptr double, ptr %v10, i64 %v73
  %v75 = load double, ptr %v74, align 8
  %v76 = getelementptr double, ptr %v0, i64 %v73
  %v77 = load double, ptr %v76, align 8
  %v78 = load double, ptr %v48, align 8
  %v79 = fmul double %v77, %v78
  %v80 = fadd double %v75, %v79
  %v81 = getelementptr double, ptr %v2, i64 %v72
  %v82 = load double, ptr %v81, align 8
  %v83 = load double, ptr %v39, align 8
  %v84 = fmul double %v82, %v83
  %v85 = fsub double %v80, %v84
  %v86 = getelementptr double, ptr %v10, i64 %v72
  store double %v85, ptr %v86, align 8
  %v87 = icmp samesign ugt i64 %v70, 1
  br i1 %v87, label %v40, label %v44
v20:
  ret i32 0
}

; const <f4[1] const <f4[1] const <f4[1] const <f4[1] <f4[1] <f4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v58:
  %v12 = shl i64 %v5, 2
  %v13 = ashr exact i64 %v12, 2
  %v14 = shl i64 %v7, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = icmp sgt i64 %v15, 0
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = icmp slt i64 %v13, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = icmp eq i64 %v14, 0
  %v23 = add nsw i64 %v15, -1
  %v24 = icmp sgt i64 %v15, 1
  %v25 = icmp slt i64 %v15, 0
  %v26 = select i1 %v25, i64 %v1, i64 0
  %v27 = getelementptr i8, ptr %v0, i64 %v14
  %v28 = getelementptr float, ptr %v27, i64 %v26
  %v29 = select i1 %v16, i64 0, i64 %v3
  %v30 = getelementptr float, ptr %v2, i64 %v23
  %v31 = getelementptr float, ptr %v30, i64 %v29
  %v32 = select i1 %v16, i64 0, i64 %v11
  %v33 = getelementptr float, ptr %v10, i64 %v23
  %v34 = getelementptr float, ptr %v33, i64 %v32
  br label %v35
v45:
  %v36 = load float, ptr %v10, align 4
  %v37 = fadd float %v38, %v36
  store float %v37, ptr %v39, align 4
  br i1 %v24, label %v40, label %v41
v44:
  %v42 = load float, ptr %v39, align 4
  br label %v41
v41:
  %v43 = phi float [ %v42, %v44 ], [ %v37, %v45 ]
  %v46 = load float, ptr %v28, align 4
  %v47 = load float, ptr %v48, align 4
  %v49 = fmul float %v46, %v47
  %v50 = load float, ptr %v31, align 4
  %v51 = fmul float %v43, %v50
  %v52 = fsub float %v49, %v51
  store float %v52, ptr %v34, align 4
  br label %v53
v53:
  %v54 = icmp samesign ugt i64 %v55, 1
  br i1 %v54, label %v35, label %v20
v17:
  %v56 = phi i64 [ %v57, %v17 ], [ %v15, %v58 ]
  %v59 = phi i64 [ %v60, %v17 ], [ 0, %v58 ]
  %v57 = add nsw i64 %v56, -1
  %v60 = add nuw nsw i64 %v59, 1
  %v61 = getelementptr float, ptr %v6, i64 %v59
  %v62 = load float, ptr %v61, align 4
  %v63 = getelementptr float, ptr %v10, i64 %v59
  store float %v62, ptr %v63, align 4
  %v64 = icmp samesign ugt i64 %v56, 1
  br i1 %v64, label %v17, label %v18
v35:
  %v55 = phi i64 [ %v13, %v21 ], [ %v65, %v53 ]
  %v66 = phi i64 [ 0, %v21 ], [ %v67, %v53 ]
  %v65 = add nsw i64 %v55, -1
  %v67 = add nuw nsw i64 %v66, 1
  %v68 = load float, ptr %v0, align 4
  %v48 = getelementptr float, ptr %v4, i64 %v66
  %v69 = load float, ptr %v48, align 4
  %v38 = fmul float %v68, %v69
  %v39 = getelementptr float, ptr %v8, i64 %v66
  store float %v38, ptr %v39, align 4
  br i1 %v22, label %v53, label %v45
v40:
  %v70 = phi i64 [ %v71, %v40 ], [ %v23, %v45 ]
  %v72 = phi i64 [ %v73, %v40 ], [ 0, %v45 ]
  %v71 = add nsw i64 %v70, -1
  %v73 = add nuw nsw i64 %v72, 1
  %v74 = getelementptr float, ptr %v10, i64 %v73
  %v75 = load float, ptr %v74, align 4
  %v76 = getelementptr float, ptr %v0, i64 %v73
  %v77 = load float, ptr %v76, align 4
  %v78 = load float, ptr %v48, align 4
  %v79 = fmul float %v77, %v78
  %v80 = fadd float %v75, %v79
  %v81 = getelementptr float, ptr %v2, i64 %v72
  %v82 = load float, ptr %v81, align 4
  %v83 = load float, ptr %v39, align 4
  %v84 = fmul float %v82, %v83
  %v85 = fsub float %v80, %v84
  %v86 = getelementptr float, ptr %v10, i64 %v72
  store float %v85, ptr %v86, align 4
  %v87 = icmp samesign ugt i64 %v70, 1
  br i1 %v87, label %v40, label %v44
v20:
  ret i32 0
}

; const <c16[1] const <c16[1] const <c16[1] const <c16[1] <c16[1] <c16[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v84:
  %v12 = shl i64 %v5, 4
  %v13 = ashr exact i64 %v12, 4
  %v14 = shl i64 %v7, 4
  %v15 = ashr exact i64 %v14, 4
  %v16 = icmp sgt i64 %v15, 0
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = icmp slt i64 %v13, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = getelementptr inbounds nuw i8, ptr %v0, i64 8
  %v23 = icmp eq i64 %v14, 0
  %v24 = getelementptr inbounds nuw i8, ptr %v10, i64 8
  %v25 = add nsw i64 %v15, -1
  %v26 = icmp sgt i64 %v15, 1
  %v27 = icmp slt i64 %v15, 0
  %v28 = select i1 %v27, i64 %v1, i64 0
  %v29 = getelementptr i8, ptr %v0, i64 %v14
  %v30 = getelementptr { double, double }, ptr %v29, i64 %v28
  %v31 = getelementptr inbounds nuw i8, ptr %v30, i64 8
  %v32 = select i1 %v16, i64 0, i64 %v3
  %v33 = getelementptr { double, double }, ptr %v2, i64 %v25
  %v34 = getelementptr { double, double }, ptr %v33, i64 %v32
  %v35 = getelementptr inbounds nuw i8, ptr %v34, i64 8
  %v36 = select i1 %v16, i64 0, i64 %v11
  %v37 = getelementptr { double, double }, ptr %v10, i64 %v25
  %v38 = getelementptr { double, double }, ptr %v37, i64 %v36
  %v39 = getelementptr inbounds nuw i8, ptr %v38, i64 8
  br label %v40
v55:
  %v41 = load double, ptr %v10, align 8
  %v42 = load double, ptr %v24, align 8
  %v43 = fadd double %v44, %v41
  %v45 = fadd double %v46, %v42
  store double %v43, ptr %v47, align 8
  store double %v45, ptr %v48, align 8
  br i1 %v26, label %v49, label %v50
v54:
  %v51 = load double, ptr %v47, align 8
  %v52 = load double, ptr %v48, align 8
  br label %v50
v50:
  %v53 = phi double [ %v52, %v54 ], [ %v45, %v55 ]
  %v56 = phi double [ %v51, %v54 ], [ %v43, %v55 ]
  %v57 = load double, ptr %v30, align 8
  %v58 = load double, ptr %v31, align 8
  %v59 = load double, ptr %v60, align 8
  %v61 = load double, ptr %v62, align 8
  %v63 = fmul double %v57, %v61
  %v64 = fmul double %v58, %v59
  %v65 = fadd double %v64, %v63
  %v66 = fmul double %v57, %v59
  %v67 = fmul double %v58, %v61
  %v68 = fsub double %v66, %v67
  %v69 = load double, ptr %v34, align 8
  %v70 = load double, ptr %v35, align 8
  %v71 = fmul double %v53, %v69
  %v72 = fmul double %v56, %v70
  %v73 = fadd double %v71, %v72
  %v74 = fmul double %v56, %v69
  %v75 = fmul double %v53, %v70
  %v76 = fsub double %v74, %v75
  %v77 = fsub double %v68, %v76
  %v78 = fsub double %v65, %v73
  store double %v77, ptr %v38, align 8
  store double %v78, ptr %v39, align 8
  br label %v79
v79:
  %v80 = icmp samesign ugt i64 %v81, 1
  br i1 %v80, label %v40, label %v20
v17:
  %v82 = phi i64 [ %v83, %v17 ], [ 0, %v84 ]
  %v85 = phi i64 [ %v86, %v17 ], [ %v15, %v84 ]
  %v86 = add nsw i64 %v85, -1
  %v83 = add nuw nsw i64 %v82, 1
  %v87 = getelementptr { double, double }, ptr %v6, i64 %v82
  %v88 = load double, ptr %v87, align 8
  %v89 = getelementptr inbounds nuw i8, ptr %v87, i64 8
  %v90 = load double, ptr %v89, align 8
  %v91 = getelementptr { double, double }, ptr %v10, i64 %v82
  store double %v88, ptr %v91, align 8
  %v92 = getelementptr inbounds nuw i8, ptr %v91, i64 8
  store double %v90, ptr %v92, align 8
  %v93 = icmp samesign ugt i64 %v85, 1
  br i1 %v93, label %v17, label %v18
v40:
  %v94 = phi i64 [ 0, %v21 ], [ %v95, %v79 ]
  %v81 = phi i64 [ %v13, %v21 ], [ %v96, %v79 ]
  %v96 = add nsw i64 %v81, -1
  %v95 = add nuw nsw i64 %v94, 1
  %v97 = load double, ptr %v0, align 8
  %v98 = load double, ptr %v22, align 8
  %v60 = getelementptr { double, double }, ptr %v4, i64 %v94
  %v99 = load double, ptr %v60, align 8
  %v62 = getelementptr inbounds nuw i8, ptr %v60, i64 8
  %v100 = load double, ptr %v62, align 8
  %v101 = fmul double %v97, %v100
  %v102 = fmul double %v98, %v99
  %v46 = fadd double %v102, %v101
  %v103 = fmul double %v97, %v99
  %v104 = fmul double %v98, %v100
  %v44 = fsub double %v103, %v104
  %v47 = getelementptr { double, double }, ptr %v8, i64 %v94
  store double %v44, ptr %v47, align 8
  %v48 = getelementptr inbounds nuw i8, ptr %v47, i64 8
  store double %v46, ptr %v48, align 8
  br i1 %v23, label %v79, label %v55
v49:
  %v105 = phi i64 [ %v106, %v49 ], [ %v25, %v55 ]
  %v107 = phi i64 [ %v108, %v49 ], [ 0, %v55 ]
  %v106 = add nsw i64 %v105, -1
  %v108 = add nuw nsw i64 %v107, 1
  %v109 = getelementptr { double, double }, ptr %v10, i64 %v108
  %v110 = load double, ptr %v109, align 8
  %v111 = getelementptr inbounds nuw i8, ptr %v109, i64 8
  %v112 = load double, ptr %v111, align 8
  %v113 = getelementptr { double, double }, ptr %v0, i64 %v108
  %v114 = load double, ptr %v113, align 8
  %v115 = getelementptr inbounds nuw i8, ptr %v113, i64 8
  %v116 = load double, ptr %v115, align 8
  %v117 = load double, ptr %v60, align 8
  %v118 = load double, ptr %v62, align 8
  %v119 = fmul double %v114, %v118
  %v120 = fmul double %v116, %v117
  %v121 = fadd double %v120, %v119
  %v122 = fmul double %v114, %v117
  %v123 = fmul double %v116, %v118
  %v124 = fsub double %v122, %v123
  %v125 = getelementptr { double, double }, ptr %v2, i64 %v107
  %v126 = load double, ptr %v125, align 8
  %v127 = getelementptr inbounds nuw i8, ptr %v125, i64 8
  %v128 = load double, ptr %v127, align 8
  %v129 = load double, ptr %v47, align 8
  %v130 = load double, ptr %v48, align 8
  %v131 = fmul double %v126, %v130
  %v132 = fmul double %v128, %v129
  %v133 = fadd double %v132, %v131
  %v134 = fmul double %v126, %v129
  %v135 = fmul double %v128, %v130
  %v136 = fsub double %v134, %v135
  %v137 = fadd double %v112, %v121
  %v138 = fadd double %v110, %v124
  %v139 = fsub double %v138, %v136
  %v140 = fsub double %v137, %v133
  %v141 = getelementptr { double, double }, ptr %v10, i64 %v107
  store double %v139, ptr %v141, align 8
  %v142 = getelementptr inbounds nuw i8, ptr %v141, i64 8
  store double %v140, ptr %v142, align 8
  %v143 = icmp samesign ugt i64 %v105, 1
  br i1 %v143, label %v49, label %v54
v20:
  ret i32 0
}
