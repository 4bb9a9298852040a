create or replace function corkboard.set_workspace(
  p_workspace uuid, p_plan text default null, p_currency text default null, p_tax_rate_bps integer default null,
  p_prices_include_tax boolean default null, p_ai boolean default null
) returns corkboard.workspaces
language sql
as $$
  select corkboard.change_workspace(p_workspace, jsonb_strip_nulls(jsonb_build_object(
    'plan', p_plan,
    'default_currency', p_currency,
    'tax_rate_bps', p_tax_rate_bps,
    'prices_include_tax', p_prices_include_tax,
    'ai', p_ai)))
$$;
comment on function corkboard.set_workspace(uuid, text, text, integer, boolean, boolean) is
  'Changes what is given; null leaves as it is. For the other fields there is change_workspace. Refuses with validation, not_found (workspace, plan).';
