create or replace function corkboard.send_contract(p_workspace uuid, p_project uuid) returns corkboard.projects
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  perform corkboard.check_mailable(p_workspace, 'contract', p_project, 'document');
  if corkboard.mark_sent(p_workspace, 'contract', p_project) then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'contract.sent', 'project', p_project);
  end if;
  return corkboard.find_project(p_workspace, p_project);
end
$$;
comment on function corkboard.send_contract(uuid, uuid) is
  'Marks the contract of a project as sent: the client''s portal shows it from then on. Nothing is emailed. Rejects with not_found, conflict (its scope is not approved, the workspace is suspended).';
