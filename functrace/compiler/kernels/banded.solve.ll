; Made from banded.py by generate.py: 6002bd5c10741b2d5d7c2210cc9161c3fe21c12b
; by Numba 0.68.1

; const <f8[2] const <f8[2] <f8[2] <f8[2] <i8 <i8
; returns none
declare double @llvm.fabs.f64(double)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v357:
  %v14 = shl i64 %v2, 3
  %v15 = shl i64 %v5, 3
  %v16 = shl i64 %v8, 3
  %v17 = shl i64 %v11, 3
  %v18 = icmp sgt i64 %v7, 0
  br i1 %v18, label %v19, label %v20
v19:
  %v21 = icmp slt i64 %v11, 1
  %v22 = add i64 %v13, %v12
  br i1 %v21, label %v23, label %v24
v24:
  %v25 = mul i64 %v12, -8
  %v26 = getelementptr i8, ptr %v0, i64 %v25
  %v27 = sub i64 0, %v12
  %v28 = icmp slt i64 %v8, 1
  br label %v29
v29:
  %v30 = phi ptr [ %v3, %v24 ], [ %v31, %v32 ]
  %v33 = phi ptr [ %v6, %v24 ], [ %v34, %v32 ]
  %v35 = phi i64 [ %v27, %v24 ], [ %v36, %v32 ]
  %v37 = phi ptr [ %v26, %v24 ], [ %v38, %v32 ]
  %v39 = phi ptr [ %v9, %v24 ], [ %v40, %v32 ]
  %v41 = phi i64 [ 0, %v24 ], [ %v42, %v32 ]
  br label %v43
v46:
  %v44 = phi i64 [ %v45, %v46 ], [ 0, %v47 ]
  %v45 = add nuw nsw i64 %v44, 1
  %v48 = shl i64 %v44, 3
  %v49 = getelementptr i8, ptr %v30, i64 %v48
  %v50 = load double, ptr %v49, align 8
  %v51 = getelementptr i8, ptr %v33, i64 %v48
  store double %v50, ptr %v51, align 8
  %v52 = icmp eq i64 %v8, %v45
  br i1 %v52, label %v32, label %v46
v43:
  %v53 = phi i64 [ %v22, %v29 ], [ %v54, %v55 ]
  %v56 = phi i64 [ 0, %v29 ], [ %v57, %v55 ]
  %v57 = add nuw nsw i64 %v56, 1
  %v58 = add i64 %v56, %v35
  %v59 = icmp ult i64 %v58, %v7
  %v60 = icmp sle i64 %v56, %v22
  %v61 = select i1 %v59, i1 %v60, i1 false
  br i1 %v61, label %v62, label %v63
v63:
  %v64 = shl i64 %v56, 3
  br label %v55
v62:
  %v65 = icmp slt i64 %v53, 0
  %v66 = select i1 %v65, i64 %v1, i64 0
  %v67 = add i64 %v66, %v53
  %v68 = mul i64 %v14, %v67
  %v69 = getelementptr i8, ptr %v37, i64 %v68
  %v70 = shl i64 %v56, 3
  %v71 = getelementptr i8, ptr %v69, i64 %v70
  %v72 = load double, ptr %v71, align 8
  br label %v55
v55:
  %v73 = phi i64 [ %v64, %v63 ], [ %v70, %v62 ]
  %v74 = phi double [ 0.000000e+00, %v63 ], [ %v72, %v62 ]
  %v75 = getelementptr i8, ptr %v39, i64 %v73
  store double %v74, ptr %v75, align 8
  %v54 = add i64 %v53, -1
  %v76 = icmp eq i64 %v11, %v57
  br i1 %v76, label %v47, label %v43
v32:
  %v40 = getelementptr i8, ptr %v39, i64 %v17
  %v38 = getelementptr i8, ptr %v37, i64 8
  %v36 = add i64 %v35, 1
  %v34 = getelementptr i8, ptr %v33, i64 %v16
  %v31 = getelementptr i8, ptr %v30, i64 %v15
  %v77 = icmp eq i64 %v7, %v42
  br i1 %v77, label %v78, label %v29
v47:
  %v42 = add nuw nsw i64 %v41, 1
  br i1 %v28, label %v32, label %v46
v23:
  %v79 = icmp slt i64 %v8, 1
  br i1 %v79, label %v78, label %v80
v80:
  %v81 = phi ptr [ %v82, %v83 ], [ %v3, %v23 ]
  %v84 = phi ptr [ %v85, %v83 ], [ %v6, %v23 ]
  %v86 = phi i64 [ %v87, %v83 ], [ 0, %v23 ]
  br label %v88
v88:
  %v89 = phi i64 [ 0, %v80 ], [ %v90, %v88 ]
  %v90 = add nuw nsw i64 %v89, 1
  %v91 = shl i64 %v89, 3
  %v92 = getelementptr i8, ptr %v81, i64 %v91
  %v93 = load double, ptr %v92, align 8
  %v94 = getelementptr i8, ptr %v84, i64 %v91
  store double %v93, ptr %v94, align 8
  %v95 = icmp eq i64 %v8, %v90
  br i1 %v95, label %v83, label %v88
v83:
  %v87 = add nuw nsw i64 %v86, 1
  %v85 = getelementptr i8, ptr %v84, i64 %v16
  %v82 = getelementptr i8, ptr %v81, i64 %v15
  %v96 = icmp eq i64 %v7, %v87
  br i1 %v96, label %v78, label %v80
