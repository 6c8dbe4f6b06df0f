; Made from sorting.py by generate.py: 67bf063618ad2fb043d524f1319459eb88f4990e

; const <f8[1] const <f8[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v55:
  %v7 = shl i64 %v1, 3
  %v8 = ashr exact i64 %v7, 3
  %v9 = shl i64 %v3, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = icmp eq i8 %v6, 0
  %v12 = icmp slt i64 %v10, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = icmp sgt i64 %v8, 0
  br label %v16
v44:
  %v17 = phi i64 [ %v18, %v19 ], [ %v8, %v20 ]
  %v21 = phi i64 [ %v22, %v19 ], [ 0, %v20 ]
  %v23 = add nuw nsw i64 %v17, 1
  %v24 = lshr i64 %v23, 1
  %v25 = getelementptr double, ptr %v0, i64 %v21
  %v26 = getelementptr double, ptr %v25, i64 %v24
  %v27 = getelementptr i8, ptr %v26, i64 -8
  %v28 = load double, ptr %v27, align 8
  %v29 = freeze double %v28
  %v30 = fcmp ord double %v29, 0.000000e+00
  br i1 %v11, label %v31, label %v32
v32:
  %v33 = fcmp uge double %v34, %v29
  %v35 = or i1 %v36, %v30
  %v37 = and i1 %v33, %v35
  br i1 %v37, label %v38, label %v19
v31:
  %v39 = fcmp olt double %v29, %v34
  %v40 = and i1 %v36, %v30
  %v41 = or i1 %v39, %v40
  br i1 %v41, label %v38, label %v19
v38:
  br label %v19
v19:
  %v42 = phi i64 [ %v24, %v38 ], [ 0, %v32 ], [ 0, %v31 ]
  %v22 = add nuw nsw i64 %v42, %v21
  %v18 = sub nsw i64 %v17, %v24
  %v43 = icmp sgt i64 %v18, 0
  br i1 %v43, label %v44, label %v45
v45:
  %v46 = phi i64 [ 0, %v16 ], [ %v22, %v19 ]
  %v47 = getelementptr i64, ptr %v4, i64 %v48
  store i64 %v46, ptr %v47, align 8
  %v49 = icmp sgt i64 %v50, 1
  br i1 %v49, label %v16, label %v13
v16:
  %v50 = phi i64 [ %v10, %v14 ], [ %v51, %v45 ]
  %v48 = phi i64 [ 0, %v14 ], [ %v52, %v45 ]
  %v51 = add nsw i64 %v50, -1
  %v52 = add nuw nsw i64 %v48, 1
  %v53 = getelementptr double, ptr %v2, i64 %v48
  %v54 = load double, ptr %v53, align 8
  %v34 = freeze double %v54
  br i1 %v15, label %v20, label %v45
v20:
  %v36 = fcmp uno double %v34, 0.000000e+00
  br label %v44
v13:
  ret i32 0
}

; const <i8[1] const <i8[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v43:
  %v7 = shl i64 %v1, 3
  %v8 = ashr exact i64 %v7, 3
  %v9 = shl i64 %v3, 3
  %v10 = ashr exact i64 %v9, 3
  %v11 = icmp eq i8 %v6, 0
  %v12 = icmp slt i64 %v10, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = icmp sgt i64 %v8, 0
  br label %v16
v19:
  %v17 = phi i64 [ %v18, %v19 ], [ %v8, %v16 ]
  %v20 = phi i64 [ %v21, %v19 ], [ 0, %v16 ]
  %v22 = add nuw nsw i64 %v17, 1
  %v23 = lshr i64 %v22, 1
  %v24 = getelementptr i64, ptr %v0, i64 %v20
  %v25 = getelementptr i64, ptr %v24, i64 %v23
  %v26 = getelementptr i8, ptr %v25, i64 -8
  %v27 = load i64, ptr %v26, align 8
  %v28 = icmp sge i64 %v29, %v27
  %v30 = icmp slt i64 %v27, %v29
  %v31 = select i1 %v11, i1 %v30, i1 %v28
  %v32 = select i1 %v31, i64 %v23, i64 0
  %v21 = add nuw nsw i64 %v32, %v20
  %v18 = sub nsw i64 %v17, %v23
  %v33 = icmp sgt i64 %v18, 0
  br i1 %v33, label %v19, label %v34
v34:
  %v35 = phi i64 [ 0, %v16 ], [ %v21, %v19 ]
  %v36 = getelementptr i64, ptr %v4, i64 %v37
  store i64 %v35, ptr %v36, align 8
  %v38 = icmp samesign ugt i64 %v39, 1
  br i1 %v38, label %v16, label %v13
v16:
  %v39 = phi i64 [ %v10, %v14 ], [ %v40, %v34 ]
  %v37 = phi i64 [ 0, %v14 ], [ %v41, %v34 ]
  %v40 = add nsw i64 %v39, -1
  %v41 = add nuw nsw i64 %v37, 1
  %v42 = getelementptr i64, ptr %v2, i64 %v37
  %v29 = load i64, ptr %v42, align 8
  br i1 %v15, label %v19, label %v34
v13:
  ret i32 0
}

