; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] <i4[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v21:
  %v12 = shl i64 %v1, 2
  %v13 = ashr exact i64 %v12, 2
  %v14 = shl i64 %v9, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = icmp slt i64 %v15, 1
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = phi i64 [ %v20, %v18 ], [ 0, %v21 ]
  %v20 = add nuw nsw i64 %v19, 1
  %v22 = shl i64 %v19, 2
  %v23 = getelementptr i8, ptr %v8, i64 %v22
  store i32 -1, ptr %v23, align 4
  %v24 = getelementptr i8, ptr %v10, i64 %v22
  store i32 -1, ptr %v24, align 4
  %v25 = icmp eq i64 %v15, %v20
  br i1 %v25, label %v17, label %v18
v107:
  %v26 = icmp eq i64 %v27, %v28
  br i1 %v26, label %v29, label %v30
v66:
  %v31 = phi i32 [ %v32, %v33 ], [ %v34, %v35 ]
  %v36 = phi i32 [ %v37, %v33 ], [ %v38, %v35 ]
  %v39 = sext i32 %v36 to i64
  %v40 = icmp slt i32 %v36, 0
  %v41 = select i1 %v40, i64 %v3, i64 0
  %v42 = getelementptr i32, ptr %v2, i64 %v41
  %v43 = getelementptr i32, ptr %v42, i64 %v39
  %v44 = load i32, ptr %v43, align 4
  %v45 = sext i32 %v44 to i64
  %v46 = icmp slt i32 %v44, 0
  %v47 = select i1 %v46, i64 %v5, i64 0
  %v48 = getelementptr i32, ptr %v4, i64 %v47
  %v49 = getelementptr i32, ptr %v48, i64 %v45
  %v50 = load i32, ptr %v49, align 4
  %v51 = sext i32 %v50 to i64
  %v52 = icmp sgt i32 %v50, -1
  br i1 %v52, label %v53, label %v35
v53:
  %v54 = getelementptr i32, ptr %v8, i64 %v51
  %v55 = load i32, ptr %v54, align 4
  %v56 = sext i32 %v55 to i64
  %v57 = icmp eq i64 %v58, %v56
  br i1 %v57, label %v59, label %v60
v59:
  %v61 = getelementptr i32, ptr %v10, i64 %v51
  store i32 %v62, ptr %v61, align 4
  br label %v60
v60:
  %v63 = shl nuw nsw i64 %v51, 2
  %v64 = getelementptr i8, ptr %v8, i64 %v63
  store i32 %v62, ptr %v64, align 4
  br label %v35
v35:
  %v34 = add i32 %v31, -1
  %v38 = add i32 %v36, 1
  %v65 = icmp samesign ugt i32 %v34, 1
  br i1 %v65, label %v66, label %v67
v102:
  %v68 = phi i32 [ %v69, %v70 ], [ %v71, %v72 ]
  %v73 = phi i32 [ %v74, %v70 ], [ %v75, %v72 ]
  %v76 = sext i32 %v73 to i64
  %v77 = icmp slt i32 %v73, 0
  %v78 = select i1 %v77, i64 %v3, i64 0
  %v79 = getelementptr i32, ptr %v2, i64 %v78
  %v80 = getelementptr i32, ptr %v79, i64 %v76
  %v81 = load i32, ptr %v80, align 4
  %v82 = sext i32 %v81 to i64
  %v83 = icmp slt i32 %v81, 0
  %v84 = select i1 %v83, i64 %v5, i64 0
  %v85 = getelementptr i32, ptr %v4, i64 %v84
  %v86 = getelementptr i32, ptr %v85, i64 %v82
  %v87 = load i32, ptr %v86, align 4
  %v88 = sext i32 %v87 to i64
  %v89 = icmp sgt i32 %v87, -1
  br i1 %v89, label %v90, label %v72
v90:
  %v91 = getelementptr i32, ptr %v10, i64 %v88
  %v92 = load i32, ptr %v91, align 4
  %v93 = sext i32 %v92 to i64
  %v94 = icmp eq i64 %v58, %v93
  br i1 %v94, label %v72, label %v95
v95:
  %v96 = mul nsw i64 %v97, %v88
  %v98 = add nsw i64 %v96, %v58
  %v99 = trunc i64 %v98 to i32
  %v100 = add i32 %v99, 1
  br label %v72
v72:
  %v101 = phi i32 [ %v100, %v95 ], [ 0, %v90 ], [ 0, %v102 ]
  %v103 = select i1 %v77, i64 %v7, i64 0
  %v104 = getelementptr i32, ptr %v6, i64 %v103
  %v105 = getelementptr i32, ptr %v104, i64 %v76
  store i32 %v101, ptr %v105, align 4
  %v71 = add i32 %v68, -1
  %v75 = add i32 %v73, 1
  %v106 = icmp samesign ugt i32 %v71, 1
  br i1 %v106, label %v102, label %v107
v17:
  %v97 = add nsw i64 %v13, -1
  %v108 = icmp slt i64 %v13, 2
  %v28 = select i1 %v108, i64 0, i64 %v97
  %v109 = icmp sgt i64 %v28, 0
  br i1 %v109, label %v30, label %v29
v30:
  %v58 = phi i64 [ %v27, %v107 ], [ 0, %v17 ]
  %v27 = add nuw nsw i64 %v58, 1
  %v110 = getelementptr i32, ptr %v0, i64 %v58
  %v37 = load i32, ptr %v110, align 4
  %v111 = getelementptr i8, ptr %v110, i64 4
  %v112 = load i32, ptr %v111, align 4
  %v113 = sub i32 %v112, %v37
  %v114 = icmp slt i32 %v113, 1
  br i1 %v114, label %v107, label %v33
v33:
  %v62 = trunc i64 %v58 to i32
  %v32 = add nuw i32 %v113, 1
  br label %v66
v67:
  %v115 = shl i64 %v58, 2
  %v116 = getelementptr i8, ptr %v0, i64 %v115
  %v74 = load i32, ptr %v116, align 4
  %v117 = getelementptr i8, ptr %v116, i64 4
  %v118 = load i32, ptr %v117, align 4
  %v119 = sub i32 %v118, %v74
  %v120 = icmp slt i32 %v119, 1
  br i1 %v120, label %v107, label %v70
v70:
  %v69 = add nuw i32 %v119, 1
  br label %v102
v29:
  ret i32 0
}

