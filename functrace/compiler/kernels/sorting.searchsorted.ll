; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e
; by Numba 0.68.1

; const <f8[1] const <f8[1] <i8[1] |b1
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v112:
  %v7 = shl i64 %v1, 3
  %v8 = ashr exact i64 %v7, 3
  %v9 = shl i64 %v3, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = icmp slt i64 %v10, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp sgt i64 %v8, 0
  br i1 %v14, label %v15, label %v16
v16:
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v9, i1 false)
  br label %v12
v15:
  %v17 = icmp eq i8 %v6, 0
  br i1 %v17, label %v18, label %v19
v18:
  %v20 = phi i64 [ %v21, %v22 ], [ 0, %v15 ]
  %v21 = add nuw nsw i64 %v20, 1
  %v23 = getelementptr double, ptr %v2, i64 %v20
  %v24 = load double, ptr %v23, align 8
  %v25 = freeze double %v24
  %v26 = fcmp uno double %v25, 0.000000e+00
  br i1 %v26, label %v27, label %v28
v27:
  %v29 = phi i64 [ %v30, %v27 ], [ %v8, %v18 ]
  %v31 = phi i64 [ %v32, %v27 ], [ 0, %v18 ]
  %v33 = add nuw nsw i64 %v29, 1
  %v34 = lshr i64 %v33, 1
  %v35 = add nuw nsw i64 %v34, %v31
  %v36 = icmp eq i64 %v35, 0
  %v37 = select i1 %v36, i64 %v1, i64 0
  %v38 = getelementptr double, ptr %v0, i64 %v35
  %v39 = getelementptr i8, ptr %v38, i64 -8
  %v40 = getelementptr double, ptr %v39, i64 %v37
  %v41 = load double, ptr %v40, align 8
  %v42 = fcmp olt double %v41, %v25
  %v43 = fcmp ord double %v41, 0.000000e+00
  %v44 = or i1 %v42, %v43
  %v45 = select i1 %v44, i64 %v34, i64 0
  %v32 = add nuw nsw i64 %v45, %v31
  %v30 = sub nsw i64 %v29, %v34
  %v46 = icmp sgt i64 %v30, 0
  br i1 %v46, label %v27, label %v22
v22:
  %v47 = phi i64 [ %v32, %v27 ], [ %v48, %v28 ]
  %v49 = getelementptr i64, ptr %v4, i64 %v20
  store i64 %v47, ptr %v49, align 8
  %v50 = icmp eq i64 %v10, %v21
  br i1 %v50, label %v12, label %v18
v28:
  %v51 = phi i64 [ %v52, %v28 ], [ %v8, %v18 ]
  %v53 = phi i64 [ %v48, %v28 ], [ 0, %v18 ]
  %v54 = add nuw nsw i64 %v51, 1
  %v55 = lshr i64 %v54, 1
  %v56 = add nuw nsw i64 %v55, %v53
  %v57 = icmp eq i64 %v56, 0
  %v58 = select i1 %v57, i64 %v1, i64 0
  %v59 = getelementptr double, ptr %v0, i64 %v56
  %v60 = getelementptr i8, ptr %v59, i64 -8
  %v61 = getelementptr double, ptr %v60, i64 %v58
  %v62 = load double, ptr %v61, align 8
  %v63 = fcmp olt double %v62, %v25
  %v64 = select i1 %v63, i64 %v55, i64 0
  %v48 = add nuw nsw i64 %v64, %v53
  %v52 = sub nsw i64 %v51, %v55
  %v65 = icmp sgt i64 %v52, 0
  br i1 %v65, label %v28, label %v22
v19:
  %v66 = phi i64 [ %v67, %v68 ], [ 0, %v15 ]
  %v67 = add nuw nsw i64 %v66, 1
  %v69 = getelementptr double, ptr %v2, i64 %v66
  %v70 = load double, ptr %v69, align 8
  %v71 = freeze double %v70
  %v72 = fcmp uno double %v71, 0.000000e+00
  br i1 %v72, label %v73, label %v74
