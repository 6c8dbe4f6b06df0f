; Made from toeplitz.py by generate.py: f8adb0fd66a4de7922026d25a29da93a99360a79

; const <f8[1] const <f8[2] <f8[2] <f8[1] <f8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v238:
  %v12 = add i64 %v3, -1
  %v13 = icmp eq i64 %v3, 0
  br i1 %v13, label %v14, label %v15
v15:
  %v16 = icmp sgt i64 %v3, 0
  %v17 = select i1 %v16, i64 0, i64 %v1
  %v18 = add i64 %v17, %v12
  %v19 = getelementptr double, ptr %v0, i64 %v18
  %v20 = load double, ptr %v19, align 8
  %v21 = fcmp oeq double %v20, 0.000000e+00
  br i1 %v21, label %v14, label %v22
v22:
  %v23 = icmp slt i64 %v4, 1
  br i1 %v23, label %v24, label %v25
v24:
  %v26 = icmp sgt i64 %v3, 1
  br i1 %v26, label %v27, label %v28
v27:
  %v29 = getelementptr double, ptr %v0, i64 %v3
  %v30 = getelementptr i8, ptr %v29, i64 -16
  %v31 = load double, ptr %v30, align 8
  %v32 = getelementptr double, ptr %v0, i64 %v12
  %v33 = load double, ptr %v32, align 8
  %v34 = fdiv double %v31, %v33
  %v35 = load double, ptr %v29, align 8
  %v36 = fdiv double %v35, %v33
  store double %v34, ptr %v8, align 8
  store double %v36, ptr %v10, align 8
  br label %v37
v28:
  %v38 = icmp slt i64 %v12, 1
  br i1 %v38, label %v14, label %v37
v37:
  %v39 = icmp slt i64 %v18, 0
  %v40 = icmp slt i64 %v18, %v1
  %v41 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v42 = icmp slt i64 %v7, 1
  br label %v43
v137:
  %v44 = fcmp oeq double %v45, 0.000000e+00
  br i1 %v44, label %v14, label %v46
v46:
  br i1 %v42, label %v47, label %v48
v48:
  %v49 = mul i64 %v50, %v4
  %v51 = getelementptr double, ptr %v2, i64 %v49
  %v52 = mul i64 %v50, %v7
  %v53 = getelementptr double, ptr %v5, i64 %v52
  br label %v54
v138:
  %v55 = add nsw i64 %v56, -1
  %v57 = add nuw nsw i64 %v58, 1
  %v59 = icmp sgt i64 %v56, 1
  br i1 %v59, label %v54, label %v47
v157:
  %v60 = fdiv double %v61, %v45
  %v62 = getelementptr double, ptr %v53, i64 %v58
  store double %v60, ptr %v62, align 8
  br label %v63
v47:
  %v64 = icmp slt i64 %v50, %v12
  br i1 %v64, label %v65, label %v66
v65:
  %v67 = add nsw i64 %v50, %v12
  %v68 = load double, ptr %v19, align 8
  %v69 = fneg double %v68
  %v70 = add i64 %v50, %v3
  %v71 = getelementptr double, ptr %v0, i64 %v70
  %v72 = icmp slt i64 %v70, 0
  %v73 = select i1 %v72, i64 %v1, i64 0
  %v74 = getelementptr double, ptr %v71, i64 %v73
  %v75 = load double, ptr %v74, align 8
  %v76 = fneg double %v75
  %v77 = xor i64 %v50, -1
  %v78 = add i64 %v12, %v77
  %v79 = getelementptr double, ptr %v0, i64 %v78
  %v80 = icmp slt i64 %v78, 0
  %v81 = select i1 %v80, i64 %v1, i64 0
  %v82 = getelementptr double, ptr %v79, i64 %v81
  %v83 = load double, ptr %v82, align 8
  %v84 = fneg double %v83
  %v85 = sub nsw i64 %v12, %v50
  br label %v86
