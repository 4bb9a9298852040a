-- A cell is the time of the member on a project and a day. It changes one entry: a cell of several is edited in the project.
-- Cells that the person didn't change keep what others have logged since.
create or replace function corkboard.save_week(p_workspace uuid, p_by uuid, p_member uuid, p_week date, p_rows jsonb)
returns corkboard.members
language plpgsql
as $$
declare
  c_days constant text[] := '{mon,tue,wed,thu,fri,sat,sun}';
  c_max constant integer := 50;
  v_member corkboard.members;
  v_timekeeper uuid;
  v_row record;
  v_cell record;
  v_now record;
  v_invoice text;
  v_entry corkboard.time_entries;
  v_projects uuid[] := '{}';
begin
  perform corkboard.check_required('week', p_week);
  perform corkboard.check_date('week', p_week);
  if extract(isodow from p_week) <> 1 then
    perform corkboard.reject_field('week', 'must be a Monday');
  end if;
  if jsonb_array_length(p_rows) > c_max then
    perform corkboard.reject_field('rows', format('must have at most %s items', c_max));
  end if;
  perform corkboard.lock_workspace(p_workspace);
  v_member := corkboard.find_timed_member(p_workspace, p_by, p_member);
  v_timekeeper := corkboard.timekeeper_of_member(p_workspace, v_member.id);
  for v_row in
    select r.number - 1 as number, (r.value ->> 'projectId')::uuid as project_id, r.value -> 'minutes' as minutes,
           r.value -> 'shown' as shown, r.value -> 'descriptions' as descriptions
      from jsonb_array_elements(p_rows) with ordinality r (value, number)
  loop
    if v_row.project_id = any (v_projects) then
      perform corkboard.reject_field(format('rows.%s.projectId', v_row.number), 'must be in one row only');
    end if;
    v_projects := v_projects || v_row.project_id;
    for v_cell in
      select p_week + d.day as date, nullif((v_row.minutes ->> d.day)::integer, 0) as wanted, (v_row.shown ->> d.day)::integer as shown,
             v_row.descriptions ->> d.day as description,
             format('rows.%s.%s', v_row.number, c_days[d.day + 1]) as field
        from generate_series(0, 6) d (day)
    loop
      continue when v_cell.wanted is not distinct from v_cell.shown and (v_cell.description is null or v_cell.wanted is null);
      perform corkboard.check_range(v_cell.field, v_cell.wanted, 1, 960);
      select count(*) as entries, sum(t.minutes)::integer as minutes, (array_agg(t.id))[1] as id,
             (array_agg(t.description))[1] as description into v_now
        from corkboard.time_entries t
       where t.workspace_id = p_workspace and t.project_id = v_row.project_id and t.date = v_cell.date and t.timekeeper_id = v_timekeeper;
      if v_now.entries > 1 then
        perform corkboard.reject_field(
          v_cell.field, 'has several time entries by now. Change them in the project', p_code => 'conflict');
      end if;
      continue when v_cell.wanted is not distinct from v_now.minutes
        and coalesce(v_cell.description, v_now.description) is not distinct from v_now.description;
      if v_now.minutes is distinct from v_cell.shown then
        perform corkboard.reject_field(v_cell.field, format(
          'is %s by now. Save again to replace that',
          case when v_now.id is null then 'empty'
               else format('%s:%s', v_now.minutes / 60, lpad((v_now.minutes % 60)::text, 2, '0')) end), p_code => 'conflict');
      end if;
      v_invoice := corkboard.billing_invoice(p_workspace, v_now.id);
      if v_invoice is not null then
        perform corkboard.reject_field(v_cell.field, format('is billed by %s, so it can''t be changed', v_invoice), p_code => 'conflict');
      end if;
      if not exists (
        select 1 from corkboard.projects p where p.workspace_id = p_workspace and p.id = v_row.project_id and p.trashed_at is null) then
        perform corkboard.reject_field(format('rows.%s.projectId', v_row.number), 'must be a project that is not in the trash');
      end if;
      if v_now.id is null then
        v_entry := corkboard.log_time(
          corkboard.current_actor(p_workspace), v_row.project_id, v_cell.wanted, v_cell.date, v_cell.description, true);
        -- If the owner enters it, it still is the member's time.
        update corkboard.time_entries t set timekeeper_id = v_timekeeper
         where t.workspace_id = p_workspace and t.id = v_entry.id and t.timekeeper_id <> v_timekeeper;
      elsif v_cell.wanted is null then
        perform corkboard.delete_time_entry(p_workspace, v_now.id);
      else
        perform corkboard.change_time_entry(p_workspace, v_now.id, jsonb_strip_nulls(
          jsonb_build_object('minutes', v_cell.wanted, 'description', v_cell.description)));
      end if;
    end loop;
  end loop;
  return v_member;
end
$$;
comment on function corkboard.save_week(uuid, uuid, uuid, date, jsonb) is
  'Saves what the member p_by changed in the week, from a Monday on, of p_member (null: their own; another''s for the owner only), all or nothing. p_rows is [{"projectId", "minutes", "shown", "descriptions"}], at most 50, each project once, with seven numbers each, null for an empty cell: what is wanted, and what the page showed; and seven descriptions, null for one that stays. A new entry is billable; a cell that is emptied deletes its entry. Rejects with validation, not_found, conflict (a cell is neither what was shown nor what is wanted, has several entries, or an invoice bills it).';
