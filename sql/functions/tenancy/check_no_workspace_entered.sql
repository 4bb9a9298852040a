create or replace function corkboard.check_no_workspace_entered() returns void
language plpgsql stable
as $$
begin
  if corkboard.current_workspace() is not null then
    raise exception using errcode = 'insufficient_privilege', message = 'This transaction is for one workspace.';
  end if;
end
$$;
comment on function corkboard.check_no_workspace_entered() is
  'Raises an error if the transaction has entered a workspace. Functions that return rows of all workspaces call it first.';
