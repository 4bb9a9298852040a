create or replace function corkboard.only_workspace(p_workspaces uuid[]) returns uuid
language sql immutable
as $$ select case when p_workspaces[1] = all (p_workspaces) then p_workspaces[1] end $$;
comment on function corkboard.only_workspace(uuid[]) is
  'The workspace of all elements of a list; null if they differ. Citus finds the shard of a statement by it, so with Citus they never differ.';