v74:
  %v75 = phi i64 [ %v76, %v74 ], [ %v8, %v19 ]
  %v77 = phi i64 [ %v78, %v74 ], [ 0, %v19 ]
  %v79 = add nuw nsw i64 %v75, 1
  %v80 = lshr i64 %v79, 1
  %v81 = add nuw nsw i64 %v80, %v77
  %v82 = icmp eq i64 %v81, 0
  %v83 = select i1 %v82, i64 %v1, i64 0
  %v84 = getelementptr double, ptr %v0, i64 %v81
  %v85 = getelementptr i8, ptr %v84, i64 -8
  %v86 = getelementptr double, ptr %v85, i64 %v83
  %v87 = load double, ptr %v86, align 8
  %v88 = fcmp uge double %v71, %v87
  %v89 = fcmp ord double %v87, 0.000000e+00
  %v90 = and i1 %v88, %v89
  %v91 = select i1 %v90, i64 %v80, i64 0
  %v78 = add nuw nsw i64 %v91, %v77
  %v76 = sub nsw i64 %v75, %v80
  %v92 = icmp sgt i64 %v76, 0
  br i1 %v92, label %v74, label %v68
v68:
  %v93 = phi i64 [ %v94, %v73 ], [ %v78, %v74 ]
  %v95 = getelementptr i64, ptr %v4, i64 %v66
  store i64 %v93, ptr %v95, align 8
  %v96 = icmp eq i64 %v10, %v67
  br i1 %v96, label %v12, label %v19
v73:
  %v97 = phi i64 [ %v98, %v73 ], [ %v8, %v19 ]
  %v99 = phi i64 [ %v94, %v73 ], [ 0, %v19 ]
  %v100 = add nuw nsw i64 %v97, 1
  %v101 = lshr i64 %v100, 1
  %v102 = add nuw nsw i64 %v101, %v99
  %v103 = icmp eq i64 %v102, 0
  %v104 = select i1 %v103, i64 %v1, i64 0
  %v105 = getelementptr double, ptr %v0, i64 %v102
  %v106 = getelementptr i8, ptr %v105, i64 -8
  %v107 = getelementptr double, ptr %v106, i64 %v104
  %v108 = load double, ptr %v107, align 8
  %v109 = fcmp olt double %v71, %v108
  %v110 = select i1 %v109, i64 0, i64 %v101
  %v94 = add nuw nsw i64 %v110, %v99
  %v98 = sub nsw i64 %v97, %v101
  %v111 = icmp sgt i64 %v98, 0
  br i1 %v111, label %v73, label %v68
v12:
  ret i32 0
}

; const <i8[1] const <i8[1] <i8[1] |b1
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v69:
  %v7 = shl i64 %v1, 3
  %v8 = ashr exact i64 %v7, 3
  %v9 = shl i64 %v3, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = icmp slt i64 %v10, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp sgt i64 %v8, 0
  br i1 %v14, label %v15, label %v16
v16:
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v9, i1 false)
  br label %v12
v15:
  %v17 = freeze i8 %v6
  %v18 = icmp eq i8 %v17, 0
  br i1 %v18, label %v19, label %v20
v19:
  %v21 = phi i64 [ %v22, %v23 ], [ 0, %v15 ]
  %v24 = getelementptr i64, ptr %v2, i64 %v21
  %v25 = load i64, ptr %v24, align 8
  br label %v26
v26:
  %v27 = phi i64 [ %v28, %v26 ], [ %v8, %v19 ]
  %v29 = phi i64 [ %v30, %v26 ], [ 0, %v19 ]
  %v31 = add nuw nsw i64 %v27, 1
  %v32 = lshr i64 %v31, 1
  %v33 = add nuw nsw i64 %v32, %v29
  %v34 = icmp eq i64 %v33, 0
  %v35 = select i1 %v34, i64 %v1, i64 0
  %v36 = getelementptr i64, ptr %v0, i64 %v33
  %v37 = getelementptr i8, ptr %v36, i64 -8
  %v38 = getelementptr i64, ptr %v37, i64 %v35
  %v39 = load i64, ptr %v38, align 8
  %v40 = icmp slt i64 %v39, %v25
  %v41 = select i1 %v40, i64 %v32, i64 0
  %v30 = add nuw nsw i64 %v41, %v29
  %v28 = sub nsw i64 %v27, %v32
  %v42 = icmp sgt i64 %v28, 0
  br i1 %v42, label %v26, label %v23
