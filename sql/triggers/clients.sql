-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger count_new after insert on corkboard.clients
    referencing new table as added for each statement execute function corkboard.maintain_client_counts();
  create or replace trigger count_changed after update on corkboard.clients
    for each row when (old.trashed_at is distinct from new.trashed_at) execute function corkboard.maintain_client_counts();
  create or replace trigger count_gone after delete on corkboard.clients
    for each row execute function corkboard.maintain_client_counts();

  create or replace trigger index_new after insert on corkboard.clients
    referencing new table as added for each statement execute function corkboard.index_for_search('client');
  create or replace trigger index_changed after update on corkboard.clients
    for each row execute function corkboard.index_for_search('client');
  create or replace trigger index_gone after delete on corkboard.clients
    for each row execute function corkboard.index_for_search('client');
end
$do$;
