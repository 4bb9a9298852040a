-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger index_new after insert on corkboard.inquiries
    referencing new table as added for each statement execute function corkboard.index_for_search('inquiry');
  create or replace trigger index_changed after update on corkboard.inquiries
    for each row when ((old.id, old.name, old.company, old.email) is distinct from (new.id, new.name, new.company, new.email))
    execute function corkboard.index_for_search('inquiry');
  create or replace trigger index_gone after delete on corkboard.inquiries
    for each row execute function corkboard.index_for_search('inquiry');
end
$do$;
