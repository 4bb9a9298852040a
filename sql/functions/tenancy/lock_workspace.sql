-- A workspace handles one write at a time. At 60 writes a minute that costs nothing, and every rule that two requests
-- could race for (caps, keys, numbers, rounds, versions, states) becomes plain code. Writers always wait in the same
-- order, so they cannot deadlock.
create or replace function corkboard.lock_workspace(p_workspace uuid) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  perform 1 from corkboard.workspaces w where w.id = p_workspace and w.removed_at is null for no key update;
  if not found then
    perform corkboard.reject('not_found', 'No such workspace.');
  end if;
end
$$;
comment on function corkboard.lock_workspace(uuid) is
  'Locks the workspace for a write; the next writer waits. Rejects with not_found, also if its removal has begun.';
