; Made from banded.py by generate.py: ea033128ef845f6f7e15befda24b5c4b08b3cc5c
; by Numba 0.68.1

; const <f8[2] const <i4[2] const <f8[2] <f8[2] <i8 <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v28:
  %v14 = shl i64 %v2, 3
  %v15 = shl i64 %v8, 3
  %v16 = shl i64 %v11, 3
  %v17 = add i64 %v13, %v12
  %v18 = tail call i64 @llvm.smax.i64(i64 %v1, i64 0)
  %v19 = getelementptr double, ptr %v0, i64 %v17
  %v20 = icmp slt i64 %v17, 0
  %v21 = select i1 %v20, i64 %v2, i64 0
  %v22 = getelementptr double, ptr %v19, i64 %v21
  %v23 = add nuw i64 %v18, 1
  br label %v24
v24:
  %v25 = phi i64 [ %v26, %v27 ], [ %v23, %v28 ]
  %v29 = phi ptr [ %v30, %v27 ], [ %v22, %v28 ]
  %v26 = add i64 %v25, -1
  %v31 = icmp eq i64 %v26, 0
  br i1 %v31, label %v32, label %v27
v27:
  %v30 = getelementptr i8, ptr %v29, i64 %v14
  %v33 = load double, ptr %v29, align 8
  %v34 = fcmp oeq double %v33, 0.000000e+00
  br i1 %v34, label %v35, label %v24
v32:
  %v36 = icmp slt i64 %v1, 1
  %v37 = icmp slt i64 %v11, 1
  %v38 = or i1 %v36, %v37
  br i1 %v38, label %v35, label %v39
v39:
  %v40 = add nsw i64 %v1, -1
  %v41 = getelementptr i8, ptr %v0, i64 -8
  %v42 = add nsw i64 %v1, -2
  br label %v43
v43:
  %v44 = phi ptr [ %v6, %v39 ], [ %v45, %v46 ]
  %v47 = phi ptr [ %v9, %v39 ], [ %v48, %v46 ]
  %v49 = phi i64 [ 0, %v39 ], [ %v50, %v46 ]
  br label %v51
v51:
  %v52 = phi i64 [ %v53, %v51 ], [ %v1, %v43 ]
  %v54 = phi ptr [ %v55, %v51 ], [ %v44, %v43 ]
  %v56 = phi ptr [ %v57, %v51 ], [ %v47, %v43 ]
  %v58 = load double, ptr %v54, align 8
  store double %v58, ptr %v56, align 8
  %v57 = getelementptr i8, ptr %v56, i64 %v16
  %v55 = getelementptr i8, ptr %v54, i64 %v15
  %v53 = add i64 %v52, -1
  %v59 = icmp eq i64 %v53, 0
  br i1 %v59, label %v60, label %v51
v60:
  %v61 = getelementptr double, ptr %v9, i64 %v49
  br label %v62
v62:
  %v63 = phi i64 [ %v64, %v65 ], [ 1, %v60 ]
  %v66 = phi ptr [ %v67, %v65 ], [ %v0, %v60 ]
  %v68 = phi i64 [ %v69, %v65 ], [ %v40, %v60 ]
  %v70 = phi i64 [ %v71, %v65 ], [ 0, %v60 ]
  %v71 = add nuw nsw i64 %v70, 1
  %v72 = mul i64 %v70, %v5
  %v73 = getelementptr i32, ptr %v3, i64 %v72
  %v74 = load i32, ptr %v73, align 4
  %v75 = sext i32 %v74 to i64
  %v76 = icmp slt i32 %v74, 0
  %v77 = select i1 %v76, i64 %v10, i64 0
  %v78 = add i64 %v77, %v75
  %v79 = mul i64 %v78, %v11
  %v80 = getelementptr double, ptr %v61, i64 %v79
  %v81 = load double, ptr %v80, align 8
  %v82 = mul i64 %v70, %v11
  %v83 = getelementptr double, ptr %v61, i64 %v82
  %v84 = load double, ptr %v83, align 8
  store double %v84, ptr %v80, align 8
  store double %v81, ptr %v83, align 8
  %v85 = xor i64 %v70, -1
  %v86 = add nsw i64 %v1, %v85
  %v87 = tail call i64 @llvm.smin.i64(i64 %v86, i64 %v12)
  %v88 = icmp slt i64 %v87, 1
  br i1 %v88, label %v65, label %v89
