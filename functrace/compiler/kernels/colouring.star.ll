; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19, ptr %v20, i64 %v21, ptr %v22, i64 %v23) nounwind {
v35:
  %v24 = shl i64 %v1, 2
  %v25 = ashr exact i64 %v24, 2
  %v26 = shl i64 %v5, 2
  %v27 = ashr exact i64 %v26, 2
  %v28 = shl i64 %v13, 2
  %v29 = shl i64 %v23, 2
  %v30 = icmp sgt i64 %v27, 0
  br i1 %v30, label %v31, label %v32
v31:
  %v33 = phi i64 [ %v34, %v31 ], [ 0, %v35 ]
  %v34 = add nuw nsw i64 %v33, 1
  %v36 = shl i64 %v33, 2
  %v37 = getelementptr i8, ptr %v6, i64 %v36
  store i32 -1, ptr %v37, align 4
  %v38 = getelementptr i8, ptr %v14, i64 %v36
  store i32 -1, ptr %v38, align 4
  %v39 = getelementptr i8, ptr %v16, i64 %v36
  store i32 -1, ptr %v39, align 4
  %v40 = shl i64 %v33, 3
  %v41 = getelementptr i8, ptr %v18, i64 %v40
  store i32 -1, ptr %v41, align 4
  %v42 = getelementptr i8, ptr %v41, i64 4
  store i32 -1, ptr %v42, align 4
  %v43 = getelementptr i8, ptr %v20, i64 %v36
  store i32 -1, ptr %v43, align 4
  %v44 = getelementptr i8, ptr %v22, i64 %v36
  store i32 0, ptr %v44, align 4
  %v45 = icmp eq i64 %v27, %v34
  br i1 %v45, label %v32, label %v31
v48:
  %v46 = phi i64 [ %v47, %v48 ], [ 0, %v32 ]
  %v47 = add nuw nsw i64 %v46, 1
  %v49 = shl i64 %v46, 2
  %v50 = getelementptr i8, ptr %v0, i64 %v49
  %v51 = load i32, ptr %v50, align 4
  %v52 = getelementptr i8, ptr %v16, i64 %v49
  store i32 %v51, ptr %v52, align 4
  %v53 = icmp eq i64 %v54, %v47
  br i1 %v53, label %v55, label %v48
v99:
  %v56 = phi i32 [ %v57, %v55 ], [ %v58, %v59 ]
  %v60 = icmp eq i64 %v61, %v54
  br i1 %v60, label %v62, label %v55
v97:
  %v63 = phi i32 [ %v64, %v65 ], [ %v66, %v59 ]
  %v67 = phi i32 [ %v57, %v65 ], [ %v58, %v59 ]
  %v68 = phi i32 [ %v69, %v65 ], [ %v70, %v59 ]
  %v71 = sext i32 %v68 to i64
  %v72 = icmp slt i32 %v68, 0
  %v73 = select i1 %v72, i64 %v3, i64 0
  %v74 = getelementptr i32, ptr %v2, i64 %v73
  %v75 = getelementptr i32, ptr %v74, i64 %v71
  %v76 = load i32, ptr %v75, align 4
  %v77 = sext i32 %v76 to i64
  %v78 = icmp slt i64 %v79, %v77
  br i1 %v78, label %v80, label %v59
v80:
  %v81 = select i1 %v72, i64 %v9, i64 0
  %v82 = getelementptr i32, ptr %v8, i64 %v81
  %v83 = getelementptr i32, ptr %v82, i64 %v71
  store i32 %v67, ptr %v83, align 4
  %v84 = icmp slt i32 %v76, 0
  %v85 = select i1 %v84, i64 %v17, i64 0
  %v86 = getelementptr i32, ptr %v16, i64 %v85
  %v87 = getelementptr i32, ptr %v86, i64 %v77
  %v88 = load i32, ptr %v87, align 4
  %v89 = sext i32 %v88 to i64
  %v90 = icmp slt i32 %v88, 0
  %v91 = select i1 %v90, i64 %v9, i64 0
  %v92 = getelementptr i32, ptr %v8, i64 %v91
  %v93 = getelementptr i32, ptr %v92, i64 %v89
  store i32 %v67, ptr %v93, align 4
  %v94 = load i32, ptr %v87, align 4
  %v95 = add i32 %v94, 1
  store i32 %v95, ptr %v87, align 4
  %v96 = add i32 %v67, 1
  br label %v59
v59:
  %v58 = phi i32 [ %v96, %v80 ], [ %v67, %v97 ]
  %v66 = add i32 %v63, -1
  %v70 = add i32 %v68, 1
  %v98 = icmp samesign ugt i32 %v66, 1
  br i1 %v98, label %v97, label %v99
v479:
  %v100 = icmp sgt i64 %v5, 0
  br i1 %v100, label %v101, label %v102
v291:
  %v103 = phi i32 [ %v104, %v105 ], [ %v106, %v101 ]
  %v107 = phi i32 [ %v108, %v105 ], [ %v109, %v101 ]
  %v104 = add nsw i32 %v103, -1
  %v108 = add i32 %v107, 1
  %v110 = sext i32 %v107 to i64
  %v111 = icmp slt i32 %v107, 0
  %v112 = select i1 %v111, i64 %v3, i64 0
  %v113 = getelementptr i32, ptr %v2, i64 %v112
  %v114 = getelementptr i32, ptr %v113, i64 %v110
  %v115 = load i32, ptr %v114, align 4
  %v116 = sext i32 %v115 to i64
  %v117 = icmp eq i32 %v115, %v118
  br i1 %v117, label %v105, label %v119
v119:
  %v120 = icmp slt i32 %v115, 0
  %v121 = select i1 %v120, i64 %v7, i64 0
  %v122 = getelementptr i32, ptr %v6, i64 %v121
  %v123 = getelementptr i32, ptr %v122, i64 %v116
  %v124 = load i32, ptr %v123, align 4
  %v125 = icmp slt i32 %v124, 0
  br i1 %v125, label %v105, label %v126
v126:
  %v127 = zext nneg i32 %v124 to i64
  %v128 = getelementptr i32, ptr %v14, i64 %v127
  store i32 %v118, ptr %v128, align 4
  %v129 = shl nsw i64 %v116, 2
  %v130 = getelementptr inbounds i8, ptr %v122, i64 %v129
  %v131 = load i32, ptr %v130, align 4
  %v132 = sext i32 %v131 to i64
  %v133 = icmp slt i32 %v131, 0
  %v134 = select i1 %v133, i64 %v19, i64 0
  %v135 = shl nsw i64 %v132, 3
  %v136 = getelementptr i8, ptr %v18, i64 %v135
  %v137 = getelementptr i32, ptr %v136, i64 %v134
  %v138 = load i32, ptr %v137, align 4
  %v139 = icmp eq i32 %v138, %v118
  br i1 %v139, label %v140, label %v141
v140:
  %v142 = getelementptr i8, ptr %v136, i64 4
  %v143 = getelementptr i32, ptr %v142, i64 %v134
  %v144 = load i32, ptr %v143, align 4
  %v145 = sext i32 %v144 to i64
  %v146 = icmp slt i32 %v144, 0
  %v147 = select i1 %v146, i64 %v17, i64 0
  %v148 = getelementptr i32, ptr %v16, i64 %v147
  %v149 = getelementptr i32, ptr %v148, i64 %v145
  %v150 = load i32, ptr %v149, align 4
  %v151 = icmp eq i32 %v150, %v118
  br i1 %v151, label %v152, label %v153
v181:
  %v154 = phi i32 [ %v155, %v156 ], [ %v157, %v158 ]
  %v159 = phi i32 [ %v160, %v156 ], [ %v161, %v158 ]
  %v162 = sext i32 %v159 to i64
  %v163 = icmp slt i32 %v159, 0
  %v164 = select i1 %v163, i64 %v3, i64 0
  %v165 = getelementptr i32, ptr %v2, i64 %v164
  %v166 = getelementptr i32, ptr %v165, i64 %v162
  %v167 = load i32, ptr %v166, align 4
  %v168 = icmp eq i32 %v167, %v144
  br i1 %v168, label %v158, label %v169
v169:
  %v170 = sext i32 %v167 to i64
  %v171 = icmp slt i32 %v167, 0
  %v172 = select i1 %v171, i64 %v7, i64 0
  %v173 = getelementptr i32, ptr %v6, i64 %v172
  %v174 = getelementptr i32, ptr %v173, i64 %v170
  %v175 = load i32, ptr %v174, align 4
  %v176 = icmp sgt i32 %v175, -1
  br i1 %v176, label %v177, label %v158
v177:
  %v178 = zext nneg i32 %v175 to i64
  %v179 = getelementptr i32, ptr %v14, i64 %v178
  store i32 %v118, ptr %v179, align 4
  br label %v158
v158:
  %v157 = add i32 %v154, -1
  %v161 = add i32 %v159, 1
  %v180 = icmp samesign ugt i32 %v157, 1
  br i1 %v180, label %v181, label %v182
v182:
  %v183 = shl nsw i64 %v145, 2
  %v184 = getelementptr inbounds i8, ptr %v148, i64 %v183
  store i32 %v118, ptr %v184, align 4
  br label %v152
v152:
  %v185 = select i1 %v120, i64 %v17, i64 0
  %v186 = getelementptr i32, ptr %v16, i64 %v185
  %v187 = getelementptr i32, ptr %v186, i64 %v116
  %v188 = load i32, ptr %v187, align 4
  %v189 = icmp eq i32 %v188, %v118
  br i1 %v189, label %v105, label %v190
v190:
  %v191 = select i1 %v120, i64 %v1, i64 0
  %v192 = getelementptr i32, ptr %v0, i64 %v191
  %v193 = getelementptr i32, ptr %v192, i64 %v116
  %v194 = load i32, ptr %v193, align 4
  %v195 = icmp slt i32 %v115, -1
  %v196 = select i1 %v195, i64 %v1, i64 0
  %v197 = getelementptr i32, ptr %v0, i64 %v116
  %v198 = getelementptr i8, ptr %v197, i64 4
  %v199 = getelementptr i32, ptr %v198, i64 %v196
  %v200 = load i32, ptr %v199, align 4
  %v201 = sub i32 %v200, %v194
  %v202 = icmp slt i32 %v201, 1
  br i1 %v202, label %v203, label %v204
v204:
  %v205 = add nuw i32 %v201, 1
  br label %v206
v206:
  %v207 = phi i32 [ %v205, %v204 ], [ %v208, %v209 ]
  %v210 = phi i32 [ %v194, %v204 ], [ %v211, %v209 ]
  %v212 = sext i32 %v210 to i64
  %v213 = icmp slt i32 %v210, 0
  %v214 = select i1 %v213, i64 %v3, i64 0
  %v215 = getelementptr i32, ptr %v2, i64 %v214
  %v216 = getelementptr i32, ptr %v215, i64 %v212
  %v217 = load i32, ptr %v216, align 4
  %v218 = icmp eq i32 %v217, %v115
  br i1 %v218, label %v209, label %v219
v219:
  %v220 = sext i32 %v217 to i64
  %v221 = icmp slt i32 %v217, 0
  %v222 = select i1 %v221, i64 %v7, i64 0
  %v223 = getelementptr i32, ptr %v6, i64 %v222
  %v224 = getelementptr i32, ptr %v223, i64 %v220
  %v225 = load i32, ptr %v224, align 4
  %v226 = icmp sgt i32 %v225, -1
  br i1 %v226, label %v227, label %v209
v227:
  %v228 = zext nneg i32 %v225 to i64
  %v229 = getelementptr i32, ptr %v14, i64 %v228
  store i32 %v118, ptr %v229, align 4
  br label %v209
v209:
  %v208 = add i32 %v207, -1
  %v211 = add i32 %v210, 1
  %v230 = icmp samesign ugt i32 %v208, 1
  br i1 %v230, label %v206, label %v203
v203:
  %v231 = getelementptr inbounds i8, ptr %v186, i64 %v129
  store i32 %v118, ptr %v231, align 4
  br label %v105
v141:
  %v232 = shl i64 %v134, 2
  %v233 = getelementptr i8, ptr %v136, i64 %v232
  store i32 %v118, ptr %v233, align 4
  %v234 = getelementptr i8, ptr %v136, i64 4
  %v235 = getelementptr i32, ptr %v234, i64 %v134
  store i32 %v115, ptr %v235, align 4
  %v236 = select i1 %v111, i64 %v9, i64 0
  %v237 = getelementptr i32, ptr %v8, i64 %v236
  %v238 = getelementptr i32, ptr %v237, i64 %v110
  %v239 = load i32, ptr %v238, align 4
  %v240 = load i32, ptr %v130, align 4
  %v241 = sext i32 %v240 to i64
  %v242 = icmp slt i32 %v240, 0
  %v243 = select i1 %v242, i64 %v21, i64 0
  %v244 = getelementptr i32, ptr %v20, i64 %v243
  %v245 = getelementptr i32, ptr %v244, i64 %v241
  store i32 %v239, ptr %v245, align 4
  %v246 = select i1 %v120, i64 %v23, i64 0
  %v247 = getelementptr i32, ptr %v22, i64 %v246
  %v248 = getelementptr i32, ptr %v247, i64 %v116
  %v249 = load i32, ptr %v248, align 4
  %v250 = icmp eq i32 %v249, 0
  br i1 %v250, label %v105, label %v251
v527:
  %v252 = sext i32 %v253 to i64
  %v254 = icmp slt i32 %v253, 0
  %v255 = select i1 %v254, i64 %v7, i64 0
  %v256 = getelementptr i32, ptr %v6, i64 %v255
  %v257 = getelementptr i32, ptr %v256, i64 %v252
  %v258 = load i32, ptr %v257, align 4
  %v259 = sext i32 %v258 to i64
  %v260 = icmp sgt i32 %v258, -1
  br i1 %v260, label %v261, label %v262
v261:
  %v263 = select i1 %v264, i64 %v9, i64 0
  %v265 = getelementptr i32, ptr %v8, i64 %v263
  %v266 = getelementptr i32, ptr %v265, i64 %v267
  %v268 = load i32, ptr %v266, align 4
  %v269 = sext i32 %v268 to i64
  %v270 = icmp slt i32 %v268, 0
  %v271 = select i1 %v270, i64 %v11, i64 0
  %v272 = getelementptr i32, ptr %v10, i64 %v271
  %v273 = getelementptr i32, ptr %v272, i64 %v269
  %v274 = load i32, ptr %v273, align 4
  %v275 = sext i32 %v274 to i64
  %v276 = icmp slt i32 %v274, 0
  %v277 = select i1 %v276, i64 %v13, i64 0
  %v278 = getelementptr i32, ptr %v12, i64 %v277
  %v279 = getelementptr i32, ptr %v278, i64 %v275
  %v280 = load i32, ptr %v279, align 4
  %v281 = icmp eq i32 %v280, %v253
  br i1 %v281, label %v282, label %v262
v282:
  %v283 = getelementptr i32, ptr %v14, i64 %v259
  store i32 %v118, ptr %v283, align 4
  br label %v262
v262:
  %v284 = add i32 %v285, -1
  %v286 = add i32 %v287, 1
  %v288 = icmp samesign ugt i32 %v284, 1
  br i1 %v288, label %v289, label %v105
v105:
  %v290 = icmp sgt i32 %v103, 1
  br i1 %v290, label %v291, label %v292
v292:
  %v293 = load i32, ptr %v14, align 4
  %v294 = icmp eq i32 %v293, %v118
  br i1 %v294, label %v295, label %v296
v295:
  %v297 = phi i64 [ %v298, %v295 ], [ 0, %v292 ]
  %v298 = add nuw nsw i64 %v297, 1
  %v299 = shl i64 %v297, 2
  %v300 = getelementptr i8, ptr %v14, i64 %v299
  %v301 = getelementptr i8, ptr %v300, i64 4
  %v302 = load i32, ptr %v301, align 4
  %v303 = icmp eq i32 %v302, %v118
  br i1 %v303, label %v295, label %v304
v464:
  %v305 = phi i32 [ %v306, %v307 ], [ %v308, %v309 ]
  %v310 = phi i32 [ %v311, %v307 ], [ %v312, %v309 ]
  %v308 = add nsw i32 %v305, -1
  %v312 = add i32 %v310, 1
  %v313 = sext i32 %v310 to i64
  %v314 = icmp slt i32 %v310, 0
  %v315 = select i1 %v314, i64 %v3, i64 0
  %v316 = getelementptr i32, ptr %v2, i64 %v315
  %v317 = getelementptr i32, ptr %v316, i64 %v313
  %v318 = load i32, ptr %v317, align 4
  %v319 = sext i32 %v318 to i64
  %v320 = icmp eq i32 %v318, %v118
  br i1 %v320, label %v309, label %v321
v321:
  %v322 = icmp slt i32 %v318, 0
  %v323 = select i1 %v322, i64 %v7, i64 0
  %v324 = getelementptr i32, ptr %v6, i64 %v323
  %v325 = getelementptr i32, ptr %v324, i64 %v319
  %v326 = load i32, ptr %v325, align 4
  %v327 = icmp slt i32 %v326, 0
  br i1 %v327, label %v309, label %v328
v563:
  %v329 = sext i32 %v330 to i64
  %v331 = icmp slt i32 %v330, 0
  %v332 = select i1 %v331, i64 %v7, i64 0
  %v333 = getelementptr i32, ptr %v6, i64 %v332
  %v334 = getelementptr i32, ptr %v333, i64 %v329
  %v335 = load i32, ptr %v334, align 4
  %v336 = icmp eq i32 %v335, %v337
  br i1 %v336, label %v338, label %v339
v339:
  %v340 = add i32 %v341, -1
  %v342 = add i32 %v343, 1
  %v344 = icmp samesign ugt i32 %v340, 1
  br i1 %v344, label %v345, label %v346
v346:
  %v347 = shl nsw i64 %v319, 2
  %v348 = getelementptr inbounds i8, ptr %v324, i64 %v347
  %v349 = load i32, ptr %v348, align 4
  %v350 = sext i32 %v349 to i64
  %v351 = icmp slt i32 %v349, 0
  %v352 = select i1 %v351, i64 %v19, i64 0
  %v353 = shl nsw i64 %v350, 3
  %v354 = getelementptr i8, ptr %v18, i64 %v353
  %v355 = getelementptr i8, ptr %v354, i64 4
  %v356 = getelementptr i32, ptr %v355, i64 %v352
  br label %v357
v338:
  %v358 = shl nsw i64 %v319, 2
  %v359 = getelementptr i8, ptr %v324, i64 %v358
  %v360 = load i32, ptr %v359, align 4
  %v361 = sext i32 %v360 to i64
  %v362 = icmp slt i32 %v360, 0
  %v363 = select i1 %v362, i64 %v19, i64 0
  %v364 = shl nsw i64 %v361, 3
  %v365 = getelementptr i8, ptr %v18, i64 %v364
  %v366 = getelementptr i8, ptr %v365, i64 4
  %v367 = getelementptr i32, ptr %v366, i64 %v363
  %v368 = icmp sgt i32 %v343, -1
  br i1 %v368, label %v369, label %v357
v369:
  %v370 = getelementptr i32, ptr %v8, i64 %v371
  %v372 = load i32, ptr %v370, align 4
  %v373 = sext i32 %v372 to i64
  %v374 = icmp slt i32 %v372, 0
  %v375 = select i1 %v374, i64 %v11, i64 0
  %v376 = getelementptr i32, ptr %v10, i64 %v375
  %v377 = getelementptr i32, ptr %v376, i64 %v373
  %v378 = load i32, ptr %v377, align 4
  %v379 = select i1 %v314, i64 %v9, i64 0
  %v380 = getelementptr i32, ptr %v8, i64 %v379
  %v381 = getelementptr i32, ptr %v380, i64 %v313
  %v382 = load i32, ptr %v381, align 4
  %v383 = sext i32 %v382 to i64
  %v384 = icmp slt i32 %v382, 0
  %v385 = select i1 %v384, i64 %v11, i64 0
  %v386 = getelementptr i32, ptr %v10, i64 %v385
  %v387 = getelementptr i32, ptr %v386, i64 %v383
  store i32 %v378, ptr %v387, align 4
  %v388 = load i32, ptr %v381, align 4
  %v389 = sext i32 %v388 to i64
  %v390 = icmp slt i32 %v388, 0
  %v391 = select i1 %v390, i64 %v11, i64 0
  %v392 = getelementptr i32, ptr %v10, i64 %v391
  %v393 = getelementptr i32, ptr %v392, i64 %v389
  %v394 = load i32, ptr %v393, align 4
  %v395 = sext i32 %v394 to i64
  %v396 = icmp slt i32 %v394, 0
  %v397 = select i1 %v396, i64 %v13, i64 0
  %v398 = getelementptr i32, ptr %v12, i64 %v397
  %v399 = getelementptr i32, ptr %v398, i64 %v395
  store i32 %v318, ptr %v399, align 4
  %v400 = getelementptr i32, ptr %v2, i64 %v371
  %v401 = load i32, ptr %v400, align 4
  %v402 = sext i32 %v401 to i64
  %v403 = icmp slt i32 %v401, 0
  %v404 = select i1 %v403, i64 %v23, i64 0
  %v405 = getelementptr i32, ptr %v22, i64 %v404
  %v406 = getelementptr i32, ptr %v405, i64 %v402
  store i32 1, ptr %v406, align 4
  store i32 1, ptr %v407, align 4
  br label %v309
v357:
  %v408 = phi ptr [ %v356, %v346 ], [ %v367, %v338 ]
  %v409 = phi i1 [ %v351, %v346 ], [ %v362, %v338 ]
  %v410 = phi i64 [ %v350, %v346 ], [ %v361, %v338 ]
  %v411 = load i32, ptr %v408, align 4
  %v412 = icmp eq i32 %v411, %v318
  br i1 %v412, label %v413, label %v414
v414:
  %v415 = sext i32 %v411 to i64
  %v416 = select i1 %v409, i64 %v21, i64 0
  %v417 = getelementptr i32, ptr %v20, i64 %v416
  %v418 = getelementptr i32, ptr %v417, i64 %v410
  %v419 = load i32, ptr %v418, align 4
  %v420 = sext i32 %v419 to i64
  %v421 = icmp slt i32 %v419, 0
  %v422 = select i1 %v421, i64 %v11, i64 0
  %v423 = getelementptr i32, ptr %v10, i64 %v422
  %v424 = getelementptr i32, ptr %v423, i64 %v420
  %v425 = load i32, ptr %v424, align 4
  %v426 = select i1 %v314, i64 %v9, i64 0
  %v427 = getelementptr i32, ptr %v8, i64 %v426
  %v428 = getelementptr i32, ptr %v427, i64 %v313
  %v429 = load i32, ptr %v428, align 4
  %v430 = sext i32 %v429 to i64
  %v431 = icmp slt i32 %v429, 0
  %v432 = select i1 %v431, i64 %v11, i64 0
  %v433 = getelementptr i32, ptr %v10, i64 %v432
  %v434 = getelementptr i32, ptr %v433, i64 %v430
  store i32 %v425, ptr %v434, align 4
  %v435 = load i32, ptr %v428, align 4
  %v436 = sext i32 %v435 to i64
  %v437 = icmp slt i32 %v435, 0
  %v438 = select i1 %v437, i64 %v11, i64 0
  %v439 = getelementptr i32, ptr %v10, i64 %v438
  %v440 = getelementptr i32, ptr %v439, i64 %v436
  %v441 = load i32, ptr %v440, align 4
  %v442 = sext i32 %v441 to i64
  %v443 = icmp slt i32 %v441, 0
  %v444 = select i1 %v443, i64 %v13, i64 0
  %v445 = getelementptr i32, ptr %v12, i64 %v444
  %v446 = getelementptr i32, ptr %v445, i64 %v442
  store i32 %v118, ptr %v446, align 4
  %v447 = icmp slt i32 %v411, 0
  %v448 = select i1 %v447, i64 %v23, i64 0
  %v449 = getelementptr i32, ptr %v22, i64 %v448
  %v450 = getelementptr i32, ptr %v449, i64 %v415
  store i32 1, ptr %v450, align 4
  %v451 = select i1 %v322, i64 %v23, i64 0
  %v452 = getelementptr i32, ptr %v22, i64 %v451
  %v453 = getelementptr i32, ptr %v452, i64 %v319
  store i32 1, ptr %v453, align 4
  br label %v309
v413:
  %v454 = select i1 %v314, i64 %v9, i64 0
  %v455 = getelementptr i32, ptr %v8, i64 %v454
  %v456 = getelementptr i32, ptr %v455, i64 %v313
  %v457 = load i32, ptr %v456, align 4
  %v458 = sext i32 %v457 to i64
  %v459 = icmp slt i32 %v457, 0
  %v460 = select i1 %v459, i64 %v11, i64 0
  %v461 = getelementptr i32, ptr %v10, i64 %v460
  %v462 = getelementptr i32, ptr %v461, i64 %v458
  store i32 %v457, ptr %v462, align 4
  br label %v309
v309:
  %v463 = icmp sgt i32 %v305, 1
  br i1 %v463, label %v464, label %v465
v465:
  %v466 = icmp eq i64 %v467, %v5
  br i1 %v466, label %v102, label %v101
v32:
  %v468 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v25, i64 1)
  %v54 = add nsw i64 %v468, -1
  %v469 = icmp sgt i64 %v25, 1
  br i1 %v469, label %v48, label %v62
