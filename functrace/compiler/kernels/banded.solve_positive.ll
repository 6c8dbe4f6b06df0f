; Made from banded.py by generate.py: ea033128ef845f6f7e15befda24b5c4b08b3cc5c
; by Numba 0.68.1

; const <f8[2] const <f8[2] <f8[2] <f8[2] <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12) nounwind {
v288:
  %v13 = shl i64 %v2, 3
  %v14 = shl i64 %v5, 3
  %v15 = shl i64 %v8, 3
  %v16 = shl i64 %v11, 3
  %v17 = icmp slt i64 %v10, 1
  br i1 %v17, label %v18, label %v19
v19:
  %v20 = sub i64 0, %v12
  br label %v21
v99:
  %v22 = getelementptr i8, ptr %v23, i64 8
  %v24 = getelementptr i8, ptr %v25, i64 %v16
  %v26 = add i64 %v27, 1
  %v28 = add i64 %v29, -1
  %v30 = getelementptr i8, ptr %v31, i64 8
  %v32 = icmp eq i64 %v10, %v33
  br i1 %v32, label %v18, label %v21
v36:
  %v34 = phi ptr [ %v35, %v36 ], [ %v25, %v21 ]
  %v37 = phi i64 [ %v38, %v36 ], [ %v12, %v21 ]
  %v39 = phi ptr [ %v40, %v36 ], [ %v23, %v21 ]
  %v41 = phi i64 [ %v42, %v36 ], [ %v43, %v21 ]
  %v44 = icmp slt i64 %v37, 0
  %v45 = select i1 %v44, i64 %v1, i64 0
  %v46 = add i64 %v45, %v37
  %v47 = mul i64 %v13, %v46
  %v48 = getelementptr i8, ptr %v39, i64 %v47
  %v49 = load double, ptr %v48, align 8
  store double %v49, ptr %v34, align 8
  %v42 = add i64 %v41, -1
  %v40 = getelementptr i8, ptr %v39, i64 8
  %v38 = add i64 %v37, -1
  %v35 = getelementptr i8, ptr %v34, i64 8
  %v50 = icmp samesign ugt i64 %v42, 1
  br i1 %v50, label %v36, label %v51
v83:
  %v52 = add i64 %v53, 1
  %v54 = getelementptr i8, ptr %v55, i64 -8
  %v56 = add i64 %v57, -1
  %v58 = icmp samesign ugt i64 %v59, 1
  br i1 %v58, label %v60, label %v61
v66:
  %v62 = phi i64 [ %v63, %v64 ], [ %v65, %v66 ]
  %v67 = phi i64 [ 0, %v64 ], [ %v68, %v66 ]
  %v68 = add nuw nsw i64 %v67, 1
  %v69 = shl i64 %v67, 3
  %v70 = getelementptr i8, ptr %v25, i64 %v69
  %v71 = load double, ptr %v70, align 8
  %v72 = add i64 %v67, %v57
  %v73 = icmp slt i64 %v72, 0
  %v74 = select i1 %v73, i64 %v16, i64 0
  %v75 = getelementptr i8, ptr %v76, i64 %v74
  %v77 = getelementptr i8, ptr %v75, i64 %v69
  %v78 = load double, ptr %v77, align 8
  %v79 = fmul double %v80, %v78
  %v81 = fsub double %v71, %v79
  store double %v81, ptr %v70, align 8
  %v65 = add i64 %v62, -1
  %v82 = icmp sgt i64 %v65, 1
  br i1 %v82, label %v66, label %v83
v61:
  %v84 = getelementptr double, ptr %v9, i64 %v85
  %v86 = load double, ptr %v84, align 8
  %v87 = fcmp ogt double %v86, 0.000000e+00
  br i1 %v87, label %v88, label %v89
v92:
  %v90 = phi ptr [ %v91, %v92 ], [ %v25, %v88 ]
  %v93 = phi i64 [ %v94, %v92 ], [ %v43, %v88 ]
  %v95 = load double, ptr %v90, align 8
  %v96 = fdiv double %v95, %v97
  store double %v96, ptr %v90, align 8
  %v94 = add i64 %v93, -1
  %v91 = getelementptr i8, ptr %v90, i64 8
  %v98 = icmp sgt i64 %v94, 1
  br i1 %v98, label %v92, label %v99
v21:
  %v31 = phi ptr [ %v9, %v19 ], [ %v30, %v99 ]
  %v29 = phi i64 [ %v12, %v19 ], [ %v28, %v99 ]
  %v27 = phi i64 [ %v20, %v19 ], [ %v26, %v99 ]
  %v25 = phi ptr [ %v9, %v19 ], [ %v24, %v99 ]
  %v23 = phi ptr [ %v0, %v19 ], [ %v22, %v99 ]
  %v100 = phi i64 [ %v10, %v19 ], [ %v101, %v99 ]
  %v102 = phi i64 [ 0, %v19 ], [ %v33, %v99 ]
  %v101 = add i64 %v100, -1
  %v103 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v101)
  %v104 = add i64 %v103, 1
  %v105 = tail call i64 @llvm.smax.i64(i64 %v104, i64 0)
  %v43 = add nuw i64 %v105, 1
  %v106 = tail call i64 @llvm.smax.i64(i64 %v27, i64 0)
  %v107 = add i64 %v106, %v29
  %v108 = mul i64 %v106, -8
  %v109 = getelementptr i8, ptr %v31, i64 %v108
  %v110 = sub nsw i64 %v102, %v106
  %v33 = add nuw nsw i64 %v102, 1
  %v111 = xor i64 %v102, -1
  %v112 = add nsw i64 %v10, %v111
  %v113 = tail call i64 @llvm.smin.i64(i64 %v112, i64 %v12)
  %v114 = icmp slt i64 %v113, 0
  %v85 = mul i64 %v102, %v11
  br i1 %v114, label %v51, label %v36
