-- The previous release calls this while a release rolls out. It would admit a request that is rejected for a reason that it
-- does not know.
create or replace function corkboard.authorize_request(
  p_key_hash bytea,
  p_kind text,
  p_quota integer,
  p_scope text,
  out workspace_id uuid,
  out label text,
  out refusal text,
  out used integer,
  out resets_in integer,
  out tax_rate_bps integer,
  out prices_include_tax boolean
) returns setof record
language sql volatile
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
  select a.workspace_id, a.label, case a.refusal when 'suspended' then 'plan_limit' else a.refusal end,
         a.used, a.resets_in, a.tax_rate_bps, a.prices_include_tax
    from corkboard.authorize_api_request(p_key_hash, p_kind, p_quota, p_scope) a
$$;
comment on function corkboard.authorize_request(bytea, text, integer, text) is
  'Authorizes a request as authorize_api_request does, for the previous release: a suspended workspace is rejected with plan_limit.';
