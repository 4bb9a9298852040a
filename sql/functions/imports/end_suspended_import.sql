create or replace function corkboard.end_suspended_import(p_workspace uuid, p_import uuid, p_try integer) returns boolean
language plpgsql
as $$
begin
  if exists (
    select 1 from corkboard.workspaces w
     where w.id = p_workspace and w.suspended_at is null and w.removed_at is null)
  then
    return false;
  end if;
  perform corkboard.fail_import(p_workspace, p_import, p_try, 'The workspace was suspended.');
  return true;
end
$$;
comment on function corkboard.end_suspended_import(uuid, uuid, integer) is
  'Marks a running import as failed if its workspace is suspended. Returns whether it is.';