v206:
  %v87 = fcmp oeq double %v88, 0.000000e+00
  br i1 %v87, label %v14, label %v89
v89:
  %v90 = fdiv double %v91, %v88
  %v92 = fdiv double %v93, %v94
  store double %v90, ptr %v95, align 8
  %v96 = getelementptr double, ptr %v10, i64 %v50
  store double %v92, ptr %v96, align 8
  %v97 = ashr i64 %v98, 1
  %v99 = icmp slt i64 %v97, 1
  br i1 %v99, label %v66, label %v100
v66:
  %v101 = icmp sgt i64 %v102, 1
  br i1 %v101, label %v43, label %v14
v25:
  %v103 = phi i64 [ %v104, %v25 ], [ %v4, %v22 ]
  %v105 = phi i64 [ %v106, %v25 ], [ 0, %v22 ]
  %v104 = add nsw i64 %v103, -1
  %v106 = add nuw nsw i64 %v105, 1
  %v107 = getelementptr double, ptr %v2, i64 %v105
  %v108 = load double, ptr %v107, align 8
  %v109 = load double, ptr %v19, align 8
  %v110 = fdiv double %v108, %v109
  %v111 = getelementptr double, ptr %v5, i64 %v105
  store double %v110, ptr %v111, align 8
  %v112 = icmp samesign ugt i64 %v103, 1
  br i1 %v112, label %v25, label %v24
v43:
  %v102 = phi i64 [ %v12, %v37 ], [ %v113, %v66 ]
  %v50 = phi i64 [ 1, %v37 ], [ %v98, %v66 ]
  %v113 = add nsw i64 %v102, -1
  %v98 = add nuw i64 %v50, 1
  br i1 %v39, label %v114, label %v115
v114:
  br label %v115
v115:
  %v116 = phi i64 [ 0, %v114 ], [ %v18, %v43 ]
  br i1 %v40, label %v117, label %v118
v118:
  br label %v117
v117:
  %v119 = phi i64 [ %v1, %v118 ], [ %v116, %v115 ]
  %v120 = getelementptr double, ptr %v0, i64 %v119
  %v121 = load double, ptr %v120, align 8
  %v122 = fneg double %v121
  %v95 = getelementptr double, ptr %v8, i64 %v50
  br label %v123
v123:
  %v124 = phi double [ %v45, %v123 ], [ %v122, %v117 ]
  %v125 = phi i64 [ %v126, %v123 ], [ %v50, %v117 ]
  %v127 = phi i64 [ %v128, %v123 ], [ 0, %v117 ]
  %v126 = add nsw i64 %v125, -1
  %v128 = add nuw nsw i64 %v127, 1
  %v129 = sub nuw nsw i64 %v50, %v127
  %v130 = getelementptr double, ptr %v120, i64 %v129
  %v131 = load double, ptr %v130, align 8
  %v132 = xor i64 %v127, -1
  %v133 = getelementptr double, ptr %v95, i64 %v132
  %v134 = load double, ptr %v133, align 8
  %v135 = fmul double %v131, %v134
  %v45 = fadd double %v124, %v135
  %v136 = icmp sgt i64 %v125, 1
  br i1 %v136, label %v123, label %v137
v54:
  %v56 = phi i64 [ %v41, %v48 ], [ %v55, %v138 ]
  %v58 = phi i64 [ 0, %v48 ], [ %v57, %v138 ]
  %v139 = getelementptr double, ptr %v51, i64 %v58
  %v140 = load double, ptr %v139, align 8
  %v141 = fneg double %v140
  %v142 = getelementptr double, ptr %v5, i64 %v58
  br label %v143
