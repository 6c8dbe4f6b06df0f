; Made from correlation.py by generate.py: 9b8267d39cbc77c986a50b9e9338608021ee8aa4
; by Numba 0.68.1

; const <f8[2] const <f8[2] <f8[2]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v66:
  %v9 = shl i64 %v2, 3
  %v10 = shl i64 %v8, 3
  %v11 = icmp slt i64 %v7, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp slt i64 %v4, 1
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = icmp slt i64 %v5, 1
  %v18 = icmp sgt i64 %v8, 0
  br i1 %v17, label %v19, label %v20
v20:
  br i1 %v18, label %v21, label %v12
v21:
  %v22 = phi ptr [ %v23, %v24 ], [ %v6, %v20 ]
  %v25 = phi ptr [ %v26, %v24 ], [ %v0, %v20 ]
  %v27 = phi i64 [ %v28, %v24 ], [ 0, %v20 ]
  %v29 = mul i64 %v27, %v10
  %v30 = getelementptr i8, ptr %v6, i64 %v29
  tail call void @llvm.memset.p0.i64(ptr align 8 %v30, i8 0, i64 %v10, i1 false)
  br label %v31
v31:
  %v32 = phi ptr [ %v25, %v21 ], [ %v33, %v34 ]
  %v35 = phi i64 [ 0, %v21 ], [ %v36, %v34 ]
  %v37 = mul i64 %v35, %v5
  %v38 = getelementptr double, ptr %v3, i64 %v37
  br label %v39
v39:
  %v40 = phi ptr [ %v41, %v42 ], [ %v32, %v31 ]
  %v43 = phi i64 [ %v44, %v42 ], [ 0, %v31 ]
  %v45 = shl i64 %v43, 3
  %v46 = getelementptr inbounds i8, ptr %v38, i64 %v45
  br label %v47
v47:
  %v48 = phi i64 [ 0, %v39 ], [ %v49, %v47 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v50 = shl i64 %v48, 3
  %v51 = getelementptr i8, ptr %v22, i64 %v50
  %v52 = load double, ptr %v51, align 8
  %v53 = getelementptr i8, ptr %v40, i64 %v50
  %v54 = load double, ptr %v53, align 8
  %v55 = load double, ptr %v46, align 8
  %v56 = fmul double %v54, %v55
  %v57 = fadd double %v52, %v56
  store double %v57, ptr %v51, align 8
  %v58 = icmp eq i64 %v8, %v49
  br i1 %v58, label %v42, label %v47
v42:
  %v44 = add nuw nsw i64 %v43, 1
  %v41 = getelementptr i8, ptr %v40, i64 8
  %v59 = icmp eq i64 %v5, %v44
  br i1 %v59, label %v34, label %v39
v34:
  %v36 = add nuw nsw i64 %v35, 1
  %v33 = getelementptr i8, ptr %v32, i64 %v9
  %v60 = icmp eq i64 %v4, %v36
  br i1 %v60, label %v24, label %v31
v24:
  %v28 = add nuw nsw i64 %v27, 1
  %v26 = getelementptr i8, ptr %v25, i64 %v9
  %v23 = getelementptr i8, ptr %v22, i64 %v10
  %v61 = icmp eq i64 %v7, %v28
  br i1 %v61, label %v12, label %v21
v19:
  br i1 %v18, label %v62, label %v12
v15:
  %v63 = icmp sgt i64 %v8, 0
  br i1 %v63, label %v62, label %v12
v62:
  %v64 = shl i64 %v7, 3
  %v65 = mul i64 %v64, %v8
  tail call void @llvm.memset.p0.i64(ptr align 8 %v6, i8 0, i64 %v65, i1 false)
  br label %v12
v12:
  ret i32 0
}

