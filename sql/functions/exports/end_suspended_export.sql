create or replace function corkboard.end_suspended_export(p_export corkboard.exports) returns boolean
language plpgsql
as $$
begin
  if exists (
    select 1 from corkboard.workspaces w
     where w.id = p_export.workspace_id and w.suspended_at is null and w.removed_at is null)
  then
    return false;
  end if;
  perform corkboard.fail_export(p_export.workspace_id, p_export.id, p_export.tries, 'The workspace was suspended.');
  return true;
end
$$;
comment on function corkboard.end_suspended_export(corkboard.exports) is
  'Marks a running export as failed if its workspace is suspended. Returns whether it is.';
