; Made from superlu.py by generate.py: d6e0153f8eb362ede9cbc3bcc70bd83f45eecd88
; by Numba 0.68.1

; const <f8[2] const <f8[1] const <i4[1] const <i4[1] const <f8[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <f8[2] <f8[2] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v459:
  %v26 = shl i64 %v2, 3
  %v27 = shl i64 %v4, 3
  %v28 = shl i64 %v10, 3
  %v29 = shl i64 %v21, 3
  %v30 = freeze i64 %v24
  %v31 = icmp eq i8 %v25, 0
  %v32 = icmp slt i64 %v1, 1
  %v33 = icmp slt i64 %v2, 1
  %v34 = select i1 %v32, i1 true, i1 %v33
  br i1 %v31, label %v35, label %v36
v86:
  %v37 = add i64 %v38, %v39
  %v40 = getelementptr i8, ptr %v41, i64 %v39
  %v42 = icmp eq i64 %v43, %v1
  br i1 %v42, label %v44, label %v45
v345:
  %v46 = getelementptr i8, ptr %v47, i64 %v48
  %v49 = sub i64 %v50, %v51
  %v52 = icmp sgt i64 %v53, 1
  br i1 %v52, label %v54, label %v55
v36:
  br i1 %v34, label %v56, label %v57
v57:
  %v58 = shl i64 %v30, 3
  br label %v59
v59:
  %v60 = phi ptr [ %v0, %v57 ], [ %v61, %v62 ]
  %v63 = phi i64 [ 0, %v57 ], [ %v64, %v62 ]
  %v65 = shl i64 %v63, 2
  %v66 = getelementptr i8, ptr %v17, i64 %v65
  br label %v67
v67:
  %v68 = phi i64 [ 0, %v59 ], [ %v69, %v67 ]
  %v69 = add nuw nsw i64 %v68, 1
  %v70 = shl i64 %v68, 3
  %v71 = getelementptr i8, ptr %v60, i64 %v70
  %v72 = load double, ptr %v71, align 8
  %v73 = load i32, ptr %v66, align 4
  %v74 = sext i32 %v73 to i64
  %v75 = icmp slt i32 %v73, 0
  %v76 = select i1 %v75, i64 %v23, i64 0
  %v77 = add i64 %v76, %v74
  %v78 = mul i64 %v58, %v77
  %v79 = getelementptr i8, ptr %v22, i64 %v78
  %v80 = getelementptr i8, ptr %v79, i64 %v70
  store double %v72, ptr %v80, align 8
  %v81 = icmp eq i64 %v2, %v69
  br i1 %v81, label %v62, label %v67
v62:
  %v64 = add nuw nsw i64 %v63, 1
  %v61 = getelementptr i8, ptr %v60, i64 %v26
  %v82 = icmp eq i64 %v64, %v1
  br i1 %v82, label %v56, label %v59
v56:
  br i1 %v32, label %v83, label %v84
v84:
  %v39 = shl i64 %v30, 3
  %v85 = icmp sgt i64 %v30, 0
  br label %v45
v45:
  %v41 = phi ptr [ %v22, %v84 ], [ %v40, %v86 ]
  %v38 = phi i64 [ 0, %v84 ], [ %v37, %v86 ]
  %v87 = phi i64 [ 0, %v84 ], [ %v43, %v86 ]
  %v43 = add nuw nsw i64 %v87, 1
  %v88 = getelementptr i32, ptr %v13, i64 %v87
  %v89 = load i32, ptr %v88, align 4
  %v90 = getelementptr i8, ptr %v88, i64 4
  %v91 = load i32, ptr %v90, align 4
  %v92 = sub i32 %v91, %v89
  %v93 = icmp sgt i32 %v92, 0
  %v94 = and i1 %v85, %v93
  br i1 %v94, label %v95, label %v86
v95:
  %v96 = phi i32 [ %v97, %v98 ], [ %v92, %v45 ]
  %v99 = phi i32 [ %v100, %v98 ], [ %v89, %v45 ]
  %v97 = add nsw i32 %v96, -1
  %v100 = add i32 %v99, 1
  %v101 = sext i32 %v99 to i64
  %v102 = icmp slt i32 %v99, 0
  %v103 = select i1 %v102, i64 %v12, i64 0
  %v104 = getelementptr i32, ptr %v11, i64 %v103
  %v105 = getelementptr i32, ptr %v104, i64 %v101
  %v106 = load i32, ptr %v105, align 4
  %v107 = sext i32 %v106 to i64
  %v108 = icmp eq i64 %v87, %v107
  br i1 %v108, label %v98, label %v109
v109:
  %v110 = getelementptr double, ptr %v9, i64 %v101
  %v111 = select i1 %v102, i64 %v28, i64 0
  %v112 = getelementptr inbounds i8, ptr %v110, i64 %v111
  %v113 = shl nsw i64 %v101, 2
  %v114 = getelementptr inbounds i8, ptr %v104, i64 %v113
  br label %v115
v115:
  %v116 = phi i64 [ %v30, %v109 ], [ %v117, %v115 ]
  %v118 = phi ptr [ %v22, %v109 ], [ %v119, %v115 ]
  %v120 = getelementptr i8, ptr %v118, i64 %v38
  %v121 = load double, ptr %v120, align 8
  %v122 = load double, ptr %v112, align 8
  %v123 = load i32, ptr %v114, align 4
  %v124 = sext i32 %v123 to i64
  %v125 = icmp slt i32 %v123, 0
  %v126 = select i1 %v125, i64 %v23, i64 0
  %v127 = add i64 %v126, %v124
  %v128 = mul i64 %v127, %v39
  %v129 = getelementptr i8, ptr %v118, i64 %v128
  %v130 = load double, ptr %v129, align 8
  %v131 = fmul double %v122, %v130
  %v132 = fsub double %v121, %v131
  store double %v132, ptr %v120, align 8
  %v119 = getelementptr i8, ptr %v118, i64 8
  %v117 = add i64 %v116, -1
  %v133 = icmp eq i64 %v117, 0
  br i1 %v133, label %v98, label %v115
v98:
  %v134 = icmp samesign ugt i32 %v96, 1
  br i1 %v134, label %v95, label %v135
v135:
  %v136 = shl i64 %v87, 2
  %v137 = getelementptr i8, ptr %v13, i64 %v136
  %v138 = load i32, ptr %v137, align 4
  %v139 = getelementptr i8, ptr %v137, i64 4
  %v140 = load i32, ptr %v139, align 4
  %v141 = sub i32 %v140, %v138
  %v142 = icmp slt i32 %v141, 1
  br i1 %v142, label %v86, label %v143
v143:
  %v144 = phi i32 [ %v145, %v146 ], [ %v141, %v135 ]
  %v147 = phi i32 [ %v148, %v146 ], [ %v138, %v135 ]
  %v145 = add nsw i32 %v144, -1
  %v148 = add i32 %v147, 1
  %v149 = sext i32 %v147 to i64
  %v150 = icmp slt i32 %v147, 0
  %v151 = select i1 %v150, i64 %v12, i64 0
  %v152 = getelementptr i32, ptr %v11, i64 %v151
  %v153 = getelementptr i32, ptr %v152, i64 %v149
  %v154 = load i32, ptr %v153, align 4
  %v155 = sext i32 %v154 to i64
  %v156 = icmp eq i64 %v87, %v155
  br i1 %v156, label %v157, label %v146
v157:
  %v158 = getelementptr double, ptr %v9, i64 %v149
  %v159 = select i1 %v150, i64 %v28, i64 0
  %v160 = getelementptr inbounds i8, ptr %v158, i64 %v159
  br label %v161
v146:
  %v162 = icmp samesign ugt i32 %v144, 1
  br i1 %v162, label %v143, label %v86
v161:
  %v163 = phi i64 [ 0, %v157 ], [ %v164, %v161 ]
  %v164 = add nuw nsw i64 %v163, 1
  %v165 = shl i64 %v163, 3
  %v166 = getelementptr i8, ptr %v41, i64 %v165
  %v167 = load double, ptr %v166, align 8
  %v168 = load double, ptr %v160, align 8
  %v169 = fdiv double %v167, %v168
  store double %v169, ptr %v166, align 8
  %v170 = icmp eq i64 %v30, %v164
  br i1 %v170, label %v146, label %v161
v44:
  br i1 %v85, label %v171, label %v172
v171:
  %v173 = shl i64 %v1, 3
  %v174 = add i64 %v173, -8
  %v175 = mul i64 %v30, %v174
  br label %v176
v176:
  %v177 = phi i64 [ %v175, %v171 ], [ %v178, %v179 ]
  %v180 = phi i64 [ %v1, %v171 ], [ %v181, %v179 ]
  %v181 = add nsw i64 %v180, -1
  %v182 = getelementptr i32, ptr %v7, i64 %v181
  %v183 = load i32, ptr %v182, align 4
  %v184 = getelementptr i8, ptr %v182, i64 4
  %v185 = load i32, ptr %v184, align 4
  %v186 = sub i32 %v185, %v183
  %v187 = icmp slt i32 %v186, 1
  br i1 %v187, label %v179, label %v188
v188:
  %v189 = phi i32 [ %v190, %v191 ], [ %v186, %v176 ]
  %v192 = phi i32 [ %v193, %v191 ], [ %v183, %v176 ]
  %v190 = add nsw i32 %v189, -1
  %v193 = add i32 %v192, 1
  %v194 = sext i32 %v192 to i64
  %v195 = icmp slt i32 %v192, 0
  %v196 = select i1 %v195, i64 %v6, i64 0
  %v197 = getelementptr i32, ptr %v5, i64 %v196
  %v198 = getelementptr i32, ptr %v197, i64 %v194
  %v199 = load i32, ptr %v198, align 4
  %v200 = sext i32 %v199 to i64
  %v201 = icmp eq i64 %v181, %v200
  br i1 %v201, label %v191, label %v202
v202:
  %v203 = getelementptr double, ptr %v3, i64 %v194
  %v204 = select i1 %v195, i64 %v27, i64 0
  %v205 = getelementptr inbounds i8, ptr %v203, i64 %v204
  %v206 = shl nsw i64 %v194, 2
  %v207 = getelementptr inbounds i8, ptr %v197, i64 %v206
  br label %v208
v208:
  %v209 = phi i64 [ %v210, %v208 ], [ %v30, %v202 ]
  %v211 = phi ptr [ %v212, %v208 ], [ %v22, %v202 ]
  %v213 = getelementptr i8, ptr %v211, i64 %v177
  %v214 = load double, ptr %v213, align 8
  %v215 = load double, ptr %v205, align 8
  %v216 = load i32, ptr %v207, align 4
  %v217 = sext i32 %v216 to i64
  %v218 = icmp slt i32 %v216, 0
  %v219 = select i1 %v218, i64 %v23, i64 0
  %v220 = add i64 %v219, %v217
  %v221 = mul i64 %v220, %v39
  %v222 = getelementptr i8, ptr %v211, i64 %v221
  %v223 = load double, ptr %v222, align 8
  %v224 = fmul double %v215, %v223
  %v225 = fsub double %v214, %v224
  store double %v225, ptr %v213, align 8
  %v212 = getelementptr i8, ptr %v211, i64 8
  %v210 = add i64 %v209, -1
  %v226 = icmp eq i64 %v210, 0
  br i1 %v226, label %v191, label %v208
v191:
  %v227 = icmp samesign ugt i32 %v189, 1
  br i1 %v227, label %v188, label %v179
v179:
  %v178 = sub i64 %v177, %v39
  %v228 = icmp sgt i64 %v180, 1
  br i1 %v228, label %v176, label %v83
v83:
  %v229 = icmp slt i64 %v23, 1
  %v230 = icmp slt i64 %v30, 1
  %v231 = or i1 %v229, %v230
  br i1 %v231, label %v172, label %v232
v232:
  %v233 = shl i64 %v30, 3
  br label %v234
v234:
  %v235 = phi ptr [ %v19, %v232 ], [ %v236, %v237 ]
  %v238 = phi i64 [ 0, %v232 ], [ %v239, %v237 ]
  %v240 = shl i64 %v238, 2
  %v241 = getelementptr i8, ptr %v15, i64 %v240
  br label %v242
v242:
  %v243 = phi i64 [ 0, %v234 ], [ %v244, %v242 ]
  %v244 = add nuw nsw i64 %v243, 1
  %v245 = load i32, ptr %v241, align 4
  %v246 = sext i32 %v245 to i64
  %v247 = icmp slt i32 %v245, 0
  %v248 = select i1 %v247, i64 %v23, i64 0
  %v249 = add i64 %v248, %v246
  %v250 = mul i64 %v233, %v249
  %v251 = getelementptr i8, ptr %v22, i64 %v250
  %v252 = shl i64 %v243, 3
  %v253 = getelementptr i8, ptr %v251, i64 %v252
  %v254 = load double, ptr %v253, align 8
  %v255 = getelementptr i8, ptr %v235, i64 %v252
  store double %v254, ptr %v255, align 8
  %v256 = icmp eq i64 %v30, %v244
  br i1 %v256, label %v237, label %v242
v237:
  %v239 = add nuw nsw i64 %v238, 1
  %v236 = getelementptr i8, ptr %v235, i64 %v29
  %v257 = icmp eq i64 %v239, %v23
  br i1 %v257, label %v172, label %v234
v35:
  br i1 %v34, label %v258, label %v259
v259:
  %v260 = shl i64 %v30, 3
  br label %v261
v261:
  %v262 = phi ptr [ %v0, %v259 ], [ %v263, %v264 ]
  %v265 = phi i64 [ 0, %v259 ], [ %v266, %v264 ]
  %v267 = shl i64 %v265, 2
  %v268 = getelementptr i8, ptr %v15, i64 %v267
  br label %v269
v269:
  %v270 = phi i64 [ 0, %v261 ], [ %v271, %v269 ]
  %v271 = add nuw nsw i64 %v270, 1
  %v272 = shl i64 %v270, 3
  %v273 = getelementptr i8, ptr %v262, i64 %v272
  %v274 = load double, ptr %v273, align 8
  %v275 = load i32, ptr %v268, align 4
  %v276 = sext i32 %v275 to i64
  %v277 = icmp slt i32 %v275, 0
  %v278 = select i1 %v277, i64 %v23, i64 0
  %v279 = add i64 %v278, %v276
  %v280 = mul i64 %v260, %v279
  %v281 = getelementptr i8, ptr %v22, i64 %v280
  %v282 = getelementptr i8, ptr %v281, i64 %v272
  store double %v274, ptr %v282, align 8
  %v283 = icmp eq i64 %v2, %v271
  br i1 %v283, label %v264, label %v269
v264:
  %v266 = add nuw nsw i64 %v265, 1
  %v263 = getelementptr i8, ptr %v262, i64 %v26
  %v284 = icmp eq i64 %v266, %v1
  br i1 %v284, label %v258, label %v261
v258:
  br i1 %v32, label %v55, label %v285
v285:
  %v286 = icmp sgt i64 %v30, 0
  %v51 = shl i64 %v30, 3
  br i1 %v286, label %v287, label %v288
v287:
  %v289 = phi i64 [ %v290, %v291 ], [ 0, %v285 ]
  %v292 = phi i64 [ %v293, %v291 ], [ 0, %v285 ]
  %v293 = add nuw nsw i64 %v292, 1
  %v294 = getelementptr i32, ptr %v7, i64 %v292
  %v295 = load i32, ptr %v294, align 4
  %v296 = getelementptr i8, ptr %v294, i64 4
  %v297 = load i32, ptr %v296, align 4
  %v298 = sub i32 %v297, %v295
  %v299 = icmp slt i32 %v298, 1
  br i1 %v299, label %v291, label %v300
v300:
  %v301 = phi i32 [ %v302, %v303 ], [ %v298, %v287 ]
  %v304 = phi i32 [ %v305, %v303 ], [ %v295, %v287 ]
  %v302 = add nsw i32 %v301, -1
  %v305 = add i32 %v304, 1
  %v306 = sext i32 %v304 to i64
  %v307 = icmp slt i32 %v304, 0
  %v308 = select i1 %v307, i64 %v6, i64 0
  %v309 = getelementptr i32, ptr %v5, i64 %v308
  %v310 = getelementptr i32, ptr %v309, i64 %v306
  %v311 = load i32, ptr %v310, align 4
  %v312 = sext i32 %v311 to i64
  %v313 = icmp eq i64 %v292, %v312
  br i1 %v313, label %v303, label %v314
v314:
  %v315 = getelementptr double, ptr %v3, i64 %v306
  %v316 = shl nsw i64 %v306, 2
  %v317 = getelementptr inbounds i8, ptr %v309, i64 %v316
  %v318 = select i1 %v307, i64 %v27, i64 0
  %v319 = getelementptr inbounds i8, ptr %v315, i64 %v318
  br label %v320
v320:
  %v321 = phi i64 [ %v322, %v320 ], [ %v30, %v314 ]
  %v323 = phi ptr [ %v324, %v320 ], [ %v22, %v314 ]
  %v325 = load i32, ptr %v317, align 4
  %v326 = sext i32 %v325 to i64
  %v327 = icmp slt i32 %v325, 0
  %v328 = select i1 %v327, i64 %v23, i64 0
  %v329 = add i64 %v328, %v326
  %v330 = mul i64 %v329, %v51
  %v331 = getelementptr i8, ptr %v323, i64 %v330
  %v332 = load double, ptr %v331, align 8
  %v333 = load double, ptr %v319, align 8
  %v334 = getelementptr i8, ptr %v323, i64 %v289
  %v335 = load double, ptr %v334, align 8
  %v336 = fmul double %v333, %v335
  %v337 = fsub double %v332, %v336
  store double %v337, ptr %v331, align 8
  %v324 = getelementptr i8, ptr %v323, i64 8
  %v322 = add i64 %v321, -1
  %v338 = icmp eq i64 %v322, 0
  br i1 %v338, label %v303, label %v320
v303:
  %v339 = icmp samesign ugt i32 %v301, 1
  br i1 %v339, label %v300, label %v291
v291:
  %v290 = add i64 %v289, %v51
  %v340 = icmp eq i64 %v293, %v1
  br i1 %v340, label %v288, label %v287
v288:
  %v341 = shl i64 %v1, 3
  %v342 = add i64 %v341, -8
  %v343 = mul i64 %v30, %v342
  %v344 = getelementptr i8, ptr %v22, i64 %v343
  %v48 = mul i64 %v30, -8
  br label %v54
v54:
  %v50 = phi i64 [ %v343, %v288 ], [ %v49, %v345 ]
  %v47 = phi ptr [ %v344, %v288 ], [ %v46, %v345 ]
  %v53 = phi i64 [ %v1, %v288 ], [ %v346, %v345 ]
  %v346 = add nsw i64 %v53, -1
  %v347 = getelementptr i32, ptr %v13, i64 %v346
  %v348 = load i32, ptr %v347, align 4
  %v349 = getelementptr i8, ptr %v347, i64 4
  %v350 = load i32, ptr %v349, align 4
  %v351 = sub i32 %v350, %v348
  %v352 = icmp sgt i32 %v351, 0
  %v353 = and i1 %v286, %v352
  br i1 %v353, label %v354, label %v345
v354:
  %v355 = phi i32 [ %v356, %v357 ], [ %v351, %v54 ]
  %v358 = phi i32 [ %v359, %v357 ], [ %v348, %v54 ]
  %v356 = add nsw i32 %v355, -1
  %v359 = add i32 %v358, 1
  %v360 = sext i32 %v358 to i64
  %v361 = icmp slt i32 %v358, 0
  %v362 = select i1 %v361, i64 %v12, i64 0
  %v363 = getelementptr i32, ptr %v11, i64 %v362
  %v364 = getelementptr i32, ptr %v363, i64 %v360
  %v365 = load i32, ptr %v364, align 4
  %v366 = sext i32 %v365 to i64
  %v367 = icmp eq i64 %v346, %v366
  br i1 %v367, label %v368, label %v357
v368:
  %v369 = getelementptr double, ptr %v9, i64 %v360
  %v370 = select i1 %v361, i64 %v28, i64 0
  %v371 = getelementptr inbounds i8, ptr %v369, i64 %v370
  br label %v372
v357:
  %v373 = icmp samesign ugt i32 %v355, 1
  br i1 %v373, label %v354, label %v374
v372:
  %v375 = phi i64 [ 0, %v368 ], [ %v376, %v372 ]
  %v376 = add nuw nsw i64 %v375, 1
  %v377 = shl i64 %v375, 3
  %v378 = getelementptr i8, ptr %v47, i64 %v377
  %v379 = load double, ptr %v378, align 8
  %v380 = load double, ptr %v371, align 8
  %v381 = fdiv double %v379, %v380
  store double %v381, ptr %v378, align 8
  %v382 = icmp eq i64 %v30, %v376
  br i1 %v382, label %v357, label %v372
v374:
  %v383 = shl i64 %v346, 2
  %v384 = getelementptr i8, ptr %v13, i64 %v383
  %v385 = load i32, ptr %v384, align 4
  %v386 = getelementptr i8, ptr %v384, i64 4
  %v387 = load i32, ptr %v386, align 4
  %v388 = sub i32 %v387, %v385
  %v389 = icmp slt i32 %v388, 1
  br i1 %v389, label %v345, label %v390
v390:
  %v391 = phi i32 [ %v392, %v393 ], [ %v388, %v374 ]
  %v394 = phi i32 [ %v395, %v393 ], [ %v385, %v374 ]
  %v392 = add nsw i32 %v391, -1
  %v395 = add i32 %v394, 1
  %v396 = sext i32 %v394 to i64
  %v397 = icmp slt i32 %v394, 0
  %v398 = select i1 %v397, i64 %v12, i64 0
  %v399 = getelementptr i32, ptr %v11, i64 %v398
  %v400 = getelementptr i32, ptr %v399, i64 %v396
  %v401 = load i32, ptr %v400, align 4
  %v402 = sext i32 %v401 to i64
  %v403 = icmp eq i64 %v346, %v402
  br i1 %v403, label %v393, label %v404
v404:
  %v405 = getelementptr double, ptr %v9, i64 %v396
  %v406 = shl nsw i64 %v396, 2
  %v407 = getelementptr inbounds i8, ptr %v399, i64 %v406
  %v408 = select i1 %v397, i64 %v28, i64 0
  %v409 = getelementptr inbounds i8, ptr %v405, i64 %v408
  br label %v410
v410:
  %v411 = phi i64 [ %v30, %v404 ], [ %v412, %v410 ]
  %v413 = phi ptr [ %v22, %v404 ], [ %v414, %v410 ]
  %v415 = load i32, ptr %v407, align 4
  %v416 = sext i32 %v415 to i64
  %v417 = icmp slt i32 %v415, 0
  %v418 = select i1 %v417, i64 %v23, i64 0
  %v419 = add i64 %v418, %v416
  %v420 = mul i64 %v419, %v51
  %v421 = getelementptr i8, ptr %v413, i64 %v420
  %v422 = load double, ptr %v421, align 8
  %v423 = load double, ptr %v409, align 8
  %v424 = getelementptr i8, ptr %v413, i64 %v50
  %v425 = load double, ptr %v424, align 8
  %v426 = fmul double %v423, %v425
  %v427 = fsub double %v422, %v426
  store double %v427, ptr %v421, align 8
  %v414 = getelementptr i8, ptr %v413, i64 8
  %v412 = add i64 %v411, -1
  %v428 = icmp eq i64 %v412, 0
  br i1 %v428, label %v393, label %v410
v393:
  %v429 = icmp samesign ugt i32 %v391, 1
  br i1 %v429, label %v390, label %v345
v55:
  %v430 = icmp slt i64 %v23, 1
  %v431 = icmp slt i64 %v30, 1
  %v432 = or i1 %v430, %v431
  br i1 %v432, label %v172, label %v433
v433:
  %v434 = shl i64 %v30, 3
  br label %v435
v435:
  %v436 = phi ptr [ %v19, %v433 ], [ %v437, %v438 ]
  %v439 = phi i64 [ 0, %v433 ], [ %v440, %v438 ]
  %v441 = shl i64 %v439, 2
  %v442 = getelementptr i8, ptr %v17, i64 %v441
  br label %v443
v443:
  %v444 = phi i64 [ 0, %v435 ], [ %v445, %v443 ]
  %v445 = add nuw nsw i64 %v444, 1
  %v446 = load i32, ptr %v442, align 4
  %v447 = sext i32 %v446 to i64
  %v448 = icmp slt i32 %v446, 0
  %v449 = select i1 %v448, i64 %v23, i64 0
  %v450 = add i64 %v449, %v447
  %v451 = mul i64 %v434, %v450
  %v452 = getelementptr i8, ptr %v22, i64 %v451
  %v453 = shl i64 %v444, 3
  %v454 = getelementptr i8, ptr %v452, i64 %v453
  %v455 = load double, ptr %v454, align 8
  %v456 = getelementptr i8, ptr %v436, i64 %v453
  store double %v455, ptr %v456, align 8
  %v457 = icmp eq i64 %v30, %v445
  br i1 %v457, label %v438, label %v443
v438:
  %v440 = add nuw nsw i64 %v439, 1
  %v437 = getelementptr i8, ptr %v436, i64 %v29
  %v458 = icmp eq i64 %v440, %v23
  br i1 %v458, label %v172, label %v435
v172:
  ret i32 0
}