v89:
  %v90 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v68)
  br label %v91
v91:
  %v92 = phi i64 [ %v93, %v91 ], [ %v63, %v89 ]
  %v94 = phi i64 [ %v95, %v91 ], [ %v17, %v89 ]
  %v96 = phi i64 [ %v97, %v91 ], [ %v90, %v89 ]
  %v95 = add i64 %v94, 1
  %v98 = icmp slt i64 %v92, 0
  %v99 = select i1 %v98, i64 %v10, i64 0
  %v100 = add i64 %v99, %v92
  %v101 = mul i64 %v100, %v11
  %v102 = getelementptr double, ptr %v61, i64 %v101
  %v103 = load double, ptr %v102, align 8
  %v104 = icmp slt i64 %v95, 0
  %v105 = select i1 %v104, i64 %v14, i64 0
  %v106 = getelementptr i8, ptr %v66, i64 %v105
  %v107 = shl i64 %v95, 3
  %v108 = getelementptr i8, ptr %v106, i64 %v107
  %v109 = load double, ptr %v108, align 8
  %v110 = fmul double %v81, %v109
  %v111 = fsub double %v103, %v110
  store double %v111, ptr %v102, align 8
  %v97 = add i64 %v96, -1
  %v93 = add nuw i64 %v92, 1
  %v112 = icmp eq i64 %v97, 0
  br i1 %v112, label %v65, label %v91
v65:
  %v69 = add i64 %v68, -1
  %v67 = getelementptr i8, ptr %v66, i64 %v14
  %v64 = add nuw i64 %v63, 1
  %v113 = icmp eq i64 %v1, %v71
  br i1 %v113, label %v114, label %v62
v114:
  %v115 = phi i64 [ %v116, %v117 ], [ %v42, %v65 ]
  %v118 = phi i64 [ %v119, %v117 ], [ %v40, %v65 ]
  %v120 = phi i64 [ %v121, %v117 ], [ %v18, %v65 ]
  %v122 = phi i64 [ %v123, %v117 ], [ %v1, %v65 ]
  %v123 = add i64 %v122, -1
  %v121 = add nsw i64 %v120, -1
  %v124 = icmp slt i64 %v123, 0
  %v125 = select i1 %v124, i64 %v10, i64 0
  %v126 = add i64 %v125, %v123
  %v127 = mul i64 %v126, %v11
  %v128 = getelementptr double, ptr %v61, i64 %v127
  %v129 = load double, ptr %v128, align 8
  %v130 = select i1 %v124, i64 %v1, i64 0
  %v131 = add i64 %v130, %v123
  %v132 = mul i64 %v131, %v2
  %v133 = getelementptr double, ptr %v22, i64 %v132
  %v134 = load double, ptr %v133, align 8
  %v135 = fdiv double %v129, %v134
  store double %v135, ptr %v128, align 8
  %v136 = tail call i64 @llvm.smin.i64(i64 %v123, i64 %v17)
  %v137 = icmp slt i64 %v136, 1
  br i1 %v137, label %v117, label %v138
v138:
  %v139 = tail call i64 @llvm.smin.i64(i64 %v118, i64 %v17)
  %v140 = add i64 %v130, %v118
  %v141 = mul i64 %v140, %v2
  %v142 = add i64 %v141, %v17
  %v143 = shl i64 %v142, 3
  %v144 = getelementptr i8, ptr %v41, i64 %v143
  br label %v145