; const <f4[1] const <f4[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v55:
  %v7 = shl i64 %v1, 2
  %v8 = ashr exact i64 %v7, 2
  %v9 = shl i64 %v3, 2
  %v10 = ashr exact i64 %v9, 2
  %v11 = icmp eq i8 %v6, 0
  %v12 = icmp slt i64 %v10, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = icmp sgt i64 %v8, 0
  br label %v16
v44:
  %v17 = phi i64 [ %v18, %v19 ], [ %v8, %v20 ]
  %v21 = phi i64 [ %v22, %v19 ], [ 0, %v20 ]
  %v23 = add nuw nsw i64 %v17, 1
  %v24 = lshr i64 %v23, 1
  %v25 = getelementptr float, ptr %v0, i64 %v21
  %v26 = getelementptr float, ptr %v25, i64 %v24
  %v27 = getelementptr i8, ptr %v26, i64 -4
  %v28 = load float, ptr %v27, align 4
  %v29 = freeze float %v28
  %v30 = fcmp ord float %v29, 0.000000e+00
  br i1 %v11, label %v31, label %v32
v32:
  %v33 = fcmp uge float %v34, %v29
  %v35 = or i1 %v36, %v30
  %v37 = and i1 %v33, %v35
  br i1 %v37, label %v38, label %v19
v31:
  %v39 = fcmp olt float %v29, %v34
  %v40 = and i1 %v36, %v30
  %v41 = or i1 %v39, %v40
  br i1 %v41, label %v38, label %v19
v38:
  br label %v19
v19:
  %v42 = phi i64 [ %v24, %v38 ], [ 0, %v32 ], [ 0, %v31 ]
  %v22 = add nuw nsw i64 %v42, %v21
  %v18 = sub nsw i64 %v17, %v24
  %v43 = icmp sgt i64 %v18, 0
  br i1 %v43, label %v44, label %v45
v45:
  %v46 = phi i64 [ 0, %v16 ], [ %v22, %v19 ]
  %v47 = getelementptr i64, ptr %v4, i64 %v48
  store i64 %v46, ptr %v47, align 8
  %v49 = icmp sgt i64 %v50, 1
  br i1 %v49, label %v16, label %v13
v16:
  %v50 = phi i64 [ %v10, %v14 ], [ %v51, %v45 ]
  %v48 = phi i64 [ 0, %v14 ], [ %v52, %v45 ]
  %v51 = add nsw i64 %v50, -1
  %v52 = add nuw nsw i64 %v48, 1
  %v53 = getelementptr float, ptr %v2, i64 %v48
  %v54 = load float, ptr %v53, align 4
  %v34 = freeze float %v54
  br i1 %v15, label %v20, label %v45
v20:
  %v36 = fcmp uno float %v34, 0.000000e+00
  br label %v44
v13:
  ret i32 0
}

; const <i4[1] const <i4[1] <i8[1] |b1
; returns none
define i32 @ft_kernel(ptr %v0, i64 %v1, ptr %v2, i64 %v3, ptr %v4, i64 %v5, i8 %v6) nounwind {
v43:
  %v7 = shl i64 %v1, 2
  %v8 = ashr exact i64 %v7, 2
  %v9 = shl i64 %v3, 2
  %v10 = ashr exact i64 %v9, 2
  %v11 = icmp eq i8 %v6, 0
  %v12 = icmp slt i64 %v10, 1
  br i1 %v12, label %v13, label %v14
v14:
  %v15 = icmp sgt i64 %v8, 0
  br label %v16
v19:
  %v17 = phi i64 [ %v18, %v19 ], [ %v8, %v16 ]
  %v20 = phi i64 [ %v21, %v19 ], [ 0, %v16 ]
  %v22 = add nuw nsw i64 %v17, 1
  %v23 = lshr i64 %v22, 1
  %v24 = getelementptr i32, ptr %v0, i64 %v20
  %v25 = getelementptr i32, ptr %v24, i64 %v23
  %v26 = getelementptr i8, ptr %v25, i64 -4
  %v27 = load i32, ptr %v26, align 4
  %v28 = icmp sge i32 %v29, %v27
  %v30 = icmp slt i32 %v27, %v29
  %v31 = select i1 %v11, i1 %v30, i1 %v28
  %v32 = select i1 %v31, i64 %v23, i64 0
  %v21 = add nuw nsw i64 %v32, %v20
  %v18 = sub nsw i64 %v17, %v23
  %v33 = icmp sgt i64 %v18, 0
  br i1 %v33, label %v19, label %v34
v34:
  %v35 = phi i64 [ 0, %v16 ], [ %v21, %v19 ]
  %v36 = getelementptr i64, ptr %v4, i64 %v37
  store i64 %v35, ptr %v36, align 8
  %v38 = icmp samesign ugt i64 %v39, 1
  br i1 %v38, label %v16, label %v13
v16:
  %v39 = phi i64 [ %v10, %v14 ], [ %v40, %v34 ]
  %v37 = phi i64 [ 0, %v14 ], [ %v41, %v34 ]
  %v40 = add nsw i64 %v39, -1
  %v41 = add nuw nsw i64 %v37, 1
  %v42 = getelementptr i32, ptr %v2, i64 %v37
  %v29 = load i32, ptr %v42, align 4
  br i1 %v15, label %v19, label %v34
v13:
  ret i32 0
}
