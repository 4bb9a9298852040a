-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger intake_new after insert on corkboard.scopes
    for each row when (new.version > 0) execute function corkboard.maintain_intake_scope();
  create or replace trigger intake_changed after update on corkboard.scopes
    for each row when ((old.version > 0) <> (new.version > 0)) execute function corkboard.maintain_intake_scope();
end
$do$;
