-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger count_new after insert on corkboard.invoices
    referencing new table as added for each statement execute function corkboard.maintain_invoice_counts();
  create or replace trigger count_changed after update on corkboard.invoices
    for each row
    when ((old.project_id, old.kind, old.status, old.currency, old.due_date, old.total_cents, old.part_paid_cents)
      is distinct from (new.project_id, new.kind, new.status, new.currency, new.due_date, new.total_cents, new.part_paid_cents))
    execute function corkboard.maintain_invoice_counts();
  create or replace trigger count_gone after delete on corkboard.invoices
    for each row execute function corkboard.maintain_invoice_counts();

  create or replace trigger index_new after insert on corkboard.invoices
    referencing new table as added for each statement execute function corkboard.index_for_search('invoice');
  create or replace trigger index_changed after update on corkboard.invoices
    for each row when ((old.id, old.number, old.po_number) is distinct from (new.id, new.number, new.po_number))
    execute function corkboard.index_for_search('invoice');
  create or replace trigger index_gone after delete on corkboard.invoices
    for each row execute function corkboard.index_for_search('invoice');

  -- A draft, which the API writes, costs no more than the comparison.
  create or replace trigger receivable_new after insert on corkboard.invoices
    for each row when (new.kind = 'invoice' and new.status in ('SENT', 'PAID') and new.sent_at is not null)
    execute function corkboard.maintain_receivables();
  create or replace trigger receivable_changed after update on corkboard.invoices
    for each row
    when (new.kind = 'invoice' and (old.status in ('SENT', 'PAID') or new.status in ('SENT', 'PAID'))
      and new.sent_at is not null
      and (old.project_id, old.status, old.currency, old.sent_at, old.due_date, old.total_cents, old.part_paid_cents)
        is distinct from (new.project_id, new.status, new.currency, new.sent_at, new.due_date, new.total_cents, new.part_paid_cents))
    execute function corkboard.maintain_receivables();
  create or replace trigger receivable_gone after delete on corkboard.invoices
    for each row when (old.kind = 'invoice' and old.status in ('SENT', 'PAID'))
    execute function corkboard.maintain_receivables();
  -- The triggers have locked invoices until the release commits, so this counts what processes of the previous release wrote.
  delete from corkboard.receivables;
  insert into corkboard.receivables
    (workspace_id, invoice_id, client_id, currency, sent_at, due_date, total_cents, due_cents)
  select i.workspace_id, i.id, p.client_id, i.currency, i.sent_at, i.due_date, i.total_cents,
         case when i.status = 'SENT' then i.total_cents - i.part_paid_cents else 0 end
    from corkboard.invoices i
    join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id
   where i.kind = 'invoice' and i.status in ('SENT', 'PAID') and i.sent_at is not null;
end
$do$;
