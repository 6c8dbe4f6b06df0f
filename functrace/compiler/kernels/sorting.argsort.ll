; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e
; by Numba 0.68.1

; const <f8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v28:
  %v14 = shl i64 %v1, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = icmp slt i64 %v15, 1
  br i1 %v22, label %v23, label %v24
v24:
  %v25 = phi i64 [ %v26, %v27 ], [ 0, %v28 ]
  %v26 = add nuw nsw i64 %v25, 1
  %v29 = shl i64 %v25, 3
  %v30 = getelementptr i8, ptr %v0, i64 %v29
  %v31 = load i64, ptr %v30, align 8
  %v32 = bitcast i64 %v31 to double
  %v33 = fcmp oeq double %v32, 0.000000e+00
  br i1 %v33, label %v27, label %v34
v34:
  %v35 = fcmp uno double %v32, 0.000000e+00
  br i1 %v35, label %v27, label %v36
v36:
  %v37 = fcmp olt double %v32, 0.000000e+00
  br i1 %v37, label %v38, label %v39
v38:
  %v40 = xor i64 %v31, -1
  br label %v27
v39:
  %v41 = or i64 %v31, -9223372036854775808
  br label %v27
v27:
  %v42 = phi i64 [ -1, %v34 ], [ -9223372036854775808, %v24 ], [ %v40, %v38 ], [ %v41, %v39 ]
  %v43 = getelementptr i8, ptr %v4, i64 %v29
  store i64 %v42, ptr %v43, align 8
  %v44 = icmp eq i64 %v15, %v26
  br i1 %v44, label %v45, label %v24
v45:
  %v46 = icmp slt i64 %v15, 65
  br i1 %v46, label %v23, label %v47
v76:
  %v48 = phi i64 [ %v49, %v50 ], [ 0, %v23 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v51 = getelementptr i64, ptr %v4, i64 %v48
  %v52 = load i64, ptr %v51, align 8
  %v53 = icmp eq i64 %v48, 0
  br i1 %v53, label %v50, label %v54
v54:
  %v55 = shl i64 %v48, 3
  %v56 = getelementptr i8, ptr %v4, i64 %v55
  %v57 = getelementptr i8, ptr %v56, i64 -8
  %v58 = load i64, ptr %v57, align 8
  %v59 = icmp ult i64 %v52, %v58
  br i1 %v59, label %v60, label %v50
v60:
  %v61 = phi i64 [ %v62, %v63 ], [ %v48, %v54 ]
  %v64 = shl i64 %v61, 3
  %v65 = getelementptr i8, ptr %v4, i64 %v64
  %v66 = getelementptr i8, ptr %v65, i64 -8
  %v67 = load i64, ptr %v66, align 8
  %v68 = getelementptr i8, ptr %v2, i64 %v64
  %v69 = getelementptr i8, ptr %v68, i64 -8
  %v70 = load i64, ptr %v69, align 8
  store i64 %v67, ptr %v65, align 8
  store i64 %v70, ptr %v68, align 8
  %v71 = icmp sgt i64 %v61, 1
  br i1 %v71, label %v63, label %v50
v63:
  %v72 = getelementptr i8, ptr %v65, i64 -16
  %v73 = load i64, ptr %v72, align 8
  %v74 = icmp ult i64 %v52, %v73
  %v62 = add nsw i64 %v61, -1
  br i1 %v74, label %v60, label %v50
v50:
  %v75 = phi i64 [ %v48, %v54 ], [ 0, %v76 ], [ 0, %v60 ], [ %v62, %v63 ]
  %v77 = icmp slt i64 %v75, 0
  %v78 = select i1 %v77, i64 %v5, i64 0
  %v79 = getelementptr i64, ptr %v4, i64 %v75
  %v80 = getelementptr i64, ptr %v79, i64 %v78
  store i64 %v52, ptr %v80, align 8
  %v81 = select i1 %v77, i64 %v3, i64 0
  %v82 = getelementptr i64, ptr %v2, i64 %v75
  %v83 = getelementptr i64, ptr %v82, i64 %v81
  store i64 %v48, ptr %v83, align 8
  %v84 = icmp eq i64 %v19, %v49
  br i1 %v84, label %v85, label %v76
v47:
  %v86 = phi i64 [ %v87, %v47 ], [ 0, %v45 ]
  %v87 = add nuw nsw i64 %v86, 1
  %v88 = shl i64 %v86, 3
  %v89 = getelementptr i8, ptr %v2, i64 %v88
  store i64 %v86, ptr %v89, align 8
  %v90 = icmp eq i64 %v15, %v87
  br i1 %v90, label %v91, label %v47
v106:
  %v92 = phi i64 [ 0, %v93 ], [ %v94, %v95 ]
  %v96 = phi i64 [ 0, %v93 ], [ %v97, %v95 ]
  %v98 = shl nuw nsw i64 %v92, 3
  %v99 = getelementptr i8, ptr %v100, i64 %v98
  %v101 = load i64, ptr %v99, align 8
  %v102 = icmp eq i64 %v101, %v15
  br i1 %v102, label %v103, label %v95
v95:
  store i64 %v96, ptr %v99, align 8
  %v97 = add nsw i64 %v101, %v96
  %v94 = add nuw nsw i64 %v92, 1
  %v104 = icmp eq i64 %v94, 256
  br i1 %v104, label %v105, label %v106
v105:
  br i1 %v107, label %v108, label %v109
v113:
  %v110 = phi i64 [ 0, %v111 ], [ %v112, %v113 ]
  %v112 = add nuw nsw i64 %v110, 1
  %v114 = shl i64 %v110, 3
  %v115 = getelementptr i8, ptr %v6, i64 %v114
  %v116 = load i64, ptr %v115, align 8
  %v117 = lshr i64 %v116, %v118
  %v119 = and i64 %v117, 255
  %v120 = getelementptr i8, ptr %v8, i64 %v114
  %v121 = load i64, ptr %v120, align 8
  %v122 = getelementptr i64, ptr %v123, i64 %v119
  %v124 = load i64, ptr %v122, align 8
  %v125 = icmp slt i64 %v124, 0
  %v126 = select i1 %v125, i64 %v5, i64 0
  %v127 = getelementptr i64, ptr %v4, i64 %v124
  %v128 = getelementptr i64, ptr %v127, i64 %v126
  store i64 %v116, ptr %v128, align 8
  %v129 = load i64, ptr %v122, align 8
  %v130 = icmp slt i64 %v129, 0
  %v131 = select i1 %v130, i64 %v3, i64 0
  %v132 = getelementptr i64, ptr %v2, i64 %v129
  %v133 = getelementptr i64, ptr %v132, i64 %v131
  store i64 %v121, ptr %v133, align 8
  %v134 = load i64, ptr %v122, align 8
  %v135 = add nsw i64 %v134, 1
  store i64 %v135, ptr %v122, align 8
  %v136 = icmp eq i64 %v21, %v112
  br i1 %v136, label %v137, label %v113
v141:
  %v138 = phi i64 [ 0, %v139 ], [ %v140, %v141 ]
  %v140 = add nuw nsw i64 %v138, 1
  %v142 = shl i64 %v138, 3
  %v143 = getelementptr i8, ptr %v4, i64 %v142
  %v144 = load i64, ptr %v143, align 8
  %v145 = lshr i64 %v144, %v118
  %v146 = and i64 %v145, 255
  %v147 = getelementptr i8, ptr %v2, i64 %v142
  %v148 = load i64, ptr %v147, align 8
  %v149 = getelementptr i64, ptr %v150, i64 %v146
  %v151 = load i64, ptr %v149, align 8
  %v152 = icmp slt i64 %v151, 0
  %v153 = select i1 %v152, i64 %v7, i64 0
  %v154 = getelementptr i64, ptr %v6, i64 %v151
  %v155 = getelementptr i64, ptr %v154, i64 %v153
  store i64 %v144, ptr %v155, align 8
  %v156 = load i64, ptr %v149, align 8
  %v157 = icmp slt i64 %v156, 0
  %v158 = select i1 %v157, i64 %v9, i64 0
  %v159 = getelementptr i64, ptr %v8, i64 %v156
  %v160 = getelementptr i64, ptr %v159, i64 %v158
  store i64 %v148, ptr %v160, align 8
  %v161 = load i64, ptr %v149, align 8
  %v162 = add nsw i64 %v161, 1
  store i64 %v162, ptr %v149, align 8
  %v163 = icmp eq i64 %v17, %v140
  br i1 %v163, label %v137, label %v141
v137:
  %v164 = xor i1 %v107, true
  br label %v103
v103:
  %v165 = phi i1 [ %v164, %v137 ], [ %v107, %v106 ]
  %v166 = getelementptr i8, ptr %v100, i64 2048
  %v167 = icmp eq i64 %v168, 8
  br i1 %v167, label %v169, label %v93
v169:
  br i1 %v165, label %v170, label %v85
v170:
  %v171 = add nuw nsw i64 %v15, 1
  br label %v172
v172:
  %v173 = phi i64 [ 0, %v170 ], [ %v174, %v172 ]
  %v175 = phi i64 [ %v171, %v170 ], [ %v176, %v172 ]
  %v177 = getelementptr i8, ptr %v8, i64 %v173
  %v178 = load i64, ptr %v177, align 8
  %v179 = getelementptr i8, ptr %v2, i64 %v173
  store i64 %v178, ptr %v179, align 8
  %v176 = add nsw i64 %v175, -1
  %v174 = add nuw nsw i64 %v173, 8
  %v180 = icmp sgt i64 %v175, 2
  br i1 %v180, label %v172, label %v85
v23:
  %v181 = icmp slt i64 %v19, 1
  br i1 %v181, label %v85, label %v76
v91:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v10, i8 0, i64 16384, i1 false)
  %v182 = icmp slt i64 %v19, 1
  br i1 %v182, label %v183, label %v184