v55:
  %v57 = phi i32 [ %v56, %v99 ], [ 0, %v48 ]
  %v79 = phi i64 [ %v61, %v99 ], [ 0, %v48 ]
  %v61 = add nuw nsw i64 %v79, 1
  %v470 = getelementptr i32, ptr %v0, i64 %v79
  %v69 = load i32, ptr %v470, align 4
  %v471 = getelementptr i8, ptr %v470, i64 4
  %v472 = load i32, ptr %v471, align 4
  %v473 = sub i32 %v472, %v69
  %v474 = icmp slt i32 %v473, 1
  br i1 %v474, label %v99, label %v65
v65:
  %v64 = add nuw i32 %v473, 1
  br label %v97
v62:
  %v475 = icmp slt i64 %v28, 4
  br i1 %v475, label %v476, label %v477
v477:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v12, i8 -1, i64 %v28, i1 false)
  br label %v476
v476:
  %v478 = icmp slt i64 %v27, 1
  br i1 %v478, label %v479, label %v480
v480:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v16, i8 -1, i64 %v26, i1 false)
  br label %v479
v101:
  %v481 = phi i64 [ %v467, %v465 ], [ 0, %v479 ]
  %v482 = shl i64 %v481, 2
  %v483 = getelementptr i8, ptr %v4, i64 %v482
  %v118 = load i32, ptr %v483, align 4
  %v467 = add nuw nsw i64 %v481, 1
  %v484 = sext i32 %v118 to i64
  %v485 = icmp slt i32 %v118, 0
  %v486 = select i1 %v485, i64 %v1, i64 0
  %v487 = getelementptr i32, ptr %v0, i64 %v486
  %v488 = getelementptr i32, ptr %v487, i64 %v484
  %v109 = load i32, ptr %v488, align 4
  %v489 = icmp slt i32 %v118, -1
  %v490 = select i1 %v489, i64 %v1, i64 0
  %v491 = getelementptr i32, ptr %v0, i64 %v484
  %v492 = getelementptr i8, ptr %v491, i64 4
  %v493 = getelementptr i32, ptr %v492, i64 %v490
  %v494 = load i32, ptr %v493, align 4
  %v106 = sub i32 %v494, %v109
  %v495 = icmp slt i32 %v106, 1
  br i1 %v495, label %v292, label %v291
