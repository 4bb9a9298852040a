create or replace function corkboard.change_client(p_workspace uuid, p_client uuid, p_changes jsonb) returns corkboard.clients
language plpgsql
as $$
declare
  v_before corkboard.clients;
  v_client corkboard.clients;
begin
  perform corkboard.check_known_columns(p_changes, '{name}', array(select c.name from corkboard.client_columns() c));
  perform corkboard.check_integer('paymentTermDays', p_changes -> 'payment_term_days', 0, 365);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client');
  perform corkboard.check_client(v_before, jsonb_populate_record(v_before, p_changes));
  v_client := corkboard.change_record(v_before, p_changes);
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
