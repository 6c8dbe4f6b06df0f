; Made from summing.py by generate.py: 8daad56d15f43009072231289114cef9a676d5ac
; by Numba 0.68.1

; const <i4[1] const |i1[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19) nounwind {
v201:
  %v20 = shl i64 %v1, 2
  %v21 = ashr exact i64 %v20, 2
  %v22 = shl i64 %v15, 2
  %v23 = ashr exact i64 %v22, 2
  %v24 = shl i64 %v19, 2
  %v25 = icmp slt i64 %v24, 4
  br i1 %v25, label %v26, label %v27
v27:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v18, i8 -1, i64 %v24, i1 false)
  br label %v26
v41:
  %v28 = icmp eq i64 %v29, %v30
  br i1 %v28, label %v31, label %v32
v44:
  %v33 = phi i64 [ %v34, %v35 ], [ %v36, %v37 ]
  %v38 = icmp sgt i32 %v39, 1
  br i1 %v38, label %v40, label %v41
v40:
  %v34 = phi i64 [ %v42, %v43 ], [ %v33, %v44 ]
  %v39 = phi i32 [ %v45, %v43 ], [ %v46, %v44 ]
  %v47 = phi i32 [ %v48, %v43 ], [ %v49, %v44 ]
  %v46 = add nsw i32 %v39, -1
  %v49 = add i32 %v47, 1
  %v50 = sext i32 %v47 to i64
  %v51 = icmp slt i32 %v47, 0
  %v52 = select i1 %v51, i64 %v13, i64 0
  %v53 = getelementptr i32, ptr %v12, i64 %v52
  %v54 = getelementptr i32, ptr %v53, i64 %v50
  %v55 = load i32, ptr %v54, align 4
  %v56 = sext i32 %v55 to i64
  br i1 %v57, label %v58, label %v59
v58:
  %v60 = load i32, ptr %v61, align 4
  %v62 = icmp sgt i32 %v60, %v55
  br i1 %v62, label %v59, label %v63
v63:
  %v64 = phi i64 [ %v65, %v66 ], [ 22, %v58 ]
  %v67 = phi ptr [ %v68, %v66 ], [ %v61, %v58 ]
  %v69 = icmp slt i64 %v64, %v21
  br i1 %v69, label %v66, label %v70
v66:
  %v68 = getelementptr i8, ptr %v67, i64 44
  %v71 = load i32, ptr %v68, align 4
  %v72 = icmp sgt i32 %v71, %v55
  %v65 = add nuw nsw i64 %v64, 11
  br i1 %v72, label %v70, label %v63
v70:
  %v73 = add nsw i64 %v64, -11
  br label %v59
v59:
  %v74 = phi ptr [ %v67, %v70 ], [ %v0, %v58 ], [ %v0, %v40 ]
  %v75 = phi i64 [ %v73, %v70 ], [ 0, %v58 ], [ 0, %v40 ]
  %v76 = getelementptr i8, ptr %v74, i64 4
  %v77 = load i32, ptr %v76, align 4
  %v78 = sext i32 %v77 to i64
  %v79 = icmp eq i32 %v77, 0
  %v80 = load i32, ptr %v74, align 4
  %v81 = sext i32 %v80 to i64
  %v82 = sub nsw i64 %v56, %v81
  br i1 %v79, label %v35, label %v83
v122:
  %v84 = phi i32 [ %v85, %v86 ], [ %v87, %v37 ]
  %v88 = phi i64 [ %v34, %v86 ], [ %v36, %v37 ]
  %v89 = phi i32 [ %v90, %v86 ], [ %v91, %v37 ]
  %v92 = sext i32 %v89 to i64
  %v93 = icmp slt i32 %v89, 0
  %v94 = select i1 %v93, i64 %v7, i64 0
  %v95 = getelementptr i32, ptr %v6, i64 %v94
  %v96 = getelementptr i32, ptr %v95, i64 %v92
  %v97 = load i32, ptr %v96, align 4
  %v98 = sext i32 %v97 to i64
  %v99 = add nsw i64 %v100, %v98
  %v101 = icmp slt i64 %v99, 0
  %v102 = select i1 %v101, i64 %v9, i64 0
  %v103 = getelementptr i32, ptr %v8, i64 %v99
  %v104 = getelementptr i32, ptr %v103, i64 %v102
  %v105 = load i32, ptr %v104, align 4
  %v106 = zext nneg i32 %v105 to i64
  %v107 = icmp sgt i32 %v105, -1
  br i1 %v107, label %v108, label %v37
v108:
  %v109 = getelementptr i32, ptr %v18, i64 %v106
  %v110 = load i32, ptr %v109, align 4
  %v111 = sext i32 %v110 to i64
  %v112 = icmp eq i64 %v29, %v111
  br i1 %v112, label %v37, label %v113
v113:
  %v114 = shl nuw nsw i64 %v106, 2
  %v115 = getelementptr i8, ptr %v18, i64 %v114
  store i32 %v116, ptr %v115, align 4
  %v117 = icmp slt i64 %v88, 0
  %v118 = select i1 %v117, i64 %v17, i64 0
  %v119 = getelementptr i32, ptr %v16, i64 %v88
  %v120 = getelementptr i32, ptr %v119, i64 %v118
  store i32 %v105, ptr %v120, align 4
  %v121 = add nsw i64 %v88, 1
  br label %v37