; const <i8[2] const <i8[2] <i8[2]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v66:
  %v9 = shl i64 %v2, 3
  %v10 = shl i64 %v8, 3
  %v11 = icmp slt i64 %v7, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp slt i64 %v4, 1
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = icmp slt i64 %v5, 1
  %v18 = icmp sgt i64 %v8, 0
  br i1 %v17, label %v19, label %v20
v20:
  br i1 %v18, label %v21, label %v12
v21:
  %v22 = phi ptr [ %v23, %v24 ], [ %v6, %v20 ]
  %v25 = phi ptr [ %v26, %v24 ], [ %v0, %v20 ]
  %v27 = phi i64 [ %v28, %v24 ], [ 0, %v20 ]
  %v29 = mul i64 %v27, %v10
  %v30 = getelementptr i8, ptr %v6, i64 %v29
  tail call void @llvm.memset.p0.i64(ptr align 8 %v30, i8 0, i64 %v10, i1 false)
  br label %v31
v31:
  %v32 = phi ptr [ %v25, %v21 ], [ %v33, %v34 ]
  %v35 = phi i64 [ 0, %v21 ], [ %v36, %v34 ]
  %v37 = mul i64 %v35, %v5
  %v38 = getelementptr i64, ptr %v3, i64 %v37
  br label %v39
v39:
  %v40 = phi ptr [ %v41, %v42 ], [ %v32, %v31 ]
  %v43 = phi i64 [ %v44, %v42 ], [ 0, %v31 ]
  %v45 = shl i64 %v43, 3
  %v46 = getelementptr inbounds i8, ptr %v38, i64 %v45
  br label %v47
v47:
  %v48 = phi i64 [ 0, %v39 ], [ %v49, %v47 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v50 = shl i64 %v48, 3
  %v51 = getelementptr i8, ptr %v22, i64 %v50
  %v52 = load i64, ptr %v51, align 8
  %v53 = getelementptr i8, ptr %v40, i64 %v50
  %v54 = load i64, ptr %v53, align 8
  %v55 = load i64, ptr %v46, align 8
  %v56 = mul nsw i64 %v55, %v54
  %v57 = add nsw i64 %v56, %v52
  store i64 %v57, ptr %v51, align 8
  %v58 = icmp eq i64 %v8, %v49
  br i1 %v58, label %v42, label %v47
v42:
  %v44 = add nuw nsw i64 %v43, 1
  %v41 = getelementptr i8, ptr %v40, i64 8
  %v59 = icmp eq i64 %v5, %v44
  br i1 %v59, label %v34, label %v39
v34:
  %v36 = add nuw nsw i64 %v35, 1
  %v33 = getelementptr i8, ptr %v32, i64 %v9
  %v60 = icmp eq i64 %v4, %v36
  br i1 %v60, label %v24, label %v31
v24:
  %v28 = add nuw nsw i64 %v27, 1
  %v26 = getelementptr i8, ptr %v25, i64 %v9
  %v23 = getelementptr i8, ptr %v22, i64 %v10
  %v61 = icmp eq i64 %v7, %v28
  br i1 %v61, label %v12, label %v21
v19:
  br i1 %v18, label %v62, label %v12
v15:
  %v63 = icmp sgt i64 %v8, 0
  br i1 %v63, label %v62, label %v12
v62:
  %v64 = shl i64 %v7, 3
  %v65 = mul i64 %v64, %v8
  tail call void @llvm.memset.p0.i64(ptr align 8 %v6, i8 0, i64 %v65, i1 false)
  br label %v12
v12:
  ret i32 0
}

; const <f4[2] const <f4[2] <f4[2]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v66:
  %v9 = shl i64 %v2, 2
  %v10 = shl i64 %v8, 2
  %v11 = icmp slt i64 %v7, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp slt i64 %v4, 1
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = icmp slt i64 %v5, 1
  %v18 = icmp sgt i64 %v8, 0
  br i1 %v17, label %v19, label %v20
v20:
  br i1 %v18, label %v21, label %v12
