-- Inserts are counted per statement, updates per row: see maintain_client_counts.
create or replace function corkboard.maintain_project_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_project_count(a.workspace_id, a.status, a.stage, a.n)
      from (select workspace_id, status, stage, count(*) as n from added
             where trashed_at is null group by 1, 2, 3 order by 1, 2, 3) a;
    return null;
  end if;
  if old.trashed_at is null then
    perform corkboard.add_to_project_count(old.workspace_id, old.status, old.stage, -1);
  end if;
  if tg_op = 'UPDATE' and new.trashed_at is null then
    perform corkboard.add_to_project_count(new.workspace_id, new.status, new.stage, 1);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_project_counts() is 'Trigger: maintains project_counts.';