v37:
  %v36 = phi i64 [ %v121, %v113 ], [ %v88, %v108 ], [ %v88, %v122 ]
  %v87 = add i32 %v84, -1
  %v91 = add i32 %v89, 1
  %v123 = icmp samesign ugt i32 %v87, 1
  br i1 %v123, label %v122, label %v44
v26:
  %v124 = icmp sgt i64 %v23, 1
  br i1 %v124, label %v125, label %v31
v125:
  %v61 = getelementptr i8, ptr %v0, i64 44
  %v30 = add nsw i64 %v23, -2
  %v57 = icmp sgt i64 %v21, 11
  br label %v32
v32:
  %v29 = phi i64 [ 0, %v125 ], [ %v126, %v41 ]
  %v126 = add nuw nsw i64 %v29, 1
  %v127 = getelementptr i32, ptr %v10, i64 %v29
  %v48 = load i32, ptr %v127, align 4
  %v128 = getelementptr i8, ptr %v127, i64 4
  %v129 = load i32, ptr %v128, align 4
  %v45 = sub i32 %v129, %v48
  %v130 = icmp slt i32 %v45, 1
  br i1 %v130, label %v41, label %v43
v43:
  %v131 = getelementptr i32, ptr %v14, i64 %v29
  %v132 = load i32, ptr %v131, align 4
  %v42 = sext i32 %v132 to i64
  %v116 = trunc i64 %v29 to i32
  br label %v40
v83:
  %v133 = or i64 %v82, %v78
  %v134 = icmp ult i64 %v133, 4294967296
  br i1 %v134, label %v135, label %v136
v135:
  %v137 = trunc nuw i64 %v82 to i32
  %v138 = udiv i32 %v137, %v77
  %v139 = urem i32 %v137, %v77
  %v140 = zext i32 %v138 to i64
  %v141 = zext i32 %v139 to i64
  br label %v142
v136:
  %v143 = sdiv i64 %v82, %v78
  %v144 = srem i64 %v82, %v78
  br label %v142
v142:
  %v145 = phi i64 [ %v140, %v135 ], [ %v143, %v136 ]
  %v146 = phi i64 [ %v141, %v135 ], [ %v144, %v136 ]
  %v147 = xor i64 %v146, %v78
  %v148 = icmp slt i64 %v147, 0
  %v149 = icmp ne i64 %v146, 0
  %v150 = and i1 %v149, %v148
  %v151 = sext i1 %v150 to i64
  %v152 = add nsw i64 %v145, %v151
  br label %v35
v35:
  %v153 = phi i64 [ %v152, %v142 ], [ 0, %v59 ]
  %v154 = icmp slt i64 %v75, -9
  %v155 = select i1 %v154, i64 %v1, i64 0
  %v156 = getelementptr i8, ptr %v74, i64 36
  %v157 = getelementptr i32, ptr %v156, i64 %v155
  %v158 = load i32, ptr %v157, align 4
  %v159 = sext i32 %v158 to i64
  %v160 = add nsw i64 %v153, %v159
  %v161 = icmp slt i64 %v160, 0
  %v162 = select i1 %v161, i64 %v3, i64 0
  %v163 = getelementptr i8, ptr %v2, i64 %v160
  %v164 = getelementptr i8, ptr %v163, i64 %v162
  %v165 = load i8, ptr %v164, align 1
  %v166 = sext i8 %v165 to i64
  %v167 = sub nsw i64 %v166, %v153
  %v168 = icmp slt i64 %v75, -4
  %v169 = select i1 %v168, i64 %v1, i64 0
  %v170 = getelementptr i8, ptr %v74, i64 16
  %v171 = getelementptr i32, ptr %v170, i64 %v169
  %v172 = load i32, ptr %v171, align 4
  %v173 = sext i32 %v172 to i64
  %v174 = mul nsw i64 %v167, %v78
  %v175 = add nsw i64 %v82, %v173
  %v176 = add nsw i64 %v175, %v174
  %v177 = icmp slt i64 %v75, -2
  %v178 = select i1 %v177, i64 %v1, i64 0
  %v179 = getelementptr i8, ptr %v74, i64 8
  %v180 = getelementptr i32, ptr %v179, i64 %v178
  %v181 = load i32, ptr %v180, align 4
  %v182 = icmp slt i64 %v75, -3
  %v183 = select i1 %v182, i64 %v1, i64 0
  %v184 = getelementptr i8, ptr %v74, i64 12
  %v185 = getelementptr i32, ptr %v184, i64 %v183
  %v186 = load i32, ptr %v185, align 4
  %v187 = sext i32 %v186 to i64
  %v188 = mul nsw i64 %v153, %v187
  %v189 = sext i32 %v181 to i64
  %v100 = add nsw i64 %v188, %v189
  %v190 = icmp slt i64 %v176, 0
  %v191 = select i1 %v190, i64 %v5, i64 0
  %v192 = getelementptr i32, ptr %v4, i64 %v176
  %v193 = getelementptr i32, ptr %v192, i64 %v191
  %v90 = load i32, ptr %v193, align 4
  %v194 = icmp slt i64 %v176, -1
  %v195 = select i1 %v194, i64 %v5, i64 0
  %v196 = getelementptr i8, ptr %v192, i64 4
  %v197 = getelementptr i32, ptr %v196, i64 %v195
  %v198 = load i32, ptr %v197, align 4
  %v199 = sub i32 %v198, %v90
  %v200 = icmp slt i32 %v199, 1
  br i1 %v200, label %v44, label %v86
v86:
  %v85 = add nuw i32 %v199, 1
  br label %v122
v31:
  ret i32 0
}
