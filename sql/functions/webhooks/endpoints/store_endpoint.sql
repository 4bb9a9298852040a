create or replace function corkboard.store_endpoint(
  p_workspace uuid, p_id uuid, p_url text, p_format text, p_events text[], p_secret text, p_description text
) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  c_max_endpoints constant integer := 5;
  v_secret constant text := case when p_format = 'json' then p_secret end;
  v_endpoint corkboard.webhook_endpoints;
begin
  perform corkboard.check_required('format', p_format);
  perform corkboard.check_one_of('format', p_format, '{json,slack,discord}');
  perform corkboard.check_endpoint_content(p_url, p_events, p_description);
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_plan_has_webhooks(p_workspace);
  if (select count(*) from corkboard.webhook_endpoints e where e.workspace_id = p_workspace and e.removed_at is null) >= c_max_endpoints then
    perform corkboard.reject('conflict', format('The workspace has its %s endpoints already: remove one first.', c_max_endpoints));
  end if;
  perform corkboard.check_secret_encrypted(v_secret);
  insert into corkboard.webhook_endpoints as e (workspace_id, id, url, format, events, secret, description)
  values (p_workspace, p_id, p_url, p_format, p_events, v_secret, p_description)
  returning e.* into v_endpoint;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'endpoint.added', 'endpoint', v_endpoint.id);
  return v_endpoint;
end
$$;
comment on function corkboard.store_endpoint(uuid, uuid, text, text, text[], text, text) is
  'Adds a webhook endpoint (at most 5 per workspace) with its signing secret in stored form, encrypted or not; slack and discord have none. The sender checks whether its address is public. Rejects with validation, not_found, plan_limit (the plan has no webhooks), conflict (5 already; an unencrypted secret where others are encrypted).';
