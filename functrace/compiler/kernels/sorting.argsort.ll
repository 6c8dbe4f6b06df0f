; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e

; const <f8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr readnone captures(none) %v12, i64 %v13) nounwind {
v122:
  %v14 = shl i64 %v1, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v15, i64 0)
  %v23 = icmp slt i64 %v15, 1
  br i1 %v23, label %v24, label %v25
v37:
  %v26 = fcmp uno double %v27, 0.000000e+00
  br i1 %v26, label %v28, label %v29
v29:
  %v30 = fcmp olt double %v27, 0.000000e+00
  br i1 %v30, label %v31, label %v32
v31:
  %v33 = xor i64 %v34, -1
  br label %v28
v32:
  %v35 = or i64 %v34, -9223372036854775808
  br label %v28
v28:
  %v36 = phi i64 [ %v35, %v32 ], [ -9223372036854775808, %v25 ], [ %v33, %v31 ], [ -1, %v37 ]
  %v38 = getelementptr i64, ptr %v4, i64 %v39
  store i64 %v36, ptr %v38, align 8
  %v40 = icmp samesign ugt i64 %v41, 1
  br i1 %v40, label %v25, label %v42
v42:
  %v43 = icmp slt i64 %v15, 65
  br i1 %v43, label %v24, label %v44
v24:
  %v45 = icmp slt i64 %v19, 1
  br i1 %v45, label %v46, label %v47
v59:
  %v48 = getelementptr i8, ptr %v49, i64 -8
  %v50 = load i64, ptr %v48, align 8
  %v51 = icmp ult i64 %v52, %v50
  br i1 %v51, label %v53, label %v54
v53:
  %v55 = phi i64 [ %v56, %v57 ], [ %v58, %v59 ]
  %v56 = add nsw i64 %v55, -1
  %v60 = getelementptr i64, ptr %v4, i64 %v56
  %v61 = load i64, ptr %v60, align 8
  %v62 = getelementptr i64, ptr %v2, i64 %v56
  %v63 = load i64, ptr %v62, align 8
  %v64 = getelementptr i64, ptr %v4, i64 %v55
  store i64 %v61, ptr %v64, align 8
  %v65 = getelementptr i64, ptr %v2, i64 %v55
  store i64 %v63, ptr %v65, align 8
  %v66 = icmp sgt i64 %v55, 1
  br i1 %v66, label %v57, label %v54
v57:
  %v67 = getelementptr i8, ptr %v64, i64 -16
  %v68 = load i64, ptr %v67, align 8
  %v69 = icmp ult i64 %v52, %v68
  br i1 %v69, label %v53, label %v54
v54:
  %v70 = phi i64 [ %v58, %v59 ], [ 0, %v47 ], [ %v56, %v57 ], [ 0, %v53 ]
  %v71 = icmp slt i64 %v70, 0
  %v72 = select i1 %v71, i64 %v5, i64 0
  %v73 = getelementptr i64, ptr %v4, i64 %v70
  %v74 = getelementptr i64, ptr %v73, i64 %v72
  store i64 %v52, ptr %v74, align 8
  %v75 = select i1 %v71, i64 %v3, i64 0
  %v76 = getelementptr i64, ptr %v2, i64 %v70
  %v77 = getelementptr i64, ptr %v76, i64 %v75
  store i64 %v58, ptr %v77, align 8
  %v78 = icmp sgt i64 %v79, 1
  br i1 %v78, label %v47, label %v46
v137:
  %v80 = add nsw i64 %v81, -1
  %v82 = add nuw nsw i64 %v83, 1
  %v84 = icmp sgt i64 %v81, 1
  br i1 %v84, label %v85, label %v86
v86:
  %v87 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v88 = icmp slt i64 %v17, 1
  %v89 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v21, i64 0)
  %v90 = icmp slt i64 %v21, 1
  br label %v91
v158:
  %v92 = add nuw nsw i64 %v93, 1
  %v94 = add nsw i64 %v95, -1
  store i64 %v96, ptr %v97, align 8
  %v98 = add nsw i64 %v99, %v96
  %v100 = icmp samesign ult i64 %v95, 2
  br i1 %v100, label %v101, label %v102
v101:
  br i1 %v103, label %v104, label %v105
v104:
  br i1 %v90, label %v106, label %v107
v107:
  %v108 = getelementptr i64, ptr %v10, i64 %v109
  br label %v110
v105:
  br i1 %v88, label %v106, label %v111
v111:
  %v112 = getelementptr i64, ptr %v10, i64 %v109
  br label %v113
v106:
  %v114 = xor i1 %v103, true
  br label %v115
v115:
  %v116 = phi i1 [ %v114, %v106 ], [ %v103, %v102 ]
  %v117 = icmp samesign ugt i64 %v118, 1
  br i1 %v117, label %v91, label %v119
v119:
  br i1 %v116, label %v120, label %v46
v25:
  %v41 = phi i64 [ %v121, %v28 ], [ %v22, %v122 ]
  %v39 = phi i64 [ %v123, %v28 ], [ 0, %v122 ]
  %v121 = add nsw i64 %v41, -1
  %v123 = add nuw nsw i64 %v39, 1
  %v124 = getelementptr i64, ptr %v0, i64 %v39
  %v34 = load i64, ptr %v124, align 8
  %v27 = bitcast i64 %v34 to double
  %v125 = fcmp oeq double %v27, 0.000000e+00
  br i1 %v125, label %v28, label %v37
v47:
  %v79 = phi i64 [ %v126, %v54 ], [ %v19, %v24 ]
  %v58 = phi i64 [ %v127, %v54 ], [ 0, %v24 ]
  %v126 = add nsw i64 %v79, -1
  %v127 = add nuw nsw i64 %v58, 1
  %v49 = getelementptr i64, ptr %v4, i64 %v58
  %v52 = load i64, ptr %v49, align 8
  %v128 = icmp eq i64 %v58, 0
  br i1 %v128, label %v54, label %v59
v44:
  %v129 = phi i64 [ %v130, %v44 ], [ %v15, %v42 ]
  %v131 = phi i64 [ %v132, %v44 ], [ 0, %v42 ]
  %v130 = add nsw i64 %v129, -1
  %v132 = add nuw nsw i64 %v131, 1
  %v133 = getelementptr i64, ptr %v2, i64 %v131
  store i64 %v131, ptr %v133, align 8
  %v134 = icmp samesign ugt i64 %v129, 1
  br i1 %v134, label %v44, label %v135
v135:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v10, i8 0, i64 16384, i1 false)
  %v136 = icmp slt i64 %v19, 1
  br i1 %v136, label %v86, label %v85
v85:
  %v81 = phi i64 [ %v80, %v137 ], [ %v19, %v135 ]
  %v83 = phi i64 [ %v82, %v137 ], [ 0, %v135 ]
  %v138 = getelementptr i64, ptr %v4, i64 %v83
  %v139 = load i64, ptr %v138, align 8
  br label %v140