v23:
  %v22 = add nuw nsw i64 %v21, 1
  %v43 = getelementptr i64, ptr %v4, i64 %v21
  store i64 %v30, ptr %v43, align 8
  %v44 = icmp eq i64 %v10, %v22
  br i1 %v44, label %v12, label %v19
v20:
  %v45 = phi i64 [ %v46, %v47 ], [ 0, %v15 ]
  %v48 = getelementptr i64, ptr %v2, i64 %v45
  %v49 = load i64, ptr %v48, align 8
  br label %v50
v50:
  %v51 = phi i64 [ %v52, %v50 ], [ %v8, %v20 ]
  %v53 = phi i64 [ %v54, %v50 ], [ 0, %v20 ]
  %v55 = add nuw nsw i64 %v51, 1
  %v56 = lshr i64 %v55, 1
  %v57 = add nuw nsw i64 %v56, %v53
  %v58 = icmp eq i64 %v57, 0
  %v59 = select i1 %v58, i64 %v1, i64 0
  %v60 = getelementptr i64, ptr %v0, i64 %v57
  %v61 = getelementptr i8, ptr %v60, i64 -8
  %v62 = getelementptr i64, ptr %v61, i64 %v59
  %v63 = load i64, ptr %v62, align 8
  %v64 = icmp slt i64 %v49, %v63
  %v65 = select i1 %v64, i64 0, i64 %v56
  %v54 = add nuw nsw i64 %v65, %v53
  %v52 = sub nsw i64 %v51, %v56
  %v66 = icmp sgt i64 %v52, 0
  br i1 %v66, label %v50, label %v47
v47:
  %v46 = add nuw nsw i64 %v45, 1
  %v67 = getelementptr i64, ptr %v4, i64 %v45
  store i64 %v54, ptr %v67, align 8
  %v68 = icmp eq i64 %v10, %v46
  br i1 %v68, label %v12, label %v20
v12:
  ret i32 0
}

; const <f4[1] const <f4[1] <i8[1] |b1
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v113:
  %v7 = shl i64 %v1, 2
  %v8 = ashr exact i64 %v7, 2
  %v9 = shl i64 %v3, 2
  %v10 = ashr exact i64 %v9, 2
  %v11 = icmp slt i64 %v10, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp sgt i64 %v8, 0
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = shl i64 %v3, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v17, i1 false)
  br label %v12
v15:
  %v18 = icmp eq i8 %v6, 0
  br i1 %v18, label %v19, label %v20
v19:
  %v21 = phi i64 [ %v22, %v23 ], [ 0, %v15 ]
  %v22 = add nuw nsw i64 %v21, 1
  %v24 = getelementptr float, ptr %v2, i64 %v21
  %v25 = load float, ptr %v24, align 4
  %v26 = freeze float %v25
  %v27 = fcmp uno float %v26, 0.000000e+00
  br i1 %v27, label %v28, label %v29
v28:
  %v30 = phi i64 [ %v31, %v28 ], [ %v8, %v19 ]
  %v32 = phi i64 [ %v33, %v28 ], [ 0, %v19 ]
  %v34 = add nuw nsw i64 %v30, 1
  %v35 = lshr i64 %v34, 1
  %v36 = add nuw nsw i64 %v35, %v32
  %v37 = icmp eq i64 %v36, 0
  %v38 = select i1 %v37, i64 %v1, i64 0
  %v39 = getelementptr float, ptr %v0, i64 %v36
  %v40 = getelementptr i8, ptr %v39, i64 -4
  %v41 = getelementptr float, ptr %v40, i64 %v38
  %v42 = load float, ptr %v41, align 4
  %v43 = fcmp olt float %v42, %v26
  %v44 = fcmp ord float %v42, 0.000000e+00
  %v45 = or i1 %v43, %v44
  %v46 = select i1 %v45, i64 %v35, i64 0
  %v33 = add nuw nsw i64 %v46, %v32
  %v31 = sub nsw i64 %v30, %v35
  %v47 = icmp sgt i64 %v31, 0
  br i1 %v47, label %v28, label %v23
