; Made from banded.py by generate.py: 6002bd5c10741b2d5d7c2210cc9161c3fe21c12b

; const <f8[2] const <f8[2] <f8[2] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v196:
  %v12 = icmp slt i64 %v7, 1
  br i1 %v12, label %v13, label %v14
v13:
  %v15 = add nsw i64 %v7, -1
  br label %v16
v14:
  %v17 = getelementptr double, ptr %v0, i64 %v2
  %v18 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v19 = icmp slt i64 %v8, 1
  br label %v20
v33:
  %v21 = icmp samesign ugt i64 %v22, 1
  br i1 %v21, label %v20, label %v23
v29:
  %v24 = getelementptr double, ptr %v0, i64 %v25
  %v26 = load double, ptr %v24, align 8
  br label %v27
v27:
  %v28 = phi double [ %v26, %v29 ], [ 0.000000e+00, %v20 ]
  %v30 = getelementptr i8, ptr %v31, i64 8
  store double %v28, ptr %v30, align 8
  %v32 = getelementptr i8, ptr %v31, i64 16
  store double 0.000000e+00, ptr %v32, align 8
  br i1 %v19, label %v33, label %v34
v34:
  %v35 = mul i64 %v36, %v5
  %v37 = getelementptr double, ptr %v3, i64 %v35
  %v38 = mul i64 %v36, %v8
  %v39 = getelementptr double, ptr %v6, i64 %v38
  br label %v40
v23:
  %v41 = add nsw i64 %v7, -1
  %v42 = icmp eq i64 %v7, 1
  br i1 %v42, label %v43, label %v44
v44:
  %v45 = shl i64 %v2, 4
  %v46 = getelementptr i8, ptr %v0, i64 %v45
  br label %v47
v75:
  %v48 = icmp sgt i64 %v49, 1
  br i1 %v48, label %v47, label %v16
v55:
  store double %v50, ptr %v51, align 8
  br label %v52
v52:
  %v53 = phi double [ %v54, %v55 ], [ %v50, %v47 ]
  %v56 = phi double [ %v50, %v55 ], [ %v54, %v47 ]
  %v57 = fcmp oeq double %v56, 0.000000e+00
  br i1 %v57, label %v58, label %v59
v59:
  %v60 = fdiv double %v53, %v56
  %v61 = mul i64 %v62, %v11
  %v63 = getelementptr double, ptr %v9, i64 %v61
  %v64 = load double, ptr %v63, align 8
  %v65 = getelementptr i8, ptr %v51, i64 8
  %v66 = load double, ptr %v65, align 8
  %v67 = fmul double %v60, %v66
  %v68 = fsub double %v64, %v67
  store double %v68, ptr %v63, align 8
  %v69 = getelementptr i8, ptr %v63, i64 8
  %v70 = load double, ptr %v69, align 8
  %v71 = getelementptr i8, ptr %v51, i64 16
  %v72 = load double, ptr %v71, align 8
  %v73 = fmul double %v60, %v72
  %v74 = fsub double %v70, %v73
  store double %v74, ptr %v69, align 8
  br i1 %v19, label %v75, label %v76
v76:
  %v77 = mul i64 %v62, %v8
  %v78 = getelementptr double, ptr %v6, i64 %v77
  %v79 = mul i64 %v80, %v8
  %v81 = getelementptr double, ptr %v6, i64 %v79
  br label %v82
v90:
  %v83 = getelementptr double, ptr %v81, i64 %v84
  %v85 = load double, ptr %v83, align 8
  store double %v86, ptr %v83, align 8
  store double %v85, ptr %v87, align 8
  br label %v88
v88:
  %v89 = phi double [ %v85, %v90 ], [ %v86, %v82 ]
  %v91 = getelementptr double, ptr %v81, i64 %v84
  %v92 = load double, ptr %v91, align 8
  %v93 = fmul double %v60, %v92
  %v94 = fsub double %v89, %v93
  store double %v94, ptr %v87, align 8
  %v95 = icmp sgt i64 %v96, 1
  br i1 %v95, label %v82, label %v75
v16:
  %v97 = phi i64 [ %v15, %v13 ], [ %v41, %v75 ]
  %v98 = icmp eq i64 %v7, 0
  br i1 %v98, label %v58, label %v43
v43:
  %v99 = phi i64 [ %v97, %v16 ], [ 0, %v23 ]
  %v100 = icmp sgt i64 %v7, 0
  %v101 = select i1 %v100, i64 0, i64 %v10
  %v102 = add i64 %v99, %v101
  %v103 = mul i64 %v102, %v11
  %v104 = getelementptr double, ptr %v9, i64 %v103
  %v105 = load double, ptr %v104, align 8
  %v106 = fcmp oeq double %v105, 0.000000e+00
  %v107 = or i1 %v12, %v106
  %v108 = zext i1 %v106 to i32
  br i1 %v107, label %v58, label %v109