v21:
  %v22 = phi ptr [ %v23, %v24 ], [ %v6, %v20 ]
  %v25 = phi ptr [ %v26, %v24 ], [ %v0, %v20 ]
  %v27 = phi i64 [ %v28, %v24 ], [ 0, %v20 ]
  %v29 = mul i64 %v27, %v10
  %v30 = getelementptr i8, ptr %v6, i64 %v29
  tail call void @llvm.memset.p0.i64(ptr align 4 %v30, i8 0, i64 %v10, i1 false)
  br label %v31
v31:
  %v32 = phi ptr [ %v25, %v21 ], [ %v33, %v34 ]
  %v35 = phi i64 [ 0, %v21 ], [ %v36, %v34 ]
  %v37 = mul i64 %v35, %v5
  %v38 = getelementptr float, ptr %v3, i64 %v37
  br label %v39
v39:
  %v40 = phi ptr [ %v41, %v42 ], [ %v32, %v31 ]
  %v43 = phi i64 [ %v44, %v42 ], [ 0, %v31 ]
  %v45 = shl i64 %v43, 2
  %v46 = getelementptr inbounds i8, ptr %v38, i64 %v45
  br label %v47
v47:
  %v48 = phi i64 [ 0, %v39 ], [ %v49, %v47 ]
  %v49 = add nuw nsw i64 %v48, 1
  %v50 = shl i64 %v48, 2
  %v51 = getelementptr i8, ptr %v22, i64 %v50
  %v52 = load float, ptr %v51, align 4
  %v53 = getelementptr i8, ptr %v40, i64 %v50
  %v54 = load float, ptr %v53, align 4
  %v55 = load float, ptr %v46, align 4
  %v56 = fmul float %v54, %v55
  %v57 = fadd float %v52, %v56
  store float %v57, ptr %v51, align 4
  %v58 = icmp eq i64 %v8, %v49
  br i1 %v58, label %v42, label %v47
v42:
  %v44 = add nuw nsw i64 %v43, 1
  %v41 = getelementptr i8, ptr %v40, i64 4
  %v59 = icmp eq i64 %v5, %v44
  br i1 %v59, label %v34, label %v39
v34:
  %v36 = add nuw nsw i64 %v35, 1
  %v33 = getelementptr i8, ptr %v32, i64 %v9
  %v60 = icmp eq i64 %v4, %v36
  br i1 %v60, label %v24, label %v31
v24:
  %v28 = add nuw nsw i64 %v27, 1
  %v26 = getelementptr i8, ptr %v25, i64 %v9
  %v23 = getelementptr i8, ptr %v22, i64 %v10
  %v61 = icmp eq i64 %v7, %v28
  br i1 %v61, label %v12, label %v21
v19:
  br i1 %v18, label %v62, label %v12
v15:
  %v63 = icmp sgt i64 %v8, 0
  br i1 %v63, label %v62, label %v12
v62:
  %v64 = shl i64 %v7, 2
  %v65 = mul i64 %v64, %v8
  tail call void @llvm.memset.p0.i64(ptr align 4 %v6, i8 0, i64 %v65, i1 false)
  br label %v12
v12:
  ret i32 0
}

; const <c16[2] const <c16[2] <c16[2]
; returns none
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v81:
  %v9 = shl i64 %v2, 4
  %v10 = shl i64 %v8, 4
  %v11 = icmp slt i64 %v7, 1
  br i1 %v11, label %v12, label %v13
v13:
  %v14 = icmp slt i64 %v4, 1
  br i1 %v14, label %v15, label %v16
v16:
  %v17 = icmp slt i64 %v5, 1
  %v18 = icmp sgt i64 %v8, 0
  br i1 %v17, label %v19, label %v20
v20:
  br i1 %v18, label %v21, label %v12
v21:
  %v22 = getelementptr i8, ptr %v0, i64 8
  %v23 = getelementptr i8, ptr %v6, i64 8
  br label %v24
