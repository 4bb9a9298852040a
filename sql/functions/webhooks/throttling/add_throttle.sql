create or replace function corkboard.add_throttle() returns trigger
language plpgsql
as $$
begin
  insert into corkboard.webhook_throttles (workspace_id, id, rate, initial_rate)
  values (new.workspace_id, new.id, corkboard.initial_rate(new.format), corkboard.initial_rate(new.format));
  return null;
end
$$;
comment on function corkboard.add_throttle() is 'Trigger: adds the throttle of a new endpoint.';
