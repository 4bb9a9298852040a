create or replace function corkboard.delete_import_rows(p_workspace uuid, p_import uuid, p_try integer) returns boolean
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.client_imports i set lines = 0
   where i.workspace_id = p_workspace and i.id = p_import and i.state = 'checking' and i.tries = p_try;
  if not found then
    return false;
  end if;
  delete from corkboard.client_import_rows r where r.workspace_id = p_workspace and r.import_id = p_import;
  return true;
end
$$;
comment on function corkboard.delete_import_rows(uuid, uuid, integer) is
  'Deletes the lines that an earlier try, or an earlier reading, of an import has stored. Returns false if another try has begun or the import has ended.';
