; Made from interception.c by generate.py.
%struct.Turn = type { ptr, [2 x ptr] }
%struct.Row = type { ptr, ptr, i64, ptr }
%struct.Definition = type { ptr, ptr }
@rows = internal global ptr null, align 8
@mask = internal global i64 0, align 8
@turns = internal global ptr null, align 8
@count = internal global i64 0, align 8
@listener = internal global ptr null, align 8
@silencer = internal global ptr null, align 8
@decline = internal global ptr null, align 8
@tracer = internal global ptr null, align 8
@list = internal global ptr null, align 8
@tuple = internal global ptr null, align 8
@definitions = internal global ptr null, align 8
@definition_mask = internal global i64 0, align 8
@call_builtin = internal global ptr null, align 8
@kinds = internal global ptr null, align 8
@listening = internal global i64 0, align 8
@unheard = internal global i64 0, align 8
@turned = internal global i1 false, align 8
@indifferent = internal global [1024 x ptr] zeroinitializer, align 16

define void @ft_start(ptr noundef %its_rows, i64 noundef %its_mask, ptr noundef %its_turns, i64 noundef %its_count, ptr noundef %its_listener, ptr noundef %its_silencer, ptr noundef %not_implemented, ptr noundef %traced, ptr noundef %lists, ptr noundef %tuples) nounwind {
entry:
  store ptr %its_rows, ptr @rows, align 8
  store i64 %its_mask, ptr @mask, align 8
  store ptr %its_turns, ptr @turns, align 8
  store i64 %its_count, ptr @count, align 8
  store ptr %its_listener, ptr @listener, align 8
  store ptr %its_silencer, ptr @silencer, align 8
  store ptr %not_implemented, ptr @decline, align 8
  store ptr %traced, ptr @tracer, align 8
  store ptr %lists, ptr @list, align 8
  store ptr %tuples, ptr @tuple, align 8
  ret void
}

define void @ft_bind(ptr noundef %its_definitions, i64 noundef %its_mask, ptr noundef %its_call) nounwind {
entry:
  store ptr %its_definitions, ptr @definitions, align 8
  store i64 %its_mask, ptr @definition_mask, align 8
  store ptr %its_call, ptr @call_builtin, align 8
  ret void
}

define void @ft_types(ptr noundef %its_kinds) nounwind {
entry:
  store ptr %its_kinds, ptr @kinds, align 8
  ret void
}

define void @ft_ignore(ptr noundef %scope) nounwind {
entry:
  %0 = ptrtoint ptr %scope to i64
  %shr.i = lshr i64 %0, 5
  %and.i = and i64 %shr.i, 1023
  %arrayidx.i = getelementptr inbounds [1024 x ptr], ptr @indifferent, i64 0, i64 %and.i
  store ptr %scope, ptr %arrayidx.i, align 8
  ret void
}

define i64 @ft_listen(i64 noundef %change) nounwind {
entry:
  %0 = load i64, ptr @listening, align 8
  %add = add nsw i64 %0, %change
  store i64 %add, ptr @listening, align 8
  store i64 0, ptr @unheard, align 8
  %.b = load i1, ptr @turned, align 8
  br i1 %.b, label %if.end, label %if.then
if.then:
  store i1 true, ptr @turned, align 8
  %1 = load i64, ptr @count, align 8
  %cmp7.i = icmp sgt i64 %1, 0
  br i1 %cmp7.i, label %for.body.lr.ph.i, label %if.end
for.body.lr.ph.i:
  %2 = load ptr, ptr @turns, align 8
  br label %for.body.i
for.body.i:
  %i.08.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds %struct.Turn, ptr %2, i64 %i.08.i
  %arrayidx1.i = getelementptr inbounds i8, ptr %arrayidx.i, i64 16
  %3 = load ptr, ptr %arrayidx1.i, align 8
  %4 = load ptr, ptr %arrayidx.i, align 8
  store ptr %3, ptr %4, align 8
  %inc.i = add nuw nsw i64 %i.08.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end, label %for.body.i
if.end:
  ret i64 %add
}

