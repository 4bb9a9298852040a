create or replace function corkboard.first_rate(p_format text) returns real
language sql immutable
as $$ select case when p_format in ('slack', 'discord') then 1 end $$;
comment on function corkboard.first_rate(text) is
  'How many messages a second a new endpoint of this format takes: Slack''s and Discord''s own limits are about one. Null: any number.';

create or replace function corkboard.add_pace() returns trigger
language plpgsql
as $$
begin
  insert into corkboard.webhook_paces (workspace_id, id, rate)
  values (new.workspace_id, new.id, corkboard.first_rate(new.format));
  return null;
end
$$;
comment on function corkboard.add_pace() is 'Trigger: every endpoint has a pace.';

create or replace trigger add_pace after insert on corkboard.webhook_endpoints
  for each row execute function corkboard.add_pace();

-- Endpoints from before there was a trigger. Those that are failing have been since the first delivery that failed after
-- the last one that succeeded.
insert into corkboard.webhook_paces (workspace_id, id, rate, first_failed_at)
select e.workspace_id, e.id, corkboard.first_rate(e.format),
       case when e.failures_in_row > 0 then (
         select min(f.settled_at) from corkboard.webhook_deliveries f
          where f.endpoint_id = e.id and f.status = 'failed' and f.status <> 'pending'
            and f.settled_at > coalesce((
              select max(s.settled_at) from corkboard.webhook_deliveries s
               where s.endpoint_id = e.id and s.status = 'succeeded' and s.status <> 'pending'), '-infinity')) end
  from corkboard.webhook_endpoints e
 where not exists (
   select from corkboard.webhook_paces p where p.workspace_id = e.workspace_id and p.id = e.id)
on conflict do nothing;
