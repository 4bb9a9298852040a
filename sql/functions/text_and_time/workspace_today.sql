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
  'The current date of a workspace: in its time zone. An invoice is overdue when its due date is before this (decisions: Days).';
