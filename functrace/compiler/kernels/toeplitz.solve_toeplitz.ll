; Made from toeplitz.py by generate.py: f8adb0fd66a4de7922026d25a29da93a99360a79
; by Numba 0.68.1

; const <f8[1] const <f8[2] <f8[2] <f8[1] <f8[1]
; returns none
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v256:
  %v12 = shl i64 %v1, 3
  %v13 = shl i64 %v7, 3
  %v14 = shl i64 %v9, 3
  %v15 = shl i64 %v11, 3
  %v16 = tail call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v3, i64 1)
  %v17 = extractvalue { i64, i1 } %v16, 0
  %v18 = extractvalue { i64, i1 } %v16, 1
  br i1 %v18, label %v19, label %v20
v20:
  %v21 = icmp sgt i64 %v3, 0
  %v22 = select i1 %v21, i64 0, i64 %v1
  %v23 = add i64 %v22, %v17
  %v24 = getelementptr double, ptr %v0, i64 %v23
  %v25 = load double, ptr %v24, align 8
  %v26 = fcmp oeq double %v25, 0.000000e+00
  br i1 %v26, label %v19, label %v27
v30:
  %v28 = phi i64 [ %v29, %v30 ], [ 0, %v31 ]
  %v29 = add nuw nsw i64 %v28, 1
  %v32 = shl i64 %v28, 3
  %v33 = getelementptr i8, ptr %v2, i64 %v32
  %v34 = load double, ptr %v33, align 8
  %v35 = load double, ptr %v36, align 8
  %v37 = fdiv double %v34, %v35
  %v38 = getelementptr i8, ptr %v5, i64 %v32
  store double %v37, ptr %v38, align 8
  %v39 = icmp eq i64 %v4, %v29
  br i1 %v39, label %v40, label %v30
v40:
  %v41 = icmp sgt i64 %v3, 1
  br i1 %v41, label %v42, label %v43
v42:
  %v44 = getelementptr double, ptr %v0, i64 %v3
  %v45 = getelementptr i8, ptr %v44, i64 -16
  %v46 = load double, ptr %v45, align 8
  %v47 = getelementptr double, ptr %v0, i64 %v17
  %v48 = load double, ptr %v47, align 8
  %v49 = fdiv double %v46, %v48
  %v50 = load double, ptr %v44, align 8
  %v51 = shl i64 %v23, 3
  %v52 = getelementptr i8, ptr %v0, i64 %v51
  %v53 = load double, ptr %v52, align 8
  %v54 = fdiv double %v50, %v53
  store double %v49, ptr %v8, align 8
  store double %v54, ptr %v10, align 8
  br label %v55
v60:
  %v56 = phi i64 [ %v57, %v58 ], [ %v59, %v60 ]
  %v61 = phi double [ %v62, %v58 ], [ %v63, %v60 ]
  %v64 = shl i64 %v56, 3
  %v65 = getelementptr i8, ptr %v66, i64 %v64
  %v67 = load double, ptr %v65, align 8
  %v68 = getelementptr i8, ptr %v8, i64 %v64
  %v69 = load double, ptr %v68, align 8
  %v70 = fmul double %v67, %v69
  %v63 = fadd double %v61, %v70
  %v59 = add i64 %v56, -1
  %v71 = icmp eq i64 %v56, 0
  br i1 %v71, label %v72, label %v60
v72:
  %v73 = fcmp oeq double %v63, 0.000000e+00
  br i1 %v73, label %v19, label %v74
v112:
  %v75 = add nuw nsw i64 %v76, 1
  %v77 = getelementptr i8, ptr %v78, i64 8
  %v79 = icmp eq i64 %v7, %v75
  br i1 %v79, label %v80, label %v81
v85:
  %v82 = phi i64 [ %v83, %v81 ], [ %v84, %v85 ]
  %v86 = phi ptr [ %v78, %v81 ], [ %v87, %v85 ]
  %v88 = phi double [ %v89, %v81 ], [ %v90, %v85 ]
  %v91 = shl i64 %v82, 3
  %v92 = getelementptr i8, ptr %v93, i64 %v91
  %v94 = load double, ptr %v92, align 8
  %v95 = load double, ptr %v86, align 8
  %v96 = fmul double %v94, %v95
  %v90 = fadd double %v88, %v96
  %v87 = getelementptr i8, ptr %v86, i64 %v13
  %v84 = add i64 %v82, -1
  %v97 = icmp eq i64 %v84, 0
  br i1 %v97, label %v98, label %v85
