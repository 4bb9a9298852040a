create or replace function corkboard.client_count(p_workspace uuid) returns bigint
language plpgsql stable
as $$
begin
  return (
    select coalesce(sum(c.clients), 0)::bigint from corkboard.client_counts c where c.workspace_id = p_workspace);
end
$$;
comment on function corkboard.client_count(uuid) is 'How many clients the workspace has, not counting trashed ones.';
