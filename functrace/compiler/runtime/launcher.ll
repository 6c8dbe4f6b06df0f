; Made from launcher.c by generate.py.
%struct.Type = type { %struct.Sized, ptr, i64 }
%struct.Sized = type { %struct.Object, i64 }
%struct.Object = type { i64, ptr }
%struct.Slot = type { [16 x i8] }
%struct.Time = type { i64, i64 }
%struct.Axis = type { i64, i64, i64 }
@PyTuple_Type = external global %struct.Type, align 8
@PyArray_Type = external global i8, align 1
@PyLong_Type = external global i8, align 1
@PyBool_Type = external global i8, align 1
@_Py_TrueStruct = external global i8, align 1
@ft_clock_python = external constant i32, align 4

define ptr @launch(ptr nocapture noundef readonly %self, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind {
entry:
  %0 = load i64, ptr getelementptr inbounds (i8, ptr @PyTuple_Type, i64 32), align 8
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
  %cmp.i.not189 = icmp sgt i64 %3, 0
  br i1 %cmp.i.not189, label %for.body.i.preheader, label %if.end
for.body.i.preheader:
  %add.ptr1.ptr = getelementptr inbounds i8, ptr %2, i64 48
  br label %for.body.i
for.cond.i:
  %incdec.ptr.i = getelementptr inbounds i8, ptr %binding.addr.0.i190, i64 32
  %cmp.i.not = icmp ult ptr %incdec.ptr.i, %add.ptr3.ptr
  br i1 %cmp.i.not, label %for.body.i, label %if.end
for.body.i:
  %binding.addr.0.i190 = phi ptr [ %incdec.ptr.i, %for.cond.i ], [ %add.ptr1.ptr, %for.body.i.preheader ]
  %7 = load ptr, ptr %binding.addr.0.i190, align 8
  %tobool.not.i = icmp eq ptr %7, null
  %holder2.i = getelementptr inbounds i8, ptr %binding.addr.0.i190, i64 8
  %8 = load ptr, ptr %holder2.i, align 8
  br i1 %tobool.not.i, label %cond.false.i, label %cond.true.i
cond.true.i:
  %name.i = getelementptr inbounds i8, ptr %binding.addr.0.i190, i64 16
  %9 = load ptr, ptr %name.i, align 8
  %call.i = tail call ptr %7(ptr noundef %8, ptr noundef %9) nounwind
  br label %cond.end.i
cond.false.i:
  %10 = load ptr, ptr %8, align 8
  br label %cond.end.i
cond.end.i:
  %cond.i = phi ptr [ %call.i, %cond.true.i ], [ %10, %cond.false.i ]
  %expected.i = getelementptr inbounds i8, ptr %binding.addr.0.i190, i64 24
  %11 = load ptr, ptr %expected.i, align 8
  %cmp3.not.i.not = icmp eq ptr %cond.i, %11
  br i1 %cmp3.not.i.not, label %for.cond.i, label %if.then
if.then:
  %arrayidx7 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %12 = load ptr, ptr %arrayidx7, align 8
  %call8 = tail call ptr @PyObject_Vectorcall(ptr noundef %12, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind
  br label %cleanup58
if.end:
  %add = add i64 %nargs, 1
  %add9 = add i64 %add, %6
  %13 = tail call ptr @llvm.stacksave.p0()
  %vla = alloca %struct.Slot, i64 %add9, align 16
  %vla12 = alloca ptr, i64 %add9, align 16
  %vla14 = alloca ptr, i64 %add, align 16
  %add15 = add nsw i64 %6, 1
  %vla16 = alloca ptr, i64 %add15, align 16
  %cmp.i102.not193 = icmp sgt i64 %nargs, 0
  br i1 %cmp.i102.not193, label %for.body.i104, label %take.exit
for.body.i104:
  %i.0.i196 = phi i64 [ %inc10.i, %if.end8.i ], [ 0, %if.end ]
  %input.addr.0.i195 = phi ptr [ %arrayidx9.i, %if.end8.i ], [ %add.ptr3.ptr, %if.end ]
  %copied.0194 = phi i64 [ %copied.1, %if.end8.i ], [ 0, %if.end ]
  %arrayidx.i = getelementptr inbounds ptr, ptr %args, i64 %i.0.i196
  %14 = load ptr, ptr %arrayidx.i, align 8
  %arrayidx1.i = getelementptr inbounds %struct.Slot, ptr %vla, i64 %i.0.i196
  %arrayidx2.i = getelementptr inbounds ptr, ptr %vla12, i64 %i.0.i196
  %type1.i = getelementptr inbounds i8, ptr %14, i64 8
  %15 = load ptr, ptr %type1.i, align 8
  %16 = load ptr, ptr %input.addr.0.i195, align 8
  %cmp.i145 = icmp eq ptr %15, %16
  br i1 %cmp.i145, label %if.then.i151, label %if.end.i146
if.then.i151:
  %data2.i = getelementptr inbounds i8, ptr %14, i64 16
  %17 = load ptr, ptr %data2.i, align 8
  store ptr %17, ptr %arrayidx2.i, align 8
  %flags1.i = getelementptr inbounds i8, ptr %14, i64 64
  %18 = load i32, ptr %flags1.i, align 8
  %and.i = and i32 %18, 257
  %cmp.not.i = icmp eq i32 %and.i, 257
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %if.then.i
lor.lhs.false.i:
  %ndim.i153 = getelementptr inbounds i8, ptr %14, i64 24
  %19 = load i32, ptr %ndim.i153, align 8
  %conv.i154 = sext i32 %19 to i64
  %ndim2.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 40
  %20 = load i64, ptr %ndim2.i, align 8
  %cmp3.not.i155 = icmp eq i64 %20, %conv.i154
  br i1 %cmp3.not.i155, label %for.cond.i156.preheader, label %if.then.i
for.cond.i156.preheader:
  %cmp6.i191 = icmp sgt i32 %19, 0
  br i1 %cmp6.i191, label %for.body.i160.lr.ph, label %for.end.i
for.body.i160.lr.ph:
  %shape.i161 = getelementptr inbounds i8, ptr %14, i64 32
  %21 = load ptr, ptr %shape.i161, align 8
  %shape8.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 48
  br label %for.body.i160
for.cond.i156:
  %inc.i165 = add nuw nsw i64 %axis.0.i192, 1
  %exitcond.not = icmp eq i64 %inc.i165, %conv.i154
  br i1 %exitcond.not, label %for.end.i, label %for.body.i160
for.body.i160:
  %axis.0.i192 = phi i64 [ 0, %for.body.i160.lr.ph ], [ %inc.i165, %for.cond.i156 ]
  %arrayidx.i162 = getelementptr inbounds i64, ptr %21, i64 %axis.0.i192
  %22 = load i64, ptr %arrayidx.i162, align 8
  %arrayidx9.i163 = getelementptr inbounds [0 x i64], ptr %shape8.i, i64 0, i64 %axis.0.i192
  %23 = load i64, ptr %arrayidx9.i163, align 8
  %cmp10.not.i = icmp eq i64 %22, %23
  br i1 %cmp10.not.i, label %for.cond.i156, label %if.then.i
for.end.i:
  %dtype.i = getelementptr inbounds i8, ptr %14, i64 56
  %24 = load ptr, ptr %dtype.i, align 8
  %dtype14.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 24
  %25 = load ptr, ptr %dtype14.i, align 8
  %cmp15.i = icmp eq ptr %24, %25
  br i1 %cmp15.i, label %if.end8.i, label %find.exit
if.end.i146:
  %scalar.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 8
  %26 = load ptr, ptr %scalar.i, align 8
  %cmp3.not.i147 = icmp eq ptr %15, %26
  br i1 %cmp3.not.i147, label %if.end6.i149, label %land.lhs.true.i
land.lhs.true.i:
  %python.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 16
  %27 = load ptr, ptr %python.i, align 8
  %cmp4.not.i = icmp eq ptr %15, %27
  br i1 %cmp4.not.i, label %if.end6.i149, label %if.then.i
if.end6.i149:
  store ptr %arrayidx1.i, ptr %arrayidx2.i, align 8
  %cmp7.i = icmp eq ptr %15, @PyLong_Type
  br i1 %cmp7.i, label %if.then8.i, label %if.end10.i150
if.then8.i:
  %call9.i = call fastcc zeroext i1 @convert(ptr noundef nonnull %14, ptr noundef nonnull %arrayidx1.i)
  br i1 %call9.i, label %if.end8.i, label %if.then.i
if.end10.i150:
  %cmp11.i = icmp eq ptr %15, @PyBool_Type
  br i1 %cmp11.i, label %if.then12.i, label %if.end15.i
if.then12.i:
  %cmp13.i = icmp eq ptr %14, @_Py_TrueStruct
  %conv14.i = zext i1 %cmp13.i to i8
  store i8 %conv14.i, ptr %arrayidx1.i, align 16
  br label %if.end8.i
if.end15.i:
  %bytes16.i = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %bytes16.i, ptr %arrayidx2.i, align 8
  br label %if.end8.i
find.exit:
  %call.i159 = call fastcc zeroext i1 @is_same_dtype(ptr noundef %24, ptr noundef %25)
  br i1 %call.i159, label %if.end8.i, label %if.then.i
if.then.i:
  %28 = load ptr, ptr %arrayidx.i, align 8
  %call4.i = call fastcc ptr @in_order(ptr noundef %28, ptr noundef nonnull %input.addr.0.i195)
  %tobool.not.not.i = icmp eq ptr %call4.i, null
  br i1 %tobool.not.not.i, label %if.then19, label %if.end.i
if.end.i:
  %inc.i = add nsw i64 %copied.0194, 1
  %arrayidx6.i = getelementptr inbounds ptr, ptr %vla14, i64 %copied.0194
  store ptr %call4.i, ptr %arrayidx6.i, align 8
  store ptr %call4.i, ptr %arrayidx2.i, align 8
  br label %if.end8.i
if.end8.i:
  %copied.1 = phi i64 [ %copied.0194, %find.exit ], [ %inc.i, %if.end.i ], [ %copied.0194, %if.then8.i ], [ %copied.0194, %if.then12.i ], [ %copied.0194, %if.end15.i ], [ %copied.0194, %for.end.i ]
  %shape.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 48
  %ndim.i = getelementptr inbounds i8, ptr %input.addr.0.i195, i64 40
  %29 = load i64, ptr %ndim.i, align 8
  %arrayidx9.i = getelementptr inbounds [0 x i64], ptr %shape.i, i64 0, i64 %29
  %inc10.i = add nuw nsw i64 %i.0.i196, 1
  %exitcond209.not = icmp eq i64 %inc10.i, %nargs
  br i1 %exitcond209.not, label %if.end22, label %for.body.i104
take.exit:
  %tobool18.not = icmp eq ptr %add.ptr3.ptr, null
  br i1 %tobool18.not, label %if.then19, label %if.end22
if.then19:
  %copied.0.lcssa216 = phi i64 [ 0, %take.exit ], [ %copied.0194, %if.then.i ]
  call fastcc void @give_back(ptr noundef nonnull %vla14, i64 noundef %copied.0.lcssa216)
  %arrayidx20 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %30 = load ptr, ptr %arrayidx20, align 8
  %call21 = call ptr @PyObject_Vectorcall(ptr noundef %30, ptr noundef %args, i64 noundef %nargs, ptr noundef null) nounwind
  br label %cleanup55
if.end22:
  %spec.select.i224 = phi ptr [ %add.ptr3.ptr, %take.exit ], [ %arrayidx9.i, %if.end8.i ]
  %copied.0.lcssa222 = phi i64 [ 0, %take.exit ], [ %copied.1, %if.end8.i ]
  %add.ptr23 = getelementptr inbounds %struct.Slot, ptr %vla, i64 %nargs
  %add.ptr24 = getelementptr inbounds ptr, ptr %vla12, i64 %nargs
  %cmp.i108202 = icmp sgt i64 %6, 0
  br i1 %cmp.i108202, label %for.body.i113, label %if.end27
for.body.i113:
  %i.0.i107204 = phi i64 [ %inc.i123, %for.inc.i122 ], [ 0, %if.end22 ]
  %output.addr.0.i203 = phi ptr [ %arrayidx12.i, %for.inc.i122 ], [ %spec.select.i224, %if.end22 ]
  %ndim1.i = getelementptr inbounds i8, ptr %output.addr.0.i203, i64 8
  %31 = load i64, ptr %ndim1.i, align 8
  %arrayidx.i114 = getelementptr inbounds ptr, ptr %vla16, i64 %i.0.i107204
  store ptr null, ptr %arrayidx.i114, align 8
  %arrayidx2.i115 = getelementptr inbounds %struct.Slot, ptr %add.ptr23, i64 %i.0.i107204
  %arrayidx3.i = getelementptr inbounds ptr, ptr %add.ptr24, i64 %i.0.i107204
  store ptr %arrayidx2.i115, ptr %arrayidx3.i, align 8
  %tobool.not.i116 = icmp eq i64 %31, 0
  br i1 %tobool.not.i116, label %for.inc.i122, label %if.then.i117
if.then.i117:
  %maker.i = getelementptr inbounds i8, ptr %output.addr.0.i203, i64 16
  %32 = load ptr, ptr %maker.i, align 8
  %33 = load ptr, ptr %output.addr.0.i203, align 8
  %conv.i = trunc i64 %31 to i32
  %shape.i118 = getelementptr inbounds i8, ptr %output.addr.0.i203, i64 24
  %call.i119 = call ptr %32(ptr noundef %33, i32 noundef %conv.i, ptr noundef nonnull %shape.i118) nounwind
  store ptr %call.i119, ptr %arrayidx.i114, align 8
  %tobool6.not.i = icmp eq ptr %call.i119, null
  br i1 %tobool6.not.i, label %if.then26, label %if.end.i120
if.end.i120:
  %data.i = getelementptr inbounds i8, ptr %call.i119, i64 16
  %34 = load ptr, ptr %data.i, align 8
  store ptr %34, ptr %arrayidx3.i, align 8
  br label %for.inc.i122
for.inc.i122:
  %shape11.i = getelementptr inbounds i8, ptr %output.addr.0.i203, i64 24
  %arrayidx12.i = getelementptr inbounds [0 x i64], ptr %shape11.i, i64 0, i64 %31
  %inc.i123 = add nuw nsw i64 %i.0.i107204, 1
  %exitcond210.not = icmp eq i64 %inc.i123, %6
  br i1 %exitcond210.not, label %if.end27, label %for.body.i113
if.then26:
  call fastcc void @drop(ptr noundef nonnull %vla16, i64 noundef %i.0.i107204)
  call fastcc void @give_back(ptr noundef nonnull %vla14, i64 noundef %copied.0.lcssa222)
  br label %cleanup55
if.end27:
  %without_lock = getelementptr inbounds i8, ptr %2, i64 24
  %35 = load i64, ptr %without_lock, align 8
  %tobool28.not = icmp eq i64 %35, 0
  %36 = load ptr, ptr %2, align 8
  br i1 %tobool28.not, label %cond.false, label %cond.true
cond.true:
  %call29 = call fastcc i32 @run_without_lock(ptr noundef %36, ptr noundef nonnull %vla12)
  br label %cond.end
cond.false:
  %call31 = call i32 %36(ptr noundef nonnull %vla12) nounwind
  br label %cond.end
cond.end:
  %cond = phi i32 [ %call29, %cond.true ], [ %call31, %cond.false ]
  %tobool32.not = icmp eq i64 %copied.0.lcssa222, 0
  br i1 %tobool32.not, label %if.end34, label %if.then33
if.then33:
  call fastcc void @give_back(ptr noundef nonnull %vla14, i64 noundef %copied.0.lcssa222)
  br label %if.end34
if.end34:
  %tobool35.not = icmp eq i32 %cond, 0
  br i1 %tobool35.not, label %for.cond.i124.preheader, label %if.then36
for.cond.i124.preheader:
  br i1 %cmp.i108202, label %for.body.i132, label %if.end47
if.then36:
  call fastcc void @drop(ptr noundef nonnull %vla16, i64 noundef %6)
  %call37 = call ptr @PyErr_Occurred() nounwind
  %tobool38.not = icmp eq ptr %call37, null
  br i1 %tobool38.not, label %if.end40, label %cleanup55
if.end40:
  %arrayidx41 = getelementptr inbounds i8, ptr %add.ptr, i64 16
  %37 = load ptr, ptr %arrayidx41, align 8
  %call42 = call ptr @PyObject_Vectorcall(ptr noundef %37, ptr noundef %args, i64 noundef %nargs, ptr noundef null) nounwind
  br label %cleanup55
for.body.i132:
  %i.0.i126207 = phi i64 [ %inc.i140, %for.inc.i139 ], [ 0, %for.cond.i124.preheader ]
  %output.addr.0.i125206 = phi ptr [ %arrayidx7.i, %for.inc.i139 ], [ %spec.select.i224, %for.cond.i124.preheader ]
  %ndim1.i133 = getelementptr inbounds i8, ptr %output.addr.0.i125206, i64 8
  %38 = load i64, ptr %ndim1.i133, align 8
  %tobool.not.i134 = icmp eq i64 %38, 0
  br i1 %tobool.not.i134, label %if.then.i141, label %for.inc.i139
if.then.i141:
  %arrayidx.i142 = getelementptr inbounds %struct.Slot, ptr %add.ptr23, i64 %i.0.i126207
  %39 = load ptr, ptr %output.addr.0.i125206, align 8
  %call.i143 = call ptr @PyArray_Scalar(ptr noundef nonnull %arrayidx.i142, ptr noundef %39, ptr noundef null) nounwind
  %arrayidx2.i144 = getelementptr inbounds ptr, ptr %vla16, i64 %i.0.i126207
  store ptr %call.i143, ptr %arrayidx2.i144, align 8
  %tobool4.not.i = icmp eq ptr %call.i143, null
  br i1 %tobool4.not.i, label %wrap.exit, label %for.inc.i139
for.inc.i139:
  %shape.i135 = getelementptr inbounds i8, ptr %output.addr.0.i125206, i64 24
  %arrayidx7.i = getelementptr inbounds [0 x i64], ptr %shape.i135, i64 0, i64 %38
  %inc.i140 = add nuw nsw i64 %i.0.i126207, 1
  %exitcond211.not = icmp eq i64 %inc.i140, %6
  br i1 %exitcond211.not, label %if.end47, label %for.body.i132
wrap.exit:
  call fastcc void @drop(ptr noundef nonnull %vla16, i64 noundef %6)
  br label %cleanup55
if.end47:
  %gives_tuple = getelementptr inbounds i8, ptr %2, i64 32
  %40 = load i64, ptr %gives_tuple, align 8
  %tobool48.not = icmp eq i64 %40, 0
  br i1 %tobool48.not, label %cond.false51, label %cond.true49
cond.true49:
  %call50 = call fastcc ptr @pack(ptr noundef nonnull %vla16, i64 noundef %6)
  br label %cleanup55
cond.false51:
  %41 = load ptr, ptr %vla16, align 16
  br label %cleanup55
cleanup55:
  %retval.1 = phi ptr [ null, %if.then26 ], [ %call21, %if.then19 ], [ %call42, %if.end40 ], [ null, %if.then36 ], [ null, %wrap.exit ], [ %call50, %cond.true49 ], [ %41, %cond.false51 ]
  call void @llvm.stackrestore.p0(ptr %13)
  br label %cleanup58
cleanup58:
  %retval.2 = phi ptr [ %call8, %if.then ], [ %retval.1, %cleanup55 ]
  ret ptr %retval.2
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind
declare ptr @PyObject_Vectorcall(ptr noundef, ptr noundef, i64 noundef, ptr noundef)
declare ptr @llvm.stacksave.p0() nounwind

define internal fastcc void @give_back(ptr nocapture noundef readonly %copies, i64 noundef %count) nounwind {
entry:
  %cmp3 = icmp sgt i64 %count, 0
  br i1 %cmp3, label %for.body, label %for.cond.cleanup
for.cond.cleanup:
  ret void
for.body:
  %i.04 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds ptr, ptr %copies, i64 %i.04
  %0 = load ptr, ptr %arrayidx, align 8
  tail call void @ft_give(ptr noundef %0) nounwind
  %inc = add nuw nsw i64 %i.04, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define internal fastcc range(i32 0, 2) i32 @run_without_lock(ptr nocapture noundef readonly %program, ptr noundef %buffers) nounwind {
entry:
  %call = tail call ptr @PyEval_SaveThread() nounwind
  %call1 = tail call i32 %program(ptr noundef %buffers) nounwind
  tail call void @PyEval_RestoreThread(ptr noundef %call) nounwind
  %tobool.not = icmp eq i32 %call1, 0
  br i1 %tobool.not, label %lor.rhs, label %lor.end
lor.rhs:
  %call2 = tail call ptr @PyErr_Occurred() nounwind
  %tobool3 = icmp ne ptr %call2, null
  %0 = zext i1 %tobool3 to i32
  br label %lor.end
lor.end:
  %lor.ext = phi i32 [ 1, %entry ], [ %0, %lor.rhs ]
  ret i32 %lor.ext
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
declare ptr @PyErr_Occurred()

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

define ptr @watch(ptr nocapture noundef readonly %self, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind {
entry:
  %time.i.i = alloca %struct.Time, align 8
  %.compoundliteral.i = alloca [2 x ptr], align 8
  %time.i = alloca %struct.Time, align 8
  %0 = load i64, ptr getelementptr inbounds (i8, ptr @PyTuple_Type, i64 32), align 8
  %add.ptr = getelementptr inbounds i8, ptr %self, i64 %0
  %1 = load ptr, ptr %add.ptr, align 8
  %data = getelementptr inbounds i8, ptr %1, i64 16
  %2 = load ptr, ptr %data, align 8
  %3 = load ptr, ptr %2, align 8
  %call = tail call ptr @PyGILState_GetThisThreadState() nounwind
  %cmp = icmp eq ptr %3, %call
  br i1 %cmp, label %if.then, label %if.end16
if.then:
  %times = getelementptr inbounds i8, ptr %2, i64 8
  %4 = load ptr, ptr %times, align 8
  %count = getelementptr inbounds i8, ptr %2, i64 16
  %5 = load i64, ptr %count, align 8
  %mul = shl i64 %5, 3
  %call1 = tail call ptr @memset(ptr noundef %4, i32 noundef 0, i64 noundef %mul) nounwind
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i) nounwind
  %6 = load i32, ptr @ft_clock_python, align 4
  %call.i = call i32 @clock_gettime(i32 noundef %6, ptr noundef nonnull %time.i) nounwind
  %7 = load i64, ptr %time.i, align 8
  %mul.i = mul nsw i64 %7, 1000000000
  %nanoseconds.i = getelementptr inbounds i8, ptr %time.i, i64 8
  %8 = load i64, ptr %nanoseconds.i, align 8
  %add.i = add nsw i64 %mul.i, %8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i) nounwind
  %arrayidx3 = getelementptr inbounds i8, ptr %add.ptr, i64 8
  %9 = load ptr, ptr %arrayidx3, align 8
  %call4 = call ptr @PyObject_Vectorcall(ptr noundef %9, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind
  %tobool.not = icmp eq ptr %call4, null
  br i1 %tobool.not, label %cleanup19, label %if.end
if.end:
  %arrayidx6 = getelementptr inbounds i8, ptr %add.ptr, i64 24
  %10 = load ptr, ptr %arrayidx6, align 8
  %cmp7.not = icmp eq ptr %call4, %10
  br i1 %cmp7.not, label %cleanup, label %if.then8
if.then8:
  %arrayidx9 = getelementptr inbounds i8, ptr %add.ptr, i64 40
  %11 = load ptr, ptr %arrayidx9, align 8
  %arrayidx10 = getelementptr inbounds i8, ptr %add.ptr, i64 32
  %12 = load ptr, ptr %arrayidx10, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %.compoundliteral.i)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %call.i.i = call i32 @clock_gettime(i32 noundef %6, ptr noundef nonnull %time.i.i) nounwind
  %13 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds i8, ptr %time.i.i, i64 8
  %14 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %time.i.i) nounwind
  %15 = load i64, ptr %count, align 8
  %mul.i36 = shl nsw i64 %15, 3
  %add.i37 = add nsw i64 %mul.i36, 16
  %call1.i = call ptr @PyBytes_FromStringAndSize(ptr noundef null, i64 noundef %add.i37) nounwind
  %tobool.not.i = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i, label %put.exit.thread, label %if.end.i
if.end.i:
  %mul.i.i = mul nsw i64 %13, 1000000000
  %add.i.i = add nsw i64 %mul.i.i, %14
  %call2.i = call ptr @PyBytes_AsString(ptr noundef nonnull %call1.i) nounwind
  store i64 %add.i, ptr %call2.i, align 8
  %arrayidx3.i = getelementptr inbounds i8, ptr %call2.i, i64 8
  store i64 %add.i.i, ptr %arrayidx3.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %call2.i, i64 16
  %16 = load ptr, ptr %times, align 8
  %call4.i = call ptr @memcpy(ptr noundef nonnull %add.ptr.i, ptr noundef %16, i64 noundef %mul.i36) nounwind
  call void @Py_IncRef(ptr noundef %12) nounwind
  store ptr %12, ptr %.compoundliteral.i, align 8
  %arrayinit.element.i = getelementptr inbounds i8, ptr %.compoundliteral.i, i64 8
  store ptr %call1.i, ptr %arrayinit.element.i, align 8
  %call6.i = call fastcc ptr @pack(ptr noundef nonnull %.compoundliteral.i, i64 noundef 2)
  %tobool7.not.i = icmp eq ptr %call6.i, null
  br i1 %tobool7.not.i, label %put.exit.thread, label %put.exit
put.exit.thread:
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %.compoundliteral.i)
  br label %if.end13
put.exit:
  %call10.i = call i32 @PyList_Append(ptr noundef %11, ptr noundef nonnull %call6.i) nounwind
  call void @Py_DecRef(ptr noundef nonnull %call6.i) nounwind
  %tobool11.not.i = icmp eq i32 %call10.i, 0
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %.compoundliteral.i)
  br i1 %tobool11.not.i, label %cleanup19, label %if.end13
if.end13:
  call void @Py_DecRef(ptr noundef nonnull %call4) nounwind
  br label %cleanup19
cleanup:
  call void @Py_DecRef(ptr noundef nonnull %call4) nounwind
  br label %if.end16
if.end16:
  %arrayidx17 = getelementptr inbounds i8, ptr %add.ptr, i64 16
  %17 = load ptr, ptr %arrayidx17, align 8
  %call18 = call ptr @PyObject_Vectorcall(ptr noundef %17, ptr noundef %args, i64 noundef %nargs, ptr noundef %names) nounwind
  br label %cleanup19
cleanup19:
  %retval.1 = phi ptr [ %call18, %if.end16 ], [ %call4, %put.exit ], [ null, %if.then ], [ null, %if.end13 ]
  ret ptr %retval.1
}
declare ptr @PyGILState_GetThisThreadState()
declare ptr @memset(ptr noundef, i32 noundef, i64 noundef)
declare void @Py_DecRef(ptr noundef)

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
  %0 = load i64, ptr getelementptr inbounds (i8, ptr @PyTuple_Type, i64 32), align 8
  %arrayidx2 = getelementptr inbounds i8, ptr %offsets, i64 16
  store i64 %0, ptr %arrayidx2, align 8
  %arrayidx3 = getelementptr inbounds i8, ptr %offsets, i64 24
  store i64 16, ptr %arrayidx3, align 8
  %arrayidx4 = getelementptr inbounds i8, ptr %offsets, i64 32
  store i64 24, ptr %arrayidx4, align 8
  %arrayidx5 = getelementptr inbounds i8, ptr %offsets, i64 40
  store i64 32, ptr %arrayidx5, align 8
  %arrayidx6 = getelementptr inbounds i8, ptr %offsets, i64 48
  store i64 40, ptr %arrayidx6, align 8
  %arrayidx7 = getelementptr inbounds i8, ptr %offsets, i64 56
  store i64 56, ptr %arrayidx7, align 8
  %arrayidx8 = getelementptr inbounds i8, ptr %offsets, i64 64
  store i64 64, ptr %arrayidx8, align 8
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

define internal fastcc ptr @in_order(ptr nocapture noundef readonly %arg, ptr nocapture noundef readonly %input) nounwind {
entry:
  %rows.i.i = alloca %struct.Axis, align 8
  %columns.i.i = alloca %struct.Axis, align 8
  %axes.i = alloca [66 x %struct.Axis], align 16
  %at.i = alloca [66 x i64], align 16
  %itemsize = getelementptr inbounds i8, ptr %input, i64 32
  %0 = load i64, ptr %itemsize, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %return, label %lor.lhs.false
lor.lhs.false:
  %type = getelementptr inbounds i8, ptr %arg, i64 8
  %1 = load ptr, ptr %type, align 8
  %2 = load ptr, ptr %input, align 8
  %cmp.not = icmp eq ptr %1, %2
  br i1 %cmp.not, label %lor.lhs.false1, label %return
lor.lhs.false1:
  %flags1.i = getelementptr inbounds i8, ptr %arg, i64 64
  %3 = load i32, ptr %flags1.i, align 8
  %and.i = and i32 %3, 256
  %cmp.not.i.not = icmp eq i32 %and.i, 0
  br i1 %cmp.not.i.not, label %return, label %lor.lhs.false.i
lor.lhs.false.i:
  %ndim.i = getelementptr inbounds i8, ptr %arg, i64 24
  %4 = load i32, ptr %ndim.i, align 8
  %conv.i = sext i32 %4 to i64
  %ndim2.i = getelementptr inbounds i8, ptr %input, i64 40
  %5 = load i64, ptr %ndim2.i, align 8
  %cmp3.not.i = icmp eq i64 %5, %conv.i
  br i1 %cmp3.not.i, label %for.cond.i.preheader, label %return
for.cond.i.preheader:
  %cmp6.i36 = icmp sgt i32 %4, 0
  br i1 %cmp6.i36, label %for.body.i.lr.ph, label %for.end.i
for.body.i.lr.ph:
  %shape.i = getelementptr inbounds i8, ptr %arg, i64 32
  %6 = load ptr, ptr %shape.i, align 8
  %shape8.i = getelementptr inbounds i8, ptr %input, i64 48
  br label %for.body.i
for.cond.i:
  %inc.i = add nuw nsw i64 %axis.0.i37, 1
  %exitcond.not = icmp eq i64 %inc.i, %conv.i
  br i1 %exitcond.not, label %for.end.i, label %for.body.i
for.body.i:
  %axis.0.i37 = phi i64 [ 0, %for.body.i.lr.ph ], [ %inc.i, %for.cond.i ]
  %arrayidx.i = getelementptr inbounds i64, ptr %6, i64 %axis.0.i37
  %7 = load i64, ptr %arrayidx.i, align 8
  %arrayidx9.i = getelementptr inbounds [0 x i64], ptr %shape8.i, i64 0, i64 %axis.0.i37
  %8 = load i64, ptr %arrayidx9.i, align 8
  %cmp10.not.i = icmp eq i64 %7, %8
  br i1 %cmp10.not.i, label %for.cond.i, label %return
for.end.i:
  %dtype.i = getelementptr inbounds i8, ptr %arg, i64 56
  %9 = load ptr, ptr %dtype.i, align 8
  %dtype14.i = getelementptr inbounds i8, ptr %input, i64 24
  %10 = load ptr, ptr %dtype14.i, align 8
  %cmp15.i = icmp eq ptr %9, %10
  br i1 %cmp15.i, label %if.end, label %is_fitting_array.exit
is_fitting_array.exit:
  %call.i = tail call fastcc zeroext i1 @is_same_dtype(ptr noundef %9, ptr noundef %10)
  br i1 %call.i, label %is_fitting_array.exit.if.end_crit_edge, label %return
is_fitting_array.exit.if.end_crit_edge:
  %.pre = load i64, ptr %itemsize, align 8
  %.pre46 = load i64, ptr %ndim2.i, align 8
  br label %if.end
if.end:
  %11 = phi i64 [ %.pre46, %is_fitting_array.exit.if.end_crit_edge ], [ %conv.i, %for.end.i ]
  %12 = phi i64 [ %.pre, %is_fitting_array.exit.if.end_crit_edge ], [ %0, %for.end.i ]
  %cmp338 = icmp sgt i64 %11, 0
  br i1 %cmp338, label %for.body.lr.ph, label %for.cond.cleanup
for.body.lr.ph:
  %shape = getelementptr inbounds i8, ptr %input, i64 48
  br label %for.body
for.cond.cleanup:
  %bytes.0.lcssa = phi i64 [ %12, %if.end ], [ %mul, %for.body ]
  %call4 = tail call ptr @ft_take(i64 noundef %bytes.0.lcssa) nounwind
  %tobool5.not = icmp eq ptr %call4, null
  br i1 %tobool5.not, label %return, label %if.then6
for.body:
  %axis.040 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %bytes.039 = phi i64 [ %12, %for.body.lr.ph ], [ %mul, %for.body ]
  %arrayidx = getelementptr inbounds [0 x i64], ptr %shape, i64 0, i64 %axis.040
  %13 = load i64, ptr %arrayidx, align 8
  %mul = mul nsw i64 %13, %bytes.039
  %inc = add nuw nsw i64 %axis.040, 1
  %exitcond45.not = icmp eq i64 %inc, %11
  br i1 %exitcond45.not, label %for.cond.cleanup, label %for.body
if.then6:
  %14 = load i64, ptr %itemsize, align 8
  %data.i = getelementptr inbounds i8, ptr %arg, i64 16
  %15 = load ptr, ptr %data.i, align 8
  call void @llvm.lifetime.start.p0(i64 1584, ptr nonnull %axes.i) nounwind
  %16 = load i32, ptr %ndim.i, align 8
  %cmp21.i.i = icmp sgt i32 %16, 0
  br i1 %cmp21.i.i, label %for.body.lr.ph.i.i, label %while.body.i.preheader
while.body.i.preheader:
  %count.097.i.ph = phi i64 [ 0, %if.then6 ], [ %count.1.i.i, %axes_of.exit.i ]
  br label %while.body.i
for.body.lr.ph.i.i:
  %sub.i.i = add nsw i32 %16, -1
  %conv.i.i = zext nneg i32 %sub.i.i to i64
  %shape.i.i = getelementptr inbounds i8, ptr %arg, i64 32
  %strides.i.i = getelementptr inbounds i8, ptr %arg, i64 40
  %.pre.i.i = load ptr, ptr %shape.i.i, align 8
  br label %for.body.i.i
for.body.i.i:
  %size.addr.024.i.i = phi i64 [ %14, %for.body.lr.ph.i.i ], [ %size.addr.1.i.i, %for.inc.i.i ]
  %count.023.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %count.1.i.i, %for.inc.i.i ]
  %d.022.i.i = phi i64 [ %conv.i.i, %for.body.lr.ph.i.i ], [ %dec.i.i, %for.inc.i.i ]
  %arrayidx.i.i = getelementptr inbounds i64, ptr %.pre.i.i, i64 %d.022.i.i
  %17 = load i64, ptr %arrayidx.i.i, align 8
  %cmp2.not.i.i = icmp eq i64 %17, 1
  br i1 %cmp2.not.i.i, label %for.inc.i.i, label %if.then.i.i
if.then.i.i:
  %inc.i.i = add nsw i64 %count.023.i.i, 1
  %arrayidx4.i.i = getelementptr inbounds %struct.Axis, ptr %axes.i, i64 %count.023.i.i
  %18 = load ptr, ptr %strides.i.i, align 8
  %arrayidx7.i.i = getelementptr inbounds i64, ptr %18, i64 %d.022.i.i
  %19 = load i64, ptr %arrayidx7.i.i, align 8
  store i64 %17, ptr %arrayidx4.i.i, align 8
  %.compoundliteral.sroa.2.0.arrayidx4.sroa_idx.i.i = getelementptr inbounds i8, ptr %arrayidx4.i.i, i64 8
  store i64 %19, ptr %.compoundliteral.sroa.2.0.arrayidx4.sroa_idx.i.i, align 8
  %.compoundliteral.sroa.3.0.arrayidx4.sroa_idx.i.i = getelementptr inbounds i8, ptr %arrayidx4.i.i, i64 16
  store i64 %size.addr.024.i.i, ptr %.compoundliteral.sroa.3.0.arrayidx4.sroa_idx.i.i, align 8
  %mul.i.i = mul nsw i64 %17, %size.addr.024.i.i
  br label %for.inc.i.i
for.inc.i.i:
  %count.1.i.i = phi i64 [ %inc.i.i, %if.then.i.i ], [ %count.023.i.i, %for.body.i.i ]
  %size.addr.1.i.i = phi i64 [ %mul.i.i, %if.then.i.i ], [ %size.addr.024.i.i, %for.body.i.i ]
  %dec.i.i = add nsw i64 %d.022.i.i, -1
  %cmp.i.i = icmp sgt i64 %d.022.i.i, 0
  br i1 %cmp.i.i, label %for.body.i.i, label %axes_of.exit.i
axes_of.exit.i:
  %cmp96.i = icmp slt i64 %count.1.i.i, 2
  br i1 %cmp96.i, label %while.body.i.preheader, label %for.cond.preheader.i
for.cond.preheader.i:
  %cmp398.i.not = icmp eq i64 %count.1.i.i, 2
  br i1 %cmp398.i.not, label %for.cond.cleanup.i, label %for.body.i25
while.body.i:
  %count.097.i = phi i64 [ %inc.i22, %while.body.i ], [ %count.097.i.ph, %while.body.i.preheader ]
  %inc.i22 = add i64 %count.097.i, 1
  %arrayidx.i23 = getelementptr inbounds [66 x %struct.Axis], ptr %axes.i, i64 0, i64 %count.097.i
  store i64 1, ptr %arrayidx.i23, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds i8, ptr %arrayidx.i23, i64 8
  store i64 0, ptr %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, align 8
  %.compoundliteral.sroa.3.0.arrayidx.sroa_idx.i = getelementptr inbounds i8, ptr %arrayidx.i23, i64 16
  store i64 0, ptr %.compoundliteral.sroa.3.0.arrayidx.sroa_idx.i, align 8
  %exitcond.not.i = icmp eq i64 %inc.i22, 2
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %while.body.i
for.cond.cleanup.i:
  %cmp398117.i = phi i1 [ false, %for.cond.preheader.i ], [ false, %while.body.i ], [ true, %for.body.i25 ]
  %count.0.lcssa116.i = phi i64 [ 2, %for.cond.preheader.i ], [ 2, %while.body.i ], [ %count.1.i.i, %for.body.i25 ]
  %nearest.0.lcssa.i = phi i64 [ 1, %for.cond.preheader.i ], [ 1, %while.body.i ], [ %cond.i, %for.body.i25 ]
  %inner.sroa.0.0.copyload.i = load i64, ptr %axes.i, align 16
  %inner.sroa.6.0.axes.sroa_idx.i = getelementptr inbounds i8, ptr %axes.i, i64 8
  %inner.sroa.6.sroa.0.0.copyload.i = load i64, ptr %inner.sroa.6.0.axes.sroa_idx.i, align 8
  %inner.sroa.6.sroa.5.0.inner.sroa.6.0.axes.sroa_idx.sroa_idx.i = getelementptr inbounds i8, ptr %axes.i, i64 16
  %inner.sroa.6.sroa.5.0.copyload.i = load i64, ptr %inner.sroa.6.sroa.5.0.inner.sroa.6.0.axes.sroa_idx.sroa_idx.i, align 16
  %arrayidx11.i = getelementptr inbounds [66 x %struct.Axis], ptr %axes.i, i64 0, i64 %nearest.0.lcssa.i
  %outer.sroa.0.0.copyload.i = load i64, ptr %arrayidx11.i, align 8
  %outer.sroa.6.0.arrayidx11.sroa_idx.i = getelementptr inbounds i8, ptr %arrayidx11.i, i64 8
  %outer.sroa.6.sroa.0.0.copyload.i = load i64, ptr %outer.sroa.6.0.arrayidx11.sroa_idx.i, align 8
  %outer.sroa.6.sroa.6.0.outer.sroa.6.0.arrayidx11.sroa_idx.sroa_idx.i = getelementptr inbounds i8, ptr %arrayidx11.i, i64 16
  %outer.sroa.6.sroa.6.0.copyload.i = load i64, ptr %outer.sroa.6.sroa.6.0.outer.sroa.6.0.arrayidx11.sroa_idx.sroa_idx.i, align 8
  %arrayidx13.i = getelementptr inbounds i8, ptr %axes.i, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %arrayidx11.i, ptr noundef nonnull align 8 dereferenceable(24) %arrayidx13.i, i64 24, i1 false)
  %cmp15.i24 = icmp slt i64 %inner.sroa.0.0.copyload.i, 8
  br i1 %cmp15.i24, label %if.then.i, label %if.end.i
