create or replace function corkboard.change_project(p_workspace uuid, p_project uuid, p_changes jsonb) returns corkboard.projects
language plpgsql
as $$
declare
  v_before corkboard.projects;
  v_project corkboard.projects;
  v_changes jsonb;
  v_currency text;
begin
  perform corkboard.check_known_columns(p_changes, '{name,status,stage}', '{notes,hourly_rate_cents,budget_minutes}');
  perform corkboard.check_integer('hourlyRateCents', p_changes -> 'hourly_rate_cents', 0, 100000000);
  perform corkboard.check_integer('budgetMinutes', p_changes -> 'budget_minutes', 0, 600000);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.find_project(p_workspace, p_project);
  v_project := jsonb_populate_record(v_before, p_changes);
  -- A name that the API took with line breaks stays until it is changed.
  perform corkboard.check_line('name', v_project.name, 500) where v_project.name is distinct from v_before.name;
  perform corkboard.check_one_of('status', v_project.status, '{active,paused,completed,archived}');
  perform corkboard.check_one_of('stage', v_project.stage, '{lead,scoping,active,delivered,paid,completed}');
  perform corkboard.check_text('notes', v_project.notes, 5000);
  v_project := corkboard.change_record(v_before, p_changes);
  if v_project is distinct from v_before then
    v_changes := corkboard.row_changes(to_jsonb(v_before), to_jsonb(v_project), '{notes}');
    if v_changes ? 'hourlyRateCents' then
      v_currency := coalesce(
        (select s.currency from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project),
        (select w.default_currency from corkboard.workspaces w where w.id = p_workspace));
      v_changes := jsonb_build_object('currency', jsonb_build_array(v_currency, v_currency)) || v_changes;
    end if;
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'project.changed', 'project', p_project, v_changes);
  end if;
  return v_project;
end
$$;
comment on function corkboard.change_project(uuid, uuid, jsonb) is
  'Changes the given columns, as in {"stage": "delivered", "notes": null}; null clears a value. The plan''s cap applies to new projects only. Rejects with validation, not_found.';
