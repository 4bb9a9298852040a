-- From here on an earlier attempt, whose worker may still run, stores nothing more. What it has read is deleted.
create or replace function corkboard.begin_import(
  p_workspace uuid, p_import uuid, out attempt integer, out "isLast" boolean, out state text, out settings jsonb, out file bytea
) returns setof record
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.client_imports i set attempts = i.attempts + 1, lines = case when i.state = 'checking' then 0 else i.lines end
   where i.workspace_id = p_workspace and i.id = p_import and i.state in ('checking', 'importing')
  returning i.attempts, i.attempts = corkboard.max_attempts(), i.state, i.settings, case when i.state = 'checking' then i.file end
    into attempt, "isLast", state, settings, file;
  if not found or corkboard.fail_import(p_workspace, p_import, attempt, corkboard.attempt_failure(p_workspace, 'import', attempt))
  then
    return;
  end if;
  if state = 'checking' then
    delete from corkboard.client_import_rows r where r.workspace_id = p_workspace and r.import_id = p_import;
  end if;
  return next;
end
$$;
comment on function corkboard.begin_import(uuid, uuid) is
  'Begins what an import waits for, from its start: reading the lines of its file, or making its clients. No row: it waits for neither, or it fails now (attempt_failure).';
