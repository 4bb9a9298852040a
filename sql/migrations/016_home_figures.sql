-- Indexes for the figures of the home page. Each contains what is summed, so that the sum reads no rows of the table.
-- Writes to the table wait while an index is built. On a large database, build them concurrently before the release
-- (docs/decisions.md, "Migrations").

-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_overdue on corkboard.invoices (workspace_id, due_date, id) include (currency, total_cents)
  where kind = 'invoice' and status = 'SENT';
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_paid on corkboard.invoices (workspace_id, paid_at) include (currency, total_cents)
  where paid_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_sent on corkboard.invoices (workspace_id, sent_at) include (currency, total_cents)
  where kind = 'invoice' and status in ('SENT', 'PAID');
-- squawk-ignore require-concurrent-index-creation
create index if not exists time_entries_by_date on corkboard.time_entries (workspace_id, date) include (minutes, billable);
