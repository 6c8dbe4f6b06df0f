; Made from superlu.py by generate.py: bb9c6c8b2415137271f4a09ea8784a82d81b3fc5
; by Numba 0.68.1

; const <f8[2] const <f8[1] const <i4[1] const <i4[1] const <f8[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <f8[2] <f8[2] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v407:
  %v26 = shl i64 %v4, 3
  %v27 = shl i64 %v10, 3
  %v28 = shl i64 %v21, 3
  %v29 = freeze i64 %v2
  %v30 = freeze i64 %v24
  %v31 = icmp eq i8 %v25, 0
  %v32 = select i1 %v31, ptr %v17, ptr %v15
  %v33 = select i1 %v31, ptr %v15, ptr %v17
  %v34 = icmp slt i64 %v1, 1
  %v35 = icmp slt i64 %v29, 1
  %v36 = or i1 %v34, %v35
  br i1 %v36, label %v37, label %v38
v38:
  %v39 = shl i64 %v30, 3
  %v40 = shl i64 %v29, 3
  br label %v41
v37:
  br i1 %v31, label %v42, label %v43
v89:
  %v44 = add i64 %v45, %v46
  %v47 = getelementptr i8, ptr %v48, i64 %v46
  %v49 = icmp eq i64 %v50, %v1
  br i1 %v49, label %v51, label %v52
v293:
  %v53 = getelementptr i8, ptr %v54, i64 %v55
  %v56 = sub i64 %v57, %v58
  %v59 = icmp sgt i64 %v60, 1
  br i1 %v59, label %v61, label %v62
v41:
  %v63 = phi ptr [ %v0, %v38 ], [ %v64, %v65 ]
  %v66 = phi i64 [ 0, %v38 ], [ %v67, %v65 ]
  %v68 = shl i64 %v66, 2
  %v69 = getelementptr i8, ptr %v33, i64 %v68
  br label %v70
v70:
  %v71 = phi i64 [ 0, %v41 ], [ %v72, %v70 ]
  %v72 = add nuw nsw i64 %v71, 1
  %v73 = shl i64 %v71, 3
  %v74 = getelementptr i8, ptr %v63, i64 %v73
  %v75 = load double, ptr %v74, align 8
  %v76 = load i32, ptr %v69, align 4
  %v77 = sext i32 %v76 to i64
  %v78 = icmp slt i32 %v76, 0
  %v79 = select i1 %v78, i64 %v23, i64 0
  %v80 = add i64 %v79, %v77
  %v81 = mul i64 %v39, %v80
  %v82 = getelementptr i8, ptr %v22, i64 %v81
  %v83 = getelementptr i8, ptr %v82, i64 %v73
  store double %v75, ptr %v83, align 8
  %v84 = icmp eq i64 %v29, %v72
  br i1 %v84, label %v65, label %v70
v65:
  %v67 = add nuw nsw i64 %v66, 1
  %v64 = getelementptr i8, ptr %v63, i64 %v40
  %v85 = icmp eq i64 %v67, %v1
  br i1 %v85, label %v37, label %v41
v43:
  br i1 %v34, label %v86, label %v87
v87:
  %v46 = shl i64 %v30, 3
  %v88 = icmp sgt i64 %v30, 0
  br label %v52
v52:
  %v48 = phi ptr [ %v22, %v87 ], [ %v47, %v89 ]
  %v45 = phi i64 [ 0, %v87 ], [ %v44, %v89 ]
  %v90 = phi i64 [ 0, %v87 ], [ %v50, %v89 ]
  %v50 = add nuw nsw i64 %v90, 1
  %v91 = getelementptr i32, ptr %v13, i64 %v90
  %v92 = load i32, ptr %v91, align 4
  %v93 = getelementptr i8, ptr %v91, i64 4
  %v94 = load i32, ptr %v93, align 4
  %v95 = sub i32 %v94, %v92
  %v96 = icmp sgt i32 %v95, 0
  %v97 = and i1 %v88, %v96
  br i1 %v97, label %v98, label %v89
v98:
  %v99 = phi i32 [ %v100, %v101 ], [ %v95, %v52 ]
  %v102 = phi i32 [ %v103, %v101 ], [ %v92, %v52 ]
  %v100 = add nsw i32 %v99, -1
  %v103 = add i32 %v102, 1
  %v104 = sext i32 %v102 to i64
  %v105 = icmp slt i32 %v102, 0
  %v106 = select i1 %v105, i64 %v12, i64 0
  %v107 = getelementptr i32, ptr %v11, i64 %v106
  %v108 = getelementptr i32, ptr %v107, i64 %v104
  %v109 = load i32, ptr %v108, align 4
  %v110 = sext i32 %v109 to i64
  %v111 = icmp eq i64 %v90, %v110
  br i1 %v111, label %v101, label %v112
v112:
  %v113 = getelementptr double, ptr %v9, i64 %v104
  %v114 = select i1 %v105, i64 %v27, i64 0
  %v115 = getelementptr inbounds i8, ptr %v113, i64 %v114
  %v116 = shl nsw i64 %v104, 2
  %v117 = getelementptr inbounds i8, ptr %v107, i64 %v116
  br label %v118
v118:
  %v119 = phi i64 [ %v30, %v112 ], [ %v120, %v118 ]
  %v121 = phi ptr [ %v22, %v112 ], [ %v122, %v118 ]
  %v123 = getelementptr i8, ptr %v121, i64 %v45
  %v124 = load double, ptr %v123, align 8
  %v125 = load double, ptr %v115, align 8
  %v126 = load i32, ptr %v117, align 4
  %v127 = sext i32 %v126 to i64
  %v128 = icmp slt i32 %v126, 0
  %v129 = select i1 %v128, i64 %v23, i64 0
  %v130 = add i64 %v129, %v127
  %v131 = mul i64 %v130, %v46
  %v132 = getelementptr i8, ptr %v121, i64 %v131
  %v133 = load double, ptr %v132, align 8
  %v134 = fmul double %v125, %v133
  %v135 = fsub double %v124, %v134
  store double %v135, ptr %v123, align 8
  %v122 = getelementptr i8, ptr %v121, i64 8
  %v120 = add i64 %v119, -1
  %v136 = icmp eq i64 %v120, 0
  br i1 %v136, label %v101, label %v118
v101:
  %v137 = icmp samesign ugt i32 %v99, 1
  br i1 %v137, label %v98, label %v138
v138:
  %v139 = shl i64 %v90, 2
  %v140 = getelementptr i8, ptr %v13, i64 %v139
  %v141 = load i32, ptr %v140, align 4
  %v142 = getelementptr i8, ptr %v140, i64 4
  %v143 = load i32, ptr %v142, align 4
  %v144 = sub i32 %v143, %v141
  %v145 = icmp slt i32 %v144, 1
  br i1 %v145, label %v89, label %v146
v146:
  %v147 = phi i32 [ %v148, %v149 ], [ %v144, %v138 ]
  %v150 = phi i32 [ %v151, %v149 ], [ %v141, %v138 ]
  %v148 = add nsw i32 %v147, -1
  %v151 = add i32 %v150, 1
  %v152 = sext i32 %v150 to i64
  %v153 = icmp slt i32 %v150, 0
  %v154 = select i1 %v153, i64 %v12, i64 0
  %v155 = getelementptr i32, ptr %v11, i64 %v154
  %v156 = getelementptr i32, ptr %v155, i64 %v152
  %v157 = load i32, ptr %v156, align 4
  %v158 = sext i32 %v157 to i64
  %v159 = icmp eq i64 %v90, %v158
  br i1 %v159, label %v160, label %v149
v160:
  %v161 = getelementptr double, ptr %v9, i64 %v152
  %v162 = select i1 %v153, i64 %v27, i64 0
  %v163 = getelementptr inbounds i8, ptr %v161, i64 %v162
  br label %v164
v149:
  %v165 = icmp samesign ugt i32 %v147, 1
  br i1 %v165, label %v146, label %v89
v164:
  %v166 = phi i64 [ 0, %v160 ], [ %v167, %v164 ]
  %v167 = add nuw nsw i64 %v166, 1
  %v168 = shl i64 %v166, 3
  %v169 = getelementptr i8, ptr %v48, i64 %v168
  %v170 = load double, ptr %v169, align 8
  %v171 = load double, ptr %v163, align 8
  %v172 = fdiv double %v170, %v171
  store double %v172, ptr %v169, align 8
  %v173 = icmp eq i64 %v30, %v167
  br i1 %v173, label %v149, label %v164
v51:
  %v174 = icmp sgt i64 %v29, 0
  br i1 %v174, label %v175, label %v62
v175:
  %v176 = shl i64 %v1, 3
  %v177 = add i64 %v176, -8
  %v178 = mul i64 %v30, %v177
  br label %v179
v179:
  %v180 = phi i64 [ %v178, %v175 ], [ %v181, %v182 ]
  %v183 = phi i64 [ %v1, %v175 ], [ %v184, %v182 ]
  %v184 = add nsw i64 %v183, -1
  %v185 = getelementptr i32, ptr %v7, i64 %v184
  %v186 = load i32, ptr %v185, align 4
  %v187 = getelementptr i8, ptr %v185, i64 4
  %v188 = load i32, ptr %v187, align 4
  %v189 = sub i32 %v188, %v186
  %v190 = icmp slt i32 %v189, 1
  br i1 %v190, label %v182, label %v191
v191:
  %v192 = phi i32 [ %v193, %v194 ], [ %v189, %v179 ]
  %v195 = phi i32 [ %v196, %v194 ], [ %v186, %v179 ]
  %v193 = add nsw i32 %v192, -1
  %v196 = add i32 %v195, 1
  %v197 = sext i32 %v195 to i64
  %v198 = icmp slt i32 %v195, 0
  %v199 = select i1 %v198, i64 %v6, i64 0
  %v200 = getelementptr i32, ptr %v5, i64 %v199
  %v201 = getelementptr i32, ptr %v200, i64 %v197
  %v202 = load i32, ptr %v201, align 4
  %v203 = sext i32 %v202 to i64
  %v204 = icmp eq i64 %v184, %v203
  br i1 %v204, label %v194, label %v205
v205:
  %v206 = getelementptr double, ptr %v3, i64 %v197
  %v207 = select i1 %v198, i64 %v26, i64 0
  %v208 = getelementptr inbounds i8, ptr %v206, i64 %v207
  %v209 = shl nsw i64 %v197, 2
  %v210 = getelementptr inbounds i8, ptr %v200, i64 %v209
  br label %v211
v211:
  %v212 = phi i64 [ %v213, %v211 ], [ %v29, %v205 ]
  %v214 = phi ptr [ %v215, %v211 ], [ %v22, %v205 ]
  %v216 = getelementptr i8, ptr %v214, i64 %v180
  %v217 = load double, ptr %v216, align 8
  %v218 = load double, ptr %v208, align 8
  %v219 = load i32, ptr %v210, align 4
  %v220 = sext i32 %v219 to i64
  %v221 = icmp slt i32 %v219, 0
  %v222 = select i1 %v221, i64 %v23, i64 0
  %v223 = add i64 %v222, %v220
  %v224 = mul i64 %v223, %v46
  %v225 = getelementptr i8, ptr %v214, i64 %v224
  %v226 = load double, ptr %v225, align 8
  %v227 = fmul double %v218, %v226
  %v228 = fsub double %v217, %v227
  store double %v228, ptr %v216, align 8
  %v215 = getelementptr i8, ptr %v214, i64 8
  %v213 = add i64 %v212, -1
  %v229 = icmp eq i64 %v213, 0
  br i1 %v229, label %v194, label %v211
v194:
  %v230 = icmp samesign ugt i32 %v192, 1
  br i1 %v230, label %v191, label %v182
v182:
  %v181 = sub i64 %v180, %v46
  %v231 = icmp sgt i64 %v183, 1
  br i1 %v231, label %v179, label %v62
v42:
  br i1 %v34, label %v86, label %v232
v232:
  %v233 = icmp sgt i64 %v29, 0
  %v58 = shl i64 %v30, 3
  br i1 %v233, label %v234, label %v235
v234:
  %v236 = phi i64 [ %v237, %v238 ], [ 0, %v232 ]
  %v239 = phi i64 [ %v240, %v238 ], [ 0, %v232 ]
  %v240 = add nuw nsw i64 %v239, 1
  %v241 = getelementptr i32, ptr %v7, i64 %v239
  %v242 = load i32, ptr %v241, align 4
  %v243 = getelementptr i8, ptr %v241, i64 4
  %v244 = load i32, ptr %v243, align 4
  %v245 = sub i32 %v244, %v242
  %v246 = icmp slt i32 %v245, 1
  br i1 %v246, label %v238, label %v247
v247:
  %v248 = phi i32 [ %v249, %v250 ], [ %v245, %v234 ]
  %v251 = phi i32 [ %v252, %v250 ], [ %v242, %v234 ]
  %v249 = add nsw i32 %v248, -1
  %v252 = add i32 %v251, 1
  %v253 = sext i32 %v251 to i64
  %v254 = icmp slt i32 %v251, 0
  %v255 = select i1 %v254, i64 %v6, i64 0
  %v256 = getelementptr i32, ptr %v5, i64 %v255
  %v257 = getelementptr i32, ptr %v256, i64 %v253
  %v258 = load i32, ptr %v257, align 4
  %v259 = sext i32 %v258 to i64
  %v260 = icmp eq i64 %v239, %v259
  br i1 %v260, label %v250, label %v261
v261:
  %v262 = getelementptr double, ptr %v3, i64 %v253
  %v263 = shl nsw i64 %v253, 2
  %v264 = getelementptr inbounds i8, ptr %v256, i64 %v263
  %v265 = select i1 %v254, i64 %v26, i64 0
  %v266 = getelementptr inbounds i8, ptr %v262, i64 %v265
  br label %v267
v267:
  %v268 = phi i64 [ %v269, %v267 ], [ %v29, %v261 ]
  %v270 = phi ptr [ %v271, %v267 ], [ %v22, %v261 ]
  %v272 = load i32, ptr %v264, align 4
  %v273 = sext i32 %v272 to i64
  %v274 = icmp slt i32 %v272, 0
  %v275 = select i1 %v274, i64 %v23, i64 0
  %v276 = add i64 %v275, %v273
  %v277 = mul i64 %v276, %v58
  %v278 = getelementptr i8, ptr %v270, i64 %v277
  %v279 = load double, ptr %v278, align 8
  %v280 = load double, ptr %v266, align 8
  %v281 = getelementptr i8, ptr %v270, i64 %v236
  %v282 = load double, ptr %v281, align 8
  %v283 = fmul double %v280, %v282
  %v284 = fsub double %v279, %v283
  store double %v284, ptr %v278, align 8
  %v271 = getelementptr i8, ptr %v270, i64 8
  %v269 = add i64 %v268, -1
  %v285 = icmp eq i64 %v269, 0
  br i1 %v285, label %v250, label %v267
v250:
  %v286 = icmp samesign ugt i32 %v248, 1
  br i1 %v286, label %v247, label %v238
v238:
  %v237 = add i64 %v236, %v58
  %v287 = icmp eq i64 %v240, %v1
  br i1 %v287, label %v235, label %v234
v235:
  %v288 = shl i64 %v1, 3
  %v289 = add i64 %v288, -8
  %v290 = mul i64 %v30, %v289
  %v291 = getelementptr i8, ptr %v22, i64 %v290
  %v55 = mul i64 %v30, -8
  %v292 = icmp sgt i64 %v30, 0
  br label %v61
v61:
  %v57 = phi i64 [ %v290, %v235 ], [ %v56, %v293 ]
  %v54 = phi ptr [ %v291, %v235 ], [ %v53, %v293 ]
  %v60 = phi i64 [ %v1, %v235 ], [ %v294, %v293 ]
  %v294 = add nsw i64 %v60, -1
  %v295 = getelementptr i32, ptr %v13, i64 %v294
  %v296 = load i32, ptr %v295, align 4
  %v297 = getelementptr i8, ptr %v295, i64 4
  %v298 = load i32, ptr %v297, align 4
  %v299 = sub i32 %v298, %v296
  %v300 = icmp slt i32 %v299, 1
  br i1 %v300, label %v293, label %v301
v301:
  br i1 %v292, label %v302, label %v303
v302:
  %v304 = phi i32 [ %v305, %v306 ], [ %v299, %v301 ]
  %v307 = phi i32 [ %v308, %v306 ], [ %v296, %v301 ]
  %v305 = add nsw i32 %v304, -1
  %v308 = add i32 %v307, 1
  %v309 = sext i32 %v307 to i64
  %v310 = icmp slt i32 %v307, 0
  %v311 = select i1 %v310, i64 %v12, i64 0
  %v312 = getelementptr i32, ptr %v11, i64 %v311
  %v313 = getelementptr i32, ptr %v312, i64 %v309
  %v314 = load i32, ptr %v313, align 4
  %v315 = sext i32 %v314 to i64
  %v316 = icmp eq i64 %v294, %v315
  br i1 %v316, label %v317, label %v306
v317:
  %v318 = getelementptr double, ptr %v9, i64 %v309
  %v319 = select i1 %v310, i64 %v27, i64 0
  %v320 = getelementptr inbounds i8, ptr %v318, i64 %v319
  br label %v321
v306:
  %v322 = icmp samesign ugt i32 %v304, 1
  br i1 %v322, label %v302, label %v323
v321:
  %v324 = phi i64 [ 0, %v317 ], [ %v325, %v321 ]
  %v325 = add nuw nsw i64 %v324, 1
  %v326 = shl i64 %v324, 3
  %v327 = getelementptr i8, ptr %v54, i64 %v326
  %v328 = load double, ptr %v327, align 8
  %v329 = load double, ptr %v320, align 8
  %v330 = fdiv double %v328, %v329
  store double %v330, ptr %v327, align 8
  %v331 = icmp eq i64 %v30, %v325
  br i1 %v331, label %v306, label %v321
v323:
  %v332 = shl i64 %v294, 2
  %v333 = getelementptr i8, ptr %v13, i64 %v332
  %v334 = load i32, ptr %v333, align 4
  %v335 = getelementptr i8, ptr %v333, i64 4
  %v336 = load i32, ptr %v335, align 4
  %v337 = sub i32 %v336, %v334
  %v338 = icmp slt i32 %v337, 1
  br i1 %v338, label %v293, label %v303
v303:
  %v339 = phi i32 [ %v334, %v323 ], [ %v296, %v301 ]
  %v340 = phi i32 [ %v337, %v323 ], [ %v299, %v301 ]
  br i1 %v233, label %v341, label %v293
v341:
  %v342 = phi i32 [ %v343, %v344 ], [ %v340, %v303 ]
  %v345 = phi i32 [ %v346, %v344 ], [ %v339, %v303 ]
  %v343 = add nsw i32 %v342, -1
  %v346 = add i32 %v345, 1
  %v347 = sext i32 %v345 to i64
  %v348 = icmp slt i32 %v345, 0
  %v349 = select i1 %v348, i64 %v12, i64 0
  %v350 = getelementptr i32, ptr %v11, i64 %v349
  %v351 = getelementptr i32, ptr %v350, i64 %v347
  %v352 = load i32, ptr %v351, align 4
  %v353 = sext i32 %v352 to i64
  %v354 = icmp eq i64 %v294, %v353
  br i1 %v354, label %v344, label %v355
v355:
  %v356 = getelementptr double, ptr %v9, i64 %v347
  %v357 = shl nsw i64 %v347, 2
  %v358 = getelementptr inbounds i8, ptr %v350, i64 %v357
  %v359 = select i1 %v348, i64 %v27, i64 0
  %v360 = getelementptr inbounds i8, ptr %v356, i64 %v359
  br label %v361
v361:
  %v362 = phi i64 [ %v29, %v355 ], [ %v363, %v361 ]
  %v364 = phi ptr [ %v22, %v355 ], [ %v365, %v361 ]
  %v366 = load i32, ptr %v358, align 4
  %v367 = sext i32 %v366 to i64
  %v368 = icmp slt i32 %v366, 0
  %v369 = select i1 %v368, i64 %v23, i64 0
  %v370 = add i64 %v369, %v367
  %v371 = mul i64 %v370, %v58
  %v372 = getelementptr i8, ptr %v364, i64 %v371
  %v373 = load double, ptr %v372, align 8
  %v374 = load double, ptr %v360, align 8
  %v375 = getelementptr i8, ptr %v364, i64 %v57
  %v376 = load double, ptr %v375, align 8
  %v377 = fmul double %v374, %v376
  %v378 = fsub double %v373, %v377
  store double %v378, ptr %v372, align 8
  %v365 = getelementptr i8, ptr %v364, i64 8
  %v363 = add i64 %v362, -1
  %v379 = icmp eq i64 %v363, 0
  br i1 %v379, label %v344, label %v361
v344:
  %v380 = icmp samesign ugt i32 %v342, 1
  br i1 %v380, label %v341, label %v293
v62:
  br i1 %v36, label %v86, label %v381
v381:
  %v382 = shl i64 %v30, 3
  br label %v383
v383:
  %v384 = phi ptr [ %v19, %v381 ], [ %v385, %v386 ]
  %v387 = phi i64 [ 0, %v381 ], [ %v388, %v386 ]
  %v389 = shl i64 %v387, 2
  %v390 = getelementptr i8, ptr %v32, i64 %v389
  br label %v391
v391:
  %v392 = phi i64 [ 0, %v383 ], [ %v393, %v391 ]
  %v393 = add nuw nsw i64 %v392, 1
  %v394 = load i32, ptr %v390, align 4
  %v395 = sext i32 %v394 to i64
  %v396 = icmp slt i32 %v394, 0
  %v397 = select i1 %v396, i64 %v23, i64 0
  %v398 = add i64 %v397, %v395
  %v399 = mul i64 %v382, %v398
  %v400 = getelementptr i8, ptr %v22, i64 %v399
  %v401 = shl i64 %v392, 3
  %v402 = getelementptr i8, ptr %v400, i64 %v401
  %v403 = load double, ptr %v402, align 8
  %v404 = getelementptr i8, ptr %v384, i64 %v401
  store double %v403, ptr %v404, align 8
  %v405 = icmp eq i64 %v29, %v393
  br i1 %v405, label %v386, label %v391
v386:
  %v388 = add nuw nsw i64 %v387, 1
  %v385 = getelementptr i8, ptr %v384, i64 %v28
  %v406 = icmp eq i64 %v388, %v1
  br i1 %v406, label %v86, label %v383
v86:
  ret i32 0
}