v140:
  %v141 = phi i64 [ %v139, %v85 ], [ %v142, %v140 ]
  %v143 = phi i64 [ 8, %v85 ], [ %v144, %v140 ]
  %v145 = phi i64 [ 0, %v85 ], [ %v146, %v140 ]
  %v144 = add nsw i64 %v143, -1
  %v146 = add nuw nsw i64 %v145, 1
  %v147 = and i64 %v141, 255
  %v148 = shl i64 %v145, 11
  %v149 = getelementptr i8, ptr %v10, i64 %v148
  %v150 = getelementptr i64, ptr %v149, i64 %v147
  %v151 = load i64, ptr %v150, align 8
  %v152 = add nsw i64 %v151, 1
  store i64 %v152, ptr %v150, align 8
  %v142 = lshr i64 %v141, 8
  %v153 = icmp samesign ugt i64 %v143, 1
  br i1 %v153, label %v140, label %v137
v91:
  %v103 = phi i1 [ false, %v86 ], [ %v116, %v115 ]
  %v118 = phi i64 [ 8, %v86 ], [ %v154, %v115 ]
  %v155 = phi i64 [ 0, %v86 ], [ %v156, %v115 ]
  %v154 = add nsw i64 %v118, -1
  %v156 = add nuw nsw i64 %v155, 1
  %v109 = shl nsw i64 %v155, 8
  %v157 = shl nsw i64 %v155, 3
  br label %v102
v102:
  %v96 = phi i64 [ 0, %v91 ], [ %v98, %v158 ]
  %v95 = phi i64 [ 256, %v91 ], [ %v94, %v158 ]
  %v93 = phi i64 [ %v109, %v91 ], [ %v92, %v158 ]
  %v97 = getelementptr i64, ptr %v10, i64 %v93
  %v99 = load i64, ptr %v97, align 8
  %v159 = icmp eq i64 %v99, %v15
  br i1 %v159, label %v115, label %v158
v110:
  %v160 = phi i64 [ %v89, %v107 ], [ %v161, %v110 ]
  %v162 = phi i64 [ 0, %v107 ], [ %v163, %v110 ]
  %v161 = add nsw i64 %v160, -1
  %v163 = add nuw nsw i64 %v162, 1
  %v164 = getelementptr i64, ptr %v6, i64 %v162
  %v165 = load i64, ptr %v164, align 8
  %v166 = lshr i64 %v165, %v157
  %v167 = and i64 %v166, 255
  %v168 = getelementptr i64, ptr %v8, i64 %v162
  %v169 = load i64, ptr %v168, align 8
  %v170 = getelementptr i64, ptr %v108, i64 %v167
  %v171 = load i64, ptr %v170, align 8
  %v172 = icmp slt i64 %v171, 0
  %v173 = select i1 %v172, i64 %v5, i64 0
  %v174 = getelementptr i64, ptr %v4, i64 %v171
  %v175 = getelementptr i64, ptr %v174, i64 %v173
  store i64 %v165, ptr %v175, align 8
  %v176 = load i64, ptr %v170, align 8
  %v177 = icmp slt i64 %v176, 0
  %v178 = select i1 %v177, i64 %v3, i64 0
  %v179 = getelementptr i64, ptr %v2, i64 %v176
  %v180 = getelementptr i64, ptr %v179, i64 %v178
  store i64 %v169, ptr %v180, align 8
  %v181 = load i64, ptr %v170, align 8
  %v182 = add nsw i64 %v181, 1
  store i64 %v182, ptr %v170, align 8
  %v183 = icmp sgt i64 %v160, 1
  br i1 %v183, label %v110, label %v106
v113:
  %v184 = phi i64 [ %v87, %v111 ], [ %v185, %v113 ]
  %v186 = phi i64 [ 0, %v111 ], [ %v187, %v113 ]
  %v185 = add nsw i64 %v184, -1
  %v187 = add nuw nsw i64 %v186, 1
  %v188 = getelementptr i64, ptr %v4, i64 %v186
  %v189 = load i64, ptr %v188, align 8
  %v190 = lshr i64 %v189, %v157
  %v191 = and i64 %v190, 255
  %v192 = getelementptr i64, ptr %v2, i64 %v186
  %v193 = load i64, ptr %v192, align 8
  %v194 = getelementptr i64, ptr %v112, i64 %v191
  %v195 = load i64, ptr %v194, align 8
  %v196 = icmp slt i64 %v195, 0
  %v197 = select i1 %v196, i64 %v7, i64 0
  %v198 = getelementptr i64, ptr %v6, i64 %v195
  %v199 = getelementptr i64, ptr %v198, i64 %v197
  store i64 %v189, ptr %v199, align 8
  %v200 = load i64, ptr %v194, align 8
  %v201 = icmp slt i64 %v200, 0
  %v202 = select i1 %v201, i64 %v9, i64 0
  %v203 = getelementptr i64, ptr %v8, i64 %v200
  %v204 = getelementptr i64, ptr %v203, i64 %v202
  store i64 %v193, ptr %v204, align 8
  %v205 = load i64, ptr %v194, align 8
  %v206 = add nsw i64 %v205, 1
  store i64 %v206, ptr %v194, align 8
  %v207 = icmp sgt i64 %v184, 1
  br i1 %v207, label %v113, label %v106
v120:
  %v208 = phi i64 [ %v209, %v120 ], [ %v22, %v119 ]
  %v210 = phi i64 [ %v211, %v120 ], [ 0, %v119 ]
  %v209 = add nsw i64 %v208, -1
  %v211 = add nuw nsw i64 %v210, 1
  %v212 = getelementptr i64, ptr %v8, i64 %v210
  %v213 = load i64, ptr %v212, align 8
  %v214 = getelementptr i64, ptr %v2, i64 %v210
  store i64 %v213, ptr %v214, align 8
  %v215 = icmp sgt i64 %v208, 1
  br i1 %v215, label %v120, label %v46
v46:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr readnone captures(none) %v12, i64 %v13) nounwind {
v106:
  %v14 = shl i64 %v1, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v15, i64 0)
  %v23 = icmp slt i64 %v15, 1
  br i1 %v23, label %v24, label %v25
v114:
  %v26 = icmp samesign ult i64 %v15, 65
  br i1 %v26, label %v24, label %v27
v24:
  %v28 = icmp slt i64 %v19, 1
  br i1 %v28, label %v29, label %v30
v42:
  %v31 = getelementptr i8, ptr %v32, i64 -8
  %v33 = load i64, ptr %v31, align 8
  %v34 = icmp ult i64 %v35, %v33
  br i1 %v34, label %v36, label %v37
v36:
  %v38 = phi i64 [ %v39, %v40 ], [ %v41, %v42 ]
  %v39 = add nsw i64 %v38, -1
  %v43 = getelementptr i64, ptr %v4, i64 %v39
  %v44 = load i64, ptr %v43, align 8
  %v45 = getelementptr i64, ptr %v2, i64 %v39
  %v46 = load i64, ptr %v45, align 8
  %v47 = getelementptr i64, ptr %v4, i64 %v38
  store i64 %v44, ptr %v47, align 8
  %v48 = getelementptr i64, ptr %v2, i64 %v38
  store i64 %v46, ptr %v48, align 8
  %v49 = icmp sgt i64 %v38, 1
  br i1 %v49, label %v40, label %v37
v40:
  %v50 = getelementptr i8, ptr %v47, i64 -16
  %v51 = load i64, ptr %v50, align 8
  %v52 = icmp ult i64 %v35, %v51
  br i1 %v52, label %v36, label %v37