; const <f4[2] const <f4[1] const <i4[1] const <i4[1] const <f4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <f4[2] <f4[2] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v459:
  %v26 = shl i64 %v2, 2
  %v27 = shl i64 %v4, 2
  %v28 = shl i64 %v10, 2
  %v29 = shl i64 %v21, 2
  %v30 = freeze i64 %v24
  %v31 = icmp eq i8 %v25, 0
  %v32 = icmp slt i64 %v1, 1
  %v33 = icmp slt i64 %v2, 1
  %v34 = select i1 %v32, i1 true, i1 %v33
  br i1 %v31, label %v35, label %v36
v86:
  %v37 = add i64 %v38, %v39
  %v40 = getelementptr i8, ptr %v41, i64 %v39
  %v42 = icmp eq i64 %v43, %v1
  br i1 %v42, label %v44, label %v45
v345:
  %v46 = getelementptr i8, ptr %v47, i64 %v48
  %v49 = sub i64 %v50, %v51
  %v52 = icmp sgt i64 %v53, 1
  br i1 %v52, label %v54, label %v55
v36:
  br i1 %v34, label %v56, label %v57
v57:
  %v58 = shl i64 %v30, 2
  br label %v59
v59:
  %v60 = phi ptr [ %v0, %v57 ], [ %v61, %v62 ]
  %v63 = phi i64 [ 0, %v57 ], [ %v64, %v62 ]
  %v65 = shl i64 %v63, 2
  %v66 = getelementptr i8, ptr %v17, i64 %v65
  br label %v67
