; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11, ptr %v12, i64 %v13) nounwind {
v21:
  %v14 = shl i64 %v9, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = icmp slt i64 %v15, 1
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = phi i64 [ %v20, %v18 ], [ 0, %v21 ]
  %v20 = add nuw nsw i64 %v19, 1
  %v22 = shl i64 %v19, 2
  %v23 = getelementptr i8, ptr %v10, i64 %v22
  store i32 -1, ptr %v23, align 4
  %v24 = getelementptr i8, ptr %v12, i64 %v22
  store i32 -1, ptr %v24, align 4
  %v25 = icmp eq i64 %v15, %v20
  br i1 %v25, label %v17, label %v18
v17:
  %v26 = icmp sgt i64 %v9, 0
  br i1 %v26, label %v27, label %v28
v60:
  %v29 = icmp sgt i32 %v30, 1
  br i1 %v29, label %v31, label %v32
v59:
  %v33 = phi i32 [ %v34, %v35 ], [ %v36, %v37 ]
  %v38 = phi i32 [ %v39, %v35 ], [ %v40, %v37 ]
  %v41 = sext i32 %v38 to i64
  %v42 = icmp slt i32 %v38, 0
  %v43 = select i1 %v42, i64 %v3, i64 0
  %v44 = getelementptr i32, ptr %v2, i64 %v43
  %v45 = getelementptr i32, ptr %v44, i64 %v41
  %v46 = load i32, ptr %v45, align 4
  %v47 = sext i32 %v46 to i64
  %v48 = icmp slt i32 %v46, 0
  %v49 = select i1 %v48, i64 %v11, i64 0
  %v50 = getelementptr i32, ptr %v10, i64 %v49
  %v51 = getelementptr i32, ptr %v50, i64 %v47
  %v52 = load i32, ptr %v51, align 4
  %v53 = icmp sgt i32 %v52, -1
  br i1 %v53, label %v54, label %v37
v54:
  %v55 = zext nneg i32 %v52 to i64
  %v56 = getelementptr i32, ptr %v12, i64 %v55
  store i32 %v57, ptr %v56, align 4
  br label %v37
v37:
  %v36 = add i32 %v33, -1
  %v40 = add i32 %v38, 1
  %v58 = icmp samesign ugt i32 %v36, 1
  br i1 %v58, label %v59, label %v60
v32:
  %v61 = load i32, ptr %v12, align 4
  %v62 = icmp eq i32 %v61, %v57
  br i1 %v62, label %v63, label %v64
v63:
  %v65 = phi i64 [ %v66, %v63 ], [ 0, %v32 ]
  %v66 = add nuw nsw i64 %v65, 1
  %v67 = shl i64 %v65, 2
  %v68 = getelementptr i8, ptr %v12, i64 %v67
  %v69 = getelementptr i8, ptr %v68, i64 4
  %v70 = load i32, ptr %v69, align 4
  %v71 = icmp eq i32 %v70, %v57
  br i1 %v71, label %v63, label %v72
v72:
  %v73 = trunc i64 %v66 to i32
  br label %v64
v64:
  %v74 = phi i32 [ 0, %v32 ], [ %v73, %v72 ]
  %v75 = select i1 %v76, i64 %v11, i64 0
  %v77 = getelementptr i32, ptr %v10, i64 %v75
  %v78 = getelementptr i32, ptr %v77, i64 %v79
  store i32 %v74, ptr %v78, align 4
  %v80 = icmp eq i64 %v81, %v9
  br i1 %v80, label %v28, label %v27
v27:
  %v82 = phi i64 [ %v81, %v64 ], [ 0, %v17 ]
  %v83 = shl i64 %v82, 2
  %v84 = getelementptr i8, ptr %v8, i64 %v83
  %v57 = load i32, ptr %v84, align 4
  %v81 = add nuw nsw i64 %v82, 1
  %v79 = sext i32 %v57 to i64
  %v76 = icmp slt i32 %v57, 0
  %v85 = select i1 %v76, i64 %v5, i64 0
  %v86 = getelementptr i32, ptr %v4, i64 %v85
  %v87 = getelementptr i32, ptr %v86, i64 %v79
  %v88 = load i32, ptr %v87, align 4
  %v89 = icmp slt i32 %v57, -1
  %v90 = select i1 %v89, i64 %v5, i64 0
  %v91 = getelementptr i32, ptr %v4, i64 %v79
  %v92 = getelementptr i8, ptr %v91, i64 4
  %v93 = getelementptr i32, ptr %v92, i64 %v90
  %v94 = load i32, ptr %v93, align 4
  %v95 = sub i32 %v94, %v88
  %v96 = icmp slt i32 %v95, 1
  br i1 %v96, label %v32, label %v31
v31:
  %v30 = phi i32 [ %v97, %v60 ], [ %v95, %v27 ]
  %v98 = phi i32 [ %v99, %v60 ], [ %v88, %v27 ]
  %v97 = add nsw i32 %v30, -1
  %v99 = add i32 %v98, 1
  %v100 = sext i32 %v98 to i64
  %v101 = icmp slt i32 %v98, 0
  %v102 = select i1 %v101, i64 %v7, i64 0
  %v103 = getelementptr i32, ptr %v6, i64 %v102
  %v104 = getelementptr i32, ptr %v103, i64 %v100
  %v105 = load i32, ptr %v104, align 4
  %v106 = sext i32 %v105 to i64
  %v107 = icmp slt i32 %v105, 0
  %v108 = select i1 %v107, i64 %v1, i64 0
  %v109 = getelementptr i32, ptr %v0, i64 %v108
  %v110 = getelementptr i32, ptr %v109, i64 %v106
  %v39 = load i32, ptr %v110, align 4
  %v111 = icmp slt i32 %v105, -1
  %v112 = select i1 %v111, i64 %v1, i64 0
  %v113 = getelementptr i32, ptr %v0, i64 %v106
  %v114 = getelementptr i8, ptr %v113, i64 4
  %v115 = getelementptr i32, ptr %v114, i64 %v112
  %v116 = load i32, ptr %v115, align 4
  %v117 = sub i32 %v116, %v39
  %v118 = icmp slt i32 %v117, 1
  br i1 %v118, label %v60, label %v35
v35:
  %v34 = add nuw i32 %v117, 1
  br label %v59
v28:
  ret i32 0
}
