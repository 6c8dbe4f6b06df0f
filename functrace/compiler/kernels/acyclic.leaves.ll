; Made from acyclic.py by generate.py: b3e1458e6115e6abae66fca495058e12c284cfca
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1] <i4[1]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13, ptr %v14, i64 %v15, ptr %v16, i64 %v17, ptr %v18, i64 %v19) nounwind {
v201:
  %v20 = shl i64 %v1, 2
  %v21 = ashr exact i64 %v20, 2
  %v22 = shl i64 %v15, 2
  %v23 = shl i64 %v19, 2
  %v24 = icmp slt i64 %v22, 4
  br i1 %v24, label %v25, label %v26
v26:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v14, i8 -1, i64 %v22, i1 false)
  br label %v25
v105:
  %v27 = phi i64 [ %v28, %v29 ], [ %v30, %v31 ]
  %v32 = icmp eq i64 %v33, %v34
  br i1 %v32, label %v35, label %v29
v103:
  %v36 = phi i32 [ %v37, %v38 ], [ %v39, %v31 ]
  %v40 = phi i64 [ %v28, %v38 ], [ %v30, %v31 ]
  %v41 = phi i32 [ %v42, %v38 ], [ %v43, %v31 ]
  %v44 = sext i32 %v41 to i64
  %v45 = icmp slt i32 %v41, 0
  %v46 = select i1 %v45, i64 %v9, i64 0
  %v47 = getelementptr i32, ptr %v8, i64 %v46
  %v48 = getelementptr i32, ptr %v47, i64 %v44
  store i32 -1, ptr %v48, align 4
  %v49 = select i1 %v45, i64 %v3, i64 0
  %v50 = getelementptr i32, ptr %v2, i64 %v49
  %v51 = getelementptr i32, ptr %v50, i64 %v44
  %v52 = load i32, ptr %v51, align 4
  %v53 = sext i32 %v52 to i64
  %v54 = icmp eq i64 %v33, %v53
  br i1 %v54, label %v31, label %v55
v55:
  %v56 = icmp slt i32 %v52, 0
  %v57 = select i1 %v56, i64 %v5, i64 0
  %v58 = getelementptr i32, ptr %v4, i64 %v57
  %v59 = getelementptr i32, ptr %v58, i64 %v53
  %v60 = load i32, ptr %v59, align 4
  %v61 = sext i32 %v60 to i64
  %v62 = icmp slt i32 %v60, 0
  %v63 = select i1 %v62, i64 %v15, i64 0
  %v64 = getelementptr i32, ptr %v14, i64 %v63
  %v65 = getelementptr i32, ptr %v64, i64 %v61
  %v66 = load i32, ptr %v65, align 4
  %v67 = sext i32 %v66 to i64
  %v68 = icmp sgt i64 %v28, %v67
  br i1 %v68, label %v69, label %v70
v69:
  %v71 = trunc i64 %v40 to i32
  %v72 = shl nsw i64 %v61, 2
  %v73 = getelementptr inbounds i8, ptr %v64, i64 %v72
  store i32 %v71, ptr %v73, align 4
  %v74 = icmp slt i64 %v40, 0
  %v75 = select i1 %v74, i64 %v11, i64 0
  %v76 = getelementptr i32, ptr %v10, i64 %v40
  %v77 = getelementptr i32, ptr %v76, i64 %v75
  store i32 0, ptr %v77, align 4
  %v78 = select i1 %v74, i64 %v13, i64 0
  %v79 = getelementptr i32, ptr %v12, i64 %v40
  %v80 = getelementptr i32, ptr %v79, i64 %v78
  store i32 0, ptr %v80, align 4
  %v81 = add nsw i64 %v40, 1
  %v82 = load i32, ptr %v73, align 4
  %v83 = sext i32 %v82 to i64
  br label %v70
