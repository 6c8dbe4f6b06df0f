; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e

; const <f8[1] <f8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr readnone captures(none) %v14, i64 %v15) nounwind {
v126:
  %v16 = shl i64 %v1, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v25 = icmp slt i64 %v17, 1
  br i1 %v25, label %v26, label %v27
v39:
  %v28 = fcmp uno double %v29, 0.000000e+00
  br i1 %v28, label %v30, label %v31
v31:
  %v32 = fcmp olt double %v29, 0.000000e+00
  br i1 %v32, label %v33, label %v34
v33:
  %v35 = xor i64 %v36, -1
  br label %v30
v34:
  %v37 = or i64 %v36, -9223372036854775808
  br label %v30
v30:
  %v38 = phi i64 [ %v37, %v34 ], [ -9223372036854775808, %v27 ], [ %v35, %v33 ], [ -1, %v39 ]
  %v40 = getelementptr i64, ptr %v6, i64 %v41
  store i64 %v38, ptr %v40, align 8
  %v42 = icmp samesign ugt i64 %v43, 1
  br i1 %v42, label %v27, label %v44
v44:
  %v45 = icmp slt i64 %v17, 65
  br i1 %v45, label %v26, label %v46
v26:
  %v47 = icmp slt i64 %v21, 1
  br i1 %v47, label %v48, label %v49
v61:
  %v50 = getelementptr i8, ptr %v51, i64 -8
  %v52 = load i64, ptr %v50, align 8
  %v53 = icmp ult i64 %v54, %v52
  br i1 %v53, label %v55, label %v56
v55:
  %v57 = phi i64 [ %v58, %v59 ], [ %v60, %v61 ]
  %v58 = add nsw i64 %v57, -1
  %v62 = getelementptr i64, ptr %v6, i64 %v58
  %v63 = load i64, ptr %v62, align 8
  %v64 = getelementptr i64, ptr %v4, i64 %v58
  %v65 = load i64, ptr %v64, align 8
  %v66 = getelementptr i64, ptr %v6, i64 %v57
  store i64 %v63, ptr %v66, align 8
  %v67 = getelementptr i64, ptr %v4, i64 %v57
  store i64 %v65, ptr %v67, align 8
  %v68 = icmp sgt i64 %v57, 1
  br i1 %v68, label %v59, label %v56
v59:
  %v69 = getelementptr i8, ptr %v66, i64 -16
  %v70 = load i64, ptr %v69, align 8
  %v71 = icmp ult i64 %v54, %v70
  br i1 %v71, label %v55, label %v56
v56:
  %v72 = phi i64 [ %v60, %v61 ], [ 0, %v49 ], [ %v58, %v59 ], [ 0, %v55 ]
  %v73 = icmp slt i64 %v72, 0
  %v74 = select i1 %v73, i64 %v7, i64 0
  %v75 = getelementptr i64, ptr %v6, i64 %v72
  %v76 = getelementptr i64, ptr %v75, i64 %v74
  store i64 %v54, ptr %v76, align 8
  %v77 = select i1 %v73, i64 %v5, i64 0
  %v78 = getelementptr i64, ptr %v4, i64 %v72
  %v79 = getelementptr i64, ptr %v78, i64 %v77
  store i64 %v60, ptr %v79, align 8
  %v80 = icmp sgt i64 %v81, 1
  br i1 %v80, label %v49, label %v48
v141:
  %v82 = add nsw i64 %v83, -1
  %v84 = add nuw nsw i64 %v85, 1
  %v86 = icmp sgt i64 %v83, 1
  br i1 %v86, label %v87, label %v88
v88:
  %v89 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v19, i64 0)
  %v90 = icmp slt i64 %v19, 1
  %v91 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v23, i64 0)
  %v92 = icmp slt i64 %v23, 1
  br label %v93
v162:
  %v94 = add nuw nsw i64 %v95, 1
  %v96 = add nsw i64 %v97, -1
  store i64 %v98, ptr %v99, align 8
  %v100 = add nsw i64 %v101, %v98
  %v102 = icmp samesign ult i64 %v97, 2
  br i1 %v102, label %v103, label %v104
v103:
  br i1 %v105, label %v106, label %v107
v106:
  br i1 %v92, label %v108, label %v109
v109:
  %v110 = getelementptr i64, ptr %v12, i64 %v111
  br label %v112
v107:
  br i1 %v90, label %v108, label %v113
v113:
  %v114 = getelementptr i64, ptr %v12, i64 %v111
  br label %v115
v108:
  %v116 = xor i1 %v105, true
  br label %v117
v117:
  %v118 = phi i1 [ %v116, %v108 ], [ %v105, %v104 ]
  %v119 = icmp samesign ugt i64 %v120, 1
  br i1 %v119, label %v93, label %v121
v121:
  br i1 %v118, label %v122, label %v48
v48:
  br i1 %v25, label %v123, label %v124
v27:
  %v43 = phi i64 [ %v125, %v30 ], [ %v24, %v126 ]
  %v41 = phi i64 [ %v127, %v30 ], [ 0, %v126 ]
  %v125 = add nsw i64 %v43, -1
  %v127 = add nuw nsw i64 %v41, 1
  %v128 = getelementptr i64, ptr %v0, i64 %v41
  %v36 = load i64, ptr %v128, align 8
  %v29 = bitcast i64 %v36 to double
  %v129 = fcmp oeq double %v29, 0.000000e+00
  br i1 %v129, label %v30, label %v39
v49:
  %v81 = phi i64 [ %v130, %v56 ], [ %v21, %v26 ]
  %v60 = phi i64 [ %v131, %v56 ], [ 0, %v26 ]
  %v130 = add nsw i64 %v81, -1
  %v131 = add nuw nsw i64 %v60, 1
  %v51 = getelementptr i64, ptr %v6, i64 %v60
  %v54 = load i64, ptr %v51, align 8
  %v132 = icmp eq i64 %v60, 0
  br i1 %v132, label %v56, label %v61
v46:
  %v133 = phi i64 [ %v134, %v46 ], [ %v17, %v44 ]
  %v135 = phi i64 [ %v136, %v46 ], [ 0, %v44 ]
  %v134 = add nsw i64 %v133, -1
  %v136 = add nuw nsw i64 %v135, 1
  %v137 = getelementptr i64, ptr %v4, i64 %v135
  store i64 %v135, ptr %v137, align 8
  %v138 = icmp samesign ugt i64 %v133, 1
  br i1 %v138, label %v46, label %v139
v139:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v12, i8 0, i64 16384, i1 false)
  %v140 = icmp slt i64 %v21, 1
  br i1 %v140, label %v88, label %v87
v87:
  %v83 = phi i64 [ %v82, %v141 ], [ %v21, %v139 ]
  %v85 = phi i64 [ %v84, %v141 ], [ 0, %v139 ]
  %v142 = getelementptr i64, ptr %v6, i64 %v85
  %v143 = load i64, ptr %v142, align 8
  br label %v144
v144:
  %v145 = phi i64 [ %v143, %v87 ], [ %v146, %v144 ]
  %v147 = phi i64 [ 8, %v87 ], [ %v148, %v144 ]
  %v149 = phi i64 [ 0, %v87 ], [ %v150, %v144 ]
  %v148 = add nsw i64 %v147, -1
  %v150 = add nuw nsw i64 %v149, 1
  %v151 = and i64 %v145, 255
  %v152 = shl i64 %v149, 11
  %v153 = getelementptr i8, ptr %v12, i64 %v152
  %v154 = getelementptr i64, ptr %v153, i64 %v151
  %v155 = load i64, ptr %v154, align 8
  %v156 = add nsw i64 %v155, 1
  store i64 %v156, ptr %v154, align 8
  %v146 = lshr i64 %v145, 8
  %v157 = icmp samesign ugt i64 %v147, 1
  br i1 %v157, label %v144, label %v141