v101:
  %v99 = phi i64 [ %v57, %v98 ], [ %v100, %v101 ]
  %v102 = phi ptr [ %v78, %v98 ], [ %v103, %v101 ]
  %v104 = load double, ptr %v102, align 8
  %v105 = shl i64 %v99, 3
  %v106 = getelementptr i8, ptr %v8, i64 %v105
  %v107 = load double, ptr %v106, align 8
  %v108 = fmul double %v109, %v107
  %v110 = fsub double %v104, %v108
  store double %v110, ptr %v102, align 8
  %v103 = getelementptr i8, ptr %v102, i64 %v13
  %v100 = add i64 %v99, -1
  %v111 = icmp eq i64 %v99, 0
  br i1 %v111, label %v112, label %v101
v80:
  %v113 = icmp slt i64 %v83, %v17
  br i1 %v113, label %v114, label %v115
v118:
  %v116 = phi i64 [ 0, %v114 ], [ %v117, %v118 ]
  %v119 = phi i64 [ %v120, %v114 ], [ %v121, %v118 ]
  %v122 = phi i64 [ %v83, %v114 ], [ %v123, %v118 ]
  %v124 = phi double [ %v125, %v114 ], [ %v126, %v118 ]
  %v127 = phi double [ %v125, %v114 ], [ %v128, %v118 ]
  %v129 = phi double [ %v130, %v114 ], [ %v131, %v118 ]
  %v132 = phi double [ %v133, %v114 ], [ %v134, %v118 ]
  %v135 = add i64 %v119, %v3
  %v136 = icmp slt i64 %v135, 0
  %v137 = select i1 %v136, i64 %v12, i64 0
  %v138 = getelementptr i8, ptr %v139, i64 %v137
  %v140 = shl i64 %v119, 3
  %v141 = getelementptr i8, ptr %v138, i64 %v140
  %v142 = load double, ptr %v141, align 8
  %v143 = getelementptr i8, ptr %v8, i64 %v116
  %v144 = load double, ptr %v143, align 8
  %v145 = fmul double %v142, %v144
  %v131 = fadd double %v129, %v145
  %v146 = add i64 %v147, %v122
  %v148 = icmp slt i64 %v146, 0
  %v149 = select i1 %v148, i64 %v12, i64 0
  %v150 = getelementptr i8, ptr %v139, i64 %v149
  %v151 = shl i64 %v122, 3
  %v152 = getelementptr i8, ptr %v150, i64 %v151
  %v153 = getelementptr i8, ptr %v152, i64 -8
  %v154 = load double, ptr %v153, align 8
  %v155 = getelementptr i8, ptr %v10, i64 %v116
  %v156 = load double, ptr %v155, align 8
  %v157 = fmul double %v154, %v156
  %v134 = fadd double %v132, %v157
  %v158 = getelementptr i8, ptr %v10, i64 %v151
  %v159 = getelementptr i8, ptr %v158, i64 -8
  %v160 = load double, ptr %v159, align 8
  %v161 = fmul double %v142, %v160
  %v126 = fadd double %v124, %v161
  %v162 = getelementptr i8, ptr %v8, i64 %v151
  %v163 = getelementptr i8, ptr %v162, i64 -8
  %v164 = load double, ptr %v163, align 8
  %v165 = fmul double %v154, %v164
  %v128 = fadd double %v127, %v165
  %v123 = add i64 %v122, -1
  %v121 = add i64 %v119, 1
  %v117 = add i64 %v116, 8
  %v166 = icmp eq i64 %v123, 0
  br i1 %v166, label %v167, label %v118
v167:
  %v168 = fcmp oeq double %v126, 0.000000e+00
  br i1 %v168, label %v19, label %v169