v153:
  %v496 = select i1 %v146, i64 %v1, i64 0
  %v497 = getelementptr i32, ptr %v0, i64 %v496
  %v498 = getelementptr i32, ptr %v497, i64 %v145
  %v160 = load i32, ptr %v498, align 4
  %v499 = icmp slt i32 %v144, -1
  %v500 = select i1 %v499, i64 %v1, i64 0
  %v501 = getelementptr i32, ptr %v0, i64 %v145
  %v502 = getelementptr i8, ptr %v501, i64 4
  %v503 = getelementptr i32, ptr %v502, i64 %v500
  %v504 = load i32, ptr %v503, align 4
  %v505 = sub i32 %v504, %v160
  %v506 = icmp slt i32 %v505, 1
  br i1 %v506, label %v182, label %v156
v156:
  %v155 = add nuw i32 %v505, 1
  br label %v181
v251:
  %v507 = select i1 %v120, i64 %v1, i64 0
  %v508 = getelementptr i32, ptr %v0, i64 %v507
  %v509 = getelementptr i32, ptr %v508, i64 %v116
  %v510 = load i32, ptr %v509, align 4
  %v511 = icmp slt i32 %v115, -1
  %v512 = select i1 %v511, i64 %v1, i64 0
  %v513 = getelementptr i32, ptr %v0, i64 %v116
  %v514 = getelementptr i8, ptr %v513, i64 4
  %v515 = getelementptr i32, ptr %v514, i64 %v512
  %v516 = load i32, ptr %v515, align 4
  %v517 = sub i32 %v516, %v510
  %v518 = icmp slt i32 %v517, 1
  br i1 %v518, label %v105, label %v519
