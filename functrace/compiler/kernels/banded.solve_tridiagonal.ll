; Made from banded.py by generate.py: 7a75a62e98c45d188970bb879805dbcf11e90ade
; by Numba 0.68.1

; const <f8[2] const <f8[2] <f8[2] <f8[2]
; returns none
declare double @llvm.fabs.f64(double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v247:
  %v12 = shl i64 %v5, 3
  %v13 = shl i64 %v8, 3
  %v14 = shl i64 %v11, 3
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v16:
  %v18 = add nsw i64 %v7, -1
  br label %v19
v17:
  %v20 = getelementptr double, ptr %v0, i64 %v2
  %v21 = icmp slt i64 %v8, 1
  br i1 %v21, label %v22, label %v23
v22:
  %v24 = getelementptr i8, ptr %v9, i64 16
  br label %v25
v23:
  %v26 = phi ptr [ %v27, %v28 ], [ %v3, %v17 ]
  %v29 = phi ptr [ %v30, %v28 ], [ %v6, %v17 ]
  %v31 = phi i64 [ %v32, %v28 ], [ 0, %v17 ]
  %v32 = add nuw nsw i64 %v31, 1
  %v33 = getelementptr double, ptr %v20, i64 %v31
  %v34 = load double, ptr %v33, align 8
  %v35 = mul i64 %v31, %v11
  %v36 = getelementptr double, ptr %v9, i64 %v35
  store double %v34, ptr %v36, align 8
  %v37 = icmp slt i64 %v32, %v7
  br i1 %v37, label %v38, label %v39
v38:
  %v40 = getelementptr double, ptr %v0, i64 %v32
  %v41 = load double, ptr %v40, align 8
  br label %v39
v39:
  %v42 = phi double [ %v41, %v38 ], [ 0.000000e+00, %v23 ]
  %v43 = shl i64 %v35, 3
  %v44 = getelementptr i8, ptr %v9, i64 %v43
  %v45 = getelementptr i8, ptr %v44, i64 8
  store double %v42, ptr %v45, align 8
  %v46 = getelementptr i8, ptr %v44, i64 16
  store double 0.000000e+00, ptr %v46, align 8
  br label %v47
v47:
  %v48 = phi i64 [ 0, %v39 ], [ %v49, %v47 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v50 = shl i64 %v48, 3
  %v51 = getelementptr i8, ptr %v26, i64 %v50
  %v52 = load double, ptr %v51, align 8
  %v53 = getelementptr i8, ptr %v29, i64 %v50
  store double %v52, ptr %v53, align 8
  %v54 = icmp eq i64 %v8, %v49
  br i1 %v54, label %v28, label %v47
v28:
  %v30 = getelementptr i8, ptr %v29, i64 %v13
  %v27 = getelementptr i8, ptr %v26, i64 %v12
  %v55 = icmp eq i64 %v32, %v7
  br i1 %v55, label %v56, label %v23
v25:
  %v57 = phi i64 [ 1, %v22 ], [ %v58, %v59 ]
  %v60 = phi ptr [ %v24, %v22 ], [ %v61, %v59 ]
  %v62 = shl i64 %v57, 3
  %v63 = getelementptr i8, ptr %v20, i64 %v62
  %v64 = getelementptr i8, ptr %v63, i64 -8
  %v65 = load double, ptr %v64, align 8
  %v66 = getelementptr i8, ptr %v60, i64 -16
  store double %v65, ptr %v66, align 8
  %v67 = icmp slt i64 %v57, %v7
  br i1 %v67, label %v68, label %v59
v68:
  %v69 = getelementptr i8, ptr %v0, i64 %v62
  %v70 = load double, ptr %v69, align 8
  br label %v59
v100:
  %v71 = phi ptr [ %v6, %v72 ], [ %v73, %v74 ]
  %v75 = phi i64 [ 0, %v72 ], [ %v76, %v74 ]
  %v73 = getelementptr i8, ptr %v71, i64 %v13
  %v76 = add nuw nsw i64 %v75, 1
  %v77 = getelementptr double, ptr %v78, i64 %v75
  %v79 = load double, ptr %v77, align 8
  %v80 = mul i64 %v75, %v11
  %v81 = getelementptr double, ptr %v9, i64 %v80
  %v82 = load double, ptr %v81, align 8
  %v83 = tail call double @llvm.fabs.f64(double %v79)
  %v84 = tail call double @llvm.fabs.f64(double %v82)
  %v85 = fcmp ogt double %v83, %v84
  br i1 %v85, label %v86, label %v87
v86:
  %v88 = mul i64 %v76, %v11
  %v89 = getelementptr double, ptr %v9, i64 %v88
  %v90 = load double, ptr %v89, align 8
  %v91 = shl i64 %v80, 3
  %v92 = getelementptr i8, ptr %v9, i64 %v91
  %v93 = getelementptr i8, ptr %v92, i64 8
  %v94 = load double, ptr %v93, align 8
  store double %v90, ptr %v93, align 8
  store double %v94, ptr %v89, align 8
  %v95 = getelementptr i8, ptr %v89, i64 8
  %v96 = load double, ptr %v95, align 8
  %v97 = getelementptr i8, ptr %v92, i64 16
  %v98 = load double, ptr %v97, align 8
  store double %v96, ptr %v97, align 8
  store double %v98, ptr %v95, align 8
  store double %v79, ptr %v92, align 8
  br label %v87
v87:
  %v99 = phi double [ %v82, %v86 ], [ %v79, %v100 ]
  %v101 = phi double [ %v79, %v86 ], [ %v82, %v100 ]
  %v102 = fcmp oeq double %v101, 0.000000e+00
  br i1 %v102, label %v103, label %v104
v107:
  %v105 = phi i64 [ %v106, %v107 ], [ 0, %v108 ]
  %v106 = add nuw nsw i64 %v105, 1
  %v109 = shl i64 %v105, 3
  %v110 = getelementptr i8, ptr %v73, i64 %v109
  %v111 = load double, ptr %v110, align 8
  %v112 = getelementptr i8, ptr %v71, i64 %v109
  %v113 = load double, ptr %v112, align 8
  %v114 = fmul double %v115, %v113
  %v116 = fsub double %v111, %v114
  store double %v116, ptr %v110, align 8
  %v117 = icmp eq i64 %v8, %v106
  br i1 %v117, label %v74, label %v107
v74:
  %v118 = icmp eq i64 %v76, %v119
  br i1 %v118, label %v19, label %v100
v19:
  %v120 = phi i64 [ %v18, %v16 ], [ %v119, %v74 ]
  %v121 = icmp eq i64 %v7, 0
  br i1 %v121, label %v103, label %v122
v122:
  %v123 = phi i64 [ %v120, %v19 ], [ 0, %v56 ]
  %v124 = icmp sgt i64 %v7, 0
  %v125 = select i1 %v124, i64 0, i64 %v10
  %v126 = add i64 %v123, %v125
  %v127 = mul i64 %v126, %v11
  %v128 = getelementptr double, ptr %v9, i64 %v127
  %v129 = load double, ptr %v128, align 8
  %v130 = fcmp oeq double %v129, 0.000000e+00
  br i1 %v130, label %v103, label %v131
v59:
  %v132 = phi double [ %v70, %v68 ], [ 0.000000e+00, %v25 ]
  %v133 = getelementptr i8, ptr %v60, i64 -8
  store double %v132, ptr %v133, align 8
  store double 0.000000e+00, ptr %v60, align 8
  %v61 = getelementptr i8, ptr %v60, i64 %v14
  %v58 = add nuw i64 %v57, 1
  %v134 = sub i64 %v58, %v7
  %v135 = icmp eq i64 %v134, 1
  br i1 %v135, label %v56, label %v25
v56:
  %v119 = add nsw i64 %v7, -1
  %v136 = icmp eq i64 %v7, 1
  br i1 %v136, label %v122, label %v72
v72:
  %v137 = shl i64 %v2, 4
  %v78 = getelementptr i8, ptr %v0, i64 %v137
  br label %v100
v104:
  %v115 = fdiv double %v99, %v101
  %v138 = mul i64 %v76, %v11
  %v139 = getelementptr double, ptr %v9, i64 %v138
  %v140 = load double, ptr %v139, align 8
  %v141 = shl i64 %v80, 3
  %v142 = getelementptr i8, ptr %v9, i64 %v141
  %v143 = getelementptr i8, ptr %v142, i64 8
  %v144 = load double, ptr %v143, align 8
  %v145 = fmul double %v115, %v144
  %v146 = fsub double %v140, %v145
  store double %v146, ptr %v139, align 8
  %v147 = getelementptr i8, ptr %v139, i64 8
  %v148 = load double, ptr %v147, align 8
  %v149 = getelementptr i8, ptr %v142, i64 16
  %v150 = load double, ptr %v149, align 8
  %v151 = fmul double %v115, %v150
  %v152 = fsub double %v148, %v151
  store double %v152, ptr %v147, align 8
  br i1 %v21, label %v74, label %v108
v108:
  br i1 %v85, label %v153, label %v107
v153:
  %v154 = phi i64 [ %v155, %v153 ], [ 0, %v108 ]
  %v155 = add nuw nsw i64 %v154, 1
  %v156 = shl i64 %v154, 3
  %v157 = getelementptr i8, ptr %v73, i64 %v156
  %v158 = load double, ptr %v157, align 8
  %v159 = getelementptr i8, ptr %v71, i64 %v156
  %v160 = load double, ptr %v159, align 8
  store double %v158, ptr %v159, align 8
  store double %v160, ptr %v157, align 8
  %v161 = load double, ptr %v159, align 8
  %v162 = fmul double %v115, %v161
  %v163 = fsub double %v160, %v162
  store double %v163, ptr %v157, align 8
  %v164 = icmp eq i64 %v8, %v155
  br i1 %v164, label %v74, label %v153
v131:
  %v165 = icmp slt i64 %v8, 1
  %v166 = select i1 %v15, i1 true, i1 %v165
  br i1 %v166, label %v103, label %v167
v167:
  %v168 = mul i64 %v123, %v13
  %v169 = getelementptr i8, ptr %v6, i64 %v168
  %v170 = mul i64 %v8, -8
  %v171 = add i64 %v123, 1
  %v172 = mul i64 %v171, %v13
  %v173 = getelementptr i8, ptr %v6, i64 %v172
  %v174 = add i64 %v123, 2
  %v175 = mul i64 %v174, %v13
  %v176 = getelementptr i8, ptr %v6, i64 %v175
  br label %v177
v177:
  %v178 = phi ptr [ %v176, %v167 ], [ %v179, %v180 ]
  %v181 = phi ptr [ %v173, %v167 ], [ %v182, %v180 ]
  %v183 = phi ptr [ %v169, %v167 ], [ %v184, %v180 ]
  %v185 = phi i64 [ %v7, %v167 ], [ %v186, %v180 ]
  %v187 = phi i64 [ %v123, %v167 ], [ %v188, %v180 ]
  %v186 = add nsw i64 %v185, -1
  %v188 = add nsw i64 %v187, -1
  %v189 = add nuw nsw i64 %v187, 1
  %v190 = icmp slt i64 %v189, %v7
  %v191 = mul i64 %v187, %v11
  br i1 %v190, label %v192, label %v193
v193:
  %v194 = shl i64 %v191, 3
  %v195 = getelementptr i8, ptr %v9, i64 %v194
  br label %v196
v192:
  %v197 = add nuw nsw i64 %v187, 2
  %v198 = icmp slt i64 %v197, %v7
  %v199 = shl i64 %v191, 3
  %v200 = getelementptr i8, ptr %v9, i64 %v199
  %v201 = getelementptr i8, ptr %v200, i64 8
  br i1 %v198, label %v202, label %v203
v202:
  %v204 = getelementptr i8, ptr %v200, i64 16
  br label %v205
v205:
  %v206 = phi i64 [ %v207, %v205 ], [ 0, %v202 ]
  %v207 = add nuw nsw i64 %v206, 1
  %v208 = shl i64 %v206, 3
  %v209 = getelementptr i8, ptr %v183, i64 %v208
  %v210 = load double, ptr %v209, align 8
  %v211 = load double, ptr %v201, align 8
  %v212 = getelementptr i8, ptr %v181, i64 %v208
  %v213 = load double, ptr %v212, align 8
  %v214 = fmul double %v211, %v213
  %v215 = fsub double %v210, %v214
  %v216 = load double, ptr %v204, align 8
  %v217 = getelementptr i8, ptr %v178, i64 %v208
  %v218 = load double, ptr %v217, align 8
  %v219 = fmul double %v216, %v218
  %v220 = fsub double %v215, %v219
  %v221 = load double, ptr %v200, align 8
  %v222 = fdiv double %v220, %v221
  store double %v222, ptr %v209, align 8
  %v223 = icmp eq i64 %v8, %v207
  br i1 %v223, label %v180, label %v205
v196:
  %v224 = phi i64 [ %v225, %v196 ], [ 0, %v193 ]
  %v225 = add nuw nsw i64 %v224, 1
  %v226 = shl i64 %v224, 3
  %v227 = getelementptr i8, ptr %v183, i64 %v226
  %v228 = load double, ptr %v227, align 8
  %v229 = load double, ptr %v195, align 8
  %v230 = fdiv double %v228, %v229
  store double %v230, ptr %v227, align 8
  %v231 = icmp eq i64 %v8, %v225
  br i1 %v231, label %v180, label %v196
v180:
  %v184 = getelementptr i8, ptr %v183, i64 %v170
  %v182 = getelementptr i8, ptr %v181, i64 %v170
  %v179 = getelementptr i8, ptr %v178, i64 %v170
  %v232 = icmp samesign ugt i64 %v185, 1
  br i1 %v232, label %v177, label %v103
v203:
  %v233 = phi i64 [ %v234, %v203 ], [ 0, %v192 ]
  %v234 = add nuw nsw i64 %v233, 1
  %v235 = shl i64 %v233, 3
  %v236 = getelementptr i8, ptr %v183, i64 %v235
  %v237 = load double, ptr %v236, align 8
  %v238 = load double, ptr %v201, align 8
  %v239 = getelementptr i8, ptr %v181, i64 %v235
  %v240 = load double, ptr %v239, align 8
  %v241 = fmul double %v238, %v240
  %v242 = fsub double %v237, %v241
  %v243 = load double, ptr %v200, align 8
  %v244 = fdiv double %v242, %v243
  store double %v244, ptr %v236, align 8
  %v245 = icmp eq i64 %v8, %v234
  br i1 %v245, label %v180, label %v203
v103:
  %v246 = phi i32 [ 1, %v122 ], [ 0, %v180 ], [ 0, %v19 ], [ 0, %v131 ], [ 1, %v87 ]
  ret i32 %v246
}

; const <f4[2] const <f4[2] <f4[2] <f4[2]
; returns none
declare float @llvm.fabs.f32(float)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11) nounwind {
v247:
  %v12 = shl i64 %v5, 2
  %v13 = shl i64 %v8, 2
  %v14 = shl i64 %v11, 2
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v16:
  %v18 = add nsw i64 %v7, -1
  br label %v19
v17:
  %v20 = getelementptr float, ptr %v0, i64 %v2
  %v21 = icmp slt i64 %v8, 1
  br i1 %v21, label %v22, label %v23
v22:
  %v24 = getelementptr i8, ptr %v9, i64 8
  br label %v25
v23:
  %v26 = phi ptr [ %v27, %v28 ], [ %v3, %v17 ]
  %v29 = phi ptr [ %v30, %v28 ], [ %v6, %v17 ]
  %v31 = phi i64 [ %v32, %v28 ], [ 0, %v17 ]
  %v32 = add nuw nsw i64 %v31, 1
  %v33 = getelementptr float, ptr %v20, i64 %v31
  %v34 = load float, ptr %v33, align 4
  %v35 = mul i64 %v31, %v11
  %v36 = getelementptr float, ptr %v9, i64 %v35
  store float %v34, ptr %v36, align 4
  %v37 = icmp slt i64 %v32, %v7
  br i1 %v37, label %v38, label %v39
v38:
  %v40 = getelementptr float, ptr %v0, i64 %v32
  %v41 = load float, ptr %v40, align 4
  br label %v39
v39:
  %v42 = phi float [ %v41, %v38 ], [ 0.000000e+00, %v23 ]
  %v43 = shl i64 %v35, 2
  %v44 = getelementptr i8, ptr %v9, i64 %v43
  %v45 = getelementptr i8, ptr %v44, i64 4
  store float %v42, ptr %v45, align 4
  %v46 = getelementptr i8, ptr %v44, i64 8
  store float 0.000000e+00, ptr %v46, align 4
  br label %v47
v47:
  %v48 = phi i64 [ 0, %v39 ], [ %v49, %v47 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v50 = shl i64 %v48, 2
  %v51 = getelementptr i8, ptr %v26, i64 %v50
  %v52 = load float, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v29, i64 %v50
  store float %v52, ptr %v53, align 4
  %v54 = icmp eq i64 %v8, %v49
  br i1 %v54, label %v28, label %v47
v28:
  %v30 = getelementptr i8, ptr %v29, i64 %v13
  %v27 = getelementptr i8, ptr %v26, i64 %v12
  %v55 = icmp eq i64 %v32, %v7
  br i1 %v55, label %v56, label %v23
v25:
  %v57 = phi i64 [ 1, %v22 ], [ %v58, %v59 ]
  %v60 = phi ptr [ %v24, %v22 ], [ %v61, %v59 ]
  %v62 = shl i64 %v57, 2
  %v63 = getelementptr i8, ptr %v20, i64 %v62
  %v64 = getelementptr i8, ptr %v63, i64 -4
  %v65 = load float, ptr %v64, align 4
  %v66 = getelementptr i8, ptr %v60, i64 -8
  store float %v65, ptr %v66, align 4
  %v67 = icmp slt i64 %v57, %v7
  br i1 %v67, label %v68, label %v59
v68:
  %v69 = getelementptr i8, ptr %v0, i64 %v62
  %v70 = load float, ptr %v69, align 4
  br label %v59
v100:
  %v71 = phi ptr [ %v6, %v72 ], [ %v73, %v74 ]
  %v75 = phi i64 [ 0, %v72 ], [ %v76, %v74 ]
  %v73 = getelementptr i8, ptr %v71, i64 %v13
  %v76 = add nuw nsw i64 %v75, 1
  %v77 = getelementptr float, ptr %v78, i64 %v75
  %v79 = load float, ptr %v77, align 4
  %v80 = mul i64 %v75, %v11
  %v81 = getelementptr float, ptr %v9, i64 %v80
  %v82 = load float, ptr %v81, align 4
  %v83 = tail call float @llvm.fabs.f32(float %v79)
  %v84 = tail call float @llvm.fabs.f32(float %v82)
  %v85 = fcmp ogt float %v83, %v84
  br i1 %v85, label %v86, label %v87
v86:
  %v88 = mul i64 %v76, %v11
  %v89 = getelementptr float, ptr %v9, i64 %v88
  %v90 = load float, ptr %v89, align 4
  %v91 = shl i64 %v80, 2
  %v92 = getelementptr i8, ptr %v9, i64 %v91
  %v93 = getelementptr i8, ptr %v92, i64 4
  %v94 = load float, ptr %v93, align 4
  store float %v90, ptr %v93, align 4
  store float %v94, ptr %v89, align 4
  %v95 = getelementptr i8, ptr %v89, i64 4
  %v96 = load float, ptr %v95, align 4
  %v97 = getelementptr i8, ptr %v92, i64 8
  %v98 = load float, ptr %v97, align 4
  store float %v96, ptr %v97, align 4
  store float %v98, ptr %v95, align 4
  store float %v79, ptr %v92, align 4
  br label %v87
v87:
  %v99 = phi float [ %v82, %v86 ], [ %v79, %v100 ]
  %v101 = phi float [ %v79, %v86 ], [ %v82, %v100 ]
  %v102 = fcmp oeq float %v101, 0.000000e+00
  br i1 %v102, label %v103, label %v104
v107:
  %v105 = phi i64 [ %v106, %v107 ], [ 0, %v108 ]
  %v106 = add nuw nsw i64 %v105, 1
  %v109 = shl i64 %v105, 2
  %v110 = getelementptr i8, ptr %v73, i64 %v109
  %v111 = load float, ptr %v110, align 4
  %v112 = getelementptr i8, ptr %v71, i64 %v109
  %v113 = load float, ptr %v112, align 4
  %v114 = fmul float %v115, %v113
  %v116 = fsub float %v111, %v114
  store float %v116, ptr %v110, align 4
  %v117 = icmp eq i64 %v8, %v106
  br i1 %v117, label %v74, label %v107
v74:
  %v118 = icmp eq i64 %v76, %v119
  br i1 %v118, label %v19, label %v100
v19:
  %v120 = phi i64 [ %v18, %v16 ], [ %v119, %v74 ]
  %v121 = icmp eq i64 %v7, 0
  br i1 %v121, label %v103, label %v122
v122:
  %v123 = phi i64 [ %v120, %v19 ], [ 0, %v56 ]
  %v124 = icmp sgt i64 %v7, 0
  %v125 = select i1 %v124, i64 0, i64 %v10
  %v126 = add i64 %v123, %v125
  %v127 = mul i64 %v126, %v11
  %v128 = getelementptr float, ptr %v9, i64 %v127
  %v129 = load float, ptr %v128, align 4
  %v130 = fcmp oeq float %v129, 0.000000e+00
  br i1 %v130, label %v103, label %v131
v59:
  %v132 = phi float [ %v70, %v68 ], [ 0.000000e+00, %v25 ]
  %v133 = getelementptr i8, ptr %v60, i64 -4
  store float %v132, ptr %v133, align 4
  store float 0.000000e+00, ptr %v60, align 4
  %v61 = getelementptr i8, ptr %v60, i64 %v14
  %v58 = add nuw i64 %v57, 1
  %v134 = sub i64 %v58, %v7
  %v135 = icmp eq i64 %v134, 1
  br i1 %v135, label %v56, label %v25
v56:
  %v119 = add nsw i64 %v7, -1
  %v136 = icmp eq i64 %v7, 1
  br i1 %v136, label %v122, label %v72
v72:
  %v137 = shl i64 %v2, 3
  %v78 = getelementptr i8, ptr %v0, i64 %v137
  br label %v100
v104:
  %v115 = fdiv float %v99, %v101
  %v138 = mul i64 %v76, %v11
  %v139 = getelementptr float, ptr %v9, i64 %v138
  %v140 = load float, ptr %v139, align 4
  %v141 = shl i64 %v80, 2
  %v142 = getelementptr i8, ptr %v9, i64 %v141
  %v143 = getelementptr i8, ptr %v142, i64 4
  %v144 = load float, ptr %v143, align 4
  %v145 = fmul float %v115, %v144
  %v146 = fsub float %v140, %v145
  store float %v146, ptr %v139, align 4
  %v147 = getelementptr i8, ptr %v139, i64 4
  %v148 = load float, ptr %v147, align 4
  %v149 = getelementptr i8, ptr %v142, i64 8
  %v150 = load float, ptr %v149, align 4
  %v151 = fmul float %v115, %v150
  %v152 = fsub float %v148, %v151
  store float %v152, ptr %v147, align 4
  br i1 %v21, label %v74, label %v108
v108:
  br i1 %v85, label %v153, label %v107
v153:
  %v154 = phi i64 [ %v155, %v153 ], [ 0, %v108 ]
  %v155 = add nuw nsw i64 %v154, 1
  %v156 = shl i64 %v154, 2
  %v157 = getelementptr i8, ptr %v73, i64 %v156
  %v158 = load float, ptr %v157, align 4
  %v159 = getelementptr i8, ptr %v71, i64 %v156
  %v160 = load float, ptr %v159, align 4
  store float %v158, ptr %v159, align 4
  store float %v160, ptr %v157, align 4
  %v161 = load float, ptr %v159, align 4
  %v162 = fmul float %v115, %v161
  %v163 = fsub float %v160, %v162
  store float %v163, ptr %v157, align 4
  %v164 = icmp eq i64 %v8, %v155
  br i1 %v164, label %v74, label %v153
v131:
  %v165 = icmp slt i64 %v8, 1
  %v166 = select i1 %v15, i1 true, i1 %v165
  br i1 %v166, label %v103, label %v167
v167:
  %v168 = mul i64 %v123, %v13
  %v169 = getelementptr i8, ptr %v6, i64 %v168
  %v170 = mul i64 %v8, -4
  %v171 = add i64 %v123, 1
  %v172 = mul i64 %v171, %v13
  %v173 = getelementptr i8, ptr %v6, i64 %v172
  %v174 = add i64 %v123, 2
  %v175 = mul i64 %v174, %v13
  %v176 = getelementptr i8, ptr %v6, i64 %v175
  br label %v177
v177:
  %v178 = phi ptr [ %v176, %v167 ], [ %v179, %v180 ]
  %v181 = phi ptr [ %v173, %v167 ], [ %v182, %v180 ]
  %v183 = phi ptr [ %v169, %v167 ], [ %v184, %v180 ]
  %v185 = phi i64 [ %v7, %v167 ], [ %v186, %v180 ]
  %v187 = phi i64 [ %v123, %v167 ], [ %v188, %v180 ]
  %v186 = add nsw i64 %v185, -1
  %v188 = add nsw i64 %v187, -1
  %v189 = add nuw nsw i64 %v187, 1
  %v190 = icmp slt i64 %v189, %v7
  %v191 = mul i64 %v187, %v11
  br i1 %v190, label %v192, label %v193
v193:
  %v194 = shl i64 %v191, 2
  %v195 = getelementptr i8, ptr %v9, i64 %v194
  br label %v196
v192:
  %v197 = add nuw nsw i64 %v187, 2
  %v198 = icmp slt i64 %v197, %v7
  %v199 = shl i64 %v191, 2
  %v200 = getelementptr i8, ptr %v9, i64 %v199
  %v201 = getelementptr i8, ptr %v200, i64 4
  br i1 %v198, label %v202, label %v203
v202:
  %v204 = getelementptr i8, ptr %v200, i64 8
  br label %v205
v205:
  %v206 = phi i64 [ %v207, %v205 ], [ 0, %v202 ]
  %v207 = add nuw nsw i64 %v206, 1
  %v208 = shl i64 %v206, 2
  %v209 = getelementptr i8, ptr %v183, i64 %v208
  %v210 = load float, ptr %v209, align 4
  %v211 = load float, ptr %v201, align 4
  %v212 = getelementptr i8, ptr %v181, i64 %v208
  %v213 = load float, ptr %v212, align 4
  %v214 = fmul float %v211, %v213
  %v215 = fsub float %v210, %v214
  %v216 = load float, ptr %v204, align 4
  %v217 = getelementptr i8, ptr %v178, i64 %v208
  %v218 = load float, ptr %v217, align 4
  %v219 = fmul float %v216, %v218
  %v220 = fsub float %v215, %v219
  %v221 = load float, ptr %v200, align 4
  %v222 = fdiv float %v220, %v221
  store float %v222, ptr %v209, align 4
  %v223 = icmp eq i64 %v8, %v207
  br i1 %v223, label %v180, label %v205
v196:
  %v224 = phi i64 [ %v225, %v196 ], [ 0, %v193 ]
  %v225 = add nuw nsw i64 %v224, 1
  %v226 = shl i64 %v224, 2
  %v227 = getelementptr i8, ptr %v183, i64 %v226
  %v228 = load float, ptr %v227, align 4
  %v229 = load float, ptr %v195, align 4
  %v230 = fdiv float %v228, %v229
  store float %v230, ptr %v227, align 4
  %v231 = icmp eq i64 %v8, %v225
  br i1 %v231, label %v180, label %v196
v180:
  %v184 = getelementptr i8, ptr %v183, i64 %v170
  %v182 = getelementptr i8, ptr %v181, i64 %v170
  %v179 = getelementptr i8, ptr %v178, i64 %v170
  %v232 = icmp samesign ugt i64 %v185, 1
  br i1 %v232, label %v177, label %v103
v203:
  %v233 = phi i64 [ %v234, %v203 ], [ 0, %v192 ]
  %v234 = add nuw nsw i64 %v233, 1
  %v235 = shl i64 %v233, 2
  %v236 = getelementptr i8, ptr %v183, i64 %v235
  %v237 = load float, ptr %v236, align 4
  %v238 = load float, ptr %v201, align 4
  %v239 = getelementptr i8, ptr %v181, i64 %v235
  %v240 = load float, ptr %v239, align 4
  %v241 = fmul float %v238, %v240
  %v242 = fsub float %v237, %v241
  %v243 = load float, ptr %v200, align 4
  %v244 = fdiv float %v242, %v243
  store float %v244, ptr %v236, align 4
  %v245 = icmp eq i64 %v8, %v234
  br i1 %v245, label %v180, label %v203
v103:
  %v246 = phi i32 [ 1, %v122 ], [ 0, %v180 ], [ 0, %v19 ], [ 0, %v131 ], [ 1, %v87 ]
  ret i32 %v246
}
