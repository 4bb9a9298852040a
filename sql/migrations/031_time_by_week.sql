-- Time by week, so that a report doesn't read a million entries. It is filled when the release creates the trigger that maintains it.

create table corkboard.time_by_week (
  workspace_id uuid not null references corkboard.workspaces (id),
  week date not null,
  project_id uuid not null,
  timekeeper_id uuid not null,
  entries integer not null,
  minutes integer not null,
  billable_entries integer not null,
  billable_minutes integer not null,
  billed_entries integer not null,
  billed_minutes integer not null,
  -- The project is first, because its budget is used up by the time of all weeks. The sums are not in it: an invoice of a
  -- project's time changes a row many times in one transaction, which would leave an entry of the index each time.
  primary key (workspace_id, project_id, week, timekeeper_id)
);
comment on table corkboard.time_by_week is
  'Sums of time entries per week, project and timekeeper. Maintained by triggers on time_entries and billed_time.';
comment on column corkboard.time_by_week.week is 'The Monday of the week.';
comment on column corkboard.time_by_week.project_id is 'The project.';
comment on column corkboard.time_by_week.timekeeper_id is
  'Who logged the time; 00000000-0000-0000-0000-000000000000 if that is not known.';
comment on column corkboard.time_by_week.entries is 'How many entries there are.';
comment on column corkboard.time_by_week.minutes is 'All minutes.';
comment on column corkboard.time_by_week.billable_entries is 'How many of the entries are billable.';
comment on column corkboard.time_by_week.billable_minutes is 'The minutes of billable entries.';
comment on column corkboard.time_by_week.billed_entries is 'How many of the billable entries an invoice bills.';
comment on column corkboard.time_by_week.billed_minutes is 'The minutes of billable entries that an invoice bills.';

-- Who logged the entries until now, as the audit log says: a key by its label, a person by the address of that time. One whose
-- member is unknown has left. One workspace after the other, because Citus then plans each statement for one node.
do $$
declare
  v_workspace uuid;
  v_logged record;
  v_member uuid;
  v_email text;
  v_timekeeper uuid;
  v_timekeepers jsonb;
begin
  for v_workspace in select w.id from corkboard.workspaces w loop
    v_timekeepers := '{}';
    for v_logged in
      select l.kind, case l.kind when 'member' then corkboard.normalize_email(l.actor) else l.actor end as key,
             min(l.actor) as name, array_agg(l.actor) as actors
        from (select distinct case when a.via <> 'app' then 'key' when a.actor like '%@%' then 'member' else 'operator' end as kind,
                     a.actor
                from corkboard.audit_log a
               where a.workspace_id = v_workspace and a.record_type = 'time_entry' and a.action = 'time.logged'
                 and char_length(a.actor) between 1 and 500) l
       group by 1, 2
    loop
      v_member := null;
      if v_logged.kind = 'member' then
        v_member := coalesce(
          (select m.id from corkboard.members m
            where m.workspace_id = v_workspace and corkboard.normalize_email(m.email) = v_logged.key),
          (select c.record_id from corkboard.audit_log c
            where c.workspace_id = v_workspace and c.record_type = 'member'
              and c.action in ('member.email_changed', 'member.email_set')
              and corkboard.normalize_email(c.changes -> 'email' ->> 0) = v_logged.key
            order by c.id desc limit 1),
          corkboard.uuid_v7());
      end if;
      select k.id into v_timekeeper from corkboard.timekeepers k
       where k.workspace_id = v_workspace and k.kind = v_logged.kind
         and case when v_logged.kind = 'member' then k.member_id = v_member else k.name = v_logged.name end;
      if not found then
        v_timekeeper := corkboard.uuid_v7();
        v_email := (select m.email from corkboard.members m where m.workspace_id = v_workspace and m.id = v_member);
        insert into corkboard.timekeepers (workspace_id, id, kind, member_id, name)
        values (v_workspace, v_timekeeper, v_logged.kind, v_member, coalesce(v_email, v_logged.name));
      end if;
      v_timekeepers := v_timekeepers || (
        select jsonb_object_agg(v_logged.kind || ' ' || u.actor, v_timekeeper) from unnest(v_logged.actors) u (actor));
    end loop;
    if v_timekeepers <> '{}' then
      update corkboard.time_entries t
         set timekeeper_id = (v_timekeepers ->> (
               case when a.via <> 'app' then 'key' when a.actor like '%@%' then 'member' else 'operator' end || ' ' || a.actor))::uuid
        from corkboard.audit_log a
       where t.workspace_id = v_workspace and a.workspace_id = v_workspace and a.record_type = 'time_entry'
         and a.action = 'time.logged' and a.record_id = t.id and t.timekeeper_id is null;
    end if;
  end loop;
end
$$;