v207:
  %v97 = add i64 %v98, 1
  %v99 = add i64 %v100, -1
  %v101 = getelementptr i8, ptr %v102, i64 8
  %v103 = getelementptr i8, ptr %v104, i64 %v17
  %v105 = getelementptr i8, ptr %v106, i64 %v16
  %v107 = getelementptr i8, ptr %v108, i64 %v17
  %v109 = icmp eq i64 %v110, %v7
  br i1 %v109, label %v111, label %v112
v115:
  %v113 = phi i64 [ %v114, %v115 ], [ %v12, %v116 ]
  %v117 = phi i64 [ %v118, %v115 ], [ %v119, %v116 ]
  %v120 = phi i64 [ %v121, %v115 ], [ %v122, %v116 ]
  %v123 = phi i64 [ %v124, %v115 ], [ %v110, %v116 ]
  %v114 = add i64 %v113, -1
  %v124 = add nuw i64 %v123, 1
  %v125 = icmp slt i64 %v123, 0
  %v126 = select i1 %v125, i64 %v10, i64 0
  %v127 = icmp slt i64 %v114, 0
  %v128 = add i64 %v126, %v123
  %v129 = mul i64 %v128, %v17
  %v130 = select i1 %v127, i64 %v17, i64 0
  %v131 = getelementptr i8, ptr %v9, i64 %v129
  %v132 = getelementptr i8, ptr %v131, i64 %v130
  %v133 = shl i64 %v114, 3
  %v134 = getelementptr i8, ptr %v132, i64 %v133
  %v135 = load double, ptr %v134, align 8
  %v136 = tail call double @llvm.fabs.f64(double %v135)
  %v137 = sub nsw i64 %v138, %v120
  %v139 = icmp slt i64 %v120, 0
  %v140 = select i1 %v139, i64 %v10, i64 0
  %v141 = add i64 %v140, %v120
  %v142 = icmp slt i64 %v137, 0
  %v143 = select i1 %v142, i64 %v11, i64 0
  %v144 = mul i64 %v141, %v11
  %v145 = getelementptr double, ptr %v9, i64 %v144
  %v146 = getelementptr double, ptr %v145, i64 %v137
  %v147 = getelementptr double, ptr %v146, i64 %v143
  %v148 = load double, ptr %v147, align 8
  %v149 = tail call double @llvm.fabs.f64(double %v148)
  %v150 = fcmp ogt double %v136, %v149
  %v121 = select i1 %v150, i64 %v123, i64 %v120
  %v118 = add i64 %v117, -1
  %v151 = icmp samesign ugt i64 %v118, 1
  br i1 %v151, label %v115, label %v152
v152:
  %v153 = phi i64 [ %v122, %v112 ], [ %v121, %v115 ]
  %v154 = sub nsw i64 %v138, %v153
  %v155 = icmp slt i64 %v153, 0
  %v156 = select i1 %v155, i64 %v10, i64 0
  %v157 = add i64 %v156, %v153
  %v158 = icmp slt i64 %v154, 0
  %v159 = select i1 %v158, i64 %v11, i64 0
  %v160 = mul i64 %v157, %v11
  %v161 = getelementptr double, ptr %v9, i64 %v160
  %v162 = getelementptr double, ptr %v161, i64 %v154
  %v163 = getelementptr double, ptr %v162, i64 %v159
  %v164 = load double, ptr %v163, align 8
  %v165 = fcmp oeq double %v164, 0.000000e+00
  br i1 %v165, label %v20, label %v166
v166:
  %v167 = icmp eq i64 %v122, %v153
  br i1 %v167, label %v168, label %v169
v173:
  %v170 = phi i64 [ %v12, %v171 ], [ %v172, %v173 ]
  %v174 = phi ptr [ %v175, %v171 ], [ %v176, %v173 ]
  %v177 = icmp slt i64 %v170, 0
  %v178 = select i1 %v177, i64 %v17, i64 0
  %v179 = getelementptr i8, ptr %v104, i64 %v178
  %v180 = shl i64 %v170, 3
  %v181 = getelementptr i8, ptr %v179, i64 %v180
  %v182 = load double, ptr %v181, align 8
  %v183 = add i64 %v184, %v170
  %v185 = icmp slt i64 %v183, 0
  %v186 = select i1 %v185, i64 %v17, i64 0
  %v187 = getelementptr i8, ptr %v174, i64 %v186
  %v188 = load double, ptr %v187, align 8
  store double %v188, ptr %v181, align 8
  store double %v182, ptr %v187, align 8
  %v176 = getelementptr i8, ptr %v174, i64 8
  %v172 = add i64 %v170, 1
  %v189 = icmp eq i64 %v11, %v172
  br i1 %v189, label %v190, label %v173
v194:
  %v191 = phi i64 [ 0, %v192 ], [ %v193, %v194 ]
  %v193 = add nuw nsw i64 %v191, 1
  %v195 = shl i64 %v191, 3
  %v196 = getelementptr i8, ptr %v197, i64 %v195
  %v198 = load double, ptr %v196, align 8
  %v199 = getelementptr i8, ptr %v106, i64 %v195
  %v200 = load double, ptr %v199, align 8
  store double %v198, ptr %v199, align 8
  store double %v200, ptr %v196, align 8
  %v201 = icmp eq i64 %v8, %v193
  br i1 %v201, label %v168, label %v194
