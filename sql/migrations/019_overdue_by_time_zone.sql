-- The days of a workspace are those of its time zone. Every hour the overdue check looks at the workspaces whose date has
-- changed since it looked last.

create table corkboard.overdue_checks (
  workspace_id uuid primary key references corkboard.workspaces (id),
  checked_on date not null
);
comment on table corkboard.overdue_checks is
  'When each workspace was last checked for overdue invoices; a workspace without a row was never checked. Apart from workspaces, so that the check waits for no writer and no writer for it.';
comment on column corkboard.overdue_checks.checked_on is
  'The workspace''s own date, in its time zone, on which detect_overdue left nothing to find.';

-- What the check has not found yet of a workspace. On a large table it is built before the release (see the changelog).
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_overdue_of_workspace on corkboard.invoices (workspace_id, due_date)
  where kind = 'invoice' and status = 'SENT' and overdue_detected_at is null;

comment on column corkboard.workspaces.time_zone is
  'In which people read times, and whose days are the workspace''s: an invoice is overdue from the day after its due date there. A name of the IANA database.';
