create or replace function corkboard.prune_member_changes(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  return corkboard.delete_rows('corkboard.email_changes', format('o.created_at <= %L', v_now - interval '1 day'), p_batch)
    -- Offers and invitations are open for 7 days.
    + corkboard.delete_rows('corkboard.ownership_offers', format('o.created_at <= %L', v_now - interval '30 days'), p_batch)
    + corkboard.delete_rows('corkboard.invitations', format('o.created_at <= %L', v_now - interval '30 days'), p_batch);
end
$$;
comment on function corkboard.prune_member_changes(integer) is
  'Deletes up to a batch of email changes older than a day and ownership offers and invitations older than 30 days. Returns how many; 0 when none are left.';