define void @ft_silence() nounwind {
entry:
  %0 = load i64, ptr @listening, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %if.then, label %if.end
if.then:
  store i1 false, ptr @turned, align 8
  %1 = load i64, ptr @count, align 8
  %cmp7.i = icmp sgt i64 %1, 0
  br i1 %cmp7.i, label %for.body.lr.ph.i, label %if.end
for.body.lr.ph.i:
  %2 = load ptr, ptr @turns, align 8
  br label %for.body.i
for.body.i:
  %i.08.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds %struct.Turn, ptr %2, i64 %i.08.i
  %held.i = getelementptr inbounds i8, ptr %arrayidx.i, i64 8
  %3 = load ptr, ptr %held.i, align 8
  %4 = load ptr, ptr %arrayidx.i, align 8
  store ptr %3, ptr %4, align 8
  %inc.i = add nuw nsw i64 %i.08.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end, label %for.body.i
if.end:
  ret void
}

define ptr @ft_call(ptr noundef %callable, ptr noundef %args, i64 noundef %nargsf, ptr noundef %names) nounwind {
entry:
  %0 = ptrtoint ptr %callable to i64
  %shr.i = lshr i64 %0, 4
  %1 = load ptr, ptr @rows, align 8
  %2 = load i64, ptr @mask, align 8
  br label %while.cond.i
while.cond.i:
  %i.0.i = phi i64 [ %shr.i, %entry ], [ %inc.i, %while.cond.i ]
  %and.i = and i64 %i.0.i, %2
  %arrayidx.i = getelementptr inbounds %struct.Row, ptr %1, i64 %and.i
  %3 = load ptr, ptr %arrayidx.i, align 8
  %cmp.not.i = icmp eq ptr %3, %callable
  %inc.i = add i64 %i.0.i, 1
  br i1 %cmp.not.i, label %find.exit, label %while.cond.i
find.exit:
  %and = and i64 %nargsf, 9223372036854775807
  %tobool.not = icmp eq ptr %names, null
  br i1 %tobool.not, label %cond.end, label %cond.true
cond.true:
  %size = getelementptr inbounds i8, ptr %names, i64 16
  %4 = load i64, ptr %size, align 8
  br label %cond.end
cond.end:
  %cond = phi i64 [ %4, %cond.true ], [ 0, %find.exit ]
  %5 = load i64, ptr @listening, align 8
  %tobool1.not = icmp eq i64 %5, 0
  br i1 %tobool1.not, label %if.then, label %if.else
if.then:
  %6 = load i64, ptr @unheard, align 8
  %inc.i40 = add nsw i64 %6, 1
  store i64 %inc.i40, ptr @unheard, align 8
  %cmp.i = icmp eq i64 %inc.i40, 1000
  br i1 %cmp.i, label %if.then.i, label %if.end8
if.then.i:
  %7 = load ptr, ptr @silencer, align 8
  %call.i = tail call ptr @PyObject_Vectorcall(ptr noundef %7, ptr noundef null, i64 noundef 0, ptr noundef null) nounwind
  br label %if.end8.sink.split
if.else:
  %add = add nsw i64 %cond, %and
  %call.i41 = tail call ptr @PyEval_GetGlobals() nounwind
  %8 = ptrtoint ptr %call.i41 to i64
  %shr.i.i = lshr i64 %8, 5
  %and.i.i = and i64 %shr.i.i, 1023
  %arrayidx.i.i = getelementptr inbounds [1024 x ptr], ptr @indifferent, i64 0, i64 %and.i.i
  %9 = load ptr, ptr %arrayidx.i.i, align 8
  %cmp.i42 = icmp eq ptr %9, %call.i41
  br i1 %cmp.i42, label %if.end8, label %if.end.i
if.end.i:
  %cmp16.i.i = icmp sgt i64 %add, 0
  br i1 %cmp16.i.i, label %for.body.lr.ph.i.i, label %wants_call.exit
for.body.lr.ph.i.i:
  %10 = load ptr, ptr @tracer, align 8
  %11 = load ptr, ptr @list, align 8
  %12 = load ptr, ptr @tuple, align 8
  br label %for.body.i.i
for.body.i.i:
  %seen.018.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %or9.i.i, %for.body.i.i ]
  %i.017.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %inc.i.i, %for.body.i.i ]
  %arrayidx.i18.i = getelementptr inbounds ptr, ptr %args, i64 %i.017.i.i
  %13 = load ptr, ptr %arrayidx.i18.i, align 8
  %type1.i.i = getelementptr inbounds i8, ptr %13, i64 8
  %14 = load ptr, ptr %type1.i.i, align 8
  %cmp2.i.i = icmp eq ptr %14, %10
  %conv.i.i = zext i1 %cmp2.i.i to i64
  %cmp3.i.i = icmp eq ptr %14, %11
  %cmp5.i.i = icmp eq ptr %14, %12
  %15 = select i1 %cmp3.i.i, i1 true, i1 %cmp5.i.i
  %conv8.i.i = select i1 %15, i64 2, i64 0
  %16 = or i64 %seen.018.i.i, %conv.i.i
  %or9.i.i = or i64 %16, %conv8.i.i
  %inc.i.i = add nuw nsw i64 %i.017.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc.i.i, %add
  br i1 %exitcond.not.i.i, label %look.exit.i, label %for.body.i.i