for.body.i25:
  %k.0100.i = phi i64 [ %inc9.i, %for.body.i25 ], [ 2, %for.cond.preheader.i ]
  %nearest.099.i = phi i64 [ %cond.i, %for.body.i25 ], [ 1, %for.cond.preheader.i ]
  %from.i.i = getelementptr inbounds [66 x %struct.Axis], ptr %axes.i, i64 0, i64 %k.0100.i, i32 1
  %20 = load i64, ptr %from.i.i, align 8
  %cond.i.i = tail call i64 @llvm.abs.i64(i64 %20, i1 true)
  %from.i77.i = getelementptr inbounds [66 x %struct.Axis], ptr %axes.i, i64 0, i64 %nearest.099.i, i32 1
  %21 = load i64, ptr %from.i77.i, align 8
  %cond.i78.i = tail call i64 @llvm.abs.i64(i64 %21, i1 true)
  %cmp8.i = icmp ult i64 %cond.i.i, %cond.i78.i
  %cond.i = select i1 %cmp8.i, i64 %k.0100.i, i64 %nearest.099.i
  %inc9.i = add nuw nsw i64 %k.0100.i, 1
  %exitcond109.not.i = icmp eq i64 %inc9.i, %count.1.i.i
  br i1 %exitcond109.not.i, label %for.cond.cleanup.i, label %for.body.i25
