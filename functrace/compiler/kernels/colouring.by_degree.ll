; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1] |b1
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, i8 %v14) nounwind {
v276:
  %v15 = shl i64 %v9, 2
  %v16 = ashr exact i64 %v15, 2
  %v17 = shl i64 %v13, 2
  %v18 = icmp ne i8 %v14, 0
  %v19 = select i1 %v18, i64 -1, i64 1
  %v20 = select i1 %v18, i64 1, i64 -1
  %v21 = icmp slt i64 %v17, 4
  br i1 %v21, label %v22, label %v23
v23:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v12, i8 -1, i64 %v17, i1 false)
  br label %v22
v28:
  %v24 = phi i32 [ %v25, %v26 ], [ %v27, %v28 ]
  %v29 = phi i64 [ 0, %v26 ], [ %v30, %v28 ]
  %v31 = phi i32 [ %v32, %v26 ], [ %v33, %v28 ]
  %v33 = add i32 %v31, 1
  %v34 = sext i32 %v31 to i64
  %v35 = icmp slt i32 %v31, 0
  %v36 = select i1 %v35, i64 %v7, i64 0
  %v37 = getelementptr i32, ptr %v6, i64 %v36
  %v38 = getelementptr i32, ptr %v37, i64 %v34
  %v39 = load i32, ptr %v38, align 4
  %v40 = sext i32 %v39 to i64
  %v41 = icmp slt i32 %v39, -1
  %v42 = select i1 %v41, i64 %v1, i64 0
  %v43 = getelementptr i32, ptr %v0, i64 %v40
  %v44 = getelementptr i8, ptr %v43, i64 4
  %v45 = getelementptr i32, ptr %v44, i64 %v42
  %v46 = load i32, ptr %v45, align 4
  %v47 = icmp slt i32 %v39, 0
  %v48 = select i1 %v47, i64 %v1, i64 0
  %v49 = getelementptr i32, ptr %v0, i64 %v48
  %v50 = getelementptr i32, ptr %v49, i64 %v40
  %v51 = load i32, ptr %v50, align 4
  %v52 = sext i32 %v46 to i64
  %v53 = xor i32 %v51, -1
  %v54 = sext i32 %v53 to i64
  %v55 = add i64 %v29, %v52
  %v30 = add i64 %v55, %v54
  %v27 = add i32 %v24, -1
  %v56 = icmp samesign ugt i32 %v27, 1
  br i1 %v56, label %v28, label %v57
v57:
  %v58 = phi i64 [ 0, %v59 ], [ %v30, %v28 ]
  %v60 = select i1 %v18, i64 0, i64 %v58
  %v61 = freeze i64 %v60
  %v62 = icmp slt i64 %v61, 0
  %v63 = select i1 %v62, i64 %v13, i64 0
  %v64 = getelementptr i32, ptr %v12, i64 %v61
  %v65 = getelementptr i32, ptr %v64, i64 %v63
  %v66 = load i32, ptr %v65, align 4
  %v67 = shl i64 %v68, 4
  %v69 = getelementptr i8, ptr %v10, i64 %v67
  %v70 = trunc i64 %v61 to i32
  store i32 %v70, ptr %v69, align 4
  %v71 = getelementptr i8, ptr %v69, i64 4
  store i32 %v66, ptr %v71, align 4
  %v72 = getelementptr i8, ptr %v69, i64 8
  store i32 -1, ptr %v72, align 4
  %v73 = icmp sgt i32 %v66, -1
  br i1 %v73, label %v74, label %v75
v75:
  %v76 = trunc i64 %v68 to i32
  br label %v77
v74:
  %v78 = zext nneg i32 %v66 to i64
  %v79 = shl nuw nsw i64 %v78, 4
  %v80 = getelementptr i8, ptr %v10, i64 %v79
  %v81 = getelementptr i8, ptr %v80, i64 8
  %v82 = trunc i64 %v68 to i32
  store i32 %v82, ptr %v81, align 4
  br label %v77
v77:
  %v83 = phi i32 [ %v76, %v75 ], [ %v82, %v74 ]
  %v84 = shl i64 %v63, 2
  %v85 = getelementptr inbounds i8, ptr %v64, i64 %v84
  store i32 %v83, ptr %v85, align 4
  %v86 = icmp samesign ugt i64 %v87, 1
  br i1 %v86, label %v59, label %v88
