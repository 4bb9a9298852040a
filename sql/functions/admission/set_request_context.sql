-- Column defaults read these settings; otherwise every function that writes the audit log or emits an event would have
-- to pass the request on. The settings end with the transaction.
create or replace function corkboard.set_request_context(p_request uuid, p_traceparent text) returns void
language plpgsql
as $$
begin
  perform set_config('corkboard.request_id', coalesce(p_request::text, ''), true),
          set_config('corkboard.traceparent', coalesce(p_traceparent, ''), true);
end
$$;
comment on function corkboard.set_request_context(uuid, text) is
  'Sets the Request-Id and, if there is one, the traceparent of this transaction''s request. The audit log and deliveries store them.';