v93:
  %v105 = phi i1 [ false, %v88 ], [ %v118, %v117 ]
  %v120 = phi i64 [ 8, %v88 ], [ %v158, %v117 ]
  %v159 = phi i64 [ 0, %v88 ], [ %v160, %v117 ]
  %v158 = add nsw i64 %v120, -1
  %v160 = add nuw nsw i64 %v159, 1
  %v111 = shl nsw i64 %v159, 8
  %v161 = shl nsw i64 %v159, 3
  br label %v104
v104:
  %v98 = phi i64 [ 0, %v93 ], [ %v100, %v162 ]
  %v97 = phi i64 [ 256, %v93 ], [ %v96, %v162 ]
  %v95 = phi i64 [ %v111, %v93 ], [ %v94, %v162 ]
  %v99 = getelementptr i64, ptr %v12, i64 %v95
  %v101 = load i64, ptr %v99, align 8
  %v163 = icmp eq i64 %v101, %v17
  br i1 %v163, label %v117, label %v162
v112:
  %v164 = phi i64 [ %v91, %v109 ], [ %v165, %v112 ]
  %v166 = phi i64 [ 0, %v109 ], [ %v167, %v112 ]
  %v165 = add nsw i64 %v164, -1
  %v167 = add nuw nsw i64 %v166, 1
  %v168 = getelementptr i64, ptr %v8, i64 %v166
  %v169 = load i64, ptr %v168, align 8
  %v170 = lshr i64 %v169, %v161
  %v171 = and i64 %v170, 255
  %v172 = getelementptr i64, ptr %v10, i64 %v166
  %v173 = load i64, ptr %v172, align 8
  %v174 = getelementptr i64, ptr %v110, i64 %v171
  %v175 = load i64, ptr %v174, align 8
  %v176 = icmp slt i64 %v175, 0
  %v177 = select i1 %v176, i64 %v7, i64 0
  %v178 = getelementptr i64, ptr %v6, i64 %v175
  %v179 = getelementptr i64, ptr %v178, i64 %v177
  store i64 %v169, ptr %v179, align 8
  %v180 = load i64, ptr %v174, align 8
  %v181 = icmp slt i64 %v180, 0
  %v182 = select i1 %v181, i64 %v5, i64 0
  %v183 = getelementptr i64, ptr %v4, i64 %v180
  %v184 = getelementptr i64, ptr %v183, i64 %v182
  store i64 %v173, ptr %v184, align 8
  %v185 = load i64, ptr %v174, align 8
  %v186 = add nsw i64 %v185, 1
  store i64 %v186, ptr %v174, align 8
  %v187 = icmp sgt i64 %v164, 1
  br i1 %v187, label %v112, label %v108
v115:
  %v188 = phi i64 [ %v89, %v113 ], [ %v189, %v115 ]
  %v190 = phi i64 [ 0, %v113 ], [ %v191, %v115 ]
  %v189 = add nsw i64 %v188, -1
  %v191 = add nuw nsw i64 %v190, 1
  %v192 = getelementptr i64, ptr %v6, i64 %v190
  %v193 = load i64, ptr %v192, align 8
  %v194 = lshr i64 %v193, %v161
  %v195 = and i64 %v194, 255
  %v196 = getelementptr i64, ptr %v4, i64 %v190
  %v197 = load i64, ptr %v196, align 8
  %v198 = getelementptr i64, ptr %v114, i64 %v195
  %v199 = load i64, ptr %v198, align 8
  %v200 = icmp slt i64 %v199, 0
  %v201 = select i1 %v200, i64 %v9, i64 0
  %v202 = getelementptr i64, ptr %v8, i64 %v199
  %v203 = getelementptr i64, ptr %v202, i64 %v201
  store i64 %v193, ptr %v203, align 8
  %v204 = load i64, ptr %v198, align 8
  %v205 = icmp slt i64 %v204, 0
  %v206 = select i1 %v205, i64 %v11, i64 0
  %v207 = getelementptr i64, ptr %v10, i64 %v204
  %v208 = getelementptr i64, ptr %v207, i64 %v206
  store i64 %v197, ptr %v208, align 8
  %v209 = load i64, ptr %v198, align 8
  %v210 = add nsw i64 %v209, 1
  store i64 %v210, ptr %v198, align 8
  %v211 = icmp sgt i64 %v188, 1
  br i1 %v211, label %v115, label %v108
v122:
  %v212 = phi i64 [ %v213, %v122 ], [ %v24, %v121 ]
  %v214 = phi i64 [ %v215, %v122 ], [ 0, %v121 ]
  %v213 = add nsw i64 %v212, -1
  %v215 = add nuw nsw i64 %v214, 1
  %v216 = getelementptr i64, ptr %v10, i64 %v214
  %v217 = load i64, ptr %v216, align 8
  %v218 = getelementptr i64, ptr %v4, i64 %v214
  store i64 %v217, ptr %v218, align 8
  %v219 = icmp sgt i64 %v212, 1
  br i1 %v219, label %v122, label %v48
v124:
  %v220 = phi i64 [ %v221, %v124 ], [ %v24, %v48 ]
  %v222 = phi i64 [ %v223, %v124 ], [ 0, %v48 ]
  %v221 = add nsw i64 %v220, -1
  %v223 = add nuw nsw i64 %v222, 1
  %v224 = getelementptr i64, ptr %v4, i64 %v222
  %v225 = load i64, ptr %v224, align 8
  %v226 = icmp slt i64 %v225, 0
  %v227 = select i1 %v226, i64 %v1, i64 0
  %v228 = getelementptr double, ptr %v0, i64 %v225
  %v229 = getelementptr double, ptr %v228, i64 %v227
  %v230 = load double, ptr %v229, align 8
  %v231 = getelementptr double, ptr %v2, i64 %v222
  store double %v230, ptr %v231, align 8
  %v232 = icmp sgt i64 %v220, 1
  br i1 %v232, label %v124, label %v123
v123:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i8[1] <i8[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr readnone captures(none) %v14, i64 %v15) nounwind {
v110:
  %v16 = shl i64 %v1, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v17, i64 0)
  %v25 = icmp slt i64 %v17, 1
  br i1 %v25, label %v26, label %v27
v118:
  %v28 = icmp samesign ult i64 %v17, 65
  br i1 %v28, label %v26, label %v29
v26:
  %v30 = icmp slt i64 %v21, 1
  br i1 %v30, label %v31, label %v32
v44:
  %v33 = getelementptr i8, ptr %v34, i64 -8
  %v35 = load i64, ptr %v33, align 8
  %v36 = icmp ult i64 %v37, %v35
  br i1 %v36, label %v38, label %v39
v38:
  %v40 = phi i64 [ %v41, %v42 ], [ %v43, %v44 ]
  %v41 = add nsw i64 %v40, -1
  %v45 = getelementptr i64, ptr %v6, i64 %v41
  %v46 = load i64, ptr %v45, align 8
  %v47 = getelementptr i64, ptr %v4, i64 %v41
  %v48 = load i64, ptr %v47, align 8
  %v49 = getelementptr i64, ptr %v6, i64 %v40
  store i64 %v46, ptr %v49, align 8
  %v50 = getelementptr i64, ptr %v4, i64 %v40
  store i64 %v48, ptr %v50, align 8
  %v51 = icmp sgt i64 %v40, 1
  br i1 %v51, label %v42, label %v39
v42:
  %v52 = getelementptr i8, ptr %v49, i64 -16
  %v53 = load i64, ptr %v52, align 8
  %v54 = icmp ult i64 %v37, %v53
  br i1 %v54, label %v38, label %v39
v39:
  %v55 = phi i64 [ %v43, %v44 ], [ 0, %v32 ], [ %v41, %v42 ], [ 0, %v38 ]
  %v56 = icmp slt i64 %v55, 0
  %v57 = select i1 %v56, i64 %v7, i64 0
  %v58 = getelementptr i64, ptr %v6, i64 %v55
  %v59 = getelementptr i64, ptr %v58, i64 %v57
  store i64 %v37, ptr %v59, align 8
  %v60 = select i1 %v56, i64 %v5, i64 0
  %v61 = getelementptr i64, ptr %v4, i64 %v55
  %v62 = getelementptr i64, ptr %v61, i64 %v60
  store i64 %v43, ptr %v62, align 8
  %v63 = icmp sgt i64 %v64, 1
  br i1 %v63, label %v32, label %v31
