-- For processes of the previous release, which call it. The next release drops it.
create or replace function corkboard.begin_visit(
  p_page text, p_token text, p_name text, p_once text,
  p_request uuid default null, p_traceparent text default null,
  out workspace_id uuid, out project_id uuid, out invoice_id uuid, out response text
) returns setof record
language sql
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
  select * from corkboard.begin_client_action(p_page, p_token, p_name, null, p_once, p_request, p_traceparent)
$$;
comment on function corkboard.begin_visit(text, text, text, text, uuid, text) is
  'begin_client_action without what the client had in front of them.';