v37:
  %v53 = phi i64 [ %v41, %v42 ], [ 0, %v30 ], [ %v39, %v40 ], [ 0, %v36 ]
  %v54 = icmp slt i64 %v53, 0
  %v55 = select i1 %v54, i64 %v5, i64 0
  %v56 = getelementptr i64, ptr %v4, i64 %v53
  %v57 = getelementptr i64, ptr %v56, i64 %v55
  store i64 %v35, ptr %v57, align 8
  %v58 = select i1 %v54, i64 %v3, i64 0
  %v59 = getelementptr i64, ptr %v2, i64 %v53
  %v60 = getelementptr i64, ptr %v59, i64 %v58
  store i64 %v41, ptr %v60, align 8
  %v61 = icmp sgt i64 %v62, 1
  br i1 %v61, label %v30, label %v29
v126:
  %v63 = add nsw i64 %v64, -1
  %v65 = add nuw nsw i64 %v66, 1
  %v67 = icmp sgt i64 %v64, 1
  br i1 %v67, label %v68, label %v69
v69:
  %v70 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v71 = icmp slt i64 %v17, 1
  %v72 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v21, i64 0)
  %v73 = icmp slt i64 %v21, 1
  br label %v74
v147:
  %v75 = add nuw nsw i64 %v76, 1
  %v77 = add nsw i64 %v78, -1
  store i64 %v79, ptr %v80, align 8
  %v81 = add nsw i64 %v82, %v79
  %v83 = icmp samesign ult i64 %v78, 2
  br i1 %v83, label %v84, label %v85
v84:
  br i1 %v86, label %v87, label %v88
v87:
  br i1 %v73, label %v89, label %v90
v90:
  %v91 = getelementptr i64, ptr %v10, i64 %v92
  br label %v93
v88:
  br i1 %v71, label %v89, label %v94
v94:
  %v95 = getelementptr i64, ptr %v10, i64 %v92
  br label %v96
v89:
  %v97 = xor i1 %v86, true
  br label %v98
v98:
  %v99 = phi i1 [ %v97, %v89 ], [ %v86, %v85 ]
  %v100 = icmp samesign ugt i64 %v101, 1
  br i1 %v100, label %v74, label %v102
v102:
  br i1 %v99, label %v103, label %v29
v25:
  %v104 = phi i64 [ %v105, %v25 ], [ %v22, %v106 ]
  %v107 = phi i64 [ %v108, %v25 ], [ 0, %v106 ]
  %v105 = add nsw i64 %v104, -1
  %v108 = add nuw nsw i64 %v107, 1
  %v109 = getelementptr i64, ptr %v0, i64 %v107
  %v110 = load i64, ptr %v109, align 8
  %v111 = xor i64 %v110, -9223372036854775808
  %v112 = getelementptr i64, ptr %v4, i64 %v107
  store i64 %v111, ptr %v112, align 8
  %v113 = icmp samesign ugt i64 %v104, 1
  br i1 %v113, label %v25, label %v114
v30:
  %v62 = phi i64 [ %v115, %v37 ], [ %v19, %v24 ]
  %v41 = phi i64 [ %v116, %v37 ], [ 0, %v24 ]
  %v115 = add nsw i64 %v62, -1
  %v116 = add nuw nsw i64 %v41, 1
  %v32 = getelementptr i64, ptr %v4, i64 %v41
  %v35 = load i64, ptr %v32, align 8
  %v117 = icmp eq i64 %v41, 0
  br i1 %v117, label %v37, label %v42
v27:
  %v118 = phi i64 [ %v119, %v27 ], [ %v15, %v114 ]
  %v120 = phi i64 [ %v121, %v27 ], [ 0, %v114 ]
  %v119 = add nsw i64 %v118, -1
  %v121 = add nuw nsw i64 %v120, 1
  %v122 = getelementptr i64, ptr %v2, i64 %v120
  store i64 %v120, ptr %v122, align 8
  %v123 = icmp samesign ugt i64 %v118, 1
  br i1 %v123, label %v27, label %v124
v124:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v10, i8 0, i64 16384, i1 false)
  %v125 = icmp slt i64 %v19, 1
  br i1 %v125, label %v69, label %v68
v68:
  %v64 = phi i64 [ %v63, %v126 ], [ %v19, %v124 ]
  %v66 = phi i64 [ %v65, %v126 ], [ 0, %v124 ]
  %v127 = getelementptr i64, ptr %v4, i64 %v66
  %v128 = load i64, ptr %v127, align 8
  br label %v129
v129:
  %v130 = phi i64 [ %v128, %v68 ], [ %v131, %v129 ]
  %v132 = phi i64 [ 8, %v68 ], [ %v133, %v129 ]
  %v134 = phi i64 [ 0, %v68 ], [ %v135, %v129 ]
  %v133 = add nsw i64 %v132, -1
  %v135 = add nuw nsw i64 %v134, 1
  %v136 = and i64 %v130, 255
  %v137 = shl i64 %v134, 11
  %v138 = getelementptr i8, ptr %v10, i64 %v137
  %v139 = getelementptr i64, ptr %v138, i64 %v136
  %v140 = load i64, ptr %v139, align 8
  %v141 = add nsw i64 %v140, 1
  store i64 %v141, ptr %v139, align 8
  %v131 = lshr i64 %v130, 8
  %v142 = icmp samesign ugt i64 %v132, 1
  br i1 %v142, label %v129, label %v126
v74:
  %v86 = phi i1 [ false, %v69 ], [ %v99, %v98 ]
  %v101 = phi i64 [ 8, %v69 ], [ %v143, %v98 ]
  %v144 = phi i64 [ 0, %v69 ], [ %v145, %v98 ]
  %v143 = add nsw i64 %v101, -1
  %v145 = add nuw nsw i64 %v144, 1
  %v92 = shl nsw i64 %v144, 8
  %v146 = shl nsw i64 %v144, 3
  br label %v85
v85:
  %v79 = phi i64 [ 0, %v74 ], [ %v81, %v147 ]
  %v78 = phi i64 [ 256, %v74 ], [ %v77, %v147 ]
  %v76 = phi i64 [ %v92, %v74 ], [ %v75, %v147 ]
  %v80 = getelementptr i64, ptr %v10, i64 %v76
  %v82 = load i64, ptr %v80, align 8
  %v148 = icmp eq i64 %v82, %v15
  br i1 %v148, label %v98, label %v147
v93:
  %v149 = phi i64 [ %v72, %v90 ], [ %v150, %v93 ]
  %v151 = phi i64 [ 0, %v90 ], [ %v152, %v93 ]
  %v150 = add nsw i64 %v149, -1
  %v152 = add nuw nsw i64 %v151, 1
  %v153 = getelementptr i64, ptr %v6, i64 %v151
  %v154 = load i64, ptr %v153, align 8
  %v155 = lshr i64 %v154, %v146
  %v156 = and i64 %v155, 255
  %v157 = getelementptr i64, ptr %v8, i64 %v151
  %v158 = load i64, ptr %v157, align 8
  %v159 = getelementptr i64, ptr %v91, i64 %v156
  %v160 = load i64, ptr %v159, align 8
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v5, i64 0
  %v163 = getelementptr i64, ptr %v4, i64 %v160
  %v164 = getelementptr i64, ptr %v163, i64 %v162
  store i64 %v154, ptr %v164, align 8
  %v165 = load i64, ptr %v159, align 8
  %v166 = icmp slt i64 %v165, 0
  %v167 = select i1 %v166, i64 %v3, i64 0
  %v168 = getelementptr i64, ptr %v2, i64 %v165
  %v169 = getelementptr i64, ptr %v168, i64 %v167
  store i64 %v158, ptr %v169, align 8
  %v170 = load i64, ptr %v159, align 8
  %v171 = add nsw i64 %v170, 1
  store i64 %v171, ptr %v159, align 8
  %v172 = icmp sgt i64 %v149, 1
  br i1 %v172, label %v93, label %v89
