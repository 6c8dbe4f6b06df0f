; Made from banded.py by generate.py: ea033128ef845f6f7e15befda24b5c4b08b3cc5c
; by Numba 0.68.1

; const <f8[2] <f8[2] <i4[2] <i8 <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, i64 %v9, i64 %v10) nounwind {
v261:
  %v11 = shl i64 %v2, 3
  %v12 = shl i64 %v5, 3
  %v13 = add i64 %v10, %v9
  %v14 = icmp sgt i64 %v4, 0
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = tail call i64 @llvm.smax.i64(i64 %v13, i64 -1)
  %v18 = icmp sgt i64 %v13, -1
  %v19 = icmp slt i64 %v9, 1
  br i1 %v18, label %v20, label %v21
v20:
  br i1 %v19, label %v22, label %v23
v22:
  %v24 = add nuw i64 %v17, 2
  %v25 = sub i64 0, %v10
  br label %v26
v23:
  %v27 = shl nuw i64 %v9, 3
  %v28 = getelementptr double, ptr %v3, i64 %v9
  %v29 = add nuw i64 %v17, 2
  %v30 = sub i64 0, %v10
  br label %v31
v26:
  %v32 = phi i64 [ %v25, %v22 ], [ %v33, %v34 ]
  %v35 = phi ptr [ %v0, %v22 ], [ %v36, %v34 ]
  %v37 = phi ptr [ %v3, %v22 ], [ %v38, %v34 ]
  %v39 = phi i64 [ 0, %v22 ], [ %v40, %v34 ]
  br label %v41
v41:
  %v42 = phi i64 [ %v43, %v44 ], [ %v32, %v26 ]
  %v45 = phi ptr [ %v46, %v44 ], [ %v35, %v26 ]
  %v47 = phi i64 [ %v48, %v44 ], [ %v9, %v26 ]
  %v49 = phi i64 [ %v50, %v44 ], [ %v24, %v26 ]
  %v51 = icmp ult i64 %v42, %v4
  br i1 %v51, label %v52, label %v44
v52:
  %v53 = load double, ptr %v45, align 8
  br label %v44
v44:
  %v54 = phi double [ %v53, %v52 ], [ 0.000000e+00, %v41 ]
  %v55 = icmp slt i64 %v47, 0
  %v56 = select i1 %v55, i64 %v12, i64 0
  %v57 = getelementptr i8, ptr %v37, i64 %v56
  %v58 = shl i64 %v47, 3
  %v59 = getelementptr i8, ptr %v57, i64 %v58
  store double %v54, ptr %v59, align 8
  %v50 = add i64 %v49, -1
  %v48 = add i64 %v47, 1
  %v46 = getelementptr i8, ptr %v45, i64 %v11
  %v43 = add i64 %v42, 1
  %v60 = icmp sgt i64 %v50, 1
  br i1 %v60, label %v41, label %v34
v34:
  %v40 = add nuw nsw i64 %v39, 1
  %v38 = getelementptr i8, ptr %v37, i64 %v12
  %v36 = getelementptr i8, ptr %v35, i64 8
  %v33 = add i64 %v32, 1
  %v61 = icmp eq i64 %v4, %v40
  br i1 %v61, label %v62, label %v26
v31:
  %v63 = phi i64 [ %v30, %v23 ], [ %v64, %v65 ]
  %v66 = phi ptr [ %v0, %v23 ], [ %v67, %v65 ]
  %v68 = phi ptr [ %v28, %v23 ], [ %v69, %v65 ]
  %v70 = phi i64 [ 0, %v23 ], [ %v71, %v65 ]
  %v72 = mul i64 %v70, %v12
  %v73 = getelementptr i8, ptr %v3, i64 %v72
  tail call void @llvm.memset.p0.i64(ptr align 8 %v73, i8 0, i64 %v27, i1 false)
  br label %v74
v74:
  %v75 = phi i64 [ %v63, %v31 ], [ %v76, %v77 ]
  %v78 = phi ptr [ %v66, %v31 ], [ %v79, %v77 ]
  %v80 = phi ptr [ %v68, %v31 ], [ %v81, %v77 ]
  %v82 = phi i64 [ %v29, %v31 ], [ %v83, %v77 ]
  %v84 = icmp ult i64 %v75, %v4
  br i1 %v84, label %v85, label %v77
v85:
  %v86 = load double, ptr %v78, align 8
  br label %v77
v77:
  %v87 = phi double [ %v86, %v85 ], [ 0.000000e+00, %v74 ]
  store double %v87, ptr %v80, align 8
  %v83 = add i64 %v82, -1
  %v81 = getelementptr i8, ptr %v80, i64 8
  %v79 = getelementptr i8, ptr %v78, i64 %v11
  %v76 = add i64 %v75, 1
  %v88 = icmp sgt i64 %v83, 1
  br i1 %v88, label %v74, label %v65
v65:
  %v71 = add nuw nsw i64 %v70, 1
  %v69 = getelementptr i8, ptr %v68, i64 %v12
  %v67 = getelementptr i8, ptr %v66, i64 8
  %v64 = add i64 %v63, 1
  %v89 = icmp eq i64 %v4, %v71
  br i1 %v89, label %v62, label %v31
v21:
  br i1 %v19, label %v62, label %v90
v90:
  %v91 = shl nuw i64 %v9, 3
  br label %v92
v92:
  %v93 = phi i64 [ %v4, %v90 ], [ %v94, %v92 ]
  %v95 = phi ptr [ %v3, %v90 ], [ %v96, %v92 ]
  tail call void @llvm.memset.p0.i64(ptr align 8 %v95, i8 0, i64 %v91, i1 false)
  %v96 = getelementptr i8, ptr %v95, i64 %v12
  %v94 = add i64 %v93, -1
  %v97 = icmp eq i64 %v94, 0
  br i1 %v97, label %v62, label %v92
v101:
  %v98 = phi i64 [ 0, %v99 ], [ %v100, %v101 ]
  %v102 = phi i64 [ 1, %v99 ], [ %v103, %v101 ]
  %v103 = add nuw i64 %v102, 1
  %v104 = add i64 %v102, %v13
  %v105 = icmp slt i64 %v104, 0
  %v106 = select i1 %v105, i64 %v12, i64 0
  %v107 = getelementptr i8, ptr %v108, i64 %v106
  %v109 = shl i64 %v102, 3
  %v110 = getelementptr i8, ptr %v107, i64 %v109
  %v111 = load double, ptr %v110, align 8
  %v112 = tail call double @llvm.fabs.f64(double %v111)
  %v113 = add nsw i64 %v98, %v13
  %v114 = icmp slt i64 %v113, 0
  %v115 = select i1 %v114, i64 %v5, i64 0
  %v116 = getelementptr double, ptr %v117, i64 %v113
  %v118 = getelementptr double, ptr %v116, i64 %v115
  %v119 = load double, ptr %v118, align 8
  %v120 = tail call double @llvm.fabs.f64(double %v119)
  %v121 = fcmp ogt double %v112, %v120
  %v100 = select i1 %v121, i64 %v102, i64 %v98
  %v122 = sub i64 %v103, %v123
  %v124 = icmp eq i64 %v122, 1
  br i1 %v124, label %v125, label %v101
v125:
  %v126 = phi i64 [ 0, %v127 ], [ %v100, %v101 ]
  %v128 = add nsw i64 %v126, %v129
  %v130 = mul i64 %v129, %v8
  %v131 = getelementptr i32, ptr %v6, i64 %v130
  %v132 = trunc i64 %v128 to i32
  store i32 %v132, ptr %v131, align 4
  %v133 = add nsw i64 %v126, %v13
  %v134 = icmp slt i64 %v133, 0
  %v135 = select i1 %v134, i64 %v5, i64 0
  %v136 = getelementptr double, ptr %v3, i64 %v137
  %v138 = getelementptr double, ptr %v136, i64 %v133
  %v139 = getelementptr double, ptr %v138, i64 %v135
  %v140 = load double, ptr %v139, align 8
  %v141 = fcmp oeq double %v140, 0.000000e+00
  br i1 %v141, label %v142, label %v143
v147:
  %v144 = phi i64 [ %v13, %v145 ], [ %v146, %v147 ]
  %v148 = phi ptr [ %v149, %v145 ], [ %v150, %v147 ]
  %v151 = phi ptr [ %v108, %v145 ], [ %v152, %v147 ]
  %v153 = phi i64 [ %v154, %v145 ], [ %v155, %v147 ]
  %v156 = icmp slt i64 %v144, 0
  %v157 = select i1 %v156, i64 %v12, i64 0
  %v158 = getelementptr i8, ptr %v151, i64 %v157
  %v159 = load double, ptr %v158, align 8
  %v160 = add i64 %v144, %v126
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v12, i64 0
  %v163 = getelementptr i8, ptr %v148, i64 %v162
  %v164 = load double, ptr %v163, align 8
  store double %v164, ptr %v158, align 8
  store double %v159, ptr %v163, align 8
  %v155 = add i64 %v153, -1
  %v152 = getelementptr i8, ptr %v151, i64 %v165
  %v150 = getelementptr i8, ptr %v148, i64 %v165
  %v146 = add i64 %v144, -1
  %v166 = icmp sgt i64 %v155, 1
  br i1 %v166, label %v147, label %v167
v170:
  %v168 = phi i64 [ %v169, %v170 ], [ %v13, %v171 ]
  %v172 = phi i64 [ %v173, %v170 ], [ %v123, %v171 ]
  %v169 = add i64 %v168, 1
  %v174 = icmp slt i64 %v169, 0
  %v175 = select i1 %v174, i64 %v12, i64 0
  %v176 = getelementptr i8, ptr %v177, i64 %v175
  %v178 = shl i64 %v169, 3
  %v179 = getelementptr i8, ptr %v176, i64 %v178
  %v180 = load double, ptr %v179, align 8
  %v181 = load double, ptr %v182, align 8
  %v183 = fdiv double %v180, %v181
  store double %v183, ptr %v179, align 8
  %v173 = add nsw i64 %v172, -1
  %v184 = icmp eq i64 %v173, 0
  br i1 %v184, label %v185, label %v170
v219:
  %v186 = add nuw i64 %v187, 1
  %v188 = add i64 %v189, -1
  %v190 = icmp eq i64 %v191, %v192
  br i1 %v190, label %v142, label %v193
v197:
  %v194 = phi i64 [ %v189, %v195 ], [ %v196, %v197 ]
  %v198 = phi i64 [ 1, %v195 ], [ %v199, %v197 ]
  %v199 = add nuw i64 %v198, 1
  %v200 = icmp slt i64 %v194, 0
  %v201 = select i1 %v200, i64 %v12, i64 0
  %v202 = getelementptr i8, ptr %v203, i64 %v201
  %v204 = shl i64 %v194, 3
  %v205 = getelementptr i8, ptr %v202, i64 %v204
  %v206 = load double, ptr %v205, align 8
  %v207 = add i64 %v198, %v13
  %v208 = icmp slt i64 %v207, 0
  %v209 = select i1 %v208, i64 %v12, i64 0
  %v210 = getelementptr i8, ptr %v108, i64 %v209
  %v211 = shl i64 %v198, 3
  %v212 = getelementptr i8, ptr %v210, i64 %v211
  %v213 = load double, ptr %v212, align 8
  %v214 = fmul double %v215, %v213
  %v216 = fsub double %v206, %v214
  store double %v216, ptr %v205, align 8
  %v217 = sub i64 %v199, %v123
  %v196 = add i64 %v194, 1
  %v218 = icmp eq i64 %v217, 1
  br i1 %v218, label %v219, label %v197
v142:
  %v220 = getelementptr i8, ptr %v108, i64 %v12
  %v221 = getelementptr i8, ptr %v177, i64 %v12
  %v222 = add nuw i64 %v223, 1
  %v224 = icmp eq i64 %v225, %v4
  br i1 %v224, label %v16, label %v127
v62:
  %v226 = getelementptr double, ptr %v3, i64 %v13
  %v227 = icmp slt i64 %v13, 0
  %v228 = select i1 %v227, i64 %v5, i64 0
  %v229 = getelementptr double, ptr %v226, i64 %v228
  %v230 = shl i64 %v13, 3
  %v231 = getelementptr i8, ptr %v3, i64 %v230
  %v165 = add i64 %v12, -8
  br label %v127
v127:
  %v223 = phi i64 [ %v222, %v142 ], [ 1, %v62 ]
  %v177 = phi ptr [ %v221, %v142 ], [ %v3, %v62 ]
  %v108 = phi ptr [ %v220, %v142 ], [ %v231, %v62 ]
  %v232 = phi i64 [ %v233, %v142 ], [ %v4, %v62 ]
  %v129 = phi i64 [ %v225, %v142 ], [ 0, %v62 ]
  %v233 = add i64 %v232, -1
  %v234 = tail call i64 @llvm.smin.i64(i64 %v9, i64 %v233)
  %v123 = tail call i64 @llvm.smax.i64(i64 %v234, i64 0)
  %v235 = tail call i64 @llvm.smin.i64(i64 %v233, i64 %v13)
  %v154 = add i64 %v235, 2
  %v225 = add nuw nsw i64 %v129, 1
  %v236 = xor i64 %v129, -1
  %v237 = add nsw i64 %v4, %v236
  %v238 = tail call i64 @llvm.smin.i64(i64 %v237, i64 %v9)
  %v239 = icmp sgt i64 %v238, 0
  %v137 = mul i64 %v129, %v5
  br i1 %v239, label %v99, label %v125
v99:
  %v117 = getelementptr double, ptr %v3, i64 %v137
  br label %v101
v143:
  %v192 = tail call i64 @llvm.smin.i64(i64 %v237, i64 %v13)
  %v240 = icmp ne i64 %v126, 0
  %v241 = icmp sgt i64 %v192, -1
  %v242 = select i1 %v240, i1 %v241, i1 false
  br i1 %v242, label %v145, label %v167
v145:
  %v243 = shl i64 %v133, 3
  %v149 = getelementptr i8, ptr %v177, i64 %v243
  br label %v147
v167:
  %v244 = icmp slt i64 %v238, 1
  br i1 %v244, label %v185, label %v171
v171:
  %v245 = shl i64 %v137, 3
  %v182 = getelementptr inbounds i8, ptr %v229, i64 %v245
  br label %v170
v185:
  %v246 = icmp slt i64 %v192, 1
  br i1 %v246, label %v142, label %v193
v193:
  %v189 = phi i64 [ %v188, %v219 ], [ %v13, %v185 ]
  %v187 = phi i64 [ %v186, %v219 ], [ %v223, %v185 ]
  %v191 = phi i64 [ %v247, %v219 ], [ 1, %v185 ]
  %v247 = add nuw i64 %v191, 1
  %v248 = add nuw nsw i64 %v191, %v129
  %v249 = sub nsw i64 %v13, %v191
  %v250 = icmp slt i64 %v248, 0
  %v251 = select i1 %v250, i64 %v4, i64 0
  %v252 = add i64 %v251, %v248
  %v253 = icmp slt i64 %v249, 0
  %v254 = select i1 %v253, i64 %v5, i64 0
  %v255 = mul i64 %v252, %v5
  %v256 = getelementptr double, ptr %v3, i64 %v255
  %v257 = getelementptr double, ptr %v256, i64 %v249
  %v258 = getelementptr double, ptr %v257, i64 %v254
  %v215 = load double, ptr %v258, align 8
  br i1 %v244, label %v219, label %v195
v195:
  %v259 = add i64 %v251, %v187
  %v260 = mul i64 %v259, %v12
  %v203 = getelementptr i8, ptr %v3, i64 %v260
  br label %v197
v16:
  ret i32 0
}

