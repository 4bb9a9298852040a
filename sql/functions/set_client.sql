create or replace function corkboard.set_client(
  p_workspace uuid, p_client uuid, p_contact_name text default null,
  p_e_invoice_country text default null, p_e_invoice_network_id text default null
) returns corkboard.clients
language plpgsql
as $$
declare
  v_before corkboard.clients;
  v_client corkboard.clients;
begin
  perform corkboard.check_text('contactName', p_contact_name, 500);
  if p_e_invoice_country !~ '^[A-Z]{2}$' then
    perform corkboard.refuse_value('eInvoiceCountry', 'must be two uppercase letters (ISO 3166), like DE');
  end if;
  perform corkboard.check_text('eInvoiceNetworkId', p_e_invoice_network_id, 200);
  perform corkboard.lock_workspace(p_workspace);
  select * into v_before from corkboard.clients c
   where c.workspace_id = p_workspace and c.id = p_client and c.trashed_at is null;
  if not found then
    perform corkboard.refuse('not_found', 'No client with this id.');
  end if;
  update corkboard.clients c
     set contact_name = coalesce(p_contact_name, c.contact_name),
         e_invoice_country = coalesce(p_e_invoice_country, c.e_invoice_country),
         e_invoice_network_id = coalesce(p_e_invoice_network_id, c.e_invoice_network_id)
   where c.workspace_id = p_workspace and c.id = p_client
  returning * into v_client;
  if v_client is distinct from v_before then
    perform corkboard.record_audit((p_workspace, 'app', 'operator'), 'client.changed', 'client', p_client);
  end if;
  return v_client;
end
$$;
comment on function corkboard.set_client(uuid, uuid, text, text, text) is
  'Changes what is given; null leaves as it is. Refuses with validation, not_found.';
