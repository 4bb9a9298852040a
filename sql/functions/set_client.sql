create or replace function corkboard.set_client(
  p_workspace uuid, p_client uuid, p_contact_name text default null,
  p_e_invoice_country text default null, p_e_invoice_network_id text default null
) returns corkboard.clients
language sql
as $$
  select corkboard.change_client(p_workspace, p_client, jsonb_strip_nulls(jsonb_build_object(
    'contact_name', p_contact_name,
    'e_invoice_country', p_e_invoice_country,
    'e_invoice_network_id', p_e_invoice_network_id)))
$$;
comment on function corkboard.set_client(uuid, uuid, text, text, text) is
  'Changes what is given; null leaves as it is. For the other fields there is change_client. Refuses with validation, not_found.';
