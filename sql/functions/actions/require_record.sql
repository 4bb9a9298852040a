-- Its query is dynamic, because it is for all tables, and so PostgreSQL plans it each time. find_project and find_invoice, which
-- the API's writes and the pages of invoices call, keep their plans.
create or replace function corkboard.require_record(
  p_table anyelement, p_workspace uuid, p_id uuid, p_noun text, p_also_trashed boolean default false
) returns anyelement
language plpgsql
as $$
declare
  v_record record;
begin
  execute format('select r.* from %s r where r.workspace_id = $1 and r.id = $2 and %s', pg_typeof(p_table),
    case
      when pg_typeof(p_table) in ('corkboard.clients'::regtype, 'corkboard.projects'::regtype) then '($3 or r.trashed_at is null)'
      when pg_typeof(p_table) = 'corkboard.webhook_endpoints'::regtype then 'r.removed_at is null'
      else 'true'
    end)
  into v_record using p_workspace, p_id, p_also_trashed;
  if v_record.id is null then
    perform corkboard.reject('not_found', format('No %s with this id.', p_noun));
  end if;
  if pg_typeof(p_table) in (
    'corkboard.time_entries'::regtype, 'corkboard.notes'::regtype, 'corkboard.revisions'::regtype,
    'corkboard.change_order_proposals'::regtype, 'corkboard.scope_change_requests'::regtype)
  then
    perform corkboard.find_project(p_workspace, v_record.project_id);
  end if;
  return v_record;
end
$$;
comment on function corkboard.require_record(anyelement, uuid, uuid, text, boolean) is
  'The record with this id of a workspace, from the table with the type of p_table (null::corkboard.notes). Unless p_also_trashed, not a client or project in the trash; nor a removed endpoint, nor the work of a trashed project. Rejects with not_found; p_noun is what the message calls the record.';