; const <f4[2] <f4[2] <i4[2] <i8 <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, i64 %v9, i64 %v10) nounwind {
v261:
  %v11 = shl i64 %v2, 2
  %v12 = shl i64 %v5, 2
  %v13 = add i64 %v10, %v9
  %v14 = icmp sgt i64 %v4, 0
  br i1 %v14, label %v15, label %v16
v15:
  %v17 = tail call i64 @llvm.smax.i64(i64 %v13, i64 -1)
  %v18 = icmp sgt i64 %v13, -1
  %v19 = icmp slt i64 %v9, 1
  br i1 %v18, label %v20, label %v21
v20:
  br i1 %v19, label %v22, label %v23
v22:
  %v24 = add nuw i64 %v17, 2
  %v25 = sub i64 0, %v10
  br label %v26
v23:
  %v27 = shl nuw i64 %v9, 2
  %v28 = getelementptr float, ptr %v3, i64 %v9
  %v29 = add nuw i64 %v17, 2
  %v30 = sub i64 0, %v10
  br label %v31
v26:
  %v32 = phi i64 [ %v25, %v22 ], [ %v33, %v34 ]
  %v35 = phi ptr [ %v0, %v22 ], [ %v36, %v34 ]
  %v37 = phi ptr [ %v3, %v22 ], [ %v38, %v34 ]
  %v39 = phi i64 [ 0, %v22 ], [ %v40, %v34 ]
  br label %v41
v41:
  %v42 = phi i64 [ %v43, %v44 ], [ %v32, %v26 ]
  %v45 = phi ptr [ %v46, %v44 ], [ %v35, %v26 ]
  %v47 = phi i64 [ %v48, %v44 ], [ %v9, %v26 ]
  %v49 = phi i64 [ %v50, %v44 ], [ %v24, %v26 ]
  %v51 = icmp ult i64 %v42, %v4
  br i1 %v51, label %v52, label %v44
v52:
  %v53 = load float, ptr %v45, align 4
  br label %v44
v44:
  %v54 = phi float [ %v53, %v52 ], [ 0.000000e+00, %v41 ]
  %v55 = icmp slt i64 %v47, 0
  %v56 = select i1 %v55, i64 %v12, i64 0
  %v57 = getelementptr i8, ptr %v37, i64 %v56
  %v58 = shl i64 %v47, 2
  %v59 = getelementptr i8, ptr %v57, i64 %v58
  store float %v54, ptr %v59, align 4
  %v50 = add i64 %v49, -1
  %v48 = add i64 %v47, 1
  %v46 = getelementptr i8, ptr %v45, i64 %v11
  %v43 = add i64 %v42, 1
  %v60 = icmp sgt i64 %v50, 1
  br i1 %v60, label %v41, label %v34
v34:
  %v40 = add nuw nsw i64 %v39, 1
  %v38 = getelementptr i8, ptr %v37, i64 %v12
  %v36 = getelementptr i8, ptr %v35, i64 4
  %v33 = add i64 %v32, 1
  %v61 = icmp eq i64 %v4, %v40
  br i1 %v61, label %v62, label %v26
v31:
  %v63 = phi i64 [ %v30, %v23 ], [ %v64, %v65 ]
  %v66 = phi ptr [ %v0, %v23 ], [ %v67, %v65 ]
  %v68 = phi ptr [ %v28, %v23 ], [ %v69, %v65 ]
  %v70 = phi i64 [ 0, %v23 ], [ %v71, %v65 ]
  %v72 = mul i64 %v70, %v12
  %v73 = getelementptr i8, ptr %v3, i64 %v72
  tail call void @llvm.memset.p0.i64(ptr align 4 %v73, i8 0, i64 %v27, i1 false)
  br label %v74
v74:
  %v75 = phi i64 [ %v63, %v31 ], [ %v76, %v77 ]
  %v78 = phi ptr [ %v66, %v31 ], [ %v79, %v77 ]
  %v80 = phi ptr [ %v68, %v31 ], [ %v81, %v77 ]
  %v82 = phi i64 [ %v29, %v31 ], [ %v83, %v77 ]
  %v84 = icmp ult i64 %v75, %v4
  br i1 %v84, label %v85, label %v77
v85:
  %v86 = load float, ptr %v78, align 4
  br label %v77
v77:
  %v87 = phi float [ %v86, %v85 ], [ 0.000000e+00, %v74 ]
  store float %v87, ptr %v80, align 4
  %v83 = add i64 %v82, -1
  %v81 = getelementptr i8, ptr %v80, i64 4
  %v79 = getelementptr i8, ptr %v78, i64 %v11
  %v76 = add i64 %v75, 1
  %v88 = icmp sgt i64 %v83, 1
  br i1 %v88, label %v74, label %v65
v65:
  %v71 = add nuw nsw i64 %v70, 1
  %v69 = getelementptr i8, ptr %v68, i64 %v12
  %v67 = getelementptr i8, ptr %v66, i64 4
  %v64 = add i64 %v63, 1
  %v89 = icmp eq i64 %v4, %v71
  br i1 %v89, label %v62, label %v31
v21:
  br i1 %v19, label %v62, label %v90
v90:
  %v91 = shl nuw i64 %v9, 2
  br label %v92
v92:
  %v93 = phi i64 [ %v4, %v90 ], [ %v94, %v92 ]
  %v95 = phi ptr [ %v3, %v90 ], [ %v96, %v92 ]
  tail call void @llvm.memset.p0.i64(ptr align 4 %v95, i8 0, i64 %v91, i1 false)
  %v96 = getelementptr i8, ptr %v95, i64 %v12
  %v94 = add i64 %v93, -1
  %v97 = icmp eq i64 %v94, 0
  br i1 %v97, label %v62, label %v92
v101:
  %v98 = phi i64 [ 0, %v99 ], [ %v100, %v101 ]
  %v102 = phi i64 [ 1, %v99 ], [ %v103, %v101 ]
  %v103 = add nuw i64 %v102, 1
  %v104 = add i64 %v102, %v13
  %v105 = icmp slt i64 %v104, 0
  %v106 = select i1 %v105, i64 %v12, i64 0
  %v107 = getelementptr i8, ptr %v108, i64 %v106
  %v109 = shl i64 %v102, 2
  %v110 = getelementptr i8, ptr %v107, i64 %v109
  %v111 = load float, ptr %v110, align 4
  %v112 = tail call float @llvm.fabs.f32(float %v111)
  %v113 = add nsw i64 %v98, %v13
  %v114 = icmp slt i64 %v113, 0
  %v115 = select i1 %v114, i64 %v5, i64 0
  %v116 = getelementptr float, ptr %v117, i64 %v113
  %v118 = getelementptr float, ptr %v116, i64 %v115
  %v119 = load float, ptr %v118, align 4
  %v120 = tail call float @llvm.fabs.f32(float %v119)
  %v121 = fcmp ogt float %v112, %v120
  %v100 = select i1 %v121, i64 %v102, i64 %v98
  %v122 = sub i64 %v103, %v123
  %v124 = icmp eq i64 %v122, 1
  br i1 %v124, label %v125, label %v101
v125:
  %v126 = phi i64 [ 0, %v127 ], [ %v100, %v101 ]
  %v128 = add nsw i64 %v126, %v129
  %v130 = mul i64 %v129, %v8
  %v131 = getelementptr i32, ptr %v6, i64 %v130
  %v132 = trunc i64 %v128 to i32
  store i32 %v132, ptr %v131, align 4
  %v133 = add nsw i64 %v126, %v13
  %v134 = icmp slt i64 %v133, 0
  %v135 = select i1 %v134, i64 %v5, i64 0
  %v136 = getelementptr float, ptr %v3, i64 %v137
  %v138 = getelementptr float, ptr %v136, i64 %v133
  %v139 = getelementptr float, ptr %v138, i64 %v135
  %v140 = load float, ptr %v139, align 4
  %v141 = fcmp oeq float %v140, 0.000000e+00
  br i1 %v141, label %v142, label %v143
v147:
  %v144 = phi i64 [ %v13, %v145 ], [ %v146, %v147 ]
  %v148 = phi ptr [ %v149, %v145 ], [ %v150, %v147 ]
  %v151 = phi ptr [ %v108, %v145 ], [ %v152, %v147 ]
  %v153 = phi i64 [ %v154, %v145 ], [ %v155, %v147 ]
  %v156 = icmp slt i64 %v144, 0
  %v157 = select i1 %v156, i64 %v12, i64 0
  %v158 = getelementptr i8, ptr %v151, i64 %v157
  %v159 = load float, ptr %v158, align 4
  %v160 = add i64 %v144, %v126
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v12, i64 0
  %v163 = getelementptr i8, ptr %v148, i64 %v162
  %v164 = load float, ptr %v163, align 4
  store float %v164, ptr %v158, align 4
  store float %v159, ptr %v163, align 4
  %v155 = add i64 %v153, -1
  %v152 = getelementptr i8, ptr %v151, i64 %v165
  %v150 = getelementptr i8, ptr %v148, i64 %v165
  %v146 = add i64 %v144, -1
  %v166 = icmp sgt i64 %v155, 1
  br i1 %v166, label %v147, label %v167
v170:
  %v168 = phi i64 [ %v169, %v170 ], [ %v13, %v171 ]
  %v172 = phi i64 [ %v173, %v170 ], [ %v123, %v171 ]
  %v169 = add i64 %v168, 1
  %v174 = icmp slt i64 %v169, 0
  %v175 = select i1 %v174, i64 %v12, i64 0
  %v176 = getelementptr i8, ptr %v177, i64 %v175
  %v178 = shl i64 %v169, 2
  %v179 = getelementptr i8, ptr %v176, i64 %v178
  %v180 = load float, ptr %v179, align 4
  %v181 = load float, ptr %v182, align 4
  %v183 = fdiv float %v180, %v181
  store float %v183, ptr %v179, align 4
  %v173 = add nsw i64 %v172, -1
  %v184 = icmp eq i64 %v173, 0
  br i1 %v184, label %v185, label %v170
v219:
  %v186 = add nuw i64 %v187, 1
  %v188 = add i64 %v189, -1
  %v190 = icmp eq i64 %v191, %v192
  br i1 %v190, label %v142, label %v193
v197:
  %v194 = phi i64 [ %v189, %v195 ], [ %v196, %v197 ]
  %v198 = phi i64 [ 1, %v195 ], [ %v199, %v197 ]
  %v199 = add nuw i64 %v198, 1
  %v200 = icmp slt i64 %v194, 0
  %v201 = select i1 %v200, i64 %v12, i64 0
  %v202 = getelementptr i8, ptr %v203, i64 %v201
  %v204 = shl i64 %v194, 2
  %v205 = getelementptr i8, ptr %v202, i64 %v204
  %v206 = load float, ptr %v205, align 4
  %v207 = add i64 %v198, %v13
  %v208 = icmp slt i64 %v207, 0
  %v209 = select i1 %v208, i64 %v12, i64 0
  %v210 = getelementptr i8, ptr %v108, i64 %v209
  %v211 = shl i64 %v198, 2
  %v212 = getelementptr i8, ptr %v210, i64 %v211
  %v213 = load float, ptr %v212, align 4
  %v214 = fmul float %v215, %v213
  %v216 = fsub float %v206, %v214
  store float %v216, ptr %v205, align 4
  %v217 = sub i64 %v199, %v123
  %v196 = add i64 %v194, 1
  %v218 = icmp eq i64 %v217, 1
  br i1 %v218, label %v219, label %v197
v142:
  %v220 = getelementptr i8, ptr %v108, i64 %v12
  %v221 = getelementptr i8, ptr %v177, i64 %v12
  %v222 = add nuw i64 %v223, 1
  %v224 = icmp eq i64 %v225, %v4
  br i1 %v224, label %v16, label %v127
v62:
  %v226 = getelementptr float, ptr %v3, i64 %v13
  %v227 = icmp slt i64 %v13, 0
  %v228 = select i1 %v227, i64 %v5, i64 0
  %v229 = getelementptr float, ptr %v226, i64 %v228
  %v230 = shl i64 %v13, 2
  %v231 = getelementptr i8, ptr %v3, i64 %v230
  %v165 = add i64 %v12, -4
  br label %v127
v127:
  %v223 = phi i64 [ %v222, %v142 ], [ 1, %v62 ]
  %v177 = phi ptr [ %v221, %v142 ], [ %v3, %v62 ]
  %v108 = phi ptr [ %v220, %v142 ], [ %v231, %v62 ]
  %v232 = phi i64 [ %v233, %v142 ], [ %v4, %v62 ]
  %v129 = phi i64 [ %v225, %v142 ], [ 0, %v62 ]
  %v233 = add i64 %v232, -1
  %v234 = tail call i64 @llvm.smin.i64(i64 %v9, i64 %v233)
  %v123 = tail call i64 @llvm.smax.i64(i64 %v234, i64 0)
  %v235 = tail call i64 @llvm.smin.i64(i64 %v233, i64 %v13)
  %v154 = add i64 %v235, 2
  %v225 = add nuw nsw i64 %v129, 1
  %v236 = xor i64 %v129, -1
  %v237 = add nsw i64 %v4, %v236
  %v238 = tail call i64 @llvm.smin.i64(i64 %v237, i64 %v9)
  %v239 = icmp sgt i64 %v238, 0
  %v137 = mul i64 %v129, %v5
  br i1 %v239, label %v99, label %v125
v99:
  %v117 = getelementptr float, ptr %v3, i64 %v137
  br label %v101
v143:
  %v192 = tail call i64 @llvm.smin.i64(i64 %v237, i64 %v13)
  %v240 = icmp ne i64 %v126, 0
  %v241 = icmp sgt i64 %v192, -1
  %v242 = select i1 %v240, i1 %v241, i1 false
  br i1 %v242, label %v145, label %v167
v145:
  %v243 = shl i64 %v133, 2
  %v149 = getelementptr i8, ptr %v177, i64 %v243
  br label %v147
v167:
  %v244 = icmp slt i64 %v238, 1
  br i1 %v244, label %v185, label %v171
v171:
  %v245 = shl i64 %v137, 2
  %v182 = getelementptr inbounds i8, ptr %v229, i64 %v245
  br label %v170
v185:
  %v246 = icmp slt i64 %v192, 1
  br i1 %v246, label %v142, label %v193
v193:
  %v189 = phi i64 [ %v188, %v219 ], [ %v13, %v185 ]
  %v187 = phi i64 [ %v186, %v219 ], [ %v223, %v185 ]
  %v191 = phi i64 [ %v247, %v219 ], [ 1, %v185 ]
  %v247 = add nuw i64 %v191, 1
  %v248 = add nuw nsw i64 %v191, %v129
  %v249 = sub nsw i64 %v13, %v191
  %v250 = icmp slt i64 %v248, 0
  %v251 = select i1 %v250, i64 %v4, i64 0
  %v252 = add i64 %v251, %v248
  %v253 = icmp slt i64 %v249, 0
  %v254 = select i1 %v253, i64 %v5, i64 0
  %v255 = mul i64 %v252, %v5
  %v256 = getelementptr float, ptr %v3, i64 %v255
  %v257 = getelementptr float, ptr %v256, i64 %v249
  %v258 = getelementptr float, ptr %v257, i64 %v254
  %v215 = load float, ptr %v258, align 4
  br i1 %v244, label %v219, label %v195
v195:
  %v259 = add i64 %v251, %v187
  %v260 = mul i64 %v259, %v12
  %v203 = getelementptr i8, ptr %v3, i64 %v260
  br label %v197
v16:
  ret i32 0
}
