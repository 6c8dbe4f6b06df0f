; Made from colouring.py by generate.py: a719576a3d65eb41a2996cb4da23b3124a452e0e
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
v101:
  %v26 = icmp eq i64 %v27, %v28
  br i1 %v26, label %v29, label %v30
v65:
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
  %v57 = icmp eq i64 %v27, %v56
  br i1 %v57, label %v58, label %v59
v58:
  %v60 = getelementptr i32, ptr %v10, i64 %v51
  store i32 %v61, ptr %v60, align 4
  br label %v59
v59:
  %v62 = shl nuw nsw i64 %v51, 2
  %v63 = getelementptr i8, ptr %v8, i64 %v62
  store i32 %v61, ptr %v63, align 4
  br label %v35
v35:
  %v34 = add i32 %v31, -1
  %v38 = add i32 %v36, 1
  %v64 = icmp samesign ugt i32 %v34, 1
  br i1 %v64, label %v65, label %v66
v96:
  %v67 = phi i32 [ %v68, %v69 ], [ %v70, %v71 ]
  %v72 = phi i32 [ %v73, %v69 ], [ %v74, %v71 ]
  %v75 = sext i32 %v72 to i64
  %v76 = icmp slt i32 %v72, 0
  %v77 = select i1 %v76, i64 %v3, i64 0
  %v78 = getelementptr i32, ptr %v2, i64 %v77
  %v79 = getelementptr i32, ptr %v78, i64 %v75
  %v80 = load i32, ptr %v79, align 4
  %v81 = sext i32 %v80 to i64
  %v82 = icmp slt i32 %v80, 0
  %v83 = select i1 %v82, i64 %v5, i64 0
  %v84 = getelementptr i32, ptr %v4, i64 %v83
  %v85 = getelementptr i32, ptr %v84, i64 %v81
  %v86 = load i32, ptr %v85, align 4
  %v87 = icmp sgt i32 %v86, -1
  br i1 %v87, label %v88, label %v71
v88:
  %v89 = zext nneg i32 %v86 to i64
  %v90 = getelementptr i32, ptr %v10, i64 %v89
  %v91 = load i32, ptr %v90, align 4
  %v92 = sext i32 %v91 to i64
  %v93 = icmp eq i64 %v27, %v92
  %v94 = select i1 %v93, i32 -1, i32 %v86
  br label %v71
v71:
  %v95 = phi i32 [ %v86, %v96 ], [ %v94, %v88 ]
  %v97 = select i1 %v76, i64 %v7, i64 0
  %v98 = getelementptr i32, ptr %v6, i64 %v97
  %v99 = getelementptr i32, ptr %v98, i64 %v75
  store i32 %v95, ptr %v99, align 4
  %v70 = add i32 %v67, -1
  %v74 = add i32 %v72, 1
  %v100 = icmp samesign ugt i32 %v70, 1
  br i1 %v100, label %v96, label %v101
v17:
  %v102 = icmp sgt i64 %v13, 1
  br i1 %v102, label %v103, label %v29
v103:
  %v28 = add nsw i64 %v13, -2
  br label %v30
v30:
  %v27 = phi i64 [ %v104, %v101 ], [ 0, %v103 ]
  %v104 = add nuw nsw i64 %v27, 1
  %v105 = getelementptr i32, ptr %v0, i64 %v27
  %v37 = load i32, ptr %v105, align 4
  %v106 = getelementptr i8, ptr %v105, i64 4
  %v107 = load i32, ptr %v106, align 4
  %v108 = sub i32 %v107, %v37
  %v109 = icmp slt i32 %v108, 1
  br i1 %v109, label %v101, label %v33
v33:
  %v61 = trunc i64 %v27 to i32
  %v32 = add nuw i32 %v108, 1
  br label %v65
v66:
  %v110 = shl i64 %v27, 2
  %v111 = getelementptr i8, ptr %v0, i64 %v110
  %v73 = load i32, ptr %v111, align 4
  %v112 = getelementptr i8, ptr %v111, i64 4
  %v113 = load i32, ptr %v112, align 4
  %v114 = sub i32 %v113, %v73
  %v115 = icmp slt i32 %v114, 1
  br i1 %v115, label %v101, label %v69
v69:
  %v68 = add nuw i32 %v114, 1
  br label %v96
v29:
  ret i32 0
}
