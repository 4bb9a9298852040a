-- A sign-in expires after 15 minutes but is kept for a day, because the limits count a day's requests. A sign-in that
-- shares another one's code counts toward no limit, so it is deleted when it expires: there may be any number of them.
create or replace function corkboard.prune_sessions(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_sessions integer;
  v_links integer;
  v_sign_ins integer;
  v_origins integer;
begin
  delete from corkboard.sessions s
   where s.ctid = any (array(
     select o.ctid from corkboard.sessions o where o.expires_at <= v_now limit p_batch for update skip locked));
  get diagnostics v_sessions = row_count;
  delete from corkboard.sign_in_links l
   where l.ctid = any (array(
     select o.ctid from corkboard.sign_in_links o where o.expires_at <= v_now limit p_batch for update skip locked));
  get diagnostics v_links = row_count;
  delete from corkboard.sign_ins s
   where s.ctid = any (array(
     select o.ctid from corkboard.sign_ins o
      where o.expires_at <= v_now and (o.created_at <= v_now - interval '1 day' or o.code_sign_in_id is not null)
      limit p_batch for update skip locked));
  get diagnostics v_sign_ins = row_count;
  delete from corkboard.sign_in_origins g
   where g.ctid = any (array(
     select o.ctid from corkboard.sign_in_origins o
      where o.signed_in_at <= v_now - interval '180 days' limit p_batch for update skip locked));
  get diagnostics v_origins = row_count;
  return v_sessions + v_links + v_sign_ins + v_origins;
end
$$;
comment on function corkboard.prune_sessions(integer) is
  'Deletes up to a batch each of expired sessions and sign-in links, sign-ins that no limit counts any more, and origins not used for 180 days. Returns how many rows it deleted; 0 when none are left.';