v130:
  %v65 = add nsw i64 %v66, -1
  %v67 = add nuw nsw i64 %v68, 1
  %v69 = icmp sgt i64 %v66, 1
  br i1 %v69, label %v70, label %v71
v71:
  %v72 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v19, i64 0)
  %v73 = icmp slt i64 %v19, 1
  %v74 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v23, i64 0)
  %v75 = icmp slt i64 %v23, 1
  br label %v76
v151:
  %v77 = add nuw nsw i64 %v78, 1
  %v79 = add nsw i64 %v80, -1
  store i64 %v81, ptr %v82, align 8
  %v83 = add nsw i64 %v84, %v81
  %v85 = icmp samesign ult i64 %v80, 2
  br i1 %v85, label %v86, label %v87
v86:
  br i1 %v88, label %v89, label %v90
v89:
  br i1 %v75, label %v91, label %v92
v92:
  %v93 = getelementptr i64, ptr %v12, i64 %v94
  br label %v95
v90:
  br i1 %v73, label %v91, label %v96
v96:
  %v97 = getelementptr i64, ptr %v12, i64 %v94
  br label %v98
v91:
  %v99 = xor i1 %v88, true
  br label %v100
v100:
  %v101 = phi i1 [ %v99, %v91 ], [ %v88, %v87 ]
  %v102 = icmp samesign ugt i64 %v103, 1
  br i1 %v102, label %v76, label %v104
v104:
  br i1 %v101, label %v105, label %v31
v31:
  br i1 %v25, label %v106, label %v107
v27:
  %v108 = phi i64 [ %v109, %v27 ], [ %v24, %v110 ]
  %v111 = phi i64 [ %v112, %v27 ], [ 0, %v110 ]
  %v109 = add nsw i64 %v108, -1
  %v112 = add nuw nsw i64 %v111, 1
  %v113 = getelementptr i64, ptr %v0, i64 %v111
  %v114 = load i64, ptr %v113, align 8
  %v115 = xor i64 %v114, -9223372036854775808
  %v116 = getelementptr i64, ptr %v6, i64 %v111
  store i64 %v115, ptr %v116, align 8
  %v117 = icmp samesign ugt i64 %v108, 1
  br i1 %v117, label %v27, label %v118
v32:
  %v64 = phi i64 [ %v119, %v39 ], [ %v21, %v26 ]
  %v43 = phi i64 [ %v120, %v39 ], [ 0, %v26 ]
  %v119 = add nsw i64 %v64, -1
  %v120 = add nuw nsw i64 %v43, 1
  %v34 = getelementptr i64, ptr %v6, i64 %v43
  %v37 = load i64, ptr %v34, align 8
  %v121 = icmp eq i64 %v43, 0
  br i1 %v121, label %v39, label %v44
v29:
  %v122 = phi i64 [ %v123, %v29 ], [ %v17, %v118 ]
  %v124 = phi i64 [ %v125, %v29 ], [ 0, %v118 ]
  %v123 = add nsw i64 %v122, -1
  %v125 = add nuw nsw i64 %v124, 1
  %v126 = getelementptr i64, ptr %v4, i64 %v124
  store i64 %v124, ptr %v126, align 8
  %v127 = icmp samesign ugt i64 %v122, 1
  br i1 %v127, label %v29, label %v128
v128:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(16384) %v12, i8 0, i64 16384, i1 false)
  %v129 = icmp slt i64 %v21, 1
  br i1 %v129, label %v71, label %v70
v70:
  %v66 = phi i64 [ %v65, %v130 ], [ %v21, %v128 ]
  %v68 = phi i64 [ %v67, %v130 ], [ 0, %v128 ]
  %v131 = getelementptr i64, ptr %v6, i64 %v68
  %v132 = load i64, ptr %v131, align 8
  br label %v133
v133:
  %v134 = phi i64 [ %v132, %v70 ], [ %v135, %v133 ]
  %v136 = phi i64 [ 8, %v70 ], [ %v137, %v133 ]
  %v138 = phi i64 [ 0, %v70 ], [ %v139, %v133 ]
  %v137 = add nsw i64 %v136, -1
  %v139 = add nuw nsw i64 %v138, 1
  %v140 = and i64 %v134, 255
  %v141 = shl i64 %v138, 11
  %v142 = getelementptr i8, ptr %v12, i64 %v141
  %v143 = getelementptr i64, ptr %v142, i64 %v140
  %v144 = load i64, ptr %v143, align 8
  %v145 = add nsw i64 %v144, 1
  store i64 %v145, ptr %v143, align 8
  %v135 = lshr i64 %v134, 8
  %v146 = icmp samesign ugt i64 %v136, 1
  br i1 %v146, label %v133, label %v130
v76:
  %v88 = phi i1 [ false, %v71 ], [ %v101, %v100 ]
  %v103 = phi i64 [ 8, %v71 ], [ %v147, %v100 ]
  %v148 = phi i64 [ 0, %v71 ], [ %v149, %v100 ]
  %v147 = add nsw i64 %v103, -1
  %v149 = add nuw nsw i64 %v148, 1
  %v94 = shl nsw i64 %v148, 8
  %v150 = shl nsw i64 %v148, 3
  br label %v87
v87:
  %v81 = phi i64 [ 0, %v76 ], [ %v83, %v151 ]
  %v80 = phi i64 [ 256, %v76 ], [ %v79, %v151 ]
  %v78 = phi i64 [ %v94, %v76 ], [ %v77, %v151 ]
  %v82 = getelementptr i64, ptr %v12, i64 %v78
  %v84 = load i64, ptr %v82, align 8
  %v152 = icmp eq i64 %v84, %v17
  br i1 %v152, label %v100, label %v151
v95:
  %v153 = phi i64 [ %v74, %v92 ], [ %v154, %v95 ]
  %v155 = phi i64 [ 0, %v92 ], [ %v156, %v95 ]
  %v154 = add nsw i64 %v153, -1
  %v156 = add nuw nsw i64 %v155, 1
  %v157 = getelementptr i64, ptr %v8, i64 %v155
  %v158 = load i64, ptr %v157, align 8
  %v159 = lshr i64 %v158, %v150
  %v160 = and i64 %v159, 255
  %v161 = getelementptr i64, ptr %v10, i64 %v155
  %v162 = load i64, ptr %v161, align 8
  %v163 = getelementptr i64, ptr %v93, i64 %v160
  %v164 = load i64, ptr %v163, align 8
  %v165 = icmp slt i64 %v164, 0
  %v166 = select i1 %v165, i64 %v7, i64 0
  %v167 = getelementptr i64, ptr %v6, i64 %v164
  %v168 = getelementptr i64, ptr %v167, i64 %v166
  store i64 %v158, ptr %v168, align 8
  %v169 = load i64, ptr %v163, align 8
  %v170 = icmp slt i64 %v169, 0
  %v171 = select i1 %v170, i64 %v5, i64 0
  %v172 = getelementptr i64, ptr %v4, i64 %v169
  %v173 = getelementptr i64, ptr %v172, i64 %v171
  store i64 %v162, ptr %v173, align 8
  %v174 = load i64, ptr %v163, align 8
  %v175 = add nsw i64 %v174, 1
  store i64 %v175, ptr %v163, align 8
  %v176 = icmp sgt i64 %v153, 1
  br i1 %v176, label %v95, label %v91
