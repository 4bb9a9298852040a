-- The link alone proves who asks, as RFC 8058 requires: mail programs send no cookie. It works in a suspended workspace, too.
create or replace function corkboard.unsubscribe(p_link_hash bytea, p_workspace uuid)
returns table (kind text, "workspaceName" text)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_link record;
  v_kinds text[];
begin
  select * into v_link from corkboard.find_unsubscribe_link(p_link_hash, p_workspace);
  if not found then
    return;
  end if;
  perform corkboard.enter_workspace(v_link.workspace_id);
  update corkboard.members m set notified_of = array_remove(m.notified_of, v_link.kind)
   where m.workspace_id = v_link.workspace_id and m.id = v_link.member_id and v_link.kind = any (m.notified_of)
  returning m.notified_of into v_kinds;
  if found then
    perform set_config('corkboard.actor', v_link.email, true);
    perform corkboard.record_change(
      corkboard.current_actor(v_link.workspace_id), 'member.notifications_set', 'member', v_link.member_id,
      jsonb_build_object('notifiedOf', jsonb_build_array(v_link.kinds, v_kinds)));
  end if;
  kind := v_link.kind;
  "workspaceName" := v_link."workspaceName";
  return next;
end
$$;
comment on function corkboard.unsubscribe(bytea, uuid) is
  'Ends the notifications of an unsubscribe link''s kind for its member; a repeated request changes nothing. Returns the kind and the workspace''s name; no row if the link does not work.';
