create or replace function corkboard.party_snapshot(p_workspace uuid, p_project uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select row_to_json(d) from (
      select p.name as "projectName",
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
             case when c.language is not null then c.language
                  when split_part(w.locale, '-', 1) = any (corkboard.document_languages()) then split_part(w.locale, '-', 1)
                  else 'en' end as "language",
             coalesce(c.zero_tax_reason, w.zero_tax_reason) as "zeroTaxReason"
        from corkboard.projects p
        join corkboard.workspaces w on w.id = p_workspace
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
       where p.workspace_id = p_workspace and p.id = p_project) d);
end
$$;
comment on function corkboard.party_snapshot(uuid, uuid) is
  'The parties as a document for the client would name them now: the project, sender and recipient, the locale and time zone that format amounts and dates, how prices are taxed by default, the client''s language, and why an invoice without tax has none.';