v209:
  %v202 = add i64 %v203, -1
  %v204 = icmp samesign ugt i64 %v205, 1
  br i1 %v204, label %v206, label %v207
v206:
  %v203 = phi i64 [ %v12, %v208 ], [ %v202, %v209 ]
  %v205 = phi i64 [ %v210, %v208 ], [ %v211, %v209 ]
  %v212 = phi i64 [ %v110, %v208 ], [ %v213, %v209 ]
  %v211 = add nsw i64 %v205, -1
  %v213 = add nuw i64 %v212, 1
  %v214 = sub nsw i64 %v138, %v212
  %v215 = icmp slt i64 %v212, 0
  %v216 = select i1 %v215, i64 %v10, i64 0
  %v217 = add i64 %v216, %v212
  %v218 = icmp slt i64 %v214, 0
  %v219 = select i1 %v218, i64 %v11, i64 0
  %v220 = mul i64 %v217, %v11
  %v221 = getelementptr double, ptr %v9, i64 %v220
  %v222 = getelementptr double, ptr %v221, i64 %v214
  %v223 = getelementptr double, ptr %v222, i64 %v219
  %v224 = load double, ptr %v223, align 8
  %v225 = load double, ptr %v226, align 8
  %v227 = fdiv double %v224, %v225
  br i1 %v228, label %v229, label %v230
v230:
  %v231 = mul i64 %v217, %v17
  %v232 = getelementptr i8, ptr %v9, i64 %v231
  br label %v233
v233:
  %v234 = phi i64 [ %v203, %v230 ], [ %v235, %v233 ]
  %v236 = phi i64 [ 1, %v230 ], [ %v237, %v233 ]
  %v237 = add nuw i64 %v236, 1
  %v238 = icmp slt i64 %v234, 0
  %v239 = select i1 %v238, i64 %v17, i64 0
  %v240 = getelementptr i8, ptr %v232, i64 %v239
  %v241 = shl i64 %v234, 3
  %v242 = getelementptr i8, ptr %v240, i64 %v241
  %v243 = load double, ptr %v242, align 8
  %v244 = add i64 %v236, %v12
  %v245 = icmp slt i64 %v244, 0
  %v246 = select i1 %v245, i64 %v17, i64 0
  %v247 = getelementptr i8, ptr %v108, i64 %v246
  %v248 = shl i64 %v236, 3
  %v249 = getelementptr i8, ptr %v247, i64 %v248
  %v250 = load double, ptr %v249, align 8
  %v251 = fmul double %v227, %v250
  %v252 = fsub double %v243, %v251
  store double %v252, ptr %v242, align 8
  %v253 = sub i64 %v237, %v254
  %v235 = add i64 %v234, 1
  %v255 = icmp eq i64 %v253, 1
  br i1 %v255, label %v229, label %v233
v259:
  %v256 = phi i64 [ 0, %v257 ], [ %v258, %v259 ]
  %v258 = add nuw nsw i64 %v256, 1
  %v260 = shl i64 %v256, 3
  %v261 = getelementptr i8, ptr %v262, i64 %v260
  %v263 = load double, ptr %v261, align 8
  %v264 = getelementptr i8, ptr %v106, i64 %v260
  %v265 = load double, ptr %v264, align 8
  %v266 = fmul double %v227, %v265
  %v267 = fsub double %v263, %v266
  store double %v267, ptr %v261, align 8
  %v268 = icmp eq i64 %v8, %v258
  br i1 %v268, label %v209, label %v259
v286:
  %v269 = getelementptr i8, ptr %v270, i64 %v271
  %v272 = icmp sgt i64 %v273, 1
  br i1 %v272, label %v274, label %v20
v278:
  %v275 = phi i64 [ 0, %v276 ], [ %v277, %v278 ]
  %v277 = add nuw nsw i64 %v275, 1
  %v279 = shl i64 %v275, 3
  %v280 = getelementptr i8, ptr %v270, i64 %v279
  %v281 = load double, ptr %v280, align 8
  %v282 = load double, ptr %v283, align 8
  %v284 = fdiv double %v281, %v282
  store double %v284, ptr %v280, align 8
  %v285 = icmp eq i64 %v8, %v277
  br i1 %v285, label %v286, label %v278
v78:
  %v287 = add nsw i64 %v7, -1
  %v288 = sub i64 %v11, %v12
  %v289 = getelementptr double, ptr %v9, i64 %v12
  %v290 = icmp slt i64 %v12, 0
  %v291 = select i1 %v290, i64 %v11, i64 0
  %v292 = getelementptr double, ptr %v289, i64 %v291
  %v254 = tail call i64 @llvm.smax.i64(i64 %v22, i64 0)
  %v293 = icmp slt i64 %v288, 1
  %v294 = icmp slt i64 %v8, 1
  %v228 = icmp slt i64 %v22, 1
  br label %v112
