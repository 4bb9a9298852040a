create or replace function corkboard.workspace_today(p_workspace uuid) returns date
language plpgsql stable
as $$
declare
  v_zone text;
begin
  select w.time_zone into v_zone from corkboard.workspaces w where w.id = p_workspace;
  return corkboard.time_zone_today(v_zone);
end
$$;
comment on function corkboard.workspace_today(uuid) is
  'The current date in the workspace''s time zone. An invoice is overdue if its due date is earlier (decisions: Days).';
