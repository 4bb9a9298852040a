-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger count_new after insert on corkboard.projects
    referencing new table as added for each statement execute function corkboard.maintain_project_counts();
  create or replace trigger count_changed after update on corkboard.projects
    for each row
    when ((old.trashed_at, old.status, old.stage) is distinct from (new.trashed_at, new.status, new.stage))
    execute function corkboard.maintain_project_counts();
  create or replace trigger count_gone after delete on corkboard.projects
    for each row execute function corkboard.maintain_project_counts();

  create or replace trigger index_new after insert on corkboard.projects
    referencing new table as added for each statement execute function corkboard.index_for_search('project');
  create or replace trigger index_changed after update on corkboard.projects
    for each row when ((old.id, old.name) is distinct from (new.id, new.name))
    execute function corkboard.index_for_search('project');
  create or replace trigger index_gone after delete on corkboard.projects
    for each row execute function corkboard.index_for_search('project');
end
$do$;