v96:
  %v173 = phi i64 [ %v70, %v94 ], [ %v174, %v96 ]
  %v175 = phi i64 [ 0, %v94 ], [ %v176, %v96 ]
  %v174 = add nsw i64 %v173, -1
  %v176 = add nuw nsw i64 %v175, 1
  %v177 = getelementptr i64, ptr %v4, i64 %v175
  %v178 = load i64, ptr %v177, align 8
  %v179 = lshr i64 %v178, %v146
  %v180 = and i64 %v179, 255
  %v181 = getelementptr i64, ptr %v2, i64 %v175
  %v182 = load i64, ptr %v181, align 8
  %v183 = getelementptr i64, ptr %v95, i64 %v180
  %v184 = load i64, ptr %v183, align 8
  %v185 = icmp slt i64 %v184, 0
  %v186 = select i1 %v185, i64 %v7, i64 0
  %v187 = getelementptr i64, ptr %v6, i64 %v184
  %v188 = getelementptr i64, ptr %v187, i64 %v186
  store i64 %v178, ptr %v188, align 8
  %v189 = load i64, ptr %v183, align 8
  %v190 = icmp slt i64 %v189, 0
  %v191 = select i1 %v190, i64 %v9, i64 0
  %v192 = getelementptr i64, ptr %v8, i64 %v189
  %v193 = getelementptr i64, ptr %v192, i64 %v191
  store i64 %v182, ptr %v193, align 8
  %v194 = load i64, ptr %v183, align 8
  %v195 = add nsw i64 %v194, 1
  store i64 %v195, ptr %v183, align 8
  %v196 = icmp sgt i64 %v173, 1
  br i1 %v196, label %v96, label %v89
v103:
  %v197 = phi i64 [ %v198, %v103 ], [ %v22, %v102 ]
  %v199 = phi i64 [ %v200, %v103 ], [ 0, %v102 ]
  %v198 = add nsw i64 %v197, -1
  %v200 = add nuw nsw i64 %v199, 1
  %v201 = getelementptr i64, ptr %v8, i64 %v199
  %v202 = load i64, ptr %v201, align 8
  %v203 = getelementptr i64, ptr %v2, i64 %v199
  store i64 %v202, ptr %v203, align 8
  %v204 = icmp sgt i64 %v197, 1
  br i1 %v204, label %v103, label %v29
v29:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <f4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr readnone captures(none) %v12, i64 %v13) nounwind {
v122:
  %v14 = shl i64 %v1, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v15, i64 0)
  %v23 = icmp slt i64 %v15, 1
  br i1 %v23, label %v24, label %v25
v37:
  %v26 = fcmp uno float %v27, 0.000000e+00
  br i1 %v26, label %v28, label %v29
v29:
  %v30 = fcmp olt float %v27, 0.000000e+00
  br i1 %v30, label %v31, label %v32
v31:
  %v33 = xor i64 %v34, 4294967295
  br label %v28
v32:
  %v35 = or i64 %v34, 2147483648
  br label %v28
v28:
  %v36 = phi i64 [ %v35, %v32 ], [ 2147483648, %v25 ], [ %v33, %v31 ], [ 4294967295, %v37 ]
  %v38 = getelementptr i64, ptr %v4, i64 %v39
  store i64 %v36, ptr %v38, align 8
  %v40 = icmp samesign ugt i64 %v41, 1
  br i1 %v40, label %v25, label %v42
v42:
  %v43 = icmp slt i64 %v15, 65
  br i1 %v43, label %v24, label %v44
v24:
  %v45 = icmp slt i64 %v19, 1
  br i1 %v45, label %v46, label %v47
v59:
  %v48 = getelementptr i8, ptr %v49, i64 -8
  %v50 = load i64, ptr %v48, align 8
  %v51 = icmp ult i64 %v52, %v50
  br i1 %v51, label %v53, label %v54
v53:
  %v55 = phi i64 [ %v56, %v57 ], [ %v58, %v59 ]
  %v56 = add nsw i64 %v55, -1
  %v60 = getelementptr i64, ptr %v4, i64 %v56
  %v61 = load i64, ptr %v60, align 8
  %v62 = getelementptr i64, ptr %v2, i64 %v56
  %v63 = load i64, ptr %v62, align 8
  %v64 = getelementptr i64, ptr %v4, i64 %v55
  store i64 %v61, ptr %v64, align 8
  %v65 = getelementptr i64, ptr %v2, i64 %v55
  store i64 %v63, ptr %v65, align 8
  %v66 = icmp sgt i64 %v55, 1
  br i1 %v66, label %v57, label %v54
v57:
  %v67 = getelementptr i8, ptr %v64, i64 -16
  %v68 = load i64, ptr %v67, align 8
  %v69 = icmp ult i64 %v52, %v68
  br i1 %v69, label %v53, label %v54
v54:
  %v70 = phi i64 [ %v58, %v59 ], [ 0, %v47 ], [ %v56, %v57 ], [ 0, %v53 ]
  %v71 = icmp slt i64 %v70, 0
  %v72 = select i1 %v71, i64 %v5, i64 0
  %v73 = getelementptr i64, ptr %v4, i64 %v70
  %v74 = getelementptr i64, ptr %v73, i64 %v72
  store i64 %v52, ptr %v74, align 8
  %v75 = select i1 %v71, i64 %v3, i64 0
  %v76 = getelementptr i64, ptr %v2, i64 %v70
  %v77 = getelementptr i64, ptr %v76, i64 %v75
  store i64 %v58, ptr %v77, align 8
  %v78 = icmp sgt i64 %v79, 1
  br i1 %v78, label %v47, label %v46
v138:
  %v80 = add nsw i64 %v81, -1
  %v82 = add nuw nsw i64 %v83, 1
  %v84 = icmp sgt i64 %v81, 1
  br i1 %v84, label %v85, label %v86
v86:
  %v87 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v88 = icmp slt i64 %v17, 1
  %v89 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v21, i64 0)
  %v90 = icmp slt i64 %v21, 1
  br label %v91
v159:
  %v92 = add nuw nsw i64 %v93, 1
  %v94 = add nsw i64 %v95, -1
  store i64 %v96, ptr %v97, align 8
  %v98 = add nsw i64 %v99, %v96
  %v100 = icmp samesign ult i64 %v95, 2
  br i1 %v100, label %v101, label %v102
v101:
  br i1 %v103, label %v104, label %v105
v104:
  br i1 %v90, label %v106, label %v107
v107:
  %v108 = getelementptr i64, ptr %v10, i64 %v109
  br label %v110
v105:
  br i1 %v88, label %v106, label %v111
v111:
  %v112 = getelementptr i64, ptr %v10, i64 %v109
  br label %v113