v172:
  %v170 = phi i64 [ %v171, %v172 ], [ %v57, %v173 ]
  %v174 = phi i64 [ %v175, %v172 ], [ 0, %v173 ]
  %v175 = add nuw nsw i64 %v174, 1
  %v176 = shl i64 %v174, 3
  %v177 = getelementptr i8, ptr %v8, i64 %v176
  %v178 = load double, ptr %v177, align 8
  %v179 = icmp slt i64 %v170, 0
  %v180 = select i1 %v179, i64 %v14, i64 0
  %v181 = getelementptr i8, ptr %v8, i64 %v180
  %v182 = shl i64 %v170, 3
  %v183 = getelementptr i8, ptr %v181, i64 %v182
  %v184 = load double, ptr %v183, align 8
  %v185 = getelementptr i8, ptr %v10, i64 %v176
  %v186 = load double, ptr %v185, align 8
  %v187 = select i1 %v179, i64 %v15, i64 0
  %v188 = getelementptr i8, ptr %v10, i64 %v187
  %v189 = getelementptr i8, ptr %v188, i64 %v182
  %v190 = load double, ptr %v189, align 8
  %v191 = load double, ptr %v192, align 8
  %v193 = fmul double %v190, %v191
  %v194 = fsub double %v178, %v193
  %v195 = fmul double %v186, %v191
  %v196 = fsub double %v184, %v195
  store double %v194, ptr %v177, align 8
  store double %v196, ptr %v183, align 8
  %v197 = load double, ptr %v198, align 8
  %v199 = fmul double %v184, %v197
  %v200 = fsub double %v186, %v199
  %v201 = fmul double %v178, %v197
  %v202 = fsub double %v190, %v201
  store double %v200, ptr %v185, align 8
  store double %v202, ptr %v189, align 8
  %v171 = add i64 %v170, -1
  %v203 = icmp eq i64 %v204, %v175
  br i1 %v203, label %v115, label %v172
v115:
  %v205 = add i64 %v57, 1
  %v206 = add i64 %v120, -1
  %v207 = icmp eq i64 %v208, %v3
  br i1 %v207, label %v19, label %v209
v27:
  %v210 = icmp slt i64 %v4, 1
  br i1 %v210, label %v40, label %v31
v31:
  %v211 = shl i64 %v23, 3
  %v36 = getelementptr i8, ptr %v0, i64 %v211
  br label %v30
v43:
  %v212 = icmp slt i64 %v17, 1
  br i1 %v212, label %v19, label %v213
v213:
  %v214 = shl i64 %v23, 3
  br label %v55
v55:
  %v215 = phi i64 [ %v214, %v213 ], [ %v51, %v42 ]
  %v216 = getelementptr i8, ptr %v0, i64 8
  %v217 = shl i64 %v3, 3
  %v139 = getelementptr i8, ptr %v0, i64 %v217
  %v218 = icmp slt i64 %v23, 0
  %v219 = icmp slt i64 %v23, %v1
  %v220 = icmp slt i64 %v7, 1
  %v221 = getelementptr i8, ptr %v0, i64 %v215
  %v147 = add i64 %v3, -1
  br label %v209
v209:
  %v120 = phi i64 [ -2, %v55 ], [ %v206, %v115 ]
  %v57 = phi i64 [ 0, %v55 ], [ %v205, %v115 ]
  %v83 = phi i64 [ 1, %v55 ], [ %v208, %v115 ]
  %v208 = add i64 %v83, 1
  br i1 %v218, label %v222, label %v58
v222:
  br label %v58
v58:
  %v223 = phi i64 [ 0, %v222 ], [ %v23, %v209 ]
  %v224 = shl i64 %v223, 3
  %v225 = select i1 %v219, i64 %v224, i64 %v12
  %v226 = select i1 %v219, i64 %v223, i64 %v1
  %v93 = getelementptr double, ptr %v0, i64 %v226
  %v227 = load double, ptr %v93, align 8
  %v62 = fneg double %v227
  %v66 = getelementptr i8, ptr %v216, i64 %v225
  br label %v60
v74:
  br i1 %v220, label %v80, label %v228
v228:
  %v229 = mul i64 %v83, %v4
  %v230 = getelementptr double, ptr %v2, i64 %v229
  %v231 = mul i64 %v83, %v7
  %v232 = getelementptr double, ptr %v5, i64 %v231
  br label %v81
