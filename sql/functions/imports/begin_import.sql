-- From here on an earlier try, whose worker may still run, stores nothing more.
create or replace function corkboard.begin_import(
  p_workspace uuid, p_import uuid, out try integer, out "isLast" boolean, out state text, out settings jsonb, out file bytea
) returns setof record
language plpgsql
rows 1
as $$
declare
  v_tries integer;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.client_imports i set tries = i.tries + 1
   where i.workspace_id = p_workspace and i.id = p_import and i.state in ('checking', 'importing')
  returning i.tries into v_tries;
  if v_tries is null or corkboard.end_suspended_import(p_workspace, p_import, v_tries) then
    return;
  end if;
  if v_tries > corkboard.most_import_tries() then
    perform corkboard.fail_import(p_workspace, p_import, v_tries, 'It was interrupted too often.');
    return;
  end if;
  return query
    select i.tries, i.tries = corkboard.most_import_tries(), i.state, i.settings,
           case when i.state = 'checking' then i.file end
      from corkboard.client_imports i where i.workspace_id = p_workspace and i.id = p_import;
end
$$;
comment on function corkboard.begin_import(uuid, uuid) is
  'Begins what an import waits for, from its start: reading the lines of its file, or making its clients. No row: it waits for neither, or it fails now, because its workspace is suspended or it was begun too often.';
