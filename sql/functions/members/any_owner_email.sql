create or replace function corkboard.any_owner_email(p_workspace uuid) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return (select m.email from corkboard.members m where m.workspace_id = p_workspace and m.role = 'owner');
end
$$;
comment on function corkboard.any_owner_email(uuid) is
  'The email address of any workspace''s owner, for the operator''s list; null if it has none. Only before a workspace is entered.';
