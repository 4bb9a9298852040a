create or replace function corkboard.add_note(p_caller corkboard.caller, p_project uuid, p_body text) returns corkboard.notes
language plpgsql
as $$
declare
  v_note corkboard.notes;
begin
  perform
    corkboard.check_required('body', p_body),
    corkboard.check_text('body', p_body, 5000);
  perform corkboard.find_project(p_caller.workspace_id, p_project);
  perform corkboard.count_monthly_write(p_caller);
  insert into corkboard.notes (workspace_id, project_id, body, author, created_via)
  values (p_caller.workspace_id, p_project, p_body, p_caller.label || case p_caller.via when 'app' then '' else ' (API)' end, p_caller.via)
  returning * into v_note;
  perform corkboard.record_audit(p_caller, 'note.added', 'note', v_note.id);
  return v_note;
end
$$;
comment on function corkboard.add_note(corkboard.caller, uuid, text) is
  'Adds an internal note. Its author is the member''s email address, or the key''s label with (API) after it. Rejects with validation, not_found, plan_limit (allowance).';
