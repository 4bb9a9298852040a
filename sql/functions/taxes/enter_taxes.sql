-- One by one: Citus would copy rows of a list, which row-level security forbids. Entries that stay as they are aren't written. They
-- are found by the key of the conflict alone, because a release enters all invoices by plans from when the table was empty. Each
-- plan is made once, because making it costs more than running it.
create or replace function corkboard.enter_taxes(p_workspace uuid, p_invoice uuid) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_currency text;
  v_entries corkboard.tax_entries[];
  v_entry corkboard.tax_entries;
begin
  select i.currency into v_currency from corkboard.invoices i
   where i.workspace_id = p_workspace and i.id = p_invoice for no key update;
  v_entries := array(
    select (p_workspace, null, p_invoice, e.basis, e.type, e.source_id, e.day, v_currency, e.tax_rate_bps, e.zero_tax_reason, e.net_cents,
            e.tax_cents, e.recorded_at)::corkboard.tax_entries
      from corkboard.invoice_tax_entries(p_workspace, p_invoice) e);
  delete from corkboard.tax_entries t
   where t.workspace_id = p_workspace and t.invoice_id = p_invoice
     and not exists (
       select 1 from unnest(v_entries) e
        where e.source_id = t.source_id and e.type = t.type and e.basis = t.basis
          and (e.day, e.currency, e.tax_rate_bps, e.zero_tax_reason, e.net_cents, e.tax_cents, e.recorded_at)
              is not distinct from
              (t.day, t.currency, t.tax_rate_bps, t.zero_tax_reason, t.net_cents, t.tax_cents, t.recorded_at));
  foreach v_entry in array v_entries loop
    insert into corkboard.tax_entries
      (workspace_id, invoice_id, basis, type, source_id, day, currency, tax_rate_bps, zero_tax_reason, net_cents, tax_cents, recorded_at)
    values
      (p_workspace, p_invoice, v_entry.basis, v_entry.type, v_entry.source_id, v_entry.day, v_currency, v_entry.tax_rate_bps,
       v_entry.zero_tax_reason, v_entry.net_cents, v_entry.tax_cents, v_entry.recorded_at)
    on conflict (workspace_id, invoice_id, basis, type, source_id, tax_rate_bps) do nothing;
  end loop;
end
$$;
comment on function corkboard.enter_taxes(uuid, uuid) is
  'Makes the tax_entries of an invoice what invoice_tax_entries says. Those that are right stay.';