; const <f4[2] const <f4[1] const <i4[1] const <i4[1] const <f4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <f4[2] <f4[2] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v407:
  %v26 = shl i64 %v4, 2
  %v27 = shl i64 %v10, 2
  %v28 = shl i64 %v21, 2
  %v29 = freeze i64 %v2
  %v30 = freeze i64 %v24
  %v31 = icmp eq i8 %v25, 0
  %v32 = select i1 %v31, ptr %v17, ptr %v15
  %v33 = select i1 %v31, ptr %v15, ptr %v17
  %v34 = icmp slt i64 %v1, 1
  %v35 = icmp slt i64 %v29, 1
  %v36 = or i1 %v34, %v35
  br i1 %v36, label %v37, label %v38
v38:
  %v39 = shl i64 %v30, 2
  %v40 = shl i64 %v29, 2
  br label %v41
v37:
  br i1 %v31, label %v42, label %v43
v89:
  %v44 = add i64 %v45, %v46
  %v47 = getelementptr i8, ptr %v48, i64 %v46
  %v49 = icmp eq i64 %v50, %v1
  br i1 %v49, label %v51, label %v52
v293:
  %v53 = getelementptr i8, ptr %v54, i64 %v55
  %v56 = sub i64 %v57, %v58
  %v59 = icmp sgt i64 %v60, 1
  br i1 %v59, label %v61, label %v62