v51:
  %v115 = tail call i64 @llvm.smin.i64(i64 %v102, i64 %v12)
  %v116 = icmp slt i64 %v115, 1
  br i1 %v116, label %v61, label %v117
v117:
  %v118 = sub nsw i64 %v102, %v12
  %v119 = tail call i64 @llvm.smax.i64(i64 %v118, i64 0)
  br label %v60
v60:
  %v57 = phi i64 [ %v56, %v83 ], [ %v110, %v117 ]
  %v55 = phi ptr [ %v54, %v83 ], [ %v109, %v117 ]
  %v53 = phi i64 [ %v52, %v83 ], [ %v107, %v117 ]
  %v59 = phi i64 [ %v120, %v83 ], [ %v115, %v117 ]
  %v121 = phi i64 [ %v122, %v83 ], [ %v119, %v117 ]
  %v120 = add nsw i64 %v59, -1
  %v122 = add i64 %v121, 1
  %v123 = sub nsw i64 %v102, %v121
  %v124 = icmp slt i64 %v121, 0
  %v125 = select i1 %v124, i64 %v10, i64 0
  %v126 = add i64 %v125, %v121
  %v127 = icmp slt i64 %v123, 0
  %v128 = select i1 %v127, i64 %v11, i64 0
  %v129 = mul i64 %v126, %v11
  %v130 = getelementptr double, ptr %v9, i64 %v129
  %v131 = getelementptr double, ptr %v130, i64 %v123
  %v132 = getelementptr double, ptr %v131, i64 %v128
  %v80 = load double, ptr %v132, align 8
  %v133 = sub nsw i64 %v12, %v123
  %v134 = tail call i64 @llvm.smin.i64(i64 %v113, i64 %v133)
  %v135 = icmp sgt i64 %v134, -1
  br i1 %v135, label %v64, label %v83
v64:
  %v136 = tail call i64 @llvm.smin.i64(i64 %v103, i64 %v53)
  %v63 = add i64 %v136, 2
  %v137 = mul i64 %v126, %v16
  %v76 = getelementptr i8, ptr %v55, i64 %v137
  br label %v66
v88:
  %v97 = tail call double @llvm.sqrt.f64(double %v86)
  br i1 %v114, label %v99, label %v92
v18:
  %v138 = icmp slt i64 %v7, 1
  %v139 = icmp slt i64 %v8, 1
  %v140 = select i1 %v138, i1 true, i1 %v139
  br i1 %v140, label %v89, label %v141
v141:
  %v142 = phi ptr [ %v143, %v144 ], [ %v3, %v18 ]
  %v145 = phi ptr [ %v146, %v144 ], [ %v6, %v18 ]
  %v147 = phi i64 [ %v148, %v144 ], [ 0, %v18 ]
  br label %v149
