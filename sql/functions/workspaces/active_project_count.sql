create or replace function corkboard.active_project_count(p_workspace uuid) returns bigint
language plpgsql stable
as $$
begin
  return (
    select coalesce(sum(c.projects), 0)::bigint from corkboard.project_counts c
     where c.workspace_id = p_workspace and c.status = 'active');
end
$$;
comment on function corkboard.active_project_count(uuid) is
  'How many projects count against the cap: status active and not trashed.';