look.exit.i:
  %and.i43 = and i64 %16, 1
  %tobool.not.i = icmp eq i64 %and.i43, 0
  br i1 %tobool.not.i, label %land.end.i, label %wants_call.exit
land.end.i:
  %tobool5.not.i = icmp eq i64 %or9.i.i, 0
  br i1 %tobool5.not.i, label %wants_call.exit, label %if.then3
wants_call.exit:
  %.sink32.i = phi i64 [ 2, %look.exit.i ], [ 1, %if.end.i ], [ 1, %land.end.i ]
  %flags7.i = getelementptr inbounds i8, ptr %arrayidx.i, i64 16
  %17 = load i64, ptr %flags7.i, align 8
  %and8.i = and i64 %17, %.sink32.i
  %tobool9.i = icmp eq i64 %and8.i, 0
  br i1 %tobool9.i, label %if.then3, label %if.end8
if.then3:
  %call5 = tail call fastcc ptr @ask(ptr noundef %callable, ptr noundef %args, i64 noundef %and, i64 noundef %add, ptr noundef %names)
  %18 = load ptr, ptr @decline, align 8
  %cmp.not = icmp eq ptr %call5, %18
  br i1 %cmp.not, label %if.end8.sink.split, label %cleanup15
if.end8.sink.split:
  %call.i.sink = phi ptr [ %call.i, %if.then.i ], [ %call5, %if.then3 ]
  tail call void @Py_DecRef(ptr noundef %call.i.sink) nounwind
  br label %if.end8
if.end8:
  %old = getelementptr inbounds i8, ptr %arrayidx.i, i64 8
  %19 = load ptr, ptr %old, align 8
  %tobool9.not = icmp eq ptr %19, null
  br i1 %tobool9.not, label %if.then10, label %if.end12
if.then10:
  %slot = getelementptr inbounds i8, ptr %arrayidx.i, i64 24
  %20 = load ptr, ptr %slot, align 8
  %call.i.i = tail call ptr @PyTuple_New(i64 noundef %and) nounwind
  %tobool.i.i = icmp ne ptr %call.i.i, null
  %cmp11.i.i = icmp ne i64 %and, 0
  %21 = and i1 %cmp11.i.i, %tobool.i.i
  br i1 %21, label %for.body.i.i46, label %tuple_of.exit.i
for.body.i.i46:
  %i.012.i.i = phi i64 [ %inc.i.i48, %for.body.i.i46 ], [ 0, %if.then10 ]
  %arrayidx.i.i47 = getelementptr inbounds ptr, ptr %args, i64 %i.012.i.i
  %22 = load ptr, ptr %arrayidx.i.i47, align 8
  tail call void @Py_IncRef(ptr noundef %22) nounwind
  %23 = load ptr, ptr %arrayidx.i.i47, align 8
  %call2.i.i = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %call.i.i, i64 noundef %i.012.i.i, ptr noundef %23) nounwind
  %inc.i.i48 = add nuw nsw i64 %i.012.i.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i.i48, %and
  br i1 %exitcond.not.i, label %tuple_of.exit.i, label %for.body.i.i46