v149:
  %v150 = phi i64 [ 0, %v141 ], [ %v151, %v149 ]
  %v151 = add nuw nsw i64 %v150, 1
  %v152 = shl i64 %v150, 3
  %v153 = getelementptr i8, ptr %v142, i64 %v152
  %v154 = load double, ptr %v153, align 8
  %v155 = getelementptr i8, ptr %v145, i64 %v152
  store double %v154, ptr %v155, align 8
  %v156 = icmp eq i64 %v8, %v151
  br i1 %v156, label %v144, label %v149
v144:
  %v148 = add nuw nsw i64 %v147, 1
  %v146 = getelementptr i8, ptr %v145, i64 %v15
  %v143 = getelementptr i8, ptr %v142, i64 %v14
  %v157 = icmp eq i64 %v148, %v7
  br i1 %v157, label %v158, label %v141
v158:
  %v159 = add nsw i64 %v7, -1
  br label %v160
v160:
  %v161 = phi ptr [ %v6, %v158 ], [ %v162, %v163 ]
  %v164 = phi ptr [ %v9, %v158 ], [ %v165, %v163 ]
  %v166 = phi i64 [ %v159, %v158 ], [ %v167, %v163 ]
  %v168 = phi i64 [ 0, %v158 ], [ %v169, %v163 ]
  %v170 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v166)
  %v169 = add nuw nsw i64 %v168, 1
  %v171 = mul i64 %v168, %v8
  %v172 = getelementptr double, ptr %v6, i64 %v171
  %v173 = xor i64 %v168, -1
  %v174 = add nsw i64 %v7, %v173
  %v175 = tail call i64 @llvm.smin.i64(i64 %v174, i64 %v12)
  %v176 = icmp slt i64 %v175, 1
  %v177 = mul i64 %v16, %v168
  %v178 = getelementptr i8, ptr %v9, i64 %v177
  br i1 %v176, label %v179, label %v180
v179:
  %v181 = phi i64 [ %v182, %v179 ], [ 0, %v160 ]
  %v182 = add nuw nsw i64 %v181, 1
  %v183 = shl i64 %v181, 3
  %v184 = getelementptr i8, ptr %v161, i64 %v183
  %v185 = load double, ptr %v184, align 8
  %v186 = load double, ptr %v178, align 8
  %v187 = fdiv double %v185, %v186
  store double %v187, ptr %v184, align 8
  %v188 = icmp eq i64 %v8, %v182
  br i1 %v188, label %v163, label %v179
v180:
  %v189 = phi i64 [ %v190, %v191 ], [ 0, %v160 ]
  %v192 = getelementptr double, ptr %v172, i64 %v189
  %v193 = load double, ptr %v192, align 8
  %v194 = load double, ptr %v178, align 8
  %v195 = fdiv double %v193, %v194
  store double %v195, ptr %v192, align 8
  %v196 = getelementptr double, ptr %v6, i64 %v189
  %v197 = shl i64 %v189, 3
  %v198 = getelementptr inbounds i8, ptr %v172, i64 %v197
  br label %v199
v199:
  %v200 = phi i64 [ %v201, %v199 ], [ 1, %v180 ]
  %v201 = add nuw i64 %v200, 1
  %v202 = add nuw i64 %v200, %v168
  %v203 = icmp slt i64 %v202, 0
  %v204 = select i1 %v203, i64 %v7, i64 0
  %v205 = add i64 %v204, %v202
  %v206 = mul i64 %v205, %v8
  %v207 = getelementptr double, ptr %v196, i64 %v206
  %v208 = load double, ptr %v207, align 8
  %v209 = shl i64 %v200, 3
  %v210 = getelementptr i8, ptr %v164, i64 %v209
  %v211 = load double, ptr %v210, align 8
  %v212 = load double, ptr %v198, align 8
  %v213 = fmul double %v211, %v212
  %v214 = fsub double %v208, %v213
  store double %v214, ptr %v207, align 8
  %v215 = sub i64 %v201, %v170
  %v216 = icmp eq i64 %v215, 1
  br i1 %v216, label %v191, label %v199
v191:
  %v190 = add nuw nsw i64 %v189, 1
  %v217 = icmp eq i64 %v8, %v190
  br i1 %v217, label %v163, label %v180
v163:
  %v167 = add i64 %v166, -1
  %v165 = getelementptr i8, ptr %v164, i64 %v16
  %v162 = getelementptr i8, ptr %v161, i64 %v15
  %v218 = icmp eq i64 %v169, %v7
  br i1 %v218, label %v219, label %v160
