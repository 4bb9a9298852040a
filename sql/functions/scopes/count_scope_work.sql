-- A transaction for each workspace, so that requests which change one of these rows wait for a moment at most.
create or replace procedure corkboard.count_scope_work()
language plpgsql
as $$
declare
  v_workspace uuid;
begin
  for v_workspace in select w.id from corkboard.workspaces w loop
    update corkboard.scopes s set rounds_used = r.rounds
      from (
        select r.project_id, max(r.round_number) as rounds from corkboard.revisions r
         where r.workspace_id = v_workspace group by 1) r
     where s.workspace_id = v_workspace and s.project_id = r.project_id and s.rounds_used < r.rounds;
    update corkboard.intakes i set has_scope = true
      from corkboard.scopes s
     where i.workspace_id = v_workspace and not i.has_scope
       and s.workspace_id = v_workspace and s.project_id = i.project_id and s.version > 0;
    commit;
  end loop;
end
$$;
comment on procedure corkboard.count_scope_work() is
  'Fills scopes.rounds_used and intakes.has_scope for what was written before they existed. A release calls it.';
