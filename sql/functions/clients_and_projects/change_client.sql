create or replace function corkboard.change_client(p_workspace uuid, p_client uuid, p_changes jsonb) returns corkboard.clients
language plpgsql
as $$
declare
  c_optional constant text[] := '{email,company,notes,address,contact_name,e_invoice_country,e_invoice_network_id}';
  v_before corkboard.clients;
  v_client corkboard.clients;
begin
  perform corkboard.check_known_columns(p_changes, '{name}' || c_optional);
  perform corkboard.lock_workspace(p_workspace);
  select * into v_before from corkboard.clients c
   where c.workspace_id = p_workspace and c.id = p_client and c.trashed_at is null;
  if not found then
    perform corkboard.reject('not_found', 'No client with this id.');
  end if;
  v_client := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_required('name', v_client.name);
  perform corkboard.check_text('name', v_client.name, 500);
  perform corkboard.check_email('email', v_client.email);
  perform corkboard.check_text('company', v_client.company, 500);
  perform corkboard.check_text('notes', v_client.notes, 5000);
  perform corkboard.check_text('address', v_client.address, 1000);
  perform corkboard.check_text('contactName', v_client.contact_name, 500);
  if v_client.e_invoice_country !~ '^[A-Z]{2}$' then
    perform corkboard.reject_field('eInvoiceCountry', 'must be two uppercase letters (ISO 3166), like DE');
  end if;
  perform corkboard.check_text('eInvoiceNetworkId', v_client.e_invoice_network_id, 200);
  update corkboard.clients c
     set name = v_client.name,
         email = v_client.email,
         company = v_client.company,
         notes = v_client.notes,
         address = v_client.address,
         contact_name = v_client.contact_name,
         e_invoice_country = v_client.e_invoice_country,
         e_invoice_network_id = v_client.e_invoice_network_id
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
