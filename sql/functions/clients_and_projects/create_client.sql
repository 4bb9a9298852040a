create or replace function corkboard.create_client(
  p_caller corkboard.caller, p_name text, p_email text, p_company text, p_notes text, p_more jsonb default '{}'
) returns corkboard.clients
language plpgsql
as $$
declare
  v_client corkboard.clients;
begin
  perform
    corkboard.check_required('name', p_name),
    corkboard.check_text('name', p_name, 500),
    corkboard.check_email('email', p_email),
    corkboard.check_text('company', p_company, 500),
    corkboard.check_text('notes', p_notes, 5000);
  perform corkboard.count_monthly_write(p_caller);
  perform corkboard.check_cap(p_caller.workspace_id, 'clients', 1);
  insert into corkboard.clients (workspace_id, name, email, company, notes, created_via)
  values (p_caller.workspace_id, p_name, p_email, p_company, p_notes, p_caller.via)
  returning * into v_client;
  if p_more <> '{}' then
    perform corkboard.check_integer('paymentTermDays', p_more -> 'payment_term_days', 0, 365);
    perform corkboard.check_known_columns(p_more, '{}', array(select c.name from corkboard.client_columns() c));
    perform corkboard.check_client(v_client, jsonb_populate_record(v_client, p_more));
    v_client := corkboard.change_record(v_client, p_more);
  end if;
  perform corkboard.record_audit(p_caller, 'client.created', 'client', v_client.id);
  perform corkboard.emit_event(p_caller.workspace_id, 'client.created', (
    select row_to_json(d) from (select
      v_client.id as "clientId",
      v_client.name as "clientName",
      v_client.contact_name as "contactName",
      v_client.company as "company",
      corkboard.iso(v_client.created_at) as "createdAt") d));
  return v_client;
end
$$;
comment on function corkboard.create_client(corkboard.caller, text, text, text, text, jsonb) is
  'Adds a client. p_more has further columns, which programs don''t set. Rejects with validation, plan_limit (allowance, client cap). Emits client.created.';
