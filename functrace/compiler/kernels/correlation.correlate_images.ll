; Made from correlation.py by generate.py: 9b8267d39cbc77c986a50b9e9338608021ee8aa4

; const <f8[2] const <f8[2] <f8[2]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v70:
  %v9 = icmp slt i64 %v7, 1
  br i1 %v9, label %v10, label %v11
v11:
  %v12 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v13 = icmp slt i64 %v8, 1
  %v14 = tail call i64 @llvm.smax.i64(i64 %v4, i64 0)
  %v15 = icmp slt i64 %v4, 1
  %v16 = tail call i64 @llvm.smax.i64(i64 %v5, i64 0)
  %v17 = icmp slt i64 %v5, 1
  %v18 = shl i64 %v8, 3
  %v19 = shl nuw i64 %v12, 3
  br label %v20
v23:
  %v21 = icmp sgt i64 %v22, 1
  br i1 %v21, label %v20, label %v10
v37:
  br i1 %v15, label %v23, label %v24
v24:
  %v25 = mul i64 %v26, %v8
  %v27 = getelementptr double, ptr %v6, i64 %v25
  br label %v28
v34:
  %v29 = icmp sgt i64 %v30, 1
  br i1 %v29, label %v28, label %v23
v51:
  %v31 = icmp sgt i64 %v32, 1
  br i1 %v31, label %v33, label %v34
v20:
  %v22 = phi i64 [ %v7, %v11 ], [ %v35, %v23 ]
  %v26 = phi i64 [ 0, %v11 ], [ %v36, %v23 ]
  %v35 = add nsw i64 %v22, -1
  %v36 = add nuw nsw i64 %v26, 1
  br i1 %v13, label %v37, label %v38
v38:
  %v39 = mul i64 %v18, %v26
  %v40 = getelementptr i8, ptr %v6, i64 %v39
  tail call void @llvm.memset.p0.i64(ptr align 8 %v40, i8 0, i64 %v19, i1 false)
  br label %v37
v28:
  %v30 = phi i64 [ %v14, %v24 ], [ %v41, %v34 ]
  %v42 = phi i64 [ 0, %v24 ], [ %v43, %v34 ]
  %v41 = add nsw i64 %v30, -1
  %v43 = add nuw nsw i64 %v42, 1
  br i1 %v17, label %v34, label %v44
v44:
  %v45 = add nuw nsw i64 %v42, %v26
  %v46 = mul i64 %v45, %v2
  %v47 = getelementptr double, ptr %v0, i64 %v46
  %v48 = mul i64 %v42, %v5
  %v49 = getelementptr double, ptr %v3, i64 %v48
  br label %v33
v33:
  %v32 = phi i64 [ %v16, %v44 ], [ %v50, %v51 ]
  %v52 = phi i64 [ 0, %v44 ], [ %v53, %v51 ]
  %v50 = add nsw i64 %v32, -1
  %v53 = add nuw nsw i64 %v52, 1
  br i1 %v13, label %v51, label %v54
v54:
  %v55 = getelementptr double, ptr %v49, i64 %v52
  %v56 = getelementptr double, ptr %v47, i64 %v52
  br label %v57
v57:
  %v58 = phi i64 [ %v12, %v54 ], [ %v59, %v57 ]
  %v60 = phi i64 [ 0, %v54 ], [ %v61, %v57 ]
  %v59 = add nsw i64 %v58, -1
  %v61 = add nuw nsw i64 %v60, 1
  %v62 = getelementptr double, ptr %v27, i64 %v60
  %v63 = load double, ptr %v62, align 8
  %v64 = getelementptr double, ptr %v56, i64 %v60
  %v65 = load double, ptr %v64, align 8
  %v66 = load double, ptr %v55, align 8
  %v67 = fmul double %v65, %v66
  %v68 = fadd double %v63, %v67
  store double %v68, ptr %v62, align 8
  %v69 = icmp sgt i64 %v58, 1
  br i1 %v69, label %v57, label %v51
v10:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <i8[2] const <i8[2] <i8[2]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v70:
  %v9 = icmp slt i64 %v7, 1
  br i1 %v9, label %v10, label %v11