tuple_of.exit.i:
  %tobool.i = icmp ne i64 %cond, 0
  br i1 %tobool.i, label %cond.true.i, label %cond.end.i
cond.true.i:
  %add.ptr.i = getelementptr inbounds ptr, ptr %args, i64 %and
  %call.i21.i = tail call ptr @PyDict_New() nounwind
  %tobool.i22.i = icmp ne ptr %call.i21.i, null
  %cmp8.i.i = icmp sgt i64 %cond, 0
  %24 = and i1 %cmp8.i.i, %tobool.i22.i
  br i1 %24, label %for.body.i23.i, label %cond.end.i
for.body.i23.i:
  %i.09.i.i = phi i64 [ %inc.i26.i, %for.body.i23.i ], [ 0, %cond.true.i ]
  %call1.i.i = tail call ptr @PyTuple_GetItem(ptr noundef %names, i64 noundef %i.09.i.i) nounwind
  %arrayidx.i24.i = getelementptr inbounds ptr, ptr %add.ptr.i, i64 %i.09.i.i
  %25 = load ptr, ptr %arrayidx.i24.i, align 8
  %call2.i25.i = tail call i32 @PyDict_SetItem(ptr noundef nonnull %call.i21.i, ptr noundef %call1.i.i, ptr noundef %25) nounwind
  %inc.i26.i = add nuw nsw i64 %i.09.i.i, 1
  %exitcond28.not.i = icmp eq i64 %inc.i26.i, %cond
  br i1 %exitcond28.not.i, label %cond.end.i, label %for.body.i23.i
cond.end.i:
  %cond.i = phi ptr [ null, %tuple_of.exit.i ], [ %call.i21.i, %cond.true.i ], [ %call.i21.i, %for.body.i23.i ]
  %tobool2.not.i = icmp eq ptr %call.i.i, null
  %tobool3.i = icmp eq ptr %cond.i, null
  %or.cond.i = and i1 %tobool.i, %tobool3.i
  %or.cond20.i = or i1 %tobool2.not.i, %or.cond.i
  br i1 %or.cond20.i, label %call_slowly.exit, label %if.then.i44
if.then.i44:
  %type.i = getelementptr inbounds i8, ptr %callable, i64 8
  %26 = load ptr, ptr %type.i, align 8
  %call6.i = tail call ptr @PyType_GetSlot(ptr noundef %26, i32 noundef 50) nounwind
  store ptr null, ptr %20, align 8
  %call7.i = tail call ptr %call6.i(ptr noundef %callable, ptr noundef nonnull %call.i.i, ptr noundef %cond.i) nounwind
  %.b = load i1, ptr @turned, align 8
  %cond9.i = select i1 %.b, ptr @ft_call, ptr null
  store ptr %cond9.i, ptr %20, align 8
  br label %call_slowly.exit
call_slowly.exit:
  %result.0.i = phi ptr [ %call7.i, %if.then.i44 ], [ null, %cond.end.i ]
  tail call void @Py_DecRef(ptr noundef %call.i.i) nounwind
  tail call void @Py_DecRef(ptr noundef %cond.i) nounwind
  br label %cleanup15
if.end12:
  %call14 = tail call ptr %19(ptr noundef %callable, ptr noundef %args, i64 noundef %nargsf, ptr noundef %names) nounwind
  br label %cleanup15
cleanup15:
  %retval.1 = phi ptr [ %call14, %if.end12 ], [ %result.0.i, %call_slowly.exit ], [ %call5, %if.then3 ]
  ret ptr %retval.1
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) nounwind