v143:
  %v144 = phi double [ %v141, %v54 ], [ %v61, %v143 ]
  %v145 = phi i64 [ %v50, %v54 ], [ %v146, %v143 ]
  %v147 = phi i64 [ 0, %v54 ], [ %v148, %v143 ]
  %v146 = add nsw i64 %v145, -1
  %v148 = add nuw nsw i64 %v147, 1
  %v149 = sub nuw nsw i64 %v50, %v147
  %v150 = getelementptr double, ptr %v120, i64 %v149
  %v151 = load double, ptr %v150, align 8
  %v152 = mul i64 %v147, %v7
  %v153 = getelementptr double, ptr %v142, i64 %v152
  %v154 = load double, ptr %v153, align 8
  %v155 = fmul double %v151, %v154
  %v61 = fadd double %v144, %v155
  %v156 = icmp sgt i64 %v145, 1
  br i1 %v156, label %v143, label %v157
v63:
  %v158 = phi i64 [ %v159, %v63 ], [ %v50, %v157 ]
  %v160 = phi i64 [ %v161, %v63 ], [ 0, %v157 ]
  %v159 = add nsw i64 %v158, -1
  %v161 = add nuw nsw i64 %v160, 1
  %v162 = mul i64 %v160, %v7
  %v163 = getelementptr double, ptr %v142, i64 %v162
  %v164 = load double, ptr %v163, align 8
  %v165 = xor i64 %v160, -1
  %v166 = getelementptr double, ptr %v95, i64 %v165
  %v167 = load double, ptr %v166, align 8
  %v168 = fmul double %v60, %v167
  %v169 = fsub double %v164, %v168
  store double %v169, ptr %v163, align 8
  %v170 = icmp sgt i64 %v158, 1
  br i1 %v170, label %v63, label %v138
v86:
  %v171 = phi double [ %v69, %v65 ], [ %v88, %v86 ]
  %v172 = phi double [ %v69, %v65 ], [ %v94, %v86 ]
  %v173 = phi double [ %v84, %v65 ], [ %v91, %v86 ]
  %v174 = phi double [ %v76, %v65 ], [ %v93, %v86 ]
  %v175 = phi i64 [ %v50, %v65 ], [ %v176, %v86 ]
  %v177 = phi i64 [ 0, %v65 ], [ %v178, %v86 ]
  %v176 = add nsw i64 %v175, -1
  %v178 = add nuw nsw i64 %v177, 1
  %v179 = add i64 %v177, %v85
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v1, i64 0
  %v182 = getelementptr double, ptr %v0, i64 %v179
  %v183 = getelementptr double, ptr %v182, i64 %v181
  %v184 = load double, ptr %v183, align 8
  %v185 = getelementptr double, ptr %v8, i64 %v177
  %v186 = load double, ptr %v185, align 8
  %v187 = fmul double %v184, %v186
  %v91 = fadd double %v173, %v187
  %v188 = sub i64 %v67, %v177
  %v189 = icmp slt i64 %v188, 0
  %v190 = select i1 %v189, i64 %v1, i64 0
  %v191 = getelementptr double, ptr %v0, i64 %v188
  %v192 = getelementptr double, ptr %v191, i64 %v190
  %v193 = load double, ptr %v192, align 8
  %v194 = getelementptr double, ptr %v10, i64 %v177
  %v195 = load double, ptr %v194, align 8
  %v196 = fmul double %v193, %v195
  %v93 = fadd double %v174, %v196
  %v197 = xor i64 %v177, -1
  %v198 = add nsw i64 %v50, %v197
  %v199 = getelementptr double, ptr %v10, i64 %v198
  %v200 = load double, ptr %v199, align 8
  %v201 = fmul double %v184, %v200
  %v88 = fadd double %v171, %v201
  %v202 = getelementptr double, ptr %v8, i64 %v198
  %v203 = load double, ptr %v202, align 8
  %v204 = fmul double %v193, %v203
  %v94 = fadd double %v172, %v204
  %v205 = icmp sgt i64 %v175, 1
  br i1 %v205, label %v86, label %v206
