create or replace function corkboard.mark_sent(p_workspace uuid, p_kind text, p_project uuid) returns boolean
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  if p_kind = 'scope' then
    update corkboard.scopes s set sent_version = s.version, sent_at = v_now
     where s.workspace_id = p_workspace and s.project_id = p_project and s.sent_version is distinct from s.version;
  else
    update corkboard.projects p set contract_sent_at = v_now
     where p.workspace_id = p_workspace and p.id = p_project and p.contract_sent_at is null;
  end if;
  return found;
end
$$;
comment on function corkboard.mark_sent(uuid, text, uuid) is
  'Stores that a member sent the current version of a scope, or a contract (p_kind), so that the client''s portal shows it. Returns whether it was not stored yet. The caller holds the workspace''s lock.';
