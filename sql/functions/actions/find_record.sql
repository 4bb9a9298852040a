-- Citus would call a function that is joined with a table on the node that has the table's rows, where the job queue is not.
-- So an action, whose query joins the two, finds its record by this function.
create or replace function corkboard.find_record(p_table anyelement, p_workspace uuid, p_id uuid) returns setof anyelement
language plpgsql stable
rows 1
as $$
begin
  return query execute format('select r.* from %s r where r.%I = $1 and r.id = $2', pg_typeof(p_table),
    case pg_typeof(p_table) when 'corkboard.workspaces'::regtype then 'id' else 'workspace_id' end)
  using p_workspace, p_id;
end
$$;
comment on function corkboard.find_record(anyelement, uuid, uuid) is
  'The record with this id of a workspace, from the table with the type of p_table (null::corkboard.invoices); no row if there is none.';