v106:
  %v114 = xor i1 %v103, true
  br label %v115
v115:
  %v116 = phi i1 [ %v114, %v106 ], [ %v103, %v102 ]
  %v117 = icmp samesign ugt i64 %v118, 1
  br i1 %v117, label %v91, label %v119
v119:
  br i1 %v116, label %v120, label %v46
v25:
  %v41 = phi i64 [ %v121, %v28 ], [ %v22, %v122 ]
  %v39 = phi i64 [ %v123, %v28 ], [ 0, %v122 ]
  %v121 = add nsw i64 %v41, -1
  %v123 = add nuw nsw i64 %v39, 1
  %v124 = getelementptr i32, ptr %v0, i64 %v39
  %v125 = load i32, ptr %v124, align 4
  %v34 = zext i32 %v125 to i64
  %v27 = bitcast i32 %v125 to float
  %v126 = fcmp oeq float %v27, 0.000000e+00
  br i1 %v126, label %v28, label %v37
v47:
  %v79 = phi i64 [ %v127, %v54 ], [ %v19, %v24 ]
  %v58 = phi i64 [ %v128, %v54 ], [ 0, %v24 ]
  %v127 = add nsw i64 %v79, -1
  %v128 = add nuw nsw i64 %v58, 1
  %v49 = getelementptr i64, ptr %v4, i64 %v58
  %v52 = load i64, ptr %v49, align 8
  %v129 = icmp eq i64 %v58, 0
  br i1 %v129, label %v54, label %v59
v44:
  %v130 = phi i64 [ %v131, %v44 ], [ %v15, %v42 ]
  %v132 = phi i64 [ %v133, %v44 ], [ 0, %v42 ]
  %v131 = add nsw i64 %v130, -1
  %v133 = add nuw nsw i64 %v132, 1
  %v134 = getelementptr i64, ptr %v2, i64 %v132
  store i64 %v132, ptr %v134, align 8
  %v135 = icmp samesign ugt i64 %v130, 1
  br i1 %v135, label %v44, label %v136
v136:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v10, i8 0, i64 8192, i1 false)
  %v137 = icmp slt i64 %v19, 1
  br i1 %v137, label %v86, label %v85
v85:
  %v81 = phi i64 [ %v80, %v138 ], [ %v19, %v136 ]
  %v83 = phi i64 [ %v82, %v138 ], [ 0, %v136 ]
  %v139 = getelementptr i64, ptr %v4, i64 %v83
  %v140 = load i64, ptr %v139, align 8
  br label %v141
v141:
  %v142 = phi i64 [ %v140, %v85 ], [ %v143, %v141 ]
  %v144 = phi i64 [ 4, %v85 ], [ %v145, %v141 ]
  %v146 = phi i64 [ 0, %v85 ], [ %v147, %v141 ]
  %v145 = add nsw i64 %v144, -1
  %v147 = add nuw nsw i64 %v146, 1
  %v148 = and i64 %v142, 255
  %v149 = shl i64 %v146, 11
  %v150 = getelementptr i8, ptr %v10, i64 %v149
  %v151 = getelementptr i64, ptr %v150, i64 %v148
  %v152 = load i64, ptr %v151, align 8
  %v153 = add nsw i64 %v152, 1
  store i64 %v153, ptr %v151, align 8
  %v143 = lshr i64 %v142, 8
  %v154 = icmp samesign ugt i64 %v144, 1
  br i1 %v154, label %v141, label %v138
v91:
  %v103 = phi i1 [ false, %v86 ], [ %v116, %v115 ]
  %v118 = phi i64 [ 4, %v86 ], [ %v155, %v115 ]
  %v156 = phi i64 [ 0, %v86 ], [ %v157, %v115 ]
  %v155 = add nsw i64 %v118, -1
  %v157 = add nuw nsw i64 %v156, 1
  %v109 = shl nsw i64 %v156, 8
  %v158 = shl nsw i64 %v156, 3
  br label %v102
v102:
  %v96 = phi i64 [ 0, %v91 ], [ %v98, %v159 ]
  %v95 = phi i64 [ 256, %v91 ], [ %v94, %v159 ]
  %v93 = phi i64 [ %v109, %v91 ], [ %v92, %v159 ]
  %v97 = getelementptr i64, ptr %v10, i64 %v93
  %v99 = load i64, ptr %v97, align 8
  %v160 = icmp eq i64 %v99, %v15
  br i1 %v160, label %v115, label %v159
v110:
  %v161 = phi i64 [ %v89, %v107 ], [ %v162, %v110 ]
  %v163 = phi i64 [ 0, %v107 ], [ %v164, %v110 ]
  %v162 = add nsw i64 %v161, -1
  %v164 = add nuw nsw i64 %v163, 1
  %v165 = getelementptr i64, ptr %v6, i64 %v163
  %v166 = load i64, ptr %v165, align 8
  %v167 = lshr i64 %v166, %v158
  %v168 = and i64 %v167, 255
  %v169 = getelementptr i64, ptr %v8, i64 %v163
  %v170 = load i64, ptr %v169, align 8
  %v171 = getelementptr i64, ptr %v108, i64 %v168
  %v172 = load i64, ptr %v171, align 8
  %v173 = icmp slt i64 %v172, 0
  %v174 = select i1 %v173, i64 %v5, i64 0
  %v175 = getelementptr i64, ptr %v4, i64 %v172
  %v176 = getelementptr i64, ptr %v175, i64 %v174
  store i64 %v166, ptr %v176, align 8
  %v177 = load i64, ptr %v171, align 8
  %v178 = icmp slt i64 %v177, 0
  %v179 = select i1 %v178, i64 %v3, i64 0
  %v180 = getelementptr i64, ptr %v2, i64 %v177
  %v181 = getelementptr i64, ptr %v180, i64 %v179
  store i64 %v170, ptr %v181, align 8
  %v182 = load i64, ptr %v171, align 8
  %v183 = add nsw i64 %v182, 1
  store i64 %v183, ptr %v171, align 8
  %v184 = icmp sgt i64 %v161, 1
  br i1 %v184, label %v110, label %v106
v113:
  %v185 = phi i64 [ %v87, %v111 ], [ %v186, %v113 ]
  %v187 = phi i64 [ 0, %v111 ], [ %v188, %v113 ]
  %v186 = add nsw i64 %v185, -1
  %v188 = add nuw nsw i64 %v187, 1
  %v189 = getelementptr i64, ptr %v4, i64 %v187
  %v190 = load i64, ptr %v189, align 8
  %v191 = lshr i64 %v190, %v158
  %v192 = and i64 %v191, 255
  %v193 = getelementptr i64, ptr %v2, i64 %v187
  %v194 = load i64, ptr %v193, align 8
  %v195 = getelementptr i64, ptr %v112, i64 %v192
  %v196 = load i64, ptr %v195, align 8
  %v197 = icmp slt i64 %v196, 0
  %v198 = select i1 %v197, i64 %v7, i64 0
  %v199 = getelementptr i64, ptr %v6, i64 %v196
  %v200 = getelementptr i64, ptr %v199, i64 %v198
  store i64 %v190, ptr %v200, align 8
  %v201 = load i64, ptr %v195, align 8
  %v202 = icmp slt i64 %v201, 0
  %v203 = select i1 %v202, i64 %v9, i64 0
  %v204 = getelementptr i64, ptr %v8, i64 %v201
  %v205 = getelementptr i64, ptr %v204, i64 %v203
  store i64 %v194, ptr %v205, align 8
  %v206 = load i64, ptr %v195, align 8
  %v207 = add nsw i64 %v206, 1
  store i64 %v207, ptr %v195, align 8
  %v208 = icmp sgt i64 %v185, 1
  br i1 %v208, label %v113, label %v106
