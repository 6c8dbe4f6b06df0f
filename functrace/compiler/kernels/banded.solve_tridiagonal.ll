; Made from banded.py by generate.py: ea033128ef845f6f7e15befda24b5c4b08b3cc5c
; by Numba 0.68.1

; const <f8[2] const <f8[2] <f8[2] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v260:
  %v12 = shl i64 %v5, 3
  %v13 = shl i64 %v8, 3
  %v14 = icmp eq i64 %v7, 0
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = getelementptr double, ptr %v0, i64 %v2
  %v18 = load double, ptr %v17, align 8
  %v19 = icmp sgt i64 %v2, 1
  br i1 %v19, label %v20, label %v21
v20:
  %v22 = getelementptr i8, ptr %v0, i64 8
  %v23 = load double, ptr %v22, align 8
  br label %v21
v26:
  %v24 = phi i64 [ %v25, %v26 ], [ 0, %v21 ]
  %v25 = add nuw nsw i64 %v24, 1
  %v27 = shl i64 %v24, 3
  %v28 = getelementptr i8, ptr %v3, i64 %v27
  %v29 = load double, ptr %v28, align 8
  %v30 = getelementptr i8, ptr %v6, i64 %v27
  store double %v29, ptr %v30, align 8
  %v31 = icmp eq i64 %v8, %v25
  br i1 %v31, label %v32, label %v26
v60:
  %v33 = phi ptr [ %v3, %v34 ], [ %v35, %v36 ]
  %v37 = phi ptr [ %v6, %v34 ], [ %v38, %v36 ]
  %v39 = phi double [ %v18, %v34 ], [ %v40, %v36 ]
  %v41 = phi double [ %v42, %v34 ], [ %v43, %v36 ]
  %v44 = phi i64 [ 0, %v34 ], [ %v45, %v36 ]
  %v35 = getelementptr i8, ptr %v33, i64 %v12
  %v45 = add nuw nsw i64 %v44, 1
  %v46 = getelementptr double, ptr %v47, i64 %v44
  %v48 = load double, ptr %v46, align 8
  %v49 = getelementptr double, ptr %v17, i64 %v45
  %v50 = load double, ptr %v49, align 8
  %v51 = add nuw nsw i64 %v44, 2
  %v52 = icmp slt i64 %v51, %v2
  br i1 %v52, label %v53, label %v54
v53:
  %v55 = shl i64 %v44, 3
  %v56 = getelementptr i8, ptr %v0, i64 %v55
  %v57 = getelementptr i8, ptr %v56, i64 16
  %v58 = load double, ptr %v57, align 8
  br label %v54
v54:
  %v59 = phi double [ %v58, %v53 ], [ 0.000000e+00, %v60 ]
  %v61 = tail call double @llvm.fabs.f64(double %v48)
  %v62 = tail call double @llvm.fabs.f64(double %v39)
  %v63 = fcmp ogt double %v61, %v62
  br i1 %v63, label %v64, label %v65
v69:
  %v66 = phi i64 [ 0, %v67 ], [ %v68, %v69 ]
  %v68 = add nuw nsw i64 %v66, 1
  %v70 = shl i64 %v66, 3
  %v71 = getelementptr i8, ptr %v35, i64 %v70
  %v72 = load double, ptr %v71, align 8
  %v73 = fdiv double %v72, %v48
  %v74 = getelementptr i8, ptr %v37, i64 %v70
  %v75 = load double, ptr %v74, align 8
  %v76 = fmul double %v39, %v73
  %v77 = fsub double %v75, %v76
  %v78 = getelementptr i8, ptr %v79, i64 %v70
  store double %v77, ptr %v78, align 8
  store double %v73, ptr %v74, align 8
  %v80 = icmp eq i64 %v8, %v68
  br i1 %v80, label %v81, label %v69
v81:
  %v82 = shl i64 %v83, 3
  %v84 = getelementptr i8, ptr %v9, i64 %v82
  %v85 = load double, ptr %v84, align 8
  %v86 = getelementptr i8, ptr %v84, i64 8
  %v87 = load double, ptr %v86, align 8
  br label %v88
