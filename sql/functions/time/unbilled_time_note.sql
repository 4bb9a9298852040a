create or replace function corkboard.unbilled_time_note(p_workspace uuid, p_project uuid) returns text
language plpgsql stable
as $$
declare
  v_minutes bigint;
begin
  select sum(p.billable_minutes - p.billed_minutes) into v_minutes from corkboard.project_weeks p
   where p.workspace_id = p_workspace and p.project_id = p_project;
  if coalesce(v_minutes, 0) <= 0 then
    return '';
  end if;
  return format(' This project has %s:%s hours of unbilled time: if the invoice is for that time, use Invoice unbilled time on the project instead, because only that marks the time as billed.',
    v_minutes / 60, lpad((v_minutes % 60)::text, 2, '0'));
end
$$;
comment on function corkboard.unbilled_time_note(uuid, uuid) is
  'A sentence, after a blank, about the billable time of a project that no invoice bills, for the answer to a draft that bills none; empty if there is no such time.';