v120:
  %v209 = phi i64 [ %v210, %v120 ], [ %v22, %v119 ]
  %v211 = phi i64 [ %v212, %v120 ], [ 0, %v119 ]
  %v210 = add nsw i64 %v209, -1
  %v212 = add nuw nsw i64 %v211, 1
  %v213 = getelementptr i64, ptr %v8, i64 %v211
  %v214 = load i64, ptr %v213, align 8
  %v215 = getelementptr i64, ptr %v2, i64 %v211
  store i64 %v214, ptr %v215, align 8
  %v216 = icmp sgt i64 %v209, 1
  br i1 %v216, label %v120, label %v46
v46:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr readnone captures(none) %v12, i64 %v13) nounwind {
v106:
  %v14 = shl i64 %v1, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = shl i64 %v3, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v9, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v15, i64 0)
  %v23 = icmp slt i64 %v15, 1
  br i1 %v23, label %v24, label %v25
v115:
  %v26 = icmp samesign ult i64 %v15, 65
  br i1 %v26, label %v24, label %v27
v24:
  %v28 = icmp slt i64 %v19, 1
  br i1 %v28, label %v29, label %v30
v42:
  %v31 = getelementptr i8, ptr %v32, i64 -8
  %v33 = load i64, ptr %v31, align 8
  %v34 = icmp ult i64 %v35, %v33
  br i1 %v34, label %v36, label %v37
v36:
  %v38 = phi i64 [ %v39, %v40 ], [ %v41, %v42 ]
  %v39 = add nsw i64 %v38, -1
  %v43 = getelementptr i64, ptr %v4, i64 %v39
  %v44 = load i64, ptr %v43, align 8
  %v45 = getelementptr i64, ptr %v2, i64 %v39
  %v46 = load i64, ptr %v45, align 8
  %v47 = getelementptr i64, ptr %v4, i64 %v38
  store i64 %v44, ptr %v47, align 8
  %v48 = getelementptr i64, ptr %v2, i64 %v38
  store i64 %v46, ptr %v48, align 8
  %v49 = icmp sgt i64 %v38, 1
  br i1 %v49, label %v40, label %v37
v40:
  %v50 = getelementptr i8, ptr %v47, i64 -16
  %v51 = load i64, ptr %v50, align 8
  %v52 = icmp ult i64 %v35, %v51
  br i1 %v52, label %v36, label %v37
v37:
  %v53 = phi i64 [ %v41, %v42 ], [ 0, %v30 ], [ %v39, %v40 ], [ 0, %v36 ]
  %v54 = icmp slt i64 %v53, 0
  %v55 = select i1 %v54, i64 %v5, i64 0
  %v56 = getelementptr i64, ptr %v4, i64 %v53
  %v57 = getelementptr i64, ptr %v56, i64 %v55
  store i64 %v35, ptr %v57, align 8
  %v58 = select i1 %v54, i64 %v3, i64 0
  %v59 = getelementptr i64, ptr %v2, i64 %v53
  %v60 = getelementptr i64, ptr %v59, i64 %v58
  store i64 %v41, ptr %v60, align 8
  %v61 = icmp sgt i64 %v62, 1
  br i1 %v61, label %v30, label %v29
v127:
  %v63 = add nsw i64 %v64, -1
  %v65 = add nuw nsw i64 %v66, 1
  %v67 = icmp sgt i64 %v64, 1
  br i1 %v67, label %v68, label %v69
v69:
  %v70 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v71 = icmp slt i64 %v17, 1
  %v72 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v21, i64 0)
  %v73 = icmp slt i64 %v21, 1
  br label %v74
v148:
  %v75 = add nuw nsw i64 %v76, 1
  %v77 = add nsw i64 %v78, -1
  store i64 %v79, ptr %v80, align 8
  %v81 = add nsw i64 %v82, %v79
  %v83 = icmp samesign ult i64 %v78, 2
  br i1 %v83, label %v84, label %v85
v84:
  br i1 %v86, label %v87, label %v88
v87:
  br i1 %v73, label %v89, label %v90
v90:
  %v91 = getelementptr i64, ptr %v10, i64 %v92
  br label %v93
v88:
  br i1 %v71, label %v89, label %v94
v94:
  %v95 = getelementptr i64, ptr %v10, i64 %v92
  br label %v96
v89:
  %v97 = xor i1 %v86, true
  br label %v98
v98:
  %v99 = phi i1 [ %v97, %v89 ], [ %v86, %v85 ]
  %v100 = icmp samesign ugt i64 %v101, 1
  br i1 %v100, label %v74, label %v102
v102:
  br i1 %v99, label %v103, label %v29
v25:
  %v104 = phi i64 [ %v105, %v25 ], [ %v22, %v106 ]
  %v107 = phi i64 [ %v108, %v25 ], [ 0, %v106 ]
  %v105 = add nsw i64 %v104, -1
  %v108 = add nuw nsw i64 %v107, 1
  %v109 = getelementptr i32, ptr %v0, i64 %v107
  %v110 = load i32, ptr %v109, align 4
  %v111 = xor i32 %v110, -2147483648
  %v112 = zext i32 %v111 to i64
  %v113 = getelementptr i64, ptr %v4, i64 %v107
  store i64 %v112, ptr %v113, align 8
  %v114 = icmp samesign ugt i64 %v104, 1
  br i1 %v114, label %v25, label %v115
v30:
  %v62 = phi i64 [ %v116, %v37 ], [ %v19, %v24 ]
  %v41 = phi i64 [ %v117, %v37 ], [ 0, %v24 ]
  %v116 = add nsw i64 %v62, -1
  %v117 = add nuw nsw i64 %v41, 1
  %v32 = getelementptr i64, ptr %v4, i64 %v41
  %v35 = load i64, ptr %v32, align 8
  %v118 = icmp eq i64 %v41, 0
  br i1 %v118, label %v37, label %v42
v27:
  %v119 = phi i64 [ %v120, %v27 ], [ %v15, %v115 ]
  %v121 = phi i64 [ %v122, %v27 ], [ 0, %v115 ]
  %v120 = add nsw i64 %v119, -1
  %v122 = add nuw nsw i64 %v121, 1
  %v123 = getelementptr i64, ptr %v2, i64 %v121
  store i64 %v121, ptr %v123, align 8
  %v124 = icmp samesign ugt i64 %v119, 1
  br i1 %v124, label %v27, label %v125
v125:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v10, i8 0, i64 8192, i1 false)
  %v126 = icmp slt i64 %v19, 1
  br i1 %v126, label %v69, label %v68
v68:
  %v64 = phi i64 [ %v63, %v127 ], [ %v19, %v125 ]
  %v66 = phi i64 [ %v65, %v127 ], [ 0, %v125 ]
  %v128 = getelementptr i64, ptr %v4, i64 %v66
  %v129 = load i64, ptr %v128, align 8
  br label %v130
