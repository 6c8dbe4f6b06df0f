; Made from banded.py by generate.py: 6002bd5c10741b2d5d7c2210cc9161c3fe21c12b

; const <f8[2] const <f8[2] <f8[2] <f8[2] <i8
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12) nounwind {
v77:
  %v13 = icmp slt i64 %v10, 1
  br i1 %v13, label %v14, label %v15
v42:
  %v16 = icmp sgt i64 %v17, 1
  br i1 %v16, label %v15, label %v14
v85:
  %v18 = tail call i64 @llvm.smin.i64(i64 %v19, i64 %v12)
  %v20 = icmp slt i64 %v18, 1
  br i1 %v20, label %v21, label %v22
v21:
  %v23 = mul i64 %v19, %v11
  br label %v24
v22:
  %v25 = sub nsw i64 %v19, %v12
  %v26 = tail call i64 @llvm.smax.i64(i64 %v25, i64 0)
  %v27 = mul i64 %v19, %v11
  %v28 = getelementptr double, ptr %v9, i64 %v27
  br label %v29
v33:
  %v30 = icmp samesign ugt i64 %v31, 1
  br i1 %v30, label %v29, label %v24
v24:
  %v32 = phi i64 [ %v23, %v21 ], [ %v27, %v33 ]
  %v34 = getelementptr double, ptr %v9, i64 %v32
  %v35 = load double, ptr %v34, align 8
  %v36 = fcmp ogt double %v35, 0.000000e+00
  br i1 %v36, label %v37, label %v38
v37:
  %v39 = tail call double @llvm.sqrt.f64(double %v35)
  br i1 %v40, label %v41, label %v42
v14:
  %v43 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v44 = icmp slt i64 %v7, 1
  br i1 %v44, label %v38, label %v45
v45:
  %v46 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v47 = icmp slt i64 %v8, 1
  br label %v48
v148:
  %v49 = icmp samesign ugt i64 %v50, 1
  br i1 %v49, label %v48, label %v51
v58:
  %v52 = icmp sgt i64 %v53, 1
  br i1 %v52, label %v51, label %v54
v178:
  %v55 = icmp sgt i64 %v56, 1
  br i1 %v55, label %v57, label %v58
v54:
  %v59 = add nsw i64 %v7, -1
  br label %v60
v75:
  %v61 = icmp sgt i64 %v62, 1
  br i1 %v61, label %v60, label %v38
v216:
  %v63 = phi double [ %v64, %v65 ], [ %v66, %v67 ]
  %v68 = load double, ptr %v69, align 8
  %v70 = fdiv double %v63, %v68
  store double %v70, ptr %v71, align 8
  %v72 = icmp sgt i64 %v73, 1
  br i1 %v72, label %v74, label %v75
v15:
  %v19 = phi i64 [ %v76, %v42 ], [ 0, %v77 ]
  %v17 = phi i64 [ %v78, %v42 ], [ %v10, %v77 ]
  %v78 = add nsw i64 %v17, -1
  %v76 = add nuw nsw i64 %v19, 1
  %v79 = xor i64 %v19, -1
  %v80 = add nsw i64 %v10, %v79
  %v81 = tail call i64 @llvm.smin.i64(i64 %v80, i64 %v12)
  %v82 = tail call i64 @llvm.smax.i64(i64 %v81, i64 -1)
  %v83 = add nsw i64 %v82, 1
  %v40 = icmp sgt i64 %v81, -1
  br i1 %v40, label %v84, label %v85
v84:
  %v86 = mul i64 %v19, %v11
  %v87 = getelementptr double, ptr %v9, i64 %v86
  br label %v88
v88:
  %v89 = phi i64 [ 0, %v84 ], [ %v90, %v88 ]
  %v91 = phi i64 [ %v83, %v84 ], [ %v92, %v88 ]
  %v92 = add nsw i64 %v91, -1
  %v90 = add nuw nsw i64 %v89, 1
  %v93 = sub nsw i64 %v12, %v89
  %v94 = icmp slt i64 %v93, 0
  %v95 = select i1 %v94, i64 %v1, i64 0
  %v96 = add i64 %v95, %v93
  %v97 = mul i64 %v96, %v2
  %v98 = getelementptr double, ptr %v0, i64 %v97
  %v99 = getelementptr double, ptr %v98, i64 %v89
  %v100 = getelementptr double, ptr %v99, i64 %v19
  %v101 = load double, ptr %v100, align 8
  %v102 = getelementptr double, ptr %v87, i64 %v89
  store double %v101, ptr %v102, align 8
  %v103 = icmp samesign ugt i64 %v91, 1
  br i1 %v103, label %v88, label %v85
v29:
  %v31 = phi i64 [ %v18, %v22 ], [ %v104, %v33 ]
  %v105 = phi i64 [ %v26, %v22 ], [ %v106, %v33 ]
  %v104 = add nsw i64 %v31, -1
  %v106 = add nuw i64 %v105, 1
  %v107 = sub nsw i64 %v19, %v105
  %v108 = icmp slt i64 %v105, 0
  %v109 = select i1 %v108, i64 %v10, i64 0
  %v110 = add i64 %v109, %v105
  %v111 = icmp slt i64 %v107, 0
  %v112 = select i1 %v111, i64 %v11, i64 0
  %v113 = mul i64 %v110, %v11
  %v114 = getelementptr double, ptr %v9, i64 %v113
  %v115 = getelementptr double, ptr %v114, i64 %v107
  %v116 = getelementptr double, ptr %v115, i64 %v112
  %v117 = load double, ptr %v116, align 8
  %v118 = sub nsw i64 %v12, %v107
  %v119 = tail call i64 @llvm.smin.i64(i64 %v81, i64 %v118)
  %v120 = icmp sgt i64 %v119, -1
  br i1 %v120, label %v121, label %v33
v121:
  %v122 = add nuw nsw i64 %v119, 1
  br label %v123
v123:
  %v124 = phi i64 [ %v125, %v123 ], [ %v122, %v121 ]
  %v126 = phi i64 [ %v127, %v123 ], [ 0, %v121 ]
  %v125 = add nsw i64 %v124, -1
  %v127 = add nuw nsw i64 %v126, 1
  %v128 = getelementptr double, ptr %v28, i64 %v126
  %v129 = load double, ptr %v128, align 8
  %v130 = add nsw i64 %v126, %v107
  %v131 = icmp slt i64 %v130, 0
  %v132 = select i1 %v131, i64 %v11, i64 0
  %v133 = getelementptr double, ptr %v114, i64 %v130
  %v134 = getelementptr double, ptr %v133, i64 %v132
  %v135 = load double, ptr %v134, align 8
  %v136 = fmul double %v117, %v135
  %v137 = fsub double %v129, %v136
  store double %v137, ptr %v128, align 8
  %v138 = icmp samesign ugt i64 %v124, 1
  br i1 %v138, label %v123, label %v33
v41:
  %v139 = phi i64 [ %v140, %v41 ], [ %v83, %v37 ]
  %v141 = phi i64 [ %v142, %v41 ], [ 0, %v37 ]
  %v140 = add nsw i64 %v139, -1
  %v142 = add nuw nsw i64 %v141, 1
  %v143 = getelementptr double, ptr %v34, i64 %v141
  %v144 = load double, ptr %v143, align 8
  %v145 = fdiv double %v144, %v39
  store double %v145, ptr %v143, align 8
  %v146 = icmp sgt i64 %v139, 1
  br i1 %v146, label %v41, label %v42
v48:
  %v50 = phi i64 [ %v43, %v45 ], [ %v147, %v148 ]
  %v149 = phi i64 [ 0, %v45 ], [ %v150, %v148 ]
  %v147 = add nsw i64 %v50, -1
  %v150 = add nuw nsw i64 %v149, 1
  br i1 %v47, label %v148, label %v151
v151:
  %v152 = mul i64 %v149, %v5
  %v153 = getelementptr double, ptr %v3, i64 %v152
  %v154 = mul i64 %v149, %v8
  %v155 = getelementptr double, ptr %v6, i64 %v154
  br label %v156
v156:
  %v157 = phi i64 [ %v46, %v151 ], [ %v158, %v156 ]
  %v159 = phi i64 [ 0, %v151 ], [ %v160, %v156 ]
  %v158 = add nsw i64 %v157, -1
  %v160 = add nuw nsw i64 %v159, 1
  %v161 = getelementptr double, ptr %v153, i64 %v159
  %v162 = load double, ptr %v161, align 8
  %v163 = getelementptr double, ptr %v155, i64 %v159
  store double %v162, ptr %v163, align 8
  %v164 = icmp sgt i64 %v157, 1
  br i1 %v164, label %v156, label %v148
v51:
  %v53 = phi i64 [ %v165, %v58 ], [ %v43, %v148 ]
  %v166 = phi i64 [ %v167, %v58 ], [ 0, %v148 ]
  %v165 = add nsw i64 %v53, -1
  %v167 = add nuw nsw i64 %v166, 1
  br i1 %v47, label %v58, label %v168
v168:
  %v169 = mul i64 %v166, %v8
  %v170 = getelementptr double, ptr %v6, i64 %v169
  %v171 = mul i64 %v166, %v11
  %v172 = getelementptr double, ptr %v9, i64 %v171
  %v173 = xor i64 %v166, -1
  %v174 = add nsw i64 %v7, %v173
  %v175 = tail call i64 @llvm.smin.i64(i64 %v174, i64 %v12)
  %v176 = icmp slt i64 %v175, 1
  br label %v57
v57:
  %v56 = phi i64 [ %v46, %v168 ], [ %v177, %v178 ]
  %v179 = phi i64 [ 0, %v168 ], [ %v180, %v178 ]
  %v177 = add nsw i64 %v56, -1
  %v180 = add nuw nsw i64 %v179, 1
  %v181 = getelementptr double, ptr %v170, i64 %v179
  %v182 = load double, ptr %v181, align 8
  %v183 = load double, ptr %v172, align 8
  %v184 = fdiv double %v182, %v183
  store double %v184, ptr %v181, align 8
  %v185 = getelementptr double, ptr %v6, i64 %v179
  br i1 %v176, label %v178, label %v186
v186:
  %v187 = phi i64 [ %v188, %v186 ], [ %v175, %v57 ]
  %v189 = phi i64 [ %v190, %v186 ], [ 1, %v57 ]
  %v188 = add nsw i64 %v187, -1
  %v190 = add nuw i64 %v189, 1
  %v191 = add nuw nsw i64 %v189, %v166
  %v192 = icmp slt i64 %v191, 0
  %v193 = select i1 %v192, i64 %v7, i64 0
  %v194 = add i64 %v193, %v191
  %v195 = mul i64 %v194, %v8
  %v196 = getelementptr double, ptr %v185, i64 %v195
  %v197 = load double, ptr %v196, align 8
  %v198 = getelementptr double, ptr %v172, i64 %v189
  %v199 = load double, ptr %v198, align 8
  %v200 = load double, ptr %v181, align 8
  %v201 = fmul double %v199, %v200
  %v202 = fsub double %v197, %v201
  store double %v202, ptr %v196, align 8
  %v203 = icmp samesign ugt i64 %v187, 1
  br i1 %v203, label %v186, label %v178
v60:
  %v62 = phi i64 [ %v7, %v54 ], [ %v204, %v75 ]
  %v205 = phi i64 [ %v59, %v54 ], [ %v206, %v75 ]
  %v204 = add nsw i64 %v62, -1
  %v206 = add nsw i64 %v205, -1
  br i1 %v47, label %v75, label %v207
v207:
  %v208 = sub nuw nsw i64 %v59, %v205
  %v209 = tail call i64 @llvm.smin.i64(i64 %v208, i64 %v12)
  %v210 = tail call i64 @llvm.smax.i64(i64 %v209, i64 0)
  %v211 = icmp slt i64 %v209, 1
  %v212 = mul i64 %v205, %v8
  %v213 = getelementptr double, ptr %v6, i64 %v212
  %v214 = mul i64 %v205, %v11
  %v69 = getelementptr double, ptr %v9, i64 %v214
  br label %v74
v74:
  %v73 = phi i64 [ %v46, %v207 ], [ %v215, %v216 ]
  %v217 = phi i64 [ 0, %v207 ], [ %v218, %v216 ]
  %v215 = add nsw i64 %v73, -1
  %v218 = add nuw nsw i64 %v217, 1
  %v71 = getelementptr double, ptr %v213, i64 %v217
  br i1 %v211, label %v65, label %v219
v65:
  %v64 = load double, ptr %v71, align 8
  br label %v216
v219:
  %v220 = getelementptr double, ptr %v6, i64 %v217
  %v221 = load double, ptr %v71, align 8
  br label %v67
v67:
  %v222 = phi double [ %v221, %v219 ], [ %v66, %v67 ]
  %v223 = phi i64 [ %v210, %v219 ], [ %v224, %v67 ]
  %v225 = phi i64 [ 1, %v219 ], [ %v226, %v67 ]
  %v224 = add nsw i64 %v223, -1
  %v226 = add nuw nsw i64 %v225, 1
  %v227 = getelementptr double, ptr %v69, i64 %v225
  %v228 = load double, ptr %v227, align 8
  %v229 = add nsw i64 %v225, %v205
  %v230 = icmp slt i64 %v229, 0
  %v231 = select i1 %v230, i64 %v7, i64 0
  %v232 = add i64 %v231, %v229
  %v233 = mul i64 %v232, %v8
  %v234 = getelementptr double, ptr %v220, i64 %v233
  %v235 = load double, ptr %v234, align 8
  %v236 = fmul double %v228, %v235
  %v66 = fsub double %v222, %v236
  store double %v66, ptr %v71, align 8
  %v237 = icmp sgt i64 %v223, 1
  br i1 %v237, label %v67, label %v216
v38:
  %v238 = phi i32 [ 0, %v75 ], [ 0, %v14 ], [ 1, %v24 ]
  ret i32 %v238
}
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