v41:
  %v63 = phi ptr [ %v0, %v38 ], [ %v64, %v65 ]
  %v66 = phi i64 [ 0, %v38 ], [ %v67, %v65 ]
  %v68 = shl i64 %v66, 2
  %v69 = getelementptr i8, ptr %v33, i64 %v68
  br label %v70
v70:
  %v71 = phi i64 [ 0, %v41 ], [ %v72, %v70 ]
  %v72 = add nuw nsw i64 %v71, 1
  %v73 = shl i64 %v71, 2
  %v74 = getelementptr i8, ptr %v63, i64 %v73
  %v75 = load float, ptr %v74, align 4
  %v76 = load i32, ptr %v69, align 4
  %v77 = sext i32 %v76 to i64
  %v78 = icmp slt i32 %v76, 0
  %v79 = select i1 %v78, i64 %v23, i64 0
  %v80 = add i64 %v79, %v77
  %v81 = mul i64 %v39, %v80
  %v82 = getelementptr i8, ptr %v22, i64 %v81
  %v83 = getelementptr i8, ptr %v82, i64 %v73
  store float %v75, ptr %v83, align 4
  %v84 = icmp eq i64 %v29, %v72
  br i1 %v84, label %v65, label %v70
v65:
  %v67 = add nuw nsw i64 %v66, 1
  %v64 = getelementptr i8, ptr %v63, i64 %v40
  %v85 = icmp eq i64 %v67, %v1
  br i1 %v85, label %v37, label %v41
v43:
  br i1 %v34, label %v86, label %v87
v87:
  %v46 = shl i64 %v30, 2
  %v88 = icmp sgt i64 %v30, 0
  br label %v52
v52:
  %v48 = phi ptr [ %v22, %v87 ], [ %v47, %v89 ]
  %v45 = phi i64 [ 0, %v87 ], [ %v44, %v89 ]
  %v90 = phi i64 [ 0, %v87 ], [ %v50, %v89 ]
  %v50 = add nuw nsw i64 %v90, 1
  %v91 = getelementptr i32, ptr %v13, i64 %v90
  %v92 = load i32, ptr %v91, align 4
  %v93 = getelementptr i8, ptr %v91, i64 4
  %v94 = load i32, ptr %v93, align 4
  %v95 = sub i32 %v94, %v92
  %v96 = icmp sgt i32 %v95, 0
  %v97 = and i1 %v88, %v96
  br i1 %v97, label %v98, label %v89
v98:
  %v99 = phi i32 [ %v100, %v101 ], [ %v95, %v52 ]
  %v102 = phi i32 [ %v103, %v101 ], [ %v92, %v52 ]
  %v100 = add nsw i32 %v99, -1
  %v103 = add i32 %v102, 1
  %v104 = sext i32 %v102 to i64
  %v105 = icmp slt i32 %v102, 0
  %v106 = select i1 %v105, i64 %v12, i64 0
  %v107 = getelementptr i32, ptr %v11, i64 %v106
  %v108 = getelementptr i32, ptr %v107, i64 %v104
  %v109 = load i32, ptr %v108, align 4
  %v110 = sext i32 %v109 to i64
  %v111 = icmp eq i64 %v90, %v110
  br i1 %v111, label %v101, label %v112
v112:
  %v113 = getelementptr float, ptr %v9, i64 %v104
  %v114 = select i1 %v105, i64 %v27, i64 0
  %v115 = getelementptr inbounds i8, ptr %v113, i64 %v114
  %v116 = shl nsw i64 %v104, 2
  %v117 = getelementptr inbounds i8, ptr %v107, i64 %v116
  br label %v118
v118:
  %v119 = phi i64 [ %v30, %v112 ], [ %v120, %v118 ]
  %v121 = phi ptr [ %v22, %v112 ], [ %v122, %v118 ]
  %v123 = getelementptr i8, ptr %v121, i64 %v45
  %v124 = load float, ptr %v123, align 4
  %v125 = load float, ptr %v115, align 4
  %v126 = load i32, ptr %v117, align 4
  %v127 = sext i32 %v126 to i64
  %v128 = icmp slt i32 %v126, 0
  %v129 = select i1 %v128, i64 %v23, i64 0
  %v130 = add i64 %v129, %v127
  %v131 = mul i64 %v130, %v46
  %v132 = getelementptr i8, ptr %v121, i64 %v131
  %v133 = load float, ptr %v132, align 4
  %v134 = fmul float %v125, %v133
  %v135 = fsub float %v124, %v134
  store float %v135, ptr %v123, align 4
  %v122 = getelementptr i8, ptr %v121, i64 4
  %v120 = add i64 %v119, -1
  %v136 = icmp eq i64 %v120, 0
  br i1 %v136, label %v101, label %v118