define internal fastcc ptr @ask(ptr noundef %callable, ptr noundef %args, i64 noundef %positional, i64 noundef %number, ptr noundef %names) nounwind {
entry:
  %add = add nsw i64 %number, 1
  %vla = alloca ptr, i64 %add, align 16
  store ptr %callable, ptr %vla, align 16
  %arrayidx1 = getelementptr inbounds i8, ptr %vla, i64 8
  %mul = shl i64 %number, 3
  %call = call ptr @memcpy(ptr noundef nonnull %arrayidx1, ptr noundef %args, i64 noundef %mul) nounwind
  %0 = load ptr, ptr @listener, align 8
  %add2 = add nuw nsw i64 %positional, 1
  %call3 = call ptr @PyObject_Vectorcall(ptr noundef %0, ptr noundef nonnull %vla, i64 noundef %add2, ptr noundef %names) nounwind
  ret ptr %call3
}
declare void @Py_DecRef(ptr noundef)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) nounwind

define ptr @ft_bound(ptr noundef %callable, ptr noundef %args, ptr noundef %options) nounwind {
entry:
  %first = alloca [2 x ptr], align 16
  %0 = load i64, ptr @listening, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %if.end8, label %cond.true
cond.true:
  %definition.i = getelementptr inbounds i8, ptr %callable, i64 16
  %1 = load ptr, ptr %definition.i, align 8
  %2 = ptrtoint ptr %1 to i64
  %shr.i = lshr i64 %2, 4
  %3 = load ptr, ptr @definitions, align 8
  %4 = load i64, ptr @definition_mask, align 8
  br label %for.cond.i
for.cond.i:
  %i.0.i = phi i64 [ %shr.i, %cond.true ], [ %inc.i, %for.cond.i ]
  %and.i = and i64 %i.0.i, %4
  %arrayidx.i = getelementptr inbounds %struct.Definition, ptr %3, i64 %and.i
  %5 = load ptr, ptr %arrayidx.i, align 8
  %tobool.not.i = icmp eq ptr %5, null
  %cmp.i = icmp eq ptr %5, %1
  %or.cond.i = select i1 %tobool.not.i, i1 true, i1 %cmp.i
  %inc.i = add i64 %i.0.i, 1
  br i1 %or.cond.i, label %cond.end, label %for.cond.i
cond.end:
  %method.i = getelementptr inbounds i8, ptr %arrayidx.i, i64 8
  %6 = load ptr, ptr %method.i, align 8
  %tobool1.not = icmp eq ptr %6, null
  br i1 %tobool1.not, label %if.end8, label %land.lhs.true
land.lhs.true:
  %tobool2.not = icmp eq ptr %options, null
  br i1 %tobool2.not, label %lor.lhs.false, label %if.then
lor.lhs.false:
  %size.i = getelementptr inbounds i8, ptr %args, i64 16
  %7 = load i64, ptr %size.i, align 8
  %cmp6.i = icmp sgt i64 %7, 0
  br i1 %cmp6.i, label %for.body.i, label %if.end8
for.body.i:
  %i.08.i = phi i64 [ %inc.i22, %for.body.i ], [ 0, %lor.lhs.false ]
  %seen.07.i = phi i64 [ %or.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %call.i = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %args, i64 noundef %i.08.i) nounwind
  %8 = load ptr, ptr @tracer, align 8
  %9 = load ptr, ptr @list, align 8
  %10 = load ptr, ptr @tuple, align 8
  %type1.i.i = getelementptr inbounds i8, ptr %call.i, i64 8
  %11 = load ptr, ptr %type1.i.i, align 8
  %cmp2.i.i = icmp eq ptr %11, %8
  %conv.i.i = zext i1 %cmp2.i.i to i64
  %cmp3.i.i = icmp eq ptr %11, %9
  %cmp5.i.i = icmp eq ptr %11, %10
  %12 = select i1 %cmp3.i.i, i1 true, i1 %cmp5.i.i
  %conv8.i.i = select i1 %12, i64 2, i64 0
  %or9.i.i = or i64 %seen.07.i, %conv.i.i
  %or.i = or i64 %or9.i.i, %conv8.i.i
  %inc.i22 = add nuw nsw i64 %i.08.i, 1
  %13 = load i64, ptr %size.i, align 8
  %cmp.i23 = icmp slt i64 %inc.i22, %13
  br i1 %cmp.i23, label %for.body.i, label %look_into.exit
look_into.exit:
  %and = and i64 %or9.i.i, 1
  %tobool4.not = icmp eq i64 %and, 0
  br i1 %tobool4.not, label %if.end8, label %if.then
if.then:
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %first) nounwind
  store ptr %6, ptr %first, align 16
  %arrayinit.element = getelementptr inbounds i8, ptr %first, i64 8
  %self = getelementptr inbounds i8, ptr %callable, i64 24
  %14 = load ptr, ptr %self, align 8
  store ptr %14, ptr %arrayinit.element, align 8
  %call5 = call fastcc ptr @ask_with(ptr noundef nonnull %first, i64 noundef 2, ptr noundef %args, ptr noundef %options)
  %15 = load ptr, ptr @decline, align 8
  %cmp.not = icmp eq ptr %call5, %15
  br i1 %cmp.not, label %if.end, label %cleanup10.critedge