v98:
  %v177 = phi i64 [ %v72, %v96 ], [ %v178, %v98 ]
  %v179 = phi i64 [ 0, %v96 ], [ %v180, %v98 ]
  %v178 = add nsw i64 %v177, -1
  %v180 = add nuw nsw i64 %v179, 1
  %v181 = getelementptr i64, ptr %v6, i64 %v179
  %v182 = load i64, ptr %v181, align 8
  %v183 = lshr i64 %v182, %v150
  %v184 = and i64 %v183, 255
  %v185 = getelementptr i64, ptr %v4, i64 %v179
  %v186 = load i64, ptr %v185, align 8
  %v187 = getelementptr i64, ptr %v97, i64 %v184
  %v188 = load i64, ptr %v187, align 8
  %v189 = icmp slt i64 %v188, 0
  %v190 = select i1 %v189, i64 %v9, i64 0
  %v191 = getelementptr i64, ptr %v8, i64 %v188
  %v192 = getelementptr i64, ptr %v191, i64 %v190
  store i64 %v182, ptr %v192, align 8
  %v193 = load i64, ptr %v187, align 8
  %v194 = icmp slt i64 %v193, 0
  %v195 = select i1 %v194, i64 %v11, i64 0
  %v196 = getelementptr i64, ptr %v10, i64 %v193
  %v197 = getelementptr i64, ptr %v196, i64 %v195
  store i64 %v186, ptr %v197, align 8
  %v198 = load i64, ptr %v187, align 8
  %v199 = add nsw i64 %v198, 1
  store i64 %v199, ptr %v187, align 8
  %v200 = icmp sgt i64 %v177, 1
  br i1 %v200, label %v98, label %v91
v105:
  %v201 = phi i64 [ %v202, %v105 ], [ %v24, %v104 ]
  %v203 = phi i64 [ %v204, %v105 ], [ 0, %v104 ]
  %v202 = add nsw i64 %v201, -1
  %v204 = add nuw nsw i64 %v203, 1
  %v205 = getelementptr i64, ptr %v10, i64 %v203
  %v206 = load i64, ptr %v205, align 8
  %v207 = getelementptr i64, ptr %v4, i64 %v203
  store i64 %v206, ptr %v207, align 8
  %v208 = icmp sgt i64 %v201, 1
  br i1 %v208, label %v105, label %v31
v107:
  %v209 = phi i64 [ %v210, %v107 ], [ %v24, %v31 ]
  %v211 = phi i64 [ %v212, %v107 ], [ 0, %v31 ]
  %v210 = add nsw i64 %v209, -1
  %v212 = add nuw nsw i64 %v211, 1
  %v213 = getelementptr i64, ptr %v4, i64 %v211
  %v214 = load i64, ptr %v213, align 8
  %v215 = icmp slt i64 %v214, 0
  %v216 = select i1 %v215, i64 %v1, i64 0
  %v217 = getelementptr i64, ptr %v0, i64 %v214
  %v218 = getelementptr i64, ptr %v217, i64 %v216
  %v219 = load i64, ptr %v218, align 8
  %v220 = getelementptr i64, ptr %v2, i64 %v211
  store i64 %v219, ptr %v220, align 8
  %v221 = icmp sgt i64 %v209, 1
  br i1 %v221, label %v107, label %v106
v106:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <f4[1] <f4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr readnone captures(none) %v14, i64 %v15) nounwind {
v126:
  %v16 = shl i64 %v1, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v17, i64 0)
  %v25 = icmp slt i64 %v17, 1
  br i1 %v25, label %v26, label %v27
v39:
  %v28 = fcmp uno float %v29, 0.000000e+00
  br i1 %v28, label %v30, label %v31
v31:
  %v32 = fcmp olt float %v29, 0.000000e+00
  br i1 %v32, label %v33, label %v34
v33:
  %v35 = xor i64 %v36, 4294967295
  br label %v30
v34:
  %v37 = or i64 %v36, 2147483648
  br label %v30
v30:
  %v38 = phi i64 [ %v37, %v34 ], [ 2147483648, %v27 ], [ %v35, %v33 ], [ 4294967295, %v39 ]
  %v40 = getelementptr i64, ptr %v6, i64 %v41
  store i64 %v38, ptr %v40, align 8
  %v42 = icmp samesign ugt i64 %v43, 1
  br i1 %v42, label %v27, label %v44
v44:
  %v45 = icmp slt i64 %v17, 65
  br i1 %v45, label %v26, label %v46
v26:
  %v47 = icmp slt i64 %v21, 1
  br i1 %v47, label %v48, label %v49
v61:
  %v50 = getelementptr i8, ptr %v51, i64 -8
  %v52 = load i64, ptr %v50, align 8
  %v53 = icmp ult i64 %v54, %v52
  br i1 %v53, label %v55, label %v56
v55:
  %v57 = phi i64 [ %v58, %v59 ], [ %v60, %v61 ]
  %v58 = add nsw i64 %v57, -1
  %v62 = getelementptr i64, ptr %v6, i64 %v58
  %v63 = load i64, ptr %v62, align 8
  %v64 = getelementptr i64, ptr %v4, i64 %v58
  %v65 = load i64, ptr %v64, align 8
  %v66 = getelementptr i64, ptr %v6, i64 %v57
  store i64 %v63, ptr %v66, align 8
  %v67 = getelementptr i64, ptr %v4, i64 %v57
  store i64 %v65, ptr %v67, align 8
  %v68 = icmp sgt i64 %v57, 1
  br i1 %v68, label %v59, label %v56
v59:
  %v69 = getelementptr i8, ptr %v66, i64 -16
  %v70 = load i64, ptr %v69, align 8
  %v71 = icmp ult i64 %v54, %v70
  br i1 %v71, label %v55, label %v56
v56:
  %v72 = phi i64 [ %v60, %v61 ], [ 0, %v49 ], [ %v58, %v59 ], [ 0, %v55 ]
  %v73 = icmp slt i64 %v72, 0
  %v74 = select i1 %v73, i64 %v7, i64 0
  %v75 = getelementptr i64, ptr %v6, i64 %v72
  %v76 = getelementptr i64, ptr %v75, i64 %v74
  store i64 %v54, ptr %v76, align 8
  %v77 = select i1 %v73, i64 %v5, i64 0
  %v78 = getelementptr i64, ptr %v4, i64 %v72
  %v79 = getelementptr i64, ptr %v78, i64 %v77
  store i64 %v60, ptr %v79, align 8
  %v80 = icmp sgt i64 %v81, 1
  br i1 %v80, label %v49, label %v48
v142:
  %v82 = add nsw i64 %v83, -1
  %v84 = add nuw nsw i64 %v85, 1
  %v86 = icmp sgt i64 %v83, 1
  br i1 %v86, label %v87, label %v88
v88:
  %v89 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v19, i64 0)
  %v90 = icmp slt i64 %v19, 1
  %v91 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v23, i64 0)
  %v92 = icmp slt i64 %v23, 1
  br label %v93
v163:
  %v94 = add nuw nsw i64 %v95, 1
  %v96 = add nsw i64 %v97, -1
  store i64 %v98, ptr %v99, align 8
  %v100 = add nsw i64 %v101, %v98
  %v102 = icmp samesign ult i64 %v97, 2
  br i1 %v102, label %v103, label %v104
v103:
  br i1 %v105, label %v106, label %v107
v106:
  br i1 %v92, label %v108, label %v109
v109:
  %v110 = getelementptr i64, ptr %v12, i64 %v111
  br label %v112
v107:
  br i1 %v90, label %v108, label %v113
v113:
  %v114 = getelementptr i64, ptr %v12, i64 %v111
  br label %v115
v108:
  %v116 = xor i1 %v105, true
  br label %v117
v117:
  %v118 = phi i1 [ %v116, %v108 ], [ %v105, %v104 ]
  %v119 = icmp samesign ugt i64 %v120, 1
  br i1 %v119, label %v93, label %v121
v121:
  br i1 %v118, label %v122, label %v48
v48:
  br i1 %v25, label %v123, label %v124
v27:
  %v43 = phi i64 [ %v125, %v30 ], [ %v24, %v126 ]
  %v41 = phi i64 [ %v127, %v30 ], [ 0, %v126 ]
  %v125 = add nsw i64 %v43, -1
  %v127 = add nuw nsw i64 %v41, 1
  %v128 = getelementptr i32, ptr %v0, i64 %v41
  %v129 = load i32, ptr %v128, align 4
  %v36 = zext i32 %v129 to i64
  %v29 = bitcast i32 %v129 to float
  %v130 = fcmp oeq float %v29, 0.000000e+00
  br i1 %v130, label %v30, label %v39