v81:
  %v78 = phi ptr [ %v77, %v112 ], [ %v5, %v228 ]
  %v76 = phi i64 [ %v75, %v112 ], [ 0, %v228 ]
  %v233 = getelementptr double, ptr %v230, i64 %v76
  %v234 = load double, ptr %v233, align 8
  %v89 = fneg double %v234
  br label %v85
v98:
  %v109 = fdiv double %v90, %v63
  %v235 = getelementptr double, ptr %v232, i64 %v76
  store double %v109, ptr %v235, align 8
  br label %v101
v114:
  %v236 = load double, ptr %v221, align 8
  %v125 = fneg double %v236
  %v237 = add i64 %v83, %v3
  %v238 = getelementptr double, ptr %v0, i64 %v237
  %v239 = icmp slt i64 %v237, 0
  %v240 = select i1 %v239, i64 %v1, i64 0
  %v241 = getelementptr double, ptr %v238, i64 %v240
  %v242 = load double, ptr %v241, align 8
  %v133 = fneg double %v242
  %v243 = xor i64 %v83, -1
  %v244 = add i64 %v17, %v243
  %v245 = getelementptr double, ptr %v0, i64 %v244
  %v246 = icmp slt i64 %v244, 0
  %v247 = select i1 %v246, i64 %v1, i64 0
  %v248 = getelementptr double, ptr %v245, i64 %v247
  %v249 = load double, ptr %v248, align 8
  %v130 = fneg double %v249
  br label %v118
v169:
  %v250 = fdiv double %v131, %v126
  %v251 = fdiv double %v134, %v128
  %v252 = shl i64 %v83, 3
  %v192 = getelementptr i8, ptr %v8, i64 %v252
  store double %v250, ptr %v192, align 8
  %v253 = getelementptr double, ptr %v10, i64 %v83
  store double %v251, ptr %v253, align 8
  %v204 = ashr i64 %v208, 1
  %v254 = icmp slt i64 %v204, 1
  br i1 %v254, label %v115, label %v173
v173:
  %v198 = getelementptr i8, ptr %v10, i64 %v252
  br label %v172
v19:
  %v255 = phi i32 [ 0, %v43 ], [ 0, %v256 ], [ 1, %v20 ], [ 0, %v115 ], [ 1, %v72 ], [ 1, %v167 ]
  ret i32 %v255
}

; const <f4[1] const <f4[2] <f4[2] <f4[1] <f4[1]
; returns none
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, i64 %v4, ptr %v5, i64 %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v256:
  %v12 = shl i64 %v1, 2
  %v13 = shl i64 %v7, 2
  %v14 = shl i64 %v9, 2
  %v15 = shl i64 %v11, 2
  %v16 = tail call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v3, i64 1)
  %v17 = extractvalue { i64, i1 } %v16, 0
  %v18 = extractvalue { i64, i1 } %v16, 1
  br i1 %v18, label %v19, label %v20
v20:
  %v21 = icmp sgt i64 %v3, 0
  %v22 = select i1 %v21, i64 0, i64 %v1
  %v23 = add i64 %v22, %v17
  %v24 = getelementptr float, ptr %v0, i64 %v23
  %v25 = load float, ptr %v24, align 4
  %v26 = fcmp oeq float %v25, 0.000000e+00
  br i1 %v26, label %v19, label %v27
v30:
  %v28 = phi i64 [ %v29, %v30 ], [ 0, %v31 ]
  %v29 = add nuw nsw i64 %v28, 1
  %v32 = shl i64 %v28, 2
  %v33 = getelementptr i8, ptr %v2, i64 %v32
  %v34 = load float, ptr %v33, align 4
  %v35 = load float, ptr %v36, align 4
  %v37 = fdiv float %v34, %v35
  %v38 = getelementptr i8, ptr %v5, i64 %v32
  store float %v37, ptr %v38, align 4
  %v39 = icmp eq i64 %v4, %v29
  br i1 %v39, label %v40, label %v30
v40:
  %v41 = icmp sgt i64 %v3, 1
  br i1 %v41, label %v42, label %v43
