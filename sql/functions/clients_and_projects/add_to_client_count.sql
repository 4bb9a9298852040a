create or replace function corkboard.add_to_client_count(p_workspace uuid, p_delta bigint) returns void
language plpgsql
as $$
begin
  insert into corkboard.client_counts as c (workspace_id, clients) values (p_workspace, p_delta)
  on conflict (workspace_id) do update set clients = c.clients + excluded.clients;
end
$$;
comment on function corkboard.add_to_client_count(uuid, bigint) is 'Adds to client_counts.';