v49:
  %v81 = phi i64 [ %v131, %v56 ], [ %v21, %v26 ]
  %v60 = phi i64 [ %v132, %v56 ], [ 0, %v26 ]
  %v131 = add nsw i64 %v81, -1
  %v132 = add nuw nsw i64 %v60, 1
  %v51 = getelementptr i64, ptr %v6, i64 %v60
  %v54 = load i64, ptr %v51, align 8
  %v133 = icmp eq i64 %v60, 0
  br i1 %v133, label %v56, label %v61
v46:
  %v134 = phi i64 [ %v135, %v46 ], [ %v17, %v44 ]
  %v136 = phi i64 [ %v137, %v46 ], [ 0, %v44 ]
  %v135 = add nsw i64 %v134, -1
  %v137 = add nuw nsw i64 %v136, 1
  %v138 = getelementptr i64, ptr %v4, i64 %v136
  store i64 %v136, ptr %v138, align 8
  %v139 = icmp samesign ugt i64 %v134, 1
  br i1 %v139, label %v46, label %v140
v140:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v12, i8 0, i64 8192, i1 false)
  %v141 = icmp slt i64 %v21, 1
  br i1 %v141, label %v88, label %v87
v87:
  %v83 = phi i64 [ %v82, %v142 ], [ %v21, %v140 ]
  %v85 = phi i64 [ %v84, %v142 ], [ 0, %v140 ]
  %v143 = getelementptr i64, ptr %v6, i64 %v85
  %v144 = load i64, ptr %v143, align 8
  br label %v145
v145:
  %v146 = phi i64 [ %v144, %v87 ], [ %v147, %v145 ]
  %v148 = phi i64 [ 4, %v87 ], [ %v149, %v145 ]
  %v150 = phi i64 [ 0, %v87 ], [ %v151, %v145 ]
  %v149 = add nsw i64 %v148, -1
  %v151 = add nuw nsw i64 %v150, 1
  %v152 = and i64 %v146, 255
  %v153 = shl i64 %v150, 11
  %v154 = getelementptr i8, ptr %v12, i64 %v153
  %v155 = getelementptr i64, ptr %v154, i64 %v152
  %v156 = load i64, ptr %v155, align 8
  %v157 = add nsw i64 %v156, 1
  store i64 %v157, ptr %v155, align 8
  %v147 = lshr i64 %v146, 8
  %v158 = icmp samesign ugt i64 %v148, 1
  br i1 %v158, label %v145, label %v142
v93:
  %v105 = phi i1 [ false, %v88 ], [ %v118, %v117 ]
  %v120 = phi i64 [ 4, %v88 ], [ %v159, %v117 ]
  %v160 = phi i64 [ 0, %v88 ], [ %v161, %v117 ]
  %v159 = add nsw i64 %v120, -1
  %v161 = add nuw nsw i64 %v160, 1
  %v111 = shl nsw i64 %v160, 8
  %v162 = shl nsw i64 %v160, 3
  br label %v104
v104:
  %v98 = phi i64 [ 0, %v93 ], [ %v100, %v163 ]
  %v97 = phi i64 [ 256, %v93 ], [ %v96, %v163 ]
  %v95 = phi i64 [ %v111, %v93 ], [ %v94, %v163 ]
  %v99 = getelementptr i64, ptr %v12, i64 %v95
  %v101 = load i64, ptr %v99, align 8
  %v164 = icmp eq i64 %v101, %v17
  br i1 %v164, label %v117, label %v163
v112:
  %v165 = phi i64 [ %v91, %v109 ], [ %v166, %v112 ]
  %v167 = phi i64 [ 0, %v109 ], [ %v168, %v112 ]
  %v166 = add nsw i64 %v165, -1
  %v168 = add nuw nsw i64 %v167, 1
  %v169 = getelementptr i64, ptr %v8, i64 %v167
  %v170 = load i64, ptr %v169, align 8
  %v171 = lshr i64 %v170, %v162
  %v172 = and i64 %v171, 255
  %v173 = getelementptr i64, ptr %v10, i64 %v167
  %v174 = load i64, ptr %v173, align 8
  %v175 = getelementptr i64, ptr %v110, i64 %v172
  %v176 = load i64, ptr %v175, align 8
  %v177 = icmp slt i64 %v176, 0
  %v178 = select i1 %v177, i64 %v7, i64 0
  %v179 = getelementptr i64, ptr %v6, i64 %v176
  %v180 = getelementptr i64, ptr %v179, i64 %v178
  store i64 %v170, ptr %v180, align 8
  %v181 = load i64, ptr %v175, align 8
  %v182 = icmp slt i64 %v181, 0
  %v183 = select i1 %v182, i64 %v5, i64 0
  %v184 = getelementptr i64, ptr %v4, i64 %v181
  %v185 = getelementptr i64, ptr %v184, i64 %v183
  store i64 %v174, ptr %v185, align 8
  %v186 = load i64, ptr %v175, align 8
  %v187 = add nsw i64 %v186, 1
  store i64 %v187, ptr %v175, align 8
  %v188 = icmp sgt i64 %v165, 1
  br i1 %v188, label %v112, label %v108
v115:
  %v189 = phi i64 [ %v89, %v113 ], [ %v190, %v115 ]
  %v191 = phi i64 [ 0, %v113 ], [ %v192, %v115 ]
  %v190 = add nsw i64 %v189, -1
  %v192 = add nuw nsw i64 %v191, 1
  %v193 = getelementptr i64, ptr %v6, i64 %v191
  %v194 = load i64, ptr %v193, align 8
  %v195 = lshr i64 %v194, %v162
  %v196 = and i64 %v195, 255
  %v197 = getelementptr i64, ptr %v4, i64 %v191
  %v198 = load i64, ptr %v197, align 8
  %v199 = getelementptr i64, ptr %v114, i64 %v196
  %v200 = load i64, ptr %v199, align 8
  %v201 = icmp slt i64 %v200, 0
  %v202 = select i1 %v201, i64 %v9, i64 0
  %v203 = getelementptr i64, ptr %v8, i64 %v200
  %v204 = getelementptr i64, ptr %v203, i64 %v202
  store i64 %v194, ptr %v204, align 8
  %v205 = load i64, ptr %v199, align 8
  %v206 = icmp slt i64 %v205, 0
  %v207 = select i1 %v206, i64 %v11, i64 0
  %v208 = getelementptr i64, ptr %v10, i64 %v205
  %v209 = getelementptr i64, ptr %v208, i64 %v207
  store i64 %v198, ptr %v209, align 8
  %v210 = load i64, ptr %v199, align 8
  %v211 = add nsw i64 %v210, 1
  store i64 %v211, ptr %v199, align 8
  %v212 = icmp sgt i64 %v189, 1
  br i1 %v212, label %v115, label %v108
v122:
  %v213 = phi i64 [ %v214, %v122 ], [ %v24, %v121 ]
  %v215 = phi i64 [ %v216, %v122 ], [ 0, %v121 ]
  %v214 = add nsw i64 %v213, -1
  %v216 = add nuw nsw i64 %v215, 1
  %v217 = getelementptr i64, ptr %v10, i64 %v215
  %v218 = load i64, ptr %v217, align 8
  %v219 = getelementptr i64, ptr %v4, i64 %v215
  store i64 %v218, ptr %v219, align 8
  %v220 = icmp sgt i64 %v213, 1
  br i1 %v220, label %v122, label %v48
