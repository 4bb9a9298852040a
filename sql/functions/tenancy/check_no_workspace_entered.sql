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
  'Fails where the transaction has entered a workspace. What answers with the rows of all of them calls it first.';