v88:
  %v89 = mul nsw i64 %v20, -4
  %v90 = getelementptr i8, ptr %v12, i64 %v89
  br label %v91
v101:
  %v92 = phi i64 [ %v93, %v94 ], [ %v95, %v96 ]
  %v97 = icmp eq i64 %v16, %v98
  br i1 %v97, label %v99, label %v91
v91:
  %v100 = phi i64 [ %v92, %v101 ], [ 0, %v88 ]
  %v102 = phi i64 [ %v98, %v101 ], [ 0, %v88 ]
  %v98 = add nuw nsw i64 %v102, 1
  %v103 = icmp slt i64 %v100, 0
  %v104 = select i1 %v103, i64 %v13, i64 0
  %v105 = getelementptr i32, ptr %v12, i64 %v100
  %v106 = getelementptr i32, ptr %v105, i64 %v104
  %v107 = load i32, ptr %v106, align 4
  %v108 = icmp slt i32 %v107, 0
  br i1 %v108, label %v109, label %v110
v109:
  %v111 = phi i64 [ %v112, %v109 ], [ %v100, %v91 ]
  %v112 = sub i64 %v111, %v20
  %v113 = add i64 %v111, %v19
  %v114 = icmp slt i64 %v113, 0
  %v115 = select i1 %v114, i64 %v17, i64 0
  %v116 = getelementptr i8, ptr %v90, i64 %v115
  %v117 = shl i64 %v111, 2
  %v118 = getelementptr i8, ptr %v116, i64 %v117
  %v119 = load i32, ptr %v118, align 4
  %v120 = icmp slt i32 %v119, 0
  br i1 %v120, label %v109, label %v110
v110:
  %v121 = phi i32 [ %v107, %v91 ], [ %v119, %v109 ]
  %v93 = phi i64 [ %v100, %v91 ], [ %v112, %v109 ]
  %v122 = zext nneg i32 %v121 to i64
  %v123 = shl nuw nsw i64 %v122, 4
  %v124 = getelementptr i8, ptr %v10, i64 %v123
  %v125 = getelementptr i8, ptr %v124, i64 4
  %v126 = load i32, ptr %v125, align 4
  %v127 = zext nneg i32 %v126 to i64
  %v128 = getelementptr i8, ptr %v124, i64 8
  %v129 = load i32, ptr %v128, align 4
  %v130 = icmp sgt i32 %v129, -1
  br i1 %v130, label %v131, label %v132
v131:
  %v133 = zext nneg i32 %v129 to i64
  %v134 = shl nuw nsw i64 %v133, 4
  %v135 = getelementptr i8, ptr %v10, i64 %v134
  %v136 = getelementptr i8, ptr %v135, i64 4
  store i32 %v126, ptr %v136, align 4
  br label %v137
v132:
  %v138 = load i32, ptr %v124, align 4
  %v139 = sext i32 %v138 to i64
  %v140 = icmp slt i32 %v138, 0
  %v141 = select i1 %v140, i64 %v13, i64 0
  %v142 = getelementptr i32, ptr %v12, i64 %v141
  %v143 = getelementptr i32, ptr %v142, i64 %v139
  store i32 %v126, ptr %v143, align 4
  br label %v137
v137:
  %v144 = icmp sgt i32 %v126, -1
  br i1 %v144, label %v145, label %v94
v145:
  %v146 = shl nuw nsw i64 %v127, 4
  %v147 = getelementptr i8, ptr %v10, i64 %v146
  %v148 = getelementptr i8, ptr %v147, i64 8
  store i32 %v129, ptr %v148, align 4
  br label %v94