v11:
  %v12 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v13 = icmp slt i64 %v8, 1
  %v14 = tail call i64 @llvm.smax.i64(i64 %v4, i64 0)
  %v15 = icmp slt i64 %v4, 1
  %v16 = tail call i64 @llvm.smax.i64(i64 %v5, i64 0)
  %v17 = icmp slt i64 %v5, 1
  %v18 = shl i64 %v8, 3
  %v19 = shl nuw i64 %v12, 3
  br label %v20
v23:
  %v21 = icmp sgt i64 %v22, 1
  br i1 %v21, label %v20, label %v10
v37:
  br i1 %v15, label %v23, label %v24
v24:
  %v25 = mul i64 %v26, %v8
  %v27 = getelementptr i64, ptr %v6, i64 %v25
  br label %v28
v34:
  %v29 = icmp sgt i64 %v30, 1
  br i1 %v29, label %v28, label %v23
v51:
  %v31 = icmp sgt i64 %v32, 1
  br i1 %v31, label %v33, label %v34
v20:
  %v22 = phi i64 [ %v7, %v11 ], [ %v35, %v23 ]
  %v26 = phi i64 [ 0, %v11 ], [ %v36, %v23 ]
  %v35 = add nsw i64 %v22, -1
  %v36 = add nuw nsw i64 %v26, 1
  br i1 %v13, label %v37, label %v38
v38:
  %v39 = mul i64 %v18, %v26
  %v40 = getelementptr i8, ptr %v6, i64 %v39
  tail call void @llvm.memset.p0.i64(ptr align 8 %v40, i8 0, i64 %v19, i1 false)
  br label %v37
v28:
  %v30 = phi i64 [ %v14, %v24 ], [ %v41, %v34 ]
  %v42 = phi i64 [ 0, %v24 ], [ %v43, %v34 ]
  %v41 = add nsw i64 %v30, -1
  %v43 = add nuw nsw i64 %v42, 1
  br i1 %v17, label %v34, label %v44
v44:
  %v45 = add nuw nsw i64 %v42, %v26
  %v46 = mul i64 %v45, %v2
  %v47 = getelementptr i64, ptr %v0, i64 %v46
  %v48 = mul i64 %v42, %v5
  %v49 = getelementptr i64, ptr %v3, i64 %v48
  br label %v33
v33:
  %v32 = phi i64 [ %v16, %v44 ], [ %v50, %v51 ]
  %v52 = phi i64 [ 0, %v44 ], [ %v53, %v51 ]
  %v50 = add nsw i64 %v32, -1
  %v53 = add nuw nsw i64 %v52, 1
  br i1 %v13, label %v51, label %v54
v54:
  %v55 = getelementptr i64, ptr %v49, i64 %v52
  %v56 = getelementptr i64, ptr %v47, i64 %v52
  br label %v57
v57:
  %v58 = phi i64 [ %v12, %v54 ], [ %v59, %v57 ]
  %v60 = phi i64 [ 0, %v54 ], [ %v61, %v57 ]
  %v59 = add nsw i64 %v58, -1
  %v61 = add nuw nsw i64 %v60, 1
  %v62 = getelementptr i64, ptr %v27, i64 %v60
  %v63 = load i64, ptr %v62, align 8
  %v64 = getelementptr i64, ptr %v56, i64 %v60
  %v65 = load i64, ptr %v64, align 8
  %v66 = load i64, ptr %v55, align 8
  %v67 = mul nsw i64 %v66, %v65
  %v68 = add nsw i64 %v67, %v63
  store i64 %v68, ptr %v62, align 8
  %v69 = icmp sgt i64 %v58, 1
  br i1 %v69, label %v57, label %v51
v10:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <f4[2] const <f4[2] <f4[2]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v70:
  %v9 = icmp slt i64 %v7, 1
  br i1 %v9, label %v10, label %v11
v11:
  %v12 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v13 = icmp slt i64 %v8, 1
  %v14 = tail call i64 @llvm.smax.i64(i64 %v4, i64 0)
  %v15 = icmp slt i64 %v4, 1
  %v16 = tail call i64 @llvm.smax.i64(i64 %v5, i64 0)
  %v17 = icmp slt i64 %v5, 1
  %v18 = shl i64 %v8, 2
  %v19 = shl nuw i64 %v12, 2
  br label %v20
