create or replace function corkboard.statement_ranges(p_count integer) returns table (first integer, last integer)
language sql stable
as $$
  select 1, p_count where not corkboard.has_citus() and p_count > 0
  union all
  select n, n from generate_series(1, p_count) n where corkboard.has_citus()
$$;
comment on function corkboard.statement_ranges(integer) is
  'The ranges of a list of this many workspaces that one statement can change: the whole list, or with Citus each workspace by itself.';
