-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger index_new after insert on corkboard.payments
    referencing new table as added for each statement execute function corkboard.index_for_search('payment');
  create or replace trigger index_changed after update on corkboard.payments
    for each row when ((old.id, old.reference, old.amount_cents, old.currency)
      is distinct from (new.id, new.reference, new.amount_cents, new.currency))
    execute function corkboard.index_for_search('payment');
  create or replace trigger index_gone after delete on corkboard.payments
    for each row execute function corkboard.index_for_search('payment');

  create or replace trigger taxes_new after insert on corkboard.payments
    referencing new table as added for each statement execute function corkboard.maintain_tax_entries('payments');
  create or replace trigger taxes_changed after update on corkboard.payments
    for each row execute function corkboard.maintain_tax_entries('payments');
end
$do$;
