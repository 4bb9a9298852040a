create or replace function corkboard.day_start(p_workspace uuid, p_day date) returns timestamptz
language plpgsql stable
as $$
declare
  v_zone text;
begin
  select w.time_zone into v_zone from corkboard.workspaces w where w.id = p_workspace;
  return p_day::timestamp at time zone corkboard.valid_time_zone(v_zone);
end
$$;
comment on function corkboard.day_start(uuid, date) is
  'When a day begins in the workspace''s time zone.';
