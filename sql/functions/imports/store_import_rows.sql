-- A line that the service took and a function here rejects is faulty like the others.
create or replace function corkboard.store_import_rows(
  p_workspace uuid, p_import uuid, p_attempt integer, p_rows jsonb
) returns boolean
language plpgsql
as $$
declare
  v_row jsonb;
  v_client corkboard.clients;
  v_problems jsonb;
  v_detail text;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.client_imports i set lines = i.lines + jsonb_array_length(p_rows)
   where i.workspace_id = p_workspace and i.id = p_import and i.state = 'checking' and i.attempts = p_attempt;
  if not found or corkboard.fail_import(p_workspace, p_import, p_attempt, corkboard.attempt_failure(p_workspace, 'import', p_attempt))
  then
    return false;
  end if;
  for v_row in select r.value from jsonb_array_elements(p_rows) r loop
    v_client := null;
    v_problems := v_row -> 'problems';
    if v_problems is null then
      v_client := jsonb_populate_record(null::corkboard.clients, v_row -> 'client');
      begin
        perform corkboard.check_client(null::corkboard.clients, v_client);
      exception when sqlstate 'ZC001' then
        get stacked diagnostics v_detail = pg_exception_detail;
        v_problems := jsonb_build_array(v_detail::jsonb - 'code');
        v_client := null;
      end;
    end if;
    insert into corkboard.client_import_rows (workspace_id, import_id, line, client, problems, cells, email_key, name_key)
    values (p_workspace, p_import, (v_row ->> 'line')::integer, v_row -> 'client', v_problems,
            case when v_problems is not null then v_row -> 'cells' end, lower(v_client.email),
            corkboard.fold_for_search(v_client.name));
  end loop;
  return true;
end
$$;
comment on function corkboard.store_import_rows(uuid, uuid, integer, jsonb) is
  'Checks and stores the next lines of an import''s file. Returns false if nothing was stored, because another attempt has begun, the import has ended, or its workspace is suspended.';
