-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger weeks_new after insert on corkboard.time_entries
    referencing new table as added for each statement execute function corkboard.maintain_weeks();
  create or replace trigger weeks_changed after update on corkboard.time_entries
    for each row
    when ((old.project_id, old.date, old.minutes, old.billable, old.timekeeper_id)
      is distinct from (new.project_id, new.date, new.minutes, new.billable, new.timekeeper_id))
    execute function corkboard.maintain_weeks();
  create or replace trigger weeks_gone after delete on corkboard.time_entries
    for each row execute function corkboard.maintain_weeks();
end
$do$;
