-- Admits requests that come at the same moment in one round trip, without one delaying another. A request whose rate
-- another transaction is charging at this moment is left out: otherwise the requests beside it, of other workspaces,
-- would wait for that transaction while they hold their own locks. So nothing here waits, and nothing can deadlock.
-- Rows are looked up by their keys, and by one plan for all rounds, as in claim_attempts.
create or replace function corkboard.admit_together(p_key_hashes bytea[], p_kinds text[], p_quotas integer[], p_scopes text[])
returns table (
  n integer, workspace_id uuid, label text, refusal text, used integer, resets_in integer,
  tax_rate_bps integer, prices_include_tax boolean
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with free as materialized (
    select a.*
      from unnest(p_key_hashes, p_kinds, p_quotas, p_scopes) with ordinality as a (key_hash, kind, quota, scope, n)
      cross join lateral (
        select k.workspace_id from corkboard.api_keys k where k.key_hash = a.key_hash and k.revoked_at is null limit 1) k
      cross join lateral (
        select from corkboard.rate_windows r where r.workspace_id = k.workspace_id and r.kind = a.kind
         limit 1 for update skip locked) r)
  select f.n::integer, admitted.*
    from free f
    cross join lateral corkboard.admit(f.key_hash, f.kind, f.quota, f.scope) admitted;
  -- Each call of admit entered its own workspace. What follows in this transaction belongs to none of them.
  perform corkboard.enter_workspace(null);
end
$$;
comment on function corkboard.admit_together(bytea[], text[], integer[], text[]) is
  'Admits several requests, one to a place in the arrays (n, from 1), each as admit does. Left out, and to be admitted alone: keys that open nothing, a workspace''s first request, and one whose rate another transaction is charging.';