v184:
  %v185 = phi i64 [ %v186, %v187 ], [ 0, %v91 ]
  %v188 = getelementptr i64, ptr %v4, i64 %v185
  %v189 = load i64, ptr %v188, align 8
  br label %v190
v190:
  %v191 = phi i64 [ 8, %v184 ], [ %v192, %v190 ]
  %v193 = phi ptr [ %v10, %v184 ], [ %v194, %v190 ]
  %v195 = phi i64 [ %v189, %v184 ], [ %v196, %v190 ]
  %v197 = shl i64 %v195, 3
  %v198 = and i64 %v197, 2040
  %v199 = getelementptr i8, ptr %v193, i64 %v198
  %v200 = load i64, ptr %v199, align 8
  %v201 = add nsw i64 %v200, 1
  store i64 %v201, ptr %v199, align 8
  %v196 = lshr i64 %v195, 8
  %v194 = getelementptr i8, ptr %v193, i64 2048
  %v192 = add nsw i64 %v191, -1
  %v202 = icmp eq i64 %v192, 0
  br i1 %v202, label %v187, label %v190
v187:
  %v186 = add nuw nsw i64 %v185, 1
  %v203 = icmp eq i64 %v186, %v19
  br i1 %v203, label %v183, label %v184
v183:
  %v204 = icmp slt i64 %v17, 1
  %v205 = icmp slt i64 %v21, 1
  br label %v93
v93:
  %v100 = phi ptr [ %v166, %v103 ], [ %v10, %v183 ]
  %v107 = phi i1 [ %v165, %v103 ], [ false, %v183 ]
  %v206 = phi i64 [ %v168, %v103 ], [ 0, %v183 ]
  %v168 = add nuw nsw i64 %v206, 1
  %v207 = shl nsw i64 %v206, 8
  %v118 = shl nsw i64 %v206, 3
  br label %v106
v108:
  br i1 %v205, label %v137, label %v111
v111:
  %v123 = getelementptr i64, ptr %v10, i64 %v207
  br label %v113
v109:
  br i1 %v204, label %v137, label %v139
v139:
  %v150 = getelementptr i64, ptr %v10, i64 %v207
  br label %v141
v85:
  ret i32 0
}

; const <i8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v27:
  %v14 = shl i64 %v1, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = icmp slt i64 %v15, 1
  br i1 %v22, label %v23, label %v24
v24:
  %v25 = phi i64 [ %v26, %v24 ], [ 0, %v27 ]
  %v26 = add nuw nsw i64 %v25, 1
  %v28 = shl i64 %v25, 3
  %v29 = getelementptr i8, ptr %v0, i64 %v28
  %v30 = load i64, ptr %v29, align 8
  %v31 = xor i64 %v30, -9223372036854775808
  %v32 = getelementptr i8, ptr %v4, i64 %v28
  store i64 %v31, ptr %v32, align 8
  %v33 = icmp eq i64 %v15, %v26
  br i1 %v33, label %v34, label %v24
v34:
  %v35 = icmp samesign ult i64 %v15, 65
  br i1 %v35, label %v23, label %v36
v65:
  %v37 = phi i64 [ %v38, %v39 ], [ 0, %v23 ]
  %v38 = add nuw nsw i64 %v37, 1
  %v40 = getelementptr i64, ptr %v4, i64 %v37
  %v41 = load i64, ptr %v40, align 8
  %v42 = icmp eq i64 %v37, 0
  br i1 %v42, label %v39, label %v43
v43:
  %v44 = shl i64 %v37, 3
  %v45 = getelementptr i8, ptr %v4, i64 %v44
  %v46 = getelementptr i8, ptr %v45, i64 -8
  %v47 = load i64, ptr %v46, align 8
  %v48 = icmp ult i64 %v41, %v47
  br i1 %v48, label %v49, label %v39
