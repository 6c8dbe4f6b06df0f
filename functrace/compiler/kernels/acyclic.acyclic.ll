; Made from acyclic.py by generate.py: 88d733cc783fd05482ca164d38dea1c699d3c8b1
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smax.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19) nounwind {
v31:
  %v20 = shl i64 %v1, 2
  %v21 = ashr exact i64 %v20, 2
  %v22 = shl i64 %v5, 2
  %v23 = ashr exact i64 %v22, 2
  %v24 = shl i64 %v11, 2
  %v25 = ashr exact i64 %v24, 2
  %v26 = icmp slt i64 %v23, 1
  br i1 %v26, label %v27, label %v28
v28:
  %v29 = phi i64 [ %v30, %v28 ], [ 0, %v31 ]
  %v30 = add nuw nsw i64 %v29, 1
  %v32 = shl i64 %v29, 2
  %v33 = getelementptr i8, ptr %v6, i64 %v32
  store i32 -1, ptr %v33, align 4
  %v34 = getelementptr i8, ptr %v16, i64 %v32
  store i32 -1, ptr %v34, align 4
  %v35 = shl i64 %v29, 3
  %v36 = getelementptr i8, ptr %v14, i64 %v35
  store i32 -1, ptr %v36, align 4
  %v37 = getelementptr i8, ptr %v36, i64 4
  store i32 -1, ptr %v37, align 4
  %v38 = icmp eq i64 %v23, %v30
  br i1 %v38, label %v27, label %v28
v41:
  %v39 = phi i64 [ %v40, %v41 ], [ 0, %v27 ]
  %v40 = add nuw nsw i64 %v39, 1
  %v42 = shl i64 %v39, 2
  %v43 = getelementptr i8, ptr %v0, i64 %v42
  %v44 = load i32, ptr %v43, align 4
  %v45 = getelementptr i8, ptr %v18, i64 %v42
  store i32 %v44, ptr %v45, align 4
  %v46 = icmp eq i64 %v47, %v40
  br i1 %v46, label %v48, label %v41
v92:
  %v49 = phi i32 [ %v50, %v48 ], [ %v51, %v52 ]
  %v53 = icmp eq i64 %v54, %v47
  br i1 %v53, label %v55, label %v48
v90:
  %v56 = phi i32 [ %v57, %v58 ], [ %v59, %v52 ]
  %v60 = phi i32 [ %v50, %v58 ], [ %v51, %v52 ]
  %v61 = phi i32 [ %v62, %v58 ], [ %v63, %v52 ]
  %v64 = sext i32 %v61 to i64
  %v65 = icmp slt i32 %v61, 0
  %v66 = select i1 %v65, i64 %v3, i64 0
  %v67 = getelementptr i32, ptr %v2, i64 %v66
  %v68 = getelementptr i32, ptr %v67, i64 %v64
  %v69 = load i32, ptr %v68, align 4
  %v70 = sext i32 %v69 to i64
  %v71 = icmp slt i64 %v72, %v70
  br i1 %v71, label %v73, label %v52
v73:
  %v74 = select i1 %v65, i64 %v9, i64 0
  %v75 = getelementptr i32, ptr %v8, i64 %v74
  %v76 = getelementptr i32, ptr %v75, i64 %v64
  store i32 %v60, ptr %v76, align 4
  %v77 = icmp slt i32 %v69, 0
  %v78 = select i1 %v77, i64 %v19, i64 0
  %v79 = getelementptr i32, ptr %v18, i64 %v78
  %v80 = getelementptr i32, ptr %v79, i64 %v70
  %v81 = load i32, ptr %v80, align 4
  %v82 = sext i32 %v81 to i64
  %v83 = icmp slt i32 %v81, 0
  %v84 = select i1 %v83, i64 %v9, i64 0
  %v85 = getelementptr i32, ptr %v8, i64 %v84
  %v86 = getelementptr i32, ptr %v85, i64 %v82
  store i32 %v60, ptr %v86, align 4
  %v87 = load i32, ptr %v80, align 4
  %v88 = add i32 %v87, 1
  store i32 %v88, ptr %v80, align 4
  %v89 = add i32 %v60, 1
  br label %v52
v52:
  %v51 = phi i32 [ %v89, %v73 ], [ %v60, %v90 ]
  %v59 = add i32 %v56, -1
  %v63 = add i32 %v61, 1
  %v91 = icmp samesign ugt i32 %v59, 1
  br i1 %v91, label %v90, label %v92
v95:
  %v93 = phi i64 [ %v94, %v95 ], [ 0, %v55 ]
  %v94 = add nuw nsw i64 %v93, 1
  %v96 = shl i64 %v93, 2
  %v97 = getelementptr i8, ptr %v10, i64 %v96
  %v98 = trunc i64 %v93 to i32
  store i32 %v98, ptr %v97, align 4
  %v99 = shl i64 %v93, 3
  %v100 = getelementptr i8, ptr %v12, i64 %v99
  store i32 -1, ptr %v100, align 4
  %v101 = getelementptr i8, ptr %v100, i64 4
  store i32 -1, ptr %v101, align 4
  %v102 = icmp eq i64 %v25, %v94
  br i1 %v102, label %v103, label %v95
v103:
  %v104 = icmp sgt i64 %v5, 0
  br i1 %v104, label %v105, label %v106
v135:
  %v107 = phi i32 [ %v108, %v109 ], [ %v110, %v111 ]
  %v112 = phi i32 [ %v113, %v109 ], [ %v114, %v111 ]
  %v115 = sext i32 %v112 to i64
  %v116 = icmp slt i32 %v112, 0
  %v117 = select i1 %v116, i64 %v3, i64 0
  %v118 = getelementptr i32, ptr %v2, i64 %v117
  %v119 = getelementptr i32, ptr %v118, i64 %v115
  %v120 = load i32, ptr %v119, align 4
  %v121 = icmp eq i32 %v120, %v122
  br i1 %v121, label %v111, label %v123
v123:
  %v124 = sext i32 %v120 to i64
  %v125 = icmp slt i32 %v120, 0
  %v126 = select i1 %v125, i64 %v7, i64 0
  %v127 = getelementptr i32, ptr %v6, i64 %v126
  %v128 = getelementptr i32, ptr %v127, i64 %v124
  %v129 = load i32, ptr %v128, align 4
  %v130 = icmp sgt i32 %v129, -1
  br i1 %v130, label %v131, label %v111
v131:
  %v132 = zext nneg i32 %v129 to i64
  %v133 = getelementptr i32, ptr %v16, i64 %v132
  store i32 %v122, ptr %v133, align 4
  br label %v111
v111:
  %v110 = add i32 %v107, -1
  %v114 = add i32 %v112, 1
  %v134 = icmp samesign ugt i32 %v110, 1
  br i1 %v134, label %v135, label %v136
v252:
  %v137 = phi i32 [ %v138, %v139 ], [ %v140, %v136 ]
  %v141 = phi i32 [ %v142, %v139 ], [ %v143, %v136 ]
  %v138 = add nsw i32 %v137, -1
  %v142 = add i32 %v141, 1
  %v144 = sext i32 %v141 to i64
  %v145 = icmp slt i32 %v141, 0
  %v146 = select i1 %v145, i64 %v3, i64 0
  %v147 = getelementptr i32, ptr %v2, i64 %v146
  %v148 = getelementptr i32, ptr %v147, i64 %v144
  %v149 = load i32, ptr %v148, align 4
  %v150 = sext i32 %v149 to i64
  %v151 = icmp eq i32 %v149, %v122
  br i1 %v151, label %v139, label %v152
v152:
  %v153 = icmp slt i32 %v149, 0
  %v154 = select i1 %v153, i64 %v7, i64 0
  %v155 = getelementptr i32, ptr %v6, i64 %v154
  %v156 = getelementptr i32, ptr %v155, i64 %v150
  %v157 = load i32, ptr %v156, align 4
  %v158 = icmp slt i32 %v157, 0
  br i1 %v158, label %v139, label %v159
v250:
  %v160 = phi i32 [ %v161, %v162 ], [ %v163, %v159 ]
  %v164 = phi i32 [ %v165, %v162 ], [ %v166, %v159 ]
  %v161 = add nsw i32 %v160, -1
  %v165 = add i32 %v164, 1
  %v167 = sext i32 %v164 to i64
  %v168 = icmp slt i32 %v164, 0
  %v169 = select i1 %v168, i64 %v3, i64 0
  %v170 = getelementptr i32, ptr %v2, i64 %v169
  %v171 = getelementptr i32, ptr %v170, i64 %v167
  %v172 = load i32, ptr %v171, align 4
  %v173 = sext i32 %v172 to i64
  %v174 = icmp eq i32 %v172, %v149
  br i1 %v174, label %v162, label %v175
v175:
  %v176 = icmp slt i32 %v172, 0
  %v177 = select i1 %v176, i64 %v7, i64 0
  %v178 = getelementptr i32, ptr %v6, i64 %v177
  %v179 = getelementptr i32, ptr %v178, i64 %v173
  %v180 = load i32, ptr %v179, align 4
  %v181 = icmp slt i32 %v180, 0
  br i1 %v181, label %v162, label %v182
v182:
  %v183 = zext nneg i32 %v180 to i64
  %v184 = getelementptr i32, ptr %v16, i64 %v183
  %v185 = load i32, ptr %v184, align 4
  %v186 = icmp eq i32 %v185, %v122
  br i1 %v186, label %v162, label %v187
v187:
  %v188 = select i1 %v168, i64 %v9, i64 0
  %v189 = getelementptr i32, ptr %v8, i64 %v188
  %v190 = getelementptr i32, ptr %v189, i64 %v167
  %v191 = load i32, ptr %v190, align 4
  %v192 = sext i32 %v191 to i64
  %v193 = icmp slt i32 %v191, 0
  %v194 = select i1 %v193, i64 %v11, i64 0
  %v195 = getelementptr i32, ptr %v10, i64 %v194
  %v196 = getelementptr i32, ptr %v195, i64 %v192
  %v197 = load i32, ptr %v196, align 4
  %v198 = icmp eq i32 %v197, %v191
  br i1 %v198, label %v199, label %v200
v200:
  %v201 = phi i32 [ %v202, %v200 ], [ %v191, %v187 ]
  %v203 = sext i32 %v201 to i64
  %v204 = icmp slt i32 %v201, 0
  %v205 = select i1 %v204, i64 %v11, i64 0
  %v206 = getelementptr i32, ptr %v10, i64 %v205
  %v207 = getelementptr i32, ptr %v206, i64 %v203
  %v208 = load i32, ptr %v207, align 4
  %v209 = sext i32 %v208 to i64
  %v210 = icmp slt i32 %v208, 0
  %v211 = select i1 %v210, i64 %v11, i64 0
  %v212 = getelementptr i32, ptr %v10, i64 %v211
  %v213 = getelementptr i32, ptr %v212, i64 %v209
  %v202 = load i32, ptr %v213, align 4
  store i32 %v202, ptr %v207, align 4
  %v214 = sext i32 %v202 to i64
  %v215 = icmp slt i32 %v202, 0
  %v216 = select i1 %v215, i64 %v11, i64 0
  %v217 = getelementptr i32, ptr %v10, i64 %v216
  %v218 = getelementptr i32, ptr %v217, i64 %v214
  %v219 = load i32, ptr %v218, align 4
  %v220 = icmp eq i32 %v219, %v202
  br i1 %v220, label %v199, label %v200
v199:
  %v221 = phi i64 [ %v192, %v187 ], [ %v214, %v200 ]
  %v222 = phi i32 [ %v191, %v187 ], [ %v202, %v200 ]
  %v223 = icmp slt i32 %v222, 0
  %v224 = select i1 %v223, i64 %v13, i64 0
  %v225 = shl nsw i64 %v221, 3
  %v226 = getelementptr i8, ptr %v12, i64 %v225
  %v227 = getelementptr i32, ptr %v226, i64 %v224
  %v228 = load i32, ptr %v227, align 4
  %v229 = icmp eq i32 %v228, %v122
  br i1 %v229, label %v230, label %v231
v231:
  %v232 = shl i64 %v224, 2
  %v233 = getelementptr i8, ptr %v226, i64 %v232
  store i32 %v122, ptr %v233, align 4
  %v234 = getelementptr i8, ptr %v226, i64 4
  %v235 = getelementptr i32, ptr %v234, i64 %v224
  store i32 %v149, ptr %v235, align 4
  br label %v162
v230:
  %v236 = getelementptr i8, ptr %v226, i64 4
  %v237 = getelementptr i32, ptr %v236, i64 %v224
  %v238 = load i32, ptr %v237, align 4
  %v239 = icmp eq i32 %v238, %v149
  br i1 %v239, label %v162, label %v240
v240:
  %v241 = shl nsw i64 %v173, 2
  %v242 = getelementptr inbounds i8, ptr %v178, i64 %v241
  %v243 = load i32, ptr %v242, align 4
  %v244 = sext i32 %v243 to i64
  %v245 = icmp slt i32 %v243, 0
  %v246 = select i1 %v245, i64 %v17, i64 0
  %v247 = getelementptr i32, ptr %v16, i64 %v246
  %v248 = getelementptr i32, ptr %v247, i64 %v244
  store i32 %v122, ptr %v248, align 4
  br label %v162
v162:
  %v249 = icmp samesign ugt i32 %v160, 1
  br i1 %v249, label %v250, label %v139
v139:
  %v251 = icmp sgt i32 %v137, 1
  br i1 %v251, label %v252, label %v253
v253:
  %v254 = load i32, ptr %v16, align 4
  %v255 = icmp eq i32 %v254, %v122
  br i1 %v255, label %v256, label %v257
v256:
  %v258 = phi i64 [ %v259, %v256 ], [ 0, %v253 ]
  %v259 = add nuw nsw i64 %v258, 1
  %v260 = shl i64 %v258, 2
  %v261 = getelementptr i8, ptr %v16, i64 %v260
  %v262 = getelementptr i8, ptr %v261, i64 4
  %v263 = load i32, ptr %v262, align 4
  %v264 = icmp eq i32 %v263, %v122
  br i1 %v264, label %v256, label %v265
v480:
  %v266 = phi i32 [ %v267, %v268 ], [ %v269, %v270 ]
  %v271 = phi i32 [ %v272, %v268 ], [ %v273, %v270 ]
  %v267 = add nsw i32 %v266, -1
  %v272 = add i32 %v271, 1
  %v274 = sext i32 %v271 to i64
  %v275 = icmp slt i32 %v271, 0
  %v276 = select i1 %v275, i64 %v3, i64 0
  %v277 = getelementptr i32, ptr %v2, i64 %v276
  %v278 = getelementptr i32, ptr %v277, i64 %v274
  %v279 = load i32, ptr %v278, align 4
  %v280 = sext i32 %v279 to i64
  %v281 = icmp eq i32 %v279, %v122
  br i1 %v281, label %v268, label %v282
v282:
  %v283 = icmp slt i32 %v279, 0
  %v284 = select i1 %v283, i64 %v7, i64 0
  %v285 = getelementptr i32, ptr %v6, i64 %v284
  %v286 = getelementptr i32, ptr %v285, i64 %v280
  %v287 = load i32, ptr %v286, align 4
  %v288 = icmp slt i32 %v287, 0
  br i1 %v288, label %v268, label %v289
v289:
  %v290 = shl nuw i32 %v287, 1
  %v291 = zext i32 %v290 to i64
  %v292 = getelementptr i32, ptr %v14, i64 %v291
  %v293 = load i32, ptr %v292, align 4
  %v294 = icmp eq i32 %v293, %v122
  %v295 = select i1 %v275, i64 %v9, i64 0
  %v296 = getelementptr i32, ptr %v8, i64 %v295
  %v297 = getelementptr i32, ptr %v296, i64 %v274
  %v298 = load i32, ptr %v297, align 4
  br i1 %v294, label %v299, label %v300
v299:
  %v301 = sext i32 %v298 to i64
  %v302 = shl nuw nsw i64 %v291, 2
  %v303 = getelementptr i8, ptr %v14, i64 %v302
  %v304 = getelementptr i8, ptr %v303, i64 4
  %v305 = load i32, ptr %v304, align 4
  %v306 = sext i32 %v305 to i64
  %v307 = icmp slt i32 %v298, 0
  %v308 = select i1 %v307, i64 %v11, i64 0
  %v309 = getelementptr i32, ptr %v10, i64 %v308
  %v310 = getelementptr i32, ptr %v309, i64 %v301
  %v311 = load i32, ptr %v310, align 4
  %v312 = icmp eq i32 %v311, %v298
  br i1 %v312, label %v313, label %v314
v314:
  %v315 = phi i32 [ %v316, %v314 ], [ %v298, %v299 ]
  %v317 = sext i32 %v315 to i64
  %v318 = icmp slt i32 %v315, 0
  %v319 = select i1 %v318, i64 %v11, i64 0
  %v320 = getelementptr i32, ptr %v10, i64 %v319
  %v321 = getelementptr i32, ptr %v320, i64 %v317
  %v322 = load i32, ptr %v321, align 4
  %v323 = sext i32 %v322 to i64
  %v324 = icmp slt i32 %v322, 0
  %v325 = select i1 %v324, i64 %v11, i64 0
  %v326 = getelementptr i32, ptr %v10, i64 %v325
  %v327 = getelementptr i32, ptr %v326, i64 %v323
  %v316 = load i32, ptr %v327, align 4
  store i32 %v316, ptr %v321, align 4
  %v328 = sext i32 %v316 to i64
  %v329 = icmp slt i32 %v316, 0
  %v330 = select i1 %v329, i64 %v11, i64 0
  %v331 = getelementptr i32, ptr %v10, i64 %v330
  %v332 = getelementptr i32, ptr %v331, i64 %v328
  %v333 = load i32, ptr %v332, align 4
  %v334 = icmp eq i32 %v333, %v316
  br i1 %v334, label %v313, label %v314
v313:
  %v335 = phi i32 [ %v298, %v299 ], [ %v316, %v314 ]
  %v336 = icmp slt i32 %v305, 0
  %v337 = select i1 %v336, i64 %v11, i64 0
  %v338 = getelementptr i32, ptr %v10, i64 %v337
  %v339 = getelementptr i32, ptr %v338, i64 %v306
  %v340 = load i32, ptr %v339, align 4
  %v341 = icmp eq i32 %v340, %v305
  br i1 %v341, label %v342, label %v343
v343:
  %v344 = phi i32 [ %v345, %v343 ], [ %v305, %v313 ]
  %v346 = sext i32 %v344 to i64
  %v347 = icmp slt i32 %v344, 0
  %v348 = select i1 %v347, i64 %v11, i64 0
  %v349 = getelementptr i32, ptr %v10, i64 %v348
  %v350 = getelementptr i32, ptr %v349, i64 %v346
  %v351 = load i32, ptr %v350, align 4
  %v352 = sext i32 %v351 to i64
  %v353 = icmp slt i32 %v351, 0
  %v354 = select i1 %v353, i64 %v11, i64 0
  %v355 = getelementptr i32, ptr %v10, i64 %v354
  %v356 = getelementptr i32, ptr %v355, i64 %v352
  %v345 = load i32, ptr %v356, align 4
  store i32 %v345, ptr %v350, align 4
  %v357 = sext i32 %v345 to i64
  %v358 = icmp slt i32 %v345, 0
  %v359 = select i1 %v358, i64 %v11, i64 0
  %v360 = getelementptr i32, ptr %v10, i64 %v359
  %v361 = getelementptr i32, ptr %v360, i64 %v357
  %v362 = load i32, ptr %v361, align 4
  %v363 = icmp eq i32 %v362, %v345
  br i1 %v363, label %v342, label %v343
v342:
  %v364 = phi i32 [ %v305, %v313 ], [ %v345, %v343 ]
  %v365 = icmp eq i32 %v335, %v364
  br i1 %v365, label %v366, label %v367
v367:
  %v368 = sext i32 %v364 to i64
  %v369 = icmp slt i32 %v364, 0
  %v370 = select i1 %v369, i64 %v11, i64 0
  %v371 = getelementptr i32, ptr %v10, i64 %v370
  %v372 = getelementptr i32, ptr %v371, i64 %v368
  store i32 %v335, ptr %v372, align 4
  br label %v366
v300:
  %v373 = shl nuw nsw i64 %v291, 2
  %v374 = getelementptr i8, ptr %v14, i64 %v373
  store i32 %v122, ptr %v374, align 4
  %v375 = getelementptr i8, ptr %v374, i64 4
  store i32 %v298, ptr %v375, align 4
  br label %v366
v478:
  %v376 = phi i32 [ %v377, %v378 ], [ %v379, %v380 ]
  %v381 = phi i32 [ %v382, %v378 ], [ %v383, %v380 ]
  %v379 = add nsw i32 %v376, -1
  %v383 = add i32 %v381, 1
  %v384 = sext i32 %v381 to i64
  %v385 = icmp slt i32 %v381, 0
  %v386 = select i1 %v385, i64 %v3, i64 0
  %v387 = getelementptr i32, ptr %v2, i64 %v386
  %v388 = getelementptr i32, ptr %v387, i64 %v384
  %v389 = load i32, ptr %v388, align 4
  %v390 = icmp ne i32 %v389, %v122
  %v391 = icmp ne i32 %v389, %v279
  %v392 = and i1 %v390, %v391
  br i1 %v392, label %v393, label %v380
v393:
  %v394 = sext i32 %v389 to i64
  %v395 = icmp slt i32 %v389, 0
  %v396 = select i1 %v395, i64 %v7, i64 0
  %v397 = getelementptr i32, ptr %v6, i64 %v396
  %v398 = getelementptr i32, ptr %v397, i64 %v394
  %v399 = load i32, ptr %v398, align 4
  %v400 = load i32, ptr %v401, align 4
  %v402 = icmp eq i32 %v399, %v400
  br i1 %v402, label %v403, label %v380
v403:
  %v404 = load i32, ptr %v405, align 4
  %v406 = select i1 %v385, i64 %v9, i64 0
  %v407 = getelementptr i32, ptr %v8, i64 %v406
  %v408 = getelementptr i32, ptr %v407, i64 %v384
  %v409 = load i32, ptr %v408, align 4
  %v410 = sext i32 %v409 to i64
  %v411 = sext i32 %v404 to i64
  %v412 = icmp slt i32 %v404, 0
  %v413 = select i1 %v412, i64 %v11, i64 0
  %v414 = getelementptr i32, ptr %v10, i64 %v413
  %v415 = getelementptr i32, ptr %v414, i64 %v411
  %v416 = load i32, ptr %v415, align 4
  %v417 = icmp eq i32 %v416, %v404
  br i1 %v417, label %v418, label %v419
v419:
  %v420 = phi i32 [ %v421, %v419 ], [ %v404, %v403 ]
  %v422 = sext i32 %v420 to i64
  %v423 = icmp slt i32 %v420, 0
  %v424 = select i1 %v423, i64 %v11, i64 0
  %v425 = getelementptr i32, ptr %v10, i64 %v424
  %v426 = getelementptr i32, ptr %v425, i64 %v422
  %v427 = load i32, ptr %v426, align 4
  %v428 = sext i32 %v427 to i64
  %v429 = icmp slt i32 %v427, 0
  %v430 = select i1 %v429, i64 %v11, i64 0
  %v431 = getelementptr i32, ptr %v10, i64 %v430
  %v432 = getelementptr i32, ptr %v431, i64 %v428
  %v421 = load i32, ptr %v432, align 4
  store i32 %v421, ptr %v426, align 4
  %v433 = sext i32 %v421 to i64
  %v434 = icmp slt i32 %v421, 0
  %v435 = select i1 %v434, i64 %v11, i64 0
  %v436 = getelementptr i32, ptr %v10, i64 %v435
  %v437 = getelementptr i32, ptr %v436, i64 %v433
  %v438 = load i32, ptr %v437, align 4
  %v439 = icmp eq i32 %v438, %v421
  br i1 %v439, label %v418, label %v419
v418:
  %v440 = phi i32 [ %v404, %v403 ], [ %v421, %v419 ]
  %v441 = icmp slt i32 %v409, 0
  %v442 = select i1 %v441, i64 %v11, i64 0
  %v443 = getelementptr i32, ptr %v10, i64 %v442
  %v444 = getelementptr i32, ptr %v443, i64 %v410
  %v445 = load i32, ptr %v444, align 4
  %v446 = icmp eq i32 %v445, %v409
  br i1 %v446, label %v447, label %v448
v448:
  %v449 = phi i32 [ %v450, %v448 ], [ %v409, %v418 ]
  %v451 = sext i32 %v449 to i64
  %v452 = icmp slt i32 %v449, 0
  %v453 = select i1 %v452, i64 %v11, i64 0
  %v454 = getelementptr i32, ptr %v10, i64 %v453
  %v455 = getelementptr i32, ptr %v454, i64 %v451
  %v456 = load i32, ptr %v455, align 4
  %v457 = sext i32 %v456 to i64
  %v458 = icmp slt i32 %v456, 0
  %v459 = select i1 %v458, i64 %v11, i64 0
  %v460 = getelementptr i32, ptr %v10, i64 %v459
  %v461 = getelementptr i32, ptr %v460, i64 %v457
  %v450 = load i32, ptr %v461, align 4
  store i32 %v450, ptr %v455, align 4
  %v462 = sext i32 %v450 to i64
  %v463 = icmp slt i32 %v450, 0
  %v464 = select i1 %v463, i64 %v11, i64 0
  %v465 = getelementptr i32, ptr %v10, i64 %v464
  %v466 = getelementptr i32, ptr %v465, i64 %v462
  %v467 = load i32, ptr %v466, align 4
  %v468 = icmp eq i32 %v467, %v450
  br i1 %v468, label %v447, label %v448
v447:
  %v469 = phi i32 [ %v409, %v418 ], [ %v450, %v448 ]
  %v470 = icmp eq i32 %v440, %v469
  br i1 %v470, label %v380, label %v471
v471:
  %v472 = sext i32 %v469 to i64
  %v473 = icmp slt i32 %v469, 0
  %v474 = select i1 %v473, i64 %v11, i64 0
  %v475 = getelementptr i32, ptr %v10, i64 %v474
  %v476 = getelementptr i32, ptr %v475, i64 %v472
  store i32 %v440, ptr %v476, align 4
  br label %v380
v380:
  %v477 = icmp samesign ugt i32 %v376, 1
  br i1 %v477, label %v478, label %v268
v268:
  %v479 = icmp sgt i32 %v266, 1
  br i1 %v479, label %v480, label %v481
v481:
  %v482 = icmp eq i64 %v483, %v5
  br i1 %v482, label %v106, label %v105
v27:
  %v484 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v21, i64 1)
  %v47 = add nsw i64 %v484, -1
  %v485 = icmp sgt i64 %v21, 1
  br i1 %v485, label %v41, label %v55
