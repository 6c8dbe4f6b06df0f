; Made from summing.py by generate.py: 8daad56d15f43009072231289114cef9a676d5ac
; by Numba 0.68.1

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] |u1[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19, ptr %v20, i64 %v21, ptr %v22, i64 %v23, ptr %v24, i64 %v25, ptr %v26, i64 %v27) nounwind {
v304:
  %v28 = shl i64 %v1, 2
  %v29 = ashr exact i64 %v28, 2
  %v30 = shl i64 %v15, 2
  %v31 = ashr exact i64 %v30, 2
  %v32 = icmp sgt i64 %v31, 1
  br i1 %v32, label %v33, label %v34
v33:
  %v35 = getelementptr i8, ptr %v0, i64 44
  %v36 = add nsw i64 %v31, -2
  %v37 = icmp sgt i64 %v29, 11
  br label %v38
v65:
  %v39 = icmp eq i64 %v40, %v36
  br i1 %v39, label %v34, label %v38
v45:
  %v41 = phi i32 [ %v42, %v43 ], [ %v44, %v45 ]
  %v46 = phi i32 [ %v47, %v43 ], [ %v48, %v45 ]
  %v48 = add i32 %v46, 1
  %v49 = sext i32 %v46 to i64
  %v50 = icmp slt i32 %v46, 0
  %v51 = select i1 %v50, i64 %v17, i64 0
  %v52 = getelementptr i32, ptr %v16, i64 %v51
  %v53 = getelementptr i32, ptr %v52, i64 %v49
  %v54 = load i32, ptr %v53, align 4
  %v55 = sext i32 %v54 to i64
  %v56 = icmp slt i32 %v54, 0
  %v57 = select i1 %v56, i64 %v27, i64 0
  %v58 = getelementptr i32, ptr %v26, i64 %v57
  %v59 = getelementptr i32, ptr %v58, i64 %v55
  store i32 %v46, ptr %v59, align 4
  %v44 = add i32 %v41, -1
  %v60 = icmp samesign ugt i32 %v44, 1
  br i1 %v60, label %v45, label %v61
v67:
  %v62 = icmp sgt i32 %v63, 1
  br i1 %v62, label %v64, label %v65
v64:
  %v63 = phi i32 [ %v66, %v67 ], [ %v68, %v69 ]
  %v70 = phi i32 [ %v71, %v67 ], [ %v72, %v69 ]
  %v66 = add nsw i32 %v63, -1
  %v71 = add i32 %v70, 1
  %v73 = sext i32 %v70 to i64
  %v74 = icmp slt i32 %v70, 0
  %v75 = select i1 %v74, i64 %v13, i64 0
  %v76 = getelementptr i32, ptr %v12, i64 %v75
  %v77 = getelementptr i32, ptr %v76, i64 %v73
  %v78 = load i32, ptr %v77, align 4
  %v79 = sext i32 %v78 to i64
  br i1 %v37, label %v80, label %v81
v80:
  %v82 = load i32, ptr %v35, align 4
  %v83 = icmp sgt i32 %v82, %v78
  br i1 %v83, label %v81, label %v84
v84:
  %v85 = phi i64 [ %v86, %v87 ], [ 22, %v80 ]
  %v88 = phi ptr [ %v89, %v87 ], [ %v35, %v80 ]
  %v90 = icmp slt i64 %v85, %v29
  br i1 %v90, label %v87, label %v91
v87:
  %v89 = getelementptr i8, ptr %v88, i64 44
  %v92 = load i32, ptr %v89, align 4
  %v93 = icmp sgt i32 %v92, %v78
  %v86 = add nuw nsw i64 %v85, 11
  br i1 %v93, label %v91, label %v84
v91:
  %v94 = add nsw i64 %v85, -11
  br label %v81
v81:
  %v95 = phi ptr [ %v88, %v91 ], [ %v0, %v80 ], [ %v0, %v64 ]
  %v96 = phi i64 [ %v94, %v91 ], [ 0, %v80 ], [ 0, %v64 ]
  %v97 = getelementptr i8, ptr %v95, i64 4
  %v98 = load i32, ptr %v97, align 4
  %v99 = sext i32 %v98 to i64
  %v100 = icmp eq i32 %v98, 0
  %v101 = load i32, ptr %v95, align 4
  %v102 = sext i32 %v101 to i64
  %v103 = sub nsw i64 %v79, %v102
  br i1 %v100, label %v104, label %v105
v158:
  %v106 = phi i32 [ %v107, %v108 ], [ %v109, %v110 ]
  %v111 = phi i32 [ %v112, %v108 ], [ %v113, %v110 ]
  %v114 = sext i32 %v111 to i64
  %v115 = icmp slt i32 %v111, 0
  %v116 = select i1 %v115, i64 %v7, i64 0
  %v117 = getelementptr i32, ptr %v6, i64 %v116
  %v118 = getelementptr i32, ptr %v117, i64 %v114
  %v119 = load i32, ptr %v118, align 4
  %v120 = sext i32 %v119 to i64
  %v121 = add nsw i64 %v122, %v120
  %v123 = icmp slt i64 %v121, 0
  %v124 = select i1 %v123, i64 %v9, i64 0
  %v125 = getelementptr i32, ptr %v8, i64 %v121
  %v126 = getelementptr i32, ptr %v125, i64 %v124
  %v127 = load i32, ptr %v126, align 4
  %v128 = icmp sgt i32 %v127, -1
  br i1 %v128, label %v129, label %v110
v129:
  %v130 = zext nneg i32 %v127 to i64
  %v131 = getelementptr i32, ptr %v26, i64 %v130
  %v132 = load i32, ptr %v131, align 4
  %v133 = load i32, ptr %v134, align 4
  %v135 = trunc i32 %v132 to i8
  %v136 = trunc i32 %v133 to i8
  %v137 = sub i8 %v135, %v136
  %v138 = select i1 %v115, i64 %v19, i64 0
  %v139 = getelementptr i32, ptr %v18, i64 %v138
  %v140 = getelementptr i32, ptr %v139, i64 %v114
  %v141 = load i32, ptr %v140, align 4
  %v142 = sext i32 %v141 to i64
  %v143 = add nsw i64 %v144, %v142
  %v145 = select i1 %v115, i64 %v21, i64 0
  %v146 = getelementptr i32, ptr %v20, i64 %v145
  %v147 = getelementptr i32, ptr %v146, i64 %v114
  %v148 = load i32, ptr %v147, align 4
  %v149 = sext i32 %v148 to i64
  %v150 = mul nsw i64 %v151, %v149
  %v152 = add nsw i64 %v143, %v150
  %v153 = icmp slt i64 %v152, 0
  %v154 = select i1 %v153, i64 %v23, i64 0
  %v155 = getelementptr i8, ptr %v22, i64 %v152
  %v156 = getelementptr i8, ptr %v155, i64 %v154
  store i8 %v137, ptr %v156, align 1
  br label %v110
v110:
  %v109 = add i32 %v106, -1
  %v113 = add i32 %v111, 1
  %v157 = icmp samesign ugt i32 %v109, 1
  br i1 %v157, label %v158, label %v67
v38:
  %v40 = phi i64 [ 0, %v33 ], [ %v159, %v65 ]
  %v159 = add nuw nsw i64 %v40, 1
  %v160 = getelementptr i32, ptr %v14, i64 %v40
  %v47 = load i32, ptr %v160, align 4
  %v161 = getelementptr i32, ptr %v14, i64 %v159
  %v162 = load i32, ptr %v161, align 4
  %v163 = sub i32 %v162, %v47
  %v164 = icmp slt i32 %v163, 1
  br i1 %v164, label %v61, label %v43
v43:
  %v42 = add nuw i32 %v163, 1
  br label %v45
v61:
  %v165 = getelementptr i32, ptr %v10, i64 %v40
  %v72 = load i32, ptr %v165, align 4
  %v166 = getelementptr i32, ptr %v10, i64 %v159
  %v167 = load i32, ptr %v166, align 4
  %v68 = sub i32 %v167, %v72
  %v168 = icmp slt i32 %v68, 1
  br i1 %v168, label %v65, label %v69
v69:
  %v169 = shl i64 %v40, 2
  %v134 = getelementptr i8, ptr %v14, i64 %v169
  br label %v64
v104:
  %v170 = phi i64 [ %v171, %v172 ], [ 0, %v81 ]
  %v173 = icmp slt i64 %v96, -9
  %v174 = select i1 %v173, i64 %v1, i64 0
  %v175 = getelementptr i8, ptr %v95, i64 36
  %v176 = getelementptr i32, ptr %v175, i64 %v174
  %v177 = load i32, ptr %v176, align 4
  %v178 = sext i32 %v177 to i64
  %v179 = add nsw i64 %v170, %v178
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v3, i64 0
  %v182 = getelementptr i8, ptr %v2, i64 %v179
  %v183 = getelementptr i8, ptr %v182, i64 %v181
  %v184 = load i8, ptr %v183, align 1
  %v185 = sext i8 %v184 to i64
  %v186 = sub nsw i64 %v185, %v170
  %v187 = icmp slt i64 %v96, -4
  %v188 = select i1 %v187, i64 %v1, i64 0
  %v189 = getelementptr i8, ptr %v95, i64 16
  %v190 = getelementptr i32, ptr %v189, i64 %v188
  %v191 = load i32, ptr %v190, align 4
  %v192 = sext i32 %v191 to i64
  %v193 = mul nsw i64 %v186, %v99
  %v194 = add nsw i64 %v103, %v192
  %v195 = add nsw i64 %v194, %v193
  %v196 = icmp slt i64 %v96, -2
  %v197 = select i1 %v196, i64 %v1, i64 0
  %v198 = getelementptr i8, ptr %v95, i64 8
  %v199 = getelementptr i32, ptr %v198, i64 %v197
  %v200 = load i32, ptr %v199, align 4
  %v201 = icmp slt i64 %v96, -3
  %v202 = select i1 %v201, i64 %v1, i64 0
  %v203 = getelementptr i8, ptr %v95, i64 12
  %v204 = getelementptr i32, ptr %v203, i64 %v202
  %v205 = load i32, ptr %v204, align 4
  %v206 = sext i32 %v205 to i64
  %v207 = mul nsw i64 %v170, %v206
  %v208 = sext i32 %v200 to i64
  %v122 = add nsw i64 %v207, %v208
  %v209 = icmp slt i64 %v96, -7
  %v210 = select i1 %v209, i64 %v1, i64 0
  %v211 = getelementptr i8, ptr %v95, i64 28
  %v212 = getelementptr i32, ptr %v211, i64 %v210
  %v213 = load i32, ptr %v212, align 4
  %v214 = sext i32 %v213 to i64
  %v215 = icmp eq i32 %v213, 0
  br i1 %v215, label %v216, label %v217
v105:
  %v218 = or i64 %v103, %v99
  %v219 = icmp ult i64 %v218, 4294967296
  br i1 %v219, label %v220, label %v221
v220:
  %v222 = trunc nuw i64 %v103 to i32
  %v223 = udiv i32 %v222, %v98
  %v224 = urem i32 %v222, %v98
  %v225 = zext i32 %v223 to i64
  %v226 = zext i32 %v224 to i64
  br label %v172
v221:
  %v227 = sdiv i64 %v103, %v99
  %v228 = srem i64 %v103, %v99
  br label %v172
v172:
  %v229 = phi i64 [ %v225, %v220 ], [ %v227, %v221 ]
  %v230 = phi i64 [ %v226, %v220 ], [ %v228, %v221 ]
  %v231 = xor i64 %v230, %v99
  %v232 = icmp slt i64 %v231, 0
  %v233 = icmp ne i64 %v230, 0
  %v234 = and i1 %v233, %v232
  %v235 = sext i1 %v234 to i64
  %v171 = add nsw i64 %v229, %v235
  br label %v104
v217:
  %v236 = or i64 %v170, %v214
  %v237 = icmp ult i64 %v236, 4294967296
  br i1 %v237, label %v238, label %v239
v238:
  %v240 = trunc nuw i64 %v170 to i32
  %v241 = udiv i32 %v240, %v213
  %v242 = urem i32 %v240, %v213
  %v243 = zext i32 %v241 to i64
  %v244 = zext i32 %v242 to i64
  br label %v245
v239:
  %v246 = sdiv i64 %v170, %v214
  %v247 = srem i64 %v170, %v214
  br label %v245
v245:
  %v248 = phi i64 [ %v243, %v238 ], [ %v246, %v239 ]
  %v249 = phi i64 [ %v244, %v238 ], [ %v247, %v239 ]
  %v250 = xor i64 %v249, %v214
  %v251 = icmp slt i64 %v250, 0
  %v252 = icmp ne i64 %v249, 0
  %v253 = and i1 %v252, %v251
  %v254 = sext i1 %v253 to i64
  %v255 = add nsw i64 %v248, %v254
  %v256 = mul nsw i64 %v255, %v214
  br label %v216
v216:
  %v257 = phi i64 [ 0, %v104 ], [ %v256, %v245 ]
  %v258 = icmp slt i64 %v96, -8
  %v259 = select i1 %v258, i64 %v1, i64 0
  %v260 = getelementptr i8, ptr %v95, i64 32
  %v261 = getelementptr i32, ptr %v260, i64 %v259
  %v262 = load i32, ptr %v261, align 4
  %v263 = sext i32 %v262 to i64
  %v264 = tail call i64 @llvm.smin.i64(i64 %v257, i64 %v263)
  %v151 = sub nsw i64 %v170, %v264
  %v265 = icmp slt i64 %v96, -10
  %v266 = select i1 %v265, i64 %v1, i64 0
  %v267 = getelementptr i8, ptr %v95, i64 40
  %v268 = getelementptr i32, ptr %v267, i64 %v266
  %v269 = load i32, ptr %v268, align 4
  %v270 = sext i32 %v269 to i64
  %v271 = sub i64 %v257, %v264
  %v272 = mul i64 %v271, %v99
  %v273 = add nsw i64 %v103, %v270
  %v274 = add i64 %v273, %v272
  %v275 = load i32, ptr %v134, align 4
  %v276 = icmp slt i64 %v274, 0
  %v277 = select i1 %v276, i64 %v25, i64 0
  %v278 = getelementptr i32, ptr %v24, i64 %v274
  %v279 = getelementptr i32, ptr %v278, i64 %v277
  store i32 %v275, ptr %v279, align 4
  %v280 = icmp slt i64 %v96, -5
  %v281 = select i1 %v280, i64 %v1, i64 0
  %v282 = getelementptr i8, ptr %v95, i64 20
  %v283 = getelementptr i32, ptr %v282, i64 %v281
  %v284 = load i32, ptr %v283, align 4
  %v285 = icmp slt i64 %v96, -6
  %v286 = select i1 %v285, i64 %v1, i64 0
  %v287 = getelementptr i8, ptr %v95, i64 24
  %v288 = getelementptr i32, ptr %v287, i64 %v286
  %v289 = load i32, ptr %v288, align 4
  %v290 = sext i32 %v289 to i64
  %v291 = mul nsw i64 %v257, %v290
  %v292 = sext i32 %v284 to i64
  %v144 = add nsw i64 %v291, %v292
  %v293 = icmp slt i64 %v195, 0
  %v294 = select i1 %v293, i64 %v5, i64 0
  %v295 = getelementptr i32, ptr %v4, i64 %v195
  %v296 = getelementptr i32, ptr %v295, i64 %v294
  %v112 = load i32, ptr %v296, align 4
  %v297 = icmp slt i64 %v195, -1
  %v298 = select i1 %v297, i64 %v5, i64 0
  %v299 = getelementptr i8, ptr %v295, i64 4
  %v300 = getelementptr i32, ptr %v299, i64 %v298
  %v301 = load i32, ptr %v300, align 4
  %v302 = sub i32 %v301, %v112
  %v303 = icmp slt i32 %v302, 1
  br i1 %v303, label %v67, label %v108
v108:
  %v107 = add nuw i32 %v302, 1
  br label %v158
v34:
  ret i32 0
}

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <u2[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19, ptr %v20, i64 %v21, ptr %v22, i64 %v23, ptr %v24, i64 %v25, ptr %v26, i64 %v27) nounwind {
v304:
  %v28 = shl i64 %v1, 2
  %v29 = ashr exact i64 %v28, 2
  %v30 = shl i64 %v15, 2
  %v31 = ashr exact i64 %v30, 2
  %v32 = icmp sgt i64 %v31, 1
  br i1 %v32, label %v33, label %v34
v33:
  %v35 = getelementptr i8, ptr %v0, i64 44
  %v36 = add nsw i64 %v31, -2
  %v37 = icmp sgt i64 %v29, 11
  br label %v38
v65:
  %v39 = icmp eq i64 %v40, %v36
  br i1 %v39, label %v34, label %v38
v45:
  %v41 = phi i32 [ %v42, %v43 ], [ %v44, %v45 ]
  %v46 = phi i32 [ %v47, %v43 ], [ %v48, %v45 ]
  %v48 = add i32 %v46, 1
  %v49 = sext i32 %v46 to i64
  %v50 = icmp slt i32 %v46, 0
  %v51 = select i1 %v50, i64 %v17, i64 0
  %v52 = getelementptr i32, ptr %v16, i64 %v51
  %v53 = getelementptr i32, ptr %v52, i64 %v49
  %v54 = load i32, ptr %v53, align 4
  %v55 = sext i32 %v54 to i64
  %v56 = icmp slt i32 %v54, 0
  %v57 = select i1 %v56, i64 %v27, i64 0
  %v58 = getelementptr i32, ptr %v26, i64 %v57
  %v59 = getelementptr i32, ptr %v58, i64 %v55
  store i32 %v46, ptr %v59, align 4
  %v44 = add i32 %v41, -1
  %v60 = icmp samesign ugt i32 %v44, 1
  br i1 %v60, label %v45, label %v61
v67:
  %v62 = icmp sgt i32 %v63, 1
  br i1 %v62, label %v64, label %v65
v64:
  %v63 = phi i32 [ %v66, %v67 ], [ %v68, %v69 ]
  %v70 = phi i32 [ %v71, %v67 ], [ %v72, %v69 ]
  %v66 = add nsw i32 %v63, -1
  %v71 = add i32 %v70, 1
  %v73 = sext i32 %v70 to i64
  %v74 = icmp slt i32 %v70, 0
  %v75 = select i1 %v74, i64 %v13, i64 0
  %v76 = getelementptr i32, ptr %v12, i64 %v75
  %v77 = getelementptr i32, ptr %v76, i64 %v73
  %v78 = load i32, ptr %v77, align 4
  %v79 = sext i32 %v78 to i64
  br i1 %v37, label %v80, label %v81
v80:
  %v82 = load i32, ptr %v35, align 4
  %v83 = icmp sgt i32 %v82, %v78
  br i1 %v83, label %v81, label %v84
v84:
  %v85 = phi i64 [ %v86, %v87 ], [ 22, %v80 ]
  %v88 = phi ptr [ %v89, %v87 ], [ %v35, %v80 ]
  %v90 = icmp slt i64 %v85, %v29
  br i1 %v90, label %v87, label %v91
v87:
  %v89 = getelementptr i8, ptr %v88, i64 44
  %v92 = load i32, ptr %v89, align 4
  %v93 = icmp sgt i32 %v92, %v78
  %v86 = add nuw nsw i64 %v85, 11
  br i1 %v93, label %v91, label %v84
v91:
  %v94 = add nsw i64 %v85, -11
  br label %v81
v81:
  %v95 = phi ptr [ %v88, %v91 ], [ %v0, %v80 ], [ %v0, %v64 ]
  %v96 = phi i64 [ %v94, %v91 ], [ 0, %v80 ], [ 0, %v64 ]
  %v97 = getelementptr i8, ptr %v95, i64 4
  %v98 = load i32, ptr %v97, align 4
  %v99 = sext i32 %v98 to i64
  %v100 = icmp eq i32 %v98, 0
  %v101 = load i32, ptr %v95, align 4
  %v102 = sext i32 %v101 to i64
  %v103 = sub nsw i64 %v79, %v102
  br i1 %v100, label %v104, label %v105
v158:
  %v106 = phi i32 [ %v107, %v108 ], [ %v109, %v110 ]
  %v111 = phi i32 [ %v112, %v108 ], [ %v113, %v110 ]
  %v114 = sext i32 %v111 to i64
  %v115 = icmp slt i32 %v111, 0
  %v116 = select i1 %v115, i64 %v7, i64 0
  %v117 = getelementptr i32, ptr %v6, i64 %v116
  %v118 = getelementptr i32, ptr %v117, i64 %v114
  %v119 = load i32, ptr %v118, align 4
  %v120 = sext i32 %v119 to i64
  %v121 = add nsw i64 %v122, %v120
  %v123 = icmp slt i64 %v121, 0
  %v124 = select i1 %v123, i64 %v9, i64 0
  %v125 = getelementptr i32, ptr %v8, i64 %v121
  %v126 = getelementptr i32, ptr %v125, i64 %v124
  %v127 = load i32, ptr %v126, align 4
  %v128 = icmp sgt i32 %v127, -1
  br i1 %v128, label %v129, label %v110
v129:
  %v130 = zext nneg i32 %v127 to i64
  %v131 = getelementptr i32, ptr %v26, i64 %v130
  %v132 = load i32, ptr %v131, align 4
  %v133 = load i32, ptr %v134, align 4
  %v135 = trunc i32 %v132 to i16
  %v136 = trunc i32 %v133 to i16
  %v137 = sub i16 %v135, %v136
  %v138 = select i1 %v115, i64 %v19, i64 0
  %v139 = getelementptr i32, ptr %v18, i64 %v138
  %v140 = getelementptr i32, ptr %v139, i64 %v114
  %v141 = load i32, ptr %v140, align 4
  %v142 = sext i32 %v141 to i64
  %v143 = add nsw i64 %v144, %v142
  %v145 = select i1 %v115, i64 %v21, i64 0
  %v146 = getelementptr i32, ptr %v20, i64 %v145
  %v147 = getelementptr i32, ptr %v146, i64 %v114
  %v148 = load i32, ptr %v147, align 4
  %v149 = sext i32 %v148 to i64
  %v150 = mul nsw i64 %v151, %v149
  %v152 = add nsw i64 %v143, %v150
  %v153 = icmp slt i64 %v152, 0
  %v154 = select i1 %v153, i64 %v23, i64 0
  %v155 = getelementptr i16, ptr %v22, i64 %v152
  %v156 = getelementptr i16, ptr %v155, i64 %v154
  store i16 %v137, ptr %v156, align 2
  br label %v110
v110:
  %v109 = add i32 %v106, -1
  %v113 = add i32 %v111, 1
  %v157 = icmp samesign ugt i32 %v109, 1
  br i1 %v157, label %v158, label %v67
v38:
  %v40 = phi i64 [ 0, %v33 ], [ %v159, %v65 ]
  %v159 = add nuw nsw i64 %v40, 1
  %v160 = getelementptr i32, ptr %v14, i64 %v40
  %v47 = load i32, ptr %v160, align 4
  %v161 = getelementptr i32, ptr %v14, i64 %v159
  %v162 = load i32, ptr %v161, align 4
  %v163 = sub i32 %v162, %v47
  %v164 = icmp slt i32 %v163, 1
  br i1 %v164, label %v61, label %v43
v43:
  %v42 = add nuw i32 %v163, 1
  br label %v45
v61:
  %v165 = getelementptr i32, ptr %v10, i64 %v40
  %v72 = load i32, ptr %v165, align 4
  %v166 = getelementptr i32, ptr %v10, i64 %v159
  %v167 = load i32, ptr %v166, align 4
  %v68 = sub i32 %v167, %v72
  %v168 = icmp slt i32 %v68, 1
  br i1 %v168, label %v65, label %v69
v69:
  %v169 = shl i64 %v40, 2
  %v134 = getelementptr i8, ptr %v14, i64 %v169
  br label %v64
v104:
  %v170 = phi i64 [ %v171, %v172 ], [ 0, %v81 ]
  %v173 = icmp slt i64 %v96, -9
  %v174 = select i1 %v173, i64 %v1, i64 0
  %v175 = getelementptr i8, ptr %v95, i64 36
  %v176 = getelementptr i32, ptr %v175, i64 %v174
  %v177 = load i32, ptr %v176, align 4
  %v178 = sext i32 %v177 to i64
  %v179 = add nsw i64 %v170, %v178
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v3, i64 0
  %v182 = getelementptr i8, ptr %v2, i64 %v179
  %v183 = getelementptr i8, ptr %v182, i64 %v181
  %v184 = load i8, ptr %v183, align 1
  %v185 = sext i8 %v184 to i64
  %v186 = sub nsw i64 %v185, %v170
  %v187 = icmp slt i64 %v96, -4
  %v188 = select i1 %v187, i64 %v1, i64 0
  %v189 = getelementptr i8, ptr %v95, i64 16
  %v190 = getelementptr i32, ptr %v189, i64 %v188
  %v191 = load i32, ptr %v190, align 4
  %v192 = sext i32 %v191 to i64
  %v193 = mul nsw i64 %v186, %v99
  %v194 = add nsw i64 %v103, %v192
  %v195 = add nsw i64 %v194, %v193
  %v196 = icmp slt i64 %v96, -2
  %v197 = select i1 %v196, i64 %v1, i64 0
  %v198 = getelementptr i8, ptr %v95, i64 8
  %v199 = getelementptr i32, ptr %v198, i64 %v197
  %v200 = load i32, ptr %v199, align 4
  %v201 = icmp slt i64 %v96, -3
  %v202 = select i1 %v201, i64 %v1, i64 0
  %v203 = getelementptr i8, ptr %v95, i64 12
  %v204 = getelementptr i32, ptr %v203, i64 %v202
  %v205 = load i32, ptr %v204, align 4
  %v206 = sext i32 %v205 to i64
  %v207 = mul nsw i64 %v170, %v206
  %v208 = sext i32 %v200 to i64
  %v122 = add nsw i64 %v207, %v208
  %v209 = icmp slt i64 %v96, -7
  %v210 = select i1 %v209, i64 %v1, i64 0
  %v211 = getelementptr i8, ptr %v95, i64 28
  %v212 = getelementptr i32, ptr %v211, i64 %v210
  %v213 = load i32, ptr %v212, align 4
  %v214 = sext i32 %v213 to i64
  %v215 = icmp eq i32 %v213, 0
  br i1 %v215, label %v216, label %v217
v105:
  %v218 = or i64 %v103, %v99
  %v219 = icmp ult i64 %v218, 4294967296
  br i1 %v219, label %v220, label %v221
v220:
  %v222 = trunc nuw i64 %v103 to i32
  %v223 = udiv i32 %v222, %v98
  %v224 = urem i32 %v222, %v98
  %v225 = zext i32 %v223 to i64
  %v226 = zext i32 %v224 to i64
  br label %v172
v221:
  %v227 = sdiv i64 %v103, %v99
  %v228 = srem i64 %v103, %v99
  br label %v172
v172:
  %v229 = phi i64 [ %v225, %v220 ], [ %v227, %v221 ]
  %v230 = phi i64 [ %v226, %v220 ], [ %v228, %v221 ]
  %v231 = xor i64 %v230, %v99
  %v232 = icmp slt i64 %v231, 0
  %v233 = icmp ne i64 %v230, 0
  %v234 = and i1 %v233, %v232
  %v235 = sext i1 %v234 to i64
  %v171 = add nsw i64 %v229, %v235
  br label %v104
v217:
  %v236 = or i64 %v170, %v214
  %v237 = icmp ult i64 %v236, 4294967296
  br i1 %v237, label %v238, label %v239
v238:
  %v240 = trunc nuw i64 %v170 to i32
  %v241 = udiv i32 %v240, %v213
  %v242 = urem i32 %v240, %v213
  %v243 = zext i32 %v241 to i64
  %v244 = zext i32 %v242 to i64
  br label %v245
v239:
  %v246 = sdiv i64 %v170, %v214
  %v247 = srem i64 %v170, %v214
  br label %v245
v245:
  %v248 = phi i64 [ %v243, %v238 ], [ %v246, %v239 ]
  %v249 = phi i64 [ %v244, %v238 ], [ %v247, %v239 ]
  %v250 = xor i64 %v249, %v214
  %v251 = icmp slt i64 %v250, 0
  %v252 = icmp ne i64 %v249, 0
  %v253 = and i1 %v252, %v251
  %v254 = sext i1 %v253 to i64
  %v255 = add nsw i64 %v248, %v254
  %v256 = mul nsw i64 %v255, %v214
  br label %v216
v216:
  %v257 = phi i64 [ 0, %v104 ], [ %v256, %v245 ]
  %v258 = icmp slt i64 %v96, -8
  %v259 = select i1 %v258, i64 %v1, i64 0
  %v260 = getelementptr i8, ptr %v95, i64 32
  %v261 = getelementptr i32, ptr %v260, i64 %v259
  %v262 = load i32, ptr %v261, align 4
  %v263 = sext i32 %v262 to i64
  %v264 = tail call i64 @llvm.smin.i64(i64 %v257, i64 %v263)
  %v151 = sub nsw i64 %v170, %v264
  %v265 = icmp slt i64 %v96, -10
  %v266 = select i1 %v265, i64 %v1, i64 0
  %v267 = getelementptr i8, ptr %v95, i64 40
  %v268 = getelementptr i32, ptr %v267, i64 %v266
  %v269 = load i32, ptr %v268, align 4
  %v270 = sext i32 %v269 to i64
  %v271 = sub i64 %v257, %v264
  %v272 = mul i64 %v271, %v99
  %v273 = add nsw i64 %v103, %v270
  %v274 = add i64 %v273, %v272
  %v275 = load i32, ptr %v134, align 4
  %v276 = icmp slt i64 %v274, 0
  %v277 = select i1 %v276, i64 %v25, i64 0
  %v278 = getelementptr i32, ptr %v24, i64 %v274
  %v279 = getelementptr i32, ptr %v278, i64 %v277
  store i32 %v275, ptr %v279, align 4
  %v280 = icmp slt i64 %v96, -5
  %v281 = select i1 %v280, i64 %v1, i64 0
  %v282 = getelementptr i8, ptr %v95, i64 20
  %v283 = getelementptr i32, ptr %v282, i64 %v281
  %v284 = load i32, ptr %v283, align 4
  %v285 = icmp slt i64 %v96, -6
  %v286 = select i1 %v285, i64 %v1, i64 0
  %v287 = getelementptr i8, ptr %v95, i64 24
  %v288 = getelementptr i32, ptr %v287, i64 %v286
  %v289 = load i32, ptr %v288, align 4
  %v290 = sext i32 %v289 to i64
  %v291 = mul nsw i64 %v257, %v290
  %v292 = sext i32 %v284 to i64
  %v144 = add nsw i64 %v291, %v292
  %v293 = icmp slt i64 %v195, 0
  %v294 = select i1 %v293, i64 %v5, i64 0
  %v295 = getelementptr i32, ptr %v4, i64 %v195
  %v296 = getelementptr i32, ptr %v295, i64 %v294
  %v112 = load i32, ptr %v296, align 4
  %v297 = icmp slt i64 %v195, -1
  %v298 = select i1 %v297, i64 %v5, i64 0
  %v299 = getelementptr i8, ptr %v295, i64 4
  %v300 = getelementptr i32, ptr %v299, i64 %v298
  %v301 = load i32, ptr %v300, align 4
  %v302 = sub i32 %v301, %v112
  %v303 = icmp slt i32 %v302, 1
  br i1 %v303, label %v67, label %v108
v108:
  %v107 = add nuw i32 %v302, 1
  br label %v158
v34:
  ret i32 0
}

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <u4[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19, ptr %v20, i64 %v21, ptr %v22, i64 %v23, ptr %v24, i64 %v25, ptr %v26, i64 %v27) nounwind {
v302:
  %v28 = shl i64 %v1, 2
  %v29 = ashr exact i64 %v28, 2
  %v30 = shl i64 %v15, 2
  %v31 = ashr exact i64 %v30, 2
  %v32 = icmp sgt i64 %v31, 1
  br i1 %v32, label %v33, label %v34
v33:
  %v35 = getelementptr i8, ptr %v0, i64 44
  %v36 = add nsw i64 %v31, -2
  %v37 = icmp sgt i64 %v29, 11
  br label %v38
v65:
  %v39 = icmp eq i64 %v40, %v36
  br i1 %v39, label %v34, label %v38
v45:
  %v41 = phi i32 [ %v42, %v43 ], [ %v44, %v45 ]
  %v46 = phi i32 [ %v47, %v43 ], [ %v48, %v45 ]
  %v48 = add i32 %v46, 1
  %v49 = sext i32 %v46 to i64
  %v50 = icmp slt i32 %v46, 0
  %v51 = select i1 %v50, i64 %v17, i64 0
  %v52 = getelementptr i32, ptr %v16, i64 %v51
  %v53 = getelementptr i32, ptr %v52, i64 %v49
  %v54 = load i32, ptr %v53, align 4
  %v55 = sext i32 %v54 to i64
  %v56 = icmp slt i32 %v54, 0
  %v57 = select i1 %v56, i64 %v27, i64 0
  %v58 = getelementptr i32, ptr %v26, i64 %v57
  %v59 = getelementptr i32, ptr %v58, i64 %v55
  store i32 %v46, ptr %v59, align 4
  %v44 = add i32 %v41, -1
  %v60 = icmp samesign ugt i32 %v44, 1
  br i1 %v60, label %v45, label %v61
v67:
  %v62 = icmp sgt i32 %v63, 1
  br i1 %v62, label %v64, label %v65
v64:
  %v63 = phi i32 [ %v66, %v67 ], [ %v68, %v69 ]
  %v70 = phi i32 [ %v71, %v67 ], [ %v72, %v69 ]
  %v66 = add nsw i32 %v63, -1
  %v71 = add i32 %v70, 1
  %v73 = sext i32 %v70 to i64
  %v74 = icmp slt i32 %v70, 0
  %v75 = select i1 %v74, i64 %v13, i64 0
  %v76 = getelementptr i32, ptr %v12, i64 %v75
  %v77 = getelementptr i32, ptr %v76, i64 %v73
  %v78 = load i32, ptr %v77, align 4
  %v79 = sext i32 %v78 to i64
  br i1 %v37, label %v80, label %v81
v80:
  %v82 = load i32, ptr %v35, align 4
  %v83 = icmp sgt i32 %v82, %v78
  br i1 %v83, label %v81, label %v84
v84:
  %v85 = phi i64 [ %v86, %v87 ], [ 22, %v80 ]
  %v88 = phi ptr [ %v89, %v87 ], [ %v35, %v80 ]
  %v90 = icmp slt i64 %v85, %v29
  br i1 %v90, label %v87, label %v91
v87:
  %v89 = getelementptr i8, ptr %v88, i64 44
  %v92 = load i32, ptr %v89, align 4
  %v93 = icmp sgt i32 %v92, %v78
  %v86 = add nuw nsw i64 %v85, 11
  br i1 %v93, label %v91, label %v84
v91:
  %v94 = add nsw i64 %v85, -11
  br label %v81
v81:
  %v95 = phi ptr [ %v88, %v91 ], [ %v0, %v80 ], [ %v0, %v64 ]
  %v96 = phi i64 [ %v94, %v91 ], [ 0, %v80 ], [ 0, %v64 ]
  %v97 = getelementptr i8, ptr %v95, i64 4
  %v98 = load i32, ptr %v97, align 4
  %v99 = sext i32 %v98 to i64
  %v100 = icmp eq i32 %v98, 0
  %v101 = load i32, ptr %v95, align 4
  %v102 = sext i32 %v101 to i64
  %v103 = sub nsw i64 %v79, %v102
  br i1 %v100, label %v104, label %v105
v156:
  %v106 = phi i32 [ %v107, %v108 ], [ %v109, %v110 ]
  %v111 = phi i32 [ %v112, %v108 ], [ %v113, %v110 ]
  %v114 = sext i32 %v111 to i64
  %v115 = icmp slt i32 %v111, 0
  %v116 = select i1 %v115, i64 %v7, i64 0
  %v117 = getelementptr i32, ptr %v6, i64 %v116
  %v118 = getelementptr i32, ptr %v117, i64 %v114
  %v119 = load i32, ptr %v118, align 4
  %v120 = sext i32 %v119 to i64
  %v121 = add nsw i64 %v122, %v120
  %v123 = icmp slt i64 %v121, 0
  %v124 = select i1 %v123, i64 %v9, i64 0
  %v125 = getelementptr i32, ptr %v8, i64 %v121
  %v126 = getelementptr i32, ptr %v125, i64 %v124
  %v127 = load i32, ptr %v126, align 4
  %v128 = icmp sgt i32 %v127, -1
  br i1 %v128, label %v129, label %v110
v129:
  %v130 = zext nneg i32 %v127 to i64
  %v131 = getelementptr i32, ptr %v26, i64 %v130
  %v132 = load i32, ptr %v131, align 4
  %v133 = load i32, ptr %v134, align 4
  %v135 = sub i32 %v132, %v133
  %v136 = select i1 %v115, i64 %v19, i64 0
  %v137 = getelementptr i32, ptr %v18, i64 %v136
  %v138 = getelementptr i32, ptr %v137, i64 %v114
  %v139 = load i32, ptr %v138, align 4
  %v140 = sext i32 %v139 to i64
  %v141 = add nsw i64 %v142, %v140
  %v143 = select i1 %v115, i64 %v21, i64 0
  %v144 = getelementptr i32, ptr %v20, i64 %v143
  %v145 = getelementptr i32, ptr %v144, i64 %v114
  %v146 = load i32, ptr %v145, align 4
  %v147 = sext i32 %v146 to i64
  %v148 = mul nsw i64 %v149, %v147
  %v150 = add nsw i64 %v141, %v148
  %v151 = icmp slt i64 %v150, 0
  %v152 = select i1 %v151, i64 %v23, i64 0
  %v153 = getelementptr i32, ptr %v22, i64 %v150
  %v154 = getelementptr i32, ptr %v153, i64 %v152
  store i32 %v135, ptr %v154, align 4
  br label %v110
v110:
  %v109 = add i32 %v106, -1
  %v113 = add i32 %v111, 1
  %v155 = icmp samesign ugt i32 %v109, 1
  br i1 %v155, label %v156, label %v67
v38:
  %v40 = phi i64 [ 0, %v33 ], [ %v157, %v65 ]
  %v157 = add nuw nsw i64 %v40, 1
  %v158 = getelementptr i32, ptr %v14, i64 %v40
  %v47 = load i32, ptr %v158, align 4
  %v159 = getelementptr i32, ptr %v14, i64 %v157
  %v160 = load i32, ptr %v159, align 4
  %v161 = sub i32 %v160, %v47
  %v162 = icmp slt i32 %v161, 1
  br i1 %v162, label %v61, label %v43
v43:
  %v42 = add nuw i32 %v161, 1
  br label %v45
v61:
  %v163 = getelementptr i32, ptr %v10, i64 %v40
  %v72 = load i32, ptr %v163, align 4
  %v164 = getelementptr i32, ptr %v10, i64 %v157
  %v165 = load i32, ptr %v164, align 4
  %v68 = sub i32 %v165, %v72
  %v166 = icmp slt i32 %v68, 1
  br i1 %v166, label %v65, label %v69
v69:
  %v167 = shl i64 %v40, 2
  %v134 = getelementptr i8, ptr %v14, i64 %v167
  br label %v64
v104:
  %v168 = phi i64 [ %v169, %v170 ], [ 0, %v81 ]
  %v171 = icmp slt i64 %v96, -9
  %v172 = select i1 %v171, i64 %v1, i64 0
  %v173 = getelementptr i8, ptr %v95, i64 36
  %v174 = getelementptr i32, ptr %v173, i64 %v172
  %v175 = load i32, ptr %v174, align 4
  %v176 = sext i32 %v175 to i64
  %v177 = add nsw i64 %v168, %v176
  %v178 = icmp slt i64 %v177, 0
  %v179 = select i1 %v178, i64 %v3, i64 0
  %v180 = getelementptr i8, ptr %v2, i64 %v177
  %v181 = getelementptr i8, ptr %v180, i64 %v179
  %v182 = load i8, ptr %v181, align 1
  %v183 = sext i8 %v182 to i64
  %v184 = sub nsw i64 %v183, %v168
  %v185 = icmp slt i64 %v96, -4
  %v186 = select i1 %v185, i64 %v1, i64 0
  %v187 = getelementptr i8, ptr %v95, i64 16
  %v188 = getelementptr i32, ptr %v187, i64 %v186
  %v189 = load i32, ptr %v188, align 4
  %v190 = sext i32 %v189 to i64
  %v191 = mul nsw i64 %v184, %v99
  %v192 = add nsw i64 %v103, %v190
  %v193 = add nsw i64 %v192, %v191
  %v194 = icmp slt i64 %v96, -2
  %v195 = select i1 %v194, i64 %v1, i64 0
  %v196 = getelementptr i8, ptr %v95, i64 8
  %v197 = getelementptr i32, ptr %v196, i64 %v195
  %v198 = load i32, ptr %v197, align 4
  %v199 = icmp slt i64 %v96, -3
  %v200 = select i1 %v199, i64 %v1, i64 0
  %v201 = getelementptr i8, ptr %v95, i64 12
  %v202 = getelementptr i32, ptr %v201, i64 %v200
  %v203 = load i32, ptr %v202, align 4
  %v204 = sext i32 %v203 to i64
  %v205 = mul nsw i64 %v168, %v204
  %v206 = sext i32 %v198 to i64
  %v122 = add nsw i64 %v205, %v206
  %v207 = icmp slt i64 %v96, -7
  %v208 = select i1 %v207, i64 %v1, i64 0
  %v209 = getelementptr i8, ptr %v95, i64 28
  %v210 = getelementptr i32, ptr %v209, i64 %v208
  %v211 = load i32, ptr %v210, align 4
  %v212 = sext i32 %v211 to i64
  %v213 = icmp eq i32 %v211, 0
  br i1 %v213, label %v214, label %v215
v105:
  %v216 = or i64 %v103, %v99
  %v217 = icmp ult i64 %v216, 4294967296
  br i1 %v217, label %v218, label %v219
v218:
  %v220 = trunc nuw i64 %v103 to i32
  %v221 = udiv i32 %v220, %v98
  %v222 = urem i32 %v220, %v98
  %v223 = zext i32 %v221 to i64
  %v224 = zext i32 %v222 to i64
  br label %v170
v219:
  %v225 = sdiv i64 %v103, %v99
  %v226 = srem i64 %v103, %v99
  br label %v170
v170:
  %v227 = phi i64 [ %v223, %v218 ], [ %v225, %v219 ]
  %v228 = phi i64 [ %v224, %v218 ], [ %v226, %v219 ]
  %v229 = xor i64 %v228, %v99
  %v230 = icmp slt i64 %v229, 0
  %v231 = icmp ne i64 %v228, 0
  %v232 = and i1 %v231, %v230
  %v233 = sext i1 %v232 to i64
  %v169 = add nsw i64 %v227, %v233
  br label %v104
v215:
  %v234 = or i64 %v168, %v212
  %v235 = icmp ult i64 %v234, 4294967296
  br i1 %v235, label %v236, label %v237
v236:
  %v238 = trunc nuw i64 %v168 to i32
  %v239 = udiv i32 %v238, %v211
  %v240 = urem i32 %v238, %v211
  %v241 = zext i32 %v239 to i64
  %v242 = zext i32 %v240 to i64
  br label %v243
v237:
  %v244 = sdiv i64 %v168, %v212
  %v245 = srem i64 %v168, %v212
  br label %v243
v243:
  %v246 = phi i64 [ %v241, %v236 ], [ %v244, %v237 ]
  %v247 = phi i64 [ %v242, %v236 ], [ %v245, %v237 ]
  %v248 = xor i64 %v247, %v212
  %v249 = icmp slt i64 %v248, 0
  %v250 = icmp ne i64 %v247, 0
  %v251 = and i1 %v250, %v249
  %v252 = sext i1 %v251 to i64
  %v253 = add nsw i64 %v246, %v252
  %v254 = mul nsw i64 %v253, %v212
  br label %v214
v214:
  %v255 = phi i64 [ 0, %v104 ], [ %v254, %v243 ]
  %v256 = icmp slt i64 %v96, -8
  %v257 = select i1 %v256, i64 %v1, i64 0
  %v258 = getelementptr i8, ptr %v95, i64 32
  %v259 = getelementptr i32, ptr %v258, i64 %v257
  %v260 = load i32, ptr %v259, align 4
  %v261 = sext i32 %v260 to i64
  %v262 = tail call i64 @llvm.smin.i64(i64 %v255, i64 %v261)
  %v149 = sub nsw i64 %v168, %v262
  %v263 = icmp slt i64 %v96, -10
  %v264 = select i1 %v263, i64 %v1, i64 0
  %v265 = getelementptr i8, ptr %v95, i64 40
  %v266 = getelementptr i32, ptr %v265, i64 %v264
  %v267 = load i32, ptr %v266, align 4
  %v268 = sext i32 %v267 to i64
  %v269 = sub i64 %v255, %v262
  %v270 = mul i64 %v269, %v99
  %v271 = add nsw i64 %v103, %v268
  %v272 = add i64 %v271, %v270
  %v273 = load i32, ptr %v134, align 4
  %v274 = icmp slt i64 %v272, 0
  %v275 = select i1 %v274, i64 %v25, i64 0
  %v276 = getelementptr i32, ptr %v24, i64 %v272
  %v277 = getelementptr i32, ptr %v276, i64 %v275
  store i32 %v273, ptr %v277, align 4
  %v278 = icmp slt i64 %v96, -5
  %v279 = select i1 %v278, i64 %v1, i64 0
  %v280 = getelementptr i8, ptr %v95, i64 20
  %v281 = getelementptr i32, ptr %v280, i64 %v279
  %v282 = load i32, ptr %v281, align 4
  %v283 = icmp slt i64 %v96, -6
  %v284 = select i1 %v283, i64 %v1, i64 0
  %v285 = getelementptr i8, ptr %v95, i64 24
  %v286 = getelementptr i32, ptr %v285, i64 %v284
  %v287 = load i32, ptr %v286, align 4
  %v288 = sext i32 %v287 to i64
  %v289 = mul nsw i64 %v255, %v288
  %v290 = sext i32 %v282 to i64
  %v142 = add nsw i64 %v289, %v290
  %v291 = icmp slt i64 %v193, 0
  %v292 = select i1 %v291, i64 %v5, i64 0
  %v293 = getelementptr i32, ptr %v4, i64 %v193
  %v294 = getelementptr i32, ptr %v293, i64 %v292
  %v112 = load i32, ptr %v294, align 4
  %v295 = icmp slt i64 %v193, -1
  %v296 = select i1 %v295, i64 %v5, i64 0
  %v297 = getelementptr i8, ptr %v293, i64 4
  %v298 = getelementptr i32, ptr %v297, i64 %v296
  %v299 = load i32, ptr %v298, align 4
  %v300 = sub i32 %v299, %v112
  %v301 = icmp slt i32 %v300, 1
  br i1 %v301, label %v67, label %v108
v108:
  %v107 = add nuw i32 %v300, 1
  br label %v156
v34:
  ret i32 0
}