v49:
  %v50 = phi i64 [ %v51, %v52 ], [ %v37, %v43 ]
  %v53 = shl i64 %v50, 3
  %v54 = getelementptr i8, ptr %v4, i64 %v53
  %v55 = getelementptr i8, ptr %v54, i64 -8
  %v56 = load i64, ptr %v55, align 8
  %v57 = getelementptr i8, ptr %v2, i64 %v53
  %v58 = getelementptr i8, ptr %v57, i64 -8
  %v59 = load i64, ptr %v58, align 8
  store i64 %v56, ptr %v54, align 8
  store i64 %v59, ptr %v57, align 8
  %v60 = icmp sgt i64 %v50, 1
  br i1 %v60, label %v52, label %v39
v52:
  %v61 = getelementptr i8, ptr %v54, i64 -16
  %v62 = load i64, ptr %v61, align 8
  %v63 = icmp ult i64 %v41, %v62
  %v51 = add nsw i64 %v50, -1
  br i1 %v63, label %v49, label %v39
v39:
  %v64 = phi i64 [ %v37, %v43 ], [ 0, %v65 ], [ 0, %v49 ], [ %v51, %v52 ]
  %v66 = icmp slt i64 %v64, 0
  %v67 = select i1 %v66, i64 %v5, i64 0
  %v68 = getelementptr i64, ptr %v4, i64 %v64
  %v69 = getelementptr i64, ptr %v68, i64 %v67
  store i64 %v41, ptr %v69, align 8
  %v70 = select i1 %v66, i64 %v3, i64 0
  %v71 = getelementptr i64, ptr %v2, i64 %v64
  %v72 = getelementptr i64, ptr %v71, i64 %v70
  store i64 %v37, ptr %v72, align 8
  %v73 = icmp eq i64 %v19, %v38
  br i1 %v73, label %v74, label %v65
v36:
  %v75 = phi i64 [ %v76, %v36 ], [ 0, %v34 ]
  %v76 = add nuw nsw i64 %v75, 1
  %v77 = shl i64 %v75, 3
  %v78 = getelementptr i8, ptr %v2, i64 %v77
  store i64 %v75, ptr %v78, align 8
  %v79 = icmp eq i64 %v15, %v76
  br i1 %v79, label %v80, label %v36
v95:
  %v81 = phi i64 [ 0, %v82 ], [ %v83, %v84 ]
  %v85 = phi i64 [ 0, %v82 ], [ %v86, %v84 ]
  %v87 = shl nuw nsw i64 %v81, 3
  %v88 = getelementptr i8, ptr %v89, i64 %v87
  %v90 = load i64, ptr %v88, align 8
  %v91 = icmp eq i64 %v90, %v15
  br i1 %v91, label %v92, label %v84
v84:
  store i64 %v85, ptr %v88, align 8
  %v86 = add nsw i64 %v90, %v85
  %v83 = add nuw nsw i64 %v81, 1
  %v93 = icmp eq i64 %v83, 256
  br i1 %v93, label %v94, label %v95
v94:
  br i1 %v96, label %v97, label %v98
v102:
  %v99 = phi i64 [ 0, %v100 ], [ %v101, %v102 ]
  %v101 = add nuw nsw i64 %v99, 1
  %v103 = shl i64 %v99, 3
  %v104 = getelementptr i8, ptr %v6, i64 %v103
  %v105 = load i64, ptr %v104, align 8
  %v106 = lshr i64 %v105, %v107
  %v108 = and i64 %v106, 255
  %v109 = getelementptr i8, ptr %v8, i64 %v103
  %v110 = load i64, ptr %v109, align 8
  %v111 = getelementptr i64, ptr %v112, i64 %v108
  %v113 = load i64, ptr %v111, align 8
  %v114 = icmp slt i64 %v113, 0
  %v115 = select i1 %v114, i64 %v5, i64 0
  %v116 = getelementptr i64, ptr %v4, i64 %v113
  %v117 = getelementptr i64, ptr %v116, i64 %v115
  store i64 %v105, ptr %v117, align 8
  %v118 = load i64, ptr %v111, align 8
  %v119 = icmp slt i64 %v118, 0
  %v120 = select i1 %v119, i64 %v3, i64 0
  %v121 = getelementptr i64, ptr %v2, i64 %v118
  %v122 = getelementptr i64, ptr %v121, i64 %v120
  store i64 %v110, ptr %v122, align 8
  %v123 = load i64, ptr %v111, align 8
  %v124 = add nsw i64 %v123, 1
  store i64 %v124, ptr %v111, align 8
  %v125 = icmp eq i64 %v21, %v101
  br i1 %v125, label %v126, label %v102
v130:
  %v127 = phi i64 [ 0, %v128 ], [ %v129, %v130 ]
  %v129 = add nuw nsw i64 %v127, 1
  %v131 = shl i64 %v127, 3
  %v132 = getelementptr i8, ptr %v4, i64 %v131
  %v133 = load i64, ptr %v132, align 8
  %v134 = lshr i64 %v133, %v107
  %v135 = and i64 %v134, 255
  %v136 = getelementptr i8, ptr %v2, i64 %v131
  %v137 = load i64, ptr %v136, align 8
  %v138 = getelementptr i64, ptr %v139, i64 %v135
  %v140 = load i64, ptr %v138, align 8
  %v141 = icmp slt i64 %v140, 0
  %v142 = select i1 %v141, i64 %v7, i64 0
  %v143 = getelementptr i64, ptr %v6, i64 %v140
  %v144 = getelementptr i64, ptr %v143, i64 %v142
  store i64 %v133, ptr %v144, align 8
  %v145 = load i64, ptr %v138, align 8
  %v146 = icmp slt i64 %v145, 0
  %v147 = select i1 %v146, i64 %v9, i64 0
  %v148 = getelementptr i64, ptr %v8, i64 %v145
  %v149 = getelementptr i64, ptr %v148, i64 %v147
  store i64 %v137, ptr %v149, align 8
  %v150 = load i64, ptr %v138, align 8
  %v151 = add nsw i64 %v150, 1
  store i64 %v151, ptr %v138, align 8
  %v152 = icmp eq i64 %v17, %v129
  br i1 %v152, label %v126, label %v130
v126:
  %v153 = xor i1 %v96, true
  br label %v92
v92:
  %v154 = phi i1 [ %v153, %v126 ], [ %v96, %v95 ]
  %v155 = getelementptr i8, ptr %v89, i64 2048
  %v156 = icmp eq i64 %v157, 8
  br i1 %v156, label %v158, label %v82
v158:
  br i1 %v154, label %v159, label %v74
v159:
  %v160 = add nuw nsw i64 %v15, 1
  br label %v161
