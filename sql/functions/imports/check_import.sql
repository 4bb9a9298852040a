create or replace function corkboard.check_import(p_workspace uuid, p_import uuid, p_columns jsonb) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_columns jsonb;
begin
  perform corkboard.lock_unread_import(p_workspace, p_import);
  perform corkboard.check_no_import_running(p_workspace);
  select jsonb_agg(c.value order by c.at) into v_columns
    from jsonb_array_elements(p_columns) with ordinality c (value, at)
   where c.at <= (
     select jsonb_array_length(i.settings -> 'columns') from corkboard.client_imports i
      where i.workspace_id = p_workspace and i.id = p_import);
  update corkboard.client_imports i
     set state = 'checking', settings = jsonb_set(i.settings, '{columns}', v_columns), version = i.version + 1,
         requested_at = v_now, attempts = 0, lines = 0, faulty = 0, duplicates = 0
   where i.workspace_id = p_workspace and i.id = p_import;
  perform corkboard.enqueue_job('import_clients', p_workspace, p_import);
end
$$;
comment on function corkboard.check_import(uuid, uuid, jsonb) is
  'Sets which field each column of an import''s file is, and adds the job that reads and checks its lines. Rejects with not_found, conflict (it is being read or imported, or has ended; another one is).';