v100:
  %v207 = phi i64 [ %v208, %v100 ], [ %v97, %v89 ]
  %v209 = phi i64 [ %v210, %v100 ], [ 0, %v89 ]
  %v208 = add nsw i64 %v207, -1
  %v210 = add nuw nsw i64 %v209, 1
  %v211 = xor i64 %v209, -1
  %v212 = add nsw i64 %v50, %v211
  %v213 = getelementptr double, ptr %v8, i64 %v209
  %v214 = load double, ptr %v213, align 8
  %v215 = icmp slt i64 %v212, 0
  %v216 = select i1 %v215, i64 %v9, i64 0
  %v217 = getelementptr double, ptr %v8, i64 %v212
  %v218 = getelementptr double, ptr %v217, i64 %v216
  %v219 = load double, ptr %v218, align 8
  %v220 = getelementptr double, ptr %v10, i64 %v209
  %v221 = load double, ptr %v220, align 8
  %v222 = select i1 %v215, i64 %v11, i64 0
  %v223 = getelementptr double, ptr %v10, i64 %v212
  %v224 = getelementptr double, ptr %v223, i64 %v222
  %v225 = load double, ptr %v224, align 8
  %v226 = load double, ptr %v95, align 8
  %v227 = fmul double %v225, %v226
  %v228 = fsub double %v214, %v227
  %v229 = fmul double %v221, %v226
  %v230 = fsub double %v219, %v229
  store double %v228, ptr %v213, align 8
  store double %v230, ptr %v218, align 8
  %v231 = load double, ptr %v96, align 8
  %v232 = fmul double %v219, %v231
  %v233 = fsub double %v221, %v232
  %v234 = fmul double %v214, %v231
  %v235 = fsub double %v225, %v234
  store double %v233, ptr %v220, align 8
  store double %v235, ptr %v224, align 8
  %v236 = icmp samesign ugt i64 %v207, 1
  br i1 %v236, label %v100, label %v66
v14:
  %v237 = phi i32 [ 0, %v28 ], [ 0, %v238 ], [ 1, %v15 ], [ 0, %v66 ], [ 1, %v137 ], [ 1, %v206 ]
  ret i32 %v237
}
declare i64 @llvm.smax.i64(i64, i64)

; const <f4[1] const <f4[2] <f4[2] <f4[1] <f4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v238:
  %v12 = add i64 %v3, -1
  %v13 = icmp eq i64 %v3, 0
  br i1 %v13, label %v14, label %v15
v15:
  %v16 = icmp sgt i64 %v3, 0
  %v17 = select i1 %v16, i64 0, i64 %v1
  %v18 = add i64 %v17, %v12
  %v19 = getelementptr float, ptr %v0, i64 %v18
  %v20 = load float, ptr %v19, align 4
  %v21 = fcmp oeq float %v20, 0.000000e+00
  br i1 %v21, label %v14, label %v22
v22:
  %v23 = icmp slt i64 %v4, 1
  br i1 %v23, label %v24, label %v25
v24:
  %v26 = icmp sgt i64 %v3, 1
  br i1 %v26, label %v27, label %v28
v27:
  %v29 = getelementptr float, ptr %v0, i64 %v3
  %v30 = getelementptr i8, ptr %v29, i64 -8
  %v31 = load float, ptr %v30, align 4
  %v32 = getelementptr float, ptr %v0, i64 %v12
  %v33 = load float, ptr %v32, align 4
  %v34 = fdiv float %v31, %v33
  %v35 = load float, ptr %v29, align 4
  %v36 = fdiv float %v35, %v33
  store float %v34, ptr %v8, align 4
  store float %v36, ptr %v10, align 4
  br label %v37
v28:
  %v38 = icmp slt i64 %v12, 1
  br i1 %v38, label %v14, label %v37
v37:
  %v39 = icmp slt i64 %v18, 0
  %v40 = icmp slt i64 %v18, %v1
  %v41 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v42 = icmp slt i64 %v7, 1
  br label %v43
v137:
  %v44 = fcmp oeq float %v45, 0.000000e+00
  br i1 %v44, label %v14, label %v46