v124:
  %v221 = phi i64 [ %v222, %v124 ], [ %v24, %v48 ]
  %v223 = phi i64 [ %v224, %v124 ], [ 0, %v48 ]
  %v222 = add nsw i64 %v221, -1
  %v224 = add nuw nsw i64 %v223, 1
  %v225 = getelementptr i64, ptr %v4, i64 %v223
  %v226 = load i64, ptr %v225, align 8
  %v227 = icmp slt i64 %v226, 0
  %v228 = select i1 %v227, i64 %v1, i64 0
  %v229 = getelementptr float, ptr %v0, i64 %v226
  %v230 = getelementptr float, ptr %v229, i64 %v228
  %v231 = load float, ptr %v230, align 4
  %v232 = getelementptr float, ptr %v2, i64 %v223
  store float %v231, ptr %v232, align 4
  %v233 = icmp sgt i64 %v221, 1
  br i1 %v233, label %v124, label %v123
v123:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i4[1] <i4[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] <u4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr readnone captures(none) %v14, i64 %v15) nounwind {
v110:
  %v16 = shl i64 %v1, 2
  %v17 = ashr exact i64 %v16, 2
  %v18 = shl i64 %v5, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = shl i64 %v7, 3
  %v21 = ashr exact i64 %v20, 3
  %v22 = shl i64 %v11, 3
  %v23 = ashr exact i64 %v22, 3
  %v24 = tail call i64 @llvm.smax.i64(i64 range(i64 -2305843009213693952, 2305843009213693952) %v17, i64 0)
  %v25 = icmp slt i64 %v17, 1
  br i1 %v25, label %v26, label %v27
v119:
  %v28 = icmp samesign ult i64 %v17, 65
  br i1 %v28, label %v26, label %v29
v26:
  %v30 = icmp slt i64 %v21, 1
  br i1 %v30, label %v31, label %v32
v44:
  %v33 = getelementptr i8, ptr %v34, i64 -8
  %v35 = load i64, ptr %v33, align 8
  %v36 = icmp ult i64 %v37, %v35
  br i1 %v36, label %v38, label %v39
v38:
  %v40 = phi i64 [ %v41, %v42 ], [ %v43, %v44 ]
  %v41 = add nsw i64 %v40, -1
  %v45 = getelementptr i64, ptr %v6, i64 %v41
  %v46 = load i64, ptr %v45, align 8
  %v47 = getelementptr i64, ptr %v4, i64 %v41
  %v48 = load i64, ptr %v47, align 8
  %v49 = getelementptr i64, ptr %v6, i64 %v40
  store i64 %v46, ptr %v49, align 8
  %v50 = getelementptr i64, ptr %v4, i64 %v40
  store i64 %v48, ptr %v50, align 8
  %v51 = icmp sgt i64 %v40, 1
  br i1 %v51, label %v42, label %v39
v42:
  %v52 = getelementptr i8, ptr %v49, i64 -16
  %v53 = load i64, ptr %v52, align 8
  %v54 = icmp ult i64 %v37, %v53
  br i1 %v54, label %v38, label %v39
v39:
  %v55 = phi i64 [ %v43, %v44 ], [ 0, %v32 ], [ %v41, %v42 ], [ 0, %v38 ]
  %v56 = icmp slt i64 %v55, 0
  %v57 = select i1 %v56, i64 %v7, i64 0
  %v58 = getelementptr i64, ptr %v6, i64 %v55
  %v59 = getelementptr i64, ptr %v58, i64 %v57
  store i64 %v37, ptr %v59, align 8
  %v60 = select i1 %v56, i64 %v5, i64 0
  %v61 = getelementptr i64, ptr %v4, i64 %v55
  %v62 = getelementptr i64, ptr %v61, i64 %v60
  store i64 %v43, ptr %v62, align 8
  %v63 = icmp sgt i64 %v64, 1
  br i1 %v63, label %v32, label %v31
v131:
  %v65 = add nsw i64 %v66, -1
  %v67 = add nuw nsw i64 %v68, 1
  %v69 = icmp sgt i64 %v66, 1
  br i1 %v69, label %v70, label %v71
v71:
  %v72 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v19, i64 0)
  %v73 = icmp slt i64 %v19, 1
  %v74 = tail call i64 @llvm.smax.i64(i64 range(i64 -1152921504606846976, 1152921504606846976) %v23, i64 0)
  %v75 = icmp slt i64 %v23, 1
  br label %v76
v152:
  %v77 = add nuw nsw i64 %v78, 1
  %v79 = add nsw i64 %v80, -1
  store i64 %v81, ptr %v82, align 8
  %v83 = add nsw i64 %v84, %v81
  %v85 = icmp samesign ult i64 %v80, 2
  br i1 %v85, label %v86, label %v87
v86:
  br i1 %v88, label %v89, label %v90
v89:
  br i1 %v75, label %v91, label %v92
v92:
  %v93 = getelementptr i64, ptr %v12, i64 %v94
  br label %v95
v90:
  br i1 %v73, label %v91, label %v96
v96:
  %v97 = getelementptr i64, ptr %v12, i64 %v94
  br label %v98
v91:
  %v99 = xor i1 %v88, true
  br label %v100
v100:
  %v101 = phi i1 [ %v99, %v91 ], [ %v88, %v87 ]
  %v102 = icmp samesign ugt i64 %v103, 1
  br i1 %v102, label %v76, label %v104
v104:
  br i1 %v101, label %v105, label %v31
v31:
  br i1 %v25, label %v106, label %v107
v27:
  %v108 = phi i64 [ %v109, %v27 ], [ %v24, %v110 ]
  %v111 = phi i64 [ %v112, %v27 ], [ 0, %v110 ]
  %v109 = add nsw i64 %v108, -1
  %v112 = add nuw nsw i64 %v111, 1
  %v113 = getelementptr i32, ptr %v0, i64 %v111
  %v114 = load i32, ptr %v113, align 4
  %v115 = xor i32 %v114, -2147483648
  %v116 = zext i32 %v115 to i64
  %v117 = getelementptr i64, ptr %v6, i64 %v111
  store i64 %v116, ptr %v117, align 8
  %v118 = icmp samesign ugt i64 %v108, 1
  br i1 %v118, label %v27, label %v119
v32:
  %v64 = phi i64 [ %v120, %v39 ], [ %v21, %v26 ]
  %v43 = phi i64 [ %v121, %v39 ], [ 0, %v26 ]
  %v120 = add nsw i64 %v64, -1
  %v121 = add nuw nsw i64 %v43, 1
  %v34 = getelementptr i64, ptr %v6, i64 %v43
  %v37 = load i64, ptr %v34, align 8
  %v122 = icmp eq i64 %v43, 0
  br i1 %v122, label %v39, label %v44
v29:
  %v123 = phi i64 [ %v124, %v29 ], [ %v17, %v119 ]
  %v125 = phi i64 [ %v126, %v29 ], [ 0, %v119 ]
  %v124 = add nsw i64 %v123, -1
  %v126 = add nuw nsw i64 %v125, 1
  %v127 = getelementptr i64, ptr %v4, i64 %v125
  store i64 %v125, ptr %v127, align 8
  %v128 = icmp samesign ugt i64 %v123, 1
  br i1 %v128, label %v29, label %v129
v129:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(8192) %v12, i8 0, i64 8192, i1 false)
  %v130 = icmp slt i64 %v21, 1
  br i1 %v130, label %v71, label %v70
v70:
  %v66 = phi i64 [ %v65, %v131 ], [ %v21, %v129 ]
  %v68 = phi i64 [ %v67, %v131 ], [ 0, %v129 ]
  %v132 = getelementptr i64, ptr %v6, i64 %v68
  %v133 = load i64, ptr %v132, align 8
  br label %v134
v134:
  %v135 = phi i64 [ %v133, %v70 ], [ %v136, %v134 ]
  %v137 = phi i64 [ 4, %v70 ], [ %v138, %v134 ]
  %v139 = phi i64 [ 0, %v70 ], [ %v140, %v134 ]
  %v138 = add nsw i64 %v137, -1
  %v140 = add nuw nsw i64 %v139, 1
  %v141 = and i64 %v135, 255
  %v142 = shl i64 %v139, 11
  %v143 = getelementptr i8, ptr %v12, i64 %v142
  %v144 = getelementptr i64, ptr %v143, i64 %v141
  %v145 = load i64, ptr %v144, align 8
  %v146 = add nsw i64 %v145, 1
  store i64 %v146, ptr %v144, align 8
  %v136 = lshr i64 %v135, 8
  %v147 = icmp samesign ugt i64 %v137, 1
  br i1 %v147, label %v134, label %v131
