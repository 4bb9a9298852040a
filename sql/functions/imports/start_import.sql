create or replace function corkboard.start_import(
  p_workspace uuid, p_import uuid, p_version integer, p_without_faulty boolean, p_with_duplicates boolean,
  p_after integer, p_until integer, p_wanted integer[]
) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_import record;
  v_clients integer;
  v_actor text;
begin
  perform corkboard.choose_import_duplicates(p_workspace, p_import, p_version, p_after, p_until, p_wanted);
  select i.lines, i.faulty, i.duplicates into v_import
    from corkboard.client_imports i where i.workspace_id = p_workspace and i.id = p_import;
  perform corkboard.check_no_import_running(p_workspace);
  if v_import.faulty > 0 and not p_without_faulty then
    perform corkboard.reject_field('withoutFaulty', 'is not ticked. Tick it, or correct these lines in the file and choose the file again');
  end if;
  v_clients := v_import.lines - v_import.faulty;
  if not p_with_duplicates then
    select v_clients - v_import.duplicates + count(*) into v_clients from corkboard.client_import_rows r
     where r.workspace_id = p_workspace and r.import_id = p_import and r.is_wanted;
  end if;
  if v_clients = 0 then
    perform corkboard.reject('conflict', 'None of these lines would be imported.');
  end if;
  perform corkboard.check_cap(p_workspace, 'clients', v_clients);
  v_actor := (corkboard.current_actor(p_workspace)).label;
  update corkboard.client_imports i
     set state = 'importing', with_duplicates = p_with_duplicates, requested_by = v_actor, requested_at = v_now, attempts = 0
   where i.workspace_id = p_workspace and i.id = p_import;
  perform corkboard.enqueue_job('import_clients', p_workspace, p_import);
end
$$;
comment on function corkboard.start_import(uuid, uuid, integer, boolean, boolean, integer, integer, integer[]) is
  'Adds the job that makes the clients of a file whose lines were checked, with all likely duplicates or those that are wanted. Rejects with not_found, conflict (read again since, being imported already, nothing to import), validation (it has faulty lines, and they are not to be left out), plan_limit (clients).';
