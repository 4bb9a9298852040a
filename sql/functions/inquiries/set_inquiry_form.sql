create or replace function corkboard.set_inquiry_form(p_workspace uuid, p_changes jsonb) returns corkboard.inquiry_forms
language plpgsql
as $$
declare
  v_now timestamptz;
  v_before corkboard.inquiry_forms;
  v_form corkboard.inquiry_forms;
  v_changes jsonb;
begin
  perform corkboard.check_known_columns(p_changes, '{is_open,questions}', '{introduction}');
  perform corkboard.check_boolean('isOpen', p_changes -> 'is_open');
  if jsonb_typeof(p_changes -> 'questions') <> 'array' then
    perform corkboard.reject_field('questions', 'must be a list');
  end if;
  perform corkboard.check_text('introduction', p_changes ->> 'introduction', 2000);
  perform corkboard.lock_workspace(p_workspace);
  insert into corkboard.inquiry_forms (workspace_id) values (p_workspace) on conflict (workspace_id) do nothing;
  select * into v_before from corkboard.inquiry_forms f where f.workspace_id = p_workspace;
  v_form := jsonb_populate_record(v_before, p_changes - 'is_open');
  perform corkboard.check_questions('questions', v_form.questions);
  v_now := clock_timestamp();
  if p_changes ? 'is_open' then
    v_form.opened_at := case when (p_changes -> 'is_open')::boolean then coalesce(v_before.opened_at, v_now) end;
  end if;
  update corkboard.inquiry_forms f
     set introduction = v_form.introduction, questions = v_form.questions, opened_at = v_form.opened_at
   where f.workspace_id = p_workspace;
  v_changes := corkboard.changed_values(
    jsonb_build_object(
      'is_open', v_before.opened_at is not null, 'introduction', v_before.introduction, 'questions', v_before.questions),
    jsonb_build_object(
      'is_open', v_form.opened_at is not null, 'introduction', v_form.introduction, 'questions', v_form.questions));
  if v_changes is not null then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'inquiry_form.changed', 'inquiry_form', p_workspace, v_changes);
  end if;
  return v_form;
end
$$;
comment on function corkboard.set_inquiry_form(uuid, jsonb) is
  'Changes the given columns of the inquiry form, which is made when it is first needed: introduction, questions, and with is_open whether people can send inquiries. Null clears the introduction. Rejects with validation, not_found (workspace).';