if.then.i:
  %outer.sroa.0.0.copyload86.i = load i64, ptr %axes.i, align 16
  %outer.sroa.6.sroa.0.0.copyload88.i = load i64, ptr %inner.sroa.6.0.axes.sroa_idx.i, align 8
  %outer.sroa.6.sroa.6.0.copyload90.i = load i64, ptr %inner.sroa.6.sroa.5.0.inner.sroa.6.0.axes.sroa_idx.sroa_idx.i, align 16
  br label %if.end.i
if.end.i:
  %outer.sroa.6.sroa.0.0.i = phi i64 [ %outer.sroa.6.sroa.0.0.copyload88.i, %if.then.i ], [ %outer.sroa.6.sroa.0.0.copyload.i, %for.cond.cleanup.i ]
  %outer.sroa.6.sroa.6.0.i = phi i64 [ %outer.sroa.6.sroa.6.0.copyload90.i, %if.then.i ], [ %outer.sroa.6.sroa.6.0.copyload.i, %for.cond.cleanup.i ]
  %inner.sroa.6.sroa.0.0.i = phi i64 [ %outer.sroa.6.sroa.0.0.copyload.i, %if.then.i ], [ %inner.sroa.6.sroa.0.0.copyload.i, %for.cond.cleanup.i ]
  %inner.sroa.6.sroa.5.0.i = phi i64 [ %outer.sroa.6.sroa.6.0.copyload.i, %if.then.i ], [ %inner.sroa.6.sroa.5.0.copyload.i, %for.cond.cleanup.i ]
  %outer.sroa.0.0.i = phi i64 [ %outer.sroa.0.0.copyload86.i, %if.then.i ], [ %outer.sroa.0.0.copyload.i, %for.cond.cleanup.i ]
  %inner.sroa.0.0.i = phi i64 [ %outer.sroa.0.0.copyload.i, %if.then.i ], [ %inner.sroa.0.0.copyload.i, %for.cond.cleanup.i ]
  call void @llvm.lifetime.start.p0(i64 528, ptr nonnull %at.i) nounwind
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(528) %at.i, i8 0, i64 528, i1 false)
  %cond.i.i.i = tail call noundef i64 @llvm.smin.i64(i64 %inner.sroa.0.0.i, i64 32)
  %div.i.i = sdiv i64 1024, %cond.i.i.i
  %cond.i48.i.i = tail call noundef i64 @llvm.smin.i64(i64 %outer.sroa.0.0.i, i64 32)
  %div3.i.i = sdiv i64 1024, %cond.i48.i.i
  %cmp53.i.i = icmp sgt i64 %outer.sroa.0.0.i, 0
  %cmp751.i.i = icmp sgt i64 %inner.sroa.0.0.i, 0
  %from13.i.i = getelementptr inbounds i8, ptr %rows.i.i, i64 8
  %to15.i.i = getelementptr inbounds i8, ptr %rows.i.i, i64 16
  %from21.i.i = getelementptr inbounds i8, ptr %columns.i.i, i64 8
  %to23.i.i = getelementptr inbounds i8, ptr %columns.i.i, i64 16
  br label %do.body.i
