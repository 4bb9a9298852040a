-- The client of each invoice and payment, and the days on which an invoice was sent and voided, so that reports and files for the
-- books read no other table, and no later change of the workspace's time zone moves what was handed out. They are filled when the
-- release creates the triggers that maintain them.

-- In a block, because Citus passes on the text of the query, outside of one the whole file.
do $$
begin
  drop trigger if exists receivable_new on corkboard.invoices;
  drop trigger if exists receivable_changed on corkboard.invoices;
  drop trigger if exists receivable_gone on corkboard.invoices;
  drop trigger if exists receipt_new on corkboard.payments;
  drop trigger if exists receipt_changed on corkboard.payments;
  drop trigger if exists receipt_gone on corkboard.payments;
  drop function if exists corkboard.maintain_receivables(), corkboard.maintain_receipts();
  alter table corkboard.invoices
    add column client_id uuid,
    add column sent_on date,
    add column voided_on date;
  alter table corkboard.payments
    add column client_id uuid;
end
$$;
comment on column corkboard.invoices.client_id is 'The client of its project. Set by a trigger.';
comment on column corkboard.invoices.sent_on is
  'The day on which it was sent, in the time zone that the workspace had then; null: not sent. Set by a trigger.';
comment on column corkboard.invoices.voided_on is
  'The day on which it was voided, in the time zone that the workspace had then; null: it was not. Set by a trigger.';
comment on column corkboard.payments.client_id is 'The client of its invoice. Set by a trigger.';

-- These contain what reports sum. Nobody can build them before the release, because their columns are new, so writes wait
-- meanwhile.
-- squawk-ignore require-concurrent-index-creation
create index invoices_invoiced on corkboard.invoices (workspace_id, currency, sent_on, id)
  include (client_id, status, due_date, total_cents, part_paid_cents)
  where kind = 'invoice' and status in ('SENT', 'PAID');
-- squawk-ignore require-concurrent-index-creation
create index invoices_receivable on corkboard.invoices (workspace_id, currency, due_date)
  include (client_id, sent_on, total_cents, part_paid_cents)
  where kind = 'invoice' and status = 'SENT';
-- squawk-ignore require-concurrent-index-creation
create index payments_received on corkboard.payments (workspace_id, currency, paid_on, id)
  include (client_id, amount_cents);

-- What reports of the previous version read. The release makes views of these names (sql/views).
-- squawk-ignore ban-drop-table
drop table corkboard.receivables, corkboard.receipts;
