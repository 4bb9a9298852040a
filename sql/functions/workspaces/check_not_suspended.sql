-- What sends something calls this, under the workspace's lock. The operator may do anything else.
create or replace function corkboard.check_not_suspended(p_workspace uuid) returns void
language plpgsql stable
as $$
begin
  if exists (select 1 from corkboard.workspaces w where w.id = p_workspace and w.suspended_at is not null) then
    perform corkboard.reject('conflict', 'This workspace is suspended: nothing is sent until it is resumed.');
  end if;
end
$$;
comment on function corkboard.check_not_suspended(uuid) is
  'Rejects with conflict if the workspace is suspended.';