do.body.i:
  %from.0.i = phi ptr [ %15, %if.end.i ], [ %add.ptr25.i, %for.body20.i ]
  %to.addr.0.i = phi ptr [ %call4, %if.end.i ], [ %add.ptr.i, %for.body20.i ]
  br i1 %cmp53.i.i, label %for.cond5.preheader.i.i, label %copy_plane.exit.i
for.cond5.preheader.i.i:
  %k.054.i.i = phi i64 [ %add36.i.i, %for.cond.cleanup8.i.i ], [ 0, %do.body.i ]
  br i1 %cmp751.i.i, label %for.body9.lr.ph.i.i, label %for.cond.cleanup8.i.i
for.body9.lr.ph.i.i:
  %sub.i82.i = sub nsw i64 %outer.sroa.0.0.i, %k.054.i.i
  %cond.i49.i.i = tail call noundef i64 @llvm.smin.i64(i64 %sub.i82.i, i64 %div.i.i)
  %mul.i83.i = mul nsw i64 %k.054.i.i, %outer.sroa.6.sroa.6.0.i
  %add.ptr.i.i = getelementptr inbounds i8, ptr %to.addr.0.i, i64 %mul.i83.i
  %mul30.i.i = mul nsw i64 %k.054.i.i, %outer.sroa.6.sroa.0.0.i
  %add.ptr31.i.i = getelementptr inbounds i8, ptr %from.0.i, i64 %mul30.i.i
  br label %for.body9.i.i
