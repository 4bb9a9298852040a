create or replace function corkboard.lock_unread_import(p_workspace uuid, p_import uuid) returns void
language plpgsql
as $$
declare
  v_state text;
begin
  perform corkboard.lock_workspace(p_workspace);
  select i.state into v_state from corkboard.client_imports i where i.workspace_id = p_workspace and i.id = p_import;
  if v_state is null then
    perform corkboard.reject('not_found', 'No import with this id.');
  end if;
  if v_state not in ('uploaded', 'checked') then
    perform corkboard.reject('conflict', 'This file is being read or imported, or has been imported, meanwhile.');
  end if;
end
$$;
comment on function corkboard.lock_unread_import(uuid, uuid) is
  'Locks the workspace to change how an import reads its file. Rejects with not_found, conflict (a job reads or imports it, or it has ended).';
