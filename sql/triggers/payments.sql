-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger complete_new before insert on corkboard.payments
    for each row when (new.client_id is null) execute function corkboard.complete_payment();
  create or replace trigger complete_changed before update on corkboard.payments
    for each row when (new.client_id is null) execute function corkboard.complete_payment();
  -- The triggers have locked payments until the release commits, so this completes what processes of the previous release wrote.
  update corkboard.payments set client_id = null where client_id is null;

  create or replace trigger index_new after insert on corkboard.payments
    referencing new table as added for each statement execute function corkboard.index_for_search('payment');
  create or replace trigger index_changed after update on corkboard.payments
    for each row when ((old.id, old.reference, old.amount_cents, old.currency)
      is distinct from (new.id, new.reference, new.amount_cents, new.currency))
    execute function corkboard.index_for_search('payment');
  create or replace trigger index_gone after delete on corkboard.payments
    for each row execute function corkboard.index_for_search('payment');
  -- The job index_records fills the entries of the payments that are there.
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  select y.workspace_id, 'payment', y.id, '' from corkboard.payments y
  on conflict (workspace_id, kind, record_id) do nothing;
end
$do$;