v23:
  %v21 = icmp sgt i64 %v22, 1
  br i1 %v21, label %v20, label %v10
v37:
  br i1 %v15, label %v23, label %v24
v24:
  %v25 = mul i64 %v26, %v8
  %v27 = getelementptr float, ptr %v6, i64 %v25
  br label %v28
v34:
  %v29 = icmp sgt i64 %v30, 1
  br i1 %v29, label %v28, label %v23
v51:
  %v31 = icmp sgt i64 %v32, 1
  br i1 %v31, label %v33, label %v34
v20:
  %v22 = phi i64 [ %v7, %v11 ], [ %v35, %v23 ]
  %v26 = phi i64 [ 0, %v11 ], [ %v36, %v23 ]
  %v35 = add nsw i64 %v22, -1
  %v36 = add nuw nsw i64 %v26, 1
  br i1 %v13, label %v37, label %v38
v38:
  %v39 = mul i64 %v18, %v26
  %v40 = getelementptr i8, ptr %v6, i64 %v39
  tail call void @llvm.memset.p0.i64(ptr align 4 %v40, i8 0, i64 %v19, i1 false)
  br label %v37
v28:
  %v30 = phi i64 [ %v14, %v24 ], [ %v41, %v34 ]
  %v42 = phi i64 [ 0, %v24 ], [ %v43, %v34 ]
  %v41 = add nsw i64 %v30, -1
  %v43 = add nuw nsw i64 %v42, 1
  br i1 %v17, label %v34, label %v44
v44:
  %v45 = add nuw nsw i64 %v42, %v26
  %v46 = mul i64 %v45, %v2
  %v47 = getelementptr float, ptr %v0, i64 %v46
  %v48 = mul i64 %v42, %v5
  %v49 = getelementptr float, ptr %v3, i64 %v48
  br label %v33
v33:
  %v32 = phi i64 [ %v16, %v44 ], [ %v50, %v51 ]
  %v52 = phi i64 [ 0, %v44 ], [ %v53, %v51 ]
  %v50 = add nsw i64 %v32, -1
  %v53 = add nuw nsw i64 %v52, 1
  br i1 %v13, label %v51, label %v54
v54:
  %v55 = getelementptr float, ptr %v49, i64 %v52
  %v56 = getelementptr float, ptr %v47, i64 %v52
  br label %v57
v57:
  %v58 = phi i64 [ %v12, %v54 ], [ %v59, %v57 ]
  %v60 = phi i64 [ 0, %v54 ], [ %v61, %v57 ]
  %v59 = add nsw i64 %v58, -1
  %v61 = add nuw nsw i64 %v60, 1
  %v62 = getelementptr float, ptr %v27, i64 %v60
  %v63 = load float, ptr %v62, align 4
  %v64 = getelementptr float, ptr %v56, i64 %v60
  %v65 = load float, ptr %v64, align 4
  %v66 = load float, ptr %v55, align 4
  %v67 = fmul float %v65, %v66
  %v68 = fadd float %v63, %v67
  store float %v68, ptr %v62, align 4
  %v69 = icmp sgt i64 %v58, 1
  br i1 %v69, label %v57, label %v51
v10:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