if.end:
  tail call void @Py_DecRef(ptr noundef %call5) nounwind
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %first) nounwind
  br label %if.end8
if.end8:
  %16 = load ptr, ptr @call_builtin, align 8
  %call9 = tail call ptr %16(ptr noundef %callable, ptr noundef %args, ptr noundef %options) nounwind
  br label %cleanup10
cleanup10.critedge:
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %first) nounwind
  br label %cleanup10
cleanup10:
  %retval.1 = phi ptr [ %call9, %if.end8 ], [ %call5, %cleanup10.critedge ]
  ret ptr %retval.1
}

define internal fastcc ptr @ask_with(ptr nocapture noundef readonly %first, i64 noundef %count, ptr noundef %args, ptr noundef %options) nounwind {
entry:
  %size = getelementptr inbounds i8, ptr %args, i64 16
  %0 = load i64, ptr %size, align 8
  %add = add nsw i64 %0, %count
  %call = tail call ptr @PyTuple_New(i64 noundef %add) nounwind
  %tobool.not = icmp ne ptr %call, null
  %cmp26 = icmp sgt i64 %add, 0
  %or.cond27 = and i1 %tobool.not, %cmp26
  br i1 %or.cond27, label %for.body, label %for.cond.cleanup
for.cond.cleanup:
  br i1 %tobool.not, label %cond.true6, label %cond.end9
for.body:
  %i.028 = phi i64 [ %inc, %cond.end ], [ 0, %entry ]
  %cmp2 = icmp slt i64 %i.028, %count
  br i1 %cmp2, label %cond.true, label %cond.false
cond.true:
  %arrayidx = getelementptr inbounds ptr, ptr %first, i64 %i.028
  %1 = load ptr, ptr %arrayidx, align 8
  br label %cond.end
cond.false:
  %sub = sub nsw i64 %i.028, %count
  %call3 = tail call ptr @PyTuple_GetItem(ptr noundef %args, i64 noundef %sub) nounwind
  br label %cond.end
cond.end:
  %cond = phi ptr [ %1, %cond.true ], [ %call3, %cond.false ]
  tail call void @Py_IncRef(ptr noundef %cond) nounwind
  %call4 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %call, i64 noundef %i.028, ptr noundef %cond) nounwind
  %inc = add nuw nsw i64 %i.028, 1
  %cmp = icmp slt i64 %inc, %add
  br i1 %cmp, label %for.body, label %for.cond.cleanup
cond.true6:
  %2 = load ptr, ptr @listener, align 8
  %call7 = tail call ptr @PyObject_Call(ptr noundef %2, ptr noundef nonnull %call, ptr noundef %options) nounwind
  br label %cond.end9
cond.end9:
  %cond10 = phi ptr [ %call7, %cond.true6 ], [ null, %for.cond.cleanup ]
  tail call void @Py_DecRef(ptr noundef %call) nounwind
  ret ptr %cond10
}