v145:
  %v146 = phi i64 [ %v147, %v145 ], [ %v115, %v138 ]
  %v148 = phi i64 [ %v149, %v145 ], [ %v17, %v138 ]
  %v150 = phi ptr [ %v151, %v145 ], [ %v144, %v138 ]
  %v152 = phi i64 [ %v153, %v145 ], [ %v139, %v138 ]
  %v149 = add i64 %v148, -1
  %v154 = icmp slt i64 %v146, 0
  %v155 = select i1 %v154, i64 %v10, i64 0
  %v156 = add i64 %v155, %v146
  %v157 = mul i64 %v156, %v11
  %v158 = getelementptr double, ptr %v61, i64 %v157
  %v159 = load double, ptr %v158, align 8
  %v160 = icmp slt i64 %v149, 0
  %v161 = select i1 %v160, i64 %v14, i64 0
  %v162 = getelementptr i8, ptr %v150, i64 %v161
  %v163 = load double, ptr %v162, align 8
  %v164 = fmul double %v135, %v163
  %v165 = fsub double %v159, %v164
  store double %v165, ptr %v158, align 8
  %v153 = add i64 %v152, -1
  %v151 = getelementptr i8, ptr %v150, i64 -8
  %v147 = add i64 %v146, -1
  %v166 = icmp eq i64 %v153, 0
  br i1 %v166, label %v117, label %v145
v117:
  %v119 = add i64 %v118, -1
  %v116 = add i64 %v115, -1
  %v167 = icmp sgt i64 %v120, 1
  br i1 %v167, label %v114, label %v46
v46:
  %v50 = add nuw nsw i64 %v49, 1
  %v48 = getelementptr i8, ptr %v47, i64 8
  %v45 = getelementptr i8, ptr %v44, i64 8
  %v168 = icmp eq i64 %v50, %v11
  br i1 %v168, label %v35, label %v43
v35:
  %v169 = phi i32 [ 0, %v46 ], [ 0, %v32 ], [ 1, %v27 ]
  ret i32 %v169
}

; const <f4[2] const <i4[2] const <f4[2] <f4[2] <i8 <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v28:
  %v14 = shl i64 %v2, 2
  %v15 = shl i64 %v8, 2
  %v16 = shl i64 %v11, 2
  %v17 = add i64 %v13, %v12
  %v18 = tail call i64 @llvm.smax.i64(i64 %v1, i64 0)
  %v19 = getelementptr float, ptr %v0, i64 %v17
  %v20 = icmp slt i64 %v17, 0
  %v21 = select i1 %v20, i64 %v2, i64 0
  %v22 = getelementptr float, ptr %v19, i64 %v21
  %v23 = add nuw i64 %v18, 1
  br label %v24
v24:
  %v25 = phi i64 [ %v26, %v27 ], [ %v23, %v28 ]
  %v29 = phi ptr [ %v30, %v27 ], [ %v22, %v28 ]
  %v26 = add i64 %v25, -1
  %v31 = icmp eq i64 %v26, 0
  br i1 %v31, label %v32, label %v27
v27:
  %v30 = getelementptr i8, ptr %v29, i64 %v14
  %v33 = load float, ptr %v29, align 4
  %v34 = fcmp oeq float %v33, 0.000000e+00
  br i1 %v34, label %v35, label %v24
v32:
  %v36 = icmp slt i64 %v1, 1
  %v37 = icmp slt i64 %v11, 1
  %v38 = or i1 %v36, %v37
  br i1 %v38, label %v35, label %v39
v39:
  %v40 = add nsw i64 %v1, -1
  %v41 = getelementptr i8, ptr %v0, i64 -4
  %v42 = add nsw i64 %v1, -2
  br label %v43
v43:
  %v44 = phi ptr [ %v6, %v39 ], [ %v45, %v46 ]
  %v47 = phi ptr [ %v9, %v39 ], [ %v48, %v46 ]
  %v49 = phi i64 [ 0, %v39 ], [ %v50, %v46 ]
  br label %v51
