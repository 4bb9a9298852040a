-- The round and its verdict stay: they are about what the client asked for at the time.
create or replace function corkboard.change_revision(p_workspace uuid, p_revision uuid, p_changes jsonb) returns corkboard.revisions
language plpgsql
as $$
declare
  v_before corkboard.revisions;
  v_revision corkboard.revisions;
begin
  perform corkboard.check_known_columns(p_changes, '{description}');
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.revisions, p_workspace, p_revision, 'revision');
  v_revision := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_text('description', v_revision.description, 5000);
  v_revision := corkboard.change_record(v_before, p_changes);
  if v_revision.description <> v_before.description then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'revision.edited', 'revision', p_revision,
      jsonb_build_object('description', jsonb_build_array(v_before.description, v_revision.description)));
  end if;
  return v_revision;
end
$$;
comment on function corkboard.change_revision(uuid, uuid, jsonb) is
  'Changes the description of a revision, as in {"description": "A calmer home page"}; its round and its verdict stay. Rejects with validation, not_found.';