v24:
  %v25 = phi ptr [ %v23, %v21 ], [ %v26, %v27 ]
  %v28 = phi ptr [ %v22, %v21 ], [ %v29, %v27 ]
  %v30 = phi i64 [ 0, %v21 ], [ %v31, %v27 ]
  %v32 = mul i64 %v30, %v10
  %v33 = getelementptr i8, ptr %v6, i64 %v32
  tail call void @llvm.memset.p0.i64(ptr align 8 %v33, i8 0, i64 %v10, i1 false)
  br label %v34
v34:
  %v35 = phi ptr [ %v28, %v24 ], [ %v36, %v37 ]
  %v38 = phi i64 [ 0, %v24 ], [ %v39, %v37 ]
  %v40 = mul i64 %v38, %v5
  %v41 = getelementptr { double, double }, ptr %v3, i64 %v40
  br label %v42
v42:
  %v43 = phi ptr [ %v44, %v45 ], [ %v35, %v34 ]
  %v46 = phi i64 [ %v47, %v45 ], [ 0, %v34 ]
  %v48 = getelementptr { double, double }, ptr %v41, i64 %v46
  %v49 = getelementptr inbounds nuw i8, ptr %v48, i64 8
  br label %v50
v50:
  %v51 = phi i64 [ %v52, %v50 ], [ 0, %v42 ]
  %v53 = phi i64 [ %v54, %v50 ], [ %v8, %v42 ]
  %v55 = getelementptr i8, ptr %v25, i64 %v51
  %v56 = getelementptr i8, ptr %v55, i64 -8
  %v57 = load double, ptr %v56, align 8
  %v58 = load double, ptr %v55, align 8
  %v59 = getelementptr i8, ptr %v43, i64 %v51
  %v60 = getelementptr i8, ptr %v59, i64 -8
  %v61 = load double, ptr %v60, align 8
  %v62 = load double, ptr %v59, align 8
  %v63 = load double, ptr %v48, align 8
  %v64 = load double, ptr %v49, align 8
  %v65 = fmul double %v61, %v63
  %v66 = fmul double %v62, %v64
  %v67 = fmul double %v61, %v64
  %v68 = fmul double %v62, %v63
  %v69 = fsub double %v65, %v66
  %v70 = fadd double %v68, %v67
  %v71 = fadd double %v57, %v69
  %v72 = fadd double %v58, %v70
  store double %v71, ptr %v56, align 8
  store double %v72, ptr %v55, align 8
  %v54 = add i64 %v53, -1
  %v52 = add i64 %v51, 16
  %v73 = icmp eq i64 %v54, 0
  br i1 %v73, label %v45, label %v50
v45:
  %v47 = add nuw nsw i64 %v46, 1
  %v44 = getelementptr i8, ptr %v43, i64 16
  %v74 = icmp eq i64 %v5, %v47
  br i1 %v74, label %v37, label %v42
v37:
  %v39 = add nuw nsw i64 %v38, 1
  %v36 = getelementptr i8, ptr %v35, i64 %v9
  %v75 = icmp eq i64 %v4, %v39
  br i1 %v75, label %v27, label %v34
v27:
  %v31 = add nuw nsw i64 %v30, 1
  %v29 = getelementptr i8, ptr %v28, i64 %v9
  %v26 = getelementptr i8, ptr %v25, i64 %v10
  %v76 = icmp eq i64 %v7, %v31
  br i1 %v76, label %v12, label %v24
v19:
  br i1 %v18, label %v77, label %v12
v15:
  %v78 = icmp sgt i64 %v8, 0
  br i1 %v78, label %v77, label %v12
v77:
  %v79 = shl i64 %v7, 4
  %v80 = mul i64 %v79, %v8
  tail call void @llvm.memset.p0.i64(ptr align 8 %v6, i8 0, i64 %v80, i1 false)
  br label %v12
v12:
  ret i32 0
}
