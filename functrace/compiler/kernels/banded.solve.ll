; Made from banded.py by generate.py: 6002bd5c10741b2d5d7c2210cc9161c3fe21c12b

; const <f8[2] const <f8[2] <f8[2] <f8[2] <i8 <i8
; returns none
declare double @llvm.fabs.f64(double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v314:
  %v14 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v17:
  %v18 = tail call i64 @llvm.smax.i64(i64 %v11, i64 0)
  %v19 = icmp slt i64 %v11, 1
  %v20 = add nsw i64 %v13, %v12
  %v21 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v22 = icmp slt i64 %v8, 1
  br label %v23
v55:
  %v24 = icmp sgt i64 %v25, 1
  br i1 %v24, label %v23, label %v26
v26:
  %v27 = add nsw i64 %v7, -1
  %v28 = sub nsw i64 %v11, %v12
  %v29 = tail call i64 @llvm.smax.i64(i64 %v28, i64 0)
  %v30 = icmp slt i64 %v28, 1
  %v31 = icmp slt i64 %v12, 0
  %v32 = select i1 %v31, i64 %v11, i64 0
  %v33 = icmp slt i64 %v20, 1
  br label %v34
v47:
  %v35 = sub i64 %v36, %v37
  %v38 = icmp slt i64 %v35, 0
  %v39 = select i1 %v38, i64 %v1, i64 0
  %v40 = add i64 %v39, %v35
  %v41 = mul i64 %v40, %v2
  %v42 = getelementptr double, ptr %v0, i64 %v41
  %v43 = getelementptr double, ptr %v42, i64 %v37
  %v44 = load double, ptr %v43, align 8
  br label %v45
v45:
  %v46 = phi double [ %v44, %v47 ], [ 0.000000e+00, %v48 ]
  %v49 = getelementptr double, ptr %v50, i64 %v51
  store double %v46, ptr %v49, align 8
  %v52 = icmp sgt i64 %v53, 1
  br i1 %v52, label %v48, label %v54
v54:
  br i1 %v22, label %v55, label %v56
v56:
  %v57 = mul i64 %v58, %v5
  %v59 = getelementptr double, ptr %v3, i64 %v57
  %v60 = mul i64 %v58, %v8
  %v61 = getelementptr double, ptr %v6, i64 %v60
  br label %v62
v101:
  %v63 = icmp sgt i64 %v64, 1
  br i1 %v63, label %v34, label %v65
v161:
  %v66 = phi i64 [ %v67, %v34 ], [ %v68, %v69 ]
  %v70 = sub nsw i64 %v71, %v66
  %v72 = icmp slt i64 %v66, 0
  %v73 = select i1 %v72, i64 %v10, i64 0
  %v74 = add i64 %v73, %v66
  %v75 = icmp slt i64 %v70, 0
  %v76 = select i1 %v75, i64 %v11, i64 0
  %v77 = mul i64 %v74, %v11
  %v78 = getelementptr double, ptr %v9, i64 %v77
  %v79 = getelementptr double, ptr %v78, i64 %v70
  %v80 = getelementptr double, ptr %v79, i64 %v76
  %v81 = load double, ptr %v80, align 8
  %v82 = fcmp oeq double %v81, 0.000000e+00
  br i1 %v82, label %v16, label %v83
v83:
  %v84 = icmp eq i64 %v66, %v67
  br i1 %v84, label %v85, label %v86
v86:
  br i1 %v30, label %v87, label %v88
v88:
  %v89 = mul i64 %v67, %v11
  %v90 = getelementptr double, ptr %v9, i64 %v89
  br label %v91
v87:
  br i1 %v22, label %v85, label %v92
v92:
  %v93 = select i1 %v72, i64 %v7, i64 0
  %v94 = add i64 %v93, %v66
  %v95 = mul i64 %v94, %v8
  %v96 = getelementptr double, ptr %v6, i64 %v95
  %v97 = mul i64 %v67, %v8
  %v98 = getelementptr double, ptr %v6, i64 %v97
  br label %v99
v85:
  br i1 %v100, label %v101, label %v102
v102:
  %v103 = mul i64 %v67, %v11
  %v104 = getelementptr double, ptr %v9, i64 %v103
  %v105 = getelementptr double, ptr %v104, i64 %v12
  %v106 = getelementptr double, ptr %v105, i64 %v32
  %v107 = mul i64 %v67, %v8
  %v108 = getelementptr double, ptr %v6, i64 %v107
  br label %v109
v112:
  %v110 = icmp samesign ugt i64 %v111, 1
  br i1 %v110, label %v109, label %v101
v233:
  br i1 %v22, label %v112, label %v113
v113:
  %v114 = select i1 %v115, i64 %v7, i64 0
  %v116 = add i64 %v114, %v117
  %v118 = mul i64 %v116, %v8
  %v119 = getelementptr double, ptr %v6, i64 %v118
  br label %v120
v65:
  %v121 = getelementptr double, ptr %v9, i64 %v12
  %v122 = getelementptr double, ptr %v121, i64 %v32
  br label %v123
v130:
  %v124 = icmp sgt i64 %v125, 1
  br i1 %v124, label %v123, label %v16
v276:
  %v126 = icmp samesign ugt i64 %v127, 1
  br i1 %v126, label %v128, label %v129
v129:
  br i1 %v22, label %v130, label %v131
v131:
  %v132 = mul i64 %v133, %v8
  %v134 = getelementptr double, ptr %v6, i64 %v132
  %v135 = mul i64 %v133, %v11
  %v136 = getelementptr double, ptr %v122, i64 %v135
  br label %v137
v23:
  %v58 = phi i64 [ 0, %v17 ], [ %v138, %v55 ]
  %v25 = phi i64 [ %v14, %v17 ], [ %v139, %v55 ]
  %v139 = add nsw i64 %v25, -1
  %v138 = add nuw nsw i64 %v58, 1
  br i1 %v19, label %v54, label %v140
v140:
  %v141 = sub nsw i64 %v58, %v12
  %v36 = add nsw i64 %v58, %v13
  %v142 = mul i64 %v58, %v11
  %v50 = getelementptr double, ptr %v9, i64 %v142
  br label %v48
v48:
  %v53 = phi i64 [ %v18, %v140 ], [ %v143, %v45 ]
  %v51 = phi i64 [ 0, %v140 ], [ %v144, %v45 ]
  %v143 = add nsw i64 %v53, -1
  %v144 = add nuw nsw i64 %v51, 1
  %v37 = add nsw i64 %v51, %v141
  %v145 = icmp ult i64 %v37, %v7
  %v146 = icmp sle i64 %v51, %v20
  %v147 = select i1 %v145, i1 %v146, i1 false
  br i1 %v147, label %v47, label %v45
v62:
  %v148 = phi i64 [ %v21, %v56 ], [ %v149, %v62 ]
  %v150 = phi i64 [ 0, %v56 ], [ %v151, %v62 ]
  %v149 = add nsw i64 %v148, -1
  %v151 = add nuw nsw i64 %v150, 1
  %v152 = getelementptr double, ptr %v59, i64 %v150
  %v153 = load double, ptr %v152, align 8
  %v154 = getelementptr double, ptr %v61, i64 %v150
  store double %v153, ptr %v154, align 8
  %v155 = icmp sgt i64 %v148, 1
  br i1 %v155, label %v62, label %v55
v34:
  %v64 = phi i64 [ %v14, %v26 ], [ %v156, %v101 ]
  %v67 = phi i64 [ 0, %v26 ], [ %v157, %v101 ]
  %v156 = add nsw i64 %v64, -1
  %v157 = add nuw nsw i64 %v67, 1
  %v71 = add nsw i64 %v67, %v12
  %v158 = tail call i64 @llvm.smin.i64(i64 %v27, i64 %v71)
  %v159 = sub i64 %v158, %v67
  %v160 = tail call i64 @llvm.smax.i64(i64 %v159, i64 0)
  %v100 = icmp slt i64 %v159, 1
  br i1 %v100, label %v161, label %v69
v69:
  %v162 = phi i64 [ %v68, %v69 ], [ %v67, %v34 ]
  %v163 = phi i64 [ %v164, %v69 ], [ %v160, %v34 ]
  %v165 = phi i64 [ %v166, %v69 ], [ %v157, %v34 ]
  %v164 = add nsw i64 %v163, -1
  %v166 = add nuw i64 %v165, 1
  %v167 = sub nsw i64 %v71, %v165
  %v168 = icmp slt i64 %v165, 0
  %v169 = select i1 %v168, i64 %v10, i64 0
  %v170 = add i64 %v169, %v165
  %v171 = icmp slt i64 %v167, 0
  %v172 = select i1 %v171, i64 %v11, i64 0
  %v173 = mul i64 %v170, %v11
  %v174 = getelementptr double, ptr %v9, i64 %v173
  %v175 = getelementptr double, ptr %v174, i64 %v167
  %v176 = getelementptr double, ptr %v175, i64 %v172
  %v177 = load double, ptr %v176, align 8
  %v178 = tail call double @llvm.fabs.f64(double %v177)
  %v179 = sub nsw i64 %v71, %v162
  %v180 = icmp slt i64 %v162, 0
  %v181 = select i1 %v180, i64 %v10, i64 0
  %v182 = add i64 %v181, %v162
  %v183 = icmp slt i64 %v179, 0
  %v184 = select i1 %v183, i64 %v11, i64 0
  %v185 = mul i64 %v182, %v11
  %v186 = getelementptr double, ptr %v9, i64 %v185
  %v187 = getelementptr double, ptr %v186, i64 %v179
  %v188 = getelementptr double, ptr %v187, i64 %v184
  %v189 = load double, ptr %v188, align 8
  %v190 = tail call double @llvm.fabs.f64(double %v189)
  %v191 = fcmp ogt double %v178, %v190
  %v68 = select i1 %v191, i64 %v165, i64 %v162
  %v192 = icmp samesign ugt i64 %v163, 1
  br i1 %v192, label %v69, label %v161
v91:
  %v193 = phi i64 [ %v29, %v88 ], [ %v194, %v91 ]
  %v195 = phi i64 [ 0, %v88 ], [ %v196, %v91 ]
  %v194 = add nsw i64 %v193, -1
  %v196 = add nuw nsw i64 %v195, 1
  %v197 = add nsw i64 %v195, %v12
  %v198 = icmp slt i64 %v197, 0
  %v199 = select i1 %v198, i64 %v11, i64 0
  %v200 = getelementptr double, ptr %v90, i64 %v197
  %v201 = getelementptr double, ptr %v200, i64 %v199
  %v202 = load double, ptr %v201, align 8
  %v203 = add nsw i64 %v195, %v70
  %v204 = icmp slt i64 %v203, 0
  %v205 = select i1 %v204, i64 %v11, i64 0
  %v206 = getelementptr double, ptr %v78, i64 %v203
  %v207 = getelementptr double, ptr %v206, i64 %v205
  %v208 = load double, ptr %v207, align 8
  store double %v208, ptr %v201, align 8
  store double %v202, ptr %v207, align 8
  %v209 = icmp sgt i64 %v193, 1
  br i1 %v209, label %v91, label %v87
v99:
  %v210 = phi i64 [ %v21, %v92 ], [ %v211, %v99 ]
  %v212 = phi i64 [ 0, %v92 ], [ %v213, %v99 ]
  %v211 = add nsw i64 %v210, -1
  %v213 = add nuw nsw i64 %v212, 1
  %v214 = getelementptr double, ptr %v96, i64 %v212
  %v215 = load double, ptr %v214, align 8
  %v216 = getelementptr double, ptr %v98, i64 %v212
  %v217 = load double, ptr %v216, align 8
  store double %v215, ptr %v216, align 8
  store double %v217, ptr %v214, align 8
  %v218 = icmp sgt i64 %v210, 1
  br i1 %v218, label %v99, label %v85
v109:
  %v111 = phi i64 [ %v160, %v102 ], [ %v219, %v112 ]
  %v117 = phi i64 [ %v157, %v102 ], [ %v220, %v112 ]
  %v219 = add nsw i64 %v111, -1
  %v220 = add nuw i64 %v117, 1
  %v221 = sub nsw i64 %v71, %v117
  %v115 = icmp slt i64 %v117, 0
  %v222 = select i1 %v115, i64 %v10, i64 0
  %v223 = add i64 %v222, %v117
  %v224 = icmp slt i64 %v221, 0
  %v225 = select i1 %v224, i64 %v11, i64 0
  %v226 = mul i64 %v223, %v11
  %v227 = getelementptr double, ptr %v9, i64 %v226
  %v228 = getelementptr double, ptr %v227, i64 %v221
  %v229 = getelementptr double, ptr %v228, i64 %v225
  %v230 = load double, ptr %v229, align 8
  %v231 = load double, ptr %v106, align 8
  %v232 = fdiv double %v230, %v231
  br i1 %v33, label %v233, label %v234
v234:
  %v235 = phi i64 [ %v236, %v234 ], [ %v20, %v109 ]
  %v237 = phi i64 [ %v238, %v234 ], [ 1, %v109 ]
  %v236 = add nsw i64 %v235, -1
  %v238 = add nuw i64 %v237, 1
  %v239 = add nsw i64 %v237, %v221
  %v240 = icmp slt i64 %v239, 0
  %v241 = select i1 %v240, i64 %v11, i64 0
  %v242 = getelementptr double, ptr %v227, i64 %v239
  %v243 = getelementptr double, ptr %v242, i64 %v241
  %v244 = load double, ptr %v243, align 8
  %v245 = add nsw i64 %v237, %v12
  %v246 = icmp slt i64 %v245, 0
  %v247 = select i1 %v246, i64 %v11, i64 0
  %v248 = getelementptr double, ptr %v104, i64 %v245
  %v249 = getelementptr double, ptr %v248, i64 %v247
  %v250 = load double, ptr %v249, align 8
  %v251 = fmul double %v232, %v250
  %v252 = fsub double %v244, %v251
  store double %v252, ptr %v243, align 8
  %v253 = icmp samesign ugt i64 %v235, 1
  br i1 %v253, label %v234, label %v233
v120:
  %v254 = phi i64 [ %v21, %v113 ], [ %v255, %v120 ]
  %v256 = phi i64 [ 0, %v113 ], [ %v257, %v120 ]
  %v255 = add nsw i64 %v254, -1
  %v257 = add nuw nsw i64 %v256, 1
  %v258 = getelementptr double, ptr %v119, i64 %v256
  %v259 = load double, ptr %v258, align 8
  %v260 = getelementptr double, ptr %v108, i64 %v256
  %v261 = load double, ptr %v260, align 8
  %v262 = fmul double %v232, %v261
  %v263 = fsub double %v259, %v262
  store double %v263, ptr %v258, align 8
  %v264 = icmp sgt i64 %v254, 1
  br i1 %v264, label %v120, label %v112
v123:
  %v125 = phi i64 [ %v7, %v65 ], [ %v265, %v130 ]
  %v133 = phi i64 [ %v27, %v65 ], [ %v266, %v130 ]
  %v265 = add nsw i64 %v125, -1
  %v266 = add nsw i64 %v133, -1
  %v267 = sub nuw nsw i64 %v27, %v133
  %v268 = tail call i64 @llvm.smin.i64(i64 %v267, i64 %v20)
  %v269 = icmp slt i64 %v268, 1
  br i1 %v269, label %v129, label %v270
v270:
  %v271 = mul i64 %v133, %v8
  %v272 = getelementptr double, ptr %v6, i64 %v271
  %v273 = mul i64 %v133, %v11
  %v274 = getelementptr double, ptr %v9, i64 %v273
  br label %v128
v128:
  %v127 = phi i64 [ %v268, %v270 ], [ %v275, %v276 ]
  %v277 = phi i64 [ 1, %v270 ], [ %v278, %v276 ]
  %v275 = add nsw i64 %v127, -1
  %v278 = add nuw nsw i64 %v277, 1
  br i1 %v22, label %v276, label %v279
v279:
  %v280 = add nsw i64 %v277, %v12
  %v281 = icmp slt i64 %v280, 0
  %v282 = select i1 %v281, i64 %v11, i64 0
  %v283 = getelementptr double, ptr %v274, i64 %v280
  %v284 = getelementptr double, ptr %v283, i64 %v282
  %v285 = add nsw i64 %v277, %v133
  %v286 = icmp slt i64 %v285, 0
  %v287 = select i1 %v286, i64 %v7, i64 0
  %v288 = add i64 %v287, %v285
  %v289 = mul i64 %v288, %v8
  %v290 = getelementptr double, ptr %v6, i64 %v289
  br label %v291
v291:
  %v292 = phi i64 [ %v21, %v279 ], [ %v293, %v291 ]
  %v294 = phi i64 [ 0, %v279 ], [ %v295, %v291 ]
  %v293 = add nsw i64 %v292, -1
  %v295 = add nuw nsw i64 %v294, 1
  %v296 = getelementptr double, ptr %v272, i64 %v294
  %v297 = load double, ptr %v296, align 8
  %v298 = load double, ptr %v284, align 8
  %v299 = getelementptr double, ptr %v290, i64 %v294
  %v300 = load double, ptr %v299, align 8
  %v301 = fmul double %v298, %v300
  %v302 = fsub double %v297, %v301
  store double %v302, ptr %v296, align 8
  %v303 = icmp sgt i64 %v292, 1
  br i1 %v303, label %v291, label %v276
v137:
  %v304 = phi i64 [ %v21, %v131 ], [ %v305, %v137 ]
  %v306 = phi i64 [ 0, %v131 ], [ %v307, %v137 ]
  %v305 = add nsw i64 %v304, -1
  %v307 = add nuw nsw i64 %v306, 1
  %v308 = getelementptr double, ptr %v134, i64 %v306
  %v309 = load double, ptr %v308, align 8
  %v310 = load double, ptr %v136, align 8
  %v311 = fdiv double %v309, %v310
  store double %v311, ptr %v308, align 8
  %v312 = icmp sgt i64 %v304, 1
  br i1 %v312, label %v137, label %v130
v16:
  %v313 = phi i32 [ 0, %v130 ], [ 0, %v314 ], [ 1, %v161 ]
  ret i32 %v313
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

; const <f4[2] const <f4[2] <f4[2] <f4[2] <i8 <i8
; returns none
declare float @llvm.fabs.f32(float)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v314:
  %v14 = tail call i64 @llvm.smax.i64(i64 %v7, i64 0)
  %v15 = icmp slt i64 %v7, 1
  br i1 %v15, label %v16, label %v17
v17:
  %v18 = tail call i64 @llvm.smax.i64(i64 %v11, i64 0)
  %v19 = icmp slt i64 %v11, 1
  %v20 = add nsw i64 %v13, %v12
  %v21 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v22 = icmp slt i64 %v8, 1
  br label %v23
v55:
  %v24 = icmp sgt i64 %v25, 1
  br i1 %v24, label %v23, label %v26
v26:
  %v27 = add nsw i64 %v7, -1
  %v28 = sub nsw i64 %v11, %v12
  %v29 = tail call i64 @llvm.smax.i64(i64 %v28, i64 0)
  %v30 = icmp slt i64 %v28, 1
  %v31 = icmp slt i64 %v12, 0
  %v32 = select i1 %v31, i64 %v11, i64 0
  %v33 = icmp slt i64 %v20, 1
  br label %v34
v47:
  %v35 = sub i64 %v36, %v37
  %v38 = icmp slt i64 %v35, 0
  %v39 = select i1 %v38, i64 %v1, i64 0
  %v40 = add i64 %v39, %v35
  %v41 = mul i64 %v40, %v2
  %v42 = getelementptr float, ptr %v0, i64 %v41
  %v43 = getelementptr float, ptr %v42, i64 %v37
  %v44 = load float, ptr %v43, align 4
  br label %v45
v45:
  %v46 = phi float [ %v44, %v47 ], [ 0.000000e+00, %v48 ]
  %v49 = getelementptr float, ptr %v50, i64 %v51
  store float %v46, ptr %v49, align 4
  %v52 = icmp sgt i64 %v53, 1
  br i1 %v52, label %v48, label %v54
v54:
  br i1 %v22, label %v55, label %v56
v56:
  %v57 = mul i64 %v58, %v5
  %v59 = getelementptr float, ptr %v3, i64 %v57
  %v60 = mul i64 %v58, %v8
  %v61 = getelementptr float, ptr %v6, i64 %v60
  br label %v62
v101:
  %v63 = icmp sgt i64 %v64, 1
  br i1 %v63, label %v34, label %v65
v161:
  %v66 = phi i64 [ %v67, %v34 ], [ %v68, %v69 ]
  %v70 = sub nsw i64 %v71, %v66
  %v72 = icmp slt i64 %v66, 0
  %v73 = select i1 %v72, i64 %v10, i64 0
  %v74 = add i64 %v73, %v66
  %v75 = icmp slt i64 %v70, 0
  %v76 = select i1 %v75, i64 %v11, i64 0
  %v77 = mul i64 %v74, %v11
  %v78 = getelementptr float, ptr %v9, i64 %v77
  %v79 = getelementptr float, ptr %v78, i64 %v70
  %v80 = getelementptr float, ptr %v79, i64 %v76
  %v81 = load float, ptr %v80, align 4
  %v82 = fcmp oeq float %v81, 0.000000e+00
  br i1 %v82, label %v16, label %v83
v83:
  %v84 = icmp eq i64 %v66, %v67
  br i1 %v84, label %v85, label %v86
v86:
  br i1 %v30, label %v87, label %v88
v88:
  %v89 = mul i64 %v67, %v11
  %v90 = getelementptr float, ptr %v9, i64 %v89
  br label %v91
v87:
  br i1 %v22, label %v85, label %v92
v92:
  %v93 = select i1 %v72, i64 %v7, i64 0
  %v94 = add i64 %v93, %v66
  %v95 = mul i64 %v94, %v8
  %v96 = getelementptr float, ptr %v6, i64 %v95
  %v97 = mul i64 %v67, %v8
  %v98 = getelementptr float, ptr %v6, i64 %v97
  br label %v99
v85:
  br i1 %v100, label %v101, label %v102
v102:
  %v103 = mul i64 %v67, %v11
  %v104 = getelementptr float, ptr %v9, i64 %v103
  %v105 = getelementptr float, ptr %v104, i64 %v12
  %v106 = getelementptr float, ptr %v105, i64 %v32
  %v107 = mul i64 %v67, %v8
  %v108 = getelementptr float, ptr %v6, i64 %v107
  br label %v109
v112:
  %v110 = icmp samesign ugt i64 %v111, 1
  br i1 %v110, label %v109, label %v101
v233:
  br i1 %v22, label %v112, label %v113
v113:
  %v114 = select i1 %v115, i64 %v7, i64 0
  %v116 = add i64 %v114, %v117
  %v118 = mul i64 %v116, %v8
  %v119 = getelementptr float, ptr %v6, i64 %v118
  br label %v120
v65:
  %v121 = getelementptr float, ptr %v9, i64 %v12
  %v122 = getelementptr float, ptr %v121, i64 %v32
  br label %v123
v130:
  %v124 = icmp sgt i64 %v125, 1
  br i1 %v124, label %v123, label %v16
v276:
  %v126 = icmp samesign ugt i64 %v127, 1
  br i1 %v126, label %v128, label %v129
v129:
  br i1 %v22, label %v130, label %v131
v131:
  %v132 = mul i64 %v133, %v8
  %v134 = getelementptr float, ptr %v6, i64 %v132
  %v135 = mul i64 %v133, %v11
  %v136 = getelementptr float, ptr %v122, i64 %v135
  br label %v137
v23:
  %v58 = phi i64 [ 0, %v17 ], [ %v138, %v55 ]
  %v25 = phi i64 [ %v14, %v17 ], [ %v139, %v55 ]
  %v139 = add nsw i64 %v25, -1
  %v138 = add nuw nsw i64 %v58, 1
  br i1 %v19, label %v54, label %v140
v140:
  %v141 = sub nsw i64 %v58, %v12
  %v36 = add nsw i64 %v58, %v13
  %v142 = mul i64 %v58, %v11
  %v50 = getelementptr float, ptr %v9, i64 %v142
  br label %v48
v48:
  %v53 = phi i64 [ %v18, %v140 ], [ %v143, %v45 ]
  %v51 = phi i64 [ 0, %v140 ], [ %v144, %v45 ]
  %v143 = add nsw i64 %v53, -1
  %v144 = add nuw nsw i64 %v51, 1
  %v37 = add nsw i64 %v51, %v141
  %v145 = icmp ult i64 %v37, %v7
  %v146 = icmp sle i64 %v51, %v20
  %v147 = select i1 %v145, i1 %v146, i1 false
  br i1 %v147, label %v47, label %v45
v62:
  %v148 = phi i64 [ %v21, %v56 ], [ %v149, %v62 ]
  %v150 = phi i64 [ 0, %v56 ], [ %v151, %v62 ]
  %v149 = add nsw i64 %v148, -1
  %v151 = add nuw nsw i64 %v150, 1
  %v152 = getelementptr float, ptr %v59, i64 %v150
  %v153 = load float, ptr %v152, align 4
  %v154 = getelementptr float, ptr %v61, i64 %v150
  store float %v153, ptr %v154, align 4
  %v155 = icmp sgt i64 %v148, 1
  br i1 %v155, label %v62, label %v55
v34:
  %v64 = phi i64 [ %v14, %v26 ], [ %v156, %v101 ]
  %v67 = phi i64 [ 0, %v26 ], [ %v157, %v101 ]
  %v156 = add nsw i64 %v64, -1
  %v157 = add nuw nsw i64 %v67, 1
  %v71 = add nsw i64 %v67, %v12
  %v158 = tail call i64 @llvm.smin.i64(i64 %v27, i64 %v71)
  %v159 = sub i64 %v158, %v67
  %v160 = tail call i64 @llvm.smax.i64(i64 %v159, i64 0)
  %v100 = icmp slt i64 %v159, 1
  br i1 %v100, label %v161, label %v69
v69:
  %v162 = phi i64 [ %v68, %v69 ], [ %v67, %v34 ]
  %v163 = phi i64 [ %v164, %v69 ], [ %v160, %v34 ]
  %v165 = phi i64 [ %v166, %v69 ], [ %v157, %v34 ]
  %v164 = add nsw i64 %v163, -1
  %v166 = add nuw i64 %v165, 1
  %v167 = sub nsw i64 %v71, %v165
  %v168 = icmp slt i64 %v165, 0
  %v169 = select i1 %v168, i64 %v10, i64 0
  %v170 = add i64 %v169, %v165
  %v171 = icmp slt i64 %v167, 0
  %v172 = select i1 %v171, i64 %v11, i64 0
  %v173 = mul i64 %v170, %v11
  %v174 = getelementptr float, ptr %v9, i64 %v173
  %v175 = getelementptr float, ptr %v174, i64 %v167
  %v176 = getelementptr float, ptr %v175, i64 %v172
  %v177 = load float, ptr %v176, align 4
  %v178 = tail call float @llvm.fabs.f32(float %v177)
  %v179 = sub nsw i64 %v71, %v162
  %v180 = icmp slt i64 %v162, 0
  %v181 = select i1 %v180, i64 %v10, i64 0
  %v182 = add i64 %v181, %v162
  %v183 = icmp slt i64 %v179, 0
  %v184 = select i1 %v183, i64 %v11, i64 0
  %v185 = mul i64 %v182, %v11
  %v186 = getelementptr float, ptr %v9, i64 %v185
  %v187 = getelementptr float, ptr %v186, i64 %v179
  %v188 = getelementptr float, ptr %v187, i64 %v184
  %v189 = load float, ptr %v188, align 4
  %v190 = tail call float @llvm.fabs.f32(float %v189)
  %v191 = fcmp ogt float %v178, %v190
  %v68 = select i1 %v191, i64 %v165, i64 %v162
  %v192 = icmp samesign ugt i64 %v163, 1
  br i1 %v192, label %v69, label %v161
v91:
  %v193 = phi i64 [ %v29, %v88 ], [ %v194, %v91 ]
  %v195 = phi i64 [ 0, %v88 ], [ %v196, %v91 ]
  %v194 = add nsw i64 %v193, -1
  %v196 = add nuw nsw i64 %v195, 1
  %v197 = add nsw i64 %v195, %v12
  %v198 = icmp slt i64 %v197, 0
  %v199 = select i1 %v198, i64 %v11, i64 0
  %v200 = getelementptr float, ptr %v90, i64 %v197
  %v201 = getelementptr float, ptr %v200, i64 %v199
  %v202 = load float, ptr %v201, align 4
  %v203 = add nsw i64 %v195, %v70
  %v204 = icmp slt i64 %v203, 0
  %v205 = select i1 %v204, i64 %v11, i64 0
  %v206 = getelementptr float, ptr %v78, i64 %v203
  %v207 = getelementptr float, ptr %v206, i64 %v205
  %v208 = load float, ptr %v207, align 4
  store float %v208, ptr %v201, align 4
  store float %v202, ptr %v207, align 4
  %v209 = icmp sgt i64 %v193, 1
  br i1 %v209, label %v91, label %v87
v99:
  %v210 = phi i64 [ %v21, %v92 ], [ %v211, %v99 ]
  %v212 = phi i64 [ 0, %v92 ], [ %v213, %v99 ]
  %v211 = add nsw i64 %v210, -1
  %v213 = add nuw nsw i64 %v212, 1
  %v214 = getelementptr float, ptr %v96, i64 %v212
  %v215 = load float, ptr %v214, align 4
  %v216 = getelementptr float, ptr %v98, i64 %v212
  %v217 = load float, ptr %v216, align 4
  store float %v215, ptr %v216, align 4
  store float %v217, ptr %v214, align 4
  %v218 = icmp sgt i64 %v210, 1
  br i1 %v218, label %v99, label %v85
v109:
  %v111 = phi i64 [ %v160, %v102 ], [ %v219, %v112 ]
  %v117 = phi i64 [ %v157, %v102 ], [ %v220, %v112 ]
  %v219 = add nsw i64 %v111, -1
  %v220 = add nuw i64 %v117, 1
  %v221 = sub nsw i64 %v71, %v117
  %v115 = icmp slt i64 %v117, 0
  %v222 = select i1 %v115, i64 %v10, i64 0
  %v223 = add i64 %v222, %v117
  %v224 = icmp slt i64 %v221, 0
  %v225 = select i1 %v224, i64 %v11, i64 0
  %v226 = mul i64 %v223, %v11
  %v227 = getelementptr float, ptr %v9, i64 %v226
  %v228 = getelementptr float, ptr %v227, i64 %v221
  %v229 = getelementptr float, ptr %v228, i64 %v225
  %v230 = load float, ptr %v229, align 4
  %v231 = load float, ptr %v106, align 4
  %v232 = fdiv float %v230, %v231
  br i1 %v33, label %v233, label %v234
v234:
  %v235 = phi i64 [ %v236, %v234 ], [ %v20, %v109 ]
  %v237 = phi i64 [ %v238, %v234 ], [ 1, %v109 ]
  %v236 = add nsw i64 %v235, -1
  %v238 = add nuw i64 %v237, 1
  %v239 = add nsw i64 %v237, %v221
  %v240 = icmp slt i64 %v239, 0
  %v241 = select i1 %v240, i64 %v11, i64 0
  %v242 = getelementptr float, ptr %v227, i64 %v239
  %v243 = getelementptr float, ptr %v242, i64 %v241
  %v244 = load float, ptr %v243, align 4
  %v245 = add nsw i64 %v237, %v12
  %v246 = icmp slt i64 %v245, 0
  %v247 = select i1 %v246, i64 %v11, i64 0
  %v248 = getelementptr float, ptr %v104, i64 %v245
  %v249 = getelementptr float, ptr %v248, i64 %v247
  %v250 = load float, ptr %v249, align 4
  %v251 = fmul float %v232, %v250
  %v252 = fsub float %v244, %v251
  store float %v252, ptr %v243, align 4
  %v253 = icmp samesign ugt i64 %v235, 1
  br i1 %v253, label %v234, label %v233
v120:
  %v254 = phi i64 [ %v21, %v113 ], [ %v255, %v120 ]
  %v256 = phi i64 [ 0, %v113 ], [ %v257, %v120 ]
  %v255 = add nsw i64 %v254, -1
  %v257 = add nuw nsw i64 %v256, 1
  %v258 = getelementptr float, ptr %v119, i64 %v256
  %v259 = load float, ptr %v258, align 4
  %v260 = getelementptr float, ptr %v108, i64 %v256
  %v261 = load float, ptr %v260, align 4
  %v262 = fmul float %v232, %v261
  %v263 = fsub float %v259, %v262
  store float %v263, ptr %v258, align 4
  %v264 = icmp sgt i64 %v254, 1
  br i1 %v264, label %v120, label %v112
v123:
  %v125 = phi i64 [ %v7, %v65 ], [ %v265, %v130 ]
  %v133 = phi i64 [ %v27, %v65 ], [ %v266, %v130 ]
  %v265 = add nsw i64 %v125, -1
  %v266 = add nsw i64 %v133, -1
  %v267 = sub nuw nsw i64 %v27, %v133
  %v268 = tail call i64 @llvm.smin.i64(i64 %v267, i64 %v20)
  %v269 = icmp slt i64 %v268, 1
  br i1 %v269, label %v129, label %v270
v270:
  %v271 = mul i64 %v133, %v8
  %v272 = getelementptr float, ptr %v6, i64 %v271
  %v273 = mul i64 %v133, %v11
  %v274 = getelementptr float, ptr %v9, i64 %v273
  br label %v128
v128:
  %v127 = phi i64 [ %v268, %v270 ], [ %v275, %v276 ]
  %v277 = phi i64 [ 1, %v270 ], [ %v278, %v276 ]
  %v275 = add nsw i64 %v127, -1
  %v278 = add nuw nsw i64 %v277, 1
  br i1 %v22, label %v276, label %v279
v279:
  %v280 = add nsw i64 %v277, %v12
  %v281 = icmp slt i64 %v280, 0
  %v282 = select i1 %v281, i64 %v11, i64 0
  %v283 = getelementptr float, ptr %v274, i64 %v280
  %v284 = getelementptr float, ptr %v283, i64 %v282
  %v285 = add nsw i64 %v277, %v133
  %v286 = icmp slt i64 %v285, 0
  %v287 = select i1 %v286, i64 %v7, i64 0
  %v288 = add i64 %v287, %v285
  %v289 = mul i64 %v288, %v8
  %v290 = getelementptr float, ptr %v6, i64 %v289
  br label %v291
v291:
  %v292 = phi i64 [ %v21, %v279 ], [ %v293, %v291 ]
  %v294 = phi i64 [ 0, %v279 ], [ %v295, %v291 ]
  %v293 = add nsw i64 %v292, -1
  %v295 = add nuw nsw i64 %v294, 1
  %v296 = getelementptr float, ptr %v272, i64 %v294
  %v297 = load float, ptr %v296, align 4
  %v298 = load float, ptr %v284, align 4
  %v299 = getelementptr float, ptr %v290, i64 %v294
  %v300 = load float, ptr %v299, align 4
  %v301 = fmul float %v298, %v300
  %v302 = fsub float %v297, %v301
  store float %v302, ptr %v296, align 4
  %v303 = icmp sgt i64 %v292, 1
  br i1 %v303, label %v291, label %v276
v137:
  %v304 = phi i64 [ %v21, %v131 ], [ %v305, %v137 ]
  %v306 = phi i64 [ 0, %v131 ], [ %v307, %v137 ]
  %v305 = add nsw i64 %v304, -1
  %v307 = add nuw nsw i64 %v306, 1
  %v308 = getelementptr float, ptr %v134, i64 %v306
  %v309 = load float, ptr %v308, align 4
  %v310 = load float, ptr %v136, align 4
  %v311 = fdiv float %v309, %v310
  store float %v311, ptr %v308, align 4
  %v312 = icmp sgt i64 %v304, 1
  br i1 %v312, label %v137, label %v130
v16:
  %v313 = phi i32 [ 0, %v130 ], [ 0, %v314 ], [ 1, %v161 ]
  ret i32 %v313
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
