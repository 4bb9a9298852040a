-- An address is proven by a session of a member with that address, or by a code that was entered in this browser.
-- 1.0.0 reads it without a name.
drop function if exists corkboard.invitation_to_answer(bytea, uuid, bytea, bytea, uuid);
create or replace function corkboard.invitation_to_answer(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_workspace uuid
)
returns table (
  workspace_id uuid, id uuid, email text, "workspaceName" text, "ownerEmail" text, "expiresAt" text, locale text,
  "timeZone" text, proven_at timestamptz, "ownerName" text
)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  return query
    select f.workspace_id, f.id, f.email, f.workspace_name, f.owner_email, corkboard.iso(f.expires_at), f.locale, f.time_zone,
           f.proven_at, f.owner_name
      from (
        select i.workspace_id, i.id, i.email, w.name as workspace_name, o.email as owner_email, o.name as owner_name, i.expires_at, w.locale, w.time_zone,
               i.token_hash,
               coalesce(
                 (select max(s.confirmed_at)
                    from corkboard.sessions s
                    join corkboard.members m on m.workspace_id = s.workspace_id and m.id = s.member_id
                   where s.token_hash = p_session_hash and s.expires_at > v_now
                     and corkboard.normalize_email(m.email) = corkboard.normalize_email(i.email)),
                 case when i.browser_hash = p_browser_hash and i.confirmed_at > v_now - corkboard.proof_lifetime() then i.confirmed_at end
               ) as proven_at
          from corkboard.invitations i
          join corkboard.workspaces w on w.id = i.workspace_id and w.removed_at is null
          join corkboard.members o on o.workspace_id = i.workspace_id and o.role = 'owner'
         where (i.token_hash = p_link_hash or i.id = p_invitation) and i.ended_at is null and i.expires_at > v_now
           and i.workspace_id = coalesce(p_workspace, i.workspace_id)) f
     where f.token_hash = p_link_hash or f.proven_at is not null;
end
$$;
comment on function corkboard.invitation_to_answer(bytea, uuid, bytea, bytea, uuid) is
  'The open invitation of a link, or the one with this id if the browser has proven its address; no row if there is none. proven_at is when the browser did so, null if it hasn''t. p_workspace is the workspace of the link; null for an id.';
