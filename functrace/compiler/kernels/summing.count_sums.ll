; Made from summing.py by generate.py: 8daad56d15f43009072231289114cef9a676d5ac
; by Numba 0.68.1

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr initializes((0, 4)) %v14, i64 %v15, ptr %v16, i64 %v17) nounwind {
v195:
  %v18 = shl i64 %v1, 2
  %v19 = ashr exact i64 %v18, 2
  %v20 = shl i64 %v15, 2
  %v21 = ashr exact i64 %v20, 2
  %v22 = shl i64 %v17, 2
  %v23 = icmp slt i64 %v22, 4
  br i1 %v23, label %v24, label %v25
v25:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v16, i8 -1, i64 %v22, i1 false)
  br label %v24
v37:
  %v26 = phi i32 [ %v27, %v28 ], [ %v29, %v30 ]
  %v31 = icmp sgt i32 %v32, 1
  br i1 %v31, label %v33, label %v34
v33:
  %v27 = phi i32 [ %v35, %v36 ], [ %v26, %v37 ]
  %v32 = phi i32 [ %v38, %v36 ], [ %v39, %v37 ]
  %v40 = phi i32 [ %v41, %v36 ], [ %v42, %v37 ]
  %v39 = add nsw i32 %v32, -1
  %v42 = add i32 %v40, 1
  %v43 = sext i32 %v40 to i64
  %v44 = icmp slt i32 %v40, 0
  %v45 = select i1 %v44, i64 %v13, i64 0
  %v46 = getelementptr i32, ptr %v12, i64 %v45
  %v47 = getelementptr i32, ptr %v46, i64 %v43
  %v48 = load i32, ptr %v47, align 4
  %v49 = sext i32 %v48 to i64
  br i1 %v50, label %v51, label %v52
v51:
  %v53 = load i32, ptr %v54, align 4
  %v55 = icmp sgt i32 %v53, %v48
  br i1 %v55, label %v52, label %v56
v56:
  %v57 = phi i64 [ %v58, %v59 ], [ 22, %v51 ]
  %v60 = phi ptr [ %v61, %v59 ], [ %v54, %v51 ]
  %v62 = icmp slt i64 %v57, %v19
  br i1 %v62, label %v59, label %v63
v59:
  %v61 = getelementptr i8, ptr %v60, i64 44
  %v64 = load i32, ptr %v61, align 4
  %v65 = icmp sgt i32 %v64, %v48
  %v58 = add nuw nsw i64 %v57, 11
  br i1 %v65, label %v63, label %v56
v63:
  %v66 = add nsw i64 %v57, -11
  br label %v52
v52:
  %v67 = phi ptr [ %v60, %v63 ], [ %v0, %v51 ], [ %v0, %v33 ]
  %v68 = phi i64 [ %v66, %v63 ], [ 0, %v51 ], [ 0, %v33 ]
  %v69 = getelementptr i8, ptr %v67, i64 4
  %v70 = load i32, ptr %v69, align 4
  %v71 = sext i32 %v70 to i64
  %v72 = icmp eq i32 %v70, 0
  %v73 = load i32, ptr %v67, align 4
  %v74 = sext i32 %v73 to i64
  %v75 = sub nsw i64 %v49, %v74
  br i1 %v72, label %v28, label %v76
v112:
  %v77 = phi i32 [ %v78, %v79 ], [ %v80, %v30 ]
  %v81 = phi i32 [ %v27, %v79 ], [ %v29, %v30 ]
  %v82 = phi i32 [ %v83, %v79 ], [ %v84, %v30 ]
  %v85 = sext i32 %v82 to i64
  %v86 = icmp slt i32 %v82, 0
  %v87 = select i1 %v86, i64 %v7, i64 0
  %v88 = getelementptr i32, ptr %v6, i64 %v87
  %v89 = getelementptr i32, ptr %v88, i64 %v85
  %v90 = load i32, ptr %v89, align 4
  %v91 = sext i32 %v90 to i64
  %v92 = add nsw i64 %v93, %v91
  %v94 = icmp slt i64 %v92, 0
  %v95 = select i1 %v94, i64 %v9, i64 0
  %v96 = getelementptr i32, ptr %v8, i64 %v92
  %v97 = getelementptr i32, ptr %v96, i64 %v95
  %v98 = load i32, ptr %v97, align 4
  %v99 = zext nneg i32 %v98 to i64
  %v100 = icmp sgt i32 %v98, -1
  br i1 %v100, label %v101, label %v30
v101:
  %v102 = getelementptr i32, ptr %v16, i64 %v99
  %v103 = load i32, ptr %v102, align 4
  %v104 = sext i32 %v103 to i64
  %v105 = icmp eq i64 %v106, %v104
  br i1 %v105, label %v30, label %v107
v107:
  %v108 = shl nuw nsw i64 %v99, 2
  %v109 = getelementptr i8, ptr %v16, i64 %v108
  store i32 %v110, ptr %v109, align 4
  %v111 = add i32 %v81, 1
  br label %v30
v30:
  %v29 = phi i32 [ %v111, %v107 ], [ %v81, %v101 ], [ %v81, %v112 ]
  %v80 = add i32 %v77, -1
  %v84 = add i32 %v82, 1
  %v113 = icmp samesign ugt i32 %v80, 1
  br i1 %v113, label %v112, label %v37
