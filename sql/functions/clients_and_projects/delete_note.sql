create or replace function corkboard.delete_note(p_workspace uuid, p_note uuid, p_version integer default null) returns corkboard.notes
language plpgsql
as $$
declare
  v_note corkboard.notes;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_note := corkboard.require_record(null::corkboard.notes, p_workspace, p_note, 'note');
  perform corkboard.check_times_done(p_workspace, p_note, 'note.edited', p_version, 'This note was changed');
  delete from corkboard.notes n where n.workspace_id = p_workspace and n.id = p_note;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'note.deleted', 'note', p_note);
  return v_note;
end
$$;
comment on function corkboard.delete_note(uuid, uuid, integer) is 'Deletes a note. p_version is how often the caller saw it edited (null: any). Rejects with not_found, conflict (edited since).';