v70:
  %v84 = phi i64 [ %v83, %v69 ], [ %v67, %v55 ]
  %v85 = phi i32 [ %v82, %v69 ], [ %v66, %v55 ]
  %v86 = phi i64 [ %v81, %v69 ], [ %v40, %v55 ]
  %v87 = shl nsw i64 %v44, 2
  %v88 = getelementptr inbounds i8, ptr %v47, i64 %v87
  store i32 %v85, ptr %v88, align 4
  %v89 = icmp slt i32 %v85, 0
  %v90 = select i1 %v89, i64 %v11, i64 0
  %v91 = getelementptr i32, ptr %v10, i64 %v90
  %v92 = getelementptr i32, ptr %v91, i64 %v84
  %v93 = load i32, ptr %v92, align 4
  %v94 = add i32 %v93, 1
  store i32 %v94, ptr %v92, align 4
  %v95 = load i32, ptr %v88, align 4
  %v96 = sext i32 %v95 to i64
  %v97 = icmp slt i32 %v95, 0
  %v98 = select i1 %v97, i64 %v13, i64 0
  %v99 = getelementptr i32, ptr %v12, i64 %v98
  %v100 = getelementptr i32, ptr %v99, i64 %v96
  %v101 = load i32, ptr %v100, align 4
  %v102 = xor i32 %v101, %v41
  store i32 %v102, ptr %v100, align 4
  br label %v31
v31:
  %v30 = phi i64 [ %v86, %v70 ], [ %v40, %v103 ]
  %v39 = add i32 %v36, -1
  %v43 = add i32 %v41, 1
  %v104 = icmp samesign ugt i32 %v39, 1
  br i1 %v104, label %v103, label %v105
v122:
  %v106 = phi i64 [ %v107, %v108 ], [ 0, %v35 ]
  %v109 = phi i64 [ %v110, %v108 ], [ 0, %v35 ]
  %v110 = add nuw nsw i64 %v109, 1
  %v111 = shl i64 %v109, 2
  %v112 = getelementptr i8, ptr %v10, i64 %v111
  %v113 = load i32, ptr %v112, align 4
  %v114 = icmp eq i32 %v113, 1
  br i1 %v114, label %v115, label %v108
v115:
  %v116 = icmp slt i64 %v106, 0
  %v117 = select i1 %v116, i64 %v17, i64 0
  %v118 = getelementptr i32, ptr %v16, i64 %v106
  %v119 = getelementptr i32, ptr %v118, i64 %v117
  %v120 = trunc i64 %v109 to i32
  store i32 %v120, ptr %v119, align 4
  %v121 = add nsw i64 %v106, 1
  br label %v108
v108:
  %v107 = phi i64 [ %v121, %v115 ], [ %v106, %v122 ]
  %v123 = icmp eq i64 %v27, %v110
  br i1 %v123, label %v124, label %v122
v132:
  %v125 = icmp sgt i64 %v126, 0
  br i1 %v125, label %v127, label %v128
v127:
  %v129 = phi i64 [ %v130, %v131 ], [ %v126, %v132 ]
  %v133 = phi i64 [ %v134, %v131 ], [ 0, %v132 ]
  %v135 = phi i64 [ %v136, %v131 ], [ 0, %v132 ]
  %v137 = shl i64 %v133, 2
  %v138 = getelementptr i8, ptr %v16, i64 %v137
  %v139 = load i32, ptr %v138, align 4
  %v134 = add nuw nsw i64 %v133, 1
  %v140 = sext i32 %v139 to i64
  %v141 = icmp slt i32 %v139, 0
  %v142 = select i1 %v141, i64 %v11, i64 0
  %v143 = getelementptr i32, ptr %v10, i64 %v142
  %v144 = getelementptr i32, ptr %v143, i64 %v140
  %v145 = load i32, ptr %v144, align 4
  %v146 = icmp eq i32 %v145, 1
  br i1 %v146, label %v147, label %v131