v42:
  %v44 = getelementptr float, ptr %v0, i64 %v3
  %v45 = getelementptr i8, ptr %v44, i64 -8
  %v46 = load float, ptr %v45, align 4
  %v47 = getelementptr float, ptr %v0, i64 %v17
  %v48 = load float, ptr %v47, align 4
  %v49 = fdiv float %v46, %v48
  %v50 = load float, ptr %v44, align 4
  %v51 = shl i64 %v23, 2
  %v52 = getelementptr i8, ptr %v0, i64 %v51
  %v53 = load float, ptr %v52, align 4
  %v54 = fdiv float %v50, %v53
  store float %v49, ptr %v8, align 4
  store float %v54, ptr %v10, align 4
  br label %v55
v60:
  %v56 = phi i64 [ %v57, %v58 ], [ %v59, %v60 ]
  %v61 = phi float [ %v62, %v58 ], [ %v63, %v60 ]
  %v64 = shl i64 %v56, 2
  %v65 = getelementptr i8, ptr %v66, i64 %v64
  %v67 = load float, ptr %v65, align 4
  %v68 = getelementptr i8, ptr %v8, i64 %v64
  %v69 = load float, ptr %v68, align 4
  %v70 = fmul float %v67, %v69
  %v63 = fadd float %v61, %v70
  %v59 = add i64 %v56, -1
  %v71 = icmp eq i64 %v56, 0
  br i1 %v71, label %v72, label %v60
v72:
  %v73 = fcmp oeq float %v63, 0.000000e+00
  br i1 %v73, label %v19, label %v74
v114:
  %v75 = add nuw nsw i64 %v76, 1
  %v77 = getelementptr i8, ptr %v78, i64 4
  %v79 = icmp eq i64 %v7, %v75
  br i1 %v79, label %v80, label %v81
v85:
  %v82 = phi i64 [ %v83, %v81 ], [ %v84, %v85 ]
  %v86 = phi ptr [ %v78, %v81 ], [ %v87, %v85 ]
  %v88 = phi float [ %v89, %v81 ], [ %v90, %v85 ]
  %v91 = shl i64 %v82, 2
  %v92 = getelementptr i8, ptr %v93, i64 %v91
  %v94 = load float, ptr %v92, align 4
  %v95 = load float, ptr %v86, align 4
  %v96 = fmul float %v94, %v95
  %v90 = fadd float %v88, %v96
  %v87 = getelementptr i8, ptr %v86, i64 %v13
  %v84 = add i64 %v82, -1
  %v97 = icmp eq i64 %v84, 0
  br i1 %v97, label %v98, label %v85
v98:
  %v99 = fdiv float %v90, %v63
  %v100 = getelementptr float, ptr %v101, i64 %v76
  store float %v99, ptr %v100, align 4
  br label %v102
v102:
  %v103 = phi i64 [ %v57, %v98 ], [ %v104, %v102 ]
  %v105 = phi ptr [ %v78, %v98 ], [ %v106, %v102 ]
  %v107 = load float, ptr %v105, align 4
  %v108 = shl i64 %v103, 2
  %v109 = getelementptr i8, ptr %v8, i64 %v108
  %v110 = load float, ptr %v109, align 4
  %v111 = fmul float %v99, %v110
  %v112 = fsub float %v107, %v111
  store float %v112, ptr %v105, align 4
  %v106 = getelementptr i8, ptr %v105, i64 %v13
  %v104 = add i64 %v103, -1
  %v113 = icmp eq i64 %v103, 0
  br i1 %v113, label %v114, label %v102
v80:
  %v115 = icmp slt i64 %v83, %v17
  br i1 %v115, label %v116, label %v117
