create or replace function corkboard.fail_import(p_workspace uuid, p_import uuid, p_attempt integer, p_failure text) returns boolean
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.client_imports i
     set state = 'failed', finished_at = v_now, failure = p_failure, file = null, preview = '[]'
   where i.workspace_id = p_workspace and i.id = p_import and i.state in ('checking', 'importing') and i.attempts = p_attempt
     and p_failure is not null;
  if not found then
    return false;
  end if;
  delete from corkboard.client_import_rows r where r.workspace_id = p_workspace and r.import_id = p_import;
  return true;
end
$$;
comment on function corkboard.fail_import(uuid, uuid, integer, text) is
  'Marks an import as failed and deletes what it has read, unless p_failure is null, another attempt has begun, or it has ended. Returns whether it did.';