v109:
  %v110 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v111 = icmp slt i64 %v8, 1
  br label %v112
v145:
  %v113 = icmp sgt i64 %v114, 1
  br i1 %v113, label %v112, label %v58
v126:
  %v115 = load double, ptr %v116, align 8
  %v117 = getelementptr double, ptr %v118, i64 %v119
  %v120 = load double, ptr %v117, align 8
  %v121 = fmul double %v115, %v120
  %v122 = fsub double %v123, %v121
  br label %v124
v124:
  %v125 = phi double [ %v122, %v126 ], [ %v123, %v127 ]
  br i1 %v128, label %v129, label %v130
v129:
  %v131 = load double, ptr %v132, align 8
  %v133 = getelementptr double, ptr %v134, i64 %v119
  %v135 = load double, ptr %v133, align 8
  %v136 = fmul double %v131, %v135
  %v137 = fsub double %v125, %v136
  br label %v130
v130:
  %v138 = phi double [ %v137, %v129 ], [ %v125, %v124 ]
  %v139 = load double, ptr %v140, align 8
  %v141 = fdiv double %v138, %v139
  store double %v141, ptr %v142, align 8
  %v143 = icmp sgt i64 %v144, 1
  br i1 %v143, label %v127, label %v145
v20:
  %v22 = phi i64 [ %v7, %v14 ], [ %v146, %v33 ]
  %v36 = phi i64 [ 0, %v14 ], [ %v25, %v33 ]
  %v146 = add nsw i64 %v22, -1
  %v25 = add nuw nsw i64 %v36, 1
  %v147 = getelementptr double, ptr %v17, i64 %v36
  %v148 = load double, ptr %v147, align 8
  %v149 = mul i64 %v36, %v11
  %v31 = getelementptr double, ptr %v9, i64 %v149
  store double %v148, ptr %v31, align 8
  %v150 = icmp slt i64 %v25, %v7
  br i1 %v150, label %v29, label %v27
v40:
  %v151 = phi i64 [ %v18, %v34 ], [ %v152, %v40 ]
  %v153 = phi i64 [ 0, %v34 ], [ %v154, %v40 ]
  %v152 = add nsw i64 %v151, -1
  %v154 = add nuw nsw i64 %v153, 1
  %v155 = getelementptr double, ptr %v37, i64 %v153
  %v156 = load double, ptr %v155, align 8
  %v157 = getelementptr double, ptr %v39, i64 %v153
  store double %v156, ptr %v157, align 8
  %v158 = icmp sgt i64 %v151, 1
  br i1 %v158, label %v40, label %v33
v47:
  %v49 = phi i64 [ %v41, %v44 ], [ %v159, %v75 ]
  %v80 = phi i64 [ 0, %v44 ], [ %v62, %v75 ]
  %v159 = add nsw i64 %v49, -1
  %v62 = add nuw nsw i64 %v80, 1
  %v160 = getelementptr double, ptr %v46, i64 %v80
  %v50 = load double, ptr %v160, align 8
  %v161 = mul i64 %v80, %v11
  %v51 = getelementptr double, ptr %v9, i64 %v161
  %v54 = load double, ptr %v51, align 8
  %v162 = tail call double @llvm.fabs.f64(double %v50)
  %v163 = tail call double @llvm.fabs.f64(double %v54)
  %v164 = fcmp ogt double %v162, %v163
  br i1 %v164, label %v165, label %v52
v165:
  %v166 = mul i64 %v62, %v11
  %v167 = getelementptr double, ptr %v9, i64 %v166
  br label %v168
v168:
  %v169 = phi i64 [ 2, %v165 ], [ %v170, %v168 ]
  %v171 = phi i64 [ 0, %v165 ], [ %v172, %v168 ]
  %v170 = add nsw i64 %v169, -1
  %v172 = add nuw nsw i64 %v171, 1
  %v173 = getelementptr double, ptr %v167, i64 %v171
  %v174 = load double, ptr %v173, align 8
  %v175 = getelementptr double, ptr %v51, i64 %v171
  %v176 = getelementptr i8, ptr %v175, i64 8
  %v177 = load double, ptr %v176, align 8
  store double %v174, ptr %v176, align 8
  store double %v177, ptr %v173, align 8
  %v178 = icmp samesign ugt i64 %v169, 1
  br i1 %v178, label %v168, label %v55