v67:
  %v68 = phi i64 [ 0, %v59 ], [ %v69, %v67 ]
  %v69 = add nuw nsw i64 %v68, 1
  %v70 = shl i64 %v68, 2
  %v71 = getelementptr i8, ptr %v60, i64 %v70
  %v72 = load float, ptr %v71, align 4
  %v73 = load i32, ptr %v66, align 4
  %v74 = sext i32 %v73 to i64
  %v75 = icmp slt i32 %v73, 0
  %v76 = select i1 %v75, i64 %v23, i64 0
  %v77 = add i64 %v76, %v74
  %v78 = mul i64 %v58, %v77
  %v79 = getelementptr i8, ptr %v22, i64 %v78
  %v80 = getelementptr i8, ptr %v79, i64 %v70
  store float %v72, ptr %v80, align 4
  %v81 = icmp eq i64 %v2, %v69
  br i1 %v81, label %v62, label %v67
v62:
  %v64 = add nuw nsw i64 %v63, 1
  %v61 = getelementptr i8, ptr %v60, i64 %v26
  %v82 = icmp eq i64 %v64, %v1
  br i1 %v82, label %v56, label %v59
v56:
  br i1 %v32, label %v83, label %v84
v84:
  %v39 = shl i64 %v30, 2
  %v85 = icmp sgt i64 %v30, 0
  br label %v45
v45:
  %v41 = phi ptr [ %v22, %v84 ], [ %v40, %v86 ]
  %v38 = phi i64 [ 0, %v84 ], [ %v37, %v86 ]
  %v87 = phi i64 [ 0, %v84 ], [ %v43, %v86 ]
  %v43 = add nuw nsw i64 %v87, 1
  %v88 = getelementptr i32, ptr %v13, i64 %v87
  %v89 = load i32, ptr %v88, align 4
  %v90 = getelementptr i8, ptr %v88, i64 4
  %v91 = load i32, ptr %v90, align 4
  %v92 = sub i32 %v91, %v89
  %v93 = icmp sgt i32 %v92, 0
  %v94 = and i1 %v85, %v93
  br i1 %v94, label %v95, label %v86
v95:
  %v96 = phi i32 [ %v97, %v98 ], [ %v92, %v45 ]
  %v99 = phi i32 [ %v100, %v98 ], [ %v89, %v45 ]
  %v97 = add nsw i32 %v96, -1
  %v100 = add i32 %v99, 1
  %v101 = sext i32 %v99 to i64
  %v102 = icmp slt i32 %v99, 0
  %v103 = select i1 %v102, i64 %v12, i64 0
  %v104 = getelementptr i32, ptr %v11, i64 %v103
  %v105 = getelementptr i32, ptr %v104, i64 %v101
  %v106 = load i32, ptr %v105, align 4
  %v107 = sext i32 %v106 to i64
  %v108 = icmp eq i64 %v87, %v107
  br i1 %v108, label %v98, label %v109
v109:
  %v110 = getelementptr float, ptr %v9, i64 %v101
  %v111 = select i1 %v102, i64 %v28, i64 0
  %v112 = getelementptr inbounds i8, ptr %v110, i64 %v111
  %v113 = shl nsw i64 %v101, 2
  %v114 = getelementptr inbounds i8, ptr %v104, i64 %v113
  br label %v115
v115:
  %v116 = phi i64 [ %v30, %v109 ], [ %v117, %v115 ]
  %v118 = phi ptr [ %v22, %v109 ], [ %v119, %v115 ]
  %v120 = getelementptr i8, ptr %v118, i64 %v38
  %v121 = load float, ptr %v120, align 4
  %v122 = load float, ptr %v112, align 4
  %v123 = load i32, ptr %v114, align 4
  %v124 = sext i32 %v123 to i64
  %v125 = icmp slt i32 %v123, 0
  %v126 = select i1 %v125, i64 %v23, i64 0
  %v127 = add i64 %v126, %v124
  %v128 = mul i64 %v127, %v39
  %v129 = getelementptr i8, ptr %v118, i64 %v128
  %v130 = load float, ptr %v129, align 4
  %v131 = fmul float %v122, %v130
  %v132 = fsub float %v121, %v131
  store float %v132, ptr %v120, align 4
  %v119 = getelementptr i8, ptr %v118, i64 4
  %v117 = add i64 %v116, -1
  %v133 = icmp eq i64 %v117, 0
  br i1 %v133, label %v98, label %v115
v98:
  %v134 = icmp samesign ugt i32 %v96, 1
  br i1 %v134, label %v95, label %v135
v135:
  %v136 = shl i64 %v87, 2
  %v137 = getelementptr i8, ptr %v13, i64 %v136
  %v138 = load i32, ptr %v137, align 4
  %v139 = getelementptr i8, ptr %v137, i64 4
  %v140 = load i32, ptr %v139, align 4
  %v141 = sub i32 %v140, %v138
  %v142 = icmp slt i32 %v141, 1
  br i1 %v142, label %v86, label %v143
v143:
  %v144 = phi i32 [ %v145, %v146 ], [ %v141, %v135 ]
  %v147 = phi i32 [ %v148, %v146 ], [ %v138, %v135 ]
  %v145 = add nsw i32 %v144, -1
  %v148 = add i32 %v147, 1
  %v149 = sext i32 %v147 to i64
  %v150 = icmp slt i32 %v147, 0
  %v151 = select i1 %v150, i64 %v12, i64 0
  %v152 = getelementptr i32, ptr %v11, i64 %v151
  %v153 = getelementptr i32, ptr %v152, i64 %v149
  %v154 = load i32, ptr %v153, align 4
  %v155 = sext i32 %v154 to i64
  %v156 = icmp eq i64 %v87, %v155
  br i1 %v156, label %v157, label %v146
