-- The audit log says that the text changed but doesn't contain it, because notes are private.
create or replace function corkboard.change_note(p_workspace uuid, p_note uuid, p_changes jsonb) returns corkboard.notes
language plpgsql
as $$
declare
  v_before corkboard.notes;
  v_note corkboard.notes;
begin
  perform corkboard.check_known_columns(p_changes, '{body}');
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.notes, p_workspace, p_note, 'note');
  v_note := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_text('body', v_note.body, 5000);
  v_note := corkboard.change_record(v_before, p_changes);
  if v_note is distinct from v_before then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'note.edited', 'note', p_note);
  end if;
  return v_note;
end
$$;
comment on function corkboard.change_note(uuid, uuid, jsonb) is
  'Changes the text of a note, as in {"body": "Call at noon"}. Rejects with validation, not_found.';