v161:
  %v162 = phi i64 [ 0, %v159 ], [ %v163, %v161 ]
  %v164 = phi i64 [ %v160, %v159 ], [ %v165, %v161 ]
  %v166 = getelementptr i8, ptr %v8, i64 %v162
  %v167 = load i64, ptr %v166, align 8
  %v168 = getelementptr i8, ptr %v2, i64 %v162
  store i64 %v167, ptr %v168, align 8
  %v165 = add nsw i64 %v164, -1
  %v163 = add nuw nsw i64 %v162, 8
  %v169 = icmp sgt i64 %v164, 2
  br i1 %v169, label %v161, label %v74
v23:
  %v170 = icmp slt i64 %v19, 1
  br i1 %v170, label %v74, label %v65
v80:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v10, i8 0, i64 16384, i1 false)
  %v171 = icmp slt i64 %v19, 1
  br i1 %v171, label %v172, label %v173
v173:
  %v174 = phi i64 [ %v175, %v176 ], [ 0, %v80 ]
  %v177 = getelementptr i64, ptr %v4, i64 %v174
  %v178 = load i64, ptr %v177, align 8
  br label %v179
v179:
  %v180 = phi i64 [ 8, %v173 ], [ %v181, %v179 ]
  %v182 = phi ptr [ %v10, %v173 ], [ %v183, %v179 ]
  %v184 = phi i64 [ %v178, %v173 ], [ %v185, %v179 ]
  %v186 = shl i64 %v184, 3
  %v187 = and i64 %v186, 2040
  %v188 = getelementptr i8, ptr %v182, i64 %v187
  %v189 = load i64, ptr %v188, align 8
  %v190 = add nsw i64 %v189, 1
  store i64 %v190, ptr %v188, align 8
  %v185 = lshr i64 %v184, 8
  %v183 = getelementptr i8, ptr %v182, i64 2048
  %v181 = add nsw i64 %v180, -1
  %v191 = icmp eq i64 %v181, 0
  br i1 %v191, label %v176, label %v179
v176:
  %v175 = add nuw nsw i64 %v174, 1
  %v192 = icmp eq i64 %v175, %v19
  br i1 %v192, label %v172, label %v173
v172:
  %v193 = icmp slt i64 %v17, 1
  %v194 = icmp slt i64 %v21, 1
  br label %v82
v82:
  %v89 = phi ptr [ %v155, %v92 ], [ %v10, %v172 ]
  %v96 = phi i1 [ %v154, %v92 ], [ false, %v172 ]
  %v195 = phi i64 [ %v157, %v92 ], [ 0, %v172 ]
  %v157 = add nuw nsw i64 %v195, 1
  %v196 = shl nsw i64 %v195, 8
  %v107 = shl nsw i64 %v195, 3
  br label %v95
v97:
  br i1 %v194, label %v126, label %v100
v100:
  %v112 = getelementptr i64, ptr %v10, i64 %v196
  br label %v102
v98:
  br i1 %v193, label %v126, label %v128
v128:
  %v139 = getelementptr i64, ptr %v10, i64 %v196
  br label %v130
v74:
  ret i32 0
}

; const <f4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v28:
  %v14 = shl i64 %v1, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = icmp slt i64 %v15, 1
  br i1 %v22, label %v23, label %v24
v24:
  %v25 = phi i64 [ %v26, %v27 ], [ 0, %v28 ]
  %v26 = add nuw nsw i64 %v25, 1
  %v29 = shl i64 %v25, 2
  %v30 = getelementptr i8, ptr %v0, i64 %v29
  %v31 = load i32, ptr %v30, align 4
  %v32 = zext i32 %v31 to i64
  %v33 = bitcast i32 %v31 to float
  %v34 = fcmp oeq float %v33, 0.000000e+00
  br i1 %v34, label %v27, label %v35
v35:
  %v36 = fcmp uno float %v33, 0.000000e+00
  br i1 %v36, label %v27, label %v37
v37:
  %v38 = fcmp olt float %v33, 0.000000e+00
  br i1 %v38, label %v39, label %v40
v39:
  %v41 = xor i64 %v32, 4294967295
  br label %v27
v40:
  %v42 = or i64 %v32, 2147483648
  br label %v27
v27:
  %v43 = phi i64 [ 4294967295, %v35 ], [ 2147483648, %v24 ], [ %v41, %v39 ], [ %v42, %v40 ]
  %v44 = shl i64 %v25, 3
  %v45 = getelementptr i8, ptr %v4, i64 %v44
  store i64 %v43, ptr %v45, align 8
  %v46 = icmp eq i64 %v15, %v26
  br i1 %v46, label %v47, label %v24
v47:
  %v48 = icmp slt i64 %v15, 65
  br i1 %v48, label %v23, label %v49
v78:
  %v50 = phi i64 [ %v51, %v52 ], [ 0, %v23 ]
  %v51 = add nuw nsw i64 %v50, 1
  %v53 = getelementptr i64, ptr %v4, i64 %v50
  %v54 = load i64, ptr %v53, align 8
  %v55 = icmp eq i64 %v50, 0
  br i1 %v55, label %v52, label %v56
v56:
  %v57 = shl i64 %v50, 3
  %v58 = getelementptr i8, ptr %v4, i64 %v57
  %v59 = getelementptr i8, ptr %v58, i64 -8
  %v60 = load i64, ptr %v59, align 8
  %v61 = icmp ult i64 %v54, %v60
  br i1 %v61, label %v62, label %v52
v62:
  %v63 = phi i64 [ %v64, %v65 ], [ %v50, %v56 ]
  %v66 = shl i64 %v63, 3
  %v67 = getelementptr i8, ptr %v4, i64 %v66
  %v68 = getelementptr i8, ptr %v67, i64 -8
  %v69 = load i64, ptr %v68, align 8
  %v70 = getelementptr i8, ptr %v2, i64 %v66
  %v71 = getelementptr i8, ptr %v70, i64 -8
  %v72 = load i64, ptr %v71, align 8
  store i64 %v69, ptr %v67, align 8
  store i64 %v72, ptr %v70, align 8
  %v73 = icmp sgt i64 %v63, 1
  br i1 %v73, label %v65, label %v52
v65:
  %v74 = getelementptr i8, ptr %v67, i64 -16
  %v75 = load i64, ptr %v74, align 8
  %v76 = icmp ult i64 %v54, %v75
  %v64 = add nsw i64 %v63, -1
  br i1 %v76, label %v62, label %v52
v52:
  %v77 = phi i64 [ %v50, %v56 ], [ 0, %v78 ], [ 0, %v62 ], [ %v64, %v65 ]
  %v79 = icmp slt i64 %v77, 0
  %v80 = select i1 %v79, i64 %v5, i64 0
  %v81 = getelementptr i64, ptr %v4, i64 %v77
  %v82 = getelementptr i64, ptr %v81, i64 %v80
  store i64 %v54, ptr %v82, align 8
  %v83 = select i1 %v79, i64 %v3, i64 0
  %v84 = getelementptr i64, ptr %v2, i64 %v77
  %v85 = getelementptr i64, ptr %v84, i64 %v83
  store i64 %v50, ptr %v85, align 8
  %v86 = icmp eq i64 %v19, %v51
  br i1 %v86, label %v87, label %v78