v147:
  %v148 = select i1 %v141, i64 %v13, i64 0
  %v149 = getelementptr i32, ptr %v12, i64 %v148
  %v150 = getelementptr i32, ptr %v149, i64 %v140
  %v151 = load i32, ptr %v150, align 4
  %v152 = shl nsw i64 %v140, 2
  %v153 = getelementptr inbounds i8, ptr %v143, i64 %v152
  store i32 0, ptr %v153, align 4
  %v154 = icmp slt i64 %v135, 0
  %v155 = select i1 %v154, i64 %v19, i64 0
  %v156 = getelementptr i32, ptr %v18, i64 %v135
  %v157 = getelementptr i32, ptr %v156, i64 %v155
  store i32 %v151, ptr %v157, align 4
  %v158 = add nsw i64 %v135, 1
  %v159 = sext i32 %v151 to i64
  %v160 = icmp slt i32 %v151, 0
  %v161 = select i1 %v160, i64 %v7, i64 0
  %v162 = getelementptr i32, ptr %v6, i64 %v161
  %v163 = getelementptr i32, ptr %v162, i64 %v159
  %v164 = load i32, ptr %v163, align 4
  %v165 = sext i32 %v164 to i64
  %v166 = icmp slt i32 %v164, 0
  %v167 = select i1 %v166, i64 %v9, i64 0
  %v168 = getelementptr i32, ptr %v8, i64 %v167
  %v169 = getelementptr i32, ptr %v168, i64 %v165
  %v170 = load i32, ptr %v169, align 4
  %v171 = sext i32 %v170 to i64
  %v172 = icmp slt i32 %v170, 0
  %v173 = select i1 %v172, i64 %v11, i64 0
  %v174 = getelementptr i32, ptr %v10, i64 %v173
  %v175 = getelementptr i32, ptr %v174, i64 %v171
  %v176 = load i32, ptr %v175, align 4
  %v177 = add i32 %v176, -1
  store i32 %v177, ptr %v175, align 4
  %v178 = select i1 %v172, i64 %v13, i64 0
  %v179 = getelementptr i32, ptr %v12, i64 %v178
  %v180 = getelementptr i32, ptr %v179, i64 %v171
  %v181 = load i32, ptr %v180, align 4
  %v182 = load i32, ptr %v163, align 4
  %v183 = xor i32 %v182, %v181
  store i32 %v183, ptr %v180, align 4
  %v184 = load i32, ptr %v175, align 4
  %v185 = icmp eq i32 %v184, 1
  br i1 %v185, label %v186, label %v131
v186:
  %v187 = getelementptr i32, ptr %v16, i64 %v129
  store i32 %v170, ptr %v187, align 4
  %v188 = add nuw nsw i64 %v129, 1
  br label %v131
v131:
  %v130 = phi i64 [ %v188, %v186 ], [ %v129, %v147 ], [ %v129, %v127 ]
  %v136 = phi i64 [ %v158, %v186 ], [ %v158, %v147 ], [ %v135, %v127 ]
  %v189 = icmp slt i64 %v134, %v130
  br i1 %v189, label %v127, label %v128
v25:
  %v190 = icmp sgt i64 %v21, 1
  br i1 %v190, label %v191, label %v124
v191:
  %v34 = add nsw i64 %v21, -2
  br label %v29
v29:
  %v28 = phi i64 [ %v27, %v105 ], [ 0, %v191 ]
  %v33 = phi i64 [ %v192, %v105 ], [ 0, %v191 ]
  %v192 = add nuw nsw i64 %v33, 1
  %v193 = getelementptr i32, ptr %v0, i64 %v33
  %v42 = load i32, ptr %v193, align 4
  %v194 = getelementptr i8, ptr %v193, i64 4
  %v195 = load i32, ptr %v194, align 4
  %v196 = sub i32 %v195, %v42
  %v197 = icmp slt i32 %v196, 1
  br i1 %v197, label %v105, label %v38
v38:
  %v37 = add nuw i32 %v196, 1
  br label %v103
v35:
  %v198 = icmp slt i64 %v27, 1
  br i1 %v198, label %v124, label %v122
v124:
  %v126 = phi i64 [ 0, %v35 ], [ 0, %v25 ], [ %v107, %v108 ]
  %v199 = icmp slt i64 %v23, 4
  br i1 %v199, label %v132, label %v200
v200:
  tail call void @llvm.memset.p0.i64(ptr align 4 %v18, i8 -1, i64 %v23, i1 false)
  br label %v132
v128:
  ret i32 0
}