v112:
  %v108 = phi ptr [ %v107, %v207 ], [ %v289, %v78 ]
  %v106 = phi ptr [ %v105, %v207 ], [ %v6, %v78 ]
  %v104 = phi ptr [ %v103, %v207 ], [ %v9, %v78 ]
  %v102 = phi ptr [ %v101, %v207 ], [ %v289, %v78 ]
  %v100 = phi i64 [ %v99, %v207 ], [ 0, %v78 ]
  %v98 = phi i64 [ %v97, %v207 ], [ %v12, %v78 ]
  %v122 = phi i64 [ %v110, %v207 ], [ 0, %v78 ]
  %v110 = add nuw nsw i64 %v122, 1
  %v138 = add nsw i64 %v122, %v12
  %v295 = tail call i64 @llvm.smin.i64(i64 %v287, i64 %v138)
  %v296 = sub i64 %v295, %v122
  %v297 = icmp sgt i64 %v296, 0
  %v210 = tail call i64 @llvm.smax.i64(i64 %v296, i64 0)
  br i1 %v297, label %v116, label %v152
v116:
  %v298 = tail call i64 @llvm.smin.i64(i64 %v98, i64 %v287)
  %v299 = add i64 %v298, %v100
  %v300 = tail call i64 @llvm.smax.i64(i64 %v299, i64 0)
  %v119 = add nuw i64 %v300, 1
  br label %v115
v169:
  br i1 %v293, label %v190, label %v171
v171:
  %v301 = mul i64 %v157, %v17
  %v302 = shl i64 %v153, 3
  %v303 = sub i64 %v301, %v302
  %v175 = getelementptr i8, ptr %v102, i64 %v303
  %v184 = sub i64 %v122, %v153
  br label %v173
v190:
  br i1 %v294, label %v168, label %v192
v192:
  %v304 = select i1 %v155, i64 %v7, i64 0
  %v305 = add i64 %v304, %v153
  %v306 = mul i64 %v305, %v8
  %v197 = getelementptr double, ptr %v6, i64 %v306
  br label %v194
v168:
  %v307 = icmp slt i64 %v296, 1
  br i1 %v307, label %v207, label %v208
v208:
  %v308 = mul i64 %v122, %v17
  %v226 = getelementptr i8, ptr %v292, i64 %v308
  br label %v206
v229:
  br i1 %v294, label %v209, label %v257
v257:
  %v309 = select i1 %v215, i64 %v7, i64 0
  %v310 = add i64 %v309, %v212
  %v311 = mul i64 %v310, %v16
  %v262 = getelementptr i8, ptr %v6, i64 %v311
  br label %v259
v111:
  %v312 = shl i64 %v287, 3
  %v313 = mul i64 %v312, %v8
  %v314 = getelementptr i8, ptr %v6, i64 %v313
  %v271 = mul i64 %v8, -8
  br label %v274
v274:
  %v270 = phi ptr [ %v269, %v286 ], [ %v314, %v111 ]
  %v273 = phi i64 [ %v315, %v286 ], [ %v7, %v111 ]
  %v316 = phi i64 [ %v317, %v286 ], [ %v287, %v111 ]
  %v315 = add nsw i64 %v273, -1
  %v317 = add nsw i64 %v316, -1
  %v318 = sub nuw nsw i64 %v287, %v316
  %v319 = tail call i64 @llvm.smin.i64(i64 %v318, i64 %v22)
  %v320 = icmp slt i64 %v319, 1
  br i1 %v320, label %v321, label %v322
v322:
  %v323 = mul i64 %v316, %v11
  %v324 = getelementptr double, ptr %v9, i64 %v323
  br i1 %v294, label %v286, label %v325
v325:
  %v326 = phi i64 [ %v327, %v328 ], [ %v273, %v322 ]
  %v329 = phi i64 [ %v330, %v328 ], [ 1, %v322 ]
  %v331 = add nsw i64 %v329, %v12
  %v332 = icmp slt i64 %v331, 0
  %v333 = getelementptr double, ptr %v324, i64 %v331
  %v334 = add nsw i64 %v329, %v316
  %v335 = icmp slt i64 %v334, 0
  %v336 = select i1 %v335, i64 %v7, i64 0
  %v337 = add i64 %v336, %v326
  %v338 = mul i64 %v337, %v16
  %v339 = getelementptr i8, ptr %v6, i64 %v338
  %v340 = select i1 %v332, i64 %v17, i64 0
  %v341 = getelementptr inbounds i8, ptr %v333, i64 %v340
  br label %v342
v342:
  %v343 = phi i64 [ 0, %v325 ], [ %v344, %v342 ]
  %v344 = add nuw nsw i64 %v343, 1
  %v345 = shl i64 %v343, 3
  %v346 = getelementptr i8, ptr %v270, i64 %v345
  %v347 = load double, ptr %v346, align 8
  %v348 = load double, ptr %v341, align 8
  %v349 = getelementptr i8, ptr %v339, i64 %v345
  %v350 = load double, ptr %v349, align 8
  %v351 = fmul double %v348, %v350
  %v352 = fsub double %v347, %v351
  store double %v352, ptr %v346, align 8
  %v353 = icmp eq i64 %v8, %v344
  br i1 %v353, label %v328, label %v342
v328:
  %v330 = add nuw nsw i64 %v329, 1
  %v327 = add i64 %v326, 1
  %v354 = icmp eq i64 %v319, %v329
  br i1 %v354, label %v321, label %v325
v321:
  br i1 %v294, label %v286, label %v276
v276:
  %v355 = mul i64 %v316, %v17
  %v283 = getelementptr i8, ptr %v292, i64 %v355
  br label %v278
v20:
  %v356 = phi i32 [ 0, %v286 ], [ 0, %v357 ], [ 1, %v152 ]
  ret i32 %v356
}

