; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e
; by Numba 0.68.1

; const <f8[1] <f8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v30:
  %v16 = shl i64 %v1, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = icmp sgt i64 %v17, 0
  br i1 %v24, label %v25, label %v26
v25:
  %v27 = phi i64 [ %v28, %v29 ], [ 0, %v30 ]
  %v28 = add nuw nsw i64 %v27, 1
  %v31 = shl i64 %v27, 3
  %v32 = getelementptr i8, ptr %v0, i64 %v31
  %v33 = load i64, ptr %v32, align 8
  %v34 = bitcast i64 %v33 to double
  %v35 = fcmp oeq double %v34, 0.000000e+00
  br i1 %v35, label %v29, label %v36
v36:
  %v37 = fcmp uno double %v34, 0.000000e+00
  br i1 %v37, label %v29, label %v38
v38:
  %v39 = fcmp olt double %v34, 0.000000e+00
  br i1 %v39, label %v40, label %v41
v40:
  %v42 = xor i64 %v33, -1
  br label %v29
v41:
  %v43 = or i64 %v33, -9223372036854775808
  br label %v29
v29:
  %v44 = phi i64 [ -1, %v36 ], [ -9223372036854775808, %v25 ], [ %v42, %v40 ], [ %v43, %v41 ]
  %v45 = getelementptr i8, ptr %v6, i64 %v31
  store i64 %v44, ptr %v45, align 8
  %v46 = icmp eq i64 %v17, %v28
  br i1 %v46, label %v47, label %v25
v47:
  %v48 = icmp slt i64 %v17, 65
  br i1 %v48, label %v26, label %v49
v78:
  %v50 = phi i64 [ %v51, %v52 ], [ 0, %v26 ]
  %v51 = add nuw nsw i64 %v50, 1
  %v53 = getelementptr i64, ptr %v6, i64 %v50
  %v54 = load i64, ptr %v53, align 8
  %v55 = icmp eq i64 %v50, 0
  br i1 %v55, label %v52, label %v56
v56:
  %v57 = shl i64 %v50, 3
  %v58 = getelementptr i8, ptr %v6, i64 %v57
  %v59 = getelementptr i8, ptr %v58, i64 -8
  %v60 = load i64, ptr %v59, align 8
  %v61 = icmp ult i64 %v54, %v60
  br i1 %v61, label %v62, label %v52
v62:
  %v63 = phi i64 [ %v64, %v65 ], [ %v50, %v56 ]
  %v66 = shl i64 %v63, 3
  %v67 = getelementptr i8, ptr %v6, i64 %v66
  %v68 = getelementptr i8, ptr %v67, i64 -8
  %v69 = load i64, ptr %v68, align 8
  %v70 = getelementptr i8, ptr %v4, i64 %v66
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
  %v80 = select i1 %v79, i64 %v7, i64 0
  %v81 = getelementptr i64, ptr %v6, i64 %v77
  %v82 = getelementptr i64, ptr %v81, i64 %v80
  store i64 %v54, ptr %v82, align 8
  %v83 = select i1 %v79, i64 %v5, i64 0
  %v84 = getelementptr i64, ptr %v4, i64 %v77
  %v85 = getelementptr i64, ptr %v84, i64 %v83
  store i64 %v50, ptr %v85, align 8
  %v86 = icmp eq i64 %v21, %v51
  br i1 %v86, label %v87, label %v78
v49:
  %v88 = phi i64 [ %v89, %v49 ], [ 0, %v47 ]
  %v89 = add nuw nsw i64 %v88, 1
  %v90 = shl i64 %v88, 3
  %v91 = getelementptr i8, ptr %v4, i64 %v90
  store i64 %v88, ptr %v91, align 8
  %v92 = icmp eq i64 %v17, %v89
  br i1 %v92, label %v93, label %v49
v108:
  %v94 = phi i64 [ 0, %v95 ], [ %v96, %v97 ]
  %v98 = phi i64 [ 0, %v95 ], [ %v99, %v97 ]
  %v100 = shl nuw nsw i64 %v94, 3
  %v101 = getelementptr i8, ptr %v102, i64 %v100
  %v103 = load i64, ptr %v101, align 8
  %v104 = icmp eq i64 %v103, %v17
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
  %v117 = getelementptr i8, ptr %v8, i64 %v116
  %v118 = load i64, ptr %v117, align 8
  %v119 = lshr i64 %v118, %v120
  %v121 = and i64 %v119, 255
  %v122 = getelementptr i8, ptr %v10, i64 %v116
  %v123 = load i64, ptr %v122, align 8
  %v124 = getelementptr i64, ptr %v125, i64 %v121
  %v126 = load i64, ptr %v124, align 8
  %v127 = icmp slt i64 %v126, 0
  %v128 = select i1 %v127, i64 %v7, i64 0
  %v129 = getelementptr i64, ptr %v6, i64 %v126
  %v130 = getelementptr i64, ptr %v129, i64 %v128
  store i64 %v118, ptr %v130, align 8
  %v131 = load i64, ptr %v124, align 8
  %v132 = icmp slt i64 %v131, 0
  %v133 = select i1 %v132, i64 %v5, i64 0
  %v134 = getelementptr i64, ptr %v4, i64 %v131
  %v135 = getelementptr i64, ptr %v134, i64 %v133
  store i64 %v123, ptr %v135, align 8
  %v136 = load i64, ptr %v124, align 8
  %v137 = add nsw i64 %v136, 1
  store i64 %v137, ptr %v124, align 8
  %v138 = icmp eq i64 %v23, %v114
  br i1 %v138, label %v139, label %v115
v143:
  %v140 = phi i64 [ 0, %v141 ], [ %v142, %v143 ]
  %v142 = add nuw nsw i64 %v140, 1
  %v144 = shl i64 %v140, 3
  %v145 = getelementptr i8, ptr %v6, i64 %v144
  %v146 = load i64, ptr %v145, align 8
  %v147 = lshr i64 %v146, %v120
  %v148 = and i64 %v147, 255
  %v149 = getelementptr i8, ptr %v4, i64 %v144
  %v150 = load i64, ptr %v149, align 8
  %v151 = getelementptr i64, ptr %v152, i64 %v148
  %v153 = load i64, ptr %v151, align 8
  %v154 = icmp slt i64 %v153, 0
  %v155 = select i1 %v154, i64 %v9, i64 0
  %v156 = getelementptr i64, ptr %v8, i64 %v153
  %v157 = getelementptr i64, ptr %v156, i64 %v155
  store i64 %v146, ptr %v157, align 8
  %v158 = load i64, ptr %v151, align 8
  %v159 = icmp slt i64 %v158, 0
  %v160 = select i1 %v159, i64 %v11, i64 0
  %v161 = getelementptr i64, ptr %v10, i64 %v158
  %v162 = getelementptr i64, ptr %v161, i64 %v160
  store i64 %v150, ptr %v162, align 8
  %v163 = load i64, ptr %v151, align 8
  %v164 = add nsw i64 %v163, 1
  store i64 %v164, ptr %v151, align 8
  %v165 = icmp eq i64 %v19, %v142
  br i1 %v165, label %v139, label %v143
