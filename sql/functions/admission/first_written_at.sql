-- Runs after begin_api_write, in a separate transaction: the statement of begin_api_write took its snapshot before it
-- waited for the workspace's lock, so it would not see the record that the first of two concurrent requests has just
-- created.
create or replace function corkboard.first_written_at(p_workspace uuid, p_key text, out workspace_id uuid, out written_at timestamptz)
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  workspace_id := p_workspace;
  select k.created_at into written_at from corkboard.idempotency_keys k
   where k.workspace_id = p_workspace and k.id = p_key;
end
$$;
comment on function corkboard.first_written_at(uuid, text) is
  'Enters the workspace and returns when the write with this idempotency key was first performed; null if its response is no longer stored.';
