; Made from summing.py by generate.py: 1f671a53c178f8b87ea8fccfa4c9bf75806b9879
; by Numba 0.68.1

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1]
; returns none
declare i64 @llvm.smin.i64(i64, i64)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19, ptr %v20, i64 %v21, ptr %v22, i64 %v23, ptr %v24, i64 %v25) nounwind {
v298:
  %v26 = shl i64 %v1, 2
  %v27 = ashr exact i64 %v26, 2
  %v28 = shl i64 %v15, 2
  %v29 = ashr exact i64 %v28, 2
  %v30 = shl i64 %v23, 2
  %v31 = ashr exact i64 %v30, 2
  %v32 = add nsw i64 %v29, -1
  %v33 = icmp slt i64 %v31, 1
  br i1 %v33, label %v34, label %v35
v35:
  %v36 = icmp sgt i64 %v29, 0
  %v37 = select i1 %v36, i64 0, i64 %v15
  %v38 = getelementptr i32, ptr %v14, i64 %v32
  %v39 = getelementptr i32, ptr %v38, i64 %v37
  %v40 = load i32, ptr %v39, align 4
  br label %v41
v41:
  %v42 = phi i64 [ 0, %v35 ], [ %v43, %v41 ]
  %v43 = add nuw nsw i64 %v42, 1
  %v44 = shl i64 %v42, 2
  %v45 = getelementptr i8, ptr %v22, i64 %v44
  store i32 %v40, ptr %v45, align 4
  %v46 = icmp eq i64 %v31, %v43
  br i1 %v46, label %v34, label %v41
v76:
  %v47 = icmp eq i64 %v48, %v49
  br i1 %v47, label %v50, label %v51
v56:
  %v52 = phi i32 [ %v53, %v54 ], [ %v55, %v56 ]
  %v57 = phi i32 [ %v58, %v54 ], [ %v59, %v56 ]
  %v59 = add i32 %v57, 1
  %v60 = sext i32 %v57 to i64
  %v61 = icmp slt i32 %v57, 0
  %v62 = select i1 %v61, i64 %v17, i64 0
  %v63 = getelementptr i32, ptr %v16, i64 %v62
  %v64 = getelementptr i32, ptr %v63, i64 %v60
  %v65 = load i32, ptr %v64, align 4
  %v66 = sext i32 %v65 to i64
  %v67 = icmp slt i32 %v65, 0
  %v68 = select i1 %v67, i64 %v25, i64 0
  %v69 = getelementptr i32, ptr %v24, i64 %v68
  %v70 = getelementptr i32, ptr %v69, i64 %v66
  store i32 %v57, ptr %v70, align 4
  %v55 = add i32 %v52, -1
  %v71 = icmp samesign ugt i32 %v55, 1
  br i1 %v71, label %v56, label %v72
v78:
  %v73 = icmp sgt i32 %v74, 1
  br i1 %v73, label %v75, label %v76
v75:
  %v74 = phi i32 [ %v77, %v78 ], [ %v79, %v72 ]
  %v80 = phi i32 [ %v81, %v78 ], [ %v82, %v72 ]
  %v77 = add nsw i32 %v74, -1
  %v81 = add i32 %v80, 1
  %v83 = sext i32 %v80 to i64
  %v84 = icmp slt i32 %v80, 0
  %v85 = select i1 %v84, i64 %v13, i64 0
  %v86 = getelementptr i32, ptr %v12, i64 %v85
  %v87 = getelementptr i32, ptr %v86, i64 %v83
  %v88 = load i32, ptr %v87, align 4
  %v89 = sext i32 %v88 to i64
  br i1 %v90, label %v91, label %v92
v91:
  %v93 = load i32, ptr %v94, align 4
  %v95 = icmp sgt i32 %v93, %v88
  br i1 %v95, label %v92, label %v96
v96:
  %v97 = phi i64 [ %v98, %v99 ], [ 20, %v91 ]
  %v100 = phi ptr [ %v101, %v99 ], [ %v94, %v91 ]
  %v102 = icmp slt i64 %v97, %v27
  br i1 %v102, label %v99, label %v103
v99:
  %v101 = getelementptr i8, ptr %v100, i64 40
  %v104 = load i32, ptr %v101, align 4
  %v105 = icmp sgt i32 %v104, %v88
  %v98 = add nuw nsw i64 %v97, 10
  br i1 %v105, label %v103, label %v96
v103:
  %v106 = add nsw i64 %v97, -10
  br label %v92
v92:
  %v107 = phi ptr [ %v100, %v103 ], [ %v0, %v91 ], [ %v0, %v75 ]
  %v108 = phi i64 [ %v106, %v103 ], [ 0, %v91 ], [ 0, %v75 ]
  %v109 = getelementptr i8, ptr %v107, i64 4
  %v110 = load i32, ptr %v109, align 4
  %v111 = sext i32 %v110 to i64
  %v112 = icmp eq i32 %v110, 0
  %v113 = load i32, ptr %v107, align 4
  %v114 = sext i32 %v113 to i64
  %v115 = sub nsw i64 %v89, %v114
  br i1 %v112, label %v116, label %v117
v165:
  %v118 = phi i32 [ %v119, %v120 ], [ %v121, %v122 ]
  %v123 = phi i32 [ %v124, %v120 ], [ %v125, %v122 ]
  %v126 = sext i32 %v123 to i64
  %v127 = icmp slt i32 %v123, 0
  %v128 = select i1 %v127, i64 %v7, i64 0
  %v129 = getelementptr i32, ptr %v6, i64 %v128
  %v130 = getelementptr i32, ptr %v129, i64 %v126
  %v131 = load i32, ptr %v130, align 4
  %v132 = sext i32 %v131 to i64
  %v133 = add nsw i64 %v134, %v132
  %v135 = icmp slt i64 %v133, 0
  %v136 = select i1 %v135, i64 %v9, i64 0
  %v137 = getelementptr i32, ptr %v8, i64 %v133
  %v138 = getelementptr i32, ptr %v137, i64 %v136
  %v139 = load i32, ptr %v138, align 4
  %v140 = icmp sgt i32 %v139, -1
  br i1 %v140, label %v141, label %v122
v141:
  %v142 = zext nneg i32 %v139 to i64
  %v143 = getelementptr i32, ptr %v24, i64 %v142
  %v144 = load i32, ptr %v143, align 4
  %v145 = select i1 %v127, i64 %v19, i64 0
  %v146 = getelementptr i32, ptr %v18, i64 %v145
  %v147 = getelementptr i32, ptr %v146, i64 %v126
  %v148 = load i32, ptr %v147, align 4
  %v149 = sext i32 %v148 to i64
  %v150 = add nsw i64 %v151, %v149
  %v152 = select i1 %v127, i64 %v21, i64 0
  %v153 = getelementptr i32, ptr %v20, i64 %v152
  %v154 = getelementptr i32, ptr %v153, i64 %v126
  %v155 = load i32, ptr %v154, align 4
  %v156 = sext i32 %v155 to i64
  %v157 = mul nsw i64 %v158, %v156
  %v159 = add nsw i64 %v150, %v157
  %v160 = icmp slt i64 %v159, 0
  %v161 = select i1 %v160, i64 %v23, i64 0
  %v162 = getelementptr i32, ptr %v22, i64 %v159
  %v163 = getelementptr i32, ptr %v162, i64 %v161
  store i32 %v144, ptr %v163, align 4
  br label %v122
v122:
  %v121 = add i32 %v118, -1
  %v125 = add i32 %v123, 1
  %v164 = icmp samesign ugt i32 %v121, 1
  br i1 %v164, label %v165, label %v78
v34:
  %v166 = icmp slt i64 %v29, 2
  %v49 = select i1 %v166, i64 0, i64 %v32
  %v167 = icmp sgt i64 %v49, 0
  br i1 %v167, label %v168, label %v50
v168:
  %v94 = getelementptr i8, ptr %v0, i64 40
  %v90 = icmp sgt i64 %v27, 10
  br label %v51
v51:
  %v169 = phi i64 [ 0, %v168 ], [ %v48, %v76 ]
  %v48 = add nuw nsw i64 %v169, 1
  %v170 = getelementptr i32, ptr %v14, i64 %v169
  %v58 = load i32, ptr %v170, align 4
  %v171 = getelementptr i32, ptr %v14, i64 %v48
  %v172 = load i32, ptr %v171, align 4
  %v173 = sub i32 %v172, %v58
  %v174 = icmp slt i32 %v173, 1
  br i1 %v174, label %v72, label %v54
v54:
  %v53 = add nuw i32 %v173, 1
  br label %v56
v72:
  %v175 = getelementptr i32, ptr %v10, i64 %v169
  %v82 = load i32, ptr %v175, align 4
  %v176 = getelementptr i32, ptr %v10, i64 %v48
  %v177 = load i32, ptr %v176, align 4
  %v79 = sub i32 %v177, %v82
  %v178 = icmp slt i32 %v79, 1
  br i1 %v178, label %v76, label %v75
v116:
  %v179 = phi i64 [ %v180, %v181 ], [ 0, %v92 ]
  %v182 = icmp slt i64 %v108, -9
  %v183 = select i1 %v182, i64 %v1, i64 0
  %v184 = getelementptr i8, ptr %v107, i64 36
  %v185 = getelementptr i32, ptr %v184, i64 %v183
  %v186 = load i32, ptr %v185, align 4
  %v187 = sext i32 %v186 to i64
  %v188 = add nsw i64 %v179, %v187
  %v189 = icmp slt i64 %v188, 0
  %v190 = select i1 %v189, i64 %v3, i64 0
  %v191 = getelementptr i8, ptr %v2, i64 %v188
  %v192 = getelementptr i8, ptr %v191, i64 %v190
  %v193 = load i8, ptr %v192, align 1
  %v194 = sext i8 %v193 to i64
  %v195 = sub nsw i64 %v194, %v179
  %v196 = icmp slt i64 %v108, -4
  %v197 = select i1 %v196, i64 %v1, i64 0
  %v198 = getelementptr i8, ptr %v107, i64 16
  %v199 = getelementptr i32, ptr %v198, i64 %v197
  %v200 = load i32, ptr %v199, align 4
  %v201 = sext i32 %v200 to i64
  %v202 = mul nsw i64 %v195, %v111
  %v203 = add nsw i64 %v115, %v201
  %v204 = add nsw i64 %v203, %v202
  %v205 = icmp slt i64 %v108, -2
  %v206 = select i1 %v205, i64 %v1, i64 0
  %v207 = getelementptr i8, ptr %v107, i64 8
  %v208 = getelementptr i32, ptr %v207, i64 %v206
  %v209 = load i32, ptr %v208, align 4
  %v210 = icmp slt i64 %v108, -3
  %v211 = select i1 %v210, i64 %v1, i64 0
  %v212 = getelementptr i8, ptr %v107, i64 12
  %v213 = getelementptr i32, ptr %v212, i64 %v211
  %v214 = load i32, ptr %v213, align 4
  %v215 = sext i32 %v214 to i64
  %v216 = mul nsw i64 %v179, %v215
  %v217 = sext i32 %v209 to i64
  %v134 = add nsw i64 %v216, %v217
  %v218 = icmp slt i64 %v108, -7
  %v219 = select i1 %v218, i64 %v1, i64 0
  %v220 = getelementptr i8, ptr %v107, i64 28
  %v221 = getelementptr i32, ptr %v220, i64 %v219
  %v222 = load i32, ptr %v221, align 4
  %v223 = sext i32 %v222 to i64
  %v224 = icmp eq i32 %v222, 0
  br i1 %v224, label %v225, label %v226
v117:
  %v227 = or i64 %v115, %v111
  %v228 = icmp ult i64 %v227, 4294967296
  br i1 %v228, label %v229, label %v230
v229:
  %v231 = trunc nuw i64 %v115 to i32
  %v232 = udiv i32 %v231, %v110
  %v233 = urem i32 %v231, %v110
  %v234 = zext i32 %v232 to i64
  %v235 = zext i32 %v233 to i64
  br label %v181
v230:
  %v236 = sdiv i64 %v115, %v111
  %v237 = srem i64 %v115, %v111
  br label %v181
v181:
  %v238 = phi i64 [ %v234, %v229 ], [ %v236, %v230 ]
  %v239 = phi i64 [ %v235, %v229 ], [ %v237, %v230 ]
  %v240 = xor i64 %v239, %v111
  %v241 = icmp slt i64 %v240, 0
  %v242 = icmp ne i64 %v239, 0
  %v243 = and i1 %v242, %v241
  %v244 = sext i1 %v243 to i64
  %v180 = add nsw i64 %v238, %v244
  br label %v116
v226:
  %v245 = or i64 %v179, %v223
  %v246 = icmp ult i64 %v245, 4294967296
  br i1 %v246, label %v247, label %v248
v247:
  %v249 = trunc nuw i64 %v179 to i32
  %v250 = udiv i32 %v249, %v222
  %v251 = urem i32 %v249, %v222
  %v252 = zext i32 %v250 to i64
  %v253 = zext i32 %v251 to i64
  br label %v254
v248:
  %v255 = sdiv i64 %v179, %v223
  %v256 = srem i64 %v179, %v223
  br label %v254
v254:
  %v257 = phi i64 [ %v252, %v247 ], [ %v255, %v248 ]
  %v258 = phi i64 [ %v253, %v247 ], [ %v256, %v248 ]
  %v259 = xor i64 %v258, %v223
  %v260 = icmp slt i64 %v259, 0
  %v261 = icmp ne i64 %v258, 0
  %v262 = and i1 %v261, %v260
  %v263 = sext i1 %v262 to i64
  %v264 = add nsw i64 %v257, %v263
  %v265 = mul nsw i64 %v264, %v223
  br label %v225
v225:
  %v266 = phi i64 [ 0, %v116 ], [ %v265, %v254 ]
  %v267 = icmp slt i64 %v108, -8
  %v268 = select i1 %v267, i64 %v1, i64 0
  %v269 = getelementptr i8, ptr %v107, i64 32
  %v270 = getelementptr i32, ptr %v269, i64 %v268
  %v271 = load i32, ptr %v270, align 4
  %v272 = sext i32 %v271 to i64
  %v273 = tail call i64 @llvm.smin.i64(i64 %v266, i64 %v272)
  %v158 = sub nsw i64 %v179, %v273
  %v274 = icmp slt i64 %v108, -5
  %v275 = select i1 %v274, i64 %v1, i64 0
  %v276 = getelementptr i8, ptr %v107, i64 20
  %v277 = getelementptr i32, ptr %v276, i64 %v275
  %v278 = load i32, ptr %v277, align 4
  %v279 = icmp slt i64 %v108, -6
  %v280 = select i1 %v279, i64 %v1, i64 0
  %v281 = getelementptr i8, ptr %v107, i64 24
  %v282 = getelementptr i32, ptr %v281, i64 %v280
  %v283 = load i32, ptr %v282, align 4
  %v284 = sext i32 %v283 to i64
  %v285 = mul nsw i64 %v266, %v284
  %v286 = sext i32 %v278 to i64
  %v151 = add nsw i64 %v285, %v286
  %v287 = icmp slt i64 %v204, 0
  %v288 = select i1 %v287, i64 %v5, i64 0
  %v289 = getelementptr i32, ptr %v4, i64 %v204
  %v290 = getelementptr i32, ptr %v289, i64 %v288
  %v124 = load i32, ptr %v290, align 4
  %v291 = icmp slt i64 %v204, -1
  %v292 = select i1 %v291, i64 %v5, i64 0
  %v293 = getelementptr i8, ptr %v289, i64 4
  %v294 = getelementptr i32, ptr %v293, i64 %v292
  %v295 = load i32, ptr %v294, align 4
  %v296 = sub i32 %v295, %v124
  %v297 = icmp slt i32 %v296, 1
  br i1 %v297, label %v78, label %v120
v120:
  %v119 = add nuw i32 %v296, 1
  br label %v165
v50:
  ret i32 0
}
