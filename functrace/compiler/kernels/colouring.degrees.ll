; Made from colouring.py by generate.py: 06092ae361239ccd1a9014730d9b5bab456edc0c
; by Numba 0.68.1

; const <i4[1] const <i4[1] const <i4[1] <i8[1]
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, ptr %v6, i64 %v7) nounwind {
v50:
  %v8 = shl i64 %v7, 3
  %v9 = ashr exact i64 %v8, 3
  %v10 = icmp slt i64 %v9, 1
  br i1 %v10, label %v11, label %v12
v48:
  %v13 = icmp eq i64 %v9, %v14
  br i1 %v13, label %v11, label %v12
v19:
  %v15 = phi i32 [ %v16, %v17 ], [ %v18, %v19 ]
  %v20 = phi i64 [ 0, %v17 ], [ %v21, %v19 ]
  %v22 = phi i32 [ %v23, %v17 ], [ %v24, %v19 ]
  %v24 = add i32 %v22, 1
  %v25 = sext i32 %v22 to i64
  %v26 = icmp slt i32 %v22, 0
  %v27 = select i1 %v26, i64 %v5, i64 0
  %v28 = getelementptr i32, ptr %v4, i64 %v27
  %v29 = getelementptr i32, ptr %v28, i64 %v25
  %v30 = load i32, ptr %v29, align 4
  %v31 = sext i32 %v30 to i64
  %v32 = icmp slt i32 %v30, -1
  %v33 = select i1 %v32, i64 %v1, i64 0
  %v34 = getelementptr i32, ptr %v0, i64 %v31
  %v35 = getelementptr i8, ptr %v34, i64 4
  %v36 = getelementptr i32, ptr %v35, i64 %v33
  %v37 = load i32, ptr %v36, align 4
  %v38 = icmp slt i32 %v30, 0
  %v39 = select i1 %v38, i64 %v1, i64 0
  %v40 = getelementptr i32, ptr %v0, i64 %v39
  %v41 = getelementptr i32, ptr %v40, i64 %v31
  %v42 = load i32, ptr %v41, align 4
  %v43 = sext i32 %v37 to i64
  %v44 = sext i32 %v42 to i64
  %v45 = add i64 %v20, %v43
  %v21 = sub i64 %v45, %v44
  store i64 %v21, ptr %v46, align 8
  %v18 = add i32 %v15, -1
  %v47 = icmp samesign ugt i32 %v18, 1
  br i1 %v47, label %v19, label %v48
v12:
  %v49 = phi i64 [ %v14, %v48 ], [ 0, %v50 ]
  %v14 = add nuw nsw i64 %v49, 1
  %v51 = getelementptr i64, ptr %v6, i64 %v49
  store i64 0, ptr %v51, align 8
  %v52 = getelementptr i32, ptr %v2, i64 %v49
  %v23 = load i32, ptr %v52, align 4
  %v53 = getelementptr i8, ptr %v52, i64 4
  %v54 = load i32, ptr %v53, align 4
  %v55 = sub i32 %v54, %v23
  %v56 = icmp slt i32 %v55, 1
  br i1 %v56, label %v48, label %v17
v17:
  %v16 = add nuw i32 %v55, 1
  %v57 = shl i64 %v49, 3
  %v46 = getelementptr i8, ptr %v6, i64 %v57
  br label %v19
v11:
  ret i32 0
}