v76:
  %v88 = phi i1 [ false, %v71 ], [ %v101, %v100 ]
  %v103 = phi i64 [ 4, %v71 ], [ %v148, %v100 ]
  %v149 = phi i64 [ 0, %v71 ], [ %v150, %v100 ]
  %v148 = add nsw i64 %v103, -1
  %v150 = add nuw nsw i64 %v149, 1
  %v94 = shl nsw i64 %v149, 8
  %v151 = shl nsw i64 %v149, 3
  br label %v87
v87:
  %v81 = phi i64 [ 0, %v76 ], [ %v83, %v152 ]
  %v80 = phi i64 [ 256, %v76 ], [ %v79, %v152 ]
  %v78 = phi i64 [ %v94, %v76 ], [ %v77, %v152 ]
  %v82 = getelementptr i64, ptr %v12, i64 %v78
  %v84 = load i64, ptr %v82, align 8
  %v153 = icmp eq i64 %v84, %v17
  br i1 %v153, label %v100, label %v152
v95:
  %v154 = phi i64 [ %v74, %v92 ], [ %v155, %v95 ]
  %v156 = phi i64 [ 0, %v92 ], [ %v157, %v95 ]
  %v155 = add nsw i64 %v154, -1
  %v157 = add nuw nsw i64 %v156, 1
  %v158 = getelementptr i64, ptr %v8, i64 %v156
  %v159 = load i64, ptr %v158, align 8
  %v160 = lshr i64 %v159, %v151
  %v161 = and i64 %v160, 255
  %v162 = getelementptr i64, ptr %v10, i64 %v156
  %v163 = load i64, ptr %v162, align 8
  %v164 = getelementptr i64, ptr %v93, i64 %v161
  %v165 = load i64, ptr %v164, align 8
  %v166 = icmp slt i64 %v165, 0
  %v167 = select i1 %v166, i64 %v7, i64 0
  %v168 = getelementptr i64, ptr %v6, i64 %v165
  %v169 = getelementptr i64, ptr %v168, i64 %v167
  store i64 %v159, ptr %v169, align 8
  %v170 = load i64, ptr %v164, align 8
  %v171 = icmp slt i64 %v170, 0
  %v172 = select i1 %v171, i64 %v5, i64 0
  %v173 = getelementptr i64, ptr %v4, i64 %v170
  %v174 = getelementptr i64, ptr %v173, i64 %v172
  store i64 %v163, ptr %v174, align 8
  %v175 = load i64, ptr %v164, align 8
  %v176 = add nsw i64 %v175, 1
  store i64 %v176, ptr %v164, align 8
  %v177 = icmp sgt i64 %v154, 1
  br i1 %v177, label %v95, label %v91
v98:
  %v178 = phi i64 [ %v72, %v96 ], [ %v179, %v98 ]
  %v180 = phi i64 [ 0, %v96 ], [ %v181, %v98 ]
  %v179 = add nsw i64 %v178, -1
  %v181 = add nuw nsw i64 %v180, 1
  %v182 = getelementptr i64, ptr %v6, i64 %v180
  %v183 = load i64, ptr %v182, align 8
  %v184 = lshr i64 %v183, %v151
  %v185 = and i64 %v184, 255
  %v186 = getelementptr i64, ptr %v4, i64 %v180
  %v187 = load i64, ptr %v186, align 8
  %v188 = getelementptr i64, ptr %v97, i64 %v185
  %v189 = load i64, ptr %v188, align 8
  %v190 = icmp slt i64 %v189, 0
  %v191 = select i1 %v190, i64 %v9, i64 0
  %v192 = getelementptr i64, ptr %v8, i64 %v189
  %v193 = getelementptr i64, ptr %v192, i64 %v191
  store i64 %v183, ptr %v193, align 8
  %v194 = load i64, ptr %v188, align 8
  %v195 = icmp slt i64 %v194, 0
  %v196 = select i1 %v195, i64 %v11, i64 0
  %v197 = getelementptr i64, ptr %v10, i64 %v194
  %v198 = getelementptr i64, ptr %v197, i64 %v196
  store i64 %v187, ptr %v198, align 8
  %v199 = load i64, ptr %v188, align 8
  %v200 = add nsw i64 %v199, 1
  store i64 %v200, ptr %v188, align 8
  %v201 = icmp sgt i64 %v178, 1
  br i1 %v201, label %v98, label %v91
v105:
  %v202 = phi i64 [ %v203, %v105 ], [ %v24, %v104 ]
  %v204 = phi i64 [ %v205, %v105 ], [ 0, %v104 ]
  %v203 = add nsw i64 %v202, -1
  %v205 = add nuw nsw i64 %v204, 1
  %v206 = getelementptr i64, ptr %v10, i64 %v204
  %v207 = load i64, ptr %v206, align 8
  %v208 = getelementptr i64, ptr %v4, i64 %v204
  store i64 %v207, ptr %v208, align 8
  %v209 = icmp sgt i64 %v202, 1
  br i1 %v209, label %v105, label %v31
v107:
  %v210 = phi i64 [ %v211, %v107 ], [ %v24, %v31 ]
  %v212 = phi i64 [ %v213, %v107 ], [ 0, %v31 ]
  %v211 = add nsw i64 %v210, -1
  %v213 = add nuw nsw i64 %v212, 1
  %v214 = getelementptr i64, ptr %v4, i64 %v212
  %v215 = load i64, ptr %v214, align 8
  %v216 = icmp slt i64 %v215, 0
  %v217 = select i1 %v216, i64 %v1, i64 0
  %v218 = getelementptr i32, ptr %v0, i64 %v215
  %v219 = getelementptr i32, ptr %v218, i64 %v217
  %v220 = load i32, ptr %v219, align 4
  %v221 = getelementptr i32, ptr %v2, i64 %v212
  store i32 %v220, ptr %v221, align 4
  %v222 = icmp sgt i64 %v210, 1
  br i1 %v222, label %v107, label %v106