; const <c16[2] const <c16[2] <c16[2]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, i64 %v2, ptr %v3, i64 %v4, i64 %v5, ptr %v6, i64 %v7, i64 %v8) nounwind {
v82:
  %v9 = icmp slt i64 %v7, 1
  br i1 %v9, label %v10, label %v11
v11:
  %v12 = tail call i64 @llvm.smax.i64(i64 %v8, i64 0)
  %v13 = icmp slt i64 %v8, 1
  %v14 = tail call i64 @llvm.smax.i64(i64 %v4, i64 0)
  %v15 = icmp slt i64 %v4, 1
  %v16 = tail call i64 @llvm.smax.i64(i64 %v5, i64 0)
  %v17 = icmp slt i64 %v5, 1
  %v18 = shl i64 %v8, 4
  %v19 = shl nuw i64 %v12, 4
  br label %v20
v23:
  %v21 = icmp sgt i64 %v22, 1
  br i1 %v21, label %v20, label %v10
v37:
  br i1 %v15, label %v23, label %v24
v24:
  %v25 = mul i64 %v26, %v8
  %v27 = getelementptr { double, double }, ptr %v6, i64 %v25
  br label %v28
v34:
  %v29 = icmp sgt i64 %v30, 1
  br i1 %v29, label %v28, label %v23
v51:
  %v31 = icmp sgt i64 %v32, 1
  br i1 %v31, label %v33, label %v34
v20:
  %v26 = phi i64 [ 0, %v11 ], [ %v35, %v23 ]
  %v22 = phi i64 [ %v7, %v11 ], [ %v36, %v23 ]
  %v36 = add nsw i64 %v22, -1
  %v35 = add nuw nsw i64 %v26, 1
  br i1 %v13, label %v37, label %v38
v38:
  %v39 = mul i64 %v18, %v26
  %v40 = getelementptr i8, ptr %v6, i64 %v39
  tail call void @llvm.memset.p0.i64(ptr align 8 %v40, i8 0, i64 %v19, i1 false)
  br label %v37
v28:
  %v30 = phi i64 [ %v14, %v24 ], [ %v41, %v34 ]
  %v42 = phi i64 [ 0, %v24 ], [ %v43, %v34 ]
  %v41 = add nsw i64 %v30, -1
  %v43 = add nuw nsw i64 %v42, 1
  br i1 %v17, label %v34, label %v44
v44:
  %v45 = add nuw nsw i64 %v42, %v26
  %v46 = mul i64 %v45, %v2
  %v47 = getelementptr { double, double }, ptr %v0, i64 %v46
  %v48 = mul i64 %v42, %v5
  %v49 = getelementptr { double, double }, ptr %v3, i64 %v48
  br label %v33
v33:
  %v32 = phi i64 [ %v16, %v44 ], [ %v50, %v51 ]
  %v52 = phi i64 [ 0, %v44 ], [ %v53, %v51 ]
  %v50 = add nsw i64 %v32, -1
  %v53 = add nuw nsw i64 %v52, 1
  br i1 %v13, label %v51, label %v54
v54:
  %v55 = getelementptr { double, double }, ptr %v49, i64 %v52
  %v56 = getelementptr inbounds nuw i8, ptr %v55, i64 8
  %v57 = getelementptr { double, double }, ptr %v47, i64 %v52
  br label %v58
v58:
  %v59 = phi i64 [ %v12, %v54 ], [ %v60, %v58 ]
  %v61 = phi i64 [ 0, %v54 ], [ %v62, %v58 ]
  %v60 = add nsw i64 %v59, -1
  %v62 = add nuw nsw i64 %v61, 1
  %v63 = getelementptr { double, double }, ptr %v27, i64 %v61
  %v64 = load double, ptr %v63, align 8
  %v65 = getelementptr inbounds nuw i8, ptr %v63, i64 8
  %v66 = load double, ptr %v65, align 8
  %v67 = getelementptr { double, double }, ptr %v57, i64 %v61
  %v68 = load double, ptr %v67, align 8
  %v69 = getelementptr inbounds nuw i8, ptr %v67, i64 8
  %v70 = load double, ptr %v69, align 8
  %v71 = load double, ptr %v55, align 8
  %v72 = load double, ptr %v56, align 8
  %v73 = fmul double %v68, %v72
  %v74 = fmul double %v70, %v71
  %v75 = fadd double %v74, %v73
  %v76 = fmul double %v68, %v71
  %v77 = fmul double %v70, %v72
  %v78 = fsub double %v76, %v77
  %v79 = fadd double %v64, %v78
  %v80 = fadd double %v66, %v75
  store double %v79, ptr %v63, align 8
  store double %v80, ptr %v65, align 8
  %v81 = icmp sgt i64 %v59, 1
  br i1 %v81, label %v58, label %v51
v10:
  ret i32 0
}
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