v88:
  %v89 = phi double [ %v87, %v81 ], [ %v90, %v64 ]
  %v91 = phi double [ %v85, %v81 ], [ %v92, %v64 ]
  %v93 = fmul double %v39, %v91
  %v94 = fsub double %v41, %v93
  %v95 = fneg double %v39
  %v96 = fmul double %v89, %v95
  br label %v36
v65:
  %v97 = fcmp oeq double %v39, 0.000000e+00
  br i1 %v97, label %v15, label %v98
v117:
  %v99 = phi i64 [ %v100, %v101 ], [ 1, %v102 ]
  %v103 = phi i1 [ %v104, %v101 ], [ %v105, %v102 ]
  br i1 %v103, label %v106, label %v107
v106:
  %v108 = shl i64 %v99, 3
  %v109 = getelementptr i8, ptr %v37, i64 %v108
  %v110 = getelementptr i8, ptr %v109, i64 -8
  %v111 = load double, ptr %v110, align 8
  %v112 = fmul double %v113, %v111
  %v114 = fcmp oeq double %v112, 0.000000e+00
  %v115 = icmp eq i64 %v8, %v99
  br i1 %v115, label %v116, label %v101
v101:
  %v104 = phi i1 [ %v114, %v106 ], [ false, %v107 ]
  %v100 = add nuw i64 %v99, 1
  br label %v117
v107:
  %v118 = icmp eq i64 %v8, %v99
  br i1 %v118, label %v119, label %v101
v116:
  br i1 %v114, label %v120, label %v119
v129:
  br i1 %v105, label %v36, label %v121
v127:
  %v122 = shl i64 %v123, 3
  %v124 = getelementptr i8, ptr %v9, i64 %v122
  %v125 = load double, ptr %v124, align 8
  br label %v121
v121:
  %v126 = phi double [ %v125, %v127 ], [ %v128, %v129 ], [ %v128, %v119 ]
  %v130 = fmul double %v48, %v126
  %v131 = fsub double %v50, %v130
  br label %v36
v36:
  %v43 = phi double [ %v96, %v88 ], [ %v59, %v121 ], [ %v59, %v129 ], [ %v59, %v132 ]
  %v40 = phi double [ %v94, %v88 ], [ %v131, %v121 ], [ %v50, %v129 ], [ %v50, %v132 ]
  %v38 = getelementptr i8, ptr %v37, i64 %v13
  %v133 = icmp eq i64 %v44, %v134
  br i1 %v133, label %v135, label %v60
v135:
  %v136 = phi double [ %v18, %v32 ], [ %v40, %v36 ]
  %v137 = fcmp oeq double %v136, 0.000000e+00
  br i1 %v137, label %v15, label %v138
v21:
  %v42 = phi double [ %v23, %v20 ], [ 0.000000e+00, %v16 ]
  %v139 = icmp sgt i64 %v8, 0
  br i1 %v139, label %v26, label %v32
v32:
  br i1 %v19, label %v34, label %v135
v34:
  %v140 = shl i64 %v2, 4
  %v47 = getelementptr i8, ptr %v0, i64 %v140
  %v134 = add nsw i64 %v2, -2
  %v141 = icmp slt i64 %v8, 1
  br label %v60
v64:
  %v92 = fdiv double %v50, %v48
  %v90 = fdiv double %v59, %v48
  %v83 = mul i64 %v44, %v11
  %v142 = getelementptr double, ptr %v9, i64 %v83
  store double %v92, ptr %v142, align 8
  %v143 = getelementptr i8, ptr %v142, i64 8
  store double %v90, ptr %v143, align 8
  br i1 %v141, label %v88, label %v67
v67:
  %v79 = getelementptr i8, ptr %v37, i64 %v13
  br label %v69
v98:
  %v128 = fdiv double %v41, %v39
  %v123 = mul i64 %v44, %v11
  %v144 = getelementptr double, ptr %v9, i64 %v123
  store double %v128, ptr %v144, align 8
  %v145 = getelementptr i8, ptr %v144, i64 8
  store double 0.000000e+00, ptr %v145, align 8
  %v146 = fcmp oeq double %v48, 0.000000e+00
  br i1 %v146, label %v102, label %v119