; const <f4[2] const <f4[2] <f4[2] <f4[2] <i8
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12) nounwind {
v78:
  %v13 = icmp slt i64 %v10, 1
  br i1 %v13, label %v14, label %v15
v43:
  %v16 = icmp sgt i64 %v17, 1
  br i1 %v16, label %v15, label %v14
v86:
  %v18 = tail call i64 @llvm.smin.i64(i64 %v19, i64 %v12)
  %v20 = icmp slt i64 %v18, 1
  br i1 %v20, label %v21, label %v22
v21:
  %v23 = mul i64 %v19, %v11
  br label %v24
v22:
  %v25 = sub nsw i64 %v19, %v12
  %v26 = tail call i64 @llvm.smax.i64(i64 %v25, i64 0)
  %v27 = mul i64 %v19, %v11
  %v28 = getelementptr float, ptr %v9, i64 %v27
  br label %v29
v33:
  %v30 = icmp samesign ugt i64 %v31, 1
  br i1 %v30, label %v29, label %v24
v24:
  %v32 = phi i64 [ %v23, %v21 ], [ %v27, %v33 ]
  %v34 = getelementptr float, ptr %v9, i64 %v32
  %v35 = load float, ptr %v34, align 4
  %v36 = fcmp ogt float %v35, 0.000000e+00
  br i1 %v36, label %v37, label %v38
v37:
  %v39 = fpext float %v35 to double
  %v40 = tail call double @llvm.sqrt.f64(double %v39)
  br i1 %v41, label %v42, label %v43
v14:
  %v44 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v45 = icmp slt i64 %v7, 1
  br i1 %v45, label %v38, label %v46
v46:
  %v47 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v48 = icmp slt i64 %v8, 1
  br label %v49
v151:
  %v50 = icmp samesign ugt i64 %v51, 1
  br i1 %v50, label %v49, label %v52
v59:
  %v53 = icmp sgt i64 %v54, 1
  br i1 %v53, label %v52, label %v55
v181:
  %v56 = icmp sgt i64 %v57, 1
  br i1 %v56, label %v58, label %v59
v55:
  %v60 = add nsw i64 %v7, -1
  br label %v61
v76:
  %v62 = icmp sgt i64 %v63, 1
  br i1 %v62, label %v61, label %v38
v219:
  %v64 = phi float [ %v65, %v66 ], [ %v67, %v68 ]
  %v69 = load float, ptr %v70, align 4
  %v71 = fdiv float %v64, %v69
  store float %v71, ptr %v72, align 4
  %v73 = icmp sgt i64 %v74, 1
  br i1 %v73, label %v75, label %v76
v15:
  %v19 = phi i64 [ %v77, %v43 ], [ 0, %v78 ]
  %v17 = phi i64 [ %v79, %v43 ], [ %v10, %v78 ]
  %v79 = add nsw i64 %v17, -1
  %v77 = add nuw nsw i64 %v19, 1
  %v80 = xor i64 %v19, -1
  %v81 = add nsw i64 %v10, %v80
  %v82 = tail call i64 @llvm.smin.i64(i64 %v81, i64 %v12)
  %v83 = tail call i64 @llvm.smax.i64(i64 %v82, i64 -1)
  %v84 = add nsw i64 %v83, 1
  %v41 = icmp sgt i64 %v82, -1
  br i1 %v41, label %v85, label %v86
v85:
  %v87 = mul i64 %v19, %v11
  %v88 = getelementptr float, ptr %v9, i64 %v87
  br label %v89
v89:
  %v90 = phi i64 [ 0, %v85 ], [ %v91, %v89 ]
  %v92 = phi i64 [ %v84, %v85 ], [ %v93, %v89 ]
  %v93 = add nsw i64 %v92, -1
  %v91 = add nuw nsw i64 %v90, 1
  %v94 = sub nsw i64 %v12, %v90
  %v95 = icmp slt i64 %v94, 0
  %v96 = select i1 %v95, i64 %v1, i64 0
  %v97 = add i64 %v96, %v94
  %v98 = mul i64 %v97, %v2
  %v99 = getelementptr float, ptr %v0, i64 %v98
  %v100 = getelementptr float, ptr %v99, i64 %v90
  %v101 = getelementptr float, ptr %v100, i64 %v19
  %v102 = load float, ptr %v101, align 4
  %v103 = getelementptr float, ptr %v88, i64 %v90
  store float %v102, ptr %v103, align 4
  %v104 = icmp samesign ugt i64 %v92, 1
  br i1 %v104, label %v89, label %v86
v29:
  %v31 = phi i64 [ %v18, %v22 ], [ %v105, %v33 ]
  %v106 = phi i64 [ %v26, %v22 ], [ %v107, %v33 ]
  %v105 = add nsw i64 %v31, -1
  %v107 = add nuw i64 %v106, 1
  %v108 = sub nsw i64 %v19, %v106
  %v109 = icmp slt i64 %v106, 0
  %v110 = select i1 %v109, i64 %v10, i64 0
  %v111 = add i64 %v110, %v106
  %v112 = icmp slt i64 %v108, 0
  %v113 = select i1 %v112, i64 %v11, i64 0
  %v114 = mul i64 %v111, %v11
  %v115 = getelementptr float, ptr %v9, i64 %v114
  %v116 = getelementptr float, ptr %v115, i64 %v108
  %v117 = getelementptr float, ptr %v116, i64 %v113
  %v118 = load float, ptr %v117, align 4
  %v119 = sub nsw i64 %v12, %v108
  %v120 = tail call i64 @llvm.smin.i64(i64 %v82, i64 %v119)
  %v121 = icmp sgt i64 %v120, -1
  br i1 %v121, label %v122, label %v33
v122:
  %v123 = add nuw nsw i64 %v120, 1
  br label %v124
v124:
  %v125 = phi i64 [ %v126, %v124 ], [ %v123, %v122 ]
  %v127 = phi i64 [ %v128, %v124 ], [ 0, %v122 ]
  %v126 = add nsw i64 %v125, -1
  %v128 = add nuw nsw i64 %v127, 1
  %v129 = getelementptr float, ptr %v28, i64 %v127
  %v130 = load float, ptr %v129, align 4
  %v131 = add nsw i64 %v127, %v108
  %v132 = icmp slt i64 %v131, 0
  %v133 = select i1 %v132, i64 %v11, i64 0
  %v134 = getelementptr float, ptr %v115, i64 %v131
  %v135 = getelementptr float, ptr %v134, i64 %v133
  %v136 = load float, ptr %v135, align 4
  %v137 = fmul float %v118, %v136
  %v138 = fsub float %v130, %v137
  store float %v138, ptr %v129, align 4
  %v139 = icmp samesign ugt i64 %v125, 1
  br i1 %v139, label %v124, label %v33
v42:
  %v140 = phi i64 [ %v141, %v42 ], [ %v84, %v37 ]
  %v142 = phi i64 [ %v143, %v42 ], [ 0, %v37 ]
  %v141 = add nsw i64 %v140, -1
  %v143 = add nuw nsw i64 %v142, 1
  %v144 = getelementptr float, ptr %v34, i64 %v142
  %v145 = load float, ptr %v144, align 4
  %v146 = fpext float %v145 to double
  %v147 = fdiv double %v146, %v40
  %v148 = fptrunc double %v147 to float
  store float %v148, ptr %v144, align 4
  %v149 = icmp sgt i64 %v140, 1
  br i1 %v149, label %v42, label %v43
v49:
  %v51 = phi i64 [ %v44, %v46 ], [ %v150, %v151 ]
  %v152 = phi i64 [ 0, %v46 ], [ %v153, %v151 ]
  %v150 = add nsw i64 %v51, -1
  %v153 = add nuw nsw i64 %v152, 1
  br i1 %v48, label %v151, label %v154
v154:
  %v155 = mul i64 %v152, %v5
  %v156 = getelementptr float, ptr %v3, i64 %v155
  %v157 = mul i64 %v152, %v8
  %v158 = getelementptr float, ptr %v6, i64 %v157
  br label %v159
v159:
  %v160 = phi i64 [ %v47, %v154 ], [ %v161, %v159 ]
  %v162 = phi i64 [ 0, %v154 ], [ %v163, %v159 ]
  %v161 = add nsw i64 %v160, -1
  %v163 = add nuw nsw i64 %v162, 1
  %v164 = getelementptr float, ptr %v156, i64 %v162
  %v165 = load float, ptr %v164, align 4
  %v166 = getelementptr float, ptr %v158, i64 %v162
  store float %v165, ptr %v166, align 4
  %v167 = icmp sgt i64 %v160, 1
  br i1 %v167, label %v159, label %v151
v52:
  %v54 = phi i64 [ %v168, %v59 ], [ %v44, %v151 ]
  %v169 = phi i64 [ %v170, %v59 ], [ 0, %v151 ]
  %v168 = add nsw i64 %v54, -1
  %v170 = add nuw nsw i64 %v169, 1
  br i1 %v48, label %v59, label %v171
v171:
  %v172 = mul i64 %v169, %v8
  %v173 = getelementptr float, ptr %v6, i64 %v172
  %v174 = mul i64 %v169, %v11
  %v175 = getelementptr float, ptr %v9, i64 %v174
  %v176 = xor i64 %v169, -1
  %v177 = add nsw i64 %v7, %v176
  %v178 = tail call i64 @llvm.smin.i64(i64 %v177, i64 %v12)
  %v179 = icmp slt i64 %v178, 1
  br label %v58
v58:
  %v57 = phi i64 [ %v47, %v171 ], [ %v180, %v181 ]
  %v182 = phi i64 [ 0, %v171 ], [ %v183, %v181 ]
  %v180 = add nsw i64 %v57, -1
  %v183 = add nuw nsw i64 %v182, 1
  %v184 = getelementptr float, ptr %v173, i64 %v182
  %v185 = load float, ptr %v184, align 4
  %v186 = load float, ptr %v175, align 4
  %v187 = fdiv float %v185, %v186
  store float %v187, ptr %v184, align 4
  %v188 = getelementptr float, ptr %v6, i64 %v182
  br i1 %v179, label %v181, label %v189
v189:
  %v190 = phi i64 [ %v191, %v189 ], [ %v178, %v58 ]
  %v192 = phi i64 [ %v193, %v189 ], [ 1, %v58 ]
  %v191 = add nsw i64 %v190, -1
  %v193 = add nuw i64 %v192, 1
  %v194 = add nuw nsw i64 %v192, %v169
  %v195 = icmp slt i64 %v194, 0
  %v196 = select i1 %v195, i64 %v7, i64 0
  %v197 = add i64 %v196, %v194
  %v198 = mul i64 %v197, %v8
  %v199 = getelementptr float, ptr %v188, i64 %v198
  %v200 = load float, ptr %v199, align 4
  %v201 = getelementptr float, ptr %v175, i64 %v192
  %v202 = load float, ptr %v201, align 4
  %v203 = load float, ptr %v184, align 4
  %v204 = fmul float %v202, %v203
  %v205 = fsub float %v200, %v204
  store float %v205, ptr %v199, align 4
  %v206 = icmp samesign ugt i64 %v190, 1
  br i1 %v206, label %v189, label %v181
v61:
  %v63 = phi i64 [ %v7, %v55 ], [ %v207, %v76 ]
  %v208 = phi i64 [ %v60, %v55 ], [ %v209, %v76 ]
  %v207 = add nsw i64 %v63, -1
  %v209 = add nsw i64 %v208, -1
  br i1 %v48, label %v76, label %v210
v210:
  %v211 = sub nuw nsw i64 %v60, %v208
  %v212 = tail call i64 @llvm.smin.i64(i64 %v211, i64 %v12)
  %v213 = tail call i64 @llvm.smax.i64(i64 %v212, i64 0)
  %v214 = icmp slt i64 %v212, 1
  %v215 = mul i64 %v208, %v8
  %v216 = getelementptr float, ptr %v6, i64 %v215
  %v217 = mul i64 %v208, %v11
  %v70 = getelementptr float, ptr %v9, i64 %v217
  br label %v75
v75:
  %v74 = phi i64 [ %v47, %v210 ], [ %v218, %v219 ]
  %v220 = phi i64 [ 0, %v210 ], [ %v221, %v219 ]
  %v218 = add nsw i64 %v74, -1
  %v221 = add nuw nsw i64 %v220, 1
  %v72 = getelementptr float, ptr %v216, i64 %v220
  br i1 %v214, label %v66, label %v222
v66:
  %v65 = load float, ptr %v72, align 4
  br label %v219
v222:
  %v223 = getelementptr float, ptr %v6, i64 %v220
  %v224 = load float, ptr %v72, align 4
  br label %v68
v68:
  %v225 = phi float [ %v224, %v222 ], [ %v67, %v68 ]
  %v226 = phi i64 [ %v213, %v222 ], [ %v227, %v68 ]
  %v228 = phi i64 [ 1, %v222 ], [ %v229, %v68 ]
  %v227 = add nsw i64 %v226, -1
  %v229 = add nuw nsw i64 %v228, 1
  %v230 = getelementptr float, ptr %v70, i64 %v228
  %v231 = load float, ptr %v230, align 4
  %v232 = add nsw i64 %v228, %v208
  %v233 = icmp slt i64 %v232, 0
  %v234 = select i1 %v233, i64 %v7, i64 0
  %v235 = add i64 %v234, %v232
  %v236 = mul i64 %v235, %v8
  %v237 = getelementptr float, ptr %v223, i64 %v236
  %v238 = load float, ptr %v237, align 4
  %v239 = fmul float %v231, %v238
  %v67 = fsub float %v225, %v239
  store float %v67, ptr %v72, align 4
  %v240 = icmp sgt i64 %v226, 1
  br i1 %v240, label %v68, label %v219
v38:
  %v241 = phi i32 [ 0, %v76 ], [ 0, %v14 ], [ 1, %v24 ]
  ret i32 %v241
}
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