v219:
  %v220 = shl i64 %v159, 3
  %v221 = mul i64 %v11, %v220
  %v222 = getelementptr i8, ptr %v9, i64 %v221
  %v223 = getelementptr i8, ptr %v222, i64 8
  %v224 = mul i64 %v11, -8
  %v225 = mul i64 %v220, %v8
  %v226 = getelementptr i8, ptr %v6, i64 %v225
  %v227 = mul i64 %v8, -8
  br label %v228
v228:
  %v229 = phi ptr [ %v226, %v219 ], [ %v230, %v231 ]
  %v232 = phi ptr [ %v223, %v219 ], [ %v233, %v231 ]
  %v234 = phi i64 [ 0, %v219 ], [ %v235, %v231 ]
  %v236 = phi i64 [ %v7, %v219 ], [ %v237, %v231 ]
  %v238 = phi i64 [ %v159, %v219 ], [ %v239, %v231 ]
  %v240 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v234)
  %v237 = add nsw i64 %v236, -1
  %v239 = add nsw i64 %v238, -1
  %v241 = sub nuw nsw i64 %v159, %v238
  %v242 = mul i64 %v238, %v8
  %v243 = getelementptr double, ptr %v6, i64 %v242
  %v244 = tail call i64 @llvm.smin.i64(i64 %v241, i64 %v12)
  %v245 = icmp slt i64 %v244, 1
  %v246 = mul i64 %v16, %v238
  %v247 = getelementptr i8, ptr %v9, i64 %v246
  br i1 %v245, label %v248, label %v249
v248:
  %v250 = phi i64 [ %v251, %v248 ], [ 0, %v228 ]
  %v251 = add nuw nsw i64 %v250, 1
  %v252 = shl i64 %v250, 3
  %v253 = getelementptr i8, ptr %v229, i64 %v252
  %v254 = load double, ptr %v253, align 8
  %v255 = load double, ptr %v247, align 8
  %v256 = fdiv double %v254, %v255
  store double %v256, ptr %v253, align 8
  %v257 = icmp eq i64 %v8, %v251
  br i1 %v257, label %v231, label %v248
v249:
  %v258 = phi i64 [ %v259, %v260 ], [ 0, %v228 ]
  %v261 = getelementptr double, ptr %v243, i64 %v258
  %v262 = getelementptr double, ptr %v6, i64 %v258
  %v263 = load double, ptr %v261, align 8
  %v264 = shl i64 %v258, 3
  %v265 = getelementptr i8, ptr %v243, i64 %v264
  br label %v266
v260:
  %v259 = add nuw nsw i64 %v258, 1
  %v267 = load double, ptr %v247, align 8
  %v268 = fdiv double %v269, %v267
  store double %v268, ptr %v265, align 8
  %v270 = icmp eq i64 %v8, %v259
  br i1 %v270, label %v231, label %v249
v266:
  %v271 = phi i64 [ 0, %v249 ], [ %v272, %v266 ]
  %v273 = phi double [ %v263, %v249 ], [ %v269, %v266 ]
  %v274 = shl i64 %v271, 3
  %v275 = getelementptr i8, ptr %v232, i64 %v274
  %v276 = load double, ptr %v275, align 8
  %v277 = add i64 %v271, %v236
  %v278 = icmp slt i64 %v277, 0
  %v279 = select i1 %v278, i64 %v7, i64 0
  %v280 = add i64 %v279, %v277
  %v281 = mul i64 %v280, %v8
  %v282 = getelementptr double, ptr %v262, i64 %v281
  %v283 = load double, ptr %v282, align 8
  %v284 = fmul double %v276, %v283
  %v269 = fsub double %v273, %v284
  store double %v269, ptr %v265, align 8
  %v272 = add nuw nsw i64 %v271, 1
  %v285 = icmp eq i64 %v240, %v272
  br i1 %v285, label %v260, label %v266
v231:
  %v235 = add nuw nsw i64 %v234, 1
  %v233 = getelementptr i8, ptr %v232, i64 %v224
  %v230 = getelementptr i8, ptr %v229, i64 %v227
  %v286 = icmp sgt i64 %v236, 1
  br i1 %v286, label %v228, label %v89
v89:
  %v287 = phi i32 [ 0, %v231 ], [ 0, %v18 ], [ 1, %v61 ]
  ret i32 %v287
}

