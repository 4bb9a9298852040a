create or replace function corkboard.silent_workspaces(
  p_workspaces uuid[], out suspended uuid[], out without_webhooks uuid[]
)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  select coalesce(array_agg(w.id) filter (where w.suspended_at is not null), '{}'),
         coalesce(array_agg(w.id) filter (where w.suspended_at is null and not p.webhooks), '{}')
    into suspended, without_webhooks
    from corkboard.workspaces w
    join corkboard.plans p on p.name = w.plan
   where w.id = any (p_workspaces);
end
$$;
comment on function corkboard.silent_workspaces(uuid[]) is
  'Those of the workspaces that are suspended now, and those of the others whose plan has no webhooks now.';
