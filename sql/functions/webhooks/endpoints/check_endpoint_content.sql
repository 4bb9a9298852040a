create or replace function corkboard.check_endpoint_content(p_url text, p_events text[], p_description text) returns void
language plpgsql
as $$
begin
  perform corkboard.check_required('url', p_url);
  perform corkboard.check_webhook_url(p_url);
  perform corkboard.check_required('events', nullif(p_events, '{}'));
  perform corkboard.check_all_known('events', p_events, corkboard.subscribable_events());
  perform corkboard.check_text('description', p_description, 200);
end
$$;
comment on function corkboard.check_endpoint_content(text, text[], text) is
  'Rejects with validation a URL that webhooks can never be sent to, unknown events or none, and a description that is blank or longer than 200 characters.';