v101:
  %v137 = icmp samesign ugt i32 %v99, 1
  br i1 %v137, label %v98, label %v138
v138:
  %v139 = shl i64 %v90, 2
  %v140 = getelementptr i8, ptr %v13, i64 %v139
  %v141 = load i32, ptr %v140, align 4
  %v142 = getelementptr i8, ptr %v140, i64 4
  %v143 = load i32, ptr %v142, align 4
  %v144 = sub i32 %v143, %v141
  %v145 = icmp slt i32 %v144, 1
  br i1 %v145, label %v89, label %v146
v146:
  %v147 = phi i32 [ %v148, %v149 ], [ %v144, %v138 ]
  %v150 = phi i32 [ %v151, %v149 ], [ %v141, %v138 ]
  %v148 = add nsw i32 %v147, -1
  %v151 = add i32 %v150, 1
  %v152 = sext i32 %v150 to i64
  %v153 = icmp slt i32 %v150, 0
  %v154 = select i1 %v153, i64 %v12, i64 0
  %v155 = getelementptr i32, ptr %v11, i64 %v154
  %v156 = getelementptr i32, ptr %v155, i64 %v152
  %v157 = load i32, ptr %v156, align 4
  %v158 = sext i32 %v157 to i64
  %v159 = icmp eq i64 %v90, %v158
  br i1 %v159, label %v160, label %v149
v160:
  %v161 = getelementptr float, ptr %v9, i64 %v152
  %v162 = select i1 %v153, i64 %v27, i64 0
  %v163 = getelementptr inbounds i8, ptr %v161, i64 %v162
  br label %v164
v149:
  %v165 = icmp samesign ugt i32 %v147, 1
  br i1 %v165, label %v146, label %v89
v164:
  %v166 = phi i64 [ 0, %v160 ], [ %v167, %v164 ]
  %v167 = add nuw nsw i64 %v166, 1
  %v168 = shl i64 %v166, 2
  %v169 = getelementptr i8, ptr %v48, i64 %v168
  %v170 = load float, ptr %v169, align 4
  %v171 = load float, ptr %v163, align 4
  %v172 = fdiv float %v170, %v171
  store float %v172, ptr %v169, align 4
  %v173 = icmp eq i64 %v30, %v167
  br i1 %v173, label %v149, label %v164
v51:
  %v174 = icmp sgt i64 %v29, 0
  br i1 %v174, label %v175, label %v62
v175:
  %v176 = shl i64 %v1, 2
  %v177 = add i64 %v176, -4
  %v178 = mul i64 %v30, %v177
  br label %v179
v179:
  %v180 = phi i64 [ %v178, %v175 ], [ %v181, %v182 ]
  %v183 = phi i64 [ %v1, %v175 ], [ %v184, %v182 ]
  %v184 = add nsw i64 %v183, -1
  %v185 = getelementptr i32, ptr %v7, i64 %v184
  %v186 = load i32, ptr %v185, align 4
  %v187 = getelementptr i8, ptr %v185, i64 4
  %v188 = load i32, ptr %v187, align 4
  %v189 = sub i32 %v188, %v186
  %v190 = icmp slt i32 %v189, 1
  br i1 %v190, label %v182, label %v191
v191:
  %v192 = phi i32 [ %v193, %v194 ], [ %v189, %v179 ]
  %v195 = phi i32 [ %v196, %v194 ], [ %v186, %v179 ]
  %v193 = add nsw i32 %v192, -1
  %v196 = add i32 %v195, 1
  %v197 = sext i32 %v195 to i64
  %v198 = icmp slt i32 %v195, 0
  %v199 = select i1 %v198, i64 %v6, i64 0
  %v200 = getelementptr i32, ptr %v5, i64 %v199
  %v201 = getelementptr i32, ptr %v200, i64 %v197
  %v202 = load i32, ptr %v201, align 4
  %v203 = sext i32 %v202 to i64
  %v204 = icmp eq i64 %v184, %v203
  br i1 %v204, label %v194, label %v205
v205:
  %v206 = getelementptr float, ptr %v3, i64 %v197
  %v207 = select i1 %v198, i64 %v26, i64 0
  %v208 = getelementptr inbounds i8, ptr %v206, i64 %v207
  %v209 = shl nsw i64 %v197, 2
  %v210 = getelementptr inbounds i8, ptr %v200, i64 %v209
  br label %v211
v211:
  %v212 = phi i64 [ %v213, %v211 ], [ %v29, %v205 ]
  %v214 = phi ptr [ %v215, %v211 ], [ %v22, %v205 ]
  %v216 = getelementptr i8, ptr %v214, i64 %v180
  %v217 = load float, ptr %v216, align 4
  %v218 = load float, ptr %v208, align 4
  %v219 = load i32, ptr %v210, align 4
  %v220 = sext i32 %v219 to i64
  %v221 = icmp slt i32 %v219, 0
  %v222 = select i1 %v221, i64 %v23, i64 0
  %v223 = add i64 %v222, %v220
  %v224 = mul i64 %v223, %v46
  %v225 = getelementptr i8, ptr %v214, i64 %v224
  %v226 = load float, ptr %v225, align 4
  %v227 = fmul float %v218, %v226
  %v228 = fsub float %v217, %v227
  store float %v228, ptr %v216, align 4
  %v215 = getelementptr i8, ptr %v214, i64 4
  %v213 = add i64 %v212, -1
  %v229 = icmp eq i64 %v213, 0
  br i1 %v229, label %v194, label %v211
v194:
  %v230 = icmp samesign ugt i32 %v192, 1
  br i1 %v230, label %v191, label %v182
v182:
  %v181 = sub i64 %v180, %v46
  %v231 = icmp sgt i64 %v183, 1
  br i1 %v231, label %v179, label %v62
v42:
  br i1 %v34, label %v86, label %v232
v232:
  %v233 = icmp sgt i64 %v29, 0
  %v58 = shl i64 %v30, 2
  br i1 %v233, label %v234, label %v235
v234:
  %v236 = phi i64 [ %v237, %v238 ], [ 0, %v232 ]
  %v239 = phi i64 [ %v240, %v238 ], [ 0, %v232 ]
  %v240 = add nuw nsw i64 %v239, 1
  %v241 = getelementptr i32, ptr %v7, i64 %v239
  %v242 = load i32, ptr %v241, align 4
  %v243 = getelementptr i8, ptr %v241, i64 4
  %v244 = load i32, ptr %v243, align 4
  %v245 = sub i32 %v244, %v242
  %v246 = icmp slt i32 %v245, 1
  br i1 %v246, label %v238, label %v247
v247:
  %v248 = phi i32 [ %v249, %v250 ], [ %v245, %v234 ]
  %v251 = phi i32 [ %v252, %v250 ], [ %v242, %v234 ]
  %v249 = add nsw i32 %v248, -1
  %v252 = add i32 %v251, 1
  %v253 = sext i32 %v251 to i64
  %v254 = icmp slt i32 %v251, 0
  %v255 = select i1 %v254, i64 %v6, i64 0
  %v256 = getelementptr i32, ptr %v5, i64 %v255
  %v257 = getelementptr i32, ptr %v256, i64 %v253
  %v258 = load i32, ptr %v257, align 4
  %v259 = sext i32 %v258 to i64
  %v260 = icmp eq i64 %v239, %v259
  br i1 %v260, label %v250, label %v261
v261:
  %v262 = getelementptr float, ptr %v3, i64 %v253
  %v263 = shl nsw i64 %v253, 2
  %v264 = getelementptr inbounds i8, ptr %v256, i64 %v263
  %v265 = select i1 %v254, i64 %v26, i64 0
  %v266 = getelementptr inbounds i8, ptr %v262, i64 %v265
  br label %v267
v267:
  %v268 = phi i64 [ %v269, %v267 ], [ %v29, %v261 ]
  %v270 = phi ptr [ %v271, %v267 ], [ %v22, %v261 ]
  %v272 = load i32, ptr %v264, align 4
  %v273 = sext i32 %v272 to i64
  %v274 = icmp slt i32 %v272, 0
  %v275 = select i1 %v274, i64 %v23, i64 0
  %v276 = add i64 %v275, %v273
  %v277 = mul i64 %v276, %v58
  %v278 = getelementptr i8, ptr %v270, i64 %v277
  %v279 = load float, ptr %v278, align 4
  %v280 = load float, ptr %v266, align 4
  %v281 = getelementptr i8, ptr %v270, i64 %v236
  %v282 = load float, ptr %v281, align 4
  %v283 = fmul float %v280, %v282
  %v284 = fsub float %v279, %v283
  store float %v284, ptr %v278, align 4
  %v271 = getelementptr i8, ptr %v270, i64 4
  %v269 = add i64 %v268, -1
  %v285 = icmp eq i64 %v269, 0
  br i1 %v285, label %v250, label %v267
v250:
  %v286 = icmp samesign ugt i32 %v248, 1
  br i1 %v286, label %v247, label %v238
v238:
  %v237 = add i64 %v236, %v58
  %v287 = icmp eq i64 %v240, %v1
  br i1 %v287, label %v235, label %v234
v235:
  %v288 = shl i64 %v1, 2
  %v289 = add i64 %v288, -4
  %v290 = mul i64 %v30, %v289
  %v291 = getelementptr i8, ptr %v22, i64 %v290
  %v55 = mul i64 %v30, -4
  %v292 = icmp sgt i64 %v30, 0
  br label %v61