for.cond.cleanup8.i.i:
  %add36.i.i = add nsw i64 %k.054.i.i, %div.i.i
  %cmp.i81.i = icmp slt i64 %add36.i.i, %outer.sroa.0.0.i
  br i1 %cmp.i81.i, label %for.cond5.preheader.i.i, label %copy_plane.exit.i
for.body9.i.i:
  %j.052.i.i = phi i64 [ 0, %for.body9.lr.ph.i.i ], [ %add.i.i, %for.body9.i.i ]
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %rows.i.i) nounwind
  store i64 %cond.i49.i.i, ptr %rows.i.i, align 8
  store i64 %outer.sroa.6.sroa.0.0.i, ptr %from13.i.i, align 8
  store i64 %outer.sroa.6.sroa.6.0.i, ptr %to15.i.i, align 8
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %columns.i.i) nounwind
  %sub19.i.i = sub nsw i64 %inner.sroa.0.0.i, %j.052.i.i
  %cond.i50.i.i = tail call noundef i64 @llvm.smin.i64(i64 %sub19.i.i, i64 %div3.i.i)
  store i64 %cond.i50.i.i, ptr %columns.i.i, align 8
  store i64 %inner.sroa.6.sroa.0.0.i, ptr %from21.i.i, align 8
  store i64 %inner.sroa.6.sroa.5.0.i, ptr %to23.i.i, align 8
  %mul27.i.i = mul nsw i64 %j.052.i.i, %inner.sroa.6.sroa.5.0.i
  %add.ptr28.i.i = getelementptr inbounds i8, ptr %add.ptr.i.i, i64 %mul27.i.i
  %mul33.i.i = mul nsw i64 %j.052.i.i, %inner.sroa.6.sroa.0.0.i
  %add.ptr34.i.i = getelementptr inbounds i8, ptr %add.ptr31.i.i, i64 %mul33.i.i
  tail call fastcc void @copy_block(ptr noundef %add.ptr28.i.i, ptr noundef %add.ptr34.i.i, ptr noundef nonnull byval(%struct.Axis) align 8 %rows.i.i, ptr noundef nonnull byval(%struct.Axis) align 8 %columns.i.i, i64 noundef %14)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %columns.i.i) nounwind
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %rows.i.i) nounwind
  %add.i.i = add nuw nsw i64 %j.052.i.i, %div3.i.i
  %cmp7.i.i = icmp slt i64 %add.i.i, %inner.sroa.0.0.i
  br i1 %cmp7.i.i, label %for.body9.i.i, label %for.cond.cleanup8.i.i