v139:
  %v166 = xor i1 %v109, true
  br label %v105
v105:
  %v167 = phi i1 [ %v166, %v139 ], [ %v109, %v108 ]
  %v168 = getelementptr i8, ptr %v102, i64 2048
  %v169 = icmp eq i64 %v170, 8
  br i1 %v169, label %v171, label %v95
v171:
  br i1 %v167, label %v172, label %v87
v172:
  %v173 = add nuw nsw i64 %v17, 1
  br label %v174
v174:
  %v175 = phi i64 [ 0, %v172 ], [ %v176, %v174 ]
  %v177 = phi i64 [ %v173, %v172 ], [ %v178, %v174 ]
  %v179 = getelementptr i8, ptr %v10, i64 %v175
  %v180 = load i64, ptr %v179, align 8
  %v181 = getelementptr i8, ptr %v4, i64 %v175
  store i64 %v180, ptr %v181, align 8
  %v178 = add nsw i64 %v177, -1
  %v176 = add nuw nsw i64 %v175, 8
  %v182 = icmp sgt i64 %v177, 2
  br i1 %v182, label %v174, label %v87
v185:
  %v183 = phi i64 [ %v184, %v185 ], [ 0, %v87 ]
  %v184 = add nuw nsw i64 %v183, 1
  %v186 = shl i64 %v183, 3
  %v187 = getelementptr i8, ptr %v4, i64 %v186
  %v188 = load i64, ptr %v187, align 8
  %v189 = icmp slt i64 %v188, 0
  %v190 = select i1 %v189, i64 %v1, i64 0
  %v191 = getelementptr double, ptr %v0, i64 %v188
  %v192 = getelementptr double, ptr %v191, i64 %v190
  %v193 = load double, ptr %v192, align 8
  %v194 = getelementptr i8, ptr %v2, i64 %v186
  store double %v193, ptr %v194, align 8
  %v195 = icmp eq i64 %v17, %v184
  br i1 %v195, label %v196, label %v185
v26:
  %v197 = icmp slt i64 %v21, 1
  br i1 %v197, label %v87, label %v78
v93:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v12, i8 0, i64 16384, i1 false)
  %v198 = icmp slt i64 %v21, 1
  br i1 %v198, label %v199, label %v200
v200:
  %v201 = phi i64 [ %v202, %v203 ], [ 0, %v93 ]
  %v204 = getelementptr i64, ptr %v6, i64 %v201
  %v205 = load i64, ptr %v204, align 8
  br label %v206
v206:
  %v207 = phi i64 [ 8, %v200 ], [ %v208, %v206 ]
  %v209 = phi ptr [ %v12, %v200 ], [ %v210, %v206 ]
  %v211 = phi i64 [ %v205, %v200 ], [ %v212, %v206 ]
  %v213 = shl i64 %v211, 3
  %v214 = and i64 %v213, 2040
  %v215 = getelementptr i8, ptr %v209, i64 %v214
  %v216 = load i64, ptr %v215, align 8
  %v217 = add nsw i64 %v216, 1
  store i64 %v217, ptr %v215, align 8
  %v212 = lshr i64 %v211, 8
  %v210 = getelementptr i8, ptr %v209, i64 2048
  %v208 = add nsw i64 %v207, -1
  %v218 = icmp eq i64 %v208, 0
  br i1 %v218, label %v203, label %v206
v203:
  %v202 = add nuw nsw i64 %v201, 1
  %v219 = icmp eq i64 %v202, %v21
  br i1 %v219, label %v199, label %v200
v199:
  %v220 = icmp slt i64 %v19, 1
  %v221 = icmp slt i64 %v23, 1
  br label %v95
v95:
  %v102 = phi ptr [ %v168, %v105 ], [ %v12, %v199 ]
  %v109 = phi i1 [ %v167, %v105 ], [ false, %v199 ]
  %v222 = phi i64 [ %v170, %v105 ], [ 0, %v199 ]
  %v170 = add nuw nsw i64 %v222, 1
  %v223 = shl nsw i64 %v222, 8
  %v120 = shl nsw i64 %v222, 3
  br label %v108
v110:
  br i1 %v221, label %v139, label %v113
v113:
  %v125 = getelementptr i64, ptr %v12, i64 %v223
  br label %v115
v111:
  br i1 %v220, label %v139, label %v141
v141:
  %v152 = getelementptr i64, ptr %v12, i64 %v223
  br label %v143
v87:
  %v224 = icmp slt i64 %v17, 1
  br i1 %v224, label %v196, label %v185
v196:
  ret i32 0
}

; const <i8[1] <i8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v29:
  %v16 = shl i64 %v1, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = icmp sgt i64 %v17, 0
  br i1 %v24, label %v25, label %v26
v25:
  %v27 = phi i64 [ %v28, %v25 ], [ 0, %v29 ]
  %v28 = add nuw nsw i64 %v27, 1
  %v30 = shl i64 %v27, 3
  %v31 = getelementptr i8, ptr %v0, i64 %v30
  %v32 = load i64, ptr %v31, align 8
  %v33 = xor i64 %v32, -9223372036854775808
  %v34 = getelementptr i8, ptr %v6, i64 %v30
  store i64 %v33, ptr %v34, align 8
  %v35 = icmp eq i64 %v17, %v28
  br i1 %v35, label %v36, label %v25
v36:
  %v37 = icmp samesign ult i64 %v17, 65
  br i1 %v37, label %v26, label %v38
v67:
  %v39 = phi i64 [ %v40, %v41 ], [ 0, %v26 ]
  %v40 = add nuw nsw i64 %v39, 1
  %v42 = getelementptr i64, ptr %v6, i64 %v39
  %v43 = load i64, ptr %v42, align 8
  %v44 = icmp eq i64 %v39, 0
  br i1 %v44, label %v41, label %v45
v45:
  %v46 = shl i64 %v39, 3
  %v47 = getelementptr i8, ptr %v6, i64 %v46
  %v48 = getelementptr i8, ptr %v47, i64 -8
  %v49 = load i64, ptr %v48, align 8
  %v50 = icmp ult i64 %v43, %v49
  br i1 %v50, label %v51, label %v41
v51:
  %v52 = phi i64 [ %v53, %v54 ], [ %v39, %v45 ]
  %v55 = shl i64 %v52, 3
  %v56 = getelementptr i8, ptr %v6, i64 %v55
  %v57 = getelementptr i8, ptr %v56, i64 -8
  %v58 = load i64, ptr %v57, align 8
  %v59 = getelementptr i8, ptr %v4, i64 %v55
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
  %v69 = select i1 %v68, i64 %v7, i64 0
  %v70 = getelementptr i64, ptr %v6, i64 %v66
  %v71 = getelementptr i64, ptr %v70, i64 %v69
  store i64 %v43, ptr %v71, align 8
  %v72 = select i1 %v68, i64 %v5, i64 0
  %v73 = getelementptr i64, ptr %v4, i64 %v66
  %v74 = getelementptr i64, ptr %v73, i64 %v72
  store i64 %v39, ptr %v74, align 8
  %v75 = icmp eq i64 %v21, %v40
  br i1 %v75, label %v76, label %v67
