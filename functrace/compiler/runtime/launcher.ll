; Made from launcher.c by generate.py.
%struct.Slot = type { [16 x i8] }
@ft_tuple_items = external constant i64, align 8
@PyArray_Type = external global i8, align 1
@PyLong_Type = external global i8, align 1
@PyBool_Type = external global i8, align 1
@_Py_TrueStruct = external global i8, align 1

define ptr @launch(ptr nocapture noundef readonly %self, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind {
entry:
  %0 = load i64, ptr @ft_tuple_items, align 8
  %add.ptr = getelementptr inbounds i8, ptr %self, i64 %0
  %1 = load ptr, ptr %add.ptr, align 8
  %data = getelementptr inbounds i8, ptr %1, i64 16
  %2 = load ptr, ptr %data, align 8
  %bindings2 = getelementptr inbounds i8, ptr %2, i64 40
  %3 = load i64, ptr %bindings2, align 8
  %add.ptr3.idx = shl nsw i64 %3, 5
  %4 = getelementptr i8, ptr %2, i64 %add.ptr3.idx
  %add.ptr3.ptr = getelementptr i8, ptr %4, i64 48
  %inputs4 = getelementptr inbounds i8, ptr %2, i64 8
  %5 = load i64, ptr %inputs4, align 8
  %outputs5 = getelementptr inbounds i8, ptr %2, i64 16
  %6 = load i64, ptr %outputs5, align 8
  %tobool.not = icmp eq ptr %names, null
  %cmp.not = icmp eq i64 %5, %nargs
  %or.cond = select i1 %tobool.not, i1 %cmp.not, i1 false
  br i1 %or.cond, label %for.cond.i.preheader, label %if.then
for.cond.i.preheader:
  %cmp.i.not174 = icmp sgt i64 %3, 0
  br i1 %cmp.i.not174, label %for.body.i.preheader, label %if.end
for.body.i.preheader:
  %add.ptr1.ptr = getelementptr inbounds i8, ptr %2, i64 48
  br label %for.body.i
for.cond.i:
  %incdec.ptr.i = getelementptr inbounds i8, ptr %binding.addr.0.i175, i64 32
  %cmp.i.not = icmp ult ptr %incdec.ptr.i, %add.ptr3.ptr
  br i1 %cmp.i.not, label %for.body.i, label %if.end
for.body.i:
  %binding.addr.0.i175 = phi ptr [ %incdec.ptr.i, %for.cond.i ], [ %add.ptr1.ptr, %for.body.i.preheader ]
  %7 = load ptr, ptr %binding.addr.0.i175, align 8
  %tobool.not.i = icmp eq ptr %7, null
  %holder2.i = getelementptr inbounds i8, ptr %binding.addr.0.i175, i64 8
  %8 = load ptr, ptr %holder2.i, align 8
  br i1 %tobool.not.i, label %cond.false.i, label %cond.true.i
cond.true.i:
  %name.i = getelementptr inbounds i8, ptr %binding.addr.0.i175, i64 16
  %9 = load ptr, ptr %name.i, align 8
  %call.i = tail call ptr %7(ptr noundef %8, ptr noundef %9) nounwind
  br label %cond.end.i
cond.false.i:
  %10 = load ptr, ptr %8, align 8
  br label %cond.end.i
cond.end.i:
  %cond.i = phi ptr [ %call.i, %cond.true.i ], [ %10, %cond.false.i ]
  %expected.i = getelementptr inbounds i8, ptr %binding.addr.0.i175, i64 24
  %11 = load ptr, ptr %expected.i, align 8
  %cmp3.not.i.not = icmp eq ptr %cond.i, %11
  br i1 %cmp3.not.i.not, label %for.cond.i, label %if.then
if.then:
  %arrayidx7 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %12 = load ptr, ptr %arrayidx7, align 8
  %call8 = tail call ptr @PyObject_Vectorcall(ptr noundef %12, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind
  br label %cleanup48
if.end:
  %add = add i64 %6, 1
  %add9 = add i64 %add, %nargs
  %13 = tail call ptr @llvm.stacksave.p0()
  %vla = alloca %struct.Slot, i64 %add9, align 16
  %vla12 = alloca ptr, i64 %add9, align 16
  %vla14 = alloca ptr, i64 %add, align 16
  %cmp.i90.not178 = icmp sgt i64 %nargs, 0
  br i1 %cmp.i90.not178, label %for.body.i92, label %take.exit
for.body.i92:
  %i.0.i181 = phi i64 [ %inc.i, %if.end.i ], [ 0, %if.end ]
  %input.addr.0.i179 = phi ptr [ %arrayidx3.i, %if.end.i ], [ %add.ptr3.ptr, %if.end ]
  %arrayidx.i = getelementptr inbounds ptr, ptr %args, i64 %i.0.i181
  %14 = load ptr, ptr %arrayidx.i, align 8
  %arrayidx1.i = getelementptr inbounds %struct.Slot, ptr %vla, i64 %i.0.i181
  %arrayidx2.i = getelementptr inbounds ptr, ptr %vla12, i64 %i.0.i181
  %type1.i = getelementptr inbounds i8, ptr %14, i64 8
  %15 = load ptr, ptr %type1.i, align 8
  %16 = load ptr, ptr %input.addr.0.i179, align 8
  %cmp.i131 = icmp eq ptr %15, %16
  br i1 %cmp.i131, label %if.then.i137, label %if.end.i132
if.then.i137:
  %data2.i = getelementptr inbounds i8, ptr %14, i64 16
  %17 = load ptr, ptr %data2.i, align 8
  store ptr %17, ptr %arrayidx2.i, align 8
  %dtype.i = getelementptr inbounds i8, ptr %14, i64 56
  %18 = load ptr, ptr %dtype.i, align 8
  %dtype1.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 24
  %19 = load ptr, ptr %dtype1.i, align 8
  %cmp.not.i = icmp eq ptr %18, %19
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %if.then17
lor.lhs.false.i:
  %flags2.i = getelementptr inbounds i8, ptr %14, i64 64
  %20 = load i32, ptr %flags2.i, align 8
  %and.i = and i32 %20, 257
  %cmp3.not.i139 = icmp eq i32 %and.i, 257
  br i1 %cmp3.not.i139, label %lor.lhs.false4.i, label %if.then17
lor.lhs.false4.i:
  %ndim.i140 = getelementptr inbounds i8, ptr %14, i64 24
  %21 = load i32, ptr %ndim.i140, align 8
  %conv.i141 = sext i32 %21 to i64
  %ndim5.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 32
  %22 = load i64, ptr %ndim5.i, align 8
  %cmp6.not.i = icmp eq i64 %22, %conv.i141
  br i1 %cmp6.not.i, label %for.cond.i142.preheader, label %if.then17
for.cond.i142.preheader:
  %cmp9.not.i176 = icmp sgt i32 %21, 0
  br i1 %cmp9.not.i176, label %for.body.i145.lr.ph, label %if.end.i
for.body.i145.lr.ph:
  %shape.i146 = getelementptr inbounds i8, ptr %14, i64 32
  %23 = load ptr, ptr %shape.i146, align 8
  %shape11.i148 = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 40
  br label %for.body.i145
for.cond.i142:
  %inc.i151 = add nuw nsw i64 %axis.0.i177, 1
  %exitcond.not = icmp eq i64 %inc.i151, %conv.i141
  br i1 %exitcond.not, label %if.end.i, label %for.body.i145
for.body.i145:
  %axis.0.i177 = phi i64 [ 0, %for.body.i145.lr.ph ], [ %inc.i151, %for.cond.i142 ]
  %arrayidx.i147 = getelementptr inbounds i64, ptr %23, i64 %axis.0.i177
  %24 = load i64, ptr %arrayidx.i147, align 8
  %arrayidx12.i149 = getelementptr inbounds [0 x i64], ptr %shape11.i148, i64 0, i64 %axis.0.i177
  %25 = load i64, ptr %arrayidx12.i149, align 8
  %cmp13.not.i = icmp eq i64 %24, %25
  br i1 %cmp13.not.i, label %for.cond.i142, label %if.then17
if.end.i132:
  %scalar.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 8
  %26 = load ptr, ptr %scalar.i, align 8
  %cmp3.not.i133 = icmp eq ptr %15, %26
  br i1 %cmp3.not.i133, label %if.end6.i135, label %land.lhs.true.i
land.lhs.true.i:
  %python.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 16
  %27 = load ptr, ptr %python.i, align 8
  %cmp4.not.i = icmp eq ptr %15, %27
  br i1 %cmp4.not.i, label %if.end6.i135, label %if.then17
if.end6.i135:
  store ptr %arrayidx1.i, ptr %arrayidx2.i, align 8
  %cmp7.i = icmp eq ptr %15, @PyLong_Type
  br i1 %cmp7.i, label %if.then8.i, label %if.end10.i136
if.then8.i:
  %call9.i = call fastcc zeroext i1 @convert(ptr noundef nonnull %14, ptr noundef nonnull %arrayidx1.i)
  br i1 %call9.i, label %if.end.i, label %if.then17
if.end10.i136:
  %cmp11.i = icmp eq ptr %15, @PyBool_Type
  br i1 %cmp11.i, label %if.then12.i, label %if.end15.i
if.then12.i:
  %cmp13.i = icmp eq ptr %14, @_Py_TrueStruct
  %conv14.i = zext i1 %cmp13.i to i8
  store i8 %conv14.i, ptr %arrayidx1.i, align 16
  br label %if.end.i
if.end15.i:
  %bytes16.i = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %bytes16.i, ptr %arrayidx2.i, align 8
  br label %if.end.i
if.end.i:
  %shape.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 40
  %ndim.i = getelementptr inbounds i8, ptr %input.addr.0.i179, i64 32
  %28 = load i64, ptr %ndim.i, align 8
  %arrayidx3.i = getelementptr inbounds [0 x i64], ptr %shape.i, i64 0, i64 %28
  %inc.i = add nuw nsw i64 %i.0.i181, 1
  %exitcond202.not = icmp eq i64 %inc.i, %nargs
  br i1 %exitcond202.not, label %if.end20, label %for.body.i92
take.exit:
  %tobool16.not = icmp eq ptr %add.ptr3.ptr, null
  br i1 %tobool16.not, label %if.then17, label %if.end20
if.then17:
  %arrayidx18 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %29 = load ptr, ptr %arrayidx18, align 8
  %call19 = call ptr @PyObject_Vectorcall(ptr noundef %29, ptr noundef %args, i64 noundef %nargs, ptr noundef null) nounwind
  br label %cleanup46
if.end20:
  %spec.select.i213 = phi ptr [ %add.ptr3.ptr, %take.exit ], [ %arrayidx3.i, %if.end.i ]
  %add.ptr21 = getelementptr inbounds %struct.Slot, ptr %vla, i64 %nargs
  %add.ptr22 = getelementptr inbounds ptr, ptr %vla12, i64 %nargs
  %cmp.i96193 = icmp sgt i64 %6, 0
  br i1 %cmp.i96193, label %for.body.i99, label %if.end25
for.body.i99:
  %i.0.i95195 = phi i64 [ %inc.i109, %for.inc.i108 ], [ 0, %if.end20 ]
  %output.addr.0.i194 = phi ptr [ %arrayidx12.i, %for.inc.i108 ], [ %spec.select.i213, %if.end20 ]
  %ndim1.i = getelementptr inbounds i8, ptr %output.addr.0.i194, i64 8
  %30 = load i64, ptr %ndim1.i, align 8
  %arrayidx.i100 = getelementptr inbounds ptr, ptr %vla14, i64 %i.0.i95195
  store ptr null, ptr %arrayidx.i100, align 8
  %arrayidx2.i101 = getelementptr inbounds %struct.Slot, ptr %add.ptr21, i64 %i.0.i95195
  %arrayidx3.i102 = getelementptr inbounds ptr, ptr %add.ptr22, i64 %i.0.i95195
  store ptr %arrayidx2.i101, ptr %arrayidx3.i102, align 8
  %tobool.not.i103 = icmp eq i64 %30, 0
  br i1 %tobool.not.i103, label %for.inc.i108, label %if.then.i
if.then.i:
  %maker.i = getelementptr inbounds i8, ptr %output.addr.0.i194, i64 16
  %31 = load ptr, ptr %maker.i, align 8
  %32 = load ptr, ptr %output.addr.0.i194, align 8
  %conv.i = trunc i64 %30 to i32
  %shape.i104 = getelementptr inbounds i8, ptr %output.addr.0.i194, i64 24
  %call.i105 = call ptr %31(ptr noundef %32, i32 noundef %conv.i, ptr noundef nonnull %shape.i104) nounwind
  store ptr %call.i105, ptr %arrayidx.i100, align 8
  %tobool6.not.i = icmp eq ptr %call.i105, null
  br i1 %tobool6.not.i, label %make.exit, label %if.end.i106
if.end.i106:
  %data.i = getelementptr inbounds i8, ptr %call.i105, i64 16
  %33 = load ptr, ptr %data.i, align 8
  store ptr %33, ptr %arrayidx3.i102, align 8
  br label %for.inc.i108
for.inc.i108:
  %shape11.i = getelementptr inbounds i8, ptr %output.addr.0.i194, i64 24
  %arrayidx12.i = getelementptr inbounds [0 x i64], ptr %shape11.i, i64 0, i64 %30
  %inc.i109 = add nuw nsw i64 %i.0.i95195, 1
  %exitcond203.not = icmp eq i64 %inc.i109, %6
  br i1 %exitcond203.not, label %if.end25, label %for.body.i99
make.exit:
  call fastcc void @drop(ptr noundef nonnull %vla14, i64 noundef %i.0.i95195)
  br label %cleanup46
if.end25:
  %without_lock = getelementptr inbounds i8, ptr %2, i64 24
  %34 = load i64, ptr %without_lock, align 8
  %tobool26.not = icmp eq i64 %34, 0
  %35 = load ptr, ptr %2, align 8
  br i1 %tobool26.not, label %cond.false, label %cond.true
cond.true:
  %call27 = call fastcc i32 @run_without_lock(ptr noundef %35, ptr noundef nonnull %vla12)
  br label %cond.end
cond.false:
  %call29 = call i32 %35(ptr noundef nonnull %vla12) nounwind
  br label %cond.end
cond.end:
  %cond = phi i32 [ %call27, %cond.true ], [ %call29, %cond.false ]
  %tobool30.not = icmp eq i32 %cond, 0
  br i1 %tobool30.not, label %for.cond.i110.preheader, label %if.then31
for.cond.i110.preheader:
  br i1 %cmp.i96193, label %for.body.i118, label %if.end38
if.then31:
  call fastcc void @drop(ptr noundef nonnull %vla14, i64 noundef %6)
  %arrayidx32 = getelementptr inbounds i8, ptr %add.ptr, i64 16
  %36 = load ptr, ptr %arrayidx32, align 8
  %call33 = call ptr @PyObject_Vectorcall(ptr noundef %36, ptr noundef %args, i64 noundef %nargs, ptr noundef null) nounwind
  br label %cleanup46
for.body.i118:
  %i.0.i112198 = phi i64 [ %inc.i126, %for.inc.i125 ], [ 0, %for.cond.i110.preheader ]
  %output.addr.0.i111197 = phi ptr [ %arrayidx7.i, %for.inc.i125 ], [ %spec.select.i213, %for.cond.i110.preheader ]
  %ndim1.i119 = getelementptr inbounds i8, ptr %output.addr.0.i111197, i64 8
  %37 = load i64, ptr %ndim1.i119, align 8
  %tobool.not.i120 = icmp eq i64 %37, 0
  br i1 %tobool.not.i120, label %if.then.i127, label %for.inc.i125
if.then.i127:
  %arrayidx.i128 = getelementptr inbounds %struct.Slot, ptr %add.ptr21, i64 %i.0.i112198
  %38 = load ptr, ptr %output.addr.0.i111197, align 8
  %call.i129 = call ptr @PyArray_Scalar(ptr noundef nonnull %arrayidx.i128, ptr noundef %38, ptr noundef null) nounwind
  %arrayidx2.i130 = getelementptr inbounds ptr, ptr %vla14, i64 %i.0.i112198
  store ptr %call.i129, ptr %arrayidx2.i130, align 8
  %tobool4.not.i = icmp eq ptr %call.i129, null
  br i1 %tobool4.not.i, label %wrap.exit, label %for.inc.i125
for.inc.i125:
  %shape.i121 = getelementptr inbounds i8, ptr %output.addr.0.i111197, i64 24
  %arrayidx7.i = getelementptr inbounds [0 x i64], ptr %shape.i121, i64 0, i64 %37
  %inc.i126 = add nuw nsw i64 %i.0.i112198, 1
  %exitcond204.not = icmp eq i64 %inc.i126, %6
  br i1 %exitcond204.not, label %if.end38, label %for.body.i118
wrap.exit:
  call fastcc void @drop(ptr noundef nonnull %vla14, i64 noundef %6)
  br label %cleanup46
if.end38:
  %gives_tuple = getelementptr inbounds i8, ptr %2, i64 32
  %39 = load i64, ptr %gives_tuple, align 8
  %tobool39.not = icmp eq i64 %39, 0
  br i1 %tobool39.not, label %cond.false42, label %cond.true40
cond.true40:
  %call41 = call fastcc ptr @pack(ptr noundef nonnull %vla14, i64 noundef %6)
  br label %cleanup46
cond.false42:
  %40 = load ptr, ptr %vla14, align 16
  br label %cleanup46
cleanup46:
  %retval.1 = phi ptr [ %call19, %if.then17 ], [ null, %make.exit ], [ %call33, %if.then31 ], [ null, %wrap.exit ], [ %call41, %cond.true40 ], [ %40, %cond.false42 ]
  call void @llvm.stackrestore.p0(ptr %13)
  br label %cleanup48
cleanup48:
  %retval.2 = phi ptr [ %call8, %if.then ], [ %retval.1, %cleanup46 ]
  ret ptr %retval.2
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind
declare ptr @PyObject_Vectorcall(ptr noundef, ptr noundef, i64 noundef, ptr noundef)
declare ptr @llvm.stacksave.p0() nounwind

define internal fastcc i32 @run_without_lock(ptr nocapture noundef readonly %program, ptr noundef %buffers) nounwind {
entry:
  %call = tail call ptr @PyEval_SaveThread() nounwind
  %call1 = tail call i32 %program(ptr noundef %buffers) nounwind
  tail call void @PyEval_RestoreThread(ptr noundef %call) nounwind
  ret i32 %call1
}

define internal fastcc void @drop(ptr nocapture noundef readonly %objects, i64 noundef %count) nounwind {
entry:
  %cmp3 = icmp sgt i64 %count, 0
  br i1 %cmp3, label %for.body, label %for.cond.cleanup
for.cond.cleanup:
  ret void
for.body:
  %i.04 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds ptr, ptr %objects, i64 %i.04
  %0 = load ptr, ptr %arrayidx, align 8
  tail call void @Py_DecRef(ptr noundef %0) nounwind
  %inc = add nuw nsw i64 %i.04, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define internal fastcc ptr @pack(ptr nocapture noundef readonly %objects, i64 noundef %count) nounwind {
entry:
  %call = tail call ptr @PyTuple_New(i64 noundef %count) nounwind
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.then, label %for.cond.preheader
for.cond.preheader:
  %cmp10 = icmp sgt i64 %count, 0
  br i1 %cmp10, label %for.body, label %cleanup
if.then:
  tail call fastcc void @drop(ptr noundef %objects, i64 noundef %count)
  br label %cleanup
for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %for.cond.preheader ]
  %arrayidx = getelementptr inbounds ptr, ptr %objects, i64 %i.011
  %0 = load ptr, ptr %arrayidx, align 8
  %call1 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %call, i64 noundef %i.011, ptr noundef %0) nounwind
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %cleanup, label %for.body
cleanup:
  ret ptr %call
}
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) nounwind
declare void @llvm.stackrestore.p0(ptr) nounwind

define ptr @small_array(ptr noundef %dtype, i32 noundef %ndim, ptr noundef %shape) nounwind {
entry:
  tail call void @Py_IncRef(ptr noundef %dtype) nounwind
  %call = tail call ptr @PyArray_NewFromDescr(ptr noundef nonnull @PyArray_Type, ptr noundef %dtype, i32 noundef %ndim, ptr noundef %shape, ptr noundef null, ptr noundef null, i32 noundef 0, ptr noundef null) nounwind
  ret ptr %call
}
declare void @Py_IncRef(ptr noundef)
declare ptr @PyArray_NewFromDescr(ptr noundef, ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, ptr noundef)

define void @layout(ptr nocapture noundef writeonly %offsets) nounwind {
entry:
  store i64 8, ptr %offsets, align 8
  %arrayidx1 = getelementptr inbounds i8, ptr %offsets, i64 8
  store i64 16, ptr %arrayidx1, align 8
  %0 = load i64, ptr @ft_tuple_items, align 8
  %arrayidx2 = getelementptr inbounds i8, ptr %offsets, i64 16
  store i64 %0, ptr %arrayidx2, align 8
  %arrayidx3 = getelementptr inbounds i8, ptr %offsets, i64 24
  store i64 16, ptr %arrayidx3, align 8
  %arrayidx4 = getelementptr inbounds i8, ptr %offsets, i64 32
  store i64 24, ptr %arrayidx4, align 8
  %arrayidx5 = getelementptr inbounds i8, ptr %offsets, i64 40
  store i64 32, ptr %arrayidx5, align 8
  %arrayidx6 = getelementptr inbounds i8, ptr %offsets, i64 48
  store i64 56, ptr %arrayidx6, align 8
  %arrayidx7 = getelementptr inbounds i8, ptr %offsets, i64 56
  store i64 64, ptr %arrayidx7, align 8
  ret void
}

define noundef i32 @copy_word(ptr nocapture noundef readonly %buffers) nounwind {
entry:
  %0 = load ptr, ptr %buffers, align 8
  %1 = load i64, ptr %0, align 8
  %arrayidx1 = getelementptr inbounds i8, ptr %buffers, i64 8
  %2 = load ptr, ptr %arrayidx1, align 8
  store i64 %1, ptr %2, align 8
  ret i32 0
}

define internal fastcc zeroext i1 @convert(ptr noundef %number, ptr nocapture noundef writeonly %slot) nounwind {
entry:
  %overflow = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %overflow) nounwind
  %call = call i64 @PyLong_AsLongLongAndOverflow(ptr noundef %number, ptr noundef nonnull %overflow) nounwind
  store i64 %call, ptr %slot, align 8
  %0 = load i32, ptr %overflow, align 4
  %tobool.not = icmp eq i32 %0, 0
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %overflow) nounwind
  ret i1 %tobool.not
}
declare i64 @PyLong_AsLongLongAndOverflow(ptr noundef, ptr noundef)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr noundef)
declare void @Py_DecRef(ptr noundef)
declare ptr @PyArray_Scalar(ptr noundef, ptr noundef, ptr noundef)
declare ptr @PyTuple_New(i64 noundef)
declare i32 @PyTuple_SetItem(ptr noundef, i64 noundef, ptr noundef)