v102:
  %v113 = fdiv double %v48, %v39
  %v147 = fmul double %v41, %v113
  %v105 = fcmp oeq double %v147, 0.000000e+00
  br i1 %v141, label %v129, label %v117
v120:
  %v148 = getelementptr i8, ptr %v37, i64 %v13
  br label %v132
v132:
  %v149 = phi i64 [ 0, %v120 ], [ %v150, %v132 ]
  %v150 = add nuw nsw i64 %v149, 1
  %v151 = shl i64 %v149, 3
  %v152 = getelementptr i8, ptr %v37, i64 %v151
  %v153 = load double, ptr %v152, align 8
  %v154 = fdiv double %v153, %v39
  store double %v154, ptr %v152, align 8
  %v155 = getelementptr i8, ptr %v35, i64 %v151
  %v156 = load double, ptr %v155, align 8
  %v157 = getelementptr i8, ptr %v148, i64 %v151
  store double %v156, ptr %v157, align 8
  %v158 = icmp eq i64 %v8, %v150
  br i1 %v158, label %v36, label %v132
v119:
  br i1 %v141, label %v121, label %v159
v159:
  %v160 = getelementptr i8, ptr %v37, i64 %v13
  br label %v161
v161:
  %v162 = phi i64 [ 0, %v159 ], [ %v163, %v161 ]
  %v163 = add nuw nsw i64 %v162, 1
  %v164 = shl i64 %v162, 3
  %v165 = getelementptr i8, ptr %v37, i64 %v164
  %v166 = load double, ptr %v165, align 8
  %v167 = fdiv double %v166, %v39
  %v168 = getelementptr i8, ptr %v35, i64 %v164
  %v169 = load double, ptr %v168, align 8
  %v170 = fmul double %v48, %v167
  %v171 = fsub double %v169, %v170
  %v172 = getelementptr i8, ptr %v160, i64 %v164
  store double %v171, ptr %v172, align 8
  store double %v167, ptr %v165, align 8
  %v173 = icmp eq i64 %v8, %v163
  br i1 %v173, label %v127, label %v161
v138:
  %v174 = icmp slt i64 %v8, 1
  br i1 %v174, label %v15, label %v175
v175:
  %v176 = add i64 %v7, -1
  %v177 = tail call i64 @llvm.smin.i64(i64 %v7, i64 0)
  %v178 = add i64 %v176, %v177
  %v179 = mul i64 %v178, %v8
  %v180 = getelementptr double, ptr %v6, i64 %v179
  %v181 = icmp sgt i64 %v7, 1
  %v182 = add i64 %v7, -2
  %v183 = mul i64 %v182, %v8
  %v184 = getelementptr double, ptr %v6, i64 %v183
  %v185 = mul i64 %v176, %v8
  %v186 = getelementptr double, ptr %v6, i64 %v185
  br i1 %v181, label %v187, label %v188
v187:
  %v189 = shl i64 %v182, 3
  %v190 = mul i64 %v189, %v11
  %v191 = getelementptr i8, ptr %v9, i64 %v190
  br label %v192
v192:
  %v193 = phi i64 [ %v194, %v192 ], [ 0, %v187 ]
  %v194 = add nuw nsw i64 %v193, 1
  %v195 = shl i64 %v193, 3
  %v196 = getelementptr i8, ptr %v180, i64 %v195
  %v197 = load double, ptr %v196, align 8
  %v198 = fdiv double %v197, %v136
  store double %v198, ptr %v196, align 8
  %v199 = getelementptr i8, ptr %v184, i64 %v195
  %v200 = load double, ptr %v199, align 8
  %v201 = load double, ptr %v191, align 8
  %v202 = getelementptr i8, ptr %v186, i64 %v195
  %v203 = load double, ptr %v202, align 8
  %v204 = fmul double %v201, %v203
  %v205 = fsub double %v200, %v204
  store double %v205, ptr %v199, align 8
  %v206 = icmp eq i64 %v8, %v194
  br i1 %v206, label %v207, label %v192
