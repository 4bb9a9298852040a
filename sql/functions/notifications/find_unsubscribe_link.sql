create or replace function corkboard.find_unsubscribe_link(p_link_hash bytea, p_workspace uuid)
returns table (workspace_id uuid, member_id uuid, kind text, "workspaceName" text, email text, kinds text[])
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select l.workspace_id, l.member_id, l.kind, w.name, m.email, m.notified_of
      from corkboard.unsubscribe_links l
      join corkboard.members m on m.workspace_id = p_workspace and m.id = l.member_id
      join corkboard.workspaces w on w.id = p_workspace and w.removed_at is null
     where l.workspace_id = p_workspace and l.token_hash = p_link_hash;
end
$$;
comment on function corkboard.find_unsubscribe_link(bytea, uuid) is
  'Whom the unsubscribe link of an email belongs to, the kind of notifications that it ends, and the kinds that the member gets now. No row if the link does not work: an unknown token, or a former member.';