v130:
  %v131 = phi i64 [ %v129, %v68 ], [ %v132, %v130 ]
  %v133 = phi i64 [ 4, %v68 ], [ %v134, %v130 ]
  %v135 = phi i64 [ 0, %v68 ], [ %v136, %v130 ]
  %v134 = add nsw i64 %v133, -1
  %v136 = add nuw nsw i64 %v135, 1
  %v137 = and i64 %v131, 255
  %v138 = shl i64 %v135, 11
  %v139 = getelementptr i8, ptr %v10, i64 %v138
  %v140 = getelementptr i64, ptr %v139, i64 %v137
  %v141 = load i64, ptr %v140, align 8
  %v142 = add nsw i64 %v141, 1
  store i64 %v142, ptr %v140, align 8
  %v132 = lshr i64 %v131, 8
  %v143 = icmp samesign ugt i64 %v133, 1
  br i1 %v143, label %v130, label %v127
v74:
  %v86 = phi i1 [ false, %v69 ], [ %v99, %v98 ]
  %v101 = phi i64 [ 4, %v69 ], [ %v144, %v98 ]
  %v145 = phi i64 [ 0, %v69 ], [ %v146, %v98 ]
  %v144 = add nsw i64 %v101, -1
  %v146 = add nuw nsw i64 %v145, 1
  %v92 = shl nsw i64 %v145, 8
  %v147 = shl nsw i64 %v145, 3
  br label %v85
v85:
  %v79 = phi i64 [ 0, %v74 ], [ %v81, %v148 ]
  %v78 = phi i64 [ 256, %v74 ], [ %v77, %v148 ]
  %v76 = phi i64 [ %v92, %v74 ], [ %v75, %v148 ]
  %v80 = getelementptr i64, ptr %v10, i64 %v76
  %v82 = load i64, ptr %v80, align 8
  %v149 = icmp eq i64 %v82, %v15
  br i1 %v149, label %v98, label %v148
v93:
  %v150 = phi i64 [ %v72, %v90 ], [ %v151, %v93 ]
  %v152 = phi i64 [ 0, %v90 ], [ %v153, %v93 ]
  %v151 = add nsw i64 %v150, -1
  %v153 = add nuw nsw i64 %v152, 1
  %v154 = getelementptr i64, ptr %v6, i64 %v152
  %v155 = load i64, ptr %v154, align 8
  %v156 = lshr i64 %v155, %v147
  %v157 = and i64 %v156, 255
  %v158 = getelementptr i64, ptr %v8, i64 %v152
  %v159 = load i64, ptr %v158, align 8
  %v160 = getelementptr i64, ptr %v91, i64 %v157
  %v161 = load i64, ptr %v160, align 8
  %v162 = icmp slt i64 %v161, 0
  %v163 = select i1 %v162, i64 %v5, i64 0
  %v164 = getelementptr i64, ptr %v4, i64 %v161
  %v165 = getelementptr i64, ptr %v164, i64 %v163
  store i64 %v155, ptr %v165, align 8
  %v166 = load i64, ptr %v160, align 8
  %v167 = icmp slt i64 %v166, 0
  %v168 = select i1 %v167, i64 %v3, i64 0
  %v169 = getelementptr i64, ptr %v2, i64 %v166
  %v170 = getelementptr i64, ptr %v169, i64 %v168
  store i64 %v159, ptr %v170, align 8
  %v171 = load i64, ptr %v160, align 8
  %v172 = add nsw i64 %v171, 1
  store i64 %v172, ptr %v160, align 8
  %v173 = icmp sgt i64 %v150, 1
  br i1 %v173, label %v93, label %v89
v96:
  %v174 = phi i64 [ %v70, %v94 ], [ %v175, %v96 ]
  %v176 = phi i64 [ 0, %v94 ], [ %v177, %v96 ]
  %v175 = add nsw i64 %v174, -1
  %v177 = add nuw nsw i64 %v176, 1
  %v178 = getelementptr i64, ptr %v4, i64 %v176
  %v179 = load i64, ptr %v178, align 8
  %v180 = lshr i64 %v179, %v147
  %v181 = and i64 %v180, 255
  %v182 = getelementptr i64, ptr %v2, i64 %v176
  %v183 = load i64, ptr %v182, align 8
  %v184 = getelementptr i64, ptr %v95, i64 %v181
  %v185 = load i64, ptr %v184, align 8
  %v186 = icmp slt i64 %v185, 0
  %v187 = select i1 %v186, i64 %v7, i64 0
  %v188 = getelementptr i64, ptr %v6, i64 %v185
  %v189 = getelementptr i64, ptr %v188, i64 %v187
  store i64 %v179, ptr %v189, align 8
  %v190 = load i64, ptr %v184, align 8
  %v191 = icmp slt i64 %v190, 0
  %v192 = select i1 %v191, i64 %v9, i64 0
  %v193 = getelementptr i64, ptr %v8, i64 %v190
  %v194 = getelementptr i64, ptr %v193, i64 %v192
  store i64 %v183, ptr %v194, align 8
  %v195 = load i64, ptr %v184, align 8
  %v196 = add nsw i64 %v195, 1
  store i64 %v196, ptr %v184, align 8
  %v197 = icmp sgt i64 %v174, 1
  br i1 %v197, label %v96, label %v89
v103:
  %v198 = phi i64 [ %v199, %v103 ], [ %v22, %v102 ]
  %v200 = phi i64 [ %v201, %v103 ], [ 0, %v102 ]
  %v199 = add nsw i64 %v198, -1
  %v201 = add nuw nsw i64 %v200, 1
  %v202 = getelementptr i64, ptr %v8, i64 %v200
  %v203 = load i64, ptr %v202, align 8
  %v204 = getelementptr i64, ptr %v2, i64 %v200
  store i64 %v203, ptr %v204, align 8
  %v205 = icmp sgt i64 %v198, 1
  br i1 %v205, label %v103, label %v29