v46:
  br i1 %v42, label %v47, label %v48
v48:
  %v49 = mul i64 %v50, %v4
  %v51 = getelementptr float, ptr %v2, i64 %v49
  %v52 = mul i64 %v50, %v7
  %v53 = getelementptr float, ptr %v5, i64 %v52
  br label %v54
v138:
  %v55 = add nsw i64 %v56, -1
  %v57 = add nuw nsw i64 %v58, 1
  %v59 = icmp sgt i64 %v56, 1
  br i1 %v59, label %v54, label %v47
v157:
  %v60 = fdiv float %v61, %v45
  %v62 = getelementptr float, ptr %v53, i64 %v58
  store float %v60, ptr %v62, align 4
  br label %v63
v47:
  %v64 = icmp slt i64 %v50, %v12
  br i1 %v64, label %v65, label %v66
v65:
  %v67 = add nsw i64 %v50, %v12
  %v68 = load float, ptr %v19, align 4
  %v69 = fneg float %v68
  %v70 = add i64 %v50, %v3
  %v71 = getelementptr float, ptr %v0, i64 %v70
  %v72 = icmp slt i64 %v70, 0
  %v73 = select i1 %v72, i64 %v1, i64 0
  %v74 = getelementptr float, ptr %v71, i64 %v73
  %v75 = load float, ptr %v74, align 4
  %v76 = fneg float %v75
  %v77 = xor i64 %v50, -1
  %v78 = add i64 %v12, %v77
  %v79 = getelementptr float, ptr %v0, i64 %v78
  %v80 = icmp slt i64 %v78, 0
  %v81 = select i1 %v80, i64 %v1, i64 0
  %v82 = getelementptr float, ptr %v79, i64 %v81
  %v83 = load float, ptr %v82, align 4
  %v84 = fneg float %v83
  %v85 = sub nsw i64 %v12, %v50
  br label %v86
v206:
  %v87 = fcmp oeq float %v88, 0.000000e+00
  br i1 %v87, label %v14, label %v89
v89:
  %v90 = fdiv float %v91, %v88
  %v92 = fdiv float %v93, %v94
  store float %v90, ptr %v95, align 4
  %v96 = getelementptr float, ptr %v10, i64 %v50
  store float %v92, ptr %v96, align 4
  %v97 = ashr i64 %v98, 1
  %v99 = icmp slt i64 %v97, 1
  br i1 %v99, label %v66, label %v100
v66:
  %v101 = icmp sgt i64 %v102, 1
  br i1 %v101, label %v43, label %v14
v25:
  %v103 = phi i64 [ %v104, %v25 ], [ %v4, %v22 ]
  %v105 = phi i64 [ %v106, %v25 ], [ 0, %v22 ]
  %v104 = add nsw i64 %v103, -1
  %v106 = add nuw nsw i64 %v105, 1
  %v107 = getelementptr float, ptr %v2, i64 %v105
  %v108 = load float, ptr %v107, align 4
  %v109 = load float, ptr %v19, align 4
  %v110 = fdiv float %v108, %v109
  %v111 = getelementptr float, ptr %v5, i64 %v105
  store float %v110, ptr %v111, align 4
  %v112 = icmp samesign ugt i64 %v103, 1
  br i1 %v112, label %v25, label %v24
v43:
  %v102 = phi i64 [ %v12, %v37 ], [ %v113, %v66 ]
  %v50 = phi i64 [ 1, %v37 ], [ %v98, %v66 ]
  %v113 = add nsw i64 %v102, -1
  %v98 = add nuw i64 %v50, 1
  br i1 %v39, label %v114, label %v115
v114:
  br label %v115
v115:
  %v116 = phi i64 [ 0, %v114 ], [ %v18, %v43 ]
  br i1 %v40, label %v117, label %v118
v118:
  br label %v117
