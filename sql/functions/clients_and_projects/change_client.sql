create or replace function corkboard.change_client(p_workspace uuid, p_client uuid, p_changes jsonb) returns corkboard.clients
language plpgsql
as $$
declare
  c_optional constant text[] :=
    '{email,company,notes,address,contact_name,e_invoice_country,e_invoice_network_id,legal_name,billing_email,address_lines,
      postal_code,city,region,country,vat_number,buyer_reference,language,payment_term_days,zero_tax_reason,e_invoice_format}';
  v_before corkboard.clients;
  v_client corkboard.clients;
begin
  perform corkboard.check_known_columns(p_changes, '{name}' || c_optional);
  perform corkboard.check_integer('paymentTermDays', p_changes -> 'payment_term_days', 0, 365);
  perform corkboard.lock_workspace(p_workspace);
  select * into v_before from corkboard.clients c
   where c.workspace_id = p_workspace and c.id = p_client and c.trashed_at is null;
  if not found then
    perform corkboard.reject('not_found', 'No client with this id.');
  end if;
  v_client := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_client(v_before, v_client);
  update corkboard.clients c
     set name = v_client.name,
         email = v_client.email,
         company = v_client.company,
         notes = v_client.notes,
         address = v_client.address,
         contact_name = v_client.contact_name,
         e_invoice_country = v_client.e_invoice_country,
         e_invoice_network_id = v_client.e_invoice_network_id,
         legal_name = v_client.legal_name,
         billing_email = v_client.billing_email,
         address_lines = v_client.address_lines,
         postal_code = v_client.postal_code,
         city = v_client.city,
         region = v_client.region,
         country = v_client.country,
         vat_number = v_client.vat_number,
         buyer_reference = v_client.buyer_reference,
         language = v_client.language,
         payment_term_days = v_client.payment_term_days,
         zero_tax_reason = v_client.zero_tax_reason,
         e_invoice_format = v_client.e_invoice_format
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  if v_client is distinct from v_before then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'client.changed', 'client', p_client,
      corkboard.row_changes(to_jsonb(v_before), to_jsonb(v_client), '{notes}', '{search_text,search_text_short}'));
  end if;
  return v_client;
end
$$;
comment on function corkboard.change_client(uuid, uuid, jsonb) is
  'Changes the given columns, as in {"company": "Harbour Ltd", "notes": null}; null clears a value. Rejects with validation, not_found.';