v82:
  %v96 = phi i64 [ %v18, %v76 ], [ %v179, %v88 ]
  %v84 = phi i64 [ 0, %v76 ], [ %v180, %v88 ]
  %v179 = add nsw i64 %v96, -1
  %v180 = add nuw nsw i64 %v84, 1
  %v87 = getelementptr double, ptr %v78, i64 %v84
  %v86 = load double, ptr %v87, align 8
  br i1 %v164, label %v90, label %v88
v112:
  %v114 = phi i64 [ %v7, %v109 ], [ %v181, %v145 ]
  %v182 = phi i64 [ %v99, %v109 ], [ %v183, %v145 ]
  %v181 = add nsw i64 %v114, -1
  %v183 = add nsw i64 %v182, -1
  br i1 %v111, label %v145, label %v184
v184:
  %v185 = mul i64 %v182, %v8
  %v186 = getelementptr double, ptr %v6, i64 %v185
  %v187 = add nuw nsw i64 %v182, 1
  %v188 = icmp slt i64 %v187, %v7
  %v189 = mul i64 %v182, %v11
  %v140 = getelementptr double, ptr %v9, i64 %v189
  %v116 = getelementptr i8, ptr %v140, i64 8
  %v190 = mul i64 %v187, %v8
  %v118 = getelementptr double, ptr %v6, i64 %v190
  %v191 = add nuw nsw i64 %v182, 2
  %v128 = icmp slt i64 %v191, %v7
  %v132 = getelementptr i8, ptr %v140, i64 16
  %v192 = mul i64 %v191, %v8
  %v134 = getelementptr double, ptr %v6, i64 %v192
  br label %v127
v127:
  %v144 = phi i64 [ %v110, %v184 ], [ %v193, %v130 ]
  %v119 = phi i64 [ 0, %v184 ], [ %v194, %v130 ]
  %v193 = add nsw i64 %v144, -1
  %v194 = add nuw nsw i64 %v119, 1
  %v142 = getelementptr double, ptr %v186, i64 %v119
  %v123 = load double, ptr %v142, align 8
  br i1 %v188, label %v126, label %v124
v58:
  %v195 = phi i32 [ %v108, %v43 ], [ 0, %v145 ], [ 0, %v16 ], [ 1, %v52 ]
  ret i32 %v195
}
declare i64 @llvm.smax.i64(i64, i64)

; const <f4[2] const <f4[2] <f4[2] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v196:
  %v12 = icmp slt i64 %v7, 1
  br i1 %v12, label %v13, label %v14
v13:
  %v15 = add nsw i64 %v7, -1
  br label %v16
v14:
  %v17 = getelementptr float, ptr %v0, i64 %v2
  %v18 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v19 = icmp slt i64 %v8, 1
  br label %v20
v33:
  %v21 = icmp samesign ugt i64 %v22, 1
  br i1 %v21, label %v20, label %v23
v29:
  %v24 = getelementptr float, ptr %v0, i64 %v25
  %v26 = load float, ptr %v24, align 4
  br label %v27
v27:
  %v28 = phi float [ %v26, %v29 ], [ 0.000000e+00, %v20 ]
  %v30 = getelementptr i8, ptr %v31, i64 4
  store float %v28, ptr %v30, align 4
  %v32 = getelementptr i8, ptr %v31, i64 8
  store float 0.000000e+00, ptr %v32, align 4
  br i1 %v19, label %v33, label %v34
v34:
  %v35 = mul i64 %v36, %v5
  %v37 = getelementptr float, ptr %v3, i64 %v35
  %v38 = mul i64 %v36, %v8
  %v39 = getelementptr float, ptr %v6, i64 %v38
  br label %v40
v23:
  %v41 = add nsw i64 %v7, -1
  %v42 = icmp eq i64 %v7, 1
  br i1 %v42, label %v43, label %v44
v44:
  %v45 = shl i64 %v2, 3
  %v46 = getelementptr i8, ptr %v0, i64 %v45
  br label %v47
v75:
  %v48 = icmp sgt i64 %v49, 1
  br i1 %v48, label %v47, label %v16
v55:
  store float %v50, ptr %v51, align 4
  br label %v52
v52:
  %v53 = phi float [ %v54, %v55 ], [ %v50, %v47 ]
  %v56 = phi float [ %v50, %v55 ], [ %v54, %v47 ]
  %v57 = fcmp oeq float %v56, 0.000000e+00
  br i1 %v57, label %v58, label %v59