v188:
  %v208 = phi i64 [ %v209, %v188 ], [ 0, %v175 ]
  %v209 = add nuw nsw i64 %v208, 1
  %v210 = shl i64 %v208, 3
  %v211 = getelementptr i8, ptr %v180, i64 %v210
  %v212 = load double, ptr %v211, align 8
  %v213 = fdiv double %v212, %v136
  store double %v213, ptr %v211, align 8
  %v214 = icmp eq i64 %v8, %v209
  br i1 %v214, label %v15, label %v188
v207:
  %v215 = icmp eq i64 %v7, 2
  br i1 %v215, label %v15, label %v216
v216:
  %v217 = add nsw i64 %v7, -3
  %v218 = shl i64 %v217, 3
  %v219 = mul i64 %v218, %v8
  %v220 = getelementptr i8, ptr %v6, i64 %v219
  %v221 = mul i64 %v8, -8
  %v222 = shl i64 %v185, 3
  %v223 = getelementptr i8, ptr %v6, i64 %v222
  %v224 = shl i64 %v183, 3
  %v225 = getelementptr i8, ptr %v6, i64 %v224
  br label %v226
v226:
  %v227 = phi ptr [ %v225, %v216 ], [ %v228, %v229 ]
  %v230 = phi ptr [ %v223, %v216 ], [ %v231, %v229 ]
  %v232 = phi ptr [ %v220, %v216 ], [ %v233, %v229 ]
  %v234 = phi i64 [ %v182, %v216 ], [ %v235, %v229 ]
  %v236 = phi i64 [ %v217, %v216 ], [ %v237, %v229 ]
  %v238 = mul i64 %v236, %v11
  %v239 = getelementptr double, ptr %v9, i64 %v238
  %v240 = load double, ptr %v239, align 8
  %v241 = getelementptr i8, ptr %v239, i64 8
  %v242 = load double, ptr %v241, align 8
  br label %v243
v243:
  %v244 = phi i64 [ 0, %v226 ], [ %v245, %v243 ]
  %v245 = add nuw nsw i64 %v244, 1
  %v246 = shl i64 %v244, 3
  %v247 = getelementptr i8, ptr %v232, i64 %v246
  %v248 = load double, ptr %v247, align 8
  %v249 = getelementptr i8, ptr %v230, i64 %v246
  %v250 = load double, ptr %v249, align 8
  %v251 = fmul double %v242, %v250
  %v252 = fsub double %v248, %v251
  %v253 = getelementptr i8, ptr %v227, i64 %v246
  %v254 = load double, ptr %v253, align 8
  %v255 = fmul double %v240, %v254
  %v256 = fsub double %v252, %v255
  store double %v256, ptr %v247, align 8
  %v257 = icmp eq i64 %v8, %v245
  br i1 %v257, label %v229, label %v243
v229:
  %v235 = add nsw i64 %v234, -1
  %v237 = add nsw i64 %v236, -1
  %v233 = getelementptr i8, ptr %v232, i64 %v221
  %v231 = getelementptr i8, ptr %v230, i64 %v221
  %v228 = getelementptr i8, ptr %v227, i64 %v221
  %v258 = icmp sgt i64 %v234, 1
  br i1 %v258, label %v226, label %v15
v15:
  %v259 = phi i32 [ 1, %v135 ], [ 0, %v260 ], [ 0, %v229 ], [ 0, %v138 ], [ 0, %v207 ], [ 0, %v188 ], [ 1, %v65 ]
  ret i32 %v259
}

; const <f4[2] const <f4[2] <f4[2] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v287:
  %v12 = shl i64 %v5, 2
  %v13 = shl i64 %v8, 2
  %v14 = icmp eq i64 %v7, 0
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = getelementptr float, ptr %v0, i64 %v2
  %v18 = load float, ptr %v17, align 4
  %v19 = icmp sgt i64 %v2, 1
  br i1 %v19, label %v20, label %v21
