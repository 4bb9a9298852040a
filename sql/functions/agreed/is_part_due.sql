create or replace function corkboard.is_part_due(p_part jsonb, p_workspace uuid, p_project uuid) returns boolean
language plpgsql stable
as $$
begin
  return case p_part ->> 'due'
    when 'approval' then true
    when 'date' then (p_part ->> 'dueOn')::date <= corkboard.workspace_today(p_workspace)
    when 'delivery' then exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = p_project
         and (p.status = 'completed' or p.stage in ('delivered', 'paid', 'completed')))
    else false
  end;
end
$$;
comment on function corkboard.is_part_due(jsonb, uuid, uuid) is
  'Whether a part of a payment plan is due today: on approval, from its date on, or once the project is delivered. One by hand never is by itself.';
