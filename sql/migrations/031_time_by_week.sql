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

-- Who logged the entries until now, as far as the audit log knows. It names a key by its label and a person by the address of
-- that time: a member who has changed it since is one timekeeper. Of a person who has left, the id isn't known any more.
create temporary table loggers on commit drop as
  select l.workspace_id, l.actor, l.is_key,
         case when not l.is_key and l.actor like '%@%' then coalesce(
           (select m.id from corkboard.members m
             where m.workspace_id = l.workspace_id and corkboard.normalize_email(m.email) = corkboard.normalize_email(l.actor)),
           (select m.id
              from corkboard.audit_log c
              join corkboard.members m on m.workspace_id = l.workspace_id and m.id = c.record_id
             where c.workspace_id = l.workspace_id and c.record_type = 'member'
               and c.action in ('member.email_changed', 'member.email_set')
               and corkboard.normalize_email(c.changes #>> '{email,0}') = corkboard.normalize_email(l.actor)
             order by c.id desc limit 1),
           corkboard.uuid_v7()) end as member_id
    from (select distinct a.workspace_id, a.actor, a.via <> 'app' as is_key
            from corkboard.audit_log a
           where a.record_type = 'time_entry' and a.action = 'time.logged') l;
insert into corkboard.timekeepers (workspace_id, kind, member_id, name)
select l.workspace_id, case when l.is_key then 'key' when l.member_id is null then 'operator' else 'member' end, l.member_id,
       coalesce((select m.email from corkboard.members m where m.workspace_id = l.workspace_id and m.id = l.member_id), min(l.actor))
  from loggers l
 group by l.workspace_id, l.is_key, l.member_id, case when l.member_id is null then l.actor end;
do $$
begin
  update corkboard.time_entries t
     set timekeeper_id = k.id
    from corkboard.audit_log a
    join loggers l on l.workspace_id = a.workspace_id and l.actor = a.actor and l.is_key = (a.via <> 'app')
    join corkboard.timekeepers k
      on k.workspace_id = l.workspace_id and (k.kind = 'key') = l.is_key
     and (k.member_id = l.member_id or l.member_id is null and k.member_id is null and k.name = l.actor)
   where a.workspace_id = t.workspace_id and a.record_id = t.id and a.action = 'time.logged' and t.timekeeper_id is null;
end
$$;
