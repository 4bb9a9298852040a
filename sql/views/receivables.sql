-- For reports of the previous version, so that they stay true while it runs, also after a rollback. A later release drops it.
create or replace view corkboard.receivables with (security_invoker = true) as
  select i.workspace_id, i.id as invoice_id, p.client_id, i.currency, i.sent_at, i.due_date, i.total_cents,
         case when i.status = 'SENT' then i.total_cents - i.part_paid_cents else 0 end as due_cents
    from corkboard.invoices i
    join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id
   where i.kind = 'invoice' and i.status in ('SENT', 'PAID');
comment on view corkboard.receivables is 'Invoices that were sent and not voided, for reports of the previous version.';
comment on column corkboard.receivables.invoice_id is 'The invoice.';
comment on column corkboard.receivables.currency is 'The currency of its amounts (ISO 4217).';
comment on column corkboard.receivables.sent_at is 'When it was sent.';
comment on column corkboard.receivables.due_date is 'Until when it is to be paid; null: no date.';
comment on column corkboard.receivables.total_cents is 'What it comes to, with tax and late fees.';
comment on column corkboard.receivables.due_cents is 'What is still to be paid of it.';
