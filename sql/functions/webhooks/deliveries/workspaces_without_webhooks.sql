create or replace function corkboard.workspaces_without_webhooks(p_workspaces uuid[]) returns uuid[]
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return array(
    select w.id from corkboard.workspaces w join corkboard.plans p on p.name = w.plan
     where w.id = any (p_workspaces) and not p.webhooks);
end
$$;
comment on function corkboard.workspaces_without_webhooks(uuid[]) is
  'Those of the workspaces whose plan has no webhooks now.';
