; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] <i4[1] <i4[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7) nounwind {
v15:
  %v8 = shl i64 %v7, 2
  %v9 = ashr exact i64 %v8, 2
  %v10 = icmp sgt i64 %v9, 0
  br i1 %v10, label %v11, label %v12
v11:
  %v13 = phi i64 [ %v14, %v11 ], [ 0, %v15 ]
  %v14 = add nuw nsw i64 %v13, 1
  %v16 = shl i64 %v13, 2
  %v17 = getelementptr i8, ptr %v0, i64 %v16
  %v18 = load i32, ptr %v17, align 4
  %v19 = getelementptr i8, ptr %v6, i64 %v16
  store i32 %v18, ptr %v19, align 4
  %v20 = icmp eq i64 %v9, %v14
  br i1 %v20, label %v21, label %v11
v52:
  %v22 = icmp eq i64 %v9, %v23
  br i1 %v22, label %v12, label %v21
v28:
  %v24 = phi i32 [ %v25, %v26 ], [ %v27, %v28 ]
  %v29 = phi i32 [ %v30, %v26 ], [ %v31, %v28 ]
  %v31 = add i32 %v29, 1
  %v32 = sext i32 %v29 to i64
  %v33 = icmp slt i32 %v29, 0
  %v34 = select i1 %v33, i64 %v3, i64 0
  %v35 = getelementptr i32, ptr %v2, i64 %v34
  %v36 = getelementptr i32, ptr %v35, i64 %v32
  %v37 = load i32, ptr %v36, align 4
  %v38 = sext i32 %v37 to i64
  %v39 = icmp slt i32 %v37, 0
  %v40 = select i1 %v39, i64 %v7, i64 0
  %v41 = getelementptr i32, ptr %v6, i64 %v40
  %v42 = getelementptr i32, ptr %v41, i64 %v38
  %v43 = load i32, ptr %v42, align 4
  %v44 = sext i32 %v43 to i64
  %v45 = icmp slt i32 %v43, 0
  %v46 = select i1 %v45, i64 %v5, i64 0
  %v47 = getelementptr i32, ptr %v4, i64 %v46
  %v48 = getelementptr i32, ptr %v47, i64 %v44
  store i32 %v29, ptr %v48, align 4
  %v49 = load i32, ptr %v42, align 4
  %v50 = add i32 %v49, 1
  store i32 %v50, ptr %v42, align 4
  %v27 = add i32 %v24, -1
  %v51 = icmp samesign ugt i32 %v27, 1
  br i1 %v51, label %v28, label %v52
v21:
  %v53 = phi i64 [ %v23, %v52 ], [ 0, %v11 ]
  %v23 = add nuw nsw i64 %v53, 1
  %v54 = getelementptr i32, ptr %v0, i64 %v53
  %v30 = load i32, ptr %v54, align 4
  %v55 = getelementptr i8, ptr %v54, i64 4
  %v56 = load i32, ptr %v55, align 4
  %v57 = sub i32 %v56, %v30
  %v58 = icmp slt i32 %v57, 1
  br i1 %v58, label %v52, label %v26
v26:
  %v25 = add nuw i32 %v57, 1
  br label %v28
v12:
  ret i32 0
}