; const <f4[2] const <f4[2] <f4[2] <f4[2] <i8
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12) nounwind {
v291:
  %v13 = shl i64 %v2, 2
  %v14 = shl i64 %v5, 2
  %v15 = shl i64 %v8, 2
  %v16 = shl i64 %v11, 2
  %v17 = icmp slt i64 %v10, 1
  br i1 %v17, label %v18, label %v19
v19:
  %v20 = sub i64 0, %v12
  br label %v21
v101:
  %v22 = getelementptr i8, ptr %v23, i64 4
  %v24 = getelementptr i8, ptr %v25, i64 %v16
  %v26 = add i64 %v27, 1
  %v28 = add i64 %v29, -1
  %v30 = getelementptr i8, ptr %v31, i64 4
  %v32 = icmp eq i64 %v10, %v33
  br i1 %v32, label %v18, label %v21
v36:
  %v34 = phi ptr [ %v35, %v36 ], [ %v25, %v21 ]
  %v37 = phi i64 [ %v38, %v36 ], [ %v12, %v21 ]
  %v39 = phi ptr [ %v40, %v36 ], [ %v23, %v21 ]
  %v41 = phi i64 [ %v42, %v36 ], [ %v43, %v21 ]
  %v44 = icmp slt i64 %v37, 0
  %v45 = select i1 %v44, i64 %v1, i64 0
  %v46 = add i64 %v45, %v37
  %v47 = mul i64 %v13, %v46
  %v48 = getelementptr i8, ptr %v39, i64 %v47
  %v49 = load float, ptr %v48, align 4
  store float %v49, ptr %v34, align 4
  %v42 = add i64 %v41, -1
  %v40 = getelementptr i8, ptr %v39, i64 4
  %v38 = add i64 %v37, -1
  %v35 = getelementptr i8, ptr %v34, i64 4
  %v50 = icmp samesign ugt i64 %v42, 1
  br i1 %v50, label %v36, label %v51
v83:
  %v52 = add i64 %v53, 1
  %v54 = getelementptr i8, ptr %v55, i64 -4
  %v56 = add i64 %v57, -1
  %v58 = icmp samesign ugt i64 %v59, 1
  br i1 %v58, label %v60, label %v61
v66:
  %v62 = phi i64 [ %v63, %v64 ], [ %v65, %v66 ]
  %v67 = phi i64 [ 0, %v64 ], [ %v68, %v66 ]
  %v68 = add nuw nsw i64 %v67, 1
  %v69 = shl i64 %v67, 2
  %v70 = getelementptr i8, ptr %v25, i64 %v69
  %v71 = load float, ptr %v70, align 4
  %v72 = add i64 %v67, %v57
  %v73 = icmp slt i64 %v72, 0
  %v74 = select i1 %v73, i64 %v16, i64 0
  %v75 = getelementptr i8, ptr %v76, i64 %v74
  %v77 = getelementptr i8, ptr %v75, i64 %v69
  %v78 = load float, ptr %v77, align 4
  %v79 = fmul float %v80, %v78
  %v81 = fsub float %v71, %v79
  store float %v81, ptr %v70, align 4
  %v65 = add i64 %v62, -1
  %v82 = icmp sgt i64 %v65, 1
  br i1 %v82, label %v66, label %v83
v61:
  %v84 = getelementptr float, ptr %v9, i64 %v85
  %v86 = load float, ptr %v84, align 4
  %v87 = fcmp ogt float %v86, 0.000000e+00
  br i1 %v87, label %v88, label %v89
v92:
  %v90 = phi ptr [ %v91, %v92 ], [ %v25, %v88 ]
  %v93 = phi i64 [ %v94, %v92 ], [ %v43, %v88 ]
  %v95 = load float, ptr %v90, align 4
  %v96 = fpext float %v95 to double
  %v97 = fdiv double %v96, %v98
  %v99 = fptrunc double %v97 to float
  store float %v99, ptr %v90, align 4
  %v94 = add i64 %v93, -1
  %v91 = getelementptr i8, ptr %v90, i64 4
  %v100 = icmp sgt i64 %v94, 1
  br i1 %v100, label %v92, label %v101
v21:
  %v31 = phi ptr [ %v9, %v19 ], [ %v30, %v101 ]
  %v29 = phi i64 [ %v12, %v19 ], [ %v28, %v101 ]
  %v27 = phi i64 [ %v20, %v19 ], [ %v26, %v101 ]
  %v25 = phi ptr [ %v9, %v19 ], [ %v24, %v101 ]
  %v23 = phi ptr [ %v0, %v19 ], [ %v22, %v101 ]
  %v102 = phi i64 [ %v10, %v19 ], [ %v103, %v101 ]
  %v104 = phi i64 [ 0, %v19 ], [ %v33, %v101 ]
  %v103 = add i64 %v102, -1
  %v105 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v103)
  %v106 = add i64 %v105, 1
  %v107 = tail call i64 @llvm.smax.i64(i64 %v106, i64 0)
  %v43 = add nuw i64 %v107, 1
  %v108 = tail call i64 @llvm.smax.i64(i64 %v27, i64 0)
  %v109 = add i64 %v108, %v29
  %v110 = mul i64 %v108, -4
  %v111 = getelementptr i8, ptr %v31, i64 %v110
  %v112 = sub nsw i64 %v104, %v108
  %v33 = add nuw nsw i64 %v104, 1
  %v113 = xor i64 %v104, -1
  %v114 = add nsw i64 %v10, %v113
  %v115 = tail call i64 @llvm.smin.i64(i64 %v114, i64 %v12)
  %v116 = icmp slt i64 %v115, 0
  %v85 = mul i64 %v104, %v11
  br i1 %v116, label %v51, label %v36