v59:
  %v60 = fdiv float %v53, %v56
  %v61 = mul i64 %v62, %v11
  %v63 = getelementptr float, ptr %v9, i64 %v61
  %v64 = load float, ptr %v63, align 4
  %v65 = getelementptr i8, ptr %v51, i64 4
  %v66 = load float, ptr %v65, align 4
  %v67 = fmul float %v60, %v66
  %v68 = fsub float %v64, %v67
  store float %v68, ptr %v63, align 4
  %v69 = getelementptr i8, ptr %v63, i64 4
  %v70 = load float, ptr %v69, align 4
  %v71 = getelementptr i8, ptr %v51, i64 8
  %v72 = load float, ptr %v71, align 4
  %v73 = fmul float %v60, %v72
  %v74 = fsub float %v70, %v73
  store float %v74, ptr %v69, align 4
  br i1 %v19, label %v75, label %v76
v76:
  %v77 = mul i64 %v62, %v8
  %v78 = getelementptr float, ptr %v6, i64 %v77
  %v79 = mul i64 %v80, %v8
  %v81 = getelementptr float, ptr %v6, i64 %v79
  br label %v82
v90:
  %v83 = getelementptr float, ptr %v81, i64 %v84
  %v85 = load float, ptr %v83, align 4
  store float %v86, ptr %v83, align 4
  store float %v85, ptr %v87, align 4
  br label %v88
v88:
  %v89 = phi float [ %v85, %v90 ], [ %v86, %v82 ]
  %v91 = getelementptr float, ptr %v81, i64 %v84
  %v92 = load float, ptr %v91, align 4
  %v93 = fmul float %v60, %v92
  %v94 = fsub float %v89, %v93
  store float %v94, ptr %v87, align 4
  %v95 = icmp sgt i64 %v96, 1
  br i1 %v95, label %v82, label %v75
v16:
  %v97 = phi i64 [ %v15, %v13 ], [ %v41, %v75 ]
  %v98 = icmp eq i64 %v7, 0
  br i1 %v98, label %v58, label %v43
v43:
  %v99 = phi i64 [ %v97, %v16 ], [ 0, %v23 ]
  %v100 = icmp sgt i64 %v7, 0
  %v101 = select i1 %v100, i64 0, i64 %v10
  %v102 = add i64 %v99, %v101
  %v103 = mul i64 %v102, %v11
  %v104 = getelementptr float, ptr %v9, i64 %v103
  %v105 = load float, ptr %v104, align 4
  %v106 = fcmp oeq float %v105, 0.000000e+00
  %v107 = or i1 %v12, %v106
  %v108 = zext i1 %v106 to i32
  br i1 %v107, label %v58, label %v109
v109:
  %v110 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v111 = icmp slt i64 %v8, 1
  br label %v112
v145:
  %v113 = icmp sgt i64 %v114, 1
  br i1 %v113, label %v112, label %v58
v126:
  %v115 = load float, ptr %v116, align 4
  %v117 = getelementptr float, ptr %v118, i64 %v119
  %v120 = load float, ptr %v117, align 4
  %v121 = fmul float %v115, %v120
  %v122 = fsub float %v123, %v121
  br label %v124
v124:
  %v125 = phi float [ %v122, %v126 ], [ %v123, %v127 ]
  br i1 %v128, label %v129, label %v130
v129:
  %v131 = load float, ptr %v132, align 4
  %v133 = getelementptr float, ptr %v134, i64 %v119
  %v135 = load float, ptr %v133, align 4
  %v136 = fmul float %v131, %v135
  %v137 = fsub float %v125, %v136
  br label %v130
v130:
  %v138 = phi float [ %v137, %v129 ], [ %v125, %v124 ]
  %v139 = load float, ptr %v140, align 4
  %v141 = fdiv float %v138, %v139
  store float %v141, ptr %v142, align 4
  %v143 = icmp sgt i64 %v144, 1
  br i1 %v143, label %v127, label %v145
v20:
  %v22 = phi i64 [ %v7, %v14 ], [ %v146, %v33 ]
  %v36 = phi i64 [ 0, %v14 ], [ %v25, %v33 ]
  %v146 = add nsw i64 %v22, -1
  %v25 = add nuw nsw i64 %v36, 1
  %v147 = getelementptr float, ptr %v17, i64 %v36
  %v148 = load float, ptr %v147, align 4
  %v149 = mul i64 %v36, %v11
  %v31 = getelementptr float, ptr %v9, i64 %v149
  store float %v148, ptr %v31, align 4
  %v150 = icmp slt i64 %v25, %v7
  br i1 %v150, label %v29, label %v27
