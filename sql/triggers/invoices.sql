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
    for each row
    when ((old.id, old.number, old.po_number, old.total_cents, old.part_paid_cents, old.currency, old.line_items::text)
      is distinct from
      (new.id, new.number, new.po_number, new.total_cents, new.part_paid_cents, new.currency, new.line_items::text))
    execute function corkboard.index_for_search('invoice');
  create or replace trigger index_gone after delete on corkboard.invoices
    for each row execute function corkboard.index_for_search('invoice');

  -- What draft_invoice writes is complete, and costs no more than the comparison.
  create or replace trigger complete_new before insert on corkboard.invoices
    for each row when (new.client_id is null or new.sent_at is not null or new.voided_at is not null)
    execute function corkboard.complete_invoice();
  create or replace trigger complete_changed before update on corkboard.invoices
    for each row
    when (new.client_id is null or (old.sent_at, old.voided_at) is distinct from (new.sent_at, new.voided_at)
      or (new.sent_at is null) <> (new.sent_on is null) or (new.voided_at is null) <> (new.voided_on is null))
    execute function corkboard.complete_invoice();
  -- The triggers have locked invoices until the release commits, so this completes what processes of the previous release wrote.
  update corkboard.invoices set client_id = null where client_id is null;

  create or replace trigger late_fee_new after insert on corkboard.invoices
    for each row when (new.late_fee_cents <> 0) execute function corkboard.record_late_fee_change();
  create or replace trigger late_fee_changed after update on corkboard.invoices
    for each row when (old.late_fee_cents <> new.late_fee_cents) execute function corkboard.record_late_fee_change();
  insert into corkboard.late_fee_changes (workspace_id, invoice_id, changed_on, amount_cents, recorded_at)
  select i.workspace_id, i.id,
         (coalesce(i.late_fee_at, i.sent_at, i.created_at) at time zone corkboard.valid_time_zone(w.time_zone))::date,
         i.late_fee_cents - coalesce(c.amount_cents, 0), coalesce(i.late_fee_at, i.sent_at, i.created_at)
    from corkboard.invoices i
    join corkboard.workspaces w on w.id = i.workspace_id
    left join (
      select workspace_id, invoice_id, sum(amount_cents) as amount_cents from corkboard.late_fee_changes group by 1, 2) c
      on c.workspace_id = i.workspace_id and c.invoice_id = i.id
   where i.late_fee_cents <> coalesce(c.amount_cents, 0);
end
$do$;
