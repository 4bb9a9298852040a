-- Who logged which time. Until now only the audit log said so.

create table corkboard.timekeepers (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  kind text not null check (kind in ('member', 'key', 'operator')),
  member_id uuid,
  name text not null check (char_length(name) between 1 and 500),
  primary key (workspace_id, id),
  unique (workspace_id, member_id),
  check ((kind = 'member') = (member_id is not null))
);
create unique index timekeepers_others on corkboard.timekeepers (workspace_id, kind, name) where member_id is null;
comment on table corkboard.timekeepers is
  'Who logs time: members, API keys by their label, and the operator. A row stays when its member leaves.';
comment on column corkboard.timekeepers.kind is 'member, key or operator.';
comment on column corkboard.timekeepers.member_id is 'The member, who may have left since; null for other kinds.';
comment on column corkboard.timekeepers.name is
  'A key''s label, or operator; a member''s email address, the last one if the member has left.';

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet. timekeeper_id has no foreign key,
-- because Citus takes none from a table that is distributed already to one that is not yet.
do $$
begin
  alter table corkboard.time_entries
    add column timekeeper_id uuid;
  alter table corkboard.members
    add column weekly_minutes integer;
  alter table corkboard.members add constraint members_weekly_minutes_check check (weekly_minutes between 1 and 10080) not valid;
end
$$;
comment on column corkboard.time_entries.timekeeper_id is 'Who logged it (corkboard.timekeepers); null: not known.';
comment on column corkboard.members.weekly_minutes is 'How many minutes the member means to work in a week; null: not set.';