v51:
  %v52 = phi i64 [ %v53, %v51 ], [ %v1, %v43 ]
  %v54 = phi ptr [ %v55, %v51 ], [ %v44, %v43 ]
  %v56 = phi ptr [ %v57, %v51 ], [ %v47, %v43 ]
  %v58 = load float, ptr %v54, align 4
  store float %v58, ptr %v56, align 4
  %v57 = getelementptr i8, ptr %v56, i64 %v16
  %v55 = getelementptr i8, ptr %v54, i64 %v15
  %v53 = add i64 %v52, -1
  %v59 = icmp eq i64 %v53, 0
  br i1 %v59, label %v60, label %v51
v60:
  %v61 = getelementptr float, ptr %v9, i64 %v49
  br label %v62
v62:
  %v63 = phi i64 [ %v64, %v65 ], [ 1, %v60 ]
  %v66 = phi ptr [ %v67, %v65 ], [ %v0, %v60 ]
  %v68 = phi i64 [ %v69, %v65 ], [ %v40, %v60 ]
  %v70 = phi i64 [ %v71, %v65 ], [ 0, %v60 ]
  %v71 = add nuw nsw i64 %v70, 1
  %v72 = mul i64 %v70, %v5
  %v73 = getelementptr i32, ptr %v3, i64 %v72
  %v74 = load i32, ptr %v73, align 4
  %v75 = sext i32 %v74 to i64
  %v76 = icmp slt i32 %v74, 0
  %v77 = select i1 %v76, i64 %v10, i64 0
  %v78 = add i64 %v77, %v75
  %v79 = mul i64 %v78, %v11
  %v80 = getelementptr float, ptr %v61, i64 %v79
  %v81 = load float, ptr %v80, align 4
  %v82 = mul i64 %v70, %v11
  %v83 = getelementptr float, ptr %v61, i64 %v82
  %v84 = load float, ptr %v83, align 4
  store float %v84, ptr %v80, align 4
  store float %v81, ptr %v83, align 4
  %v85 = xor i64 %v70, -1
  %v86 = add nsw i64 %v1, %v85
  %v87 = tail call i64 @llvm.smin.i64(i64 %v86, i64 %v12)
  %v88 = icmp slt i64 %v87, 1
  br i1 %v88, label %v65, label %v89
v89:
  %v90 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v68)
  br label %v91
v91:
  %v92 = phi i64 [ %v93, %v91 ], [ %v63, %v89 ]
  %v94 = phi i64 [ %v95, %v91 ], [ %v17, %v89 ]
  %v96 = phi i64 [ %v97, %v91 ], [ %v90, %v89 ]
  %v95 = add i64 %v94, 1
  %v98 = icmp slt i64 %v92, 0
  %v99 = select i1 %v98, i64 %v10, i64 0
  %v100 = add i64 %v99, %v92
  %v101 = mul i64 %v100, %v11
  %v102 = getelementptr float, ptr %v61, i64 %v101
  %v103 = load float, ptr %v102, align 4
  %v104 = icmp slt i64 %v95, 0
  %v105 = select i1 %v104, i64 %v14, i64 0
  %v106 = getelementptr i8, ptr %v66, i64 %v105
  %v107 = shl i64 %v95, 2
  %v108 = getelementptr i8, ptr %v106, i64 %v107
  %v109 = load float, ptr %v108, align 4
  %v110 = fmul float %v81, %v109
  %v111 = fsub float %v103, %v110
  store float %v111, ptr %v102, align 4
  %v97 = add i64 %v96, -1
  %v93 = add nuw i64 %v92, 1
  %v112 = icmp eq i64 %v97, 0
  br i1 %v112, label %v65, label %v91
v65:
  %v69 = add i64 %v68, -1
  %v67 = getelementptr i8, ptr %v66, i64 %v14
  %v64 = add nuw i64 %v63, 1
  %v113 = icmp eq i64 %v1, %v71
  br i1 %v113, label %v114, label %v62
