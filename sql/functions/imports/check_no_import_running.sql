create or replace function corkboard.check_no_import_running(p_workspace uuid) returns void
language plpgsql
as $$
begin
  if exists (
    select 1 from corkboard.client_imports i where i.workspace_id = p_workspace and i.state in ('checking', 'importing'))
  then
    perform corkboard.reject('conflict', 'Another file of clients is being read or imported. Wait until that is done, then press the button again.');
  end if;
end
$$;
comment on function corkboard.check_no_import_running(uuid) is
  'Rejects with conflict if a job reads or imports a file of clients. Call it with the workspace locked.';