v29:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const |b1[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] |u1[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr readnone captures(none) %v12, i64 %v13) nounwind {
v75:
  %v14 = shl i64 %v3, 3
  %v15 = ashr exact i64 %v14, 3
  %v16 = shl i64 %v5, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = tail call i64 @llvm.smax.i64(i64 %v1, i64 0)
  %v19 = icmp slt i64 %v1, 1
  br i1 %v19, label %v20, label %v21
v84:
  %v22 = icmp samesign ult i64 %v1, 65
  br i1 %v22, label %v20, label %v23
v20:
  %v24 = icmp slt i64 %v17, 1
  br i1 %v24, label %v25, label %v26
v38:
  %v27 = getelementptr i8, ptr %v28, i64 -8
  %v29 = load i64, ptr %v27, align 8
  %v30 = icmp ult i64 %v31, %v29
  br i1 %v30, label %v32, label %v33
v32:
  %v34 = phi i64 [ %v35, %v36 ], [ %v37, %v38 ]
  %v35 = add nsw i64 %v34, -1
  %v39 = getelementptr i64, ptr %v4, i64 %v35
  %v40 = load i64, ptr %v39, align 8
  %v41 = getelementptr i64, ptr %v2, i64 %v35
  %v42 = load i64, ptr %v41, align 8
  %v43 = getelementptr i64, ptr %v4, i64 %v34
  store i64 %v40, ptr %v43, align 8
  %v44 = getelementptr i64, ptr %v2, i64 %v34
  store i64 %v42, ptr %v44, align 8
  %v45 = icmp sgt i64 %v34, 1
  br i1 %v45, label %v36, label %v33
v36:
  %v46 = getelementptr i8, ptr %v43, i64 -16
  %v47 = load i64, ptr %v46, align 8
  %v48 = icmp ult i64 %v31, %v47
  br i1 %v48, label %v32, label %v33
v33:
  %v49 = phi i64 [ %v37, %v38 ], [ 0, %v26 ], [ %v35, %v36 ], [ 0, %v32 ]
  %v50 = icmp slt i64 %v49, 0
  %v51 = select i1 %v50, i64 %v5, i64 0
  %v52 = getelementptr i64, ptr %v4, i64 %v49
  %v53 = getelementptr i64, ptr %v52, i64 %v51
  store i64 %v31, ptr %v53, align 8
  %v54 = select i1 %v50, i64 %v3, i64 0
  %v55 = getelementptr i64, ptr %v2, i64 %v49
  %v56 = getelementptr i64, ptr %v55, i64 %v54
  store i64 %v37, ptr %v56, align 8
  %v57 = icmp sgt i64 %v58, 1
  br i1 %v57, label %v26, label %v25
v96:
  %v59 = icmp slt i64 %v15, 1
  br label %v60
v109:
  %v61 = add nuw nsw i64 %v62, 1
  %v63 = add nsw i64 %v64, -1
  store i64 %v65, ptr %v66, align 8
  %v67 = add nsw i64 %v68, %v65
  %v69 = icmp samesign ult i64 %v64, 2
  br i1 %v69, label %v70, label %v60
v70:
  br i1 %v59, label %v71, label %v72
v21:
  %v73 = phi i64 [ %v74, %v21 ], [ %v18, %v75 ]
  %v76 = phi i64 [ %v77, %v21 ], [ 0, %v75 ]
  %v74 = add nsw i64 %v73, -1
  %v77 = add nuw nsw i64 %v76, 1
  %v78 = getelementptr i8, ptr %v0, i64 %v76
  %v79 = load i8, ptr %v78, align 1
  %v80 = or i8 %v79, -128
  %v81 = zext i8 %v80 to i64
  %v82 = getelementptr i64, ptr %v4, i64 %v76
  store i64 %v81, ptr %v82, align 8
  %v83 = icmp samesign ugt i64 %v73, 1
  br i1 %v83, label %v21, label %v84
v26:
  %v58 = phi i64 [ %v85, %v33 ], [ %v17, %v20 ]
  %v37 = phi i64 [ %v86, %v33 ], [ 0, %v20 ]
  %v85 = add nsw i64 %v58, -1
  %v86 = add nuw nsw i64 %v37, 1
  %v28 = getelementptr i64, ptr %v4, i64 %v37
  %v31 = load i64, ptr %v28, align 8
  %v87 = icmp eq i64 %v37, 0
  br i1 %v87, label %v33, label %v38
v23:
  %v88 = phi i64 [ %v89, %v23 ], [ %v1, %v84 ]
  %v90 = phi i64 [ %v91, %v23 ], [ 0, %v84 ]
  %v89 = add nsw i64 %v88, -1
  %v91 = add nuw nsw i64 %v90, 1
  %v92 = getelementptr i64, ptr %v2, i64 %v90
  store i64 %v90, ptr %v92, align 8
  %v93 = icmp samesign ugt i64 %v88, 1
  br i1 %v93, label %v23, label %v94
v94:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(2048) %v10, i8 0, i64 2048, i1 false)
  %v95 = icmp slt i64 %v17, 1
  br i1 %v95, label %v96, label %v97
v97:
  %v98 = phi i64 [ %v99, %v97 ], [ %v17, %v94 ]
  %v100 = phi i64 [ %v101, %v97 ], [ 0, %v94 ]
  %v102 = getelementptr i64, ptr %v4, i64 %v100
  %v103 = load i64, ptr %v102, align 8
  %v104 = and i64 %v103, 255
  %v105 = getelementptr i64, ptr %v10, i64 %v104
  %v106 = load i64, ptr %v105, align 8
  %v107 = add nsw i64 %v106, 1
  store i64 %v107, ptr %v105, align 8
  %v99 = add nsw i64 %v98, -1
  %v101 = add nuw nsw i64 %v100, 1
  %v108 = icmp samesign ugt i64 %v98, 1
  br i1 %v108, label %v97, label %v96
v60:
  %v65 = phi i64 [ 0, %v96 ], [ %v67, %v109 ]
  %v64 = phi i64 [ 256, %v96 ], [ %v63, %v109 ]
  %v62 = phi i64 [ 0, %v96 ], [ %v61, %v109 ]
  %v66 = getelementptr i64, ptr %v10, i64 %v62
  %v68 = load i64, ptr %v66, align 8
  %v110 = icmp eq i64 %v68, %v1
  br i1 %v110, label %v25, label %v109
v72:
  %v111 = phi i64 [ %v112, %v72 ], [ %v15, %v70 ]
  %v113 = phi i64 [ %v114, %v72 ], [ 0, %v70 ]
  %v112 = add nsw i64 %v111, -1
  %v114 = add nuw nsw i64 %v113, 1
  %v115 = getelementptr i64, ptr %v4, i64 %v113
  %v116 = load i64, ptr %v115, align 8
  %v117 = and i64 %v116, 255
  %v118 = getelementptr i64, ptr %v2, i64 %v113
  %v119 = load i64, ptr %v118, align 8
  %v120 = getelementptr i64, ptr %v10, i64 %v117
  %v121 = load i64, ptr %v120, align 8
  %v122 = icmp slt i64 %v121, 0
  %v123 = select i1 %v122, i64 %v7, i64 0
  %v124 = getelementptr i64, ptr %v6, i64 %v121
  %v125 = getelementptr i64, ptr %v124, i64 %v123
  store i64 %v116, ptr %v125, align 8
  %v126 = load i64, ptr %v120, align 8
  %v127 = icmp slt i64 %v126, 0
  %v128 = select i1 %v127, i64 %v9, i64 0
  %v129 = getelementptr i64, ptr %v8, i64 %v126
  %v130 = getelementptr i64, ptr %v129, i64 %v128
  store i64 %v119, ptr %v130, align 8
  %v131 = load i64, ptr %v120, align 8
  %v132 = add nsw i64 %v131, 1
  store i64 %v132, ptr %v120, align 8
  %v133 = icmp samesign ugt i64 %v111, 1
  br i1 %v133, label %v72, label %v71
v71:
  br label %v134
v134:
  %v135 = phi i64 [ %v136, %v134 ], [ %v18, %v71 ]
  %v137 = phi i64 [ %v138, %v134 ], [ 0, %v71 ]
  %v136 = add nsw i64 %v135, -1
  %v138 = add nuw nsw i64 %v137, 1
  %v139 = getelementptr i64, ptr %v8, i64 %v137
  %v140 = load i64, ptr %v139, align 8
  %v141 = getelementptr i64, ptr %v2, i64 %v137
  store i64 %v140, ptr %v141, align 8
  %v142 = icmp sgt i64 %v135, 1
  br i1 %v142, label %v134, label %v25
v25:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
