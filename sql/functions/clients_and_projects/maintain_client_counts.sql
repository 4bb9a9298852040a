-- Inserts are counted once per statement, so that an import updates each count once. Updates are counted per row, and
-- only if they change whether the client counts.
create or replace function corkboard.maintain_client_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_client_count(a.workspace_id, a.n)
      from (select workspace_id, count(*) as n from added where trashed_at is null group by 1 order by 1) a;
    return null;
  end if;
  if old.trashed_at is null then
    perform corkboard.add_to_client_count(old.workspace_id, -1);
  end if;
  if tg_op = 'UPDATE' and new.trashed_at is null then
    perform corkboard.add_to_client_count(new.workspace_id, 1);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_client_counts() is 'Trigger: maintains client_counts.';