v48:
  %v50 = phi i32 [ %v49, %v92 ], [ 0, %v41 ]
  %v72 = phi i64 [ %v54, %v92 ], [ 0, %v41 ]
  %v54 = add nuw nsw i64 %v72, 1
  %v486 = getelementptr i32, ptr %v0, i64 %v72
  %v62 = load i32, ptr %v486, align 4
  %v487 = getelementptr i8, ptr %v486, i64 4
  %v488 = load i32, ptr %v487, align 4
  %v489 = sub i32 %v488, %v62
  %v490 = icmp slt i32 %v489, 1
  br i1 %v490, label %v92, label %v58
v58:
  %v57 = add nuw i32 %v489, 1
  br label %v90
v55:
  %v491 = icmp slt i64 %v25, 1
  br i1 %v491, label %v103, label %v95
v105:
  %v492 = phi i64 [ %v483, %v481 ], [ 0, %v103 ]
  %v493 = shl i64 %v492, 2
  %v494 = getelementptr i8, ptr %v4, i64 %v493
  %v122 = load i32, ptr %v494, align 4
  %v483 = add nuw nsw i64 %v492, 1
  %v495 = sext i32 %v122 to i64
  %v496 = icmp slt i32 %v122, 0
  %v497 = select i1 %v496, i64 %v1, i64 0
  %v498 = getelementptr i32, ptr %v0, i64 %v497
  %v499 = getelementptr i32, ptr %v498, i64 %v495
  %v113 = load i32, ptr %v499, align 4
  %v500 = icmp slt i32 %v122, -1
  %v501 = select i1 %v500, i64 %v1, i64 0
  %v502 = getelementptr i32, ptr %v0, i64 %v495
  %v503 = getelementptr i8, ptr %v502, i64 4
  %v504 = getelementptr i32, ptr %v503, i64 %v501
  %v505 = load i32, ptr %v504, align 4
  %v506 = sub i32 %v505, %v113
  %v507 = icmp slt i32 %v506, 1
  br i1 %v507, label %v253, label %v109