v51:
  %v117 = tail call i64 @llvm.smin.i64(i64 %v104, i64 %v12)
  %v118 = icmp slt i64 %v117, 1
  br i1 %v118, label %v61, label %v119
v119:
  %v120 = sub nsw i64 %v104, %v12
  %v121 = tail call i64 @llvm.smax.i64(i64 %v120, i64 0)
  br label %v60
v60:
  %v57 = phi i64 [ %v56, %v83 ], [ %v112, %v119 ]
  %v55 = phi ptr [ %v54, %v83 ], [ %v111, %v119 ]
  %v53 = phi i64 [ %v52, %v83 ], [ %v109, %v119 ]
  %v59 = phi i64 [ %v122, %v83 ], [ %v117, %v119 ]
  %v123 = phi i64 [ %v124, %v83 ], [ %v121, %v119 ]
  %v122 = add nsw i64 %v59, -1
  %v124 = add i64 %v123, 1
  %v125 = sub nsw i64 %v104, %v123
  %v126 = icmp slt i64 %v123, 0
  %v127 = select i1 %v126, i64 %v10, i64 0
  %v128 = add i64 %v127, %v123
  %v129 = icmp slt i64 %v125, 0
  %v130 = select i1 %v129, i64 %v11, i64 0
  %v131 = mul i64 %v128, %v11
  %v132 = getelementptr float, ptr %v9, i64 %v131
  %v133 = getelementptr float, ptr %v132, i64 %v125
  %v134 = getelementptr float, ptr %v133, i64 %v130
  %v80 = load float, ptr %v134, align 4
  %v135 = sub nsw i64 %v12, %v125
  %v136 = tail call i64 @llvm.smin.i64(i64 %v115, i64 %v135)
  %v137 = icmp sgt i64 %v136, -1
  br i1 %v137, label %v64, label %v83
v64:
  %v138 = tail call i64 @llvm.smin.i64(i64 %v105, i64 %v53)
  %v63 = add i64 %v138, 2
  %v139 = mul i64 %v128, %v16
  %v76 = getelementptr i8, ptr %v55, i64 %v139
  br label %v66
v88:
  %v140 = fpext float %v86 to double
  %v98 = tail call double @llvm.sqrt.f64(double %v140)
  br i1 %v116, label %v101, label %v92
v18:
  %v141 = icmp slt i64 %v7, 1
  %v142 = icmp slt i64 %v8, 1
  %v143 = select i1 %v141, i1 true, i1 %v142
  br i1 %v143, label %v89, label %v144
v144:
  %v145 = phi ptr [ %v146, %v147 ], [ %v3, %v18 ]
  %v148 = phi ptr [ %v149, %v147 ], [ %v6, %v18 ]
  %v150 = phi i64 [ %v151, %v147 ], [ 0, %v18 ]
  br label %v152
