-- One by one: Citus would copy rows of a list, which row-level security forbids. Entries that stay as they are aren't written.
create or replace function corkboard.enter_taxes(p_workspace uuid, p_invoice uuid) returns void
language plpgsql
as $$
declare
  v_currency text;
  v_entry record;
  v_before corkboard.tax_entries;
  v_kept uuid[] := '{}';
begin
  select i.currency into v_currency from corkboard.invoices i
   where i.workspace_id = p_workspace and i.id = p_invoice for no key update;
  for v_entry in select * from corkboard.invoice_tax_entries(p_workspace, p_invoice) loop
    select * into v_before from corkboard.tax_entries t
     where t.workspace_id = p_workspace and t.invoice_id = p_invoice and t.basis = v_entry.basis and t.type = v_entry.type
       and t.source_id = v_entry.source_id and t.tax_rate_bps is not distinct from v_entry.tax_rate_bps;
    if not found then
      insert into corkboard.tax_entries
        (workspace_id, invoice_id, basis, type, source_id, day, currency, tax_rate_bps, zero_tax_reason, net_cents, tax_cents, recorded_at)
      values
        (p_workspace, p_invoice, v_entry.basis, v_entry.type, v_entry.source_id, v_entry.day, v_currency, v_entry.tax_rate_bps,
         v_entry.zero_tax_reason, v_entry.net_cents, v_entry.tax_cents, v_entry.recorded_at)
      returning id into v_before.id;
    elsif (v_before.day, v_before.currency, v_before.zero_tax_reason, v_before.net_cents, v_before.tax_cents, v_before.recorded_at)
       is distinct from
       (v_entry.day, v_currency, v_entry.zero_tax_reason, v_entry.net_cents, v_entry.tax_cents, v_entry.recorded_at) then
      update corkboard.tax_entries t
         set day = v_entry.day, currency = v_currency, zero_tax_reason = v_entry.zero_tax_reason, net_cents = v_entry.net_cents,
             tax_cents = v_entry.tax_cents, recorded_at = v_entry.recorded_at
       where t.workspace_id = p_workspace and t.id = v_before.id;
    end if;
    v_kept := v_kept || v_before.id;
  end loop;
  delete from corkboard.tax_entries t
   where t.workspace_id = p_workspace and t.invoice_id = p_invoice and t.id <> all (v_kept);
end
$$;
comment on function corkboard.enter_taxes(uuid, uuid) is
  'Makes the tax_entries of an invoice what invoice_tax_entries says. Those that stay keep their ids.';
