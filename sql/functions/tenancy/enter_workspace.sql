-- The setting ends with the transaction, so it never leaks through the connection pool. A role that is subject to the
-- policies can enter only one workspace per transaction, so that a function called for one workspace cannot switch to
-- another.
create or replace function corkboard.enter_workspace(p_workspace uuid) returns void
language plpgsql
as $$
begin
  if corkboard.current_workspace() <> p_workspace and row_security_active('corkboard.workspaces') then
    raise exception using errcode = 'insufficient_privilege', message = 'This transaction is for another workspace.';
  end if;
  perform set_config('corkboard.workspace', p_workspace::text, true);
  -- Citus checks policies on the node that has the rows, and takes only the command there, not the function.
  if corkboard.has_citus() then
    set local citus.propagate_set_commands = 'local';
    execute format('set local corkboard.workspace = %L', coalesce(p_workspace::text, ''));
  end if;
end
$$;
comment on function corkboard.enter_workspace(uuid) is
  'Restricts this transaction to the rows of one workspace (null: none). Every function that authenticates a caller for a workspace calls it.';