; const <f4[2] const <f4[2] <f4[2] <f4[2] <i8 <i8
; returns none
declare float @llvm.fabs.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8, ptr %v9, i64 %v10, i64 %v11, i64 %v12, i64 %v13) nounwind {
v357:
  %v14 = shl i64 %v2, 2
  %v15 = shl i64 %v5, 2
  %v16 = shl i64 %v8, 2
  %v17 = shl i64 %v11, 2
  %v18 = icmp sgt i64 %v7, 0
  br i1 %v18, label %v19, label %v20
v19:
  %v21 = icmp slt i64 %v11, 1
  %v22 = add i64 %v13, %v12
  br i1 %v21, label %v23, label %v24
v24:
  %v25 = mul i64 %v12, -4
  %v26 = getelementptr i8, ptr %v0, i64 %v25
  %v27 = sub i64 0, %v12
  %v28 = icmp slt i64 %v8, 1
  br label %v29
v29:
  %v30 = phi ptr [ %v3, %v24 ], [ %v31, %v32 ]
  %v33 = phi ptr [ %v6, %v24 ], [ %v34, %v32 ]
  %v35 = phi i64 [ %v27, %v24 ], [ %v36, %v32 ]
  %v37 = phi ptr [ %v26, %v24 ], [ %v38, %v32 ]
  %v39 = phi ptr [ %v9, %v24 ], [ %v40, %v32 ]
  %v41 = phi i64 [ 0, %v24 ], [ %v42, %v32 ]
  br label %v43
v46:
  %v44 = phi i64 [ %v45, %v46 ], [ 0, %v47 ]
  %v45 = add nuw nsw i64 %v44, 1
  %v48 = shl i64 %v44, 2
  %v49 = getelementptr i8, ptr %v30, i64 %v48
  %v50 = load float, ptr %v49, align 4
  %v51 = getelementptr i8, ptr %v33, i64 %v48
  store float %v50, ptr %v51, align 4
  %v52 = icmp eq i64 %v8, %v45
  br i1 %v52, label %v32, label %v46
v43:
  %v53 = phi i64 [ %v22, %v29 ], [ %v54, %v55 ]
  %v56 = phi i64 [ 0, %v29 ], [ %v57, %v55 ]
  %v57 = add nuw nsw i64 %v56, 1
  %v58 = add i64 %v56, %v35
  %v59 = icmp ult i64 %v58, %v7
  %v60 = icmp sle i64 %v56, %v22
  %v61 = select i1 %v59, i1 %v60, i1 false
  br i1 %v61, label %v62, label %v63
v63:
  %v64 = shl i64 %v56, 2
  br label %v55
v62:
  %v65 = icmp slt i64 %v53, 0
  %v66 = select i1 %v65, i64 %v1, i64 0
  %v67 = add i64 %v66, %v53
  %v68 = mul i64 %v14, %v67
  %v69 = getelementptr i8, ptr %v37, i64 %v68
  %v70 = shl i64 %v56, 2
  %v71 = getelementptr i8, ptr %v69, i64 %v70
  %v72 = load float, ptr %v71, align 4
  br label %v55
v55:
  %v73 = phi i64 [ %v64, %v63 ], [ %v70, %v62 ]
  %v74 = phi float [ 0.000000e+00, %v63 ], [ %v72, %v62 ]
  %v75 = getelementptr i8, ptr %v39, i64 %v73
  store float %v74, ptr %v75, align 4
  %v54 = add i64 %v53, -1
  %v76 = icmp eq i64 %v11, %v57
  br i1 %v76, label %v47, label %v43
v32:
  %v40 = getelementptr i8, ptr %v39, i64 %v17
  %v38 = getelementptr i8, ptr %v37, i64 4
  %v36 = add i64 %v35, 1
  %v34 = getelementptr i8, ptr %v33, i64 %v16
  %v31 = getelementptr i8, ptr %v30, i64 %v15
  %v77 = icmp eq i64 %v7, %v42
  br i1 %v77, label %v78, label %v29
v47:
  %v42 = add nuw nsw i64 %v41, 1
  br i1 %v28, label %v32, label %v46
v23:
  %v79 = icmp slt i64 %v8, 1
  br i1 %v79, label %v78, label %v80
v80:
  %v81 = phi ptr [ %v82, %v83 ], [ %v3, %v23 ]
  %v84 = phi ptr [ %v85, %v83 ], [ %v6, %v23 ]
  %v86 = phi i64 [ %v87, %v83 ], [ 0, %v23 ]
  br label %v88
v88:
  %v89 = phi i64 [ 0, %v80 ], [ %v90, %v88 ]
  %v90 = add nuw nsw i64 %v89, 1
  %v91 = shl i64 %v89, 2
  %v92 = getelementptr i8, ptr %v81, i64 %v91
  %v93 = load float, ptr %v92, align 4
  %v94 = getelementptr i8, ptr %v84, i64 %v91
  store float %v93, ptr %v94, align 4
  %v95 = icmp eq i64 %v8, %v90
  br i1 %v95, label %v83, label %v88
v83:
  %v87 = add nuw nsw i64 %v86, 1
  %v85 = getelementptr i8, ptr %v84, i64 %v16
  %v82 = getelementptr i8, ptr %v81, i64 %v15
  %v96 = icmp eq i64 %v7, %v87
  br i1 %v96, label %v78, label %v80
v207:
  %v97 = add i64 %v98, 1
  %v99 = add i64 %v100, -1
  %v101 = getelementptr i8, ptr %v102, i64 4
  %v103 = getelementptr i8, ptr %v104, i64 %v17
  %v105 = getelementptr i8, ptr %v106, i64 %v16
  %v107 = getelementptr i8, ptr %v108, i64 %v17
  %v109 = icmp eq i64 %v110, %v7
  br i1 %v109, label %v111, label %v112
v115:
  %v113 = phi i64 [ %v114, %v115 ], [ %v12, %v116 ]
  %v117 = phi i64 [ %v118, %v115 ], [ %v119, %v116 ]
  %v120 = phi i64 [ %v121, %v115 ], [ %v122, %v116 ]
  %v123 = phi i64 [ %v124, %v115 ], [ %v110, %v116 ]
  %v114 = add i64 %v113, -1
  %v124 = add nuw i64 %v123, 1
  %v125 = icmp slt i64 %v123, 0
  %v126 = select i1 %v125, i64 %v10, i64 0
  %v127 = icmp slt i64 %v114, 0
  %v128 = add i64 %v126, %v123
  %v129 = mul i64 %v128, %v17
  %v130 = select i1 %v127, i64 %v17, i64 0
  %v131 = getelementptr i8, ptr %v9, i64 %v129
  %v132 = getelementptr i8, ptr %v131, i64 %v130
  %v133 = shl i64 %v114, 2
  %v134 = getelementptr i8, ptr %v132, i64 %v133
  %v135 = load float, ptr %v134, align 4
  %v136 = tail call float @llvm.fabs.f32(float %v135)
  %v137 = sub nsw i64 %v138, %v120
  %v139 = icmp slt i64 %v120, 0
  %v140 = select i1 %v139, i64 %v10, i64 0
  %v141 = add i64 %v140, %v120
  %v142 = icmp slt i64 %v137, 0
  %v143 = select i1 %v142, i64 %v11, i64 0
  %v144 = mul i64 %v141, %v11
  %v145 = getelementptr float, ptr %v9, i64 %v144
  %v146 = getelementptr float, ptr %v145, i64 %v137
  %v147 = getelementptr float, ptr %v146, i64 %v143
  %v148 = load float, ptr %v147, align 4
  %v149 = tail call float @llvm.fabs.f32(float %v148)
  %v150 = fcmp ogt float %v136, %v149
  %v121 = select i1 %v150, i64 %v123, i64 %v120
  %v118 = add i64 %v117, -1
  %v151 = icmp samesign ugt i64 %v118, 1
  br i1 %v151, label %v115, label %v152
v152:
  %v153 = phi i64 [ %v122, %v112 ], [ %v121, %v115 ]
  %v154 = sub nsw i64 %v138, %v153
  %v155 = icmp slt i64 %v153, 0
  %v156 = select i1 %v155, i64 %v10, i64 0
  %v157 = add i64 %v156, %v153
  %v158 = icmp slt i64 %v154, 0
  %v159 = select i1 %v158, i64 %v11, i64 0
  %v160 = mul i64 %v157, %v11
  %v161 = getelementptr float, ptr %v9, i64 %v160
  %v162 = getelementptr float, ptr %v161, i64 %v154
  %v163 = getelementptr float, ptr %v162, i64 %v159
  %v164 = load float, ptr %v163, align 4
  %v165 = fcmp oeq float %v164, 0.000000e+00
  br i1 %v165, label %v20, label %v166
v166:
  %v167 = icmp eq i64 %v122, %v153
  br i1 %v167, label %v168, label %v169
v173:
  %v170 = phi i64 [ %v12, %v171 ], [ %v172, %v173 ]
  %v174 = phi ptr [ %v175, %v171 ], [ %v176, %v173 ]
  %v177 = icmp slt i64 %v170, 0
  %v178 = select i1 %v177, i64 %v17, i64 0
  %v179 = getelementptr i8, ptr %v104, i64 %v178
  %v180 = shl i64 %v170, 2
  %v181 = getelementptr i8, ptr %v179, i64 %v180
  %v182 = load float, ptr %v181, align 4
  %v183 = add i64 %v184, %v170
  %v185 = icmp slt i64 %v183, 0
  %v186 = select i1 %v185, i64 %v17, i64 0
  %v187 = getelementptr i8, ptr %v174, i64 %v186
  %v188 = load float, ptr %v187, align 4
  store float %v188, ptr %v181, align 4
  store float %v182, ptr %v187, align 4
  %v176 = getelementptr i8, ptr %v174, i64 4
  %v172 = add i64 %v170, 1
  %v189 = icmp eq i64 %v11, %v172
  br i1 %v189, label %v190, label %v173
v194:
  %v191 = phi i64 [ 0, %v192 ], [ %v193, %v194 ]
  %v193 = add nuw nsw i64 %v191, 1
  %v195 = shl i64 %v191, 2
  %v196 = getelementptr i8, ptr %v197, i64 %v195
  %v198 = load float, ptr %v196, align 4
  %v199 = getelementptr i8, ptr %v106, i64 %v195
  %v200 = load float, ptr %v199, align 4
  store float %v198, ptr %v199, align 4
  store float %v200, ptr %v196, align 4
  %v201 = icmp eq i64 %v8, %v193
  br i1 %v201, label %v168, label %v194
v209:
  %v202 = add i64 %v203, -1
  %v204 = icmp samesign ugt i64 %v205, 1
  br i1 %v204, label %v206, label %v207
v206:
  %v203 = phi i64 [ %v12, %v208 ], [ %v202, %v209 ]
  %v205 = phi i64 [ %v210, %v208 ], [ %v211, %v209 ]
  %v212 = phi i64 [ %v110, %v208 ], [ %v213, %v209 ]
  %v211 = add nsw i64 %v205, -1
  %v213 = add nuw i64 %v212, 1
  %v214 = sub nsw i64 %v138, %v212
  %v215 = icmp slt i64 %v212, 0
  %v216 = select i1 %v215, i64 %v10, i64 0
  %v217 = add i64 %v216, %v212
  %v218 = icmp slt i64 %v214, 0
  %v219 = select i1 %v218, i64 %v11, i64 0
  %v220 = mul i64 %v217, %v11
  %v221 = getelementptr float, ptr %v9, i64 %v220
  %v222 = getelementptr float, ptr %v221, i64 %v214
  %v223 = getelementptr float, ptr %v222, i64 %v219
  %v224 = load float, ptr %v223, align 4
  %v225 = load float, ptr %v226, align 4
  %v227 = fdiv float %v224, %v225
  br i1 %v228, label %v229, label %v230
v230:
  %v231 = mul i64 %v217, %v17
  %v232 = getelementptr i8, ptr %v9, i64 %v231
  br label %v233
v233:
  %v234 = phi i64 [ %v203, %v230 ], [ %v235, %v233 ]
  %v236 = phi i64 [ 1, %v230 ], [ %v237, %v233 ]
  %v237 = add nuw i64 %v236, 1
  %v238 = icmp slt i64 %v234, 0
  %v239 = select i1 %v238, i64 %v17, i64 0
  %v240 = getelementptr i8, ptr %v232, i64 %v239
  %v241 = shl i64 %v234, 2
  %v242 = getelementptr i8, ptr %v240, i64 %v241
  %v243 = load float, ptr %v242, align 4
  %v244 = add i64 %v236, %v12
  %v245 = icmp slt i64 %v244, 0
  %v246 = select i1 %v245, i64 %v17, i64 0
  %v247 = getelementptr i8, ptr %v108, i64 %v246
  %v248 = shl i64 %v236, 2
  %v249 = getelementptr i8, ptr %v247, i64 %v248
  %v250 = load float, ptr %v249, align 4
  %v251 = fmul float %v227, %v250
  %v252 = fsub float %v243, %v251
  store float %v252, ptr %v242, align 4
  %v253 = sub i64 %v237, %v254
  %v235 = add i64 %v234, 1
  %v255 = icmp eq i64 %v253, 1
  br i1 %v255, label %v229, label %v233
v259:
  %v256 = phi i64 [ 0, %v257 ], [ %v258, %v259 ]
  %v258 = add nuw nsw i64 %v256, 1
  %v260 = shl i64 %v256, 2
  %v261 = getelementptr i8, ptr %v262, i64 %v260
  %v263 = load float, ptr %v261, align 4
  %v264 = getelementptr i8, ptr %v106, i64 %v260
  %v265 = load float, ptr %v264, align 4
  %v266 = fmul float %v227, %v265
  %v267 = fsub float %v263, %v266
  store float %v267, ptr %v261, align 4
  %v268 = icmp eq i64 %v8, %v258
  br i1 %v268, label %v209, label %v259
v286:
  %v269 = getelementptr i8, ptr %v270, i64 %v271
  %v272 = icmp sgt i64 %v273, 1
  br i1 %v272, label %v274, label %v20
v278:
  %v275 = phi i64 [ 0, %v276 ], [ %v277, %v278 ]
  %v277 = add nuw nsw i64 %v275, 1
  %v279 = shl i64 %v275, 2
  %v280 = getelementptr i8, ptr %v270, i64 %v279
  %v281 = load float, ptr %v280, align 4
  %v282 = load float, ptr %v283, align 4
  %v284 = fdiv float %v281, %v282
  store float %v284, ptr %v280, align 4
  %v285 = icmp eq i64 %v8, %v277
  br i1 %v285, label %v286, label %v278
v78:
  %v287 = add nsw i64 %v7, -1
  %v288 = sub i64 %v11, %v12
  %v289 = getelementptr float, ptr %v9, i64 %v12
  %v290 = icmp slt i64 %v12, 0
  %v291 = select i1 %v290, i64 %v11, i64 0
  %v292 = getelementptr float, ptr %v289, i64 %v291
  %v254 = tail call i64 @llvm.smax.i64(i64 %v22, i64 0)
  %v293 = icmp slt i64 %v288, 1
  %v294 = icmp slt i64 %v8, 1
  %v228 = icmp slt i64 %v22, 1
  br label %v112
v112:
  %v108 = phi ptr [ %v107, %v207 ], [ %v289, %v78 ]
  %v106 = phi ptr [ %v105, %v207 ], [ %v6, %v78 ]
  %v104 = phi ptr [ %v103, %v207 ], [ %v9, %v78 ]
  %v102 = phi ptr [ %v101, %v207 ], [ %v289, %v78 ]
  %v100 = phi i64 [ %v99, %v207 ], [ 0, %v78 ]
  %v98 = phi i64 [ %v97, %v207 ], [ %v12, %v78 ]
  %v122 = phi i64 [ %v110, %v207 ], [ 0, %v78 ]
  %v110 = add nuw nsw i64 %v122, 1
  %v138 = add nsw i64 %v122, %v12
  %v295 = tail call i64 @llvm.smin.i64(i64 %v287, i64 %v138)
  %v296 = sub i64 %v295, %v122
  %v297 = icmp sgt i64 %v296, 0
  %v210 = tail call i64 @llvm.smax.i64(i64 %v296, i64 0)
  br i1 %v297, label %v116, label %v152
v116:
  %v298 = tail call i64 @llvm.smin.i64(i64 %v98, i64 %v287)
  %v299 = add i64 %v298, %v100
  %v300 = tail call i64 @llvm.smax.i64(i64 %v299, i64 0)
  %v119 = add nuw i64 %v300, 1
  br label %v115
v169:
  br i1 %v293, label %v190, label %v171
v171:
  %v301 = mul i64 %v157, %v17
  %v302 = shl i64 %v153, 2
  %v303 = sub i64 %v301, %v302
  %v175 = getelementptr i8, ptr %v102, i64 %v303
  %v184 = sub i64 %v122, %v153
  br label %v173
v190:
  br i1 %v294, label %v168, label %v192
v192:
  %v304 = select i1 %v155, i64 %v7, i64 0
  %v305 = add i64 %v304, %v153
  %v306 = mul i64 %v305, %v8
  %v197 = getelementptr float, ptr %v6, i64 %v306
  br label %v194
v168:
  %v307 = icmp slt i64 %v296, 1
  br i1 %v307, label %v207, label %v208
v208:
  %v308 = mul i64 %v122, %v17
  %v226 = getelementptr i8, ptr %v292, i64 %v308
  br label %v206
v229:
  br i1 %v294, label %v209, label %v257
v257:
  %v309 = select i1 %v215, i64 %v7, i64 0
  %v310 = add i64 %v309, %v212
  %v311 = mul i64 %v310, %v16
  %v262 = getelementptr i8, ptr %v6, i64 %v311
  br label %v259
v111:
  %v312 = shl i64 %v287, 2
  %v313 = mul i64 %v312, %v8
  %v314 = getelementptr i8, ptr %v6, i64 %v313
  %v271 = mul i64 %v8, -4
  br label %v274
v274:
  %v270 = phi ptr [ %v269, %v286 ], [ %v314, %v111 ]
  %v273 = phi i64 [ %v315, %v286 ], [ %v7, %v111 ]
  %v316 = phi i64 [ %v317, %v286 ], [ %v287, %v111 ]
  %v315 = add nsw i64 %v273, -1
  %v317 = add nsw i64 %v316, -1
  %v318 = sub nuw nsw i64 %v287, %v316
  %v319 = tail call i64 @llvm.smin.i64(i64 %v318, i64 %v22)
  %v320 = icmp slt i64 %v319, 1
  br i1 %v320, label %v321, label %v322
v322:
  %v323 = mul i64 %v316, %v11
  %v324 = getelementptr float, ptr %v9, i64 %v323
  br i1 %v294, label %v286, label %v325
v325:
  %v326 = phi i64 [ %v327, %v328 ], [ %v273, %v322 ]
  %v329 = phi i64 [ %v330, %v328 ], [ 1, %v322 ]
  %v331 = add nsw i64 %v329, %v12
  %v332 = icmp slt i64 %v331, 0
  %v333 = getelementptr float, ptr %v324, i64 %v331
  %v334 = add nsw i64 %v329, %v316
  %v335 = icmp slt i64 %v334, 0
  %v336 = select i1 %v335, i64 %v7, i64 0
  %v337 = add i64 %v336, %v326
  %v338 = mul i64 %v337, %v16
  %v339 = getelementptr i8, ptr %v6, i64 %v338
  %v340 = select i1 %v332, i64 %v17, i64 0
  %v341 = getelementptr inbounds i8, ptr %v333, i64 %v340
  br label %v342
v342:
  %v343 = phi i64 [ 0, %v325 ], [ %v344, %v342 ]
  %v344 = add nuw nsw i64 %v343, 1
  %v345 = shl i64 %v343, 2
  %v346 = getelementptr i8, ptr %v270, i64 %v345
  %v347 = load float, ptr %v346, align 4
  %v348 = load float, ptr %v341, align 4
  %v349 = getelementptr i8, ptr %v339, i64 %v345
  %v350 = load float, ptr %v349, align 4
  %v351 = fmul float %v348, %v350
  %v352 = fsub float %v347, %v351
  store float %v352, ptr %v346, align 4
  %v353 = icmp eq i64 %v8, %v344
  br i1 %v353, label %v328, label %v342
v328:
  %v330 = add nuw nsw i64 %v329, 1
  %v327 = add i64 %v326, 1
  %v354 = icmp eq i64 %v319, %v329
  br i1 %v354, label %v321, label %v325
v321:
  br i1 %v294, label %v286, label %v276
v276:
  %v355 = mul i64 %v316, %v17
  %v283 = getelementptr i8, ptr %v292, i64 %v355
  br label %v278
v20:
  %v356 = phi i32 [ 0, %v286 ], [ 0, %v357 ], [ 1, %v152 ]
  ret i32 %v356
}