v61:
  %v57 = phi i64 [ %v290, %v235 ], [ %v56, %v293 ]
  %v54 = phi ptr [ %v291, %v235 ], [ %v53, %v293 ]
  %v60 = phi i64 [ %v1, %v235 ], [ %v294, %v293 ]
  %v294 = add nsw i64 %v60, -1
  %v295 = getelementptr i32, ptr %v13, i64 %v294
  %v296 = load i32, ptr %v295, align 4
  %v297 = getelementptr i8, ptr %v295, i64 4
  %v298 = load i32, ptr %v297, align 4
  %v299 = sub i32 %v298, %v296
  %v300 = icmp slt i32 %v299, 1
  br i1 %v300, label %v293, label %v301
v301:
  br i1 %v292, label %v302, label %v303
v302:
  %v304 = phi i32 [ %v305, %v306 ], [ %v299, %v301 ]
  %v307 = phi i32 [ %v308, %v306 ], [ %v296, %v301 ]
  %v305 = add nsw i32 %v304, -1
  %v308 = add i32 %v307, 1
  %v309 = sext i32 %v307 to i64
  %v310 = icmp slt i32 %v307, 0
  %v311 = select i1 %v310, i64 %v12, i64 0
  %v312 = getelementptr i32, ptr %v11, i64 %v311
  %v313 = getelementptr i32, ptr %v312, i64 %v309
  %v314 = load i32, ptr %v313, align 4
  %v315 = sext i32 %v314 to i64
  %v316 = icmp eq i64 %v294, %v315
  br i1 %v316, label %v317, label %v306
v317:
  %v318 = getelementptr float, ptr %v9, i64 %v309
  %v319 = select i1 %v310, i64 %v27, i64 0
  %v320 = getelementptr inbounds i8, ptr %v318, i64 %v319
  br label %v321
v306:
  %v322 = icmp samesign ugt i32 %v304, 1
  br i1 %v322, label %v302, label %v323
v321:
  %v324 = phi i64 [ 0, %v317 ], [ %v325, %v321 ]
  %v325 = add nuw nsw i64 %v324, 1
  %v326 = shl i64 %v324, 2
  %v327 = getelementptr i8, ptr %v54, i64 %v326
  %v328 = load float, ptr %v327, align 4
  %v329 = load float, ptr %v320, align 4
  %v330 = fdiv float %v328, %v329
  store float %v330, ptr %v327, align 4
  %v331 = icmp eq i64 %v30, %v325
  br i1 %v331, label %v306, label %v321
v323:
  %v332 = shl i64 %v294, 2
  %v333 = getelementptr i8, ptr %v13, i64 %v332
  %v334 = load i32, ptr %v333, align 4
  %v335 = getelementptr i8, ptr %v333, i64 4
  %v336 = load i32, ptr %v335, align 4
  %v337 = sub i32 %v336, %v334
  %v338 = icmp slt i32 %v337, 1
  br i1 %v338, label %v293, label %v303
v303:
  %v339 = phi i32 [ %v334, %v323 ], [ %v296, %v301 ]
  %v340 = phi i32 [ %v337, %v323 ], [ %v299, %v301 ]
  br i1 %v233, label %v341, label %v293
v341:
  %v342 = phi i32 [ %v343, %v344 ], [ %v340, %v303 ]
  %v345 = phi i32 [ %v346, %v344 ], [ %v339, %v303 ]
  %v343 = add nsw i32 %v342, -1
  %v346 = add i32 %v345, 1
  %v347 = sext i32 %v345 to i64
  %v348 = icmp slt i32 %v345, 0
  %v349 = select i1 %v348, i64 %v12, i64 0
  %v350 = getelementptr i32, ptr %v11, i64 %v349
  %v351 = getelementptr i32, ptr %v350, i64 %v347
  %v352 = load i32, ptr %v351, align 4
  %v353 = sext i32 %v352 to i64
  %v354 = icmp eq i64 %v294, %v353
  br i1 %v354, label %v344, label %v355
v355:
  %v356 = getelementptr float, ptr %v9, i64 %v347
  %v357 = shl nsw i64 %v347, 2
  %v358 = getelementptr inbounds i8, ptr %v350, i64 %v357
  %v359 = select i1 %v348, i64 %v27, i64 0
  %v360 = getelementptr inbounds i8, ptr %v356, i64 %v359
  br label %v361
v361:
  %v362 = phi i64 [ %v29, %v355 ], [ %v363, %v361 ]
  %v364 = phi ptr [ %v22, %v355 ], [ %v365, %v361 ]
  %v366 = load i32, ptr %v358, align 4
  %v367 = sext i32 %v366 to i64
  %v368 = icmp slt i32 %v366, 0
  %v369 = select i1 %v368, i64 %v23, i64 0
  %v370 = add i64 %v369, %v367
  %v371 = mul i64 %v370, %v58
  %v372 = getelementptr i8, ptr %v364, i64 %v371
  %v373 = load float, ptr %v372, align 4
  %v374 = load float, ptr %v360, align 4
  %v375 = getelementptr i8, ptr %v364, i64 %v57
  %v376 = load float, ptr %v375, align 4
  %v377 = fmul float %v374, %v376
  %v378 = fsub float %v373, %v377
  store float %v378, ptr %v372, align 4
  %v365 = getelementptr i8, ptr %v364, i64 4
  %v363 = add i64 %v362, -1
  %v379 = icmp eq i64 %v363, 0
  br i1 %v379, label %v344, label %v361
v344:
  %v380 = icmp samesign ugt i32 %v342, 1
  br i1 %v380, label %v341, label %v293
v62:
  br i1 %v36, label %v86, label %v381
v381:
  %v382 = shl i64 %v30, 2
  br label %v383
v383:
  %v384 = phi ptr [ %v19, %v381 ], [ %v385, %v386 ]
  %v387 = phi i64 [ 0, %v381 ], [ %v388, %v386 ]
  %v389 = shl i64 %v387, 2
  %v390 = getelementptr i8, ptr %v32, i64 %v389
  br label %v391
v391:
  %v392 = phi i64 [ 0, %v383 ], [ %v393, %v391 ]
  %v393 = add nuw nsw i64 %v392, 1
  %v394 = load i32, ptr %v390, align 4
  %v395 = sext i32 %v394 to i64
  %v396 = icmp slt i32 %v394, 0
  %v397 = select i1 %v396, i64 %v23, i64 0
  %v398 = add i64 %v397, %v395
  %v399 = mul i64 %v382, %v398
  %v400 = getelementptr i8, ptr %v22, i64 %v399
  %v401 = shl i64 %v392, 2
  %v402 = getelementptr i8, ptr %v400, i64 %v401
  %v403 = load float, ptr %v402, align 4
  %v404 = getelementptr i8, ptr %v384, i64 %v401
  store float %v403, ptr %v404, align 4
  %v405 = icmp eq i64 %v29, %v393
  br i1 %v405, label %v386, label %v391
v386:
  %v388 = add nuw nsw i64 %v387, 1
  %v385 = getelementptr i8, ptr %v384, i64 %v28
  %v406 = icmp eq i64 %v388, %v1
  br i1 %v406, label %v86, label %v383
v86:
  ret i32 0
}