v152:
  %v153 = phi i64 [ 0, %v144 ], [ %v154, %v152 ]
  %v154 = add nuw nsw i64 %v153, 1
  %v155 = shl i64 %v153, 2
  %v156 = getelementptr i8, ptr %v145, i64 %v155
  %v157 = load float, ptr %v156, align 4
  %v158 = getelementptr i8, ptr %v148, i64 %v155
  store float %v157, ptr %v158, align 4
  %v159 = icmp eq i64 %v8, %v154
  br i1 %v159, label %v147, label %v152
v147:
  %v151 = add nuw nsw i64 %v150, 1
  %v149 = getelementptr i8, ptr %v148, i64 %v15
  %v146 = getelementptr i8, ptr %v145, i64 %v14
  %v160 = icmp eq i64 %v151, %v7
  br i1 %v160, label %v161, label %v144
v161:
  %v162 = add nsw i64 %v7, -1
  br label %v163
v163:
  %v164 = phi ptr [ %v6, %v161 ], [ %v165, %v166 ]
  %v167 = phi ptr [ %v9, %v161 ], [ %v168, %v166 ]
  %v169 = phi i64 [ %v162, %v161 ], [ %v170, %v166 ]
  %v171 = phi i64 [ 0, %v161 ], [ %v172, %v166 ]
  %v173 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v169)
  %v172 = add nuw nsw i64 %v171, 1
  %v174 = mul i64 %v171, %v8
  %v175 = getelementptr float, ptr %v6, i64 %v174
  %v176 = xor i64 %v171, -1
  %v177 = add nsw i64 %v7, %v176
  %v178 = tail call i64 @llvm.smin.i64(i64 %v177, i64 %v12)
  %v179 = icmp slt i64 %v178, 1
  %v180 = mul i64 %v16, %v171
  %v181 = getelementptr i8, ptr %v9, i64 %v180
  br i1 %v179, label %v182, label %v183
v182:
  %v184 = phi i64 [ %v185, %v182 ], [ 0, %v163 ]
  %v185 = add nuw nsw i64 %v184, 1
  %v186 = shl i64 %v184, 2
  %v187 = getelementptr i8, ptr %v164, i64 %v186
  %v188 = load float, ptr %v187, align 4
  %v189 = load float, ptr %v181, align 4
  %v190 = fdiv float %v188, %v189
  store float %v190, ptr %v187, align 4
  %v191 = icmp eq i64 %v8, %v185
  br i1 %v191, label %v166, label %v182
v183:
  %v192 = phi i64 [ %v193, %v194 ], [ 0, %v163 ]
  %v195 = getelementptr float, ptr %v175, i64 %v192
  %v196 = load float, ptr %v195, align 4
  %v197 = load float, ptr %v181, align 4
  %v198 = fdiv float %v196, %v197
  store float %v198, ptr %v195, align 4
  %v199 = getelementptr float, ptr %v6, i64 %v192
  %v200 = shl i64 %v192, 2
  %v201 = getelementptr inbounds i8, ptr %v175, i64 %v200
  br label %v202
v202:
  %v203 = phi i64 [ %v204, %v202 ], [ 1, %v183 ]
  %v204 = add nuw i64 %v203, 1
  %v205 = add nuw i64 %v203, %v171
  %v206 = icmp slt i64 %v205, 0
  %v207 = select i1 %v206, i64 %v7, i64 0
  %v208 = add i64 %v207, %v205
  %v209 = mul i64 %v208, %v8
  %v210 = getelementptr float, ptr %v199, i64 %v209
  %v211 = load float, ptr %v210, align 4
  %v212 = shl i64 %v203, 2
  %v213 = getelementptr i8, ptr %v167, i64 %v212
  %v214 = load float, ptr %v213, align 4
  %v215 = load float, ptr %v201, align 4
  %v216 = fmul float %v214, %v215
  %v217 = fsub float %v211, %v216
  store float %v217, ptr %v210, align 4
  %v218 = sub i64 %v204, %v173
  %v219 = icmp eq i64 %v218, 1
  br i1 %v219, label %v194, label %v202
v194:
  %v193 = add nuw nsw i64 %v192, 1
  %v220 = icmp eq i64 %v8, %v193
  br i1 %v220, label %v166, label %v183
v166:
  %v170 = add i64 %v169, -1
  %v168 = getelementptr i8, ptr %v167, i64 %v16
  %v165 = getelementptr i8, ptr %v164, i64 %v15
  %v221 = icmp eq i64 %v172, %v7
  br i1 %v221, label %v222, label %v163
