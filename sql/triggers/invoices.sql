-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger count_new after insert on corkboard.invoices
    referencing new table as added for each statement execute function corkboard.maintain_invoice_counts();
  create or replace trigger count_changed after update on corkboard.invoices
    for each row
    when ((old.project_id, old.kind, old.status, old.currency, old.total_cents, old.part_paid_cents, old.credited_cents, old.balance_cents)
      is distinct from (
        new.project_id, new.kind, new.status, new.currency, new.total_cents, new.part_paid_cents, new.credited_cents, new.balance_cents))
    execute function corkboard.maintain_invoice_counts();
  create or replace trigger count_gone after delete on corkboard.invoices
    for each row execute function corkboard.maintain_invoice_counts();

  create or replace trigger index_new after insert on corkboard.invoices
    referencing new table as added for each statement execute function corkboard.index_for_search('invoice');
  create or replace trigger index_changed after update on corkboard.invoices
    for each row
    when ((old.id, old.number, old.po_number, old.total_cents, old.part_paid_cents, old.credited_cents, old.currency, old.line_items::text)
      is distinct from (
        new.id, new.number, new.po_number, new.total_cents, new.part_paid_cents, new.credited_cents, new.currency, new.line_items::text))
    execute function corkboard.index_for_search('invoice');
  create or replace trigger index_gone after delete on corkboard.invoices
    for each row execute function corkboard.index_for_search('invoice');

  create or replace trigger days_new before insert on corkboard.invoices
    for each row when (new.sent_at is not null or new.voided_at is not null)
    execute function corkboard.date_invoice();
  create or replace trigger days_changed before update on corkboard.invoices
    for each row when ((old.sent_at, old.voided_at) is distinct from (new.sent_at, new.voided_at))
    execute function corkboard.date_invoice();

  create or replace trigger late_fee_new after insert on corkboard.invoices
    for each row when (new.late_fee_cents <> 0) execute function corkboard.record_late_fee_change();
  create or replace trigger late_fee_changed after update on corkboard.invoices
    for each row when (old.late_fee_cents <> new.late_fee_cents) execute function corkboard.record_late_fee_change();

  create or replace trigger taxes_new after insert on corkboard.invoices
    for each row when (new.sent_at is not null) execute function corkboard.maintain_tax_entries('invoices');
  create or replace trigger taxes_changed after update on corkboard.invoices
    for each row
    -- What a credit note voids was entered with that.
    when ((old.sent_at, old.sent_on, old.currency) is distinct from (new.sent_at, new.sent_on, new.currency)
      or (new.credited_cents = 0 and (old.voided_at, old.voided_on) is distinct from (new.voided_at, new.voided_on)))
    execute function corkboard.maintain_tax_entries('invoices');

  create or replace trigger items_billed after update on corkboard.invoices
    for each row
    when ((old.status, old.part_paid_cents, old.credited_cents) is distinct from (new.status, new.part_paid_cents, new.credited_cents))
    execute function corkboard.maintain_billed_items();
end
$do$;