v34:
  %v114 = phi i32 [ %v35, %v115 ], [ %v26, %v37 ]
  %v116 = getelementptr i32, ptr %v14, i64 %v117
  store i32 %v114, ptr %v116, align 4
  %v118 = icmp eq i64 %v106, %v119
  br i1 %v118, label %v120, label %v115
v24:
  store i32 0, ptr %v14, align 4
  %v121 = icmp sgt i64 %v21, 1
  br i1 %v121, label %v122, label %v120
v122:
  %v54 = getelementptr i8, ptr %v0, i64 44
  %v119 = add nsw i64 %v21, -2
  %v50 = icmp sgt i64 %v19, 11
  br label %v115
v115:
  %v35 = phi i32 [ 0, %v122 ], [ %v114, %v34 ]
  %v106 = phi i64 [ 0, %v122 ], [ %v117, %v34 ]
  %v117 = add nuw nsw i64 %v106, 1
  %v123 = getelementptr i32, ptr %v10, i64 %v106
  %v41 = load i32, ptr %v123, align 4
  %v124 = getelementptr i32, ptr %v10, i64 %v117
  %v125 = load i32, ptr %v124, align 4
  %v38 = sub i32 %v125, %v41
  %v126 = icmp slt i32 %v38, 1
  br i1 %v126, label %v34, label %v36
v36:
  %v110 = trunc i64 %v106 to i32
  br label %v33
v76:
  %v127 = or i64 %v75, %v71
  %v128 = icmp ult i64 %v127, 4294967296
  br i1 %v128, label %v129, label %v130
v129:
  %v131 = trunc nuw i64 %v75 to i32
  %v132 = udiv i32 %v131, %v70
  %v133 = urem i32 %v131, %v70
  %v134 = zext i32 %v132 to i64
  %v135 = zext i32 %v133 to i64
  br label %v136
v130:
  %v137 = sdiv i64 %v75, %v71
  %v138 = srem i64 %v75, %v71
  br label %v136
v136:
  %v139 = phi i64 [ %v134, %v129 ], [ %v137, %v130 ]
  %v140 = phi i64 [ %v135, %v129 ], [ %v138, %v130 ]
  %v141 = xor i64 %v140, %v71
  %v142 = icmp slt i64 %v141, 0
  %v143 = icmp ne i64 %v140, 0
  %v144 = and i1 %v143, %v142
  %v145 = sext i1 %v144 to i64
  %v146 = add nsw i64 %v139, %v145
  br label %v28
v28:
  %v147 = phi i64 [ %v146, %v136 ], [ 0, %v52 ]
  %v148 = icmp slt i64 %v68, -9
  %v149 = select i1 %v148, i64 %v1, i64 0
  %v150 = getelementptr i8, ptr %v67, i64 36
  %v151 = getelementptr i32, ptr %v150, i64 %v149
  %v152 = load i32, ptr %v151, align 4
  %v153 = sext i32 %v152 to i64
  %v154 = add nsw i64 %v147, %v153
  %v155 = icmp slt i64 %v154, 0
  %v156 = select i1 %v155, i64 %v3, i64 0
  %v157 = getelementptr i8, ptr %v2, i64 %v154
  %v158 = getelementptr i8, ptr %v157, i64 %v156
  %v159 = load i8, ptr %v158, align 1
  %v160 = sext i8 %v159 to i64
  %v161 = sub nsw i64 %v160, %v147
  %v162 = icmp slt i64 %v68, -4
  %v163 = select i1 %v162, i64 %v1, i64 0
  %v164 = getelementptr i8, ptr %v67, i64 16
  %v165 = getelementptr i32, ptr %v164, i64 %v163
  %v166 = load i32, ptr %v165, align 4
  %v167 = sext i32 %v166 to i64
  %v168 = mul nsw i64 %v161, %v71
  %v169 = add nsw i64 %v75, %v167
  %v170 = add nsw i64 %v169, %v168
  %v171 = icmp slt i64 %v68, -2
  %v172 = select i1 %v171, i64 %v1, i64 0
  %v173 = getelementptr i8, ptr %v67, i64 8
  %v174 = getelementptr i32, ptr %v173, i64 %v172
  %v175 = load i32, ptr %v174, align 4
  %v176 = icmp slt i64 %v68, -3
  %v177 = select i1 %v176, i64 %v1, i64 0
  %v178 = getelementptr i8, ptr %v67, i64 12
  %v179 = getelementptr i32, ptr %v178, i64 %v177
  %v180 = load i32, ptr %v179, align 4
  %v181 = sext i32 %v180 to i64
  %v182 = mul nsw i64 %v147, %v181
  %v183 = sext i32 %v175 to i64
  %v93 = add nsw i64 %v182, %v183
  %v184 = icmp slt i64 %v170, 0
  %v185 = select i1 %v184, i64 %v5, i64 0
  %v186 = getelementptr i32, ptr %v4, i64 %v170
  %v187 = getelementptr i32, ptr %v186, i64 %v185
  %v83 = load i32, ptr %v187, align 4
  %v188 = icmp slt i64 %v170, -1
  %v189 = select i1 %v188, i64 %v5, i64 0
  %v190 = getelementptr i8, ptr %v186, i64 4
  %v191 = getelementptr i32, ptr %v190, i64 %v189
  %v192 = load i32, ptr %v191, align 4
  %v193 = sub i32 %v192, %v83
  %v194 = icmp slt i32 %v193, 1
  br i1 %v194, label %v37, label %v79
v79:
  %v78 = add nuw i32 %v193, 1
  br label %v112
v120:
  ret i32 0
}
