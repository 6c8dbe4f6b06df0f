; Made from acyclic.py by generate.py: 88d733cc783fd05482ca164d38dea1c699d3c8b1
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v25:
  %v14 = shl i64 %v1, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v3, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v7, 2
  %v19 = ashr exact i64 %v18, 2
  %v20 = icmp sgt i64 %v19, 0
  br i1 %v20, label %v21, label %v22
v21:
  %v23 = phi i64 [ %v24, %v21 ], [ 0, %v25 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v26 = shl i64 %v23, 2
  %v27 = getelementptr i8, ptr %v6, i64 %v26
  store i32 0, ptr %v27, align 4
  %v28 = getelementptr i8, ptr %v8, i64 %v26
  store i32 0, ptr %v28, align 4
  %v29 = getelementptr i8, ptr %v10, i64 %v26
  store i32 0, ptr %v29, align 4
  %v30 = icmp eq i64 %v19, %v24
  br i1 %v30, label %v22, label %v21
v72:
  %v31 = phi i64 [ %v32, %v33 ], [ 0, %v22 ]
  %v32 = add nuw nsw i64 %v31, 1
  %v34 = shl i64 %v31, 2
  %v35 = getelementptr i8, ptr %v12, i64 %v34
  store i32 -1, ptr %v35, align 4
  %v36 = getelementptr i8, ptr %v4, i64 %v34
  %v37 = load i32, ptr %v36, align 4
  %v38 = sext i32 %v37 to i64
  %v39 = icmp eq i64 %v31, %v38
  br i1 %v39, label %v33, label %v40
v40:
  %v41 = getelementptr i8, ptr %v0, i64 %v34
  %v42 = load i32, ptr %v41, align 4
  %v43 = sext i32 %v42 to i64
  %v44 = icmp slt i32 %v42, 0
  %v45 = select i1 %v44, i64 %v3, i64 0
  %v46 = getelementptr i32, ptr %v2, i64 %v45
  %v47 = getelementptr i32, ptr %v46, i64 %v43
  %v48 = load i32, ptr %v47, align 4
  %v49 = sext i32 %v48 to i64
  %v50 = mul nsw i64 %v17, %v49
  %v51 = icmp slt i32 %v37, 0
  %v52 = select i1 %v51, i64 %v1, i64 0
  %v53 = getelementptr i32, ptr %v0, i64 %v52
  %v54 = getelementptr i32, ptr %v53, i64 %v38
  %v55 = load i32, ptr %v54, align 4
  %v56 = sext i32 %v55 to i64
  %v57 = add nsw i64 %v50, %v56
  %v58 = icmp slt i64 %v57, 0
  %v59 = select i1 %v58, i64 %v7, i64 0
  %v60 = getelementptr i32, ptr %v6, i64 %v57
  %v61 = getelementptr i32, ptr %v60, i64 %v59
  %v62 = load i32, ptr %v61, align 4
  %v63 = add i32 %v62, 1
  store i32 %v63, ptr %v61, align 4
  %v64 = select i1 %v58, i64 %v9, i64 0
  %v65 = getelementptr i32, ptr %v8, i64 %v57
  %v66 = getelementptr i32, ptr %v65, i64 %v64
  %v67 = load i32, ptr %v66, align 4
  %v68 = trunc i64 %v31 to i32
  %v69 = xor i32 %v67, %v68
  store i32 %v69, ptr %v66, align 4
  br label %v33
v33:
  %v70 = icmp eq i64 %v15, %v32
  br i1 %v70, label %v71, label %v72
v90:
  %v73 = phi i64 [ %v74, %v75 ], [ 0, %v71 ]
  %v76 = phi i64 [ %v77, %v75 ], [ 0, %v71 ]
  %v77 = add nuw nsw i64 %v76, 1
  %v78 = shl i64 %v76, 2
  %v79 = getelementptr i8, ptr %v6, i64 %v78
  %v80 = load i32, ptr %v79, align 4
  %v81 = icmp eq i32 %v80, 1
  br i1 %v81, label %v82, label %v75
v82:
  %v83 = getelementptr i8, ptr %v8, i64 %v78
  %v84 = load i32, ptr %v83, align 4
  %v85 = icmp slt i64 %v73, 0
  %v86 = select i1 %v85, i64 %v13, i64 0
  %v87 = getelementptr i32, ptr %v12, i64 %v73
  %v88 = getelementptr i32, ptr %v87, i64 %v86
  store i32 %v84, ptr %v88, align 4
  %v89 = add nsw i64 %v73, 1
  br label %v75
v75:
  %v74 = phi i64 [ %v89, %v82 ], [ %v73, %v90 ]
  %v91 = icmp eq i64 %v19, %v77
  br i1 %v91, label %v92, label %v90
v92:
  %v93 = icmp sgt i64 %v74, 0
  br i1 %v93, label %v94, label %v95
v94:
  %v96 = phi i64 [ %v97, %v98 ], [ %v74, %v92 ]
  %v99 = phi i64 [ %v100, %v98 ], [ 0, %v92 ]
  %v101 = phi i64 [ %v102, %v98 ], [ 0, %v92 ]
  %v103 = shl i64 %v99, 2
  %v104 = getelementptr i8, ptr %v12, i64 %v103
  %v105 = load i32, ptr %v104, align 4
  store i32 -1, ptr %v104, align 4
  %v100 = add nuw nsw i64 %v99, 1
  %v106 = sext i32 %v105 to i64
  %v107 = icmp slt i32 %v105, 0
  %v108 = select i1 %v107, i64 %v1, i64 0
  %v109 = getelementptr i32, ptr %v0, i64 %v108
  %v110 = getelementptr i32, ptr %v109, i64 %v106
  %v111 = load i32, ptr %v110, align 4
  %v112 = sext i32 %v111 to i64
  %v113 = icmp slt i32 %v111, 0
  %v114 = select i1 %v113, i64 %v3, i64 0
  %v115 = getelementptr i32, ptr %v2, i64 %v114
  %v116 = getelementptr i32, ptr %v115, i64 %v112
  %v117 = load i32, ptr %v116, align 4
  %v118 = sext i32 %v117 to i64
  %v119 = mul nsw i64 %v17, %v118
  %v120 = select i1 %v107, i64 %v5, i64 0
  %v121 = getelementptr i32, ptr %v4, i64 %v120
  %v122 = getelementptr i32, ptr %v121, i64 %v106
  %v123 = load i32, ptr %v122, align 4
  %v124 = sext i32 %v123 to i64
  %v125 = icmp slt i32 %v123, 0
  %v126 = select i1 %v125, i64 %v1, i64 0
  %v127 = getelementptr i32, ptr %v0, i64 %v126
  %v128 = getelementptr i32, ptr %v127, i64 %v124
  %v129 = load i32, ptr %v128, align 4
  %v130 = sext i32 %v129 to i64
  %v131 = add nsw i64 %v119, %v130
  %v132 = icmp slt i64 %v131, 0
  %v133 = select i1 %v132, i64 %v7, i64 0
  %v134 = getelementptr i32, ptr %v6, i64 %v131
  %v135 = getelementptr i32, ptr %v134, i64 %v133
  %v136 = load i32, ptr %v135, align 4
  %v137 = icmp eq i32 %v136, 1
  br i1 %v137, label %v138, label %v98
v138:
  %v139 = shl i64 %v133, 2
  %v140 = getelementptr inbounds i8, ptr %v134, i64 %v139
  store i32 0, ptr %v140, align 4
  %v141 = select i1 %v132, i64 %v11, i64 0
  %v142 = getelementptr i32, ptr %v10, i64 %v131
  %v143 = getelementptr i32, ptr %v142, i64 %v141
  %v144 = load i32, ptr %v143, align 4
  %v145 = add i32 %v144, 1
  store i32 %v145, ptr %v143, align 4
  %v146 = icmp slt i64 %v101, 0
  %v147 = select i1 %v146, i64 %v13, i64 0
  %v148 = getelementptr i32, ptr %v12, i64 %v101
  %v149 = getelementptr i32, ptr %v148, i64 %v147
  store i32 %v105, ptr %v149, align 4
  %v150 = add nsw i64 %v101, 1
  %v151 = shl nsw i64 %v106, 2
  %v152 = getelementptr inbounds i8, ptr %v121, i64 %v151
  %v153 = load i32, ptr %v152, align 4
  %v154 = sext i32 %v153 to i64
  %v155 = icmp slt i32 %v153, 0
  %v156 = select i1 %v155, i64 %v1, i64 0
  %v157 = getelementptr i32, ptr %v0, i64 %v156
  %v158 = getelementptr i32, ptr %v157, i64 %v154
  %v159 = load i32, ptr %v158, align 4
  %v160 = sext i32 %v159 to i64
  %v161 = icmp slt i32 %v159, 0
  %v162 = select i1 %v161, i64 %v3, i64 0
  %v163 = getelementptr i32, ptr %v2, i64 %v162
  %v164 = getelementptr i32, ptr %v163, i64 %v160
  %v165 = load i32, ptr %v164, align 4
  %v166 = sext i32 %v165 to i64
  %v167 = mul nsw i64 %v17, %v166
  %v168 = select i1 %v155, i64 %v5, i64 0
  %v169 = getelementptr i32, ptr %v4, i64 %v168
  %v170 = getelementptr i32, ptr %v169, i64 %v154
  %v171 = load i32, ptr %v170, align 4
  %v172 = sext i32 %v171 to i64
  %v173 = icmp slt i32 %v171, 0
  %v174 = select i1 %v173, i64 %v1, i64 0
  %v175 = getelementptr i32, ptr %v0, i64 %v174
  %v176 = getelementptr i32, ptr %v175, i64 %v172
  %v177 = load i32, ptr %v176, align 4
  %v178 = sext i32 %v177 to i64
  %v179 = add nsw i64 %v167, %v178
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v7, i64 0
  %v182 = getelementptr i32, ptr %v6, i64 %v179
  %v183 = getelementptr i32, ptr %v182, i64 %v181
  %v184 = load i32, ptr %v183, align 4
  %v185 = add i32 %v184, -1
  store i32 %v185, ptr %v183, align 4
  %v186 = select i1 %v180, i64 %v9, i64 0
  %v187 = getelementptr i32, ptr %v8, i64 %v179
  %v188 = getelementptr i32, ptr %v187, i64 %v186
  %v189 = load i32, ptr %v188, align 4
  %v190 = load i32, ptr %v152, align 4
  %v191 = xor i32 %v190, %v189
  store i32 %v191, ptr %v188, align 4
  %v192 = select i1 %v180, i64 %v11, i64 0
  %v193 = getelementptr i32, ptr %v10, i64 %v179
  %v194 = getelementptr i32, ptr %v193, i64 %v192
  %v195 = load i32, ptr %v194, align 4
  %v196 = load i32, ptr %v143, align 4
  %v197 = add i32 %v196, %v195
  store i32 %v197, ptr %v194, align 4
  %v198 = load i32, ptr %v183, align 4
  %v199 = icmp eq i32 %v198, 1
  br i1 %v199, label %v200, label %v98
v200:
  %v201 = shl i64 %v186, 2
  %v202 = getelementptr inbounds i8, ptr %v187, i64 %v201
  %v203 = load i32, ptr %v202, align 4
  %v204 = getelementptr i32, ptr %v12, i64 %v96
  store i32 %v203, ptr %v204, align 4
  %v205 = add nuw nsw i64 %v96, 1
  br label %v98
v98:
  %v97 = phi i64 [ %v205, %v200 ], [ %v96, %v138 ], [ %v96, %v94 ]
  %v102 = phi i64 [ %v150, %v200 ], [ %v150, %v138 ], [ %v101, %v94 ]
  %v206 = icmp slt i64 %v100, %v97
  br i1 %v206, label %v94, label %v95
v22:
  %v207 = icmp slt i64 %v15, 1
  br i1 %v207, label %v71, label %v72
v71:
  %v208 = icmp slt i64 %v19, 1
  br i1 %v208, label %v95, label %v90
v95:
  ret i32 0
}
