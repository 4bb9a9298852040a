create or replace function corkboard.prune_member_changes(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_changes integer;
  v_offers integer;
begin
  delete from corkboard.email_changes c
   where c.ctid = any (array(
     select o.ctid from corkboard.email_changes o
      where o.created_at <= v_now - interval '1 day' limit p_batch for update skip locked));
  get diagnostics v_changes = row_count;
  -- An offer is open for 7 days.
  delete from corkboard.ownership_offers f
   where f.ctid = any (array(
     select o.ctid from corkboard.ownership_offers o
      where o.created_at <= v_now - interval '30 days' limit p_batch for update skip locked));
  get diagnostics v_offers = row_count;
  return v_changes + v_offers;
end
$$;
comment on function corkboard.prune_member_changes(integer) is
  'Deletes up to a batch of email changes older than a day and ownership offers older than 30 days. Returns how many; 0 when none are left.';
