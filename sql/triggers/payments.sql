-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger complete_new before insert on corkboard.payments
    for each row when (new.client_id is null) execute function corkboard.complete_payment();
  create or replace trigger complete_changed before update on corkboard.payments
    for each row when (new.client_id is null) execute function corkboard.complete_payment();
  -- The triggers have locked payments until the release commits, so this completes what processes of the previous release wrote.
  update corkboard.payments set client_id = null where client_id is null;
end
$do$;