v49:
  %v88 = phi i64 [ %v89, %v49 ], [ 0, %v47 ]
  %v89 = add nuw nsw i64 %v88, 1
  %v90 = shl i64 %v88, 3
  %v91 = getelementptr i8, ptr %v2, i64 %v90
  store i64 %v88, ptr %v91, align 8
  %v92 = icmp eq i64 %v15, %v89
  br i1 %v92, label %v93, label %v49
v108:
  %v94 = phi i64 [ 0, %v95 ], [ %v96, %v97 ]
  %v98 = phi i64 [ 0, %v95 ], [ %v99, %v97 ]
  %v100 = shl nuw nsw i64 %v94, 3
  %v101 = getelementptr i8, ptr %v102, i64 %v100
  %v103 = load i64, ptr %v101, align 8
  %v104 = icmp eq i64 %v103, %v15
  br i1 %v104, label %v105, label %v97
v97:
  store i64 %v98, ptr %v101, align 8
  %v99 = add nsw i64 %v103, %v98
  %v96 = add nuw nsw i64 %v94, 1
  %v106 = icmp eq i64 %v96, 256
  br i1 %v106, label %v107, label %v108
v107:
  br i1 %v109, label %v110, label %v111
v115:
  %v112 = phi i64 [ 0, %v113 ], [ %v114, %v115 ]
  %v114 = add nuw nsw i64 %v112, 1
  %v116 = shl i64 %v112, 3
  %v117 = getelementptr i8, ptr %v6, i64 %v116
  %v118 = load i64, ptr %v117, align 8
  %v119 = lshr i64 %v118, %v120
  %v121 = and i64 %v119, 255
  %v122 = getelementptr i8, ptr %v8, i64 %v116
  %v123 = load i64, ptr %v122, align 8
  %v124 = getelementptr i64, ptr %v125, i64 %v121
  %v126 = load i64, ptr %v124, align 8
  %v127 = icmp slt i64 %v126, 0
  %v128 = select i1 %v127, i64 %v5, i64 0
  %v129 = getelementptr i64, ptr %v4, i64 %v126
  %v130 = getelementptr i64, ptr %v129, i64 %v128
  store i64 %v118, ptr %v130, align 8
  %v131 = load i64, ptr %v124, align 8
  %v132 = icmp slt i64 %v131, 0
  %v133 = select i1 %v132, i64 %v3, i64 0
  %v134 = getelementptr i64, ptr %v2, i64 %v131
  %v135 = getelementptr i64, ptr %v134, i64 %v133
  store i64 %v123, ptr %v135, align 8
  %v136 = load i64, ptr %v124, align 8
  %v137 = add nsw i64 %v136, 1
  store i64 %v137, ptr %v124, align 8
  %v138 = icmp eq i64 %v21, %v114
  br i1 %v138, label %v139, label %v115
v143:
  %v140 = phi i64 [ 0, %v141 ], [ %v142, %v143 ]
  %v142 = add nuw nsw i64 %v140, 1
  %v144 = shl i64 %v140, 3
  %v145 = getelementptr i8, ptr %v4, i64 %v144
  %v146 = load i64, ptr %v145, align 8
  %v147 = lshr i64 %v146, %v120
  %v148 = and i64 %v147, 255
  %v149 = getelementptr i8, ptr %v2, i64 %v144
  %v150 = load i64, ptr %v149, align 8
  %v151 = getelementptr i64, ptr %v152, i64 %v148
  %v153 = load i64, ptr %v151, align 8
  %v154 = icmp slt i64 %v153, 0
  %v155 = select i1 %v154, i64 %v7, i64 0
  %v156 = getelementptr i64, ptr %v6, i64 %v153
  %v157 = getelementptr i64, ptr %v156, i64 %v155
  store i64 %v146, ptr %v157, align 8
  %v158 = load i64, ptr %v151, align 8
  %v159 = icmp slt i64 %v158, 0
  %v160 = select i1 %v159, i64 %v9, i64 0
  %v161 = getelementptr i64, ptr %v8, i64 %v158
  %v162 = getelementptr i64, ptr %v161, i64 %v160
  store i64 %v150, ptr %v162, align 8
  %v163 = load i64, ptr %v151, align 8
  %v164 = add nsw i64 %v163, 1
  store i64 %v164, ptr %v151, align 8
  %v165 = icmp eq i64 %v17, %v142
  br i1 %v165, label %v139, label %v143
v139:
  %v166 = xor i1 %v109, true
  br label %v105
v105:
  %v167 = phi i1 [ %v166, %v139 ], [ %v109, %v108 ]
  %v168 = getelementptr i8, ptr %v102, i64 2048
  %v169 = icmp eq i64 %v170, 4
  br i1 %v169, label %v171, label %v95
v171:
  br i1 %v167, label %v172, label %v87
v172:
  %v173 = add nuw nsw i64 %v15, 1
  br label %v174
v174:
  %v175 = phi i64 [ 0, %v172 ], [ %v176, %v174 ]
  %v177 = phi i64 [ %v173, %v172 ], [ %v178, %v174 ]
  %v179 = getelementptr i8, ptr %v8, i64 %v175
  %v180 = load i64, ptr %v179, align 8
  %v181 = getelementptr i8, ptr %v2, i64 %v175
  store i64 %v180, ptr %v181, align 8
  %v178 = add nsw i64 %v177, -1
  %v176 = add nuw i64 %v175, 8
  %v182 = icmp sgt i64 %v177, 2
  br i1 %v182, label %v174, label %v87
v23:
  %v183 = icmp slt i64 %v19, 1
  br i1 %v183, label %v87, label %v78
v93:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v10, i8 0, i64 8192, i1 false)
  %v184 = icmp slt i64 %v19, 1
  br i1 %v184, label %v185, label %v186
v186:
  %v187 = phi i64 [ %v188, %v189 ], [ 0, %v93 ]
  %v190 = getelementptr i64, ptr %v4, i64 %v187
  %v191 = load i64, ptr %v190, align 8
  br label %v192
v192:
  %v193 = phi i64 [ 4, %v186 ], [ %v194, %v192 ]
  %v195 = phi ptr [ %v10, %v186 ], [ %v196, %v192 ]
  %v197 = phi i64 [ %v191, %v186 ], [ %v198, %v192 ]
  %v199 = shl i64 %v197, 3
  %v200 = and i64 %v199, 2040
  %v201 = getelementptr i8, ptr %v195, i64 %v200
  %v202 = load i64, ptr %v201, align 8
  %v203 = add nsw i64 %v202, 1
  store i64 %v203, ptr %v201, align 8
  %v198 = lshr i64 %v197, 8
  %v196 = getelementptr i8, ptr %v195, i64 2048
  %v194 = add nsw i64 %v193, -1
  %v204 = icmp eq i64 %v194, 0
  br i1 %v204, label %v189, label %v192