v23:
  %v48 = phi i64 [ %v33, %v28 ], [ %v49, %v29 ]
  %v50 = getelementptr i64, ptr %v4, i64 %v21
  store i64 %v48, ptr %v50, align 8
  %v51 = icmp eq i64 %v10, %v22
  br i1 %v51, label %v12, label %v19
v29:
  %v52 = phi i64 [ %v53, %v29 ], [ %v8, %v19 ]
  %v54 = phi i64 [ %v49, %v29 ], [ 0, %v19 ]
  %v55 = add nuw nsw i64 %v52, 1
  %v56 = lshr i64 %v55, 1
  %v57 = add nuw nsw i64 %v56, %v54
  %v58 = icmp eq i64 %v57, 0
  %v59 = select i1 %v58, i64 %v1, i64 0
  %v60 = getelementptr float, ptr %v0, i64 %v57
  %v61 = getelementptr i8, ptr %v60, i64 -4
  %v62 = getelementptr float, ptr %v61, i64 %v59
  %v63 = load float, ptr %v62, align 4
  %v64 = fcmp olt float %v63, %v26
  %v65 = select i1 %v64, i64 %v56, i64 0
  %v49 = add nuw nsw i64 %v65, %v54
  %v53 = sub nsw i64 %v52, %v56
  %v66 = icmp sgt i64 %v53, 0
  br i1 %v66, label %v29, label %v23
v20:
  %v67 = phi i64 [ %v68, %v69 ], [ 0, %v15 ]
  %v68 = add nuw nsw i64 %v67, 1
  %v70 = getelementptr float, ptr %v2, i64 %v67
  %v71 = load float, ptr %v70, align 4
  %v72 = freeze float %v71
  %v73 = fcmp uno float %v72, 0.000000e+00
  br i1 %v73, label %v74, label %v75
v75:
  %v76 = phi i64 [ %v77, %v75 ], [ %v8, %v20 ]
  %v78 = phi i64 [ %v79, %v75 ], [ 0, %v20 ]
  %v80 = add nuw nsw i64 %v76, 1
  %v81 = lshr i64 %v80, 1
  %v82 = add nuw nsw i64 %v81, %v78
  %v83 = icmp eq i64 %v82, 0
  %v84 = select i1 %v83, i64 %v1, i64 0
  %v85 = getelementptr float, ptr %v0, i64 %v82
  %v86 = getelementptr i8, ptr %v85, i64 -4
  %v87 = getelementptr float, ptr %v86, i64 %v84
  %v88 = load float, ptr %v87, align 4
  %v89 = fcmp uge float %v72, %v88
  %v90 = fcmp ord float %v88, 0.000000e+00
  %v91 = and i1 %v89, %v90
  %v92 = select i1 %v91, i64 %v81, i64 0
  %v79 = add nuw nsw i64 %v92, %v78
  %v77 = sub nsw i64 %v76, %v81
  %v93 = icmp sgt i64 %v77, 0
  br i1 %v93, label %v75, label %v69
v69:
  %v94 = phi i64 [ %v95, %v74 ], [ %v79, %v75 ]
  %v96 = getelementptr i64, ptr %v4, i64 %v67
  store i64 %v94, ptr %v96, align 8
  %v97 = icmp eq i64 %v10, %v68
  br i1 %v97, label %v12, label %v20
v74:
  %v98 = phi i64 [ %v99, %v74 ], [ %v8, %v20 ]
  %v100 = phi i64 [ %v95, %v74 ], [ 0, %v20 ]
  %v101 = add nuw nsw i64 %v98, 1
  %v102 = lshr i64 %v101, 1
  %v103 = add nuw nsw i64 %v102, %v100
  %v104 = icmp eq i64 %v103, 0
  %v105 = select i1 %v104, i64 %v1, i64 0
  %v106 = getelementptr float, ptr %v0, i64 %v103
  %v107 = getelementptr i8, ptr %v106, i64 -4
  %v108 = getelementptr float, ptr %v107, i64 %v105
  %v109 = load float, ptr %v108, align 4
  %v110 = fcmp olt float %v72, %v109
  %v111 = select i1 %v110, i64 0, i64 %v102
  %v95 = add nuw nsw i64 %v111, %v100
  %v99 = sub nsw i64 %v98, %v102
  %v112 = icmp sgt i64 %v99, 0
  br i1 %v112, label %v74, label %v69