; const <c16[2] const <c16[1] const <i4[1] const <i4[1] const <c16[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <c16[2] <c16[2] |b1
; returns none
declare double @llvm.fabs.f64(double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v547:
  %v26 = shl i64 %v21, 4
  %v27 = freeze i64 %v2
  %v28 = freeze i64 %v24
  %v29 = icmp eq i8 %v25, 0
  %v30 = select i1 %v29, ptr %v17, ptr %v15
  %v31 = select i1 %v29, ptr %v15, ptr %v17
  %v32 = icmp slt i64 %v1, 1
  %v33 = icmp slt i64 %v27, 1
  %v34 = or i1 %v32, %v33
  br i1 %v34, label %v35, label %v36
v36:
  %v37 = shl i64 %v28, 4
  %v38 = getelementptr i8, ptr %v22, i64 8
  %v39 = getelementptr i8, ptr %v0, i64 8
  %v40 = shl i64 %v27, 4
  br label %v41
v35:
  br i1 %v29, label %v42, label %v43
v94:
  %v44 = add i64 %v45, %v46
  %v47 = getelementptr i8, ptr %v48, i64 %v46
  %v49 = icmp eq i64 %v50, %v1
  br i1 %v49, label %v51, label %v52
v377:
  %v53 = getelementptr i8, ptr %v54, i64 %v55
  %v56 = sub i64 %v57, %v58
  %v59 = icmp sgt i64 %v60, 1
  br i1 %v59, label %v61, label %v62
v41:
  %v63 = phi ptr [ %v39, %v36 ], [ %v64, %v65 ]
  %v66 = phi i64 [ 0, %v36 ], [ %v67, %v65 ]
  %v68 = shl i64 %v66, 2
  %v69 = getelementptr i8, ptr %v31, i64 %v68
  br label %v70
v70:
  %v71 = phi i64 [ %v27, %v41 ], [ %v72, %v70 ]
  %v73 = phi ptr [ %v63, %v41 ], [ %v74, %v70 ]
  %v75 = phi ptr [ %v38, %v41 ], [ %v76, %v70 ]
  %v77 = getelementptr i8, ptr %v73, i64 -8
  %v78 = load double, ptr %v77, align 8
  %v79 = load double, ptr %v73, align 8
  %v80 = load i32, ptr %v69, align 4
  %v81 = sext i32 %v80 to i64
  %v82 = icmp slt i32 %v80, 0
  %v83 = select i1 %v82, i64 %v23, i64 0
  %v84 = add i64 %v83, %v81
  %v85 = mul i64 %v37, %v84
  %v86 = getelementptr i8, ptr %v75, i64 %v85
  %v87 = getelementptr i8, ptr %v86, i64 -8
  store double %v78, ptr %v87, align 8
  store double %v79, ptr %v86, align 8
  %v76 = getelementptr i8, ptr %v75, i64 16
  %v74 = getelementptr i8, ptr %v73, i64 16
  %v72 = add i64 %v71, -1
  %v88 = icmp eq i64 %v72, 0
  br i1 %v88, label %v65, label %v70
v65:
  %v67 = add nuw nsw i64 %v66, 1
  %v64 = getelementptr i8, ptr %v63, i64 %v40
  %v89 = icmp eq i64 %v67, %v1
  br i1 %v89, label %v35, label %v41
v43:
  br i1 %v32, label %v90, label %v91
v91:
  %v46 = shl i64 %v28, 4
  %v92 = getelementptr i8, ptr %v22, i64 8
  %v93 = icmp sgt i64 %v28, 0
  br label %v52
v52:
  %v48 = phi ptr [ %v92, %v91 ], [ %v47, %v94 ]
  %v45 = phi i64 [ 0, %v91 ], [ %v44, %v94 ]
  %v95 = phi i64 [ 0, %v91 ], [ %v50, %v94 ]
  %v50 = add nuw nsw i64 %v95, 1
  %v96 = getelementptr i32, ptr %v13, i64 %v95
  %v97 = load i32, ptr %v96, align 4
  %v98 = getelementptr i8, ptr %v96, i64 4
  %v99 = load i32, ptr %v98, align 4
  %v100 = sub i32 %v99, %v97
  %v101 = icmp sgt i32 %v100, 0
  %v102 = and i1 %v93, %v101
  br i1 %v102, label %v103, label %v94
v103:
  %v104 = phi i32 [ %v105, %v106 ], [ %v100, %v52 ]
  %v107 = phi i32 [ %v108, %v106 ], [ %v97, %v52 ]
  %v105 = add nsw i32 %v104, -1
  %v108 = add i32 %v107, 1
  %v109 = sext i32 %v107 to i64
  %v110 = icmp slt i32 %v107, 0
  %v111 = select i1 %v110, i64 %v12, i64 0
  %v112 = getelementptr i32, ptr %v11, i64 %v111
  %v113 = getelementptr i32, ptr %v112, i64 %v109
  %v114 = load i32, ptr %v113, align 4
  %v115 = sext i32 %v114 to i64
  %v116 = icmp eq i64 %v95, %v115
  br i1 %v116, label %v106, label %v117
v117:
  %v118 = getelementptr { double, double }, ptr %v9, i64 %v109
  %v119 = select i1 %v110, i64 %v10, i64 0
  %v120 = getelementptr { double, double }, ptr %v118, i64 %v119
  %v121 = getelementptr inbounds nuw i8, ptr %v120, i64 8
  %v122 = shl nsw i64 %v109, 2
  %v123 = getelementptr inbounds i8, ptr %v112, i64 %v122
  br label %v124
v124:
  %v125 = phi i64 [ %v126, %v124 ], [ %v28, %v117 ]
  %v127 = phi ptr [ %v128, %v124 ], [ %v92, %v117 ]
  %v129 = getelementptr i8, ptr %v127, i64 %v45
  %v130 = getelementptr i8, ptr %v129, i64 -8
  %v131 = load double, ptr %v130, align 8
  %v132 = load double, ptr %v129, align 8
  %v133 = load double, ptr %v120, align 8
  %v134 = load double, ptr %v121, align 8
  %v135 = load i32, ptr %v123, align 4
  %v136 = sext i32 %v135 to i64
  %v137 = icmp slt i32 %v135, 0
  %v138 = select i1 %v137, i64 %v23, i64 0
  %v139 = add i64 %v138, %v136
  %v140 = mul i64 %v139, %v46
  %v141 = getelementptr i8, ptr %v127, i64 %v140
  %v142 = getelementptr i8, ptr %v141, i64 -8
  %v143 = load double, ptr %v142, align 8
  %v144 = load double, ptr %v141, align 8
  %v145 = fmul double %v133, %v143
  %v146 = fmul double %v134, %v144
  %v147 = fmul double %v133, %v144
  %v148 = fmul double %v134, %v143
  %v149 = fsub double %v145, %v146
  %v150 = fadd double %v148, %v147
  %v151 = fsub double %v131, %v149
  %v152 = fsub double %v132, %v150
  store double %v151, ptr %v130, align 8
  store double %v152, ptr %v129, align 8
  %v128 = getelementptr i8, ptr %v127, i64 16
  %v126 = add i64 %v125, -1
  %v153 = icmp eq i64 %v126, 0
  br i1 %v153, label %v106, label %v124
v106:
  %v154 = icmp samesign ugt i32 %v104, 1
  br i1 %v154, label %v103, label %v155
v155:
  %v156 = shl i64 %v95, 2
  %v157 = getelementptr i8, ptr %v13, i64 %v156
  %v158 = load i32, ptr %v157, align 4
  %v159 = getelementptr i8, ptr %v157, i64 4
  %v160 = load i32, ptr %v159, align 4
  %v161 = sub i32 %v160, %v158
  %v162 = icmp slt i32 %v161, 1
  br i1 %v162, label %v94, label %v163
v163:
  %v164 = phi i32 [ %v165, %v166 ], [ %v161, %v155 ]
  %v167 = phi i32 [ %v168, %v166 ], [ %v158, %v155 ]
  %v165 = add nsw i32 %v164, -1
  %v168 = add i32 %v167, 1
  %v169 = sext i32 %v167 to i64
  %v170 = icmp slt i32 %v167, 0
  %v171 = select i1 %v170, i64 %v12, i64 0
  %v172 = getelementptr i32, ptr %v11, i64 %v171
  %v173 = getelementptr i32, ptr %v172, i64 %v169
  %v174 = load i32, ptr %v173, align 4
  %v175 = sext i32 %v174 to i64
  %v176 = icmp eq i64 %v95, %v175
  br i1 %v176, label %v177, label %v166
v177:
  %v178 = getelementptr { double, double }, ptr %v9, i64 %v169
  %v179 = select i1 %v170, i64 %v10, i64 0
  %v180 = getelementptr { double, double }, ptr %v178, i64 %v179
  %v181 = getelementptr inbounds nuw i8, ptr %v180, i64 8
  br label %v182
v166:
  %v183 = icmp sgt i32 %v164, 1
  br i1 %v183, label %v163, label %v94
v182:
  %v184 = phi i64 [ %v28, %v177 ], [ %v185, %v186 ]
  %v187 = phi ptr [ %v48, %v177 ], [ %v188, %v186 ]
  %v189 = getelementptr i8, ptr %v187, i64 -8
  %v190 = load double, ptr %v189, align 8
  %v191 = load double, ptr %v187, align 8
  %v192 = load double, ptr %v180, align 8
  %v193 = load double, ptr %v181, align 8
  %v194 = tail call double @llvm.fabs.f64(double %v192)
  %v195 = tail call double @llvm.fabs.f64(double %v193)
  %v196 = fcmp ult double %v194, %v195
  br i1 %v196, label %v197, label %v198
v198:
  %v199 = fcmp oeq double %v192, 0.000000e+00
  br i1 %v199, label %v90, label %v200
v197:
  %v201 = fcmp ult double %v195, %v194
  br i1 %v201, label %v186, label %v202
v202:
  %v203 = fcmp oeq double %v193, 0.000000e+00
  br i1 %v203, label %v90, label %v204
v200:
  %v205 = fdiv double %v193, %v192
  %v206 = fmul double %v193, %v205
  %v207 = fadd double %v192, %v206
  %v208 = fcmp oeq double %v207, 0.000000e+00
  br i1 %v208, label %v90, label %v209
v209:
  %v210 = fmul double %v191, %v205
  %v211 = fadd double %v190, %v210
  %v212 = fdiv double %v211, %v207
  %v213 = fmul double %v190, %v205
  %v214 = fsub double %v191, %v213
  %v215 = fdiv double %v214, %v207
  br label %v186
v204:
  %v216 = fdiv double %v192, %v193
  %v217 = fmul double %v192, %v216
  %v218 = fadd double %v193, %v217
  %v219 = fcmp oeq double %v218, 0.000000e+00
  br i1 %v219, label %v90, label %v220
v220:
  %v221 = fmul double %v190, %v216
  %v222 = fadd double %v191, %v221
  %v223 = fdiv double %v222, %v218
  %v224 = fmul double %v191, %v216
  %v225 = fsub double %v224, %v190
  %v226 = fdiv double %v225, %v218
  br label %v186
v186:
  %v227 = phi double [ 0x7FF8000000000000, %v197 ], [ %v215, %v209 ], [ %v226, %v220 ]
  %v228 = phi double [ 0x7FF8000000000000, %v197 ], [ %v212, %v209 ], [ %v223, %v220 ]
  store double %v228, ptr %v189, align 8
  store double %v227, ptr %v187, align 8
  %v188 = getelementptr i8, ptr %v187, i64 16
  %v185 = add nsw i64 %v184, -1
  %v229 = icmp eq i64 %v185, 0
  br i1 %v229, label %v166, label %v182
v51:
  %v230 = icmp sgt i64 %v27, 0
  br i1 %v230, label %v231, label %v62
v231:
  %v232 = shl i64 %v1, 4
  %v233 = add i64 %v232, -16
  %v234 = mul i64 %v28, %v233
  br label %v235
v235:
  %v236 = phi i64 [ %v234, %v231 ], [ %v237, %v238 ]
  %v239 = phi i64 [ %v1, %v231 ], [ %v240, %v238 ]
  %v240 = add nsw i64 %v239, -1
  %v241 = getelementptr i32, ptr %v7, i64 %v240
  %v242 = load i32, ptr %v241, align 4
  %v243 = getelementptr i8, ptr %v241, i64 4
  %v244 = load i32, ptr %v243, align 4
  %v245 = sub i32 %v244, %v242
  %v246 = icmp slt i32 %v245, 1
  br i1 %v246, label %v238, label %v247
v247:
  %v248 = phi i32 [ %v249, %v250 ], [ %v245, %v235 ]
  %v251 = phi i32 [ %v252, %v250 ], [ %v242, %v235 ]
  %v249 = add nsw i32 %v248, -1
  %v252 = add i32 %v251, 1
  %v253 = sext i32 %v251 to i64
  %v254 = icmp slt i32 %v251, 0
  %v255 = select i1 %v254, i64 %v6, i64 0
  %v256 = getelementptr i32, ptr %v5, i64 %v255
  %v257 = getelementptr i32, ptr %v256, i64 %v253
  %v258 = load i32, ptr %v257, align 4
  %v259 = sext i32 %v258 to i64
  %v260 = icmp eq i64 %v240, %v259
  br i1 %v260, label %v250, label %v261
v261:
  %v262 = getelementptr { double, double }, ptr %v3, i64 %v253
  %v263 = select i1 %v254, i64 %v4, i64 0
  %v264 = getelementptr { double, double }, ptr %v262, i64 %v263
  %v265 = getelementptr inbounds nuw i8, ptr %v264, i64 8
  %v266 = shl nsw i64 %v253, 2
  %v267 = getelementptr inbounds i8, ptr %v256, i64 %v266
  br label %v268
v268:
  %v269 = phi ptr [ %v270, %v268 ], [ %v92, %v261 ]
  %v271 = phi i64 [ %v272, %v268 ], [ %v27, %v261 ]
  %v273 = getelementptr i8, ptr %v269, i64 %v236
  %v274 = getelementptr i8, ptr %v273, i64 -8
  %v275 = load double, ptr %v274, align 8
  %v276 = load double, ptr %v273, align 8
  %v277 = load double, ptr %v264, align 8
  %v278 = load double, ptr %v265, align 8
  %v279 = load i32, ptr %v267, align 4
  %v280 = sext i32 %v279 to i64
  %v281 = icmp slt i32 %v279, 0
  %v282 = select i1 %v281, i64 %v23, i64 0
  %v283 = add i64 %v282, %v280
  %v284 = mul i64 %v283, %v46
  %v285 = getelementptr i8, ptr %v269, i64 %v284
  %v286 = getelementptr i8, ptr %v285, i64 -8
  %v287 = load double, ptr %v286, align 8
  %v288 = load double, ptr %v285, align 8
  %v289 = fmul double %v277, %v287
  %v290 = fmul double %v278, %v288
  %v291 = fmul double %v277, %v288
  %v292 = fmul double %v278, %v287
  %v293 = fsub double %v289, %v290
  %v294 = fadd double %v292, %v291
  %v295 = fsub double %v275, %v293
  %v296 = fsub double %v276, %v294
  store double %v295, ptr %v274, align 8
  store double %v296, ptr %v273, align 8
  %v272 = add i64 %v271, -1
  %v270 = getelementptr i8, ptr %v269, i64 16
  %v297 = icmp eq i64 %v272, 0
  br i1 %v297, label %v250, label %v268
v250:
  %v298 = icmp samesign ugt i32 %v248, 1
  br i1 %v298, label %v247, label %v238
v238:
  %v237 = sub i64 %v236, %v46
  %v299 = icmp sgt i64 %v239, 1
  br i1 %v299, label %v235, label %v62
v42:
  br i1 %v32, label %v90, label %v300
v300:
  %v301 = icmp sgt i64 %v27, 0
  %v58 = shl i64 %v28, 4
  br i1 %v301, label %v302, label %v303
v302:
  %v304 = getelementptr i8, ptr %v22, i64 8
  br label %v305
v305:
  %v306 = phi i64 [ 0, %v302 ], [ %v307, %v308 ]
  %v309 = phi i64 [ 0, %v302 ], [ %v310, %v308 ]
  %v310 = add nuw nsw i64 %v309, 1
  %v311 = getelementptr i32, ptr %v7, i64 %v309
  %v312 = load i32, ptr %v311, align 4
  %v313 = getelementptr i8, ptr %v311, i64 4
  %v314 = load i32, ptr %v313, align 4
  %v315 = sub i32 %v314, %v312
  %v316 = icmp slt i32 %v315, 1
  br i1 %v316, label %v308, label %v317
v317:
  %v318 = phi i32 [ %v319, %v320 ], [ %v315, %v305 ]
  %v321 = phi i32 [ %v322, %v320 ], [ %v312, %v305 ]
  %v319 = add nsw i32 %v318, -1
  %v322 = add i32 %v321, 1
  %v323 = sext i32 %v321 to i64
  %v324 = icmp slt i32 %v321, 0
  %v325 = select i1 %v324, i64 %v6, i64 0
  %v326 = getelementptr i32, ptr %v5, i64 %v325
  %v327 = getelementptr i32, ptr %v326, i64 %v323
  %v328 = load i32, ptr %v327, align 4
  %v329 = sext i32 %v328 to i64
  %v330 = icmp eq i64 %v309, %v329
  br i1 %v330, label %v320, label %v331
v331:
  %v332 = getelementptr { double, double }, ptr %v3, i64 %v323
  %v333 = select i1 %v324, i64 %v4, i64 0
  %v334 = getelementptr { double, double }, ptr %v332, i64 %v333
  %v335 = shl nsw i64 %v323, 2
  %v336 = getelementptr inbounds i8, ptr %v326, i64 %v335
  %v337 = getelementptr inbounds nuw i8, ptr %v334, i64 8
  br label %v338
v338:
  %v339 = phi ptr [ %v340, %v338 ], [ %v304, %v331 ]
  %v341 = phi i64 [ %v342, %v338 ], [ %v27, %v331 ]
  %v343 = load i32, ptr %v336, align 4
  %v344 = sext i32 %v343 to i64
  %v345 = icmp slt i32 %v343, 0
  %v346 = select i1 %v345, i64 %v23, i64 0
  %v347 = add i64 %v346, %v344
  %v348 = mul i64 %v347, %v58
  %v349 = getelementptr i8, ptr %v339, i64 %v348
  %v350 = getelementptr i8, ptr %v349, i64 -8
  %v351 = load double, ptr %v350, align 8
  %v352 = load double, ptr %v349, align 8
  %v353 = load double, ptr %v334, align 8
  %v354 = load double, ptr %v337, align 8
  %v355 = getelementptr i8, ptr %v339, i64 %v306
  %v356 = getelementptr i8, ptr %v355, i64 -8
  %v357 = load double, ptr %v356, align 8
  %v358 = load double, ptr %v355, align 8
  %v359 = fmul double %v353, %v357
  %v360 = fmul double %v354, %v358
  %v361 = fmul double %v353, %v358
  %v362 = fmul double %v354, %v357
  %v363 = fsub double %v359, %v360
  %v364 = fadd double %v362, %v361
  %v365 = fsub double %v351, %v363
  %v366 = fsub double %v352, %v364
  store double %v365, ptr %v350, align 8
  store double %v366, ptr %v349, align 8
  %v342 = add i64 %v341, -1
  %v340 = getelementptr i8, ptr %v339, i64 16
  %v367 = icmp eq i64 %v342, 0
  br i1 %v367, label %v320, label %v338
v320:
  %v368 = icmp samesign ugt i32 %v318, 1
  br i1 %v368, label %v317, label %v308
v308:
  %v307 = add i64 %v306, %v58
  %v369 = icmp eq i64 %v310, %v1
  br i1 %v369, label %v303, label %v305
v303:
  %v370 = shl i64 %v1, 4
  %v371 = add i64 %v370, -16
  %v372 = mul i64 %v28, %v371
  %v373 = getelementptr i8, ptr %v22, i64 %v372
  %v374 = getelementptr i8, ptr %v373, i64 8
  %v55 = mul i64 %v28, -16
  %v375 = getelementptr i8, ptr %v22, i64 8
  %v376 = icmp sgt i64 %v28, 0
  br label %v61
v61:
  %v57 = phi i64 [ %v372, %v303 ], [ %v56, %v377 ]
  %v54 = phi ptr [ %v374, %v303 ], [ %v53, %v377 ]
  %v60 = phi i64 [ %v1, %v303 ], [ %v378, %v377 ]
  %v378 = add nsw i64 %v60, -1
  %v379 = getelementptr i32, ptr %v13, i64 %v378
  %v380 = load i32, ptr %v379, align 4
  %v381 = getelementptr i8, ptr %v379, i64 4
  %v382 = load i32, ptr %v381, align 4
  %v383 = sub i32 %v382, %v380
  %v384 = icmp sgt i32 %v383, 0
  %v385 = and i1 %v376, %v384
  br i1 %v385, label %v386, label %v387
v386:
  %v388 = phi i32 [ %v389, %v390 ], [ %v383, %v61 ]
  %v391 = phi i32 [ %v392, %v390 ], [ %v380, %v61 ]
  %v389 = add nsw i32 %v388, -1
  %v392 = add i32 %v391, 1
  %v393 = sext i32 %v391 to i64
  %v394 = icmp slt i32 %v391, 0
  %v395 = select i1 %v394, i64 %v12, i64 0
  %v396 = getelementptr i32, ptr %v11, i64 %v395
  %v397 = getelementptr i32, ptr %v396, i64 %v393
  %v398 = load i32, ptr %v397, align 4
  %v399 = sext i32 %v398 to i64
  %v400 = icmp eq i64 %v378, %v399
  br i1 %v400, label %v401, label %v390
v401:
  %v402 = getelementptr { double, double }, ptr %v9, i64 %v393
  %v403 = select i1 %v394, i64 %v10, i64 0
  %v404 = getelementptr { double, double }, ptr %v402, i64 %v403
  %v405 = getelementptr inbounds nuw i8, ptr %v404, i64 8
  br label %v406
v390:
  %v407 = icmp sgt i32 %v388, 1
  br i1 %v407, label %v386, label %v387
v406:
  %v408 = phi i64 [ %v28, %v401 ], [ %v409, %v410 ]
  %v411 = phi ptr [ %v54, %v401 ], [ %v412, %v410 ]
  %v413 = getelementptr i8, ptr %v411, i64 -8
  %v414 = load double, ptr %v413, align 8
  %v415 = load double, ptr %v411, align 8
  %v416 = load double, ptr %v404, align 8
  %v417 = load double, ptr %v405, align 8
  %v418 = tail call double @llvm.fabs.f64(double %v416)
  %v419 = tail call double @llvm.fabs.f64(double %v417)
  %v420 = fcmp ult double %v418, %v419
  br i1 %v420, label %v421, label %v422
v422:
  %v423 = fcmp oeq double %v416, 0.000000e+00
  br i1 %v423, label %v90, label %v424
v421:
  %v425 = fcmp ult double %v419, %v418
  br i1 %v425, label %v410, label %v426
v426:
  %v427 = fcmp oeq double %v417, 0.000000e+00
  br i1 %v427, label %v90, label %v428
v424:
  %v429 = fdiv double %v417, %v416
  %v430 = fmul double %v417, %v429
  %v431 = fadd double %v416, %v430
  %v432 = fcmp oeq double %v431, 0.000000e+00
  br i1 %v432, label %v90, label %v433
v433:
  %v434 = fmul double %v415, %v429
  %v435 = fadd double %v414, %v434
  %v436 = fdiv double %v435, %v431
  %v437 = fmul double %v414, %v429
  %v438 = fsub double %v415, %v437
  %v439 = fdiv double %v438, %v431
  br label %v410
v428:
  %v440 = fdiv double %v416, %v417
  %v441 = fmul double %v416, %v440
  %v442 = fadd double %v417, %v441
  %v443 = fcmp oeq double %v442, 0.000000e+00
  br i1 %v443, label %v90, label %v444
v444:
  %v445 = fmul double %v414, %v440
  %v446 = fadd double %v415, %v445
  %v447 = fdiv double %v446, %v442
  %v448 = fmul double %v415, %v440
  %v449 = fsub double %v448, %v414
  %v450 = fdiv double %v449, %v442
  br label %v410
v410:
  %v451 = phi double [ 0x7FF8000000000000, %v421 ], [ %v436, %v433 ], [ %v447, %v444 ]
  %v452 = phi double [ 0x7FF8000000000000, %v421 ], [ %v439, %v433 ], [ %v450, %v444 ]
  store double %v451, ptr %v413, align 8
  store double %v452, ptr %v411, align 8
  %v412 = getelementptr i8, ptr %v411, i64 16
  %v409 = add nsw i64 %v408, -1
  %v453 = icmp eq i64 %v409, 0
  br i1 %v453, label %v390, label %v406
v387:
  %v454 = shl i64 %v378, 2
  %v455 = getelementptr i8, ptr %v13, i64 %v454
  %v456 = load i32, ptr %v455, align 4
  %v457 = getelementptr i8, ptr %v455, i64 4
  %v458 = load i32, ptr %v457, align 4
  %v459 = sub i32 %v458, %v456
  %v460 = icmp sgt i32 %v459, 0
  %v461 = and i1 %v301, %v460
  br i1 %v461, label %v462, label %v377
v462:
  %v463 = phi i32 [ %v464, %v465 ], [ %v459, %v387 ]
  %v466 = phi i32 [ %v467, %v465 ], [ %v456, %v387 ]
  %v464 = add nsw i32 %v463, -1
  %v467 = add i32 %v466, 1
  %v468 = sext i32 %v466 to i64
  %v469 = icmp slt i32 %v466, 0
  %v470 = select i1 %v469, i64 %v12, i64 0
  %v471 = getelementptr i32, ptr %v11, i64 %v470
  %v472 = getelementptr i32, ptr %v471, i64 %v468
  %v473 = load i32, ptr %v472, align 4
  %v474 = sext i32 %v473 to i64
  %v475 = icmp eq i64 %v378, %v474
  br i1 %v475, label %v465, label %v476
v476:
  %v477 = getelementptr { double, double }, ptr %v9, i64 %v468
  %v478 = select i1 %v469, i64 %v10, i64 0
  %v479 = getelementptr { double, double }, ptr %v477, i64 %v478
  %v480 = shl nsw i64 %v468, 2
  %v481 = getelementptr inbounds i8, ptr %v471, i64 %v480
  %v482 = getelementptr inbounds nuw i8, ptr %v479, i64 8
  br label %v483
v483:
  %v484 = phi i64 [ %v485, %v483 ], [ %v27, %v476 ]
  %v486 = phi ptr [ %v487, %v483 ], [ %v375, %v476 ]
  %v488 = load i32, ptr %v481, align 4
  %v489 = sext i32 %v488 to i64
  %v490 = icmp slt i32 %v488, 0
  %v491 = select i1 %v490, i64 %v23, i64 0
  %v492 = add i64 %v491, %v489
  %v493 = mul i64 %v492, %v58
  %v494 = getelementptr i8, ptr %v486, i64 %v493
  %v495 = getelementptr i8, ptr %v494, i64 -8
  %v496 = load double, ptr %v495, align 8
  %v497 = load double, ptr %v494, align 8
  %v498 = load double, ptr %v479, align 8
  %v499 = load double, ptr %v482, align 8
  %v500 = getelementptr i8, ptr %v486, i64 %v57
  %v501 = getelementptr i8, ptr %v500, i64 -8
  %v502 = load double, ptr %v501, align 8
  %v503 = load double, ptr %v500, align 8
  %v504 = fmul double %v498, %v502
  %v505 = fmul double %v499, %v503
  %v506 = fmul double %v498, %v503
  %v507 = fmul double %v499, %v502
  %v508 = fsub double %v504, %v505
  %v509 = fadd double %v507, %v506
  %v510 = fsub double %v496, %v508
  %v511 = fsub double %v497, %v509
  store double %v510, ptr %v495, align 8
  store double %v511, ptr %v494, align 8
  %v487 = getelementptr i8, ptr %v486, i64 16
  %v485 = add i64 %v484, -1
  %v512 = icmp eq i64 %v485, 0
  br i1 %v512, label %v465, label %v483
v465:
  %v513 = icmp samesign ugt i32 %v463, 1
  br i1 %v513, label %v462, label %v377
v62:
  br i1 %v34, label %v90, label %v514
v514:
  %v515 = getelementptr i8, ptr %v19, i64 8
  %v516 = shl i64 %v28, 4
  %v517 = getelementptr i8, ptr %v22, i64 8
  br label %v518
v518:
  %v519 = phi ptr [ %v515, %v514 ], [ %v520, %v521 ]
  %v522 = phi i64 [ 0, %v514 ], [ %v523, %v521 ]
  %v524 = shl i64 %v522, 2
  %v525 = getelementptr i8, ptr %v30, i64 %v524
  br label %v526
v526:
  %v527 = phi i64 [ %v27, %v518 ], [ %v528, %v526 ]
  %v529 = phi ptr [ %v517, %v518 ], [ %v530, %v526 ]
  %v531 = phi ptr [ %v519, %v518 ], [ %v532, %v526 ]
  %v533 = load i32, ptr %v525, align 4
  %v534 = sext i32 %v533 to i64
  %v535 = icmp slt i32 %v533, 0
  %v536 = select i1 %v535, i64 %v23, i64 0
  %v537 = add i64 %v536, %v534
  %v538 = mul i64 %v516, %v537
  %v539 = getelementptr i8, ptr %v529, i64 %v538
  %v540 = getelementptr i8, ptr %v539, i64 -8
  %v541 = load double, ptr %v540, align 8
  %v542 = load double, ptr %v539, align 8
  %v543 = getelementptr i8, ptr %v531, i64 -8
  store double %v541, ptr %v543, align 8
  store double %v542, ptr %v531, align 8
  %v532 = getelementptr i8, ptr %v531, i64 16
  %v530 = getelementptr i8, ptr %v529, i64 16
  %v528 = add i64 %v527, -1
  %v544 = icmp eq i64 %v528, 0
  br i1 %v544, label %v521, label %v526
v521:
  %v523 = add nuw nsw i64 %v522, 1
  %v520 = getelementptr i8, ptr %v519, i64 %v26
  %v545 = icmp eq i64 %v523, %v1
  br i1 %v545, label %v90, label %v518
v90:
  %v546 = phi i32 [ 0, %v43 ], [ 1, %v422 ], [ 0, %v521 ], [ 0, %v62 ], [ 0, %v42 ], [ 1, %v428 ], [ 1, %v424 ], [ 1, %v426 ], [ 1, %v204 ], [ 1, %v200 ], [ 1, %v202 ], [ 1, %v198 ]
  ret i32 %v546
}
