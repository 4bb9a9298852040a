-- Where clocks are set back over midnight, as on the Azores, midnight comes twice, and PostgreSQL takes the second one. The first
-- one is that of the offset of some hours before.
create or replace function corkboard.day_start(p_workspace uuid, p_day date) returns timestamptz
language plpgsql stable
as $$
declare
  v_zone text;
  v_midnight timestamptz;
  v_before timestamptz;
  v_first timestamptz;
begin
  select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = p_workspace;
  v_midnight := p_day::timestamp at time zone v_zone;
  v_before := v_midnight - interval '6 hours';
  v_first := v_before + (p_day::timestamp - v_before at time zone v_zone);
  return case when v_first < v_midnight and v_first at time zone v_zone = p_day::timestamp then v_first else v_midnight end;
end
$$;
comment on function corkboard.day_start(uuid, date) is
  'When a day begins in the workspace''s time zone; where clocks are set back over midnight, the first time.';
