create or replace function corkboard.prepare_notifications(p_workspace uuid, p_member uuid)
returns table (
  kind text, ids uuid[], "to" text, token text, "workspaceName" text, locale text, count bigint, items json
)
language plpgsql
as $$
declare
  -- Longer than a mail server may take for the emails of all kinds.
  c_claim constant interval := '5 minutes';
  v_now timestamptz;
  v_claimed uuid[];
  v_workspace corkboard.workspaces;
  v_member corkboard.members;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  select * into v_workspace from corkboard.workspaces w
   where w.id = p_workspace and w.suspended_at is null and w.removed_at is null;
  if found then
    -- The lock makes the member's jobs claim one after the other, so that what waits together is one email.
    select * into v_member from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member
       for no key update;
  end if;
  -- What the member no longer wants, and everything in a suspended workspace, is dropped.
  delete from corkboard.notifications n
   where n.workspace_id = p_workspace and n.member_id = p_member
     and not (n.kind = any (coalesce(v_member.notified_of, '{}')));
  v_now := clock_timestamp();
  v_claimed := array(
    select n.id from corkboard.notifications n
     where n.workspace_id = p_workspace and n.member_id = p_member and coalesce(n.claim_expires_at < v_now, true));
  update corkboard.notifications n set claim_expires_at = v_now + c_claim
   where n.workspace_id = p_workspace and n.id = any (v_claimed);
  for kind, ids in
    select n.kind, array_agg(n.id order by n.id) from corkboard.notifications n
     where n.workspace_id = p_workspace and n.id = any (v_claimed)
     group by n.kind
     order by min(n.created_at)
  loop
    select f.count, f.items into prepare_notifications.count, prepare_notifications.items
      from corkboard.notification_items(p_workspace, kind, ids) f;
    if prepare_notifications.count = 0 then
      perform corkboard.delete_notifications(p_workspace, ids);
      continue;
    end if;
    "to" := v_member.email;
    "workspaceName" := v_workspace.name;
    locale := v_workspace.locale;
    token := corkboard.new_share_token();
    insert into corkboard.unsubscribe_links (workspace_id, member_id, kind, token_hash)
    values (p_workspace, p_member, prepare_notifications.kind, sha256(convert_to(token, 'UTF8')));
    token := token || corkboard.secret_suffix(p_workspace);
    return next;
  end loop;
end
$$;
comment on function corkboard.prepare_notifications(uuid, uuid) is
  'The contents of the emails with the notifications that wait for a member, one of each kind, with a new unsubscribe link. Claims them, so that no other job of the member sends them too. The database stores only the SHA-256 of its token. Drops what the member no longer wants, and everything if the workspace is suspended. No row if nothing is to be sent.';