v157:
  %v158 = getelementptr float, ptr %v9, i64 %v149
  %v159 = select i1 %v150, i64 %v28, i64 0
  %v160 = getelementptr inbounds i8, ptr %v158, i64 %v159
  br label %v161
v146:
  %v162 = icmp samesign ugt i32 %v144, 1
  br i1 %v162, label %v143, label %v86
v161:
  %v163 = phi i64 [ 0, %v157 ], [ %v164, %v161 ]
  %v164 = add nuw nsw i64 %v163, 1
  %v165 = shl i64 %v163, 2
  %v166 = getelementptr i8, ptr %v41, i64 %v165
  %v167 = load float, ptr %v166, align 4
  %v168 = load float, ptr %v160, align 4
  %v169 = fdiv float %v167, %v168
  store float %v169, ptr %v166, align 4
  %v170 = icmp eq i64 %v30, %v164
  br i1 %v170, label %v146, label %v161
v44:
  br i1 %v85, label %v171, label %v172
v171:
  %v173 = shl i64 %v1, 2
  %v174 = add i64 %v173, -4
  %v175 = mul i64 %v30, %v174
  br label %v176
v176:
  %v177 = phi i64 [ %v175, %v171 ], [ %v178, %v179 ]
  %v180 = phi i64 [ %v1, %v171 ], [ %v181, %v179 ]
  %v181 = add nsw i64 %v180, -1
  %v182 = getelementptr i32, ptr %v7, i64 %v181
  %v183 = load i32, ptr %v182, align 4
  %v184 = getelementptr i8, ptr %v182, i64 4
  %v185 = load i32, ptr %v184, align 4
  %v186 = sub i32 %v185, %v183
  %v187 = icmp slt i32 %v186, 1
  br i1 %v187, label %v179, label %v188
v188:
  %v189 = phi i32 [ %v190, %v191 ], [ %v186, %v176 ]
  %v192 = phi i32 [ %v193, %v191 ], [ %v183, %v176 ]
  %v190 = add nsw i32 %v189, -1
  %v193 = add i32 %v192, 1
  %v194 = sext i32 %v192 to i64
  %v195 = icmp slt i32 %v192, 0
  %v196 = select i1 %v195, i64 %v6, i64 0
  %v197 = getelementptr i32, ptr %v5, i64 %v196
  %v198 = getelementptr i32, ptr %v197, i64 %v194
  %v199 = load i32, ptr %v198, align 4
  %v200 = sext i32 %v199 to i64
  %v201 = icmp eq i64 %v181, %v200
  br i1 %v201, label %v191, label %v202
v202:
  %v203 = getelementptr float, ptr %v3, i64 %v194
  %v204 = select i1 %v195, i64 %v27, i64 0
  %v205 = getelementptr inbounds i8, ptr %v203, i64 %v204
  %v206 = shl nsw i64 %v194, 2
  %v207 = getelementptr inbounds i8, ptr %v197, i64 %v206
  br label %v208
v208:
  %v209 = phi i64 [ %v210, %v208 ], [ %v30, %v202 ]
  %v211 = phi ptr [ %v212, %v208 ], [ %v22, %v202 ]
  %v213 = getelementptr i8, ptr %v211, i64 %v177
  %v214 = load float, ptr %v213, align 4
  %v215 = load float, ptr %v205, align 4
  %v216 = load i32, ptr %v207, align 4
  %v217 = sext i32 %v216 to i64
  %v218 = icmp slt i32 %v216, 0
  %v219 = select i1 %v218, i64 %v23, i64 0
  %v220 = add i64 %v219, %v217
  %v221 = mul i64 %v220, %v39
  %v222 = getelementptr i8, ptr %v211, i64 %v221
  %v223 = load float, ptr %v222, align 4
  %v224 = fmul float %v215, %v223
  %v225 = fsub float %v214, %v224
  store float %v225, ptr %v213, align 4
  %v212 = getelementptr i8, ptr %v211, i64 4
  %v210 = add i64 %v209, -1
  %v226 = icmp eq i64 %v210, 0
  br i1 %v226, label %v191, label %v208
v191:
  %v227 = icmp samesign ugt i32 %v189, 1
  br i1 %v227, label %v188, label %v179
v179:
  %v178 = sub i64 %v177, %v39
  %v228 = icmp sgt i64 %v180, 1
  br i1 %v228, label %v176, label %v83
v83:
  %v229 = icmp slt i64 %v23, 1
  %v230 = icmp slt i64 %v30, 1
  %v231 = or i1 %v229, %v230
  br i1 %v231, label %v172, label %v232
v232:
  %v233 = shl i64 %v30, 2
  br label %v234
v234:
  %v235 = phi ptr [ %v19, %v232 ], [ %v236, %v237 ]
  %v238 = phi i64 [ 0, %v232 ], [ %v239, %v237 ]
  %v240 = shl i64 %v238, 2
  %v241 = getelementptr i8, ptr %v15, i64 %v240
  br label %v242
v242:
  %v243 = phi i64 [ 0, %v234 ], [ %v244, %v242 ]
  %v244 = add nuw nsw i64 %v243, 1
  %v245 = load i32, ptr %v241, align 4
  %v246 = sext i32 %v245 to i64
  %v247 = icmp slt i32 %v245, 0
  %v248 = select i1 %v247, i64 %v23, i64 0
  %v249 = add i64 %v248, %v246
  %v250 = mul i64 %v233, %v249
  %v251 = getelementptr i8, ptr %v22, i64 %v250
  %v252 = shl i64 %v243, 2
  %v253 = getelementptr i8, ptr %v251, i64 %v252
  %v254 = load float, ptr %v253, align 4
  %v255 = getelementptr i8, ptr %v235, i64 %v252
  store float %v254, ptr %v255, align 4
  %v256 = icmp eq i64 %v30, %v244
  br i1 %v256, label %v237, label %v242
v237:
  %v239 = add nuw nsw i64 %v238, 1
  %v236 = getelementptr i8, ptr %v235, i64 %v29
  %v257 = icmp eq i64 %v239, %v23
  br i1 %v257, label %v172, label %v234
v35:
  br i1 %v34, label %v258, label %v259
v259:
  %v260 = shl i64 %v30, 2
  br label %v261
v261:
  %v262 = phi ptr [ %v0, %v259 ], [ %v263, %v264 ]
  %v265 = phi i64 [ 0, %v259 ], [ %v266, %v264 ]
  %v267 = shl i64 %v265, 2
  %v268 = getelementptr i8, ptr %v15, i64 %v267
  br label %v269
v269:
  %v270 = phi i64 [ 0, %v261 ], [ %v271, %v269 ]
  %v271 = add nuw nsw i64 %v270, 1
  %v272 = shl i64 %v270, 2
  %v273 = getelementptr i8, ptr %v262, i64 %v272
  %v274 = load float, ptr %v273, align 4
  %v275 = load i32, ptr %v268, align 4
  %v276 = sext i32 %v275 to i64
  %v277 = icmp slt i32 %v275, 0
  %v278 = select i1 %v277, i64 %v23, i64 0
  %v279 = add i64 %v278, %v276
  %v280 = mul i64 %v260, %v279
  %v281 = getelementptr i8, ptr %v22, i64 %v280
  %v282 = getelementptr i8, ptr %v281, i64 %v272
  store float %v274, ptr %v282, align 4
  %v283 = icmp eq i64 %v2, %v271
  br i1 %v283, label %v264, label %v269
v264:
  %v266 = add nuw nsw i64 %v265, 1
  %v263 = getelementptr i8, ptr %v262, i64 %v26
  %v284 = icmp eq i64 %v266, %v1
  br i1 %v284, label %v258, label %v261
v258:
  br i1 %v32, label %v55, label %v285
v285:
  %v286 = icmp sgt i64 %v30, 0
  %v51 = shl i64 %v30, 2
  br i1 %v286, label %v287, label %v288
v287:
  %v289 = phi i64 [ %v290, %v291 ], [ 0, %v285 ]
  %v292 = phi i64 [ %v293, %v291 ], [ 0, %v285 ]
  %v293 = add nuw nsw i64 %v292, 1
  %v294 = getelementptr i32, ptr %v7, i64 %v292
  %v295 = load i32, ptr %v294, align 4
  %v296 = getelementptr i8, ptr %v294, i64 4
  %v297 = load i32, ptr %v296, align 4
  %v298 = sub i32 %v297, %v295
  %v299 = icmp slt i32 %v298, 1
  br i1 %v299, label %v291, label %v300
v300:
  %v301 = phi i32 [ %v302, %v303 ], [ %v298, %v287 ]
  %v304 = phi i32 [ %v305, %v303 ], [ %v295, %v287 ]
  %v302 = add nsw i32 %v301, -1
  %v305 = add i32 %v304, 1
  %v306 = sext i32 %v304 to i64
  %v307 = icmp slt i32 %v304, 0
  %v308 = select i1 %v307, i64 %v6, i64 0
  %v309 = getelementptr i32, ptr %v5, i64 %v308
  %v310 = getelementptr i32, ptr %v309, i64 %v306
  %v311 = load i32, ptr %v310, align 4
  %v312 = sext i32 %v311 to i64
  %v313 = icmp eq i64 %v292, %v312
  br i1 %v313, label %v303, label %v314
v314:
  %v315 = getelementptr float, ptr %v3, i64 %v306
  %v316 = shl nsw i64 %v306, 2
  %v317 = getelementptr inbounds i8, ptr %v309, i64 %v316
  %v318 = select i1 %v307, i64 %v27, i64 0
  %v319 = getelementptr inbounds i8, ptr %v315, i64 %v318
  br label %v320
v320:
  %v321 = phi i64 [ %v322, %v320 ], [ %v30, %v314 ]
  %v323 = phi ptr [ %v324, %v320 ], [ %v22, %v314 ]
  %v325 = load i32, ptr %v317, align 4
  %v326 = sext i32 %v325 to i64
  %v327 = icmp slt i32 %v325, 0
  %v328 = select i1 %v327, i64 %v23, i64 0
  %v329 = add i64 %v328, %v326
  %v330 = mul i64 %v329, %v51
  %v331 = getelementptr i8, ptr %v323, i64 %v330
  %v332 = load float, ptr %v331, align 4
  %v333 = load float, ptr %v319, align 4
  %v334 = getelementptr i8, ptr %v323, i64 %v289
  %v335 = load float, ptr %v334, align 4
  %v336 = fmul float %v333, %v335
  %v337 = fsub float %v332, %v336
  store float %v337, ptr %v331, align 4
  %v324 = getelementptr i8, ptr %v323, i64 4
  %v322 = add i64 %v321, -1
  %v338 = icmp eq i64 %v322, 0
  br i1 %v338, label %v303, label %v320