v20:
  %v22 = getelementptr i8, ptr %v0, i64 4
  %v23 = load float, ptr %v22, align 4
  %v24 = fpext float %v23 to double
  br label %v21
v27:
  %v25 = phi i64 [ %v26, %v27 ], [ 0, %v21 ]
  %v26 = add nuw nsw i64 %v25, 1
  %v28 = shl i64 %v25, 2
  %v29 = getelementptr i8, ptr %v3, i64 %v28
  %v30 = load float, ptr %v29, align 4
  %v31 = getelementptr i8, ptr %v6, i64 %v28
  store float %v30, ptr %v31, align 4
  %v32 = icmp eq i64 %v8, %v26
  br i1 %v32, label %v33, label %v27
v63:
  %v34 = phi ptr [ %v3, %v35 ], [ %v36, %v37 ]
  %v38 = phi ptr [ %v6, %v35 ], [ %v39, %v37 ]
  %v40 = phi double [ %v41, %v35 ], [ %v42, %v37 ]
  %v43 = phi double [ %v44, %v35 ], [ %v45, %v37 ]
  %v46 = phi i64 [ 0, %v35 ], [ %v47, %v37 ]
  %v36 = getelementptr i8, ptr %v34, i64 %v12
  %v47 = add nuw nsw i64 %v46, 1
  %v48 = getelementptr float, ptr %v49, i64 %v46
  %v50 = load float, ptr %v48, align 4
  %v51 = getelementptr float, ptr %v17, i64 %v47
  %v52 = load float, ptr %v51, align 4
  %v53 = add nuw nsw i64 %v46, 2
  %v54 = icmp slt i64 %v53, %v2
  br i1 %v54, label %v55, label %v56
v55:
  %v57 = shl i64 %v46, 2
  %v58 = getelementptr i8, ptr %v0, i64 %v57
  %v59 = getelementptr i8, ptr %v58, i64 8
  %v60 = load float, ptr %v59, align 4
  %v61 = fpext float %v60 to double
  br label %v56
v56:
  %v62 = phi double [ %v61, %v55 ], [ 0.000000e+00, %v63 ]
  %v64 = tail call float @llvm.fabs.f32(float %v50)
  %v65 = tail call double @llvm.fabs.f64(double %v40)
  %v66 = fpext float %v64 to double
  %v67 = fcmp olt double %v65, %v66
  br i1 %v67, label %v68, label %v69
v73:
  %v70 = phi i64 [ 0, %v71 ], [ %v72, %v73 ]
  %v72 = add nuw nsw i64 %v70, 1
  %v74 = shl i64 %v70, 2
  %v75 = getelementptr i8, ptr %v36, i64 %v74
  %v76 = load float, ptr %v75, align 4
  %v77 = fdiv float %v76, %v50
  %v78 = getelementptr i8, ptr %v38, i64 %v74
  %v79 = load float, ptr %v78, align 4
  %v80 = fpext float %v77 to double
  %v81 = fmul double %v40, %v80
  %v82 = fpext float %v79 to double
  %v83 = fsub double %v82, %v81
  %v84 = getelementptr i8, ptr %v85, i64 %v74
  %v86 = fptrunc double %v83 to float
  store float %v86, ptr %v84, align 4
  store float %v77, ptr %v78, align 4
  %v87 = icmp eq i64 %v8, %v72
  br i1 %v87, label %v88, label %v73
v88:
  %v89 = shl i64 %v90, 2
  %v91 = getelementptr i8, ptr %v9, i64 %v89
  %v92 = load float, ptr %v91, align 4
  %v93 = getelementptr i8, ptr %v91, i64 4
  %v94 = load float, ptr %v93, align 4
  br label %v95
v95:
  %v96 = phi float [ %v94, %v88 ], [ %v97, %v68 ]
  %v98 = phi float [ %v92, %v88 ], [ %v99, %v68 ]
  %v100 = fpext float %v98 to double
  %v101 = fmul double %v40, %v100
  %v102 = fsub double %v43, %v101
  %v103 = fneg double %v40
  %v104 = fpext float %v96 to double
  %v105 = fmul double %v103, %v104
  br label %v37
