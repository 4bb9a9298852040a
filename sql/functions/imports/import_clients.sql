-- In one transaction, while the workspace writes nothing else: all clients or none. No event is emitted: integrations would get
-- thousands at once.
create or replace function corkboard.import_clients(p_workspace uuid, p_import uuid, p_attempt integer) returns boolean
language plpgsql
as $$
declare
  c_again constant text := 'Nothing was imported. Choose the file again to see which.';
  v_now timestamptz;
  v_import record;
  v_changed integer;
  v_clients integer;
  v_failure text;
  v_columns text;
  v_values text;
  v_entries uuid[];
begin
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  select i.with_duplicates, i.requested_by into v_import from corkboard.client_imports i
   where i.workspace_id = p_workspace and i.id = p_import and i.state = 'importing' and i.attempts = p_attempt;
  if not found or corkboard.fail_import(p_workspace, p_import, p_attempt, corkboard.attempt_failure(p_workspace, 'import', p_attempt))
  then
    return false;
  end if;
  if not v_import.with_duplicates then
    select m.changed into v_changed from corkboard.mark_import_duplicates(p_workspace, p_import) m;
    if v_changed > 0 then
      perform corkboard.fail_import(p_workspace, p_import, p_attempt,
        'Clients were added or changed meanwhile, so that other lines are likely duplicates now. ' || c_again);
      return true;
    end if;
  end if;
  select count(*) into v_clients from corkboard.client_import_rows r
   where r.workspace_id = p_workspace and r.import_id = p_import and r.problems is null
     and (v_import.with_duplicates or r.is_wanted or (r.duplicate_of is null and r.duplicate_line is null));
  begin
    perform corkboard.check_cap(p_workspace, 'clients', v_clients);
  exception when sqlstate 'ZC001' then
    get stacked diagnostics v_failure = message_text;
  end;
  if v_failure is not null then
    perform corkboard.fail_import(p_workspace, p_import, p_attempt, v_failure || ' Nothing was imported.');
    return true;
  end if;
  -- The ids of the lines, and no default that is volatile, or Citus would not run this on the node that has the rows.
  select string_agg(format('%I', c.name), ', '), string_agg(format('(r.client ->> %L)::%s', c.name, c.type), ', ')
    into v_columns, v_values
    from corkboard.client_columns() c;
  execute format($insert$
    insert into corkboard.clients (workspace_id, id, created_at, created_via, %s)
    select r.workspace_id, r.id, $3, 'app', %s
      from corkboard.client_import_rows r
     where r.workspace_id = $1 and r.import_id = $2 and r.problems is null
       and ($4 or r.is_wanted or (r.duplicate_of is null and r.duplicate_line is null))
    $insert$,
    v_columns, v_values)
    using p_workspace, p_import, v_now, v_import.with_duplicates;
  -- An entry for each client, so that its history says who added it and when. Their ids are made before, for the same reason.
  v_entries := array(select corkboard.uuid_v7() from generate_series(1, v_clients));
  insert into corkboard.audit_log
    (workspace_id, id, recorded_at, via, actor, key_prefix, action, record_type, record_id, request_id)
  select r.workspace_id, v_entries[row_number() over (order by r.line)], v_now, 'app', v_import.requested_by, null,
         'client.created', 'client', r.id, null
    from corkboard.client_import_rows r
   where r.workspace_id = p_workspace and r.import_id = p_import and r.problems is null
     and (v_import.with_duplicates or r.is_wanted or (r.duplicate_of is null and r.duplicate_line is null));
  perform corkboard.record_change(
    (p_workspace, 'app', v_import.requested_by)::corkboard.caller, 'clients.imported', 'workspace', p_workspace,
    jsonb_build_object('clients', jsonb_build_array('', v_clients)));
  update corkboard.client_imports i
     set state = 'finished', finished_at = v_now, clients = v_clients, file = null, preview = '[]'
   where i.workspace_id = p_workspace and i.id = p_import;
  delete from corkboard.client_import_rows r where r.workspace_id = p_workspace and r.import_id = p_import;
  return true;
end
$$;
comment on function corkboard.import_clients(uuid, uuid, integer) is
  'Makes the clients of an import, or marks it as failed if lines became duplicates or the plan''s cap does not allow them any more. Returns false if nothing was done, because another attempt has begun, the import has ended, or its workspace is suspended. Emits no event. Rejects with not_found (the workspace is being removed).';