v303:
  %v339 = icmp samesign ugt i32 %v301, 1
  br i1 %v339, label %v300, label %v291
v291:
  %v290 = add i64 %v289, %v51
  %v340 = icmp eq i64 %v293, %v1
  br i1 %v340, label %v288, label %v287
v288:
  %v341 = shl i64 %v1, 2
  %v342 = add i64 %v341, -4
  %v343 = mul i64 %v30, %v342
  %v344 = getelementptr i8, ptr %v22, i64 %v343
  %v48 = mul i64 %v30, -4
  br label %v54
v54:
  %v50 = phi i64 [ %v343, %v288 ], [ %v49, %v345 ]
  %v47 = phi ptr [ %v344, %v288 ], [ %v46, %v345 ]
  %v53 = phi i64 [ %v1, %v288 ], [ %v346, %v345 ]
  %v346 = add nsw i64 %v53, -1
  %v347 = getelementptr i32, ptr %v13, i64 %v346
  %v348 = load i32, ptr %v347, align 4
  %v349 = getelementptr i8, ptr %v347, i64 4
  %v350 = load i32, ptr %v349, align 4
  %v351 = sub i32 %v350, %v348
  %v352 = icmp sgt i32 %v351, 0
  %v353 = and i1 %v286, %v352
  br i1 %v353, label %v354, label %v345
v354:
  %v355 = phi i32 [ %v356, %v357 ], [ %v351, %v54 ]
  %v358 = phi i32 [ %v359, %v357 ], [ %v348, %v54 ]
  %v356 = add nsw i32 %v355, -1
  %v359 = add i32 %v358, 1
  %v360 = sext i32 %v358 to i64
  %v361 = icmp slt i32 %v358, 0
  %v362 = select i1 %v361, i64 %v12, i64 0
  %v363 = getelementptr i32, ptr %v11, i64 %v362
  %v364 = getelementptr i32, ptr %v363, i64 %v360
  %v365 = load i32, ptr %v364, align 4
  %v366 = sext i32 %v365 to i64
  %v367 = icmp eq i64 %v346, %v366
  br i1 %v367, label %v368, label %v357
v368:
  %v369 = getelementptr float, ptr %v9, i64 %v360
  %v370 = select i1 %v361, i64 %v28, i64 0
  %v371 = getelementptr inbounds i8, ptr %v369, i64 %v370
  br label %v372
v357:
  %v373 = icmp samesign ugt i32 %v355, 1
  br i1 %v373, label %v354, label %v374
v372:
  %v375 = phi i64 [ 0, %v368 ], [ %v376, %v372 ]
  %v376 = add nuw nsw i64 %v375, 1
  %v377 = shl i64 %v375, 2
  %v378 = getelementptr i8, ptr %v47, i64 %v377
  %v379 = load float, ptr %v378, align 4
  %v380 = load float, ptr %v371, align 4
  %v381 = fdiv float %v379, %v380
  store float %v381, ptr %v378, align 4
  %v382 = icmp eq i64 %v30, %v376
  br i1 %v382, label %v357, label %v372
v374:
  %v383 = shl i64 %v346, 2
  %v384 = getelementptr i8, ptr %v13, i64 %v383
  %v385 = load i32, ptr %v384, align 4
  %v386 = getelementptr i8, ptr %v384, i64 4
  %v387 = load i32, ptr %v386, align 4
  %v388 = sub i32 %v387, %v385
  %v389 = icmp slt i32 %v388, 1
  br i1 %v389, label %v345, label %v390
v390:
  %v391 = phi i32 [ %v392, %v393 ], [ %v388, %v374 ]
  %v394 = phi i32 [ %v395, %v393 ], [ %v385, %v374 ]
  %v392 = add nsw i32 %v391, -1
  %v395 = add i32 %v394, 1
  %v396 = sext i32 %v394 to i64
  %v397 = icmp slt i32 %v394, 0
  %v398 = select i1 %v397, i64 %v12, i64 0
  %v399 = getelementptr i32, ptr %v11, i64 %v398
  %v400 = getelementptr i32, ptr %v399, i64 %v396
  %v401 = load i32, ptr %v400, align 4
  %v402 = sext i32 %v401 to i64
  %v403 = icmp eq i64 %v346, %v402
  br i1 %v403, label %v393, label %v404
v404:
  %v405 = getelementptr float, ptr %v9, i64 %v396
  %v406 = shl nsw i64 %v396, 2
  %v407 = getelementptr inbounds i8, ptr %v399, i64 %v406
  %v408 = select i1 %v397, i64 %v28, i64 0
  %v409 = getelementptr inbounds i8, ptr %v405, i64 %v408
  br label %v410
v410:
  %v411 = phi i64 [ %v30, %v404 ], [ %v412, %v410 ]
  %v413 = phi ptr [ %v22, %v404 ], [ %v414, %v410 ]
  %v415 = load i32, ptr %v407, align 4
  %v416 = sext i32 %v415 to i64
  %v417 = icmp slt i32 %v415, 0
  %v418 = select i1 %v417, i64 %v23, i64 0
  %v419 = add i64 %v418, %v416
  %v420 = mul i64 %v419, %v51
  %v421 = getelementptr i8, ptr %v413, i64 %v420
  %v422 = load float, ptr %v421, align 4
  %v423 = load float, ptr %v409, align 4
  %v424 = getelementptr i8, ptr %v413, i64 %v50
  %v425 = load float, ptr %v424, align 4
  %v426 = fmul float %v423, %v425
  %v427 = fsub float %v422, %v426
  store float %v427, ptr %v421, align 4
  %v414 = getelementptr i8, ptr %v413, i64 4
  %v412 = add i64 %v411, -1
  %v428 = icmp eq i64 %v412, 0
  br i1 %v428, label %v393, label %v410
v393:
  %v429 = icmp samesign ugt i32 %v391, 1
  br i1 %v429, label %v390, label %v345
v55:
  %v430 = icmp slt i64 %v23, 1
  %v431 = icmp slt i64 %v30, 1
  %v432 = or i1 %v430, %v431
  br i1 %v432, label %v172, label %v433
v433:
  %v434 = shl i64 %v30, 2
  br label %v435
v435:
  %v436 = phi ptr [ %v19, %v433 ], [ %v437, %v438 ]
  %v439 = phi i64 [ 0, %v433 ], [ %v440, %v438 ]
  %v441 = shl i64 %v439, 2
  %v442 = getelementptr i8, ptr %v17, i64 %v441
  br label %v443
v443:
  %v444 = phi i64 [ 0, %v435 ], [ %v445, %v443 ]
  %v445 = add nuw nsw i64 %v444, 1
  %v446 = load i32, ptr %v442, align 4
  %v447 = sext i32 %v446 to i64
  %v448 = icmp slt i32 %v446, 0
  %v449 = select i1 %v448, i64 %v23, i64 0
  %v450 = add i64 %v449, %v447
  %v451 = mul i64 %v434, %v450
  %v452 = getelementptr i8, ptr %v22, i64 %v451
  %v453 = shl i64 %v444, 2
  %v454 = getelementptr i8, ptr %v452, i64 %v453
  %v455 = load float, ptr %v454, align 4
  %v456 = getelementptr i8, ptr %v436, i64 %v453
  store float %v455, ptr %v456, align 4
  %v457 = icmp eq i64 %v30, %v445
  br i1 %v457, label %v438, label %v443
v438:
  %v440 = add nuw nsw i64 %v439, 1
  %v437 = getelementptr i8, ptr %v436, i64 %v29
  %v458 = icmp eq i64 %v440, %v23
  br i1 %v458, label %v172, label %v435
v172:
  ret i32 0
}

