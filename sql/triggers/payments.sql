-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger receipt_new after insert on corkboard.payments
    for each row execute function corkboard.maintain_receipts();
  create or replace trigger receipt_changed after update on corkboard.payments
    for each row
    when ((old.invoice_id, old.currency, old.paid_on, old.amount_cents)
      is distinct from (new.invoice_id, new.currency, new.paid_on, new.amount_cents))
    execute function corkboard.maintain_receipts();
  create or replace trigger receipt_gone after delete on corkboard.payments
    for each row execute function corkboard.maintain_receipts();
  -- The triggers have locked payments until the release commits, so this counts what processes of the previous release wrote.
  delete from corkboard.receipts;
  insert into corkboard.receipts (workspace_id, payment_id, client_id, currency, paid_on, amount_cents)
  select y.workspace_id, y.id, p.client_id, y.currency, y.paid_on, y.amount_cents
    from corkboard.payments y
    join corkboard.invoices i on i.workspace_id = y.workspace_id and i.id = y.invoice_id
    join corkboard.projects p on p.workspace_id = y.workspace_id and p.id = i.project_id;
end
$do$;