v69:
  %v106 = fcmp oeq double %v40, 0.000000e+00
  br i1 %v106, label %v15, label %v107
v127:
  %v108 = phi i64 [ %v109, %v110 ], [ 1, %v111 ]
  %v112 = phi i1 [ %v113, %v110 ], [ %v114, %v111 ]
  br i1 %v112, label %v115, label %v116
v115:
  %v117 = shl i64 %v108, 2
  %v118 = getelementptr i8, ptr %v38, i64 %v117
  %v119 = getelementptr i8, ptr %v118, i64 -4
  %v120 = load float, ptr %v119, align 4
  %v121 = fpext float %v120 to double
  %v122 = fmul double %v123, %v121
  %v124 = fcmp oeq double %v122, 0.000000e+00
  %v125 = icmp eq i64 %v8, %v108
  br i1 %v125, label %v126, label %v110
v110:
  %v113 = phi i1 [ %v124, %v115 ], [ false, %v116 ]
  %v109 = add nuw i64 %v108, 1
  br label %v127
v116:
  %v128 = icmp eq i64 %v8, %v108
  br i1 %v128, label %v129, label %v110
v126:
  br i1 %v124, label %v130, label %v129
v140:
  br i1 %v114, label %v131, label %v132
v138:
  %v133 = shl i64 %v134, 2
  %v135 = getelementptr i8, ptr %v9, i64 %v133
  %v136 = load float, ptr %v135, align 4
  br label %v132
v132:
  %v137 = phi float [ %v136, %v138 ], [ %v139, %v140 ], [ %v139, %v129 ]
  %v141 = fmul float %v50, %v137
  %v142 = fsub float %v52, %v141
  br label %v131
v131:
  %v143 = phi float [ %v142, %v132 ], [ %v52, %v140 ], [ %v52, %v144 ]
  %v145 = fpext float %v143 to double
  br label %v37
v37:
  %v45 = phi double [ %v105, %v95 ], [ %v62, %v131 ]
  %v42 = phi double [ %v102, %v95 ], [ %v145, %v131 ]
  %v39 = getelementptr i8, ptr %v38, i64 %v13
  %v146 = icmp eq i64 %v46, %v147
  br i1 %v146, label %v148, label %v63
v148:
  %v149 = phi double [ %v41, %v33 ], [ %v42, %v37 ]
  %v150 = fcmp oeq double %v149, 0.000000e+00
  br i1 %v150, label %v15, label %v151
v21:
  %v44 = phi double [ %v24, %v20 ], [ 0.000000e+00, %v16 ]
  %v152 = icmp sgt i64 %v8, 0
  br i1 %v152, label %v27, label %v33
v33:
  %v41 = fpext float %v18 to double
  br i1 %v19, label %v35, label %v148
v35:
  %v153 = shl i64 %v2, 3
  %v49 = getelementptr i8, ptr %v0, i64 %v153
  %v147 = add nsw i64 %v2, -2
  %v154 = icmp slt i64 %v8, 1
  br label %v63
v68:
  %v99 = fdiv float %v52, %v50
  %v155 = fpext float %v50 to double
  %v156 = fdiv double %v62, %v155
  %v90 = mul i64 %v46, %v11
  %v157 = getelementptr float, ptr %v9, i64 %v90
  store float %v99, ptr %v157, align 4
  %v158 = getelementptr i8, ptr %v157, i64 4
  %v97 = fptrunc double %v156 to float
  store float %v97, ptr %v158, align 4
  br i1 %v154, label %v95, label %v71
v71:
  %v85 = getelementptr i8, ptr %v38, i64 %v13
  br label %v73
v107:
  %v159 = fdiv double %v43, %v40
  %v134 = mul i64 %v46, %v11
  %v160 = getelementptr float, ptr %v9, i64 %v134
  %v139 = fptrunc double %v159 to float
  store float %v139, ptr %v160, align 4
  %v161 = getelementptr i8, ptr %v160, i64 4
  store float 0.000000e+00, ptr %v161, align 4
  %v162 = fpext float %v50 to double
  %v163 = fcmp oeq float %v50, 0.000000e+00
  br i1 %v163, label %v111, label %v129