v120:
  %v118 = phi i64 [ 0, %v116 ], [ %v119, %v120 ]
  %v121 = phi i64 [ %v122, %v116 ], [ %v123, %v120 ]
  %v124 = phi i64 [ %v83, %v116 ], [ %v125, %v120 ]
  %v126 = phi float [ %v127, %v116 ], [ %v128, %v120 ]
  %v129 = phi float [ %v127, %v116 ], [ %v130, %v120 ]
  %v131 = phi float [ %v132, %v116 ], [ %v133, %v120 ]
  %v134 = phi float [ %v135, %v116 ], [ %v136, %v120 ]
  %v137 = add i64 %v121, %v3
  %v138 = icmp slt i64 %v137, 0
  %v139 = select i1 %v138, i64 %v12, i64 0
  %v140 = getelementptr i8, ptr %v141, i64 %v139
  %v142 = shl i64 %v121, 2
  %v143 = getelementptr i8, ptr %v140, i64 %v142
  %v144 = load float, ptr %v143, align 4
  %v145 = getelementptr i8, ptr %v8, i64 %v118
  %v146 = load float, ptr %v145, align 4
  %v147 = fmul float %v144, %v146
  %v133 = fadd float %v131, %v147
  %v148 = add i64 %v149, %v124
  %v150 = icmp slt i64 %v148, 0
  %v151 = select i1 %v150, i64 %v12, i64 0
  %v152 = getelementptr i8, ptr %v141, i64 %v151
  %v153 = shl i64 %v124, 2
  %v154 = getelementptr i8, ptr %v152, i64 %v153
  %v155 = getelementptr i8, ptr %v154, i64 -4
  %v156 = load float, ptr %v155, align 4
  %v157 = getelementptr i8, ptr %v10, i64 %v118
  %v158 = load float, ptr %v157, align 4
  %v159 = fmul float %v156, %v158
  %v136 = fadd float %v134, %v159
  %v160 = getelementptr i8, ptr %v10, i64 %v153
  %v161 = getelementptr i8, ptr %v160, i64 -4
  %v162 = load float, ptr %v161, align 4
  %v163 = fmul float %v144, %v162
  %v128 = fadd float %v126, %v163
  %v164 = getelementptr i8, ptr %v8, i64 %v153
  %v165 = getelementptr i8, ptr %v164, i64 -4
  %v166 = load float, ptr %v165, align 4
  %v167 = fmul float %v156, %v166
  %v130 = fadd float %v129, %v167
  %v125 = add i64 %v124, -1
  %v123 = add i64 %v121, 1
  %v119 = add i64 %v118, 4
  %v168 = icmp eq i64 %v125, 0
  br i1 %v168, label %v169, label %v120
v169:
  %v170 = fcmp oeq float %v128, 0.000000e+00
  br i1 %v170, label %v19, label %v171
v174:
  %v172 = phi i64 [ %v173, %v174 ], [ %v57, %v175 ]
  %v176 = phi i64 [ %v177, %v174 ], [ 0, %v175 ]
  %v177 = add nuw nsw i64 %v176, 1
  %v178 = shl nuw i64 %v176, 2
  %v179 = getelementptr i8, ptr %v8, i64 %v178
  %v180 = load float, ptr %v179, align 4
  %v181 = icmp slt i64 %v172, 0
  %v182 = select i1 %v181, i64 %v14, i64 0
  %v183 = getelementptr i8, ptr %v8, i64 %v182
  %v184 = shl i64 %v172, 2
  %v185 = getelementptr i8, ptr %v183, i64 %v184
  %v186 = load float, ptr %v185, align 4
  %v187 = getelementptr i8, ptr %v10, i64 %v178
  %v188 = load float, ptr %v187, align 4
  %v189 = select i1 %v181, i64 %v15, i64 0
  %v190 = getelementptr i8, ptr %v10, i64 %v189
  %v191 = getelementptr i8, ptr %v190, i64 %v184
  %v192 = load float, ptr %v191, align 4
  %v193 = load float, ptr %v194, align 4
  %v195 = fmul float %v192, %v193
  %v196 = fsub float %v180, %v195
  %v197 = fmul float %v188, %v193
  %v198 = fsub float %v186, %v197
  store float %v196, ptr %v179, align 4
  store float %v198, ptr %v185, align 4
  %v199 = load float, ptr %v200, align 4
  %v201 = fmul float %v186, %v199
  %v202 = fsub float %v188, %v201
  %v203 = fmul float %v180, %v199
  %v204 = fsub float %v192, %v203
  store float %v202, ptr %v187, align 4
  store float %v204, ptr %v191, align 4
  %v173 = add i64 %v172, -1
  %v205 = icmp eq i64 %v206, %v177
  br i1 %v205, label %v117, label %v174
v117:
  %v207 = add i64 %v57, 1
  %v208 = add i64 %v122, -1
  %v209 = icmp eq i64 %v210, %v3
  br i1 %v209, label %v19, label %v211
v27:
  %v212 = icmp slt i64 %v4, 1
  br i1 %v212, label %v40, label %v31