v38:
  %v77 = phi i64 [ %v78, %v38 ], [ 0, %v36 ]
  %v78 = add nuw nsw i64 %v77, 1
  %v79 = shl i64 %v77, 3
  %v80 = getelementptr i8, ptr %v4, i64 %v79
  store i64 %v77, ptr %v80, align 8
  %v81 = icmp eq i64 %v17, %v78
  br i1 %v81, label %v82, label %v38
v97:
  %v83 = phi i64 [ 0, %v84 ], [ %v85, %v86 ]
  %v87 = phi i64 [ 0, %v84 ], [ %v88, %v86 ]
  %v89 = shl nuw nsw i64 %v83, 3
  %v90 = getelementptr i8, ptr %v91, i64 %v89
  %v92 = load i64, ptr %v90, align 8
  %v93 = icmp eq i64 %v92, %v17
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
  %v106 = getelementptr i8, ptr %v8, i64 %v105
  %v107 = load i64, ptr %v106, align 8
  %v108 = lshr i64 %v107, %v109
  %v110 = and i64 %v108, 255
  %v111 = getelementptr i8, ptr %v10, i64 %v105
  %v112 = load i64, ptr %v111, align 8
  %v113 = getelementptr i64, ptr %v114, i64 %v110
  %v115 = load i64, ptr %v113, align 8
  %v116 = icmp slt i64 %v115, 0
  %v117 = select i1 %v116, i64 %v7, i64 0
  %v118 = getelementptr i64, ptr %v6, i64 %v115
  %v119 = getelementptr i64, ptr %v118, i64 %v117
  store i64 %v107, ptr %v119, align 8
  %v120 = load i64, ptr %v113, align 8
  %v121 = icmp slt i64 %v120, 0
  %v122 = select i1 %v121, i64 %v5, i64 0
  %v123 = getelementptr i64, ptr %v4, i64 %v120
  %v124 = getelementptr i64, ptr %v123, i64 %v122
  store i64 %v112, ptr %v124, align 8
  %v125 = load i64, ptr %v113, align 8
  %v126 = add nsw i64 %v125, 1
  store i64 %v126, ptr %v113, align 8
  %v127 = icmp eq i64 %v23, %v103
  br i1 %v127, label %v128, label %v104
v132:
  %v129 = phi i64 [ 0, %v130 ], [ %v131, %v132 ]
  %v131 = add nuw nsw i64 %v129, 1
  %v133 = shl i64 %v129, 3
  %v134 = getelementptr i8, ptr %v6, i64 %v133
  %v135 = load i64, ptr %v134, align 8
  %v136 = lshr i64 %v135, %v109
  %v137 = and i64 %v136, 255
  %v138 = getelementptr i8, ptr %v4, i64 %v133
  %v139 = load i64, ptr %v138, align 8
  %v140 = getelementptr i64, ptr %v141, i64 %v137
  %v142 = load i64, ptr %v140, align 8
  %v143 = icmp slt i64 %v142, 0
  %v144 = select i1 %v143, i64 %v9, i64 0
  %v145 = getelementptr i64, ptr %v8, i64 %v142
  %v146 = getelementptr i64, ptr %v145, i64 %v144
  store i64 %v135, ptr %v146, align 8
  %v147 = load i64, ptr %v140, align 8
  %v148 = icmp slt i64 %v147, 0
  %v149 = select i1 %v148, i64 %v11, i64 0
  %v150 = getelementptr i64, ptr %v10, i64 %v147
  %v151 = getelementptr i64, ptr %v150, i64 %v149
  store i64 %v139, ptr %v151, align 8
  %v152 = load i64, ptr %v140, align 8
  %v153 = add nsw i64 %v152, 1
  store i64 %v153, ptr %v140, align 8
  %v154 = icmp eq i64 %v19, %v131
  br i1 %v154, label %v128, label %v132
v128:
  %v155 = xor i1 %v98, true
  br label %v94
v94:
  %v156 = phi i1 [ %v155, %v128 ], [ %v98, %v97 ]
  %v157 = getelementptr i8, ptr %v91, i64 2048
  %v158 = icmp eq i64 %v159, 8
  br i1 %v158, label %v160, label %v84
v160:
  br i1 %v156, label %v161, label %v76
v161:
  %v162 = add nuw nsw i64 %v17, 1
  br label %v163
v163:
  %v164 = phi i64 [ 0, %v161 ], [ %v165, %v163 ]
  %v166 = phi i64 [ %v162, %v161 ], [ %v167, %v163 ]
  %v168 = getelementptr i8, ptr %v10, i64 %v164
  %v169 = load i64, ptr %v168, align 8
  %v170 = getelementptr i8, ptr %v4, i64 %v164
  store i64 %v169, ptr %v170, align 8
  %v167 = add nsw i64 %v166, -1
  %v165 = add nuw nsw i64 %v164, 8
  %v171 = icmp sgt i64 %v166, 2
  br i1 %v171, label %v163, label %v76
v174:
  %v172 = phi i64 [ %v173, %v174 ], [ 0, %v76 ]
  %v173 = add nuw nsw i64 %v172, 1
  %v175 = shl i64 %v172, 3
  %v176 = getelementptr i8, ptr %v4, i64 %v175
  %v177 = load i64, ptr %v176, align 8
  %v178 = icmp slt i64 %v177, 0
  %v179 = select i1 %v178, i64 %v1, i64 0
  %v180 = getelementptr i64, ptr %v0, i64 %v177
  %v181 = getelementptr i64, ptr %v180, i64 %v179
  %v182 = load i64, ptr %v181, align 8
  %v183 = getelementptr i8, ptr %v2, i64 %v175
  store i64 %v182, ptr %v183, align 8
  %v184 = icmp eq i64 %v17, %v173
  br i1 %v184, label %v185, label %v174
v26:
  %v186 = icmp slt i64 %v21, 1
  br i1 %v186, label %v76, label %v67
v82:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v12, i8 0, i64 16384, i1 false)
  %v187 = icmp slt i64 %v21, 1
  br i1 %v187, label %v188, label %v189
v189:
  %v190 = phi i64 [ %v191, %v192 ], [ 0, %v82 ]
  %v193 = getelementptr i64, ptr %v6, i64 %v190
  %v194 = load i64, ptr %v193, align 8
  br label %v195
v195:
  %v196 = phi i64 [ 8, %v189 ], [ %v197, %v195 ]
  %v198 = phi ptr [ %v12, %v189 ], [ %v199, %v195 ]
  %v200 = phi i64 [ %v194, %v189 ], [ %v201, %v195 ]
  %v202 = shl i64 %v200, 3
  %v203 = and i64 %v202, 2040
  %v204 = getelementptr i8, ptr %v198, i64 %v203
  %v205 = load i64, ptr %v204, align 8
  %v206 = add nsw i64 %v205, 1
  store i64 %v206, ptr %v204, align 8
  %v201 = lshr i64 %v200, 8
  %v199 = getelementptr i8, ptr %v198, i64 2048
  %v197 = add nsw i64 %v196, -1
  %v207 = icmp eq i64 %v197, 0
  br i1 %v207, label %v192, label %v195