v109:
  %v108 = add nuw i32 %v506, 1
  br label %v135
v136:
  %v508 = shl nsw i64 %v495, 2
  %v509 = getelementptr inbounds i8, ptr %v498, i64 %v508
  %v143 = load i32, ptr %v509, align 4
  %v510 = shl i64 %v501, 2
  %v511 = getelementptr inbounds i8, ptr %v503, i64 %v510
  %v512 = load i32, ptr %v511, align 4
  %v140 = sub i32 %v512, %v143
  %v513 = icmp slt i32 %v140, 1
  br i1 %v513, label %v253, label %v252
v159:
  %v514 = select i1 %v153, i64 %v1, i64 0
  %v515 = getelementptr i32, ptr %v0, i64 %v514
  %v516 = getelementptr i32, ptr %v515, i64 %v150
  %v166 = load i32, ptr %v516, align 4
  %v517 = icmp slt i32 %v149, -1
  %v518 = select i1 %v517, i64 %v1, i64 0
  %v519 = getelementptr i32, ptr %v0, i64 %v150
  %v520 = getelementptr i8, ptr %v519, i64 4
  %v521 = getelementptr i32, ptr %v520, i64 %v518
  %v522 = load i32, ptr %v521, align 4
  %v163 = sub i32 %v522, %v166
  %v523 = icmp slt i32 %v163, 1
  br i1 %v523, label %v139, label %v250
