create or replace function corkboard.send_scope(p_workspace uuid, p_project uuid, p_version integer default null)
returns corkboard.scopes
language plpgsql
as $$
declare
  v_scope corkboard.scopes;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  perform corkboard.check_mailable(p_workspace, 'scope', p_project, 'document');
  perform corkboard.check_scope_read(p_workspace, p_project, p_version);
  if corkboard.mark_sent(p_workspace, 'scope', p_project) then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'scope.sent', 'project', p_project);
  end if;
  select * into v_scope from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  return v_scope;
end
$$;
comment on function corkboard.send_scope(uuid, uuid, integer) is
  'Marks the current version of a project''s scope as sent: the client''s portal shows it from then on. Nothing is emailed. p_version is the version that the caller read; null: any. Rejects with not_found, conflict (never drafted, drafted again since, the workspace is suspended).';
