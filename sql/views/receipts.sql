-- For reports of the previous version, so that they stay true while it runs, also after a rollback. A later release drops it.
create or replace view corkboard.receipts with (security_invoker = true) as
  select y.workspace_id, y.id as payment_id, p.client_id, y.currency, y.paid_on, y.amount_cents
    from corkboard.payments y
    join corkboard.invoices i on i.workspace_id = y.workspace_id and i.id = y.invoice_id
    join corkboard.projects p on p.workspace_id = y.workspace_id and p.id = i.project_id;
comment on view corkboard.receipts is 'Payments with their clients, for reports of the previous version.';
comment on column corkboard.receipts.payment_id is 'The payment.';
comment on column corkboard.receipts.currency is 'The currency of the amount (ISO 4217).';
comment on column corkboard.receipts.paid_on is 'The day on which the money arrived.';
comment on column corkboard.receipts.amount_cents is 'The amount.';