; const <c16[2] const <c16[1] const <i4[1] const <i4[1] const <c16[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <c16[2] <c16[2] |b1
; returns none
declare double @llvm.fabs.f64(double)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, ptr %v5, i64 %v6, ptr %v7, i64 %v8, ptr %v9, i64 %v10, ptr %v11, i64 %v12, ptr %v13, i64 %v14, ptr %v15, i64 %v16, ptr %v17, i64 %v18, ptr %v19, i64 %v20, i64 %v21, ptr %v22, i64 %v23, i64 %v24, i8 %v25) nounwind {
v612:
  %v26 = shl i64 %v2, 4
  %v27 = shl i64 %v21, 4
  %v28 = freeze i64 %v24
  %v29 = icmp eq i8 %v25, 0
  %v30 = icmp slt i64 %v1, 1
  %v31 = icmp slt i64 %v2, 1
  %v32 = select i1 %v30, i1 true, i1 %v31
  br i1 %v29, label %v33, label %v34
v102:
  %v35 = add i64 %v36, %v37
  %v38 = getelementptr i8, ptr %v39, i64 %v37
  %v40 = icmp eq i64 %v41, %v1
  br i1 %v40, label %v42, label %v43
v242:
  %v44 = sub i64 %v45, %v37
  %v46 = icmp sgt i64 %v47, 1
  br i1 %v46, label %v48, label %v49
v374:
  %v50 = add i64 %v51, %v52
  %v53 = icmp eq i64 %v54, %v1
  br i1 %v53, label %v55, label %v56
v440:
  %v57 = getelementptr i8, ptr %v58, i64 %v59
  %v60 = sub i64 %v61, %v52
  %v62 = icmp sgt i64 %v63, 1
  br i1 %v62, label %v64, label %v65
v34:
  br i1 %v32, label %v66, label %v67
v67:
  %v68 = shl i64 %v28, 4
  %v69 = getelementptr i8, ptr %v22, i64 8
  %v70 = getelementptr i8, ptr %v0, i64 8
  br label %v71
v71:
  %v72 = phi ptr [ %v70, %v67 ], [ %v73, %v74 ]
  %v75 = phi i64 [ 0, %v67 ], [ %v76, %v74 ]
  %v77 = shl i64 %v75, 2
  %v78 = getelementptr i8, ptr %v17, i64 %v77
  br label %v79
v79:
  %v80 = phi i64 [ %v2, %v71 ], [ %v81, %v79 ]
  %v82 = phi ptr [ %v72, %v71 ], [ %v83, %v79 ]
  %v84 = phi ptr [ %v69, %v71 ], [ %v85, %v79 ]
  %v86 = getelementptr i8, ptr %v82, i64 -8
  %v87 = load double, ptr %v86, align 8
  %v88 = load double, ptr %v82, align 8
  %v89 = load i32, ptr %v78, align 4
  %v90 = sext i32 %v89 to i64
  %v91 = icmp slt i32 %v89, 0
  %v92 = select i1 %v91, i64 %v23, i64 0
  %v93 = add i64 %v92, %v90
  %v94 = mul i64 %v68, %v93
  %v95 = getelementptr i8, ptr %v84, i64 %v94
  %v96 = getelementptr i8, ptr %v95, i64 -8
  store double %v87, ptr %v96, align 8
  store double %v88, ptr %v95, align 8
  %v85 = getelementptr i8, ptr %v84, i64 16
  %v83 = getelementptr i8, ptr %v82, i64 16
  %v81 = add i64 %v80, -1
  %v97 = icmp eq i64 %v81, 0
  br i1 %v97, label %v74, label %v79
v74:
  %v76 = add nuw nsw i64 %v75, 1
  %v73 = getelementptr i8, ptr %v72, i64 %v26
  %v98 = icmp eq i64 %v76, %v1
  br i1 %v98, label %v66, label %v71
v66:
  br i1 %v30, label %v49, label %v99
v99:
  %v37 = shl i64 %v28, 4
  %v100 = getelementptr i8, ptr %v22, i64 8
  %v101 = icmp sgt i64 %v28, 0
  br label %v43
v43:
  %v39 = phi ptr [ %v100, %v99 ], [ %v38, %v102 ]
  %v36 = phi i64 [ 0, %v99 ], [ %v35, %v102 ]
  %v103 = phi i64 [ 0, %v99 ], [ %v41, %v102 ]
  %v41 = add nuw nsw i64 %v103, 1
  %v104 = getelementptr i32, ptr %v13, i64 %v103
  %v105 = load i32, ptr %v104, align 4
  %v106 = getelementptr i8, ptr %v104, i64 4
  %v107 = load i32, ptr %v106, align 4
  %v108 = sub i32 %v107, %v105
  %v109 = icmp sgt i32 %v108, 0
  %v110 = and i1 %v101, %v109
  br i1 %v110, label %v111, label %v102
v111:
  %v112 = phi i32 [ %v113, %v114 ], [ %v108, %v43 ]
  %v115 = phi i32 [ %v116, %v114 ], [ %v105, %v43 ]
  %v113 = add nsw i32 %v112, -1
  %v116 = add i32 %v115, 1
  %v117 = sext i32 %v115 to i64
  %v118 = icmp slt i32 %v115, 0
  %v119 = select i1 %v118, i64 %v12, i64 0
  %v120 = getelementptr i32, ptr %v11, i64 %v119
  %v121 = getelementptr i32, ptr %v120, i64 %v117
  %v122 = load i32, ptr %v121, align 4
  %v123 = sext i32 %v122 to i64
  %v124 = icmp eq i64 %v103, %v123
  br i1 %v124, label %v114, label %v125
v125:
  %v126 = getelementptr { double, double }, ptr %v9, i64 %v117
  %v127 = select i1 %v118, i64 %v10, i64 0
  %v128 = getelementptr { double, double }, ptr %v126, i64 %v127
  %v129 = getelementptr inbounds nuw i8, ptr %v128, i64 8
  %v130 = shl nsw i64 %v117, 2
  %v131 = getelementptr inbounds i8, ptr %v120, i64 %v130
  br label %v132
v132:
  %v133 = phi i64 [ %v134, %v132 ], [ %v28, %v125 ]
  %v135 = phi ptr [ %v136, %v132 ], [ %v100, %v125 ]
  %v137 = getelementptr i8, ptr %v135, i64 %v36
  %v138 = getelementptr i8, ptr %v137, i64 -8
  %v139 = load double, ptr %v138, align 8
  %v140 = load double, ptr %v137, align 8
  %v141 = load double, ptr %v128, align 8
  %v142 = load double, ptr %v129, align 8
  %v143 = load i32, ptr %v131, align 4
  %v144 = sext i32 %v143 to i64
  %v145 = icmp slt i32 %v143, 0
  %v146 = select i1 %v145, i64 %v23, i64 0
  %v147 = add i64 %v146, %v144
  %v148 = mul i64 %v147, %v37
  %v149 = getelementptr i8, ptr %v135, i64 %v148
  %v150 = getelementptr i8, ptr %v149, i64 -8
  %v151 = load double, ptr %v150, align 8
  %v152 = load double, ptr %v149, align 8
  %v153 = fmul double %v141, %v151
  %v154 = fmul double %v142, %v152
  %v155 = fmul double %v141, %v152
  %v156 = fmul double %v142, %v151
  %v157 = fsub double %v153, %v154
  %v158 = fadd double %v156, %v155
  %v159 = fsub double %v139, %v157
  %v160 = fsub double %v140, %v158
  store double %v159, ptr %v138, align 8
  store double %v160, ptr %v137, align 8
  %v136 = getelementptr i8, ptr %v135, i64 16
  %v134 = add i64 %v133, -1
  %v161 = icmp eq i64 %v134, 0
  br i1 %v161, label %v114, label %v132
v114:
  %v162 = icmp samesign ugt i32 %v112, 1
  br i1 %v162, label %v111, label %v163
v163:
  %v164 = shl i64 %v103, 2
  %v165 = getelementptr i8, ptr %v13, i64 %v164
  %v166 = load i32, ptr %v165, align 4
  %v167 = getelementptr i8, ptr %v165, i64 4
  %v168 = load i32, ptr %v167, align 4
  %v169 = sub i32 %v168, %v166
  %v170 = icmp slt i32 %v169, 1
  br i1 %v170, label %v102, label %v171
v171:
  %v172 = phi i32 [ %v173, %v174 ], [ %v169, %v163 ]
  %v175 = phi i32 [ %v176, %v174 ], [ %v166, %v163 ]
  %v173 = add nsw i32 %v172, -1
  %v176 = add i32 %v175, 1
  %v177 = sext i32 %v175 to i64
  %v178 = icmp slt i32 %v175, 0
  %v179 = select i1 %v178, i64 %v12, i64 0
  %v180 = getelementptr i32, ptr %v11, i64 %v179
  %v181 = getelementptr i32, ptr %v180, i64 %v177
  %v182 = load i32, ptr %v181, align 4
  %v183 = sext i32 %v182 to i64
  %v184 = icmp eq i64 %v103, %v183
  br i1 %v184, label %v185, label %v174
v185:
  %v186 = getelementptr { double, double }, ptr %v9, i64 %v177
  %v187 = select i1 %v178, i64 %v10, i64 0
  %v188 = getelementptr { double, double }, ptr %v186, i64 %v187
  %v189 = getelementptr inbounds nuw i8, ptr %v188, i64 8
  br label %v190
v174:
  %v191 = icmp sgt i32 %v172, 1
  br i1 %v191, label %v171, label %v102
v190:
  %v192 = phi i64 [ %v28, %v185 ], [ %v193, %v194 ]
  %v195 = phi ptr [ %v39, %v185 ], [ %v196, %v194 ]
  %v197 = getelementptr i8, ptr %v195, i64 -8
  %v198 = load double, ptr %v197, align 8
  %v199 = load double, ptr %v195, align 8
  %v200 = load double, ptr %v188, align 8
  %v201 = load double, ptr %v189, align 8
  %v202 = tail call double @llvm.fabs.f64(double %v200)
  %v203 = tail call double @llvm.fabs.f64(double %v201)
  %v204 = fcmp ult double %v202, %v203
  br i1 %v204, label %v205, label %v206
v206:
  %v207 = fcmp oeq double %v200, 0.000000e+00
  br i1 %v207, label %v208, label %v209
v205:
  %v210 = fcmp ult double %v203, %v202
  br i1 %v210, label %v194, label %v211
v211:
  %v212 = fcmp oeq double %v201, 0.000000e+00
  br i1 %v212, label %v208, label %v213
v209:
  %v214 = fdiv double %v201, %v200
  %v215 = fmul double %v201, %v214
  %v216 = fadd double %v200, %v215
  %v217 = fcmp oeq double %v216, 0.000000e+00
  br i1 %v217, label %v208, label %v218
v218:
  %v219 = fmul double %v199, %v214
  %v220 = fadd double %v198, %v219
  %v221 = fdiv double %v220, %v216
  %v222 = fmul double %v198, %v214
  %v223 = fsub double %v199, %v222
  %v224 = fdiv double %v223, %v216
  br label %v194
v213:
  %v225 = fdiv double %v200, %v201
  %v226 = fmul double %v200, %v225
  %v227 = fadd double %v201, %v226
  %v228 = fcmp oeq double %v227, 0.000000e+00
  br i1 %v228, label %v208, label %v229
v229:
  %v230 = fmul double %v198, %v225
  %v231 = fadd double %v199, %v230
  %v232 = fdiv double %v231, %v227
  %v233 = fmul double %v199, %v225
  %v234 = fsub double %v233, %v198
  %v235 = fdiv double %v234, %v227
  br label %v194
v194:
  %v236 = phi double [ 0x7FF8000000000000, %v205 ], [ %v224, %v218 ], [ %v235, %v229 ]
  %v237 = phi double [ 0x7FF8000000000000, %v205 ], [ %v221, %v218 ], [ %v232, %v229 ]
  store double %v237, ptr %v197, align 8
  store double %v236, ptr %v195, align 8
  %v196 = getelementptr i8, ptr %v195, i64 16
  %v193 = add nsw i64 %v192, -1
  %v238 = icmp eq i64 %v193, 0
  br i1 %v238, label %v174, label %v190
v42:
  %v239 = shl i64 %v1, 4
  %v240 = add i64 %v239, -16
  %v241 = mul i64 %v28, %v240
  br label %v48
v48:
  %v45 = phi i64 [ %v241, %v42 ], [ %v44, %v242 ]
  %v47 = phi i64 [ %v1, %v42 ], [ %v243, %v242 ]
  %v243 = add nsw i64 %v47, -1
  %v244 = getelementptr i32, ptr %v7, i64 %v243
  %v245 = load i32, ptr %v244, align 4
  %v246 = getelementptr i8, ptr %v244, i64 4
  %v247 = load i32, ptr %v246, align 4
  %v248 = sub i32 %v247, %v245
  %v249 = icmp sgt i32 %v248, 0
  %v250 = and i1 %v101, %v249
  br i1 %v250, label %v251, label %v242
v251:
  %v252 = phi i32 [ %v253, %v254 ], [ %v248, %v48 ]
  %v255 = phi i32 [ %v256, %v254 ], [ %v245, %v48 ]
  %v253 = add nsw i32 %v252, -1
  %v256 = add i32 %v255, 1
  %v257 = sext i32 %v255 to i64
  %v258 = icmp slt i32 %v255, 0
  %v259 = select i1 %v258, i64 %v6, i64 0
  %v260 = getelementptr i32, ptr %v5, i64 %v259
  %v261 = getelementptr i32, ptr %v260, i64 %v257
  %v262 = load i32, ptr %v261, align 4
  %v263 = sext i32 %v262 to i64
  %v264 = icmp eq i64 %v243, %v263
  br i1 %v264, label %v254, label %v265
v265:
  %v266 = getelementptr { double, double }, ptr %v3, i64 %v257
  %v267 = select i1 %v258, i64 %v4, i64 0
  %v268 = getelementptr { double, double }, ptr %v266, i64 %v267
  %v269 = getelementptr inbounds nuw i8, ptr %v268, i64 8
  %v270 = shl nsw i64 %v257, 2
  %v271 = getelementptr inbounds i8, ptr %v260, i64 %v270
  br label %v272
v272:
  %v273 = phi i64 [ %v274, %v272 ], [ %v28, %v265 ]
  %v275 = phi ptr [ %v276, %v272 ], [ %v100, %v265 ]
  %v277 = getelementptr i8, ptr %v275, i64 %v45
  %v278 = getelementptr i8, ptr %v277, i64 -8
  %v279 = load double, ptr %v278, align 8
  %v280 = load double, ptr %v277, align 8
  %v281 = load double, ptr %v268, align 8
  %v282 = load double, ptr %v269, align 8
  %v283 = load i32, ptr %v271, align 4
  %v284 = sext i32 %v283 to i64
  %v285 = icmp slt i32 %v283, 0
  %v286 = select i1 %v285, i64 %v23, i64 0
  %v287 = add i64 %v286, %v284
  %v288 = mul i64 %v287, %v37
  %v289 = getelementptr i8, ptr %v275, i64 %v288
  %v290 = getelementptr i8, ptr %v289, i64 -8
  %v291 = load double, ptr %v290, align 8
  %v292 = load double, ptr %v289, align 8
  %v293 = fmul double %v281, %v291
  %v294 = fmul double %v282, %v292
  %v295 = fmul double %v281, %v292
  %v296 = fmul double %v282, %v291
  %v297 = fsub double %v293, %v294
  %v298 = fadd double %v296, %v295
  %v299 = fsub double %v279, %v297
  %v300 = fsub double %v280, %v298
  store double %v299, ptr %v278, align 8
  store double %v300, ptr %v277, align 8
  %v276 = getelementptr i8, ptr %v275, i64 16
  %v274 = add i64 %v273, -1
  %v301 = icmp eq i64 %v274, 0
  br i1 %v301, label %v254, label %v272
v254:
  %v302 = icmp samesign ugt i32 %v252, 1
  br i1 %v302, label %v251, label %v242
v49:
  %v303 = icmp slt i64 %v23, 1
  %v304 = icmp slt i64 %v28, 1
  %v305 = or i1 %v303, %v304
  br i1 %v305, label %v208, label %v306
v306:
  %v307 = getelementptr i8, ptr %v19, i64 8
  %v308 = shl i64 %v28, 4
  %v309 = getelementptr i8, ptr %v22, i64 8
  br label %v310
v310:
  %v311 = phi ptr [ %v307, %v306 ], [ %v312, %v313 ]
  %v314 = phi i64 [ 0, %v306 ], [ %v315, %v313 ]
  %v316 = shl i64 %v314, 2
  %v317 = getelementptr i8, ptr %v15, i64 %v316
  br label %v318
v318:
  %v319 = phi i64 [ %v28, %v310 ], [ %v320, %v318 ]
  %v321 = phi ptr [ %v309, %v310 ], [ %v322, %v318 ]
  %v323 = phi ptr [ %v311, %v310 ], [ %v324, %v318 ]
  %v325 = load i32, ptr %v317, align 4
  %v326 = sext i32 %v325 to i64
  %v327 = icmp slt i32 %v325, 0
  %v328 = select i1 %v327, i64 %v23, i64 0
  %v329 = add i64 %v328, %v326
  %v330 = mul i64 %v308, %v329
  %v331 = getelementptr i8, ptr %v321, i64 %v330
  %v332 = getelementptr i8, ptr %v331, i64 -8
  %v333 = load double, ptr %v332, align 8
  %v334 = load double, ptr %v331, align 8
  %v335 = getelementptr i8, ptr %v323, i64 -8
  store double %v333, ptr %v335, align 8
  store double %v334, ptr %v323, align 8
  %v324 = getelementptr i8, ptr %v323, i64 16
  %v322 = getelementptr i8, ptr %v321, i64 16
  %v320 = add i64 %v319, -1
  %v336 = icmp eq i64 %v320, 0
  br i1 %v336, label %v313, label %v318
v313:
  %v315 = add nuw nsw i64 %v314, 1
  %v312 = getelementptr i8, ptr %v311, i64 %v27
  %v337 = icmp eq i64 %v315, %v23
  br i1 %v337, label %v208, label %v310
v33:
  br i1 %v32, label %v338, label %v339
v339:
  %v340 = shl i64 %v28, 4
  %v341 = getelementptr i8, ptr %v22, i64 8
  %v342 = getelementptr i8, ptr %v0, i64 8
  br label %v343
v343:
  %v344 = phi ptr [ %v342, %v339 ], [ %v345, %v346 ]
  %v347 = phi i64 [ 0, %v339 ], [ %v348, %v346 ]
  %v349 = shl i64 %v347, 2
  %v350 = getelementptr i8, ptr %v15, i64 %v349
  br label %v351
v351:
  %v352 = phi i64 [ %v2, %v343 ], [ %v353, %v351 ]
  %v354 = phi ptr [ %v344, %v343 ], [ %v355, %v351 ]
  %v356 = phi ptr [ %v341, %v343 ], [ %v357, %v351 ]
  %v358 = getelementptr i8, ptr %v354, i64 -8
  %v359 = load double, ptr %v358, align 8
  %v360 = load double, ptr %v354, align 8
  %v361 = load i32, ptr %v350, align 4
  %v362 = sext i32 %v361 to i64
  %v363 = icmp slt i32 %v361, 0
  %v364 = select i1 %v363, i64 %v23, i64 0
  %v365 = add i64 %v364, %v362
  %v366 = mul i64 %v340, %v365
  %v367 = getelementptr i8, ptr %v356, i64 %v366
  %v368 = getelementptr i8, ptr %v367, i64 -8
  store double %v359, ptr %v368, align 8
  store double %v360, ptr %v367, align 8
  %v357 = getelementptr i8, ptr %v356, i64 16
  %v355 = getelementptr i8, ptr %v354, i64 16
  %v353 = add i64 %v352, -1
  %v369 = icmp eq i64 %v353, 0
  br i1 %v369, label %v346, label %v351
v346:
  %v348 = add nuw nsw i64 %v347, 1
  %v345 = getelementptr i8, ptr %v344, i64 %v26
  %v370 = icmp eq i64 %v348, %v1
  br i1 %v370, label %v338, label %v343
v338:
  br i1 %v30, label %v65, label %v371
v371:
  %v52 = shl i64 %v28, 4
  %v372 = getelementptr i8, ptr %v22, i64 8
  %v373 = icmp sgt i64 %v28, 0
  br label %v56
v56:
  %v51 = phi i64 [ 0, %v371 ], [ %v50, %v374 ]
  %v375 = phi i64 [ 0, %v371 ], [ %v54, %v374 ]
  %v54 = add nuw nsw i64 %v375, 1
  %v376 = getelementptr i32, ptr %v7, i64 %v375
  %v377 = load i32, ptr %v376, align 4
  %v378 = getelementptr i8, ptr %v376, i64 4
  %v379 = load i32, ptr %v378, align 4
  %v380 = sub i32 %v379, %v377
  %v381 = icmp sgt i32 %v380, 0
  %v382 = and i1 %v373, %v381
  br i1 %v382, label %v383, label %v374
v383:
  %v384 = phi i32 [ %v385, %v386 ], [ %v380, %v56 ]
  %v387 = phi i32 [ %v388, %v386 ], [ %v377, %v56 ]
  %v385 = add nsw i32 %v384, -1
  %v388 = add i32 %v387, 1
  %v389 = sext i32 %v387 to i64
  %v390 = icmp slt i32 %v387, 0
  %v391 = select i1 %v390, i64 %v6, i64 0
  %v392 = getelementptr i32, ptr %v5, i64 %v391
  %v393 = getelementptr i32, ptr %v392, i64 %v389
  %v394 = load i32, ptr %v393, align 4
  %v395 = sext i32 %v394 to i64
  %v396 = icmp eq i64 %v375, %v395
  br i1 %v396, label %v386, label %v397
v397:
  %v398 = getelementptr { double, double }, ptr %v3, i64 %v389
  %v399 = select i1 %v390, i64 %v4, i64 0
  %v400 = getelementptr { double, double }, ptr %v398, i64 %v399
  %v401 = shl nsw i64 %v389, 2
  %v402 = getelementptr inbounds i8, ptr %v392, i64 %v401
  %v403 = getelementptr inbounds nuw i8, ptr %v400, i64 8
  br label %v404
v404:
  %v405 = phi i64 [ %v406, %v404 ], [ %v28, %v397 ]
  %v407 = phi ptr [ %v408, %v404 ], [ %v372, %v397 ]
  %v409 = load i32, ptr %v402, align 4
  %v410 = sext i32 %v409 to i64
  %v411 = icmp slt i32 %v409, 0
  %v412 = select i1 %v411, i64 %v23, i64 0
  %v413 = add i64 %v412, %v410
  %v414 = mul i64 %v413, %v52
  %v415 = getelementptr i8, ptr %v407, i64 %v414
  %v416 = getelementptr i8, ptr %v415, i64 -8
  %v417 = load double, ptr %v416, align 8
  %v418 = load double, ptr %v415, align 8
  %v419 = load double, ptr %v400, align 8
  %v420 = load double, ptr %v403, align 8
  %v421 = getelementptr i8, ptr %v407, i64 %v51
  %v422 = getelementptr i8, ptr %v421, i64 -8
  %v423 = load double, ptr %v422, align 8
  %v424 = load double, ptr %v421, align 8
  %v425 = fmul double %v419, %v423
  %v426 = fmul double %v420, %v424
  %v427 = fmul double %v419, %v424
  %v428 = fmul double %v420, %v423
  %v429 = fsub double %v425, %v426
  %v430 = fadd double %v428, %v427
  %v431 = fsub double %v417, %v429
  %v432 = fsub double %v418, %v430
  store double %v431, ptr %v416, align 8
  store double %v432, ptr %v415, align 8
  %v408 = getelementptr i8, ptr %v407, i64 16
  %v406 = add i64 %v405, -1
  %v433 = icmp eq i64 %v406, 0
  br i1 %v433, label %v386, label %v404
v386:
  %v434 = icmp samesign ugt i32 %v384, 1
  br i1 %v434, label %v383, label %v374
v55:
  %v435 = shl i64 %v1, 4
  %v436 = add i64 %v435, -16
  %v437 = mul i64 %v28, %v436
  %v438 = getelementptr i8, ptr %v22, i64 %v437
  %v439 = getelementptr i8, ptr %v438, i64 8
  %v59 = mul i64 %v28, -16
  br label %v64
v64:
  %v61 = phi i64 [ %v437, %v55 ], [ %v60, %v440 ]
  %v58 = phi ptr [ %v439, %v55 ], [ %v57, %v440 ]
  %v63 = phi i64 [ %v1, %v55 ], [ %v441, %v440 ]
  %v441 = add nsw i64 %v63, -1
  %v442 = getelementptr i32, ptr %v13, i64 %v441
  %v443 = load i32, ptr %v442, align 4
  %v444 = getelementptr i8, ptr %v442, i64 4
  %v445 = load i32, ptr %v444, align 4
  %v446 = sub i32 %v445, %v443
  %v447 = icmp sgt i32 %v446, 0
  %v448 = and i1 %v373, %v447
  br i1 %v448, label %v449, label %v440
v449:
  %v450 = phi i32 [ %v451, %v452 ], [ %v446, %v64 ]
  %v453 = phi i32 [ %v454, %v452 ], [ %v443, %v64 ]
  %v451 = add nsw i32 %v450, -1
  %v454 = add i32 %v453, 1
  %v455 = sext i32 %v453 to i64
  %v456 = icmp slt i32 %v453, 0
  %v457 = select i1 %v456, i64 %v12, i64 0
  %v458 = getelementptr i32, ptr %v11, i64 %v457
  %v459 = getelementptr i32, ptr %v458, i64 %v455
  %v460 = load i32, ptr %v459, align 4
  %v461 = sext i32 %v460 to i64
  %v462 = icmp eq i64 %v441, %v461
  br i1 %v462, label %v463, label %v452
v463:
  %v464 = getelementptr { double, double }, ptr %v9, i64 %v455
  %v465 = select i1 %v456, i64 %v10, i64 0
  %v466 = getelementptr { double, double }, ptr %v464, i64 %v465
  %v467 = getelementptr inbounds nuw i8, ptr %v466, i64 8
  br label %v468
v452:
  %v469 = icmp sgt i32 %v450, 1
  br i1 %v469, label %v449, label %v470
v468:
  %v471 = phi i64 [ %v28, %v463 ], [ %v472, %v473 ]
  %v474 = phi ptr [ %v58, %v463 ], [ %v475, %v473 ]
  %v476 = getelementptr i8, ptr %v474, i64 -8
  %v477 = load double, ptr %v476, align 8
  %v478 = load double, ptr %v474, align 8
  %v479 = load double, ptr %v466, align 8
  %v480 = load double, ptr %v467, align 8
  %v481 = tail call double @llvm.fabs.f64(double %v479)
  %v482 = tail call double @llvm.fabs.f64(double %v480)
  %v483 = fcmp ult double %v481, %v482
  br i1 %v483, label %v484, label %v485
v485:
  %v486 = fcmp oeq double %v479, 0.000000e+00
  br i1 %v486, label %v208, label %v487
v484:
  %v488 = fcmp ult double %v482, %v481
  br i1 %v488, label %v473, label %v489
v489:
  %v490 = fcmp oeq double %v480, 0.000000e+00
  br i1 %v490, label %v208, label %v491
v487:
  %v492 = fdiv double %v480, %v479
  %v493 = fmul double %v480, %v492
  %v494 = fadd double %v479, %v493
  %v495 = fcmp oeq double %v494, 0.000000e+00
  br i1 %v495, label %v208, label %v496
v496:
  %v497 = fmul double %v478, %v492
  %v498 = fadd double %v477, %v497
  %v499 = fdiv double %v498, %v494
  %v500 = fmul double %v477, %v492
  %v501 = fsub double %v478, %v500
  %v502 = fdiv double %v501, %v494
  br label %v473
v491:
  %v503 = fdiv double %v479, %v480
  %v504 = fmul double %v479, %v503
  %v505 = fadd double %v480, %v504
  %v506 = fcmp oeq double %v505, 0.000000e+00
  br i1 %v506, label %v208, label %v507
v507:
  %v508 = fmul double %v477, %v503
  %v509 = fadd double %v478, %v508
  %v510 = fdiv double %v509, %v505
  %v511 = fmul double %v478, %v503
  %v512 = fsub double %v511, %v477
  %v513 = fdiv double %v512, %v505
  br label %v473
v473:
  %v514 = phi double [ 0x7FF8000000000000, %v484 ], [ %v499, %v496 ], [ %v510, %v507 ]
  %v515 = phi double [ 0x7FF8000000000000, %v484 ], [ %v502, %v496 ], [ %v513, %v507 ]
  store double %v514, ptr %v476, align 8
  store double %v515, ptr %v474, align 8
  %v475 = getelementptr i8, ptr %v474, i64 16
  %v472 = add nsw i64 %v471, -1
  %v516 = icmp eq i64 %v472, 0
  br i1 %v516, label %v452, label %v468
v470:
  %v517 = shl i64 %v441, 2
  %v518 = getelementptr i8, ptr %v13, i64 %v517
  %v519 = load i32, ptr %v518, align 4
  %v520 = getelementptr i8, ptr %v518, i64 4
  %v521 = load i32, ptr %v520, align 4
  %v522 = sub i32 %v521, %v519
  %v523 = icmp slt i32 %v522, 1
  br i1 %v523, label %v440, label %v524
v524:
  %v525 = phi i32 [ %v526, %v527 ], [ %v522, %v470 ]
  %v528 = phi i32 [ %v529, %v527 ], [ %v519, %v470 ]
  %v526 = add nsw i32 %v525, -1
  %v529 = add i32 %v528, 1
  %v530 = sext i32 %v528 to i64
  %v531 = icmp slt i32 %v528, 0
  %v532 = select i1 %v531, i64 %v12, i64 0
  %v533 = getelementptr i32, ptr %v11, i64 %v532
  %v534 = getelementptr i32, ptr %v533, i64 %v530
  %v535 = load i32, ptr %v534, align 4
  %v536 = sext i32 %v535 to i64
  %v537 = icmp eq i64 %v441, %v536
  br i1 %v537, label %v527, label %v538
v538:
  %v539 = getelementptr { double, double }, ptr %v9, i64 %v530
  %v540 = select i1 %v531, i64 %v10, i64 0
  %v541 = getelementptr { double, double }, ptr %v539, i64 %v540
  %v542 = shl nsw i64 %v530, 2
  %v543 = getelementptr inbounds i8, ptr %v533, i64 %v542
  %v544 = getelementptr inbounds nuw i8, ptr %v541, i64 8
  br label %v545
v545:
  %v546 = phi i64 [ %v547, %v545 ], [ %v28, %v538 ]
  %v548 = phi ptr [ %v549, %v545 ], [ %v372, %v538 ]
  %v550 = load i32, ptr %v543, align 4
  %v551 = sext i32 %v550 to i64
  %v552 = icmp slt i32 %v550, 0
  %v553 = select i1 %v552, i64 %v23, i64 0
  %v554 = add i64 %v553, %v551
  %v555 = mul i64 %v554, %v52
  %v556 = getelementptr i8, ptr %v548, i64 %v555
  %v557 = getelementptr i8, ptr %v556, i64 -8
  %v558 = load double, ptr %v557, align 8
  %v559 = load double, ptr %v556, align 8
  %v560 = load double, ptr %v541, align 8
  %v561 = load double, ptr %v544, align 8
  %v562 = getelementptr i8, ptr %v548, i64 %v61
  %v563 = getelementptr i8, ptr %v562, i64 -8
  %v564 = load double, ptr %v563, align 8
  %v565 = load double, ptr %v562, align 8
  %v566 = fmul double %v560, %v564
  %v567 = fmul double %v561, %v565
  %v568 = fmul double %v560, %v565
  %v569 = fmul double %v561, %v564
  %v570 = fsub double %v566, %v567
  %v571 = fadd double %v569, %v568
  %v572 = fsub double %v558, %v570
  %v573 = fsub double %v559, %v571
  store double %v572, ptr %v557, align 8
  store double %v573, ptr %v556, align 8
  %v549 = getelementptr i8, ptr %v548, i64 16
  %v547 = add i64 %v546, -1
  %v574 = icmp eq i64 %v547, 0
  br i1 %v574, label %v527, label %v545
v527:
  %v575 = icmp samesign ugt i32 %v525, 1
  br i1 %v575, label %v524, label %v440
v65:
  %v576 = icmp slt i64 %v23, 1
  %v577 = icmp slt i64 %v28, 1
  %v578 = or i1 %v576, %v577
  br i1 %v578, label %v208, label %v579
v579:
  %v580 = getelementptr i8, ptr %v19, i64 8
  %v581 = shl i64 %v28, 4
  %v582 = getelementptr i8, ptr %v22, i64 8
  br label %v583
v583:
  %v584 = phi ptr [ %v580, %v579 ], [ %v585, %v586 ]
  %v587 = phi i64 [ 0, %v579 ], [ %v588, %v586 ]
  %v589 = shl i64 %v587, 2
  %v590 = getelementptr i8, ptr %v17, i64 %v589
  br label %v591
v591:
  %v592 = phi i64 [ %v28, %v583 ], [ %v593, %v591 ]
  %v594 = phi ptr [ %v582, %v583 ], [ %v595, %v591 ]
  %v596 = phi ptr [ %v584, %v583 ], [ %v597, %v591 ]
  %v598 = load i32, ptr %v590, align 4
  %v599 = sext i32 %v598 to i64
  %v600 = icmp slt i32 %v598, 0
  %v601 = select i1 %v600, i64 %v23, i64 0
  %v602 = add i64 %v601, %v599
  %v603 = mul i64 %v581, %v602
  %v604 = getelementptr i8, ptr %v594, i64 %v603
  %v605 = getelementptr i8, ptr %v604, i64 -8
  %v606 = load double, ptr %v605, align 8
  %v607 = load double, ptr %v604, align 8
  %v608 = getelementptr i8, ptr %v596, i64 -8
  store double %v606, ptr %v608, align 8
  store double %v607, ptr %v596, align 8
  %v597 = getelementptr i8, ptr %v596, i64 16
  %v595 = getelementptr i8, ptr %v594, i64 16
  %v593 = add i64 %v592, -1
  %v609 = icmp eq i64 %v593, 0
  br i1 %v609, label %v586, label %v591
v586:
  %v588 = add nuw nsw i64 %v587, 1
  %v585 = getelementptr i8, ptr %v584, i64 %v27
  %v610 = icmp eq i64 %v588, %v23
  br i1 %v610, label %v208, label %v583
v208:
  %v611 = phi i32 [ 0, %v49 ], [ 0, %v65 ], [ 0, %v586 ], [ 0, %v313 ], [ 1, %v485 ], [ 1, %v491 ], [ 1, %v487 ], [ 1, %v489 ], [ 1, %v213 ], [ 1, %v209 ], [ 1, %v211 ], [ 1, %v206 ]
  ret i32 %v611
}