; const <i4[1] const <i4[1] const <i4[1] <i8[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7, ptr %v8, i64 %v9, ptr %v10, i64 %v11) nounwind {
v21:
  %v12 = shl i64 %v1, 2
  %v13 = ashr exact i64 %v12, 2
  %v14 = shl i64 %v9, 2
  %v15 = ashr exact i64 %v14, 2
  %v16 = icmp slt i64 %v15, 1
  br i1 %v16, label %v17, label %v18
v18:
  %v19 = phi i64 [ %v20, %v18 ], [ 0, %v21 ]
  %v20 = add nuw nsw i64 %v19, 1
  %v22 = shl i64 %v19, 2
  %v23 = getelementptr i8, ptr %v8, i64 %v22
  store i32 -1, ptr %v23, align 4
  %v24 = getelementptr i8, ptr %v10, i64 %v22
  store i32 -1, ptr %v24, align 4
  %v25 = icmp eq i64 %v15, %v20
  br i1 %v25, label %v17, label %v18
v105:
  %v26 = icmp eq i64 %v27, %v28
  br i1 %v26, label %v29, label %v30
v66:
  %v31 = phi i32 [ %v32, %v33 ], [ %v34, %v35 ]
  %v36 = phi i32 [ %v37, %v33 ], [ %v38, %v35 ]
  %v39 = sext i32 %v36 to i64
  %v40 = icmp slt i32 %v36, 0
  %v41 = select i1 %v40, i64 %v3, i64 0
  %v42 = getelementptr i32, ptr %v2, i64 %v41
  %v43 = getelementptr i32, ptr %v42, i64 %v39
  %v44 = load i32, ptr %v43, align 4
  %v45 = sext i32 %v44 to i64
  %v46 = icmp slt i32 %v44, 0
  %v47 = select i1 %v46, i64 %v5, i64 0
  %v48 = getelementptr i32, ptr %v4, i64 %v47
  %v49 = getelementptr i32, ptr %v48, i64 %v45
  %v50 = load i32, ptr %v49, align 4
  %v51 = sext i32 %v50 to i64
  %v52 = icmp sgt i32 %v50, -1
  br i1 %v52, label %v53, label %v35
v53:
  %v54 = getelementptr i32, ptr %v8, i64 %v51
  %v55 = load i32, ptr %v54, align 4
  %v56 = sext i32 %v55 to i64
  %v57 = icmp eq i64 %v58, %v56
  br i1 %v57, label %v59, label %v60
v59:
  %v61 = getelementptr i32, ptr %v10, i64 %v51
  store i32 %v62, ptr %v61, align 4
  br label %v60
v60:
  %v63 = shl nuw nsw i64 %v51, 2
  %v64 = getelementptr i8, ptr %v8, i64 %v63
  store i32 %v62, ptr %v64, align 4
  br label %v35
v35:
  %v34 = add i32 %v31, -1
  %v38 = add i32 %v36, 1
  %v65 = icmp samesign ugt i32 %v34, 1
  br i1 %v65, label %v66, label %v67
v100:
  %v68 = phi i32 [ %v69, %v70 ], [ %v71, %v72 ]
  %v73 = phi i32 [ %v74, %v70 ], [ %v75, %v72 ]
  %v76 = sext i32 %v73 to i64
  %v77 = icmp slt i32 %v73, 0
  %v78 = select i1 %v77, i64 %v3, i64 0
  %v79 = getelementptr i32, ptr %v2, i64 %v78
  %v80 = getelementptr i32, ptr %v79, i64 %v76
  %v81 = load i32, ptr %v80, align 4
  %v82 = sext i32 %v81 to i64
  %v83 = icmp slt i32 %v81, 0
  %v84 = select i1 %v83, i64 %v5, i64 0
  %v85 = getelementptr i32, ptr %v4, i64 %v84
  %v86 = getelementptr i32, ptr %v85, i64 %v82
  %v87 = load i32, ptr %v86, align 4
  %v88 = sext i32 %v87 to i64
  %v89 = icmp sgt i32 %v87, -1
  br i1 %v89, label %v90, label %v72
v90:
  %v91 = getelementptr i32, ptr %v10, i64 %v88
  %v92 = load i32, ptr %v91, align 4
  %v93 = sext i32 %v92 to i64
  %v94 = icmp eq i64 %v58, %v93
  br i1 %v94, label %v72, label %v95
v95:
  %v96 = mul nsw i64 %v97, %v88
  %v98 = add i64 %v96, %v27
  br label %v72
v72:
  %v99 = phi i64 [ %v98, %v95 ], [ 0, %v90 ], [ 0, %v100 ]
  %v101 = select i1 %v77, i64 %v7, i64 0
  %v102 = getelementptr i64, ptr %v6, i64 %v101
  %v103 = getelementptr i64, ptr %v102, i64 %v76
  store i64 %v99, ptr %v103, align 8
  %v71 = add i32 %v68, -1
  %v75 = add i32 %v73, 1
  %v104 = icmp samesign ugt i32 %v71, 1
  br i1 %v104, label %v100, label %v105
v17:
  %v97 = add nsw i64 %v13, -1
  %v106 = icmp slt i64 %v13, 2
  %v28 = select i1 %v106, i64 0, i64 %v97
  %v107 = icmp sgt i64 %v28, 0
  br i1 %v107, label %v30, label %v29
v30:
  %v58 = phi i64 [ %v27, %v105 ], [ 0, %v17 ]
  %v27 = add nuw nsw i64 %v58, 1
  %v108 = getelementptr i32, ptr %v0, i64 %v58
  %v37 = load i32, ptr %v108, align 4
  %v109 = getelementptr i8, ptr %v108, i64 4
  %v110 = load i32, ptr %v109, align 4
  %v111 = sub i32 %v110, %v37
  %v112 = icmp slt i32 %v111, 1
  br i1 %v112, label %v105, label %v33
v33:
  %v62 = trunc i64 %v58 to i32
  %v32 = add nuw i32 %v111, 1
  br label %v66
v67:
  %v113 = shl i64 %v58, 2
  %v114 = getelementptr i8, ptr %v0, i64 %v113
  %v74 = load i32, ptr %v114, align 4
  %v115 = getelementptr i8, ptr %v114, i64 4
  %v116 = load i32, ptr %v115, align 4
  %v117 = sub i32 %v116, %v74
  %v118 = icmp slt i32 %v117, 1
  br i1 %v118, label %v105, label %v70
v70:
  %v69 = add nuw i32 %v117, 1
  br label %v100
v29:
  ret i32 0
}
