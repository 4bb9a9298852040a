-- Time by week, so that a report doesn't read a million entries. It is filled when the release creates the trigger that maintains it.

create table corkboard.time_by_week (
  workspace_id uuid not null references corkboard.workspaces (id),
  week date not null,
  project_id uuid not null,
  timekeeper_id uuid not null,
  minutes bigint not null,
  billable_minutes bigint not null,
  billed_minutes bigint not null,
  primary key (workspace_id, week, project_id, timekeeper_id)
);
comment on table corkboard.time_by_week is
  'Sums of time entries per week, project and timekeeper. Maintained by triggers on time_entries and billed_time.';
comment on column corkboard.time_by_week.week is 'The Monday of the week.';
comment on column corkboard.time_by_week.project_id is 'The project.';
comment on column corkboard.time_by_week.timekeeper_id is
  'Who logged the time; 00000000-0000-0000-0000-000000000000 if that is not known.';
comment on column corkboard.time_by_week.minutes is 'All minutes.';
comment on column corkboard.time_by_week.billable_minutes is 'The minutes of billable entries.';
comment on column corkboard.time_by_week.billed_minutes is 'The minutes of billable entries that an invoice bills.';

-- Who logged the entries until now, as far as the audit log knows: the keys have a prefix there.
insert into corkboard.timekeepers (workspace_id, kind, member_id, name)
select l.workspace_id, 'member', m.id, m.email
  from (select distinct a.workspace_id, a.actor from corkboard.audit_log a
         where a.record_type = 'time_entry' and a.action = 'time.logged' and a.via = 'app') l
  join corkboard.members m on m.workspace_id = l.workspace_id and corkboard.normalize_email(m.email) = corkboard.normalize_email(l.actor);
insert into corkboard.timekeepers (workspace_id, kind, name)
select distinct a.workspace_id, case when a.via = 'app' then 'operator' else 'key' end, a.actor
  from corkboard.audit_log a
 where a.record_type = 'time_entry' and a.action = 'time.logged' and (a.via <> 'app' or a.actor = 'operator');
do $$
begin
  update corkboard.time_entries t
     set timekeeper_id = k.id
    from corkboard.audit_log a
    join corkboard.timekeepers k on k.workspace_id = a.workspace_id
     and case when a.via = 'app' and a.actor <> 'operator'
           then k.kind = 'member' and corkboard.normalize_email(k.name) = corkboard.normalize_email(a.actor)
           else k.name = a.actor and k.kind = case when a.via = 'app' then 'operator' else 'key' end end
   where a.workspace_id = t.workspace_id and a.record_id = t.id and a.action = 'time.logged' and t.timekeeper_id is null;
end
$$;