v265:
  %v524 = trunc i64 %v259 to i32
  br label %v257
v257:
  %v525 = phi i32 [ 0, %v253 ], [ %v524, %v265 ]
  %v526 = select i1 %v496, i64 %v7, i64 0
  %v527 = getelementptr i32, ptr %v6, i64 %v526
  %v528 = getelementptr i32, ptr %v527, i64 %v495
  store i32 %v525, ptr %v528, align 4
  %v529 = shl nsw i64 %v495, 2
  %v530 = getelementptr i8, ptr %v498, i64 %v529
  %v273 = load i32, ptr %v530, align 4
  %v531 = shl i64 %v501, 2
  %v532 = getelementptr i8, ptr %v503, i64 %v531
  %v533 = load i32, ptr %v532, align 4
  %v269 = sub i32 %v533, %v273
  %v534 = icmp slt i32 %v269, 1
  br i1 %v534, label %v481, label %v270
v270:
  %v401 = getelementptr inbounds i8, ptr %v527, i64 %v529
  br label %v480
v366:
  %v535 = select i1 %v283, i64 %v1, i64 0
  %v536 = getelementptr i32, ptr %v0, i64 %v535
  %v537 = getelementptr i32, ptr %v536, i64 %v280
  %v382 = load i32, ptr %v537, align 4
  %v538 = icmp slt i32 %v279, -1
  %v539 = select i1 %v538, i64 %v1, i64 0
  %v540 = getelementptr i32, ptr %v0, i64 %v280
  %v541 = getelementptr i8, ptr %v540, i64 4
  %v542 = getelementptr i32, ptr %v541, i64 %v539
  %v543 = load i32, ptr %v542, align 4
  %v377 = sub i32 %v543, %v382
  %v544 = icmp slt i32 %v377, 1
  br i1 %v544, label %v268, label %v378
v378:
  %v545 = getelementptr i32, ptr %v8, i64 %v274
  %v546 = shl i64 %v295, 2
  %v405 = getelementptr inbounds i8, ptr %v545, i64 %v546
  br label %v478
v106:
  ret i32 0
}
