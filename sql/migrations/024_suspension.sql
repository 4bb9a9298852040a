-- The operator can suspend a workspace and have it removed. A removal takes many transactions, so the workspace says that it
-- has begun, and what is left of it afterwards is in a table that no workspace owns.

alter table corkboard.workspaces
  add column suspended_at timestamptz,
  add column removed_at timestamptz;
comment on column corkboard.workspaces.suspended_at is
  'Set: suspended. Nothing is sent, API keys are rejected, and members can only read.';
comment on column corkboard.workspaces.removed_at is
  'Set: its removal has begun and cannot be undone. The row is deleted after all others of the workspace, which are deleted in batches.';

create table corkboard.workspace_removals (
  id uuid primary key,
  requested_by text not null,
  database_role text not null default session_user,
  requested_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  counts jsonb not null default '{}',
  constraint finished_after_start check (finished_at is null or started_at is not null)
);
comment on table corkboard.workspace_removals is
  'Workspaces that are to be removed, are being removed or were removed. Resuming a workspace deletes its row; otherwise it is kept permanently. It holds no name and no address.';
comment on column corkboard.workspace_removals.id is 'The id that the workspace has or had.';
comment on column corkboard.workspace_removals.requested_by is 'Who requested the removal, as in the audit log.';
comment on column corkboard.workspace_removals.database_role is 'The database role that requested it.';
comment on column corkboard.workspace_removals.requested_at is 'When it was requested.';
comment on column corkboard.workspace_removals.due_at is 'From when on the worker removes it.';
comment on column corkboard.workspace_removals.started_at is 'When the first of it was removed; null: it can still be resumed.';
comment on column corkboard.workspace_removals.finished_at is 'When the last of it was removed.';
comment on column corkboard.workspace_removals.counts is 'How many rows were removed so far, by table.';
