create or replace function corkboard.find_note(p_workspace uuid, p_note uuid) returns corkboard.notes
language plpgsql stable
as $$
declare
  v_note corkboard.notes;
begin
  select * into v_note from corkboard.notes n where n.workspace_id = p_workspace and n.id = p_note;
  perform corkboard.check_found(v_note.id, 'note');
  perform corkboard.find_project(p_workspace, v_note.project_id);
  return v_note;
end
$$;
comment on function corkboard.find_note(uuid, uuid) is
  'The note of this workspace, unless its project is trashed. Rejects with not_found.';
