-- Another reason for no tax: services to a business outside the European Union, which aren't taxable there.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each change by itself, because it
-- takes none beside other changes. They are not valid, because each allows what the one that it replaces did.
do $$
begin
  alter table corkboard.workspaces drop constraint workspaces_zero_tax_reason_check;
  alter table corkboard.workspaces add constraint workspaces_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')
  ) not valid;
  alter table corkboard.clients drop constraint clients_zero_tax_reason_check;
  alter table corkboard.clients add constraint clients_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')
  ) not valid;
  alter table corkboard.invoices drop constraint invoices_zero_tax_reason_check;
  alter table corkboard.invoices add constraint invoices_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')
  ) not valid;
end
$$;
