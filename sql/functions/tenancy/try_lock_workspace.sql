-- Admission performs a write in its own statement only if it need not wait: a statement that waits for another writer would keep
-- the workspace's other admissions waiting, because it holds the count of their rate and one of their connections.
create or replace function corkboard.try_lock_workspace(p_workspace uuid) returns uuid
language plpgsql
strict
as $$
declare
  v_locked uuid;
begin
  select w.id into v_locked
    from corkboard.workspaces w
   where w.id = p_workspace and w.removed_at is null
     for no key update skip locked;
  return v_locked;
end
$$;
comment on function corkboard.try_lock_workspace(uuid) is
  'Locks the workspace for a write and returns it; null, without waiting, if another writer has the lock, or if its removal has begun.';
