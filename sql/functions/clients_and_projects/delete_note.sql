create or replace function corkboard.delete_note(p_workspace uuid, p_note uuid) returns corkboard.notes
language plpgsql
as $$
declare
  v_note corkboard.notes;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_note := corkboard.find_note(p_workspace, p_note);
  delete from corkboard.notes n where n.workspace_id = p_workspace and n.id = p_note;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'note.deleted', 'note', p_note);
  return v_note;
end
$$;
comment on function corkboard.delete_note(uuid, uuid) is 'Deletes a note. Rejects with not_found.';