copy_plane.exit.i:
  br i1 %cmp398117.i, label %for.body20.i, label %copy_in_order.exit
for.body20.i:
  %k17.0105.i = phi i64 [ %inc47.i, %if.end32.i ], [ 2, %copy_plane.exit.i ]
  %to.addr.1104.i = phi ptr [ %add.ptr38.i, %if.end32.i ], [ %to.addr.0.i, %copy_plane.exit.i ]
  %from.1103.i = phi ptr [ %add.ptr45.i, %if.end32.i ], [ %from.0.i, %copy_plane.exit.i ]
  %arrayidx21.i = getelementptr inbounds [66 x %struct.Axis], ptr %axes.i, i64 0, i64 %k17.0105.i
  %to22.i = getelementptr inbounds i8, ptr %arrayidx21.i, i64 16
  %22 = load i64, ptr %to22.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %to.addr.1104.i, i64 %22
  %from24.i = getelementptr inbounds i8, ptr %arrayidx21.i, i64 8
  %23 = load i64, ptr %from24.i, align 8
  %add.ptr25.i = getelementptr inbounds i8, ptr %from.1103.i, i64 %23
  %arrayidx26.i = getelementptr inbounds [66 x i64], ptr %at.i, i64 0, i64 %k17.0105.i
  %24 = load i64, ptr %arrayidx26.i, align 8
  %inc27.i = add nsw i64 %24, 1
  store i64 %inc27.i, ptr %arrayidx26.i, align 8
  %25 = load i64, ptr %arrayidx21.i, align 8
  %cmp30.i = icmp slt i64 %inc27.i, %25
  br i1 %cmp30.i, label %do.body.i, label %if.end32.i