v192:
  %v191 = add nuw nsw i64 %v190, 1
  %v208 = icmp eq i64 %v191, %v21
  br i1 %v208, label %v188, label %v189
v188:
  %v209 = icmp slt i64 %v19, 1
  %v210 = icmp slt i64 %v23, 1
  br label %v84
v84:
  %v91 = phi ptr [ %v157, %v94 ], [ %v12, %v188 ]
  %v98 = phi i1 [ %v156, %v94 ], [ false, %v188 ]
  %v211 = phi i64 [ %v159, %v94 ], [ 0, %v188 ]
  %v159 = add nuw nsw i64 %v211, 1
  %v212 = shl nsw i64 %v211, 8
  %v109 = shl nsw i64 %v211, 3
  br label %v97
v99:
  br i1 %v210, label %v128, label %v102
v102:
  %v114 = getelementptr i64, ptr %v12, i64 %v212
  br label %v104
v100:
  br i1 %v209, label %v128, label %v130
v130:
  %v141 = getelementptr i64, ptr %v12, i64 %v212
  br label %v132
v76:
  %v213 = icmp slt i64 %v17, 1
  br i1 %v213, label %v185, label %v174
v185:
  ret i32 0
}

; const <f4[1] <f4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v30:
  %v16 = shl i64 %v1, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = icmp sgt i64 %v17, 0
  br i1 %v24, label %v25, label %v26
v25:
  %v27 = phi i64 [ %v28, %v29 ], [ 0, %v30 ]
  %v28 = add nuw nsw i64 %v27, 1
  %v31 = shl i64 %v27, 2
  %v32 = getelementptr i8, ptr %v0, i64 %v31
  %v33 = load i32, ptr %v32, align 4
  %v34 = zext i32 %v33 to i64
  %v35 = bitcast i32 %v33 to float
  %v36 = fcmp oeq float %v35, 0.000000e+00
  br i1 %v36, label %v29, label %v37
v37:
  %v38 = fcmp uno float %v35, 0.000000e+00
  br i1 %v38, label %v29, label %v39
v39:
  %v40 = fcmp olt float %v35, 0.000000e+00
  br i1 %v40, label %v41, label %v42
v41:
  %v43 = xor i64 %v34, 4294967295
  br label %v29
v42:
  %v44 = or i64 %v34, 2147483648
  br label %v29
v29:
  %v45 = phi i64 [ 4294967295, %v37 ], [ 2147483648, %v25 ], [ %v43, %v41 ], [ %v44, %v42 ]
  %v46 = shl i64 %v27, 3
  %v47 = getelementptr i8, ptr %v6, i64 %v46
  store i64 %v45, ptr %v47, align 8
  %v48 = icmp eq i64 %v17, %v28
  br i1 %v48, label %v49, label %v25
v49:
  %v50 = icmp slt i64 %v17, 65
  br i1 %v50, label %v26, label %v51
v80:
  %v52 = phi i64 [ %v53, %v54 ], [ 0, %v26 ]
  %v53 = add nuw nsw i64 %v52, 1
  %v55 = getelementptr i64, ptr %v6, i64 %v52
  %v56 = load i64, ptr %v55, align 8
  %v57 = icmp eq i64 %v52, 0
  br i1 %v57, label %v54, label %v58
v58:
  %v59 = shl i64 %v52, 3
  %v60 = getelementptr i8, ptr %v6, i64 %v59
  %v61 = getelementptr i8, ptr %v60, i64 -8
  %v62 = load i64, ptr %v61, align 8
  %v63 = icmp ult i64 %v56, %v62
  br i1 %v63, label %v64, label %v54
v64:
  %v65 = phi i64 [ %v66, %v67 ], [ %v52, %v58 ]
  %v68 = shl i64 %v65, 3
  %v69 = getelementptr i8, ptr %v6, i64 %v68
  %v70 = getelementptr i8, ptr %v69, i64 -8
  %v71 = load i64, ptr %v70, align 8
  %v72 = getelementptr i8, ptr %v4, i64 %v68
  %v73 = getelementptr i8, ptr %v72, i64 -8
  %v74 = load i64, ptr %v73, align 8
  store i64 %v71, ptr %v69, align 8
  store i64 %v74, ptr %v72, align 8
  %v75 = icmp sgt i64 %v65, 1
  br i1 %v75, label %v67, label %v54
v67:
  %v76 = getelementptr i8, ptr %v69, i64 -16
  %v77 = load i64, ptr %v76, align 8
  %v78 = icmp ult i64 %v56, %v77
  %v66 = add nsw i64 %v65, -1
  br i1 %v78, label %v64, label %v54
v54:
  %v79 = phi i64 [ %v52, %v58 ], [ 0, %v80 ], [ 0, %v64 ], [ %v66, %v67 ]
  %v81 = icmp slt i64 %v79, 0
  %v82 = select i1 %v81, i64 %v7, i64 0
  %v83 = getelementptr i64, ptr %v6, i64 %v79
  %v84 = getelementptr i64, ptr %v83, i64 %v82
  store i64 %v56, ptr %v84, align 8
  %v85 = select i1 %v81, i64 %v5, i64 0
  %v86 = getelementptr i64, ptr %v4, i64 %v79
  %v87 = getelementptr i64, ptr %v86, i64 %v85
  store i64 %v52, ptr %v87, align 8
  %v88 = icmp eq i64 %v21, %v53
  br i1 %v88, label %v89, label %v80
v51:
  %v90 = phi i64 [ %v91, %v51 ], [ 0, %v49 ]
  %v91 = add nuw nsw i64 %v90, 1
  %v92 = shl i64 %v90, 3
  %v93 = getelementptr i8, ptr %v4, i64 %v92
  store i64 %v90, ptr %v93, align 8
  %v94 = icmp eq i64 %v17, %v91
  br i1 %v94, label %v95, label %v51
v110:
  %v96 = phi i64 [ 0, %v97 ], [ %v98, %v99 ]
  %v100 = phi i64 [ 0, %v97 ], [ %v101, %v99 ]
  %v102 = shl nuw nsw i64 %v96, 3
  %v103 = getelementptr i8, ptr %v104, i64 %v102
  %v105 = load i64, ptr %v103, align 8
  %v106 = icmp eq i64 %v105, %v17
  br i1 %v106, label %v107, label %v99
v99:
  store i64 %v100, ptr %v103, align 8
  %v101 = add nsw i64 %v105, %v100
  %v98 = add nuw nsw i64 %v96, 1
  %v108 = icmp eq i64 %v98, 256
  br i1 %v108, label %v109, label %v110
v109:
  br i1 %v111, label %v112, label %v113
