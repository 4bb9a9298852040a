create or replace function corkboard.add_pace() returns trigger
language plpgsql
as $$
declare
  -- Slack's and Discord's own limits: about one message a second for an address.
  c_chat_rate constant real := 1;
begin
  insert into corkboard.webhook_paces (workspace_id, id, rate)
  values (new.workspace_id, new.id, case when new.format in ('slack', 'discord') then c_chat_rate end);
  return null;
end
$$;
comment on function corkboard.add_pace() is 'Trigger: every endpoint has a pace.';

create or replace trigger add_pace after insert on corkboard.webhook_endpoints
  for each row execute function corkboard.add_pace();

-- Endpoints from before there was a trigger.
insert into corkboard.webhook_paces (workspace_id, id, rate)
select e.workspace_id, e.id, case when e.format in ('slack', 'discord') then 1 end from corkboard.webhook_endpoints e
on conflict do nothing;