v519:
  %v520 = add nuw i32 %v517, 1
  br label %v289
v289:
  %v285 = phi i32 [ %v520, %v519 ], [ %v284, %v262 ]
  %v287 = phi i32 [ %v510, %v519 ], [ %v286, %v262 ]
  %v267 = sext i32 %v287 to i64
  %v264 = icmp slt i32 %v287, 0
  %v521 = select i1 %v264, i64 %v3, i64 0
  %v522 = getelementptr i32, ptr %v2, i64 %v521
  %v523 = getelementptr i32, ptr %v522, i64 %v267
  %v253 = load i32, ptr %v523, align 4
  %v524 = icmp ne i32 %v118, %v253
  %v525 = icmp ne i32 %v115, %v253
  %v526 = and i1 %v524, %v525
  br i1 %v526, label %v527, label %v262
v304:
  %v528 = trunc i64 %v298 to i32
  br label %v296
v296:
  %v529 = phi i32 [ 0, %v292 ], [ %v528, %v304 ]
  %v530 = select i1 %v485, i64 %v7, i64 0
  %v531 = getelementptr i32, ptr %v6, i64 %v530
  %v532 = getelementptr i32, ptr %v531, i64 %v484
  store i32 %v529, ptr %v532, align 4
  %v533 = shl nsw i64 %v484, 2
  %v534 = getelementptr inbounds i8, ptr %v487, i64 %v533
  %v311 = load i32, ptr %v534, align 4
  %v535 = shl i64 %v490, 2
  %v536 = getelementptr inbounds i8, ptr %v492, i64 %v535
  %v537 = load i32, ptr %v536, align 4
  %v306 = sub i32 %v537, %v311
  %v538 = icmp slt i32 %v306, 1
  br i1 %v538, label %v465, label %v307