v189:
  %v188 = add nuw nsw i64 %v187, 1
  %v205 = icmp eq i64 %v188, %v19
  br i1 %v205, label %v185, label %v186
v185:
  %v206 = icmp slt i64 %v17, 1
  %v207 = icmp slt i64 %v21, 1
  br label %v95
v95:
  %v102 = phi ptr [ %v168, %v105 ], [ %v10, %v185 ]
  %v109 = phi i1 [ %v167, %v105 ], [ false, %v185 ]
  %v208 = phi i64 [ %v170, %v105 ], [ 0, %v185 ]
  %v170 = add nuw nsw i64 %v208, 1
  %v209 = shl nsw i64 %v208, 8
  %v120 = shl nsw i64 %v208, 3
  br label %v108
v110:
  br i1 %v207, label %v139, label %v113
v113:
  %v125 = getelementptr i64, ptr %v10, i64 %v209
  br label %v115
v111:
  br i1 %v206, label %v139, label %v141
v141:
  %v152 = getelementptr i64, ptr %v10, i64 %v209
  br label %v143
v87:
  ret i32 0
}

; const <i4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v27:
  %v14 = shl i64 %v1, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = icmp slt i64 %v15, 1
  br i1 %v22, label %v23, label %v24
v24:
  %v25 = phi i64 [ %v26, %v24 ], [ 0, %v27 ]
  %v26 = add nuw nsw i64 %v25, 1
  %v28 = shl i64 %v25, 2
  %v29 = getelementptr i8, ptr %v0, i64 %v28
  %v30 = load i32, ptr %v29, align 4
  %v31 = xor i32 %v30, -2147483648
  %v32 = zext i32 %v31 to i64
  %v33 = shl i64 %v25, 3
  %v34 = getelementptr i8, ptr %v4, i64 %v33
  store i64 %v32, ptr %v34, align 8
  %v35 = icmp eq i64 %v15, %v26
  br i1 %v35, label %v36, label %v24
v36:
  %v37 = icmp samesign ult i64 %v15, 65
  br i1 %v37, label %v23, label %v38
v67:
  %v39 = phi i64 [ %v40, %v41 ], [ 0, %v23 ]
  %v40 = add nuw nsw i64 %v39, 1
  %v42 = getelementptr i64, ptr %v4, i64 %v39
  %v43 = load i64, ptr %v42, align 8
  %v44 = icmp eq i64 %v39, 0
  br i1 %v44, label %v41, label %v45
v45:
  %v46 = shl i64 %v39, 3
  %v47 = getelementptr i8, ptr %v4, i64 %v46
  %v48 = getelementptr i8, ptr %v47, i64 -8
  %v49 = load i64, ptr %v48, align 8
  %v50 = icmp ult i64 %v43, %v49
  br i1 %v50, label %v51, label %v41
v51:
  %v52 = phi i64 [ %v53, %v54 ], [ %v39, %v45 ]
  %v55 = shl i64 %v52, 3
  %v56 = getelementptr i8, ptr %v4, i64 %v55
  %v57 = getelementptr i8, ptr %v56, i64 -8
  %v58 = load i64, ptr %v57, align 8
  %v59 = getelementptr i8, ptr %v2, i64 %v55
  %v60 = getelementptr i8, ptr %v59, i64 -8
  %v61 = load i64, ptr %v60, align 8
  store i64 %v58, ptr %v56, align 8
  store i64 %v61, ptr %v59, align 8
  %v62 = icmp sgt i64 %v52, 1
  br i1 %v62, label %v54, label %v41
v54:
  %v63 = getelementptr i8, ptr %v56, i64 -16
  %v64 = load i64, ptr %v63, align 8
  %v65 = icmp ult i64 %v43, %v64
  %v53 = add nsw i64 %v52, -1
  br i1 %v65, label %v51, label %v41
v41:
  %v66 = phi i64 [ %v39, %v45 ], [ 0, %v67 ], [ 0, %v51 ], [ %v53, %v54 ]
  %v68 = icmp slt i64 %v66, 0
  %v69 = select i1 %v68, i64 %v5, i64 0
  %v70 = getelementptr i64, ptr %v4, i64 %v66
  %v71 = getelementptr i64, ptr %v70, i64 %v69
  store i64 %v43, ptr %v71, align 8
  %v72 = select i1 %v68, i64 %v3, i64 0
  %v73 = getelementptr i64, ptr %v2, i64 %v66
  %v74 = getelementptr i64, ptr %v73, i64 %v72
  store i64 %v39, ptr %v74, align 8
  %v75 = icmp eq i64 %v19, %v40
  br i1 %v75, label %v76, label %v67
v38:
  %v77 = phi i64 [ %v78, %v38 ], [ 0, %v36 ]
  %v78 = add nuw nsw i64 %v77, 1
  %v79 = shl i64 %v77, 3
  %v80 = getelementptr i8, ptr %v2, i64 %v79
  store i64 %v77, ptr %v80, align 8
  %v81 = icmp eq i64 %v15, %v78
  br i1 %v81, label %v82, label %v38
v97:
  %v83 = phi i64 [ 0, %v84 ], [ %v85, %v86 ]
  %v87 = phi i64 [ 0, %v84 ], [ %v88, %v86 ]
  %v89 = shl nuw nsw i64 %v83, 3
  %v90 = getelementptr i8, ptr %v91, i64 %v89
  %v92 = load i64, ptr %v90, align 8
  %v93 = icmp eq i64 %v92, %v15
  br i1 %v93, label %v94, label %v86
v86:
  store i64 %v87, ptr %v90, align 8
  %v88 = add nsw i64 %v92, %v87
  %v85 = add nuw nsw i64 %v83, 1
  %v95 = icmp eq i64 %v85, 256
  br i1 %v95, label %v96, label %v97
v96:
  br i1 %v98, label %v99, label %v100
v104:
  %v101 = phi i64 [ 0, %v102 ], [ %v103, %v104 ]
  %v103 = add nuw nsw i64 %v101, 1
  %v105 = shl i64 %v101, 3
  %v106 = getelementptr i8, ptr %v6, i64 %v105
  %v107 = load i64, ptr %v106, align 8
  %v108 = lshr i64 %v107, %v109
  %v110 = and i64 %v108, 255
  %v111 = getelementptr i8, ptr %v8, i64 %v105
  %v112 = load i64, ptr %v111, align 8
  %v113 = getelementptr i64, ptr %v114, i64 %v110
  %v115 = load i64, ptr %v113, align 8
  %v116 = icmp slt i64 %v115, 0
  %v117 = select i1 %v116, i64 %v5, i64 0
  %v118 = getelementptr i64, ptr %v4, i64 %v115
  %v119 = getelementptr i64, ptr %v118, i64 %v117
  store i64 %v107, ptr %v119, align 8
  %v120 = load i64, ptr %v113, align 8
  %v121 = icmp slt i64 %v120, 0
  %v122 = select i1 %v121, i64 %v3, i64 0
  %v123 = getelementptr i64, ptr %v2, i64 %v120
  %v124 = getelementptr i64, ptr %v123, i64 %v122
  store i64 %v112, ptr %v124, align 8
  %v125 = load i64, ptr %v113, align 8
  %v126 = add nsw i64 %v125, 1
  store i64 %v126, ptr %v113, align 8
  %v127 = icmp eq i64 %v21, %v103
  br i1 %v127, label %v128, label %v104