v117:
  %v114 = phi i64 [ 0, %v115 ], [ %v116, %v117 ]
  %v116 = add nuw nsw i64 %v114, 1
  %v118 = shl i64 %v114, 3
  %v119 = getelementptr i8, ptr %v8, i64 %v118
  %v120 = load i64, ptr %v119, align 8
  %v121 = lshr i64 %v120, %v122
  %v123 = and i64 %v121, 255
  %v124 = getelementptr i8, ptr %v10, i64 %v118
  %v125 = load i64, ptr %v124, align 8
  %v126 = getelementptr i64, ptr %v127, i64 %v123
  %v128 = load i64, ptr %v126, align 8
  %v129 = icmp slt i64 %v128, 0
  %v130 = select i1 %v129, i64 %v7, i64 0
  %v131 = getelementptr i64, ptr %v6, i64 %v128
  %v132 = getelementptr i64, ptr %v131, i64 %v130
  store i64 %v120, ptr %v132, align 8
  %v133 = load i64, ptr %v126, align 8
  %v134 = icmp slt i64 %v133, 0
  %v135 = select i1 %v134, i64 %v5, i64 0
  %v136 = getelementptr i64, ptr %v4, i64 %v133
  %v137 = getelementptr i64, ptr %v136, i64 %v135
  store i64 %v125, ptr %v137, align 8
  %v138 = load i64, ptr %v126, align 8
  %v139 = add nsw i64 %v138, 1
  store i64 %v139, ptr %v126, align 8
  %v140 = icmp eq i64 %v23, %v116
  br i1 %v140, label %v141, label %v117
v145:
  %v142 = phi i64 [ 0, %v143 ], [ %v144, %v145 ]
  %v144 = add nuw nsw i64 %v142, 1
  %v146 = shl i64 %v142, 3
  %v147 = getelementptr i8, ptr %v6, i64 %v146
  %v148 = load i64, ptr %v147, align 8
  %v149 = lshr i64 %v148, %v122
  %v150 = and i64 %v149, 255
  %v151 = getelementptr i8, ptr %v4, i64 %v146
  %v152 = load i64, ptr %v151, align 8
  %v153 = getelementptr i64, ptr %v154, i64 %v150
  %v155 = load i64, ptr %v153, align 8
  %v156 = icmp slt i64 %v155, 0
  %v157 = select i1 %v156, i64 %v9, i64 0
  %v158 = getelementptr i64, ptr %v8, i64 %v155
  %v159 = getelementptr i64, ptr %v158, i64 %v157
  store i64 %v148, ptr %v159, align 8
  %v160 = load i64, ptr %v153, align 8
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v11, i64 0
  %v163 = getelementptr i64, ptr %v10, i64 %v160
  %v164 = getelementptr i64, ptr %v163, i64 %v162
  store i64 %v152, ptr %v164, align 8
  %v165 = load i64, ptr %v153, align 8
  %v166 = add nsw i64 %v165, 1
  store i64 %v166, ptr %v153, align 8
  %v167 = icmp eq i64 %v19, %v144
  br i1 %v167, label %v141, label %v145
v141:
  %v168 = xor i1 %v111, true
  br label %v107
v107:
  %v169 = phi i1 [ %v168, %v141 ], [ %v111, %v110 ]
  %v170 = getelementptr i8, ptr %v104, i64 2048
  %v171 = icmp eq i64 %v172, 4
  br i1 %v171, label %v173, label %v97
v173:
  br i1 %v169, label %v174, label %v89
v174:
  %v175 = add nuw nsw i64 %v17, 1
  br label %v176
v176:
  %v177 = phi i64 [ 0, %v174 ], [ %v178, %v176 ]
  %v179 = phi i64 [ %v175, %v174 ], [ %v180, %v176 ]
  %v181 = getelementptr i8, ptr %v10, i64 %v177
  %v182 = load i64, ptr %v181, align 8
  %v183 = getelementptr i8, ptr %v4, i64 %v177
  store i64 %v182, ptr %v183, align 8
  %v180 = add nsw i64 %v179, -1
  %v178 = add nuw i64 %v177, 8
  %v184 = icmp sgt i64 %v179, 2
  br i1 %v184, label %v176, label %v89
v187:
  %v185 = phi i64 [ %v186, %v187 ], [ 0, %v89 ]
  %v186 = add nuw nsw i64 %v185, 1
  %v188 = shl i64 %v185, 3
  %v189 = getelementptr i8, ptr %v4, i64 %v188
  %v190 = load i64, ptr %v189, align 8
  %v191 = icmp slt i64 %v190, 0
  %v192 = select i1 %v191, i64 %v1, i64 0
  %v193 = getelementptr float, ptr %v0, i64 %v190
  %v194 = getelementptr float, ptr %v193, i64 %v192
  %v195 = load float, ptr %v194, align 4
  %v196 = shl i64 %v185, 2
  %v197 = getelementptr i8, ptr %v2, i64 %v196
  store float %v195, ptr %v197, align 4
  %v198 = icmp eq i64 %v17, %v186
  br i1 %v198, label %v199, label %v187
v26:
  %v200 = icmp slt i64 %v21, 1
  br i1 %v200, label %v89, label %v80
v95:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v12, i8 0, i64 8192, i1 false)
  %v201 = icmp slt i64 %v21, 1
  br i1 %v201, label %v202, label %v203
v203:
  %v204 = phi i64 [ %v205, %v206 ], [ 0, %v95 ]
  %v207 = getelementptr i64, ptr %v6, i64 %v204
  %v208 = load i64, ptr %v207, align 8
  br label %v209
v209:
  %v210 = phi i64 [ 4, %v203 ], [ %v211, %v209 ]
  %v212 = phi ptr [ %v12, %v203 ], [ %v213, %v209 ]
  %v214 = phi i64 [ %v208, %v203 ], [ %v215, %v209 ]
  %v216 = shl i64 %v214, 3
  %v217 = and i64 %v216, 2040
  %v218 = getelementptr i8, ptr %v212, i64 %v217
  %v219 = load i64, ptr %v218, align 8
  %v220 = add nsw i64 %v219, 1
  store i64 %v220, ptr %v218, align 8
  %v215 = lshr i64 %v214, 8
  %v213 = getelementptr i8, ptr %v212, i64 2048
  %v211 = add nsw i64 %v210, -1
  %v221 = icmp eq i64 %v211, 0
  br i1 %v221, label %v206, label %v209
v206:
  %v205 = add nuw nsw i64 %v204, 1
  %v222 = icmp eq i64 %v205, %v21
  br i1 %v222, label %v202, label %v203
v202:
  %v223 = icmp slt i64 %v19, 1
  %v224 = icmp slt i64 %v23, 1
  br label %v97
v97:
  %v104 = phi ptr [ %v170, %v107 ], [ %v12, %v202 ]
  %v111 = phi i1 [ %v169, %v107 ], [ false, %v202 ]
  %v225 = phi i64 [ %v172, %v107 ], [ 0, %v202 ]
  %v172 = add nuw nsw i64 %v225, 1
  %v226 = shl nsw i64 %v225, 8
  %v122 = shl nsw i64 %v225, 3
  br label %v110
v112:
  br i1 %v224, label %v141, label %v115
v115:
  %v127 = getelementptr i64, ptr %v12, i64 %v226
  br label %v117
v113:
  br i1 %v223, label %v141, label %v143
v143:
  %v154 = getelementptr i64, ptr %v12, i64 %v226
  br label %v145
v89:
  %v227 = icmp slt i64 %v17, 1
  br i1 %v227, label %v199, label %v187
v199:
  ret i32 0
}

; const <i4[1] <i4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v29:
  %v16 = shl i64 %v1, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = icmp sgt i64 %v17, 0
  br i1 %v24, label %v25, label %v26
