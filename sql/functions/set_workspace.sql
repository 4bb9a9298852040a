create or replace function corkboard.set_workspace(
  p_workspace uuid, p_plan text default null, p_currency text default null, p_tax_rate_bps integer default null,
  p_prices_include_tax boolean default null, p_ai boolean default null
) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_before corkboard.workspaces;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_currency('currency', p_currency);
  perform corkboard.check_number('taxRateBps', p_tax_rate_bps, 0, 10000);
  perform corkboard.lock_workspace(p_workspace);
  if p_plan is not null then
    perform corkboard.check_plan(p_plan);
  end if;
  select * into v_before from corkboard.workspaces w where w.id = p_workspace;
  update corkboard.workspaces w
     set plan = coalesce(p_plan, w.plan),
         default_currency = coalesce(p_currency, w.default_currency),
         tax_rate_bps = coalesce(p_tax_rate_bps, w.tax_rate_bps),
         prices_include_tax = coalesce(p_prices_include_tax, w.prices_include_tax),
         ai = coalesce(p_ai, w.ai)
   where w.id = p_workspace
  returning * into v_workspace;
  if v_workspace is distinct from v_before then
    perform corkboard.record_audit((p_workspace, 'app', 'operator'), 'workspace.changed', 'workspace', p_workspace);
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.set_workspace(uuid, text, text, integer, boolean, boolean) is
  'Changes what is given; null leaves as it is. Refuses with validation, not_found (workspace, plan).';
