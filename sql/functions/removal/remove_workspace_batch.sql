-- One batch of rows of one table per transaction, so that no lock is held for long. Every batch looks for rows from the first
-- table on, so that a removal that was interrupted continues where it was. The lock on the removal's row keeps two workers from
-- working on the same workspace, and a workspace from being resumed meanwhile.
create or replace function corkboard.remove_workspace_batch(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_workspace uuid;
  v_removal corkboard.workspace_removals;
  v_table regclass;
  v_removed integer;
begin
  perform corkboard.check_no_workspace_entered();
  for v_removal in
    select * from corkboard.workspace_removals r
     where r.due_at <= clock_timestamp() and r.finished_at is null
     order by r.due_at
       for no key update skip locked
  loop
    select w.id into v_workspace from corkboard.workspaces w
     where w.id = v_removal.id and w.suspended_at is not null
       for no key update skip locked;
    exit when found;
  end loop;
  if v_workspace is null then
    return 0;
  end if;
  if v_removal.started_at is null then
    return corkboard.start_workspace_removal(v_workspace);
  end if;
  for v_table in select t from corkboard.tenant_tables() t loop
    v_removed := corkboard.delete_workspace_rows(v_workspace, v_table, p_batch);
    if v_removed > 0 then
      return v_removed;
    end if;
  end loop;
  v_removed := corkboard.delete_workspace_jobs(v_workspace, p_batch);
  if v_removed > 0 then
    return v_removed;
  end if;
  -- A job that a worker still runs would be queued again if it failed. The next run finds it gone.
  if corkboard.has_workspace_jobs(v_workspace) then
    return 0;
  end if;
  delete from corkboard.workspaces w where w.id = v_workspace;
  v_now := clock_timestamp();
  update corkboard.workspace_removals r set finished_at = v_now where r.id = v_workspace;
  return 1;
end
$$;
comment on function corkboard.remove_workspace_batch(integer) is
  'Removes up to a batch of rows or jobs of a workspace whose removal is due, and the workspace itself once nothing else is left. Returns how many; 0 when nothing is left to remove now.';
