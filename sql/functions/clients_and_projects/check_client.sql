create or replace function corkboard.check_client(p_before corkboard.clients, p_client corkboard.clients) returns void
language plpgsql
as $$
begin
  perform corkboard.check_required('name', p_client.name);
  -- Names that the API took with line breaks stay until they are changed.
  perform corkboard.check_line('name', p_client.name, 500) where p_client.name is distinct from p_before.name;
  perform corkboard.check_line('company', p_client.company, 500) where p_client.company is distinct from p_before.company;
  perform corkboard.check_line('contactName', p_client.contact_name, 500)
    where p_client.contact_name is distinct from p_before.contact_name;
  perform corkboard.check_email('email', p_client.email);
  perform corkboard.check_text('notes', p_client.notes, 5000);
  perform corkboard.check_text('address', p_client.address, 1000);
  perform corkboard.check_country('eInvoiceCountry', p_client.e_invoice_country);
  perform corkboard.check_network_id('eInvoiceNetworkId', p_client.e_invoice_network_id);
  perform corkboard.check_line('phone', p_client.phone, 50);
  perform corkboard.check_contacts('contacts', p_client.contacts);
  perform corkboard.check_line('legalName', p_client.legal_name, 500);
  perform corkboard.check_email('billingEmail', p_client.billing_email);
  perform corkboard.check_address(
    p_client.address_lines, p_client.postal_code, p_client.city, p_client.region, p_client.country);
  perform corkboard.check_vat_number('vatNumber', p_client.vat_number);
  perform corkboard.check_line('buyerReference', p_client.buyer_reference, 200);
  perform corkboard.check_one_of('language', p_client.language, corkboard.document_languages());
  perform corkboard.check_zero_tax_reason('zeroTaxReason', p_client.zero_tax_reason);
  perform corkboard.check_one_of('eInvoiceFormat', p_client.e_invoice_format, '{none,peppol,xrechnung,factur-x}');
end
$$;
comment on function corkboard.check_client(corkboard.clients, corkboard.clients) is
  'Rejects with validation values that a client can''t have. p_before: the client before the change, null for a new one.';
