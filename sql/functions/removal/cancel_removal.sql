-- Runs as the owner, like schedule_removal.
create or replace function corkboard.cancel_removal(p_workspace uuid) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from corkboard.workspace_removals r where r.id = p_workspace and r.started_at is null;
end
$$;
comment on function corkboard.cancel_removal(uuid) is
  'Deletes the record that a workspace is to be removed, unless its removal has begun. The caller holds its lock.';
