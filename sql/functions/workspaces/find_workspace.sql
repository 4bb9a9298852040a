create or replace function corkboard.find_workspace(p_workspace uuid) returns setof corkboard.workspaces
language plpgsql stable
as $$
begin
  return query select w.* from corkboard.workspaces w where w.id = p_workspace;
end
$$;
comment on function corkboard.find_workspace(uuid) is 'The workspace with this id; no row if there is none.';
