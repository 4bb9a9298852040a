create or replace function corkboard.client_name(p_project corkboard.projects) returns text
language plpgsql stable
as $$
begin
  return (
    select c.name from corkboard.clients c where c.workspace_id = p_project.workspace_id and c.id = p_project.client_id);
end
$$;
comment on function corkboard.client_name(corkboard.projects) is 'The name of the project''s client.';