v111:
  %v123 = fdiv double %v162, %v40
  %v164 = fmul double %v43, %v123
  %v114 = fcmp oeq double %v164, 0.000000e+00
  br i1 %v154, label %v140, label %v127
v130:
  %v165 = getelementptr i8, ptr %v38, i64 %v13
  br label %v144
v144:
  %v166 = phi i64 [ 0, %v130 ], [ %v167, %v144 ]
  %v167 = add nuw nsw i64 %v166, 1
  %v168 = shl i64 %v166, 2
  %v169 = getelementptr i8, ptr %v38, i64 %v168
  %v170 = load float, ptr %v169, align 4
  %v171 = fpext float %v170 to double
  %v172 = fdiv double %v171, %v40
  %v173 = fptrunc double %v172 to float
  store float %v173, ptr %v169, align 4
  %v174 = getelementptr i8, ptr %v36, i64 %v168
  %v175 = load float, ptr %v174, align 4
  %v176 = getelementptr i8, ptr %v165, i64 %v168
  store float %v175, ptr %v176, align 4
  %v177 = icmp eq i64 %v8, %v167
  br i1 %v177, label %v131, label %v144
v129:
  br i1 %v154, label %v132, label %v178
v178:
  %v179 = getelementptr i8, ptr %v38, i64 %v13
  br label %v180
v180:
  %v181 = phi i64 [ 0, %v178 ], [ %v182, %v180 ]
  %v182 = add nuw nsw i64 %v181, 1
  %v183 = shl i64 %v181, 2
  %v184 = getelementptr i8, ptr %v38, i64 %v183
  %v185 = load float, ptr %v184, align 4
  %v186 = fpext float %v185 to double
  %v187 = fdiv double %v186, %v40
  %v188 = getelementptr i8, ptr %v36, i64 %v183
  %v189 = load float, ptr %v188, align 4
  %v190 = fmul double %v187, %v162
  %v191 = fpext float %v189 to double
  %v192 = fsub double %v191, %v190
  %v193 = getelementptr i8, ptr %v179, i64 %v183
  %v194 = fptrunc double %v192 to float
  store float %v194, ptr %v193, align 4
  %v195 = fptrunc double %v187 to float
  store float %v195, ptr %v184, align 4
  %v196 = icmp eq i64 %v8, %v182
  br i1 %v196, label %v138, label %v180
v151:
  %v197 = icmp slt i64 %v8, 1
  br i1 %v197, label %v15, label %v198
v198:
  %v199 = add i64 %v7, -1
  %v200 = tail call i64 @llvm.smin.i64(i64 %v7, i64 0)
  %v201 = add i64 %v199, %v200
  %v202 = mul i64 %v201, %v8
  %v203 = getelementptr float, ptr %v6, i64 %v202
  %v204 = icmp sgt i64 %v7, 1
  %v205 = add i64 %v7, -2
  %v206 = mul i64 %v205, %v8
  %v207 = getelementptr float, ptr %v6, i64 %v206
  %v208 = mul i64 %v199, %v8
  %v209 = getelementptr float, ptr %v6, i64 %v208
  br i1 %v204, label %v210, label %v211
v210:
  %v212 = shl i64 %v205, 2
  %v213 = mul i64 %v212, %v11
  %v214 = getelementptr i8, ptr %v9, i64 %v213
  br label %v215
v215:
  %v216 = phi i64 [ %v217, %v215 ], [ 0, %v210 ]
  %v217 = add nuw nsw i64 %v216, 1
  %v218 = shl i64 %v216, 2
  %v219 = getelementptr i8, ptr %v203, i64 %v218
  %v220 = load float, ptr %v219, align 4
  %v221 = fpext float %v220 to double
  %v222 = fdiv double %v221, %v149
  %v223 = fptrunc double %v222 to float
  store float %v223, ptr %v219, align 4
  %v224 = getelementptr i8, ptr %v207, i64 %v218
  %v225 = load float, ptr %v224, align 4
  %v226 = load float, ptr %v214, align 4
  %v227 = getelementptr i8, ptr %v209, i64 %v218
  %v228 = load float, ptr %v227, align 4
  %v229 = fmul float %v226, %v228
  %v230 = fsub float %v225, %v229
  store float %v230, ptr %v224, align 4
  %v231 = icmp eq i64 %v8, %v217
  br i1 %v231, label %v232, label %v215
