-- Their lines go with them, so that fewer are deleted at a time than rows of other tables.
create or replace function corkboard.prune_imports(p_batch integer default 10) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return corkboard.delete_rows('corkboard.client_imports', 'o.created_at <= now() - interval ''1 day''', p_batch);
end
$$;
comment on function corkboard.prune_imports(integer) is
  'Deletes up to a batch of imports of clients that are a day old. Returns how many; 0 when none are left.';