if.end32.i:
  store i64 0, ptr %arrayidx26.i, align 8
  %26 = mul i64 %22, %25
  %idx.neg.i = sub i64 0, %26
  %add.ptr38.i = getelementptr inbounds i8, ptr %add.ptr.i, i64 %idx.neg.i
  %27 = mul i64 %23, %25
  %idx.neg44.i = sub i64 0, %27
  %add.ptr45.i = getelementptr inbounds i8, ptr %add.ptr25.i, i64 %idx.neg44.i
  %inc47.i = add nuw nsw i64 %k17.0105.i, 1
  %exitcond110.not.i = icmp eq i64 %inc47.i, %count.0.lcssa116.i
  br i1 %exitcond110.not.i, label %copy_in_order.exit, label %for.body20.i
copy_in_order.exit:
  call void @llvm.lifetime.end.p0(i64 528, ptr nonnull %at.i) nounwind
  call void @llvm.lifetime.end.p0(i64 1584, ptr nonnull %axes.i) nounwind
  br label %return
return:
  %retval.0 = phi ptr [ null, %is_fitting_array.exit ], [ null, %lor.lhs.false ], [ null, %entry ], [ %call4, %copy_in_order.exit ], [ null, %for.cond.cleanup ], [ null, %lor.lhs.false.i ], [ null, %lor.lhs.false1 ], [ null, %for.body.i ]
  ret ptr %retval.0
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

define internal fastcc zeroext i1 @is_same_dtype(ptr noundef %dtype, ptr noundef %expected) nounwind {
entry:
  %call = tail call zeroext i8 @PyArray_EquivTypes(ptr noundef %dtype, ptr noundef %expected) nounwind
  %tobool = icmp ne i8 %call, 0
  ret i1 %tobool
}
declare zeroext i8 @PyArray_EquivTypes(ptr noundef, ptr noundef)
declare i64 @PyLong_AsLongLongAndOverflow(ptr noundef, ptr noundef)
declare ptr @ft_take(i64 noundef)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) nounwind
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) nounwind