define ptr @ft_typed(ptr noundef %callable, ptr noundef %args, ptr noundef %options) nounwind {
entry:
  %callable.addr = alloca ptr, align 8
  store ptr %callable, ptr %callable.addr, align 8
  %0 = load ptr, ptr @kinds, align 8
  %type1 = getelementptr inbounds i8, ptr %callable, i64 8
  %1 = load ptr, ptr %type1, align 8
  br label %while.cond
while.cond:
  %kind.0 = phi ptr [ %0, %entry ], [ %incdec.ptr, %while.cond ]
  %2 = load ptr, ptr %kind.0, align 8
  %cmp.not = icmp eq ptr %2, %1
  %incdec.ptr = getelementptr inbounds i8, ptr %kind.0, i64 16
  br i1 %cmp.not, label %while.end, label %while.cond
while.end:
  %3 = load i64, ptr @listening, align 8
  %tobool.not = icmp eq i64 %3, 0
  br i1 %tobool.not, label %if.end7, label %land.lhs.true
land.lhs.true:
  %tobool2.not = icmp eq ptr %options, null
  br i1 %tobool2.not, label %lor.lhs.false, label %if.then
lor.lhs.false:
  %size.i = getelementptr inbounds i8, ptr %args, i64 16
  %4 = load i64, ptr %size.i, align 8
  %cmp6.i = icmp sgt i64 %4, 0
  br i1 %cmp6.i, label %for.body.i, label %if.end7
for.body.i:
  %i.08.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %seen.07.i = phi i64 [ %or.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %call.i = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %args, i64 noundef %i.08.i) nounwind
  %5 = load ptr, ptr @tracer, align 8
  %6 = load ptr, ptr @list, align 8
  %7 = load ptr, ptr @tuple, align 8
  %type1.i.i = getelementptr inbounds i8, ptr %call.i, i64 8
  %8 = load ptr, ptr %type1.i.i, align 8
  %cmp2.i.i = icmp eq ptr %8, %5
  %conv.i.i = zext i1 %cmp2.i.i to i64
  %cmp3.i.i = icmp eq ptr %8, %6
  %cmp5.i.i = icmp eq ptr %8, %7
  %9 = select i1 %cmp3.i.i, i1 true, i1 %cmp5.i.i
  %conv8.i.i = select i1 %9, i64 2, i64 0
  %or9.i.i = or i64 %seen.07.i, %conv.i.i
  %or.i = or i64 %or9.i.i, %conv8.i.i
  %inc.i = add nuw nsw i64 %i.08.i, 1
  %10 = load i64, ptr %size.i, align 8
  %cmp.i = icmp slt i64 %inc.i, %10
  br i1 %cmp.i, label %for.body.i, label %look_into.exit
look_into.exit:
  %tobool3.not = icmp eq i64 %or.i, 0
  br i1 %tobool3.not, label %if.end7, label %if.then
if.then:
  %call4 = call fastcc ptr @ask_with(ptr noundef nonnull %callable.addr, i64 noundef 1, ptr noundef %args, ptr noundef %options)
  %11 = load ptr, ptr @decline, align 8
  %cmp5.not = icmp eq ptr %call4, %11
  br i1 %cmp5.not, label %if.end, label %cleanup10
if.end:
  tail call void @Py_DecRef(ptr noundef %call4) nounwind
  br label %if.end7
if.end7:
  %call8 = getelementptr inbounds i8, ptr %kind.0, i64 8
  %12 = load ptr, ptr %call8, align 8
  %call9 = tail call ptr %12(ptr noundef %callable, ptr noundef %args, ptr noundef %options) nounwind
  br label %cleanup10
cleanup10:
  %retval.1 = phi ptr [ %call9, %if.end7 ], [ %call4, %if.then ]
  ret ptr %retval.1
}
declare ptr @PyObject_Vectorcall(ptr noundef, ptr noundef, i64 noundef, ptr noundef)
declare ptr @PyEval_GetGlobals()
declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef)
declare ptr @PyType_GetSlot(ptr noundef, i32 noundef)
declare ptr @PyTuple_New(i64 noundef)
declare void @Py_IncRef(ptr noundef)
declare i32 @PyTuple_SetItem(ptr noundef, i64 noundef, ptr noundef)
declare ptr @PyDict_New()
declare i32 @PyDict_SetItem(ptr noundef, ptr noundef, ptr noundef)
declare ptr @PyTuple_GetItem(ptr noundef, i64 noundef)
declare ptr @PyObject_Call(ptr noundef, ptr noundef, ptr noundef)
