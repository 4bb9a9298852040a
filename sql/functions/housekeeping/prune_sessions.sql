-- A sign-in expires after 15 minutes but is kept for a day, because the limits count a day's requests. A sign-in that
-- shares another one's code counts toward no limit, so it is deleted when it expires: there may be any number of them.
create or replace function corkboard.prune_sessions(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  return corkboard.delete_rows('corkboard.sessions', format('o.expires_at <= %L', v_now), p_batch)
    + corkboard.delete_rows('corkboard.sign_in_links', format('o.expires_at <= %L', v_now), p_batch)
    + corkboard.delete_rows('corkboard.sign_ins',
        format('o.expires_at <= %L and (o.created_at <= %L or o.code_sign_in_id is not null)', v_now, v_now - interval '1 day'), p_batch)
    + corkboard.delete_rows('corkboard.sign_in_origins', format('o.signed_in_at <= %L', v_now - interval '180 days'), p_batch);
end
$$;
comment on function corkboard.prune_sessions(integer) is
  'Deletes up to a batch each of expired sessions and sign-in links, sign-ins that no limit counts any more, and origins not used for 180 days. Returns how many rows it deleted; 0 when none are left.';
