-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger index_new after insert on corkboard.change_order_proposals
    referencing new table as added for each statement execute function corkboard.index_for_search('change_order');
  create or replace trigger index_changed after update on corkboard.change_order_proposals
    for each row when ((old.id, old.title, old.description, old.amount_cents, old.currency)
      is distinct from (new.id, new.title, new.description, new.amount_cents, new.currency))
    execute function corkboard.index_for_search('change_order');
  create or replace trigger index_gone after delete on corkboard.change_order_proposals
    for each row execute function corkboard.index_for_search('change_order');
end
$do$;
