create or replace function corkboard.delete_export_parts(p_workspace uuid, p_export uuid, p_batch integer default 200) returns integer
language plpgsql
as $$
declare
  v_deleted integer;
begin
  perform corkboard.enter_workspace(p_workspace);
  delete from corkboard.export_parts p
   where p.workspace_id = p_workspace and p.export_id = p_export
     and p.number = any (array(
       select o.number from corkboard.export_parts o
        where o.workspace_id = p_workspace and o.export_id = p_export order by o.number limit p_batch));
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
comment on function corkboard.delete_export_parts(uuid, uuid, integer) is
  'Deletes up to a batch of the parts of an export''s file and returns how many.';
