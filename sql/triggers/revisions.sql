-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger round_new after insert on corkboard.revisions
    for each row execute function corkboard.maintain_rounds_used();
end
$do$;