v12:
  ret i32 0
}

; const <i4[1] const <i4[1] <i8[1] |b1
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v70:
  %v7 = shl i64 %v1, 2
  %v8 = ashr exact i64 %v7, 2
  %v9 = shl i64 %v3, 2
  %v10 = ashr exact i64 %v9, 2
  %v11 = icmp slt i64 %v10, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp sgt i64 %v8, 0
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = shl i64 %v3, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %v4, i8 0, i64 %v17, i1 false)
  br label %v12
v15:
  %v18 = freeze i8 %v6
  %v19 = icmp eq i8 %v18, 0
  br i1 %v19, label %v20, label %v21
v20:
  %v22 = phi i64 [ %v23, %v24 ], [ 0, %v15 ]
  %v25 = getelementptr i32, ptr %v2, i64 %v22
  %v26 = load i32, ptr %v25, align 4
  br label %v27
v27:
  %v28 = phi i64 [ %v29, %v27 ], [ %v8, %v20 ]
  %v30 = phi i64 [ %v31, %v27 ], [ 0, %v20 ]
  %v32 = add nuw nsw i64 %v28, 1
  %v33 = lshr i64 %v32, 1
  %v34 = add nuw nsw i64 %v33, %v30
  %v35 = icmp eq i64 %v34, 0
  %v36 = select i1 %v35, i64 %v1, i64 0
  %v37 = getelementptr i32, ptr %v0, i64 %v34
  %v38 = getelementptr i8, ptr %v37, i64 -4
  %v39 = getelementptr i32, ptr %v38, i64 %v36
  %v40 = load i32, ptr %v39, align 4
  %v41 = icmp slt i32 %v40, %v26
  %v42 = select i1 %v41, i64 %v33, i64 0
  %v31 = add nuw nsw i64 %v42, %v30
  %v29 = sub nsw i64 %v28, %v33
  %v43 = icmp sgt i64 %v29, 0
  br i1 %v43, label %v27, label %v24
v24:
  %v23 = add nuw nsw i64 %v22, 1
  %v44 = getelementptr i64, ptr %v4, i64 %v22
  store i64 %v31, ptr %v44, align 8
  %v45 = icmp eq i64 %v10, %v23
  br i1 %v45, label %v12, label %v20
v21:
  %v46 = phi i64 [ %v47, %v48 ], [ 0, %v15 ]
  %v49 = getelementptr i32, ptr %v2, i64 %v46
  %v50 = load i32, ptr %v49, align 4
  br label %v51
v51:
  %v52 = phi i64 [ %v53, %v51 ], [ %v8, %v21 ]
  %v54 = phi i64 [ %v55, %v51 ], [ 0, %v21 ]
  %v56 = add nuw nsw i64 %v52, 1
  %v57 = lshr i64 %v56, 1
  %v58 = add nuw nsw i64 %v57, %v54
  %v59 = icmp eq i64 %v58, 0
  %v60 = select i1 %v59, i64 %v1, i64 0
  %v61 = getelementptr i32, ptr %v0, i64 %v58
  %v62 = getelementptr i8, ptr %v61, i64 -4
  %v63 = getelementptr i32, ptr %v62, i64 %v60
  %v64 = load i32, ptr %v63, align 4
  %v65 = icmp slt i32 %v50, %v64
  %v66 = select i1 %v65, i64 0, i64 %v57
  %v55 = add nuw nsw i64 %v66, %v54
  %v53 = sub nsw i64 %v52, %v57
  %v67 = icmp sgt i64 %v53, 0
  br i1 %v67, label %v51, label %v48
v48:
  %v47 = add nuw nsw i64 %v46, 1
  %v68 = getelementptr i64, ptr %v4, i64 %v46
  store i64 %v55, ptr %v68, align 8
  %v69 = icmp eq i64 %v10, %v47
  br i1 %v69, label %v12, label %v21
v12:
  ret i32 0
}