v40:
  %v151 = phi i64 [ %v18, %v34 ], [ %v152, %v40 ]
  %v153 = phi i64 [ 0, %v34 ], [ %v154, %v40 ]
  %v152 = add nsw i64 %v151, -1
  %v154 = add nuw nsw i64 %v153, 1
  %v155 = getelementptr float, ptr %v37, i64 %v153
  %v156 = load float, ptr %v155, align 4
  %v157 = getelementptr float, ptr %v39, i64 %v153
  store float %v156, ptr %v157, align 4
  %v158 = icmp sgt i64 %v151, 1
  br i1 %v158, label %v40, label %v33
v47:
  %v49 = phi i64 [ %v41, %v44 ], [ %v159, %v75 ]
  %v80 = phi i64 [ 0, %v44 ], [ %v62, %v75 ]
  %v159 = add nsw i64 %v49, -1
  %v62 = add nuw nsw i64 %v80, 1
  %v160 = getelementptr float, ptr %v46, i64 %v80
  %v50 = load float, ptr %v160, align 4
  %v161 = mul i64 %v80, %v11
  %v51 = getelementptr float, ptr %v9, i64 %v161
  %v54 = load float, ptr %v51, align 4
  %v162 = tail call float @llvm.fabs.f32(float %v50)
  %v163 = tail call float @llvm.fabs.f32(float %v54)
  %v164 = fcmp ogt float %v162, %v163
  br i1 %v164, label %v165, label %v52
v165:
  %v166 = mul i64 %v62, %v11
  %v167 = getelementptr float, ptr %v9, i64 %v166
  br label %v168
v168:
  %v169 = phi i64 [ 2, %v165 ], [ %v170, %v168 ]
  %v171 = phi i64 [ 0, %v165 ], [ %v172, %v168 ]
  %v170 = add nsw i64 %v169, -1
  %v172 = add nuw nsw i64 %v171, 1
  %v173 = getelementptr float, ptr %v167, i64 %v171
  %v174 = load float, ptr %v173, align 4
  %v175 = getelementptr float, ptr %v51, i64 %v171
  %v176 = getelementptr i8, ptr %v175, i64 4
  %v177 = load float, ptr %v176, align 4
  store float %v174, ptr %v176, align 4
  store float %v177, ptr %v173, align 4
  %v178 = icmp samesign ugt i64 %v169, 1
  br i1 %v178, label %v168, label %v55
v82:
  %v96 = phi i64 [ %v18, %v76 ], [ %v179, %v88 ]
  %v84 = phi i64 [ 0, %v76 ], [ %v180, %v88 ]
  %v179 = add nsw i64 %v96, -1
  %v180 = add nuw nsw i64 %v84, 1
  %v87 = getelementptr float, ptr %v78, i64 %v84
  %v86 = load float, ptr %v87, align 4
  br i1 %v164, label %v90, label %v88
v112:
  %v114 = phi i64 [ %v7, %v109 ], [ %v181, %v145 ]
  %v182 = phi i64 [ %v99, %v109 ], [ %v183, %v145 ]
  %v181 = add nsw i64 %v114, -1
  %v183 = add nsw i64 %v182, -1
  br i1 %v111, label %v145, label %v184
v184:
  %v185 = mul i64 %v182, %v8
  %v186 = getelementptr float, ptr %v6, i64 %v185
  %v187 = add nuw nsw i64 %v182, 1
  %v188 = icmp slt i64 %v187, %v7
  %v189 = mul i64 %v182, %v11
  %v140 = getelementptr float, ptr %v9, i64 %v189
  %v116 = getelementptr i8, ptr %v140, i64 4
  %v190 = mul i64 %v187, %v8
  %v118 = getelementptr float, ptr %v6, i64 %v190
  %v191 = add nuw nsw i64 %v182, 2
  %v128 = icmp slt i64 %v191, %v7
  %v132 = getelementptr i8, ptr %v140, i64 8
  %v192 = mul i64 %v191, %v8
  %v134 = getelementptr float, ptr %v6, i64 %v192
  br label %v127
v127:
  %v144 = phi i64 [ %v110, %v184 ], [ %v193, %v130 ]
  %v119 = phi i64 [ 0, %v184 ], [ %v194, %v130 ]
  %v193 = add nsw i64 %v144, -1
  %v194 = add nuw nsw i64 %v119, 1
  %v142 = getelementptr float, ptr %v186, i64 %v119
  %v123 = load float, ptr %v142, align 4
  br i1 %v188, label %v126, label %v124
v58:
  %v195 = phi i32 [ %v108, %v43 ], [ 0, %v145 ], [ 0, %v16 ], [ 1, %v52 ]
  ret i32 %v195
}
declare i64 @llvm.smax.i64(i64, i64)