v31:
  %v213 = shl i64 %v23, 2
  %v36 = getelementptr i8, ptr %v0, i64 %v213
  br label %v30
v43:
  %v214 = icmp slt i64 %v17, 1
  br i1 %v214, label %v19, label %v215
v215:
  %v216 = shl i64 %v23, 2
  br label %v55
v55:
  %v217 = phi i64 [ %v216, %v215 ], [ %v51, %v42 ]
  %v218 = getelementptr i8, ptr %v0, i64 4
  %v219 = shl i64 %v3, 2
  %v141 = getelementptr i8, ptr %v0, i64 %v219
  %v220 = icmp slt i64 %v23, 0
  %v221 = icmp slt i64 %v23, %v1
  %v222 = icmp slt i64 %v7, 1
  %v223 = getelementptr i8, ptr %v0, i64 %v217
  %v149 = add i64 %v3, -1
  br label %v211
v211:
  %v122 = phi i64 [ -2, %v55 ], [ %v208, %v117 ]
  %v57 = phi i64 [ 0, %v55 ], [ %v207, %v117 ]
  %v83 = phi i64 [ 1, %v55 ], [ %v210, %v117 ]
  %v210 = add i64 %v83, 1
  br i1 %v220, label %v224, label %v58
v224:
  br label %v58
v58:
  %v225 = phi i64 [ 0, %v224 ], [ %v23, %v211 ]
  %v226 = shl i64 %v225, 2
  %v227 = select i1 %v221, i64 %v226, i64 %v12
  %v228 = select i1 %v221, i64 %v225, i64 %v1
  %v93 = getelementptr float, ptr %v0, i64 %v228
  %v229 = load float, ptr %v93, align 4
  %v62 = fneg float %v229
  %v66 = getelementptr i8, ptr %v218, i64 %v227
  br label %v60
v74:
  br i1 %v222, label %v80, label %v230
v230:
  %v231 = mul i64 %v83, %v4
  %v232 = getelementptr float, ptr %v2, i64 %v231
  %v233 = mul i64 %v83, %v7
  %v101 = getelementptr float, ptr %v5, i64 %v233
  br label %v81
v81:
  %v78 = phi ptr [ %v77, %v114 ], [ %v5, %v230 ]
  %v76 = phi i64 [ %v75, %v114 ], [ 0, %v230 ]
  %v234 = getelementptr float, ptr %v232, i64 %v76
  %v235 = load float, ptr %v234, align 4
  %v89 = fneg float %v235
  br label %v85
v116:
  %v236 = load float, ptr %v223, align 4
  %v127 = fneg float %v236
  %v237 = add i64 %v83, %v3
  %v238 = getelementptr float, ptr %v0, i64 %v237
  %v239 = icmp slt i64 %v237, 0
  %v240 = select i1 %v239, i64 %v1, i64 0
  %v241 = getelementptr float, ptr %v238, i64 %v240
  %v242 = load float, ptr %v241, align 4
  %v135 = fneg float %v242
  %v243 = xor i64 %v83, -1
  %v244 = add i64 %v17, %v243
  %v245 = getelementptr float, ptr %v0, i64 %v244
  %v246 = icmp slt i64 %v244, 0
  %v247 = select i1 %v246, i64 %v1, i64 0
  %v248 = getelementptr float, ptr %v245, i64 %v247
  %v249 = load float, ptr %v248, align 4
  %v132 = fneg float %v249
  br label %v120
v171:
  %v250 = fdiv float %v133, %v128
  %v251 = fdiv float %v136, %v130
  %v252 = shl i64 %v83, 2
  %v194 = getelementptr i8, ptr %v8, i64 %v252
  store float %v250, ptr %v194, align 4
  %v253 = getelementptr float, ptr %v10, i64 %v83
  store float %v251, ptr %v253, align 4
  %v206 = ashr i64 %v210, 1
  %v254 = icmp slt i64 %v206, 1
  br i1 %v254, label %v117, label %v175
v175:
  %v200 = getelementptr i8, ptr %v10, i64 %v252
  br label %v174
v19:
  %v255 = phi i32 [ 0, %v43 ], [ 0, %v256 ], [ 1, %v20 ], [ 0, %v117 ], [ 1, %v72 ], [ 1, %v169 ]
  ret i32 %v255
}
