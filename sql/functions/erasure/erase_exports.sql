-- An export that is being made begins again: what its job has read may be from before.
create or replace function corkboard.erase_exports(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.exports e set state = 'queued' where e.workspace_id = p_workspace and e.state = 'running';
  update corkboard.exports e
     set state = 'failed', finished_at = v_now, failure = 'A client was erased, whose data was in the file.'
   where e.workspace_id = p_workspace and e.state = 'finished';
  delete from corkboard.export_parts p where p.workspace_id = p_workspace;
end
$$;
comment on function corkboard.erase_exports(uuid) is
  'Deletes the files of a workspace''s exports, because they have data of a client that is being erased.';
