-- Like begin_action, for a client who came by a share link. The link is looked up again under the lock, because it may
-- have been renewed meanwhile. The actor is marked as a client: anybody can type the name or address of a member.
create or replace function corkboard.begin_visit(
  p_page text, p_token text, p_name text, p_once text,
  p_request uuid default null, p_traceparent text default null,
  out workspace_id uuid, out project_id uuid, out invoice_id uuid, out response text
) returns setof record
language plpgsql
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_link record;
begin
  perform corkboard.note_request(p_request, p_traceparent);
  select * into v_link from corkboard.find_link(p_page, p_token);
  if not found then
    return;
  end if;
  perform corkboard.lock_workspace(v_link.workspace_id);
  select * into v_link from corkboard.find_link(p_page, p_token);
  if not found then
    return;
  end if;
  perform corkboard.act_as_client(p_name);
  workspace_id := v_link.workspace_id;
  project_id := v_link.project_id;
  invoice_id := v_link.invoice_id;
  response := corkboard.kept_answer(v_link.workspace_id, p_once);
  return next;
end
$$;
comment on function corkboard.begin_visit(text, text, text, text, uuid, text) is
  'Locks the workspace that a share link belongs to and makes the transaction the client''s, under the name given; answers what the link opens, and what was kept of the same form (null: not done yet). No row where the link opens nothing.';
