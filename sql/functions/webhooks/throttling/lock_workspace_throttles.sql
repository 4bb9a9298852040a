create or replace function corkboard.lock_workspace_throttles(p_workspace uuid) returns void
language plpgsql
as $$
begin
  perform 1 from corkboard.webhook_throttles t where t.workspace_id = p_workspace order by t.id for no key update;
end
$$;
comment on function corkboard.lock_workspace_throttles(uuid) is
  'Waits for transactions that claim attempts of a workspace, and blocks new ones until the end of this transaction.';
