-- The import is locked before its lines, as everything else that changes both locks them.
create or replace function corkboard.finish_import_check(p_workspace uuid, p_import uuid, p_attempt integer) returns boolean
language plpgsql
as $$
declare
  v_faulty integer;
  v_duplicates integer;
begin
  perform corkboard.enter_workspace(p_workspace);
  perform 1 from corkboard.client_imports i
   where i.workspace_id = p_workspace and i.id = p_import and i.state = 'checking' and i.attempts = p_attempt
     for no key update;
  if not found then
    return false;
  end if;
  select m.duplicates into v_duplicates from corkboard.mark_import_duplicates(p_workspace, p_import) m;
  select count(*) into v_faulty from corkboard.client_import_rows r
   where r.workspace_id = p_workspace and r.import_id = p_import and r.problems is not null;
  update corkboard.client_imports i set state = 'checked', faulty = v_faulty, duplicates = v_duplicates
   where i.workspace_id = p_workspace and i.id = p_import;
  return true;
end
$$;
comment on function corkboard.finish_import_check(uuid, uuid, integer) is
  'Marks an import as checked, whose lines are all stored. Returns false if another attempt has begun or the import has ended.';
