create or replace function corkboard.start_of_day(p_workspace uuid, p_day date) returns timestamptz
language plpgsql stable
as $$
begin
  return (
    select p_day::timestamp at time zone corkboard.valid_time_zone(w.time_zone)
      from corkboard.workspaces w where w.id = p_workspace);
end
$$;
comment on function corkboard.start_of_day(uuid, date) is 'When a date begins in the workspace''s time zone.';
