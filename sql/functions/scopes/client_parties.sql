create or replace function corkboard.client_parties(p_workspace uuid, p_client uuid, p_project_name text) returns json
language plpgsql stable
as $$
begin
  return (
    select row_to_json(d) from (
      select p_project_name as "projectName",
             (select row_to_json(f) from (select
                w.name, w.letterhead, w.locale, w.time_zone as "timeZone", w.legal_name as "legalName",
                w.address_lines as "addressLines", w.postal_code as "postalCode", w.city, w.region, w.country,
                w.vat_number as "vatNumber", w.tax_number as "taxNumber", w.registration_number as "registrationNumber",
                w.iban, w.bic, w.bank_details as "bankDetails", w.e_invoice_network_id as "eInvoiceNetworkId",
                w.invoice_footer as "invoiceFooter", w.pay_link as "payLink", encode(w.logo_sha256, 'hex') as "logo",
                w.tax_rate_bps as "taxRateBps", w.prices_include_tax as "pricesIncludeTax",
                w.contact_name as "contactName", w.contact_email as "contactEmail",
                w.contact_phone as "contactPhone") f) as "from",
             (select row_to_json(t) from (select
                c.name, c.company, c.contact_name as "contactName", c.address, c.legal_name as "legalName",
                c.address_lines as "addressLines", c.postal_code as "postalCode", c.city, c.region, c.country,
                c.vat_number as "vatNumber", c.buyer_reference as "buyerReference",
                c.e_invoice_network_id as "eInvoiceNetworkId", c.e_invoice_country as "eInvoiceCountry",
                c.e_invoice_format as "eInvoiceFormat") t) as "to",
             corkboard.client_language(c.language, w.locale) as "language",
             coalesce(c.zero_tax_reason, w.zero_tax_reason) as "zeroTaxReason"
        from corkboard.clients c
        join corkboard.workspaces w on w.id = p_workspace
       where c.workspace_id = p_workspace and c.id = p_client) d);
end
$$;
comment on function corkboard.client_parties(uuid, uuid, text) is
  'What party_snapshot returns, of a client; p_project_name null: about no project.';
