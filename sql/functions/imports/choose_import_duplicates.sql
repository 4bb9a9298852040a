create or replace function corkboard.choose_import_duplicates(
  p_workspace uuid, p_import uuid, p_version integer, p_after integer, p_until integer, p_wanted integer[]
) returns void
language plpgsql
as $$
declare
  v_import corkboard.client_imports;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_import := corkboard.require_record(null::corkboard.client_imports, p_workspace, p_import, 'import');
  if v_import.state <> 'checked' or v_import.version <> p_version then
    perform corkboard.reject('conflict', 'This file was read again, or is being imported, since you opened this page.');
  end if;
  update corkboard.client_import_rows r set is_wanted = not r.is_wanted
   where r.workspace_id = p_workspace and r.import_id = p_import and r.line > p_after and r.line <= p_until
     and (r.duplicate_of is not null or r.duplicate_line is not null) and r.is_wanted <> (r.line = any (p_wanted));
end
$$;
comment on function corkboard.choose_import_duplicates(uuid, uuid, integer, integer, integer, integer[]) is
  'Stores which likely duplicates of an import are wanted, of those that a page shows: after one line, until another. The others stay as they were chosen. Rejects with not_found, conflict (its lines aren''t checked, or were read again since).';