v25:
  %v27 = phi i64 [ %v28, %v25 ], [ 0, %v29 ]
  %v28 = add nuw nsw i64 %v27, 1
  %v30 = shl i64 %v27, 2
  %v31 = getelementptr i8, ptr %v0, i64 %v30
  %v32 = load i32, ptr %v31, align 4
  %v33 = xor i32 %v32, -2147483648
  %v34 = zext i32 %v33 to i64
  %v35 = shl i64 %v27, 3
  %v36 = getelementptr i8, ptr %v6, i64 %v35
  store i64 %v34, ptr %v36, align 8
  %v37 = icmp eq i64 %v17, %v28
  br i1 %v37, label %v38, label %v25
v38:
  %v39 = icmp samesign ult i64 %v17, 65
  br i1 %v39, label %v26, label %v40
v69:
  %v41 = phi i64 [ %v42, %v43 ], [ 0, %v26 ]
  %v42 = add nuw nsw i64 %v41, 1
  %v44 = getelementptr i64, ptr %v6, i64 %v41
  %v45 = load i64, ptr %v44, align 8
  %v46 = icmp eq i64 %v41, 0
  br i1 %v46, label %v43, label %v47
v47:
  %v48 = shl i64 %v41, 3
  %v49 = getelementptr i8, ptr %v6, i64 %v48
  %v50 = getelementptr i8, ptr %v49, i64 -8
  %v51 = load i64, ptr %v50, align 8
  %v52 = icmp ult i64 %v45, %v51
  br i1 %v52, label %v53, label %v43
v53:
  %v54 = phi i64 [ %v55, %v56 ], [ %v41, %v47 ]
  %v57 = shl i64 %v54, 3
  %v58 = getelementptr i8, ptr %v6, i64 %v57
  %v59 = getelementptr i8, ptr %v58, i64 -8
  %v60 = load i64, ptr %v59, align 8
  %v61 = getelementptr i8, ptr %v4, i64 %v57
  %v62 = getelementptr i8, ptr %v61, i64 -8
  %v63 = load i64, ptr %v62, align 8
  store i64 %v60, ptr %v58, align 8
  store i64 %v63, ptr %v61, align 8
  %v64 = icmp sgt i64 %v54, 1
  br i1 %v64, label %v56, label %v43
v56:
  %v65 = getelementptr i8, ptr %v58, i64 -16
  %v66 = load i64, ptr %v65, align 8
  %v67 = icmp ult i64 %v45, %v66
  %v55 = add nsw i64 %v54, -1
  br i1 %v67, label %v53, label %v43
v43:
  %v68 = phi i64 [ %v41, %v47 ], [ 0, %v69 ], [ 0, %v53 ], [ %v55, %v56 ]
  %v70 = icmp slt i64 %v68, 0
  %v71 = select i1 %v70, i64 %v7, i64 0
  %v72 = getelementptr i64, ptr %v6, i64 %v68
  %v73 = getelementptr i64, ptr %v72, i64 %v71
  store i64 %v45, ptr %v73, align 8
  %v74 = select i1 %v70, i64 %v5, i64 0
  %v75 = getelementptr i64, ptr %v4, i64 %v68
  %v76 = getelementptr i64, ptr %v75, i64 %v74
  store i64 %v41, ptr %v76, align 8
  %v77 = icmp eq i64 %v21, %v42
  br i1 %v77, label %v78, label %v69
v40:
  %v79 = phi i64 [ %v80, %v40 ], [ 0, %v38 ]
  %v80 = add nuw nsw i64 %v79, 1
  %v81 = shl i64 %v79, 3
  %v82 = getelementptr i8, ptr %v4, i64 %v81
  store i64 %v79, ptr %v82, align 8
  %v83 = icmp eq i64 %v17, %v80
  br i1 %v83, label %v84, label %v40
v99:
  %v85 = phi i64 [ 0, %v86 ], [ %v87, %v88 ]
  %v89 = phi i64 [ 0, %v86 ], [ %v90, %v88 ]
  %v91 = shl nuw nsw i64 %v85, 3
  %v92 = getelementptr i8, ptr %v93, i64 %v91
  %v94 = load i64, ptr %v92, align 8
  %v95 = icmp eq i64 %v94, %v17
  br i1 %v95, label %v96, label %v88
v88:
  store i64 %v89, ptr %v92, align 8
  %v90 = add nsw i64 %v94, %v89
  %v87 = add nuw nsw i64 %v85, 1
  %v97 = icmp eq i64 %v87, 256
  br i1 %v97, label %v98, label %v99
v98:
  br i1 %v100, label %v101, label %v102
v106:
  %v103 = phi i64 [ 0, %v104 ], [ %v105, %v106 ]
  %v105 = add nuw nsw i64 %v103, 1
  %v107 = shl i64 %v103, 3
  %v108 = getelementptr i8, ptr %v8, i64 %v107
  %v109 = load i64, ptr %v108, align 8
  %v110 = lshr i64 %v109, %v111
  %v112 = and i64 %v110, 255
  %v113 = getelementptr i8, ptr %v10, i64 %v107
  %v114 = load i64, ptr %v113, align 8
  %v115 = getelementptr i64, ptr %v116, i64 %v112
  %v117 = load i64, ptr %v115, align 8
  %v118 = icmp slt i64 %v117, 0
  %v119 = select i1 %v118, i64 %v7, i64 0
  %v120 = getelementptr i64, ptr %v6, i64 %v117
  %v121 = getelementptr i64, ptr %v120, i64 %v119
  store i64 %v109, ptr %v121, align 8
  %v122 = load i64, ptr %v115, align 8
  %v123 = icmp slt i64 %v122, 0
  %v124 = select i1 %v123, i64 %v5, i64 0
  %v125 = getelementptr i64, ptr %v4, i64 %v122
  %v126 = getelementptr i64, ptr %v125, i64 %v124
  store i64 %v114, ptr %v126, align 8
  %v127 = load i64, ptr %v115, align 8
  %v128 = add nsw i64 %v127, 1
  store i64 %v128, ptr %v115, align 8
  %v129 = icmp eq i64 %v23, %v105
  br i1 %v129, label %v130, label %v106
v134:
  %v131 = phi i64 [ 0, %v132 ], [ %v133, %v134 ]
  %v133 = add nuw nsw i64 %v131, 1
  %v135 = shl i64 %v131, 3
  %v136 = getelementptr i8, ptr %v6, i64 %v135
  %v137 = load i64, ptr %v136, align 8
  %v138 = lshr i64 %v137, %v111
  %v139 = and i64 %v138, 255
  %v140 = getelementptr i8, ptr %v4, i64 %v135
  %v141 = load i64, ptr %v140, align 8
  %v142 = getelementptr i64, ptr %v143, i64 %v139
  %v144 = load i64, ptr %v142, align 8
  %v145 = icmp slt i64 %v144, 0
  %v146 = select i1 %v145, i64 %v9, i64 0
  %v147 = getelementptr i64, ptr %v8, i64 %v144
  %v148 = getelementptr i64, ptr %v147, i64 %v146
  store i64 %v137, ptr %v148, align 8
  %v149 = load i64, ptr %v142, align 8
  %v150 = icmp slt i64 %v149, 0
  %v151 = select i1 %v150, i64 %v11, i64 0
  %v152 = getelementptr i64, ptr %v10, i64 %v149
  %v153 = getelementptr i64, ptr %v152, i64 %v151
  store i64 %v141, ptr %v153, align 8
  %v154 = load i64, ptr %v142, align 8
  %v155 = add nsw i64 %v154, 1
  store i64 %v155, ptr %v142, align 8
  %v156 = icmp eq i64 %v19, %v133
  br i1 %v156, label %v130, label %v134
