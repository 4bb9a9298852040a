create or replace function corkboard.add_endpoint(
  p_workspace uuid, p_url text, p_format text, p_events text[],
  out endpoint corkboard.webhook_endpoints, out secret text
)
language plpgsql
as $$
declare
  c_most_endpoints constant integer := 5;
begin
  perform corkboard.check_given('url', p_url);
  perform corkboard.check_url(p_url);
  perform corkboard.check_given('format', p_format);
  perform corkboard.check_one_of('format', p_format, '{json,slack,discord}');
  perform corkboard.check_given('events', nullif(p_events, '{}'));
  perform corkboard.check_names('events', p_events, corkboard.subscribable());
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_webhooks(p_workspace);
  if (select count(*) from corkboard.webhook_endpoints e where e.workspace_id = p_workspace and e.removed_at is null) >= c_most_endpoints then
    perform corkboard.refuse('conflict', format('The workspace has its %s endpoints already: remove one first.', c_most_endpoints));
  end if;
  if p_format = 'json' then
    secret := corkboard.new_webhook_secret();
  end if;
  insert into corkboard.webhook_endpoints as e (workspace_id, url, format, events, secret)
  values (p_workspace, p_url, p_format, p_events, add_endpoint.secret)
  returning e.* into endpoint;
  perform corkboard.record_audit(corkboard.person(p_workspace), 'endpoint.added', 'endpoint', endpoint.id);
end
$$;
comment on function corkboard.add_endpoint(uuid, text, text, text[]) is
  'Adds a webhook endpoint, at most 5 per workspace. A json one gets a signing secret (slack and discord have none). Whether its address is public is checked when something is sent. Refuses with validation, not_found, plan_limit (the plan has no webhooks), conflict (5 already).';
