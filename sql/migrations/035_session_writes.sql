-- A session that writes without end would fill the disk: its writes are counted, as those of keys are in rate_windows.
alter table corkboard.sessions
  add column minute_at timestamptz,
  add column minute_writes integer not null default 0;
comment on column corkboard.sessions.minute_at is 'The minute whose writes are counted; null: it has not written yet.';
comment on column corkboard.sessions.minute_writes is 'The writes in that minute so far. begin_member_action limits them.';