v94:
  store i32 -1, ptr %v124, align 4
  %v149 = sub nsw i64 %v150, %v102
  %v151 = select i1 %v18, i64 %v102, i64 %v149
  %v152 = icmp slt i64 %v151, 0
  %v153 = select i1 %v152, i64 %v9, i64 0
  %v154 = getelementptr i32, ptr %v8, i64 %v151
  %v155 = getelementptr i32, ptr %v154, i64 %v153
  store i32 %v121, ptr %v155, align 4
  %v156 = getelementptr i32, ptr %v4, i64 %v122
  %v157 = load i32, ptr %v156, align 4
  %v158 = getelementptr i8, ptr %v156, i64 4
  %v159 = load i32, ptr %v158, align 4
  %v160 = sub i32 %v159, %v157
  %v161 = icmp slt i32 %v160, 1
  br i1 %v161, label %v101, label %v162
v96:
  %v95 = phi i64 [ %v163, %v162 ], [ %v164, %v165 ]
  %v166 = icmp sgt i32 %v167, 1
  br i1 %v166, label %v162, label %v101
v244:
  %v168 = phi i32 [ %v169, %v170 ], [ %v171, %v165 ]
  %v172 = phi i64 [ %v163, %v170 ], [ %v164, %v165 ]
  %v173 = phi i32 [ %v174, %v170 ], [ %v175, %v165 ]
  %v176 = sext i32 %v173 to i64
  %v177 = icmp slt i32 %v173, 0
  %v178 = select i1 %v177, i64 %v3, i64 0
  %v179 = getelementptr i32, ptr %v2, i64 %v178
  %v180 = getelementptr i32, ptr %v179, i64 %v176
  %v181 = load i32, ptr %v180, align 4
  %v182 = sext i32 %v181 to i64
  %v183 = icmp slt i32 %v181, 0
  %v184 = select i1 %v183, i64 %v11, i64 0
  %v185 = shl nsw i64 %v182, 4
  %v186 = getelementptr i8, ptr %v10, i64 %v185
  %v187 = getelementptr i32, ptr %v186, i64 %v184
  %v188 = load i32, ptr %v187, align 4
  %v189 = sext i32 %v188 to i64
  %v190 = add nsw i64 %v20, %v189
  %v191 = icmp slt i32 %v188, 0
  br i1 %v191, label %v165, label %v192
v192:
  %v193 = getelementptr i8, ptr %v186, i64 4
  %v194 = getelementptr i32, ptr %v193, i64 %v184
  %v195 = load i32, ptr %v194, align 4
  %v196 = zext nneg i32 %v195 to i64
  %v197 = getelementptr i8, ptr %v186, i64 8
  %v198 = getelementptr i32, ptr %v197, i64 %v184
  %v199 = load i32, ptr %v198, align 4
  %v200 = icmp sgt i32 %v199, -1
  br i1 %v200, label %v201, label %v202
v201:
  %v203 = zext nneg i32 %v199 to i64
  %v204 = shl nuw nsw i64 %v203, 4
  %v205 = getelementptr i8, ptr %v10, i64 %v204
  %v206 = getelementptr i8, ptr %v205, i64 4
  store i32 %v195, ptr %v206, align 4
  br label %v207
v202:
  %v208 = shl i64 %v184, 2
  %v209 = getelementptr i8, ptr %v186, i64 %v208
  %v210 = load i32, ptr %v209, align 4
  %v211 = sext i32 %v210 to i64
  %v212 = icmp slt i32 %v210, 0
  %v213 = select i1 %v212, i64 %v13, i64 0
  %v214 = getelementptr i32, ptr %v12, i64 %v213
  %v215 = getelementptr i32, ptr %v214, i64 %v211
  store i32 %v195, ptr %v215, align 4
  br label %v207
v207:
  %v216 = icmp sgt i32 %v195, -1
  br i1 %v216, label %v217, label %v218
v217:
  %v219 = shl nuw nsw i64 %v196, 4
  %v220 = getelementptr i8, ptr %v10, i64 %v219
  %v221 = getelementptr i8, ptr %v220, i64 8
  store i32 %v199, ptr %v221, align 4
  br label %v218