v130:
  %v157 = xor i1 %v100, true
  br label %v96
v96:
  %v158 = phi i1 [ %v157, %v130 ], [ %v100, %v99 ]
  %v159 = getelementptr i8, ptr %v93, i64 2048
  %v160 = icmp eq i64 %v161, 4
  br i1 %v160, label %v162, label %v86
v162:
  br i1 %v158, label %v163, label %v78
v163:
  %v164 = add nuw nsw i64 %v17, 1
  br label %v165
v165:
  %v166 = phi i64 [ 0, %v163 ], [ %v167, %v165 ]
  %v168 = phi i64 [ %v164, %v163 ], [ %v169, %v165 ]
  %v170 = getelementptr i8, ptr %v10, i64 %v166
  %v171 = load i64, ptr %v170, align 8
  %v172 = getelementptr i8, ptr %v4, i64 %v166
  store i64 %v171, ptr %v172, align 8
  %v169 = add nsw i64 %v168, -1
  %v167 = add nuw i64 %v166, 8
  %v173 = icmp sgt i64 %v168, 2
  br i1 %v173, label %v165, label %v78
v176:
  %v174 = phi i64 [ %v175, %v176 ], [ 0, %v78 ]
  %v175 = add nuw nsw i64 %v174, 1
  %v177 = shl i64 %v174, 3
  %v178 = getelementptr i8, ptr %v4, i64 %v177
  %v179 = load i64, ptr %v178, align 8
  %v180 = icmp slt i64 %v179, 0
  %v181 = select i1 %v180, i64 %v1, i64 0
  %v182 = getelementptr i32, ptr %v0, i64 %v179
  %v183 = getelementptr i32, ptr %v182, i64 %v181
  %v184 = load i32, ptr %v183, align 4
  %v185 = shl i64 %v174, 2
  %v186 = getelementptr i8, ptr %v2, i64 %v185
  store i32 %v184, ptr %v186, align 4
  %v187 = icmp eq i64 %v17, %v175
  br i1 %v187, label %v188, label %v176
v26:
  %v189 = icmp slt i64 %v21, 1
  br i1 %v189, label %v78, label %v69
v84:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v12, i8 0, i64 8192, i1 false)
  %v190 = icmp slt i64 %v21, 1
  br i1 %v190, label %v191, label %v192
v192:
  %v193 = phi i64 [ %v194, %v195 ], [ 0, %v84 ]
  %v196 = getelementptr i64, ptr %v6, i64 %v193
  %v197 = load i64, ptr %v196, align 8
  br label %v198
v198:
  %v199 = phi i64 [ 4, %v192 ], [ %v200, %v198 ]
  %v201 = phi ptr [ %v12, %v192 ], [ %v202, %v198 ]
  %v203 = phi i64 [ %v197, %v192 ], [ %v204, %v198 ]
  %v205 = shl i64 %v203, 3
  %v206 = and i64 %v205, 2040
  %v207 = getelementptr i8, ptr %v201, i64 %v206
  %v208 = load i64, ptr %v207, align 8
  %v209 = add nsw i64 %v208, 1
  store i64 %v209, ptr %v207, align 8
  %v204 = lshr i64 %v203, 8
  %v202 = getelementptr i8, ptr %v201, i64 2048
  %v200 = add nsw i64 %v199, -1
  %v210 = icmp eq i64 %v200, 0
  br i1 %v210, label %v195, label %v198
v195:
  %v194 = add nuw nsw i64 %v193, 1
  %v211 = icmp eq i64 %v194, %v21
  br i1 %v211, label %v191, label %v192
v191:
  %v212 = icmp slt i64 %v19, 1
  %v213 = icmp slt i64 %v23, 1
  br label %v86
v86:
  %v93 = phi ptr [ %v159, %v96 ], [ %v12, %v191 ]
  %v100 = phi i1 [ %v158, %v96 ], [ false, %v191 ]
  %v214 = phi i64 [ %v161, %v96 ], [ 0, %v191 ]
  %v161 = add nuw nsw i64 %v214, 1
  %v215 = shl nsw i64 %v214, 8
  %v111 = shl nsw i64 %v214, 3
  br label %v99
v101:
  br i1 %v213, label %v130, label %v104
v104:
  %v116 = getelementptr i64, ptr %v12, i64 %v215
  br label %v106
v102:
  br i1 %v212, label %v130, label %v132
v132:
  %v143 = getelementptr i64, ptr %v12, i64 %v215
  br label %v134
v78:
  %v216 = icmp slt i64 %v17, 1
  br i1 %v216, label %v188, label %v176
v188:
  ret i32 0
}