v222:
  %v223 = shl i64 %v162, 2
  %v224 = mul i64 %v11, %v223
  %v225 = getelementptr i8, ptr %v9, i64 %v224
  %v226 = getelementptr i8, ptr %v225, i64 4
  %v227 = mul i64 %v11, -4
  %v228 = mul i64 %v223, %v8
  %v229 = getelementptr i8, ptr %v6, i64 %v228
  %v230 = mul i64 %v8, -4
  br label %v231
v231:
  %v232 = phi ptr [ %v229, %v222 ], [ %v233, %v234 ]
  %v235 = phi ptr [ %v226, %v222 ], [ %v236, %v234 ]
  %v237 = phi i64 [ 0, %v222 ], [ %v238, %v234 ]
  %v239 = phi i64 [ %v7, %v222 ], [ %v240, %v234 ]
  %v241 = phi i64 [ %v162, %v222 ], [ %v242, %v234 ]
  %v243 = tail call i64 @llvm.smin.i64(i64 %v12, i64 %v237)
  %v240 = add nsw i64 %v239, -1
  %v242 = add nsw i64 %v241, -1
  %v244 = sub nuw nsw i64 %v162, %v241
  %v245 = mul i64 %v241, %v8
  %v246 = getelementptr float, ptr %v6, i64 %v245
  %v247 = tail call i64 @llvm.smin.i64(i64 %v244, i64 %v12)
  %v248 = icmp slt i64 %v247, 1
  %v249 = mul i64 %v16, %v241
  %v250 = getelementptr i8, ptr %v9, i64 %v249
  br i1 %v248, label %v251, label %v252
v251:
  %v253 = phi i64 [ %v254, %v251 ], [ 0, %v231 ]
  %v254 = add nuw nsw i64 %v253, 1
  %v255 = shl i64 %v253, 2
  %v256 = getelementptr i8, ptr %v232, i64 %v255
  %v257 = load float, ptr %v256, align 4
  %v258 = load float, ptr %v250, align 4
  %v259 = fdiv float %v257, %v258
  store float %v259, ptr %v256, align 4
  %v260 = icmp eq i64 %v8, %v254
  br i1 %v260, label %v234, label %v251
v252:
  %v261 = phi i64 [ %v262, %v263 ], [ 0, %v231 ]
  %v264 = getelementptr float, ptr %v246, i64 %v261
  %v265 = getelementptr float, ptr %v6, i64 %v261
  %v266 = load float, ptr %v264, align 4
  %v267 = shl i64 %v261, 2
  %v268 = getelementptr i8, ptr %v246, i64 %v267
  br label %v269
v263:
  %v262 = add nuw nsw i64 %v261, 1
  %v270 = load float, ptr %v250, align 4
  %v271 = fdiv float %v272, %v270
  store float %v271, ptr %v268, align 4
  %v273 = icmp eq i64 %v8, %v262
  br i1 %v273, label %v234, label %v252
v269:
  %v274 = phi i64 [ 0, %v252 ], [ %v275, %v269 ]
  %v276 = phi float [ %v266, %v252 ], [ %v272, %v269 ]
  %v277 = shl i64 %v274, 2
  %v278 = getelementptr i8, ptr %v235, i64 %v277
  %v279 = load float, ptr %v278, align 4
  %v280 = add i64 %v274, %v239
  %v281 = icmp slt i64 %v280, 0
  %v282 = select i1 %v281, i64 %v7, i64 0
  %v283 = add i64 %v282, %v280
  %v284 = mul i64 %v283, %v8
  %v285 = getelementptr float, ptr %v265, i64 %v284
  %v286 = load float, ptr %v285, align 4
  %v287 = fmul float %v279, %v286
  %v272 = fsub float %v276, %v287
  store float %v272, ptr %v268, align 4
  %v275 = add nuw nsw i64 %v274, 1
  %v288 = icmp eq i64 %v243, %v275
  br i1 %v288, label %v263, label %v269
v234:
  %v238 = add nuw nsw i64 %v237, 1
  %v236 = getelementptr i8, ptr %v235, i64 %v227
  %v233 = getelementptr i8, ptr %v232, i64 %v230
  %v289 = icmp sgt i64 %v239, 1
  br i1 %v289, label %v231, label %v89
v89:
  %v290 = phi i32 [ 0, %v234 ], [ 0, %v18 ], [ 1, %v61 ]
  ret i32 %v290
}