v106:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const |b1[1] |b1[1] <i8[1] <u8[1] <u8[1] <i8[1] <i8[1] |u1[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr readnone captures(none) %v14, i64 %v15) nounwind {
v79:
  %v16 = shl i64 %v5, 3
  %v17 = ashr exact i64 %v16, 3
  %v18 = shl i64 %v7, 3
  %v19 = ashr exact i64 %v18, 3
  %v20 = tail call i64 @llvm.smax.i64(i64 %v1, i64 0)
  %v21 = icmp slt i64 %v1, 1
  br i1 %v21, label %v22, label %v23
v88:
  %v24 = icmp samesign ult i64 %v1, 65
  br i1 %v24, label %v22, label %v25
v22:
  %v26 = icmp slt i64 %v19, 1
  br i1 %v26, label %v27, label %v28
v40:
  %v29 = getelementptr i8, ptr %v30, i64 -8
  %v31 = load i64, ptr %v29, align 8
  %v32 = icmp ult i64 %v33, %v31
  br i1 %v32, label %v34, label %v35
v34:
  %v36 = phi i64 [ %v37, %v38 ], [ %v39, %v40 ]
  %v37 = add nsw i64 %v36, -1
  %v41 = getelementptr i64, ptr %v6, i64 %v37
  %v42 = load i64, ptr %v41, align 8
  %v43 = getelementptr i64, ptr %v4, i64 %v37
  %v44 = load i64, ptr %v43, align 8
  %v45 = getelementptr i64, ptr %v6, i64 %v36
  store i64 %v42, ptr %v45, align 8
  %v46 = getelementptr i64, ptr %v4, i64 %v36
  store i64 %v44, ptr %v46, align 8
  %v47 = icmp sgt i64 %v36, 1
  br i1 %v47, label %v38, label %v35
v38:
  %v48 = getelementptr i8, ptr %v45, i64 -16
  %v49 = load i64, ptr %v48, align 8
  %v50 = icmp ult i64 %v33, %v49
  br i1 %v50, label %v34, label %v35
v35:
  %v51 = phi i64 [ %v39, %v40 ], [ 0, %v28 ], [ %v37, %v38 ], [ 0, %v34 ]
  %v52 = icmp slt i64 %v51, 0
  %v53 = select i1 %v52, i64 %v7, i64 0
  %v54 = getelementptr i64, ptr %v6, i64 %v51
  %v55 = getelementptr i64, ptr %v54, i64 %v53
  store i64 %v33, ptr %v55, align 8
  %v56 = select i1 %v52, i64 %v5, i64 0
  %v57 = getelementptr i64, ptr %v4, i64 %v51
  %v58 = getelementptr i64, ptr %v57, i64 %v56
  store i64 %v39, ptr %v58, align 8
  %v59 = icmp sgt i64 %v60, 1
  br i1 %v59, label %v28, label %v27
v100:
  %v61 = icmp slt i64 %v17, 1
  br label %v62
v113:
  %v63 = add nuw nsw i64 %v64, 1
  %v65 = add nsw i64 %v66, -1
  store i64 %v67, ptr %v68, align 8
  %v69 = add nsw i64 %v70, %v67
  %v71 = icmp samesign ult i64 %v66, 2
  br i1 %v71, label %v72, label %v62
v72:
  br i1 %v61, label %v73, label %v74
v27:
  br i1 %v21, label %v75, label %v76
v23:
  %v77 = phi i64 [ %v78, %v23 ], [ %v20, %v79 ]
  %v80 = phi i64 [ %v81, %v23 ], [ 0, %v79 ]
  %v78 = add nsw i64 %v77, -1
  %v81 = add nuw nsw i64 %v80, 1
  %v82 = getelementptr i8, ptr %v0, i64 %v80
  %v83 = load i8, ptr %v82, align 1
  %v84 = or i8 %v83, -128
  %v85 = zext i8 %v84 to i64
  %v86 = getelementptr i64, ptr %v6, i64 %v80
  store i64 %v85, ptr %v86, align 8
  %v87 = icmp samesign ugt i64 %v77, 1
  br i1 %v87, label %v23, label %v88
v28:
  %v60 = phi i64 [ %v89, %v35 ], [ %v19, %v22 ]
  %v39 = phi i64 [ %v90, %v35 ], [ 0, %v22 ]
  %v89 = add nsw i64 %v60, -1
  %v90 = add nuw nsw i64 %v39, 1
  %v30 = getelementptr i64, ptr %v6, i64 %v39
  %v33 = load i64, ptr %v30, align 8
  %v91 = icmp eq i64 %v39, 0
  br i1 %v91, label %v35, label %v40
v25:
  %v92 = phi i64 [ %v93, %v25 ], [ %v1, %v88 ]
  %v94 = phi i64 [ %v95, %v25 ], [ 0, %v88 ]
  %v93 = add nsw i64 %v92, -1
  %v95 = add nuw nsw i64 %v94, 1
  %v96 = getelementptr i64, ptr %v4, i64 %v94
  store i64 %v94, ptr %v96, align 8
  %v97 = icmp samesign ugt i64 %v92, 1
  br i1 %v97, label %v25, label %v98
v98:
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(2048) %v12, i8 0, i64 2048, i1 false)
  %v99 = icmp slt i64 %v19, 1
  br i1 %v99, label %v100, label %v101
v101:
  %v102 = phi i64 [ %v103, %v101 ], [ %v19, %v98 ]
  %v104 = phi i64 [ %v105, %v101 ], [ 0, %v98 ]
  %v106 = getelementptr i64, ptr %v6, i64 %v104
  %v107 = load i64, ptr %v106, align 8
  %v108 = and i64 %v107, 255
  %v109 = getelementptr i64, ptr %v12, i64 %v108
  %v110 = load i64, ptr %v109, align 8
  %v111 = add nsw i64 %v110, 1
  store i64 %v111, ptr %v109, align 8
  %v103 = add nsw i64 %v102, -1
  %v105 = add nuw nsw i64 %v104, 1
  %v112 = icmp samesign ugt i64 %v102, 1
  br i1 %v112, label %v101, label %v100
v62:
  %v67 = phi i64 [ 0, %v100 ], [ %v69, %v113 ]
  %v66 = phi i64 [ 256, %v100 ], [ %v65, %v113 ]
  %v64 = phi i64 [ 0, %v100 ], [ %v63, %v113 ]
  %v68 = getelementptr i64, ptr %v12, i64 %v64
  %v70 = load i64, ptr %v68, align 8
  %v114 = icmp eq i64 %v70, %v1
  br i1 %v114, label %v27, label %v113
v74:
  %v115 = phi i64 [ %v116, %v74 ], [ %v17, %v72 ]
  %v117 = phi i64 [ %v118, %v74 ], [ 0, %v72 ]
  %v116 = add nsw i64 %v115, -1
  %v118 = add nuw nsw i64 %v117, 1
  %v119 = getelementptr i64, ptr %v6, i64 %v117
  %v120 = load i64, ptr %v119, align 8
  %v121 = and i64 %v120, 255
  %v122 = getelementptr i64, ptr %v4, i64 %v117
  %v123 = load i64, ptr %v122, align 8
  %v124 = getelementptr i64, ptr %v12, i64 %v121
  %v125 = load i64, ptr %v124, align 8
  %v126 = icmp slt i64 %v125, 0
  %v127 = select i1 %v126, i64 %v9, i64 0
  %v128 = getelementptr i64, ptr %v8, i64 %v125
  %v129 = getelementptr i64, ptr %v128, i64 %v127
  store i64 %v120, ptr %v129, align 8
  %v130 = load i64, ptr %v124, align 8
  %v131 = icmp slt i64 %v130, 0
  %v132 = select i1 %v131, i64 %v11, i64 0
  %v133 = getelementptr i64, ptr %v10, i64 %v130
  %v134 = getelementptr i64, ptr %v133, i64 %v132
  store i64 %v123, ptr %v134, align 8
  %v135 = load i64, ptr %v124, align 8
  %v136 = add nsw i64 %v135, 1
  store i64 %v136, ptr %v124, align 8
  %v137 = icmp samesign ugt i64 %v115, 1
  br i1 %v137, label %v74, label %v73
v73:
  br label %v138
v138:
  %v139 = phi i64 [ %v140, %v138 ], [ %v20, %v73 ]
  %v141 = phi i64 [ %v142, %v138 ], [ 0, %v73 ]
  %v140 = add nsw i64 %v139, -1
  %v142 = add nuw nsw i64 %v141, 1
  %v143 = getelementptr i64, ptr %v10, i64 %v141
  %v144 = load i64, ptr %v143, align 8
  %v145 = getelementptr i64, ptr %v4, i64 %v141
  store i64 %v144, ptr %v145, align 8
  %v146 = icmp sgt i64 %v139, 1
  br i1 %v146, label %v138, label %v27
v76:
  %v147 = phi i64 [ %v148, %v76 ], [ %v20, %v27 ]
  %v149 = phi i64 [ %v150, %v76 ], [ 0, %v27 ]
  %v148 = add nsw i64 %v147, -1
  %v150 = add nuw nsw i64 %v149, 1
  %v151 = getelementptr i64, ptr %v4, i64 %v149
  %v152 = load i64, ptr %v151, align 8
  %v153 = icmp slt i64 %v152, 0
  %v154 = select i1 %v153, i64 %v1, i64 0
  %v155 = getelementptr i8, ptr %v0, i64 %v152
  %v156 = getelementptr i8, ptr %v155, i64 %v154
  %v157 = load i8, ptr %v156, align 1
  %v158 = icmp ne i8 %v157, 0
  %v159 = getelementptr i8, ptr %v2, i64 %v149
  %v160 = zext i1 %v158 to i8
  store i8 %v160, ptr %v159, align 1
  %v161 = icmp sgt i64 %v147, 1
  br i1 %v161, label %v76, label %v75
v75:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
