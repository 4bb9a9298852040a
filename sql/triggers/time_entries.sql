-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
declare
  v_since constant timestamptz := clock_timestamp() - interval '1 day';
begin
  create or replace trigger weeks_new after insert on corkboard.time_entries
    referencing new table as added for each statement execute function corkboard.maintain_weeks();
  create or replace trigger weeks_changed after update on corkboard.time_entries
    for each row
    when ((old.project_id, old.date, old.minutes, old.billable, old.timekeeper_id)
      is distinct from (new.project_id, new.date, new.minutes, new.billable, new.timekeeper_id))
    execute function corkboard.maintain_weeks();
  create or replace trigger weeks_gone after delete on corkboard.time_entries
    for each row execute function corkboard.maintain_weeks();

  -- What the previous release logged after the migration, which names no timekeeper.
  update corkboard.time_entries t
     set timekeeper_id = k.id
    from corkboard.audit_log a
    left join corkboard.members m on m.workspace_id = a.workspace_id and a.via = 'app'
     and corkboard.normalize_email(m.email) = corkboard.normalize_email(a.actor)
    join corkboard.timekeepers k on k.workspace_id = a.workspace_id
     and case when m.id is not null then k.member_id = m.id
           else k.name = a.actor and k.kind = case when a.via <> 'app' then 'key' else 'operator' end end
   where a.workspace_id = t.workspace_id and a.record_id = t.id and a.action = 'time.logged'
     and t.timekeeper_id is null and t.created_at > v_since;

  -- The sums of what is there, under the locks that the triggers took: nothing is logged or billed until the release commits.
  -- In the order of weeks, as they will be added: a report reads the weeks of its range.
  delete from corkboard.project_weeks;
  insert into corkboard.project_weeks
    (workspace_id, project_id, week, entries, minutes, billable_entries, billable_minutes, billed_entries, billed_minutes)
  select t.workspace_id, t.project_id, date_trunc('week', t.date::timestamp)::date, count(*), sum(t.minutes),
         count(*) filter (where t.billable), coalesce(sum(t.minutes) filter (where t.billable), 0),
         count(*) filter (where t.billable and b.id is not null),
         coalesce(sum(t.minutes) filter (where t.billable and b.id is not null), 0)
    from corkboard.time_entries t
    left join corkboard.billed_time b on b.workspace_id = t.workspace_id and b.time_entry_id = t.id
   group by 1, 2, 3
   order by 1, 3, 2;
  delete from corkboard.timekeeper_weeks;
  insert into corkboard.timekeeper_weeks
    (workspace_id, week, timekeeper_id, entries, minutes, billable_entries, billable_minutes, billed_entries, billed_minutes)
  select t.workspace_id, date_trunc('week', t.date::timestamp)::date,
         coalesce(t.timekeeper_id, '00000000-0000-0000-0000-000000000000'), count(*), sum(t.minutes),
         count(*) filter (where t.billable), coalesce(sum(t.minutes) filter (where t.billable), 0),
         count(*) filter (where t.billable and b.id is not null),
         coalesce(sum(t.minutes) filter (where t.billable and b.id is not null), 0)
    from corkboard.time_entries t
    left join corkboard.billed_time b on b.workspace_id = t.workspace_id and b.time_entry_id = t.id
   group by 1, 2, 3
   order by 1, 2, 3;
end
$do$;
