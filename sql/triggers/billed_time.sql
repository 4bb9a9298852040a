-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger weeks_billed after insert or delete on corkboard.billed_time
    for each row execute function corkboard.maintain_billed_weeks();
end
$do$;
