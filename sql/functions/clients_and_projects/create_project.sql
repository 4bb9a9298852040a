create or replace function corkboard.create_project(
  p_caller corkboard.caller, p_client uuid, p_name text, p_stage text, p_notes text,
  p_hourly_rate_cents integer, p_budget_minutes integer, p_intake json
) returns corkboard.projects
language plpgsql
as $$
declare
  v_project corkboard.projects;
begin
  perform
    corkboard.check_required('name', p_name),
    corkboard.check_text('name', p_name, 500),
    corkboard.check_required('stage', p_stage),
    corkboard.check_one_of('stage', p_stage, '{lead,scoping,active,delivered,paid,completed}'),
    corkboard.check_text('notes', p_notes, 5000),
    corkboard.check_range('hourlyRateCents', p_hourly_rate_cents, 0, 100000000),
    corkboard.check_range('budgetMinutes', p_budget_minutes, 0, 600000),
    corkboard.check_answers('intake', p_intake);
  perform 1 from corkboard.clients c
    where c.workspace_id = p_caller.workspace_id and c.id = p_client and c.trashed_at is null;
  if not found then
    perform corkboard.reject('not_found', 'No client with this id in this workspace.');
  end if;
  perform corkboard.count_monthly_write(p_caller);
  perform corkboard.check_cap(p_caller.workspace_id, 'active projects', 1);
  insert into corkboard.projects
    (workspace_id, client_id, name, stage, notes, hourly_rate_cents, budget_minutes, created_via)
  values
    (p_caller.workspace_id, p_client, p_name, p_stage, p_notes, p_hourly_rate_cents, p_budget_minutes, p_caller.via)
  returning * into v_project;
  insert into corkboard.intakes (workspace_id, project_id, answers, submitted_at)
  values (v_project.workspace_id, v_project.id, p_intake, case when p_intake is not null then clock_timestamp() end);
  insert into corkboard.scopes (workspace_id, project_id) values (v_project.workspace_id, v_project.id);
  perform corkboard.record_audit(p_caller, 'project.created', 'project', v_project.id);
  return v_project;
end
$$;
comment on function corkboard.create_project(corkboard.caller, uuid, text, text, text, integer, integer, json) is
  'Adds a project with its intake link and an empty scope. If p_intake has answers, the intake counts as submitted, without an event of its own. Rejects with validation, not_found (client), plan_limit (allowance, active projects).';
