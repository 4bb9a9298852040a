create or replace function corkboard.create_workspace(
  p_name text, p_owner_email text, p_currency text default 'USD', p_plan text default 'pro',
  p_tax_rate_bps integer default 0, p_prices_include_tax boolean default false
) returns corkboard.workspaces
language plpgsql
as $$
declare
  v_id constant uuid := corkboard.uuid_v7();
  -- What clients do without the owner. Everything else, and everything for other members, is off until they choose it.
  c_notified_of constant text[] := '{approved,declined,signed,intake_submitted,inquiry}';
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_required('name', p_name);
  perform corkboard.check_workspace_name('name', p_name);
  perform corkboard.check_required('ownerEmail', p_owner_email);
  perform corkboard.check_email('ownerEmail', p_owner_email);
  perform corkboard.check_currency('currency', p_currency);
  perform corkboard.check_range('taxRateBps', p_tax_rate_bps, 0, 10000);
  perform corkboard.check_plan(p_plan);
  perform corkboard.enter_workspace(v_id);
  insert into corkboard.workspaces (id, name, default_currency, plan, tax_rate_bps, prices_include_tax)
  values (v_id, p_name, p_currency, p_plan, p_tax_rate_bps, p_prices_include_tax)
  returning * into v_workspace;
  insert into corkboard.members (workspace_id, email, role, notified_of)
  values (v_workspace.id, p_owner_email, 'owner', c_notified_of);
  perform corkboard.record_audit((v_workspace.id, 'app', 'operator'), 'workspace.created', 'workspace', v_workspace.id);
  return v_workspace;
end
$$;
comment on function corkboard.create_workspace(text, text, text, text, integer, boolean) is
  'Adds a workspace with its owner as the first member. Rejects with validation, not_found (plan).';