v114:
  %v115 = phi i64 [ %v116, %v117 ], [ %v42, %v65 ]
  %v118 = phi i64 [ %v119, %v117 ], [ %v40, %v65 ]
  %v120 = phi i64 [ %v121, %v117 ], [ %v18, %v65 ]
  %v122 = phi i64 [ %v123, %v117 ], [ %v1, %v65 ]
  %v123 = add i64 %v122, -1
  %v121 = add nsw i64 %v120, -1
  %v124 = icmp slt i64 %v123, 0
  %v125 = select i1 %v124, i64 %v10, i64 0
  %v126 = add i64 %v125, %v123
  %v127 = mul i64 %v126, %v11
  %v128 = getelementptr float, ptr %v61, i64 %v127
  %v129 = load float, ptr %v128, align 4
  %v130 = select i1 %v124, i64 %v1, i64 0
  %v131 = add i64 %v130, %v123
  %v132 = mul i64 %v131, %v2
  %v133 = getelementptr float, ptr %v22, i64 %v132
  %v134 = load float, ptr %v133, align 4
  %v135 = fdiv float %v129, %v134
  store float %v135, ptr %v128, align 4
  %v136 = tail call i64 @llvm.smin.i64(i64 %v123, i64 %v17)
  %v137 = icmp slt i64 %v136, 1
  br i1 %v137, label %v117, label %v138
v138:
  %v139 = tail call i64 @llvm.smin.i64(i64 %v118, i64 %v17)
  %v140 = add i64 %v130, %v118
  %v141 = mul i64 %v140, %v2
  %v142 = add i64 %v141, %v17
  %v143 = shl i64 %v142, 2
  %v144 = getelementptr i8, ptr %v41, i64 %v143
  br label %v145
v145:
  %v146 = phi i64 [ %v147, %v145 ], [ %v115, %v138 ]
  %v148 = phi i64 [ %v149, %v145 ], [ %v17, %v138 ]
  %v150 = phi ptr [ %v151, %v145 ], [ %v144, %v138 ]
  %v152 = phi i64 [ %v153, %v145 ], [ %v139, %v138 ]
  %v149 = add i64 %v148, -1
  %v154 = icmp slt i64 %v146, 0
  %v155 = select i1 %v154, i64 %v10, i64 0
  %v156 = add i64 %v155, %v146
  %v157 = mul i64 %v156, %v11
  %v158 = getelementptr float, ptr %v61, i64 %v157
  %v159 = load float, ptr %v158, align 4
  %v160 = icmp slt i64 %v149, 0
  %v161 = select i1 %v160, i64 %v14, i64 0
  %v162 = getelementptr i8, ptr %v150, i64 %v161
  %v163 = load float, ptr %v162, align 4
  %v164 = fmul float %v135, %v163
  %v165 = fsub float %v159, %v164
  store float %v165, ptr %v158, align 4
  %v153 = add i64 %v152, -1
  %v151 = getelementptr i8, ptr %v150, i64 -4
  %v147 = add i64 %v146, -1
  %v166 = icmp eq i64 %v153, 0
  br i1 %v166, label %v117, label %v145
v117:
  %v119 = add i64 %v118, -1
  %v116 = add i64 %v115, -1
  %v167 = icmp sgt i64 %v120, 1
  br i1 %v167, label %v114, label %v46
v46:
  %v50 = add nuw nsw i64 %v49, 1
  %v48 = getelementptr i8, ptr %v47, i64 4
  %v45 = getelementptr i8, ptr %v44, i64 4
  %v168 = icmp eq i64 %v50, %v11
  br i1 %v168, label %v35, label %v43
v35:
  %v169 = phi i32 [ 0, %v46 ], [ 0, %v32 ], [ 1, %v27 ]
  ret i32 %v169
}
