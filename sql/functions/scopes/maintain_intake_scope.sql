create or replace function corkboard.maintain_intake_scope() returns trigger
language plpgsql
as $$
begin
  update corkboard.intakes i set has_scope = new.version > 0
   where i.workspace_id = new.workspace_id and i.project_id = new.project_id and i.has_scope <> (new.version > 0);
  return null;
end
$$;
comment on function corkboard.maintain_intake_scope() is 'Trigger: maintains intakes.has_scope.';