v117:
  %v119 = phi i64 [ %v1, %v118 ], [ %v116, %v115 ]
  %v120 = getelementptr float, ptr %v0, i64 %v119
  %v121 = load float, ptr %v120, align 4
  %v122 = fneg float %v121
  %v95 = getelementptr float, ptr %v8, i64 %v50
  br label %v123
v123:
  %v124 = phi float [ %v45, %v123 ], [ %v122, %v117 ]
  %v125 = phi i64 [ %v126, %v123 ], [ %v50, %v117 ]
  %v127 = phi i64 [ %v128, %v123 ], [ 0, %v117 ]
  %v126 = add nsw i64 %v125, -1
  %v128 = add nuw nsw i64 %v127, 1
  %v129 = sub nuw nsw i64 %v50, %v127
  %v130 = getelementptr float, ptr %v120, i64 %v129
  %v131 = load float, ptr %v130, align 4
  %v132 = xor i64 %v127, -1
  %v133 = getelementptr float, ptr %v95, i64 %v132
  %v134 = load float, ptr %v133, align 4
  %v135 = fmul float %v131, %v134
  %v45 = fadd float %v124, %v135
  %v136 = icmp sgt i64 %v125, 1
  br i1 %v136, label %v123, label %v137
v54:
  %v56 = phi i64 [ %v41, %v48 ], [ %v55, %v138 ]
  %v58 = phi i64 [ 0, %v48 ], [ %v57, %v138 ]
  %v139 = getelementptr float, ptr %v51, i64 %v58
  %v140 = load float, ptr %v139, align 4
  %v141 = fneg float %v140
  %v142 = getelementptr float, ptr %v5, i64 %v58
  br label %v143
v143:
  %v144 = phi float [ %v141, %v54 ], [ %v61, %v143 ]
  %v145 = phi i64 [ %v50, %v54 ], [ %v146, %v143 ]
  %v147 = phi i64 [ 0, %v54 ], [ %v148, %v143 ]
  %v146 = add nsw i64 %v145, -1
  %v148 = add nuw nsw i64 %v147, 1
  %v149 = sub nuw nsw i64 %v50, %v147
  %v150 = getelementptr float, ptr %v120, i64 %v149
  %v151 = load float, ptr %v150, align 4
  %v152 = mul i64 %v147, %v7
  %v153 = getelementptr float, ptr %v142, i64 %v152
  %v154 = load float, ptr %v153, align 4
  %v155 = fmul float %v151, %v154
  %v61 = fadd float %v144, %v155
  %v156 = icmp sgt i64 %v145, 1
  br i1 %v156, label %v143, label %v157
v63:
  %v158 = phi i64 [ %v159, %v63 ], [ %v50, %v157 ]
  %v160 = phi i64 [ %v161, %v63 ], [ 0, %v157 ]
  %v159 = add nsw i64 %v158, -1
  %v161 = add nuw nsw i64 %v160, 1
  %v162 = mul i64 %v160, %v7
  %v163 = getelementptr float, ptr %v142, i64 %v162
  %v164 = load float, ptr %v163, align 4
  %v165 = xor i64 %v160, -1
  %v166 = getelementptr float, ptr %v95, i64 %v165
  %v167 = load float, ptr %v166, align 4
  %v168 = fmul float %v60, %v167
  %v169 = fsub float %v164, %v168
  store float %v169, ptr %v163, align 4
  %v170 = icmp sgt i64 %v158, 1
  br i1 %v170, label %v63, label %v138