v132:
  %v129 = phi i64 [ 0, %v130 ], [ %v131, %v132 ]
  %v131 = add nuw nsw i64 %v129, 1
  %v133 = shl i64 %v129, 3
  %v134 = getelementptr i8, ptr %v4, i64 %v133
  %v135 = load i64, ptr %v134, align 8
  %v136 = lshr i64 %v135, %v109
  %v137 = and i64 %v136, 255
  %v138 = getelementptr i8, ptr %v2, i64 %v133
  %v139 = load i64, ptr %v138, align 8
  %v140 = getelementptr i64, ptr %v141, i64 %v137
  %v142 = load i64, ptr %v140, align 8
  %v143 = icmp slt i64 %v142, 0
  %v144 = select i1 %v143, i64 %v7, i64 0
  %v145 = getelementptr i64, ptr %v6, i64 %v142
  %v146 = getelementptr i64, ptr %v145, i64 %v144
  store i64 %v135, ptr %v146, align 8
  %v147 = load i64, ptr %v140, align 8
  %v148 = icmp slt i64 %v147, 0
  %v149 = select i1 %v148, i64 %v9, i64 0
  %v150 = getelementptr i64, ptr %v8, i64 %v147
  %v151 = getelementptr i64, ptr %v150, i64 %v149
  store i64 %v139, ptr %v151, align 8
  %v152 = load i64, ptr %v140, align 8
  %v153 = add nsw i64 %v152, 1
  store i64 %v153, ptr %v140, align 8
  %v154 = icmp eq i64 %v17, %v131
  br i1 %v154, label %v128, label %v132
v128:
  %v155 = xor i1 %v98, true
  br label %v94
v94:
  %v156 = phi i1 [ %v155, %v128 ], [ %v98, %v97 ]
  %v157 = getelementptr i8, ptr %v91, i64 2048
  %v158 = icmp eq i64 %v159, 4
  br i1 %v158, label %v160, label %v84
v160:
  br i1 %v156, label %v161, label %v76
v161:
  %v162 = add nuw nsw i64 %v15, 1
  br label %v163
v163:
  %v164 = phi i64 [ 0, %v161 ], [ %v165, %v163 ]
  %v166 = phi i64 [ %v162, %v161 ], [ %v167, %v163 ]
  %v168 = getelementptr i8, ptr %v8, i64 %v164
  %v169 = load i64, ptr %v168, align 8
  %v170 = getelementptr i8, ptr %v2, i64 %v164
  store i64 %v169, ptr %v170, align 8
  %v167 = add nsw i64 %v166, -1
  %v165 = add nuw i64 %v164, 8
  %v171 = icmp sgt i64 %v166, 2
  br i1 %v171, label %v163, label %v76
v23:
  %v172 = icmp slt i64 %v19, 1
  br i1 %v172, label %v76, label %v67
v82:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v10, i8 0, i64 8192, i1 false)
  %v173 = icmp slt i64 %v19, 1
  br i1 %v173, label %v174, label %v175
v175:
  %v176 = phi i64 [ %v177, %v178 ], [ 0, %v82 ]
  %v179 = getelementptr i64, ptr %v4, i64 %v176
  %v180 = load i64, ptr %v179, align 8
  br label %v181
v181:
  %v182 = phi i64 [ 4, %v175 ], [ %v183, %v181 ]
  %v184 = phi ptr [ %v10, %v175 ], [ %v185, %v181 ]
  %v186 = phi i64 [ %v180, %v175 ], [ %v187, %v181 ]
  %v188 = shl i64 %v186, 3
  %v189 = and i64 %v188, 2040
  %v190 = getelementptr i8, ptr %v184, i64 %v189
  %v191 = load i64, ptr %v190, align 8
  %v192 = add nsw i64 %v191, 1
  store i64 %v192, ptr %v190, align 8
  %v187 = lshr i64 %v186, 8
  %v185 = getelementptr i8, ptr %v184, i64 2048
  %v183 = add nsw i64 %v182, -1
  %v193 = icmp eq i64 %v183, 0
  br i1 %v193, label %v178, label %v181
v178:
  %v177 = add nuw nsw i64 %v176, 1
  %v194 = icmp eq i64 %v177, %v19
  br i1 %v194, label %v174, label %v175
v174:
  %v195 = icmp slt i64 %v17, 1
  %v196 = icmp slt i64 %v21, 1
  br label %v84
v84:
  %v91 = phi ptr [ %v157, %v94 ], [ %v10, %v174 ]
  %v98 = phi i1 [ %v156, %v94 ], [ false, %v174 ]
  %v197 = phi i64 [ %v159, %v94 ], [ 0, %v174 ]
  %v159 = add nuw nsw i64 %v197, 1
  %v198 = shl nsw i64 %v197, 8
  %v109 = shl nsw i64 %v197, 3
  br label %v97
v99:
  br i1 %v196, label %v128, label %v102
v102:
  %v114 = getelementptr i64, ptr %v10, i64 %v198
  br label %v104
v100:
  br i1 %v195, label %v128, label %v130
v130:
  %v141 = getelementptr i64, ptr %v10, i64 %v198
  br label %v132
v76:
  ret i32 0
}