; const |b1[1] |b1[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] |u1[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15) nounwind {
v25:
  %v16 = shl i64 %v5, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v7, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = icmp sgt i64 %v1, 0
  br i1 %v20, label %v21, label %v22
v21:
  %v23 = phi i64 [ %v24, %v21 ], [ 0, %v25 ]
  %v24 = add nuw nsw i64 %v23, 1
  %v26 = getelementptr i8, ptr %v0, i64 %v23
  %v27 = load i8, ptr %v26, align 1
  %v28 = or i8 %v27, -128
  %v29 = zext i8 %v28 to i64
  %v30 = shl i64 %v23, 3
  %v31 = getelementptr i8, ptr %v6, i64 %v30
  store i64 %v29, ptr %v31, align 8
  %v32 = icmp eq i64 %v1, %v24
  br i1 %v32, label %v33, label %v21
v33:
  %v34 = icmp samesign ult i64 %v1, 65
  br i1 %v34, label %v22, label %v35
v64:
  %v36 = phi i64 [ %v37, %v38 ], [ 0, %v22 ]
  %v37 = add nuw nsw i64 %v36, 1
  %v39 = getelementptr i64, ptr %v6, i64 %v36
  %v40 = load i64, ptr %v39, align 8
  %v41 = icmp eq i64 %v36, 0
  br i1 %v41, label %v38, label %v42
v42:
  %v43 = shl i64 %v36, 3
  %v44 = getelementptr i8, ptr %v6, i64 %v43
  %v45 = getelementptr i8, ptr %v44, i64 -8
  %v46 = load i64, ptr %v45, align 8
  %v47 = icmp ult i64 %v40, %v46
  br i1 %v47, label %v48, label %v38
v48:
  %v49 = phi i64 [ %v50, %v51 ], [ %v36, %v42 ]
  %v52 = shl i64 %v49, 3
  %v53 = getelementptr i8, ptr %v6, i64 %v52
  %v54 = getelementptr i8, ptr %v53, i64 -8
  %v55 = load i64, ptr %v54, align 8
  %v56 = getelementptr i8, ptr %v4, i64 %v52
  %v57 = getelementptr i8, ptr %v56, i64 -8
  %v58 = load i64, ptr %v57, align 8
  store i64 %v55, ptr %v53, align 8
  store i64 %v58, ptr %v56, align 8
  %v59 = icmp sgt i64 %v49, 1
  br i1 %v59, label %v51, label %v38
v51:
  %v60 = getelementptr i8, ptr %v53, i64 -16
  %v61 = load i64, ptr %v60, align 8
  %v62 = icmp ult i64 %v40, %v61
  %v50 = add nsw i64 %v49, -1
  br i1 %v62, label %v48, label %v38
v38:
  %v63 = phi i64 [ %v36, %v42 ], [ 0, %v64 ], [ 0, %v48 ], [ %v50, %v51 ]
  %v65 = icmp slt i64 %v63, 0
  %v66 = select i1 %v65, i64 %v7, i64 0
  %v67 = getelementptr i64, ptr %v6, i64 %v63
  %v68 = getelementptr i64, ptr %v67, i64 %v66
  store i64 %v40, ptr %v68, align 8
  %v69 = select i1 %v65, i64 %v5, i64 0
  %v70 = getelementptr i64, ptr %v4, i64 %v63
  %v71 = getelementptr i64, ptr %v70, i64 %v69
  store i64 %v36, ptr %v71, align 8
  %v72 = icmp eq i64 %v19, %v37
  br i1 %v72, label %v73, label %v64
v35:
  %v74 = phi i64 [ %v75, %v35 ], [ 0, %v33 ]
  %v75 = add nuw nsw i64 %v74, 1
  %v76 = shl i64 %v74, 3
  %v77 = getelementptr i8, ptr %v4, i64 %v76
  store i64 %v74, ptr %v77, align 8
  %v78 = icmp eq i64 %v1, %v75
  br i1 %v78, label %v79, label %v35
v92:
  %v80 = phi i64 [ %v81, %v82 ], [ 0, %v83 ]
  %v84 = phi i64 [ %v85, %v82 ], [ 0, %v83 ]
  %v86 = shl nuw nsw i64 %v80, 3
  %v87 = getelementptr i8, ptr %v12, i64 %v86
  %v88 = load i64, ptr %v87, align 8
  %v89 = icmp eq i64 %v88, %v1
  br i1 %v89, label %v73, label %v82
v82:
  store i64 %v84, ptr %v87, align 8
  %v85 = add nsw i64 %v88, %v84
  %v81 = add nuw nsw i64 %v80, 1
  %v90 = icmp eq i64 %v81, 256
  br i1 %v90, label %v91, label %v92
v95:
  %v93 = phi i64 [ %v94, %v95 ], [ 0, %v91 ]
  %v94 = add nuw nsw i64 %v93, 1
  %v96 = shl i64 %v93, 3
  %v97 = getelementptr i8, ptr %v6, i64 %v96
  %v98 = load i64, ptr %v97, align 8
  %v99 = and i64 %v98, 255
  %v100 = getelementptr i8, ptr %v4, i64 %v96
  %v101 = load i64, ptr %v100, align 8
  %v102 = getelementptr i64, ptr %v12, i64 %v99
  %v103 = load i64, ptr %v102, align 8
  %v104 = icmp slt i64 %v103, 0
  %v105 = select i1 %v104, i64 %v9, i64 0
  %v106 = getelementptr i64, ptr %v8, i64 %v103
  %v107 = getelementptr i64, ptr %v106, i64 %v105
  store i64 %v98, ptr %v107, align 8
  %v108 = load i64, ptr %v102, align 8
  %v109 = icmp slt i64 %v108, 0
  %v110 = select i1 %v109, i64 %v11, i64 0
  %v111 = getelementptr i64, ptr %v10, i64 %v108
  %v112 = getelementptr i64, ptr %v111, i64 %v110
  store i64 %v101, ptr %v112, align 8
  %v113 = load i64, ptr %v102, align 8
  %v114 = add nsw i64 %v113, 1
  store i64 %v114, ptr %v102, align 8
  %v115 = icmp eq i64 %v17, %v94
  br i1 %v115, label %v116, label %v95
v116:
  %v117 = add nuw i64 %v1, 1
  br label %v118
v118:
  %v119 = phi i64 [ 0, %v116 ], [ %v120, %v118 ]
  %v121 = phi i64 [ %v117, %v116 ], [ %v122, %v118 ]
  %v123 = getelementptr i8, ptr %v10, i64 %v119
  %v124 = load i64, ptr %v123, align 8
  %v125 = getelementptr i8, ptr %v4, i64 %v119
  store i64 %v124, ptr %v125, align 8
  %v122 = add i64 %v121, -1
  %v120 = add i64 %v119, 8
  %v126 = icmp sgt i64 %v122, 1
  br i1 %v126, label %v118, label %v73
v129:
  %v127 = phi i64 [ %v128, %v129 ], [ 0, %v73 ]
  %v128 = add nuw nsw i64 %v127, 1
  %v130 = shl i64 %v127, 3
  %v131 = getelementptr i8, ptr %v4, i64 %v130
  %v132 = load i64, ptr %v131, align 8
  %v133 = icmp slt i64 %v132, 0
  %v134 = select i1 %v133, i64 %v1, i64 0
  %v135 = getelementptr i8, ptr %v0, i64 %v132
  %v136 = getelementptr i8, ptr %v135, i64 %v134
  %v137 = load i8, ptr %v136, align 1
  %v138 = icmp ne i8 %v137, 0
  %v139 = getelementptr i8, ptr %v2, i64 %v127
  %v140 = zext i1 %v138 to i8
  store i8 %v140, ptr %v139, align 1
  %v141 = icmp eq i64 %v1, %v128
  br i1 %v141, label %v142, label %v129
v22:
  %v143 = icmp slt i64 %v19, 1
  br i1 %v143, label %v73, label %v64
v79:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(2048) %v12, i8 0, i64 2048, i1 false)
  %v144 = icmp slt i64 %v19, 1
  br i1 %v144, label %v83, label %v145
v83:
  br label %v92
v145:
  %v146 = phi i64 [ %v147, %v145 ], [ 0, %v79 ]
  %v148 = getelementptr i64, ptr %v6, i64 %v146
  %v149 = load i64, ptr %v148, align 8
  %v150 = shl i64 %v149, 3
  %v151 = and i64 %v150, 2040
  %v152 = getelementptr i8, ptr %v12, i64 %v151
  %v153 = load i64, ptr %v152, align 8
  %v154 = add nsw i64 %v153, 1
  store i64 %v154, ptr %v152, align 8
  %v147 = add nuw nsw i64 %v146, 1
  %v155 = icmp eq i64 %v147, %v19
  br i1 %v155, label %v83, label %v145
v91:
  %v156 = icmp slt i64 %v17, 1
  br i1 %v156, label %v116, label %v95
v73:
  %v157 = icmp slt i64 %v1, 1
  br i1 %v157, label %v142, label %v129
v142:
  ret i32 0
}
