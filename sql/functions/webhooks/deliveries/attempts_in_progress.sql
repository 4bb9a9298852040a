-- A function, because PostgreSQL refuses even to plan a query on an unlogged table while it is a standby.
create or replace function corkboard.attempts_in_progress() returns table (endpoint_id uuid, attempts bigint)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_is_in_recovery() then
    return;
  end if;
  return query
    select d.endpoint_id, count(*)
      from corkboard.webhook_claims c
      join corkboard.webhook_deliveries d on d.workspace_id = c.workspace_id and d.id = c.id
     where c.claimed_until > now() and d.status = 'pending'
     group by d.endpoint_id;
end
$$;
comment on function corkboard.attempts_in_progress() is
  'How many attempts are in progress at each endpoint that has any. No rows on a standby, which does not know.';
