-- The settings stop the planner from reading tables from their start: each batch would read past everything that earlier
-- batches deleted.
create or replace function corkboard.delete_workspace_rows(p_workspace uuid, p_table regclass, p_batch integer) returns integer
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_name constant text := (select c.relname from pg_class c where c.oid = p_table);
  v_deleted integer;
begin
  execute format(
    'delete from %s t
      where t.workspace_id = $1
        and t.ctid = any (array(select o.ctid from %1$s o where o.workspace_id = $1 limit $2 for update))', p_table)
    using p_workspace, p_batch;
  get diagnostics v_deleted = row_count;
  if v_deleted > 0 then
    update corkboard.workspace_removals r
       set counts = r.counts || jsonb_build_object(v_name, coalesce((r.counts ->> v_name)::bigint, 0) + v_deleted)
     where r.id = p_workspace;
  end if;
  return v_deleted;
end
$$;
comment on function corkboard.delete_workspace_rows(uuid, regclass, integer) is
  'Deletes up to a batch (null: all) of a workspace''s rows in a table, adds them to the counts of its removal, and returns how many they were.';
