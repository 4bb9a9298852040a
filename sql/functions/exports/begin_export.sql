-- From here on an earlier try, whose worker may still run, stores nothing more (store_export_part).
create or replace function corkboard.begin_export(p_workspace uuid, p_export uuid)
returns table (try integer, "isLast" boolean)
language plpgsql
rows 1
as $$
declare
  v_export corkboard.exports;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e set state = 'running', tries = e.tries + 1, done = 0, total = 0, bytes = 0
   where e.workspace_id = p_workspace and e.id = p_export and e.state in ('queued', 'running')
  returning * into v_export;
  if v_export.id is null or corkboard.end_suspended_export(v_export) then
    return;
  end if;
  if v_export.tries > corkboard.most_export_tries() then
    perform corkboard.fail_export(p_workspace, p_export, v_export.tries, 'It was interrupted too often.');
    return;
  end if;
  return query select v_export.tries, v_export.tries = corkboard.most_export_tries();
end
$$;
comment on function corkboard.begin_export(uuid, uuid) is
  'Begins to make the file of an export, from its start. The job deletes the parts of an earlier try (delete_export_parts). No row: it is finished or failed already, or it fails now, because its workspace is suspended or it was begun too often.';
