; Made from summing.py by generate.py: 8daad56d15f43009072231289114cef9a676d5ac
; by Numba 0.68.1

; const <i4[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5) nounwind {
v16:
  %v6 = shl i64 %v1, 2
  %v7 = ashr exact i64 %v6, 2
  %v8 = shl i64 %v3, 2
  %v9 = ashr exact i64 %v8, 2
  %v10 = icmp sgt i64 %v7, 0
  br i1 %v10, label %v11, label %v12
v11:
  %v13 = phi i64 [ %v14, %v15 ], [ 0, %v16 ]
  %v14 = add nuw nsw i64 %v13, 1
  %v17 = shl i64 %v13, 2
  %v18 = getelementptr i8, ptr %v0, i64 %v17
  %v19 = load i32, ptr %v18, align 4
  %v20 = icmp sgt i32 %v19, -1
  br i1 %v20, label %v21, label %v15
v21:
  %v22 = zext nneg i32 %v19 to i64
  %v23 = getelementptr i32, ptr %v2, i64 %v22
  %v24 = getelementptr i8, ptr %v23, i64 4
  %v25 = load i32, ptr %v24, align 4
  %v26 = add i32 %v25, 1
  store i32 %v26, ptr %v24, align 4
  br label %v15
v15:
  %v27 = icmp eq i64 %v7, %v14
  br i1 %v27, label %v12, label %v11
v32:
  %v28 = phi i32 [ %v29, %v30 ], [ %v31, %v32 ]
  %v33 = phi i64 [ 1, %v30 ], [ %v34, %v32 ]
  %v34 = add nuw nsw i64 %v33, 1
  %v35 = shl i64 %v33, 2
  %v36 = getelementptr i8, ptr %v2, i64 %v35
  %v37 = load i32, ptr %v36, align 4
  %v31 = add i32 %v37, %v28
  store i32 %v31, ptr %v36, align 4
  %v38 = icmp eq i64 %v9, %v34
  br i1 %v38, label %v39, label %v32
v67:
  %v40 = phi i64 [ %v41, %v42 ], [ 0, %v39 ]
  %v41 = add nuw nsw i64 %v40, 1
  %v43 = shl i64 %v40, 2
  %v44 = getelementptr i8, ptr %v0, i64 %v43
  %v45 = load i32, ptr %v44, align 4
  %v46 = icmp sgt i32 %v45, -1
  br i1 %v46, label %v47, label %v42
v47:
  %v48 = zext nneg i32 %v45 to i64
  %v49 = getelementptr i32, ptr %v2, i64 %v48
  %v50 = load i32, ptr %v49, align 4
  %v51 = sext i32 %v50 to i64
  %v52 = icmp slt i32 %v50, 0
  %v53 = select i1 %v52, i64 %v5, i64 0
  %v54 = getelementptr i32, ptr %v4, i64 %v53
  %v55 = getelementptr i32, ptr %v54, i64 %v51
  %v56 = trunc i64 %v40 to i32
  store i32 %v56, ptr %v55, align 4
  %v57 = load i32, ptr %v44, align 4
  %v58 = sext i32 %v57 to i64
  %v59 = icmp slt i32 %v57, 0
  %v60 = select i1 %v59, i64 %v3, i64 0
  %v61 = getelementptr i32, ptr %v2, i64 %v60
  %v62 = getelementptr i32, ptr %v61, i64 %v58
  %v63 = load i32, ptr %v62, align 4
  %v64 = add i32 %v63, 1
  store i32 %v64, ptr %v62, align 4
  br label %v42
v42:
  %v65 = icmp eq i64 %v7, %v41
  br i1 %v65, label %v66, label %v67
v12:
  %v68 = icmp slt i64 %v9, 2
  br i1 %v68, label %v39, label %v30
v30:
  %v29 = load i32, ptr %v2, align 4
  br label %v32
v39:
  %v69 = icmp slt i64 %v7, 1
  br i1 %v69, label %v66, label %v67
v66:
  %v70 = add nsw i64 %v9, -2
  %v71 = icmp ult i64 %v70, 9223372036854775807
  br i1 %v71, label %v72, label %v73
v72:
  %v74 = getelementptr i8, ptr %v2, i64 4
  %v75 = add i64 %v8, -4
  tail call void @llvm.memmove.p0.p0.i64(ptr align 4 %v74, ptr align 4 %v2, i64 %v75, i1 false)
  br label %v73
v73:
  store i32 0, ptr %v2, align 4
  ret i32 0
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
