-- Inserts of payments are entered once per statement: what an invoice's entries cost grows with its payments.
create or replace function corkboard.maintain_tax_entries() returns trigger
language plpgsql
as $$
begin
  if tg_level = 'STATEMENT' then
    perform corkboard.enter_taxes(a.workspace_id, a.invoice_id) from (select distinct n.workspace_id, n.invoice_id from added n) a;
  elsif tg_argv[0] = 'invoices' then
    perform corkboard.enter_taxes(new.workspace_id, new.id);
  else
    perform corkboard.enter_taxes(new.workspace_id, new.invoice_id);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_tax_entries() is
  'Trigger: maintains the tax_entries of an invoice. Its argument is the table: invoices, or one whose rows belong to an invoice.';
