-- The secret, the deliveries and the count of failures stay. Pending deliveries go to the new URL from their next
-- attempt on, because each attempt reads the URL.
create or replace function corkboard.edit_endpoint(
  p_workspace uuid, p_endpoint uuid, p_version integer, p_url text, p_events text[], p_description text
) returns corkboard.webhook_endpoints
language plpgsql
as $$
declare
  v_before corkboard.webhook_endpoints;
  v_endpoint corkboard.webhook_endpoints;
  v_changes jsonb;
begin
  perform corkboard.check_endpoint_content(p_url, p_events, p_description);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.webhook_endpoints, p_workspace, p_endpoint, 'endpoint');
  if v_before.version <> p_version then
    perform corkboard.reject('conflict', format(
      'This endpoint was edited by %s since you opened it. Compare your version with the current one before you save.',
      (select l.actor from corkboard.audit_log l
        where l.workspace_id = p_workspace and l.record_id = p_endpoint and l.action = 'endpoint.edited'
        order by l.id desc limit 1)));
  end if;
  v_changes := corkboard.changed_values(
    jsonb_build_object('events', v_before.events, 'description', v_before.description),
    jsonb_build_object('events', p_events, 'description', p_description));
  if v_before.url <> p_url then
    -- The path of a URL may be a credential, so the audit log, which every member reads, gets only the hosts.
    v_changes := coalesce(v_changes, '{}') || jsonb_build_object('url',
      case when corkboard.url_host(v_before.url) = corkboard.url_host(p_url) then '[]'
           else jsonb_build_array(corkboard.url_host(v_before.url), corkboard.url_host(p_url)) end);
    -- The new address did not ask for a pause, and its speed and rate are not known yet.
    update corkboard.webhook_throttles t
       set rate = corkboard.initial_rate(v_before.format), baseline_ms = null, resumes_at = null, first_failed_at = null,
           next_attempt_at = '-infinity', first_limited_at = null
     where t.workspace_id = p_workspace and t.id = p_endpoint;
  end if;
  if v_changes is null then
    return v_before;
  end if;
  update corkboard.webhook_endpoints e
     set url = p_url, events = p_events, description = p_description, version = e.version + 1
   where e.workspace_id = p_workspace and e.id = p_endpoint
  returning e.* into v_endpoint;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'endpoint.edited', 'endpoint', p_endpoint, v_changes);
  return v_endpoint;
end
$$;
comment on function corkboard.edit_endpoint(uuid, uuid, integer, text, text[], text) is
  'Replaces the URL, events and description of an endpoint, which keeps its secret, deliveries and count of failures. p_version is the version that the caller saw (null: any). The sender checks whether the address is public. Rejects with validation, not_found, conflict (edited since).';
