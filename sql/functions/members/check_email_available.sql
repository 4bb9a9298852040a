create or replace function corkboard.check_email_available(p_workspace uuid, p_member uuid, p_email text) returns void
language plpgsql
as $$
begin
  perform 1 from corkboard.members m
   where m.workspace_id = p_workspace and m.id is distinct from p_member
     and corkboard.normalize_email(m.email) = corkboard.normalize_email(p_email);
  if found then
    perform corkboard.reject('conflict', format('%s is a member already.', p_email));
  end if;
end
$$;
comment on function corkboard.check_email_available(uuid, uuid, text) is
  'Rejects with conflict an email address that another member of the workspace has. A null p_member compares with all members.';
