create or replace function corkboard.lock_checked_import(p_workspace uuid, p_import uuid, p_version integer) returns void
language plpgsql
as $$
declare
  v_import record;
begin
  perform corkboard.lock_workspace(p_workspace);
  select i.state, i.version into v_import
    from corkboard.client_imports i where i.workspace_id = p_workspace and i.id = p_import;
  if not found then
    perform corkboard.reject('not_found', 'No import with this id.');
  end if;
  if v_import.state <> 'checked' or v_import.version <> p_version then
    perform corkboard.reject('conflict', 'This file was read again, or is being imported, since you opened this page.');
  end if;
end
$$;
comment on function corkboard.lock_checked_import(uuid, uuid, integer) is
  'Locks the workspace to decide what of an import is imported. Rejects with not_found, conflict (its lines aren''t checked, or were read again since).';
