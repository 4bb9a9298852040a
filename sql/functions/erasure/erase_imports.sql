create or replace function corkboard.erase_imports(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.client_imports i set file_name = corkboard.erased_name() where i.workspace_id = p_workspace;
  update corkboard.client_imports i
     set state = 'failed', finished_at = v_now, failure = 'A client was erased, who may have been in the file.',
         file = null, settings = '{}', preview = '[]'
   where i.workspace_id = p_workspace and i.state not in ('finished', 'failed');
  delete from corkboard.client_import_rows r where r.workspace_id = p_workspace;
end
$$;
comment on function corkboard.erase_imports(uuid) is
  'Deletes the files of clients that were not imported yet, because they may have data of a client that is being erased.';