v211:
  %v233 = phi i64 [ %v234, %v211 ], [ 0, %v198 ]
  %v234 = add nuw nsw i64 %v233, 1
  %v235 = shl i64 %v233, 2
  %v236 = getelementptr i8, ptr %v203, i64 %v235
  %v237 = load float, ptr %v236, align 4
  %v238 = fpext float %v237 to double
  %v239 = fdiv double %v238, %v149
  %v240 = fptrunc double %v239 to float
  store float %v240, ptr %v236, align 4
  %v241 = icmp eq i64 %v8, %v234
  br i1 %v241, label %v15, label %v211
v232:
  %v242 = icmp eq i64 %v7, 2
  br i1 %v242, label %v15, label %v243
v243:
  %v244 = add nsw i64 %v7, -3
  %v245 = shl i64 %v244, 2
  %v246 = mul i64 %v245, %v8
  %v247 = getelementptr i8, ptr %v6, i64 %v246
  %v248 = mul i64 %v8, -4
  %v249 = shl i64 %v208, 2
  %v250 = getelementptr i8, ptr %v6, i64 %v249
  %v251 = shl i64 %v206, 2
  %v252 = getelementptr i8, ptr %v6, i64 %v251
  br label %v253
v253:
  %v254 = phi ptr [ %v252, %v243 ], [ %v255, %v256 ]
  %v257 = phi ptr [ %v250, %v243 ], [ %v258, %v256 ]
  %v259 = phi ptr [ %v247, %v243 ], [ %v260, %v256 ]
  %v261 = phi i64 [ %v205, %v243 ], [ %v262, %v256 ]
  %v263 = phi i64 [ %v244, %v243 ], [ %v264, %v256 ]
  %v265 = mul i64 %v263, %v11
  %v266 = getelementptr float, ptr %v9, i64 %v265
  %v267 = load float, ptr %v266, align 4
  %v268 = getelementptr i8, ptr %v266, i64 4
  %v269 = load float, ptr %v268, align 4
  br label %v270
v270:
  %v271 = phi i64 [ 0, %v253 ], [ %v272, %v270 ]
  %v272 = add nuw nsw i64 %v271, 1
  %v273 = shl i64 %v271, 2
  %v274 = getelementptr i8, ptr %v259, i64 %v273
  %v275 = load float, ptr %v274, align 4
  %v276 = getelementptr i8, ptr %v257, i64 %v273
  %v277 = load float, ptr %v276, align 4
  %v278 = fmul float %v269, %v277
  %v279 = fsub float %v275, %v278
  %v280 = getelementptr i8, ptr %v254, i64 %v273
  %v281 = load float, ptr %v280, align 4
  %v282 = fmul float %v267, %v281
  %v283 = fsub float %v279, %v282
  store float %v283, ptr %v274, align 4
  %v284 = icmp eq i64 %v8, %v272
  br i1 %v284, label %v256, label %v270
v256:
  %v262 = add nsw i64 %v261, -1
  %v264 = add nsw i64 %v263, -1
  %v260 = getelementptr i8, ptr %v259, i64 %v248
  %v258 = getelementptr i8, ptr %v257, i64 %v248
  %v255 = getelementptr i8, ptr %v254, i64 %v248
  %v285 = icmp sgt i64 %v261, 1
  br i1 %v285, label %v253, label %v15
v15:
  %v286 = phi i32 [ 1, %v148 ], [ 0, %v287 ], [ 0, %v256 ], [ 0, %v151 ], [ 0, %v232 ], [ 0, %v211 ], [ 1, %v69 ]
  ret i32 %v286
}