v307:
  %v539 = getelementptr i32, ptr %v22, i64 %v484
  %v540 = getelementptr inbounds i8, ptr %v531, i64 %v533
  %v541 = select i1 %v485, i64 %v29, i64 0
  %v407 = getelementptr inbounds i8, ptr %v539, i64 %v541
  br label %v464
v328:
  %v337 = load i32, ptr %v540, align 4
  %v542 = select i1 %v322, i64 %v1, i64 0
  %v543 = getelementptr i32, ptr %v0, i64 %v542
  %v544 = getelementptr i32, ptr %v543, i64 %v319
  %v545 = load i32, ptr %v544, align 4
  %v546 = icmp slt i32 %v318, -1
  %v547 = select i1 %v546, i64 %v1, i64 0
  %v548 = getelementptr i32, ptr %v0, i64 %v319
  %v549 = getelementptr i8, ptr %v548, i64 4
  %v550 = getelementptr i32, ptr %v549, i64 %v547
  %v551 = load i32, ptr %v550, align 4
  %v552 = sub i32 %v551, %v545
  %v553 = icmp slt i32 %v552, 1
  br i1 %v553, label %v346, label %v554
v554:
  %v555 = add nuw i32 %v552, 1
  br label %v345
v345:
  %v341 = phi i32 [ %v555, %v554 ], [ %v340, %v339 ]
  %v343 = phi i32 [ %v545, %v554 ], [ %v342, %v339 ]
  %v371 = sext i32 %v343 to i64
  %v556 = icmp slt i32 %v343, 0
  %v557 = select i1 %v556, i64 %v3, i64 0
  %v558 = getelementptr i32, ptr %v2, i64 %v557
  %v559 = getelementptr i32, ptr %v558, i64 %v371
  %v330 = load i32, ptr %v559, align 4
  %v560 = icmp ne i32 %v118, %v330
  %v561 = icmp ne i32 %v318, %v330
  %v562 = and i1 %v560, %v561
  br i1 %v562, label %v563, label %v339
v102:
  ret i32 0
}