; const |b1[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] |u1[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v23:
  %v14 = shl i64 %v3, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v5, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = icmp slt i64 %v1, 1
  br i1 %v18, label %v19, label %v20
v20:
  %v21 = phi i64 [ %v22, %v20 ], [ 0, %v23 ]
  %v22 = add nuw nsw i64 %v21, 1
  %v24 = getelementptr i8, ptr %v0, i64 %v21
  %v25 = load i8, ptr %v24, align 1
  %v26 = or i8 %v25, -128
  %v27 = zext i8 %v26 to i64
  %v28 = shl i64 %v21, 3
  %v29 = getelementptr i8, ptr %v4, i64 %v28
  store i64 %v27, ptr %v29, align 8
  %v30 = icmp eq i64 %v1, %v22
  br i1 %v30, label %v31, label %v20
v31:
  %v32 = icmp samesign ult i64 %v1, 65
  br i1 %v32, label %v19, label %v33
v62:
  %v34 = phi i64 [ %v35, %v36 ], [ 0, %v19 ]
  %v35 = add nuw nsw i64 %v34, 1
  %v37 = getelementptr i64, ptr %v4, i64 %v34
  %v38 = load i64, ptr %v37, align 8
  %v39 = icmp eq i64 %v34, 0
  br i1 %v39, label %v36, label %v40
v40:
  %v41 = shl i64 %v34, 3
  %v42 = getelementptr i8, ptr %v4, i64 %v41
  %v43 = getelementptr i8, ptr %v42, i64 -8
  %v44 = load i64, ptr %v43, align 8
  %v45 = icmp ult i64 %v38, %v44
  br i1 %v45, label %v46, label %v36
v46:
  %v47 = phi i64 [ %v48, %v49 ], [ %v34, %v40 ]
  %v50 = shl i64 %v47, 3
  %v51 = getelementptr i8, ptr %v4, i64 %v50
  %v52 = getelementptr i8, ptr %v51, i64 -8
  %v53 = load i64, ptr %v52, align 8
  %v54 = getelementptr i8, ptr %v2, i64 %v50
  %v55 = getelementptr i8, ptr %v54, i64 -8
  %v56 = load i64, ptr %v55, align 8
  store i64 %v53, ptr %v51, align 8
  store i64 %v56, ptr %v54, align 8
  %v57 = icmp sgt i64 %v47, 1
  br i1 %v57, label %v49, label %v36
v49:
  %v58 = getelementptr i8, ptr %v51, i64 -16
  %v59 = load i64, ptr %v58, align 8
  %v60 = icmp ult i64 %v38, %v59
  %v48 = add nsw i64 %v47, -1
  br i1 %v60, label %v46, label %v36
v36:
  %v61 = phi i64 [ %v34, %v40 ], [ 0, %v62 ], [ 0, %v46 ], [ %v48, %v49 ]
  %v63 = icmp slt i64 %v61, 0
  %v64 = select i1 %v63, i64 %v5, i64 0
  %v65 = getelementptr i64, ptr %v4, i64 %v61
  %v66 = getelementptr i64, ptr %v65, i64 %v64
  store i64 %v38, ptr %v66, align 8
  %v67 = select i1 %v63, i64 %v3, i64 0
  %v68 = getelementptr i64, ptr %v2, i64 %v61
  %v69 = getelementptr i64, ptr %v68, i64 %v67
  store i64 %v34, ptr %v69, align 8
  %v70 = icmp eq i64 %v17, %v35
  br i1 %v70, label %v71, label %v62
v33:
  %v72 = phi i64 [ %v73, %v33 ], [ 0, %v31 ]
  %v73 = add nuw nsw i64 %v72, 1
  %v74 = shl i64 %v72, 3
  %v75 = getelementptr i8, ptr %v2, i64 %v74
  store i64 %v72, ptr %v75, align 8
  %v76 = icmp eq i64 %v1, %v73
  br i1 %v76, label %v77, label %v33
v90:
  %v78 = phi i64 [ %v79, %v80 ], [ 0, %v81 ]
  %v82 = phi i64 [ %v83, %v80 ], [ 0, %v81 ]
  %v84 = shl nuw nsw i64 %v78, 3
  %v85 = getelementptr i8, ptr %v10, i64 %v84
  %v86 = load i64, ptr %v85, align 8
  %v87 = icmp eq i64 %v86, %v1
  br i1 %v87, label %v71, label %v80
v80:
  store i64 %v82, ptr %v85, align 8
  %v83 = add nsw i64 %v86, %v82
  %v79 = add nuw nsw i64 %v78, 1
  %v88 = icmp eq i64 %v79, 256
  br i1 %v88, label %v89, label %v90
v93:
  %v91 = phi i64 [ %v92, %v93 ], [ 0, %v89 ]
  %v92 = add nuw nsw i64 %v91, 1
  %v94 = shl i64 %v91, 3
  %v95 = getelementptr i8, ptr %v4, i64 %v94
  %v96 = load i64, ptr %v95, align 8
  %v97 = and i64 %v96, 255
  %v98 = getelementptr i8, ptr %v2, i64 %v94
  %v99 = load i64, ptr %v98, align 8
  %v100 = getelementptr i64, ptr %v10, i64 %v97
  %v101 = load i64, ptr %v100, align 8
  %v102 = icmp slt i64 %v101, 0
  %v103 = select i1 %v102, i64 %v7, i64 0
  %v104 = getelementptr i64, ptr %v6, i64 %v101
  %v105 = getelementptr i64, ptr %v104, i64 %v103
  store i64 %v96, ptr %v105, align 8
  %v106 = load i64, ptr %v100, align 8
  %v107 = icmp slt i64 %v106, 0
  %v108 = select i1 %v107, i64 %v9, i64 0
  %v109 = getelementptr i64, ptr %v8, i64 %v106
  %v110 = getelementptr i64, ptr %v109, i64 %v108
  store i64 %v99, ptr %v110, align 8
  %v111 = load i64, ptr %v100, align 8
  %v112 = add nsw i64 %v111, 1
  store i64 %v112, ptr %v100, align 8
  %v113 = icmp eq i64 %v15, %v92
  br i1 %v113, label %v114, label %v93
v114:
  %v115 = add nuw i64 %v1, 1
  br label %v116
v116:
  %v117 = phi i64 [ 0, %v114 ], [ %v118, %v116 ]
  %v119 = phi i64 [ %v115, %v114 ], [ %v120, %v116 ]
  %v121 = getelementptr i8, ptr %v8, i64 %v117
  %v122 = load i64, ptr %v121, align 8
  %v123 = getelementptr i8, ptr %v2, i64 %v117
  store i64 %v122, ptr %v123, align 8
  %v120 = add i64 %v119, -1
  %v118 = add i64 %v117, 8
  %v124 = icmp sgt i64 %v120, 1
  br i1 %v124, label %v116, label %v71
v19:
  %v125 = icmp slt i64 %v17, 1
  br i1 %v125, label %v71, label %v62
v77:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(2048) %v10, i8 0, i64 2048, i1 false)
  %v126 = icmp slt i64 %v17, 1
  br i1 %v126, label %v81, label %v127
v81:
  br label %v90
v127:
  %v128 = phi i64 [ %v129, %v127 ], [ 0, %v77 ]
  %v130 = getelementptr i64, ptr %v4, i64 %v128
  %v131 = load i64, ptr %v130, align 8
  %v132 = shl i64 %v131, 3
  %v133 = and i64 %v132, 2040
  %v134 = getelementptr i8, ptr %v10, i64 %v133
  %v135 = load i64, ptr %v134, align 8
  %v136 = add nsw i64 %v135, 1
  store i64 %v136, ptr %v134, align 8
  %v129 = add nuw nsw i64 %v128, 1
  %v137 = icmp eq i64 %v129, %v17
  br i1 %v137, label %v81, label %v127
v89:
  %v138 = icmp slt i64 %v15, 1
  br i1 %v138, label %v114, label %v93
v71:
  ret i32 0
}
