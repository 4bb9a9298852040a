create or replace function corkboard.forget_members(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_emails text[] := array(
    select corkboard.normalize_email(m.email) from corkboard.members m where m.workspace_id = p_workspace
    union
    select corkboard.normalize_email(i.email) from corkboard.invitations i where i.workspace_id = p_workspace);
begin
  v_emails := array(
    select unnest(v_emails)
    except
    select corkboard.normalize_email(o.email) from corkboard.members o
     where o.workspace_id <> p_workspace and corkboard.normalize_email(o.email) = any (v_emails));
  delete from corkboard.sign_ins s where corkboard.normalize_email(s.email) = any (v_emails);
  delete from corkboard.sign_in_origins o where o.email = any (v_emails);
end
$$;
comment on function corkboard.forget_members(uuid) is
  'Deletes the sign-ins of a workspace''s members and of the people it invited, and the networks that they signed in from, which no workspace owns, unless they are members of another workspace too.';