v218:
  %v222 = shl i64 %v184, 2
  %v223 = getelementptr i8, ptr %v186, i64 %v222
  store i32 -1, ptr %v223, align 4
  %v224 = icmp slt i64 %v190, 0
  %v225 = select i1 %v224, i64 %v13, i64 0
  %v226 = getelementptr i32, ptr %v12, i64 %v190
  %v227 = getelementptr i32, ptr %v226, i64 %v225
  %v228 = load i32, ptr %v227, align 4
  %v229 = trunc i64 %v190 to i32
  store i32 %v229, ptr %v223, align 4
  %v230 = getelementptr i8, ptr %v223, i64 4
  store i32 %v228, ptr %v230, align 4
  %v231 = getelementptr i8, ptr %v223, i64 8
  store i32 -1, ptr %v231, align 4
  %v232 = icmp sgt i32 %v228, -1
  br i1 %v232, label %v233, label %v234
v233:
  %v235 = zext nneg i32 %v228 to i64
  %v236 = shl nuw nsw i64 %v235, 4
  %v237 = getelementptr i8, ptr %v10, i64 %v236
  %v238 = getelementptr i8, ptr %v237, i64 8
  store i32 %v181, ptr %v238, align 4
  br label %v234
v234:
  %v239 = shl i64 %v225, 2
  %v240 = getelementptr inbounds i8, ptr %v226, i64 %v239
  store i32 %v181, ptr %v240, align 4
  %v241 = icmp sle i64 %v190, %v172
  %v242 = xor i1 %v18, %v241
  %v243 = select i1 %v242, i64 %v190, i64 %v172
  br label %v165
v165:
  %v164 = phi i64 [ %v172, %v244 ], [ %v243, %v234 ]
  %v171 = add i32 %v168, -1
  %v175 = add i32 %v173, 1
  %v245 = icmp samesign ugt i32 %v171, 1
  br i1 %v245, label %v244, label %v96
v22:
  %v150 = add nsw i64 %v16, -1
  %v246 = icmp slt i64 %v16, 1
  br i1 %v246, label %v99, label %v59
v59:
  %v87 = phi i64 [ %v247, %v77 ], [ %v16, %v22 ]
  %v68 = phi i64 [ %v248, %v77 ], [ %v150, %v22 ]
  %v247 = add nsw i64 %v87, -1
  %v248 = add i64 %v68, -1
  %v249 = getelementptr i32, ptr %v4, i64 %v68
  %v32 = load i32, ptr %v249, align 4
  %v250 = getelementptr i8, ptr %v249, i64 4
  %v251 = load i32, ptr %v250, align 4
  %v252 = sub i32 %v251, %v32
  %v253 = icmp slt i32 %v252, 1
  br i1 %v253, label %v57, label %v26
v26:
  %v25 = add nuw i32 %v252, 1
  br label %v28
v162:
  %v163 = phi i64 [ %v95, %v96 ], [ %v93, %v94 ]
  %v167 = phi i32 [ %v254, %v96 ], [ %v160, %v94 ]
  %v255 = phi i32 [ %v256, %v96 ], [ %v157, %v94 ]
  %v254 = add nsw i32 %v167, -1
  %v256 = add i32 %v255, 1
  %v257 = sext i32 %v255 to i64
  %v258 = icmp slt i32 %v255, 0
  %v259 = select i1 %v258, i64 %v7, i64 0
  %v260 = getelementptr i32, ptr %v6, i64 %v259
  %v261 = getelementptr i32, ptr %v260, i64 %v257
  %v262 = load i32, ptr %v261, align 4
  %v263 = sext i32 %v262 to i64
  %v264 = icmp slt i32 %v262, 0
  %v265 = select i1 %v264, i64 %v1, i64 0
  %v266 = getelementptr i32, ptr %v0, i64 %v265
  %v267 = getelementptr i32, ptr %v266, i64 %v263
  %v174 = load i32, ptr %v267, align 4
  %v268 = icmp slt i32 %v262, -1
  %v269 = select i1 %v268, i64 %v1, i64 0
  %v270 = getelementptr i32, ptr %v0, i64 %v263
  %v271 = getelementptr i8, ptr %v270, i64 4
  %v272 = getelementptr i32, ptr %v271, i64 %v269
  %v273 = load i32, ptr %v272, align 4
  %v274 = sub i32 %v273, %v174
  %v275 = icmp slt i32 %v274, 1
  br i1 %v275, label %v96, label %v170
v170:
  %v169 = add nuw i32 %v274, 1
  br label %v244
v99:
  ret i32 0
}
