create or replace function corkboard.maintain_rounds_used() returns trigger
language plpgsql
as $$
begin
  update corkboard.scopes s set rounds_used = new.round_number
   where s.workspace_id = new.workspace_id and s.project_id = new.project_id and s.rounds_used < new.round_number;
  return null;
end
$$;
comment on function corkboard.maintain_rounds_used() is
  'Trigger: maintains scopes.rounds_used. Rounds are numbered without gaps, so the last number is how many there are.';
