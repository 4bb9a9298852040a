create or replace function corkboard.change_order_rounds(p_project corkboard.projects) returns integer
language plpgsql stable
as $$
begin
  return (
    select coalesce(sum(o.rounds), 0)::integer from corkboard.change_orders o
     where o.workspace_id = p_project.workspace_id and o.project_id = p_project.id);
end
$$;
comment on function corkboard.change_order_rounds(corkboard.projects) is
  'How many revision rounds approved change orders added to the project.';
