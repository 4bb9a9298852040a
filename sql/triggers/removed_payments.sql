-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger taxes_changed after insert or update on corkboard.removed_payments
    for each row execute function corkboard.maintain_tax_entries('removed_payments');
end
$do$;