v86:
  %v171 = phi float [ %v69, %v65 ], [ %v88, %v86 ]
  %v172 = phi float [ %v69, %v65 ], [ %v94, %v86 ]
  %v173 = phi float [ %v84, %v65 ], [ %v91, %v86 ]
  %v174 = phi float [ %v76, %v65 ], [ %v93, %v86 ]
  %v175 = phi i64 [ %v50, %v65 ], [ %v176, %v86 ]
  %v177 = phi i64 [ 0, %v65 ], [ %v178, %v86 ]
  %v176 = add nsw i64 %v175, -1
  %v178 = add nuw nsw i64 %v177, 1
  %v179 = add i64 %v177, %v85
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v1, i64 0
  %v182 = getelementptr float, ptr %v0, i64 %v179
  %v183 = getelementptr float, ptr %v182, i64 %v181
  %v184 = load float, ptr %v183, align 4
  %v185 = getelementptr float, ptr %v8, i64 %v177
  %v186 = load float, ptr %v185, align 4
  %v187 = fmul float %v184, %v186
  %v91 = fadd float %v173, %v187
  %v188 = sub i64 %v67, %v177
  %v189 = icmp slt i64 %v188, 0
  %v190 = select i1 %v189, i64 %v1, i64 0
  %v191 = getelementptr float, ptr %v0, i64 %v188
  %v192 = getelementptr float, ptr %v191, i64 %v190
  %v193 = load float, ptr %v192, align 4
  %v194 = getelementptr float, ptr %v10, i64 %v177
  %v195 = load float, ptr %v194, align 4
  %v196 = fmul float %v193, %v195
  %v93 = fadd float %v174, %v196
  %v197 = xor i64 %v177, -1
  %v198 = add nsw i64 %v50, %v197
  %v199 = getelementptr float, ptr %v10, i64 %v198
  %v200 = load float, ptr %v199, align 4
  %v201 = fmul float %v184, %v200
  %v88 = fadd float %v171, %v201
  %v202 = getelementptr float, ptr %v8, i64 %v198
  %v203 = load float, ptr %v202, align 4
  %v204 = fmul float %v193, %v203
  %v94 = fadd float %v172, %v204
  %v205 = icmp sgt i64 %v175, 1
  br i1 %v205, label %v86, label %v206
v100:
  %v207 = phi i64 [ %v208, %v100 ], [ %v97, %v89 ]
  %v209 = phi i64 [ %v210, %v100 ], [ 0, %v89 ]
  %v208 = add nsw i64 %v207, -1
  %v210 = add nuw nsw i64 %v209, 1
  %v211 = xor i64 %v209, -1
  %v212 = add nsw i64 %v50, %v211
  %v213 = getelementptr float, ptr %v8, i64 %v209
  %v214 = load float, ptr %v213, align 4
  %v215 = icmp slt i64 %v212, 0
  %v216 = select i1 %v215, i64 %v9, i64 0
  %v217 = getelementptr float, ptr %v8, i64 %v212
  %v218 = getelementptr float, ptr %v217, i64 %v216
  %v219 = load float, ptr %v218, align 4
  %v220 = getelementptr float, ptr %v10, i64 %v209
  %v221 = load float, ptr %v220, align 4
  %v222 = select i1 %v215, i64 %v11, i64 0
  %v223 = getelementptr float, ptr %v10, i64 %v212
  %v224 = getelementptr float, ptr %v223, i64 %v222
  %v225 = load float, ptr %v224, align 4
  %v226 = load float, ptr %v95, align 4
  %v227 = fmul float %v225, %v226
  %v228 = fsub float %v214, %v227
  %v229 = fmul float %v221, %v226
  %v230 = fsub float %v219, %v229
  store float %v228, ptr %v213, align 4
  store float %v230, ptr %v218, align 4
  %v231 = load float, ptr %v96, align 4
  %v232 = fmul float %v219, %v231
  %v233 = fsub float %v221, %v232
  %v234 = fmul float %v214, %v231
  %v235 = fsub float %v225, %v234
  store float %v233, ptr %v220, align 4
  store float %v235, ptr %v224, align 4
  %v236 = icmp samesign ugt i64 %v207, 1
  br i1 %v236, label %v100, label %v66
v14:
  %v237 = phi i32 [ 0, %v28 ], [ 0, %v238 ], [ 1, %v15 ], [ 0, %v66 ], [ 1, %v137 ], [ 1, %v206 ]
  ret i32 %v237
}
declare i64 @llvm.smax.i64(i64, i64)
