-- Volatile, because the statement that creates a workspace also returns its owner, which a stable function would not
-- see yet.
create or replace function corkboard.owner_email(p_workspace uuid) returns text
language plpgsql
as $$
begin
  if corkboard.current_workspace() is null then
    return corkboard.any_owner_email(p_workspace);
  end if;
  return (select m.email from corkboard.members m where m.workspace_id = p_workspace and m.role = 'owner');
end
$$;
comment on function corkboard.owner_email(uuid) is
  'The email address of a workspace''s owner; null if it has none. Works before a workspace is entered, for the operator''s list.';
