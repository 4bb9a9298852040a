-- Kept for processes of the previous release, which ask for several admissions in one call while a release rolls out, and
-- admit one by one what this leaves out. It leaves out all of them. This release never calls it; the next one drops it.
create or replace function corkboard.admit_together(p_key_hashes bytea[], p_kinds text[], p_quotas integer[], p_scopes text[])
returns table (
  n integer, workspace_id uuid, label text, refusal text, used integer, resets_in integer,
  tax_rate_bps integer, prices_include_tax boolean
)
language sql
stable
as $$
  select null::integer, null::uuid, null::text, null::text, null::integer, null::integer, null::integer, null::boolean
   where false
$$;
comment on function corkboard.admit_together(bytea[], text[], integer[], text[]) is
  'Admits nobody, so that each request is admitted alone. Only the previous release calls it.';