define internal fastcc void @copy_block(ptr noundef %to, ptr noundef %from, ptr nocapture noundef readonly byval(%struct.Axis) align 8 %outer, ptr nocapture noundef readonly byval(%struct.Axis) align 8 %inner, i64 noundef %size) nounwind {
entry:
  %from1 = getelementptr inbounds i8, ptr %inner, i64 8
  %0 = load i64, ptr %from1, align 8
  %cmp = icmp eq i64 %0, %size
  %to2 = getelementptr inbounds i8, ptr %inner, i64 16
  %1 = load i64, ptr %to2, align 8
  %cmp3 = icmp eq i64 %1, %size
  %or.cond = select i1 %cmp, i1 %cmp3, i1 false
  %2 = load i64, ptr %outer, align 8
  %cmp4240 = icmp sgt i64 %2, 0
  br i1 %or.cond, label %for.cond.preheader, label %if.end
for.cond.preheader:
  br i1 %cmp4240, label %for.body.lr.ph, label %sw.epilog
for.body.lr.ph:
  %to5 = getelementptr inbounds i8, ptr %outer, i64 16
  %3 = load i64, ptr %to5, align 8
  %from6 = getelementptr inbounds i8, ptr %outer, i64 8
  %4 = load i64, ptr %from6, align 8
  %5 = load i64, ptr %inner, align 8
  %mul10 = mul nsw i64 %5, %size
  br label %for.body
for.body:
  %k.0241 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %mul = mul nsw i64 %3, %k.0241
  %add.ptr = getelementptr inbounds i8, ptr %to, i64 %mul
  %mul7 = mul nsw i64 %4, %k.0241
  %add.ptr8 = getelementptr inbounds i8, ptr %from, i64 %mul7
  %call = tail call ptr @memcpy(ptr noundef %add.ptr, ptr noundef %add.ptr8, i64 noundef %mul10) nounwind
  %inc = add nuw nsw i64 %k.0241, 1
  %exitcond251.not = icmp eq i64 %inc, %2
  br i1 %exitcond251.not, label %sw.epilog, label %for.body
if.end:
  switch i64 %size, label %for.cond122.preheader [
    i64 1, label %for.cond12.preheader
    i64 2, label %for.cond36.preheader
    i64 4, label %for.cond65.preheader
    i64 8, label %for.cond94.preheader
  ]
for.cond94.preheader:
  br i1 %cmp4240, label %for.body98.lr.ph, label %sw.epilog
for.body98.lr.ph:
  %6 = load i64, ptr %inner, align 8
  %tobool104.not200 = icmp eq i64 %6, 0
  %to116 = getelementptr inbounds i8, ptr %outer, i64 16
  %7 = load i64, ptr %to116, align 8
  %from118 = getelementptr inbounds i8, ptr %outer, i64 8
  %8 = load i64, ptr %from118, align 8
  br label %for.body98
for.cond65.preheader:
  br i1 %cmp4240, label %for.body69.lr.ph, label %sw.epilog
for.body69.lr.ph:
  %9 = load i64, ptr %inner, align 8
  %tobool75.not208 = icmp eq i64 %9, 0
  %to87 = getelementptr inbounds i8, ptr %outer, i64 16
  %10 = load i64, ptr %to87, align 8
  %from89 = getelementptr inbounds i8, ptr %outer, i64 8
  %11 = load i64, ptr %from89, align 8
  br label %for.body69
for.cond36.preheader:
  br i1 %cmp4240, label %for.body40.lr.ph, label %sw.epilog
for.body40.lr.ph:
  %12 = load i64, ptr %inner, align 8
  %tobool46.not216 = icmp eq i64 %12, 0
  %to58 = getelementptr inbounds i8, ptr %outer, i64 16
  %13 = load i64, ptr %to58, align 8
  %from60 = getelementptr inbounds i8, ptr %outer, i64 8
  %14 = load i64, ptr %from60, align 8
  br label %for.body40
for.cond12.preheader:
  br i1 %cmp4240, label %for.body16.lr.ph, label %sw.epilog
for.body16.lr.ph:
  %15 = load i64, ptr %inner, align 8
  %tobool.not224 = icmp eq i64 %15, 0
  %to29 = getelementptr inbounds i8, ptr %outer, i64 16
  %16 = load i64, ptr %to29, align 8
  %from31 = getelementptr inbounds i8, ptr %outer, i64 8
  %17 = load i64, ptr %from31, align 8
  br label %for.body16
for.cond122.preheader:
  br i1 %cmp4240, label %for.body126.lr.ph, label %sw.epilog
for.body126.lr.ph:
  %18 = load i64, ptr %inner, align 8
  %tobool132.not232 = icmp eq i64 %18, 0
  %to144 = getelementptr inbounds i8, ptr %outer, i64 16
  %19 = load i64, ptr %to144, align 8
  %from146 = getelementptr inbounds i8, ptr %outer, i64 8
  %20 = load i64, ptr %from146, align 8
  br label %for.body126
for.body16:
  %k11.0231 = phi i64 [ 0, %for.body16.lr.ph ], [ %inc28, %for.cond.cleanup19 ]
  %to.addr.0230 = phi ptr [ %to, %for.body16.lr.ph ], [ %add.ptr30, %for.cond.cleanup19 ]
  %from.addr.0229 = phi ptr [ %from, %for.body16.lr.ph ], [ %add.ptr32, %for.cond.cleanup19 ]
  br i1 %tobool.not224, label %for.cond.cleanup19, label %for.body20
for.cond.cleanup19:
  %inc28 = add nuw nsw i64 %k11.0231, 1
  %add.ptr30 = getelementptr inbounds i8, ptr %to.addr.0230, i64 %16
  %add.ptr32 = getelementptr inbounds i8, ptr %from.addr.0229, i64 %17
  %exitcond249.not = icmp eq i64 %inc28, %2
  br i1 %exitcond249.not, label %sw.epilog, label %for.body16
for.body20:
  %j.0227 = phi i64 [ %dec, %for.body20 ], [ %15, %for.body16 ]
  %source.0226 = phi ptr [ %add.ptr25, %for.body20 ], [ %from.addr.0229, %for.body16 ]
  %target.0225 = phi ptr [ %add.ptr23, %for.body20 ], [ %to.addr.0230, %for.body16 ]
  %21 = load i8, ptr %source.0226, align 1
  store i8 %21, ptr %target.0225, align 1
  %dec = add nsw i64 %j.0227, -1
  %add.ptr23 = getelementptr inbounds i8, ptr %target.0225, i64 %1
  %add.ptr25 = getelementptr inbounds i8, ptr %source.0226, i64 %0
  %tobool.not = icmp eq i64 %dec, 0
  br i1 %tobool.not, label %for.cond.cleanup19, label %for.body20
for.body40:
  %k35.0223 = phi i64 [ 0, %for.body40.lr.ph ], [ %inc57, %for.cond.cleanup47 ]
  %to.addr.1222 = phi ptr [ %to, %for.body40.lr.ph ], [ %add.ptr59, %for.cond.cleanup47 ]
  %from.addr.1221 = phi ptr [ %from, %for.body40.lr.ph ], [ %add.ptr61, %for.cond.cleanup47 ]
  br i1 %tobool46.not216, label %for.cond.cleanup47, label %for.body48
for.cond.cleanup47:
  %inc57 = add nuw nsw i64 %k35.0223, 1
  %add.ptr59 = getelementptr inbounds i8, ptr %to.addr.1222, i64 %13
  %add.ptr61 = getelementptr inbounds i8, ptr %from.addr.1221, i64 %14
  %exitcond248.not = icmp eq i64 %inc57, %2
  br i1 %exitcond248.not, label %sw.epilog, label %for.body40
for.body48:
  %j43.0219 = phi i64 [ %dec50, %for.body48 ], [ %12, %for.body40 ]
  %source42.0218 = phi ptr [ %add.ptr54, %for.body48 ], [ %from.addr.1221, %for.body40 ]
  %target41.0217 = phi ptr [ %add.ptr52, %for.body48 ], [ %to.addr.1222, %for.body40 ]
  %22 = load i16, ptr %source42.0218, align 2
  store i16 %22, ptr %target41.0217, align 2
  %dec50 = add nsw i64 %j43.0219, -1
  %add.ptr52 = getelementptr inbounds i8, ptr %target41.0217, i64 %1
  %add.ptr54 = getelementptr inbounds i8, ptr %source42.0218, i64 %0
  %tobool46.not = icmp eq i64 %dec50, 0
  br i1 %tobool46.not, label %for.cond.cleanup47, label %for.body48
for.body69:
  %k64.0215 = phi i64 [ 0, %for.body69.lr.ph ], [ %inc86, %for.cond.cleanup76 ]
  %to.addr.2214 = phi ptr [ %to, %for.body69.lr.ph ], [ %add.ptr88, %for.cond.cleanup76 ]
  %from.addr.2213 = phi ptr [ %from, %for.body69.lr.ph ], [ %add.ptr90, %for.cond.cleanup76 ]
  br i1 %tobool75.not208, label %for.cond.cleanup76, label %for.body77
for.cond.cleanup76:
  %inc86 = add nuw nsw i64 %k64.0215, 1
  %add.ptr88 = getelementptr inbounds i8, ptr %to.addr.2214, i64 %10
  %add.ptr90 = getelementptr inbounds i8, ptr %from.addr.2213, i64 %11
  %exitcond247.not = icmp eq i64 %inc86, %2
  br i1 %exitcond247.not, label %sw.epilog, label %for.body69
for.body77:
  %j72.0211 = phi i64 [ %dec79, %for.body77 ], [ %9, %for.body69 ]
  %source71.0210 = phi ptr [ %add.ptr83, %for.body77 ], [ %from.addr.2213, %for.body69 ]
  %target70.0209 = phi ptr [ %add.ptr81, %for.body77 ], [ %to.addr.2214, %for.body69 ]
  %23 = load i32, ptr %source71.0210, align 4
  store i32 %23, ptr %target70.0209, align 4
  %dec79 = add nsw i64 %j72.0211, -1
  %add.ptr81 = getelementptr inbounds i8, ptr %target70.0209, i64 %1
  %add.ptr83 = getelementptr inbounds i8, ptr %source71.0210, i64 %0
  %tobool75.not = icmp eq i64 %dec79, 0
  br i1 %tobool75.not, label %for.cond.cleanup76, label %for.body77
for.body98:
  %k93.0207 = phi i64 [ 0, %for.body98.lr.ph ], [ %inc115, %for.cond.cleanup105 ]
  %to.addr.3206 = phi ptr [ %to, %for.body98.lr.ph ], [ %add.ptr117, %for.cond.cleanup105 ]
  %from.addr.3205 = phi ptr [ %from, %for.body98.lr.ph ], [ %add.ptr119, %for.cond.cleanup105 ]
  br i1 %tobool104.not200, label %for.cond.cleanup105, label %for.body106
for.cond.cleanup105:
  %inc115 = add nuw nsw i64 %k93.0207, 1
  %add.ptr117 = getelementptr inbounds i8, ptr %to.addr.3206, i64 %7
  %add.ptr119 = getelementptr inbounds i8, ptr %from.addr.3205, i64 %8
  %exitcond.not = icmp eq i64 %inc115, %2
  br i1 %exitcond.not, label %sw.epilog, label %for.body98
for.body106:
  %j101.0203 = phi i64 [ %dec108, %for.body106 ], [ %6, %for.body98 ]
  %source100.0202 = phi ptr [ %add.ptr112, %for.body106 ], [ %from.addr.3205, %for.body98 ]
  %target99.0201 = phi ptr [ %add.ptr110, %for.body106 ], [ %to.addr.3206, %for.body98 ]
  %24 = load i64, ptr %source100.0202, align 8
  store i64 %24, ptr %target99.0201, align 8
  %dec108 = add nsw i64 %j101.0203, -1
  %add.ptr110 = getelementptr inbounds i8, ptr %target99.0201, i64 %1
  %add.ptr112 = getelementptr inbounds i8, ptr %source100.0202, i64 %0
  %tobool104.not = icmp eq i64 %dec108, 0
  br i1 %tobool104.not, label %for.cond.cleanup105, label %for.body106
for.body126:
  %k121.0239 = phi i64 [ 0, %for.body126.lr.ph ], [ %inc143, %for.cond.cleanup133 ]
  %to.addr.4238 = phi ptr [ %to, %for.body126.lr.ph ], [ %add.ptr145, %for.cond.cleanup133 ]
  %from.addr.4237 = phi ptr [ %from, %for.body126.lr.ph ], [ %add.ptr147, %for.cond.cleanup133 ]
  br i1 %tobool132.not232, label %for.cond.cleanup133, label %for.body134
for.cond.cleanup133:
  %inc143 = add nuw nsw i64 %k121.0239, 1
  %add.ptr145 = getelementptr inbounds i8, ptr %to.addr.4238, i64 %19
  %add.ptr147 = getelementptr inbounds i8, ptr %from.addr.4237, i64 %20
  %exitcond250.not = icmp eq i64 %inc143, %2
  br i1 %exitcond250.not, label %sw.epilog, label %for.body126
for.body134:
  %j129.0235 = phi i64 [ %dec136, %for.body134 ], [ %18, %for.body126 ]
  %source128.0234 = phi ptr [ %add.ptr140, %for.body134 ], [ %from.addr.4237, %for.body126 ]
  %target127.0233 = phi ptr [ %add.ptr138, %for.body134 ], [ %to.addr.4238, %for.body126 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %target127.0233, ptr noundef nonnull align 8 dereferenceable(16) %source128.0234, i64 16, i1 false)
  %dec136 = add nsw i64 %j129.0235, -1
  %add.ptr138 = getelementptr inbounds i8, ptr %target127.0233, i64 %1
  %add.ptr140 = getelementptr inbounds i8, ptr %source128.0234, i64 %0
  %tobool132.not = icmp eq i64 %dec136, 0
  br i1 %tobool132.not, label %for.cond.cleanup133, label %for.body134
sw.epilog:
  ret void
}
declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef)
declare void @ft_give(ptr noundef)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr noundef)
declare ptr @PyArray_Scalar(ptr noundef, ptr noundef, ptr noundef)
declare ptr @PyTuple_New(i64 noundef)
declare i32 @PyTuple_SetItem(ptr noundef, i64 noundef, ptr noundef)
declare i32 @clock_gettime(i32 noundef, ptr noundef)
declare ptr @PyBytes_FromStringAndSize(ptr noundef, i64 noundef)
declare ptr @PyBytes_AsString(ptr noundef)
declare i32 @PyList_Append(ptr noundef, ptr noundef)
declare i64 @llvm.abs.i64(i64, i1 immarg) nounwind
declare i64 @llvm.smin.i64(i64, i64) nounwind
