; Made from acyclic.py by generate.py: 438511ba26437c29af411cbed5a5bf8bc8426514
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] |i1[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v261:
  %v16 = shl i64 %v3, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v13, 2
  %v19 = icmp slt i64 %v17, 1
  br i1 %v19, label %v20, label %v21
v21:
  %v22 = trunc i64 %v5 to i32
  br label %v23
v23:
  %v24 = phi i64 [ 0, %v21 ], [ %v25, %v26 ]
  %v25 = add nuw nsw i64 %v24, 1
  %v27 = shl i64 %v24, 2
  %v28 = getelementptr i8, ptr %v6, i64 %v27
  %v29 = load i32, ptr %v28, align 4
  %v30 = sext i32 %v29 to i64
  %v31 = icmp eq i64 %v24, %v30
  br i1 %v31, label %v32, label %v26
v32:
  %v33 = getelementptr i8, ptr %v2, i64 %v27
  %v34 = load i32, ptr %v33, align 4
  %v35 = sext i32 %v34 to i64
  %v36 = icmp slt i32 %v34, 0
  %v37 = select i1 %v36, i64 %v5, i64 0
  %v38 = getelementptr i32, ptr %v4, i64 %v37
  %v39 = getelementptr i32, ptr %v38, i64 %v35
  %v40 = load i32, ptr %v39, align 4
  %v41 = icmp slt i32 %v29, 0
  %v42 = select i1 %v41, i64 %v16, i64 0
  %v43 = getelementptr i8, ptr %v2, i64 %v42
  %v44 = getelementptr i8, ptr %v43, i64 %v27
  %v45 = load i32, ptr %v44, align 4
  %v46 = getelementptr i8, ptr %v10, i64 %v27
  %v47 = load i32, ptr %v46, align 4
  %v48 = sext i32 %v47 to i64
  %v49 = icmp slt i32 %v47, 0
  %v50 = select i1 %v49, i64 %v13, i64 0
  %v51 = getelementptr i32, ptr %v12, i64 %v50
  %v52 = getelementptr i32, ptr %v51, i64 %v48
  %v53 = mul i32 %v40, %v22
  %v54 = add i32 %v45, %v53
  store i32 %v54, ptr %v52, align 4
  %v55 = load i32, ptr %v46, align 4
  %v56 = sext i32 %v55 to i64
  %v57 = icmp slt i32 %v55, 0
  %v58 = select i1 %v57, i64 %v15, i64 0
  %v59 = getelementptr i8, ptr %v14, i64 %v58
  %v60 = getelementptr i8, ptr %v59, i64 %v56
  store i8 1, ptr %v60, align 1
  br label %v26
v26:
  %v61 = icmp eq i64 %v17, %v25
  br i1 %v61, label %v20, label %v23
v20:
  %v62 = icmp sgt i64 %v9, 0
  br i1 %v62, label %v63, label %v64
v63:
  %v65 = trunc i64 %v5 to i32
  br label %v66
v190:
  %v67 = icmp eq i64 %v68, %v9
  br i1 %v67, label %v64, label %v66
v135:
  %v69 = phi i64 [ %v70, %v71 ], [ %v72, %v73 ]
  %v74 = phi i32 [ %v75, %v71 ], [ %v76, %v73 ]
  %v77 = phi i32 [ %v78, %v71 ], [ %v79, %v73 ]
  %v75 = add nsw i32 %v74, -1
  %v78 = add i32 %v77, 1
  %v80 = icmp eq i32 %v77, %v81
  br i1 %v80, label %v71, label %v82
v82:
  %v83 = sext i32 %v77 to i64
  %v84 = icmp slt i32 %v77, 0
  %v85 = select i1 %v84, i64 %v3, i64 0
  %v86 = getelementptr i32, ptr %v2, i64 %v85
  %v87 = getelementptr i32, ptr %v86, i64 %v83
  %v88 = load i32, ptr %v87, align 4
  %v89 = sext i32 %v88 to i64
  %v90 = icmp slt i32 %v88, 0
  %v91 = select i1 %v90, i64 %v5, i64 0
  %v92 = getelementptr i32, ptr %v4, i64 %v91
  %v93 = getelementptr i32, ptr %v92, i64 %v89
  %v94 = load i32, ptr %v93, align 4
  %v95 = load i32, ptr %v96, align 4
  %v97 = sext i32 %v95 to i64
  %v98 = icmp slt i32 %v95, 0
  %v99 = select i1 %v98, i64 %v5, i64 0
  %v100 = getelementptr i32, ptr %v4, i64 %v99
  %v101 = getelementptr i32, ptr %v100, i64 %v97
  %v102 = load i32, ptr %v101, align 4
  %v103 = icmp eq i32 %v94, %v102
  br i1 %v103, label %v104, label %v71
v109:
  %v105 = phi i32 [ %v106, %v107 ], [ %v108, %v109 ]
  %v110 = phi i64 [ %v69, %v107 ], [ %v111, %v109 ]
  %v112 = phi i32 [ %v113, %v107 ], [ %v114, %v109 ]
  %v114 = add i32 %v112, 1
  %v115 = sext i32 %v112 to i64
  %v116 = icmp slt i32 %v112, 0
  %v117 = select i1 %v116, i64 %v13, i64 0
  %v118 = getelementptr i32, ptr %v12, i64 %v117
  %v119 = getelementptr i32, ptr %v118, i64 %v115
  %v120 = load i32, ptr %v119, align 4
  %v121 = select i1 %v116, i64 %v15, i64 0
  %v122 = getelementptr i8, ptr %v14, i64 %v121
  %v123 = getelementptr i8, ptr %v122, i64 %v115
  %v124 = load i8, ptr %v123, align 1
  %v125 = sub i8 0, %v124
  %v126 = icmp slt i64 %v110, 0
  %v127 = select i1 %v126, i64 %v18, i64 0
  %v128 = getelementptr i8, ptr %v12, i64 %v127
  %v129 = shl i64 %v110, 2
  %v130 = getelementptr i8, ptr %v128, i64 %v129
  store i32 %v120, ptr %v130, align 4
  %v131 = select i1 %v126, i64 %v15, i64 0
  %v132 = getelementptr i8, ptr %v14, i64 %v131
  %v133 = getelementptr i8, ptr %v132, i64 %v110
  store i8 %v125, ptr %v133, align 1
  %v111 = add i64 %v110, 1
  %v108 = add i32 %v105, -1
  %v134 = icmp samesign ugt i32 %v108, 1
  br i1 %v134, label %v109, label %v71
v71:
  %v70 = phi i64 [ %v69, %v135 ], [ %v69, %v82 ], [ %v69, %v104 ], [ %v111, %v109 ]
  %v136 = icmp samesign ugt i32 %v74, 1
  br i1 %v136, label %v135, label %v137
v140:
  %v138 = phi i64 [ %v139, %v140 ], [ 0, %v141 ]
  %v139 = add nuw nsw i64 %v138, 1
  %v142 = load i32, ptr %v143, align 4
  %v144 = sext i32 %v142 to i64
  %v145 = add i64 %v138, %v144
  %v146 = icmp slt i64 %v145, 0
  %v147 = select i1 %v146, i64 %v13, i64 0
  %v148 = getelementptr i32, ptr %v12, i64 %v145
  %v149 = getelementptr i32, ptr %v148, i64 %v147
  %v150 = load i32, ptr %v149, align 4
  %v151 = load i32, ptr %v152, align 4
  %v153 = sext i32 %v151 to i64
  %v154 = icmp slt i32 %v151, 0
  %v155 = select i1 %v154, i64 %v11, i64 0
  %v156 = getelementptr i32, ptr %v10, i64 %v155
  %v157 = getelementptr i32, ptr %v156, i64 %v153
  %v158 = load i32, ptr %v157, align 4
  %v159 = sext i32 %v158 to i64
  %v160 = add i64 %v138, %v159
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v13, i64 0
  %v163 = getelementptr i32, ptr %v12, i64 %v160
  %v164 = getelementptr i32, ptr %v163, i64 %v162
  store i32 %v150, ptr %v164, align 4
  %v165 = load i32, ptr %v143, align 4
  %v166 = sext i32 %v165 to i64
  %v167 = add i64 %v138, %v166
  %v168 = icmp slt i64 %v167, 0
  %v169 = select i1 %v168, i64 %v15, i64 0
  %v170 = getelementptr i8, ptr %v14, i64 %v169
  %v171 = getelementptr i8, ptr %v170, i64 %v166
  %v172 = getelementptr i8, ptr %v171, i64 %v138
  %v173 = load i8, ptr %v172, align 1
  %v174 = load i32, ptr %v152, align 4
  %v175 = sext i32 %v174 to i64
  %v176 = icmp slt i32 %v174, 0
  %v177 = select i1 %v176, i64 %v11, i64 0
  %v178 = getelementptr i32, ptr %v10, i64 %v177
  %v179 = getelementptr i32, ptr %v178, i64 %v175
  %v180 = load i32, ptr %v179, align 4
  %v181 = sext i32 %v180 to i64
  %v182 = add i64 %v138, %v181
  %v183 = icmp slt i64 %v182, 0
  %v184 = select i1 %v183, i64 %v15, i64 0
  %v185 = getelementptr i8, ptr %v14, i64 %v184
  %v186 = getelementptr i8, ptr %v185, i64 %v181
  %v187 = getelementptr i8, ptr %v186, i64 %v138
  store i8 %v173, ptr %v187, align 1
  %v188 = icmp eq i64 %v189, %v139
  br i1 %v188, label %v190, label %v140
v66:
  %v191 = phi i64 [ 0, %v63 ], [ %v68, %v190 ]
  %v192 = shl i64 %v191, 2
  %v193 = getelementptr i8, ptr %v8, i64 %v192
  %v81 = load i32, ptr %v193, align 4
  %v68 = add nuw nsw i64 %v191, 1
  %v194 = sext i32 %v81 to i64
  %v195 = icmp slt i32 %v81, 0
  %v196 = select i1 %v195, i64 %v7, i64 0
  %v197 = getelementptr i32, ptr %v6, i64 %v196
  %v198 = getelementptr i32, ptr %v197, i64 %v194
  %v199 = load i32, ptr %v198, align 4
  %v200 = sext i32 %v199 to i64
  %v201 = icmp slt i32 %v199, 0
  %v202 = select i1 %v201, i64 %v3, i64 0
  %v203 = getelementptr i32, ptr %v2, i64 %v202
  %v204 = getelementptr i32, ptr %v203, i64 %v200
  %v205 = load i32, ptr %v204, align 4
  %v206 = select i1 %v195, i64 %v11, i64 0
  %v207 = getelementptr i32, ptr %v10, i64 %v206
  %v208 = getelementptr i32, ptr %v207, i64 %v194
  %v209 = load i32, ptr %v208, align 4
  %v210 = sext i32 %v209 to i64
  %v72 = add nsw i64 %v210, 1
  %v211 = select i1 %v195, i64 %v3, i64 0
  %v212 = getelementptr i32, ptr %v2, i64 %v211
  %v213 = getelementptr i32, ptr %v212, i64 %v194
  %v214 = load i32, ptr %v213, align 4
  %v215 = sext i32 %v214 to i64
  %v216 = icmp slt i32 %v214, 0
  %v217 = select i1 %v216, i64 %v5, i64 0
  %v218 = getelementptr i32, ptr %v4, i64 %v217
  %v219 = getelementptr i32, ptr %v218, i64 %v215
  %v220 = load i32, ptr %v219, align 4
  %v221 = icmp slt i32 %v209, 0
  %v222 = select i1 %v221, i64 %v13, i64 0
  %v223 = getelementptr i32, ptr %v12, i64 %v222
  %v224 = getelementptr i32, ptr %v223, i64 %v210
  %v225 = mul i32 %v220, %v65
  %v226 = add i32 %v225, %v205
  store i32 %v226, ptr %v224, align 4
  %v227 = load i32, ptr %v208, align 4
  %v228 = sext i32 %v227 to i64
  %v229 = icmp slt i32 %v227, 0
  %v230 = select i1 %v229, i64 %v15, i64 0
  %v231 = getelementptr i8, ptr %v14, i64 %v230
  %v232 = getelementptr i8, ptr %v231, i64 %v228
  store i8 1, ptr %v232, align 1
  %v233 = sext i32 %v205 to i64
  %v234 = icmp slt i32 %v205, 0
  %v235 = select i1 %v234, i64 %v1, i64 0
  %v236 = getelementptr i32, ptr %v0, i64 %v235
  %v237 = getelementptr i32, ptr %v236, i64 %v233
  %v79 = load i32, ptr %v237, align 4
  %v238 = icmp slt i32 %v205, -1
  %v239 = select i1 %v238, i64 %v1, i64 0
  %v240 = getelementptr i32, ptr %v0, i64 %v233
  %v241 = getelementptr i8, ptr %v240, i64 4
  %v242 = getelementptr i32, ptr %v241, i64 %v239
  %v243 = load i32, ptr %v242, align 4
  %v76 = sub i32 %v243, %v79
  %v244 = icmp slt i32 %v76, 1
  %v245 = shl nsw i64 %v194, 2
  br i1 %v244, label %v137, label %v73
v73:
  %v96 = getelementptr inbounds i8, ptr %v212, i64 %v245
  br label %v135
v104:
  %v246 = select i1 %v84, i64 %v11, i64 0
  %v247 = getelementptr i32, ptr %v10, i64 %v246
  %v248 = getelementptr i32, ptr %v247, i64 %v83
  %v113 = load i32, ptr %v248, align 4
  %v249 = icmp slt i32 %v77, -1
  %v250 = select i1 %v249, i64 %v11, i64 0
  %v251 = getelementptr i32, ptr %v10, i64 %v83
  %v252 = getelementptr i8, ptr %v251, i64 4
  %v253 = getelementptr i32, ptr %v252, i64 %v250
  %v254 = load i32, ptr %v253, align 4
  %v255 = sub i32 %v254, %v113
  %v256 = icmp slt i32 %v255, 1
  br i1 %v256, label %v71, label %v107
v107:
  %v106 = add nuw i32 %v255, 1
  br label %v109
v137:
  %v257 = phi i64 [ %v72, %v66 ], [ %v70, %v71 ]
  %v143 = getelementptr i8, ptr %v207, i64 %v245
  %v258 = load i32, ptr %v143, align 4
  %v259 = sext i32 %v258 to i64
  %v189 = sub nsw i64 %v257, %v259
  %v260 = icmp slt i64 %v189, 1
  br i1 %v260, label %v190, label %v141
v141:
  %v152 = getelementptr inbounds i8, ptr %v197, i64 %v245
  br label %v140
v64:
  ret i32 0
}
