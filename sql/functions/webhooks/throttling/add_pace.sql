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
